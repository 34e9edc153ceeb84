"""What would change a ruling: the smallest edits of a case's situation that turn its verdict, found by search
and each verified by ruling again.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from pathlib import Path
from typing import Any, Literal

from ...core.dice import GivenDice, RollWanted
from ...core.errors import BadInput
from ...core.messages import Message, is_known, say
from ...core.questions import Question, adjudicate, dice_of
from ...core.render import label_shown, value_shown
from ...core.ruling_context import RulingContext
from ...core.rulings import Ruling
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.games.custom_rules import rule_tables_in_force
from ..cases.cases import Case, case_from_data, rule_case
from ..cases.edits import Edit, edited, steps_of, thawed
from ..cases.near_numbers import keys_untried, number_ladders
from ..cases.near_position import Ladder, Near, near_question, position_ladders, reinforced, single, suggested
from ..cases.retrial import Retrial

MOST_RULINGS, MOST_SECONDS, MOST_FOUND = 4000, 10.0, 12
ALIKE = 2
"""Of edits that differ in the piece alone, such as the leader who is brought, so many are listed."""
BETWEEN_REPORTS = 25
Ended = Literal["all", "enough", "rulings", "seconds", "stopped"]
Outcome = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A smallest set of edits that turns a verdict.

    Attributes:
        edits: the edits, all of which are needed.
        verdict: the verdict with them.
        outcome: the ruling's sentence with them.
    """

    edits: tuple[Edit, ...]
    verdict: str
    outcome: Message

    @property
    def says(self) -> Message:
        """The edits and what follows, in a sentence."""
        words = Message.all_of(list(dict.fromkeys(edit.says for edit in self.edits)))
        return Message("change.turn", edits=words, outcome=self.outcome)


@dataclass(frozen=True, slots=True)
class WhatWouldChange:
    """What a search for the smallest edits has found.

    Attributes:
        turns: the sets of edits, smallest first; none contains another.
        tried: how many rulings it took.
        ended: why it ended: every edit tried, enough found, its bounds, or stopped.
        singly: whether every single edit within the bounds was tried.
        kinds: of each kind of edit how many were tried alone.
        untried: of each kind how many within the bounds were not.
        needless: how many were left out because a smaller one of their ladder turned the verdict.
        most_edits: how many edits a set might have.
        spaces: in how many spaces control and sieges were changed, and in how many pieces.
        keys: the keys of what is given that were left as they are.
    """

    turns: tuple[Turn, ...]
    tried: int
    ended: Ended
    singly: bool
    kinds: Mapping[str, int] = field(default_factory=dict)
    untried: Mapping[str, int] = field(default_factory=dict)
    needless: int = 0
    most_edits: int = 2
    spaces: tuple[int, int] | None = None
    keys: tuple[str, ...] = ()

    @property
    def says(self) -> Message:
        """How thorough the search was, in a sentence."""
        thorough = "-singly" if self.singly and self.ended != "all" else ""
        if self.ended == "all" and self.most_edits < 2:
            thorough = "-alone"
        return Message(f"change.ended-{self.ended}{thorough}", count=self.tried)

    def bounds(self) -> list[str]:
        """What was tried alone, and what was not, in sentences."""
        told = [str(Message("change.tried", kinds=_counted(self.kinds)))] if self.kinds else []
        if self.spaces is not None:
            wide, focus = self.spaces
            told.append(str(Message("change.spaces", count=wide, focus=focus)))
        if self.needless:
            told.append(str(Message("change.needless", count=self.needless)))
        if self.untried:
            told.append(str(Message("change.untried", kinds=_counted(self.untried))))
        if self.keys:
            told.append(
                str(Message("change.keys", keys=Message.all_of([_key_words(key) for key in self.keys])))
            )
        return told

    def data(self) -> dict[str, Any]:
        """The same as plain data: each set with its edits, its verdict and its sentence."""
        return {
            "sets": [
                {
                    "edits": [thawed(edit.data) for edit in turn.edits],
                    "verdict": turn.verdict,
                    "says": str(turn.says),
                }
                for turn in self.turns
            ],
            "tried": self.tried,
            "ended": self.ended,
            "singly": self.singly,
            "kinds": dict(self.kinds),
            "untried": dict(self.untried),
            "needless": self.needless,
            "keys": list(self.keys),
        }

    def sentences(self) -> list[str]:
        """The same as sentences: one for each set, how thorough the search was, and what it tried."""
        described = [str(turn.says) for turn in self.turns] or [str(Message("change.none"))]
        return [*described, " ".join([str(self.says), *self.bounds()])]


def what_would_change(
    case: Case | dict[str, Any],
    *,
    rules: RuleTables | str | Path | None = None,
    most_edits: int = 2,
    most_rulings: int = MOST_RULINGS,
    seconds: float | None = MOST_SECONDS,
    most_found: int = MOST_FOUND,
    progress: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> WhatWouldChange:
    """The smallest edits of a case's situation that would turn its verdict.

    A verdict of "result" turns with what it decides: who wins, how much it is; where dice are open, with
    what is likeliest. Given dice stay as they are; edits that would ask for other dice are left out.

    Args:
        case: the case, or its data.
        rules: an umpire's own tables, or the file that holds them.
        most_edits: how many edits a set may have, 1 or 2; a set that the ruling proposes may have more.
        most_rulings: how often it may rule.
        seconds: how long it may take; None for as long as it takes, so that the result is always the same.
        most_found: after so many sets it has enough.
        progress: called now and then with how many rulings were made and how many sets found.
        stop: is asked as often whether to stop.

    Raises:
        BadInput: the case cannot be ruled.

    >>> force = {"format": "ninevears-case/1", "system": "NY", "question": "force",
    ...          "given": {"leaders": [5, 4], "corps": 10}}
    >>> found = what_would_change(force, most_edits=1)
    >>> [str(edit.says) for turn in found.turns for edit in turn.edits][:2]
    ['leaders: also 5', 'leaders 1: 6 instead of 5']
    """
    rule_tables = rule_tables_in_force(rules)
    case = case if isinstance(case, Case) else case_from_data(case)
    ruling = rule_case(case, rules=rule_tables)
    search = _Search(case, rule_tables, ruling, most_rulings, seconds, most_found, progress, stop)
    return search.run(most_edits)


class _Stop(Exception):
    """Ends the search; carries why."""

    def __init__(self, why: Ended) -> None:
        self.why = why


Rungs = tuple[int, int]
"""For each of two ladders the number of a rung."""


class _Search:
    """One search: what it asks, what it has found, and its bounds."""

    def __init__(
        self,
        case: Case,
        rule_tables: RuleTables,
        ruling: Ruling,
        most_rulings: int,
        seconds: float | None,
        most_found: int,
        progress: Callable[[int, int], None] | None,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.case, self.rule_tables, self.ruling = case, rule_tables, ruling
        self.most_rulings, self.most_found = most_rulings, most_found
        self.until = None if seconds is None else time.monotonic() + seconds
        self.progress, self.stop = progress, stop
        self.again = Retrial(case, rule_tables)
        self.question: Question = self.again.question
        self.tried = 0
        self.singly = False
        self.turns: list[Turn] = []
        self.alike: Counter[tuple[Any, ...]] = Counter()
        self.position = self.again.position
        self.now = self._outcome(())
        self.kinds: Counter[str] = Counter()
        self.needless: Counter[str] = Counter()
        self.all_kinds: Counter[str] = Counter()
        self.near: Near | None = None
        apart = ("position", "scenario") if self.position is not None else ()
        self.plain = {name: value for name, value in case.given.items() if name not in apart}

    # ---- the search

    def run(self, most_edits: int) -> WhatWouldChange:
        """Tries what the ruling proposes, single edits, and pairs."""
        self.most_edits = most_edits
        try:
            for edits in suggested(self.ruling) if self.position is not None else ():
                self._try(edits)
            ladders = self._ladders()
            turned = self._singles(ladders)
            self.singly = True
            if most_edits > 1:
                self._pairs(ladders, turned)
            ended: Ended = "all"
        except _Stop as stopped:
            ended = stopped.why
        self.turns.sort(key=lambda turn: len(turn.edits))
        near = self.near
        return WhatWouldChange(
            tuple(self.turns),
            self.tried,
            ended,
            self.singly,
            _in_order(self.kinds),
            _in_order(self.all_kinds - self.kinds - self.needless),
            self.needless.total(),
            self.most_edits,
            (len(near.spaces) + len(near.around), len(near.focus)) if near is not None else None,
            self._keys_left(),
        )

    def _ladders(self) -> tuple[Ladder, ...]:
        plain = self.plain
        if self.position is None:
            return single(number_ladders(self.question.given, plain, wide=self.case.system != "NY"))
        self.near = near_question(self.position, self.rule_tables, self.ruling, plain)
        numbers = single(number_ladders(self.question.given, plain))
        return reinforced(self.position, plain) + numbers + position_ladders(self.near)

    def _keys_left(self) -> tuple[str, ...]:
        """The keys of what is given that nobody changed."""
        if self.case.system != "NY":
            return keys_untried(self.question.given, self.plain)
        ladders = number_ladders(self.question.given, self.plain)
        tried = {steps_of(str(ladder[0].data["given"]))[0] for ladder in ladders}
        return tuple(name for name in self.plain if name != "changes" and name not in tried)

    def _singles(self, ladders: Sequence[Ladder]) -> dict[int, int]:
        """The first rung of each ladder that turns the verdict, by the number of the ladder."""
        turned: dict[int, int] = {}
        self.all_kinds.update(_edit_kind(edits) for ladder in ladders for edits in ladder)
        for number, ladder in enumerate(ladders):
            for rung, edits in enumerate(ladder):
                turns = self._try(edits)
                self.kinds[_edit_kind(edits)] += 1
                if turns:
                    self.needless.update(_edit_kind(more) for more in ladder[rung + 1 :])
                    turned[number] = rung
                    break
        return turned

    def _pairs(self, ladders: Sequence[Ladder], turned: Mapping[int, int]) -> None:
        """Pairs of edits neither of which turns the verdict alone, the nearest first."""
        done: dict[tuple[int, int], list[Rungs]] = {}
        for first, second in _near_first(len(ladders)):
            rungs = [range(turned.get(number, len(ladders[number]))) for number in (first, second)]
            for one in rungs[0]:
                for other in rungs[1]:
                    smaller = done.get((first, second), ())
                    if any(one >= a and other >= b for a, b in smaller):
                        break  # a smaller pair of the same kinds turned it
                    if self._try(ladders[first][one] + ladders[second][other]):
                        done.setdefault((first, second), []).append((one, other))
                        break

    def _try(self, edits: tuple[Edit, ...]) -> bool:
        """Whether these edits turn the verdict; if so, and they are new, they are kept."""
        units = _units(edits)
        if _meet(edits) or any(all(one in units for one in _units(turn.edits)) for turn in self.turns):
            return False
        self._look_round()
        outcome = self._outcome(edits)
        if outcome is None or outcome == self.now:
            return False
        turn = turn_by(self.case, edits, self.rule_tables)
        if turn is None:
            return False
        kind = tuple(map(_kind, edits))
        self.alike[kind] += 1
        if self.alike[kind] <= ALIKE or not all(kind):
            self.turns.append(turn)
            if len(self.turns) >= self.most_found:
                raise _Stop("enough")
        return True

    def _look_round(self) -> None:
        """Counts a ruling, and stops where a bound is reached."""
        if self.tried >= self.most_rulings:
            raise _Stop("rulings")
        if self.until is not None and time.monotonic() > self.until:
            raise _Stop("seconds")
        if self.tried % BETWEEN_REPORTS == 0:
            if self.progress is not None:
                self.progress(self.tried, len(self.turns))
            if self.stop is not None and self.stop():
                raise _Stop("stopped")
        self.tried += 1

    # ---- one ruling, as quickly as can be

    def _outcome(self, edits: tuple[Edit, ...]) -> Outcome | None:
        """What is decided with some edits; None when they cannot be made, or ask for other dice."""
        try:
            given = self.again.given(edits)
            return None if given is None else self._decided(given)
        except BadInput:
            return None

    def _decided(self, given: Any) -> Outcome:
        question, case = self.question, self.case
        dice = dice_of(case.dice, case.seed)
        context = RulingContext(dice, case.readings, recorded=False, tables=self.rule_tables)
        try:
            finding = question.procedure(given, context)
        except RollWanted:
            if context.known is not None and context.known.verdict != "result":
                return (context.known.verdict,)
            odds = adjudicate(question, given, None, None, case.readings, self.rule_tables).odds
            return "result", next((repr(chances[0][0]) for chances in odds.values() if chances), "")
        if isinstance(dice, GivenDice) and finding.verdict != "illegal":
            dice.finish()
        if finding.verdict in ("yes", "no", "illegal") or (finding.verdict == "legal" and not dice.faces):
            return (finding.verdict,)
        name = next(iter(question.results), None)
        decided = finding.says if name is None else finding.answer.get(name)
        return finding.verdict, repr(decided)


def turn_by(case: Case, edits: Sequence[Edit], rule_tables: RuleTables) -> Turn | None:
    """What some edits of a case lead to, by ruling again; None where they cannot be made."""
    try:
        ruling = rule_case(edited(case, edits), rules=rule_tables)
    except BadInput:
        return None
    return Turn(tuple(edits), ruling.verdict, _describe_outcome(ruling))


def _describe_outcome(ruling: Ruling) -> Message:
    """What is ruled in a sentence; where dice are open, what is likeliest."""
    if ruling.verdict != "result" or ruling.dice or not ruling.odds:
        return ruling.says
    name, chances = next(iter(ruling.odds.items()))
    value, chance = chances[0]
    return Message(
        "change.likeliest", name=label_shown(name), value=value_shown(value), chance=f"{float(chance):.1%}"
    )


def _near_first(number: int) -> Iterator[tuple[int, int]]:
    """Pairs of numbers below `number`, those with the smallest sums first."""
    for total in count(1):
        first = max(0, total - number + 1)
        if 2 * first >= total:
            if total > 2 * number:
                return
            continue
        for one in range(first, (total + 1) // 2):
            yield one, total - one


def _meet(edits: tuple[Edit, ...]) -> bool:
    """Whether two edits are of the same place of ``given``, or one of a part of the other's."""
    paths = [str(edit.data["given"]) for edit in edits if "given" in edit.data]
    return any(
        one.startswith(other) or other.startswith(one)
        for place, one in enumerate(paths)
        for other in paths[:place]
    )


def _units(edits: Sequence[Edit]) -> list[list[dict[str, Any]]]:
    """Edits, those together that say one thing: a corps that is turned over is not one fewer and one more."""
    return [[dict(edit.data) for edit in group] for _, group in groupby(edits, lambda edit: edit.says)]


def _kind(edit: Edit) -> tuple[Any, ...]:
    """What edits that differ in the piece alone have in common; empty where each is on its own."""
    if edit.data.get("add") == "leader":
        return ("add", "leader", edit.data["space"])
    return ()


def _edit_kind(edits: tuple[Edit, ...]) -> str:
    """The kind of a single edit: as the position editor names it, or ``given``; pieces that are turned over
    are of their own.
    """
    first = edits[0].data
    if "given" in edits[-1].data:
        return "given"
    verb = next(verb for verb in ("set", "add", "remove") if verb in first)
    turned = len(edits) > 1 or edits[0].says.id.startswith("edit.leader-")
    return f"{'turn' if turned else verb}-{first[verb]}"


def _in_order(kinds: Mapping[str, int]) -> dict[str, int]:
    return {name: kinds[name] for name in sorted(kinds) if kinds[name]}


def _counted(kinds: Mapping[str, int]) -> Message:
    return Message.all_of(
        [Message("change.kind", name=say(f"edit.kind-{name}"), count=count) for name, count in kinds.items()]
    )


def _key_words(path: str) -> str:
    id = f"change.key-{path.replace('.', '-').replace('_', '-')}"
    return say(id) if is_known(id) else path.replace(".", " ").replace("_", " ")
