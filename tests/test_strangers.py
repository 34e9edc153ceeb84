"""What comes from strangers: saves, logs, cases, tables, reports. Whatever stands in them is refused with the
field named, or shown as harmless text; none of it is too large to be told so, and nothing is run.
"""

import ast
import copy
import io
import json
import re
import shutil
import sys
import time
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pace import within
from parsed import PACKAGE, nodes, parsed

from ninevears_kernel import cli
from ninevears_kernel.core.errors import BadEntry, BadInput, NinevearsError
from ninevears_kernel.core.render import to_html, to_json, to_text
from ninevears_kernel.input_bounds import BOUNDS
from ninevears_kernel.input_files import parse_data, read_data
from ninevears_kernel.nine_years.atlas.picture import to_svg
from ninevears_kernel.nine_years.atlas.scene import scene_of
from ninevears_kernel.nine_years.atlas.words import sentences
from ninevears_kernel.nine_years.components.scenario import STANDARD, scenario_1688
from ninevears_kernel.nine_years.components.tables import DATA
from ninevears_kernel.nine_years.games.custom_rules import rule_tables_from_file
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import load_log, read_log
from ninevears_kernel.nine_years.games.log_text import write_log
from ninevears_kernel.nine_years.games.save import load_position, position_from_data, position_to_data
from ninevears_kernel.play.session import Session
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.replays import replay_data, replay_text
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.reports.embedded_case import embedded_in
from ninevears_kernel.widgets.map.map_panel import panel, twin
from ninevears_kernel.widgets.parts.ruling_card import card_html
from ninevears_kernel.widgets.play.phase_cell import choose, step as one_step

POISON = (
    "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&amp;]]>-->\u202e\x1b[2J\x9b\r\n\u2028"
    "=cmd|' /C calc'!A0 {0} {x.__class__} %s $(reboot) ../../etc/passwd"
)
PRINTABLE = "=<img src=x onerror=alert(1)>|' /C calc'!A0 {0} \"&"
"""The same for names in tables, where what cannot be printed is refused."""
WAYS_OUT = (
    *("../../etc/passwd", "/etc/passwd", "..\\..\\secret.csv", "C:\\secret.csv", "C:secret.csv"),
    *(
        "\\\\server\\share\\x.csv",
        "//server/share/x.csv",
        "NUL",
        "con.csv",
        "a/../../x.csv",
        "..",
        "~/../x\x00",
    ),
)
VALUES = (
    POISON,
    "x" * 30_000,
    "",
    10**30,
    -(10**9),
    float("inf"),
    float("nan"),
    "\ud800",
    None,
    True,
    [[[]]],
    {"a": {}},
)
TAGS = {*["div", "p", "b", "h4", "ul", "li", "table", "thead", "tbody", "tr", "th", "td"]}


# ---- what is shown


class Page(HTMLParser):
    """Collects the tags and attributes of a page."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes = Counter(), Counter()
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        self.attributes.update(name for name, _ in attrs)


def assert_harmless(ruling):
    """Every rendering of a ruling is text of its form, in which nothing is a tag, a formula or a control."""
    assert seen(to_text(ruling))
    page = Page(to_html(ruling))
    assert set(page.tags) <= TAGS
    assert set(page.attributes) <= {"class", "role", "aria-label", "scope"}
    assert seen(to_html(ruling))
    data = to_json(ruling)
    assert seen(data)
    assert json.loads(data)["format"] == "ninevears-ruling/1"
    data.encode("utf-8")


def seen(text):
    return text.replace("\n", "").isprintable()


def describe_assert(error):
    """What is wrong, as one sentence of bounded length with the field before it."""
    assert isinstance(error, NinevearsError)
    assert str(error).isprintable()
    assert len(str(error)) <= 2500
    if isinstance(error, BadInput):
        assert error.field


def leaves(data, path=()):
    """The path to every value that holds no other."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in inner:
        if isinstance(value, dict | list):
            yield from leaves(value, (*path, name))
        else:
            yield (*path, name)


def with_value(data, path, value):
    data = copy.deepcopy(data)
    holder = data
    for name in path[:-1]:
        holder = holder[name]
    holder[path[-1]] = value
    return data


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_case_with_anything_anywhere_is_told_or_shown_as_text(name):
    base = samples()[name].data
    for place, path in enumerate(leaves(base)):
        for value in (POISON, VALUES[1 + place % (len(VALUES) - 1)]):
            try:
                ruling = rule_case(with_value(base, path, value))
            except BadInput as error:
                describe_assert(error)
            else:
                assert_harmless(ruling)


@pytest.mark.parametrize("place", range(len(VALUES)))
@pytest.mark.parametrize("name", ["his_port", "vq_naval_combat", "mp_turn", "a_salvo_into_the_flank"])
def test_every_strange_value_in_every_place(name, place):
    base = samples()[name].data
    for path in leaves(base):
        try:
            assert_harmless(rule_case(with_value(base, path, VALUES[place])))
        except BadInput as error:
            describe_assert(error)


def test_a_free_name_is_shown_and_not_run():
    """The poison does get through where a case names its own pieces: then every form shows it as text."""
    data = samples()["mp_turn"].data
    text = json.dumps(data).replace("Byron", "POISON")
    ruling = rule_case(json.loads(text.replace("POISON", json.dumps(POISON)[1:-1])))
    assert ruling.verdict == "legal"
    assert_harmless(ruling)
    assert "<script>alert(1)</script>" in to_text(ruling)
    assert "&lt;script&gt;" in to_html(ruling)
    assert not set(Page(card_html(ruling)).tags) & {"script", "img"}


def test_no_table_leaves_the_kit_as_a_spreadsheet():
    """Nothing but `core.tables.csv_text` writes CSV or a workbook, where a name that begins with "=" would be
    a formula: there such cells get an apostrophe in front.
    """
    for path, found in modules():
        for node in found:
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"to_csv", "to_excel", "to_clipboard", "DictWriter"}, path
                if isinstance(node.value, ast.Name) and node.value.id == "csv":
                    assert node.attr != "writer" or str(path) == "core/tables.py", path
            if isinstance(node, ast.ImportFrom) and node.module == "csv":
                assert {name.name for name in node.names} <= {"reader", "DictReader"}, path


# ---- the map


@pytest.fixture(scope="module")
def poisoned_kit(tmp_path_factory):
    """An umpire's scenario whose leaders, title and sources are as strange as the tables allow."""
    folder = tmp_path_factory.mktemp("rules")
    scenario = shutil.copytree(STANDARD, folder / "mine")
    for table in ("leaders", "schedule"):
        path = scenario / f"{table}.csv"
        text = path.read_text(encoding="utf-8")
        strange = '"' + PRINTABLE.replace('"', '""') + '",'
        path.write_text(text.replace("Humieres,", strange), encoding="utf-8")
    path = scenario / "scenario.toml"
    text = path.read_text(encoding="utf-8").replace("Nine Years, 1688-1699", "<script>alert(3)</script>")
    path.write_text(text, encoding="utf-8")
    file = folder / "<b>house.toml"
    file.write_text('format = "ninevears-rules/1"\nscenario = "mine"\n', encoding="utf-8")
    return rule_tables_from_file(file)


def test_strange_names_of_leaders_are_text_in_a_cell(poisoned_kit):
    """A leader of such a name waits to be moved: the name stands among the options, and in what was done."""
    war = Session(Game.new(3, rules=poisoned_kit), bourbon="person", alliance="person", show="all")
    while not (strange := [one.text for one in war.decision.options if one.text == f"reassign {PRINTABLE}"]):
        done = [option for option in war.decision.options if option.text in ("done", "pass")]
        war.choose((done or war.decision.options)[0])
    for cell in (one_step(war), choose(war, *strange), choose(war, "lead " + PRINTABLE)):
        assert "onerror" in cell.html
        page = Page(cell.html)
        assert not set(page.tags) & {"script", "img", "iframe"}
        assert not [name for name in page.attributes if name.startswith("on")]


def test_strange_names_of_leaders_are_text_on_the_map(poisoned_kit):
    scene = scene_of(poisoned_kit.scenario.start, rules=poisoned_kit)
    place = scene.place("Lille")
    assert any("onerror" in (stack.leader or "") for stack in place.stacks)
    root = ElementTree.fromstring(to_svg(scene, view="low-countries"))
    for element in root.iter():
        assert element.tag.rsplit("}", 1)[-1] not in {"script", "img", "foreignObject", "iframe"}
        assert not [name for name in element.attrib if name.startswith("on")]
    for html in (panel(scene, "Lille"), twin(scene)):
        assert "onerror" in html
        page = Page(html)
        assert not set(page.tags) & {"script", "img", "iframe"}
        assert not [name for name in page.attributes if name.startswith("on")]
    assert all(map(seen, sentences(scene)))


def test_a_ruling_names_a_strange_file_as_text(poisoned_kit):
    case = {"format": "ninevears-case/1", "system": "NY", "question": "victory", "given": {}}
    ruling = rule_case(case, rules=poisoned_kit)
    assert ruling.custom_rules
    assert_harmless(ruling)


def test_a_name_that_cannot_be_printed_is_refused(tmp_path):
    scenario = shutil.copytree(STANDARD, tmp_path / "mine")
    path = scenario / "leaders.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("Humieres", "Hum\u202eieres"), encoding="utf-8")
    file = tmp_path / "house.toml"
    file.write_text('format = "ninevears-rules/1"\nscenario = "mine"\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"row \d+\.name") as told:
        rule_tables_from_file(file)
    describe_assert(told.value)


# ---- saves, logs and tables


def test_a_save_with_anything_anywhere_is_told_or_read():
    base = position_to_data(scenario_1688())
    paths = list(leaves(base))
    for place, path in enumerate(paths):
        for value in (POISON, VALUES[1 + place % (len(VALUES) - 1)]):
            try:
                position = position_from_data(with_value(base, path, value))
            except BadInput as error:
                describe_assert(error)
            else:
                assert POISON not in json.dumps(position_to_data(position))


HEADS = ("scenario", "seed", "position", "rules", "reading", "title", "players", "date")


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize(
    "value", [POISON.replace("\n", " "), "x" * 100_000, "../../etc/passwd 00", "9" * 5000, "\x00"]
)
def test_a_head_of_a_log_is_told_or_kept_as_text(name, value, tmp_path):
    lines = {"scenario": "1688", "seed": "7", name: value}
    if name == "position":
        lines = {name: value}
    path = tmp_path / "war.txt"
    path.write_text("\n".join(["ninevears-log/1", *(f"{a}: {b}" for a, b in lines.items())]) + "\n", "utf-8")
    try:
        game = load_log(path)
    except (BadInput, BadEntry) as error:
        describe_assert(error)
        return
    assert name in ("title", "players", "date")
    assert seen(write_log(game))
    assert read_log(write_log(game)).remarks.keys() <= {name}
    assert seen(replay_text(replay_data(path)))


@pytest.mark.parametrize(
    "line",
    [
        POISON.replace("\n", " "),
        "Bourbon: " + POISON.replace("\n", ""),
        "x" * 100_000,
        "Alliance: " + "campaign " * 20_000,
    ],
)
def test_an_entry_of_a_log_is_told(line):
    with pytest.raises((BadEntry, BadInput)) as told:
        read_log(f"ninevears-log/1\nscenario: 1688\nseed: 7\n\n{line}\nBourbon: first Bourbon\n")
    describe_assert(told.value)


@pytest.mark.parametrize("value", VALUES[:3])
@pytest.mark.parametrize(
    "field", ["stacking.limit", "garrison.most", "battle.losses", "events", "scenario", "nonsense"]
)
def test_tables_with_strange_values_are_told(field, value, tmp_path):
    section, _, name = field.partition(".")
    text = json.dumps(value)  # as good a text in TOML
    path = tmp_path / "house.toml"
    body = f"[{section}]\n{name} = {text}\n" if name else f"{section} = {text}\n"
    path.write_text('format = "ninevears-rules/1"\n' + body, encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(section)) as told:
        rule_tables_from_file(path)
    describe_assert(told.value)


# ---- paths


@pytest.mark.parametrize("way", WAYS_OUT)
@pytest.mark.parametrize("part", ["events", "scenario"])
def test_tables_name_nothing_outside_their_folder(part, way, tmp_path):
    (tmp_path / "secret.csv").write_text("the secret\n", encoding="utf-8")
    folder = tmp_path / "inner"
    folder.mkdir()
    path = folder / "house.toml"
    path.write_text(f'format = "ninevears-rules/1"\n{part} = {json.dumps(way)}\n', encoding="utf-8")
    with pytest.raises(BadInput) as told:
        rule_tables_from_file(path)
    assert told.value.field == part
    assert "root:" not in str(told.value)
    assert "secret\\n" not in str(told.value)
    describe_assert(told.value)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("the secret\n", encoding="utf-8")
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "events.csv").symlink_to(secret)
    path = folder / "house.toml"
    path.write_text('format = "ninevears-rules/1"\nevents = "events.csv"\n', encoding="utf-8")
    with pytest.raises(BadInput, match="events"):
        rule_tables_from_file(path)


def test_tables_in_a_folder_below_are_read(tmp_path):
    (tmp_path / "below").mkdir()
    shutil.copy(DATA / "events.csv", tmp_path / "below" / "mine.csv")
    path = tmp_path / "house.toml"
    path.write_text('format = "ninevears-rules/1"\nevents = "below/mine.csv"\n', encoding="utf-8")
    assert rule_tables_from_file(path).events


@pytest.mark.parametrize("way", [*WAYS_OUT, "x" * 1900, "/dev/zero", "."])
def test_a_log_names_no_file_outside_its_folder(way, tmp_path):
    folder = tmp_path / "inner"
    folder.mkdir()
    for name in ("passwd", "secret.csv", "x.csv"):
        (tmp_path / name).write_text('format = "ninevears-rules/1"\n', encoding="utf-8")
    path = folder / "war.txt"
    path.write_text(f"ninevears-log/1\nscenario: 1688\nseed: 7\nrules: {way} 00\n", encoding="utf-8")
    with pytest.raises(BadInput, match="rules") as told:
        load_log(path)
    describe_assert(told.value)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_file_without_an_end_is_read_no_further_than_its_bound():
    with pytest.raises(BadInput, match="bytes") as told:
        read_data("/dev/zero")
    describe_assert(told.value)


# ---- bounds


def deep(form, depth):
    return "x = " + "[" * depth + "]" * depth if form == "toml" else "[" * depth + "]" * depth


GARBAGE = {
    "zeros": "\x00",
    "brackets": "[",
    "braces": '{"a":',
    "quotes": '"',
    "lines": "\n",
    "words": "campaign Paris, ",
    "colons": "a:b\n",
    "rolls": "  roll 4  (x)\n",
    "choices": "Bourbon: pass\n",
    "keys": "a.",
    "header": "[a.b]\n",
    "tables": "[[a]]\n",
    "equals": "a=1\n",
    "escapes": '"\\u0041',
    "digits": "9",
    "commas": '"a",',
    "one key": '{"a":1,"a":1},',
    "fences": "```json ninevears-report\n",
    "scripts": '<script type="application/json" id="ninevears-report">',
}
MEGABYTE = 1_000_000
FIRST_LINES = {
    "case": "",
    "save": "",
    "log": "ninevears-log/1\nscenario: 1688\nseed: 7\n",
    "position of a log": "ninevears-log/1\nposition: ",
    "rules": 'format = "ninevears-rules/1"\n',
    "toml": "x = ",
}


def read_as(kind, text, tmp_path):
    path = tmp_path / ("file.toml" if kind in ("rules", "toml") else "file.json")
    path.write_text(FIRST_LINES[kind] + text, encoding="utf-8")
    match kind:
        case "case":
            rule_case(path)
        case "save":
            load_position(path)
        case "rules":
            rule_tables_from_file(path)
        case "toml":
            read_data(path)
        case _:
            load_log(path)


@pytest.mark.parametrize("kind", FIRST_LINES)
@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_megabyte_of_garbage_is_told_in_two_seconds(kind, garbage, tmp_path):
    text = GARBAGE[garbage] * (MEGABYTE // len(GARBAGE[garbage]))
    start = time.process_time()
    try:
        read_as(kind, text, tmp_path)
    except (BadInput, BadEntry) as error:
        describe_assert(error)
    else:
        assert kind in ("toml", "log") or garbage == "lines", "garbage was taken for good"
    assert within(2, start)


@pytest.mark.parametrize("garbage", GARBAGE)
def test_a_megabyte_of_garbage_is_no_report(garbage):
    start = time.process_time()
    with pytest.raises(BadInput) as told:
        embedded_in(GARBAGE[garbage] * (MEGABYTE // len(GARBAGE[garbage])))
    describe_assert(told.value)
    assert within(2, start)


@pytest.mark.parametrize("reader", [rule_case, load_position, load_log, rule_tables_from_file, read_data])
def test_a_file_beyond_the_bound_is_told(reader, tmp_path):
    path = tmp_path / "large.toml"
    path.write_bytes(b"a" * (BOUNDS["file"] + 1))
    with pytest.raises(BadInput, match=str(BOUNDS["file"])) as told:
        reader(path)
    describe_assert(told.value)


def test_standard_input_is_bounded_too(monkeypatch):
    class Endless(io.RawIOBase):
        def read(self, size=-1):
            assert 0 <= size <= BOUNDS["file"] + 1
            return b"a" * size

    monkeypatch.setattr(sys, "stdin", type("In", (), {"buffer": Endless()})())
    with pytest.raises(BadInput, match="bytes"):
        rule_case("-")


@pytest.mark.parametrize("depth", [BOUNDS["depth"] + 2, 500, 900, 100_000])
@pytest.mark.parametrize("form", ["toml", "json"])
def test_depth_is_bounded(form, depth):
    with pytest.raises(BadInput) as told:
        parse_data(deep(form, depth), is_toml=form == "toml")
    describe_assert(told.value)


DEEPEST = {"a": 1}
for _ in range(5000):
    DEEPEST = {"a": DEEPEST}


@pytest.mark.parametrize("place", ["given", "title", "readings", "dice"])
def test_data_that_no_file_was_read_from_is_bounded_too(place):
    base = {"format": "ninevears-case/1", "system": "NY", "question": "rally", "given": {"rating": 5}}
    with pytest.raises(BadInput, match=place) as told:
        case_from_data(base | {place: DEEPEST})
    describe_assert(told.value)


def test_a_name_that_stands_twice_is_told():
    with pytest.raises(BadInput, match="seed: found a name that appears twice"):
        parse_data('{"seed": 1, "a": {}, "seed": 2}', is_toml=False)
    with pytest.raises(BadInput, match="TOML"):
        parse_data("seed = 1\nseed = 2\n", is_toml=True)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('{"a": [1, 1e999]}', r"a\[1\]"),
        ('{"a": NaN}', "file"),
        ('{"a": -Infinity}', "file"),
        ("a = nan\n", "a"),
        ("a = -inf\n", "a"),
        ('{"a": ' + "9" * 4000 + "}", "a"),
        ('{"a": ' + "9" * 5000 + "}", "file"),
        ("a = 0x" + "f" * 100_000 + "\n", "a"),
        ('{"a": "\\ud800"}', "a"),
        ('{"\\udfff": 1}', "file"),
        ('{"a": "' + "x" * (BOUNDS["text"] + 1) + '"}', "a"),
        ('{"' + "x" * 500 + '": 1}', "file"),
        ("a" + ".a" * BOUNDS["key-parts"] + " = 1\n", "line 1"),
        ("b = 1\n[" + "a." * 100_000 + "a]\n", "line 2"),
        ("b = 1\n  'a'" + ' . "a b"' * 100_000 + " = 1\n", "line 2"),
    ],
)  # fmt: skip
def test_a_value_beyond_its_bound_is_told_with_its_field(text, field):
    with pytest.raises(BadInput, match=f"^{field}: ") as told:
        parse_data(text, is_toml=not text.startswith("{"))
    describe_assert(told.value)


@pytest.mark.parametrize("name", sorted(samples()))
def test_a_long_list_in_a_case_is_told(name):
    """What is asked about each of a list may depend on every other one, so that lists are bounded; as long
    as they may be, they are ruled on soon.
    """
    base = samples()[name].data
    for path in lists(base):
        data = copy.deepcopy(base)
        holder = data
        for step in path:
            holder = holder[step]
        one = holder[0]
        for count in (BOUNDS["entries"] + 1, BOUNDS["entries"]):
            holder[:] = [copy.deepcopy(one) for _ in range(count)]
            start = time.process_time()
            try:
                rule_case(data)
            except BadInput as error:
                describe_assert(error)
            else:
                assert count <= BOUNDS["entries"]
            assert within(2, start)


def test_the_largest_fleets_are_ruled_on_soon():
    """As many of everything as a case may give, and every reading open."""
    force = {"squadrons": 30, "leaders": [9] * 12, "extra_dice": 30}
    sides = {
        "attacker": {"power": "Ottoman", "corsairs": 30, **force},
        "defender": {"power": "Spain", **force},
    }
    given = {"place": "sea", **sides, "extra_dice": {"attacker": 30, "defender": 30}}
    start = time.process_time()
    rule_case({"format": "ninevears-case/1", "system": "HIS", "question": "naval-combat", "given": given})
    assert within(20, start)


def lists(data, path=()):
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    if isinstance(data, list) and data and path[0] == "given":
        yield path
    for name, value in inner:
        yield from lists(value, (*path, name))


def test_the_longest_war_is_within_the_bounds():
    """What people really write is far from every bound."""
    game = Game.new(seed=1690)
    for _ in range(400):
        if game.decision is None:
            break
        game.choose(game.decision.options[-1])
    assert len(game.log) < BOUNDS["file"] / 10
    save = json.dumps(position_to_data(game.position))
    assert len(save) < BOUNDS["file"] / 10
    parse_data(save, is_toml=False)


# ---- the command line


@pytest.mark.parametrize("command", ["rule", "odds", "replay"])
@pytest.mark.parametrize(
    "content", [POISON, "", "[" * 100_000, "a." * 100_000 + "a = 1", '{"format": "\\ud800"}']
)
def test_the_command_line_tells_it_in_one_sentence(command, content, tmp_path, monkeypatch, capsys):
    path = tmp_path / "from a stranger"
    path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["ninevears", command, str(path)])
    with pytest.raises(SystemExit) as stopped:
        cli.main()
    assert stopped.value.code == cli.BAD_INPUT
    [line] = capsys.readouterr().err.splitlines()
    assert seen(line)


# ---- the code itself

FORBIDDEN_MODULES = {
    "pickle",
    "cPickle",
    "_pickle",
    "dill",
    "marshal",
    "shelve",
    "yaml",
    "joblib",
    "cloudpickle",
}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "execfile"}
FORBIDDEN_METHODS = {
    "read_pickle",
    "to_pickle",
    "system",
    "popen",
    "extractall",
    "run_cell",
    "literal_eval",
    "unpack_archive",
}


def modules():
    """Every module with all nodes of its tree."""
    for path in parsed():
        yield path.relative_to(PACKAGE).as_posix(), nodes(path)


def test_nothing_unpickles_or_evaluates():
    for path, found in modules():
        for node in found:
            imported = set()
            if isinstance(node, ast.Import):
                imported = {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                imported = {node.module.split(".")[0]}
            assert not imported & FORBIDDEN_MODULES, path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in FORBIDDEN_CALLS, (path, node.lineno)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                within = node.func.attr == "extractall" and any(
                    one.arg == "filter" and getattr(one.value, "value", None) == "data"
                    for one in node.keywords
                )  # tarfile itself then keeps what is unpacked within its folder
                assert within or node.func.attr not in FORBIDDEN_METHODS, (path, node.lineno)
            if isinstance(node, ast.keyword) and node.arg == "shell":
                assert getattr(node.value, "value", True) is False, path


SUBPROCESSES = {"cli.py", "site/lite.py", "site/play_page.py", "site/reading.py", "umpire/reports/pdf.py"}
"""Modules that start another program, and never with a name from a file."""


def test_few_modules_start_programs():
    found = {
        path
        for path, inside in modules()
        for node in inside
        if (isinstance(node, ast.Import) and any(alias.name == "subprocess" for alias in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "subprocess")
    }
    assert found <= SUBPROCESSES


def test_every_bound_is_used():
    text = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    for name in BOUNDS:
        assert re.search(rf"""BOUNDS\[["']{name}["']\]""", text), name
