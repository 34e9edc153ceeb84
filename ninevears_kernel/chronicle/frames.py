"""The war on the map at a moment: who held what, what happened, whose campaign went where; drawn and said.

>>> seen = frame("1690-07", theatres=["low-countries"])
>>> [one.name for one in seen.events]
['Battle of Fleurus']
>>> seen.scene.place("Charleroi").controller
'Alliance'
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, lru_cache
from html import escape
from typing import Any

from ..core.messages import Message, say
from ..nine_years.atlas.own_names import named_anew
from ..nine_years.atlas.picture import to_svg
from ..nine_years.atlas.scene import Scene, scene_of
from ..nine_years.atlas.sheet import VIEWS, Mark
from ..nine_years.components.map import game_map
from ..nine_years.components.position import Control, Position, SeaControl
from ..nine_years.components.scenario import scenario_1688
from ..nine_years.components.sides import SIDES, Side
from . import event_marks
from .calendars import span
from .event_marks import Campaign
from .happenings import MONTHS, Choice, Happening, chosen, in_month, month_of, short_name
from .sentences import describe_day, describe_month, describe_sentence, describe_written, when
from .tables import NEUTRAL, Held, day_of, held_on

LONDON = "London"
VIEW_OF: Mapping[str, str] = {
    **{"low-countries": "low-countries", "rhine": "rhine", "savoy": "italy", "catalonia": "spain"},
    **{"ireland": "ireland", "britain": "britain"},
}
"""The part of the map that shows a theatre; the whole map for the others."""


@dataclass(frozen=True)
class Frame:
    """The war at a moment; it shows itself in a notebook as a picture with its words.

    Attributes:
        month: such as ``1690-07``.
        day: whose control is shown: the last of the month, unless a day was asked for.
        choice: which events are shown.
        position: control as a position without pieces, for the same sheet as the game's.
        held: who held each space, since when, and by which event.
        events: what happened in the month, in the order of days, then what was under way before.
        elsewhere: those of them outside the map.
        campaigns: the campaigns that are drawn.
        marks: the events on the map and the campaigns, as marks by key.
    """

    month: str
    day: date
    choice: Choice
    position: Position = field(repr=False)
    held: Mapping[str, Held] = field(repr=False, hash=False)
    events: tuple[Happening, ...] = ()
    elsewhere: tuple[Happening, ...] = ()
    campaigns: tuple[Campaign, ...] = ()
    marks: Mapping[str, Mark] = field(default_factory=dict, repr=False, hash=False)

    @property
    def on_the_map(self) -> tuple[Happening, ...]:
        """The events that the map shows, in the order of their numbers."""
        return tuple(one for one in self.events if one.is_on_the_map)

    @property
    def scene(self) -> Scene:
        """What the sheet draws of it."""
        return scene_from(self.position)

    @property
    def title(self) -> str:
        """What it shows, in a few words."""
        return say("frame.title", month=describe_month(self.month))

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that it shows, in words."""
        return (
            *self.described_in_short,
            *map(describe_sentence, self.events),
            *map(describe_campaign, self.campaigns),
        )

    @property
    def described_in_short(self) -> tuple[str, ...]:
        """How much happened, who holds how much, and what changed hands."""
        named = describe_month(self.month)
        id = "frame.count" if self.events else "frame.nothing"
        found = [say(id, count=len(self.events), month=named)]
        if self.elsewhere:
            found.append(say("frame.elsewhere", count=len(self.elsewhere)))
        sides = [held.side for held in self.held.values()]
        numbers = {name.lower(): sides.count(name) for name in (*SIDES, NEUTRAL)}
        found.append(say("frame.holds", day=describe_day(self.day), **numbers))
        return (*found, *self.changes)

    @property
    def changes(self) -> tuple[str, ...]:
        """What has changed hands since the end of the month before, in words."""
        first = span(self.month)[0]
        if self.month == MONTHS[0]:
            return ()
        before = held_on(date.fromordinal(first.toordinal() - 1))
        gained: dict[str, list[str]] = {side: [] for side in (*SIDES, NEUTRAL)}
        for name, held in self.held.items():
            if held.side != before[name].side:
                gained[held.side].append(name)
        return tuple(
            say(f"frame.taken-{side}", spaces=Message.all_of(names))
            for side, names in gained.items()
            if names
        )

    def describe_held(self, space: str) -> str:
        """Who held a space, since when and why.

        Raises:
            UnknownName: the map has no such space.
        """
        name = game_map().space(space).name
        held = self.held[name]
        id = "frame.held-since" if held.event else "frame.held-from-start"
        side = say(f"frame.side-{held.side}")
        return say(id, space=name, side=side, day=describe_written(held.since), note=held.note)

    def to_svg(self, view: str = "all", width: int = 1000, theme: str = "light") -> str:
        """The map as a picture that needs no kernel, with its words inside.

        Args:
            view: a part of the map, one of `sheet.VIEWS`.
            width: in pixels.
            theme: ``light`` or ``dark``.
        """
        return self._svg(view, width=width, theme=theme, alone=True)

    def _svg(self, view: str, **more: Any) -> str:
        return to_svg(
            self.scene, view=view, overlays=self.marks, title=self.title, described=self.sentences, **more
        )

    @property
    def view(self) -> str:
        """The part of the map that shows the theatre that is chosen; the whole map for none or several."""
        theatres = self.choice.theatres
        found = VIEW_OF.get(theatres[0], "all") if len(theatres) == 1 else "all"
        return found if found in VIEWS else "all"

    def _repr_html_(self) -> str:
        described = "".join(f"<p>{escape(one)}</p>" for one in self.described_in_short)
        items = "".join(f"<li>{escape(describe_sentence(one))}</li>" for one in self.on_the_map)
        more = "".join(f"<li>{escape(describe_sentence(one))}</li>" for one in self.elsewhere)
        ways = "".join(f"<p>{escape(describe_campaign(one))}</p>" for one in self.campaigns)
        return (
            f"<figure style='margin:0;max-width:1000px'>{named_anew(self._svg(self.view))}"
            f"<figcaption>{described}<ol>{items}</ol><ul>{more}</ul>{ways}</figcaption></figure>"
        )


def frame(
    when: str | date,
    theatres: Collection[str] | str | None = None,
    kinds: Collection[str] | str | None = None,
    commander: str | None = None,
) -> Frame:
    """The war in a month, or up to a day of it.

    Args:
        when: ``1690-07`` or ``1690-07-11``, new style, or a date; 1688 to 1697.
        theatres: the theatres whose events to show; None: all.
        kinds: the kinds of event to show; None: all.
        commander: the id of somebody whose events and whose campaign to show; None: everybody.

    Raises:
        BadInput: it is no such month.
        UnknownName: there is no such theatre, kind or person.

    >>> frame("1692-07").position.controller("Namur")
    'Bourbon'
    """
    month, day = month_of(when)
    return _frame(month, day, chosen(theatres, kinds, commander))


@lru_cache(maxsize=64)
def _frame(month: str, day: date, choice: Choice) -> Frame:
    events = in_month(month, choice)
    on_map = [one for one in events if one.is_on_the_map]
    found = event_marks.campaigns(month, choice, on_map, whole=choice.commander is not None)
    held = held_on(day)
    return Frame(
        month, day, choice, position_on(day), held, events,
        tuple(one for one in events if not one.is_on_the_map),
        found, {**event_marks.paths(found), **event_marks.events(on_map)},
    )  # fmt: skip


def position_on(when: str | date) -> Position:
    """Who held what on a day, as a position without pieces.

    >>> position_on("1695-09-30").controller("Namur"), position_on("1695-09-30").corps
    ('Alliance', ())
    """
    day = day_of(when)
    held = held_on(day)
    spaces = game_map().spaces
    bits = {
        side: sum(1 << space.index for space in spaces if held[space.name].side == side) for side in SIDES
    }
    return scenario_1688().replace(
        year=max(1688, min(day.year, 1699)), control=Control(bits["Bourbon"], bits["Alliance"]),
        seas=SeaControl(), leaders=(), corps=(), pools=(), fleets=(), sieges=(), lines=(), waiting=(),
        revolution=held[LONDON].side == "Alliance",
    )  # fmt: skip


@cache
def _at_first() -> Mapping[str, Side | None]:
    """Who held each space before the war."""
    held = held_on(span(MONTHS[0])[0])
    return {name: next((side for side in SIDES if one.side == side), None) for name, one in held.items()}


def scene_from(position: Position) -> Scene:
    """What the sheet draws of a position of history: marked as taken is what changed hands since January
    1688; nothing is said of the seas, of which the chronicle has no table.
    """
    seen = scene_of(position)
    first = _at_first()
    places = tuple(replace(one, taken=one.controller != first[one.space.name]) for one in seen.places)
    return replace(seen, places=places, seas={})


def describe_campaign(campaign: Campaign) -> str:
    """A campaign in a sentence: place after place.

    >>> describe_campaign(frame("1691-12", commander="luxembourg").campaigns[0])[:24]
    'Luxembourg in 1691: Mons'
    """
    stops = [describe_stop(one, place < campaign.done) for place, one in enumerate(campaign.stops)]
    named = short_name(campaign.person)
    return say("frame.campaign", person=named, year=campaign.year, stops=" → ".join(stops))


def describe_stop(one: Happening, done: bool) -> str:
    """An event as a stop of a campaign: where and when, and whether it is still to come.

    >>> from .happenings import happening
    >>> describe_stop(happening("fleurus-1690"), done=True)
    'Fleurus (1 July 1690)'
    """
    id = "frame.campaign-stop" if done else "frame.campaign-ahead"
    return say(id, place=one.row["place"], when=when(one))
