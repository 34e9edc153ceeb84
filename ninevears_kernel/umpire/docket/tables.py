"""The tables of the docket, and the triggers that let rows be added to them and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Select, String, Table, Text, select

FORMAT = "ninevears-docket"
VERSION = 3
"""The form of the tables; a docket with a higher one was made by a newer kit, one with a lower one gets the
tables that it lacks when it is opened."""
WHEN = 27
"""Characters of a time, such as ``2026-11-21T14:48:22.123456Z``: sorted as text they are sorted in time."""

metadata = MetaData()

about = Table(
    "docket_about",
    metadata,
    Column("format", String(40), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", String(WHEN), nullable=False),
)
entries = Table(
    "docket_entries",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(20), nullable=False),
    Column("written", String(WHEN), nullable=False, index=True),
    Column("by", String(200), nullable=False),
    Column("digest", String(64), nullable=False),
)
"""One numbering for all that is ever written; each digest is over its row and the digest before it."""
rules = Table(
    "docket_rules",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("files", Text, nullable=False),
)
"""The umpire's own tables, each set once: the text of the file and of those that it names."""


def _number() -> Column[int]:
    return Column(
        "number", Integer, ForeignKey("docket_entries.number"), primary_key=True, autoincrement=False
    )


def _of_a_case(name: str, what: Column[str]) -> Table:
    """A table of what is noted of a case, each thing once."""
    case = Column("case", Integer, ForeignKey("docket_cases.number"), primary_key=True, autoincrement=False)
    return Table(name, metadata, case, what)


games = Table(
    "docket_games",
    metadata,
    _number(),
    Column("game", Integer, nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("form", String(10), nullable=False),
    Column("text", Text, nullable=False),
    Column("rules", String(64), ForeignKey("docket_rules.digest")),
    Column("corrects", Integer, ForeignKey("docket_games.number")),
    Column("words", Text, nullable=False),
)
"""``game`` is the number of the game's first row: a log that has grown is a new row of the same game."""
cases = Table(
    "docket_cases",
    metadata,
    _number(),
    Column("game", Integer, ForeignKey("docket_games.number"), index=True),
    Column("system", String(20), nullable=False),
    Column("question", String(100), nullable=False, index=True),
    Column("verdict", String(20), nullable=False),
    Column("case", Text, nullable=False),
    Column("ruling", Text, nullable=False),
    Column("in_force", Text, nullable=False),
    Column("rules", String(64), ForeignKey("docket_rules.digest")),
    Column("claims", Text, nullable=False),
    Column("corrects", Integer, ForeignKey("docket_cases.number")),
    Column("words", Text, nullable=False),
)
case_clauses = _of_a_case("docket_case_clauses", Column("clause", String(60), primary_key=True, index=True))
decisions = Table(
    "docket_decisions",
    metadata,
    _number(),
    Column("case", Integer, ForeignKey("docket_cases.number"), nullable=False, index=True),
    Column("kind", String(20), nullable=False),
    Column("verdict", String(20), nullable=False),
    Column("reason", Text, nullable=False),
    Column("position", Text),
    Column("corrects", Integer, ForeignKey("docket_decisions.number"), index=True),
    Column("words", Text, nullable=False),
)
precedents = Table(
    "docket_precedents",
    metadata,
    _number(),
    Column("case", Integer, ForeignKey("docket_cases.number"), nullable=False, index=True),
    Column("change", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Column("corrects", Integer, ForeignKey("docket_precedents.number")),
    Column("words", Text, nullable=False),
)
Index("docket_cases_system", cases.c.system, cases.c.number)
findings = Table(
    "docket_findings",
    metadata,
    Column("number", Integer, ForeignKey("docket_decisions.number"), primary_key=True, autoincrement=False),
    Column("facts", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("remedy", String(20), nullable=False),
    Column("remedy_says", Text, nullable=False),
    Column("appeal_until", String(WHEN), nullable=False),
    Column("departs_from", Text, nullable=False),
)
"""What a decision says besides its verdict; part of the decision's entry and its digest."""
senders = Table(
    "docket_senders",
    metadata,
    Column("number", Integer, ForeignKey("docket_cases.number"), primary_key=True, autoincrement=False),
    Column("senders", Text, nullable=False),
)
"""Who wrote to the umpire about a case, where that is known; part of the case's entry and its digest."""
appeals = Table(
    "docket_appeals",
    metadata,
    _number(),
    Column("case", Integer, ForeignKey("docket_cases.number"), nullable=False, index=True),
    Column("decision", Integer, ForeignKey("docket_decisions.number"), nullable=False),
    Column("party", String(200), nullable=False),
    Column("reason", Text, nullable=False),
    Column("corrects", Integer, ForeignKey("docket_appeals.number")),
    Column("words", Text, nullable=False),
)
outcomes = Table(
    "docket_outcomes",
    metadata,
    _number(),
    Column("case", Integer, ForeignKey("docket_cases.number"), nullable=False, index=True),
    Column("appeal", Integer, ForeignKey("docket_appeals.number"), nullable=False, index=True),
    Column("outcome", String(20), nullable=False),
    Column("decision", Integer, ForeignKey("docket_decisions.number"), nullable=False),
    Column("reason", Text, nullable=False),
    Column("corrects", Integer, ForeignKey("docket_outcomes.number")),
    Column("words", Text, nullable=False),
)
"""What became of an appeal; ``decision`` is the one that stands after it."""
case_facts = _of_a_case("docket_case_facts", Column("fact", String(16), primary_key=True, index=True))
"""A short digest of each thing that a case gives, by which cases like it are found."""

KINDS: dict[str, Table] = {
    "game": games,
    "case": cases,
    "decision": decisions,
    "precedent": precedents,
    "appeal": appeals,
    "outcome": outcomes,
}
"""What an entry may be, and in which table it is."""
BESIDE: dict[str, Table] = {"decision": findings, "case": senders}
"""What an entry may say besides, in a row of a table of its own."""
LATER = (findings, appeals, outcomes, case_facts, senders)
"""The tables that a docket of version 1 has not; one of version 2 lacks the last."""
REFUSED = "the docket only grows: rows are added, never changed or taken away"


def corrected(table: Table) -> Select[tuple[int]]:
    """The numbers of the rows of a table that others have taken the place of."""
    other = table.alias()
    return select(other.c.corrects).where(other.c.corrects.is_not(None))


def guards(dialect: str, tables: Sequence[Table] = ()) -> Iterator[str]:
    """The statements that make triggers which refuse to change or delete a row; none for other databases.

    Args:
        dialect: SQLAlchemy's name of the database.
        tables: those tables alone, in a docket that has the others; by default all.

    >>> next(guards("sqlite")).split(" BEFORE")[0]
    'CREATE TRIGGER docket_about_no_update'
    """
    if dialect == "sqlite":
        for table in tables or metadata.sorted_tables:
            for action in ("UPDATE", "DELETE"):
                yield (
                    f"CREATE TRIGGER {table.name}_no_{action.lower()} BEFORE {action} ON {table.name} "
                    f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
                )
            # INSERT OR REPLACE takes the old row away without asking the trigger above.
            same = " AND ".join(f'"{key.name}" = NEW."{key.name}"' for key in table.primary_key)
            yield (
                f"CREATE TRIGGER {table.name}_no_replace BEFORE INSERT ON {table.name} "
                f"WHEN EXISTS (SELECT 1 FROM {table.name} WHERE {same}) "
                f"BEGIN SELECT RAISE(ABORT, '{REFUSED}'); END"
            )
    elif dialect == "postgresql":
        if not tables:
            yield (
                "CREATE FUNCTION docket_only_grows() RETURNS trigger LANGUAGE plpgsql AS "
                f"$$ BEGIN RAISE EXCEPTION '{REFUSED}'; END $$"
            )
        for table in tables or metadata.sorted_tables:
            yield (
                f"CREATE TRIGGER {table.name}_only_grows BEFORE UPDATE OR DELETE OR TRUNCATE "
                f"ON {table.name} FOR EACH STATEMENT EXECUTE FUNCTION docket_only_grows()"
            )
