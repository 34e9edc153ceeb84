"""The three remedies of arbiters for a wrong entry of a log, each worked out by the engine.

**Rewind**: back to before the entry. **Substitute**: a legal choice takes its place, and the later ones are
made again. **Stand**: it stays although it was wrong, the umpire corrects the position, and the war goes on.

>>> from ...nine_years.games.game import Game
>>> from .opened import open_log
>>> game = Game.new(1690)
>>> game.choose("first Alliance")
>>> opened = open_log(game.log.replace("first Alliance", "first Spain"))
>>> [found.choice for found in substitutes(opened).found]
['first Alliance', 'first Bourbon']
>>> set_right(opened, rewind(opened), "Spain is no side.").log.splitlines()[-4:-2]
['umpire: rewind 1  # set right by the umpire: back to before this choice', '  reason: Spain is no side.']
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from ...core.errors import MISSING, BadInput, DiceMissing
from ...core.messages import Message
from ...input_bounds import BOUNDS, check_data
from ...nine_years.atlas.change_words import describe_changes
from ...nine_years.atlas.scene import scene_of
from ...nine_years.components.position import Position
from ...nine_years.engine.choices import Option, action_of, option_of, refusal, violations_of
from ...nine_years.engine.notation import Action, written
from ...nine_years.games.game import Game
from ...nine_years.games.record import Past, Remedy, SetRight
from ...nine_years.games.set_right import MOST_EDITS, MOST_REASON, tidy
from ...nine_years.games.table_play import TableGame
from .opened import Opened
from .replaying import LATERS, Course, Later, RecordedDice, made_again, make

MOST_SUBSTITUTES = 40
"""So many choices are tried in the place of a wrong one."""
MOST_CHOICES = 1_000_000
"""More than any war has."""


@dataclass(frozen=True)
class Worked:
    """A remedy, and what it leads to.

    Attributes:
        remedy: ``rewind``, ``substitute`` or ``stand``.
        choice: what is put in the place of the wrong choice, or stands, in the notation; "" for nothing.
        says: the same in a sentence.
        edits: the umpire's corrections.
        course: how far the later choices go on.
        later: how many there are.
        past: what players had seen that is played no more.
        position: the position to which it leads.
        other: another position, beside which it is seen.
        beside: which: the ``end`` of the log, or the one ``before`` the entry.
        war: the war before the entry.
        trouble: why it cannot be done so; then the rest is as before the entry.
    """

    remedy: Remedy
    choice: str
    says: Message
    edits: tuple[str, ...]
    course: Course
    later: int
    past: Past
    position: Position
    other: Position
    beside: str
    war: Game
    trouble: Message | None = None

    @property
    def verb(self) -> str:
        """What the choice does, as in the notation: alike ones stand together."""
        return self.choice.partition(" ")[0]

    @cached_property
    def differs(self) -> list[str]:
        """What differs on the map, in sentences."""
        rules, readings = self.war.rule_tables, self.war.readings
        was = scene_of(self.other, rules=rules, readings=readings)
        return describe_changes(was, scene_of(self.position, rules=rules, readings=readings))


@dataclass(frozen=True, slots=True)
class Substitutes:
    """The choices that were tried in the place of a wrong one, the most natural first.

    Attributes:
        found: each with what it leads to.
        legal: how many legal choices there are.
    """

    found: tuple[Worked, ...]
    legal: int


def rewind(opened: Opened) -> Worked:
    """The war before the wrong entry; what was played after it is dropped.

    Args:
        opened: the log.
    """
    return _worked(opened, "rewind", "", Message("setright.rewind"), (), opened.game, Course())


def substitutes(
    opened: Opened,
    *,
    later: Later = "stop",
    most: int = MOST_SUBSTITUTES,
    progress: Callable[[int, int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Substitutes:
    """Every legal choice put in the place of the wrong one, and the later ones made again.

    What is natural comes first: what does the same thing, the most alike in its words.

    Args:
        opened: the log.
        later: what is done where a later choice is no longer legal.
        most: so many are tried.
        progress: called with how many were tried, and of how many.
        stop: says whether to stop; what was tried till there is told.

    Raises:
        BadInput: there is no such way to go on.
    """
    game = opened.game
    meant = opened.choice.text if opened.choice else ""
    actions = sorted(
        game.engine.options, key=lambda action: _unlike(written(action, game.rule_tables), meant)
    )
    if opened.fault == "dice" and opened.choice and opened.choice.action in actions:
        actions.remove(opened.choice.action)  # the same again, with the right dice, is nearest
        actions.insert(0, opened.choice.action)
    if opened.choice is not None and opened.fault == "named":
        actions = [action for action in actions if action != opened.choice.action]
    found: list[Worked] = []
    # a line that tells nothing may be left out
    tried = [None, *actions] if opened.choice is None else actions
    for count, action in enumerate(tried[:most]):
        if stop is not None and stop():
            break
        if progress is not None:
            progress(count, min(most, len(tried)))
        found.append(substitute(opened, action, later=later))
    return Substitutes(tuple(found), len(actions))


def substitute(opened: Opened, choice: Option | Action | str | None, *, later: Later = "stop") -> Worked:
    """A legal choice in the place of the wrong one, and the later ones made again.

    Args:
        opened: the log.
        choice: the choice; None to leave out a line that tells none.
        later: what is done where a later choice is no longer legal.

    Raises:
        BadInput: it is no choice, or there is no such way to go on.
        Refused: the rules forbid it; tells every clause.
    """
    _check_later(later)
    game = opened.game
    if not choice:
        return _played(opened, "substitute", None, Message("setright.left-out"), (), later)
    action = action_of(choice, game.rule_tables)
    if game.engine.side is None or not game.engine.is_legal(action):
        raise refusal(game.engine, action, violations_of(game.engine, action))
    says = option_of(action, game.rule_tables).says
    return _played(opened, "substitute", action, says, (), later)


def stand(opened: Opened, edits: Sequence[Mapping[str, Any]] = (), *, later: Later = "stop") -> Worked:
    """The wrong entry stands, and the war goes on from the position after it, corrected by the umpire.

    Where the engine can carry the choice out it does, whatever forbids it; where it cannot, the corrections
    alone say what came of it.

    Args:
        opened: the log.
        edits: plain edits of the position behind the entry, as in a case.
        later: what is done where a later choice is no longer legal.

    Raises:
        BadInput: an edit cannot be made, the war could not go on then, or there is no such way to go on.
    """
    _check_later(later)
    if len(edits) > MOST_EDITS:
        found = Message("found.entries", count=len(edits))
        raise BadInput("edits", found, Message("expected.entries-at-most", count=MOST_EDITS))
    check_data(list(edits))
    texts = tuple(json.dumps(edit, ensure_ascii=False, sort_keys=True) for edit in edits)
    says = Message("setright.stand-without")
    if (action := _could_be(opened)) is not None:
        done = option_of(action, opened.game.rule_tables).says
        try:
            return _played(
                opened, "stand", action, Message("setright.stand", done=done), texts, later, forced=True
            )
        except BadInput as error:
            if error.field != "choice":
                raise
            says = Message("setright.stand-cannot", done=done)
    return _played(opened, "stand", None, says, texts, later)


def _could_be(opened: Opened) -> Action | None:
    """The wrong choice, if it is one of the kind that is asked for, by who is asked."""
    one, waits = opened.choice, opened.game.engine.decision
    if one is None or one.action is None or waits is None or one.side != opened.game.engine.side:
        return None
    return one.action if one.action[0] in waits[0].verbs else None


def _check_later(later: str) -> None:
    if later not in LATERS:
        raise BadInput("later", later, Message.one_of(LATERS))


def _unlike(text: str, meant: str) -> tuple[bool, float]:
    """How far a choice is from what was meant."""
    other = text.partition(" ")[0] != meant.partition(" ")[0]
    return other, -SequenceMatcher(None, text, meant).ratio()


# ---- the war on another course


def _played(
    opened: Opened,
    remedy: Remedy,
    action: Action | None,
    says: Message,
    edits: tuple[str, ...],
    later: Later,
    forced: bool = False,
) -> Worked:
    """What comes of a choice in the place of the wrong one, or of none, and of the later ones.

    Raises:
        BadInput: an edit cannot be made, or (``choice``) the choice that is to stand cannot be carried out.
    """
    game = opened.game.branch()
    game.recorded = True  # what is chosen by itself is known then
    choice = "" if action is None else written(action, game.rule_tables)
    before = game.engine.board.seed, game.engine.board.drawn
    game.set_right(
        SetRight(remedy, opened.decision, "-", choice, MOST_CHOICES, seed=opened.seed, edits=edits)
    )
    dice: RecordedDice | None = None
    if not isinstance(game, TableGame):
        board = game.engine.board
        dice = RecordedDice(board.seed, board.drawn, before)
        game.engine.context.dice = dice
    course = Course()
    if action is not None:
        told = opened.choice.dice if opened.choice is not None else ()
        if opened.fault == "dice" and not forced and dice is not None:
            told = ()  # they are what is wrong
        if opened.rest:
            game.engine.expected = opened.rest[0].action
        try:
            make(game, dice, action, told, course)
        except DiceMissing as missing:
            course.says = Message("setright.die-wanted", says=missing.wanted)
            return _worked(opened, remedy, choice, says, edits, opened.game, course, course.says)
    made_again(game, dice, opened.rest, later, course)
    return _worked(opened, remedy, choice, says, edits, game, course)


def _worked(
    opened: Opened,
    remedy: Remedy,
    choice: str,
    says: Message,
    edits: tuple[str, ...],
    game: Game,
    course: Course,
    trouble: Message | None = None,
) -> Worked:
    return Worked(
        *(remedy, choice, says, edits, course, len(opened.rest), _past(opened, course, bool(choice))),
        *(game.position, opened.ends or opened.game.position, "before" if opened.ends is None else "end"),
        *(opened.game, trouble),
    )


def _past(opened: Opened, course: Course, kept: bool) -> Past:
    """What players had seen that is played no more: the dice and cards to come must be others then."""
    if opened.game.dice == "table":
        return ""
    wrong = opened.choice.dice if opened.choice is not None and not kept else ()
    beyond = opened.rest[course.legal + course.left_out :]
    if wrong or opened.cut or any(one.dice for one in beyond):
        return "roll"
    return "card" if beyond else ""


# ---- the log set right


def set_right(opened: Opened, worked: Worked, reason: str) -> Game:
    """The war with a remedy: its log records the umpire's decision, and it goes on from there.

    Args:
        opened: the log.
        worked: the remedy.
        reason: why, in the umpire's words; both players read it.

    Raises:
        BadInput: there is no reason, the remedy cannot be done, or the log would be longer than any is read.
    """
    said = tidy(reason, MOST_REASON)
    if not said:
        raise BadInput("reason", MISSING, Message("setright.expected-reason"))
    if worked.trouble is not None:
        raise BadInput("remedy", worked.choice, worked.trouble)
    course = worked.course
    carried = len(course.made) - bool(worked.choice)
    one = SetRight(
        *(worked.remedy, opened.decision, said, worked.choice, carried, worked.past, opened.seed),
        *(worked.edits, tuple(course.kept), opened.instead),
    )
    game = opened.game.branch()
    game.set_right(one)
    for text, faces in course.made:
        if isinstance(game, TableGame):
            game.choose(text, faces)
        else:
            game.choose(text)
    if len(game.log) > BOUNDS["log"]:
        found = Message("mail.characters", count=len(game.log))
        raise BadInput("log", found, Message("mail.at-most", most=BOUNDS["log"]))
    return game
