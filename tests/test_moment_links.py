"""Links to a moment: what they hold has passed the gate, mails may do to them what mails do."""

import json
import zlib
from base64 import urlsafe_b64encode
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st
from other_secrets import exchanged
from walks import a_walk

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.nine_years.components.sides import SEATS
from ninevears_kernel.nine_years.games.links import MOST_LINK, link_to, read_link
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.packing import packed, unpacked
from ninevears_kernel.nine_years.games.save import position_to_data
from ninevears_kernel.nine_years.games.view import for_seat, position_for
from ninevears_kernel.play.linked import told_of
from ninevears_kernel.play.saved_wars import war_text
from ninevears_kernel.play.session import Session
from ninevears_kernel.umpire.cases.case import case_from_data
from ninevears_kernel.umpire.cases.samples import samples

WALKS = st.tuples(st.integers(0, 20), st.integers(0, 250))
CASE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "march",
    "given": {},
    "title": "May they march?",
}


@pytest.mark.clause("NY 4.4")
@given(WALKS, st.sampled_from(SEATS), st.floats(0, 1))
@settings(max_examples=12, deadline=None)
def test_what_is_linked_to_comes_back_as_the_seat_may_see_it(walked, seat, part):
    game = a_walk(*walked)
    found = read_link(link_to(game, seat=seat))
    assert (found.kind, found.seat, found.entry) == ("position", seat, None)
    assert found.position == for_seat(game, seat).position
    assert read_link(link_to(game.position, seat=seat)).position == found.position
    entry = round(part * len(game))
    there = game.branch()
    there.undo(entry)
    found = read_link(link_to(game, seat=seat, entry=entry))
    assert (found.kind, found.entry) == ("entry", entry)
    assert found.position == for_seat(there, seat).position
    if seat == "umpire":
        assert read_log(found.log).position == there.position
    elif entry:
        whole = for_seat(there, seat).log
        assert found.log.split("\n\n")[0] == whole.split("\n\n")[0]
        assert whole.endswith(found.log.split("\n\n", 1)[1])
        assert f"\n# {there.entries[-1].year}, " in found.log
        assert f"\n# {there.entries[-1].year - 1}, " not in found.log


@pytest.mark.clause("NY 4.4")
@given(WALKS, st.sampled_from(["both", "Bourbon", "Alliance"]), st.integers(0, 10**6))
@settings(max_examples=8, deadline=None)
def test_exchanging_what_is_hidden_changes_no_letter_of_a_link(walked, seat, seed):
    game = a_walk(*walked)
    if game.engine.side is None:
        return
    twin = exchanged(game, seat, seed)
    assert link_to(game, seat=seat) == link_to(twin, seat=seat)
    assert link_to(game.position, seat=seat) == link_to(twin.position, seat=seat)
    case = [CASE | {"given": {"position": position_to_data(one.position)}} for one in (game, twin)]
    assert link_to(case[0], seat=seat) == link_to(case[1], seat=seat)


def test_a_log_that_cannot_lead_to_its_position_is_refused():
    game, later = a_walk(3, 120), a_walk(3, 400)
    sent = unpacked(link_to(game, entry=120).rpartition(":")[2], dict)
    whole = read_link(link_to(game, entry=120)).log
    assert sent["log"] == whole
    assert read_link("ninevears:1:entry:" + packed(sent)).log == whole
    last = whole.splitlines()[-1]
    for name, change in {
        "another year": {"position": position_to_data(position_for(later.position, "both"))},
        "another log": {"log": read_link(link_to(later, entry=400)).log},
        "no choice": {"log": "ninevears-log/2\nscenario: 1688\n"},
        "too many": {"entry": 3},
        "none made": {"entry": 0},
        "no verb": {"log": f"{whole}Bourbon: surrender Paris\n"},
        "another scenario": {"log": whole.replace("scenario: 1688", "scenario: 1700")},
        "two years": {"log": f"{whole}\n# 1692, event phase\n{last}\n"},
    }.items():
        with pytest.raises(BadInput, match="leads to the position"):
            pytest.fail(f"{name}: {read_link('ninevears:1:entry:' + packed(sent | change))}")
    assert later.position.year > game.position.year + 1


@given(WALKS, st.sampled_from(["both", "Bourbon", "Alliance"]), st.floats(0, 1))
@settings(max_examples=10, deadline=None)
def test_every_link_that_is_made_can_be_opened_and_says_how_far_it_was_checked(walked, seat, part):
    game = a_walk(*walked, recorded=False)
    told = told_of(link_to(game, seat=seat, entry=round(part * len(game))))
    assert told.count("as the sender wrote it") == 1
    assert "as the sender" not in told_of(link_to(game, seat="umpire", entry=min(3, len(game))))


def test_a_case_comes_back_with_its_position_sealed():
    position = a_walk(3, 100).position
    case = CASE | {"given": {"position": position_to_data(position), "to": "Mons"}}
    found = read_link(link_to(case))
    assert (found.kind, found.position) == ("case", None)
    sealed = position_to_data(position_for(position, "both"))
    assert json.dumps(found.case, sort_keys=True) == json.dumps(
        case | {"given": {"position": sealed, "to": "Mons"}}, sort_keys=True
    )
    assert sealed["seed"] == 0
    whole = read_link(link_to(case, seat="umpire")).case
    assert json.dumps(whole, sort_keys=True) == json.dumps(case, sort_keys=True)
    with pytest.raises(BadInput, match="format"):
        link_to({"format": "something"})


def test_every_sample_goes_through_a_link():
    for name, sample in samples().items():
        case = sample.data | {"format": "ninevears-case/1"}
        link = link_to(case)
        assert len(link) < 6_000, name
        assert case_from_data(read_link(link).case) == sample.case, name


LINK = link_to(a_walk(3, 100))


@pytest.mark.parametrize(
    "mailed",
    [
        LINK,
        f"  {LINK}\n",
        f"<{LINK}>",
        f'"{LINK}".',
        "\r\n".join(LINK[at : at + 70] for at in range(0, len(LINK), 70)),
        "\n".join(f"> > {LINK[at : at + 60]}" for at in range(0, len(LINK), 60)),
        quote(LINK, safe=""),
        LINK.replace("ninevears:", "NineVears:", 1),
        LINK + "==",
    ],
)
def test_mails_and_addresses_may_do_what_they_do(mailed):
    assert read_link(mailed) == read_link(LINK)


def bomb(size):
    raw = zlib.compress(b"0" * size, 9)
    return "ninevears:1:position:" + urlsafe_b64encode(raw).decode()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("", "a link of the kit"),
        ("https://example.org", "a link of the kit"),
        (LINK[:-20], "damaged"),
        (LINK[:60] + LINK[70:], "damaged"),
        (LINK.replace(":1:", ":2:", 1), "newer"),
        (LINK.replace(":position:", ":picture:", 1), "position, case or entry"),
        (LINK.replace(":position:", ":entry:", 1), "entry"),
        (LINK.replace(":position:", ":case:", 1), "case"),
        (f"ninevears:1:position:{packed({'seat': 'both'})}", "position"),
        (f"ninevears:1:position:{packed({'seat': 'god'})}", "seat"),
        (f"ninevears:1:position:{packed([])}", "link"),
        (f"ninevears:1:position:{packed({'seat': 'both', 'more': 1})}", "more"),
        (f"ninevears:1:entry:{packed({'seat': 'umpire', 'log': 'x', 'entry': 1})}", "ninevears-log"),
        (bomb(5_000_000), "1000000 bytes"),
        ("ninevears:1:position:" + "A" * 100_000, "at most 8000"),
    ],
)
def test_what_is_wrong_with_a_link_is_told(wrong, says):
    with pytest.raises(BadInput) as told:
        read_link(wrong)
    assert says in str(told.value)


def test_a_link_that_would_be_too_long_is_not_made():
    story = "".join(chr(0x4E00 + number * 7919 % 20_000) for number in range(4_000))
    with pytest.raises(BadInput, match=f"at most {MOST_LINK}: save a file"):
        link_to(CASE | {"story": story})


def test_there_is_no_such_entry_or_seat():
    game = a_walk(3, 10)
    for entry in (-1, 11, True, "2"):
        with pytest.raises(BadInput, match="entry"):
            link_to(game, entry=entry)
    with pytest.raises(BadInput, match="seat"):
        link_to(game, seat="god")


# ---- the command line


def run(*arguments):
    return CliRunner().invoke(cli, [*arguments], catch_exceptions=True)


def test_nothing_in_a_link_steers_the_terminal():
    title = "\x1b]0;owned\x07\x1b[31mMay they\u202e march?"
    link = "ninevears:1:case:" + packed({"seat": "both", "case": CASE | {"title": title}})
    told = run("open", link).output
    assert "owned" in told
    assert told.replace("\n", "").isprintable()


def test_links_are_made_and_told_on_the_command_line(tmp_path):
    game = a_walk(3, 60)
    files = {
        "war.log": game.log,
        "ours.war": war_text(Session(game)),
        "save.json": json.dumps(position_to_data(game.position)),
        "case.json": json.dumps(CASE),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        link = run("link", str(tmp_path / name)).output.strip()
        assert read_link(link).seat == "both"
        assert "both players" in run("open", link).output
        assert run("open", str(tmp_path / name)).exit_code == 0
    assert link_to(game) == run("link", str(tmp_path / "ours.war")).output.strip()
    mine = run("link", str(tmp_path / "war.log"), "--entry", "40", "--for", "Bourbon").output.strip()
    assert mine == link_to(game, seat="Bourbon", entry=40)
    (tmp_path / "mail.txt").write_text(mine)
    told = run("open", str(tmp_path / "mail.txt")).output
    assert "Entry 40 of a log with what the Bourbon player may see" in told
    assert "# seed: withheld" in told
    assert "Another way" not in run("open", str(tmp_path / "ours.war")).output
    for wrong in (
        ("open", "ninevears:1:x"),
        ("link", "nowhere"),
        ("link", str(tmp_path / "save.json"), "--entry", "3"),
    ):
        assert isinstance(run(*wrong).exception, BadInput)
