"""What a seat of the war table may ask its coach: the review of its war, a closer look at a choice, a hint.

Each answer comes in pieces, so that a front draws it as it grows and can stop: it asks until it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from time import monotonic
from typing import Any

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message, say
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.games.game import Game
from .branches import FIRST
from .closer_look import PAIRS, Look, better, look_closer, one_more, told
from .hints import hint, may_ask
from .left_undone import Undone
from .moments import Moment, war_at
from .review_data import Swing
from .review_map import swing_map
from .review_page import review_told
from .session import Session
from .table_data import option_says
from .turning_points import Reviewing
from .year_choices import YearChoices
from .year_choices_page import choices_html

AT_ONCE, PAIRS_AT_ONCE = 120, 1
"""So many choices are looked at for one answer, and so many pairs of wars are played."""
UNDECIDED = ("same", "close", "dice")
"""Verdicts by which it was not the choice: then it is told on which dice it hung."""
Data = dict[str, Any]


class Coach:
    """The coach of a seat.

    Args:
        session: the war, and who plays.

    Attributes:
        messages: what a front may ask.
        side: whose chance is told: the person's, where one plays.
        whose: of which sides a year's own choices are looked at.

    >>> session = Session(seed=1690)
    >>> session.choose("first Bourbon")
    >>> Coach(session).messages["review"](None)["review"]["of"] == session.place
    True
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        persons = [side for side, seat in session.seats.items() if seat == "person"]
        self.side: Side = persons[0] if len(persons) == 1 else "Alliance"
        self.whose: Collection[Side] = persons or SIDES
        self._looking: tuple[tuple[Any, ...], Reviewing] | None = None
        self._swings: dict[int, Swing] = {}
        self._undone: dict[int, Undone] = {}
        self._hung: dict[int, tuple[Message, ...]] = {}
        self._looks: dict[int, tuple[Moment, Game, Look | None]] = {}
        self._years: dict[int, tuple[YearChoices, float]] = {}
        self.messages: Mapping[str, Callable[[Any], Data]] = {
            "review": self._review,
            "closer": self._closer,
            "choices": self._choices,
            "scene": self._scene,
            "hint": self._hint,
        }

    def _reviewing(self) -> Reviewing:
        """The review of this way of the war, begun anew where another has been played."""
        session = self.session
        last = session.moments[-1] if session.moments else None
        now = session.ways.way.number, len(session.moments), session.viewer
        kept = self._looking
        # what was seen whole stays seen when one looks back into the war
        same = kept is not None and kept[0][0] is last and kept[0][1][:2] == now[:2]
        if kept and same and (kept[1].exact or (kept[0][1] == now and may_ask(session))):
            return kept[1]
        looking = Reviewing(session)
        self._looking, self._looks, self._swings, self._years = ((last, now), looking), {}, {}, {}
        return looking

    def _review(self, asked: object) -> Data:
        looking = self._reviewing()
        looking.go_on(AT_ONCE)
        year = asked.get("year") if isinstance(asked, Mapping) else None
        if year is not None and not isinstance(year, int):
            raise BadInput("year", str(year)[:40], Message("kind.number"))
        if year not in {moment.here.year for moment in looking.session.moments}:  # of another war
            year = None
        found = looking.review(year) if looking.over else looking.sketch()
        people = [side for side, seat in self.session.seats.items() if seat == "person"] or SIDES
        now = next((one for one in self.session.branches if one.now and one.number > FIRST), None)
        told = review_told(found, self.side, year, looking.over, people, str(now.says) if now else "")
        self._undone = {swing.undone.number: swing.undone for swing in found.swings if swing.undone}
        for one, swing in zip(told["swings"], found.swings, strict=True):
            whose = swing.looks and swing.looks[0]
            one["closer"] = bool(whose) and (looking.exact or whose == self.session.viewer)
        self._hung = {swing.looks[1]: swing.rolled for swing in found.swings if swing.looks}
        self._swings = {swing.number: swing for swing in found.swings}
        years = sorted({turn.year for turn in looking.turns})
        seen = {"done": len(looking.turns), "of": looking.of, "year": year, "years": years}
        offers = say("choices.yours" if len(self.whose) == 1 else "choices.both", year=year) if year else ""
        return {"review": told | seen | {"choices": offers, "looked": sorted(self._years)}}

    def _choices(self, year: object) -> Data:
        """The choices of a year looked at again, a pair of wars for each answer."""
        looking, began = self._reviewing(), monotonic()
        years = {moment.here.year for moment in looking.session.moments}
        if isinstance(year, bool) or not isinstance(year, int) or year not in years:
            raise BadInput("year", str(year)[:40], Message("kind.number"))
        if year not in self._years:
            self._years[year] = YearChoices(looking.session, year, self.whose), 0.0
        looked, took = self._years[year]
        looked.go_on()
        took += monotonic() - began
        self._years[year] = looked, took
        for one in looked.candidates:  # a closer look at it says the same from now on
            kept = self._looks.get(one.number)
            if kept and kept[2] and kept[2].other == one.look.other:
                del self._looks[one.number]
        seconds = round(took / max(1, looked.done) * looked.left)
        says = say(
            "choices.sifts" if looked.sifts else "choices.looks",
            done=looked.settled,
            of=len(looked.candidates),
            seconds=seconds,
        )
        people = [side for side, seat in self.session.seats.items() if seat == "person"] or SIDES
        told = {"year": year, "done": looked.done, "of": looked.done + looked.left, "over": looked.over}
        html = choices_html(looked, looking.session, people)
        return {"choices": told | {"says": says, "html": html}}

    def _scene(self, entry: object) -> Data:
        self._reviewing()  # what one might look at before may be covered now
        swing = self._swings.get(entry) if isinstance(entry, int) else None
        return {"scene": {"entry": entry, "svg": swing_map(swing.seen) if swing else ""}}

    def _closer(self, entry: object) -> Data:
        session, looking = self.session, self._reviewing()
        if isinstance(entry, bool) or not isinstance(entry, int) or not 0 <= entry < looking.of:
            raise BadInput("closer", str(entry)[:40], Message("expected.between", least=0, most=looking.of))
        moment = looking.session.moments[entry]
        if not looking.exact and moment.entry.side != session.viewer:  # NY 4.4: it knows what that side knew
            raise NinevearsError(Message("review.after-the-war"))
        if looking.exact and not looking.is_told(
            entry
        ):  # what its dice did is known when the review has come so far
            looking.go_on(AT_ONCE)
            return {"closer": {"entry": entry, "done": 0, "of": PAIRS, "says": ""}}
        kept = self._looks.get(entry)
        if kept is None or kept[0] is not moment:
            game = war_at(looking.session.game, entry)
            luck = looking.luck_of(entry, moment.entry.side)
            undone = self._undone.get(entry)
            beside = undone.action if undone else None
            look = self._looked_at(entry) if beside is None else None
            if look is None:
                look = look_closer(game, moment.entry.action, beside=beside, luck=luck, pairs=0)
            kept = moment, game, look and look._replace(luck=luck)
        _, game, look = kept
        if look is None:
            return {"closer": {"entry": entry, "done": PAIRS, "of": PAIRS, "says": say("closer.none")}}
        if look.chose != look.other:
            for _ in range(min(PAIRS_AT_ONCE, PAIRS - len(look.gains))):
                look = one_more(game, look)
        self._looks[entry] = moment, game, look
        done = PAIRS if look.chose == look.other else min(PAIRS, len(look.gains))
        says, rolls = str(told(look, game)), self._hung.get(entry, ())
        if rolls and look.verdict in UNDECIDED:
            says += " " + say("closer.hung", rolls=Message.all_of(rolls))
        told_of = {"entry": entry, "done": done, "of": PAIRS, "says": says, "better": better(look, game)}
        return {"closer": told_of}

    def _looked_at(self, entry: int) -> Look | None:
        """What the look at its year found of a choice, so that both say the same; None for nothing."""
        year = self._reviewing().session.moments[entry].here.year
        looked = self._years[year][0].candidates if year in self._years else []
        return next((one.look for one in looked if one.number == entry), None)

    def _hint(self, _: object) -> Data:
        found, decision, viewer = hint(self.session), self.session.decision, self.session.viewer
        asked = {one.text: option_says(one, viewer) for one in decision.options} if decision else {}
        plans = [
            {
                "text": one.text,
                "says": asked[one.text],
                "chances": list(one.chances),
                "risks": list(one.risks),
                "march": one.march,
            }
            for one in found.plans
        ]
        looked_at = [{"says": str(one.says), "clause": one.clause_id} for one in found.look_at]
        return {"hint": {"place": self.session.place, "plans": plans, "look": looked_at}}
