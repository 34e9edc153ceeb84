"""The chapters of the rules that tasks belong to, by number and by a short name."""

from __future__ import annotations

from ..core.errors import UnknownName
from ..core.messages import Message, say
from .marking import kinds
from .task import Kind

NAMES = {
    2: "map",
    3: "pieces",
    4: "stacking",
    5: "cards",
    6: "victory",
    7: "powers",
    8: "year",
    9: "events",
    10: "sea",
    11: "supply",
    12: "reinforcements",
    13: "actions",
    14: "movement",
    15: "lines",
    16: "battle",
    17: "siege",
    18: "king-william",
    19: "winter",
    20: "scenario",
}
"""A short name for each chapter, as the command line takes it."""


def chapters() -> tuple[int, ...]:
    """The chapters that have tasks, in order."""
    return tuple(sorted({kind.chapter for kind in kinds().values()}))


def chapter_title(chapter: int) -> str:
    """The number and title of a chapter.

    >>> chapter_title(17)
    '17 Sieges'
    """
    return f"{chapter} {say(f'chapter.{chapter}')}"


def chapter_named(name: str | int) -> int:
    """A chapter by its number or short name.

    Raises:
        UnknownName: no chapter that has tasks is called so.

    >>> chapter_named("movement"), chapter_named("14")
    (14, 14)
    """
    wanted = str(name).strip().casefold()
    known = {NAMES[chapter]: chapter for chapter in chapters()}
    by_number = {str(chapter): chapter for chapter in chapters()}
    found = known.get(wanted) or by_number.get(wanted)
    if found is None:
        options = Message.any_of(f"{chapter} {name}" for name, chapter in known.items())
        raise UnknownName("chapter", str(name), Message("kind.chapter-listed", options=options), known)
    return found


def kinds_of(chapter: int | None = None) -> tuple[Kind, ...]:
    """The kinds of task of a chapter, or all."""
    return tuple(kind for kind in kinds().values() if chapter in (None, kind.chapter))
