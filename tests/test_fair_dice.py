"""Dice that can be trusted: what was committed to gives the seed, and whatever does not fit is found out."""

import hashlib
import hmac
import os
import re
import stat
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner
from hypothesis import given, settings, strategies as st
from walks import a_walk, walk

from ninevears_kernel.cli import cli
from ninevears_kernel.core.errors import BadInput
from ninevears_kernel.input_bounds import BOUNDS
from ninevears_kernel.nine_years.components.position import MOST_SEED
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.umpire.luck.fair_dice import (
    PlayersWords,
    Reveal,
    add_promises,
    add_words,
    check,
    commit,
    promise,
    read_commitment,
    read_reveal,
    seed_of,
    withheld,
)

WORDS = {"Bourbon": "nec pluribus impar", "Alliance": "je maintiendrai"}


@pytest.fixture(scope="module")
def war():
    """A commitment of the first form with words, its reveal, and a war played with the seed."""
    commitment, reveal = commit("Anna against Ben", "2026-11-21", promised=False)
    commitment = add_words(commitment, WORDS)
    game = walk(Game.new(seed_of(commitment, reveal), recorded=False), 80)
    return commitment, reveal, game


def with_promised_words(commitment, words):
    """Both players promise, and only then show."""
    kept = {side: promise(commitment, side, said) for side, said in words.items()}
    commitment = add_promises(commitment, {side: one.digest for side, one in kept.items()})
    return add_words(commitment, {side: one.line for side, one in kept.items()})


def test_words_are_promised_before_they_are_shown():
    commitment, reveal = commit("Anna against Ben", "2026-11-21")
    with pytest.raises(BadInput, match="promises"):
        add_words(commitment, WORDS)
    with pytest.raises(BadInput, match="words"):
        seed_of(commitment, reveal)
    anna, ben = (promise(commitment, side, WORDS[side]) for side in WORDS)
    promised = add_promises(commitment, {"Bourbon": anna.digest, "Alliance": ben.digest})
    assert WORDS["Alliance"] not in promised.text
    assert ben.salt not in promised.text
    with pytest.raises(BadInput, match="promised"):  # the last player has other words after all
        add_words(promised, {"Bourbon": anna.line, "Alliance": promise(commitment, "Alliance", "rain").line})
    with pytest.raises(BadInput, match="kept"):
        add_words(promised, WORDS)
    shown = add_words(promised, {"Bourbon": anna.line, "Alliance": ben.line})
    assert read_commitment(promised.text) == promised
    assert read_commitment(shown.text) == shown
    game = walk(Game.new(seed_of(shown, reveal), recorded=False), 40)
    found = check(shown.text, reveal.text, game.log)
    assert found.holds
    assert "promised" in str(found.checks[2].says)
    assert hashlib.sha256(ben.text.encode()).hexdigest() == dict(shown.promises)["Alliance"]
    others = replace(shown, words=(("Bourbon", "rain"), ("Alliance", "sun")))
    assert check(others, reveal, game.log).failed == ("words",)
    with pytest.raises(BadInput, match="Alliance promise"):
        read_commitment(re.sub("Alliance promise: .*\n", "", shown.text))


def test_who_guesses_a_players_words_cannot_try_their_own():
    """The umpire and the last player know the secret and the other's promise; the salt they cannot guess."""
    commitment, reveal = commit("Anna against Ben", "2026-11-21")
    anna, ben = promise(commitment, "Bourbon", "rain"), promise(commitment, "Alliance", "sun")
    promised = add_promises(commitment, {"Bourbon": anna.digest, "Alliance": ben.digest})
    shown = add_words(promised, {"Bourbon": anna.line, "Alliance": ben.line})
    guessed = replace(shown, salts=(("Bourbon", "0" * 32), ("Alliance", ben.salt)))
    assert guessed.words == shown.words
    assert seed_of(guessed, reveal) != seed_of(shown, reveal)


def test_a_commitment_of_the_second_form_has_the_seed_that_it_had():
    digits = "0123456789abcdef" * 4
    text = f"""ninevears-commitment/2
game: Old
date: 2026-11-21
words: yes
sha256: {Reveal("Old", "2026-11-21", True, digits).digest}
Bourbon promise: {PlayersWords("Old", "Bourbon", "rain", "1" * 32).digest}
Alliance promise: {PlayersWords("Old", "Alliance", "sun", "2" * 32).digest}
Bourbon words: rain
Alliance words: sun
Bourbon salt: {"1" * 32}
Alliance salt: {"2" * 32}
"""
    commitment = read_commitment(text)
    assert commitment.text == text
    assert seed_of(commitment, Reveal("Old", "2026-11-21", True, digits)) == 802_288_552_965_740_892


def test_the_promises_are_part_of_the_seed():
    """Other salts, another seed: what was published before the words were shown counts."""
    commitment, reveal = commit("Anna against Ben", "2026-11-21")
    assert len({seed_of(with_promised_words(commitment, WORDS), reveal) for _ in range(5)}) == 5


def test_an_honest_war(war):
    commitment, reveal, game = war
    found = check(commitment.text, reveal.text, game.log)
    assert found.holds
    assert [one.name for one in found.checks] == ["names", "secret", "words", "start", "seed", "rolls"]
    assert "can be trusted" in str(found.says)
    assert all(str(one.says) for one in found.checks)


def test_it_can_be_checked_with_any_tool(war):
    commitment, reveal, game = war
    assert hashlib.sha256(reveal.text.encode()).hexdigest() == commitment.digest
    secret = bytes.fromhex(re.search("secret: (.*)", reveal.text)[1])
    told = "\n".join(
        [
            "ninevears-seed/1",
            f"sha256: {commitment.digest}",
            "Bourbon words: nec pluribus impar",
            "Alliance words: je maintiendrai",
        ]
    )
    code = hmac.new(secret, told.encode(), "sha256").digest()
    assert int.from_bytes(code[:8], "big") >> 2 == game.start.seed < MOST_SEED


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Etc/GMT-14"])  # at no hour have both the day of Greenwich
def test_the_day_is_the_same_everywhere(monkeypatch, zone):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        before = datetime.now(UTC).date().isoformat()
        commitment, reveal = commit("Anna against Ben")
        assert before <= commitment.date <= datetime.now(UTC).date().isoformat()
        assert reveal.date == commitment.date
    finally:
        monkeypatch.undo()
        time.tzset()


def test_no_two_secrets_are_the_same():
    made = [commit("A", "2026-11-21") for _ in range(50)]
    assert len({reveal.secret for _, reveal in made}) == 50
    assert all(reveal.secret not in commitment.text for commitment, reveal in made)


@given(st.text(max_size=150), st.text(max_size=220), st.text(max_size=220), st.booleans())
@settings(max_examples=80)
def test_blocks_come_back_as_they_were(name, bourbon, alliance, with_words):
    try:
        commitment, reveal = commit(name, "2026-11-21", with_words)
        if with_words:
            commitment = with_promised_words(commitment, {"Bourbon": bourbon, "Alliance": alliance})
    except BadInput:
        return
    assert read_commitment(commitment.text) == commitment
    assert read_reveal(reveal.text) == reveal
    quoted = "\ufeff" + "".join(f"> {line}\r\n\r\n" for line in commitment.text.split("\n"))
    assert read_commitment(quoted) == commitment
    assert 0 <= seed_of(commitment, reveal) < 1 << 62


def test_the_words_of_either_player_change_the_seed(war):
    commitment, reveal, game = war
    for side in WORDS:
        other = add_words(commitment, WORDS | {side: "something else"})
        assert seed_of(other, reveal) != game.start.seed


# ---- each way in which it can fail


def failed(commitment, reveal, log) -> tuple[str, ...]:
    found = check(commitment, reveal, log)
    assert not found.holds
    assert "cannot be shown to be honest" in str(found.says)
    return found.failed


def test_another_secret(war):
    commitment, _, game = war
    _, other = commit("Anna against Ben", "2026-11-21")
    assert failed(commitment, other, game.log) == ("secret", "seed")
    new = walk(Game.new(seed_of(commitment, other), recorded=False), 20)
    assert failed(commitment, other, new.log) == ("secret",)


@pytest.mark.parametrize(
    ("old", "new"), [("Anna", "Bert"), ("2026-11-21", "2026-11-20"), ("words: yes", "words: no")]
)
def test_a_reveal_of_another_game(war, old, new):
    commitment, reveal, game = war
    assert failed(commitment, reveal.text.replace(old, new), game.log) == ("names", "secret")


def test_words_that_are_missing_or_others(war):
    commitment, reveal, game = war
    bare = re.sub(".* words: .*\n", "", commitment.text)
    found = check(bare, reveal, game.log)
    assert found.failed == ("words",)
    assert [one.holds for one in found.checks if one.name == "seed"] == [None]
    assert not found.holds
    assert failed(commitment.text.replace("impar", "par"), reveal, game.log) == ("seed",)


def test_another_seed_in_the_log(war):
    commitment, reveal, _ = war
    assert failed(commitment, reveal, a_walk(1690, 40, recorded=False).log) == ("seed",)


def test_another_die_in_the_log(war):
    commitment, reveal, game = war
    line = next(line for line in game.log.split("\n") if line.startswith("  roll"))
    face = int(line.split()[1])
    wrong = game.log.replace(line, line.replace(str(face), str(face % 6 + 1), 1), 1)
    assert failed(commitment, reveal, wrong) == ("rolls",)
    assert failed(commitment, reveal, game.log.replace(line + "\n", "", 1)) == ("rolls",)


def test_a_log_that_begins_later(war):
    commitment, reveal, game = war
    later = walk(Game.from_position(game.position, recorded=False), 10)
    assert later.start.seed == game.start.seed
    assert failed(commitment, reveal, later.log) == ("start",)


def test_real_dice_and_what_is_no_log(war):
    commitment, reveal, _ = war
    assert failed(commitment, reveal, TableGame.at_table().log) == ("start", "seed")
    found = check(commitment, reveal, "hello")
    assert [one.holds for one in found.checks] == [True, True, True, None, None, False]


def test_no_words_is_said_to_be_weaker():
    commitment, reveal = commit("A", "2026-11-21", with_words=False)
    found = check(commitment, reveal, Game.new(seed_of(commitment, reveal)).log)
    assert found.holds
    assert "drawn secrets until one came that they liked" in " ".join(str(one.says) for one in found.checks)


# ---- bad input


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("ninevears-commitment/1", "ninevears-commitment/4", "line 1"),
        ("game: Anna against Ben\n", "", "game"),
        ("game: Anna against Ben", "game: " + "x" * 121, "game"),
        ("2026-11-21", "yesterday", "date"),
        ("words: yes", "words: maybe", "words"),
        ("words: yes", "words: no", "words"),
        ("sha256: ", "sha256: zz", "sha256"),
        ("sha256: ", "sha257: ", "block"),
        ("date: ", "date: 2026-11-21\ndate: ", "date"),
        ("nec pluribus impar", "", "Bourbon words"),
        ("nec pluribus impar", "x" * 201, "Bourbon words"),
        ("nec pluribus impar", "x" * 4000, "block"),
    ],
)
def test_a_bad_block_names_its_line(war, old, new, field):
    commitment, reveal, game = war
    with pytest.raises(BadInput) as bad:
        check(commitment.text.replace(old, new, 1), reveal, game.log)
    assert bad.value.field == field


def test_a_bad_reveal_and_a_log_that_is_too_long(war):
    commitment, reveal, game = war
    with pytest.raises(BadInput, match="secret"):
        check(commitment, reveal.text.replace("secret: ", "secret: x"), game.log)
    with pytest.raises(BadInput, match="log"):
        check(commitment, reveal, "x" * (BOUNDS["log"] + 1))


def test_words_are_needed_for_the_seed_and_only_where_promised():
    commitment, reveal = commit("A", "2026-11-21", promised=False)
    with pytest.raises(BadInput, match="words"):
        seed_of(commitment, reveal)
    with pytest.raises(BadInput, match="no words"):
        add_words(commit("A", with_words=False)[0], WORDS)
    with pytest.raises(BadInput, match="Alliance words"):
        add_words(commitment, {"Bourbon": "x"})


def test_while_the_war_goes_on_the_seed_is_kept_back(war):
    _, _, game = war
    assert str(game.start.seed) not in withheld(game.log)
    with pytest.raises(BadInput, match="seed"):
        read_log(withheld(game.log))


# ---- the command line


def run(*arguments, **options):
    return CliRunner().invoke(cli, ["dice", *map(str, arguments)], **options)


def test_from_the_command_line(tmp_path):
    secret, block, log = tmp_path / "secret.txt", tmp_path / "block.txt", tmp_path / "war.log"
    done = run("commit", "Anna against Ben", secret, "--date", "2026-11-21")
    assert done.exit_code == 0
    assert "Keep" in done.stderr
    assert stat.S_IMODE(os.stat(secret).st_mode) == 0o600
    block.write_text(done.stdout)
    assert (
        run("commit", "Anna against Ben", secret).exit_code == 1
    )  # the file is there: nothing is overwritten
    made = {side: run("promise", block, "--side", side, "--words", said) for side, said in WORDS.items()}
    promised = {side: done.stdout.split(": ")[1].strip() for side, done in made.items()}
    kept = {side: done.stderr.strip().splitlines()[-1] for side, done in made.items()}
    done = run("promises", block, "--bourbon", promised["Bourbon"], "--alliance", promised["Alliance"])
    assert done.exit_code == 0
    block.write_text(done.stdout)
    done = run("words", block, "--bourbon", kept["Bourbon"], "--alliance", kept["Alliance"])
    block.write_text(done.stdout)
    seed = int(run("reveal", block, secret, "--seed").stdout)
    log.write_text(walk(Game.new(seed, recorded=False), 30).log)
    reveal = tmp_path / "reveal.txt"
    reveal.write_text(run("reveal", block, secret).stdout)
    assert hashlib.sha256(reveal.read_bytes()).hexdigest() in block.read_text()
    done = run("check", block, reveal, log)
    assert (done.exit_code, done.stdout.count("[fits]")) == (0, 6)
    log.write_text(a_walk(3, 20, recorded=False).log)
    done = run("check", block, reveal, log)
    assert (done.exit_code, done.stdout.count("[FAILS]")) == (1, 1)
    run("commit", "Anna against Ben", tmp_path / "other.txt", "--date", "2026-11-21")
    assert isinstance(run("reveal", block, tmp_path / "other.txt").exception, BadInput)
    assert isinstance(run("check", block, tmp_path / "nowhere.txt", log).exception, BadInput)
