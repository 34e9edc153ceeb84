"""A war from any January of 1689 to 1697, as history had it: the chronicle's control, the scenario's troops.

What is where is put together from tables, and nothing is guessed at run time:

* **Control** is the chronicle's (`tables.held_on`). A space that history calls neutral from the start has
  the side of the scenario; one that became neutral later is neutral.
* **Corps** (`armies_from_history`): those of the scenario's start and all that its schedule has brought by
  then, so that losses and new levies cancel out, as they nearly do in simulated wars. They stand where
  ``data/deployments.csv`` puts the armies of that winter, in proportion to their weights. The corps that
  begin at half strength fill up in three years.
* **Leaders**: who has come by the schedule, has not left by it, and is alive; where ``data/stations.csv``
  puts them.
* **Seas, colonies, lasting cards**: ``data/januaries.toml``.
* **Victory points**: 22, then what the rules give for what history did by arms: each capture (NY 6.1.2),
  each sea zone won (NY 13.5.6.b), the cell of King William's War (NY 18.1), Savoy's leaving (NY 7.2.1.d).
  Famous victories and events are left out.
* **Cards**: the decks are shuffled from the seed; an event that history has had is out, but for those that a
  hand holds.
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from ..core.errors import BadInput
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..input_files import read_data
from ..nine_years.components.map import BRITAIN, ZONES, Space, game_map
from ..nine_years.components.position import BothSides, Control, Fleet, Position, SeaControl
from ..nine_years.components.powers import SAVOY
from ..nine_years.components.rule_tables import standard_rule_tables
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.engine.board import Board
from ..nine_years.engine.seeded_dice import WarDice, shuffled
from ..nine_years.games.record import check_seed
from ..nine_years.rules.campaign.rounds import action_cards
from ..nine_years.rules.events.phase import FIRST_CARDS, LATER_CARDS, SAVOY_JOINS
from ..nine_years.rules.events.vocabulary import words_of
from ..nine_years.rules.fleets import VICTORY_POINTS, fleet_of
from ..nine_years.rules.winter.savoy import POINTS as SAVOY_POINTS
from ..play.simulation import simulate
from .armies_from_history import FIRST, leaders_of, with_corps
from .tables import DATA, NEUTRAL, changes_until, event_row, held_on
from .validate.holding import FOUGHT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from concurrent.futures import Executor

    from ..play.match import WarRecord

LAST = 1697
"""The last January that one can begin with; the first is `FIRST`."""
_YEAR = re.compile(r"1[67]\d\d")


def position_from_history(year: int, seed: int = 1688) -> Position:
    """The position of a January, from which `Game.from_position` plays on with the Event phase.

    Args:
        year: 1689 to 1697.
        seed: of the decks and of every die that follows.

    Raises:
        BadInput: no such year, or no such seed.

    >>> from ninevears_kernel.nine_years.games.game import Game
    >>> position = position_from_history(1693)
    >>> position.controller("Namur"), position.controller("Dublin"), position.sea("Atlantic")
    ('Bourbon', 'Alliance', 'Alliance')
    >>> Game.from_position(position).position.phase
    'event'
    """
    if isinstance(year, bool) or not isinstance(year, int) or not FIRST <= year <= LAST:
        raise BadInput("year", year, Message("expected.between", least=FIRST, most=LAST))
    check_seed(seed)
    dice = WarDice(seed)
    january = _january(year)
    return january.replace(
        seed=seed,
        action_deck=shuffled(action_cards(), dice),
        event_deck=shuffled(january.event_deck, dice),
        drawn=dice.drawn,
    )


def simulate_from(
    year: int,
    games: int,
    seed: int = 1688,
    jobs: int = 1,
    bourbon: str = "sensible",
    alliance: str = "sensible",
    done: Callable[[], None] = lambda: None,
    executor: Executor | None = None,
) -> list[WarRecord]:
    """Plays wars from a January of history to their ends, between two computer players.

    Args:
        year: 1689 to 1697.
        games: how many.
        seed: of the whole simulation.
        jobs: how many processes share the work.
        bourbon: who plays the Bourbons, by name in `play.match.PLAYERS`.
        alliance: who plays the Alliance.
        done: called after each war, for a progress bar.
        executor: who shares the work instead, as in `play.simulation.simulate`.

    Returns:
        A record of each war; `play.simulation.table` makes a table of them.

    Raises:
        BadInput: no such year.

    >>> [record.first_year for record in simulate_from(1697, 2, bourbon="random", alliance="random")]
    [1697, 1697]
    """
    position_from_history(year, seed)  # a wrong year is refused before any process is started
    start = partial(position_from_history, year)
    return simulate(games, seed, jobs, bourbon, alliance, done=done, start=start, executor=executor)


# ---- the tables of Januaries


@cache
def januaries() -> Mapping[str, list[dict[str, Any]]]:
    """Seas, colonies and lasting cards by January, from ``data/januaries.toml``."""
    found: dict[str, list[dict[str, Any]]] = read_data(DATA / "januaries.toml")
    return found


def _in_force(what: str, year: int) -> Iterable[dict[str, Any]]:
    return [row for row in januaries()[what] if row["from"] <= year <= row["to"]]


# ---- one January


@cache
def _january(year: int) -> Position:
    """The January of a year, its event deck in the order of its table and the dice not yet chosen."""
    rule_tables = standard_rule_tables()
    lasting = tuple(row["card"] for row in _in_force("lasting", year))
    control, revolution, left = _control(year), *_turns(year)
    seas = {row["zone"]: row["side"] for row in _in_force("seas", year)}
    start = rule_tables.scenario.start
    base = start.replace(
        year=year,
        control=control,
        revolution=revolution,
        savoy_left=left,
        seas=SeaControl(**seas),
        fleets=_fleets(start, seas),
        victory_points=victory_points(year),
        kww_cell=_cell(year),
        resource_base=_resource_base(lasting),
        lasting_events=lasting,
        event_deck=_event_deck(year, lasting),
        agenda=("year",),
        corps=(),
        leaders=(),
    )
    placed = with_corps(base)
    return placed.replace(leaders=leaders_of(placed))


def _turns(year: int) -> tuple[bool, bool]:
    """Whether the Glorious Revolution is over, and whether Savoy has left the war for good."""
    held = held_on(f"{year}-01-01")
    savoy = [held[space.name].side for space in game_map().spaces if space.power == SAVOY]
    return held["London"].side == "Alliance", year > SAVOY_JOINS and set(savoy) == {NEUTRAL}


def side_before(space: Space, revolution: bool) -> Side | None:
    """The side to which a space belongs as the scenario begins, or after the Glorious Revolution.

    >>> side_before(game_map().by_name["London"], True), side_before(game_map().by_name["Dublin"], True)
    ('Alliance', 'Bourbon')
    """
    scenario = standard_rule_tables().scenario
    stays = scenario.settings["revolution"]["stays_bourbon"]
    if revolution and space.region in BRITAIN and space.name not in stays:
        return "Alliance"
    return scenario.start.controller(space.name)


def control_on(day: str, revolution: bool) -> Control:
    """Who controls what on a day, as the rules see it: the chronicle's control, and no neutral land but
    where it is.

    Args:
        day: ISO, new style.
        revolution: whether the Glorious Revolution has taken place.
    """
    control = Control(0, 0)
    for name, held in held_on(day).items():
        space = game_map().by_name[name]
        side: Side | None = next((side for side in SIDES if side == held.side), None)
        if side is None and not held.event and held.since.startswith("1688-01"):
            side = side_before(space, revolution)
        control = control.changed(space.index, side)
    return control


def _control(year: int) -> Control:
    return control_on(f"{year}-01-01", _turns(year)[0])


def _fleets(start: Position, seas: Mapping[str, Side]) -> tuple[Fleet, ...]:
    """The fleets in winter: in the control box of the zone they won, or in the pool (NY 10.1.c, 19.b)."""
    in_box = {fleet_of(side, zone) for zone, side in seas.items() if zone in ZONES}
    return tuple(Fleet(one.name, "box" if one.name in in_box else "pool") for one in start.fleets)


def victory_points(year: int) -> int:
    """The victory point marker of a January: what the rules give for what history had done by arms.

    >>> victory_points(1690)
    21
    """
    board = Board(standard_rule_tables().scenario.start)
    held: dict[str, str] = {}
    for name, change in changes_until(f"{year}-01-01"):
        before, held[name] = held.get(name), change.side
        if change.event and event_row(change.event)["kind"] not in FOUGHT:
            continue  # given by a treaty
        side = change.side
        if side not in SIDES and change.event:
            side = event_row(change.event)["attacker"]  # taken, and given to a neutral
        if before in SIDES and side in SIDES and side != before:
            points = board.capture_points(game_map().by_name[name].index, RulingContext())
            board.score("Bourbon" if side == "Bourbon" else "Alliance", points)
    for zone in ZONES:
        holder = standard_rule_tables().scenario.start.sea(zone)
        for row in januaries()["seas"]:
            if row["zone"] == zone and row["from"] <= year and row["side"] != holder:
                holder = row["side"]
                board.score(row["side"], VICTORY_POINTS)
    board.score("Alliance", _cell(year))
    if _turns(year)[1]:
        board.score("Bourbon", SAVOY_POINTS)
    return board.victory_points


def _cell(year: int) -> int:
    return sum(row["cell"] for row in _in_force("colonies", year))


def _resource_base(lasting: Iterable[str]) -> BothSides:
    """The base of resource points, less or more what the lasting cards say."""
    base = standard_rule_tables().scenario.start.resource_base
    points: dict[str, int] = {side: base.of(side) for side in SIDES}
    for card in lasting:
        for said in words_of(standard_rule_tables())[card].effects:
            if said.word == "base":
                points[said.arguments[0]] += said.arguments[1]
    return BothSides(**points)


def _event_deck(year: int, lasting: Iterable[str]) -> tuple[str, ...]:
    """The cards still to come: what happened, by the card's own words, in an earlier year is out."""
    joined = {FIRST_CARDS, LATER_CARDS} if year > LATER_CARDS else {FIRST_CARDS}
    deck = []
    for card in standard_rule_tables().events.values():
        years = [int(found) for found in _YEAR.findall(card.history)]
        over = not card.hold and bool(years) and max(years) < year
        if card.joins in joined and card.name not in lasting and not over:
            deck.append(card.name)
    return tuple(deck)
