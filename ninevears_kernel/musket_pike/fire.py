"""Fire in *Musket & Pike*: heavy infantry, light infantry and cavalry, step by step (FIRE.1 to FIRE.3)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.errors import MISSING, BadInput, UnknownName
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .tables import question

Firer = Literal["heavy-infantry", "light-infantry", "cavalry"]

LIGHT_TABLE = "light-infantry-and-cavalry"  # FIRE.2, FIRE.3
LIGHT_COLUMNS = {"light-infantry": "musketeers-and-dragoons", "cavalry": "cavalry-pistol"}
MUSKET_COLUMNS = ("front", "flank", "salvo")  # FIRE.1, step 4


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a column: the modified rolls it stands for, and the result."""

    result: Annotated[str, Meta(min_length=1, description="the result as printed")]
    lowest: Annotated[int | None, Meta(description="lowest modified roll; leave out: any lower one too")] = (
        field(name="from", default=None)
    )
    highest: Annotated[
        int | None, Meta(description="highest modified roll; leave out: any higher one too")
    ] = field(name="to", default=None)


class Modifier(Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of the roll."""

    why: Annotated[str, Meta(min_length=1, description="what it is for")]
    value: Annotated[int, Meta(ge=-20, le=20, description="what is added to the roll")]


class Fire(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: who fires at whom, the tables, and the modifiers."""

    firer: Annotated[Firer, Meta(description="the kind of the unit that fires; dragoons: light-infantry")]
    target: Annotated[str, Meta(min_length=1, description="the unit that is the target")]
    tables: Annotated[
        dict[str, dict[str, tuple[Row, ...]]],
        Meta(
            description="the fire tables by name, each with its columns by name: front, flank and salvo for "
            "a musket table; musketeers-and-dragoons and cavalry-pistol for light-infantry-and-cavalry"
        ),
    ]
    unit: Annotated[
        Annotated[str, Meta(min_length=1)] | None, Meta(description="the name of the unit that fires")
    ] = None
    aspect: Annotated[
        Literal["front", "flank"] | None,
        Meta(description="what is fired through; heavy infantry only, which must say it"),
    ] = None
    salvo: Annotated[bool, Meta(description="salvo fire; heavy infantry only")] = False
    table: Annotated[
        str | None, Meta(description="the musket fire table to use; may be left out where only one is given")
    ] = None
    modifiers: Annotated[tuple[Modifier, ...], Meta(description="what is added to the roll, and why")] = ()
    sides: Annotated[
        int, Meta(ge=2, le=100, description="sides of the die; the excerpt does not say how many")
    ] = 10
    zero: Annotated[
        bool,
        Meta(description="the die is numbered from 0: its highest face, given as `sides`, counts as 0"),
    ] = False

    def __post_init__(self) -> None:
        for name, columns in self.tables.items():
            for column, rows in columns.items():
                _check_column(f"tables.{name}.{column}", rows)
        _check_firer(self)
        _check_reach(self)


def _check_column(place: str, rows: tuple[Row, ...]) -> None:
    """The rows of a column leave no modified roll out between them, and none stands for two results."""
    if not rows:
        raise BadInput(place, Message("mp.no-rows"), Message("mp.expected-rows"))
    for at, row in enumerate(rows):
        if row.lowest is not None and row.highest is not None and row.highest < row.lowest:
            raise BadInput(f"{place}[{at}].to", row.highest, Message("expected.at-least", least=row.lowest))
    ordered = sorted(enumerate(rows), key=lambda numbered: _first(numbered[1]))
    for (_, before), (at, row) in pairwise(ordered):
        found = _span(row)
        if before.highest is None or row.lowest is None or row.lowest <= before.highest:
            raise BadInput(f"{place}[{at}]", found, Message("mp.expected-no-overlap", other=_span(before)))
        if row.lowest > before.highest + 1:
            raise BadInput(
                f"{place}[{at}].from", row.lowest, Message("mp.expected-next", next=before.highest + 1)
            )


def _first(row: Row) -> float:
    return float("-inf") if row.lowest is None else row.lowest


def _span(row: Row) -> Message:
    """The modified rolls that a row stands for, in words."""
    if row.lowest is None and row.highest is None:
        return Message("mp.span-all")
    if row.lowest is None:
        return Message("mp.span-up-to", highest=row.highest)
    if row.highest is None:
        return Message("mp.span-from", lowest=row.lowest)
    if row.lowest == row.highest:
        return Message("mp.span-one", number=row.lowest)
    return Message("mp.span", lowest=row.lowest, highest=row.highest)


def _check_firer(fire: Fire) -> None:
    if fire.firer == "heavy-infantry":
        if fire.aspect is None:
            raise BadInput("aspect", MISSING, Message.one_of(MUSKET_COLUMNS[:2]))
    else:
        if fire.aspect is not None:
            raise BadInput("aspect", fire.aspect, Message("mp.expected-heavy-infantry-alone"))
        if fire.table is not None:
            raise BadInput("table", fire.table, Message("mp.expected-heavy-infantry-alone"))
    name = table_name(fire)
    if name is None:
        musket = _musket_tables(fire)
        one_of = Message.one_of(musket)
        raise BadInput("table", MISSING, one_of if musket else Message("mp.musket-table-given"))
    if name not in fire.tables:
        if fire.table is None:
            raise BadInput(f"tables.{name}", MISSING, Message("expected.a-value"))
        raise UnknownName("table", name, Message("mp.kind-table"), fire.tables)
    if (column := column_name(fire)) not in fire.tables[name]:
        raise BadInput(f"tables.{name}.{column}", MISSING, Message("mp.expected-rows"))


def _check_reach(fire: Fire) -> None:
    """The column used has a result for every modified roll that the die and the modifiers can make."""
    name, column = table_name(fire), column_name(fire)
    assert name is not None
    rows = sorted(fire.tables[name][column], key=_first)
    lowest = (0 if fire.zero else 1) + total(fire.modifiers)
    highest = lowest + fire.sides - 1
    first, last = rows[0].lowest, rows[-1].highest
    if (first is not None and first > lowest) or (last is not None and last < highest):
        found = _span(Row(result="?", lowest=first, highest=last))
        raise BadInput(
            f"tables.{name}.{column}", found, Message("mp.expected-reach", lowest=lowest, highest=highest)
        )


def _musket_tables(fire: Fire) -> list[str]:
    return [name for name in fire.tables if name != LIGHT_TABLE]


def total(modifiers: Iterable[Modifier]) -> int:
    """The sum of modifiers.

    >>> total([Modifier("behind a hedge", -2), Modifier("at close range", 1)])
    -1
    """
    return sum(modifier.value for modifier in modifiers)


@carries_out("MP FIRE.1", "MP FIRE.2", "MP FIRE.3")
def table_name(fire: Fire) -> str | None:
    """The table that is used, or None where the case leaves open which musket fire table it is."""
    if fire.firer != "heavy-infantry":
        return LIGHT_TABLE  # FIRE.2, FIRE.3: step 2
    musket = _musket_tables(fire)
    return fire.table or (musket[0] if len(musket) == 1 else None)  # FIRE.1, step 3: an input


@carries_out("MP FIRE.1", "MP FIRE.2", "MP FIRE.3")
def column_name(fire: Fire) -> str:
    """The column that is used.

    >>> column_name(Fire("cavalry", "Essex", {LIGHT_TABLE: {"cavalry-pistol": (Row("no effect"),)}}))
    'cavalry-pistol'
    """
    if fire.firer != "heavy-infantry":
        return LIGHT_COLUMNS[fire.firer]  # FIRE.2, FIRE.3: step 2
    return "salvo" if fire.salvo else str(fire.aspect)  # FIRE.1, step 4


@carries_out("MP FIRE.1", "MP FIRE.2", "MP FIRE.3")
def fire(given: Fire, context: RulingContext) -> Answer:
    """The procedure of the firing unit, each step with its printed number."""
    clause_id = _CLAUSES[given.firer]
    heavy = given.firer == "heavy-infantry"
    table, column = table_name(given), column_name(given)
    firer = given.unit or Message(f"mp.unit-{given.firer}")
    answer: dict[str, Any] = {"table": table, "column": column}
    if given.salvo and not heavy:
        # SEQ.C: salvo fire is for heavy infantry
        kind = Message(f"mp.unit-{given.firer}")
        context.violation("MP SEQ.C", "mp.salvo-heavy-alone", Message("mp.remedy-no-salvo"), kind=kind)
        nothing = {"roll": None, "modified": None, "result": None, "marks": ()}
        return Answer("illegal", Message("mp.fire-illegal", firer=firer), answer | nothing)
    context.step(clause_id, "mp.fire-target", number=1, firer=firer, target=given.target)
    if heavy:
        context.step(clause_id, f"mp.fire-{given.aspect}", number=2, target=given.target)
        context.step(clause_id, "mp.fire-table", number=3, table=table)
        context.step(clause_id, "mp.fire-column", number=4, column=column)
    else:
        context.step(clause_id, "mp.fire-light-column", number=2, column=column, table=table)
    number = 5 if heavy else 3
    marks = _marks(given)
    waits = Message("mp.fire-not-rolled", firer=firer, target=given.target)
    context.known = Answer("result", waits, answer | {"marks": marks})
    face = context.dice.roll(given.sides, wanted=Message("mp.roll-fire", firer=firer))
    roll = 0 if given.zero and face == given.sides else face
    modified = roll + total(given.modifiers)
    for modifier in given.modifiers:
        value = f"{modifier.value:+d}"
        context.step(clause_id, "mp.fire-modifier", number=number, value=value, why=modifier.why)
    context.step(clause_id, "mp.fire-roll", number=number, roll=roll, modified=modified)
    row = next(row for row in given.tables[table or ""][column] if _holds(row, modified))
    found = {"result": row.result, "target": given.target}
    says = "mp.fire-result" if heavy else "mp.fire-result-applied"
    context.step(clause_id, says, number=number + 1, span=_span(row), column=column, **found)
    if heavy:
        context.step(clause_id, "mp.fire-apply", number=7, **found)
    if "pistol" in marks:
        context.step("MP FIRE.3", "mp.fire-pistol-marker", number=5)
    if "salvo" in marks:
        context.step("MP SEQ.4", "mp.fire-salvo-marker")
    done = Message("mp.fire-done", firer=firer, target=given.target, modified=modified, result=row.result)
    rolled = {"roll": roll, "modified": modified, "result": row.result, "marks": marks}
    return Answer("result", done, answer | rolled)


_CLAUSES = {"heavy-infantry": "MP FIRE.1", "light-infantry": "MP FIRE.2", "cavalry": "MP FIRE.3"}


def _marks(given: Fire) -> tuple[str, ...]:
    if given.firer == "cavalry":
        return ("pistol",)  # FIRE.3, step 5
    return ("salvo",) if given.salvo else ()  # the marker that SEQ.4 removes


def _holds(row: Row, number: int) -> bool:
    return (row.lowest is None or row.lowest <= number) and (row.highest is None or number <= row.highest)


QUESTIONS = (question("fire", Fire, fire, "result"),)
