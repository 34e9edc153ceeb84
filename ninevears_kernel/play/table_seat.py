"""A seat at the war table: what it sees and may do, as plain data for any front, and what a front may ask.

A front is sent one *state* (`TableSeat.state`) and from then on what changed of it; it sends *messages*
(`TableSeat.take`), each a mapping with one key, and gets a *reply*. Nothing here knows of widgets, threads or
networks. `FORMAT` names the version of both; ``docs/table.md`` describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..core.errors import BadInput, NinevearsError, Refused
from ..core.messages import Message, is_known, say
from ..nine_years.atlas import overlays
from ..nine_years.atlas.scene import Scene, scene_of
from ..nine_years.atlas.wire import State, state_of
from ..nine_years.components.sides import SIDES, Side, enemy
from ..nine_years.engine.choices import action_of, decision_of
from ..nine_years.engine.engine import Passed
from ..nine_years.engine.notation import Action
from ..nine_years.games.last_action import last_action
from ..nine_years.rules.sequence import PHASES
from ..nine_years.rules.victory import ALLIANCE_POINTS, level
from .before_dice import odds_before
from .coach import Coach
from .consequences import consequence, rolls_anyway
from .happened import happened_told, heading_told, story_told
from .kept_file import KeptFile
from .march_ends import march_ended
from .moments import Moment
from .natural_actions import (
    MOST_REFUSED,
    NotOffered,
    Skipped,
    about,
    engine_at,
    not_offered,
    not_offered_at,
    skipped,
    why_then,
)
from .option_groups import Offered, facing, from_the_war, grouped, offered
from .session import Session
from .table_data import (
    bands_told,
    cards_told,
    consequence_told,
    group_told,
    option_told,
    over_told,
    points_left,
    refused_told,
    skipped_told,
    violations_told,
)
from .table_guide import Guide, GuideData
from .table_keeping import Keeping
from .table_plans import go, plan, settle
from .table_rules import clause_told, readings_told, sequence_told

FORMAT = "ninevears-table/1"
MOST_LOG = 60
"""So many decisions of the log are sent; the whole is in the save."""
MOST_TYPED = 200
MOST_ASKED = 100
"""Of so many decisions of the seat it is remembered what was legal."""
Data = dict[str, Any]
Asked = tuple[Side | None, str, int | None]
"""Who is asked what, and about which space."""
READS = (
    *("preview", "at", "why", "plan", "odds", "clause", "readings", "story", "log", "picture"),
    *("link", "here"),
)
"""Messages of the war table that change nothing: any seat may send them, and again when it comes back."""
EMPTY_HANDED: Data = {"hand": cards_told(None), "others": None, "actions": None, "resources": None}
"""What the strip shows of a hand while the screen is handed over."""


class TableSeat:
    """What the seat of a session sees and may do.

    Args:
        session: the war, and who plays; its viewer is who sits here.
        file: where the war keeps itself; None for nowhere.
        guide: who says what to look at, where a war is guided.

    >>> seat = TableSeat(Session(seed=1690))
    >>> seat.state()["question"]["asks"]
    'Who goes first in the event phase?'
    >>> sorted(seat.take({"choose": "first Bourbon"}))
    []
    """

    def __init__(self, session: Session, file: KeptFile | None = None, guide: Guide | None = None) -> None:
        self.session = session
        self.guide = guide
        self.keeping: Keeping = Keeping(session, file)
        self._seated = session.viewer
        self._asked: dict[int, tuple[Moment, Asked, tuple[Action, ...]]] = {}
        self._skipped: dict[int, tuple[Moment, list[Data]]] = {}
        self._ended: dict[int, tuple[Moment, Skipped | None]] = {}
        self._told: tuple[tuple[Any, ...], State] | None = None
        self.coach = Coach(session)
        self._messages: Mapping[str, Callable[[Any], Data]] = {
            "choose": self._choose,
            "freely": self._choose_freely,
            "preview": self._preview,
            "at": self._at,
            "why": self._why,
            "undo": self._undo,
            "next": self._next,
            "step": self._step,
            "jump": self._jump,
            "clause": lambda id: {"rule": clause_told(str(id))},
            "readings": lambda _: {"readings": readings_told(self.session)},
            "plan": lambda value: plan(session, value, self._is_answer_taken_back),
            "go": self._go,
            "odds": self._odds,
            "story": lambda _: {"story": story_told(session)},
            "again": self._again,
            **self.coach.messages,
            **self.keeping.messages,
        }

    @property
    def curtain(self) -> bool:
        """Whether the screen is handed over and the one who is to see it has not sat down yet."""
        handed = self.session.hot_seat or self.keeping.handed
        return handed and self.session.viewer not in (None, self._seated)

    def take(self, message: Any) -> Data:
        """Does what a front asks, and gives the reply: ``{}``, or what was asked for; ``{"trouble": ...}``
        with a sentence and the clauses when it cannot be done.

        Args:
            message: ``{"choose": notation}``, ``{"freely": notation}``, ``{"preview": notation}``,
                ``{"at": number of a space}``, ``{"why": notation}``, ``{"undo": True}``, ``{"next": True}``,
                ``{"step": 1 or -1}``, ``{"sit": True}``, ``{"jump": {"year": ..., "phase": ...}}``,
                ``{"jump": {"entry": ...}}``, ``{"plan": force}`` or ``{"go": force and way}``
                (`table_plans`), ``{"clause": id}`` or ``{"readings": True}``; what it asks its coach
                (`coach`); or what a table does besides (`table_keeping`). With ``view``, which window sends
                it.
        """
        if not isinstance(message, Mapping):
            return {"trouble": say("wartable.no-such-message"), "why": []}
        try:
            if behind := self.keeping.forbids(message):
                return {"trouble": behind, "why": []}
        except NinevearsError as error:
            return {"trouble": str(error), "why": []}
        if "sit" in message:
            self._seated, self.keeping.handed = self.session.viewer, False
            return {}
        if self.curtain and not {"here", "take"} & message.keys():
            return {"trouble": say("sitting.hand-over", side=self.session.viewer), "why": []}
        for key, value in message.items():
            if key in self._messages:
                try:
                    reply = self._messages[key](value)
                    if "preview" not in reply:  # what was not chosen freely has changed nothing
                        self.keeping.done(message)
                    if "continue" in message and self.keeping.handed:
                        self._seated = None  # whoever opens a war of two persons is either of them
                    return reply
                except Refused as error:
                    return {"trouble": str(error), "why": violations_told(error.violations)}
                except NinevearsError as error:
                    return {"trouble": str(error), "why": []}
        return {"trouble": say("wartable.no-such-message"), "why": []}

    # ---- what it sees

    def state(self) -> State:
        """All that the seat sees now."""
        session = self.session
        if not (session.hot_seat or self.keeping.handed):
            self._seated = session.viewer
        moment = self._moment()
        if self._told is None or self._told[0] != moment:  # most messages only ask
            self._told = moment, self._war()
        guide = self._guided()
        return self._told[1] | {"guide": guide} | self.keeping.state(covered=self.curtain)

    def _guided(self) -> GuideData | None:
        """What the guide says, and at the end what comes after."""
        if self.guide is None or self.curtain:
            return None
        said = self.guide.tell(self.session)
        if said and said.get("over") and self.guide.after:
            return {**said, "next": self.guide.after}
        return said

    def _moment(self) -> tuple[Any, ...]:
        """What the seat sees depends on, but for what is kept of the war and what the guide says."""
        session = self.session
        place = session.place
        return (
            *(session.game, place, session.moments[max(0, place - 1) : place], session.moments[-1:]),
            *(len(session.moments), session.since, session.ways.way.number, len(session.ways.left)),
            *(session.show, tuple(session.seats.values()), session.viewer, self.curtain),
        )

    def _war(self) -> State:
        """The war as the seat sees it now."""
        session = self.session
        scene = scene_of(
            session.game.position, session.viewer, rules=session.game.rule_tables,
            readings=session.game.readings,
        )  # fmt: skip
        if self.curtain:
            return self._covered(scene)
        options = self._options()
        happened = happened_told(session, self._told_of_missed)
        moved = any(one["ways"] for one in happened)  # then the front draws how
        engine = session.game.engine
        groups = grouped(options, facing(engine), from_the_war(engine))
        return state_of(
            scene,
            None if moved else overlays.arrow(last_action(session.game)),
            format=FORMAT,
            strip=self._strip(scene),
            question=self._question(),
            options=[option_told(one, engine, session.viewer) for one in options],
            groups=[group_told(one, options) for one in groups],
            refused=[refused_told(one) for one in self._not_offered()],
            happened=happened,
            news=heading_told(session, happened),
            log=session.log_lines(session.here.year)[-MOST_LOG:],
            sequence=sequence_told(self.session),
        )

    def _covered(self, scene: Scene) -> State:
        """What the screen shows while it is handed over: who is asked to sit down, and no piece."""
        viewer = self.session.viewer
        covered = state_of(
            scene,
            format=FORMAT,
            strip=self._strip(scene) | EMPTY_HANDED,
            question={
                "side": viewer,
                "mine": False,
                "curtain": True,
                "who": say("wartable.curtain"),
                "asks": say("sitting.hand-over", side=viewer),
                "clause": "",
                "sit": say("sitting.i-am", side=viewer),
            },
            options=[],
            groups=[],
            refused=[],
            happened=[],
            news={"side": None, "says": ""},
            log=[],
            sequence=sequence_told(self.session),
        )
        return covered | {"marks": {}, "words": [place.space.name for place in scene.places]}

    def _options(self) -> tuple[Offered, ...]:
        decision = self.session.decision
        return offered(self.session.game) if decision is not None and decision.options else ()

    def _not_offered(self) -> tuple[NotOffered, ...]:
        if not self._options():
            return ()
        ended = [one for moment in self._own_last() if (one := self._march_ended(moment))]
        found = not_offered(self.session.game, *self._known())
        return (*(refused for one in ended for refused in one.refused), *found)[:MOST_REFUSED]

    def _known(self) -> tuple[tuple[Action, ...], list[Passed]]:
        """What was legal when the same was asked, and the steps since the last choice that passed by."""
        return self._earlier(), self._passed(self._own_last())

    def _now(self) -> Asked:
        """What is asked now."""
        engine = self.session.game.engine
        return engine.side, str(engine.board.agenda[-1][0]), about(engine)

    def _earlier(self) -> tuple[Action, ...]:
        """What was legal when this side was last asked the same about the same place, in this very war."""
        session, now = self.session, self._now()
        for place in sorted(self._asked, reverse=True):
            moment, asked, options = self._asked[place]
            if asked == now and place < session.place and session.moments[place] is moment:
                return options
        return ()

    def _own_last(self) -> list[Moment]:
        """The last choices in a row of the side that must choose: what it has just done."""
        session = self.session
        first = session.place
        while first > session.since and session.moments[first - 1].entry.side == session.side:
            first -= 1
        return session.moments[first : session.place]

    def _passed(self, moments: Iterable[Moment]) -> list[Passed]:
        """The seat's decisions that nobody was asked at some moments."""
        viewer = self.session.viewer
        found = [one for moment in moments for one in moment.passed]
        return [one for one in found if viewer is None or one.item[1] == viewer]

    def _strip(self, scene: Scene) -> Data:
        session = self.session
        board = session.game.engine.board
        winner, how = level(scene.victory_points)
        viewer = session.viewer
        side: Side = (viewer if viewer in SIDES else session.side) or "Bourbon"  # a spectator has none
        hand = session.hands.get(side)
        counted = {one.side: one for one in scene.hands}
        own, theirs = counted[side], counted[enemy(side)]
        named = session.game.rule_tables.events
        return {
            "year": scene.year,
            "phase": scene.phase,
            "phases": [[phase, say(f"wartable.phase-{phase}")] for phase in PHASES],
            "side": side,
            "points": scene.victory_points,
            "highest": ALLIANCE_POINTS,
            "bands": bands_told(),
            "now": say(f"wartable.now-{how}", side=Message(f"map.side-{winner}")),
            "actions": board.actions_left if scene.phase == "campaign" and board.active == side else None,
            "resources": board.resource_left.of(side) if scene.phase == "reinforcement" else None,
            "hand": cards_told(hand, named),
            "others": cards_told(session.hands[enemy(side)], named) if viewer is None else None,
            "theirs": {"actions": theirs.actions, "events": theirs.events},
            "covered": None if hand else {"actions": own.actions, "events": own.events},
            "places": session.place,
        }

    def _question(self) -> Data:
        session, decision = self.session, self.session.decision
        if decision is None:
            return over_told(session.game)
        mine = session.is_persons_turn and bool(decision.options)
        about_it, asks = f"wartable.about-{decision.name}", f"wartable.asks-{decision.name}"
        says = say(asks, count=points_left(session.game.engine)) if is_known(asks) else str(decision.asks)
        return {
            "side": decision.side,
            "mine": mine,
            "curtain": False,
            "who": say("wartable.you", side=Message(f"map.side-{decision.side}"))
            if mine
            else say(f"wartable.they-{decision.side}"),
            "asks": says if mine else str(decision.asks),
            "place": about(session.game.engine) if mine else None,
            "about": say(about_it) if mine and is_known(about_it) else "",
            "clause": decision.clause_id,
            "name": decision.name,
        }

    def _told_of_skipped(self, moment: Moment) -> list[Data]:
        """The steps that nobody was asked at a moment, where something natural was refused."""
        before = self._skipped.get(moment.number)
        if before is None or before[0] is not moment:
            found = [skipped(self.session.game, one) for one in self._passed([moment])]
            before = moment, [skipped_told(one) for one in found if one.refused]
            self._skipped = {n: told for n, told in self._skipped.items() if n < moment.number}
            self._skipped[moment.number] = before
        return before[1]

    def _told_of_missed(self, moment: Moment) -> list[Data]:
        """What the seat could not do at a moment: steps that it was not asked, and why its march is over."""
        ended = self._march_ended(moment)
        return [*self._told_of_skipped(moment), *([skipped_told(ended)] if ended else [])]

    def _march_ended(self, moment: Moment) -> Skipped | None:
        before = self._ended.get(moment.number)
        if before is None or before[0] is not moment:
            before = moment, march_ended(self.session, moment)
            self._ended = {n: told for n, told in self._ended.items() if n < moment.number}
            if moment.number + 1 < self.session.place:  # else what comes next may yet change
                self._ended[moment.number] = before
        return before[1]

    # ---- what it may ask

    def _check_turn(self) -> None:
        """Refuses to choose for the computer: what it may choose tells of its cards (NY 4.4).

        Raises:
            NinevearsError: it is the turn of the computer, and a person plays against it.
        """
        session = self.session
        if session.side is not None and not (session.is_persons_turn or session.hands_off):
            raise NinevearsError(Message("sitting.decides", side=session.side))

    def _go(self, value: object) -> Data:
        self._check_turn()
        return go(self.session, value)

    def _choose(self, text: object) -> Data:
        self._check_turn()
        session, place = self.session, self.session.place
        asked = (self._now(), tuple(session.game.engine.options)) if session.is_persons_turn else None
        session.choose(_typed(text))
        if asked is not None:
            kept = [*self._asked.items()][-MOST_ASKED:]
            self._asked = {n: before for n, before in kept if n < place}
            self._asked[place] = session.moments[place], *asked
        session.answer()
        made = session.place
        settle(session)
        session.since = place
        if session.place > made:  # what passes by itself is taken back with the choice
            session.together = [*session.together, range(place, session.place)]
        return {}

    def _choose_freely(self, text: object) -> Data:
        """Chooses what one click may choose; else tells what it would bring."""
        self._check_turn()
        told = self._preview(text)
        return self._choose(text) if told["preview"] is None or told["preview"]["free"] else told

    def _preview(self, text: object) -> Data:
        typed, session = _typed(text), self.session
        one = next((one for one in self._options() if one.option.text == typed), None)
        if one is None:
            return {"preview": None}
        option, points = one.option, points_left(session.game.engine)
        brings = consequence(session.game, option, session.viewer)
        gives = self._is_answer_taken_back and (
            brings.yields or rolls_anyway(session.game, option, session.viewer)
        )
        return {
            "preview": {
                "text": typed,
                "says": str(option.says),
                "clause": option.clause_id,
                **consequence_told(brings, one.price or 0, points, session.game.decision),
                "free": (brings.quiet or gives) and not brings.loses,
            }
        }

    @property
    def _is_answer_taken_back(self) -> bool:
        """Whether undo takes the answer to a choice back too: no other person's, and no fair dice."""
        seats = [*self.session.seats.values()]
        return not self.session.fair and seats.count("person") == 1 and "away" not in seats

    def _odds(self, number: object) -> Data:
        return {"odds": odds_before(self.session, number) if isinstance(number, int) else None}

    def _at(self, space: object) -> Data:
        if not isinstance(space, int) or not self._options():
            return {"at": space, "refused": []}
        found = not_offered_at(self.session.game, space, *self._known())
        return {"at": space, "refused": [refused_told(one) for one in found]}

    def _why(self, text: object) -> Data:
        typed, game = _typed(text), self.session.game
        try:
            action = action_of(typed, game.rule_tables)
        except BadInput as error:
            raise NinevearsError(Message("wartable.not-read", typed=typed)) from error
        waits = game.engine.decision
        if waits is None or action[0] not in waits[0].verbs:
            found = why_then(game, self._passed(self.session.happened), action)
            if found is not None:
                decision = decision_of(engine_at(game, found[0]))
                then = say("wartable.passed-over", asks=decision.asks if decision else "")
                return {"asked": typed, "why": violations_told(found[1]), "then": then}
        return {"asked": typed, "why": violations_told(self.session.why_not(typed)), "then": ""}

    def _again(self, _: object) -> Data:
        if self.guide is None:
            raise NinevearsError(Message("wartable.no-guide"))
        self.session.open(self.guide.begin())
        return {}

    def _undo(self, _: object) -> Data:
        self.session.back()
        return {}

    def _next(self, _: object) -> Data:
        self.session.next()
        return {}

    def _step(self, by: object) -> Data:
        if by == -1:
            self.session.back(pause=True)
        else:
            self.session.next(pause=True)
        return {}

    def _jump(self, to: object) -> Data:
        if not isinstance(to, Mapping):
            raise BadInput("jump", to, Message("expected.object"))
        self.session.jump(**{key: to[key] for key in ("year", "phase", "entry") if to.get(key) is not None})
        return {}


def _typed(text: object) -> str:
    if not isinstance(text, str) or len(text) > MOST_TYPED:
        raise BadInput("choose", str(text)[:40], Message("kind.action"))
    return text
