"""Commitments to dice: what the umpire and the players publish, as values and as blocks of text."""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date as calendar_date
from hashlib import sha256
from typing import Any

from ...core.errors import MISSING, BadInput, UnknownName
from ...core.messages import Message
from ...nine_years.components.sides import SIDES, Side

FIRST_COMMITMENT, SECOND_COMMITMENT = "ninevears-commitment/1", "ninevears-commitment/2"
COMMITMENT = "ninevears-commitment/3"
"""Forms of a commitment: in the first one words were added that nobody had promised; in the second the seed
was made without the salts, so that whoever guessed a player's words could try their own."""
REVEAL, WORDS, SEED = "ninevears-dice/1", "ninevears-words/1", "ninevears-seed/1"
SECRET_BYTES, SALT_BYTES = 32, 16
MOST_NAME, MOST_WORDS, MOST_BLOCK = 120, 200, 4_000
"""Characters of the name of a game, of a player's words, and of a block of text."""
_HEX, _SALT = re.compile("[0-9a-f]{64}"), re.compile(f"[0-9a-f]{{{2 * SALT_BYTES}}}")


@dataclass(frozen=True, slots=True)
class PlayersWords:
    """The words of a player, which they promise first and show when the other has promised too.

    Attributes:
        game: the name of the game.
        side: the player's side.
        words: what they say.
        salt: 16 random bytes in hexadecimal, so that nobody finds the words by trying.
    """

    game: str
    side: Side
    words: str
    salt: str

    @property
    def text(self) -> str:
        """The block whose SHA-256 is the promise."""
        return f"{WORDS}\ngame: {self.game}\nside: {self.side}\nwords: {self.words}\nsalt: {self.salt}\n"

    @property
    def digest(self) -> str:
        """The promise, which is sent first."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def line(self) -> str:
        """What the player keeps, and sends when both have promised."""
        return f"{self.salt} {self.words}"


@dataclass(frozen=True, slots=True)
class Commitment:
    """What is published before the war.

    Attributes:
        game: the name of the game.
        date: the day on which it was made, as in 1690-07-10.
        with_words: whether both players add words.
        digest: the SHA-256 of the reveal, in hexadecimal.
        words: what each player added.
        promised: whether words are promised before they are shown; not so in ``ninevears-commitment/1``.
        promises: the promise of each player.
        salts: the salt of each player's words.
        salted: whether the seed is made from the salts too; not so in ``ninevears-commitment/2``.
    """

    game: str
    date: str
    with_words: bool
    digest: str
    words: tuple[tuple[Side, str], ...] = ()
    promised: bool = False
    promises: tuple[tuple[Side, str], ...] = ()
    salts: tuple[tuple[Side, str], ...] = ()
    salted: bool = True

    @property
    def text(self) -> str:
        """The block that is published, and once more when the words have been added."""
        form = COMMITMENT if self.salted else SECOND_COMMITMENT
        head = _named(self.game, self.date, self.with_words)
        lines = [form if self.promised else FIRST_COMMITMENT, *head, f"sha256: {self.digest}"]
        return "\n".join([*lines, *self._lines]) + "\n"

    @property
    def _lines(self) -> list[str]:
        promises = [f"{side} promise: {digest}" for side, digest in self.promises]
        words = [f"{side} words: {said}" for side, said in self.words]
        return [*promises, *words, *(f"{side} salt: {salt}" for side, salt in self.salts)]

    @property
    def added(self) -> list[str]:
        """The lines of both players, from which the seed is made besides the secret."""
        return self._lines if self.salted else self._lines[: len(self.promises) + len(self.words)]


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


def promise(commitment: Commitment, side: Side, words: str) -> PlayersWords:
    """What a player promises: they send its `digest` now, and its `line` when both have promised.

    Args:
        commitment: as it was published.
        side: the player's side.
        words: anything on one line; spaces and capitals count as written, but for spaces at the ends and runs
            of spaces.

    Raises:
        BadInput: the words are empty or too long.

    >>> commitment = Commitment("Our first war", "2026-11-21", True, "0" * 64, promised=True)
    >>> said = {side: promise(commitment, side, "rain") for side in SIDES}
    >>> commitment = add_promises(commitment, {side: one.digest for side, one in said.items()})
    >>> commitment = add_words(commitment, {side: one.line for side, one in said.items()})
    >>> commitment.words
    (('Bourbon', 'rain'), ('Alliance', 'rain'))
    """
    said = line_of(f"{side} words", words, MOST_WORDS)
    return PlayersWords(commitment.game, side, said, secrets.token_hex(SALT_BYTES))


def add_promises(commitment: Commitment, promises: Mapping[Side, str]) -> Commitment:
    """The commitment with what both players have promised, to be published again before either shows words.

    Args:
        commitment: as it was published.
        promises: for each side the `digest` of its player's words.

    Raises:
        BadInput: the commitment takes no promises, has them already, or one is missing or no SHA-256.
    """
    if not commitment.promised or commitment.promises:
        raise BadInput("promises", list(promises.values()), Message("fair.expected-no-promises"))
    told: dict[str, Any] = {f"{side} promise": promises.get(side) or MISSING for side in SIDES}
    given: tuple[tuple[Side, str], ...] = tuple(
        (side, hexadecimal(f"{side} promise", told)) for side in SIDES
    )
    return replace(commitment, promises=given)


def add_words(commitment: Commitment, words: Mapping[Side, str]) -> Commitment:
    """The commitment with what the players add to it after it was published.

    Args:
        commitment: as it was published, with both promises.
        words: for each side the `line` that its player kept; in the first form the words alone.

    Raises:
        BadInput: the commitment takes no words, or a side's are missing, empty, too long, or not those that
            were promised.
    """
    if not commitment.with_words:
        raise BadInput("words", "yes", Message("fair.expected-no-words"))
    if commitment.promised:
        return _add_promised(commitment, words)
    said: tuple[tuple[Side, str], ...] = tuple(
        (side, line_of(f"{side} words", words.get(side, MISSING), MOST_WORDS)) for side in SIDES
    )
    return replace(commitment, words=said)


def _add_promised(commitment: Commitment, lines: Mapping[Side, str]) -> Commitment:
    if len(commitment.promises) < len(SIDES):
        raise BadInput("promises", MISSING, Message("fair.expected-promises"))
    kept: list[PlayersWords] = []
    for side, promised in commitment.promises:
        field = f"{side} words"
        line = line_of(field, lines.get(side, MISSING), MOST_WORDS + 2 * SALT_BYTES + 1)
        salt, _, said = line.partition(" ")
        if not _SALT.fullmatch(salt) or not said:
            raise BadInput(field, line, Message("fair.expected-kept-line"))
        one = PlayersWords(commitment.game, side, line_of(field, said, MOST_WORDS), salt)
        if not hmac.compare_digest(one.digest, promised):
            raise BadInput(field, said, Message("fair.expected-promised"))
        kept.append(one)
    return replace(
        commitment,
        words=tuple((one.side, one.words) for one in kept),
        salts=tuple((one.side, one.salt) for one in kept),
    )


# ---- blocks as people send them


_HEAD = ("game", "date", "words", "sha256", *(f"{side} words" for side in SIDES))
_PROMISED = (*_HEAD, *(f"{side} {line}" for side in SIDES for line in ("promise", "salt")))
FORMS: Mapping[str, tuple[str, ...]] = {
    FIRST_COMMITMENT: _HEAD,
    SECOND_COMMITMENT: _PROMISED,
    COMMITMENT: _PROMISED,
}
"""The lines of a commitment by its form."""


def read_commitment(text: str) -> Commitment:
    """The commitment that a block tells; empty lines, quoting marks and spaces around it do not count.

    Raises:
        BadInput: it is none; names the line that is wrong.
    """
    form, described = _block(text, FORMS)
    commitment = Commitment(*_heads(described), hexadecimal("sha256", described))
    words = {side: described[f"{side} words"] for side in SIDES if f"{side} words" in described}
    if form == FIRST_COMMITMENT:
        return add_words(commitment, words) if words else commitment
    commitment = replace(commitment, promised=True, salted=form == COMMITMENT)
    if any(f"{side} promise" in described for side in SIDES) or words:
        given = {side: described.get(f"{side} promise", "") for side in SIDES}
        commitment = add_promises(commitment, given)
    if not words:
        return commitment
    salts = {side: described.get(f"{side} salt", "") for side in SIDES}
    return add_words(commitment, {side: f"{salts[side]} {said}" for side, said in words.items()})


def read_reveal(text: str) -> Reveal:
    """The reveal that a block tells.

    Raises:
        BadInput: it is none; names the line that is wrong.
    """
    _, described = _block(text, {REVEAL: ("game", "date", "words", "secret")})
    return Reveal(*_heads(described), hexadecimal("secret", described))


def _named(game: str, date: str, with_words: bool) -> list[str]:
    return [f"game: {game}", f"date: {date}", f"words: {'yes' if with_words else 'no'}"]


def _block(text: str, forms: Mapping[str, tuple[str, ...]]) -> tuple[str, dict[str, str]]:
    if len(text) > MOST_BLOCK:
        raise BadInput(
            "block", Message("mail.characters", count=len(text)), Message("mail.at-most", most=MOST_BLOCK)
        )
    lines = [line.lstrip("> \t").strip() for line in text.removeprefix("\ufeff").splitlines()]
    lines = [line for line in lines if line]
    if not lines or lines[0] not in forms:
        expected = Message("expected.exactly", value=[*forms][-1])
        raise BadInput("line 1", lines[0] if lines else MISSING, expected)
    names = forms[lines[0]]
    described: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or name not in names:
            raise UnknownName("block", name, Message("fair.kind-line"), names)
        if name in described:
            raise BadInput(name, value, Message("expected.once"))
        described[name] = value
    return lines[0], described


def _heads(described: Mapping[str, str]) -> tuple[str, str, bool]:
    with_words = described.get("words", MISSING)
    if with_words not in ("yes", "no"):
        raise BadInput("words", with_words, Message.one_of(["yes", "no"]))
    game = line_of("game", described.get("game", MISSING), MOST_NAME)
    return game, day_of(described.get("date", MISSING)), with_words == "yes"


def hexadecimal(name: str, described: Mapping[str, Any]) -> str:
    """The SHA-256 that a line of a block tells.

    Raises:
        BadInput: it tells none.
    """
    value = described.get(name, MISSING)
    if not isinstance(value, str) or not _HEX.fullmatch(value.casefold()):
        raise BadInput(name, value, Message("fair.expected-hex"))
    return value.casefold()


def line_of(field: str, value: object, most: int) -> str:
    """What somebody said, on one line and with single blanks.

    Raises:
        BadInput: it is nothing, too long, or not on one line.
    """
    text = " ".join(value.split()) if isinstance(value, str) else ""
    # Put together no letter is shorter than a quarter; what is far too long would take for ever.
    text = unicodedata.normalize("NFC", text) if len(text) <= 4 * most else ""
    if not text or len(text) > most or not text.isprintable():
        raise BadInput(field, value, Message("fair.expected-line", most=most))
    return text


def day_of(value: object) -> str:
    """A day as it is written in blocks.

    Raises:
        BadInput: it is none.
    """
    try:
        return calendar_date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise BadInput("date", value, Message("fair.expected-date")) from None
