"""What the lesson plans of the history classroom add to the chronicle: money, the days of a siege, questions.

Their tables lie beside those of the chronicle and cite the same sources.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput, UnknownName
from ..core.messages import Message, say
from ..core.tables import read_table
from .tables import DATA, by_id, is_read

if TYPE_CHECKING:
    from pandas import DataFrame

FINANCE, DAYS, COUNTS = "finance", "siege_days", "siege_counts"


@cache
def _rows(table: str) -> tuple[dict[str, str], ...]:
    return tuple(read_table(DATA / f"{table}.csv"))


def _frame(table: str, column: str, wanted: str, kind: Message, numbers: Iterable[str]) -> DataFrame:
    """The rows of a table in which a column has a value, without that column."""
    from pandas import DataFrame, to_numeric

    rows = [row for row in _rows(table) if row[column] == wanted]
    if not rows:
        raise UnknownName(column, wanted, kind, dict.fromkeys(row[column] for row in _rows(table)))
    found = DataFrame(rows).drop(columns=column)
    for name in numbers:
        found[name] = to_numeric(found[name])
    return found


# ---- money and men


def series() -> tuple[str, ...]:
    """The names of all series of figures, as `finance` takes them.

    >>> "wheat-windsor" in series(), "silver-coined" in series()
    (True, True)
    """
    return tuple(dict.fromkeys(row["series"] for row in _rows(FINANCE)))


def finance(name: str) -> DataFrame:
    """A series of figures about money and men, a row for each time.

    Args:
        name: one of `series`.

    Columns:
        when (index): a year, a month or several years, as text.
        low, high: the figure, the same twice where the source gives one.
        unit: of what.
        certainty: sure or approximate.
        sources: a list with ``;`` between, of ids of the chronicle's sources.
        note: a word about it.

    Raises:
        UnknownName: there is no such series; says the nearest.

    >>> float(finance("silver-coined").low["1696"])
    2511853.0
    """
    return _frame(FINANCE, "series", name, Message("kind.series"), ("low", "high")).set_index("when")


def figures(*names: str) -> DataFrame:
    """Series of figures as people read them, a row for each time.

    Args:
        names: of `series`.

    Columns:
        series (index), when: which figure.
        figure: with its unit, as text.
        certainty, sources, note: as in `finance`.

    Raises:
        UnknownName: there is no such series; says the nearest.

    >>> figures("english-spending").figure.tolist()
    ['5,400,000 to 5,500,000 pounds a year']
    """
    from pandas import DataFrame

    rows = []
    for name in names:
        for when, row in finance(name).iterrows():
            ends = [f"{end:,.10g}" for end in dict.fromkeys((row["low"], row["high"]))]
            both = str(Message("span-chart.both", begin=ends[0], end=ends[1])) if ends[1:] else ends[0]
            described = Message("figure.of", figure=both, unit=row["unit"])
            rows.append((name, when, str(described), row["certainty"], row["sources"], row["note"]))
    columns = ["series", "when", "figure", "certainty", "sources", "note"]
    return DataFrame(rows, columns=columns).set_index("series")


def figure(name: str, when: str | None = None) -> float:
    """One figure of a series: the middle of its low and high value.

    Args:
        name: one of `series`.
        when: as in the index of `finance`; without it the first row.

    Raises:
        UnknownName: there is no such series, or nothing of that time in it.

    >>> figure("louis-d-or", "1689-12")
    12.5
    """
    found = finance(name)
    if when is not None and when not in found.index:
        raise UnknownName("when", when, Message("kind.series-time"), found.index)
    row = found.iloc[0] if when is None else found.loc[when]
    return float((row["low"] + row["high"]) / 2)


# ---- a siege day by day


def siege_days(siege: str) -> DataFrame:
    """The work of a siege, a row for each step.

    Args:
        siege: ``namur-1692``, or ``rule`` for the siege of the text books.

    Columns:
        step (index): what was done, in a few words.
        first_day, last_day: on which days, the day on which the roads were closed being the first.
        part: town or castle, where the siege had two acts.
        sentence: the same in our own words.
        certainty, sources: as in the other tables.
        begin, end: the same as days of the year (`Timestamp`), for a siege of the chronicle.

    Raises:
        UnknownName: no such siege is described by days.

    >>> int(siege_days("rule").last_day.max())
    48
    >>> str(siege_days("namur-1692").begin["the town gives up"].date())
    '1692-06-05'
    """
    from pandas import Timedelta, Timestamp

    found = _frame(DAYS, "siege", siege, Message("kind.siege-by-days"), ("first_day", "last_day"))
    if siege in by_id("events"):
        first = Timestamp(by_id("events")[siege]["begin"])
        found["begin"] = [first + Timedelta(days=day - 1) for day in found.first_day]
        found["end"] = [first + Timedelta(days=day - 1) for day in found.last_day]
    return found.set_index("step")


def siege_counts(siege: str) -> DataFrame:
    """How many there were at a siege, a row for each author who counts them.

    Args:
        siege: ``namur-1692``, or ``rule`` for the measures of the text books.

    Columns:
        what (index): who or what is counted.
        low, high, unit: how many of what.
        sources, note: as in the other tables.

    Raises:
        UnknownName: no such siege is counted.

    >>> int(siege_counts("namur-1692").loc["garrison", "high"].max())
    9200
    """
    kind = Message("kind.siege-by-days")
    return _frame(COUNTS, "siege", siege, kind, ("low", "high")).set_index("what")


# ---- reading


def references(*ids: str) -> DataFrame:
    """Works to read, in the order asked for.

    Args:
        ids: of the chronicle's sources.

    Columns:
        id (index), author, title, year, where, note: as in ``chronicle.sources``; the year as text.

    Raises:
        UnknownName: there is no such source; says the nearest.

    >>> references("lynn-1999").author.tolist()
    ['John A. Lynn']
    """
    from pandas import DataFrame

    columns = ["author", "title", "year", "where", "note"]
    for name in ids:
        if name not in by_id("sources"):
            raise UnknownName("source", name, Message("kind.source-of-chronicle"), by_id("sources"))
    rows = [[by_id("sources")[name][column] for column in columns] for name in ids]
    return DataFrame(rows, index=list(ids), columns=columns)


@dataclass(frozen=True, slots=True)
class ReadingList:
    """Works to read: shows itself in a notebook as a list with links; ``says`` is the same in words."""

    ids: tuple[str, ...]

    @property
    def says(self) -> str:
        """A line for each work."""
        return "\n".join(_work(name, by_id("sources")[name]["where"], plain=True) for name in self.ids)

    def _repr_html_(self) -> str:
        works = (_work(name, _linked(by_id("sources")[name]["where"])) for name in self.ids)
        items = "".join(f"<li>{work}</li>" for work in works)
        return f"<ul style='max-width:60em;line-height:1.5;overflow-wrap:anywhere'>{items}</ul>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.says}


def reading_list(*ids: str) -> ReadingList:
    """Works to read, in the order asked for, as a list with links.

    Args:
        ids: of the chronicle's sources.

    Raises:
        UnknownName: there is no such source; says the nearest.

    >>> print(reading_list("handen-1970").says)
    Ralph D. Handen, The Savoy Negotiations of the Comte de Tessé, 1693-1696 (1970). Ohio State \
University (dissertation) (nobody here has read it: check before you quote)
    """
    return ReadingList(tuple(references(*ids).index))


def _work(name: str, where: str, plain: bool = False) -> str:
    """A work on a line: author, title, year, where it is, and whether nobody here has read it."""
    row = by_id("sources")[name]
    author, title = row["author"], row["title"]
    if not plain:
        author, title = escape(author), f"<i>{escape(title)}</i>"
    year = f" ({row['year']})" if row["year"] else ""
    found = f"{', '.join(filter(None, (author, title)))}{year}. {where}"
    return found if is_read(name) else say("frame.source-not-read", source=found)


def _linked(where: str) -> str:
    """Where a work is, as HTML: an address in it becomes a link that shows its host only."""
    before, scheme, address = where.partition("https://" if "https://" in where else "http://")
    if not scheme:
        return escape(where)
    link = f"{scheme}{address.split()[0]}"
    host = address.split("/")[0].removeprefix("www.")
    rest = "".join(address.split(maxsplit=1)[1:])
    shown = f"<a href='{escape(link)}' target='_blank' rel='noopener'>{escape(host)}</a>"
    return f"{escape(before)}{shown} {escape(rest)}".strip()


# ---- questions


@dataclass(frozen=True, slots=True)
class Checked:
    """An answer to a question about the chronicle: right or not, and the sentence that says why."""

    right: bool
    says: Message
    ruling: None = None


@dataclass(frozen=True, slots=True)
class ChronicleQuestion:
    """A question whose answer a lesson reads from the chronicle's tables.

    Attributes:
        title: a few words.
        prompt: what is asked.
        choices: what can be answered.
        right: the right one of them, as worked out from the tables.
        because: a sentence that says why.

    Raises:
        BadInput: the right answer is none of the choices.

    >>> question = ChronicleQuestion("Namur", "In which year did it fall first?", ("1691", "1692"),
    ...                              by_id("events")["namur-1692"]["end"][:4], "The castle gave up in June.")
    >>> question.mark("1692").right
    True
    >>> str(question.mark("1691").says)
    'The answer is 1692. The castle gave up in June.'
    """

    title: str
    prompt: str
    choices: tuple[str, ...]
    right: Any
    because: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "right", str(self.right))
        if self.right not in self.choices:
            raise BadInput("right", self.right, Message.one_of(self.choices))

    def mark(self, answer: str | None) -> Checked:
        """Marks an answer.

        Args:
            answer: one of the choices.

        Raises:
            BadInput: it is none of them.
        """
        if answer not in self.choices:
            raise BadInput("answer", answer, Message.one_of(self.choices))
        if answer == self.right:
            return Checked(True, Message("question.because", because=self.because))
        return Checked(False, Message("question.rather", right=self.right, because=self.because))
