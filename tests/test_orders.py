"""Orders in a cell: what is carried out, what is refused and where, taking back, Tab, the notebook."""

import contextlib
import html
import re
import weakref
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
from hypothesis import example, given, settings, strategies as st
from IPython.core.completer import provisionalcompleter
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from jupyter_client.manager import start_new_kernel
from traitlets.config import Config

from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.engine.notation import parsed
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.save import save_position
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.umpire.cases.refused import why_refused
from ninevears_kernel.widgets.orders.completion import Continuations, suggestions
from ninevears_kernel.widgets.orders.games import asked, new_game
from ninevears_kernel.widgets.orders.magic import Orders
from ninevears_kernel.widgets.orders.memory import Memory
from ninevears_kernel.widgets.orders.page import MOST_CHIPS, MOST_OPEN, Outcome, face, html_of, text_of
from ninevears_kernel.widgets.orders.run import MOST_CHARACTERS, MOST_LINES, lines_of, run
from ninevears_kernel.widgets.orders.view import OrdersView
from ninevears_kernel.widgets.parts.theme import INK, PAPER

NOTEBOOK = Path(__file__).parents[1] / "notebooks" / "play" / "02_orders.ipynb"
OPENING = "first Bourbon\npass\npass\nfirst Bourbon"
FULL = f"{OPENING}\nrestore France reduced, Luxembourg\nline Strasbourg\ndone"


def carried_out(text: str, seed: int = 1690):
    game = Game.new(seed)
    return game, run(game, lines_of(text, first=2))


def by_hand(orders, seed: int = 1690) -> Game:
    game = Game.new(seed)
    for order in orders:
        game.choose(order)
    return game


# ---- carrying out


def test_lines_are_carried_out_as_choose_would():
    game, done = carried_out(FULL)
    twin = by_hand(FULL.split("\n"))
    assert (game.log, game.position) == (twin.log, twin.position)
    assert [one.order for one in done.carried] == FULL.split("\n")
    assert [one.number for one in done.carried] == [2, 3, 4, 5, 6, 7, 8]
    assert [one.side for one in done.carried] == [entry.side for entry in twin.entries]
    assert [one.rolls for one in done.carried] == [entry.rolls for entry in twin.entries]
    assert done.carried[-1].steps == twin.steps
    assert done.carried[5].spaces == ("Strasbourg",)
    assert done.problem is None
    assert done.left == ()
    assert done.decision == twin.decision


def test_lines_are_read_leniently():
    game, done = carried_out(
        "# a remark\n\n1. FIRST bourbon.\n  (2) *Bourbon* – pass   # the side and a remark\n----\n"
        "> Alliance: pass\nroll 3 (King William's War)\nfirst  bourbon # again"
    )
    assert done.problem is None
    assert game.log == by_hand(OPENING.split("\n")).log
    assert [one.number for one in done.carried] == [4, 5, 7, 9]


def test_steps_are_there_in_a_game_that_records_none():
    game = Game.new(1690, recorded=False)
    done = run(game, lines_of("first Bourbon"))
    assert done.carried[0].steps == by_hand(["first Bourbon"]).steps != ()
    assert not game.recorded


@pytest.mark.parametrize(
    ("line", "says", "marked"),
    [
        ("dance Paris", "verb", "dance"),
        ("  Bourbon: line Tournay", "did you mean Tournai", "Tournay"),
        ("restore France reduced, Lyon", "No such French corps", "restore France reduced, Lyon"),
        ("raise France, Perpignan   # half of it", "after raise, with commas between", "France, Perpignan"),
        ("Alliance: done", "It is the Bourbon side that chooses here", "done"),
        ("campaign Paris", "choose one of these now", "campaign Paris"),
        ("roll 4", "No die is rolled here", "roll 4"),
        ("seed: 12", "--from", "seed: 12"),
        ("ninevears-log/1", "--from", "ninevears-log/1"),
        ("Bourbon:", "verb", ""),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_done_stops_the_cell_there(line, says, marked):
    game, done = carried_out(f"{OPENING}\n{line}\ndone\n# remark\n\nlay 1")
    twin = by_hand(OPENING.split("\n"))
    assert (game.log, game.position, game.decision) == (twin.log, twin.position, twin.decision)
    assert done.problem.line == 6
    told = " ".join([str(done.problem.says), *(str(one.says) for one in done.problem.violations)])
    assert says in told
    assert done.problem.text[done.problem.start : done.problem.end].strip() == (marked or line)
    assert [number for number, _ in done.left] == [7, 10]
    assert done.problem.options == len(twin.decision.options) or line in (
        "roll 4",
        "seed: 12",
        "ninevears-log/1",
        "Bourbon:",
    )


def test_every_violated_clause_is_told_under_its_line():
    _, done = carried_out(f"{OPENING}\nfleet Brest, 9")
    game = by_hand(OPENING.split("\n"))
    wanted = why_refused(game.engine, parsed("fleet Brest, 9", game.rule_tables), "Bourbon")
    assert [str(one.tried) for one in wanted] == ["choose strength 1 or 2"]
    assert done.problem.violations == wanted
    page, text = html_of(Outcome(done)), text_of(Outcome(done))
    for violation in wanted:
        for told in (html.unescape(page), text):
            assert str(violation.says) in told
            assert violation.clause_id in told
            assert violation.remedy is None or str(violation.remedy) in told


def test_dice_that_are_told_must_be_those_that_fell():
    game, done = carried_out("first Bourbon\npass\npass\n  roll 5\nfirst Bourbon")
    assert done.problem.line == 5
    assert "a roll of 3" in str(done.problem.says)
    assert len(game) == 3
    assert carried_out("first Bourbon\npass\npass\nroll 3\nroll 3")[1].problem.line == 6


def test_dice_of_a_table_are_told_under_the_order():
    game = TableGame.at_table()
    done = run(game, lines_of("first Bourbon\npass\npass\nroll 6"))
    if done.problem is not None:  # events are announced before
        pytest.fail(str(done.problem.says))
    assert [roll.face for roll in done.carried[-1].rolls][:1] == [6]
    other = TableGame.at_table()
    missing = run(other, lines_of("first Bourbon\npass\npass"))
    assert "die must be given" in str(missing.problem.says)
    assert len(other) == 2


def test_a_war_that_is_over_takes_no_orders():
    game = Game.new(3)
    while game.decision is not None:
        game.choose(game.decision.options[-1])
    done = run(game, lines_of("pass"))
    assert str(done.problem.says) == "The war is over."
    assert done.decision is None
    assert "The war is over." in text_of(Outcome(done))


def test_a_cell_that_is_stopped_keeps_what_was_done(monkeypatch):
    game = Game.new(1690)
    carry_out = Game.carry_out

    def stopped(self, action):
        if len(self) == 2:
            raise KeyboardInterrupt
        carry_out(self, action)

    monkeypatch.setattr(Game, "carry_out", stopped)
    done = run(game, lines_of(OPENING))
    assert len(done.carried) == 2
    assert "stopped" in str(done.problem.says)


@pytest.mark.parametrize("text", ["x" * (MOST_CHARACTERS + 1), "\n" * MOST_LINES])
def test_a_cell_without_end_is_not_read(text):
    with pytest.raises(BadInput):
        lines_of(text)


SCRAPS = st.sampled_from(
    ["", "#", "pass", "done", "first Bourbon", "Bourbon: ", "Alliance:", "lay 1", "line Strasbourg", "roll 3",
     "%orders", "\\", "\t", "\0", "\x0c", "🙂", "ﬁrst Bourbon", "> > 12) ", " #", '"', "done # x"]
)  # fmt: skip
CELLS = st.lists(st.lists(SCRAPS | st.text(max_size=12), max_size=3).map("".join), max_size=8).map("\n".join)


@given(CELLS | st.text(max_size=80))
@settings(max_examples=150, deadline=None)
@example("first Bourbon\rpass\r\npass\nfirst Bourbon\x85done")
def test_no_text_breaks_a_cell_or_is_half_applied(text):
    game, done = carried_out(text)
    twin = by_hand([one.order for one in done.carried])
    assert (game.log, game.position) == (twin.log, twin.position)
    outcome = Outcome(done)
    page = html_of(outcome)
    assert text_of(outcome)
    assert page.count("class='done'") == len(done.carried)
    assert page.count("<pre") == page.count("</pre>") == (done.problem is not None)


@given(st.integers(0, 60), st.integers(0, 10_000), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_any_war_can_be_typed(length, seed, random):
    game = Game.new(seed)
    while len(game) < length and game.decision:
        game.choose(random.choice(game.decision.options))
    log = game.log.partition("\n\n")[2]
    typed, done = carried_out(log, seed)
    assert done.problem is None
    assert typed.log == game.log


# ---- the page


def test_what_is_typed_is_escaped():
    _, done = carried_out("first Bourbon\n<script>alert('1')</script>\n<b>later</b>")
    page = html_of(Outcome(done))
    assert "<script" not in page
    assert "<b>later" not in page
    assert "&lt;script&gt;" in page


def test_the_page_says_nothing_by_colour_alone():
    _, done = carried_out("first Bourbon\npass\ndance\ndone")
    page = html_of(Outcome(done))
    assert page.count("aria-label='Done'>✓") == 2
    assert "aria-label='Cannot be done'>✗" in page
    assert "not carried out" in page
    assert "role='alert'" in page
    assert "^^^^^" in page
    assert PAPER in page
    assert INK in page


def test_dice_lie_on_the_page_as_faces():
    _, done = carried_out("first Bourbon\npass\npass")
    assert "⚂" in html_of(Outcome(done))
    assert [face(roll) for roll in done.carried[-1].rolls] == ["⚂"]


def test_the_text_tells_what_the_page_tells():
    game, done = carried_out(f"{FULL}\nline Tournay\ndone")
    outcome = Outcome(done)
    text, page = text_of(outcome), html.unescape(html_of(outcome))
    for carried in done.carried:
        for step in carried.steps:
            assert str(step.says) in text
            assert str(step.says) in page
    assert str(game.decision.asks) in text
    assert str(game.decision.asks) in page
    for near in done.problem.suggestions:
        assert near in text
        assert near in page


def test_a_long_cell_cites_without_texts():
    game = Game.new(5)
    while len(game) < 300:
        game.choose(game.decision.options[0])
    done = carried_out(game.log.partition("\n\n")[2], 5)[1]
    assert sum(len(one.steps) for one in done.carried) > MOST_CHIPS
    page = html_of(Outcome(done))
    assert "<cite class=" in page
    assert page.count(html.escape(say("card.kit-note"))) == 1
    assert "not printed" not in page.replace(html.escape(say("card.kit-note")), "")
    assert len(page) < 2000 * len(done.carried)


def test_what_each_order_did_is_folded_but_for_dice():
    _, done = carried_out("first Bourbon\npass\npass\nfirst Alliance")
    assert sum(len(one.steps) for one in done.carried) > MOST_OPEN
    told = [one for one in done.carried if one.steps]
    folded = [one for one in told if not one.rolls]
    page = html_of(Outcome(done))
    assert page.count("<ul class='steps'>") == len(told) > len(folded) > 0
    assert page.count("</summary><ul class='steps'>") == len(folded)


def test_a_report_in_words_folds_many_orders_and_no_refusal():
    done = Outcome(carried_out(FULL)[1])
    fold, listed = f"<details><summary>{say('orders.one-by-one')}</summary><ol", "<ol class='lines'>"
    assert fold not in html_of(done)
    assert fold in html_of(done, folded=True)
    assert listed in html_of(done, folded=True)
    few = Outcome(carried_out(OPENING)[1])
    assert html_of(few, folded=True) == html_of(few)
    stopped = Outcome(carried_out(f"{FULL}\nnonsense")[1])
    assert stopped.run.problem
    assert html_of(stopped, folded=True) == html_of(stopped)


def test_quiet_tells_refusals_only():
    _, done = carried_out("first Bourbon\npass\ndance")
    assert "strengthen" not in text_of(Outcome(carried_out("first Bourbon")[1]), quiet=True)
    assert "class='done'" not in html_of(Outcome(done), quiet=True)
    assert "dance" in html_of(Outcome(done), quiet=True)
    page = html_of(Outcome(carried_out("first Bourbon")[1]), quiet=True)
    assert "banner good" in page
    assert "class='body'" not in page  # nothing but the banner, and no empty strip under it


# ---- the map


def test_the_map_goes_from_order_to_order():
    march = f"{OPENING}\ndone\ndone\ndone\ndone\nlay 3\nlay 1\ncampaign Strasbourg\nwhole\nto Philippsburg"
    game, done = carried_out(march)
    assert done.problem is None
    view = OrdersView(Outcome(done), game)
    assert view.place == len(done.carried)
    assert view.war_map.position == game.position
    assert view.war_map.marked == ("Philippsburg",)
    assert view.war_map.view == "rhine", "where the orders are, and no more"
    assert view.on_button.disabled
    assert not view.back_button.disabled
    for place in range(len(done.carried) - 1, -1, -1):
        view.back_button.click()
        assert view.place == place
        orders = [one.order for one in done.carried[:place]]
        assert view.war_map.position == by_hand(orders).position
    assert view.back_button.disabled
    assert "before" in view.words.value
    view.on_button.click()
    assert "The Bourbon side goes first" in view.words.value
    assert len(game) == len(done.carried), "the game itself stays where it is"
    bundle = view._repr_mimebundle_()
    assert bundle["text/plain"] == text_of(view.outcome)
    assert "application/vnd.jupyter.widget-view+json" in bundle
    view.close()
    assert view.war_map.comm is None
    assert view.comm is None


# ---- the magic


@pytest.fixture
def shell():
    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell(config=config)
    shell.extension_manager.load_extension("ninevears_kernel")
    return shell


@pytest.fixture
def cell(shell, capsys):
    """Runs a cell as a notebook does, and gives back all that it prints."""

    def run_cell(text: str, cell_id: str | None = None) -> str:
        capsys.readouterr()
        result = shell.run_cell(text, cell_id=cell_id)
        told = capsys.readouterr()
        for error in (result.error_before_exec, result.error_in_exec):
            assert error is None or isinstance(error, UsageError)
        assert "Traceback" not in told.out + told.err
        return told.out + told.err

    return run_cell


def test_a_cell_begins_a_game(shell, cell):
    told = cell(f"%%orders siege --seed 1690\n{OPENING}", "a")
    assert shell.user_ns["siege"].log == by_hand(OPENING.split("\n")).log
    assert 'The game "siege" begins, with the seed 1690.' in told
    assert "1 ✓ Bourbon: first Bourbon" in told


def test_a_cell_that_is_run_again_takes_its_own_orders_back(shell, cell):
    cell("%%orders --seed 1690\nfirst Bourbon\npass", "a")
    cell("%%orders\npass\nfirst Bourbon", "b")
    cell("%%orders\ndone", "c")
    game = shell.user_ns["war"]
    told = cell("%%orders\nstrengthen\nfirst Bourbon\nline Strasbourg", "b")
    assert "its 2 orders were undone" in told
    assert "1 later order was undone" in told
    wanted = ["first Bourbon", "pass", "strengthen", "first Bourbon", "line Strasbourg"]
    assert game.log == by_hand(wanted).log
    assert "undone" not in cell("%%orders\ndone", "c"), "it was taken back with the other"
    assert game.log == by_hand([*wanted, "done"]).log
    cell("%%orders --seed 1690\nfirst Bourbon\npass", "a")
    assert shell.user_ns["war"] is game
    assert game.log == by_hand(["first Bourbon", "pass"]).log


def test_running_everything_again_gives_the_same_game(shell, cell):
    orders = {
        "a": "%%orders --seed 1690\nfirst Bourbon\npass",
        "b": "%%orders\npass\nfirst Bourbon",
        "c": "%%orders\ndone",
    }
    log = by_hand([*OPENING.split("\n"), "done"]).log
    for _ in range(3):
        for name, text in orders.items():
            cell(text, name)
        assert shell.user_ns["war"].log == log


def test_a_refused_cell_is_mended_and_run_again(shell, cell):
    cell("%%orders --seed 1690\nfirst Bourbon\npas", "a")
    assert len(shell.user_ns["war"]) == 1
    told = cell("%%orders --seed 1690\nfirst Bourbon\npass", "a")
    assert "its 1 order was undone" in told
    assert shell.user_ns["war"].log == by_hand(["first Bourbon", "pass"]).log


def test_a_loop_in_one_cell_does_not_take_itself_back(shell, cell):
    loop = "for order in ('first Bourbon', 'pass', 'pass'):\n    "
    loop += "get_ipython().run_cell_magic('orders', '--quiet', order)"
    shell.user_ns["war"] = Game.new(1690)
    for _ in range(2):
        cell(loop, "a")
        assert shell.user_ns["war"].log == by_hand(["first Bourbon", "pass", "pass"]).log


def test_without_ids_of_cells_the_same_text_again_is_the_same_cell_when_it_cannot_go_on(shell, cell):
    cell("%%orders --seed 1690\nfirst Bourbon")
    cell("%%orders\npass")
    cell("%%orders\npass")
    game = shell.user_ns["war"]
    assert len(game) == 3
    told = cell("%%orders\nfirst Bourbon\ndone")
    assert len(game) == 5
    told = cell("%%orders\nfirst Bourbon\ndone")
    assert "undone first" in told
    assert len(game) == 5


def test_what_was_played_elsewhere_is_not_taken_back(shell, cell):
    cell("%%orders --seed 1690\nfirst Bourbon", "a")
    cell("%%orders\npass", "b")
    game = shell.user_ns["war"]
    game.undo()
    game.choose("strengthen")
    told = cell("%%orders\npass", "b")
    assert "undone" not in told
    assert game.log == by_hand(["first Bourbon", "strengthen", "pass"]).log


def test_another_seed_in_the_cell_that_made_the_game_begins_it_anew(shell, cell):
    cell("%%orders --seed 1690\nfirst Bourbon", "a")
    told = cell("%%orders --seed 4\nfirst Alliance", "a")
    assert "a new one begins" in told
    assert shell.user_ns["war"].log == by_hand(["first Alliance"], 4).log
    assert "another name" in cell("%%orders --seed 5\npass", "b")
    assert shell.user_ns["war"].start.seed == 4


def test_check_changes_nothing(shell, cell):
    told = cell("%%orders fresh --seed 1690 --check\nfirst Bourbon", "a")
    assert "Tried only: the war is as it was." in told
    assert "fresh" not in shell.user_ns
    cell("%%orders --seed 1690\nfirst Bourbon\npass", "b")
    game = shell.user_ns["war"]
    log = game.log
    assert "would be undone" in cell("%%orders --check --seed 1690\nfirst Alliance\npass\ndance", "b")
    assert game.log == log
    assert "undone first" in cell("%%orders --seed 1690\nfirst Bourbon\npass", "b")


def test_a_game_begins_from_a_log_a_save_or_a_variable(shell, cell, tmp_path):
    game = by_hand(OPENING.split("\n"))
    log, save = tmp_path / "our war.log", tmp_path / "war.json"
    log.write_text(game.log, encoding="utf-8")
    save_position(game.position, save)
    shell.user_ns.update(earlier=game, told=game.log, start=game.position)
    for number, source in enumerate((f"'{log}'", save, "earlier", "told", "start")):
        cell(f"%%orders war{number} --from {source}\ndone", f"cell-{number}")
        assert shell.user_ns[f"war{number}"].position == by_hand([*OPENING.split("\n"), "done"]).position
    assert len(game) == 4, "a game that is begun from stays as it is"
    broken = tmp_path / "broken.log"
    broken.write_text(game.log + "Bourbon: dance\n", encoding="utf-8")
    for source in (tmp_path, tmp_path / "none.log", broken, "-", "shell"):
        assert "UsageError" in cell(f"%%orders none --from {source}\ndone")
        assert "none" not in shell.user_ns
    shell.user_ns["empty"] = scenario_1688()
    assert "UsageError" in cell("%%orders none --from empty\ndone")


@pytest.mark.parametrize(
    "line",
    ["--sed 4", "--seed", "--seed x", "--seed -1", "--seed ²", f"--seed {1 << 70}", "--seed 1 --seed 2",
     "one two", "--check --check", "class", "print", "_hidden", "a-b", "'", "--from", "--seed 1 --from x",
     "x" * 100, "-1", "--quiet=yes", "taken"],
)  # fmt: skip
def test_wrong_options_are_told_without_a_traceback(shell, cell, line):
    shell.user_ns["taken"] = 7
    assert cell(f"%%orders {line}\nfirst Bourbon").startswith("UsageError: ")
    assert not any(isinstance(value, Game) for value in shell.user_ns.values())


@given(st.text(max_size=30), CELLS)
@settings(max_examples=80, deadline=None)
def test_no_line_raises_anything_but_a_usage_error(line, text):
    orders = Orders(SimpleNamespace(user_ns={}))
    for cell_text in (None, text):
        with contextlib.suppress(UsageError):
            orders.magic(line, cell_text)
    assert all(isinstance(value, Game) for value in orders.shell.user_ns.values())


def test_options_in_any_order():
    assert asked("--check war2 --seed=9 --quiet") == asked("war2 --quiet --seed 9 --check")
    assert asked(r"--from C:\wars\one.log").source == r"C:\wars\one.log"


# ---- the line


def test_next_log_undo_save_and_help(shell, cell, tmp_path):
    cell(f"%%orders --seed 1690\n{OPENING}")
    game = shell.user_ns["war"]
    told = cell("%orders next")
    assert all(option.text in told for option in game.decision.options)
    assert cell("%orders log") == game.log
    told = cell("%orders undo 2")
    assert "Undone in the game" in told
    assert "Alliance: pass" in told
    assert game.log == by_hand(OPENING.split("\n")[:2]).log
    cell("%orders undo")
    assert len(game) == 1
    file = tmp_path / "a war.log"
    for _ in range(2):  # an older log may be written over
        assert "a war.log" in cell(f"%orders save '{file}'")
        assert file.read_text(encoding="utf-8") == game.log
    assert [path.name for path in tmp_path.iterdir()] == ["a war.log"]
    assert "%%orders" in cell("%orders")
    assert "%%orders" in cell("%orders help")
    assert "%%orders" in shell.find_line_magic("orders").__doc__


@pytest.mark.parametrize(
    "line",
    ["undo 0", "undo 3", "undo -1", "undo x1", "undo 1.5", "undo ²", "undo 1 war more", "save", "save .",
     "save /no/such/folder/war.log", "save '\0'", "dance", "next nobody", "log 7", "'", "next war more"],
)  # fmt: skip
def test_wrong_lines_are_told_without_a_traceback(shell, cell, line):
    cell("%%orders --seed 1690\nfirst Bourbon\npass")
    assert cell(f"%orders {line}").startswith("UsageError: ")
    assert len(shell.user_ns["war"]) == 2


def test_a_file_that_is_no_log_is_not_written_over(cell, tmp_path):
    cell("%%orders --seed 1690\nfirst Bourbon")
    other = tmp_path / "thesis.txt"
    for content in (b"my work", b"\xff\xfe\x00"):
        other.write_bytes(content)
        assert "nothing was written" in cell(f"%orders save {other}")
        assert other.read_bytes() == content


def test_undo_without_orders_and_a_game_without_cell(shell, cell):
    assert "UsageError" in cell("%orders undo")
    shell.user_ns["war"] = Game.new(1)
    assert "none yet" in cell("%orders undo")
    assert "Bourbon decides" in cell("%orders next")


def test_the_extension_comes_and_goes(shell, cell):
    matchers = len(shell.Completer.custom_matchers)
    shell.extension_manager.load_extension("ninevears_kernel")
    assert len(shell.Completer.custom_matchers) == matchers
    shell.extension_manager.unload_extension("ninevears_kernel")
    assert "not found" in cell("%%orders\npass")
    assert len(shell.Completer.custom_matchers) == matchers - 1
    shell.extension_manager.reload_extension("ninevears_kernel")
    assert "✓" in cell("%%orders\nfirst Bourbon")


def test_old_games_are_not_kept():
    memory, game = Memory(), by_hand(["first Bourbon"])
    memory.remember("a", 1, "first Bourbon", game, 0)
    known = weakref.ref(game)
    del game
    assert known() is None
    assert memory.standing(Game.new(1)) == []


# ---- completion


@pytest.fixture
def tab(shell):
    """What Tab replaces and offers, at the end of a text or where a bar stands in it."""

    def press(text: str):
        at = text.index("|") if "|" in text else len(text)
        text = text.replace("|", "")
        with provisionalcompleter():
            found = list(shell.Completer.completions(text, at))
        starts = {text[one.start : at] for one in found}
        assert len(starts) <= 1
        return (starts.pop() if starts else None), [one.text for one in found]

    return press


def test_tab_offers_the_legal_continuations(shell, cell, tab):
    cell("%%orders --seed 1690\nfirst Bourbon", "a")
    assert tab("%%orders\n") == ("", ["strengthen", "pass"])
    assert tab("%%orders war\npa") == ("pa", ["pass"])
    assert tab("%%orders war\nBourbon: S") == ("S", ["strengthen"])
    assert tab("%%orders war\n 2. PA") == ("PA", ["pass"])
    assert tab("%%orders war\nBou") == ("Bou", ["Bourbon: "])
    assert tab("%%orders war\npass\npass\nfir") == ("fir", ["first Bourbon", "first Alliance"])
    assert tab("%%orders war\npass\npass\nfir|\ndone") == ("fir", ["first Bourbon", "first Alliance"])
    typed, offers = tab("%%orders war\npass\npass\nfirst Bourbon\nrai")
    assert (typed, offers[0]) == ("rai", "raise ")
    game = by_hand(OPENING.split("\n"))
    assert offers[1:] == [one.text for one in game.decision.options if one.text.startswith("raise ")]
    typed, offers = tab("%%orders war\npass\npass\nfirst Bourbon\nraise FRANCE, pe")
    assert (typed, offers) == (
        "raise FRANCE, pe",
        [one for one in offers if one.startswith("raise France, Pe")],
    )
    assert "perpignan" in " ".join(tab("%%orders war\npass\npass\nfirst Bourbon\nperpig")[1]).casefold()
    assert len(shell.user_ns["war"]) == 1


def test_with_nothing_to_offer_no_words_of_python_are_offered(cell, tab):
    cell("%%orders --seed 1690\nfirst Bourbon", "a")
    for text in (
        "%%orders\nimport",
        "%%orders\ndance\nimp",
        "%%orders\nAlliance: imp",
        "%%orders\n# imp",
        "%%orders 7\nimp",
    ):
        typed, offers = tab(text)
        assert offers == [typed]
    assert "ninevears_kernel" in tab("import ninevears_k")[1]


def test_tab_in_a_cell_that_ran_goes_on_from_where_it_began(cell, tab):
    cell("%%orders --seed 1690\nfirst Bourbon\npass\npass", "a")
    cell("%%orders\nfirst Bourbon\nline Strasbourg\ndone", "b")
    assert tab("%%orders\nfirst Bourbon\nline Strasb|\ndone") == ("line Strasb", ["line Strasbourg"])
    assert tab("%%orders\nfirst A|\nline Strasbourg\ndone") == ("first A", ["first Alliance"])
    assert tab("%%orders --seed 1690\nfirst Bourbon\nstr|\npass") == ("str", ["strengthen"])
    assert "reassign Duras" in tab("%%orders\nreas")[1]


def test_tab_on_the_first_line_and_in_the_line_magic(cell, tab):
    cell("%%orders siege --seed 1690\nfirst Bourbon", "a")
    assert tab("%%orders si") == ("si", ["siege"])
    assert tab("%%orders siege --c") == ("--c", ["--check"])
    assert tab("%orders n") == ("n", ["next"])
    assert tab("%orders undo si") == ("si", ["siege"])
    assert "pass" in tab("\n%%orders siege\npa")[1]


def test_tab_before_there_is_a_game(shell, tab):
    assert tab("%%orders --seed 3\nfirst B") == ("first B", ["first Bourbon"])
    assert "war" not in shell.user_ns
    assert tab("%%orders --from /no/such\nfirst B") == ("first B", ["first B"])


@given(st.integers(0, 40), st.integers(0, 999), st.randoms(use_true_random=False), st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_every_whole_offer_is_legal_and_every_option_is_offered(length, seed, random, typed):
    game = Game.new(seed)
    above = []
    twin = game.branch()
    while len(twin) < length and twin.decision:
        above.append(random.choice(twin.decision.options).text)
        twin.choose(above[-1])
    options = twin.decision.options
    line = random.choice(options).text[:typed]
    finder = Continuations(Memory())
    for _ in range(2):  # the second time from what was kept
        found, offers = finder.complete(game, [*above, line], len(above), len(line))
        assert found == line.lstrip()
        whole = [one.text for one in offers if one.kind != "…"]
        assert whole == [one.text for one in options if one.text.casefold().startswith(line.casefold())]
        assert all(one.text.casefold().startswith(line.casefold()) for one in offers)
    assert len(game) == 0


@given(CELLS, st.data())
@settings(max_examples=60, deadline=None)
def test_tab_never_raises(text, data):
    body = text.split("\n")
    place = data.draw(st.integers(0, len(body) - 1))
    column = data.draw(st.integers(0, len(body[place])))
    typed, offers = Continuations(Memory()).complete(Game.new(1690), body, place, column)
    assert body[place][:column].endswith(typed)
    assert all(one.text for one in offers)


def test_words_are_offered_one_after_the_other():
    options = by_hand(OPENING.split("\n")).decision.options
    first = [one.text for one in suggestions(options, "") if one.kind == "…"]
    assert {"restore ", "raise "} <= set(first)
    second = [one.text for one in suggestions(options, "raise France,") if one.kind == "…"]
    assert second[0] == "raise France, "
    third = [one.text for one in suggestions(options, "raise France, ") if one.kind == "…"]
    assert "raise France, Perpignan, " in third
    assert suggestions(options, "rase France, Perpignan, full")[0].text.startswith("raise France, Perpignan")
    assert suggestions(options, "zzzzzz") == []


# ---- in a kernel


@pytest.fixture(scope="module")
def kernel():
    manager, client = start_new_kernel(kernel_name="python3")
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def executed(client, code: str):
    shown = []
    reply = client.execute_interactive(code, output_hook=shown.append, timeout=60)
    return reply["content"]["status"], [
        one for one in shown if one["msg_type"] in ("display_data", "stream", "error")
    ]


@pytest.mark.usefixtures("kernel")
def test_a_real_kernel_runs_and_completes_a_cell(kernel):
    assert executed(kernel, "%load_ext ninevears_kernel") == ("ok", [])
    status, shown = executed(kernel, f"%%orders war --seed 1690\n{OPENING}\ndance")
    assert status == "ok"
    assert [one["msg_type"] for one in shown] == ["display_data"]
    data = shown[0]["content"]["data"]
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "Order 5 cannot be done" in data["text/plain"]
    assert "<pre" in data["text/html"]
    code = "%%orders war\n# more\nBourbon: raise france, perpignan, f"
    kernel.complete(code, len(code))
    reply = kernel.get_shell_msg(timeout=30)["content"]
    assert reply["matches"] == ["raise France, Perpignan, full"]
    assert code[reply["cursor_start"] : reply["cursor_end"]] == "raise france, perpignan, f"
    status, shown = executed(kernel, "%%orders --nonsense\npass")
    assert status == "error" or "UsageError" in shown[0]["content"]["text"]
    assert not any("Traceback" in str(one["content"]) for one in shown)


# ---- the notebook


def test_the_orders_of_the_notebook_can_be_given():
    war = None
    wrong = []
    for cell in nbformat.read(NOTEBOOK, as_version=4).cells:
        head, _, body = cell.source.partition("\n")
        if cell.cell_type != "code" or not head.startswith("%%orders"):
            continue
        wanted = asked(head.removeprefix("%%orders"))
        war = war or Game.new(wanted.seed)
        done = run(war.branch() if wanted.check else war, lines_of(body, 2))
        if done.problem is not None:
            wrong.append((wanted.check, done.problem.text))
    assert wrong == [(True, "to Paris")], "one cell shows what a refusal looks like"
    war.undo()
    assert "stand" in [option.text for option in war.decision.options], "what the reader is asked to try"


# ---- what is wrong with the first line, and how orders are counted


def test_orders_are_counted_as_orders_whatever_stands_between_them():
    _, done = carried_out("# spring\n\nfirst Bourbon\n\n# and now\npass\npass\ndance\n\ndone")
    outcome = Outcome(done)
    rows = re.findall(r"class='number'>(\d+)<", html_of(outcome))
    assert rows == [str(number) for number in range(1, len(done.carried) + 3)]
    stopped = len(done.carried) + 1
    assert f"Order {stopped} cannot be done" in str(outcome.says)
    lines = text_of(outcome).splitlines()
    assert f"   {stopped} ✗ dance" in lines
    assert f"   {stopped + 1} – done" in lines


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("war --from nothing", "--from: found 'nothing', expected the name of a file"),
        ("--chekc", "--seed, --from, --after, --check, --quiet or --words (did you mean --check?)"),
        ("--zzz", "a switch of %%orders: --seed, --from, --after, --check, --quiet or --words."),
        ("--seed", "--seed: found nothing, expected a number after it"),
        ("--from --check", "expected a file or a variable after it"),
    ],
)
def test_a_first_line_that_cannot_be_read_is_told_in_plain_words(line, means):
    with pytest.raises(BadInput) as caught:
        new_game(asked(line), {})
    assert means in str(caught.value)
    assert "(No such file" not in str(caught.value)
