"""Dice by who rolled them: where both roll, which faces of a case are whose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from ...core.errors import BadInput
from ...core.messages import Message
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, enemy
from ...nine_years.rules.fleets import owner_of
from .case import Case
from .cases import rule_case

ROLES = ("attacker", "defender")


def with_dice(case: Case, facts: Iterable[Mapping[str, Any]], rules: RuleTables | None = None) -> Case:
    """A case with the dice of which facts tell; those of one roller leave the other's as they are.

    Args:
        case: the case; it stays as it is.
        facts: facts of the kind ``dice``: the faces as `value`, and `whose` they are where both roll.
        rules: the tables in force.

    Raises:
        BadInput: a fact has no faces, or nobody can tell whose of the dice it speaks of.

    >>> battle = Case("ninevears-case/1", "NY", "battle", {"side": "Bourbon"}, dice=[3, 3])
    >>> with_dice(battle, [{"kind": "dice", "value": [6], "whose": "Alliance"}]).dice
    [3, 6]
    """
    own: dict[int, list[int]] = {}
    plain: list[int] = []
    for fact in facts:
        faces = fact.get("value")
        faces = [faces] if isinstance(faces, int) and not isinstance(faces, bool) else faces
        if not isinstance(faces, list | tuple):
            raise BadInput("dice", faces, Message("fact.faces"))
        place = _roller(case, fact)
        if place is None:
            plain += faces
        else:
            own.setdefault(place, []).extend(faces)
    if not own:
        return structs.replace(case, dice=plain, seed=None)
    if len(own) < 2 and not case.dice:
        rolled = [*plain, *next(iter(own.values()))]
        return structs.replace(case, dice=rolled, seed=None)
    now = ([], [], []) if len(own) == 2 else _parted(case, list(case.dice or ()), rules)
    both = tuple(own.get(place, now[place]) for place in (0, 1))
    return structs.replace(case, dice=plain + _joined(case, *both) + now[2], seed=None)


def _roller(case: Case, fact: Mapping[str, Any]) -> int | None:
    """0 for who rolls first, 1 for the other; None where one alone rolls, or nobody says whose they are."""
    whose = fact.get("whose") or fact.get("of") or fact.get("by")
    given = case.given
    if case.system == "NY":
        first = given.get("side")
        if case.question == "deploy-fleet" and given.get("fleet"):
            first = owner_of(given["fleet"])
        if case.question not in ("battle", "deploy-fleet") or first not in SIDES:
            return None
        names = [{first, ROLES[0]}, {enemy(first), ROLES[1]}]
    elif case.question == "naval-combat":
        names = [{role, str((given.get(role) or {}).get("power"))} for role in ROLES]
    else:
        return None
    return next((place for place, one in enumerate(names) if str(whose) in one), None)


def _parted(case: Case, faces: list[int], rules: RuleTables | None) -> tuple[list[int], list[int], list[int]]:
    """The faces of a case, by who rolled them, and those that are rolled when both have."""
    if case.question == "battle":  # NY 16.3.1: a die of each, then the fate of leaders
        return faces[:1], faces[1:2], faces[2:]
    if case.system == "NY":
        return faces[0::2], faces[1::2], []  # NY 13.5.6.a: a die of each in turn, as long as they tie
    rolled = structs.replace(case, dice=None, seed=0)  # how many dice there are, whatever they show
    number = (rule_case(rolled, rules=rules, others=False).answer or {}).get("attacker_dice")
    if not isinstance(number, int):
        raise BadInput("dice", faces, Message("fact.faces"))
    return faces[:number], faces[number:], []


def _joined(case: Case, first: list[int], second: list[int]) -> list[int]:
    """The faces of both in the order in which they are asked for."""
    if case.system != "NY":
        return first + second
    pairs = [face for pair in zip(first, second, strict=False) for face in pair]
    return pairs + first[len(second) :] + second[len(first) :]
