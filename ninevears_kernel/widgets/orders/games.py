"""The games of a notebook by the names of their variables, and what stands behind the name of the magic."""

from __future__ import annotations

import builtins
import keyword
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from os.path import exists
from typing import Any

from ...core.errors import BadInput, UnknownName
from ...core.messages import Message
from ...input_files import read_text
from ...nine_years.components.position import MOST_SEED, Position
from ...nine_years.games.game import Game
from ...nine_years.games.log import is_played, load_log, read_log
from ...nine_years.games.save import load_position

NAME = "war"
"""The variable that holds the game when none is named."""
OPTIONS = ("--seed", "--from", "--after", "--check", "--quiet", "--words")
MOST_NAME = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """What stands behind the name of the magic.

    Attributes:
        name: the variable that holds the game.
        seed: of a new game.
        source: the file or variable that a new game begins with.
        after: the prediction that has to be guessed before anything is shown.
        check: whether the orders are only tried.
        quiet: whether only refusals are shown.
        words: whether the report comes without the map.
    """

    name: str = NAME
    seed: int | None = None
    source: str | None = None
    after: str | None = None
    check: bool = False
    quiet: bool = False
    words: bool = False

    @property
    def makes(self) -> str:
        """How a new game would begin, as a text that can be compared."""
        return f"{self.seed} {self.source}"


def words_of(line: str) -> list[str]:
    """The words of a line; quotation marks hold words together.

    Raises:
        BadInput: a quotation mark is not closed.

    >>> words_of("war --from 'our war.log'")
    ['war', '--from', 'our war.log']
    """
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split, reader.escape, reader.commenters = True, "", ""
    try:
        return list(reader)
    except ValueError:
        raise BadInput("orders", line.strip(), Message("expected.closed-quotes")) from None


def asked(line: str) -> Asked:
    """What a line asks for.

    Raises:
        BadInput: it has a word that nobody knows, or a value is not what it should be.

    >>> asked("siege --seed 1690 --check")
    Asked(name='siege', seed=1690, source=None, after=None, check=True, quiet=False, words=False)
    """
    found: dict[str, Any] = {}
    read: Any
    words = iter(words_of(line))
    for word in words:
        option, equals, value = word.partition("=")
        if option in ("--seed", "--from", "--after"):
            if not equals:
                value = next(words, "")
            if not value or value.startswith("--"):
                raise BadInput(
                    option, value or Message("found.nothing"), Message(f"expected.after-{option[2:]}")
                )
            key, read = {"--seed": "seed", "--from": "source", "--after": "after"}[option], value
        elif word in ("--check", "--quiet", "--words"):
            key, read = word[2:], True
        elif word.startswith("-"):
            kind = Message("kind.switch", options=Message.any_of(OPTIONS))
            raise UnknownName("orders", word, kind, OPTIONS)
        else:
            key, read = "name", checked_name(word)
        if key in found:
            raise BadInput(word, word, Message("expected.once"))
        found[key] = _seed(read) if key == "seed" else read
    if "seed" in found and "source" in found:
        raise BadInput("--seed", found["seed"], Message("expected.seed-or-from"))
    return Asked(**found)


def checked_name(name: str) -> str:
    """A name that a variable with a game may have.

    Raises:
        BadInput: it may not.
    """
    taken = keyword.iskeyword(name) or hasattr(builtins, name) or name.startswith("_")
    if not name.isidentifier() or taken or len(name) > MOST_NAME:
        raise BadInput("game", name, Message("expected.variable"))
    return name


def game_named(name: str, variables: Mapping[str, Any]) -> Game | None:
    """The game that a variable holds; None when there is no such variable.

    Raises:
        BadInput: it holds something else.
    """
    if name not in variables:
        return None
    value = variables[name]
    if not isinstance(value, Game):
        raise BadInput("game", Message("orders.holds", name=name, kind=type(value).__name__), _WANTED)
    return value


_WANTED = Message("expected.game")


def new_game(wanted: Asked, variables: Mapping[str, Any]) -> Game:
    """The game with which a cell begins.

    Raises:
        BadInput: the file or the variable that it should begin with cannot be used.
        BadEntry: the log does not play.
    """
    if wanted.source is None:
        return Game.new() if wanted.seed is None else Game.new(wanted.seed)
    if wanted.source in variables:
        value = variables[wanted.source]
        if isinstance(value, Game):
            return value.branch()
        if isinstance(value, Position):
            return Game.from_position(value)
        if isinstance(value, str):
            return read_log(value)
        found = Message("orders.holds", name=wanted.source, kind=type(value).__name__)
        raise BadInput("--from", found, Message("expected.source"))
    if wanted.source == "-" or not exists(wanted.source):
        raise BadInput("--from", wanted.source, Message("expected.source"))
    try:
        is_log = is_played(read_text(wanted.source))
    except BadInput as error:
        raise error.in_file(wanted.source) from None
    return load_log(wanted.source) if is_log else Game.from_position(load_position(wanted.source))


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 19 or int(text) > MOST_SEED:
        raise BadInput("--seed", text, Message("expected.seed", most=MOST_SEED))
    return int(text)
