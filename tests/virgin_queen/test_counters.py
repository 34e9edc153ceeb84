"""Land unit counters: making change is exact, against a brute force read off the text in other code."""

from functools import cache
from itertools import combinations, product
from time import perf_counter, process_time

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.questions import adjudicate
from ninevears_kernel.virgin_queen.counters import QUESTIONS, MakeChange

(QUESTION,) = QUESTIONS
VALUES = (1, 2, 4, 6)


def some(*counters):
    return [{"value": value, "number": counters.count(value)} for value in VALUES if value in counters]


def stack(space, *counters, kind="regulars"):
    return {"space": space, "kind": kind, "counters": some(*counters)}


def numbered(space, units, kind="regulars"):
    return {"space": space, "kind": kind, "units": units}


def change(space, number, kind="regulars"):
    return {"space": space, "kind": kind, "number": number}


def ruled(supply, stacks, *changes, chosen=None, **more):
    case = {"power": "Empire", "supply": some(*supply), "stacks": stacks, "changes": list(changes), **more}
    return adjudicate(QUESTION, msgspec.convert(case, MakeChange), chosen=chosen)


def cited(ruling):
    return {step.clause_id for step in ruling.steps}


# ---- clause by clause


@pytest.mark.clause("VQ 5.5.a")
def test_change_is_made_from_the_counters_that_are_left():
    ruling = ruled((6, 4, 1), [stack("Vienna", 6)], change("Vienna", -1))
    assert ruling.verdict == "yes"
    assert ruling.answer["shown_as"][0]["counters"] == (4, 1)
    assert ruling.answer["consolidations"] == ()
    assert [spare["value"] for spare in ruling.answer["spare"]] == [6]


@pytest.mark.clause("VQ 5.5.a")
def test_small_counters_are_freed_elsewhere_by_one_larger_of_the_same_total():
    ruling = ruled((6, 4, 1, 1, 2), [stack("Vienna", 6), stack("Prague", 1, 1)], change("Vienna", -1))
    assert ruling.verdict == "yes"
    (freed,) = ruling.answer["consolidations"]
    assert (freed["space"], freed["from"], freed["to"]) == ("Prague", (1, 1), (2,))


@pytest.mark.clause("VQ 5.5.a")
def test_counters_of_two_kinds_or_two_spaces_are_not_put_together():
    two_kinds = [stack("Vienna", 6), stack("Prague", 1), stack("Prague", 1, kind="mercenaries")]
    assert ruled((6, 4, 1, 1, 2), two_kinds, change("Vienna", -1)).answer["extra_losses"] == 1
    two_spaces = [stack("Vienna", 6), stack("Prague", 1), stack("Graz", 1)]
    assert ruled((6, 4, 1, 1, 2), two_spaces, change("Vienna", -1)).answer["extra_losses"] == 1


@pytest.mark.clause("VQ 5.5.a")
def test_more_units_are_lost_until_the_number_can_be_shown():
    ruling = ruled((6, 6), [stack("Vienna", 6, 6)], change("Vienna", -1))
    assert ruling.verdict == "no"
    assert ruling.answer["extra_losses"] == 5
    assert ruling.answer["left"][0]["units"] == 6
    ruling = ruled((6, 6), [stack("Vienna", 6)], change("Vienna", -1), cause="event")
    assert (ruling.answer["extra_losses"], ruling.answer["left"][0]["units"]) == (5, 0)


@pytest.mark.clause("VQ 5.5.a")
def test_no_unit_of_another_space_is_lost_and_the_owner_chooses_the_kind():
    stacks = [stack("Vienna", 6), stack("Vienna", 1, kind="mercenaries"), stack("Prague", 4, 2)]
    ruling = ruled((6, 4, 4, 2, 1), stacks, change("Vienna", -1))
    assert [dict(way) for way in ruling.answer["extra_ways"]] == [{"regulars": 1}, {"mercenaries": 1}]
    assert {left["space"] for left in ruling.answer["left"]} == {"Vienna"}


@pytest.mark.clause("VQ 5.5.a")
def test_reading_exchange_of_counters():
    case = (6, 6, 6, 4, 4, 4), [stack("Vienna", 6, 6), stack("Prague", 4, 4, 4)], change("Vienna", -4)
    ruling = ruled(*case)
    assert (ruling.verdict, ruling.answer["extra_losses"]) == ("no", 2)
    (used,) = ruling.readings
    assert (used.name, used.others[0].option, used.others[0].verdict) == (
        "exchange-of-counters",
        "any",
        "yes",
    )
    other = ruled(*case, chosen={"exchange-of-counters": "any"})
    assert other.answer["consolidations"][0]["to"] == (6, 6)


@pytest.mark.clause("VQ 5.5.b", "VQ 5.0")
def test_regulars_and_mercenaries_share_the_counters():
    stacks = [stack("Vienna", 2), stack("Prague", 1, kind="mercenaries")]
    ruling = ruled((2, 1), stacks, change("Vienna", -1))
    assert ruling.answer["extra_losses"] == 1, "the only 1 shows a mercenary"
    assert {"VQ 5.0", "VQ 5.5.b"} <= cited(ruling)


@pytest.mark.clause("VQ 5.0")
def test_what_the_counters_cannot_show_is_not_raised_and_the_most_is_told():
    ruling = ruled((4, 2, 1), [stack("Vienna", 4)], change("Vienna", 5), cause="other")
    assert (ruling.verdict, ruling.answer["most"]) == ("illegal", 3)
    assert [violation.clause_id for violation in ruling.violations] == ["VQ 5.0"]
    assert "3" in str(ruling.violations[0].remedy)
    assert ruled((4, 2, 1), [stack("Vienna", 4)], change("Vienna", 3), cause="other").verdict == "legal"
    nothing = ruled((4,), [stack("Vienna", 4)], change("Vienna", 1), cause="other")
    assert (nothing.answer["most"], nothing.violations[0].remedy) == (0, None)


@pytest.mark.clause("VQ 5.5.a")
def test_a_move_splits_a_stack_only_where_both_parts_can_be_shown():
    move = change("Vienna", -1), change("Graz", 1)
    assert ruled((6, 4, 1, 1), [stack("Vienna", 6)], *move, cause="other").verdict == "legal"
    assert ruled((6, 4, 1), [stack("Vienna", 6)], *move, cause="other").verdict == "illegal"


@pytest.mark.clause("VQ 5.5.b")
def test_a_power_raises_only_its_own_kinds():
    ruling = ruled((4,), [], change("Vienna", 4, kind="cavalry"), cause="other")
    assert [violation.clause_id for violation in ruling.violations] == ["VQ 5.5.b"]
    assert ruling.verdict == "illegal"


def test_numbers_without_counters_may_be_shown_in_any_way():
    assert ruled((4, 2, 1, 1), [numbered("Vienna", 5), numbered("Graz", 3)]).verdict == "yes"
    assert ruled((4, 2, 1), [numbered("Vienna", 5), numbered("Graz", 3)]).verdict == "no"
    assert ruled((), [numbered("Vienna", 0)]).verdict == "yes"


@pytest.mark.parametrize(
    ("supply", "stacks", "changes", "cause", "field"),
    [
        ((6,), [stack("Vienna", 6, 6)], [], "combat", "stacks"),
        ((6,), [stack("Vienna", 6), stack("Vienna", 6)], [], "combat", "stacks[1]"),
        ((6,), [stack("Vienna", 6, kind="cavalry")], [], "combat", "stacks[0].kind"),
        ((6,), [stack("Vienna", 6)], [change("Vienna", -7)], "combat", "changes[0].number"),
        ((6,), [stack("Vienna", 6)], [change("Graz", -1)], "combat", "changes[0].number"),
        ((6, 6), [stack("A", 6), stack("B", 6)], [change("A", -1), change("B", -1)], "event", "changes"),
        ((6,), [stack("Vienna", 6)], [change("Vienna", -1), change("Vienna", 1)], "other", "changes[1]"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field(supply, stacks, changes, cause, field):
    with pytest.raises(BadInput) as error:
        ruled(supply, stacks, *changes, cause=cause)
    assert error.value.field == field
    assert str(error.value)


def test_a_stack_has_counters_or_units_and_a_power_a_name():
    with pytest.raises(BadInput, match="expected either `counters` or `units`"):
        ruled((6,), [{"space": "Vienna", "kind": "regulars"}])
    with pytest.raises(BadInput, match="found both"):
        ruled((6,), [{**stack("Vienna", 6), "units": 6}])
    with pytest.raises(BadInput, match="did you mean Empire"):
        MakeChange("Empir", (), ())


# ---- against brute force


@cache
def shapes(units, most=6):
    """Every bag of counters that shows so many units, as a sorted tuple."""
    if not units:
        return ((),)
    return tuple(
        (value, *rest)
        for value in VALUES
        if value <= min(units, most)
        for rest in shapes(units - value, value)
    )


@cache
def merged(counters):
    """Every bag to which counters come by replacing several by one larger, step by step."""
    found = {counters}
    for number in range(2, len(counters) + 1):
        for places in combinations(range(len(counters)), number):
            total = sum(counters[place] for place in places)
            if total in VALUES:
                rest = [value for place, value in enumerate(counters) if place not in places]
                found |= merged(tuple(sorted([*rest, total], reverse=True)))
    return frozenset(found)


def can_show(supply, choices):
    for bags in product(*choices):
        used = [value for bag in bags for value in bag]
        if all(used.count(value) <= supply.count(value) for value in VALUES):
            return True
    return False


def fewest_lost(supply, standing, space, losses, any_exchange):
    """The fewest more losses, by trying every number left and every bag of counters."""
    after = {
        key: sum(bag) - (losses.get(key[1], 0) if key[0] == space else 0) for key, bag in standing.items()
    }
    here = [key for key in standing if key[0] == space]

    def bags(key, units):
        if key not in here or (units == after[key] and not losses.get(key[1])):
            return tuple(shapes(units)) if any_exchange else tuple(merged(standing[key]))
        return shapes(units)

    best = None
    for left in product(*(range(after[key] + 1) for key in here)):
        units = {**after, **dict(zip(here, left, strict=True))}
        extra = sum(after.values()) - sum(units.values())
        if (best is None or extra <= best[0]) and can_show(
            supply, [bags(key, n) for key, n in units.items()]
        ):
            if best is None or extra < best[0]:
                best = extra, set()
            best[1].add(left)
    return best


@st.composite
def positions(draw):
    """A small map on which the counters that stand are some of those supplied."""
    keys = draw(
        st.lists(
            st.tuples(st.sampled_from(["Vienna", "Graz"]), st.sampled_from(["regulars", "mercenaries"])),
            min_size=1, max_size=3, unique=True,
        )
    )  # fmt: skip
    standing = {
        key: tuple(sorted(draw(st.lists(st.sampled_from(VALUES), min_size=1, max_size=3)), reverse=True))
        for key in keys
    }
    spare = draw(st.lists(st.sampled_from(VALUES), max_size=3))
    supply = tuple(spare + [value for bag in standing.values() for value in bag])
    space, kind = draw(st.sampled_from(keys))
    lost = draw(st.integers(1, sum(standing[space, kind])))
    return supply, standing, space, kind, lost


@pytest.mark.clause("VQ 5.5.a", "VQ 5.0")
@settings(max_examples=120)
@given(positions(), st.booleans())
def test_the_fewest_losses_are_those_of_brute_force_and_no_unit_comes_or_goes_unsaid(position, any_exchange):
    supply, standing, space, kind, lost = position
    stacks = [stack(key[0], *bag, kind=key[1]) for key, bag in standing.items()]
    chosen = {"exchange-of-counters": "any" if any_exchange else "one-larger"}
    ruling = ruled(supply, stacks, change(space, -lost, kind), chosen=chosen)
    fewest, lefts = fewest_lost(supply, standing, space, {kind: lost}, any_exchange)
    assert ruling.answer["extra_losses"] == fewest
    assert len(ruling.answer["extra_ways"]) == (len(lefts) if fewest else 0)
    # nothing is created or lost but by the change and the extra losses that a step tells
    here = {key: sum(bag) for key, bag in standing.items() if key[0] == space}
    left = {(each["space"], each["kind"]): each["units"] for each in ruling.answer["left"]}
    assert left.keys() == here.keys()
    assert sum(here.values()) - sum(left.values()) == lost + fewest
    assert all(sum(each["from"]) == sum(each["to"]) for each in ruling.answer["consolidations"])
    extra_told = [step for step in ruling.steps if step.says.id == "vq.change-extra"]
    assert [step.says.values["count"] for step in extra_told] == ([fewest] if fewest else [])
    _the_counters_on_the_map_are_supplied(ruling, supply, standing)


def _the_counters_on_the_map_are_supplied(ruling, supply, standing):
    table = {key: list(bag) for key, bag in standing.items()}
    for each in ruling.answer["shown_as"]:
        table[each["space"], each["kind"]] = list(each["counters"])
    for each in ruling.answer["consolidations"]:
        bag = table[each["space"], each["kind"]]
        for value in each["from"]:
            bag.remove(value)
        bag.extend(each["to"])
    for each in ruling.answer["left"]:
        assert sum(table[each["space"], each["kind"]]) == each["units"]
    used = [value for bag in table.values() for value in bag]
    spare = {each["value"]: each["number"] for each in ruling.answer["spare"]}
    assert all(supply.count(value) - used.count(value) == spare.get(value, 0) for value in VALUES)


@pytest.mark.clause("VQ 5.5.a")
@settings(max_examples=60)
@given(positions())
def test_as_few_stacks_as_can_be_are_touched_elsewhere(position):
    supply, standing, space, kind, lost = position
    stacks = [stack(key[0], *bag, kind=key[1]) for key, bag in standing.items()]
    ruling = ruled(supply, stacks, change(space, -lost, kind))
    left = {(each["space"], each["kind"]): each["units"] for each in ruling.answer["left"]}
    free = {(each["space"], each["kind"]) for each in ruling.answer["shown_as"]}
    others = [key for key in standing if key not in free]
    touched = len(ruling.answer["consolidations"])
    for fewer in combinations(others, max(0, touched - 1)):
        bags = [
            shapes(left[key]) if key in free else tuple(merged(bag)) if key in fewer else (bag,)
            for key, bag in standing.items()
        ]
        assert not touched or not can_show(supply, bags)


@pytest.mark.parametrize("loss", [-1, -5, -9])
def test_the_largest_mix_takes_less_than_a_twentieth_of_a_second(loss):
    supply = [value for value in VALUES for _ in range(10)]
    stacks = [
        numbered(f"space {number}", 10, ("regulars", "mercenaries")[number % 2]) for number in range(12)
    ]
    case = {
        "power": "Empire",
        "supply": some(*supply),
        "stacks": stacks,
        "changes": [change("space 0", loss)],
    }
    asked = msgspec.convert(case, MakeChange)
    took = []
    for _ in range(3):
        start = perf_counter()
        adjudicate(QUESTION, asked)
        took.append(perf_counter() - start)
    assert min(took) < 0.05


@pytest.mark.clause("VQ 5.5.a")
def test_units_that_come_and_cannot_be_shown_are_lost_and_none_is_lost_more():
    ruling = ruled((6,), [stack("Madrid", 6)], change("Madrid", 2), cause="event")
    assert ruling.answer["extra_losses"] == 2
    assert str(ruling.says).endswith("2 units at Madrid cannot be shown, and are lost.")
    lost = ruled((6,), [stack("Madrid", 6)], change("Madrid", -1), cause="event")
    assert str(lost.says).endswith("5 more units are lost at Madrid.")


def test_very_many_counters_are_ruled_on_in_a_moment():
    supply = [{"value": value, "number": 30} for value in VALUES]
    stacks = [
        {"space": f"S{value}", "kind": "regulars", "counters": [{"value": value, "number": 30}]}
        for value in (1, 2, 4)
    ]
    given = {
        "power": "Spain", "supply": supply, "stacks": [*stacks, numbered("Madrid", 200)],
        "changes": [change("Madrid", -1)],
    }  # fmt: skip
    start = process_time()
    assert adjudicate(QUESTION, msgspec.convert(given, MakeChange)).answer["extra_losses"]
    assert process_time() - start < 4
