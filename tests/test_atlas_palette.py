"""The colours of the atlas: told apart by everybody, in both themes, and never by colour alone."""

from __future__ import annotations

import re
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import pytest

from ninevears_kernel.nine_years.atlas import palette
from ninevears_kernel.nine_years.atlas.key import key
from ninevears_kernel.nine_years.atlas.palette import SIDES, THEMES, fills
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.teaching.task_pictures import picture_colours
from ninevears_kernel.typefaces import slug
from ninevears_kernel.widgets.learn import practice
from ninevears_kernel.widgets.orders import page as orders_page
from ninevears_kernel.widgets.parts import ruling_card
from ninevears_kernel.widgets.parts.theme import COLOURS, THEME

# how linear light is seen by somebody who lacks a kind of cone (Machado, Oliveira and Fernandes 2009)
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "no colour": ((0.2126, 0.7152, 0.0722),) * 3,
}
CONED = tuple(kind for kind in BLINDNESS if kind != "no colour")


def _linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def simulated(colour: str, kind: str) -> str:
    """A colour as it is seen with a kind of colour blindness, one of `BLINDNESS`."""
    light = _linear(colour)
    seen = (max(0.0, min(1.0, sum(map(float.__mul__, light, map(float, row))))) for row in BLINDNESS[kind])
    parts = (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in seen)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def _lab(colour: str) -> tuple[float, float, float]:
    red, green, blue = _linear(colour)
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _apart(a: str, b: str, kind: str) -> float:
    """How far two colours lie apart in Lab, as seen; 2.3 can just be noticed."""
    pairs = zip(_lab(simulated(a, kind)), _lab(simulated(b, kind)), strict=True)
    return sum((p - q) ** 2 for p, q in pairs) ** 0.5


def _contrast(a: str, b: str) -> float:
    light = sorted(sum(map(float.__mul__, _linear(c), (0.2126, 0.7152, 0.0722))) for c in (a, b))
    return (light[1] + 0.05) / (light[0] + 0.05)


def _classes(rule: str) -> frozenset[str]:
    return frozenset(re.findall(r"\.([a-z-]+)", rule.removeprefix(".nv")))


def _fill(classes: str) -> str:
    """The fill that the stylesheet gives to a space: the rule with most of its classes."""
    has = set(classes.split())
    rules = [
        line.partition("{")[::2] for line in palette.stylesheet().splitlines() if line.startswith(".nv .")
    ]
    found = max((rule for rule in rules if "fill:" in rule[1] and _classes(rule[0]) <= has), key=_weight)
    return re.search(r"fill:([^;}]+)", found[1])[1]


def _weight(rule: tuple[str, str]) -> int:
    return len(_classes(rule[0]))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", CONED)
def test_no_fill_of_one_side_looks_like_one_of_the_other(theme: str, kind: str) -> None:
    sides = {side: [name for name in fills() if name.startswith(side)] for side in SIDES}
    for one, other in product(sides["bourbon"], sides["alliance"]):
        assert _apart(THEMES[theme][one], THEMES[theme][other], kind) > 18, (one, other)
    for one, other in product(sides["bourbon"] + sides["alliance"], sides["neutral"]):
        assert _apart(THEMES[theme][one], THEMES[theme][other], kind) > 5, (one, other)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", CONED)
def test_powers_that_touch_under_one_side_have_tints_of_their_own(theme: str, kind: str) -> None:
    board, start = game_map(), scenario_1688()
    seen = 0
    for link in board.links:
        one, other = board.space(link.a), board.space(link.b)
        side = slug(start.controller(one.name) or "neutral")
        if one.power != other.power and slug(start.controller(other.name) or "neutral") == side:
            seen += 1
            tints = (THEMES[theme][f"{side}-{slug(space.power)}"] for space in (one, other))
            assert _apart(*tints, kind) > 6, link
    assert seen > 10


def test_sides_are_hatched_otherwise_and_neutral_spaces_are_plain() -> None:
    marks = {
        side: frozenset(re.findall(r"href='#nv-([a-z-]+)'", _pattern(f"{side}-spain"))) - {"hatch"}
        for side in ("bourbon", "alliance")
    }
    assert all(marks.values())
    assert not marks["bourbon"] & marks["alliance"]
    assert "nv-neutral-spain'" not in palette.patterns()


@pytest.mark.parametrize("side", SIDES)
def test_a_taken_space_is_barred_besides(side: str) -> None:
    plain = "" if side == "neutral" else _pattern(f"{side}-spain")
    assert f"#nv-bars-{side}" in _pattern(f"{side}-spain-taken")
    assert "bars" not in plain


def _pattern(name: str) -> str:
    return re.search(rf"<pattern id='nv-{name}'.*?</pattern>", palette.patterns())[0]


@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.parametrize("controller", ["Bourbon", "Alliance", None])
def test_every_space_has_a_fill_of_its_own_whoever_holds_it(controller: Any, taken: bool) -> None:
    drawn = palette.patterns()
    fill_of_power = {}
    for space in game_map().spaces:
        place = SimpleNamespace(space=space, controller=controller, taken=taken)
        fill = _fill(palette.space_classes(place))
        name = re.search(r"nv-([a-z-]+)", fill)[1]
        assert name in THEMES["light"]
        assert fill.startswith("var(") or f"<pattern id='nv-{name}'" in drawn
        assert name.endswith("-taken") == taken
        assert name.startswith(slug(controller or "neutral"))
        fill_of_power[space.power] = fill
    assert len(set(fill_of_power.values())) == len(fill_of_power)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    ("ink", "paper", "least"),
    [
        ("ink", "paper", 7),
        ("ink", "halo", 7),
        ("faded", "paper", 4.5),
        ("land-ink", "land", 4.5),
        ("sea-ink", "sea", 4.5),
        ("frontier", "paper", 4.5),
        ("frontier", "land", 3),
        ("coast", "sea", 4.5),
        ("coast", "land", 4.5),
    ],
)
def test_what_is_written_can_be_read(theme: str, ink: str, paper: str, least: float) -> None:
    assert _contrast(THEMES[theme][ink], THEMES[theme][paper]) >= least


@pytest.mark.parametrize("theme", THEMES)
def test_border_lines_show_on_every_fill(theme: str) -> None:
    for name in fills():
        assert _contrast(THEMES[theme]["border"], THEMES[theme][name]) > 3, name


def test_themes_have_the_same_variables() -> None:
    assert list(THEMES["light"]) == list(THEMES["dark"])
    for values in THEMES.values():
        assert all(re.fullmatch("#[0-9a-f]{6}", value) for value in values.values())


def test_rules_reach_no_further_than_the_map_and_use_known_colours() -> None:
    sheet = palette.stylesheet()
    assert all(line.startswith(".nv ") for line in sheet.splitlines())
    named = set(re.findall(r"var\(--nv-([a-z0-9-]+)\)", sheet + palette.patterns() + palette.swatch(None)))
    assert named <= set(THEMES["light"])


def test_samples_for_the_key_differ_by_more_than_colour() -> None:
    drawn = [palette.swatch(side, taken) for side in ("Bourbon", "Alliance", None) for taken in (False, True)]
    bare = [re.sub(r"var\(--[a-z-]+\)|nv-[a-z-]+", "", svg) for svg in drawn]
    for one, other in combinations(range(len(bare)), 2):
        assert bare[one] != bare[other], (drawn[one], drawn[other])


def test_two_keys_on_a_page_share_no_id() -> None:
    assert not [drawn for drawn, _ in key() if re.search(r"\bid=|url\(#", drawn)]


GROUNDS = {
    "ink": ("paper", "inset", "chip", "kit", "cross", "hint", "bad"),
    "heading": ("paper", "inset"),
    "faint": ("paper", "bad"),
    "good-ink": ("good", "inset", "paper"),
    "bad-ink": ("bad", "inset", "paper"),
    "wrong-ink": ("bad",),
    "open-ink": ("open", "inset"),
}


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("letters", "ground"), [(one, on) for one, grounds in GROUNDS.items() for on in grounds]
)
def test_cards_can_be_read_on_light_and_dark_pages(letters: str, ground: str, theme: int) -> None:
    assert _contrast(COLOURS[letters][theme], COLOURS[ground][theme]) >= 4.5


def test_a_card_and_an_exercise_have_no_colour_that_stays_by_day() -> None:
    for style in (ruling_card.STYLE, orders_page.STYLE, practice.STYLE):
        of_one_theme = style.replace(THEME, "").replace(picture_colours(), "")
        own = re.sub(r"var\([^()]*(\([^()]*\))?[^()]*\)", "", of_one_theme)
        assert not re.search("#[0-9a-f]{3,6}", own)
