"""What event cards that are held bring, for a hint: the best of a card now, and each of its choices."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..core.messages import Message
from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.piece_numbers import DEMORALISED, SHAKEN
from ..nine_years.engine.board import Board
from ..nine_years.engine.choices import option_of
from ..nine_years.engine.notation import Action
from .consequences import tried
from .evaluation import Evaluation, points, steady
from .heuristic_player import value_of
from .judge import sight
from .objectives import attack_wins
from .odds import FACES


def of_card(look: Evaluation, action: Action, rest: tuple[Any, ...]) -> Iterator[Message]:
    """What a card that is held would now do best (NY 9.2.1)."""
    engine = tried(look.board, action, look.context.chosen)
    name, _, *asked = engine.board.agenda[-1]
    if name == "event-choice":
        then = Evaluation(engine.board, look.side, look.context)

        best = max(engine.options, key=lambda option: value_of(then, name, option, tuple(asked)))
        yield Message("hint.card-best", says=option_of(best, engine.rule_tables).says)
        yield from of_card_choice(then, best, tuple(asked))
    else:
        if (more := engine.board.actions_left) > look.board.actions_left:
            yield Message("hint.card-actions", count=more)
        yield from _done(look, engine.board, None)
    yield Message("hint.card-spent")


def of_card_choice(look: Evaluation, action: Action, rest: tuple[Any, ...]) -> Iterator[Message]:
    """What a card does where somebody chooses: a space, or a corps in one."""
    yield from _done(look, tried(look.board, action, look.context.chosen).board, action[-1])


def _done(look: Evaluation, after: Board, space: int | None) -> Iterator[Message]:
    """What a card does to sieges and lines, whom it lets act again, and what it means for the next battle.

    Args:
        look: what the side sees before it.
        after: what lies on the table then.
        space: the one that was chosen; None where there was no choice.
    """
    before = look.board
    falls = [
        {
            one.says.values["space"]: abs(one.value)
            for one in sight(at).counted
            if one.says.id == "judge.siege"
        }
        for at in (before, after)
    ]
    for at in sorted(falls[0].keys() | falls[1].keys()):
        now, more = (found.get(at, 0.0) for found in falls)
        if now != more:
            yield Message("hint.siege-then", space=at, now=now, then=more)
    if space is None:
        changed = [at for at in range(len(SPACES)) if _own(before, look, at) != _own(after, look, at)]
        if len(changed) != 1:
            return
        [space] = changed
    then, name = Evaluation(after, look.side, look.context), SPACES[space].name
    if after.line_at(space) > before.line_at(space):
        without, held = (_held_up(look, space, at.line_at(space)) for at in (before, after))
        yield Message("hint.line", space=name, now=without, then=held)
    fresh = len(steady(after.stacks[look.side][space])) - len(steady(before.stacks[look.side][space]))
    if fresh > 0:
        yield Message("hint.fresh", space=name, count=fresh)
    rallied = _shaken(look, space) - _shaken(then, space)
    if rallied > 0:
        yield Message("hint.take-heart", space=name, count=rallied)
    yield from _battle_then(look, then, space)


def _shaken(look: Evaluation, space: int) -> int:
    """How many corps and leaders of the side are demoralised in a space."""
    board = look.board
    leaders = [board.state[one] & DEMORALISED for one in board.leaders_at(look.side, space)]
    return sum(map(bool, leaders)) + sum(one in SHAKEN for one in board.troops(look.side, space))


def _own(board: Board, look: Evaluation, space: int) -> tuple[object, ...]:
    leaders = [board.state[one] for one in board.leaders_at(look.side, space)]
    return board.stacks[look.side][space], board.line_at(space), leaders


def _held_up(look: Evaluation, space: int, level: int) -> Fraction:
    """How likely a line holds up the enemy army near, or one without a leader (NY 15.4)."""
    origin, board = look.army_near(space), look.board
    rating = 0 if origin is None else look.battle_rating(board.leaders_at(look.other, origin))
    beat = board.rule_tables.numbers.fortified_lines.passed_above + level
    return Fraction(sum(face + rating <= beat for face in FACES), len(FACES)) if level else Fraction(0)


def _battle_then(look: Evaluation, then: Evaluation, space: int) -> Iterator[Message]:
    """How likely the nearest army of the other side wins a battle in a space, before and after a choice."""
    side = look.side if look.board.stacks[look.side][space] else look.other
    looks = [Evaluation(one.board, side, one.context) for one in (look, then)]
    origin = looks[0].army_near(space)
    theirs = side != look.side
    if not look.board.stacks[side][space]:
        return
    if origin is None:
        yield Message("hint.far-from-you" if theirs else "hint.far-from-them", space=SPACES[space].name)
        return
    wins, less = [], look.board.rule_tables.numbers.battle.demoralised
    for one in looks:
        stack, leaders = one.board.stacks[side][space], one.board.leaders_at(side, space)
        shaken = any(corps in SHAKEN for corps in stack)
        wins.append(attack_wins(one, origin, points(stack), one.battle_rating(leaders) + less * shaken))
    now, more = wins
    id = "hint.yours-then" if theirs else "hint.rallied"
    if now == more and not theirs:
        count = len(look.board.stacks[look.other][origin])
        yield Message("hint.attacked", origin=SPACES[origin].name, count=count, chance=now)
    else:
        yield Message(id, origin=SPACES[origin].name, now=now, then=more)
