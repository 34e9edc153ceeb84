"""Later choices of a log made again on another course of the war, the dice kept where a roll is the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ...core.errors import BadInput, DiceLeftOver, DiceMissing, one_line
from ...core.messages import Message
from ...core.rulings import Violation
from ...nine_years.engine.choices import violations_of
from ...nine_years.engine.engine import Engine, Roll
from ...nine_years.engine.notation import Action, written
from ...nine_years.engine.seeded_dice import WarDice
from ...nine_years.games.game import Game
from ...nine_years.games.record import KeptDice
from ...nine_years.games.table_play import TableGame
from .opened import Written

Later = Literal["stop", "pass"]
"""What is done where a later choice is no longer legal: the war stops there and its players go on; or the
choice is left out, and who must choose there passes, so that the rest may follow."""
LATERS: tuple[Later, ...] = ("stop", "pass")
NOTHING = ("pass", "done", "end", "stop", "stand")
"""Verbs with which one does nothing."""
TURNS = ("play", "lay", "first")
"""Verbs with which another part of the war begins: no choice behind one is looked for before it."""
MOST_PASSED = 200
"""So often somebody passes in the place of a choice that is no longer legal."""


class RecordedDice(WarDice):
    """Dice that give the faces of a log where the same roll is made, and shuffle as it was done there.

    Args:
        seed, drawn: of the fresh dice.
        cards: the seed of the log, and how much of it was drawn before the first of the choices.
    """

    def __init__(self, seed: int, drawn: int, cards: tuple[int, int]) -> None:
        super().__init__(seed, drawn)
        self._seed, self._number = cards
        self._told: list[tuple[int, str]] = []
        self.given: list[int] = []
        self._left = 0
        self._shuffled_at: int | None = None

    def tell(self, told: Sequence[tuple[int, str]]) -> None:
        """Lays the faces ready that the log tells under the choice that is made next."""
        self._told = [*reversed(told)]
        self.given, self._left, self._shuffled_at = [], 0, None
        self.cards = (self._seed, self._number)

    def cards_from(self) -> tuple[int, int]:
        """The seed and the draw from which cards are shuffled now: as in the log."""
        seed, number = super().cards_from()
        if self._shuffled_at is None:
            self._shuffled_at = number
        return seed, number

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        faces: list[int] = []
        while len(faces) < number and self._told and is_same(self._told[-1][1], wanted):
            faces.append(self._told.pop()[0])
            self._count(1)
        self.given += faces
        if len(faces) < number:
            self._left += len(self._told)
            self._count(len(self._told))
            self._told.clear()  # from the first other roll on, none is the same
            faces += super()._next(number - len(faces), sides, wanted)
        return faces

    def _count(self, drawn: int) -> None:
        assert self.cards is not None
        self.cards = self._seed, self.cards[1] + drawn

    def taken(self, told: int, place: int) -> KeptDice | None:
        """What was kept of the choice that was made last, or None.

        Args:
            told: how many faces the log tells under it.
            place: how many choices were made since the umpire's decision.
        """
        assert self.cards is not None
        shuffled = self.cards[1] - self._number - len(self.given) - self._left
        self._number += told + shuffled
        faces = "".join(map(str, self.given))
        if self._shuffled_at is not None:
            return KeptDice(place, faces, self._seed, self._shuffled_at)
        return KeptDice(place, faces) if faces else None


def is_same(told: str, wanted: Message) -> bool:
    """Whether a roll is what a log says of it; where the log says nothing, it is.

    >>> is_same("", Message("dice.any")), is_same("something else", Message("dice.any"))
    (True, False)
    """
    return not told or told == one_line(str(wanted))


@dataclass
class Course:
    """How far the later choices go on.

    Attributes:
        made: the choices that were made, in the notation, with the faces of each.
        kept: what is kept of their dice.
        legal: how many of the later choices stay as they were.
        left_out: how many were left out before the last of those.
        changed: how many dice are other than they were, or fall no more, or fell not.
        passed: how often somebody passes instead.
        stopped: the later choice at which the war stops; None where all could be tried.
        says: why it stops there.
        violations: the clauses that the choice violates there.
    """

    made: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    kept: list[KeptDice] = field(default_factory=list)
    legal: int = 0
    left_out: int = 0
    changed: int = 0
    passed: int = 0
    stopped: Written | None = None
    says: Message | None = None
    violations: tuple[Violation, ...] = ()


def made_again(
    game: Game, dice: RecordedDice | None, rest: Sequence[Written], later: Later, course: Course
) -> Course:
    """Makes later choices again, in order, as far as they go on.

    Args:
        game: the war, which is played on.
        dice: its dice; None at a table.
        rest: the choices.
        later: what is done where one is no longer legal.
        course: what was made before.
    """
    at = by_itself = 0
    while at < len(rest) and game.engine.side is not None:
        one = rest[at]
        action: Action | None = one.action
        told = one.dice
        if not _fits(game.engine, one):
            if _chosen_by_itself(game.engine, one, by_itself):
                by_itself += 1
                course.legal += 1
                at += 1
                continue
            following = _next_that_fits(game.engine, rest, at) if later == "pass" else None
            if following is not None:
                course.left_out += following - at
                at = following
                continue
            action = _nothing(game.engine) if later == "pass" and course.passed < MOST_PASSED else None
            if action is None:
                return _ended(game.engine, one, course)
            told = ()
        assert action is not None
        by_itself = 0
        if told or action == one.action:
            game.engine.expected = rest[at + 1].action if at + 1 < len(rest) else None
        try:
            make(game, dice, action, told, course)
        except DiceMissing as missing:
            course.stopped, course.says = one, Message("setright.die-wanted", says=missing.wanted)
            return course
        except BadInput as error:  # what stands leads to where the rules cannot go on
            course.stopped, course.says = one, error.message
            return course
        if action == one.action and told is one.dice:
            course.legal += 1
            at += 1
        else:
            course.passed += 1
    if at < len(rest):
        course.stopped, course.says = rest[at], Message("refused.over")
    return course


def make(
    game: Game,
    dice: RecordedDice | None,
    action: Action,
    told: Sequence[tuple[int, str]],
    course: Course,
) -> None:
    """Makes a choice with the dice of the log, and notes what is kept of them.

    Args:
        game: the war, which is played on.
        dice: its dice; None at a table.
        action: the choice.
        told: the faces that the log tells under it, each with what it was for.
        course: where it is noted.

    Raises:
        DiceMissing: at a table, that another die must be rolled.
        BadInput: it cannot be carried out.
    """
    text = written(action, game.rule_tables)
    if isinstance(game, TableGame):
        given = _at_table(game, action, told)
        game.choose(action, [face for face, _ in told[:given]])
        kept = given
    else:
        assert dice is not None
        dice.tell(told)
        game.carry_out(action)
        found = dice.taken(len(told), len(course.made))
        course.kept += [found] if found is not None else []
        kept = len(dice.given)
    rolls = game.entries[-1].rolls
    course.changed += max(len(told), len(rolls)) - kept
    course.made.append((text, tuple(roll.face for roll in rolls)))


def _at_table(game: TableGame, action: Action, told: Sequence[tuple[int, str]]) -> int:
    """How many of the faces of the log are rolled with a choice at a table.

    Raises:
        DiceMissing: another die must be rolled.
    """
    faces = [face for face, _ in told]
    try:
        missing, engine = game.missing(action, faces)
    except DiceLeftOver as error:
        faces = faces[: error.used]
        missing, engine = game.missing(action, faces)
    same = _same(told, engine.faces)
    if missing is None and same < len(faces):
        missing, _ = game.missing(action, faces[:same])
    if missing is not None:
        raise missing
    return len(faces)


def _same(told: Sequence[tuple[int, str]], rolls: Sequence[Roll]) -> int:
    """How many rolls from the first on are what the log says of them."""
    pairs = enumerate(zip(told, rolls, strict=False))
    other = (at for at, ((_, says), roll) in pairs if not is_same(says, roll.says))
    return next(other, min(len(told), len(rolls)))


def _fits(engine: Engine, one: Written) -> bool:
    return one.action is not None and one.side == engine.side and engine.is_legal(one.action)


def _chosen_by_itself(engine: Engine, one: Written, count: int) -> bool:
    """Whether a choice was the only one here, so that nobody was asked.

    Args:
        engine: the war.
        one: the choice.
        count: how many such choices were found since somebody was asked.
    """
    passed = [passed for passed in engine.passed if passed.action is not None][count:]
    return not one.dice and any((p.item[1], p.action) == (one.side, one.action) for p in passed)


def _next_that_fits(engine: Engine, rest: Sequence[Written], at: int) -> int | None:
    """The place of the next choice that may be made now, in the same part of the war."""
    if rest[at].action is None or rest[at].action[0] in TURNS:  # type: ignore[index]
        return None
    for place in range(at + 1, len(rest)):
        if _fits(engine, rest[place]):
            return place
        action = rest[place].action
        if action is None or action[0] in TURNS:
            return None
    return None


def _nothing(engine: Engine) -> Action | None:
    """The choice with which one does nothing here, if there is one."""
    return next(((verb,) for verb in NOTHING if engine.is_legal((verb,))), None)


def _ended(engine: Engine, one: Written, course: Course) -> Course:
    """Why the war stops at a choice."""
    course.stopped = one
    if one.action is None:
        course.says = Message("setright.unread")
    elif one.side != engine.side:
        course.says = Message("log.other-side", side=engine.side)
    else:
        course.violations = violations_of(engine, one.action)
        clauses = dict.fromkeys(one.clause_id for one in course.violations)
        course.says = Message("setright.no-longer", clauses=Message.all_of([*clauses]))
    return course
