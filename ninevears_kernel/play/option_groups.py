"""The options of a decision as a board shows them: by what is done, at which place, at what price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..core.ruling_context import RulingContext
from ..nine_years.components.map_graph import bits
from ..nine_years.components.map_masks import AROUND, NUMBER, SPACES
from ..nine_years.components.sides import enemy
from ..nine_years.engine.choices import Option
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action, verbs
from ..nine_years.games.game import Game
from ..nine_years.rules.fleets import fleet_row

FAR = 99
"""No links lead from the war there."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An option as a board shows it.

    Attributes:
        option: the option.
        place: the space that it acts at, by its number; None where it has none.
        price: the resource points that it takes; None where nothing is paid.
    """

    option: Option
    place: int | None
    price: int | None


@dataclass(frozen=True, slots=True)
class Group:
    """Options that do the same thing at different places, with different pieces or at different prices.

    Attributes:
        verb: what they do, as in the notation.
        options: their places among all options.
        places: how many spaces they act at.
        prices: the resource points that they take, from the least.
        front: those of `options` that face the enemy (`facing`).
    """

    verb: str
    options: tuple[int, ...]
    places: int
    prices: tuple[int, ...]
    front: tuple[int, ...] = ()


def offered(game: Game) -> tuple[Offered, ...]:
    """The options of the decision that waits, each with its place and its price.

    >>> from .session import Session
    >>> [(one.option.text, one.place, one.price) for one in offered(Session(seed=1690).game)]
    [('first Bourbon', None, None), ('first Alliance', None, None)]
    """
    decision = game.decision
    if decision is None:
        return ()
    prices: dict[Action, int | None] = {}
    found = []
    for option in decision.options:
        kind = _but_for_the_place(option.action)
        if kind not in prices:
            prices[kind] = _price(game.engine, option.action) if decision.name == "spend" else None
        found.append(Offered(option, place_of(option.action, game.engine), prices[kind]))
    return tuple(found)


def grouped(
    options: tuple[Offered, ...], front: int = 0, away: Sequence[int] | None = None
) -> tuple[Group, ...]:
    """Options by what is done, in the order in which they are offered; within a group those near the war
    first.

    Args:
        options: the options.
        front: the mask of the spaces that matter most (`facing`).
        away: how far each space is from the war (`from_the_war`), if they are to be in that order.
    """
    found: dict[str, list[int]] = {}
    for number, one in enumerate(options):
        found.setdefault(one.option.action[0], []).append(number)
    if away is not None:
        for numbers in found.values():
            numbers.sort(key=lambda n: FAR if (place := options[n].place) is None else away[place])
    return tuple(
        Group(
            verb,
            tuple(numbers),
            len({options[n].place for n in numbers} - {None}),
            tuple(sorted({price for n in numbers if (price := options[n].price) is not None})),
            tuple(n for n in numbers if (place := options[n].place) is not None and front >> place & 1),
        )
        for verb, numbers in found.items()
    )


def facing(engine: Engine) -> int:
    """The mask of the spaces that face the enemy of the side that must choose: where the enemy rules or
    stands, and those next to them.

    >>> from ..nine_years.games.game import new_engine
    >>> facing(new_engine(1688)).bit_count() > 10
    True
    """
    side = engine.side
    if side is None:
        return 0
    other = enemy(side)
    return _beside(engine.board.control.of(other) | engine.board.held[other])


def from_the_war(engine: Engine) -> tuple[int, ...]:
    """How far each space is from the war for the side that must choose: 0 where a fortress is besieged, 1
    where it faces the enemy, else one more than the nearest space beside it; `FAR` beyond the sea.

    >>> from ..nine_years.games.game import new_engine
    >>> away = from_the_war(new_engine(1688))
    >>> [away[NUMBER[name]] for name in ("Ypres", "Paris")]
    [1, 3]
    """
    front, away = facing(engine), [FAR] * len(SPACES)
    seen, ring, far = 0, front, 1
    while ring:
        for space in bits(ring):
            away[space] = far
        seen |= ring
        ring, far = _beside(seen) & ~seen, far + 1
    for siege in engine.board.sieges:
        away[NUMBER[siege.space]] = 0
    return tuple(away)


@lru_cache(maxsize=1 << 6)
def _beside(spaces: int) -> int:
    """The mask of some spaces and of all that a link of either side joins with them."""
    found = spaces
    for space in bits(spaces):
        found |= AROUND["Bourbon"][space] | AROUND["Alliance"][space]
    return found


def by_kind(action: Action) -> dict[str, Any]:
    """What an action names, by the kind of each: its space, its leader and so on.

    >>> by_kind(("deploy", "Toulon"))
    {'fleet': 'Toulon'}
    """
    return dict(zip(verbs()[action[0]].kinds, action[1:], strict=True))


def place_of(action: Action, engine: Engine) -> int | None:
    """The space that an action acts at: the one that it names, else where its leader stands, or the port of
    its fleet; of Savoy's neutrality Turin.
    """
    names = by_kind(action)
    if "space" in names:
        return int(names["space"])
    if "fleet" in names:
        return NUMBER[fleet_row(names["fleet"])["home_port"]]
    if action[0] == "neutralise":
        return NUMBER["Turin"]
    where = engine.board.where[names["leader"]] if "leader" in names else -1
    return where if where >= 0 else None


def box_of(action: Action) -> str | None:
    """The mark on the map that stands for what an action is about: the sign of a sea.

    The colonies lie beyond the Atlantic: King William's War has no other place on this map.

    >>> box_of(("deploy", "Toulon")), box_of(("support",)), box_of(("done",))
    ('sea/Mediterranean', 'sea/Atlantic', None)
    """
    if action[0] in ("support", "strengthen"):
        return box_of_sea("Atlantic")
    if action[0] in ("fleet", "deploy"):
        return box_of_sea(fleet_row(action[1])["zone"])
    return None


def box_of_sea(zone: str) -> str:
    """The key of the mark that shows who controls a sea."""
    return f"sea/{zone}"


def _but_for_the_place(action: Action) -> Action:
    kept = (value for kind, value in by_kind(action).items() if kind in ("strength", "number", "fleet"))
    return (action[0], *kept)


def _price(engine: Engine, action: Action) -> int | None:
    """The resource points that an action takes: it is tried on a copy."""
    side = engine.side
    if side is None or action[0] == "done":
        return None
    context = RulingContext(None, engine.context.chosen, False, engine.rule_tables)
    trial = Engine(engine.board.copy(), context)
    trial.advance()
    before = trial.board.resource_left.of(side)
    trial.carry_out(action)
    return before - trial.board.resource_left.of(side)
