"""The text twin of the map: sentences, table and scene say the same, and what changes is told."""

import re

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace
from random_boards import boards
from walks import a_walk
from war_table import position_with

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import UnknownName
from ninevears_kernel.core.messages import say, shown_as
from ninevears_kernel.nine_years.atlas.change_words import describe_changes
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.table import seas_table, spaces_table, stacks_table
from ninevears_kernel.nine_years.atlas.words import (
    LEGEND,
    legend,
    position_summary,
    sentence,
    sentences,
    space_sentences,
)
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.map_masks import SPACES
from ninevears_kernel.nine_years.components.position import Line, Result, Siege, Waiting
from ninevears_kernel.nine_years.components.powers import powers
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES

plain = st.builds(
    lambda seed, choices: a_walk(seed, choices, recorded=False).position,
    st.integers(0, 20),
    st.integers(0, 250),
) | boards().map(lambda board: board.position())


@st.composite
def marked(draw, positions=plain):
    """A position on which the markers of sieges and lines and the states of pieces are anything."""
    position = draw(positions)
    some = st.sampled_from((False, False, False, True))
    sieges = tuple(
        Siege(
            one.space, one.by, draw(st.booleans()), draw(st.integers(0, game_map().space(one.space).fortress))
        )
        for one in position.sieges
    )
    lines = draw(st.sets(st.sampled_from([space.name for space in SPACES]), max_size=4))
    pieces = {
        kind: tuple(replace(one, demoralised=draw(some), used=draw(some)) for one in getattr(position, kind))
        for kind in ("corps", "leaders")
    }
    return position.replace(
        sieges=sieges, lines=tuple(Line(name, draw(st.integers(1, 3))) for name in sorted(lines)), **pieces
    )


positions = plain | marked()
lookers = st.sampled_from((None, *SIDES))

NAMED = {shown_as("the", power): power for power in {*powers(), *(space.power for space in SPACES)}}
"""Powers by what they are called in a sentence."""
SIDE_NAMED = {
    "The Bourbons": "Bourbon",
    "The Alliance": "Alliance",
    "the Bourbons": "Bourbon",
    "the Alliance": "Alliance",
}
NEXT = r"(?=$|, | and |;|\.$)"
LEADER = re.compile(
    r"(?:^|, | and )(?P<name>[^,()]+?) \(command (?P<command>\d), battle (?P<battle>\d)(?P<states>[^)]*)\)"
)
CORPS = re.compile(rf"(?P<count>\d+) corps of (?P<power>[^,()]+?)(?: \((?P<states>[^)]*)\))?{NEXT}")


def listed(text: str) -> list[str]:
    """The items of a list in words."""
    return re.split(r", | and ", text)


def pieces_read(text: str) -> tuple[list, list]:
    """Leaders and corps read back from their words."""
    leaders = [
        (m["name"], int(m["command"]), int(m["battle"]), frozenset(listed(m["states"])) - {""})
        for m in LEADER.finditer(text)
    ]
    corps = [
        (NAMED[m["power"]], frozenset(listed(m["states"]) if m["states"] else ()), int(m["count"]))
        for m in CORPS.finditer(text)
    ]
    return leaders, corps


def described_of(stack) -> tuple[list, list]:
    """What is known of a stack, in the form in which `pieces_read` reads it back."""
    states = ("reduced", "demoralised", "used")
    promotion = {"plain": "not yet promoted", "demoralised": "demoralised", "used": "used"}
    return (
        [
            (
                one.name,
                one.command,
                one.battle,
                frozenset(word for s, word in promotion.items() if getattr(one, s)),
            )
            for one in stack.leaders
        ],
        [(one.power, frozenset(s for s in states if getattr(one, s)), one.count) for one in stack.kinds],
    )


def row_read(told: list[str]) -> dict:
    """The row of a space read back from its sentences alone."""
    row = dict.fromkeys(("controller", "besieger", "line_side", "weak"))
    row |= {"taken": False, "continuing": False, "rich": False, "line": 0, "ports": "", "capital_of": ""}
    for side in ("bourbon", "alliance"):
        row |= {f"{side}_{column}": 0 for column in ("corps", "full", "reduced", "demoralised", "inside")}
        row |= {f"{side}_top": None, f"{side}_covered": False}
    for text in told:
        if m := re.fullmatch(r"Controlled by (the .+)\.", text):
            row["controller"] = SIDE_NAMED[m[1]]
        elif text == "It has changed hands since the start.":
            row["taken"] = True
        elif m := re.fullmatch(r"Capital for (.+)\.", text):
            row["capital_of"] = ", ".join(NAMED[name] for name in listed(m[1]))
        elif text.startswith("Open town"):
            row["fortress"] = 0
        elif m := re.match(r"Fortress of strength (\d)", text):
            row["fortress"] = int(m[1])
        elif m := re.match(r"Only (\d) strength point", text):
            row["weak"] = int(m[1])
        elif text == "None of its strength is left.":
            row["weak"] = 0
        elif m := re.fullmatch(r"Port on the (.+)\.", text):
            row["ports"] = ", ".join(listed(m[1]))
        elif text.startswith("Rich"):
            row["rich"] = True
        elif m := re.fullmatch(r"Under siege by (.+)\.", text):
            row["besieger"] = SIDE_NAMED[m[1]]
        elif text.startswith("The siege continues"):
            row["continuing"] = True
        elif m := re.fullmatch(r"Fortified line of level (\d), (?:held by (.+)|which nobody holds)\.", text):
            row["line"], row["line_side"] = int(m[1]), SIDE_NAMED.get(m[2])
        elif m := re.fullmatch(r"Home of (.+?)(?:, in (.+))?\.|It lies in (.+)\.", text):
            row["power"] = NAMED[m[1]] if m[1] else m[3]
            row["region"] = (m[2] or m[1] or m[3]).removeprefix("the ")
        elif m := re.fullmatch(r"There it is called (.+)\.", text):
            row["local_name"] = m[1]
        elif m := re.match(r"(The Bourbons|The Alliance)( inside the fortress)?: (.+)\.$", text):
            row |= stack_read(SIDE_NAMED[m[1]].lower(), bool(m[2]), m[3])
    row["strength"] = row["fortress"] if row["weak"] is None else row["weak"]
    del row["weak"]
    return row


def stack_read(side: str, inside: bool, text: str) -> dict:
    """The columns of a stack read back from its sentence."""
    covered = re.fullmatch(r"(\d+|no) corps, on top (.+); the rest is covered", text)
    leaders, corps = pieces_read(covered[2] if covered else text)
    number = sum(count for *_, count in corps)
    if covered:
        number = 0 if covered[1] == "no" else int(covered[1])
    if inside:
        return {f"{side}_inside": number}
    reduced, demoralised = (
        None if covered else sum(count for _, states, count in corps if state in states)
        for state in ("reduced", "demoralised")
    )
    return {
        f"{side}_top": leaders[0][0] if leaders else corps[0][0],
        f"{side}_corps": number,
        f"{side}_full": None if covered else number - reduced,
        f"{side}_reduced": reduced,
        f"{side}_demoralised": demoralised,
        f"{side}_covered": bool(covered),
    }


def rows(frame) -> list[dict]:
    """A table as plain rows, with None for what is missing."""
    return frame.astype(object).where(frame.notna(), None).to_dict("records")


# ---- the table, the sentences and the scene


@given(positions, lookers)
@settings(max_examples=30, deadline=None)
def test_the_sentences_of_a_space_say_its_row_and_nothing_else(position, side):
    scene = scene_of(position, side)
    frame = spaces_table(scene)
    assert frame.index.to_list() == [space.name for space in SPACES]
    for name, row in zip(frame.index, rows(frame), strict=True):
        told = [one.says for one in space_sentences(scene, name)]
        assert {"local_name": name} | row_read(told) == row


@given(positions, lookers)
@settings(max_examples=20, deadline=None)
def test_the_table_of_stacks_is_the_scene(position, side):
    scene = scene_of(position, side)
    for row, stack in zip(rows(stacks_table(scene)), scene.stacks, strict=True):
        known = described_of(stack)
        assert pieces_read(row.pop("pieces").replace("; ", ", ")) == known
        assert row.pop("leaders") == ", ".join(name for name, *_ in known[0])
        assert row == {name: getattr(stack, name) for name in row}
    for row, fleet in zip(rows(seas_table(scene)), scene.fleets, strict=True):
        assert (row["fleet"], row["side"], row["place"]) == (fleet.name, fleet.side, fleet.place)
        assert (row["controller"], row["strength"]) == (scene.seas[row["zone"]].controller, fleet.strength)


@given(positions, lookers)
@settings(max_examples=20, deadline=None)
def test_one_sentence_on_a_space_agrees_with_its_row(position, side):
    scene = scene_of(position, side)
    frame = spaces_table(scene)
    for name, row in zip(frame.index, rows(frame), strict=True):
        told = sentence(scene, name)
        facts, *stacks = told.removeprefix(f"{name}: ").removesuffix(".").split("; ")
        controller, *more = facts.split(", ")
        assert controller == (row["controller"] or "neutral")
        assert ("changed hands" in more) == row["taken"]
        assert ("port" in more) == bool(row["ports"])
        assert ("rich" in more) == row["rich"]
        assert ("siege continuing" in more) == row["continuing"]
        assert ("capital for" in told) == bool(row["capital_of"])
        besieger = re.search(r"besieged by (the \w+)", facts)
        assert (besieger and SIDE_NAMED[besieger[1]]) == row["besieger"]
        line = re.search(r"fortified line (\d)", facts)
        assert int(line[1]) if line else row["line"] == 0
        strength = re.search(r"fortress (\d)(?: with (\d) left)?", facts)
        left = (strength[2] or strength[1]) if strength else 0
        assert int(left) == row["strength"]
        here = [stack for stack in scene.stacks if stack.space == name]
        assert len(stacks) == len(here)
        for text, stack in zip(stacks, here, strict=True):
            assert stack.side in text
            assert text.startswith("inside ") == stack.inside
            assert ("covered" in text) != stack.whole
            number = re.search(r"(\d+) (?:Bourbon|Alliance) corps", text)
            assert (int(number[1]) if number else 0) == stack.corps
            assert all(leader.name in text for leader in stack.leaders)


@given(positions, lookers)
@settings(max_examples=20, deadline=None)
def test_the_whole_position_is_told_with_every_stack_and_every_controller(position, side):
    scene = scene_of(position, side)
    told = sentences(scene)
    assert all(text and "\n" not in text and "{" not in text for text in told)
    assert _owners_read(told) == {place.space.name: place.controller for place in scene.places}
    for one in SIDES:
        opening = "The Bourbons have" if one == "Bourbon" else "The Alliance has"
        stacks = [stack for stack in scene.stacks if stack.side == one]
        [head] = [
            place for place, text in enumerate(told) if text.startswith(opening) and "on the map" in text
        ]
        assert told[head].endswith(f"in {len(stacks)} place{'s' * (len(stacks) != 1)}:")
        for text, stack in zip(told[head + 1 :], stacks, strict=False):
            space, pieces = re.fullmatch(r"(.+?)(?:, inside the fortress)?: (.+)\.", text).groups()
            assert space == stack.space
            assert (", inside the fortress:" in text) == stack.inside
            assert ("covered" in text) != stack.whole
            assert pieces_read(re.sub(r"^(\d+|no) corps, on top ", "", pieces)) == described_of(stack)
    for siege in position.sieges:
        [text] = [text for text in told if re.search(rf"besieges? {siege.space}: ", text)]
        assert ("continuing" in text) == siege.continuing
    taken = {place.space.name for place in scene.places if place.taken}
    said = [re.search(r" now, but not at the start: (.+)\.", text) for text in told]
    assert {name for found in said if found for name in listed(found[1])} == taken


def _owners_read(told: list[str]) -> dict:
    """Who controls what, read back from the sentences that tell it region by region."""
    regions = {}
    for space in SPACES:
        regions.setdefault(shown_as("the", space.region), []).append(space.name)
    owners = {}
    heads = {
        "The Bourbons control ": "Bourbon",
        "The Alliance controls ": "Alliance",
        "Neutral: ": None,
    }
    for head, side in heads.items():
        for text in told:
            if found := re.fullmatch(rf"{head}(\d+) spaces?: (.+)\.", text):
                named = []
                for part in found[2].split("; "):
                    if whole := re.fullmatch("all of (.+)", part):
                        named += [name for region in listed(whole[1]) for name in regions[region]]
                    elif but := re.fullmatch("(.+) but for (.+)", part):
                        named += sorted(set(regions[but[1]]) - set(listed(but[2])))
                    else:
                        [region] = [one for one in regions if part.startswith(f"in {one} ")]
                        spaces = listed(part.removeprefix(f"in {region} "))
                        assert set(spaces) <= set(regions[region])
                        named += spaces
                assert int(found[1]) == len(named)
                owners |= dict.fromkeys(named, side)
    return owners


def test_links_are_told_with_passes_and_red_links():
    scene = scene_of(scenario_1688())
    for space in SPACES:
        links = game_map().neighbours(space.name)
        [text] = [
            one.says
            for one in space_sentences(scene, space.name)
            if one.says.startswith(("Linked", "No link"))
        ]
        if not links:
            assert text.startswith("No link")
            continue
        told = re.split(r", (?!Alliance only)| and ", text.removeprefix("Linked to ").removesuffix("."))
        kinds = {"land": "{}", "pass": "{} (mountain pass)", "red": "{} (red link, Alliance only)"}
        assert sorted(told) == sorted(kinds[kind].format(name) for name, kind in links.items())


def test_every_clause_that_a_sentence_names_is_in_the_register():
    position = position_with({"add": "corps", "power": "France", "space": "Mons"}).replace(
        sieges=(Siege("Mons", "Bourbon", True, 3),), lines=(Line("Lille", 1),), revolution=True
    )
    scene = scene_of(position, "Alliance")
    cited = {id for space in SPACES for told in space_sentences(scene, space.name) for id in told.clauses}
    assert all(clause(id) for id in cited)
    assert {
        "NY 2.3",
        "NY 4.4",
        "NY 17.1",
        "NY 17.2",
        "NY 17.5.2",
        "NY 15.1",
        "NY 2.2",
        "NY 12.3.6.b",
    } <= cited


def test_a_space_reads_well():
    position = position_with(
        {"add": "leader", "name": "Boufflers", "space": "Namur"},
        {"add": "corps", "power": "France", "space": "Namur", "count": 3},
        {"add": "corps", "power": "France", "space": "Namur", "reduced": True},
    ).replace(sieges=(Siege("Namur", "Bourbon", continuing=True, strength_lost=1),))
    position = position.replace(
        corps=tuple(one for one in position.corps if one.space != "Namur" or one.power == "France")
    )
    assert sentence(scene_of(position), "namur") == (
        "Namur: Alliance, fortress 3 with 2 left, rich, besieged by the Bourbons, siege continuing; "
        "Boufflers with 4 Bourbon corps (1 reduced)."
    )
    assert [str(told) for told in space_sentences(scene_of(position, "Alliance"), "Namur")] == [
        "Controlled by the Alliance.",
        "Home of Spain, in the Low Countries.",
        "Fortress of strength 3, the strongest.",
        "Only 2 strength points are left until winter.",
        "Rich: a resource point a turn for the Bourbons when they control it.",
        "Under siege by the Bourbons.",
        "The siege continues: +1 on the next siege roll.",
        "Linked to Brussels, Charleroi, Liege, Luxembourg and Sedan.",
        "The Bourbons: 4 corps, on top Boufflers (command 4, battle 1); the rest is covered.",
    ]
    with pytest.raises(UnknownName):
        sentence(scene_of(position), "Atlantis")


def test_what_waits_off_the_map_is_told_too():
    position = scenario_1688().replace(
        waiting=(Waiting("Britain", 1),), lasting_events=("Beachy Head",), active="Bourbon", actions_left=1
    )
    told = sentences(scene_of(position))
    assert "Alliance pieces waiting off the map: 1 corps of Britain." in told
    assert "In the force pool of the Bourbons: 3 corps of France and 2 corps of the Catalans." in told
    assert "Lasting events: Beachy Head." in told
    assert "The Bourbons act, with 1 action left." in told


# ---- what has changed


def changes(before, after, **more):
    return describe_changes(scene_of(before), scene_of(after), **more)


def test_changes_are_told():
    start = scenario_1688()
    besieged = start.replace(sieges=(Siege("Mons", "Bourbon"),))
    weaker = start.replace(sieges=(Siege("Mons", "Bourbon", continuing=True, strength_lost=2),))
    taken = start.replace(control=start.control.changed(game_map().space("Mons").index, "Bourbon"))
    lined = start.replace(lines=(Line("Lille", 2),))
    winter = start.replace(victory_points=24, year=1689, phase="winter")
    won = start.replace(result=Result("Alliance", "minor", "peace"))
    colonies = "King William's War: the marker is at 1 for the Alliance."
    for before, after, told in (
        (start, start, []),
        (start, taken, ["The Bourbons take Mons."]),
        (taken, start, ["The Alliance takes Mons."]),
        (start, besieged, ["The Bourbons besiege Mons: strength left 3 of 3."]),
        (besieged, weaker, ["The Bourbons besiege Mons: strength left 1 of 3, siege continuing."]),
        (weaker, start, ["The siege of Mons is lifted."]),
        (weaker, taken, ["The Bourbons take Mons."]),
        (start, lined, ["Lille has a fortified line of level 2 now."]),
        (lined, start, ["The fortified line at Lille is gone."]),
        (start, winter, ["1689, Winter Quarters.", "Victory points 22 → 24, towards the Alliance."]),
        (start, start.replace(kww_cell=1), [colonies]),
        (start, won, ["The war is over: a minor victory for the Alliance."]),
        (start, start.replace(revolution=True), ["The Glorious Revolution has taken place."]),
    ):
        assert changes(before, after) == told


def test_a_march_is_told_by_its_leaders_and_what_stands_where_now():
    before = position_with(
        {"add": "leader", "name": "Luxembourg", "space": "Reims"},
        {"add": "corps", "power": "France", "space": "Reims", "count": 2},
    )
    after = position_with(
        {"add": "leader", "name": "Luxembourg", "space": "Dijon"},
        {"add": "corps", "power": "France", "space": "Dijon", "count": 2},
    )
    assert not before.leaders_in("Dijon")
    assert changes(before, after) == [
        "Luxembourg goes from Reims to Dijon.",
        "At Dijon now: Luxembourg with 2 Bourbon corps.",
        "No more Bourbon pieces at Reims.",
    ]


@given(positions, positions, lookers, st.integers(1, 15))
@settings(max_examples=20, deadline=None)
def test_changes_are_never_too_many_to_listen_to(one, two, side, most):
    before, after = scene_of(one, side), scene_of(two, side)
    told = describe_changes(before, after, most=most)
    assert len(told) <= most
    everything = describe_changes(before, after, most=10_000)
    assert told == everything or told[:-1] == everything[: most - 1]
    if told != everything:
        assert f"And {len(everything) - most + 1} more change" in told[-1]
    assert describe_changes(before, before) == []


@st.composite
def pairs(draw):
    """A position and what it may be soon after: a few choices later, or one piece or marker otherwise."""
    seed, choices = draw(st.integers(0, 20)), draw(st.integers(0, 200))
    position = a_walk(seed, choices, recorded=False).position
    if draw(st.booleans()):
        return position, a_walk(seed, choices + draw(st.integers(1, 10)), recorded=False).position
    corps, place = list(position.corps), draw(st.integers(0, len(position.corps) - 1))
    change = draw(
        st.sampled_from(({"reduced": True}, {"demoralised": True}, {"power": "Spain"}, {"space": "Paris"}))
    )
    corps[place] = replace(corps[place], **change)
    return position, position.replace(corps=tuple(sorted(corps)))


@given(pairs(), lookers)
@settings(max_examples=60, deadline=None)
def test_what_differs_in_the_tables_is_told(pair, side):
    """Except for which pieces have acted."""
    before, after = (scene_of(position, side) for position in pair)
    tables = [
        (
            spaces_table(one),
            seas_table(one),
            stacks_table(one)[["space", "full", "reduced", "demoralised", "corps"]],
        )
        for one in (before, after)
    ]
    if not all(one.equals(two) for one, two in zip(*tables, strict=True)):
        assert describe_changes(before, after)


# ---- the rest


def test_the_key_explains_everything_once():
    assert len(set(LEGEND)) == len(LEGEND)
    told = dict(legend())
    assert tuple(told) == LEGEND
    assert len(set(told.values())) == len(LEGEND)
    assert told["fortress-3"] == "Fortress, strength 3"
    assert "GeoNames" in say("map.credit")


@given(positions)
@settings(max_examples=15, deadline=None)
def test_a_position_in_one_line(position):
    told = position_summary(position)
    assert "\n" not in told
    assert told.startswith(f"{position.year}, ")
    numbers = [int(n) for n in re.findall(r"(\d+)(?= spaces Bourbon| Alliance| neutral)", told)]
    assert sum(numbers) == len(SPACES)
    siege = re.search(r"(\d+) sieges?$", told)
    assert int(siege[1]) == len(position.sieges)
