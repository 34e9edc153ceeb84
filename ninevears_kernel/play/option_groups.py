"""The options of a decision as a board shows them: by what is done, at which place, at what price; and what
is natural there and not offered, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Violation
from ..nine_years.components.piece_numbers import POWER_NUMBER, SIDE_OF_CORPS
from ..nine_years.engine.agenda import DECISION_RULES
from ..nine_years.engine.choices import Option, option_of
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import Action, verbs
from ..nine_years.games.game import Game

MOST_REFUSED = 4
"""So many refused things are shown at once; the rest is asked for."""


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
    """

    verb: str
    options: tuple[int, ...]
    places: int
    prices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotOffered:
    """Something natural that may not be chosen now.

    Attributes:
        says: what it would be, in a sentence.
        text: the same in the notation.
        place: the space that it would act at, by its number, or None.
        violations: every clause that it would violate.
    """

    says: Message
    text: str
    place: int | None
    violations: tuple[Violation, ...]


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


def grouped(options: tuple[Offered, ...]) -> tuple[Group, ...]:
    """Options by what is done, in the order in which they are offered."""
    found: dict[str, list[int]] = {}
    for number, one in enumerate(options):
        found.setdefault(one.option.action[0], []).append(number)
    return tuple(
        Group(
            verb,
            tuple(numbers),
            len({options[n].place for n in numbers} - {None}),
            tuple(sorted({price for n in numbers if (price := options[n].price) is not None})),
        )
        for verb, numbers in found.items()
    )


def place_of(action: Action, engine: Engine) -> int | None:
    """The space that an action acts at: the one that it names, else where its leader stands."""
    named = dict(zip(verbs()[action[0]].kinds, action[1:], strict=True))
    if "space" in named:
        return int(named["space"])
    where = engine.board.where[named["leader"]] if "leader" in named else -1
    return where if where >= 0 else None


def not_offered(game: Game) -> tuple[NotOffered, ...]:
    """What the decision that waits would let one do and does not, for want of something: kinds of action that
    are empty now, and the refused alternative of a step that would else be passed over; not too many.
    """
    decision = game.decision
    if decision is None:
        return ()
    present = {option.action[0] for option in decision.options}
    missing = [
        (verb,)
        for verb in DECISION_RULES[decision.name].verbs
        if verb not in present and not verbs()[verb].kinds
    ]
    return tuple(_refused(game, missing))[:MOST_REFUSED]


def not_offered_at(game: Game, space: int) -> tuple[NotOffered, ...]:
    """What one would naturally do at a space and may not: each verb of the decision with the pieces there.

    Args:
        game: the war.
        space: the number of a space.
    """
    decision = game.decision
    if decision is None:
        return ()
    here = {option.action[0] for option in decision.options if place_of(option.action, game.engine) == space}
    tried: list[Action] = []
    for verb in DECISION_RULES[decision.name].verbs:
        if verb not in here and "space" in verbs()[verb].kinds:
            tried += next(_natural(game.engine, verb, space), ())
    return tuple(_refused(game, tried))[:MOST_REFUSED]


def _natural(engine: Engine, verb: str, space: int) -> Iterator[list[Action]]:
    """The one thing that somebody would try with a verb at a space, if the pieces there allow to name it."""
    side = engine.side
    board = engine.board
    own = Counter(corps for corps in board.stacks[side][space] if side) if side else Counter()
    corps = [one for one, _ in own.most_common()]
    powers = [one >> 3 for one in corps]
    names = {number: name for name, number in POWER_NUMBER.items() if SIDE_OF_CORPS[number << 3] == side}
    fill: Mapping[str, list[Any]] = {
        "space": [space],
        "corps": corps,
        "power": [names[power] for power in powers] or [*names.values()][:1],
        "strength": ["reduced"],
    }
    kinds = verbs()[verb].kinds
    if all(fill.get(kind) for kind in kinds):
        yield [(verb, *values) for values in product(*(fill[kind] for kind in kinds))][:1]


def _refused(game: Game, actions: list[Action]) -> Iterator[NotOffered]:
    for action in actions:
        if violations := game.verify(action):
            option = option_of(action, game.rule_tables)
            yield NotOffered(option.says, option.text, place_of(action, game.engine), violations)


def _but_for_the_place(action: Action) -> Action:
    kinds = verbs()[action[0]].kinds
    return (
        action[0],
        *(
            value
            for kind, value in zip(kinds, action[1:], strict=True)
            if kind in ("strength", "number", "fleet")
        ),
    )


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
