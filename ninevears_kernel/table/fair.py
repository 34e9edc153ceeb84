"""Dice of a war that nobody chooses: the server commits to a secret, both sides promise words, and the seed
is made of all of it (`umpire.luck.fair_dice`); until then there is no war.

>>> begins = committed("Ours")
>>> dice = Dice(begins["dice"])
>>> for side in SIDES:
...     dice.carry(side, dice.given(side, "words", f"of the {side}"))
>>> dice.step, dice.seed == seed_of(dice.commitment, dice.reveal)
('set', True)
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..core.errors import BadInput, NinevearsError
from ..core.messages import Message
from ..nine_years.components.sides import SIDES, Seat, Side
from ..umpire.luck.commitments import hexadecimal
from ..umpire.luck.fair_dice import (
    PlayersWords,
    add_promises,
    add_words,
    commit,
    promise,
    read_commitment,
    read_reveal,
    seed_of,
)

Data = dict[str, Any]
DRAWN = 8
"""Random bytes of words that the server draws for who says none."""


class Given(NamedTuple):
    """What a side has given: its promise, and the line that it kept, "" until that was told."""

    digest: str
    line: str = ""


def committed(name: str, *, bourbon: str | None = None, alliance: str | None = None) -> Data:
    """The first entry of a game whose dice are still to be made.

    Args:
        name: of the game.
        bourbon: who plays the Bourbons: ``person`` (as by default), or a computer player.
        alliance: who plays the Alliance.

    Raises:
        BadInput: the name is none, or nobody plays who could say words.
    """
    commitment, reveal = commit(name)
    seats: dict[Side, str] = {"Bourbon": bourbon or "person", "Alliance": alliance or "person"}
    if "person" not in seats.values():
        raise BadInput("fair", ", ".join(seats.values()), Message("tables.expected-person"))
    dice = Dice({"commitment": commitment.text, "reveal": reveal.text, "given": {}})
    given = {side: dice.given(side, "words", "") for side in SIDES if seats[side] != "person"}
    return {"dice": {"commitment": commitment.text, "reveal": reveal.text, "given": given}, "seats": seats}


class Dice:
    """The dice of a game, as far as they are made.

    Args:
        begins: what the first entry tells of them.

    Attributes:
        commitment, reveal: what the server published, and what it keeps until the war is over.
        given: what the sides have given.
    """

    def __init__(self, begins: Mapping[str, Any]) -> None:
        self.commitment = read_commitment(begins["commitment"])
        self.reveal = read_reveal(begins["reveal"])
        self.given_by: dict[Side, Given] = {}
        for side, done in begins["given"].items():
            self.carry(side, done)

    @property
    def step(self) -> str:
        """What is to be done: ``promise``, ``words``, or nothing (``set``)."""
        if len(self.given_by) < len(SIDES):
            return "promise"
        return "set" if all(one.line for one in self.given_by.values()) else "words"

    @property
    def waits(self) -> list[Side]:
        """The sides that are to do it."""
        if self.step == "promise":
            return [side for side in SIDES if side not in self.given_by]
        return [side for side in SIDES if not self.given_by[side].line]

    @property
    def seed(self) -> int:
        """The seed of the war, when both have given their words."""
        return seed_of(self.commitment, self.reveal)

    def given(self, side: Side, key: str, value: object) -> Data:
        """What a side gives now, as an entry tells it.

        Args:
            side: which.
            key: ``words`` or ``promise``.
            value: the words, or the line that was kept; the digest of a promise.

        Raises:
            NinevearsError: nothing is asked of this side.
            BadInput: it is no words, no promise, or another line than was promised.
        """
        if side not in self.waits:
            raise NinevearsError(Message("tables.words-given"))
        if self.step == "promise":
            if key == "promise":
                return {"digest": hexadecimal("promise", {"promise": value})}
            if not isinstance(value, str):
                raise BadInput("words", str(value)[:40], Message("expected.text"))
            made = promise(self.commitment, side, value if value.strip() else secrets.token_hex(DRAWN))
            return {"digest": made.digest, "line": made.line}
        if key != "words" or not isinstance(value, str):
            raise BadInput(key, str(value)[:40], Message("fair.expected-kept-line"))
        salt, _, said = value.strip().partition(" ")
        if PlayersWords(self.commitment.game, side, said, salt).digest != self.given_by[side].digest:
            raise BadInput("words", said[:40], Message("fair.expected-promised"))
        return {"line": value.strip()}

    def carry(self, side: Side, done: Mapping[str, Any]) -> None:
        """Takes up what a side has given; with the last of it the commitment has everything."""
        before = self.given_by.get(side, Given(""))
        self.given_by[side] = Given(done.get("digest", before.digest), done.get("line", before.line))
        if len(self.given_by) == len(SIDES) and not self.commitment.promises:
            promises = {side: one.digest for side, one in self.given_by.items()}
            self.commitment = add_promises(self.commitment, promises)
        if self.step == "set":
            lines = {side: one.line for side, one in self.given_by.items()}
            self.commitment = add_words(self.commitment, lines)

    def told(self, seat: Seat, over: bool) -> Data:
        """What a seat is told of them: nobody's words before both have promised.

        Args:
            seat: which.
            over: whether the war is, so that the secret may be told.
        """
        waits = self.waits
        return {
            "commitment": self.commitment.text,
            "step": self.step,
            "asked": seat in waits,
            "waits": waits,
            "reveal": self.reveal.text if over else "",
        }
