"""Whose dice a case asks for and how many, house conventions for too many or too few, and dice as told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from msgspec import structs

from ...core.dice import RolledDice, SeededDice
from ...core.errors import BadInput
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...input_files import convert
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, enemy
from ...nine_years.games.custom_rules import rule_tables_in_force
from ...nine_years.rules.fleets import owner_of
from .case import Case, question_of

Convention = Literal["refuse", "ignore-extra", "roll-rest"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)
"""What is done with too many or too few dice: they are refused; the extra ones at the end of somebody's dice
are left aside; those that are missing are rolled from the case's seed. Too many are refused by the last, too
few by the second.
"""
ROLES = ("attacker", "defender")
NOBODY = ""
"""Stands for the roller where the rules do not say whose die it is, as in the peace roll."""
MOST_MADE_UP = 60
"""Rolls after which a run with made-up dice ends: a contest is rolled again on a tie."""
TRIALS = 24
"""Runs with different made-up dice that tell how many are due whatever falls."""


@dataclass(frozen=True, slots=True)
class Due:
    """The dice that somebody has to roll.

    Attributes:
        roller: a side or a power; "" where the rules do not say whose dice they are.
        count: how many.
        sides: of how many sides.
        asks: what the first of them is for.
        more: whether others may follow, which depends on what is rolled.
    """

    roller: str
    count: int
    sides: int
    asks: Message
    more: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """Dice by roller, brought into the order in which a case gives them.

    Attributes:
        dice: the faces.
        notes: what was left aside or rolled, and by which convention; nothing where all was as it should be.
        ignored: the faces that were left aside, by roller.
        rest: what a letter says of the last dice of whoever had too few.
    """

    dice: tuple[int, ...]
    notes: tuple[Message, ...]
    ignored: Mapping[str, list[int]] = field(default_factory=dict)
    rest: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """What somebody rolled.

    Attributes:
        roller: a side or a power; "" where the rules do not say whose dice they are.
        dice: the faces that count, in order.
        ignored: those that do not, by a convention of the house.
    """

    roller: str
    dice: tuple[Any, ...]
    ignored: tuple[int, ...] = ()


class _Made(Exception):
    """Too many rolls: made-up dice settle nothing."""


class _ByRoller(RolledDice):
    """Dice of several rollers; what is missing comes from `spare`."""

    def __init__(
        self, case: Case, faces: Mapping[str, Sequence[int]], tables: RuleTables, spare: SeededDice
    ) -> None:
        super().__init__()
        self._case, self._tables, self._spare = case, tables, spare
        self.left = {roller: list(found) for roller, found in faces.items()}
        self.asked: dict[str, list[tuple[int, int, Message]]] = {}
        self.short: dict[str, int] = {}
        self._made_up = 0

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        roller = roller_of(wanted, self._case, self._tables)
        self.asked.setdefault(roller, []).append((number, sides, wanted))
        mine = self.left.setdefault(roller, [])
        taken, mine[:] = mine[:number], mine[number:]
        for face in taken:
            if isinstance(face, bool) or not isinstance(face, int) or not 1 <= face <= sides:
                raise BadInput(f"dice.{roller}", face, Message("expected.face", sides=sides))
        if missing := number - len(taken):
            self._made_up += 1
            if self._made_up > MOST_MADE_UP:
                raise _Made
            self.short[roller] = self.short.get(roller, 0) + missing
            taken += self._spare.roll_many(missing, sides)
        return taken

    def count(self, roller: str) -> int:
        """How many dice were asked of somebody."""
        return sum(number for number, _, _ in self.asked.get(roller, ()))


def roller_of(wanted: Message, case: Case, tables: RuleTables) -> str:
    """Whose die it is: the side or the power that the roll names, or whose leader it names, or who acts."""
    values = wanted.values
    named = values.get("side") or values.get("power")
    if named:
        return str(named)
    if case.system != "NY":
        return NOBODY
    if (number := tables.leader_number.get(str(values.get("leader", "")))) is not None:
        return str(tables.leaders[number].side)
    acts = "space" in values or "origin" in values
    return str(case.given.get("side") or NOBODY) if acts else NOBODY


def _run(case: Case, dice: _ByRoller, tables: RuleTables) -> bool:
    """Carries the case out with such dice; False where it is forbidden, and wants none."""
    question = question_of(case)
    try:
        given: Any = convert(case.given, question.given)
        context = RulingContext(dice, case.readings, tables=tables)
        return bool(question.procedure(given, context).verdict != "illegal")
    except _Made:
        return True
    except BadInput as error:
        raise error if error.field.startswith("dice") else error.within("given") from None


def dice_due(
    case: Case, faces: Mapping[str, Sequence[int]] | None = None, rules: RuleTables | None = None
) -> tuple[Due, ...]:
    """Who has to roll, and how many dice, in the order in which they are first asked.

    Args:
        case: the case; its own dice are left aside.
        faces: dice that are known already, by roller: others may follow from them.
        rules: an umpire's own tables.

    Raises:
        BadInput: something in the case is wrong.

    >>> from .case import case_from_data
    >>> case = case_from_data({"format": "ninevears-case/1", "system": "NY", "question": "deploy-fleet",
    ...     "given": {"fleet": "Brest", "strength": 2}})
    >>> [(due.roller, due.count) for due in dice_due(case)]
    [('Bourbon', 1), ('Alliance', 1)]
    """
    tables = rule_tables_in_force(rules)
    trials = []
    for seed in range(TRIALS):
        dice = _ByRoller(case, faces or {}, tables, SeededDice(seed))
        if not _run(case, dice, tables):
            return ()
        trials.append(dice)
        if not dice.short:  # no face was made up: it runs alike whatever falls
            break
    rollers = {roller: asked[0] for dice in trials for roller, asked in dice.asked.items()}
    found = []
    for roller, (_, sides, wanted) in rollers.items():
        counts = {dice.count(roller) for dice in trials}
        found.append(Due(roller, min(counts), sides, wanted, len(counts) > 1))
    return tuple(found)


def settled_dice(
    case: Case,
    faces: Mapping[str, Sequence[int]],
    convention: Convention = "refuse",
    rules: RuleTables | None = None,
) -> Settled:
    """The dice of all rollers in the order in which the case asks for them.

    Args:
        case: the case; its own dice are left aside, its seed rolls what is missing.
        faces: what each rolled, in order, by side or power; under "" what is nobody's.
        convention: what is done with too many or too few.
        rules: an umpire's own tables.

    Raises:
        BadInput: somebody has too many or too few dice and the convention refuses them; it names them all.

    >>> from .case import case_from_data
    >>> case = case_from_data({"format": "ninevears-case/1", "system": "NY", "question": "deploy-fleet",
    ...     "given": {"fleet": "Brest", "strength": 2}})
    >>> settled = settled_dice(case, {"Bourbon": [5, 3], "Alliance": [2]}, "ignore-extra")
    >>> settled.dice, str(settled.notes[0])[:43]
    ((5, 2), 'Bourbon rolled 1 die too many: 3 was left a')
    """
    tables = rule_tables_in_force(rules)
    if convention not in CONVENTIONS:
        raise BadInput("convention", convention, Message("expected.one-of", options=list(CONVENTIONS)))
    dice = _ByRoller(case, faces, tables, SeededDice(case.seed or 0))
    if not _run(case, dice, tables):  # dice rolled for what may not be done are no surplus
        return Settled(tuple(face for found in faces.values() for face in found), ())
    over = {roller: left for roller, left in dice.left.items() if left}
    faults = []
    if convention != "ignore-extra":
        faults += [
            Message("rolls.too-many", roller=_named(roller), count=dice.count(roller) + len(left),
                    due=dice.count(roller))
            for roller, left in over.items()
        ]  # fmt: skip
    if convention != "roll-rest":
        faults += _each("rolls.too-few", dice.short)
    if faults:
        due = _each("rolls.due", {roller: dice.count(roller) for roller in dice.asked})
        raise BadInput("dice", Message.all_of(faults), Message.all_of(due or [Message("rolls.none")]))
    notes = [
        Message(
            "rolls.left-aside", roller=_named(roller), count=len(left), faces=Message.all_of(map(str, left))
        )
        for roller, left in over.items()
    ]
    notes += _each("rolls.rolled-rest", dice.short)
    return Settled(tuple(dice.faces), tuple(notes), over, tuple(_each("fact.dice-rolled-rest", dice.short)))


def _each(id: str, counts: Mapping[str, int]) -> list[Message]:
    """A sentence for each roller, with a number of dice."""
    return [Message(id, roller=_named(roller), count=count) for roller, count in counts.items()]


def by_roller(case: Case, rules: RuleTables | None = None) -> dict[str, list[int]]:
    """The dice that a case gives, by roller; what the procedure does not ask for is left out.

    Raises:
        BadInput: something in the case is wrong.
    """
    tables = rule_tables_in_force(rules)
    dice = _InOrder(case, tables)
    _run(structs.replace(case, dice=None), dice, tables)
    return dice.found


def rolls_of(case: Case, dice: Sequence[Any], rules: RuleTables | None = None) -> tuple[Rolled, ...]:
    """The dice of a ruling by who rolled them, with those that were rolled and are not counted.

    Args:
        case: the case.
        dice: the faces that were ruled on, in the order asked for.
        rules: an umpire's own tables.

    >>> from .case import case_from_data
    >>> case = case_from_data({"format": "ninevears-case/1", "system": "NY", "question": "deploy-fleet",
    ...     "given": {"fleet": "Brest", "strength": 2}, "ignored": {"Bourbon": [3]}})
    >>> [(one.roller, one.dice, one.ignored) for one in rolls_of(case, [5, 2])]
    [('Bourbon', (5,), (3,)), ('Alliance', (2,), ())]
    """
    aside = {roller: tuple(faces) for roller, faces in (case.ignored or {}).items() if faces}
    try:
        found = by_roller(structs.replace(case, dice=list(dice)), rules) if dice else {}
    except BadInput:  # what is hidden is missing in the case
        found = {}
    if sum(map(len, found.values())) != len(dice):
        found = {NOBODY: list(dice)}
    rollers = dict.fromkeys((*found, *aside))
    rolled = (Rolled(one, tuple(found.get(one, ())), aside.get(one, ())) for one in rollers)
    return tuple(one for one in rolled if one.dice or one.ignored)


class _InOrder(_ByRoller):
    """The dice of a case in their order, and whose each is."""

    def __init__(self, case: Case, tables: RuleTables) -> None:
        super().__init__(case, {}, tables, SeededDice(0))
        self._all = list(case.dice or ())
        self.found: dict[str, list[int]] = {}

    def _next(self, number: int, sides: int, wanted: Message) -> list[int]:
        roller = roller_of(wanted, self._case, self._tables)
        taken, self._all = self._all[:number], self._all[number:]
        self.found.setdefault(roller, []).extend(taken)
        if len(taken) < number:
            raise _Made
        return taken


# ---- dice that facts tell, of a case that need not be whole yet


def with_dice(case: Case, facts: Iterable[Mapping[str, Any]], rules: RuleTables | None = None) -> Case:
    """A case with the dice of which facts tell; those of one roller leave the other's as they are.

    Args:
        case: the case; it stays as it is.
        facts: facts of the kind ``dice``: the faces as `value`, and `whose` they are where both roll.
        rules: the tables in force.

    Raises:
        BadInput: a fact has no faces, or nobody can tell whose of the dice it speaks of.

    >>> battle = Case("ninevears-case/1", "NY", "battle", {"side": "Bourbon"}, dice=[3, 3])
    >>> with_dice(battle, [{"kind": "dice", "value": [6], "whose": "Alliance"}]).dice
    [3, 6]
    """
    own: dict[int, list[int]] = {}
    plain: list[int] = []
    for fact in facts:
        faces = fact.get("value")
        faces = [faces] if isinstance(faces, int) and not isinstance(faces, bool) else faces
        if not isinstance(faces, list | tuple):
            raise BadInput("dice", faces, Message("fact.faces"))
        place = _roller(case, fact)
        if place is None:
            plain += faces
        else:
            own.setdefault(place, []).extend(faces)
    if not own:
        return structs.replace(case, dice=plain, seed=None)
    if len(own) < 2 and not case.dice:
        rolled = [*plain, *next(iter(own.values()))]
        return structs.replace(case, dice=rolled, seed=None)
    now = ([], [], []) if len(own) == 2 else _parted(case, list(case.dice or ()), rules)
    both = tuple(own.get(place, now[place]) for place in (0, 1))
    return structs.replace(case, dice=plain + _joined(case, *both) + now[2], seed=None)


def _roller(case: Case, fact: Mapping[str, Any]) -> int | None:
    """0 for who rolls first, 1 for the other; None where one alone rolls, or nobody says whose they are."""
    whose = fact.get("whose") or fact.get("of") or fact.get("by")
    given = case.given
    if case.system == "NY":
        first = given.get("side")
        if case.question == "deploy-fleet" and given.get("fleet"):
            first = owner_of(given["fleet"])
        if case.question not in ("battle", "deploy-fleet") or first not in SIDES:
            return None
        names = [{first, ROLES[0]}, {enemy(first), ROLES[1]}]
    elif case.question == "naval-combat":
        names = [{role, _power(case, role)} for role in ROLES]
    else:
        return None
    return next((place for place, one in enumerate(names) if str(whose) in one), None)


def _power(case: Case, role: str) -> str:
    return str((case.given.get(role) or {}).get("power"))


def _parted(case: Case, faces: list[int], rules: RuleTables | None) -> tuple[list[int], list[int], list[int]]:
    """The faces of a case, by who rolled them, and those that are rolled when both have."""
    if case.question == "battle":  # NY 16.3.1: a die of each, then the fate of leaders
        return faces[:1], faces[1:2], faces[2:]
    if case.system == "NY":
        return faces[0::2], faces[1::2], []  # NY 13.5.6.a: a die of each in turn, as long as they tie
    number = len(by_roller(structs.replace(case, dice=faces), rules).get(_power(case, ROLES[0]), ()))
    return faces[:number], faces[number:], []


def _joined(case: Case, first: list[int], second: list[int]) -> list[int]:
    """The faces of both in the order in which they are asked for."""
    if case.system != "NY":
        return first + second
    pairs = [face for pair in zip(first, second, strict=False) for face in pair]
    return pairs + first[len(second) :] + second[len(first) :]


def _named(roller: str) -> Message | str:
    return roller or Message("rolls.nobody")
