"""Dice that can be trusted: committed to before a war, revealed after it, checked by anybody.

The umpire draws a secret, and publishes a commitment: the SHA-256 of a short text that names the game, its
date and the secret. Both players may then add words. The seed of the war is made from all of it, so that
nobody chose it; when the war is over the umpire publishes the text. Whoever holds the commitment, the text
and the log can check every die, with this module or by hand::

    sha256sum reveal.txt                    # is the commitment
    HMAC-SHA256(secret, words)              # its first eight bytes, without the last two bits: the seed

Until the war is over the seed must stay with the umpire, and so must the log, whose head tells it:
`withheld` gives a log without it.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from datetime import date as calendar_date
from hashlib import sha256
from pathlib import Path

from ..core.errors import MISSING, BadEntry, BadInput, UnknownName, one_line
from ..core.messages import Message
from ..input_bounds import check_log
from ..nine_years.game import Game, start_of
from ..nine_years.game_log import replayed
from ..nine_years.kit import Kit
from ..nine_years.position import MOST_SEED
from ..nine_years.sides import SIDES, Side

COMMITMENT, REVEAL, SEED = "ninevears-commitment/1", "ninevears-dice/1", "ninevears-seed/1"
SECRET_BYTES = 32
SEED_BITS = MOST_SEED.bit_length() - 1
"""Seeds are smaller than 2 to the power of this: what a position can hold."""
MOST_NAME, MOST_WORDS, MOST_BLOCK = 120, 200, 4_000
"""Characters of the name of a game, of a player's words, and of a block of text."""
_HEX = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is published before the war.

    Attributes:
        game: the name of the game.
        date: the day on which it was made, as in 1690-07-10.
        with_words: whether both players add words.
        digest: the SHA-256 of the reveal, in hexadecimal.
        words: what each player added.
    """

    game: str
    date: str
    with_words: bool
    digest: str
    words: tuple[tuple[Side, str], ...] = ()

    @property
    def text(self) -> str:
        """The block that is published, and once more when the words have been added."""
        lines = [COMMITMENT, *_named(self.game, self.date, self.with_words), f"sha256: {self.digest}"]
        lines += [f"{side} words: {said}" for side, said in self.words]
        return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class Reveal:
    """What the umpire keeps until the war is over, and then publishes.

    Attributes:
        game, date, with_words: as in the commitment.
        secret: 32 random bytes in hexadecimal.
    """

    game: str
    date: str
    with_words: bool
    secret: str

    @property
    def text(self) -> str:
        """The block whose SHA-256 is the commitment."""
        lines = [REVEAL, *_named(self.game, self.date, self.with_words), f"secret: {self.secret}"]
        return "\n".join(lines) + "\n"

    @property
    def digest(self) -> str:
        """The SHA-256 of the block."""
        return sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    Attributes:
        name: ``names``, ``secret``, ``words``, ``start``, ``seed`` or ``rolls``.
        holds: whether it is as it should be; None when it could not be looked at.
        says: what was found.
    """

    name: str
    holds: bool | None
    says: Message


@dataclass(frozen=True, slots=True)
class FairCheck:
    """What a check found: every part of it, in order."""

    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether everything is as it should be."""
        return all(check.holds for check in self.checks)

    @property
    def says(self) -> Message:
        """The verdict in a sentence."""
        return Message("fair.holds" if self.holds else "fair.fails")

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that failed."""
        return tuple(check.name for check in self.checks if check.holds is False)


def commit(game: str, date: str | None = None, with_words: bool = True) -> tuple[Commitment, Reveal]:
    """Draws a secret; the first of the two is published now, the second when the war is over.

    Args:
        game: the name of the game, on one line.
        date: the day, as in 1690-07-10; by default `today`.
        with_words: whether both players are to add words, so that the umpire cannot choose the seed either.

    Raises:
        BadInput: the name is empty or too long, or the date is none.

    >>> commitment, reveal = commit("Our first war", "2026-11-21")
    >>> commitment.digest == reveal.digest, len(reveal.secret)
    (True, 64)
    """
    name, day = _line_of("game", game, MOST_NAME), _day_of(date or today())
    reveal = Reveal(name, day, bool(with_words), secrets.token_hex(SECRET_BYTES))
    return Commitment(name, day, reveal.with_words, reveal.digest), reveal


def today() -> str:
    """The day in universal time, as the docket has it: the same for players everywhere."""
    return datetime.now(UTC).date().isoformat()


def add_words(commitment: Commitment, words: Mapping[Side, str]) -> Commitment:
    """The commitment with what the players add to it after it was published.

    Args:
        commitment: as it was published.
        words: for each side what its player said: anything on one line; spaces and capitals count as written,
            but for spaces at the ends and runs of spaces.

    Raises:
        BadInput: the commitment takes no words, or a side's are missing, empty or too long.
    """
    if not commitment.with_words:
        raise BadInput("words", "yes", Message("fair.expected-no-words"))
    said: tuple[tuple[Side, str], ...] = tuple(
        (side, _line_of(f"{side} words", words.get(side, MISSING), MOST_WORDS)) for side in SIDES
    )
    return replace(commitment, words=said)


def seed_of(commitment: Commitment, reveal: Reveal) -> int:
    """The seed of the war.

    Raises:
        BadInput: the players' words are still missing.

    >>> reveal = Reveal("Our first war", "2026-11-21", False, "00" * 32)
    >>> seed_of(Commitment("Our first war", "2026-11-21", False, reveal.digest), reveal)
    3911574045532113191
    """
    if commitment.with_words and len(commitment.words) < len(SIDES):
        raise BadInput("words", MISSING, Message("fair.expected-words"))
    told = [
        SEED,
        f"sha256: {commitment.digest}",
        *(f"{side} words: {said}" for side, said in commitment.words),
    ]
    code = hmac.new(bytes.fromhex(reveal.secret), "\n".join(told).encode(), sha256).digest()
    return int.from_bytes(code[:8], "big") >> (64 - SEED_BITS)


def withheld(log: str) -> str:
    r"""A log without the seed in its head, for the players while the war goes on.

    >>> withheld("ninevears-log/1\nscenario: 1688\nseed: 7\n").splitlines()[-1]
    '# seed: withheld until the war is over'
    """
    return re.sub(r"(?im)^\s*seed\s*:.*$", "# seed: withheld until the war is over", log, count=1)


# ---- blocks as people send them


def read_commitment(text: str) -> Commitment:
    """The commitment that a block tells; empty lines, quoting marks and spaces around it do not count.

    Raises:
        BadInput: it is none; names the line that is wrong.
    """
    names = ("game", "date", "words", "sha256", *(f"{side} words" for side in SIDES))
    told = _block(text, COMMITMENT, names)
    commitment = Commitment(*_heads(told), _hexadecimal("sha256", told))
    words = {side: told[f"{side} words"] for side in SIDES if f"{side} words" in told}
    return add_words(commitment, words) if words else commitment


def read_reveal(text: str) -> Reveal:
    """The reveal that a block tells.

    Raises:
        BadInput: it is none; names the line that is wrong.
    """
    told = _block(text, REVEAL, ("game", "date", "words", "secret"))
    return Reveal(*_heads(told), _hexadecimal("secret", told))


def _named(game: str, date: str, with_words: bool) -> list[str]:
    return [f"game: {game}", f"date: {date}", f"words: {'yes' if with_words else 'no'}"]


def _block(text: str, form: str, names: tuple[str, ...]) -> dict[str, str]:
    if len(text) > MOST_BLOCK:
        raise BadInput(
            "block", Message("mail.characters", count=len(text)), Message("mail.at-most", most=MOST_BLOCK)
        )
    lines = [line.lstrip("> \t").strip() for line in text.removeprefix("\ufeff").splitlines()]
    lines = [line for line in lines if line]
    if not lines or lines[0] != form:
        raise BadInput("line 1", lines[0] if lines else MISSING, Message("expected.exactly", value=form))
    told: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or name not in names:
            raise UnknownName("block", name, Message("fair.kind-line"), names)
        if name in told:
            raise BadInput(name, value, Message("expected.once"))
        told[name] = value
    return told


def _heads(told: Mapping[str, str]) -> tuple[str, str, bool]:
    with_words = told.get("words", MISSING)
    if with_words not in ("yes", "no"):
        raise BadInput("words", with_words, Message("expected.one-of", options=Message.any_of(["yes", "no"])))
    game = _line_of("game", told.get("game", MISSING), MOST_NAME)
    return game, _day_of(told.get("date", MISSING)), with_words == "yes"


def _hexadecimal(name: str, told: Mapping[str, str]) -> str:
    value = told.get(name, MISSING)
    if not isinstance(value, str) or not _HEX.fullmatch(value.casefold()):
        raise BadInput(name, value, Message("fair.expected-hex"))
    return value.casefold()


def _line_of(field: str, value: object, most: int) -> str:
    text = " ".join(unicodedata.normalize("NFC", value).split()) if isinstance(value, str) else ""
    if not text or len(text) > most or not text.isprintable():
        raise BadInput(field, value, Message("fair.expected-line", most=most))
    return text


def _day_of(value: object) -> str:
    try:
        return calendar_date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise BadInput("date", value, Message("fair.expected-date")) from None


# ---- the check


def check(
    commitment: Commitment | str, reveal: Reveal | str, log: str, *, rules: Kit | str | Path | None = None
) -> FairCheck:
    """Checks a war: that the secret is the one committed to, that it gives the seed, and the seed each die.

    Args:
        commitment: the block as the players hold it, with their words.
        reveal: the block that the umpire published after the war.
        log: the text of the log.
        rules: the umpire's own tables, where the war was played by them.

    Raises:
        BadInput: one of the blocks cannot be read, or the log is longer than any war's.
    """
    given = read_commitment(commitment) if isinstance(commitment, str) else commitment
    told = read_reveal(reveal) if isinstance(reveal, str) else reveal
    check_log(log)
    checks = [_names(given, told), _secret(given, told), _words(given)]
    checks += _log(given, told if checks[2].holds else None, log, rules)
    return FairCheck(tuple(checks))


def _names(given: Commitment, told: Reveal) -> Check:
    for name in ("game", "date", "with_words"):
        if getattr(given, name) != getattr(told, name):
            field, first, second = name.removeprefix("with_"), getattr(given, name), getattr(told, name)
            return Check("names", False, Message("fair.other-name", field=field, given=first, told=second))
    return Check("names", True, Message("fair.names", game=given.game, date=given.date))


def _secret(given: Commitment, told: Reveal) -> Check:
    if hmac.compare_digest(given.digest, told.digest):
        return Check("secret", True, Message("fair.secret", digest=given.digest))
    return Check("secret", False, Message("fair.other-secret", digest=given.digest, found=told.digest))


def _words(given: Commitment) -> Check:
    if not given.with_words:
        return Check("words", True, Message("fair.no-words"))
    said = dict(given.words)
    missing = [side for side in SIDES if side not in said]
    if missing:
        return Check("words", False, Message("fair.words-missing", sides=Message.all_of(missing)))
    return Check("words", True, Message("fair.words"))


def _log(given: Commitment, told: Reveal | None, log: str, rules: Kit | str | Path | None) -> list[Check]:
    """What the log shows: where it starts, its seed, and every die in it."""
    game: Game | None = None
    broken: BadInput | BadEntry | None = None
    try:
        for replaying in replayed(log, rules=rules, recorded=False):
            game = replaying
    except (BadInput, BadEntry) as error:
        broken = error
    if game is None:
        why = Message("fair.log-unreadable", why=str(broken))
        return [Check(name, None if name != "rolls" else False, why) for name in ("start", "seed", "rolls")]
    checks = [_start(game), _seed(given, told, game)]
    if broken is not None:
        checks.append(Check("rolls", False, Message("fair.bad-entry", why=str(broken))))
    else:
        dice = len(game.rolls_before_first) + sum(len(entry.rolls) for entry in game.entries)
        checks.append(Check("rolls", True, Message("fair.rolls", count=dice)))
    return checks


def _start(game: Game) -> Check:
    if game.dice != "seed":
        return Check("start", False, Message("fair.table-dice"))
    if game.start != start_of(game.kit, game.start.seed):
        return Check("start", False, Message("fair.not-from-start", drawn=game.start.drawn))
    return Check("start", True, Message("fair.from-start", scenario=one_line(game.start.scenario)))


def _seed(given: Commitment, told: Reveal | None, game: Game) -> Check:
    if told is None:
        return Check("seed", None, Message("fair.seed-unknown"))
    wanted, found = seed_of(given, told), game.start.seed
    if wanted != found:
        return Check("seed", False, Message("fair.other-seed", wanted=str(wanted), found=str(found)))
    return Check("seed", True, Message("fair.seed", seed=str(wanted)))
