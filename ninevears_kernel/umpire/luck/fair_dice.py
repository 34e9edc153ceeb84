"""Dice that can be trusted: committed to before a war, revealed after it, checked by anybody.

The umpire draws a secret, and publishes a commitment: the SHA-256 of a short text that names the game, its
date and the secret. Both players then promise words, each by the SHA-256 of a short text with the words and a
salt, and show them only when both promises are published: so not even the umpire and the last player together
can try words until a seed suits them. The seed of the war is made from all of it; when the war is over the
umpire publishes the text. Whoever holds the commitment, the text and the log can check every die, with this
module or by hand::

    sha256sum reveal.txt                    # is the commitment
    sha256sum words.txt                     # is the promise of a player
    HMAC-SHA256(secret, words)              # its first eight bytes, without the last two bits: the seed

Until the war is over the seed must stay with the umpire, and so must the log, whose head tells it:
`withheld` gives a log without it.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from ...core.errors import MISSING, BadEntry, BadInput, one_line
from ...core.messages import Message
from ...input_bounds import check_log
from ...nine_years.components.position import MOST_SEED
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES
from ...nine_years.games.game import Game
from ...nine_years.games.log import read_log, replayed
from ...nine_years.games.record import start_of
from ...nine_years.games.view import for_seat
from .commitments import (
    MOST_NAME,
    SECRET_BYTES,
    SEED,
    Commitment,
    PlayersWords,
    Reveal,
    add_promises,
    add_words,
    day_of,
    line_of,
    promise,
    read_commitment,
    read_reveal,
)

SEED_BITS = MOST_SEED.bit_length() - 1
"""Seeds are smaller than 2 to the power of this: what a position can hold."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    Attributes:
        name: ``names``, ``secret``, ``words``, ``start``, ``seed``, ``rolls`` or ``umpire``.
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


def commit(
    game: str, date: str | None = None, with_words: bool = True, promised: bool = True
) -> tuple[Commitment, Reveal]:
    """Draws a secret; the first of the two is published now, the second when the war is over.

    Args:
        game: the name of the game, on one line.
        date: the day, as in 1690-07-10; by default `today`.
        with_words: whether both players are to add words, so that the umpire cannot choose the seed either.
        promised: whether each promises their words before either shows them.

    Raises:
        BadInput: the name is empty or too long, or the date is none.

    >>> commitment, reveal = commit("Our first war", "2026-11-21")
    >>> commitment.digest == reveal.digest, len(reveal.secret)
    (True, 64)
    """
    name, day = line_of("game", game, MOST_NAME), day_of(date or today())
    reveal = Reveal(name, day, bool(with_words), secrets.token_hex(SECRET_BYTES))
    promised = promised and reveal.with_words
    return Commitment(name, day, reveal.with_words, reveal.digest, promised=promised), reveal


def today() -> str:
    """The day in universal time, as the docket has it: the same for players everywhere."""
    return datetime.now(UTC).date().isoformat()


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
    described = [SEED, f"sha256: {commitment.digest}", *commitment.added]
    code = hmac.new(bytes.fromhex(reveal.secret), "\n".join(described).encode(), sha256).digest()
    return int.from_bytes(code[:8], "big") >> (64 - SEED_BITS)


def withheld(log: str, rules: RuleTables | str | Path | None = None) -> str:
    r"""A log as both players may have it while the war goes on: without the seed, without what they hide from
    each other, and without the remarks of whoever wrote it.

    Args:
        log: the whole log.
        rules: the umpire's own tables, where the war is played by them.

    Raises:
        BadInput: its head is wrong.
        BadEntry: an entry does not fit.

    >>> withheld("ninevears-log/1\nscenario: 1688\nseed: 7\n").splitlines()[-1]
    '# seed: withheld until the war is over'
    """
    return for_seat(read_log(log, rules=rules, recorded=False), "both").log


# ---- the check


def check(
    commitment: Commitment | str,
    reveal: Reveal | str,
    log: str,
    *,
    rules: RuleTables | str | Path | None = None,
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
    described = read_reveal(reveal) if isinstance(reveal, str) else reveal
    check_log(log)
    checks = [_names(given, described), _secret(given, described), _words(given)]
    checks += _log(given, described if checks[2].holds else None, log, rules)
    return FairCheck(tuple(checks))


def _names(given: Commitment, described: Reveal) -> Check:
    for name in ("game", "date", "with_words"):
        if getattr(given, name) != getattr(described, name):
            field, first, second = name.removeprefix("with_"), getattr(given, name), getattr(described, name)
            return Check("names", False, Message("fair.other-name", field=field, given=first, told=second))
    return Check("names", True, Message("fair.names", game=given.game, date=given.date))


def _secret(given: Commitment, described: Reveal) -> Check:
    if hmac.compare_digest(given.digest, described.digest):
        return Check("secret", True, Message("fair.secret", digest=given.digest))
    return Check("secret", False, Message("fair.other-secret", digest=given.digest, found=described.digest))


def _words(given: Commitment) -> Check:
    if not given.with_words:
        return Check("words", True, Message("fair.no-words"))
    said = dict(given.words)
    missing = [side for side in SIDES if side not in said]
    if missing:
        return Check("words", False, Message("fair.words-missing", sides=Message.all_of(missing)))
    salts = dict(given.salts)
    for side, promised in given.promises if given.promised else ():
        if PlayersWords(given.game, side, said[side], salts.get(side, "")).digest != promised:
            return Check("words", False, Message("fair.words-not-promised", side=side))
    if given.promised and len(given.promises) < len(SIDES):
        return Check("words", False, Message("fair.promises-missing"))
    return Check("words", True, Message("fair.words-promised" if given.promised else "fair.words"))


def _log(
    given: Commitment, described: Reveal | None, log: str, rules: RuleTables | str | Path | None
) -> list[Check]:
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
    checks = [_start(game), _seed(given, described, game)]
    settled = [*game.at_start, *(one for entry in game.entries for one in entry.then)]
    if broken is not None:
        checks.append(Check("rolls", False, Message("fair.bad-entry", why=str(broken))))
    elif any(entry.otherwise is not None for entry in game.entries):
        checks.append(Check("rolls", False, Message("fair.otherwise")))
    elif any(one.seed for one in settled):
        checks.append(Check("rolls", False, Message("fair.settled-anew")))
    else:
        dice = len(game.rolls_before_first) + sum(len(entry.rolls) for entry in game.entries)
        checks.append(Check("rolls", True, Message("fair.rolls", count=dice)))
    if settled:
        kept = sum(len(dice.faces) for one in settled for dice in one.kept)
        checks.append(Check("umpire", True, Message("fair.settled", count=len(settled), kept=kept)))
    return checks


def _start(game: Game) -> Check:
    if game.dice != "seed":
        return Check("start", False, Message("fair.table-dice"))
    if game.start != start_of(game.rule_tables, game.start.seed):
        return Check("start", False, Message("fair.not-from-start", drawn=game.start.drawn))
    return Check("start", True, Message("fair.from-start", scenario=one_line(game.start.scenario)))


def _seed(given: Commitment, described: Reveal | None, game: Game) -> Check:
    if described is None:
        return Check("seed", None, Message("fair.seed-unknown"))
    wanted, found = seed_of(given, described), game.start.seed
    if wanted != found:
        return Check("seed", False, Message("fair.other-seed", wanted=str(wanted), found=str(found)))
    return Check("seed", True, Message("fair.seed", seed=str(wanted)))


__all__ = [
    "Check",
    "Commitment",
    "FairCheck",
    "PlayersWords",
    "Reveal",
    "add_promises",
    "add_words",
    "check",
    "commit",
    "promise",
    "read_commitment",
    "read_reveal",
    "seed_of",
    "today",
    "withheld",
]
