"""A war that is kept to go on with: a file with a head that people read and a body that they do not.

    ninevears-war/1
    # A war of Nine Years. Open it at the war table, and it goes on where it stopped.
    moment: 1690, campaign phase
    Bourbon: person
    Alliance: sense
    branch: 1690 campaign phase, another way

    eNqtWFtv2zYU...

The body holds everything, since both hands and the dice to come are needed to go on. Sealing keeps eyes off
it and is no lock: who must be safe plays with fair dice, or over a server that keeps the war. Everything else
that leaves an unfinished war for a player (`view`) holds no seed.

The ways of a war share their beginnings: each tells what it has in common with one that was told before, and
goes on from there. What is written here can be read again, or is not written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from ...core.errors import BadInput, one_line
from ...core.messages import Message, say
from ...input_bounds import check_log, check_size
from ..components.position import MOST_SEED
from .packing import packed, unpacked
from .record import MOST_BRANCHES, MOST_KNOWN, Decided, Past

FORMAT = "ninevears-war/1"
ANY_FORMAT = "ninevears-war/"
"""How the wars of every form begin."""
WIDTH = 100
_Count = Annotated[int, Meta(ge=0, le=100_000)]
_Seed = Annotated[int, Meta(ge=0, le=MOST_SEED)]
_Seat = Literal["person", "sense", "bold", "chance"]


class KeptChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, array_like=True):
    """A choice that a log does not tell: its notation, its dice, the branch that begins with it, with the
    seed of its own if it has one, and what an umpire decided after it.
    """

    text: Annotated[str, Meta(max_length=200)]
    faces: Annotated[str, Meta(pattern="^[1-6]*$", max_length=1_000)] = ""
    branch: Annotated[int, Meta(ge=0, le=MOST_BRANCHES)] = 0
    past: Past = ""
    seed: _Seed = 0
    then: Annotated[Decided, Meta(max_length=100)] = ()


class KeptWay(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A way of the war: how much of it is as in another, and how it goes on.

    Attributes:
        number: 1 for what was played first.
        fork: the number of decisions after which it goes off; None for what was played first.
        past: what had been seen when it went off.
        year, phase: when that was.
        place: where one was in it.
        alike: so many decisions are as in another way.
        of: which: 0 is the way that is played, 1 the first of the others, and so on; one that stands before.
        choices: the decisions beyond.
        seed: of its dice, where that of the war had been shown.
    """

    number: Annotated[int, Meta(ge=1, le=MOST_BRANCHES)] = 1
    fork: _Count | None = None
    past: Past = ""
    year: int = 0
    phase: Annotated[str, Meta(max_length=20)] = ""
    place: _Count = 0
    alike: _Count = 0
    choices: Annotated[tuple[KeptChoice, ...], Meta(max_length=MOST_KNOWN)] = ()
    of: Annotated[int, Meta(ge=0, le=MOST_BRANCHES)] = 0
    seed: _Seed = 0


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
        shown: the seeds that players have been shown, at the end of a way.
    """

    log: str
    way: KeptWay = KeptWay()
    left: Annotated[tuple[KeptWay, ...], Meta(max_length=MOST_BRANCHES)] = ()
    seats: tuple[_Seat, _Seat] = ("person", "sense")
    show: Literal["own", "all"] = "own"
    fair: bool = False
    used: Annotated[int, Meta(ge=1, le=MOST_BRANCHES)] = 1
    shown: Annotated[tuple[_Seed, ...], Meta(max_length=2 * MOST_BRANCHES)] = ()


class Line(NamedTuple):
    """All decisions of a way that was kept.

    Attributes:
        alike: so many are as in the way that is played.
        choices: those beyond.
    """

    alike: int
    choices: tuple[KeptChoice, ...]


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

    Raises:
        BadInput: it is so large that it could not be read again.
    """
    head = [
        FORMAT,
        f"# {say('keeping.what')}",
        f"moment: {one_line(moment)}",
        *(f"{side}: {seat}" for side, seat in zip(("Bourbon", "Alliance"), war.seats, strict=True)),
        *(f"branch: {one_line(branch)}" for branch in branches),
        f"# {say('keeping.sealed')}",
    ]
    body = packed(war)
    text = "\n".join([*head, "", *(body[at : at + WIDTH] for at in range(0, len(body), WIDTH))]) + "\n"
    unsealed(text)
    return text


def unsealed(text: str) -> KeptWar:
    """The war of a text that `sealed` gave.

    Raises:
        BadInput: it is none, of a newer form, damaged, or too large.
    """
    check_size(text)
    head, _, body = text.lstrip("\ufeff \t\r\n").replace("\r", "").partition("\n\n")
    first = head.partition("\n")[0].strip()
    if first != FORMAT:
        wanted = "keeping.newer" if first.startswith(ANY_FORMAT) else "expected.exactly"
        raise BadInput("line 1", first[:80], Message(wanted, value=FORMAT))
    war = unpacked(body, KeptWar)
    check_log(war.log)
    lines_of(war)
    return war


def lines_of(war: KeptWar) -> tuple[Line, ...]:
    """The ways of a war other than the one that is played, each whole.

    Args:
        war: the war.

    Raises:
        BadInput: a way is told of one that has not so many decisions or does not stand before it, or there
            are more decisions than any war has.
    """
    played = len(war.way.choices) + war.way.alike
    lines = [Line(played, ())]
    known = 0
    for number, way in enumerate(war.left, 1):
        if way.of >= number:
            raise BadInput("of", way.of, Message("expected.whole-at-most", most=number - 1))
        of = lines[way.of]
        if way.alike > (most := of.alike + len(of.choices)):
            raise BadInput("alike", way.alike, Message("expected.whole-at-most", most=most))
        if way.place > (length := way.alike + len(way.choices)):
            raise BadInput("place", way.place, Message("expected.whole-at-most", most=length))
        known += length
        if known > MOST_KNOWN:
            raise BadInput("left", known, Message("expected.whole-at-most", most=MOST_KNOWN))
        shared = min(way.alike, of.alike)
        lines.append(Line(shared, (*of.choices[: way.alike - shared], *way.choices)))
    return tuple(lines[1:])


def log_within(text: str) -> str:
    """The log of a war that is kept; a text that is none comes back as it is.

    Raises:
        BadInput: it is damaged.

    >>> log_within("ninevears-log/2")
    'ninevears-log/2'
    """
    return unsealed(text).log if is_sealed(text) else text
