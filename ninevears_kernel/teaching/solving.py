"""What kinds of tasks share: cases by their question, reasons out of rulings, and common ways to solve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from ..core.errors import BadInput
from ..core.messages import Message
from ..core.rulings import Ruling, Step, Violation
from ..umpire.cases.cases import FORMAT
from .course import COURSE, answered, ruled, violated
from .difference import differences
from .exercises import asked_for, right_answers
from .positions import Chance
from .reasons import cited, sentences
from .task import Choice, Draft, Fault, Solution, Task

T = TypeVar("T")
Found = TypeVar("Found")
MOST_TRIES = 400
MOST_REASONS = 8
SAY_NOTHING = (COURSE, "force")
"""Questions whose own sentence does not say what was asked."""
VERDICTS = ("verdict", "supplied")
NO_OBJECTION = "action.nothing-against"
"""The step that says no more than that a choice is allowed."""
NOTHING = "nothing"
"""The answer where no clause is broken."""
NOBODY = Choice("nobody", Message("task.nobody"))
SIDE_CHOICES = (Choice("Bourbon", "Bourbon"), Choice("Alliance", "Alliance"))
YES_OR_NO = (Choice("yes", Message("value.yes")), Choice("no", Message("value.no")))
LEGAL_OR_NOT = (Choice("legal", Message("task.legal")), Choice("illegal", Message("task.illegal")))
FIRST_OR_SECOND = (Choice("first", Message("task.first")), Choice("second", Message("task.second")))


def ny_case(question: str, dice: Sequence[int] | None = None, **given: Any) -> dict[str, Any]:
    """A case of the game; a field named ``from`` is given as ``from_``.

    >>> ruled(ny_case("rally", rating=5)).answer["limit"]
    3
    """
    bare = {name.removesuffix("_"): value for name, value in given.items() if value is not None}
    case: dict[str, Any] = {"format": FORMAT, "system": "NY", "question": question, "given": bare}
    return case | ({"dice": list(dice)} if dice is not None else {})


# ---- reasons


def describe(
    ruling: Ruling, because: Sequence[str] = (), steps_first: bool = False
) -> list[Step | Violation]:
    """The violations that decide, or the steps of `because`; with `steps_first` these before those."""
    steps: list[Step | Violation] = []
    for step in of_steps(ruling, *because):
        if step.says not in [one.says for one in steps]:
            steps.append(step)
    violated: list[Step | Violation] = list(ruling.violations)
    parts = (steps, violated) if steps_first else (violated, steps)
    found = parts[0] or parts[1] or list(ruling.steps[-1:])
    return ([one for one in found if one.says.id != NO_OBJECTION] or found)[-MOST_REASONS:]


def reason(
    ruling: Ruling, because: Sequence[str] = (), steps_first: bool = False
) -> tuple[Message, tuple[str, ...]]:
    """What decides a ruling, in sentences with their clauses, and these clauses."""
    found = describe(ruling, because, steps_first)
    if not found:
        return ruling.says, ()
    clauses = tuple(dict.fromkeys(one.clause_id for one in found))
    bare = ruling.question in SAY_NOTHING or steps_first or ruling.says in [one.says for one in found]
    says = [] if bare else [ruling.says]
    return sentences([*says, *(cited(one.says, one.clause_id) for one in found)]), clauses


def all_or(parts: Iterable[Any], otherwise: str) -> Message:
    """Everything in a list; a message of its own where there is nothing."""
    listed = list(parts)
    return Message.all_of(listed) if listed else Message(otherwise)


def cell_of(number: int) -> str:
    """A cell of King William's War as the track has it.

    >>> cell_of(-1), cell_of(0), cell_of(2)
    ('-1', '0', '+2')
    """
    return f"{number:+d}" if number else "0"


def of_steps(ruling: Ruling, *names: str) -> list[Step]:
    """The steps of a ruling whose messages or clauses are among these."""
    return [step for step in ruling.steps if step.says.id in names or step.clause_id in names]


def name_choices(random: Random, names: Iterable[str]) -> tuple[Choice, ...]:
    """Names as choices, in an order that tells nothing."""
    values = sorted(set(names))
    random.shuffle(values)
    return tuple(Choice(value, value) for value in values)


Faults = Mapping[str, str]
"""What may be wrong, as an answer names it, by the message that says so of a case."""


def faults_of(case: Mapping[str, Any], faults: Faults) -> tuple[str, ...] | None:
    """What is wrong with a case, as answers name it; None where it asks for dice, or for other answers."""
    against = violated(case)
    if against is None or not {one.says.id for one in against} <= {*faults}:
        return None
    return tuple(dict.fromkeys(faults[one.says.id] for one in against))


def fault_choices(random: Random, wrong: Sequence[str], others: Sequence[str]) -> tuple[Choice, ...]:
    """What may be wrong, in words: what is, among three things that are not, and last that nothing is."""
    shown = sorted([*wrong, *random.sample([name for name in others if name not in wrong], 3)])
    random.shuffle(shown)
    named = [Choice(name, Message(f"task.wrong-{name}")) for name in shown]
    return (*named, Choice(NOTHING, Message("task.nothing-wrong")))


# ---- ways to solve


def by_key(
    key: str = "", *because: str, allowed: Message | None = None, last: str = ""
) -> Callable[[Task], Solution]:
    """Solves by a name in the ruling's answer, or ``verdict``; without one by what the task ``asks``.

    Args:
        key: the name; where it is empty that which the task asks for.
        because: the steps that tell why.
        allowed: why it is allowed, where the ruling says no more than that nothing forbids it.
        last: a message said last, which names what is right as ``value``.
    """

    def solve(task: Task) -> Solution:
        ruling = ruled(task.case)
        value = asked_for(ruling, key or task.asks)
        says, clauses = reason(ruling, because, key not in VERDICTS)
        found = describe(ruling, because, key not in VERDICTS)
        if allowed is not None and [one.says.id for one in found] == [NO_OBJECTION]:
            clauses = (task.clauses[0],)
            says = cited(allowed, clauses[0])
        if last:
            says = sentences([says, Message(last, value=value)])
        return Solution(in_form(task, value), says, clauses, (ruling,))

    return solve


def by_answer(right: Callable[[Mapping[str, Any]], Any], *because: str) -> Callable[[Task], Solution]:
    """Solves by what is right for the ruling's answer."""

    def solve(task: Task) -> Solution:
        ruling = ruled(task.case)
        says, clauses = reason(ruling, because)
        return Solution((right(ruling.answer or {}),), says, clauses, (ruling,))

    return solve


def by_faults(faults: Faults) -> Callable[[Task], Solution]:
    """Solves by what is wrong with the case, each of which is right, or that nothing is."""

    def solve(task: Task) -> Solution:
        ruling = ruled(task.case)
        says, clauses = reason(ruling)
        if not ruling.violations:
            steps = [one for one in ruling.steps if one.says.id != NO_OBJECTION]
            parts = [*(cited(one.says, one.clause_id) for one in steps), Message("task.all-kept")]
            says = sentences(parts)
        right = tuple(dict.fromkeys(faults[one.says.id] for one in ruling.violations))
        return Solution(right or (NOTHING,), says, clauses, (ruling,))

    return solve


def in_form(task: Task, value: Any) -> tuple[Any, ...]:
    """What of a ruling's answer is right, in the values of a task's form."""
    match task.form:
        case "choice":
            return right_answers(value)
        case "spaces":
            return (frozenset(value),)
    return (value,)


def by_odds(
    *because: str, retold: Callable[[Task, Step], Message | None] | None = None
) -> Callable[[Task], Solution]:
    """Solves by the chance of a result; the task's ``asks`` is its name, ``=`` and its value.

    The reason counts the faces of the die that bring it, and shows the sum for the lowest of them.

    Args:
        because: the steps that tell why.
        retold: says a step so that it holds for every roll, where its own sentence tells of one alone.
    """

    def solve(task: Task) -> Solution:
        ruling = ruled(task.case)
        chance = chance_of(ruling, task.asks)
        counted, sample = _counted(task, chance)
        described = _described_with(task.case, sample) or ruling
        steps = of_steps(described, *because)
        clauses = tuple(dict.fromkeys(step.clause_id for step in steps))
        again = {step: retold(task, step) if retold else None for step in steps}
        of_all = [cited(says, step.clause_id) for step, says in again.items() if says is not None]
        of_one = [cited(step.says, step.clause_id) for step, says in again.items() if says is None]
        if of_one:
            of_one = [Message("task.with-a-roll", die=Message.all_of(sample), reason=sentences(of_one))]
        exact = Message("task.chance", exact=chance, percent=f"{float(chance):.1%}")
        says = sentences([*of_all, *of_one] or [ruling.says])
        if counted is None:
            return Solution((chance,), Message("task.odds", chance=exact, reason=says), clauses, (ruling,))
        return Solution((chance,), sentences([says, counted]), clauses, (ruling,))

    return solve


FACES = range(1, 7)


def _counted(task: Task, chance: Fraction) -> tuple[Message | None, tuple[int, ...]]:
    """The chance as so many faces of a die, or so many of two dice, and a roll that shows the sum."""
    name, _, value = task.asks.partition("=")

    def brings(*dice: int) -> bool | None:
        result = answered({**task.case, "dice": list(dice)})
        return value in right_answers(result[name]) if name in result else None

    exact = Message("task.chance", exact=chance, percent=f"{float(chance):.1%}")
    hits = [die for die in FACES if brings(die)]
    if Fraction(len(hits), len(FACES)) == chance:
        faces = {"faces": Message.any_of(hits) if hits else "", "count": len(hits), "chance": exact}
        return Message("task.odds-faces" if hits else "task.odds-no-face", **faces), tuple(hits[:1] or (6,))
    pairs = [brings(one, two) for one in FACES for two in FACES]
    told = len(pairs) - pairs.count(None)
    if told and Fraction(pairs.count(True), told) == chance:
        counts = {"hits": pairs.count(True), "of": told, "ties": pairs.count(None)}
        return Message("task.odds-pairs", chance=exact, **counts), (1, 2)
    return None, (1,)


def _described_with(case: Mapping[str, Any], dice: Sequence[int]) -> Ruling | None:
    try:
        return ruled({**case, "dice": list(dice)})
    except BadInput:
        return None


def chance_of(ruling: Ruling, asks: str) -> Fraction:
    """The chance of a result, such as ``winner=Bourbon`` or ``falls=yes``."""
    name, _, value = asks.partition("=")
    return sum(
        (chance for found, chance in ruling.odds.get(name, ()) if value in right_answers(found)), Fraction(0)
    )


def by_pair(*because: str) -> Callable[[Task], Solution]:
    """Solves a minimal pair: the first or the second case is the legal one."""

    def solve(task: Task) -> Solution:
        assert task.other_case is not None
        rulings = ruled(task.case), ruled(task.other_case)
        legal = ("first", "second")[[one.verdict in ("legal", "yes") for one in rulings].index(True)]
        refused = next(one for one in rulings if one.verdict not in ("legal", "yes"))
        positions = (task.position, task.other_position)
        before, after = positions if legal == "first" else positions[::-1]
        assert before is not None
        assert after is not None
        facts = Message.all_of(differences(before, after))
        other = "second" if legal == "first" else "first"
        says, clauses = reason(refused, because)
        difference = Message("task.differs", which=Message(f"task.{other}"), facts=facts, reason=says)
        return Solution((legal,), difference, clauses, rulings)

    return solve


# ---- what is said of a wrong answer itself


def of_fault(task: Task, solution: Solution, answer: Any) -> Message | None:
    """Of what was named as wrong and is not, that it is not."""
    return None if answer == NOTHING else Message("task.no-fault", fault=Message(f"task.wrong-{answer}"))


def of_space(task: Task, solution: Solution, answer: Any) -> Message | None:
    """Of one of some spaces, what the ruling says of it."""
    told = next((one for one in solution.rulings[0].steps if one.says.values.get("space") == answer), None)
    if told is None:
        return None
    says = told.says
    if says.id == "task.map-link-over" and any(name in str(says) for name in solution.right):
        says = Message("task.map-no-link", space=answer, origin=says.values["origin"])
    return cited(says, told.clause_id)


# ---- what is wrong with a set of spaces


def by_difference(
    refused: Callable[[Task, str], Ruling], missing: str, clause_id: str, against: str
) -> Callable[[Task, Solution, frozenset[str]], tuple[Fault, ...]]:
    """What is wrong with a set of spaces, of which each may be chosen by itself.

    Args:
        refused: the ruling on the choice of a space that may not be chosen.
        missing: the message that says why spaces belong there.
        clause_id: the clause of this message, and of the next.
        against: the message for a space against which the engine has nothing, as nobody chooses.

    The first space of the task's focus is the one where they stand.
    """

    def faults(task: Task, solution: Solution, answer: frozenset[str]) -> tuple[Fault, ...]:
        (right,) = solution.right
        found = []
        for name in sorted(answer - right)[:MOST_REASONS]:
            says, cites = Message(against, space=name), clause_id
            if name == task.focus[0]:
                says = Message("task.stands-there", space=name)
            elif violations := refused(task, name).violations:
                says, cites = violations[0].says, violations[0].clause_id
            found.append(Fault(cited(says, cites), (cites,), named=(name,)))
        if lacks := tuple(sorted(right - answer)):
            says = Message(missing, spaces=Message.all_of(lacks), count=len(lacks))
            found.append(Fault(cited(says, clause_id), (clause_id,), lacks))
        return tuple(found)

    return faults


# ---- how a kind finds a case


def drawn(
    wanted: Sequence[T] | Callable[[int], Sequence[T]], tries: int = MOST_TRIES
) -> Callable[[Callable[[Random, int], tuple[Draft, T] | None]], Callable[[Random, int], Draft]]:
    """What a kind drafts, of what makes one candidate: the arguments are those of `balanced`.

    Args:
        wanted: the answers, or those of a level.
        tries: how many candidates are looked at.
    """

    def drafts(candidate: Callable[[Random, int], tuple[Draft, T] | None]) -> Callable[[Random, int], Draft]:
        def draft(random: Random, level: int) -> Draft:
            answers = wanted(level) if callable(wanted) else wanted
            return balanced(random, answers, lambda: candidate(random, level), tries)

        return draft

    return drafts


def balanced(
    random: Random,
    wanted: Sequence[T],
    candidate: Callable[[], tuple[Found, T] | None],
    tries: int = MOST_TRIES,
) -> Found:
    """A candidate whose answer is one drawn beforehand, so that each answer is equally likely.

    Args:
        random: chance.
        wanted: the answers, of which one is drawn; when no candidate has it, any candidate is taken.
        candidate: makes a candidate with its answer, or None when it is of no use.
        tries: how many candidates are looked at.
    """
    aim = aimed(random, wanted)
    others: dict[T, Found] = {}
    for _ in range(tries):
        found = candidate()
        if found is None:
            continue
        if found[1] == aim:
            return found[0]
        if found[1] in wanted:
            others.setdefault(found[1], found[0])
    if not others:
        raise RuntimeError("no case was found")
    return others[random.choice(list(others))]


def aimed(random: Random, wanted: Sequence[T]) -> T:
    """One of some answers, each as often as the others (`Chance.aim`)."""
    return random.aim(wanted) if isinstance(random, Chance) else random.choice(wanted)


def pair_of(
    random: Random,
    legal: Mapping[str, Any],
    illegal: Mapping[str, Any],
    values: Mapping[str, Any],
    focus: tuple[str, ...],
) -> Draft:
    """A minimal pair, its two cases in an order that tells nothing."""
    first, second = (legal, illegal) if aimed(random, (True, False)) else (illegal, legal)
    return Draft(case=first, other_case=second, values=values, choices=FIRST_OR_SECOND, focus=focus)
