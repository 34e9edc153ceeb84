"""A session: a war and who plays each side; next, back and jump through the sequence of play, options, dice,
and what each player may see.

>>> session = Session(seed=1690, bourbon="sense", alliance="sense")
>>> session.next(), session.place
(True, 1)
>>> session.jump(year=1689)
True
>>> session.here.year, session.here.phase
(1689, 'event')
>>> session.back(), session.here.year
(True, 1688)
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, zip_longest
from pathlib import Path
from random import Random

from ..core.errors import BadInput, NinevearsError, Refused
from ..core.messages import Message
from ..core.rulings import Step, Violation
from ..nine_years.components.position import Hand, Position
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.engine.choices import Decision, Option, action_of, option_of, refusal
from ..nine_years.engine.notation import Action
from ..nine_years.games.game import Game
from ..nine_years.games.log_text import otherwise_line, roll_line
from ..nine_years.games.record import Decided, Otherwise
from ..nine_years.games.view import ForSeat, for_seat
from ..nine_years.rules.sequence import PHASES
from ..umpire.cases.refused import why_refused
from .branches import FIRST, Branch, Branches, alike, seeds_of, told
from .match import MOST_CHOICES
from .moments import Here, Moment, here_of, told_by, unseen_on
from .openings import opened
from .seats import MACHINES, STAND_IN, Seat, Show, seat_named, show_named

BETWEEN_REPORTS = 10
"""So many decisions of the computer are made between two reports of progress."""


class Session:
    """A war, who plays each side, and how far we are in it.

    What was played stays known when one goes back, until something else is chosen there.

    Args:
        source: a game, a position, or the path of a log or a save; without it a new war.
        bourbon, alliance: who plays: ``person``, ``sense``, ``bold`` or ``chance`` (by chance).
        seed: of a new war.
        show: ``own``: no more than one side may see; ``all``: everything, as by default when no person plays.
        fair: whether the dice are fair dice, so that no roll and no card can be taken back; a log may say so.

    Attributes:
        game: the war.
        seats: who plays each side; may be changed. ``away``: a person at another seat of a table (`table`).
        moments: all decisions that are known, those ahead of us too.
        ways: this way of the war, and those that were left for another choice.
        since: the number of the first decision that belongs to what just happened.
        together: decisions that were made as one and are undone as one, such as a march with its force.

    Raises:
        BadInput: the source, the seed or a seat is not what it should be.
    """

    def __init__(
        self,
        source: Game | Position | str | Path | None = None,
        *,
        bourbon: str = "person",
        alliance: str = "sense",
        seed: int = 1688,
        show: str | None = None,
        fair: bool = False,
    ) -> None:
        self.seats: dict[Side, Seat] = {"Bourbon": seat_named(bourbon), "Alliance": seat_named(alliance)}
        self.show: Show = show_named(show or ("all" if self.hands_off else "own"))
        self.fair: bool = fair
        self._begin(Game.new(seed) if source is None else opened(source))

    def _begin(self, played: Game) -> None:
        self.game: Game = Game(
            played.start, played.rule_tables, played.readings, asks_alike=played.asks_alike
        )
        self.game.remarks = played.remarks.copy()
        self.game.fair = self.fair = self.fair or played.fair
        for one in played.at_start:
            self.game.set_right(one)
        self.moments: list[Moment] = []
        self.together: list[range] = []
        self.before: tuple[Step, ...] = self.game.steps
        numbers = [entry.otherwise.number for entry in played.entries if entry.otherwise is not None]
        self.ways: Branches = Branches(max([FIRST, *numbers]))
        for entry, following in zip_longest(played.entries, played.entries[1:]):
            self.game.engine.expected = following.action if following is not None else None
            self.take_up(entry.action, entry.otherwise, entry.then)
        self.since: int = max(0, len(self.moments) - 1)

    def open(self, source: Game | Position | str | Path) -> None:
        """Goes on with another war; the present one stays when that fails.

        Raises:
            BadInput: it cannot be opened.
            BadEntry: an entry of a log does not fit.
        """
        seats, show = self.seats, self.show
        self.adopt(Session(source, bourbon=seats["Bourbon"], alliance=seats["Alliance"]))
        self.seats, self.show = seats, show

    def adopt(self, other: Session) -> None:
        """Goes on with the war of another session, in its place; that one must not be played on."""
        self.__dict__.update(other.__dict__)

    # ---- where we are

    @property
    def place(self) -> int:
        """How many decisions were made before this one."""
        return len(self.game)

    @property
    def here(self) -> Here:
        """Our place in the sequence of play."""
        return here_of(self.game.engine)

    @property
    def over(self) -> bool:
        """Whether the war is over here."""
        return self.game.engine.side is None

    @property
    def side(self) -> Side | None:
        """Whose decision it is."""
        return self.game.engine.side

    @property
    def hands_off(self) -> bool:
        """Whether no person plays."""
        return "person" not in self.seats.values()

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person must choose now."""
        return self.side is not None and self.seats[self.side] == "person"

    @property
    def ahead(self) -> tuple[Moment, ...]:
        """Decisions that were made beyond this place and can be made again."""
        return tuple(self.moments[self.place :])

    @property
    def happened(self) -> tuple[Moment, ...]:
        """The decisions since the last halt, or since the viewer last chose, and what they caused."""
        first = min(self.since, self.place)
        while self.hot_seat and first and self.moments[first - 1].entry.side != self.side:
            first -= 1
        return tuple(self.moments[first : self.place])

    # ---- what is seen

    @property
    def viewer(self) -> Side | None:
        """Through whose eyes the table is shown; None when everything is."""
        if self.show == "all" or self.over:
            return None
        persons = [side for side in SIDES if self.seats[side] == "person"]
        return persons[0] if len(persons) == 1 else self.side

    @property
    def hot_seat(self) -> bool:
        """Whether two persons share the screen and hide their cards from each other."""
        return self.show == "own" and set(self.seats.values()) == {"person"} and not self.over

    @property
    def seen(self) -> ForSeat:
        """What leaves for the viewer, through the one gate."""
        return for_seat(self.game, self.viewer or "umpire")

    @property
    def decision(self) -> Decision | None:
        """What must be chosen now; its options are left out where the viewer must not see them."""
        return self.seen.decision

    @property
    def hands(self) -> dict[Side, Hand]:
        """The hands that the viewer may see."""
        return self.seen.hands

    def is_covered(self, moment: Moment) -> bool:
        """Whether the viewer must not see what was chosen: a card that lies face down (NY 13.2.1.a)."""
        return self.seen.covers(moment.entry, moment.number)

    def describe(self, moment: Moment) -> Message:
        """What was chosen, in a sentence, as far as the viewer may know."""
        return Message("last.secret", side=moment.entry.side) if self.is_covered(moment) else moment.says

    def log_lines(self, year: int | None = None) -> list[str]:
        """The log up to here in the notation, without its head, as far as the viewer may know.

        Args:
            year: only of this year.
        """
        seen = self.seen
        lines: list[str] = []
        heading = None
        for moment in self.moments[: self.place]:
            if year is not None and moment.here.year != year:
                continue
            if heading != moment.when:
                heading = moment.when
                lines.append(f"# {Message('log.heading', year=moment.here.year, phase=moment.here.phase)}")
            if moment.entry.otherwise is not None:
                lines.append(otherwise_line(moment.entry.otherwise, seen.seat == "umpire"))
            lines.append(f"{moment.entry.side}: {seen.text_of(moment.entry, moment.number)}")
            lines += [roll_line(face, str(says)) for face, says in moment.entry.rolls]
            lines += chain(*map(seen.block_of, moment.entry.then))
        return lines

    # ---- what moves it

    def choose(self, choice: Option | Action | str) -> None:
        """Makes a choice. What was known beyond stays known when it began in the same way; else it is kept as
        a branch, unless neither chance nor the other side had answered.

        Raises:
            BadInput: it is no choice at all.
            Refused: the rules forbid it; tells every clause.
            NinevearsError: under fair dice, that a roll cannot be taken back.
        """
        place = self.place
        try:
            action = self.game.checked(choice)
        except Refused:
            action = action_of(choice, self.game.rule_tables)
            raise refusal(self.game.engine, action, self._why_refused(action)) from None
        self.moments, otherwise = self.ways.before_choice(self.moments, self.here, self.game, action)
        known = self.moments[place].entry if place < len(self.moments) else None
        then = known.then if known is not None and known.action == action else ()
        self.take_up(action, otherwise, then)
        self.since = place
        self.together = [made for made in self.together if made.stop <= place]

    # ---- branches

    @property
    def branches(self) -> list[Branch]:
        """All ways of the war that are known, this one among them."""
        return self.ways.told_of(self.moments, self.place)

    def branch(self) -> int:
        """Goes off here, to try what would follow; the way that is left can be taken again (`switch`).

        Returns:
            The number of the branch.

        Raises:
            NinevearsError: under fair dice, that a roll cannot be taken back.
            BadInput: there are too many branches.
        """
        if self.ways.is_begun(self.moments) or self.ways.way.fork != self.place:
            self.moments = self.ways.go_off(self.moments, self.here, self.game)
        return self.ways.way.number

    def switch(self, number: int) -> None:
        """Goes to another way of the war, to where one was in it.

        Raises:
            BadInput: there is none of this number.
        """
        if number == self.ways.way.number:
            return
        before, place = self.moments, self.place
        self.together = []
        way = self.ways.switch(number, before, place)
        self.go_to(min(place, alike(before, way.moments)))
        self.moments = way.moments
        self.go_to(way.place)

    def why_not(self, choice: Option | Action | str) -> tuple[Violation, ...]:
        """Every clause that a choice would violate now.

        Raises:
            BadInput: it is no choice at all, or the viewer may not know what the other side can choose.
        """
        if not self.seen.may_ask:
            raise BadInput("action", str(choice), Message("expected.own-decision", side=self.side))
        return self._why_refused(action_of(choice, self.game.rule_tables))

    def _why_refused(self, action: Action) -> tuple[Violation, ...]:
        return why_refused(self.game.engine, action, self.game.engine.side or "both")

    def next(self, *, pause: bool = False) -> bool:
        """Goes on: one decision when no person plays, else to the next decision of a person.

        Args:
            pause: one decision in any case.

        Returns:
            Whether anything was done: nothing is where a person must choose.
        """
        place = self.place
        if not self._forward():
            return False
        if not (pause or self.hands_off):
            self._play(lambda: self.is_persons_turn)
        self.since = place
        return True

    def answer(self) -> None:
        """Lets the computer decide until a person must, as part of what happened since the last halt."""
        since = self.since
        self._play(lambda: self.hands_off or self.is_persons_turn)
        self.since = since

    def play_on(self) -> None:
        """Lets the computer play until a person must choose or the war is over."""
        self._play(lambda: self.is_persons_turn)
        self.since = max(0, self.place - 1)

    def back(self, *, pause: bool = False) -> bool:
        """Goes back: one decision when no person plays, else to the last decision of a person, or to where
        what was made as one with it began.

        Raises:
            NinevearsError: under fair dice, that a roll cannot be taken back.
        """
        if not self.place:
            return False
        to = self.place - 1
        while to and not (pause or self.hands_off) and self.seats[self.moments[to].entry.side] != "person":
            to -= 1
        if not pause:
            to = next((made.start for made in self.together if to in made), to)
        if self.fair and told(self.moments[to : self.place]):
            raise NinevearsError(Message("wartable.fair-dice"))
        self.go_to(to)
        return True

    def jump(
        self,
        *,
        year: int | None = None,
        phase: str | None = None,
        entry: int | None = None,
        progress: Callable[[int, int], object] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> bool:
        """Goes to a place in the war, back or forward; beyond what was played the computer plays for all.

        Args:
            year: to the beginning of this year, or of its phase; by default this year.
            phase: ``event``, ``reinforcement``, ``campaign`` or ``winter``.
            entry: to the decision before which so many were made.
            progress: called with how many decisions were made, and the year.
            stop: asked whether to stop.

        Returns:
            Whether the place was reached: the war may end before.

        Raises:
            BadInput: there is no such place.
        """
        if entry is not None:
            _between("entry", entry, 0, MOST_CHOICES)
            self.go_to(min(entry, len(self.moments)))
            self._play(lambda: self.place >= entry, progress, stop, for_all=True)
            self.since = max(0, self.place - 1)
            return self.place == entry
        years = self.years
        year = self.here.year if year is None else year
        _between("year", year, years[0], years[-1])
        if phase is not None and phase not in PHASES:
            raise BadInput("phase", phase, Message.one_of(PHASES))
        wanted = year, PHASES.index(phase or PHASES[0])
        found = next((moment.number for moment in self.moments if moment.when >= wanted), None)
        self.go_to(len(self.moments) if found is None else found)
        if found is None:
            self._play(lambda: self._when() >= wanted, progress, stop, for_all=True)
            self.since = max(0, self.place - 1)
        return self._when() >= wanted

    def go_to(self, place: int) -> None:
        """Goes to a decision that is known.

        Raises:
            BadInput: there is none such.
        """
        _between("entry", place, 0, len(self.moments))
        game = self.game
        if place < self.place:
            game.undo(place)
        game.recorded = False
        try:
            for moment in self.moments[self.place : place]:
                game.carry_out(moment.entry.action, moment.entry.otherwise, moment.entry.then)
        finally:
            game.recorded = True
        self.since = max(0, place - 1)
        self._note_end()

    @property
    def years(self) -> range:
        """The years that this war may see."""
        start = self.game.start.year
        last: int = self.game.rule_tables.scenario.settings["last_year"]
        return range(start, max(start, last) + 1)

    def machines_choice(self, for_all: bool = False) -> Action:
        """What the computer chooses here: the same whenever it is asked.

        Args:
            for_all: it plays for a person too.
        """
        engine = self.game.engine
        assert engine.side is not None
        seat = self.seats[engine.side]
        player = MACHINES[STAND_IN if seat == "person" and for_all else seat]
        return player(engine, Random(f"{engine.board.seed}:{self.place}"))

    # ---- within

    def _forward(self, for_all: bool = False) -> bool:
        """One decision: again, or the computer's; False when a person must choose, or nobody."""
        if self.place < len(self.moments):
            since = self.since
            self.go_to(self.place + 1)
            self.since = since
            return True
        if self.over or (self.is_persons_turn and not for_all):
            return False
        if self.ways.must_go_off(self.game):
            self.moments = self.ways.go_off(self.moments, self.here, self.game)
        self.take_up(self.machines_choice(for_all), self.ways.otherwise(self.place))
        return True

    def _note_end(self) -> None:
        """At the end of a war its seed is shown to those who knew no more than a side."""
        if self.over and self.show == "own":
            self.ways.shown.update(seeds_of(self.game))

    def _play(
        self,
        reached: Callable[[], bool],
        progress: Callable[[int, int], object] | None = None,
        stop: Callable[[], bool] | None = None,
        for_all: bool = False,
    ) -> None:
        for count in range(MOST_CHOICES):
            if reached() or (stop is not None and stop()) or not self._forward(for_all):
                return
            if progress is not None and count % BETWEEN_REPORTS == 0:
                progress(count + 1, self.game.engine.board.year)

    def take_up(self, action: Action, otherwise: Otherwise | None = None, then: Decided = ()) -> None:
        """Makes a choice that is known to be legal, and remembers where it was made and what it caused.

        Args:
            action: the choice.
            otherwise: the branch that begins with it.
            then: what an umpire decided after it.
        """
        game, place = self.game, self.place
        here = here_of(self.game.engine)
        name = str(game.engine.board.agenda[-1][0]) if game.engine.side else ""
        unasked = game.engine.waiting() if game.engine.leaves_no_choice else None
        before = unseen_on(game.engine.board)
        game.carry_out(action, otherwise, then)
        entry = game.entries[-1]
        self._note_end()
        if place < len(self.moments) and self.moments[place].entry == entry:
            return
        del self.moments[place:]
        option = option_of(entry.action, game.rule_tables)
        passed = [unasked._replace(action=entry.action)] if unasked else []
        passed += game.engine.passed
        mine = tuple(one for one in passed if self.seats[one.item[1]] not in MACHINES)
        told = told_by(entry, before, game.engine.board)
        self.moments.append(
            Moment(place, here, name, entry, option.says, option.text, game.steps, mine, told)
        )

    def _when(self) -> tuple[int, int]:
        board = self.game.engine.board
        return board.year, PHASES.index(board.phase)


def _between(field: str, number: int, least: int, most: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
        raise BadInput(field, number, Message("expected.between", least=least, most=most))
