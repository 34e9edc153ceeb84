"""The dice on the umpire's desk: as they fell, or the number from which the desk rolls."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput
from ...core.messages import Message, say
from ..parts.fields import labelled
from ..parts.schema_form import Field, copied
from .parts import BROAD, desk_field, row


class DiceForm(W.VBox):
    """What was rolled. What a case gives comes back as it was until somebody types.

    Attributes:
        faces: the field of the dice.
        seed: the field of the seed.

    >>> form = DiceForm()
    >>> form.faces.value = "4, 2"
    >>> form.dice
    [4, 2]
    """

    def __init__(self, **more: Any) -> None:
        self.faces = desk_field(W.Text, "desk.dice", BROAD, hint="desk.dice-hint", continuous_update=False)
        self.seed = labelled(
            W.Text, "desk.seed", "180px", label_width="60px", tooltip="desk.case-seed-tooltip",
            continuous_update=False,
        )  # fmt: skip
        self._dice = Field(self.faces, _faces, _faces_written)
        self._seed = Field(self.seed, _whole, lambda value: "" if value is None else str(value))
        means = W.HTML(f"<p class='means'>{escape(say('desk.dice-means'))}</p>")
        super().__init__([row([self.faces, self.seed]), means], **more)
        self.add_class("ninevears-desk-dice")

    @property
    def dice(self) -> list[Any] | None:
        """The faces as a case gives them; None for none.

        Raises:
            BadInput: they cannot be read.
        """
        try:
            return copied(self._dice.value)
        except (ValueError, RecursionError):
            raise BadInput("dice", self.faces.value[:80], Message("desk.expected-list")) from None

    @property
    def given_seed(self) -> int | None:
        """The seed as a case gives it.

        Raises:
            BadInput: it is no whole number.
        """
        try:
            return self._seed.value
        except ValueError:
            raise BadInput("seed", self.seed.value[:80], Message("kind.int")) from None

    def fill(self, dice: list[Any] | None, seed: int | None) -> None:
        """Writes what a case gives."""
        self._dice.value, self._seed.value = dice, seed


def _faces(text: str) -> list[Any] | None:
    """Typed dice: numbers apart by blanks or commas, or a list as JSON for dice with other faces.

    >>> _faces("4, 2")
    [4, 2]
    """
    text = text.strip()
    if not text:
        return None
    if text.startswith("["):
        found = json.loads(text)
        return list(found) if isinstance(found, list) else [found]
    return [int(part) if part.lstrip("-").isdecimal() else part for part in text.replace(",", " ").split()]


def _faces_written(faces: list[Any] | None) -> str:
    if faces and not all(type(face) is int for face in faces):
        return json.dumps(faces, ensure_ascii=False)
    return " ".join(map(str, faces or ()))


def _whole(text: str) -> int | None:
    return int(text) if text.strip() else None
