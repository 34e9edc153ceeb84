"""Damaged saves and logs: whatever is wrong with them is told, and nothing is half done.

A damaged file ends in a clear error or in a valid position with which the war goes on. The gate tries 500 of
each, whatever hypothesis is told elsewhere, and `make proof` 2,000.
"""

import json
from functools import cache
from random import Random

from hypothesis import HealthCheck, given, settings, strategies as st
from sizes import size
from walks import a_walk

from ninevears_kernel.core.errors import BadEntry, BadInput
from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data

MANY = settings(
    max_examples=size("damaged"),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
WARS = 40


@cache
def save_of(war: int) -> str:
    """The save of a war somewhere in its middle."""
    return json.dumps(position_to_data(a_walk(war, war * 17 % 400, recorded=False).position))


@cache
def log_of(war: int) -> tuple[str, ...]:
    """The lines of the log of about forty choices."""
    return tuple(a_walk(war, 40, recorded=False).log.split("\n"))


def places(data, path=()):
    """The path to everything in a save."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        yield from places(value, (*path, name))


def at(data, path):
    for name in path:
        data = data[name]
    return data


STRANGE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 8),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from([space.name for space in SPACES]),
    st.sampled_from(
        ["France", "Spain", "Bourbon", "Alliance", "William III", "Luxembourg", "used", "campaign"]
    ),
    st.just([]),
    st.just({}),
)


@st.composite
def damaged_saves(draw):
    data = json.loads(save_of(draw(st.integers(0, WARS - 1))))
    random = Random(draw(st.integers()))
    for _ in range(draw(st.integers(1, 3))):
        # What is still to be done is the most delicate part of a save, and pieces come next.
        tops = (
            [name for name in data if name != "format"] + ["agenda"] * 20 + ["corps", "leaders", "sieges"] * 4
        )
        top = random.choice([name for name in tops if name in data])
        path = random.choice([(top, *rest) for rest in places(data[top])])
        holder, last = at(data, path[:-1]), path[-1]
        kind = draw(st.sampled_from(("strange", "gone", "twice", "other", "swap", "word")))
        if kind == "strange":
            holder[last] = draw(STRANGE)
        elif kind == "gone":
            del holder[last]
        elif kind == "twice" and isinstance(holder, list):
            holder.insert(last, holder[last])
        elif kind == "swap" and isinstance(holder, list):
            random.shuffle(holder)
        elif kind == "word" and isinstance(holder[last], str):
            words = holder[last].split(" ")
            words[random.randrange(len(words))] = str(draw(STRANGE))
            holder[last] = " ".join(words)
        else:
            other = json.loads(save_of(draw(st.integers(0, WARS - 1))))
            if top in other:
                data[top] = other[top]
        if top not in data:
            break
    return data


@given(damaged_saves(), st.integers())
@MANY
def test_a_damaged_save_is_told_or_goes_on(data, chance):
    game, told = describe_loaded_or(data)
    if told is not None:
        assert one_sentence(told)
        return
    assert position_from_data(position_to_data(game.start)) == game.start
    random = Random(chance)
    for _ in range(4):
        if not game.engine.options:
            break
        before = game.position
        try:
            game.choose(random.choice(game.engine.options))
        except BadInput:
            assert game.position == before  # the save contradicts itself, and nothing is half done
            break
        position_to_data(game.position)


def describe_loaded_or(data):
    """The war of a save, or the error that it ends in."""
    try:
        return Game.from_position(position_from_data(data), recorded=False), None
    except BadInput as error:
        return None, error


@st.composite
def damaged_logs(draw):
    lines = list(log_of(draw(st.integers(0, WARS - 1))))
    random = Random(draw(st.integers()))
    for _ in range(draw(st.integers(1, 3))):
        place = random.randrange(len(lines))
        kind = draw(st.sampled_from(("gone", "twice", "swap", "other", "letter", "word", "strange", "cut")))
        if kind == "gone":
            del lines[place]
        elif kind == "twice":
            lines.insert(place, lines[place])
        elif kind == "swap":
            other = random.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        elif kind == "other":
            lines[place] = random.choice(log_of(draw(st.integers(0, WARS - 1))))
        elif kind == "letter" and lines[place]:
            where = random.randrange(len(lines[place]))
            lines[place] = lines[place][:where] + draw(st.characters()) + lines[place][where + 1 :]
        elif kind == "word":
            words = lines[place].split(" ")
            words[random.randrange(len(words))] = str(draw(STRANGE))
            lines[place] = " ".join(words)
        elif kind == "cut":
            lines = lines[: place + 1]
        else:
            lines[place] = draw(st.text(max_size=30))
        if not lines:
            break
    return "\n".join(lines)


@given(damaged_logs())
@MANY
def test_a_damaged_log_is_told_or_plays(text):
    game, told = describe_played_or(text)
    if told is None:
        assert read_log(game.log, recorded=False).position == game.position
    else:
        assert one_sentence(told)
        assert not isinstance(told, BadEntry) or 1 <= told.line <= text.count("\n") + 2


def describe_played_or(text):
    """The game of a log, or the error that it ends in."""
    try:
        return read_log(text, recorded=False), None
    except (BadInput, BadEntry) as error:
        return None, error


def one_sentence(error) -> bool:
    """Whether an error is one line that any terminal can print."""
    return str(error).isprintable() and bool(str(error).strip())
