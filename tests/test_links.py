"""The links: a hand-made table, held here against the map, the given passes and common sense."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from every_row import every_row

GEODATA = Path(__file__).parents[1] / "geodata"


def names(text: str) -> set[str]:
    """Return the names of a list that is separated by commas."""
    return {name.strip() for name in text.split(",")}


PASSES = names("""
    Bayonne-Bilbao, Bayonne-Pamplona, Bayonne-Zaragoza, Girona-Perpignan, Lleida-Perpignan,
    Grenoble-Pinerolo, Chambery-Turin, Chambery-Grenoble, Nice-Turin, Nice-Toulon, Alessandria-Genoa,
    Genoa-Mantua, Innsbruck-Trent, Innsbruck-Munich, Innsbruck-Ulm
""")
RED_LINKS = {"Mantua-Trent", "Milan-Trent"}
FORBIDDEN = names("""
    Lleida-Toulouse, Girona-Toulouse, Perpignan-Toulouse, Bayonne-Lleida, Grenoble-Nice,
    Chambery-Pinerolo
""")
EXPECTED = names("""
    Munich-Vienna, Innsbruck-Vienna, Ghent-Tournai, Lille-Tournai, Mons-Tournai, Liege-Namur,
    Charleroi-Namur, Antwerp-Brussels, Antwerp-Breda, Liege-Maastricht, Cologne-Maastricht,
    Geldern-Maastricht, Lille-Ypres, Dunkirk-Ypres
""")
ISLANDS = {"Palma"}
BRITAIN = {"London", "Portsmouth", "Plymouth", "Bristol", "Chester", "York", "Edinburgh", "Highlands"}
IRELAND = {"Dublin", "Derry", "Galway", "Cork"}

# A straight line may cut a corner of a third power's land; a longer way across it is explained in the note.
UNEXPLAINED_SHARE = 0.03
UNEXPLAINED_NEUTRAL_SHARE = 0.10  # over lands that are drawn, not played: nobody's garrison is there


def table(name: str) -> list[dict[str, str]]:
    """Return the rows of one of the tables."""
    with (GEODATA / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


SPACES = {row["name"]: row for row in table("spaces.csv")}
LINKS = table("links.csv")
KINDS = {f"{row['a']}-{row['b']}": row["kind"] for row in LINKS}


def neighbours(rows: list[dict[str, str]]) -> dict[str, set[str]]:
    """Return the linked spaces of every space, in both directions."""
    result: dict[str, set[str]] = {name: set() for name in SPACES}
    for row in rows:
        result[row["a"]].add(row["b"])
        result[row["b"]].add(row["a"])
    return result


def reachable(start: str, rows: list[dict[str, str]]) -> set[str]:
    """Return every space that can be reached from a space over these links."""
    linked, seen, waiting = neighbours(rows), {start}, [start]
    while waiting:
        found = linked[waiting.pop()] - seen
        seen |= found
        waiting += found
    return seen


def test_links_have_the_promised_columns_and_order() -> None:
    assert list(LINKS[0]) == ["a", "b", "kind", "note"]
    pairs = [(row["a"], row["b"]) for row in LINKS]
    assert pairs == sorted(pairs)
    assert all(a < b for a, b in pairs), "a comes before b, so no link stands twice in two directions"
    assert len(set(pairs)) == len(pairs)


def test_links_join_known_spaces() -> None:
    assert {name for row in LINKS for name in (row["a"], row["b"])} <= set(SPACES)
    assert all(row["note"].isascii() for row in LINKS)


def test_every_space_but_the_islands_has_links() -> None:
    assert {name for name, linked in neighbours(LINKS).items() if not linked} == ISLANDS


def test_there_are_about_three_links_a_space() -> None:
    counts = {name: len(linked) for name, linked in neighbours(LINKS).items() if name not in ISLANDS}
    assert 3.0 <= sum(counts.values()) / len(counts) <= 3.8
    assert max(counts.values()) <= 6
    assert {name for name, count in counts.items() if count == 1} == {"Highlands"}


def test_the_passes_are_the_given_ones() -> None:
    assert {pair for pair, kind in KINDS.items() if kind == "pass"} == PASSES


def test_the_red_links_are_the_given_ones() -> None:
    assert {pair for pair, kind in KINDS.items() if kind == "red"} == RED_LINKS


def test_all_other_links_are_land() -> None:
    assert set(KINDS.values()) == {"land", "pass", "red"}


def test_passes_and_red_links_say_why() -> None:
    assert [row for row in LINKS if row["kind"] != "land" and not row["note"]] == []


@every_row("pair", sorted(FORBIDDEN))
def test_no_link_goes_where_no_army_went(pair: str) -> None:
    assert "-".join(sorted(pair.split("-"))) == pair, "the test's own pair is out of order"
    assert pair not in KINDS


@every_row("pair", sorted(EXPECTED))
def test_the_links_that_the_war_was_fought_over_exist(pair: str) -> None:
    assert pair in KINDS


def test_mainland_britain_and_ireland_are_one_piece_each() -> None:
    assert reachable("London", LINKS) == BRITAIN
    assert reachable("Dublin", LINKS) == IRELAND
    assert reachable("Paris", LINKS) == set(SPACES) - BRITAIN - IRELAND - ISLANDS


def test_the_mainland_holds_together_without_the_red_links() -> None:
    open_to_all = [row for row in LINKS if row["kind"] != "red"]
    assert reachable("Paris", open_to_all) == reachable("Paris", LINKS)


def test_only_passes_lead_over_the_pyrenees_and_into_italy() -> None:
    level = [row for row in LINKS if row["kind"] == "land"]
    assert "Madrid" not in reachable("Paris", level)
    assert "Turin" not in reachable("Paris", level)
    assert "Trent" not in reachable("Vienna", level)


@pytest.fixture(scope="module")
def grounds() -> dict[str, dict]:
    """Return the polygons of spaces and lands."""
    shapely = pytest.importorskip("shapely", minversion="2.1", reason="the map is checked with shapely")
    return {
        name: {
            feature["properties"]["name"]: shapely.geometry.shape(feature["geometry"])
            for feature in json.loads((GEODATA / f"{name}.geojson").read_text(encoding="utf-8"))["features"]
        }
        for name in ("spaces", "lands")
    }


def crossed(row: dict[str, str], grounds: dict[str, dict]) -> dict[str, float]:
    """Return the share of a link's straight line over each third power and over each land not played."""
    import shapely

    ends = [SPACES[row["a"]], SPACES[row["b"]]]
    line = shapely.LineString([(float(end["lon"]), float(end["lat"])) for end in ends])
    shares: dict[str, float] = {}
    for name, shape in {**grounds["spaces"], **grounds["lands"]}.items():
        owner = SPACES[name]["power"] if name in SPACES else name
        if owner not in {end["power"] for end in ends} and shape.intersects(line):
            shares[owner] = shares.get(owner, 0) + shape.intersection(line).length / line.length
    return shares


def explained(note: str) -> set[str]:
    """Return the owners whose land a note names ("past the Dutch Republic at Maastricht: by Aachen")."""
    return set(re.findall(r"past (?:the )?([A-Z][A-Za-z ]*?) at ", note))


@every_row("row", LINKS, ids=lambda row: f"{row['a']}-{row['b']}")
def test_a_link_crosses_no_third_land_unless_its_note_says_so(
    row: dict[str, str], grounds: dict[str, dict]
) -> None:
    shares = crossed(row, grounds)
    limits = {
        name: UNEXPLAINED_NEUTRAL_SHARE if name in grounds["lands"] else UNEXPLAINED_SHARE for name in shares
    }
    too_long = {name for name, share in shares.items() if share > limits[name]}
    assert too_long <= explained(row["note"])
    assert explained(row["note"]) <= set(shares), "the note explains a crossing that is not there"
    assert sum(shares.values()) < 0.6, "more than half of the way is over other people's land"


@every_row("row", LINKS, ids=lambda row: f"{row['a']}-{row['b']}")
def test_a_link_joins_spaces_that_touch_or_says_what_lies_between(
    row: dict[str, str], grounds: dict[str, dict]
) -> None:
    import shapely

    a, b = grounds["spaces"][row["a"]], grounds["spaces"][row["b"]]
    border = shapely.intersection(a.boundary, b.boundary).length
    if border < 0.1:  # of a degree
        assert row["note"], f"the common border is {border:.2f} degrees and the note says nothing"
        assert row["kind"] != "land" or explained(row["note"])


def test_no_other_space_of_any_power_stands_in_the_way(grounds: dict[str, dict]) -> None:
    """A line mostly across one third space hides a step: the army would stop in that space."""
    import shapely

    for row in LINKS:
        ends = [SPACES[row["a"]], SPACES[row["b"]]]
        line = shapely.LineString([(float(end["lon"]), float(end["lat"])) for end in ends])
        for name, shape in grounds["spaces"].items():
            if name not in (row["a"], row["b"]) and shape.intersects(line):
                share = shape.intersection(line).length / line.length
                assert share < 0.5, f"{row['a']}-{row['b']} runs through {name}"
