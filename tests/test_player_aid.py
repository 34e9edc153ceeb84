"""The player aid: its numbers are the engine's, an umpire's own tables change it, and it is one page."""

import re
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

from ninevears_kernel import cli
from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.nine_years.components.rule_tables import standard_data, standard_rule_tables
from ninevears_kernel.nine_years.rules.campaign.actions import FREE, MENU
from ninevears_kernel.nine_years.rules.campaign.battle import hits
from ninevears_kernel.nine_years.rules.campaign.siege import siege_result
from ninevears_kernel.nine_years.rules.sequence import PHASES
from ninevears_kernel.nine_years.rules.winter.peace import peace_modifiers
from ninevears_kernel.teaching.aid_parts import Row, Table, signed, span
from ninevears_kernel.teaching.aid_probes import PEACE_SPACES, peace_change, peace_threshold
from ninevears_kernel.teaching.player_aid import OWN, PAPERS, make_player_aid
from ninevears_kernel.umpire.reports.pdf import converter

AID = make_player_aid()
TEXT = AID.markdown().replace("**", "").replace("\\", "")
needs_browser = pytest.mark.skipif(converter() is None, reason="no converter to PDF here")


def own(tmp_path, text, name="mine.toml"):
    path = tmp_path / name
    path.write_text(f'format = "ninevears-rules/1"\n{text}', encoding="utf-8")
    return path


def lines(aid):
    return aid.markdown().replace("**", "").replace("\\", "").splitlines()


def items(aid):
    for section in aid.sections:
        for item in section.items:
            yield item.title if isinstance(item, Table) else item


def test_every_line_names_clauses_that_exist():
    for item in items(AID):
        assert isinstance(item, Row)
        assert item.clauses
        for id in item.clauses:
            clause(id)


def test_kit_rules_are_marked():
    assert "- Each side: 1d6 + commander’s BR (16.2.2*)" in lines(AID)
    assert "- Cells −2 to +2 VP (18.1°)" in lines(AID)
    assert "- Roll for King William’s War (18.3*)" in lines(AID)
    assert "* the kit’s own rule" in TEXT


def test_the_phases_and_all_actions_of_the_menu_are_there():
    titles = [str(section.title) for section in AID.sections]
    assert [title[:2] for title in titles[: len(PHASES)]] == ["1.", "2.", "3.", "4."]
    actions = [str(row.says).partition(":")[0] for s in AID.sections for row in s.items
               if str(s.title) == "The actions of a card"]  # fmt: skip
    assert actions == [
        "Campaign, march", "Campaign, siege", "Transfer, once a round", "Replacement, once a round",
        "Rally, once a round", "Sea move", "Deploy fleet",
    ]  # fmt: skip
    # the campaign is one verb with two uses
    assert len(actions) == len(set(MENU) - set(FREE)) + 1


def test_the_hits_are_those_of_the_engine():
    table = next(
        item for section in AID.sections for item in section.items
        if isinstance(item, Table) and item.title.says.id == "aid.battle-hits"
    )  # fmt: skip
    for points, *cells in table.rows:
        for total, cell in enumerate(cells, 1):
            assert int(cell) == hits(int(points), total, standard_rule_tables().numbers)
    assert len(table.head) == len(table.rows[0]) == 9


def test_the_siege_results_are_those_of_the_engine():
    rules = standard_rule_tables().numbers.siege
    table = next(
        item for section in AID.sections for item in section.items
        if isinstance(item, Table) and item.title.says.id == "aid.siege-roll"
    )  # fmt: skip
    told = {str(first): message for first, message in table.rows}
    for total in range(-2, 12):
        row = next(message for first, message in told.items() if _in_range(total, first))
        result = siege_result(rules, total)
        expected = {None: "aid.siege-nothing", 0: "aid.siege-goes-on"}.get(result, "aid.siege-falls")
        assert row.id == expected
        if result:
            assert row.values["strength"] == result


def _in_range(total, text):
    if text.startswith("≤"):
        return total <= int(text[1:])
    if text.endswith("+"):
        return total >= int(text[:-1])
    first, _, last = text.partition("–")
    return int(first) <= total <= int(last or first)


def test_peace_numbers_are_asked_of_the_engine():
    assert {name: peace_threshold(name) for name in PEACE_SPACES} == {
        "spanish-abroad": (1, 1), "empire": (2, 1), "spain": (3, 1),
    }  # fmt: skip
    assert peace_change("concession") == -1
    assert callable(peace_modifiers)
    assert "- 1d6, the war ends on 10 or more (6.4.2 6.3)" in lines(AID)


# A number of the tables, another one in its place, and the line that must follow it.
CHANGED = [
    ("stacking", "limit", 15, "Stacking: 15 corps"),
    ("victory_points", "fortress", 3, "Fortress 3 VP, capital 2"),
    ("victory_points", "capital", 5, "Fortress 1 VP, capital 5"),
    ("victory_points", "famous_victory", 2, "against 8 points: 2 VP"),
    ("victory_points", "highest", 38, "track from 0 to 38"),
    ("garrison", "most", 3, "Into a fortress before a battle: 3 corps"),
    ("garrison", "full", 4, "garrison: full 4, reduced 1"),
    ("garrison", "reduced", 2, "garrison: full 2, reduced 2"),
    ("interception", "needed", 5, "1d6 + BR, 5 or more (14.6.1* 14.6.2*)"),
    ("interception", "red_link", -3, "−3 across a red link"),
    ("interception", "fortified_line", 2, "+2 with an own line"),
    ("avoidance", "needed", 7, "enemy BR, 7 or more"),
    ("fortified_lines", "corps", 6, "Line: 6 corps"),
    ("fortified_lines", "levels_a_turn", 2, "up to 3, 2 a turn"),
    ("fortified_lines", "highest", 2, "level up to 2, 1 a turn"),
    ("fortified_lines", "passed_above", 4, "above 4 + its level"),
    ("battle", "full", 3, "3 points full"),
    ("battle", "reduced", 2, "2 points full, 2 reduced"),
    ("battle", "without_leader", 7, "Without a leader 7 corps fight"),
    ("battle", "demoralised", -2, "−2 any demoralised"),
    ("battle", "red_link", -4, "−4 attacker across a red link"),
    ("battle", "losses", [10, 50], "| roll | ≤1 | 2+ |"),
    ("battle", "sure_hit", 5, "At least one hit on 5 or more"),
    ("battle", "commander_out", 2, "on 2 or less the commander"),
    ("battle", "into_fortress", 5, "up to 5 corps into the fortress"),
    ("staff_officers", "most", 3, "Staff officers: 3 a side"),
    ("famous_victory", "hits_more", 4, "4 hits more"),
    ("famous_victory", "strength", 9, "against 9 points"),
    ("siege", "continuing", 2, "+2 Continuing Siege"),
    ("siege", "twice", 3, "+3 twice the FDV"),
    ("siege", "demoralised", -3, "−3 commander demoralised"),
    ("siege", "limited", -2, "−2 line limited"),
    ("sea_movement", "enemy", -3, "−3 through an enemy zone"),
    ("sea_movement", "arrives", 3, "3+: all arrive"),
    ("sea_movement", "one_reduced", 0, "0–1: one corps reduced"),
    ("king_william", "support", 2, "+2 for Alliance support"),
    ("king_william", "strengthened", 3, "+3 if strengthened"),
    ("king_william", "cost", 2, "Colonial support: 2"),
    ("king_william", "bourbon", 1, "≤1: one cell to the Bourbons"),
    ("king_william", "alliance", 6, "6+: one cell to the Alliance"),
    ("king_william", "cards", 2, "draws 2 action cards fewer"),
]


@pytest.mark.parametrize(("section", "name", "value", "line"), CHANGED, ids=lambda value: str(value)[:20])
def test_an_own_number_changes_the_aid(tmp_path, section, name, value, line):
    aid = make_player_aid(own(tmp_path, f"[{section}]\n{name} = {value}\n"))
    told = [one for one in lines(aid) if line in one]
    assert told
    assert not any(line in one for one in lines(AID))
    assert any(one.startswith((f"- {OWN} ", f"{OWN} ", "| roll")) for one in told)
    assert "mine.toml" in aid.in_force
    assert "mine.toml" in aid.html()


def test_every_number_of_the_tables_is_on_the_aid():
    tables = {(section, name) for section, values in standard_data().items() if section != "format"
              for name in values}  # fmt: skip
    assert tables - {(section, name) for section, name, _, _ in CHANGED} == {("siege", "results")}


def test_own_siege_results_change_the_aid(tmp_path):
    results = "{at_least = 2, strength = 0}, {at_least = 4, strength = 3}"
    aid = make_player_aid(own(tmp_path, f"[siege]\nresults = [{results}]\n"))
    text = lines(aid)
    assert "| ≤1 | nothing |" in text
    assert "| 2–3 | Continuing Siege |" in text
    assert "| 4+ | Continuing Siege, strength −3 |" in text


def test_a_modifier_of_nothing_is_left_out(tmp_path):
    aid = make_player_aid(own(tmp_path, "[interception]\nred_link = 0\n"))
    assert "0 across a red link" not in "\n".join(lines(aid))


def test_without_own_tables_nothing_is_marked():
    assert OWN not in TEXT
    assert AID.in_force in TEXT
    assert "kit’s tables" in AID.in_force


def test_a_bad_file_of_tables_is_told(tmp_path):
    with pytest.raises(BadInput, match="stacking"):
        make_player_aid(own(tmp_path, "[stacking]\nlimit = -1\n"))


def test_signs_and_spans():
    assert [signed(number) for number in (2, -2)] == ["+2", "−2"]
    assert [span(1, 2), span(3, 3), span(4, None)] == ["1–2", "3", "4+"]


class Tags(HTMLParser):
    """Checks that what is opened is closed."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "link"):
            self.open.append(tag)
        self.seen.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_one_file_that_needs_nothing():
    page = AID.html()
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert not any({"src", "href"} & attributes.keys() for _, attributes in tags.seen)
    assert page.count("url(") == page.count("url(data:font/woff2;base64,")
    assert "@import" not in page
    assert "@page { size: A4 landscape" in page
    assert "@page { size: letter landscape" in AID.html("letter")
    with pytest.raises(BadInput, match="A4"):
        AID.html("A5; }")


def test_in_a_notebook_it_leaves_the_page_alone():
    shown = AID._repr_html_()
    assert "@page" not in shown
    assert not re.search(r"(^|})\s*(body|html|h1)\b", shown)
    assert AID._repr_mimebundle_()["text/plain"] == AID.markdown()


def test_a_poisoned_file_name_is_escaped(tmp_path):
    name = "<img src=x onerror=alert(1)>&'.toml"
    aid = make_player_aid(own(tmp_path, "[stacking]\nlimit = 11\n", name))
    for page in (aid.html(), aid._repr_html_()):
        assert "<img" not in page
        assert "&lt;img" in page
    assert "\\<img" in aid.markdown()


def test_the_words_are_in_the_page_as_in_the_text():
    page = re.sub(r"<[^>]+>", "", AID.html())
    for item in items(AID):
        assert str(item.says).replace("&", "&amp;") in page


def pages(file):
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


@needs_browser
@pytest.mark.parametrize("paper", PAPERS)
def test_it_prints_on_exactly_one_page(tmp_path, paper):
    AID.write(tmp_path / "aid.pdf", paper)
    assert pages(tmp_path / "aid.pdf") == 1


@needs_browser
def test_even_the_longest_tables_print_on_one_page(tmp_path):
    losses = ", ".join(str(5 * number) for number in range(1, 21))
    results = ", ".join(f"{{at_least = {n}, strength = {min(3, n // 5)}}}" for n in range(1, 21))
    rich = [space.name for space in game_map().spaces][:40]
    folder = tmp_path / "long"
    folder.mkdir()
    for file in (standard_files()).iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    settings = (folder / "scenario.toml").read_text(encoding="utf-8")
    settings = re.sub(r"rich_markers = \[.*?\]", f"rich_markers = {rich}".replace("'", '"'), settings)
    (folder / "scenario.toml").write_text(settings, encoding="utf-8")
    text = f'scenario = "long"\n[battle]\nlosses = [{losses}]\n[siege]\nresults = [{results}]\n'
    aid = make_player_aid(own(tmp_path, text, f"{'x' * 150}.toml"))
    aid.write(tmp_path / "aid.pdf")
    assert pages(tmp_path / "aid.pdf") == 1


def standard_files():
    from ninevears_kernel.nine_years.components.scenario import STANDARD

    return STANDARD


def test_other_files_are_refused(tmp_path):
    for name in ("aid.docx", "aid"):
        with pytest.raises(BadInput, match=r"\.html, \.md or \.pdf"):
            AID.write(tmp_path / name)
    with pytest.raises(BadInput, match="No such file"):
        AID.write(tmp_path / "no" / "aid.html")


def run(*arguments):
    return CliRunner().invoke(cli.cli, list(map(str, arguments)))


def test_the_command_line(tmp_path):
    assert run("aid").stdout == AID.markdown()
    file = own(tmp_path, "[stacking]\nlimit = 15\n")
    done = run("aid", "--rules", file, "--out", tmp_path / "aid.html", "--paper", "letter")
    assert done.exit_code == 0
    page = (tmp_path / "aid.html").read_text(encoding="utf-8")
    assert "letter landscape" in page
    assert "<b>15</b> corps" in page


def test_help_on_the_command_line():
    done = run("help", "famous", "victory")
    assert done.exit_code == 0
    assert "NY 16.5" in done.stdout
    nothing = run("help", "xqzw\x1b[31m")
    assert nothing.exit_code == 1
    assert "\x1b" not in nothing.output
