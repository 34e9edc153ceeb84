"""Opens a war from what people have: a game, a position, a log, a war that was kept, or a save."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import BadInput
from ..core.messages import Message
from ..input_bounds import check_size
from ..input_files import parse_data, read_text
from ..nine_years.components.position import Position
from ..nine_years.games.game import Game
from ..nine_years.games.log import is_played, read_log
from ..nine_years.games.save import position_from_data


def opened(source: Game | Position | str | Path) -> Game:
    """The game of a source: a game, a position, or the path of a log, a kept war or a save.

    Raises:
        BadInput: the file cannot be read, is neither, or something in it is wrong.
        BadEntry: an entry of a log does not fit.
    """
    if isinstance(source, Game):
        return _with_seed(source)
    if isinstance(source, Position):
        return Game.from_position(source)
    try:
        return opened_text(read_text(source))
    except BadInput as error:
        raise error.in_file(str(source)) from None


def opened_text(text: str) -> Game:
    """The game that the text of a log, a kept war or a save tells.

    Raises:
        BadInput: it is neither, or something in it is wrong.
        BadEntry: an entry of a log does not fit.
    """
    check_size(text)
    if is_played(text):
        game = read_log(text)
    else:
        game = Game.from_position(position_from_data(parse_data(text, is_toml=False)))
    return _with_seed(game)


def _with_seed(game: Game) -> Game:
    """Refuses a war with real dice: the computer cannot go on with it."""
    if game.dice == "table":
        raise BadInput("dice", game.dice, Message("expected.seeded-war"))
    return game
