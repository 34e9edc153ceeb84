"""Positions and games that lessons begin with, each prepared by the engine and by plain edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from ...core.dice import GivenDice
from ...core.errors import Refused
from ...core.ruling_context import RulingContext
from ...core.rulings import Ruling, frozen
from ...nine_years.components.changes import changed
from ...nine_years.components.position import Hand, Position
from ...nine_years.components.scenario import scenario_1688
from ...nine_years.components.sides import Side, enemy
from ...nine_years.engine.board import Board
from ...nine_years.engine.engine import Engine
from ...nine_years.engine.notation import parsed
from ...nine_years.games.game import Game
from ...nine_years.rules import rulebook  # noqa: F401  every step and decision
from ...nine_years.rules.events.phase import savoy_joins
from ...nine_years.rules.fleets import change_sea_control
from ...play.session import Session
from ..course import course_case, ruled

FATES = ("events.lasts", "events.played", "events.kept", "events.unplayable")
"""What becomes of a card that is drawn, by the message that says it; the first that is found counts."""
E2_CONQUESTS = (
    {"set": "control", "space": "Namur", "side": "Bourbon"},
    {"set": "control", "space": "Girona", "side": "Bourbon"},
    {"remove": "corps", "power": "Spain", "space": "Namur"},
    {"remove": "corps", "power": "Spain", "space": "Girona", "reduced": True},
    {"add": "corps", "power": "France", "space": "Tournai", "count": 3},
    {"add": "corps", "power": "France", "space": "Tournai", "reduced": True},
)
"""What the war of example E2 has brought by 1690: rich Namur, Girona, and five corps at Tournai."""
FLEURUS = (
    {"add": "corps", "power": "France", "space": "Valenciennes", "count": 5},
    {"add": "leader", "name": "Luxembourg", "space": "Valenciennes"},
    {"add": "corps", "power": "Dutch Republic", "space": "Charleroi", "count": 5},
    {"add": "corps", "power": "Spain", "space": "Charleroi"},
    {"add": "leader", "name": "Waldeck", "space": "Charleroi"},
    {"remove": "leader", "name": "Gastanaga"},
)
"""The two armies of 1 July 1690, some 6,000 men to a corps; nobody else is near."""
STEENKERQUE = (
    {"set": "year", "year": 1692},
    {"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True},
    {"set": "control", "space": "Mons", "side": "Bourbon"},
    {"add": "corps", "power": "France", "space": "Mons", "count": 10},
    {"add": "leader", "name": "Luxembourg", "space": "Mons"},
    {"add": "leader", "name": "Boufflers", "space": "Mons"},
    {"remove": "corps", "power": "Spain", "space": "Brussels"},
    {"add": "corps", "power": "Britain", "space": "Brussels", "count": 4},
    {"add": "corps", "power": "Dutch Republic", "space": "Brussels", "count": 6},
    {"add": "leader", "name": "William III", "space": "Brussels"},
    {"add": "leader", "name": "Wurttemberg", "space": "Brussels"},
    {"remove": "leader", "name": "Gastanaga"},
)
"""The two armies of 3 August 1692: Mons is French, and Boufflers is near enough to help."""
FLANDERS_LINES = (
    {"set": "line", "space": "Ypres", "level": 1},
    {"set": "line", "space": "Tournai", "level": 2},
    {"set": "line", "space": "Brussels", "level": 3},
    {"add": "corps", "power": "France", "space": "Tournai", "count": 3},
    {"add": "leader", "name": "Boufflers", "space": "Tournai"},
    {"remove": "corps", "power": "Spain", "space": "Ghent", "reduced": True},
    {"add": "corps", "power": "Dutch Republic", "space": "Ghent", "count": 4},
    {"add": "leader", "name": "Wurttemberg", "space": "Ghent"},
)
"""Lines of both sides in Flanders, and one man at Ghent who wants to get through."""
SIEGE_OF_NAMUR = (
    {"set": "year", "year": 1692},
    {"add": "corps", "power": "France", "space": "Sedan", "count": 9},
    {"add": "leader", "name": "Luxembourg", "space": "Sedan"},
    {"add": "leader", "name": "Boufflers", "space": "Sedan"},
    {"remove": "leader", "name": "Gastanaga"},
)
"""The siege army of 1692 in Sedan, a march from Namur, whose garrison is at home."""
RELIEF_OF_NAMUR = (
    {"remove": "corps", "power": "France", "space": "Sedan", "count": 9},
    {"add": "corps", "power": "France", "space": "Namur", "count": 10},
    {"add": "leader", "name": "Luxembourg", "space": "Namur"},
    {"add": "leader", "name": "Boufflers", "space": "Namur"},
    {"set": "besieged", "space": "Namur", "by": "Bourbon", "continuing": True},
    {"remove": "corps", "power": "Spain", "space": "Brussels"},
    {"add": "corps", "power": "Britain", "space": "Brussels", "count": 4},
    {"add": "corps", "power": "Dutch Republic", "space": "Brussels", "count": 6},
    {"add": "leader", "name": "William III", "space": "Brussels"},
    {"add": "leader", "name": "Wurttemberg", "space": "Brussels"},
)
"""The siege is laid, and an army comes to relieve the town."""


@cache
def spring_1690() -> Position:
    """The spring of 1690 after the Glorious Revolution: Britain and Savoy have joined the Alliance.

    James II went to Dublin; the armies stand where they stood in 1688.

    >>> spring_1690().year, spring_1690().controller("London"), spring_1690().controller("Turin")
    (1690, 'Alliance', 'Alliance')
    """
    engine = glorious_revolution(scenario_1688().replace(year=1690))
    savoy_joins(engine)
    return engine.board.position()


def glorious_revolution(start: Position) -> Engine:
    """The engine when it has carried out the Glorious Revolution, and James II went to Dublin."""
    engine = Engine(Board(start), RulingContext(GivenDice(())))
    change_sea_control(engine, "Atlantic", "Alliance")
    engine.then(("revolution",))
    engine.advance()
    engine.choose(parsed("exile Dublin, no", engine.rule_tables))
    return engine


def reinforcements_1690() -> Position:
    """The Reinforcement phase of 1690 of worked example E2, before anybody has chosen.

    >>> from ...nine_years.games.game import Game
    >>> Game.from_position(reinforcements_1690()).decision.name
    'order'
    """
    position = changed(spring_1690(), E2_CONQUESTS)
    return position.replace(phase="reinforcement", agenda=("reinforcement-phase",))


def taken(side: Side, *spaces: str) -> list[Mapping[str, Any]]:
    """The edits that give spaces to a side.

    >>> changed(scenario_1688(), taken("Bourbon", "Mons", "Namur")).controller("Namur")
    'Bourbon'
    """
    return [{"set": "control", "space": name, "side": side} for name in spaces]


def drawing(card: str, side: Side, position: Position) -> Position:
    """A position in which a side is about to draw an event card, the only one of the deck.

    >>> from ...nine_years.games.game import Game
    >>> Game.from_position(drawing("Return of the Vaudois", "Alliance", scenario_1688())).decision.side
    'Bourbon'
    """
    return position.replace(phase="event", event_deck=(card,), agenda=(f"draw-event {side}",))


def card_drawn(card: str, side: Side, position: Position) -> Ruling:
    """What becomes of an event card that a side draws, and what it does.

    Its answer holds the ``options`` of a choice that the card asks for, if there is one.

    >>> card_drawn("Scotland Rises", "Bourbon", scenario_1688()).steps[-1].clause_id
    'NY 9.2.2'
    >>> card_drawn("Scotland Rises", "Bourbon", spring_1690()).steps[0].clause_id
    'NY 9.2.1'
    """
    drawn = drawing(card, side, position)
    ruling = ruled(course_case(drawn, drawn.agenda))
    described = {step.says.id: step.says for step in ruling.steps}
    fate = next(described[name] for name in FATES if name in described)
    options = ruling.answer["options"] if ruling.answer else ()
    return replace(ruling, says=fate, answer=frozen({"options": options} if options else {}))


def with_magazines() -> Position:
    """The autumn of 1688, and the Bourbon player keeps Louvois' Magazines.

    >>> with_magazines().bourbon_hand.events
    ("Louvois' Magazines",)
    """
    return scenario_1688().replace(bourbon_hand=Hand(events=("Louvois' Magazines",)))


# ---- action rounds


def start_of_campaign(seed: int = 1690) -> Position:
    """The Campaign phase of 1688, the cards dealt and none laid yet; two computer players played until then.

    Args:
        seed: decides the cards and the dice.

    >>> start_of_campaign().alliance_hand.actions
    (1, 2, 3)
    """
    session = Session(seed=seed, bourbon="sense", alliance="sense")
    session.jump(phase="campaign")
    return session.game.position


def round_of(
    side: Side,
    position: Position,
    *edits: Mapping[str, Any],
    own: tuple[int, ...] = (3,),
    other: tuple[int, ...] = (2,),
    seed: int = 1690,
) -> Position:
    """A position in which a side begins an action round, with these action cards in the two hands.

    Args:
        side: whose round it is.
        position: where the pieces stand.
        edits: plain edits of it.
        own: the cards of the side, by their numbers of actions.
        other: the cards of the enemy.
        seed: decides the dice.

    >>> round_of("Alliance", scenario_1688()).actions_left
    3
    """
    hands = {side: own, enemy(side): other}
    begun = changed(position, edits).replace(
        phase="campaign",
        agenda=("winter-phase", f"round {side}"),
        bourbon_hand=Hand(actions=hands["Bourbon"]),
        alliance_hand=Hand(actions=hands["Alliance"]),
        seed=seed,
    )
    game = Game.from_position(begun, recorded=False)
    if game.decision and game.decision.name == "card" and len(game.decision.options) == 1:
        game.choose(game.decision.options[0])  # a card that must be played is not what a lesson asks about
    return game.position.replace(action_discards=())  # of the other cards a lesson knows nothing


def before_tournai() -> Position:
    """Worked examples E3, E5 and E7: the army before Tournai and the corps at London, with a card of 3.

    The dice of its seed are a 4 for the siege and then the 3 of the example for the passage.

    >>> len(before_tournai().corps_in("Tournai")), before_tournai().seas.Atlantic
    (12, 'Bourbon')
    """
    edits = (
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 8},
        {"add": "corps", "power": "Dutch Republic", "space": "Tournai", "count": 3, "reduced": True},
        {"add": "leader", "name": "William III", "space": "Tournai"},
        {"add": "leader", "name": "Waldeck", "space": "Tournai"},
        {"set": "sea", "zone": "Atlantic", "side": "Bourbon"},
    )
    return round_of("Alliance", spring_1690(), *edits, seed=3)


def beaten_at_landau() -> Position:
    """Worked example E6: Catinat and Boufflers with eight corps, all demoralised; two rounds lie before them.

    >>> sum(corps.demoralised for corps in beaten_at_landau().corps_in("Landau"))
    8
    """
    edits = (
        {"remove": "corps", "power": "France", "space": "Landau", "count": 2},
        {"remove": "corps", "power": "France", "space": "Landau", "reduced": True},
        {"add": "corps", "power": "France", "space": "Landau", "count": 8, "demoralised": True},
        {"add": "leader", "name": "Catinat", "space": "Landau", "demoralised": True},
        {"add": "leader", "name": "Boufflers", "space": "Landau", "demoralised": True},
    )
    return round_of("Bourbon", spring_1690(), *edits, own=(2, 2), other=(1, 1))


def eugene_at_innsbruck() -> Position:
    """Worked example E8: Eugene, beaten at Trent, with demoralised Austrian corps at Innsbruck.

    >>> [leader.name for leader in eugene_at_innsbruck().leaders if leader.demoralised]
    ['Eugene']
    """
    edits = (
        {"add": "leader", "name": "Eugene", "space": "Innsbruck", "demoralised": True},
        {"add": "corps", "power": "Austria", "space": "Innsbruck", "count": 4, "demoralised": True},
    )
    return round_of("Alliance", spring_1690(), *edits)


def waldeck_at_ghent(seed: int = 1689) -> Position:
    """Waldeck at Ghent with five Dutch corps before his march on Tournai; Humieres stands at Lille.

    Args:
        seed: decides the dice.

    >>> len(waldeck_at_ghent().corps_in("Ghent"))
    5
    """
    edits = (
        {"remove": "corps", "power": "Spain", "space": "Ghent", "reduced": True},
        {"add": "corps", "power": "Dutch Republic", "space": "Ghent", "count": 5},
        {"add": "leader", "name": "Waldeck", "space": "Ghent"},
    )
    return round_of("Alliance", scenario_1688(), *edits, seed=seed)


def luxembourg_at_sedan() -> Position:
    """Luxembourg at Sedan with six corps before Namur, which has no garrison; Waldeck stands at Ghent.

    >>> luxembourg_at_sedan().actions_left
    3
    """
    return round_of(
        "Bourbon",
        waldeck_at_ghent(),
        {"remove": "corps", "power": "Spain", "space": "Namur"},
        {"add": "corps", "power": "France", "space": "Sedan", "count": 6},
        {"add": "leader", "name": "Luxembourg", "space": "Sedan"},
    )


def refused(position: Position, *orders: str) -> str:
    """Why the last of some orders may not be given when the others have been carried out; "" where it may.

    Args:
        position: where they begin.
        orders: in the notation.

    >>> refused(luxembourg_at_sedan(), "campaign Sedan", "whole", "to Reims")
    ''
    """
    game = Game.from_position(position)
    for order in orders[:-1]:
        game.choose(order)
    try:
        game.choose(orders[-1])
    except Refused as error:
        return str(error)
    return ""


def luxembourg_at_tournai() -> Position:
    """Luxembourg at Tournai with five corps, next to Waldeck at Ghent.

    >>> luxembourg_at_tournai().actions_left
    3
    """
    return round_of(
        "Bourbon",
        waldeck_at_ghent(),
        {"add": "leader", "name": "Luxembourg", "space": "Tournai"},
        {"add": "corps", "power": "France", "space": "Tournai", "count": 5},
    )


def fleurus(seed: int = 1690) -> Position:
    """What if the armies of Fleurus met in the game: Luxembourg at Valenciennes, Waldeck at Charleroi.

    Args:
        seed: decides the dice.

    >>> len(fleurus().corps_in("Valenciennes")), len(fleurus().corps_in("Charleroi"))
    (6, 6)
    """
    return round_of("Bourbon", spring_1690(), *FLEURUS, other=(), seed=seed)


def steenkerque(seed: int = 1692) -> Position:
    """What if the armies of Steenkerque met in the game: William III at Brussels, Luxembourg at Mons.

    Args:
        seed: decides the dice.

    >>> len(steenkerque().corps_in("Brussels")), len(steenkerque().corps_in("Mons"))
    (10, 10)
    """
    return round_of("Alliance", spring_1690(), *STEENKERQUE, other=(), seed=seed)


def flanders_lines(seed: int = 1693) -> Position:
    """Fortified lines in Flanders; Wurttemberg at Ghent stands before those of Tournai.

    Args:
        seed: decides the dice.

    >>> [(line.space, line.level) for line in flanders_lines().lines]
    [('Ypres', 1), ('Tournai', 2), ('Brussels', 3)]
    """
    return round_of("Alliance", spring_1690(), *FLANDERS_LINES, other=(), seed=seed)


def siege_of_namur(seed: int = 22) -> Position:
    """Ten French corps at Sedan before the siege of Namur, and five cards of two actions; the enemy has none.

    Args:
        seed: decides the dice; the first four of 22 are 1, 4, 4 and 6.

    >>> len(siege_of_namur().corps_in("Sedan")), siege_of_namur().controller("Namur")
    (10, 'Alliance')
    """
    return round_of("Bourbon", spring_1690(), *SIEGE_OF_NAMUR, own=(2,) * 5, other=(), seed=seed)


def relief_of_namur(seed: int = 1692) -> Position:
    """The siege of Namur is laid with ten corps; William III comes to its relief with ten from Brussels.

    Args:
        seed: decides the dice.

    >>> position = relief_of_namur()
    >>> [siege.space for siege in position.sieges], len(position.corps_in("Brussels"))
    (['Namur'], 10)
    """
    return round_of("Alliance", spring_1690(), *SIEGE_OF_NAMUR, *RELIEF_OF_NAMUR, other=(2,), seed=seed)
