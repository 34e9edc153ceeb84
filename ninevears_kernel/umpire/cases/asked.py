"""What a case asks, in a sentence that names the places, sides and dice of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...core.messages import Message, say
from .case import Case, question_of
from .orders_told import orders_told

WORDS: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "loc": (("letter.asks-loc", ("side", "space")),),
    "resource-points": (("letter.asks-resource-points", ("side",)),),
    "deploy-fleet": (("letter.asks-deploy-fleet", ("fleet",)),),
    "siege": (
        ("letter.asks-siege-rolled", ("side", "space", "dice")),
        ("letter.asks-siege", ("side", "space")),
    ),
    "battle": (
        ("letter.asks-battle-from", ("side", "origin", "space")),
        ("letter.asks-battle", ("side", "space")),
    ),
    "sea-move": (
        ("letter.asks-sea-move-of", ("leaders", "from", "to")),
        ("letter.asks-sea-move", ("from", "to")),
    ),
    "transfer": (
        ("letter.asks-transfer-of", ("leader", "to")),
        ("letter.asks-transfer", ("from", "to")),
    ),
    "interception": (
        ("letter.asks-interception-rolled", ("leader", "space", "dice")),
        ("letter.asks-interception", ("leader", "space")),
    ),
    "raise": (("letter.asks-raise", ("power", "space")),),
    "restore": (("letter.asks-restore", ("power", "space")),),
    "build-line": (("letter.asks-build-line", ("side", "space")),),
    "build-fleet": (("letter.asks-build-fleet", ("fleet",)),),
}
"""The sentences of a question of *Nine Years*, each with the keys that it names, the fullest first."""

BESIDE: Mapping[tuple[str, str], tuple[tuple[str, Mapping[str, str]], ...]] = {
    ("VQ", "interception"): (
        ("letter.asks-vq-interception-rolled", {"zone": "zone", "dice": "dice"}),
        ("letter.asks-vq-interception", {"zone": "zone"}),
    ),
    ("VQ", "avoidance"): (
        ("letter.asks-vq-avoidance-rolled", {"zone": "zone", "dice": "dice"}),
        ("letter.asks-vq-avoidance", {"zone": "zone"}),
    ),
    ("MP", "victory-points"): (("letter.asks-mp-victory-points", {"game": "game"}),),
    ("MP", "hexside"): (("letter.asks-mp-hexside", {"unit": "unit", "other": "other"}),),
    ("MP", "line-of-sight"): (("letter.asks-mp-line-of-sight", {"unit": "unit", "hex": "to_hex"}),),
    ("MP", "fire"): (
        ("letter.asks-mp-fire", {"unit": "unit", "target": "target"}),
        ("letter.asks-mp-fire", {"unit": "firer", "target": "target"}),
    ),
    ("NY", "force"): (("letter.asks-force", {"corps": "corps", "leaders": "leaders"}),),
    ("NY", "rally"): (("letter.asks-rally", {"rating": "rating"}),),
}
"""The sentences of questions whose keys stand among the facts too: for each slot the key."""


class Asked(NamedTuple):
    """A question as a sentence.

    Attributes:
        says: the sentence.
        names: the keys of the case that it tells.
    """

    says: str
    names: tuple[str, ...]


def asked(case: Case) -> Asked:
    """What a case asks: its own places and sides in a sentence, or else what the question is about.

    Args:
        case: the case, as whoever reads the sentence may know it.

    >>> given = {"side": "Bourbon", "space": "Mons"}
    >>> asked(Case("ninevears-case/1", "NY", "siege", given, dice=[5])).says
    'May the Bourbons besiege Mons, and what does a roll of 5 do?'
    >>> asked(Case("ninevears-case/1", "NY", "victory", {})).names
    ()
    >>> asked(Case("ninevears-case/1", "VQ", "interception", {"zone": "Atlantic"}, dice=[4, 3])).says
    'May naval units intercept in Atlantic waters, and what does a roll of 4 and 3 do?'
    >>> asked(Case("ninevears-case/1", "NY", "action", {"actions": ["campaign Metz", "march"]})).says
    'Is this legal? Campaign from Metz. March.'
    """
    values: dict[str, Any] = {**case.given, "dice": case.dice}
    for id, names in WORDS.get(case.question, ()) if case.system == "NY" else ():
        if all(values.get(name) for name in names):
            filled = {"origin" if name == "from" else name: values[name] for name in names}
            return Asked(say(id, **filled), names)
    for id, slots in BESIDE.get((case.system, case.question), ()):
        found = {slot: values.get(name) for slot, name in slots.items()}
        if all(value not in (None, "", []) for value in found.values()):
            return Asked(say(id, **{slot: _shown(value) for slot, value in found.items()}), ())
    if case.question == "naval-combat" and (powers := _powers(values)):
        return Asked(say(f"letter.asks-naval-combat-{values['place']}", **powers), ())
    if orders := case.question == "action" and (values.get("actions") or values.get("action")):
        side, told = values.get("side"), orders_told(orders)
        return Asked(say(f"letter.asks-action{'-of' if side else ''}", side=side, orders=told), ())
    return Asked(str(question_of(case).about), ())


def _shown(value: Any) -> Any:
    """A value in a sentence: ratings as a list, a word of several without its hyphens."""
    if isinstance(value, list | tuple):
        return Message.all_of(list(map(str, value)))
    return value.replace("-", " ") if isinstance(value, str) and value.islower() else value


def _powers(given: Mapping[str, Any]) -> dict[str, str]:
    """Who fights whom in a naval combat of which that and the place is told; nobody else."""
    forces = {role: given.get(role) for role in ("attacker", "defender")}
    if given.get("place") not in ("sea", "port") or not all(
        isinstance(one, Mapping) for one in forces.values()
    ):
        return {}
    powers = {role: str(one.get("power") or "") for role, one in forces.items() if one is not None}
    return powers if all(powers.values()) else {}
