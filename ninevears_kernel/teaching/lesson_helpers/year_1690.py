"""January 1690, where the guided year begins: the set-up of 1688, the Glorious Revolution carried out by the
engine, and what else two years of war had brought as plain edits, each with its reason.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ...core.dice import GivenDice
from ...core.messages import Message, say
from ...core.ruling_context import RulingContext
from ...core.rulings import Step
from ...input_files import convert, read_data
from ...nine_years.components.changes import changed
from ...nine_years.components.position import Fleet, Position
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, enemy
from ...nine_years.engine.engine import Engine
from ...nine_years.engine.notation import parsed
from ...nine_years.games.game import Game
from ...nine_years.games.record import start_of
from ...nine_years.queries.pieces import carry_out
from ...play.consequences import consequence
from ...umpire.cases.edits import edit_words
from .positions import glorious_revolution
from .tables import table_of, to_read

if TYPE_CHECKING:
    from pandas import DataFrame
    from pandas.io.formats.style import Styler

TABLE = Path(__file__).parents[1] / "data" / "january_1690.toml"
BATTLE = ("battle", "battle-cards", "battle-card", "battle-rolls", "losses", "battle-result")
"""Items of the agenda from the first shot to the result (NY 16)."""
FATE, MOST_FATES = 3, 2
"""The face and the number of the rolls for the fate of the commanders, which say nothing about who wins."""
SEED = 44606
"""With these dice the orders that the lesson suggests come near to what happened."""


class Brought(Struct, frozen=True, forbid_unknown_fields=True):
    """What had happened somewhere by January 1690.

    Attributes:
        because: what happened, in a sentence.
        edits: the plain edits that say so.
    """

    because: str
    edits: tuple[dict[str, Any], ...]


class TwoYears(Struct, frozen=True, forbid_unknown_fields=True):
    """What the years 1688 and 1689 had brought.

    Attributes:
        top_events: the cards on top of the event deck, the Bourbon side's first.
        past_events: cards of which history is over, and which are out of the deck.
        steps: what had happened, place by place.
    """

    top_events: tuple[str, ...]
    past_events: tuple[str, ...]
    steps: tuple[Brought, ...]


@cache
def two_years() -> TwoYears:
    """What 1688 and 1689 had brought, from ``data/january_1690.toml``.

    >>> two_years().top_events[0]
    "Lauzun's Brigade"
    """
    return convert(read_data(TABLE), TwoYears)


def two_years_table() -> DataFrame:
    """A row for each thing that had happened by January 1690: what, and what it changes on the table.

    >>> "Philippsburg" in two_years_table().iloc[0, 0]
    True
    """
    rows = [
        (one.because, str(Message.all_of([edit_words(edit) for edit in one.edits])))
        for one in two_years().steps
    ]
    return table_of(rows, ["what had happened", "what it changes"])


@cache
def after_the_revolution(seed: int = SEED) -> Position:
    """The start of the war after the Glorious Revolution: the engine carries it out, and James II goes to
    Dublin.

    >>> after_the_revolution().controller("London"), after_the_revolution().revolution
    ('Alliance', True)
    """
    return glorious_revolution(start_of(standard_rule_tables(), seed)).board.position()


@cache
def january_1690(seed: int = SEED) -> Position:
    """January 1690 as history had it, before the year begins; the dice are those of the seed.

    >>> january_1690().year, january_1690().controller("Derry"), january_1690().victory_points
    (1690, 'Alliance', 21)
    """
    brought = two_years()
    edits = [edit for one in brought.steps for edit in one.edits]
    position = changed(after_the_revolution(seed), edits)
    described = {*brought.top_events, *brought.past_events}
    others = (card for card in position.event_deck if card not in described)
    fleets = (fleet for fleet in position.fleets if fleet.place != "port")
    winter = (Fleet(fleet.name) for fleet in position.fleets if fleet.place == "port")  # NY 19.b
    return position.replace(
        year=1690,
        event_deck=(*brought.top_events, *others),
        fleets=(*fleets, *winter),
        agenda=("year",),
    )


# ---- what an order would bring


def options_table(game: Game, *orders: str, most: int = 4) -> Styler:
    """What some orders would bring now: for certain, and by the dice with exact chances; nothing is done.

    Args:
        game: the war.
        orders: in the notation; without them all that may be chosen.
        most: so many outcomes of the dice are listed for each, the likeliest first.

    >>> options_table(Game.new(1690), "first Bourbon").data["order"].tolist()
    ['first Bourbon']
    """
    rows: list[tuple[str, str, str]] = []
    for option in game.decision.options if game.decision else ():
        if orders and option.text not in orders:
            continue
        brings = consequence(game, option)
        certain = " ".join([*(str(step.says) for step in brings.steps), *brings.changes])
        if not certain and not brings.outcomes:
            certain = str(brings.until or Message("lesson.no-change"))
        described = [(say("lesson.for-certain"), certain)] if certain else []
        for one in brings.outcomes[:most]:
            described.append((str(one.chance), " ".join(one.says) or say("lesson.no-change")))
        others = brings.others + sum((one.chance for one in brings.outcomes[most:]), Fraction(0))
        if others:
            described.append((str(others), say("lesson.otherwise")))
        names = [option.text, *[""] * len(described)]
        rows += [(name, *row) for name, row in zip(names, described, strict=False)]
    table = table_of(rows, ["order", "chance", "what follows"])
    style: Styler = to_read(table).hide()
    return style


def battle_sums(game: Game) -> tuple[Step, ...]:
    """What each side brings to the battle that is about to be fought, before the rolls (NY 16.2.1, 16.2.2).

    Args:
        game: a war in which somebody has just been met.
    """
    context = RulingContext(GivenDice([FATE] * (2 + MOST_FATES)), game.readings, True, game.rule_tables)
    engine = Engine(game.engine.board.copy(), context)
    engine.take(parsed("stand", game.rule_tables))
    carry_out(engine, *BATTLE)
    sums = [one for one in context.steps if one.clause_id in ("NY 16.2.1", "NY 16.2.2")]
    return tuple(one for one in sums if "die" not in one.says.values)


def battle_chances(game: Game) -> dict[str, Fraction]:
    """Who wins, over all pairs of battle rolls, if the defenders stand; losses make no difference to it.

    Raises:
        Refused: nobody can stand now.

    >>> from .positions import fleurus
    >>> game = Game.from_position(fleurus())
    >>> for order in ("campaign Valenciennes", "whole", "to Charleroi"):
    ...     game.choose(order)
    >>> sum(battle_chances(game).values())
    Fraction(1, 1)
    """
    game.branch().choose("stand")
    won = dict.fromkeys(SIDES, Fraction(0))
    for faces in product(range(1, 7), repeat=2):
        dice = GivenDice([*faces, *[FATE] * MOST_FATES])
        engine = Engine(game.engine.board.copy(), RulingContext(dice, game.readings, False, game.rule_tables))
        engine.take(parsed("stand", game.rule_tables))
        carry_out(engine, *BATTLE)
        loser = engine.board.agenda[-1][1]
        won[enemy(loser)] += Fraction(1, 36)
    return {str(side): chance for side, chance in won.items()}
