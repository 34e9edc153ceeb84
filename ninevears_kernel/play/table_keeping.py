"""What a war table does besides playing: branches, saves, links, who plays, and which window has the pen.

`TableSeat` hands these messages on; ``docs/table.md`` describes them.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.errors import BadInput, NinevearsError, one_line
from ..core.messages import Message, say
from ..nine_years.atlas.picture import to_svg
from ..nine_years.atlas.scene import scene_of
from ..nine_years.components.sides import SIDES
from ..nine_years.engine.choices import SECRET
from ..nine_years.games.links import is_link, link_to, read_link
from .branches import Branch
from .kept_file import KeptFile
from .moments import Moment
from .saved_wars import moment_of, session_of_text, war_text
from .seats import SEATS, seat_named
from .session import Session

Data = dict[str, Any]
CHANGING = frozenset(
    {"choose", "freely", "go", "undo", "next", "step", "jump", "sit", "branch", "switch", "seats", "continue",
     "fresh", "open", "new"}
)  # fmt: skip
"""Messages that change something: of several windows one alone may send them."""
DRAWN = frozenset({"events.played", "events.unplayable", "events.kept"})
"""What a card that is drawn tells, by the names of the sentences."""
MOST_VIEW = 80
"""Characters of the name of a window."""


class Keeping:
    """What the seat of a session does besides playing.

    Args:
        session: the war, and who plays.
        file: where the war keeps itself; None for nowhere.

    Attributes:
        pen: the window that plays; "" before any has said what it is called.
        handed: whether the screen must be handed over, since another side is shown from now on.

    >>> keeping = Keeping(Session(seed=1690))
    >>> keeping.state()["seats"]
    {'Bourbon': 'person', 'Alliance': 'sense'}
    >>> keeping.forbids({"view": "a", "undo": True}), keeping.forbids({"view": "b", "undo": True})
    ('', 'Another window plays this war; this one looks on.')
    """

    def __init__(self, session: Session, file: KeptFile | None = None) -> None:
        self.session, self.file = session, file
        self.pen = ""
        self.handed = False
        self._offer = file.offer() if file is not None else None
        self._elsewhere = False
        self._played_on = False
        self.messages: Mapping[str, Callable[[Any], Data]] = {
            "save": self._save,
            "log": self._log,
            "link": self._link,
            "picture": self._picture,
            "branch": self._branch,
            "switch": self._switch,
            "seats": self._seats,
            "continue": self._continue,
            "fresh": self._fresh,
            "open": self._open,
            "new": self._new,
            "here": lambda _: {},
            "take": lambda _: {},  # done when it comes in
        }

    # ---- what is seen

    def state(self, *, covered: bool = False) -> Data:
        """The parts ``branches``, ``kept``, ``looks_on`` and ``seats`` of a state.

        Args:
            covered: the screen is handed over, so that nothing is told of what was chosen.
        """
        session = self.session
        return {
            "branches": [
                {
                    "number": one.number,
                    "says": str(one.says),
                    "begins": "" if covered else self._begins(one),
                    "past": one.past,
                    "known": one.known,
                    "now": one.now,
                }
                for one in session.branches
            ],
            "kept": self._kept(),
            "looks_on": {
                "pen": self.pen,
                "elsewhere": self._elsewhere,
                "says": say("keeping.looks-on"),
                "take": say("keeping.take"),
            },
            "seats": dict(session.seats),
        }

    def _begins(self, branch: Branch) -> str:
        """What the viewer chose first in a branch, by which people know it; "" for a choice of others."""
        session = self.session
        ways = {way.number: way for way in session.ways.left}
        way = ways.get(branch.number, session.ways.way)
        moments = session.moments if branch.now else way.moments
        if way.fork is None or len(moments) <= way.fork:
            return ""
        first = moments[way.fork]
        own = session.viewer in (None, first.entry.side) and first.entry.action[0] not in SECRET
        return str(first.says) if own else ""

    def _kept(self) -> Data | None:
        if self.file is not None and self.file.trouble is not None:
            return {"says": "", "fresh": "", "trouble": say("keeping.not-kept", why=str(self.file.trouble))}
        if self._offer is not None:
            moment, trouble = self._offer
            if trouble is not None:
                return {"says": "", "fresh": "", "trouble": say("keeping.damaged", why=str(trouble))}
            return {
                "says": say("keeping.continue", moment=moment),
                "fresh": say("keeping.fresh"),
                "trouble": "",
            }
        return None

    # ---- which window plays

    def forbids(self, message: Mapping[str, Any]) -> str:
        """Why a message may not change anything, in a sentence, or ""; a window that comes in takes the pen
        when none has it.

        Args:
            message: with ``view``, what the window that sends it is called.

        Raises:
            BadInput: ``view`` is no such name, or what another window has kept cannot be read.
        """
        view = message.get("view", "")
        if not isinstance(view, str) or len(view) > MOST_VIEW:
            raise BadInput("view", str(view)[:MOST_VIEW], Message("expected.text-at-most", count=MOST_VIEW))
        takes = bool(message.get("take"))
        if view and (takes or not self.pen):
            self.pen = view
        if self.file is not None:
            self._look_elsewhere(takes)
        if CHANGING.isdisjoint(message):
            return ""
        if self._played_on:  # it was chosen for the war as it was before
            return say("keeping.played-on")
        behind = bool(view) and view != self.pen
        return say("keeping.looks-on") if behind or (self._elsewhere and self._offer is None) else ""

    def _look_elsewhere(self, takes: bool) -> None:
        """Whether another program plays what is kept, or has played it since; then its war is shown here."""
        assert self.file is not None
        self._elsewhere = self.file.played_elsewhere
        self._played_on = False
        if self._offer is not None:
            return
        if self.file.changed:
            try:
                text = self.file.text()
                self.session.adopt(session_of_text(text))
            except NinevearsError:
                if self._elsewhere:
                    raise
                return  # nobody plays what lies there: it goes aside when ours is kept
            self.file.go_on(text)
            self._played_on = not self._elsewhere
        if takes and self._elsewhere:
            self.file.take()
            self._elsewhere = False

    def done(self, message: Mapping[str, Any]) -> None:
        """Keeps the war when a message has changed it."""
        if not CHANGING.isdisjoint(message) and not {"continue", "fresh"} & message.keys():
            self.keep()

    def keep(self) -> None:
        """Keeps the war as it is now, where it keeps itself; an older one not taken up goes aside."""
        if self.file is None:
            return
        self._elsewhere = self.file.played_elsewhere
        if not self._elsewhere:
            self.file.write(self.session)
            if self._offer is not None:  # it is still there where it could not be put aside
                self._offer = self.file.offer()

    # ---- messages

    def _save(self, _: object) -> Data:
        return {"save": {"name": self._name("war"), "text": war_text(self.session)}}

    def _log(self, _: object) -> Data:
        session = self.session
        text = with_events(session.seen.log, session.moments[: session.place])
        return {"log": {"name": self._name("log"), "text": text}}

    def _link(self, _: object) -> Data:
        return {"link": link_to(self.session.game), "says": say("keeping.link", moment=self._moment)}

    def _picture(self, _: object) -> Data:
        session = self.session
        scene = scene_of(
            session.game.position, session.viewer, rules=session.game.rule_tables,
            readings=session.game.readings,
        )  # fmt: skip
        return {"picture": {"name": self._name("svg"), "text": to_svg(scene, alone=True)}}

    def _branch(self, _: object) -> Data:
        self.session.branch()
        return {}

    def _switch(self, number: object) -> Data:
        if isinstance(number, bool) or not isinstance(number, int):
            raise BadInput("switch", number, Message("kind.number"))
        self.session.switch(number)
        return {}

    def _seats(self, seats: object) -> Data:
        if not isinstance(seats, Mapping) or not seats or not set(seats) <= set(SIDES):
            raise BadInput("seats", seats, Message.one_of(SEATS))
        session = self.session
        named = {side: seat_named(seats[side]) for side in SIDES if side in seats}
        before, viewer = session.hands_off, session.viewer
        begun = bool(session.moments or session.ways.left)
        for side, seat in named.items():  # NY 4.4: then the hand of who is left would be shown
            if begun and viewer not in (None, side) and session.seats[side] == "person" != seat:
                raise NinevearsError(Message("keeping.their-side", side=side))
        session.seats |= named
        if session.hands_off != before:  # nobody has anything to hide from anybody, or again has
            session.show = "own" if before else "all"
        session.answer()
        self.handed |= begun and viewer is not None and session.viewer not in (None, viewer)
        return {}

    def _continue(self, _: object) -> Data:
        if self.file is None or self._offer is None:
            raise BadInput("continue", True, Message("keeping.expected-kept"))
        text = self.file.text()
        self.session.adopt(session_of_text(text))
        self.handed = self.session.hot_seat
        self._offer = None
        self.file.go_on(text)
        self._elsewhere = not self.file.claim()
        return {}

    def _fresh(self, _: object) -> Data:
        if self.file is not None:
            self.file.set_aside()
            self._offer = None
            self._elsewhere = False
        return {}

    def _open(self, text: object) -> Data:
        if not isinstance(text, str):
            raise BadInput("open", str(text)[:40], Message("link.expected"))
        if not is_link(text):
            self._begin(session_of_text(text))
            return {}
        position = read_link(text).position
        if position is None:
            raise BadInput("link", text[:80], Message("keeping.expected-war"))
        self._begin(
            Session(position, bourbon=self.session.seats["Bourbon"], alliance=self.session.seats["Alliance"])
        )
        return {}

    def _new(self, asked: object) -> Data:
        if not isinstance(asked, Mapping):
            raise BadInput("new", str(asked)[:40], Message("expected.object"))
        seats = {side: seat_named(str(asked.get(side, self.session.seats[side]))) for side in SIDES}
        seed = asked.get("seed", 1 + secrets.randbelow(1 << 31))
        session = Session(bourbon=seats["Bourbon"], alliance=seats["Alliance"], seed=seed)
        if (year := asked.get("year")) is not None and year != session.here.year:
            session.jump(year=year, phase="event")
        self._begin(session)
        return {}

    def _begin(self, session: Session) -> None:
        """Another war in the place of this one, which goes aside where it is kept."""
        if self.file is not None:
            self.file.leave()
            self._offer, self._elsewhere = None, False
        self.session.adopt(session)
        self.session.answer()

    @property
    def _moment(self) -> str:
        return moment_of(self.session)

    def _name(self, ending: str) -> str:
        here = self.session.here
        return f"nine-years-{here.year}-{here.phase}.{ending}"


def with_events(log: str, moments: Sequence[Moment]) -> str:
    """A log with the cards that were drawn in the Event phase (NY 9.2), as remarks: whoever replays it needs
    none, and whoever reads it would look for them in vain.

    Args:
        log: as somebody may see it.
        moments: the decisions that it tells, in order.
    """
    lines = log.split("\n")
    chosen = [place for place, line in enumerate(lines) if line.partition(": ")[0] in SIDES]
    if not moments or len(chosen) != len(
        moments
    ):  # an umpire has set something right: the log says what was before, too
        return log
    ends = [*chosen[1:], len(lines)]
    for moment, place, end in reversed([*zip(moments, chosen, ends, strict=True)]):
        while end > place + 1 and not lines[end - 1].startswith("  "):
            end -= 1  # behind its dice, before the heading of what comes next
        told = [str(step.says) for step in moment.steps if step.says.id in DRAWN]
        if moment.here.phase == "event":
            lines[end:end] = [f"  # {one_line(says)}" for says in told]
    return "\n".join(lines)
