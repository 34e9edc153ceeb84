"""The chronicle's events in words: when, where, who, how many, who won, how sure that is, and who says so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from ..core.messages import Message, say
from ..nine_years.components.map import game_map
from ..nine_years.components.sides import enemy
from .calendars import precision, span
from .happenings import OF_ARMS, ROLES, Happening, Role, names_of
from .tables import NEUTRAL, by_id, citation, is_read, parts, rows


class Line(NamedTuple):
    """A line of a card: its matter, and the words."""

    label: str
    says: str


# ---- days


def describe_day(day: date) -> str:
    """A day in words.

    >>> describe_day(date(1690, 7, 1))
    '1 July 1690'
    """
    return describe_written(day.isoformat())


def describe_month(month: str) -> str:
    """A month in words.

    >>> describe_month("1690-07")
    'July 1690'
    """
    year, number = month.split("-")
    return say("frame.month", month=say(f"frame.month-{int(number)}"), year=year)


def describe_written(written: str) -> str:
    """A date as far as it is known: a day, a month or a year; also one of the old style.

    >>> describe_written("1692-02-29"), describe_written("1691-05"), describe_written("1691")
    ('29 February 1692', 'May 1691', '1691')
    """
    match precision(written):
        case "day":
            year, month, day = map(int, written.split("-"))
            return say("frame.day", day=day, month=say(f"frame.month-{month}"), year=year)
        case "month":
            return describe_month(written)
    return written


def when(one: Happening) -> str:
    """When an event was, new style.

    >>> from .happenings import happening
    >>> when(happening("fleurus-1690"))
    '1 July 1690'
    """
    begin, end = one.row["begin"], one.row["end"] or one.row["begin"]
    if begin == end:
        described = describe_written(begin)
        return described if precision(begin) == "day" else say("frame.some-time-in", when=described)
    return _describe_span(begin, end)


def _describe_span(begin: str, end: str) -> str:
    """From one date to another; what both share is said once."""
    if precision(begin) == precision(end) == "day" and begin[:4] == end[:4]:
        year, month = begin[:4], say(f"frame.month-{int(end[5:7])}")
        if begin[:7] == end[:7]:
            return say("frame.days", first=int(begin[8:]), last=int(end[8:]), month=month, year=year)
        first = say("frame.day-of-month", day=int(begin[8:]), month=say(f"frame.month-{int(begin[5:7])}"))
        return say("frame.span", begin=first, end=describe_written(end))
    return say("frame.span", begin=describe_written(begin), end=describe_written(end))


def when_in_both_styles(one: Happening) -> str:
    """When an event was, new style and old style, as far as a day is known.

    >>> from .happenings import happening
    >>> when_in_both_styles(happening("fleurus-1690"))
    '1 July 1690 (21 June 1690 old style)'
    """
    begin, end = one.row["begin_old_style"], one.row["end_old_style"]
    if not begin:
        return when(one)
    old = describe_written(begin)
    if end and end != begin:
        old = _describe_span(begin, end)
    return say("frame.styles", new=when(one), old=old)


# ---- who, and how many


def describe_number(one: Happening, role: Role, what: str) -> str:
    """Strength or losses as a range in words; "" where they are not known.

    >>> from .happenings import happening
    >>> describe_number(happening("fleurus-1690"), "attacker", "losses")
    '3,600 to 7,000 men'
    """
    low, high = one.row[f"{role}_{what}_low"], one.row[f"{role}_{what}_high"]
    known = [int(value) for value in (low, high) if value]
    if not known:
        return ""
    ends = [f"{value:,}" for value in known]
    id = "frame.number-range" if known[0] != known[-1] else "frame.number-about"
    number = say(id, low=ends[0], high=ends[-1])
    return say("frame.ships" if one.kind == "naval" else "frame.men", number=number)


def name_of_power(power: str) -> str:
    """A power as a reader of history knows it: who was hired is no country.

    >>> name_of_power("Subsidy"), name_of_power("France")
    ('hired troops', 'France')
    """
    return say("frame.hired") if power == "Subsidy" else power


def describe_party(one: Happening, role: Role) -> str:
    """One side of an event: whose, who led, how many came, how many were lost; "" where nothing is known.

    >>> from .happenings import happening
    >>> describe_party(happening("zenta-1697"), "defender")  # the Turks were on neither side
    'Ottoman Empire; led by Mustafa II'
    """
    people = one.commanders(role)
    described = []
    powers = parts(one.row[f"{role}_powers"])
    if powers:
        described.append(str(Message.all_of(map(name_of_power, powers))))
    if people:
        described.append(say("frame.led-by", people=Message.all_of(names_of(people))))
    for what in ("strength", "losses"):
        if number := describe_number(one, role, what):
            described.append(say(f"frame.{what}", number=number))
    if one.side and (role == "attacker" or described) and not (powers and _are_neutral(powers, one)):
        side = one.side if role == "attacker" else enemy(one.side)
        described.insert(0, say("frame.of-side", side=side))
    return "; ".join(described)


def _are_neutral(powers: Iterable[str], one: Happening) -> bool:
    """Whether all of these were on neither side when an event happened, as the Turks were."""
    sides = {
        row["side"]
        for row in rows("states")
        if {row["state"], row["power"]} & set(powers)
        and span(row["from"])[0] <= one.end
        and (not row["to"] or one.begin <= span(row["to"])[1])
    }
    return sides == {NEUTRAL}


def describe_outcome(one: Happening) -> str:
    """How it ended."""
    return say(f"frame.outcome-{one.row['outcome']}", result=one.row["result"].rstrip("."))


def describe_place(one: Happening) -> str:
    """Where it was, and in which space of the map when that has another name."""
    place, space = one.row["place"], one.row["space"]
    known = game_map().by_name.get(space)
    if known is None or not one.is_on_the_map or one.row["zone"] or space in place:
        return say("frame.place", place=place)
    return say("frame.place-on-map", place=place, space=space)


def card_lines(one: Happening) -> Iterator[Line]:
    """What a card says of an event besides its name and its sentence, a line for each matter.

    >>> from .happenings import happening
    >>> [line.label for line in card_lines(happening("fleurus-1690"))][:3]
    ['When', 'Where', 'What']
    """
    yield Line(say("frame.when"), when_in_both_styles(one))
    yield Line(say("frame.where"), describe_place(one))
    kind, theatre = say(f"frame.kind-{one.kind}"), say(f"frame.theatre-{one.theatre}")
    yield Line(say("frame.what"), say("frame.kind-and-theatre", kind=kind, theatre=theatre))
    if one.side:
        labels = ("attacked", "defended") if one.kind in OF_ARMS else ("acted", "against")
        for role, label in zip(ROLES, labels, strict=True):
            if described := describe_party(one, role):
                yield Line(say(f"frame.{label}"), described)
    elif described := "; ".join(filter(None, (describe_party(one, role) for role in ROLES))):
        yield Line(say("frame.concerned"), described)
    if one.row["result"]:
        yield Line(say("frame.result"), describe_outcome(one))
    yield Line(say("frame.trust"), say(f"frame.certainty-{one.row['certainty']}"))


# ---- who says so


def describe_sources(one: Happening) -> list[str]:
    """The works that an event rests on, as plain text with their addresses."""
    return [describe_source(*citation(entry)) for entry in parts(one.row["sources"])]


def describe_source(source: str, place: str) -> str:
    """A work and where in it, as plain text with its address, and whether nobody here has read it.

    >>> describe_source("stapleton-2007", "pp. 87-88")[-11:]
    '; pp. 87-88'
    """
    row = by_id("sources").get(source)
    if row is None:
        return source
    id = "frame.source" if row["year"] else "frame.source-undated"
    id = id if row["author"] else "frame.source-unsigned"
    described = say(id, **{name: row[name] for name in ("author", "title", "year", "where")})
    if place:
        described = say("frame.source-place", source=described, place=place)
    return described if is_read(source) else say("frame.source-not-read", source=described)


def describe_disagreements(one: Happening) -> list[str]:
    """Where the books differ on an event, and why the chronicle has what it has."""
    return [
        say(
            "frame.disagree",
            field=Message.all_of(dict.fromkeys(map(_field, parts(row["field"])))),
            first=as_people_write(row["first_value"]),
            first_source=_title(row["first_source"]),
            second=as_people_write(row["second_value"]),
            second_source=_title(row["second_source"]),
            chosen=as_people_write(row["chosen"]),
            why=row["why"],
        )
        for row in rows("disagreements")
        if row["event"] == one.id
    ]


def as_people_write(text: str) -> str:
    """A text with its days and ranges as people write them.

    >>> as_people_write("1692-05-25"), as_people_write("800-2500 men")
    ('25 May 1692', '800 to 2,500 men')
    """
    text = re.sub(r"\b1[67]\d\d-\d\d(-\d\d)?\b", lambda found: describe_written(found[0]), text)
    return re.sub(r"\b(\d+)-(\d+)\b", lambda found: f"{int(found[1]):,} to {int(found[2]):,}", text)


FIELDS = (
    *("begin", "end", "result", "attacker"),
    *("attacker-strength", "defender-strength", "attacker-losses", "defender-losses"),
)


def _field(column: str) -> str:
    """A column of the events in words."""
    name = column.removesuffix("_low").removesuffix("_high").replace("_", "-")
    return say(f"frame.field-{name}" if name in FIELDS else "frame.field-other", field=name.replace("-", " "))


def _title(entry: str) -> str:
    source, place = citation(entry)
    row = by_id("sources").get(source)
    title = row["title"] if row else source
    return f"{title}, {place}" if place else title


# ---- in short


def describe_line(one: Happening) -> str:
    """An event in a line: for a list."""
    return say("frame.event-short", when=when(one), name=one.name)


def describe_sentence(one: Happening) -> str:
    """An event with its kind, its theatre and its sentence."""
    kind, theatre = say(f"frame.kind-{one.kind}"), say(f"frame.theatre-{one.theatre}")
    told = {"name": one.name, "kind": kind, "theatre": theatre, "sentence": one.row["sentence"]}
    return say("frame.event-line", when=when(one), **told)


def card_text(one: Happening) -> str:
    """A whole card as plain text.

    >>> from .happenings import happening
    >>> card_text(happening("fleurus-1690")).splitlines()[0]
    'Battle of Fleurus'
    """
    lines = [one.name, one.row["sentence"], *(f"{line.label}: {line.says}" for line in card_lines(one))]
    return "\n".join([*lines, *describe_disagreements(one), *describe_sources(one)])
