"""Precedents: the readings and tables in force, and every verdict that others would change."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ... import __version__
from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message
from ...core.readings import chosen_readings
from ...core.render import plain, to_data
from ...core.ruling_context import Consulted
from ...core.rulings import Ruling
from ...nine_years.components.rule_tables import FORMAT, RuleTables, standard_rule_tables
from ...nine_years.games.game import Game
from ...nine_years.games.log import replayed
from ...nine_years.games.save import position_from_data
from ..cases.cases import case_from_data, rule_case
from ..cases.replays import described_by
from ..cases.rules_files import RulesFile, checked_numbers, rule_tables_of, rule_tables_with
from .records import CaseOutline, Change, Changed, Precedent, Record, StoredCase, StoredGame

Progress = Callable[[int, int], None]
"""Called with how many cases and games are done, and of how many."""
Stop = Callable[[], bool]
"""Says whether to stop; asked between cases and between the entries of a log."""
OF_A_CASE = ("verdict", "says", "answer", "odds", "violations", "error")
OF_A_GAME = ("result", "year", "victory_points", "choices", "dice", "bad_entry", "error")
_READING = re.compile(r"^[^\S\n]*reading\s*:\s*([\w-]+)\s*=", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class InForce:
    """What the precedents of a docket put in the place of the kit's defaults.

    Attributes:
        readings: options of readings.
        rules: lines of the kit's tables by section.
        precedents: the numbers of the precedents that say so.
    """

    readings: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    precedents: Mapping[int, Change] = field(default_factory=dict)

    def with_change(self, number: int, change: Change, corrects: int | None = None) -> InForce:
        """The same after one more precedent, which may take the place of an earlier one.

        >>> one = InForce().with_change(3, Change({"odd-hit": "parity"}))
        >>> one.readings, one.with_change(5, Change(), corrects=3).readings
        ({'odd-hit': 'parity'}, {})
        """
        kept = {known: each for known, each in self.precedents.items() if known != corrects} | {
            number: change
        }
        readings: dict[str, str] = {}
        rules: dict[str, dict[str, Any]] = {}
        for each in kept.values():
            readings |= each.readings
            for section, lines in each.rules.items():
                rules[section] = rules.get(section, {}) | dict(lines)
        return InForce(readings, rules, kept)

    @property
    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "readings": dict(self.readings),
            "rules": plain(self.rules),
            "precedents": [number for number, change in self.precedents.items() if change != Change()],
        }

    @property
    def reading_precedents(self) -> dict[str, int]:
        """For each reading in force the precedent that has put it there."""
        return {name: number for number, change in self.precedents.items() for name in change.readings}

    @property
    def sources(self) -> dict[str, str]:
        """For each section of the tables the precedents that its lines are of, as a ruling names them."""
        found: dict[str, list[int]] = {}
        for number, change in self.precedents.items():
            for section in change.rules:
                found.setdefault(section, []).append(number)
        return {
            section: str(Message("docket.by-precedent", numbers=Message.all_of(numbers)))
            for section, numbers in found.items()
        }


def in_force_after(precedents: Iterable[Precedent]) -> InForce:
    """What is in force after these precedents, in the order in which they were adopted."""
    force = InForce()
    for precedent in precedents:
        force = force.with_change(precedent.number, precedent.change, precedent.corrects)
    return force


def checked_change(change: Change) -> Change:
    """A change of readings and tables, checked.

    Raises:
        BadInput: no such reading or option, or no such line or value.
    """
    return Change(chosen_readings(change.readings), checked_numbers(change.rules))


class Judge:
    """Rules on cases and replays games by what is in force.

    A case, a log or an umpire's own file that states a reading or a line itself is judged by its own.

    Args:
        force: what is in force.
    """

    def __init__(self, force: InForce) -> None:
        self.force = force
        self._rule_tables: dict[RulesFile | None, RuleTables] = {}

    def rule_tables(self, rules: RulesFile | None) -> RuleTables:
        """The tables in force, with an umpire's own over them."""
        if rules not in self._rule_tables:
            rule_tables = rule_tables_of(rules) if rules else standard_rule_tables()
            self._rule_tables[rules] = rule_tables_with(rule_tables, self._lines(rules), self.force.sources)
        return self._rule_tables[rules]

    def rules_file(self, rules: RulesFile | None = None) -> RulesFile | None:
        """The same tables as a file that a report can carry; None for the kit's own.

        >>> judge = Judge(InForce().with_change(3, Change(rules={"stacking": {"limit": 10}})))
        >>> found = judge.rules_file()
        >>> found.name, rule_tables_of(found).numbers.stacking.limit
        ('precedents-3.toml', 10)
        """
        lines = self._lines(rules)
        if not lines:
            return rules
        numbers = [number for number, change in self.force.precedents.items() if change.rules]
        name = f"precedents-{'-'.join(map(str, numbers))}.toml"
        data: dict[str, Any] = {"format": FORMAT}
        files: dict[str, str] = {}
        if rules:
            name = f"{rules.name.removesuffix('.toml')}-{name}"
            data = tomllib.loads(rules.text)
            files = {place: text for place, text in rules.files.items() if place != rules.name}
        sections = {section: data.get(section, {}) | dict(new) for section, new in lines.items()}
        return RulesFile(name, {name: _toml(data | sections), **files})

    def _lines(self, rules: RulesFile | None) -> dict[str, dict[str, Any]]:
        """The lines in force that an umpire's own file does not state itself."""
        stated = rules.stated if rules else {}
        lines = {
            section: {name: value for name, value in lines.items() if name not in stated.get(section, ())}
            for section, lines in self.force.rules.items()
        }
        return {section: rest for section, rest in lines.items() if rest}

    def rule(
        self,
        data: Mapping[str, Any],
        rules: RulesFile | None = None,
        *,
        others: bool = True,
        noted: Consulted | None = None,
    ) -> Ruling:
        """The ruling on a case, as `rule_case`."""
        case = plain(data)
        case_from_data(case)  # its own readings must be what they should be before others join them
        readings = {**self.force.readings, **case.get("readings", {})}
        return rule_case(
            case | {"readings": readings}, rules=self.rule_tables(rules), others=others, noted=noted
        )

    def outcome(self, record: StoredCase | StoredGame, stop: Stop | None = None) -> dict[str, Any]:
        """What is said to a stored case or game, as plain data; ``error`` where it cannot be ruled on."""
        try:
            if isinstance(record, StoredGame):
                return self._game(record, stop)
            said = to_data(self.rule(record.case, record.rules, others=False))
        except NinevearsError as error:
            return {"error": str(error)}
        clauses = [violation["clause"] for violation in said["violations"]]
        return {name: said.get(name) for name in OF_A_CASE} | {"violations": clauses}

    def _game(self, game: StoredGame, stop: Stop | None) -> dict[str, Any]:
        rule_tables = self.rule_tables(game.rules)
        if game.form == "save":
            position_from_data(json.loads(game.text), rule_tables=rule_tables)
            return {"error": None}
        positions = replayed(game.text, rules=rule_tables, recorded=False, in_force=self.force.readings)
        said = described_by(_stopped(positions, stop), game.name)
        return {name: said.get(name) for name in OF_A_GAME}


class Stopped(Exception):
    """Somebody pressed the stop button."""


def _stopped(games: Iterator[Game], stop: Stop | None) -> Iterator[Game]:
    for game in games:
        if stop is not None and stop():
            raise Stopped
        yield game


@dataclass(frozen=True, slots=True)
class Preview:
    """What a change would do, before it is adopted.

    Attributes:
        change: the change.
        corrects: the precedent whose place it would take, or None.
        upto: the last number of the docket that it looked at.
        changed: every verdict that would change.
        left_alone: the numbers of cases and games that state themselves what it would change, and keep it.
        looked_at: how many cases and games were looked at.
        judged: how many of them were judged again, since they may rest on what would change.
        complete: whether all were; False when it was stopped.
        contrary: precedents in force that say otherwise, and that it does not say to replace.
    """

    change: Change
    corrects: int | None
    upto: int
    changed: tuple[Changed, ...]
    left_alone: tuple[int, ...]
    looked_at: int
    judged: int
    complete: bool
    contrary: tuple[int, ...] = ()


def contrary_to(force: InForce, change: Change, corrects: int | None = None) -> tuple[int, ...]:
    """The precedents in force that say otherwise than a change, besides the one that it takes the place of.

    >>> force = InForce().with_change(3, Change({"odd-hit": "parity"}))
    >>> contrary_to(force, Change({"odd-hit": "attacker"})), contrary_to(force, Change({"odd-hit": "parity"}))
    ((3,), ())
    """
    against = {
        number for name, number in force.reading_precedents.items()
        if change.readings.get(name, force.readings[name]) != force.readings[name]
    }  # fmt: skip
    sources = {
        (section, name): number
        for number, known in force.precedents.items()
        for section, lines in known.rules.items()
        for name in lines
    }
    against |= {
        number for (section, name), number in sources.items()
        if name in change.rules.get(section, {})
        and plain(change.rules[section][name]) != plain(force.rules[section][name])
    }  # fmt: skip
    return tuple(sorted(against - {corrects}))


CHECKED = "victory_points"
"""The table by which every position of a case is checked before its question is asked."""


def _rests_on_neither(case: CaseOutline, *forces: InForce) -> bool:
    """Whether all that a stored ruling asked for is by each of these as it was when it was ruled: then so is
    the ruling.

    A ruling of another version of the kit, or of one that did not yet note what it asked for, may rest on
    anything.
    """
    written = case.in_force
    if "consulted" not in written or written["kit"] != __version__:
        return False
    readings = set(written["consulted"]["readings"]) - set(case.case.get("readings", ()))
    tables = {*written["consulted"]["tables"], CHECKED}
    return all(
        all(written["readings"].get(name) == force.readings.get(name) for name in readings)
        and all(plain(written["rules"].get(name)) == plain(force.rules.get(name)) for name in tables)
        for force in forces
    )


def compared(
    records: Iterable[CaseOutline | StoredGame],
    before: Judge,
    after: Judge,
    whole: Callable[[Sequence[int]], Sequence[StoredCase]],
    stop: Stop | None = None,
) -> Iterator[tuple[Changed | None, bool]]:
    """For each record what would change of it, None where nothing does; and whether it was judged again, as
    it must be when it may rest on what would change.

    Args:
        records: outlines of cases, and games.
        before: judges by what is in force.
        after: judges by what would be.
        whole: reads the cases that must be judged again, by their numbers.
        stop: says when to stop.

    Raises:
        Stopped: `stop` said so.
    """
    records = tuple(records)
    outlines = [one for one in records if isinstance(one, CaseOutline)]
    again = [one.number for one in outlines if not _rests_on_neither(one, before.force, after.force)]
    judged: dict[int, StoredCase | StoredGame] = {one.number: one for one in whole(again)}
    judged |= {one.number: one for one in records if isinstance(one, StoredGame)}
    for outline in records:
        if stop is not None and stop():
            raise Stopped
        record = judged.get(outline.number)
        if record is None:
            yield None, False
        else:
            yield _compared(record, before.outcome(record, stop), after.outcome(record, stop)), True


def _compared(
    record: StoredCase | StoredGame, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Changed | None:
    names = OF_A_GAME if isinstance(record, StoredGame) else OF_A_CASE
    differs = tuple(name for name in names if before.get(name) != after.get(name))
    if not differs:
        return None
    shown = ("verdict", "says", *differs)
    case = isinstance(record, StoredCase)
    return Changed(
        record.number,
        "case" if case else "game",
        record.title if isinstance(record, StoredCase) else record.name,
        record.ruling["verdict"] if isinstance(record, StoredCase) else None,
        {name: before[name] for name in before if name in shown},
        {name: after[name] for name in after if name in shown},
        differs,
    )


def _toml(data: Mapping[str, Any]) -> str:
    """Tables as TOML: what is in no section first, then each section."""
    alone = {name: value for name, value in data.items() if not isinstance(value, Mapping)}
    parts = [_toml_lines(alone)]
    parts += [f"[{name}]\n{_toml_lines(lines)}" for name, lines in data.items() if isinstance(lines, Mapping)]
    return "\n".join(parts)


def _toml_lines(lines: Mapping[str, Any]) -> str:
    return "".join(f"{json.dumps(name)} = {_toml_value(value)}\n" for name, value in lines.items())


def _toml_value(value: Any) -> str:
    match value:
        case Mapping():
            inner = ", ".join(f"{json.dumps(name)} = {_toml_value(each)}" for name, each in value.items())
            return f"{{ {inner} }}"
        case list() | tuple():
            return f"[{', '.join(map(_toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)


def states_itself(record: CaseOutline | Record, change: Change) -> bool:
    """Whether a case or a game says itself, at least in part, what a change is about."""
    if isinstance(record, CaseOutline | StoredCase):
        readings = set(record.case.get("readings", ()))
    elif isinstance(record, StoredGame) and record.form == "log":
        readings = set(_READING.findall(record.text))
    else:
        readings = set()
    rules = getattr(record, "rules", None)
    stated = rules.stated if rules else {}
    return bool(readings & change.readings.keys()) or any(
        stated.get(section, set()) & lines.keys() for section, lines in change.rules.items()
    )


def reading_from_text(text: str) -> dict[str, str]:
    """A reading as people type it: ``odd-hit=parity``.

    Raises:
        BadInput: it is none.

    >>> reading_from_text("odd-hit = parity")
    {'odd-hit': 'parity'}
    """
    name, sign, option = (part.strip() for part in text.partition("="))
    if not sign:
        raise BadInput("reading", text, Message("docket.expected-reading"))
    return {name: option}


def line_from_text(text: str) -> dict[str, dict[str, Any]]:
    """A line of the kit's tables as people type it: ``stacking.limit=10``.

    Raises:
        BadInput: it is none.

    >>> line_from_text("stacking.limit = 10")
    {'stacking': {'limit': 10}}
    """
    place, sign, value = (part.strip() for part in text.partition("="))
    section, dot, name = place.partition(".")
    try:
        data = json.loads(value)
    except (ValueError, RecursionError):
        data = None
    if not sign or not dot or data is None:
        raise BadInput("rules", text, Message("docket.expected-line"))
    return {section: {name: data}}
