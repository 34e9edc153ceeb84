"""A war that is kept to go on with: a file with a head that people read and a body that they do not.

    ninevears-war/1
    # A war of Nine Years. Open it at the war table, and it goes on where it stopped.
    moment: 1690, campaign phase
    Bourbon: person
    Alliance: sense
    branch: 1690 campaign phase, another way

    eNqtWFtv2zYU...

The body holds everything, since both hands and the dice to come are needed to go on. Sealing keeps eyes off
it and is no lock: who must be safe plays with fair dice, or over a server that keeps the war.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ...core.errors import BadInput, one_line
from ...core.messages import Message, say
from .packing import packed, unpacked
from .record import MOST_BRANCHES, Past

FORMAT = "ninevears-war/1"
ANY_FORMAT = "ninevears-war/"
"""How the wars of every form begin."""
WIDTH = 100
_Count = Annotated[int, Meta(ge=0, le=100_000)]
_Seat = Literal["person", "sense", "chance"]


class KeptChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, array_like=True):
    """A choice that a log does not tell: its notation, its dice, and the branch that begins with it."""

    text: Annotated[str, Meta(max_length=200)]
    faces: Annotated[str, Meta(pattern="^[1-6]*$", max_length=1_000)] = ""
    branch: Annotated[int, Meta(ge=0, le=MOST_BRANCHES)] = 0
    past: Past = ""


class KeptWay(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A way of the war: how much of it is as in the way that is played, and how it goes on."""

    number: Annotated[int, Meta(ge=1, le=MOST_BRANCHES)] = 1
    fork: _Count | None = None
    past: Past = ""
    year: int = 0
    phase: Annotated[str, Meta(max_length=20)] = ""
    place: _Count = 0
    alike: _Count = 0
    choices: Annotated[tuple[KeptChoice, ...], Meta(max_length=20_000)] = ()


class KeptWar(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the body of a war holds.

    Attributes:
        log: of the way that is played, up to where one is in it.
        way: the same way, with what is known of it beyond.
        left: the other ways.
        seats: who plays the Bourbons, and who the Alliance.
        show: what is shown to one person.
        fair: whether the dice are fair dice.
        used: the highest number of a branch.
    """

    log: str
    way: KeptWay = KeptWay()
    left: Annotated[tuple[KeptWay, ...], Meta(max_length=MOST_BRANCHES)] = ()
    seats: tuple[_Seat, _Seat] = ("person", "sense")
    show: Literal["own", "all"] = "own"
    fair: bool = False
    used: Annotated[int, Meta(ge=1, le=MOST_BRANCHES)] = 1


def is_sealed(text: str) -> bool:
    """Whether a text is a war that is kept.

    >>> is_sealed("ninevears-war/1"), is_sealed("ninevears-log/2")
    (True, False)
    """
    return text.lstrip("\ufeff \t\r\n").startswith(ANY_FORMAT)


def sealed(war: KeptWar, moment: str, branches: Sequence[str] = ()) -> str:
    """A war as the text of a file.

    Args:
        war: the war.
        moment: where it is, for people.
        branches: what its other ways are called.
    """
    head = [
        FORMAT,
        f"# {say('keeping.what')}",
        f"moment: {one_line(moment)}",
        *(f"{side}: {seat}" for side, seat in zip(("Bourbon", "Alliance"), war.seats, strict=True)),
        *(f"branch: {one_line(branch)}" for branch in branches),
        f"# {say('keeping.sealed')}",
    ]
    return "\n".join([*head, "", *wrap(packed(war), WIDTH, break_on_hyphens=False)]) + "\n"


def unsealed(text: str) -> KeptWar:
    """The war of a text that `sealed` gave.

    Raises:
        BadInput: it is none, of a newer form, or damaged.
    """
    head, _, body = text.lstrip("\ufeff \t\r\n").replace("\r", "").partition("\n\n")
    first = head.partition("\n")[0].strip()
    if first != FORMAT:
        wanted = "keeping.newer" if first.startswith(ANY_FORMAT) else "expected.exactly"
        raise BadInput("line 1", first[:80], Message(wanted, value=FORMAT))
    return unpacked(body, KeptWar)


def log_within(text: str) -> str:
    """The log of a war that is kept; a text that is none comes back as it is.

    Raises:
        BadInput: it is damaged.

    >>> log_within("ninevears-log/2")
    'ninevears-log/2'
    """
    return unsealed(text).log if is_sealed(text) else text
