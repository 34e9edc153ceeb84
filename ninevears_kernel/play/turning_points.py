"""What a war turned on: the actions that changed the chances most, in words, and the luck of each side.

>>> from ..nine_years.games.game import Game
>>> game = Game.new(1690)
>>> game.choose("first Alliance")
>>> looking = Reviewing(Session(game, bourbon="sense", alliance="sense"))
>>> looking.go_on()
>>> len(looking.turns), looking.review().swings
(1, ())
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from copy import copy
from functools import partial
from itertools import groupby, islice
from operator import attrgetter

from ..core.errors import NinevearsError
from ..core.messages import Message, say
from ..core.rulings import Step
from ..nine_years.components.map import ZONES
from ..nine_years.components.map_masks import SPACES
from ..nine_years.components.piece_numbers import ABSENT
from ..nine_years.components.sides import Side, enemy
from ..nine_years.engine.board import Board
from ..nine_years.engine.choices import option_of
from ..nine_years.engine.engine import Roll
from ..nine_years.games.last_action import actions_since
from ..nine_years.rules.supply import VICTORY_TARGETS
from ..umpire.luck.roll_kinds import KINDS
from .chance_steps import BATTLE, LEAST_STEP, chance_steps, hung_on, roll_told, step_told
from .closer_look import proposed
from .evaluation import points
from .happened import happened_told
from .hints import may_ask
from .judge import changes, sight
from .left_undone import LOSER, fleet_left, fleet_unpaid
from .moments import war_at
from .review_data import PARTS, Review, Seen, Swing
from .session import Session
from .turns import Turn, turns

MOST_SWINGS, OF_A_YEAR, OWN = 5, 3, 2
"""So many turning points has a war, and so many moments a year: of whoever learns so many."""
LEAST, LEAST_OF_A_YEAR = 0.03, 0.015
"""What changed the chances by less is no turning point; of a year it is no moment to look at again: so far
the judge itself strays from what the dice of a fleet bring on the average (``tests/test_judge_signs.py``).
"""
REVOLUTION = "revolution.begins"
"""Britain changes sides: a turning point, though it comes by itself in winter (NY 20.2.5.2)."""
MOST_PASSINGS, LEAST_PASSING = 2, 0.05
"""So many times that the curve moved by itself are told, where it moved so much."""
ENDS = frozenset(f"victory.{how}" for how in ("Paris", "capital", "points", "major", "minor"))
"""By what a war is over."""
MOST_SAID = 3
"""So many sentences tell a turning point."""
COUNTS = (
    *("control", "seas", "fleets", "sieges", "lines", "victory_points", "kww_cell", "kww_strengthened"),
    *("revolution", "savoy_left", "rich_markers", "resource_base", "famous_victories", "lasting_events"),
)
"""What a turning point changes of a board, besides troops."""
NOT_SEEN = "judge.by-nature"
"""What the judge thinks of a position by its year alone, which nobody sees on the table."""
TAKES_ALONG = ("force", "embark", "losses")
"""Decisions of whom to take along: what comes of an action says little of them."""
TARGETS = {name for names in VICTORY_TARGETS.values() for name in names}


def check_may_review(session: Session) -> None:
    """Refuses where two people play, each with secrets from the other, till the war is over (NY 4.4).

    Raises:
        NinevearsError: the review would tell what lies covered.
    """
    hidden = "away" in session.seats.values() or (session.viewer is not None and not may_ask(session))
    if hidden and not session.over:
        raise NinevearsError(Message("review.after-the-war"))


class Reviewing:
    """A review under way, for those who show it as it grows.

    Args:
        session: the war, and who looks; all that is known of this way of it is looked at.
        progress: called with how many choices are looked at, and of how many.
        stop: says whether to stop.

    Attributes:
        session: the same at its end; the one that was given stays as it is.
        turns: what was found.

    Raises:
        NinevearsError: two people play; each has secrets from the other, till the war is over (NY 4.4).
    """

    def __init__(
        self,
        session: Session,
        *,
        progress: Callable[[int, int], object] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        check_may_review(session)
        self.session = Session.__new__(Session)  # of its own also where several seats share one war
        self.session.__dict__.update(session.__dict__)
        self.session.game = game = session.game.branch()
        self.session.moments, self.session.ways = session.moments, session.ways
        game.recorded = False
        for moment in session.ahead:
            game.carry_out(moment.entry.action, moment.entry.otherwise, moment.entry.then)
        self.exact = self.session.viewer is None  # NY 4.4: odds tell what lies covered
        self.turns: list[Turn] = []
        self._coming = turns(game, exact=self.exact, progress=progress, stop=stop)

    @property
    def of(self) -> int:
        """Of how many choices."""
        return self.session.place

    @property
    def over(self) -> bool:
        """Whether all were looked at."""
        return len(self.turns) == self.of

    def go_on(self, most: int | None = None) -> None:
        """Looks at more choices.

        Args:
            most: at so many; by default at all.
        """
        self.turns += islice(self._coming, most)

    def review(self, year: int | None = None) -> Review:
        """What was found till now.

        Args:
            year: the turning points are those of this year.
        """
        among = self.turns if year is None else [turn for turn in self.turns if turn.year == year]
        came = [turn for turn in among if self._told(turn, (REVOLUTION,))]
        acted = [turn for turn in among if turn not in came]
        others = (
            self._moments(acted) if year else greatest(acted, MOST_SWINGS, self._weight, LEAST, self._turned)
        )
        found = [(self._weight(group), self._swing(group)) for group in others]
        begun = [self._passing(turn) for turn in came]
        again = [one for one in begun if one.undone or not year]  # of a year what can be chosen otherwise
        found += [(abs(one.clock), one) for one in again]
        swings = tuple(swing for _, swing in sorted(found, key=lambda one: -one[0]))
        moved = [turn for turn in among if turn not in came and abs(turn.clock) >= LEAST_PASSING]
        most_moved = sorted(moved, key=lambda turn: -abs(turn.clock))[:MOST_PASSINGS]
        passings = [self._passing(turn) for turn in most_moved] + [one for one in begun if one not in again]
        passings.sort(key=attrgetter("number"))
        return Review(tuple(self.turns), swings, self.exact, tuple(passings), self._steps())

    def _steps(self) -> tuple[tuple[Turn, str], ...]:
        """What those steps of the curve were that can be seen, as far as the viewer may know."""
        seen = copy(self.session)
        seen.show = "all" if self.exact else seen.show
        moved = (turn for turn in self.turns if abs(turn.after - turn.before) >= LEAST_STEP)
        return tuple((turn, step_told(seen, turn)) for turn in moved)

    def _moments(self, acted: Sequence[Turn]) -> list[list[Turn]]:
        """The moments of a year to look at again: first of whoever learns, who can choose otherwise."""
        seats = self.session.seats
        mine = [turn for turn in acted if seats[self.turns[turn.action].side] == "person"]
        weight = partial(self._weight, of_a_year=True)
        own = greatest(mine, OWN, weight, LEAST_OF_A_YEAR)
        looked_at = {group[0].action for group in own}
        others = [turn for turn in acted if turn.action not in looked_at]
        return own + greatest(others, OF_A_YEAR - len(own), weight, LEAST_OF_A_YEAR)

    def sketch(self) -> Review:
        """The same without its turning points, while it grows."""
        return Review(tuple(self.turns), (), self.exact)

    def is_told(self, number: int) -> bool:
        """Whether the whole action that began with a choice was looked at."""
        return self.over or (bool(self.turns) and self.turns[-1].action > number)

    def luck_of(self, number: int, side: Side) -> float:
        """What the dice of an action did to the chance of a side, as far as it was looked at.

        Args:
            number: a choice of it.
            side: the side.
        """
        actions = {turn.action for turn in self.turns[number : number + 1]}
        return sum(turn.for_side(side).dice for turn in self.turns if turn.action in actions)

    def _weight(self, group: Sequence[Turn], of_a_year: bool = False) -> float:
        """How much an action counts as a turning point.

        What is bought for the year's points is none: it takes nothing from the enemy yet, and tells when it
        is used; nor is a fleet that failed, as in most years; but of a year, and while the war goes on, it is
        one: a great step of the curve has no other name. One that took a sea counts together with its price.
        A capital that is taken always counts: it may end the war (NY 6.2).
        """
        begun, change = group[0], change_of(group)
        if begun.phase == "reinforcement":
            return 0.0
        moments = self.session.moments
        for turn in group:
            if self._takes_a_capital(turn):
                return 1.0 + abs(change)
            if self._told(turn, ("fleet.fails",)):
                return abs(change) * (of_a_year or not self.session.over)
        verb, *what = moments[begun.number].entry.action
        if verb == "deploy":
            paid = self._paid(begun, str(what[0]))
            return min(abs(change), abs(change + paid))
        return abs(change)

    def _turned(self, group: Sequence[Turn]) -> bool:
        """Whether an action did more than move one's own troops: what that opens or guards tells when it is
        used.
        """
        ends = (war_at(self.session.game, at) for at in (group[0].number, group[-1].number + 1))
        before, after = (_beside(game.engine.board, group[0].side) for game in ends)
        return before != after

    def _takes_a_capital(self, turn: Turn) -> bool:
        return any(step.says.values["space"] in TARGETS for step in self._told(turn, ("holding.taken",)))

    def _paid(self, deployed: Turn, fleet: str) -> float:
        """What paying for a fleet changed in the year in which it is deployed (NY 12.3.6, 13.5.6)."""
        paid = 0.0
        for turn in self.turns[: deployed.number]:
            if turn.year == deployed.year:
                verb, *what = self.session.moments[turn.number].entry.action
                if verb == "fleet" and what[0] == fleet:
                    paid += change_of([turn])
        return paid

    def _swing(self, group: Sequence[Turn]) -> Swing:
        session, first, end = self.session, group[0], group[-1].number + 1
        begun, then = session.moments[first.number], copy(session)
        then.game = war_at(session.game, end)
        then.show = "all" if self.exact else session.show
        then.since = first.number
        covered = then.is_covered(begun)
        done = actions_since(then.game, first.number)
        lines = happened_told(then, lambda _: [], own=True)
        fought = [at for _, action in done for _, at in action.happened]
        places = [SPACES[line["place"]].name for line in lines if line["place"] is not None]
        says = [line["says"] for line in lines][:MOST_SAID] or [str(then.describe(begun))]
        now, was = then.game.position, war_at(session.game, first.number).position
        if now.victory_points != was.victory_points and now.year == first.year:  # else winter paid too
            points = was.victory_points, now.victory_points
            towards = "Alliance" if points[0] < points[1] else "Bourbon"
            says.append(say("review.marker", was=points[0], now=points[1], side=towards))
        if any(self._takes_a_capital(turn) for turn in group):
            says.append(say("review.capital"))
        choice, dice, cards = (sum(getattr(turn, name) for turn in group) for name in PARTS[:3])
        space = ["", *places, *fought][-1]
        last = None if covered or not done else done[0][1]
        went = [name for move in last.moves for name in move.way if name not in ZONES] if last else []
        seen = Seen(
            now.replace(agenda=()),  # what waits uncovers stacks
            *(then.game.rule_tables, then.viewer, last),
            tuple(dict.fromkeys([space, *went])) if space else (),
            (was.victory_points, was.kww_cell),
        )
        return Swing(
            first.number,
            end,
            *(first.year, first.phase, first.side),
            tuple(says),
            self._clause(group, (abs(choice), abs(dice), abs(cards))),
            space,
            first.before,
            *(choice, dice if self.exact else None, cards),
            seen,
            steps=chance_steps(session, group) if self.exact else (),
            looks=self._looks(group),
            rolled=() if covered else tuple(map(roll_told, self._rolls(group))),
            box=next((line["box"] for line in lines if line["box"]), None),
            passed=sum(turn.clock for turn in group),
        )

    def _looks(self, group: Sequence[Turn]) -> tuple[Side, int] | None:
        """The choice of an action to look closer at: the first that a careful player would make otherwise,
        else the first; while the war goes on of the viewer's own (NY 4.4).
        """
        found: tuple[Side, int] | None = None
        for turn in group:
            moment = self.session.moments[turn.number]
            if moment.decision in TAKES_ALONG or not (self.exact or turn.side == self.session.viewer):
                continue
            other = proposed(war_at(self.session.game, turn.number), turn.side)
            if other is not None and (found is None or other != moment.entry.action):
                found = turn.side, turn.number
                if other != moment.entry.action:
                    break
        return found

    def _told(self, turn: Turn, ids: Container[str]) -> list[Step]:
        """Those steps of a choice that have one of these messages."""
        return [step for step in self.session.moments[turn.number].steps if step.says.id in ids]

    def _passing(self, turn: Turn) -> Swing:
        """What came by itself with the end of a phase, and what of the position made the difference."""
        before, then = (war_at(self.session.game, at) for at in (turn.number, turn.number + 1))
        was, now = before.position, then.position
        begun = self._told(turn, (REVOLUTION,))
        whose: Side = "Bourbon" if turn.clock > 0 else "Alliance"
        undone = None
        if begun:
            whose, undone = LOSER, fleet_left(self.session, turn.number)
        elif then.engine.board.phase != before.engine.board.phase == "reinforcement":
            undone = fleet_unpaid(self.session, turn.number, whose)
        steps = [(str(step.says), step.clause_id) for step in begun or self._told(turn, ENDS)]
        if not steps:
            good = turn.clock > 0
            made = changes(sight(before.engine.board), sight(then.engine.board))
            made = [one for one in made if (one.points > 0) == good and one.says.id != NOT_SEEN][:MOST_SAID]
            moved = Message.all_of([one.says for one in made])
            steps = [(say("review.because", says=moved), one.clause_id) for one in made[:1]]
        says, clauses = zip(*steps, strict=True) if steps else ((), ("NY 6.3",))
        seen = Seen(
            now.replace(agenda=()),
            *(then.rule_tables, self.session.viewer, None),
            ("London",) if begun else (),
            (was.victory_points, was.kww_cell),
        )
        return Swing(
            turn.number,
            turn.number + 1,
            turn.year,
            "campaign" if turn.phase == "reinforcement" else "winter",
            turn.side,
            says,
            clauses[0],
            "London" if begun else "",
            turn.after - turn.clock,
            choice=0.0,
            dice=0.0 if self.exact else None,
            cards=0.0,
            seen=seen,
            clock=turn.clock,
            undone=undone,
            looks=(whose, undone.number) if undone else None,
        )

    def _rolls(self, group: Sequence[Turn]) -> list[Roll]:
        """The dice on which an action hung: those of a battle where there was one, else of the choice whose
        dice mattered most.
        """
        rolled = {turn.number: self.session.moments[turn.number].entry.rolls for turn in group}
        fought = {at: any(roll.says.id == BATTLE for roll in rolls) for at, rolls in rolled.items()}
        turn = max(group, key=lambda one: (fought[one.number], one.rolled, abs(one.dice), abs(one.choice)))
        return hung_on(rolled[turn.number])

    def _clause(self, group: Sequence[Turn], made: tuple[float, float, float]) -> str:
        """The clause of what mattered most: the die, the card that was played, or what was chosen."""
        moments = [self.session.moments[turn.number] for turn in group]
        choice, dice, cards = made
        if dice >= max(choice, cards) or (not self.exact and choice >= cards):  # these tell no dice apart
            for roll in self._rolls(group):
                if roll.says.id in KINDS:
                    return KINDS[roll.says.id].clause_id
        if cards > choice:
            for moment in moments:
                for step in moment.steps:
                    if step.says.id == "events.played":
                        return step.clause_id
        most = moments[group.index(max(group, key=lambda one: abs(one.choice)))]
        chosen = option_of(most.entry.action, self.session.game.rule_tables)
        return most.here.clause_id if chosen.action[0] == "pass" else chosen.clause_id


def _beside(board: Board, side: Side) -> list[object]:
    """All that counts of a board but where a side's own troops stand."""
    own = [board.troops(side, space) for space in range(len(SPACES))]
    lost = [board.where[one] == ABSENT for one in board.rule_tables.leaders_of[side]]
    return [
        sum(map(points, own)),
        lost,
        board.stacks[enemy(side)],
        *(getattr(board, name) for name in COUNTS),
    ]


def change_of(group: Iterable[Turn]) -> float:
    """What choices, dice and cards did to the chance of the Alliance; that a year ends is nobody's doing."""
    return sum(turn.choice + turn.dice + turn.cards for turn in group)


def greatest(
    found: Iterable[Turn],
    most: int,
    weight: Callable[[Sequence[Turn]], float],
    least: float = LEAST,
    turned: Callable[[Sequence[Turn]], bool] | None = None,
) -> list[list[Turn]]:
    """The actions that count most as turning points, the greatest first.

    Args:
        found: choices in order.
        most: how many actions.
        weight: how much an action counts.
        least: what counts less is left out.
        turned: whether it is one at all.
    """
    told: list[tuple[float, list[Turn]]] = []
    for _, group in groupby(found, key=attrgetter("action")):
        action = list(group)
        counts = weight(action)
        if counts >= least:
            told.append((counts, action))
    told.sort(key=lambda one: -one[0])
    return list(islice((action for _, action in told if turned is None or turned(action)), most))
