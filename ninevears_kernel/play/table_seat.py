"""A seat at the war table: what it sees and may do, as plain data for any front, and what a front may ask.

A front is sent one *state* (`TableSeat.state`) and from then on what changed of it; it sends *messages*
(`TableSeat.take`), each a mapping with one key, and gets a *reply*. Nothing here knows of widgets, threads or
networks. `FORMAT` names the version of both; ``docs/table.md`` describes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..core.errors import BadInput, NinevearsError, Refused
from ..core.messages import Message, is_known, say
from ..core.rulings import Violation
from ..nine_years.atlas import overlays
from ..nine_years.atlas.scene import Scene, scene_of
from ..nine_years.atlas.wire import State, state_of
from ..nine_years.components.sides import Side, enemy
from ..nine_years.components.tables import data_table
from ..nine_years.games.last_action import last_action
from ..nine_years.rules.sequence import PHASES
from ..nine_years.rules.victory import level
from .consequences import Consequence, consequence
from .kept_file import KeptFile
from .moments import Moment
from .option_groups import Group, NotOffered, Offered, grouped, not_offered, not_offered_at, offered, place_of
from .session import Session
from .table_keeping import Keeping

FORMAT = "ninevears-table/1"
MOST_LOG = 60
"""So many decisions of the log are sent; the whole is in the save."""
MOST_TYPED = 200
Data = dict[str, Any]
EMPTY_HANDED: Data = {"hand": {"actions": [], "events": []}, "actions": None, "resources": None}
"""What the strip shows of a hand while the screen is handed over."""


class TableSeat:
    """What the seat of a session sees and may do.

    Args:
        session: the war, and who plays; its viewer is who sits here.
        file: where the war keeps itself; None for nowhere.

    >>> seat = TableSeat(Session(seed=1690))
    >>> seat.state()["question"]["asks"]
    'Choose who goes first in the event phase.'
    >>> sorted(seat.take({"choose": "first Bourbon"}))
    []
    """

    def __init__(self, session: Session, file: KeptFile | None = None) -> None:
        self.session = session
        self.keeping = Keeping(session, file)
        self._seated = session.viewer
        self._messages: Mapping[str, Callable[[Any], Data]] = {
            "choose": self._choose,
            "preview": self._preview,
            "at": self._at,
            "why": self._why,
            "undo": self._undo,
            "next": self._next,
            "jump": self._jump,
            **self.keeping.messages,
        }

    @property
    def curtain(self) -> bool:
        """Whether two persons share the screen and the one whose turn it is has not sat down yet."""
        return self.session.hot_seat and self.session.viewer != self._seated

    def take(self, message: Mapping[str, Any]) -> Data:
        """Does what a front asks, and gives the reply: ``{}``, or what was asked for; ``{"trouble": ...}``
        with a sentence and the clauses when it cannot be done.

        Args:
            message: ``{"choose": notation}``, ``{"preview": notation}``, ``{"at": number of a space}``,
                ``{"why": notation}``, ``{"undo": True}``, ``{"next": True}``, ``{"sit": True}``,
                ``{"jump": {"year": ..., "phase": ...}}`` or ``{"jump": {"entry": ...}}``; or what a
                table does besides (`table_keeping`). With ``view``, which window sends it.
        """
        try:
            if behind := self.keeping.forbids(message):
                return {"trouble": behind, "why": []}
        except NinevearsError as error:
            return {"trouble": str(error), "why": []}
        if "sit" in message:
            self._seated = self.session.viewer
            return {}
        if self.curtain:
            return {"trouble": say("sitting.hand-over", side=self.session.viewer), "why": []}
        for key, value in message.items():
            if key in self._messages:
                try:
                    reply = self._messages[key](value)
                    self.keeping.done(message)
                    return reply
                except Refused as error:
                    return {"trouble": str(error), "why": _violations(error.violations)}
                except NinevearsError as error:
                    return {"trouble": str(error), "why": []}
        return {"trouble": say("wartable.no-such-message"), "why": []}

    # ---- what it sees

    def state(self) -> State:
        """All that the seat sees now."""
        session = self.session
        if not session.hot_seat:
            self._seated = session.viewer
        scene = scene_of(
            session.game.position, session.viewer, rules=session.game.rule_tables,
            readings=session.game.readings,
        )  # fmt: skip
        if self.curtain:
            return self._covered(scene)
        options = self._options()
        return state_of(
            scene,
            overlays.arrow(last_action(session.game)),
            format=FORMAT,
            strip=self._strip(scene),
            question=self._question(),
            options=[_option(one) for one in options],
            groups=[_group(one) for one in grouped(options)],
            refused=[_refused(one) for one in self._not_offered()],
            happened=self._happened(),
            log=self._log(),
            sequence=self._sequence(),
            **self.keeping.state(),
        )

    def _covered(self, scene: Scene) -> State:
        """What the screen shows while it is handed over: who is asked to sit down, and no piece."""
        viewer = self.session.viewer
        covered = state_of(
            scene,
            format=FORMAT,
            strip=self._strip(scene)
            | {"hand": {"actions": [], "events": []}, "actions": None, "resources": None},
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
            log=[],
            sequence=self._sequence(),
            **self.keeping.state(),
        )
        return covered | {"marks": {}, "words": [place.space.name for place in scene.places]}

    def _options(self) -> tuple[Offered, ...]:
        decision = self.session.decision
        return offered(self.session.game) if decision is not None and decision.options else ()

    def _not_offered(self) -> tuple[NotOffered, ...]:
        return not_offered(self.session.game) if self._options() else ()

    def _strip(self, scene: Scene) -> Data:
        session = self.session
        board = session.game.engine.board
        numbers = session.game.rule_tables.numbers.victory_points
        winner, how = level(scene.victory_points)
        viewer = session.viewer
        side: Side = viewer or session.side or "Bourbon"
        hand = session.hands.get(side)
        counted = {one.side: one for one in scene.hands}
        theirs = counted[enemy(side)]
        named = session.game.rule_tables.events
        return {
            "year": scene.year,
            "phase": scene.phase,
            "phases": [[phase, say(f"wartable.phase-{phase}")] for phase in PHASES],
            "side": side,
            "points": scene.victory_points,
            "highest": numbers.highest,
            "bands": _bands(),
            "now": say(f"wartable.now-{how}", side=Message(f"map.side-{winner}")),
            "actions": board.actions_left if scene.phase == "campaign" and board.active == side else None,
            "resources": board.resource_left.of(side) if scene.phase == "reinforcement" else None,
            "hand": {
                "actions": list(hand.actions) if hand else [],
                "events": [{"name": name, "says": str(named[name].says)} for name in hand.events]
                if hand
                else [],
            },
            "theirs": {"actions": theirs.actions, "events": theirs.events},
            "places": session.place,
        }

    def _question(self) -> Data:
        session, decision = self.session, self.session.decision
        if decision is None:
            result = session.game.result
            side = Message(f"map.side-{result.winner}") if result else ""
            asks = say(f"map.won-{result.level}", side=side) if result else say("stepper.over")
            return {
                "side": None,
                "mine": False,
                "curtain": False,
                "who": say("sitting.war-over"),
                "asks": asks,
                "clause": "NY 6.3",
            }
        mine = session.is_persons_turn and bool(decision.options)
        return {
            "side": decision.side,
            "mine": mine,
            "curtain": False,
            "who": say(
                "wartable.you" if mine else "wartable.they", side=Message(f"map.side-{decision.side}")
            ),
            "asks": str(decision.asks),
            "clause": decision.clause_id,
            "name": decision.name,
        }

    def _happened(self) -> list[Data]:
        """What was done since the seat last chose: the round of the enemy, and the dice of the own choice."""
        return [self._told(moment) for moment in self.session.happened]

    def _told(self, moment: Moment) -> Data:
        covered = self.session.is_covered(moment)
        place = None if covered else place_of(moment.entry.action, self.session.game.engine)
        return {
            "number": moment.number,
            "side": moment.entry.side,
            "says": str(self.session.describe(moment)),
            "text": "" if covered else moment.text,
            "place": place,
            "dice": [[roll.face, str(roll.says)] for roll in moment.entry.rolls],
            "steps": [] if covered else [[str(step.says), step.clause_id] for step in moment.steps],
        }

    def _log(self) -> list[str]:
        return self.session.log_lines(self.session.here.year)[-MOST_LOG:]

    def _sequence(self) -> Data:
        session = self.session
        return {
            "years": [*session.years],
            "here": {"year": session.here.year, "phase": session.here.phase},
            "known": len(session.moments),
        }

    # ---- what it may ask

    def _choose(self, text: object) -> Data:
        session = self.session
        place = session.place
        session.choose(_typed(text))
        session.answer()
        # a step that leaves one thing to do is done, and told
        while session.is_persons_turn and (decision := session.decision) and len(decision.options) == 1:
            session.choose(decision.options[0])
            session.answer()
        session.since = place
        return {}

    def _preview(self, text: object) -> Data:
        typed = _typed(text)
        option = next((one.option for one in self._options() if one.option.text == typed), None)
        if option is None:
            return {"preview": None}
        brings = consequence(self.session.game, option, self.session.viewer)
        return {
            "preview": {
                "text": typed,
                "says": str(option.says),
                "clause": option.clause_id,
                **_brings(brings),
            }
        }

    def _at(self, space: object) -> Data:
        if not isinstance(space, int) or not self._options():
            return {"at": space, "refused": []}
        return {"at": space, "refused": [_refused(one) for one in not_offered_at(self.session.game, space)]}

    def _why(self, text: object) -> Data:
        typed = _typed(text)
        return {"asked": typed, "why": _violations(self.session.why_not(typed))}

    def _undo(self, _: object) -> Data:
        self.session.back()
        return {}

    def _next(self, _: object) -> Data:
        self.session.next()
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


def _bands() -> list[Data]:
    rows = data_table("victory_levels")
    return [
        {"from": int(row["at_least"]), "side": row["winner"], "name": say(f"wartable.level-{row['level']}")}
        for row in reversed(rows)
    ]


def _option(one: Offered) -> Data:
    return {
        "text": one.option.text,
        "says": str(one.option.says),
        "clause": one.option.clause_id,
        "verb": one.option.action[0],
        "place": one.place,
        "price": one.price,
    }


def _group(group: Group) -> Data:
    verb = group.verb
    name = say(f"wartable.verb-{verb}") if is_known(f"wartable.verb-{verb}") else verb.capitalize()
    return {
        "verb": verb,
        "name": name,
        "options": list(group.options),
        "places": group.places,
        "detail": say("wartable.places", count=group.places) if group.places > 1 else "",
        "prices": list(group.prices),
    }


def _refused(one: NotOffered) -> Data:
    return {"says": str(one.says), "text": one.text, "place": one.place, "why": _violations(one.violations)}


def _violations(violations: tuple[Violation, ...]) -> list[Data]:
    return [
        {
            "says": str(one.says),
            "clause": one.clause_id,
            "remedy": str(one.remedy) if one.remedy is not None else "",
        }
        for one in violations
    ]


def _brings(brings: Consequence) -> Data:
    def percent(chance: Fraction) -> float:
        return round(float(chance), 4)

    outcomes = [
        [percent(one.chance), " ".join(one.says) or say("sitting.nothing-changes")] for one in brings.outcomes
    ]
    if brings.others:
        outcomes.append([percent(brings.others), say("sitting.other-outcomes")])
    return {
        "steps": [[str(step.says), step.clause_id] for step in brings.steps],
        "changes": list(brings.changes),
        "rolls": [[str(says), clause] for clause, says in brings.rolls],
        "outcomes": outcomes,
        "until": str(brings.until) if brings.until is not None else "",
    }
