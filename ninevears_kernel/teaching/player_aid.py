"""The player aid: one page with the sequence, the actions, the modifiers and the tables, made from the tables
in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil, sqrt
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from .. import __version__, typefaces
from ..core.clauses import clause
from ..core.errors import BadInput, one_line
from ..core.messages import Message, say, shown
from ..core.render import markdown_escaped
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.games.custom_rules import rule_tables_in_force
from ..output_files import check_writable, write_whole
from ..typefaces import with_type
from ..umpire.reports.pdf import converted
from .aid_parts import Row, Section, Table
from .aid_rows import sections

TEMPLATES = Path(__file__).parent / "templates"
PAPERS = ("A4", "letter")
ENDINGS = (".html", ".md", ".pdf")
BASIS_MARKS = {"text": "", "cross": "°", "kit": "*"}
"""What follows a clause's number, so that its basis is seen in black and white too."""
OWN = "†"
"""What precedes a line that an umpire's own tables have changed."""
POINTS, LINES, LETTERS = 7.4, 205, 47
"""The size of the letters, and how many lines of how many letters the page takes at that size."""
MOST_POINTS = 7.6
MOST_OF_NAME = 60
_BEGIN, _END = "\x02", "\x03"  # around a number that is to stand out


@dataclass(frozen=True)
class PlayerAid:
    """The player aid for the tables in force; shows itself in a notebook.

    Attributes:
        rule_tables: the tables.
    """

    rule_tables: RuleTables

    @property
    def sections(self) -> tuple[Section, ...]:
        """What is on it."""
        return sections(self.rule_tables)

    @property
    def in_force(self) -> str:
        """Whose tables it was made from, in a sentence."""
        if not self.rule_tables.own:
            return say("aid.kit-in-force")
        names = (part.replace("_", "-") for part in self.rule_tables.own)
        parts = Message.all_of([Message(f"aid.part-{name}") for name in names])
        file = one_line(self.rule_tables.file)
        short = file if len(file) <= MOST_OF_NAME else f"{file[: MOST_OF_NAME - 1]}…"
        return say("aid.own-in-force", mark=OWN, file=short, parts=parts)

    def html(self, paper: str = "A4") -> str:
        """One HTML file that prints on one page, landscape.

        Args:
            paper: ``A4`` or ``letter``.

        Raises:
            BadInput: another paper.
        """
        if paper not in PAPERS:
            raise BadInput("paper", paper, Message.one_of(PAPERS))
        page = _templates().get_template("player_aid.html")
        return with_type(page.render(paper=paper, points=f"{_points(self.sections):.2f}", **self._words()))

    def markdown(self) -> str:
        """The same as Markdown."""
        parts = [f"# {say('aid.title')}", markdown_escaped(self.in_force)]
        for section in self.sections:
            parts.append(f"## {markdown_escaped(str(section.title))}")
            for block in _blocks(section):
                if isinstance(block, Table):
                    parts += [self._markdown_row(block.title), _markdown_table(block)]
                else:
                    parts.append("\n".join(f"- {self._markdown_row(row)}" for row in block))
        return "\n\n".join([*parts, markdown_escaped(self._legend())]) + "\n"

    def write(self, path: str | Path, paper: str = "A4") -> None:
        """Writes it in the form that the ending of a file says: ``.html``, ``.md`` or ``.pdf``.

        Raises:
            BadInput: another ending, or a file that cannot be written.
            NoConverter: nothing here can make a PDF.
        """
        path = Path(path)
        ending = path.suffix.lower()
        if ending not in ENDINGS:
            raise BadInput("out", str(path), Message("aid.ending"))
        if ending == ".pdf":
            check_writable(path, "out")  # a browser takes its time
        content = self.markdown() if ending == ".md" else self.html(paper)
        write_whole(path, converted(content, b"") if ending == ".pdf" else content, "out")

    def _legend(self) -> str:
        return say("aid.legend", cross=BASIS_MARKS["cross"], kit=BASIS_MARKS["kit"])

    def _words(self) -> dict[str, Any]:
        """What the templates say."""
        return {
            "title": say("aid.title"),
            "in_force": self.in_force,
            "legend": self._legend(),
            "version": say("aid.version", version=__version__),
            "cited": _cited_html,
            "sections": [
                {"title": str(section.title), "blocks": [self._block(block) for block in _blocks(section)]}
                for section in self.sections
            ],
        }

    def _block(self, block: Table | list[Row]) -> dict[str, Any]:
        if isinstance(block, list):
            return {"lines": [self._row(one) for one in block]}
        return {
            "title": self._row(block.title),
            "head": [_html(cell) for cell in block.head],
            "rows": [[_html(cell) for cell in cells] for cells in block.rows],
        }

    def _row(self, row: Row) -> dict[str, Any]:
        return {"says": Markup("{}{}").format(self._mark(row), _html(row.says)), "clauses": row.clauses}

    def _markdown_row(self, row: Row) -> str:
        return f"{self._mark(row)}{_markdown(row.says)} ({markdown_escaped(_cited(row.clauses))})"

    def _mark(self, row: Row) -> str:
        return f"{OWN} " if not self.rule_tables.own.keys().isdisjoint(row.parts) else ""

    def _repr_html_(self) -> str:
        templates = _templates()
        style = templates.get_template("player_aid.css").render()
        body = templates.get_template("player_aid_body.html").render(**self._words())
        return f"<style>{style}</style>{body}"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": self.markdown()}


def make_player_aid(rules: RuleTables | str | Path | None = None) -> PlayerAid:
    """The player aid for the kit's tables, or for an umpire's own.

    Args:
        rules: an umpire's file of tables, or a kit; without it the kit's own numbers.

    Raises:
        BadInput: something in the file is wrong; names the field.

    >>> print(make_player_aid().markdown().splitlines()[0])
    # Nine Years: player aid
    """
    return PlayerAid(rule_tables_in_force(rules))


# ---- how it is written


def _blocks(section: Section) -> list[Table | list[Row]]:
    """The tables of a section, and the runs of lines between them."""
    found: list[Table | list[Row]] = []
    for item in section.items:
        if isinstance(item, Row) and found and isinstance(found[-1], list):
            found[-1].append(item)
        else:
            found.append([item] if isinstance(item, Row) else item)
    return found


class _Count(int):
    """A number that chooses the plural and stands out in the sentence."""

    def __str__(self) -> str:
        return f"{_BEGIN}{int(self)}{_END}"


def _spoken(says: Message | str) -> str:
    """A sentence in which the numbers that come from the engine stand between two signs."""
    if isinstance(says, str):
        return says
    values: dict[str, Any] = {}
    for name, value in says.values.items():
        if isinstance(value, list):  # what a list of the catalogue joins
            values[name] = [f"{_BEGIN}{one}{_END}" if isinstance(one, int) else _spoken(one) for one in value]
            continue
        text = _spoken(value) if isinstance(value, Message) else shown(value)
        if type(value) is int:
            values[name] = _Count(value)
        elif any(sign.isdigit() for sign in text) and _BEGIN not in text:
            values[name] = f"{_BEGIN}{text}{_END}"
        else:
            values[name] = text
    return say(says.id, **values)


def _html(says: Message | str) -> Markup:
    text = str(escape(_spoken(says)))
    return Markup(text.replace(_BEGIN, "<b>").replace(_END, "</b>"))


def _markdown(says: Message | str) -> str:
    return markdown_escaped(_spoken(says)).replace(_BEGIN, "**").replace(_END, "**")


def _cited(clauses: tuple[str, ...]) -> str:
    """The numbers of clauses with the marks of their basis."""
    return " ".join(f"{clause(id).number}{BASIS_MARKS[clause(id).basis]}" for id in clauses)


def _cited_html(row: dict[str, Any]) -> Markup:
    """The same for a page, where each tells its title and basis to the mouse."""
    parts = Markup(" ").join(
        Markup("<span class='{}' title='{}'>{}</span>").format(
            one.basis, f"{one.title} ({say(f'basis.{one.basis}')})", _cited((one.id,))
        )
        for one in map(clause, row["clauses"])
    )
    return Markup("<span class='cited'>{}</span>").format(parts)


def _markdown_table(table: Table) -> str:
    width = len(table.rows[0])
    head = table.head or ("",) * width
    lines = [head, ("---",) * width, *table.rows]
    cells: list[list[str]] = [
        [_markdown(cell) if cell != "---" else "---" for cell in line] for line in lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _points(found: tuple[Section, ...]) -> float:
    """The size of the letters at which everything fits on one page, in points."""
    lines = sum(1.9 + sum(map(_lines, section.items)) for section in found)
    return min(MOST_POINTS, POINTS * sqrt(LINES / lines))


def _lines(item: Row | Table) -> float:
    if isinstance(item, Table):
        return _lines(item.title) + 0.4 + len(item.rows) + bool(item.head)
    return ceil((len(str(item.says)) + 0.8 * len(_cited(item.clauses)) + 2) / LETTERS)


@cache
def _templates() -> Environment:
    found = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=lambda name: bool(name) and str(name).endswith(".html"),
        undefined=StrictUndefined,
    )
    found.globals["type"] = typefaces
    return found
