"""How a game begins: with a new war, or with one that was begun elsewhere."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..core.errors import BadEntry, BadInput
from ..core.messages import Message, say
from ..nine_years.components.position import MOST_SEED
from ..nine_years.components.sides import SIDES, Seat, Side
from ..nine_years.engine.seeded_dice import WarDice, shuffled
from ..nine_years.games.game import Game
from ..nine_years.games.log import is_played
from ..nine_years.games.sealed import is_sealed
from ..play.branches import seeds_of
from ..play.openings import opened
from ..play.saved_wars import session_of_text
from ..play.session import Session
from ..umpire.mail.letters import read_letters
from ..umpire.setting_right.opened import open_log
from ..umpire.setting_right.remedies import set_right, stand
from .fair import committed
from .store import TableStore, checked_name

Data = dict[str, Any]


def beginning(
    text: str | Sequence[str] = "",
    *,
    seed: int | None = None,
    bourbon: str | None = None,
    alliance: str | None = None,
) -> Data:
    """The first entry of a game.

    Args:
        text: a war begun elsewhere: a log, a save, a kept war, the letters of a war by mail; a year, for its
            January as history had it; "" for a new one.
        seed: of a new war; by default one that nobody knows.
        bourbon: who plays the Bourbons: ``person`` (as by default), or a computer player.
        alliance: who plays the Alliance.

    Raises:
        BadInput: the text is none of them, or something in it is wrong.
        NinevearsError: a line of a log or of a letter cannot be read.

    >>> sorted(beginning(seed=1690)["seats"].values())
    ['person', 'person']
    """
    drawn = 1 + secrets.randbelow(1 << 31) if seed is None else seed
    shown: Collection[int] = ()
    if isinstance(text, str) and is_year(text):
        from ..chronicle.scenario_from_history import position_from_history  # tables of years, seldom wanted

        game = Game.from_position(position_from_history(int(text), drawn))
    elif text:
        brought = brought_along([text] if isinstance(text, str) else text)
        game = with_other_dice(brought, drawn)
        shown = () if brought.fair else seeds_of(brought)
    else:
        game = Game.new(drawn)
    return begins(game, {"Bourbon": bourbon or "person", "Alliance": alliance or "person"}, shown)


def brought_along(texts: Sequence[str]) -> Game:
    """A war begun elsewhere: a log, a save, a kept war; or the letters of a war by mail.

    Args:
        texts: one, or several letters.

    Raises:
        BadInput: they are none of them, something in it is wrong, or its dice were real ones.
        NinevearsError: a letter cannot be read.
    """
    if len(texts) == 1 and (is_played(texts[0]) or texts[0].lstrip().startswith("{")):
        try:
            return session_of_text(texts[0], "person", "person", "own").game
        except BadEntry:
            if is_sealed(texts[0]):
                raise  # else it may be as people type it
    return opened(read_letters(texts))


def with_other_dice(game: Game, seed: int) -> Game:
    """A war with the same past, of which nobody knows the dice and cards to come, as whoever brings it along
    might: they come from another seed, as its log says. Fair dice stay, for all can check those.

    Args:
        game: the war.
        seed: the other one.
    """
    if game.fair or game.result is not None:
        return game
    if game.entries:
        opened = replace(open_log(game.log, len(game)), seed=seed)
        return set_right(opened, replace(stand(opened), past="card"), say("tables.other-dice"))
    dice, start = WarDice(seed), game.position
    decks = {name: shuffled(getattr(start, name), dice) for name in ("action_deck", "event_deck")}
    return Game.from_position(start.replace(seed=seed, drawn=dice.drawn, **decks))


def is_year(text: str) -> bool:
    """Whether a beginning is a year, for its January.

    >>> is_year("1691"), is_year("war.log")
    (True, False)
    """
    return re.fullmatch("[0-9]{4}", text) is not None


def begins(game: Game, seats: Mapping[Side, str], shown: Collection[int] = ()) -> Data:
    """A war as an entry tells it, where a person must choose: a later kit may have other computer players.

    Args:
        game: the war.
        seats: who plays each side.
        shown: seeds that somebody may know: who goes back behind them and on gets others, which follow from
            a secret, so that every process has the same.
    """
    war = Session(game, bourbon=seats["Bourbon"], alliance=seats["Alliance"], show="own")
    war.answer()
    known = {"shown": sorted(shown), "secret": 1 + secrets.randbelow(MOST_SEED)} if shown else {}
    return {"text": war.game.log, "seats": dict(seats), **known}


def new_game(
    store: TableStore,
    name: str,
    text: str | Sequence[str] = "",
    *,
    seed: int | None = None,
    bourbon: str | None = None,
    alliance: str | None = None,
    open: bool = False,
    fair: bool = False,
) -> Data:
    """Makes a game with a seat for each person who plays, and one for spectators.

    Args:
        store: where it is kept.
        name: what people call it.
        text: a war begun elsewhere, or a year, as in `beginning`; "" for a new one.
        seed: of a new war; by default one that nobody knows.
        bourbon: who plays the Bourbons: ``person``, as by default, or a computer player.
        alliance: who plays the Alliance.
        open: whether the sides stay free for a class, without links.
        fair: whether a new war waits for the words of both sides, from which its dice are made.

    Returns:
        ``game``, its number, and ``seats``: the secret of each, which is told this once.

    Raises:
        BadInput: the name is none, or the text no war; or dice of a war that has begun are to be made.
        NinevearsError: a line of a log or of a letter cannot be read.
    """
    if fair:
        if text or seed is not None:
            raise BadInput("fair", str(text)[:40] or seed, Message("tables.expected-new-war"))
        begun = committed(checked_name(name), bourbon=bourbon, alliance=alliance)
    else:
        begun = beginning(text, seed=seed, bourbon=bourbon, alliance=alliance)
    game = store.new_game(name, {**begun, "open": open})
    seats: tuple[Seat, ...] = ("both",) if open else (*SIDES, "both")
    wanted = [seat for seat in seats if begun["seats"].get(seat, "person") == "person"]
    return {"game": game, "name": name, "seats": {seat: store.invite(game, seat) for seat in wanted}}
