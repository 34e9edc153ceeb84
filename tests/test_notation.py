"""The notation: every choice, every item of the agenda and every roll has a text that parses back to it."""

import pytest
from hypothesis import given, strategies as st

from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.nine_years.components.event_cards import EventCard
from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.piece_numbers import POWERS
from ninevears_kernel.nine_years.components.rule_tables import standard_rule_tables
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES, STEP_RULES, read_item, write_item
from ninevears_kernel.nine_years.engine.notation import FLEETS, KINDS, parsed, verbs, written
from ninevears_kernel.nine_years.games.log_text import read_roll, roll_line
from ninevears_kernel.nine_years.rules import rulebook  # noqa: F401

KIT = standard_rule_tables()
spaces = range(len(SPACES))
leaders = st.integers(0, len(KIT.leaders) - 1)
corps = st.integers(0, 8 * len(POWERS) - 1)
DOMAIN = {
    "space": st.sampled_from(spaces),
    "leader": leaders,
    "leaders": st.lists(leaders, max_size=8).map(tuple),
    "corps": corps,
    "many": st.lists(corps, max_size=14).map(tuple),
    "some": st.tuples(st.integers(-999, 9999), corps),
    "number": st.integers(-999, 9999),
    "flag": st.booleans(),
    "side": st.sampled_from(SIDES),
    "power": st.sampled_from(POWERS),
    "fleet": st.sampled_from(FLEETS),
    "strength": st.sampled_from(("full", "reduced")),
    "concession": st.sampled_from(("none", "card", "points", "both")),
    "phase": st.sampled_from(("event", "reinforcement", "campaign", "winter")),
    "event": st.sampled_from(sorted(KIT.events)),
    "zone": st.sampled_from(("Atlantic", "Mediterranean")),
    "area": st.sampled_from(("anywhere", *sorted({space.region for space in SPACES}))),
    "who": st.sampled_from((*SIDES, "player", "opponent")),
}
"""Every value that an argument of a kind may have."""


def arguments(kinds):
    return st.tuples(*(DOMAIN[kind] for kind in kinds))


actions = st.sampled_from(sorted(verbs())).flatmap(
    lambda verb: arguments(verbs()[verb].kinds).map(lambda values: (verb, *values))
)
items = st.sampled_from(sorted(STEP_RULES | DECISION_RULES)).flatmap(
    lambda name: arguments((STEP_RULES.get(name) or DECISION_RULES[name]).kinds).map(lambda v: (name, *v))
)


def test_every_kind_is_in_the_domain():
    assert DOMAIN.keys() == KINDS.keys()


@given(actions)
def test_an_action_comes_back(action):
    assert parsed(written(action, KIT), KIT) == action


@given(items)
def test_an_item_of_the_agenda_comes_back(item):
    assert read_item(write_item(item, KIT), KIT) == item


@pytest.mark.parametrize("kind", KINDS)
def test_each_value_of_a_small_kind_comes_back_and_no_two_are_written_alike(kind):
    whole = {
        "space": spaces,
        "leader": range(len(KIT.leaders)),
        "corps": range(8 * len(POWERS)),
        "event": sorted(KIT.events),
        "number": range(-99, 100),
    }.get(kind)
    if whole is None:
        whole = getattr(DOMAIN[kind], "elements", ())
    texts = [KINDS[kind].write(value, KIT) for value in whole]
    assert [KINDS[kind].read(text, KIT) for text in texts] == list(whole)
    assert len(set(texts)) == len(texts)


@given(actions, st.randoms(use_true_random=False))
def test_capitals_and_blanks_are_free(action, random):
    text = "".join(random.choice((c.upper(), c.lower(), c)) for c in written(action, KIT))
    assert parsed(f"  {text.replace(', ', random.choice((',', ' , ', ',  ')))}  ", KIT) == action


def test_accents_are_free():
    assert parsed("campaign Liège", KIT) == parsed("campaign Liege", KIT)


def describe_comes_back_or_is(text):
    """Whether a text is an action, which then comes back, or is refused in a sentence."""
    try:
        action = parsed(text, KIT)
    except BadInput as error:
        return "expected" in str(error)
    return parsed(written(action, KIT), KIT) == action


@given(st.text(max_size=60))
def test_any_text_is_an_action_or_bad_input(text):
    assert describe_comes_back_or_is(text)


@given(st.sampled_from(sorted(verbs())), st.text(alphabet=" ,;-0123456789SPainreducdFrctGhg", max_size=40))
def test_any_arguments_are_an_action_or_bad_input(verb, text):
    assert describe_comes_back_or_is(f"{verb} {text}")


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("campain Paris", "campaign"),
        ("campaign Tournay", "Tournai"),
        ("lead Luxemburg", "Luxembourg"),
        ("raise Spein, Girona, full", "Spain"),
        ("first Burbon", "Bourbon"),
        ("deploy Tulon", "Toulon"),
        ("event Beechy Head", "Beachy Head"),
    ],
)
def test_a_misspelt_name_is_answered_with_the_nearest(text, nearest):
    with pytest.raises(UnknownName, match=f"did you mean {nearest}"):
        parsed(text, KIT)


def test_no_name_stands_in_the_way_of_the_notation():
    names = [*KIT.events, *KIT.leader_number, *(space.name for space in SPACES), *POWERS]
    assert not [name for name in names if set(name) & set(",;#") or name != name.strip()]
    assert all(isinstance(card, EventCard) for card in KIT.events.values())


# ---- rolls


@given(st.integers(1, 6), st.text(max_size=60))
def test_a_roll_comes_back(face, says):
    line = roll_line(face, says)
    assert line.isprintable()
    told = read_roll(line)
    assert told is not None
    assert told[0] == face
    assert roll_line(*told) == line or not says.isprintable()


@pytest.mark.parametrize(
    "line", ["roll 4", "  ROLL  4", "roll 4 (x)", "roll 4  (a (b) c)", "roll 4 (x", "roll 4 # hm"]
)
def test_a_roll_that_a_person_types(line):
    assert read_roll(line)[0] == 4


@pytest.mark.parametrize("line", ["roll", "roll 0", "roll 7", "roll 44", "roll 4 x", "4", "role 4", ""])
def test_what_is_no_roll(line):
    assert read_roll(line) is None
