"""The eight lesson plans on paper: a pupil's sheet and a teacher's, from ``data/plans/``.

A plan is a TOML file: its question, stills of the map, tasks with their minutes and keys, and the voices of
the time (``voices.toml``) that its reading sheet retells. Facts, odds and sources come from the tables.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct, convert, field

from .. import __version__, typefaces
from ..core.clauses import clause
from ..core.errors import UnknownName
from ..core.messages import Message, say
from ..input_files import read_data
from ..nine_years.atlas.own_names import with_own_names
from ..nine_years.atlas.picture import to_svg
from ..output_files import make_folder, write_whole
from ..typefaces import with_type
from .beside_many import rolls_until_fallen
from .frames import frame
from .happenings import ROLES, Happening, happening
from .sentences import describe_party, describe_source, describe_sources, when_in_both_styles
from .simulated import beside_history
from .tables import DATA, by_id

PLANS = ("map", "causes", "siege", "ireland", "money", "ryswick", "namur", "thousand")
"""The plans in the order of the notebooks of the classroom."""
Sheet = Literal["pupil", "teacher"]
SHEETS: tuple[Sheet, ...] = ("pupil", "teacher")
PAPERS = ("A4", "letter")
CORE = 45
"""Minutes of a lesson."""
WIDTH, WHOLE = 600, 860
"""Pixels that a still of a theatre, and of the whole map, is drawn wide: the fewer, the larger its names."""
ON_PAPER = (
    ".nv .inner{stroke-dasharray:none;stroke-opacity:.4}"  # a PDF would hold each dot as a shape of its own
    ".nv .space.bourbon{fill:#a9a9a9!important}.nv .space.alliance{fill:#fff!important}"
    ".nv .space.neutral{fill:url(#nv-stripes)!important}.nv .symbols text,.nv .names text{fill:#000}"
)
"""What is drawn otherwise in black and white: the sides differ by grey, white and stripes."""
_STRIPES = (
    "<defs><pattern id='nv-stripes' width='8' height='8' patternUnits='userSpaceOnUse' "
    "patternTransform='scale({scale:.3f}) rotate(45)'><path d='M0 0h8v8H0z' fill='#fff'/>"
    "<path d='M0 0h3v8H0z' fill='#8a8a8a'/></pattern></defs>"
)
_ACROSS = re.compile(r"viewBox='\S+ \S+ (\S+) ")
_COLOUR = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")


class Still(Struct, frozen=True, forbid_unknown_fields=True):
    """A still of the map: a month; with a theatre its events stand on it, else only who held what."""

    month: str
    says: str
    theatre: str = ""


class Task(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the lesson: what pupils are asked, what the teacher does, knows and listens for.

    Attributes:
        begin, end: its minutes of `CORE`; None for an extra.
        ten: its minutes in the short version, where it belongs to it.
        lines: to write on, under each thing asked.
        draws: whether the first thing asked is to be drawn, in a box as high as the lines.
    """

    title: str
    how: str
    asks: list[str]
    lines: int
    key: str
    listen: str
    begin: int | None = field(default=None, name="from")
    end: int | None = field(default=None, name="to")
    ten: tuple[int, int] | None = None
    extra: bool = False
    draws: bool = False


class Plan(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson plan as its file has it.

    Attributes:
        title, question: what stands on top.
        fits: for whom, by age and theme.
        notebook: the page of the classroom that it goes with.
        events: ids of the chronicle, told as a list of facts.
        voices: of ``voices.toml``.
        stills: of the map.
        tasks: in their order, extras last.
        clauses: of the game, printed whole.
        terms: what is short or odd in those clauses, in plain words.
        numbers: whether strengths and losses stand beside the facts.
        odds: sieges whose chances are printed.
        wars: whether history beside the simulated wars is printed.
    """

    title: str
    question: str
    fits: str
    notebook: str
    events: list[str]
    voices: list[str]
    stills: list[Still]
    tasks: list[Task]
    clauses: list[str] = []
    terms: str = ""
    numbers: bool = False
    odds: list[str] = []
    wars: bool = False


class Voice(Struct, frozen=True, forbid_unknown_fields=True):
    """A voice of the time, retold: who, when, to whom, and where the original stands."""

    who: str
    date: str
    audience: str
    source: str
    place: str
    says: str


def read_plan(name: str) -> Plan:
    """A lesson plan.

    Args:
        name: one of `PLANS`.

    Raises:
        UnknownName: there is no such plan; says the nearest.

    >>> read_plan("namur").question
    'How likely was the fall of Namur, in 1692 and in 1695?'
    """
    if name not in PLANS:
        raise UnknownName("plan", name, Message("kind.lesson-plan"), PLANS)
    return convert(read_data(DATA / "plans" / f"{name}.toml"), Plan)


@cache
def voices() -> dict[str, Voice]:
    """The voices of the time, by their names in the plans."""
    return convert(read_data(DATA / "plans" / "voices.toml"), dict[str, Voice])


@dataclass(frozen=True)
class _Table:
    """A table on a sheet: its heading, its heads and its rows."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def sheet(name: str, kind: Sheet, paper: str = "A4") -> str:
    """A sheet of a plan as a page in one file, black and white; the pupil's holds no key.

    Args:
        name: one of `PLANS`.
        kind: one of `SHEETS`.
        paper: one of `PAPERS`, or ``auto`` for whatever the printer has.

    Raises:
        UnknownName: there is no such plan; says the nearest.

    >>> "for the teacher" in sheet("map", "teacher")
    True
    """
    plan = read_plan(name)
    mine = kind == "teacher"
    tables = _tables(plan, mine)
    return with_type(
        _templates()
        .get_template("plan.html")
        .render(
            plan=plan,
            teacher=mine,
            paper=paper,
            type=typefaces,
            words=_words(),
            about=say("plan.teacher-about" if mine else "plan.pupil-about"),
            tasks=[_told(number, task, plan, mine) for number, task in enumerate(plan.tasks, 1)],
            short=[task for task in plan.tasks if task.ten],
            stills=[] if mine else [_drawn(still) for still in plan.stills],
            facts=[] if mine else [_fact(happening(event), plan.numbers) for event in plan.events],
            voices=[_retold(voices()[one]) for one in plan.voices],
            clauses=[clause(one) for one in plan.clauses],
            tables=tables,
            sources=_sources(plan),
            made=say("plan.made", version=__version__, notebook=plan.notebook),
        )
    )


def printed(name: str, kind: Sheet, paper: str = "A4") -> tuple[str, bytes]:
    """A sheet as a file: its name, and what it holds; PDF where one can be made here, else a page.

    Args:
        name: one of `PLANS`.
        kind: one of `SHEETS`.
        paper: one of `PAPERS`.

    Raises:
        UnknownName: there is no such plan; says the nearest.
    """
    from ..umpire.reports.pdf import NoConverter, converted, converter

    page = sheet(name, kind, paper)
    try:
        if converter():
            return f"{name}-{kind}.pdf", converted(page, b"")
    except NoConverter:
        pass
    return f"{name}-{kind}.html", page.encode()


def write_sheets(
    name: str,
    folder: str | Path,
    paper: str = "A4",
    making: Callable[[Path], object] = lambda file: None,
) -> tuple[Path, ...]:
    """Writes both sheets of a plan as PDF into a folder, which is made where there is none.

    Args:
        name: one of `PLANS`, or ``all``.
        folder: where to.
        paper: one of `PAPERS`.
        making: called with each file before the work on it begins.

    Returns:
        The files: ``namur-pupil.pdf`` and ``namur-teacher.pdf`` for the plan ``namur``.

    Raises:
        UnknownName: there is no such plan; says the nearest.
        NoConverter: nothing here can make a PDF; the pages are written as HTML instead.
        BadInput: a file cannot be written.
    """
    from ..umpire.reports.pdf import NoConverter

    names = PLANS if name == "all" else (name,)
    read_plan(names[0])
    folder = make_folder(folder, "out")
    files = []
    for one, kind in product(names, SHEETS):
        making(folder / f"{one}-{kind}")
        file, content = printed(one, kind, paper)
        files.append(folder / file)
        write_whole(files[-1], content, "out")
    pages = [file for file in files if file.suffix == ".html"]
    if pages:
        raise NoConverter(Message("handout.no-pdf", file=str(pages[0])))
    return tuple(files)


# ---- what stands on a sheet


def _fact(one: Happening, numbers: bool) -> tuple[str, str, str, list[str]]:
    """An event as a fact of a sheet: when, its name, its sentence, and who came and was lost on each side."""
    parties = [describe_party(one, role) for role in ROLES] if numbers and one.side else []
    labels = (say("frame.attacked"), say("frame.defended"))
    counted = [f"{label}: {party}." for label, party in zip(labels, parties, strict=False) if party]
    return when_in_both_styles(one), one.name, one.row["sentence"], counted


def _told(number: int, task: Task, plan: Plan, mine: bool) -> dict[str, Any]:
    """A task as a sheet shows it; its key for the teacher alone."""
    when = say("plan.extra") if task.extra else say("plan.minutes", begin=task.begin, end=task.end)
    told: dict[str, Any] = {
        "heading": say("plan.task", number=number, title=task.title),
        "when": when,
        "ten": say("plan.ten-minutes", begin=task.ten[0], end=task.ten[1]) if task.ten else "",
        "short": task.ten is not None,
        "asks": task.asks,
        "lines": task.lines,
        "draws": task.draws,
    }
    if mine:
        told |= {"how": task.how, "key": _filled(task.key, plan), "listen": task.listen.strip("-")}
    return told


def _filled(key: str, plan: Plan) -> str:
    """A key in which the answer is worked out from the tables where it says so."""
    if key == "{odds}":
        return " ".join(_when_likely(siege) for siege in plan.odds)
    if key == "{wars}":
        found = beside_history("points").dropna()
        high, low = found.history.astype(int).idxmax(), found.history.astype(int).idxmin()
        outside = [
            str(year) for year, row in found.iterrows() if not row["10%"] <= row["history"] <= row["90%"]
        ]
        years = Message.all_of(outside) if outside else say("plan.no-year")
        return say("plan.wars-key", high=high, low=low, years=years)
    return key


def _when_likely(siege: str) -> str:
    """After which siege roll a fortress is more likely to have fallen than to hold."""
    rolls = rolls_until_fallen([siege]).iloc[:, 0]
    reached = [int(roll) for roll, chance in rolls.items() if chance > 0.5]
    year = by_id("events")[siege]["begin"][:4]
    if reached:
        return say("plan.odds-key", year=year, roll=reached[0], percent=f"{rolls[reached[0]]:.0%}")
    return say("plan.odds-never", year=year, count=len(rolls), percent=f"{rolls.iloc[-1]:.0%}")


def _tables(plan: Plan, mine: bool) -> list[_Table]:
    """The tables of numbers of a plan: history beside the simulated wars, and for the teacher alone the
    chances of sieges, which pupils are to guess first.
    """
    found = []
    if plan.odds and mine:
        rolls = rolls_until_fallen(plan.odds)
        rows = tuple((str(roll), *(f"{chance:.0%}" for chance in row)) for roll, row in rolls.iterrows())
        found.append(_Table(say("plan.odds"), (say("plan.roll"), *map(str, rolls.columns)), rows))
    if plan.wars:
        wars = beside_history("points").dropna()
        heads = (
            say("plan.year"),
            say("plan.lowest"),
            say("plan.middle"),
            say("plan.highest"),
            say("plan.history"),
        )
        rows = tuple(
            (str(year), *(f"{row[column]:.0f}" for column in ("10%", "50%", "90%", "history")))
            for year, row in wars.iterrows()
        )
        found.append(_Table(say("plan.wars"), heads, rows))
    return found


def _drawn(still: Still) -> dict[str, Any]:
    """A still as an address that holds it, in shades of grey, with what it shows in words."""
    found = frame(still.month, theatres=still.theatre or None)
    view = found.view if still.theatre else "all"
    marks = found.marks if still.theatre else {}
    width = WIDTH if still.theatre else WHOLE
    svg = to_svg(found.scene, view=view, width=width, overlays=marks, title=found.title, alone=True)
    across = _ACROSS.search(svg)
    assert across is not None
    stripes = _STRIPES.format(scale=float(across[1]) / width)
    svg = svg.replace("</svg>", f"<style>{ON_PAPER}</style>{stripes}</svg>")
    svg = in_grey(with_own_names(svg))
    events = [one.name for one in found.on_the_map] if still.theatre else []
    return {
        "url": f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}",
        "alt": " ".join([still.says, *found.described_in_short[1:], *events]),
        "says": still.says,
        "events": events,
        "whole": not still.theatre,
    }


def in_grey(svg: str) -> str:
    """A picture with every colour as the grey that is as light.

    >>> in_grey("fill:#ff0000;stroke:#fff")
    'fill:#7e7e7e;stroke:#ffffff'
    """
    return _COLOUR.sub(lambda found: _grey(found[1]), svg)


def _grey(colour: str) -> str:
    """The grey of the same lightness, by the weights of sRGB in linear light."""
    whole = colour if len(colour) == 6 else "".join(2 * digit for digit in colour)
    red, green, blue = ((int(whole[at : at + 2], 16) / 255) ** 2.2 for at in (0, 2, 4))
    shade = round(255 * (0.2126 * red + 0.7152 * green + 0.0722 * blue) ** (1 / 2.2))
    return f"#{shade:02x}{shade:02x}{shade:02x}"


def _retold(voice: Voice) -> dict[str, str]:
    return {
        "who": voice.who,
        "when": say("plan.voice-when", date=voice.date[0].upper() + voice.date[1:], audience=voice.audience),
        "says": " ".join(voice.says.split()),
        "where": say("plan.voice-where", source=describe_source(voice.source, voice.place)),
    }


def _sources(plan: Plan) -> list[str]:
    """The works behind the facts of a plan, each once, by where they are first cited."""
    told: Iterable[str] = (line for event in plan.events for line in describe_sources(happening(event)))
    return list(dict.fromkeys(told))


def _words() -> dict[str, str]:
    """The headings and notes of both sheets."""
    return {
        "name": say("handout.name"),
        "date": say("handout.date"),
        "teacher": say("plan.for-the-teacher"),
        "fits": say("plan.fits"),
        "timing": say("plan.timing", count=CORE),
        "minutes": say("plan.minutes-head"),
        "what": say("plan.what"),
        "how": say("plan.how"),
        "short": say("plan.short"),
        "key": say("plan.key"),
        "listen": say("plan.listen"),
        "facts": say("plan.facts"),
        "when": say("plan.when"),
        "maps": say("plan.maps"),
        "sides": say("plan.sides"),
        "tasks": say("plan.tasks"),
        "voices": say("plan.voices"),
        "retold": say("plan.retold"),
        "clauses": say("plan.clauses"),
        "sources": say("plan.sources"),
        "legend": say("plan.legend"),
    }


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
