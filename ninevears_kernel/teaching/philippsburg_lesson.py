"""Lesson 0: Philippsburg in October 1688, one card and three actions, with a guide beside the map.

What the guide says depends on the table alone, so that it fits whatever is done; the engine counts every
chance.

>>> from ..play.session import Session
>>> from ..play.table_seat import TableSeat
>>> seat = TableSeat(Session(philippsburg_1688(seed=1)), guide=PHILIPPSBURG)
>>> seat.state()["guide"]["says"]
'This is your card. Its number says how many actions it gives: click it.'
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from secrets import randbelow
from typing import Any

from msgspec import Struct

from ..core.dice import GivenDice
from ..core.errors import Refused
from ..core.messages import Message, say
from ..core.ruling_context import RulingContext
from ..input_files import convert, read_data
from ..nine_years.components.changes import changed
from ..nine_years.components.map import game_map
from ..nine_years.components.position import Hand, Position
from ..nine_years.components.scenario import scenario_1688
from ..nine_years.components.sides import Side
from ..nine_years.engine.engine import Engine
from ..nine_years.engine.notation import parsed
from ..nine_years.games.game import Game
from ..nine_years.rules.campaign.siege import defence_value
from ..play.natural_actions import about
from ..play.session import Session
from ..play.table_guide import Guide, GuideData

TABLE = Path(__file__).parent / "data" / "philippsburg.toml"
WHERE = "Philippsburg"
SIDE: Side = "Bourbon"
WHOLE = (f"campaign {WHERE}", "whole", "besiege")
"""The orders of a siege roll with everybody who is free."""
SPARING = (f"campaign {WHERE}", "lead Duras", "with 3 France", "besiege")
"""The same so that Catinat keeps enough for another."""
MOST_SEEDS = 1_000_000
LEARNT = ("13.3", "13.5.1", "14.1", "16", "17.5")
"""What may have been used, in the order in which it is told at the end: the first figures of its clauses."""


class Because(Struct, frozen=True, forbid_unknown_fields=True):
    """What had happened by then, in a sentence, and the plain edits that say so."""

    because: str
    edits: tuple[dict[str, Any], ...]


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    """The card of the hand, and what had happened."""

    card: int
    steps: tuple[Because, ...]


@cache
def _opening() -> Opening:
    return convert(read_data(TABLE), Opening)


def philippsburg_1688(seed: int | None = None) -> Position:
    """Philippsburg under siege in October 1688: the Bourbon side to play its one card.

    Args:
        seed: of the dice; by default another each time.

    >>> position = philippsburg_1688(seed=1)
    >>> position.bourbon_hand.actions, [siege.strength_lost for siege in position.sieges]
    ((3,), [2])
    """
    opening = _opening()
    edits = [edit for one in opening.steps for edit in one.edits]
    return changed(scenario_1688(), edits).replace(
        phase="campaign",
        bourbon_hand=Hand(actions=(opening.card,)),
        agenda=("winter-phase", f"round {SIDE}"),
        seed=randbelow(MOST_SEEDS) if seed is None else seed,
    )


def chance(game: Game, *orders: str) -> Fraction | None:
    """The chance that Philippsburg falls to a siege roll, by every face of the die (NY 17.5.2).

    Args:
        game: the war.
        orders: from now to the roll, in the notation.

    Returns:
        None when the rules refuse one of the orders.

    >>> chance(Game.from_position(philippsburg_1688(seed=1)), "play 3", *WHOLE)
    Fraction(2, 3)
    """
    *before, last = orders
    trial = game.branch()
    try:
        for order in before:
            trial.choose(order)
        trial.branch().choose(last)
    except Refused:
        return None
    falls = 0
    for face in range(1, 7):
        context = RulingContext(GivenDice([face]), trial.readings, False, trial.rule_tables)
        engine = Engine(trial.engine.board.copy(), context)
        engine.advance()  # to the decision that waits already
        engine.choose(parsed(last, trial.rule_tables))
        falls += engine.board.position().controller(WHERE) == SIDE
    return Fraction(falls, 6)


def _guided(session: Session) -> GuideData | None:
    """What the guide says now, and where."""
    game, decision = session.game, session.decision
    position = game.position
    fallen = position.controller(WHERE) == SIDE
    if position.bourbon_hand.actions:
        return {
            "says": say("philippsburg.card"),
            "at": "hand",
            "space": _number(WHERE),
            "marked": say("philippsburg.choose"),
        }
    if position.active != SIDE:
        return {
            "says": say("philippsburg.won" if fallen else "philippsburg.lost"),
            "space": _number(WHERE),
            "over": True,
            "learnt": learnt(session),
        }
    if decision is None or decision.side != SIDE:
        return None
    if decision.name != "action":
        return _astray(game, decision.name)
    left, whole = position.actions_left, chance(game, *WHOLE)
    if fallen or whole is None:
        says = say("philippsburg.fallen" if fallen else "philippsburg.tired")
        if not any(option.text == "campaign Landau" for option in decision.options):
            says = f"{says} {say('philippsburg.left', count=left)}"
            return {"at": "end", **_campaign(says, WHERE)}
        says = f"{says} {say('philippsburg.boufflers', count=left)}"
        return {"marked": say("philippsburg.from-landau"), **_campaign(says, "Landau")}
    free = [one.name for one in position.leaders_in(WHERE) if not one.used]
    if len(free) > 1 and (some := chance(game, *SPARING)) is not None:
        defence = defence_value(game.engine.board, _number(WHERE))  # NY 17.4
        chances = {"all": _percent(whole), "some": _percent(some)}
        how = say("philippsburg.how", defence=defence, enough=2 * defence, **chances)
        return {"marked": how, **_campaign(say("philippsburg.place"), WHERE)}
    says = say("philippsburg.place-again", leaders=Message.all_of(free), count=len(free))
    return {"marked": say("philippsburg.again", all=_percent(whole)), **_campaign(says, WHERE)}


def _campaign(says: str, place: str) -> GuideData:
    """What the guide says of a campaign: where it begins, and of one from elsewhere."""
    return {
        "says": says,
        "space": _number(place),
        "open": say("philippsburg.open"),
        "astray": say("philippsburg.astray"),
        "sure": say("philippsburg.sure"),
    }


def _astray(game: Game, decision: str) -> GuideData:
    """What the guide says where an action asks more than it leads to: there is a way on, and one back."""
    sure, place = say("philippsburg.sure"), about(game.engine)
    if place is None or decision not in ("force", "march"):
        return {"says": say("philippsburg.aside"), "sure": sure}
    return {"says": say(f"philippsburg.{decision}"), "space": place, "sure": sure}


def learnt(session: Session) -> list[tuple[str, str]]:
    """What was used on the way: a sentence and its clause for each, in the order of the lessons."""
    clauses = {step.clause_id.removeprefix("NY ") for moment in session.moments for step in moment.steps}
    clauses |= {moment.here.clause_id.removeprefix("NY ") for moment in session.moments}
    return [
        (say(f"philippsburg.learnt-{one.replace('.', '-')}"), f"NY {one}")
        for one in LEARNT
        if any(clause == one or clause.startswith(f"{one}.") for clause in clauses)
    ]


def _number(name: str) -> int:
    return game_map().space(name).index


def _percent(found: Fraction) -> Message:
    return Message("philippsburg.percent", count=round(100 * found))


PHILIPPSBURG = Guide(philippsburg_1688, _guided, "philippsburg")
"""Lesson 0 as a war table takes it."""
