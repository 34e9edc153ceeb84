"""The site: its page of the war is told what the chronicle says, whole, and asks for nothing outside."""

import csv
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from io import BytesIO, StringIO
from zlib import decompress

import pytest
from click.testing import CliRunner
from every_row import every_row

from ninevears_kernel import __version__, chronicle
from ninevears_kernel.chronicle import event_marks
from ninevears_kernel.chronicle.frames import describe_campaign, frame
from ninevears_kernel.chronicle.happenings import MONTHS, happening, happenings
from ninevears_kernel.chronicle.plan_sheets import PLANS
from ninevears_kernel.chronicle.sentences import card_lines, describe_disagreements, describe_sources
from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.atlas.wire import packed, sent, state_of
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.play.carried_table import CarriedTable
from ninevears_kernel.site import build, data_files, drill_page, play_page, war_page
from ninevears_kernel.site.war_data import HERE, war_data

SAMPLE = ("1688-01", "1688-11", "1690-07", "1691-09", "1692-06", "1695-08", "1697-12")
"""Months that the page is held against the chronicle in."""


@pytest.fixture(scope="module")
def told():
    """What the page unpacks."""
    return json.loads(decompress(packed(war_data())))


@pytest.fixture(scope="module")
def page(told):
    """The page with the data that is there already."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(war_page, "war_data", lambda: told)
        return war_page.war_page()


@pytest.fixture(autouse=True)
def sheets(monkeypatch):
    """The sheets of the plans take seconds, and `tests/test_plan_sheets.py` has them."""
    monkeypatch.setattr(build, "sheet", lambda name, kind, paper: f"<h1>{name} {kind} {paper}</h1>")


@pytest.fixture(scope="module")
def states(told):
    """Each month whole, put together as the page does it."""
    found = [told["first"]]
    for change in told["changes"]:
        now = {part: dict(enumerate(found[-1][part])) for part in ("spaces", "words")}
        for part, values in now.items():
            values |= {int(place): new for place, new in change.get(part, {}).items()}
        marks = found[-1]["marks"] | change.get("marks", {})
        found.append(
            {part: list(values.values()) for part, values in now.items()}
            | {"marks": {key: mark for key, mark in marks.items() if mark is not None}}
        )
    return found


# ---- its first page


def test_the_first_page_shows_the_war_and_every_page_leads_back_to_it(page):
    first, paper = build.index_page(play=True, read=True), build.paper_page()
    assert re.search(r'<a class="picture" href="war/index.html"[^>]*><svg', first)
    assert "Namur" in first.split("<svg", 1)[1]
    assert len(re.findall(r"<li><a href", first)) == 6
    assert len(re.findall(r"<li><a href", paper)) == len(PLANS)
    assert all('href="../index.html"' in one for one in (paper, page))


# ---- the months


@pytest.mark.parametrize("month", SAMPLE)
def test_a_month_shows_the_control_of_the_chronicle(states, month):
    seen, shown = frame(month), states[MONTHS.index(month)]
    drawn = json.loads(json.dumps(state_of(seen.scene)))
    assert shown["spaces"] == drawn["spaces"]
    assert shown["marks"] == drawn["marks"]
    for space, words in zip(game_map().spaces, shown["words"], strict=True):
        assert words[0] == seen.describe_held(space.name)
        assert words[1].lower() == seen.held[space.name].side.lower()


@pytest.mark.parametrize("month", SAMPLE)
def test_a_month_shows_the_events_of_the_chronicle(told, month):
    seen, place = frame(month), MONTHS.index(month)
    assert told["shown"][place] == [one.id for one in seen.events]
    badges = {key: mark for key, mark in seen.marks.items() if key.startswith("event/")}
    assert told["marks"][place] == {
        key.removeprefix("event/"): json.loads(json.dumps(sent(key, mark))) for key, mark in badges.items()
    }
    words = told["told"][place]
    said = [words["counts"][len(seen.events)]]
    said += [words["elsewhere"][len(seen.elsewhere)]] if seen.elsewhere else []
    assert tuple(said + words["held"]) == seen.described_in_short


def test_every_event_has_its_whole_card(told):
    assert list(told["events"]) == [one.id for one in happenings()]
    for one in happenings():
        found = told["events"][one.id]
        assert found["facts"] == [list(line) for line in card_lines(one)]
        assert found["sources"] == describe_sources(one) != []
        assert found["differ"] == describe_disagreements(one)
        assert found["sign"] in told["signs"]
        assert ("space" in found) == one.is_on_the_map
    some = [found for found in told["events"].values() if found["differ"]]
    assert len(some) > 20


def test_an_event_is_shown_from_its_first_month_to_its_last(told):
    for id, one in told["events"].items():
        months = [place for place, ids in enumerate(told["shown"]) if id in ids]
        assert months == list(range(max(0, one["months"][0]), min(len(MONTHS) - 1, one["months"][1]) + 1)), id


@every_row("month, commander", [("1691-07", "luxembourg"), ("1690-12", "william-iii"), ("1690-08", None)])
def test_campaigns_are_those_of_the_chronicle(told, month, commander):
    seen, place = frame(month, commander=commander), MONTHS.index(month)
    assert seen.campaigns
    for campaign in seen.campaigns:
        way = told["ways"][campaign.person][month[:4]]
        done = [id for id, *_ in way["stops"] if told["events"][id]["months"][0] <= place]
        assert len(done) == campaign.done
        stops = way["stops"] if commander else way["stops"][: len(done)]
        said = [past if n < len(done) else ahead for n, (_, past, ahead) in enumerate(stops)]
        assert way["says"].replace(HERE, " → ".join(said)) == describe_campaign(campaign)
        legs = [leg for leg in way["legs"] if commander or leg["to"] < len(done)]
        drawn = [
            mark for leg in legs for mark in (leg["done"] if leg["to"] < len(done) else leg["ahead"]).values()
        ]
        drawn += [way["start"]] * bool(legs)
        # under a key that names no space, as people's names may
        marks = event_marks.paths([campaign]).values()
        wanted = [json.loads(json.dumps(sent("way", mark))) for mark in marks]
        assert sorted(map(str, drawn)) == sorted(map(str, wanted))


# ---- the page


def test_the_page_asks_for_nothing_outside(page):
    code = re.sub(r"<script type=\"application/octet-stream\".*?</script>", "", page, flags=re.DOTALL)
    addresses = re.findall(r"""(?:src|href)=["']([^"']*)""", code)
    assert {one for one in addresses if not one.startswith(("#", "data:", "data/"))} == {
        "../index.html"
    }  # the way back
    assert not re.search(r"""(?:fetch|import)\s*\(|url\((?!data:)|XMLHttpRequest|WebSocket""", code)
    assert "default-src 'none'" in code
    assert code.count("@font-face") == 5


def test_the_page_is_small_and_says_each_word(page):
    assert len(page.encode()) < 600_000
    assert "<built-in" not in page
    assert "SERIF" not in page


def test_every_word_that_the_code_says_is_given():
    code = (war_page.FRONT / "war.js").read_text(encoding="utf-8")
    said = {one or other for one, other in re.findall(r"""words(?:\.(\w+)|\["([\w-]+)"\])""", code)}
    assert said - {"map", "slice"} <= war_page._words_of_code().keys()
    assert {f"all-{name}" for name in war_page.FILTERS} <= war_page._words_of_code().keys()


def test_every_part_that_the_code_asks_for_is_on_the_page(page):
    code = (war_page.FRONT / "war.js").read_text(encoding="utf-8")
    asked = set(re.findall(r"""(?:\bat|press|bytesOf)\("([\w-]+)\"""", code))
    assert len(asked) > 25
    assert asked <= set(re.findall(r'id="([\w-]+)"', page))


# ---- the data


@pytest.mark.parametrize("name", sorted(data_files.TABLES))
def test_the_register_tells_every_column_of_every_table(name):
    told = [row["column"] for row in data_files.register() if row["table"] == name]
    assert told == list(data_files.table(name).columns)


def test_the_register_tells_of_no_other_table_and_leaves_nothing_out():
    assert {row["table"] for row in data_files.register()} == data_files.TABLES.keys()
    assert all(row["says"].endswith(".") for row in data_files.register())


def test_files_hold_what_the_tables_hold():
    files = data_files.data_files()
    events = list(csv.DictReader(StringIO(files["events.csv"])))
    assert [row["id"] for row in events] == list(chronicle.events().index)
    namur = next(row for row in events if row["id"] == "namur-1692")
    assert (namur["begin"], namur["certainty"]) == ("1692-05-25", happening("namur-1692").row["certainty"])
    whole = json.loads(files["chronicle.json"])
    assert whole["version"] == __version__
    assert __version__ in whole["cite"]
    for name in data_files.TABLES:
        rows = list(csv.DictReader(StringIO(files[f"{name}.csv"])))
        assert len(rows) == len(whole["tables"][name]) > 20
        assert list(rows[0]) == list(whole["tables"][name][0])
        assert f"{name}.csv" in files["README.txt"]


def test_browsers_keep_another_site_apart(page, monkeypatch):
    """What a browser keeps of a site is named after all that the site holds."""

    def kept(of):
        monkeypatch.setattr(build, "war_page", lambda: of)
        return dict(build.site_files())["offline.js"]

    assert kept(page) == kept(page)
    assert kept(page) != kept(page + " ")


# ---- the command


def test_the_command_writes_the_site(page, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "war_page", lambda: page)
    folder = tmp_path / "site"
    (tmp_path / "site").mkdir()
    (folder / "mine.txt").write_text("what else is there stays")
    done = CliRunner().invoke(cli, ["site", str(folder), "--no-play", "--zip"])
    assert done.exit_code == 0, done.output
    (folder / "mine.txt").unlink()
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    data = {f"war/data/{name}" for name in data_files.data_files()}
    paper = {f"paper/{name}.html" for name in ("index", *PLANS)}
    assert written == {"index.html", "offline.js", "war/index.html", *paper, *data}
    assert "pupil auto" in (folder / "paper/namur.html").read_text()  # and no key
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        assert set(archive.namelist()) == written
    for name in ("index.html", "war/index.html", "paper/index.html"):
        text = (folder / name).read_text(encoding="utf-8")
        for link in re.findall(r'href="([^"#:]+)"', text):
            assert (folder / name).parent.joinpath(link).is_file(), link
    assert sum(path.stat().st_size for path in (folder / "war").rglob("*") if path.is_file()) < 3_000_000


def test_a_folder_that_cannot_be_written_is_told(page, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "war_page", lambda: page)
    (tmp_path / "taken").write_text("a file")
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "taken" / "site"), "--no-play"])
    assert done.exit_code != 0
    assert "taken" in str(done.exception or done.output)


# ---- the page to play


def archive_of(**files):
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


RUNTIME = play_page.Runtime(
    dict.fromkeys(play_page.RUNTIME, b"a file") | {play_page.LIBRARY: archive_of(abc="", pdb="")},
    {"python": "3.14.2"},
    archive_of(msgspec="a module"),
)


@pytest.fixture
def fetched(tmp_path):
    """A folder as npm and pip leave it."""
    with tarfile.open(tmp_path / f"pyodide-{play_page.VERSION}.tgz", "w:gz") as archive:
        told = {
            "package.json": json.dumps({"version": play_page.VERSION}),
            "pyodide-lock.json": json.dumps({"info": RUNTIME.info, "packages": {"numpy": {}}}),
        }
        written = {name: content.encode() for name, content in told.items()}
        for name, content in {**RUNTIME.files, **written}.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, BytesIO(content))
    wheel = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    (tmp_path / wheel).write_bytes(RUNTIME.wheel)
    return tmp_path


def test_what_runs_in_the_browser_is_read_as_it_was_fetched(fetched):
    assert play_page.runtime_in(fetched) == RUNTIME


def test_another_version_and_a_missing_wheel_are_told(fetched, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(play_page, "VERSION", "1.2.3")
        with pytest.raises(BadInput, match=r"1\.2\.3"):
            play_page.runtime_in(fetched)
    next(fetched.glob("*.whl")).unlink()
    with pytest.raises(BadInput, match="msgspec"):
        play_page.runtime_in(fetched)


def test_without_npm_the_site_has_no_page_to_play_and_says_so(page, tmp_path, monkeypatch):
    monkeypatch.setattr(build, "war_page", lambda: page)
    monkeypatch.setattr(play_page.shutil, "which", lambda _: None)
    done = CliRunner().invoke(cli, ["site", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert play_page.VERSION in done.stderr
    assert not (tmp_path / "play").exists()
    assert "play/" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_the_page_to_play_has_all_that_it_asks_for():
    no_server = json.dumps(say("site.play-no-server"))
    files = dict(play_page.play_files(RUNTIME))
    asked = re.findall(
        r"""(?:packed)\("([\w.]+)"\)|["']\./([\w./]+\w)["']""", files["index.html"] + files["worker.js"]
    )
    wanted = {one or other for one, other in asked}
    assert len(wanted) == 7
    assert wanted <= files.keys()
    assert files.keys() == set(play_page.FILES)  # which a browser keeps
    code = (play_page.FRONT / "drill.js").read_text(encoding="utf-8")
    asked = set(re.findall(r"""\bat\("([\w-]+)"\)""", code)) - {"typed"}
    assert asked <= set(re.findall(r'id="([\w-]+)"', files["drill.html"]))
    said = {one or other for one, other in re.findall(r"""words(?:\.(\w+)|\["([\w-]+)"\])""", code)}
    assert said - {"trouble"} <= drill_page.SAID.keys()
    assert json.loads(files["pyodide/pyodide-lock.json"])["packages"] == {}
    assert "default-src 'none'" in files["index.html"]
    code = (play_page.FRONT / "play.html").read_text(encoding="utf-8")
    said = set(re.findall(r"words(?:\.(\w+)|\[\"([\w-]+)\"\])", code.partition("const words")[2]))
    assert said >= {("loading", ""), ("", "not-kept")}
    for page in ("index.html", "drill.html"):  # from a stick no module is loaded
        plain = files[page].partition('<script type="module">')[0]
        assert f'"file:") document.getElementById("status").textContent = {no_server}' in plain


def test_the_engine_of_the_page_is_whole_and_always_the_same(tmp_path):
    """It runs where nothing else of the kit is, and without what a browser has not."""
    engine = play_page.engine()
    assert engine == play_page.engine()
    with zipfile.ZipFile(BytesIO(engine)) as archive:
        archive.extractall(tmp_path)
    assert not (tmp_path / "ninevears_kernel" / "widgets").exists()
    run = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "for name in ('multiprocessing', 'ipywidgets', 'pandas', 'click', 'jinja2', 'IPython'):\n"
        "    sys.modules[name] = None\n"
        "from ninevears_kernel.play.carried_table import CarriedTable\n"
        "import ninevears_kernel, json\n"
        "assert ninevears_kernel.__file__.startswith(sys.argv[1])\n"
        "table = CarriedTable(seed=1690)\n"
        "for asked in ({'choose': 'first Bourbon'}, {'picture': True}, {'log': True}, {'at': 3}):\n"
        "    table.take(json.dumps(asked))\n"
        "kept = table.kept()\n"
        "for asked in ({'why': 'play 2'}, {'undo': True}, {'branch': True}, {'save': True}, {'link': True},\n"
        "              {'jump': {'year': 1690, 'phase': 'event'}}, {'readings': True},\n"
        "              {'why': 'march Mons'}, {'clause': 'NY 8.1'}, {'plan': {}}, {'odds': 0}):\n"
        "    table.take(json.dumps(asked))\n"
        "from ninevears_kernel.teaching.carried_drill import CarriedDrill\n"
        "drill = CarriedDrill()\n"
        "for asked in ({'kind': 'pair-of-sieges'}, {'answer': 'first'}, {'answer': 'second'}, {'next': 1}):\n"
        "    drill.take(json.dumps(asked))\n"
        "assert len(drill.kept().splitlines()) > 1\n"
        "print(kept)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", run, str(tmp_path)], capture_output=True, text=True, check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    table = CarriedTable(seed=1690)
    table.take(json.dumps({"choose": "first Bourbon"}))
    assert done.stdout.strip() == table.kept().strip()


def test_a_carried_table_goes_on_with_what_it_kept():
    table = CarriedTable(seed=1690)
    asked = json.loads(decompress(table.take(json.dumps({"choose": "first Bourbon"}))))
    assert "change" in asked
    again = CarriedTable(table.kept())
    assert again.kept() == table.kept()
    assert again.state() == table.state()
    refused = json.loads(decompress(again.take(json.dumps({"choose": "march nowhere"}))))
    assert refused["reply"]["trouble"]
