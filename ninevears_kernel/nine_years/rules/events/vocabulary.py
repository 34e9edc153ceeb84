"""The words in which the event cards say what they ask for and what they do: a small table language (NY 9.2).

A column of ``data/events.csv`` holds words, separated by semicolons, each with its arguments as in the
notation::

    in-war Britain; year 1694, 1699
    weaken Alliance, Bourbon, Ireland; points Alliance, 1

What a word means is in `conditions`, `effects` and `choices`, which register it here with the kinds of
its arguments (`notation.KINDS`). ``player`` and ``opponent`` are the side that plays the card and the
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ....core.clauses import carries_out
from ....core.errors import BadInput, UnknownName
from ....core.messages import Message
from ....core.rulings import Violation
from ...components.rule_tables import RuleTables
from ...components.sides import Side, enemy
from ...engine.board import Board
from ...engine.notation import Action, arguments_of


class ConditionWord(NamedTuple):
    """A condition: the kinds of its arguments, and whether it holds on a board."""

    kinds: tuple[str, ...]
    holds: Callable[..., bool]


class EffectWord(NamedTuple):
    """An effect: the kinds of its arguments, what carries it out, and whether it can do anything now."""

    kinds: tuple[str, ...]
    run: Callable[..., None]
    possible: Callable[..., bool]


class ChoiceWord(NamedTuple):
    """An effect about which somebody chooses; who does so is its first argument.

    Attributes:
        kinds: the kinds of its arguments.
        verb: the verb of the actions to choose from.
        candidates: from the board, the chooser and the other arguments to the actions that come into
        question. objections: from the same and an action's arguments to what speaks against it. take: from
        the war, the same and an action's arguments: carries it out. of_enemy: the same about pieces of the
        other side, of which the chooser sees the top ones alone; its first two arguments are the chooser and
        whose they are. None where all that is chosen from is seen. is_of_enemy: whether this is such a one.
    """

    kinds: tuple[str, ...]
    verb: str
    candidates: Callable[..., Iterable[Action]]
    objections: Callable[..., Iterator[Violation]]
    take: Callable[..., None]
    of_enemy: ChoiceWord | None = None
    is_of_enemy: bool = False


class Said(NamedTuple):
    """A word as a card says it."""

    word: str
    arguments: tuple[Any, ...]

    def seen_by(self, player: Side) -> tuple[Any, ...]:
        """The arguments, with sides for ``player`` and ``opponent``.

        >>> Said("points", ("opponent", 2)).seen_by("Bourbon")
        ('Alliance', 2)
        """
        if "player" not in self.arguments and "opponent" not in self.arguments:
            return self.arguments
        sides = {"player": player, "opponent": enemy(player)}
        return tuple([sides.get(value, value) for value in self.arguments])


class CardWords(NamedTuple):
    """What a card says, read."""

    conditions: tuple[Said, ...]
    effects: tuple[Said, ...]


CONDITIONS: dict[str, ConditionWord] = {}
EFFECTS: dict[str, EffectWord | ChoiceWord] = {}


def condition(name: str, kinds: str) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Registers a function of the board and the word's arguments as a condition."""

    def register(holds: Callable[..., bool]) -> Callable[..., bool]:
        CONDITIONS[name] = ConditionWord(tuple(kinds.split()), holds)
        return holds

    return register


def unconditional(board: Board, *arguments: Any) -> bool:
    """For effects that can do something at any time."""
    return True


def effect(
    name: str, kinds: str, possible: Callable[..., bool] = unconditional
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a function of the war and the word's arguments as an effect.

    Args:
        name: the word.
        kinds: the kinds of its arguments.
        possible: from the board and the arguments to whether it can do anything.
    """

    def register(run: Callable[..., None]) -> Callable[..., None]:
        EFFECTS[name] = EffectWord(tuple(kinds.split()), run, possible)
        return run

    return register


def choice(
    name: str,
    kinds: str,
    verb: str,
    candidates: Callable[..., Iterable[Action]],
    objections: Callable[..., Iterator[Violation]],
    take: Callable[..., None],
    of_enemy: ChoiceWord | None = None,
) -> None:
    """Registers an effect about which somebody chooses; see `ChoiceWord`."""
    EFFECTS[name] = ChoiceWord(("who", *kinds.split()), verb, candidates, objections, take, of_enemy)


@carries_out("NY 9.2.1", "NY 9.2.2")
def playable(board: Board, player: Side, name: str) -> bool:
    """Whether an event can be played: its conditions hold, and each thing that it does can be done."""
    words = words_of(board.rule_tables)[name]
    return all(
        CONDITIONS[said.word].holds(board, *said.seen_by(player)) for said in words.conditions
    ) and all(_possible(board, EFFECTS[said.word], said.seen_by(player)) for said in words.effects)


def _possible(board: Board, word: EffectWord | ChoiceWord, arguments: tuple[Any, ...]) -> bool:
    if isinstance(word, EffectWord):
        return word.possible(board, *arguments)
    return any(
        next(word.objections(board, *arguments, *action[1:]), None) is None
        for action in word.candidates(board, *arguments)
    )


def words_of(rule_tables: RuleTables) -> dict[str, CardWords]:
    """What every card of the tables says, by its name; read once, and kept with them.

    Raises:
        BadInput: a word that means nothing, or an argument that it does not take; names row and column.
    """
    if rule_tables.event_words:
        return rule_tables.event_words
    found = {}
    for row, card in enumerate(
        rule_tables.events.values(), 2
    ):  # as a spreadsheet counts, the heading being row 1
        try:
            found[card.name] = CardWords(
                _read(card.condition, "condition", CONDITIONS, rule_tables),
                _read(card.effect, "effect", EFFECTS, rule_tables),
            )
        except BadInput as error:
            raise error.within(f"row {row}") from None
    rule_tables.event_words.update(found)
    return rule_tables.event_words


def _read(text: str, column: str, known: dict[str, Any], rule_tables: RuleTables) -> tuple[Said, ...]:
    found = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, rest = part.partition(" ")
        try:
            if name not in known:
                raise UnknownName("", name, Message("kind.event-word"), known)
            found.append(Said(name, arguments_of(rest, known[name].kinds, rule_tables, verb=name)))
        except BadInput as error:
            raise error.within(column) from None
    return tuple(found)
