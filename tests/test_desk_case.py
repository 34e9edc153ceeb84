"""What lies on the desk: any case comes back as it was opened; readings, own tables, claims, starts."""

import html
import json

import pytest
from desk_cases import SIEGE, links_of
from hypothesis import HealthCheck, given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.chronicle.scenario_from_history import position_from_history
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.readings import readings
from ninevears_kernel.nine_years.components.rule_tables import standard_data
from ninevears_kernel.nine_years.components.scenario import STANDARD, scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.umpire.cases.cases import case_from_data, rule_case
from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.docket.archive import packed
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.letter import to_html, to_json, to_markdown
from ninevears_kernel.widgets.umpire.umpire_desk import UmpireDesk


@pytest.fixture
def desk(tmp_path):
    return UmpireDesk(docket=str(tmp_path / "docket.sqlite"))


@pytest.fixture(scope="module")
def plain_desk():
    return UmpireDesk(docket=None)


# ---- an opened case comes back as it was


@pytest.mark.parametrize("name", sorted(samples()))
def test_an_opened_case_comes_back(plain_desk, name):
    plain_desk.open_case(samples()[name].case)
    assert plain_desk.case == samples()[name].case
    assert plain_desk.sample.value == name
    ruling = plain_desk.rule()
    assert ruling == rule_case(samples()[name].case), plain_desk.error.value


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=30)
CLAIMS = st.fixed_dictionaries(
    {"by": TEXTS, "says": TEXTS},
    optional={
        "verdict": st.sampled_from(["legal", "illegal", "yes", "no", "result", None]),
        "answer": st.dictionaries(TEXTS, st.integers(0, 9) | TEXTS, max_size=2),
    },
)
READINGS = st.dictionaries(st.sampled_from(sorted(readings())), st.integers(0, 9), max_size=4)


@given(
    sample=st.sampled_from(sorted(samples())),
    chosen=READINGS,
    more=st.fixed_dictionaries(
        {},
        optional={
            "title": TEXTS,
            "story": st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=60),
            "claims": st.lists(CLAIMS, max_size=8),
            "seed": st.none() | st.integers(0, 2**40),
            "dice": st.none() | st.lists(st.integers(1, 6) | st.lists(st.integers(1, 6)), max_size=4),
        },
    ),
)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_a_case_holds_comes_back(plain_desk, sample, chosen, more):
    options = {name: list(readings()[name].options) for name in chosen}
    taken = {name: options[name][number % len(options[name])] for name, number in chosen.items()}
    case = case_from_data({**samples()[sample].data, "readings": taken, **more})
    plain_desk.open_case(case)
    assert plain_desk.case == case
    plain_desk.readings.fold.selected_index = 0
    assert plain_desk.case == case
    plain_desk.readings.fold.selected_index = None


def test_given_nothing_empty_lists_and_defaults_come_back(desk):
    for given_keys in (
        {},
        {"changes": [], "scenario": "1688", "position": None},
        {"leaders": None, "cards": []},
    ):
        case = case_from_data({**SIEGE, "given": {"side": "Bourbon", "space": "Namur", **given_keys}})
        desk.open_case(case)
        assert desk.case == case
        assert desk.case.given == case.given


def test_what_is_typed_counts(desk):
    desk.open_case(samples()["mons_a_seven_before_a_reduced_garrison"].case)
    desk.form.fields["leaders"].widget.value = "Boufflers, Humieres"
    assert desk.case.given["leaders"] == ["Boufflers", "Humieres"]
    desk.form.fields["leaders"].widget.value = ""
    assert "leaders" not in desk.case.given
    desk.form.fields["corps"].widget.value = "8"
    desk.dice.value = "3"
    assert (desk.case.given["corps"], desk.case.dice) == (8, [3])
    assert desk.ruling.dice == (3,)  # dice that are typed are ruled on at once


def test_a_position_in_a_case_is_kept_as_a_save(desk):
    position = scenario_1688().replace(year=1692)
    given_keys = {"side": "Bourbon", "space": "Namur", "position": position}
    desk.open_case(case_from_data({**SIEGE, "given": given_keys}))
    assert desk.editor.start is position
    assert desk.case_data["given"]["position"] == position_to_data(position)
    desk.open_case(desk.case_data)
    assert desk.editor.position == position


BAD_CASES = [
    {"side": "Nobody", "space": "Namur"},
    {"side": "Bourbon", "space": 7},
    {"side": "Bourbon", "space": "Namur", "corps": {}},
    {"side": "Bourbon", "space": "Namur", "moon": 1},
    {"side": "Bourbon", "space": "Namur", "position": {"year": "<script>"}},
    {"side": "Bourbon", "space": "Namur", "changes": [{"set": "control", "space": "<b>", "side": None}]},
    {"side": "Bourbon", "space": "Namur", "changes": [7]},
]


@pytest.mark.parametrize("bad", BAD_CASES)
def test_a_case_that_is_wrong_leaves_the_desk_as_it_was(desk, bad):
    desk.open_case(samples()["namur_garrison_counts"].case)
    before, start = desk.case, desk.editor.start
    desk.files.take("case.json", json.dumps({**SIEGE, "given": bad}).encode())
    assert "role='alert'" in desk.files.says.value
    assert "<b>" not in desk.files.says.value
    assert desk.case == before
    assert desk.editor.start is start
    with pytest.raises(BadInput, match="given"):
        desk.open_case({**SIEGE, "given": bad})


# ---- readings, own rules


def test_readings_are_in_sight_when_they_differ(desk):
    panel = desk.readings
    assert "in the usual way" in panel.differing.value
    assert panel.fields == {}  # nobody has looked
    panel.fold.selected_index = 0
    assert {readings()[name].clause_id.split()[0] for name in panel.fields} == {"NY"}
    panel.fields["red-links"].value = "any"
    assert desk.case.readings == {"red-links": "any"}
    assert "red-links" in panel.differing.value
    panel.fields["red-links"].value = readings()["red-links"].default
    assert desk.case.readings == {}
    panel.fields["red-links"].value = "any"
    panel.usual_button.click()
    assert desk.case.readings == {}
    assert panel.fields["red-links"].value == readings()["red-links"].default


def test_a_reading_changes_the_ruling_and_another_system_has_others(desk):
    case = samples()["antwerp_three_ratings"].case
    desk.open_case(case)
    usual = desk.rule()
    assert [used.name for used in usual.readings] == ["force-limit"]
    assert "every-leader" in desk.card.value
    desk.readings.chosen = {"force-limit": "every-leader"}
    assert desk.rule().answer != usual.answer
    desk.system.value = "HIS"
    assert desk.case.readings == {}
    desk.readings.fold.selected_index = 0
    assert {readings()[name].clause_id.split()[0] for name in desk.readings.fields} == {"HIS"}


@pytest.fixture
def custom_rules():
    numbers = standard_data()
    return f'format = "ninevears-rules/1"\n[stacking]\nlimit = {numbers["stacking"]["limit"] + 1}\n'.encode()


def test_own_rules_are_in_force_and_named(desk, custom_rules):
    assert desk.custom_rules.load_files({"mine.toml": custom_rules}), desk.custom_rules.error.value
    assert "mine.toml" in desk.custom_rules.says.value
    desk.open_case(samples()["strasbourg_replacement_in_a_crowd"].case)
    ruling = desk.rule()
    assert desk.report.rules.name == "mine.toml"
    assert ruling.custom_rules
    assert "mine.toml" in links_of(desk)["html"]
    assert ruling != rule_case(samples()["strasbourg_replacement_in_a_crowd"].case)
    desk.custom_rules.off_button.click()
    assert desk.rules is None
    assert desk.rule() == rule_case(samples()["strasbourg_replacement_in_a_crowd"].case)


def test_own_rules_from_the_command_line(tmp_path, custom_rules):
    file = tmp_path / "mine.toml"
    file.write_bytes(custom_rules)
    desk = UmpireDesk(docket=None, rules=str(file))
    assert desk.rules.name == "mine.toml"
    bad = UmpireDesk(docket=None, rules=str(tmp_path / "none.toml"))
    assert bad.rules is None
    assert "role='alert'" in bad.error.value


def test_a_scenario_of_ones_own(desk):
    folder = STANDARD
    files = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".csv", ".toml")}
    files["scenario.toml"] = files["scenario.toml"].replace(b"year = 1688", b"year = 1690", 1)
    files["mine.toml"] = b'format = "ninevears-rules/1"\nscenario = "mine"\n'
    assert desk.custom_rules.load_files(files), desk.custom_rules.error.value
    assert desk.editor.start.year == 1690
    assert list(desk.position.year.options) == list(range(1690, 1700))
    desk.open_case(SIEGE)
    assert desk.rule() == rule_case(case_from_data(SIEGE), rules=desk.rule_tables)
    desk.custom_rules.load(None)
    assert desk.editor.start is scenario_1688()


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"x.toml": b"\xff"},
        {"x.toml": b"format = 7"},
        {"x.toml": b'format = "ninevears-rules/1"\nevents = "../../etc/passwd"\n'},
        {"x.toml": b'format = "ninevears-rules/1"\nevents = "missing.csv"\n'},
        {"x.toml": b'format = "ninevears-rules/1"\n[stacking]\nlimit = "<script>"\n'},
        {"a.toml": b"", "b.toml": b""},
        {"../x.toml": b'format = "ninevears-rules/1"\n'},
        {"x.toml": b"#" * 5_000_000},
    ],
)
def test_rules_that_are_wrong_are_refused_in_a_sentence(desk, files):
    assert not desk.custom_rules.load_files(files)
    assert "role='alert'" in desk.custom_rules.error.value
    assert "<script>" not in desk.custom_rules.error.value
    assert desk.rules is None


# ---- claims


def test_the_desk_says_whose_claim_holds(desk):
    desk.open_case(SIEGE)
    assert [row.by.value for row in desk.claims.rows] == ["Bourbon", "Alliance"]
    desk.claims.rows[0].verdict.value = "legal"
    desk.claims.rows[1].verdict.value = "illegal"
    desk.claims.rows[1].says.value = "<script>He has no supply.</script>"
    desk.rule()
    judged = desk.outcome.judged.value
    assert "<script>" not in judged
    assert judged.index("✗") < judged.index("✓")
    assert [claim.verdict for claim in desk.case.claims] == ["legal", "illegal"]
    assert [claim["holds"] for claim in json.loads(links_of(desk)["json"])["claims_judged"]] == [False, True]


def test_other_players_and_more_claims(desk):
    desk.system.value = "HIS"
    assert [row.by.value for row in desk.claims.rows] == ["", ""]
    for _ in range(9):
        desk.claims.more_button.click()
    assert len(desk.claims.rows) == 8
    assert desk.claims.more_button.disabled
    assert desk.claims.claims == []


# ---- where the position comes from


def test_the_scenario_in_a_year(desk):
    desk.position.year.value = 1693
    desk.position.begin_button.click()
    assert desk.editor.position.year == 1693
    assert desk.case_data["given"]["changes"] == [{"set": "year", "year": 1693}]
    assert "1693" in desk.position.begins


def test_any_choice_of_a_log_can_be_looked_at(desk):
    game = Game.new(seed=3, readings={"red-links": "any"})
    positions = [game.position]
    for _ in range(6):
        game.choose(game.decision.options[0])
        positions.append(game.position)
    desk.system.value = "HIS"
    desk.files.take("<b>war.txt", game.log.encode())
    assert desk.system.value == "NY"
    assert desk.case.readings == {"red-links": "any"}
    assert desk.position.after.value == 6
    for count in (0, 3, 6):
        desk.position.after.value = count
        assert desk.editor.position == positions[count]
    assert "6 of 6" in desk.position.says.value
    assert "<b>war" not in desk.position.says.value
    short = Game.new(seed=4)
    desk.files.take("short.txt", short.log.encode())
    assert (desk.position.after.value, desk.position.after.max) == (0, 0)
    assert desk.editor.position == short.position


def slip(game):
    """A log of which the fourth choice cannot be made."""
    lines = game.log.split("\n")
    at = [place for place, line in enumerate(lines) if line.startswith(tuple(SIDES))][3]
    lines[at] = f"{lines[at].partition(':')[0]}: campaign Lisbon"
    return "\n".join(lines)


def test_a_log_with_a_wrong_entry_asks_what_now_and_the_desk_goes_on_from_what_is_set_right(desk):
    game = a_walk(3, 12, recorded=False)
    assert desk.righting.children == ()
    desk.files.take("war.log", slip(game).encode())
    (here,), panel = desk.righting.children, desk.righting.panel
    assert here.selected_index == 0, "it is open: one click looks, the next sets right"
    assert "campaign Lisbon" in panel.error.value
    assert len(desk.position.game) == 3
    panel.job.begin_button.click()
    assert panel.job.wait()
    assert panel.opened.decision == 4
    panel.reason.value = "Lisbon is no harbour of ours."
    righted = panel.do("substitute")
    assert desk.position.game.log == righted.log
    assert desk.editor.position == righted.position
    assert "umpire: substitute" in desk.position.log_text
    assert "download=" in panel.result.value
    back = panel.do("rewind")  # the other remedies are still there
    assert desk.editor.position == back.position
    assert len(desk.position.game) == 3
    desk.beginnings.begin_anew()
    assert desk.righting.children == ()


def set_right(desk, remedy="rewind", at=None):
    """The log on the desk, set right."""
    panel = desk.righting.panel
    if at is not None:
        panel.at.value = at
    assert panel.look(), panel.error.value
    panel.reason.value = "Lisbon is no harbour of ours."
    return panel.do(remedy)


def kept_logs(desk):
    """The texts of the game of the last case, oldest first."""
    docket = desk.docket.docket
    (case, *_) = docket.search(most=1)
    return case, [one.text for one in docket.games(case.game)]


def test_a_log_that_is_set_right_is_kept_with_its_case_and_exported(desk, tmp_path):
    wrong = slip(a_walk(3, 12, recorded=False))
    desk.files.take("war.log", wrong.encode())
    set_right(desk, "substitute")
    game = set_right(desk, "rewind")  # the umpire has thought better of it
    desk.question.value = "victory"
    desk.docket.by.value = "Anna"
    assert desk.docket.keep(), desk.docket.error.value
    case, logs = kept_logs(desk)
    assert logs == [wrong, game.log]
    assert "umpire: rewind 4" in logs[-1]
    assert desk.docket.docket.game(case.game).name == "war.log"
    (tmp_path / "docket.zip").write_bytes(packed(desk.docket.docket))
    other = Docket.open(f"sqlite:///{tmp_path}/other.sqlite")
    other.take_in(tmp_path / "docket.zip")
    assert [one.text for one in other.games(case.game)] == logs


def test_a_log_that_is_set_right_after_its_case_is_kept_goes_to_the_same_game(desk):
    wrong = slip(a_walk(3, 12, recorded=False))
    desk.files.take("war.log", wrong.encode())
    desk.question.value = "victory"
    desk.docket.by.value = "Anna"
    assert desk.rule(), desk.error.value
    number = desk.docket.keep()
    assert kept_logs(desk)[1] == [wrong]
    game = set_right(desk)
    assert f"kept with case {number}" in desk.docket.said.value
    assert kept_logs(desk)[1] == [wrong, game.log]
    assert not list(desk.docket.docket.broken())


@pytest.mark.parametrize("remedy", ["rewind", "substitute", "stand"])
def test_the_letter_tells_what_was_done_about_a_wrong_entry(desk, remedy):
    """The ruling is on the position before it, and stays until it is decided: then the letter tells both."""
    wrong = slip(a_walk(3, 12, recorded=False))
    desk.files.take("war.log", wrong.encode())
    before = desk.editor.position
    desk.question.value = "action"
    desk.form.fill({"action": "campaign Lisbon"})
    assert desk.rule().verdict == "illegal", desk.error.value
    game = set_right(desk, remedy)
    panel = desk.righting.panel
    assert "stays here" in panel.result.value
    assert desk.ruling.verdict == "illegal", "it is not about another position"
    assert desk.editor.position == before
    assert panel.ordered in html.unescape(desk.decision.ordered.value)
    assert desk.decision.remedy.value == ("stand" if remedy == "stand" else "take-back")
    desk.decision.by.value, desk.decision.says.value = "Anna", "Tell me by Friday."
    assert desk.decision.write(), desk.decision.error.value
    letter = desk.decision._shown
    told = letter.data["remedy"]["says"]
    assert told.endswith(f"Tell me by Friday. {panel.ordered}")
    assert "Choice 4" in told or "choice 4" in told
    assert told.endswith("Why: Lisbon is no harbour of ours.")
    assert "later choices" in told
    for made in (to_html(letter), to_markdown(letter), to_json(letter)):
        assert "Campaign from Lisbon" in made
        assert "Why: Lisbon is no harbour of ours." in made.replace("\\", "")
    assert kept_logs(desk)[1] == [wrong, game.log]
    assert set_right(desk, remedy).log == game.log  # now the desk goes on from it
    assert desk.editor.position == game.position
    assert kept_logs(desk)[1] == [wrong, game.log]
    desk.beginnings.begin_anew()
    assert desk.decision.ordered.value == ""


def test_an_entry_that_was_right_when_its_case_was_kept_is_kept_under_the_number_of_the_case(desk):
    war = a_walk(3, 12, recorded=False)
    desk.files.take("war.log", war.log.encode())
    desk.question.value = "victory"
    desk.docket.by.value = "Anna"
    assert desk.rule(), desk.error.value
    number = desk.docket.keep()
    assert kept_logs(desk)[0].game is None
    game = set_right(desk, at=5)
    (kept,) = desk.docket.docket.games()
    assert (kept.text, kept.name) == (game.log, f"war.log (case {number})")


def test_an_umpire_names_the_choice_that_is_looked_at(desk):
    game = a_walk(3, 12, recorded=False)
    desk.files.take("war.log", game.log.encode())
    (here,), panel = desk.righting.children, desk.righting.panel
    assert here.selected_index is None
    desk.position.after.value = 5
    assert panel.look(), panel.error.value
    assert (panel.opened.decision, panel.opened.fault) == (5, "named")
    desk.position.after.value = 7
    assert panel.at.value == 5, "what was worked out stays"
    desk.files.take("nothing.log", b"ninevears-log/2\nscenario: nowhere\n")
    assert "role='alert'" in desk.files.says.value
    assert desk.righting.panel is panel, "what cannot be opened leaves the desk as it is"


def test_a_game_of_the_docket_is_laid_on_the_map(desk, custom_rules, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_bytes(custom_rules)
    game = Game.new(seed=3)
    game.choose(game.decision.options[0])
    desk.docket.docket.add_game("by mail", game.log, by="Anna")
    save = json.dumps(position_to_data(scenario_1688().replace(year=1695)))
    desk.docket.docket.add_game("a save", save, by="Anna", rules=file)
    desk.position.look_button.click()
    for label, _ in desk.position.games.options:
        desk.position.games.index = [one[0] for one in desk.position.games.options].index(label)
        desk.position.game_button.click()
        if "by mail" in label:
            assert desk.editor.position == game.position
            assert desk.rules is None
            desk.question.value = "victory"
            desk.rule()
            desk.decision.by.value = "Anna"
            number = desk.decision.write()
            assert desk.docket.docket.case(number).game == desk.position.game_number == 1
            assert "by mail" in desk.decision.letter.value, "the letter names the game"
        else:
            assert desk.editor.position.year == 1695
            assert desk.rules.name == "mine.toml"


@pytest.mark.parametrize("ending", ["html", "md", "json"])
def test_a_report_is_opened_with_its_rules(desk, custom_rules, ending):
    desk.custom_rules.load_files({"mine.toml": custom_rules})
    desk.open_case(samples()["strasbourg_replacement_in_a_crowd"].case)
    ruling, text = desk.rule(), links_of(desk)[ending]
    desk.custom_rules.load(None)
    desk.open_case(SIEGE)
    desk.files.take(f"report.{ending}", text.encode())
    assert desk.rules.name == "mine.toml"
    assert desk.rule() == ruling


def test_a_position_may_begin_with_a_january_of_history():
    desk = UmpireDesk(docket=None)
    start = desk.position
    start.scenario.value = "history"
    assert list(start.year.options) == list(range(1689, 1698))
    start.year.value = 1693
    start.begin_button.click()
    assert desk.editor.position == position_from_history(1693)
    assert desk.editor.position.controller("Namur") == "Bourbon"
    assert "January 1693" in start.says.value
    assert case_from_data(desk.case_data).given["position"]["year"] == 1693
    start.scenario.value = "1688"
    assert start.year.options[0] == 1688
    start.begin_button.click()
    assert desk.editor.position == scenario_1688()
