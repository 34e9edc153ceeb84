"""What can be typed next in a cell of orders: the legal continuations, given the lines above."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from weakref import ref

from ...core.errors import NinevearsError
from ...core.letters import without_accents
from ...nine_years.engine.choices import Decision, Option
from ...nine_years.games.game import Game
from ...nine_years.games.record import Entry
from ...play.moments import war_at
from ...umpire.mail.lines import mail_line
from .memory import Memory
from .run import UNREAD, lines_of, run

FEW = 12
"""So many options are offered whole at once; of more the next words are offered first."""
MOST = 400


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What can be typed next.

    Attributes:
        text: it takes the place of what was typed of the order.
        kind: of a whole order the number of its clause, in one word as a list of offers wants it; else "…".
    """

    text: str
    kind: str


def suggestions(options: Sequence[Option], typed: str) -> list[Suggestion]:
    """The options that begin with what was typed, or else hold it, or else are like it.

    Of many the next words come first, then the whole orders.

    >>> from ...nine_years.games.game import Game
    >>> options = Game.new(7).decision.options
    >>> suggestions(options, "FIRST b")
    [Suggestion(text='first Bourbon', kind='8.1')]
    """
    found = _beginning(options, typed)
    if not found and (wanted := _folded(typed).strip()):
        by_text = {option.text: option for option in options}
        found = [option for option in options if wanted in _folded(option.text)]
        found = found or [by_text[text] for text in get_close_matches(typed[:100], by_text, n=5, cutoff=0.6)]
        return [Suggestion(option.text, _paragraph(option)) for option in found[:MOST]]
    words: dict[str, int] = {}
    for option in found:
        word = _to_next_word(option.text, len(_squeezed(typed)))
        words[word] = words.get(word, 0) + 1
    tokens = [Suggestion(word, "…") for word, count in words.items() if count > 1]
    whole = [Suggestion(option.text, _paragraph(option)) for option in found]
    return [*(tokens if len(found) > FEW else []), *whole][:MOST]


def _paragraph(option: Option) -> str:
    return option.clause_id.rpartition(" ")[2]


def _beginning(options: Sequence[Option], typed: str) -> list[Option]:
    wanted = _folded(typed)
    return [option for option in options if _folded(option.text).startswith(wanted)]


def _squeezed(text: str) -> str:
    """Without spaces before it, and with one for several."""
    words = " ".join(text.split())
    return f"{words} " if words and text[-1].isspace() else words


def _folded(text: str) -> str:
    """Without capitals and accents."""
    return without_accents(_squeezed(text).casefold())


def _to_next_word(text: str, length: int) -> str:
    """A part of an order: up to the end of its verb, or of the next of its arguments."""
    ends = [text.find(" ") + 1] if " " in text else []
    ends += [place + 2 for place in range(len(text)) if text.startswith(", ", place)]
    return text[: next((end for end in sorted(ends) if end > length), len(text))]


class Continuations:
    """Finds what can be typed next in a cell of orders.

    The lines above are carried out on a branch of the game. The last branch is kept, for the next key.

    Args:
        memory: what cells added to their games: a cell that ran before goes on from where it began.
    """

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._kept: tuple[Callable[[], Game | None], tuple[Entry, ...], tuple[str, ...], Game] | None = None

    def complete(
        self, game: Game, body: Sequence[str], place: int, column: int, cell: str | None = None
    ) -> tuple[str, list[Suggestion]]:
        """What was typed of an order up to the cursor, and what can be typed in its place.

        Args:
            game: the game as it stands.
            body: the lines of the cell behind its first.
            place: in which of them the cursor is.
            column: where in it.
            cell: which cell, when that is known.
        """
        raw = body[place][:column]
        line = mail_line(1, raw)
        start = line.columns[line.start] if line.start < len(line.columns) else None
        typed = "" if start is None else raw[start:]
        if line.noise in UNREAD or line.head or line.faces:
            return typed, []
        first: Decision | None = None
        for begin in self._begins(game, body, place, cell):
            decision = self._decision(game, begin, body[:place])
            if decision is None or line.side not in (None, decision.side):
                continue
            first = first or decision
            if _beginning(decision.options, typed):
                return typed, suggestions(decision.options, typed)
            if line.side is None and typed and decision.side.casefold().startswith(_folded(typed)):
                return typed, [Suggestion(f"{decision.side}: ", "…")]
        return typed, suggestions(first.options, typed) if first else []

    def _begins(self, game: Game, body: Sequence[str], place: int, cell: str | None) -> Iterator[int]:
        """From where a cell would go on, likeliest first: its own place if it ran before, else the end."""
        standing = self._memory.standing(game)
        own = [ran.begin for ran in standing if ran.cell == cell]
        others = [text.strip() for number, text in enumerate(body) if number != place and text.strip()]
        alike = [ran.begin for ran in standing if _is_of(others, ran.text)]
        later = [ran.begin for ran in reversed(standing)]
        yield from dict.fromkeys([*own[:1], *reversed(alike), len(game), *later])

    def _decision(self, game: Game, begin: int, above: Sequence[str]) -> Decision | None:
        """What is to be decided after lines that are carried out from a place on; None when one cannot be."""
        try:
            lines = lines_of("\n".join(above), 2)
        except NinevearsError:
            return None
        read = [line for line in lines if line.bare and line.noise not in UNREAD]
        texts, entries = tuple(line.text for line in read), game.entries[:begin]
        known = 0
        branch: Game | None = None
        if self._kept is not None:
            whose, before, done, kept = self._kept
            if whose() is game and before == entries and texts[: len(done)] == done:
                branch, known = kept, len(done)
        if branch is None:
            branch = war_at(game, begin)
        if known < len(texts):
            branch = branch.branch()
            if run(branch, read[known:]).problem is not None:
                return None
        self._kept = (ref(game), entries, texts, branch)
        return branch.decision


def _is_of(others: Sequence[str], text: str) -> bool:
    """Whether a cell, but for the line that is typed in, is mostly that which ran with a text."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not others or not lines or others[0] != lines[0]:
        return False
    matcher = SequenceMatcher(None, others[:200], lines[:200], autojunk=False)
    return sum(block.size for block in matcher.get_matching_blocks()) * 2 >= min(len(lines), 200)
