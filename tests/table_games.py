"""Games of a table over the network, for the tests: made, played by chance, and with other secrets."""

from __future__ import annotations

import os
import sys
import time
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

from other_secrets import with_other_secrets

from ninevears_kernel.nine_years.components.position import Position
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.play.table_seat import TableSeat
from ninevears_kernel.table.at_seat import AtSeat
from ninevears_kernel.table.beginnings import beginning
from ninevears_kernel.table.games import Table
from ninevears_kernel.table.store import TableStore


def new_table(store: TableStore, seed: int = 1690, text: str = "", **seats: str) -> Table:
    """A game that has just begun."""
    return Table(store, store.new_game("Ours", beginning(text, seed=seed, **seats)))


def options(table: Table, side: str) -> list[str]:
    """What a side may choose now, in the notation; of two that may lay their cards at once, either may."""
    session = table._at(side).session
    return [option.text for option in session.decision.options] if session.is_persons_turn else []


def one_choice(table: Table, chance: Random) -> str:
    """A choice by chance; which seat made it."""
    side = chance.choice([side for side in SIDES if options(table, side)])
    text = chance.choice(options(table, side))
    reply = table.take(side, {"choose": text}, table.revision)
    assert "trouble" not in reply, (side, text, reply)
    return side


def play(table: Table, choices: int, seed: int = 1) -> Table:
    """Makes so many choices by chance, or fewer when the war ends."""
    chance = Random(seed)
    for _ in range(choices):
        if table.war.over:
            break
        one_choice(table, chance)
    return table


def with_other(table: Table, seat: str, seed: int) -> Table:
    """The same table about a war with other secrets than this seat's own."""
    twin = copy(table)
    twin.war = with_other_secrets(table.war, seed, seat)
    twin.seats = {one: TableSeat(AtSeat(twin.war, one)) for one in table.seats}
    for one, sits in twin.seats.items():
        sits.session.since = table.seats[one].session.since
    twin._twins = {}
    return twin


def without_chance(position: Position) -> Position:
    """A position without what is still to come."""
    decks = {name: tuple(sorted(getattr(position, name))) for name in ("action_deck", "event_deck")}
    return position.replace(seed=0, drawn=0, **decks)


def plain(state: dict[str, Any]) -> dict[str, Any]:
    """A state without what a seat remembers of earlier questions, which a restart forgets."""
    return {part: value for part, value in state.items() if part != "refused"}


MOST_CHOICES = 7
"""Of one process, so that a war outlives a hundred of them."""


def choose_and_report(place: str, number: int, report: Path, seed: int) -> None:
    """Chooses by chance until it is killed; reports each choice when it has been acknowledged."""
    chance = Random(seed)
    with report.open("ab", buffering=0) as file:
        table = Table(TableStore(place), number)
        for _ in range(MOST_CHOICES):
            side = one_choice(table, chance)
            file.write(f"{table.revision} {side}\n".encode())
    time.sleep(60)


def killed(place: str, number: int, folder: Path, count: int) -> None:
    """Process after process that chooses, each killed soon after its first choice."""
    chance = Random(1688)
    for turn in range(count):
        report = folder / f"{turn}"
        child = os.fork()
        if not child:
            try:
                choose_and_report(place, number, report, turn)
            finally:
                os._exit(1)
        until = time.monotonic() + 60
        while not (report.exists() and report.stat().st_size) and time.monotonic() < until:
            time.sleep(0.002)
        time.sleep(chance.uniform(0.0, 0.15))
        os.kill(child, 9)
        assert os.WIFSIGNALED(os.waitpid(child, 0)[1]), "it ended by itself"


if __name__ == "__main__":
    killed(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
