"""What the page of the war is told: each month as it differs from the one before, events with their cards,
campaigns leg by leg. All of it is worked out here, by the chronicle, when the site is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ..chronicle import event_marks
from ..chronicle.event_marks import Campaign, campaigns
from ..chronicle.frames import VIEW_OF, Frame, describe_stop, frame
from ..chronicle.happenings import (
    KINDS,
    MONTHS,
    OF_ARMS,
    ROLES,
    THEATRES,
    Choice,
    Happening,
    commanders,
    happenings,
    nearest_space,
    short_name,
)
from ..chronicle.sentences import (
    card_lines,
    describe_day,
    describe_disagreements,
    describe_line,
    describe_month,
    describe_sentence,
    describe_sources,
    describe_written,
)
from ..chronicle.tables import Held
from ..core.messages import say
from ..nine_years.atlas.sheet import VIEWS, Mark
from ..nine_years.atlas.wire import State, difference, sent, state_of

Data = dict[str, Any]
CERTAINTIES = ("sure", "approximate", "disputed")
"""How far an event may be trusted, the surest first."""
HERE = "{}"
"""What the page puts its own words in place of."""


def war_data() -> Data:
    """All that the page of the war shows besides the sheet.

    Returns:
        ``months``, ids and names; ``first``, spaces, words and symbols of the first month, and ``changes``,
        what differs in each from the one before; ``told``, sentences of each month; ``shown``, its events in
        order, and ``marks``, their badges; ``events`` by id; ``ways``, the campaigns by person and year; and
        what may be chosen.
    """
    frames = [frame(month) for month in MONTHS]
    known: dict[tuple[str, Held], list[str]] = {}
    states = [_state(seen, known) for seen in frames]
    return {
        "months": MONTHS,
        "named": [describe_month(month) for month in MONTHS],
        "first": states[0],
        "changes": [difference(before, after) for before, after in pairwise(states)],
        "told": [_told(seen) for seen in frames],
        "shown": [[one.id for one in seen.events] for seen in frames],
        "marks": [_badges(seen) for seen in frames],
        "ring": _ring(),
        "events": {one.id: event_data(one) for one in happenings()},
        "signs": _signs(),
        "ways": {person: found for person in commanders() if (found := _ways(person))},
        "people": [
            [person, say("chronicle-map.commander-count", name=short_name(person), count=count)]
            for person, count in commanders().items()
        ],
        "theatres": [[one, say(f"frame.theatre-{one}")] for one in THEATRES],
        "kinds": [[one, say(f"frame.kind-{one}")] for one in KINDS],
        "certainties": [[one, say(f"site.certainty-{one}")] for one in CERTAINTIES],
        "viewOf": {theatre: view for theatre, view in VIEW_OF.items() if view in VIEWS},
    }


def _state(seen: Frame, known: dict[tuple[str, Held], list[str]]) -> State:
    """Control at the end of a month; of each space in words who holds it, by which side, since when, why.

    Args:
        seen: the month.
        known: what was said before: most spaces are held for years.
    """
    for space, held in seen.held.items():
        if (space, held) not in known:
            side = say(f"frame.side-{held.side}")
            known[space, held] = [seen.describe_held(space), side, describe_written(held.since), held.note]
    names = [place.space.name for place in seen.scene.places]
    return {**state_of(seen.scene), "words": [known[name, seen.held[name]] for name in names]}


def _told(seen: Frame) -> Data:
    """A month in sentences. How many events a reader sees is known on the page: there are sentences for each
    number of them.
    """
    named = describe_month(seen.month)
    numbers = range(1, len(seen.events) + 1)
    counts = [say("frame.nothing", month=named)]
    counts += [say("frame.count", count=number, month=named) for number in numbers]
    elsewhere = [say("frame.elsewhere", count=number) for number in range(1, len(seen.elsewhere) + 1)]
    holds = seen.described_in_short[1 + bool(seen.elsewhere) :]
    return {
        "title": seen.title,
        "counts": counts,
        "elsewhere": ["", *elsewhere],
        "held": holds,
        "table": say("chronicle-map.table", day=describe_day(seen.day)),
    }


def _badges(seen: Frame) -> dict[str, list[Any]]:
    """The badges of a month's events and their lines, by event."""
    badges = {key: mark for key, mark in seen.marks.items() if key.startswith("event/")}
    return {key.removeprefix("event/"): sent(key, mark) for key, mark in badges.items()}


def _ring() -> str:
    one = happenings(Choice(kinds=("battle",)))[0]
    return event_marks.ring(event_marks.events([one]), one.id)["event/chosen"].svg


def event_data(one: Happening) -> Data:
    """An event as the page shows it: its card in words, what it is chosen by, and when it was.

    >>> from ..chronicle.happenings import happening
    >>> found = event_data(happening("fleurus-1690"))
    >>> found["name"], found["months"], found["first"]
    ('Battle of Fleurus', [30, 30], ['luxembourg', 'waldeck'])
    """
    disputed = one.row["certainty"] == "disputed"
    found: Data = {
        "name": one.name,
        "line": describe_line(one),
        "says": describe_sentence(one),
        "sentence": one.row["sentence"],
        "facts": [list(line) for line in card_lines(one)],
        "differ": describe_disagreements(one),
        "sources": describe_sources(one),
        "theatre": one.theatre,
        "kind": one.kind,
        "certainty": one.row["certainty"],
        "people": one.people,
        "sign": f"{one.kind}/{one.side or ''}/{'disputed' * disputed}",
        "months": [_place(one.begin.year, one.begin.month), _place(one.end.year, one.end.month)],
    }
    if one.is_on_the_map:
        found["space"] = nearest_space(one)
        if one.kind in OF_ARMS:
            led = [person for role in ROLES for person in one.commanders(role)[:1]]
            found["first"] = list(dict.fromkeys(led))
    return found


def _place(year: int, month: int) -> int:
    """The place of a month among all of them: below 0 before the first."""
    return (year - int(MONTHS[0][:4])) * 12 + month - 1


def _signs() -> dict[str, str]:
    """The badges of the lists, by kind, side and whether the books differ."""
    return {
        event_data(one)["sign"]: event_marks.picture(one.kind, one.side, one.row["certainty"] == "disputed")
        for one in happenings()
    }


# ---- campaigns


def _ways(person: str) -> dict[str, Data]:
    """The campaigns of a commander by year."""
    return {
        str(campaign.year): _way(campaign)
        for year in dict.fromkeys(one.begin.year for one in happenings(Choice(commander=person)))
        for campaign in campaigns(f"{year}-12", Choice(commander=person), (), whole=True)
    }


def _way(campaign: Campaign) -> Data:
    """A campaign leg by leg, each as it looks when it is done and when it is still to come."""
    marks = event_marks.paths([campaign])
    found: Data = {
        "stops": [
            [one.id, describe_stop(one, done=True), describe_stop(one, done=False)] for one in campaign.stops
        ],
        "says": say("frame.campaign", person=short_name(campaign.person), year=campaign.year, stops=HERE),
        "legs": list(_legs(campaign)),
    }
    if start := marks.get(f"path/{campaign.person}/start"):
        found["start"] = sent("start", start)
    return found


def _legs(campaign: Campaign) -> Iterator[Data]:
    """The legs that are drawn, by the place of their end among the stops."""
    for place, pair in enumerate(pairwise(campaign.stops), 1):
        done, ahead = (
            event_marks.paths([Campaign(campaign.person, campaign.year, campaign.side, pair, number)])
            for number in (2, 1)
        )
        if done:
            yield {"to": place, "done": _sent(done), "ahead": _sent(ahead)}


def _sent(marks: dict[str, Mark]) -> dict[str, list[Any]]:
    """The marks of a leg: its line, ``0``, and its ``head``; where the campaign began is marked once."""
    return {
        name: sent(name, mark) for key, mark in marks.items() if (name := key.rpartition("/")[2]) != "start"
    }
