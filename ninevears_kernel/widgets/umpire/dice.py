"""The dice on the umpire's desk: a field for each roller, or the number from which the desk rolls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput
from ...core.messages import Message, say, shown
from ...umpire.cases.rolls import CONVENTIONS, NOBODY, Convention, Due
from ..parts.fields import Callbacks, Quiet, labelled
from ..parts.schema_form import Field, copied
from .parts import BROAD, desk_field, row


class DiceForm(W.VBox):
    """What was rolled: in one field for each roller where the case tells who rolls, else in one for all. What
    a case gives comes back as it was until somebody types.

    Attributes:
        faces: the field of all dice in the order of the case.
        rollers: the field of each roller, by side or power.
        seed: the field of the seed.
        convention: what is done with too many or too few dice.
        on_enter: calls back on Enter where no dice stand: the odds. With dice they are another value, and are
            ruled on as such.
        on_roll: calls back when somebody has typed into a roller's field, or chosen another convention.

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
        self.convention = desk_field(
            W.Dropdown, "desk.dice-convention", BROAD, tooltip="desk.dice-convention-tooltip",
            options=[(say(f"desk.dice-convention-{name}"), name) for name in CONVENTIONS],
        )  # fmt: skip
        self._dice = Field(self.faces, _faces, _faces_written)
        self._seed = Field(self.seed, _whole, lambda value: "" if value is None else str(value))
        self.on_enter, self.on_roll = Callbacks(), Callbacks()
        self.rollers: dict[str, W.Text] = {}
        self._fields: list[W.Text] = []
        self.due: tuple[Due, ...] = ()
        self._quiet = Quiet()
        self.is_typed = False
        self.box, self.tells = W.VBox(), W.HTML()
        super().__init__([self.box, self.tells, self.faces, row([self.convention, self.seed])], **more)
        self.add_class("ninevears-desk-dice")
        self.faces.on_msg(self._faces_entered)
        self.convention.observe(lambda _: self._typed(), "value")
        self.ask(())

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

    @property
    def rolled(self) -> dict[str, list[Any]]:
        """What stands in the rollers' fields."""
        found = {roller: _typed_faces(field.value) for roller, field in self.rollers.items()}
        return {roller: faces for roller, faces in found.items() if faces}

    @property
    def is_whole(self) -> bool:
        """Whether everybody who must roll has something in the field."""
        rolled = self.rolled
        return all(due.roller in rolled for due in self.due if due.count)

    def fill(self, dice: list[Any] | None, seed: int | None) -> None:
        """Writes what a case gives."""
        self._dice.value, self._seed.value = dice, seed
        self.is_typed = False

    def clear(self) -> None:
        """Takes all dice away; the next case tells who rolls."""
        self.fill(None, None)
        self.ask(())

    def forget_convention(self) -> None:
        """Takes the convention away: what was agreed on in one dispute is not agreed on in the next."""
        with self._quiet:
            self.convention.value = CONVENTIONS[0]

    def ask(self, due: Sequence[Due], faces: Mapping[str, Sequence[int]] | None = None) -> None:
        """Asks for dice, in a field for each roller; nobody: in one field for all.

        Args:
            due: who rolls, and how many.
            faces: what stands in the fields then; None leaves what stands there.
        """
        self.due = tuple(due)
        names = [one.roller for one in self.due]
        with self._quiet:
            if names != list(self.rollers):
                values = {roller: field.value for roller, field in self.rollers.items()}
                # the fields stay, and get another name: a page may still be at drawing them
                self._fields += [self._field() for _ in names[len(self._fields) :]]
                self.rollers = dict(zip(names, self._fields, strict=False))
                for name, field in self.rollers.items():
                    field.description = say("desk.dice-of", roller=shown(name)) if name else say("desk.dice")
                    field.value = values.get(name, "")
                for place, field in enumerate(self._fields):
                    field.layout.display = None if place < len(names) else "none"
                self.box.children = tuple(self._fields)
            if faces is not None:
                for name, field in self.rollers.items():
                    field.value = _faces_written(list(faces.get(name, ())))
        told = [_due_words(one) for one in self.due]
        words = " ".join(told) if told else say("desk.dice-means")
        self.tells.value = f"<p class='means' role='status'>{escape(words)}</p>"
        self.faces.layout.display = "none" if self.due else None
        self.convention.layout.display = None if self.due else "none"

    def _field(self) -> W.Text:
        field = desk_field(W.Text, "desk.dice", "100%", hint="desk.dice-hint-roller", continuous_update=False)
        field.observe(lambda _: self._typed(), "value")
        field.on_msg(self._entered)
        return field

    def _typed(self) -> None:
        if not self._quiet:
            self.is_typed = True
            self.on_roll.tell()

    def _faces_entered(self, _widget: object, content: Any, _buffers: object) -> None:
        if isinstance(content, dict) and content.get("event") == "submit" and not self.faces.value.strip():
            self.on_enter.tell()

    def _entered(self, _widget: object, content: Any, _buffers: object) -> None:
        """Enter where nothing was typed: the odds, or the house's dice."""
        if isinstance(content, dict) and content.get("event") == "submit" and not self.is_whole:
            self.is_typed = True
            self.on_roll.tell(True)

    @property
    def chosen_convention(self) -> Convention:
        """What is done with too many or too few dice."""
        found: Convention = self.convention.value
        return found


def _due_words(due: Due) -> str:
    """How many dice are due, and whose, where it is one side's roll."""
    more = "-more" if due.more else ""
    if due.roller == NOBODY:
        return say(f"desk.dice-alone{more}", count=due.count)
    return say(f"desk.dice-due{more}", roller=shown(due.roller), count=due.count)


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


def _typed_faces(text: str) -> list[Any] | None:
    """The same; what cannot be read is a face that no die has, and is refused as one."""
    try:
        return _faces(text)
    except (ValueError, RecursionError):
        return [text[:80]]


def _faces_written(faces: list[Any] | None) -> str:
    if faces and not all(type(face) is int for face in faces):
        return json.dumps(faces, ensure_ascii=False)
    return " ".join(map(str, faces or ()))


def _whole(text: str) -> int | None:
    return int(text) if text.strip() else None
