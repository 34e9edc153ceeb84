"""A war in cells of a notebook: what a cell tells is what was played; run again it plays nothing twice."""

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings, strategies as st
from IPython.core.interactiveshell import InteractiveShell
from other_secrets import with_other_secrets
from test_for_seat import laid_face_down
from traitlets.config import Config
from walks import a_walk

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.atlas.picture import colours
from ninevears_kernel.nine_years.components.sides import enemy
from ninevears_kernel.nine_years.rules.sequence import PHASES
from ninevears_kernel.play.natural_actions import not_offered
from ninevears_kernel.play.phase_walk import Walk, phase_told
from ninevears_kernel.play.session import Session
from ninevears_kernel.widgets import choose, phase, step
from ninevears_kernel.widgets.parts.cleanup import running_cell
from ninevears_kernel.widgets.play.phase_page import page_of

SEED = 1690


def hands_off(seed=SEED):
    return Session(seed=seed, bourbon="sense", alliance="sense")


def words_of(page):
    """What stands on a page, without its marks."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<style>.*?</style>|<[^>]*>", "", page, flags=re.DOTALL)))


# ---- what is told


@pytest.mark.parametrize(("seed", "player"), [(3, "chance"), (SEED, "sense")])
def test_every_choice_step_and_die_is_told_once_in_its_phase(seed, player):
    session = Session(seed=seed, bourbon=player, alliance=player)
    walk = Walk(session)
    phases = []
    while not session.over:
        phases.append(walk.phase())
    while phases[-1].when != (session.here.year, session.here.phase):
        phases.append(walk.phase())  # the winter in which it ended was nobody's choice
    expected = [(year, name) for year in range(1688, phases[-1].year + 1) for name in PHASES]
    assert [one.when for one in phases] == expected[: len(phases)]
    told = [one for part in phases for one in part.told]
    assert [one.text for one in told if one.says] == [moment.text for moment in session.moments]
    assert [one.side for one in told if one.says] == [moment.entry.side for moment in session.moments]
    steps = [step for moment in session.moments for step in moment.steps]
    assert [step for one in told for step in one.steps] == [*session.before, *steps]
    rolls = [roll for moment in session.moments for roll in moment.entry.rolls]
    assert Counter(roll for one in told for roll in one.rolls) == Counter(rolls)
    begun = {one.phase: one.told[0].steps[0].says.id for one in phases if one.phase in ("event", "winter")}
    assert begun == {"event": "sequence.year", "winter": "winter.begins"}
    rolled = {name: set() for name in PHASES}
    for part in phases:
        rolled[part.phase] |= {roll.says.id for one in part.told for roll in one.rolls}
    assert rolled["event"] >= {"kww.roll"}
    assert rolled["winter"] <= {"peace.roll"}
    if player == "sense":
        assert rolled["campaign"] >= {"battle.roll", "siege.roll"}
        assert rolled["winter"]
    assert not rolled["campaign"] & {"kww.roll", "peace.roll"}


def test_a_cell_says_what_the_session_says():
    session = hands_off()
    for _ in range(8):
        before = session.place
        cell = phase(session)
        words = words_of(cell.html)
        moments = session.moments[before : session.place]
        for moment in moments:
            assert str(session.describe(moment)) in words
            assert moment.text in words
            assert f"{moment.entry.side}: {moment.says} [{moment.text}]" in cell.text
            for roll in moment.entry.rolls:
                assert f"{roll.face} {roll.says}" in cell.text
        decision = session.decision
        assert str(decision.asks) in words
        for option in decision.options:
            assert f"{option.says} {option.text}" in words
    assert session.here[:2] == (1690, "event")


def test_what_is_natural_and_not_offered_is_told_with_its_reason():
    session = hands_off()
    told = 0
    for _ in range(24):
        page = step(session).html
        for one in not_offered(session.game):
            told += 1
            assert str(one.says) in words_of(page)
            for violation in one.violations:
                assert str(violation.says) in words_of(page)
                assert f"<dt>{violation.clause_id} " in page
    assert told > 2


def test_every_paragraph_of_a_page_exists_and_is_told_under_why():
    session = hands_off()
    for _ in range(8):
        page = phase(session).html
        cited = set(re.findall(r"<sup title='[^']*'>([^<]+)</sup>", page))
        told = set(re.findall(r"<dt>NY ([^ ]+) ", page))
        assert cited
        assert cited <= told
        for number in told:
            assert clause(f"NY {number}").says in words_of(page)


def test_a_page_needs_nothing_but_itself():
    session = hands_off()
    pages = [phase(session).html for _ in range(8)]
    for page in pages:
        assert "<script" not in page
        assert "url(http" not in page
        assert "src=" not in page
        _Balanced().check(page)
    with_map = [page for page in pages if "<svg" in page]
    assert with_map
    for page in with_map:
        asked = set(re.findall(r"var\(--nv-([\w-]+)\)", page))
        given = set(re.findall(r"--nv-([\w-]+):", page))
        assert asked
        assert asked <= given == set(colours("light"))
        assert len(page) < 250_000
    assert "<svg" not in phase(hands_off(), "winter", map=False).html


class _Balanced(HTMLParser):
    """Whether each element is closed where it should be."""

    def check(self, page):
        self.open = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, _attributes):
        if tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, _tag, _attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


# ---- where it goes


def test_a_named_phase_is_gone_to_from_anywhere():
    session = hands_off()
    assert phase(session, "campaign", year=1690).text.startswith("1690, Campaign phase")
    played = len(session.moments)
    first = phase(session, "winter", year=1688)
    assert first.text.startswith("1688, Winter Quarters")
    assert "Winter Quarters of 1688 begin." in first.text
    assert phase(session).text.startswith("1689, Event phase")
    assert phase(session, "reinforcement").text.startswith("1689, Reinforcement phase")
    assert phase(session, year=1690).text.startswith("1690, Event phase")
    assert len(session.moments) == played
    for wrong in ({"name": "lunch"}, {"year": 1687}, {"year": "1690"}):
        with pytest.raises(BadInput):
            phase(session, **wrong)
    with pytest.raises(BadInput, match="Session"):
        phase(session.game)


def test_a_war_that_ended_before_says_so():
    session = Session(seed=3, bourbon="chance", alliance="chance")
    session.play_on()
    last = session.here.year
    assert last < 1699
    session.go_to(9)
    with pytest.raises(BadInput, match=str(last)):
        phase(session, year=last + 1)
    assert session.place == 9
    session.play_on()
    assert say("sitting.war-over") in phase(session).text


def test_a_person_is_waited_for_and_told_what_may_be_chosen():
    session = Session(seed=SEED)
    cell = phase(session)
    assert session.place == 0
    assert 'choose(war, "first Bourbon")' in cell.text
    assert choose(session, "first Bourbon", "pass").text.startswith("1688, Event phase")
    assert session.is_persons_turn
    here = session.place
    assert step(session).text.startswith("1688, Reinforcement phase")
    assert session.place == here
    told = choose(session, "first Bourbon").text
    assert "Raise a corps (" in told
    assert "points)" in told


def test_what_is_forbidden_is_told_and_nothing_is_done_after_it():
    session = Session(seed=SEED)
    cell = choose(session, "first Bourbon", "campaign Paris", "pass")
    assert [moment.text for moment in session.moments[:2]] == ["first Bourbon"]
    for violation in session.why_not("campaign Paris"):
        assert str(violation.says) in words_of(cell.html)
        assert violation.clause_id in cell.text
    assert "role='alert'" in cell.html
    with pytest.raises(BadInput):
        choose(session, "fly to the moon")


def test_the_computer_begins_where_it_is_its_turn():
    session = Session(seed=SEED, bourbon="sense", alliance="person")
    choose(session, "pass")
    assert [moment.entry.side for moment in session.moments[:2]] == ["Bourbon", "Bourbon"]
    assert "Alliance" in {moment.entry.side for moment in session.moments}


# ---- a cell that is run again


@pytest.fixture
def shell():
    config = Config()
    config.HistoryManager.enabled = False
    shell = InteractiveShell.instance(config=config)
    running_cell()  # listens from now on
    yield shell
    InteractiveShell.clear_instance()


def run(shell, text, cell_id):
    result = shell.run_cell(text, cell_id=cell_id, store_history=True)
    result.raise_error()
    return result.result.text if result.result is not None else None


CELLS = {
    "a": "from ninevears_kernel.widgets import *\nfrom ninevears_kernel.play import Session",
    "b": "war = Session(seed=1690)",
    "c": "phase(war)",
    "d": "choose(war, 'first Bourbon', 'pass')",
    "e": "step(war)\nchoose(war, 'first Bourbon')",
    "f": "choose(war, 'support', 'done')",
    "g": "phase(war)",
}


def test_run_all_twice_shows_the_same_and_so_does_each_cell_alone(shell):
    first = {name: run(shell, text, name) for name, text in CELLS.items()}
    assert first == {name: run(shell, text, name) for name, text in CELLS.items()}
    war = shell.user_ns["war"]
    place = war.place
    for name in ("g", "g", "c", "d", "e", "f", "f", "g", "e", "f", "g"):
        assert run(shell, CELLS[name], name) == first[name]
    assert war.place == place
    assert 'choose(war, "' in first["c"]


def test_another_choice_in_a_cell_makes_another_war_below_it(shell):
    for name, text in CELLS.items():
        run(shell, text, name)
    told = run(shell, "choose(war, 'fleet Brest, 1', 'done')", "f")
    war = shell.user_ns["war"]
    assert "fleet Brest, 1" in told
    assert "support" not in [moment.text for moment in war.moments if moment.entry.side == "Bourbon"]
    assert run(shell, CELLS["g"], "g") != told
    assert "support" not in [moment.text for moment in war.moments if moment.entry.side == "Bourbon"]
    run(shell, CELLS["d"], "d")
    assert [moment.text for moment in war.moments[:2]] == ["first Bourbon", "pass"]
    assert war.is_persons_turn
    assert len(war.moments) == war.place


def test_two_calls_in_one_cell_go_on(shell):
    run(shell, CELLS["a"], "a")
    run(shell, "war = Session(seed=1690, bourbon='sense', alliance='sense')", "b")
    both = "phase(war)\nphase(war)"
    assert run(shell, both, "c").startswith("1688, Reinforcement phase")
    assert run(shell, both, "c").startswith("1688, Reinforcement phase")
    assert run(shell, "phase(war)", "d").startswith("1688, Campaign phase")


def test_without_a_notebook_each_call_goes_on():
    session = hands_off()
    assert [phase(session).text.partition("\n")[0] for _ in range(3)] == [
        "1688, Event phase",
        "1688, Reinforcement phase",
        "1688, Campaign phase",
    ]


# ---- secrets (NY 4.4)


def shown(session):
    """All that cells show of what a session has played, as bytes: the present phase, and every choice."""
    here = session.here
    parts = phase_told(session, here.year, here.phase, over=False).parts
    pages = [page_of(session, (here.year, here.phase), parts)]
    pages.append(page_of(session, (here.year, here.phase), Walk(session).since(0)))
    return "".join(page.html + page.text for page in pages).encode()


@pytest.mark.clause("NY 4.4")
@given(
    st.tuples(st.integers(0, 20), st.integers(0, 250)),
    st.sampled_from([("person", "sense"), ("sense", "person"), ("person", "person")]),
    st.integers(0, 10**6),
)
@settings(max_examples=6, deadline=None)
def test_exchanging_what_is_hidden_changes_no_byte_of_a_cell(walked, seats, seed):
    game = a_walk(*walked)
    if game.engine.side is None:
        return
    session = Session(game, bourbon=seats[0], alliance=seats[1])
    assert shown(with_other_secrets(session, seed)) == shown(session)


@pytest.mark.clause("NY 4.4")
def test_whoever_sees_everything_sees_the_difference():
    """Or the test above would show nothing."""
    session = Session(a_walk(5, 120), bourbon="person", alliance="sense")
    twin = with_other_secrets(session, 1)
    session.show = twin.show = "all"
    assert shown(twin) != shown(session)


@pytest.mark.clause("NY 13.2.1.a")
def test_a_card_face_down_changes_no_byte_of_a_cell():
    game = laid_face_down()
    owner = game.entries[-1].side
    seats = {owner: "sense", enemy(owner): "person"}
    session = Session(game, bourbon=seats["Bourbon"], alliance=seats["Alliance"])
    assert len({shown(with_other_secrets(session, seed)) for seed in range(6)} | {shown(session)}) == 1


@pytest.mark.clause("NY 4.4")
def test_a_cell_against_the_computer_has_no_card_of_its_hand():
    session = Session(seed=1691)
    pages = [phase(session, "campaign", year=1689)]  # both sides hold events then
    for _ in range(12):
        pages.append(choose(session, session.decision.options[-1].text))
    secret = session.game.position.alliance_hand.events
    assert secret
    told = " ".join(words_of(page.html) + page.text for page in pages)
    assert [name for name in secret if name in told] == []
