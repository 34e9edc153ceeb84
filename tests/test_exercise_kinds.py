"""Tasks made by the engine: right, always the same, varied, balanced, and silent about their answers."""

import dataclasses
import json
import os
import pickle
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from every_row import every_row

from ninevears_kernel.core.clauses import clause, registers
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.powers import capitals, powers
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.rules.reinforcement.resource_points import rich_spaces
from ninevears_kernel.teaching.answers import is_among, read_answer
from ninevears_kernel.teaching.course import COURSE, OWN, ruled
from ninevears_kernel.teaching.difference import differences
from ninevears_kernel.teaching.kinds import campaign, movement
from ninevears_kernel.teaching.map_reading import MAP
from ninevears_kernel.teaching.marking import kinds, make, mark, reveal
from ninevears_kernel.teaching.solving import ny_case
from ninevears_kernel.teaching.task import Task
from ninevears_kernel.umpire.cases.cases import rule_case

KINDS = list(kinds())
CHAPTERS = set(range(2, 21))
SEEDS, FIFTY = range(30), 50
MOST_ALIKE = 0.65


def level_of(name: str) -> int:
    """The middle level, where most seeds are looked at."""
    return (kinds()[name].levels + 1) // 2


@cache
def tasks(name: str) -> tuple[Task, ...]:
    return tuple(make(name, seed, level_of(name)) for seed in SEEDS)


@cache
def fifty(name: str) -> tuple[Task, ...]:
    """The same tasks, and more that nobody solves."""
    return (*tasks(name), *(make(name, seed, level_of(name)) for seed in range(len(SEEDS), FIFTY)))


@cache
def rights(name: str) -> tuple[tuple, ...]:
    return tuple(kinds()[name].solve(task).right for task in tasks(name))


def wrong_answer(task: Task, right: tuple):
    """Some answer of the task's form that is wrong."""
    match task.form:
        case "choice":
            return next(c.value for c in task.choices if c.value not in right)
        case "number":
            return next(n for n in range(-1, 99) if n not in right)
        case "fraction":
            return next(f for f in (Fraction(1, 7), Fraction(9, 10)) if not is_among("fraction", f, right))
        case "spaces":
            return ["Lisbon", "Elvas"] if frozenset(["Lisbon", "Elvas"]) not in right else ["Porto"]
        case "path":
            return [right[0][0], "Lisbon"]
    return "Lisbon"


# ---- the kinds


def test_there_are_kinds_over_all_chapters():
    assert len(KINDS) >= 25
    assert {kind.chapter for kind in kinds().values()} == CHAPTERS
    assert [kind.chapter for kind in kinds().values()] == sorted(kind.chapter for kind in kinds().values())


@every_row("name", KINDS)
def test_a_kind_names_known_clauses_and_its_words(name):
    kind = kinds()[name]
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert 1 <= kind.levels <= 3
    assert all(clause(one).id == one for one in kind.clauses)
    assert len(kind.clauses) == len(set(kind.clauses))
    assert str(kind.title)


# ---- tasks


@pytest.mark.parametrize("name", KINDS)
def test_a_task_is_the_same_for_the_same(name):
    task, again = tasks(name)[3], make(name, 3, level_of(name))
    assert task == again
    assert str(task.prompt) == str(again.prompt)
    assert pickle.loads(pickle.dumps(task)) == task
    assert hash(task) == hash(again)


def test_a_task_is_the_same_in_another_process():
    names = ("trace-the-line", "battle-hits", "pair-of-sieges", "what-is-wrong")
    code = (
        f"from ninevears_kernel.teaching import make\nfor name in {names!r}: print(make(name, 11, 2).prompt)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "7"},
    )
    assert done.stdout.splitlines() == [str(make(name, 11, 2).prompt) for name in names]


@pytest.mark.parametrize("name", KINDS)
def test_no_two_of_fifty_are_equal(name):
    made = fifty(name)
    asked = {(str(task.prompt), repr(task.case), repr(task.other_case), repr(task.choices)) for task in made}
    assert len(asked) == len(made) == FIFTY


@pytest.mark.parametrize("name", KINDS)
def test_no_answer_is_right_too_often(name):
    """Somebody who always says the same fails."""
    counts = Counter(str(one) for right in rights(name) for one in dict.fromkeys(map(str, right)))
    assert counts.most_common(1)[0][1] <= MOST_ALIKE * len(SEEDS), counts.most_common(3)


@pytest.mark.parametrize("name", KINDS)
def test_no_place_among_the_choices_is_right_too_often(name):
    places = Counter(
        place
        for task, right in zip(tasks(name), rights(name), strict=True)
        for place, choice in enumerate(task.choices)
        if choice.value in right
    )
    assert not places or places.most_common(1)[0][1] <= MOST_ALIKE * len(SEEDS)


@pytest.mark.parametrize("name", [name for name in KINDS if kinds()[name].form == "choice"])
@pytest.mark.parametrize("of", [2, 3, 4])
def test_a_seed_does_not_tell_the_answer(name, of):
    """Nobody who counts the tasks sees the answers come in turn."""
    by_rest = [Counter(str(right[0]) for right in rights(name)[rest::of]) for rest in range(of)]
    foretold = sum(counts.most_common(1)[0][1] for counts in by_rest)
    assert foretold <= 0.8 * len(SEEDS)


@pytest.mark.parametrize("name", KINDS)
def test_every_level_makes_tasks(name):
    for level in range(1, kinds()[name].levels + 1):
        for seed in (0, 1 << 40):
            task = make(name, seed, level)
            assert (task.kind, task.seed, task.level) == (name, seed, level)
            revealed = reveal(task)
            assert mark(task, revealed.answer).right


@pytest.mark.parametrize("name", KINDS)
def test_a_right_and_a_wrong_answer(name):
    for seed in (0, 7):
        task = tasks(name)[seed]
        right = rights(name)[seed]
        marked = mark(task, right[0])
        assert marked.right
        assert marked.missed == ()
        assert marked.nearest is None
        wrong = mark(task, wrong_answer(task, right))
        assert not wrong.right
        assert wrong.missed
        assert all(clause(one) for one in wrong.missed)
        assert len(wrong.rulings) == (2 if task.other_case else 1)
        assert wrong.ruling is wrong.rulings[0]
        assert re.search(r"\(NY \d+[^)]*\)", str(wrong.says)), "the reason cites a clause"
        revealed = reveal(task)
        assert str(revealed.because) in str(wrong.says) or task.form in ("path", "spaces")
        assert mark(task, revealed.answer).right


FORMS_OF_SPACES = {"space", "spaces", "path"}


@cache
def of_spaces() -> list[str]:
    return [name for name in KINDS if tasks(name)[0].form in FORMS_OF_SPACES]


def wrong_sets(right: tuple) -> list[frozenset[str]]:
    """Sets of spaces that are wrong in every way: too many, too few, others, nothing."""
    best = right[0]
    near = sorted({two for one in best for two in game_map().neighbours(one)} - best)[:2]
    sets = [best | {"Lisbon"}, best | set(near), frozenset(sorted(best)[1:]), frozenset({"Lisbon"})]
    sets += [frozenset(near), frozenset(), frozenset(sorted(best)[1:]) | {"Vienna"}]
    return [one for one in dict.fromkeys(map(frozenset, sets)) if one not in right]


@every_row("name", of_spaces)
def test_the_reason_for_a_wrong_answer_names_a_space_in_which_it_differs(name):
    for task, right in zip(tasks(name)[:12], rights(name), strict=False):
        if task.form == "path":
            wrong = [(*right[0][:1], "Lisbon"), right[0][1:], right[0][:-1], ("Vienna",)]
            wrong = [path for path in wrong if path and not mark(task, path).right]
        else:
            wrong = wrong_sets(right)
        assert wrong
        for answer in wrong:
            marked = mark(task, answer)
            assert not marked.right
            reason = str(marked.says.values["reason"])
            differs = {space for one in right for space in {*answer} ^ {*one}}
            differs |= {answer[-1]} if task.form == "path" else set()  # where it ends otherwise
            assert any(space in reason for space in differs), (answer, right, reason)


@every_row("name", of_spaces)
def test_the_clauses_that_were_missed_are_those_of_the_reason(name):
    for task, right in zip(tasks(name)[:12], rights(name), strict=False):
        marked = mark(task, wrong_answer(task, right))
        assert marked.missed
        assert all(clause_id in str(marked.says) for clause_id in marked.missed)


def test_from_badajoz_seville_is_half_the_answer_and_madrid_is_no_neighbour_of_grenoble():
    """A set that lacks a space is told what belongs there; a space that no link joins is told so."""
    seen = set()
    for task, right in zip(tasks("first-step"), rights("first-step"), strict=True):
        if len(right[0]) < 2 or len(seen) == 3:
            continue
        first, *others = sorted(right[0])
        seen.add(task.seed)
        lacks = mark(task, [first])
        assert all(other in str(lacks.says) for other in others)
        assert lacks.missed == ("NY 14.1.1",)
        far = next(n for n in ("Vienna", "Madrid", "London") if n not in game_map().neighbours(task.focus[0]))
        wrong = mark(task, [*right[0], far])
        assert f"No link joins {task.focus[0]} and {far}. (NY 14.1.1)" in str(wrong.says)
        assert "belong" not in str(wrong.says)
    assert len(seen) == 3


@pytest.mark.parametrize("name", KINDS)
def test_a_first_wrong_answer_does_not_tell_what_is_right(name):
    for task, right in zip(tasks(name)[:8], rights(name), strict=False):
        answer = wrong_answer(task, right)
        marked = mark(task, answer)
        told = str(marked.at_first)
        if task.form == "spaces":
            lacks = {space for one in right for space in one} - set(answer) - set(task.focus[:1])
            shown = f"{task.prompt} {' '.join(map(str, task.hints))}"
            assert not any(space in told and space not in shown for space in lacks)
        elif task.form != "path":
            assert str(task.hints[0]) in told
            assert str(kinds()[name].solve(task).says) not in told
        assert mark(task, right[0]).at_first is None


@pytest.mark.parametrize("name", KINDS)
def test_hints_begin_with_what_to_do_here_and_then_cite_the_clause(name):
    for task in tasks(name)[:5]:
        first, second = map(str, task.hints)
        known = clause(task.clauses[0])
        assert known.says in second
        assert known.says not in first
        assert len(first.split()) >= 10
        assert str(task.how)


SAME_TO_SAME = re.compile(
    r"\b(?:[Ff]rom|[Bb]etween) ([A-Z][\w-]+(?: [A-Z][\w-]+)*) (?:\w+ ){0,4}?(?:to|and|into) \1\b"
)


@pytest.mark.parametrize("name", KINDS)
def test_no_hint_of_fifty_tasks_says_what_is_no_help(name):
    """A hint repeats no sentence of its prompt, names nothing that is not there, and goes from nowhere to
    itself.
    """
    for task in fifty(name):
        asked = [part.strip() for part in re.split(r"(?<=[.?!:]) ", str(task.prompt))]
        for hint in map(str, task.hints):
            assert not SAME_TO_SAME.search(hint), hint
            assert str(Message("task.nothing-else")) not in hint
            assert not set(re.split(r"(?<=[.?!:]) ", hint)) & set(asked), hint
            assert "  " not in hint
            assert not re.search(r"\b(\w{3,}) \1\b", hint), hint


@pytest.mark.parametrize("name", [name for name in KINDS if kinds()[name].form == "choice"])
def test_no_hint_points_to_the_right_choice(name):
    """Where a hint names one of the choices and the prompt does not, it is not the right one too often."""
    hits = of = 0
    for task, right in zip(tasks(name), rights(name), strict=True):
        told, asked = " ".join(map(str, task.hints)), str(task.prompt)
        named = [c.value for c in task.choices if str(c.says) in told and str(c.says) not in asked]
        of += len(named) == 1
        hits += len(named) == 1 and named[0] in right
    assert hits <= max(2, MOST_ALIKE * of)


@pytest.mark.parametrize("name", KINDS)
def test_an_answer_that_is_none_is_bad_input(name):
    task = tasks(name)[0]
    bad = {
        "choice": "perhaps",
        "number": "many",
        "fraction": "3/0",
        "space": "Atlantis",
        "spaces": "Atlantis",
    }
    for answer in (None, bad.get(task.form, "Paris, Atlantis"), object()):
        with pytest.raises(BadInput) as caught:
            mark(task, answer)
        assert str(caught.value).startswith("answer")


def test_what_is_asked_for_must_be_there():
    with pytest.raises(UnknownName, match="kind"):
        make("force-limits", 1)
    for seed, level in ((-1, 1), (True, 1), ("1", 1), (1, 0), (1, 4), (1, None)):
        with pytest.raises(BadInput):
            make("force-limit", seed, level)


# ---- nothing gives the answer away


@pytest.mark.parametrize("name", KINDS)
def test_a_task_does_not_hold_its_answer(name):
    """What a notebook keeps of a task: its pickle names kind, seed and level; nothing tells the reason."""
    fields = {field.name for field in dataclasses.fields(Task)}
    assert not fields & {"answer", "right", "solution", "because", "reason", "ruling"}
    for task in tasks(name)[:6]:
        solution = kinds()[name].solve(task)
        assert len(pickle.dumps(task)) < 300
        shown = "\n".join(map(str, (task.prompt, *task.hints, task.title, task.how)))
        assert str(solution.says) not in shown
        for text in (repr(task), str(dataclasses.asdict(task))):
            assert repr(solution.says) not in text
        if task.form in ("number", "fraction", "spaces", "path") and name not in SPEAKS_OF_IT:
            told = str(reveal(task).says)
            assert told not in [str(value) for value in task.prompt.values.values()]
            assert f"answer={solution.right[0]!r}" not in repr(task)


SPEAKS_OF_IT = {
    *("force-limit", "battle-hits", "battle-strength", "corps-for-a-siege", "siege-roll", "cost-of-a-way"),
    *("victory-points", "points-from-the-colonies", "cards-dealt", "leaders-of-an-army", "resource-points"),
    "score-the-peace-roll",
}
"""Kinds whose prompt names small numbers, one of which may happen to be the answer's."""


@pytest.mark.parametrize("name", sorted(SPEAKS_OF_IT))
def test_a_number_of_the_prompt_is_the_answer_only_by_chance(name):
    """No value that a prompt names is the answer in all tasks, nor in most."""
    alike: Counter[str] = Counter()
    for task, right in zip(tasks(name), rights(name), strict=True):
        alike.update(key for key, value in task.prompt.values.items() if value == right[0])
    assert not alike or alike.most_common(1)[0][1] <= MOST_ALIKE * len(SEEDS), alike


@pytest.mark.parametrize("name", KINDS)
def test_the_first_hint_names_no_answer_that_the_prompt_does_not(name):
    for task, right in zip(tasks(name)[:20], rights(name)[:20], strict=True):
        if task.form not in ("space", "spaces", "path"):
            continue
        hint = str(task.hints[0])
        names = {one for answer in right for one in answer if one in game_map().by_name}
        assert not any(re.search(rf"\b{re.escape(n)}\b", hint) for n in names - set(task.focus[:1])), hint


# ---- the answers, told by the engine in another way


def asked_otherwise(task: Task):
    """The right answer of a task, read from a ruling made here; None where the kind reckons with several."""
    case = dict(task.case)
    if case["question"] in OWN:
        return None
    ruling = rule_case(case)
    match task.kind:
        case "line-of-communication" | "jacobite-line":
            return "yes" if ruling.verdict == "yes" else "no"
        case "restore-here" | "raise-here" | "raise-a-fleet" | "build-a-line" | "rally" | "once-a-round":
            return ruling.verdict
        case "transfer" | "crowded-space":
            return "illegal" if ruling.violations else "legal"
        case "force-limit":
            return sum(sorted(case["given"]["leaders"])[-2:])
        case "resource-points":
            return max(0, sum(one["points"] for one in ruling.answer["sources"]))
        case "cost-of-a-way":
            return ruling.answer["cost"]
        case "battle-winner":
            return ruling.answer["winner"]
        case "battle-hits" | "battle-strength" | "victory-points":
            return ruling.answer[task.asks]
        case "siege-roll":
            return ruling.answer["strength_left"]
        case "corps-for-a-siege":
            position, space = task.position, case["given"]["space"]
            inside = [one for one in position.corps if one.space == space and one.inside]
            lost = next(one.strength_lost for one in position.sieges if one.space == space)
            return game_map().space(space).fortress - lost + sum(1 if one.reduced else 2 for one in inside)
        case "odds-of-a-siege" | "odds-at-sea" | "odds-of-peace" | "odds-of-a-fleet":
            name, value = task.asks.split("=")
            wanted = {"yes": True}.get(value, value)
            return sum((chance for one, chance in ruling.odds[name] if one == wanted), Fraction(0))
        case "automatic-victory":
            return ruling.answer["automatic"] or "nobody"
        case "fleet-and-its-zone":
            return ruling.answer["controller"] or "nobody"
        case "who-moves-first":
            hands, laid = case["given"]["hands"], case["given"]["laid"]
            first = max(SIDES, key=lambda side: (len(hands[side]), laid[side]))
            if len({(len(hands[side]), laid[side]) for side in SIDES}) == 1:
                return ("Bourbon" if case["given"]["year"] < 1694 else "Alliance") + " chooses"
            if len(hands["Bourbon"]) != len(hands["Alliance"]):
                return max(SIDES, key=lambda side: len(hands[side]))
            return first
    return None


@cache
def ruled_otherwise() -> list[str]:
    return [name for name in KINDS if asked_otherwise(tasks(name)[2]) is not None]


@every_row("name", ruled_otherwise)
def test_answers_agree_with_a_ruling_of_its_own(name):
    most = 3 if name.startswith("battle") else 12  # the odds of a battle take long
    for task, right in zip(tasks(name)[:most], rights(name), strict=False):
        assert right == (asked_otherwise(task),)


def seen_on_the_map(task: Task) -> tuple:
    """What is right in a task on the map, from the position and the tables of the map alone."""
    given, position = task.case["given"], task.position
    spaces = [game_map().by_name[name] for name in given["spaces"]]
    links = game_map().neighbours(given["origin"]) if given.get("origin") else {}
    match given["asks"]:
        case "held":
            return (position.controller(spaces[0].name) or "neutral",)
        case "walls":
            lost = [one.strength_lost for one in position.sieges if one.space == spaces[0].name]
            return (spaces[0].fortress - sum(lost),)
        case "sea":
            return (position.sea(given["zone"]) or "nobody",)
        case "port":
            return tuple(one.name for one in spaces if given["zone"] in one.ports)
        case "link":
            return tuple(one.name for one in spaces if one.name in links)
        case "pass":
            return tuple(one.name for one in spaces if links.get(one.name) == "pass")
        case "strong":
            return tuple(one.name for one in spaces if one.fortress == 3)
        case "open":
            return tuple(one.name for one in spaces if not one.fortress)
        case "capital":
            context = RulingContext(recorded=False)
            held = {name for power in powers() for name in capitals(position, power, context)}
            return tuple(one.name for one in spaces if one.name in held)
    return tuple(one.name for one in spaces if one.name in rich_spaces(position))


@cache
def of_the_map() -> list[str]:
    return [name for name in KINDS if tasks(name)[2].case["question"] == MAP]


@every_row("name", of_the_map)
def test_what_is_read_off_the_map_is_there(name):
    for task, right in zip(tasks(name), rights(name), strict=True):
        assert right == seen_on_the_map(task), (task.prompt, right)
        assert len(right) == 1


def test_a_wrong_choice_of_a_space_is_told_what_is_so_of_that_space():
    """The sentence is about the space that was answered, and does not tell which one is right."""
    for name in ("port-on-a-sea", "linked-spaces", "sign-of-a-space"):
        for task, right in zip(tasks(name)[:8], rights(name), strict=False):
            for choice in task.choices:
                if choice.value not in right:
                    marked = mark(task, choice.value)
                    assert str(marked.says).count(choice.value) >= 2, str(marked.says)
                    assert right[0] not in str(marked.at_first)
                    assert str(marked.at_first).count(choice.value) >= 2


@pytest.mark.parametrize("name", KINDS)
def test_what_is_said_of_a_wrong_answer_meets_it(name):
    """No reason is that nothing forbids it, or that the position says so; a number is told by how much."""
    for task, right in zip(tasks(name)[:2], rights(name), strict=False):
        wrong = [choice.value for choice in task.choices if choice.value not in right]
        for answer in wrong[:2] or [wrong_answer(task, right)]:
            says = str(mark(task, answer).says)
            assert "Nothing forbids" not in says
            assert str(Message("task.course")) not in says
            if task.form == "number":
                assert re.search(r"That is \d+ too (high|low)\.", says)
            if task.form == "fraction":
                assert re.search(r"That is too (high|low)\.", says)
            if name.startswith("what-is-wrong") and answer != "nothing":
                named = next(str(choice.says) for choice in task.choices if choice.value == answer)
                assert f"“{named}”: that does not forbid it here." in says


@pytest.mark.parametrize("name", [name for name in KINDS if name.startswith("pair-of")])
def test_of_a_pair_the_reason_names_the_position_that_differs(name):
    """Whichever was answered, what is told of stands in the position that is not legal."""
    for task, right in zip(tasks(name)[:8], rights(name), strict=False):
        other = {"first": "second", "second": "first"}[right[0]]
        legal, refused = [task.position, task.other_position][:: 1 if right[0] == "first" else -1]
        says = str(mark(task, other).says)
        assert f"What differs is the {other}: {Message.all_of(differences(legal, refused))}." in says


def test_the_tasks_of_the_map_go_all_over_it():
    regions = {
        game_map().by_name[place].region
        for name in of_the_map()
        for task in tasks(name)
        for place in task.focus
    }
    assert len(of_the_map()) >= 6
    assert regions == {space.region for space in game_map().spaces}


@pytest.mark.parametrize("name", [name for name in KINDS if kinds()[name].form == "fraction"])
def test_the_reason_of_a_chance_counts_the_faces(name):
    """Every chance is told with the faces, or the falls of two dice, that bring it."""
    for task in tasks(name)[:3]:
        reason = str(reveal(task).because)
        assert re.search(r"faces? of six|36 ways|no face", reason), reason


def test_enough_kinds_are_checked_so():
    assert len(ruled_otherwise()) >= 20


def one_roll(case, hits) -> Fraction:
    """The chance of something that one die decides, counted face by face."""
    return Fraction(sum(hits(ruled({**case, "dice": [die]}).answer) for die in range(1, 7)), 6)


@pytest.mark.parametrize(
    ("name", "hits"),
    [
        ("odds-of-interception", lambda answer: answer["intercepted"]),
        ("odds-of-avoiding-battle", lambda answer: answer["next"] != "battle"),
        ("pass-the-line", lambda answer: answer["next"] == "intercept"),
        ("odds-of-a-siege", None),
    ],
)
def test_chances_are_those_of_the_faces(name, hits):
    for task, right in zip(tasks(name)[:12], rights(name), strict=False):
        key = task.asks.partition("=")[0]
        assert right == (one_roll(task.case, hits or (lambda answer, key=key: answer[key])),)


@pytest.mark.parametrize("name", [name for name in KINDS if name.startswith("pair-of")])
def test_of_a_pair_one_is_legal_and_one_is_not(name):
    for task, right in zip(tasks(name)[:15], rights(name), strict=False):
        good = [rule_case(dict(case)).verdict in ("legal", "yes") for case in (task.case, task.other_case)]
        assert sorted(good) == [False, True]
        assert right == (("first", "second")[good.index(True)],)
        assert task.position != task.other_position
        plain = [
            {k: v for k, v in case["given"].items() if k != "position"}
            for case in (task.case, task.other_case)
        ]
        assert plain[0] == plain[1], "they differ in the position alone"


@pytest.mark.parametrize(
    ("name", "faults"),
    [("what-is-wrong", campaign.FAULTS), ("what-is-wrong-with-this-move", movement.FAULTS)],
)
def test_what_is_wrong_is_the_only_fault_among_the_choices_and_said_in_plain_words(name, faults):
    titles = {one.title.casefold() for one in registers()["NY"].clauses}
    for task, right in zip(tasks(name), rights(name), strict=True):
        broken = {faults[one.says.id] for one in rule_case(dict(task.case)).violations}
        assert set(right) == (broken or {"nothing"})
        assert len([choice for choice in task.choices if choice.value in right]) == 1
        words = [str(choice.says) for choice in task.choices]
        assert len(set(words)) == len(words) == (4 if right == ("nothing",) else 5)
        assert titles.isdisjoint(map(str.casefold, words))  # no titles of rules
        assert not re.search(r"\d+\.\d", " ".join(words))


def test_a_space_that_is_chosen_for_a_corps_is_the_only_one_that_fits():
    for name in ("place-a-corps", "capital-that-serves"):
        assert all(len(right) == 1 for right in rights(name))


# ---- lines are right whichever way they run


def test_any_line_that_the_rules_allow_is_right():
    """A detour over friendly spaces is as good as the shortest line."""
    found = 0
    for task, right in zip(tasks("trace-the-line"), rights("trace-the-line"), strict=True):
        path, given = right[0], task.case["given"]
        assert mark(task, " > ".join(path)).right
        for place in range(len(path) - 1):
            between = set(game_map().neighbours(path[place])) if path[place] not in ZONES else set()
            between &= set(game_map().neighbours(path[place + 1])) if path[place + 1] not in ZONES else set()
            for other in sorted(between - set(path)):
                kinds_of = (
                    game_map().neighbours(other)[path[place]],
                    game_map().neighbours(other)[path[place + 1]],
                )
                if task.position.controller(other) == given["side"] and "red" not in kinds_of:
                    detour = (*path[: place + 1], other, *path[place + 1 :])
                    assert mark(task, detour).right, detour
                    found += 1
    assert found >= 10


def test_a_line_through_the_enemy_or_thin_air_is_wrong():
    told = Counter()
    for task, right in zip(tasks("trace-the-line")[:25], rights("trace-the-line"), strict=False):
        path, side = right[0], task.case["given"]["side"]
        for wrong in (
            path[:-1],
            path[1:],
            (path[0], *path[2:]),
            (*path[:-1], "Vienna"),
            (path[0], "Lisbon"),
            (),
        ):
            marked = mark(task, list(wrong))
            if marked.right:  # the rest of a line may be a line: then it begins there and ends at a source
                assert rule_case(ny_case("loc", **task.case["given"])).answer["supplied"]
                assert wrong[0] == task.case["given"]["space"]
                continue
            told[marked.says.values["reason"].values["says"].id] += 1
        foe = [
            name for name in game_map().neighbours(path[0]) if task.position.controller(name) not in (side,)
        ]
        for name in foe[:1]:
            assert not mark(task, [path[0], name, *path[1:]]).right
    assert set(told) >= {"task.path-begins", "task.path-gap", "task.path-ends"}


def test_lines_by_sea_and_by_land_are_asked_for():
    by_sea = [any(zone in right[0] for zone in ZONES) for right in rights("trace-the-line")]
    assert any(by_sea)
    assert not all(by_sea)


# ---- the nearest right case


def test_the_nearest_case_makes_the_answer_right():
    found = 0
    for name in ("line-of-communication", "resource-points", "force-limit", "restore-here", "pair-of-lines"):
        for task, right in zip(tasks(name)[:8], rights(name), strict=False):
            answer = right[0] + 1 if task.form == "number" else wrong_answer(task, right)
            nearest = mark(task, answer).nearest
            if nearest is None:
                continue
            found += 1
            assert str(nearest.says)
            if task.other_case is None:
                other = dataclasses.replace(task, case=nearest.case)
                assert mark(other, answer).right
                assert not mark(other, right[0]).right
    assert found >= 20


# ---- how answers are read


@pytest.mark.parametrize("text", ["5/36", "0.14", "14 %", "13.9%", ".139", "0,139", 0.1389, Fraction(5, 36)])
def test_a_chance_may_be_written_in_many_ways(text):
    assert is_among("fraction", read_answer("fraction", text), [Fraction(5, 36)])


@pytest.mark.parametrize(
    "text", ["5/35x", "1/0", "120 %", "-1/6", "half", "", "nan", float("nan"), float("inf"), True, []]
)
def test_what_is_no_chance(text):
    with pytest.raises(BadInput):
        read_answer("fraction", text)


@pytest.mark.parametrize(("text", "number"), [("7", 7), (" +3 ", 3), ("-2", -2), ("−2", -2), (4, 4)])
def test_a_number_may_have_a_sign(text, number):
    assert read_answer("number", text) == number


@pytest.mark.parametrize("text", ["2.5", "seven", "9" * 10, True, 2.0, None, "1e3"])
def test_what_is_no_number(text):
    with pytest.raises(BadInput):
        read_answer("number", text)


def test_names_are_read_leniently():
    assert read_answer("spaces", "liège, NAMUR and Mons") == {"Liege", "Namur", "Mons"}
    assert read_answer("spaces", "none") == read_answer("spaces", "") == frozenset()
    assert read_answer("space", "köln") == "Cologne"
    assert read_answer("path", "Cork -> atlantic → Brest; Paris".replace("->", ">")) == (
        *("Cork", "Atlantic", "Brest", "Paris"),
    )
    with pytest.raises(UnknownName, match="Namur"):
        read_answer("spaces", "Namurr")
    for bad in ("Mons," * 600, ["Mons"] * 200, [1], 7, ["Mons", ""]):
        with pytest.raises(BadInput):
            read_answer("spaces", bad)


# ---- what is shown


def test_positions_are_given_where_there_are_any():
    assert make("force-limit", 1).position is None
    task = tasks("pair-of-sieges")[0]
    assert task.position.sieges
    assert task.other_position is not None
    assert tasks("score-the-peace-roll")[0].other_position is None
    assert tasks("cards-dealt")[0].position.year >= 1688


@every_row("name", KINDS)
def test_every_sentence_can_be_said(name):
    for task in tasks(name)[:4]:
        texts = [task.title, task.prompt, *task.hints, *(choice.says for choice in task.choices)]
        assert all(str(text) and "Message(" not in str(text) for text in texts)
        assert len({choice.value for choice in task.choices}) == len(task.choices)
        assert len({str(choice.says) for choice in task.choices}) == len(task.choices)
        assert bool(task.choices) == (task.form == "choice")
        assert all(one in game_map().by_name for one in task.focus)
        assert isinstance(task.prompt, Message)
        assert json.dumps([task.kind, task.seed, task.level])


def test_a_course_is_no_question_of_the_umpire():
    task = tasks("cards-dealt")[0]
    assert task.case["question"] == COURSE
    assert ruled(task.case).question == COURSE
    with pytest.raises(UnknownName):
        rule_case(dict(task.case))


@pytest.mark.parametrize("name", ["first-step", "leaders-of-an-army", "cards-dealt", "who-controls"])
def test_the_ruling_of_a_task_says_what_came_of_it(name):
    """Whoever opens the ruling reads what was decided, not that something follows."""
    for task in tasks(name)[:6]:
        for ruling in kinds()[name].solve(task).rulings:
            assert str(ruling.says) != str(Message("task.course")) or not ruling.steps
