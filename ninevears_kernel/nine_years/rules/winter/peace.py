"""The peace roll of the last winters (NY 6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.ruling_context import RulingContext
from ....core.rulings import Answer, Violation, objection
from ...components.map import game_map
from ...components.position import BothSides, OnTheTable, Position
from ...components.powers import savoy_is_neutral
from ...components.sides import SIDES, Side
from ...engine.agenda import decision, step
from ...engine.engine import Engine
from ...engine.notation import Action
from ..victory import end_war
from .withdrawal import in_order

FIRST_YEAR, LAST_YEAR = 1696, 1699  # NY 6.4
TOTALS = {"ten": 10, "six": 6}
"""The total that ends the game, by the reading ``peace-roll-total`` (NY 6.4.2, 6.3)."""
ONE_EACH = ("London", "Dublin", "Edinburgh")
CONCESSIONS = {"none": (0, 0), "card": (1, 0), "points": (0, 2), "both": (1, 2)}
"""Action cards and resource points that each concession costs (NY 6.4.1)."""


@carries_out("NY 6.4.M", "NY 6.4.1")
def peace_modifiers(position: OnTheTable, concessions: BothSides, context: RulingContext) -> dict[str, int]:
    """Each modifier that applies, by a stable name.

    >>> from ninevears_kernel.nine_years.components.scenario import scenario_1688
    >>> peace_modifiers(scenario_1688().replace(year=1697), BothSides(), RulingContext())
    {'London': 1, 'Dublin': 1, 'Edinburgh': 1, 'savoy-neutral': 1, 'years': 1}
    """
    held = [space for space in game_map().spaces if position.controller(space.name) == "Bourbon"]
    fortified = [space for space in held if space.fortress]
    abroad = [space.name for space in fortified if space.power == "Spain" and space.region != "Spain"]
    in_spain = [space.name for space in fortified if space.power == "Spain" and space.region == "Spain"]
    empire = [space.name for space in fortified if space.power == "Empire"]
    found = {f"concessions-{side}": -concessions.of(side) for side in SIDES}
    found["spanish-abroad"] = int(len(abroad) >= 1)
    found["empire"] = int(len(empire) >= 2)
    found["spain"] = int(len(in_spain) >= 3)
    found |= {name: int(position.controller(name) == "Bourbon") for name in ONE_EACH}
    found["kww"] = max(0, -position.kww_cell)
    found["savoy-neutral"] = int(savoy_is_neutral(position))
    found["years"] = max(0, position.year - FIRST_YEAR)
    spaces = {"spanish-abroad": abroad, "empire": empire, "spain": in_spain}
    for name, value in found.items():
        if value:
            clause_id = "NY 6.4.1" if name.startswith("concessions") else "NY 6.4.M"
            context.step(clause_id, f"peace.{name}", modifier=value, spaces=spaces.get(name, ()))
    return {name: value for name, value in found.items() if value}


@carries_out("NY 6.4")
def against_peace(position: OnTheTable) -> Iterator[Violation]:
    """What stands against rolling, and conceding anything, for peace in this year."""
    if not FIRST_YEAR <= position.year <= LAST_YEAR:
        yield objection("NY 6.4", "peace.no-roll", Message("peace.wait", year=FIRST_YEAR), year=position.year)


@carries_out("NY 6.4", "NY 6.4.2")
def peace_roll(position: Position, concessions: BothSides, context: RulingContext) -> Answer:
    """The peace roll: the modifier, the die that ends the game, and with dice whether it does."""
    modifiers = peace_modifiers(position, concessions, context)
    modifier, total = sum(modifiers.values()), TOTALS[context.reading("peace-roll-total")]
    needed = max(1, total - modifier) if total - modifier <= 6 else None
    answer = {"modifier": modifier, "modifiers": modifiers, "needed": needed}
    context.violations.extend(against_peace(position))
    if context.violations:
        return Answer("illegal", Message("peace.no-roll", year=position.year), {**answer, "ends": False})
    needs = Message("peace.needs", needed=needed) if needed else Message("peace.never")
    context.decides("NY 6.4.2", "peace.total", modifier=modifier, total=total, needs=needs)
    context.known = Answer(
        "result", Message("peace.total", modifier=modifier, total=total, needs=needs), answer
    )
    ends = _is_enough(context.dice.roll(wanted=Message("peace.roll")), modifier, total, context)
    return Answer("result", Message("peace.ends" if ends else "peace.goes-on"), {**answer, "ends": ends})


@carries_out("NY 6.4.2")
def _is_enough(die: int, modifier: int, total: int, context: RulingContext) -> bool:
    context.decides(
        "NY 6.4.2", "peace.rolled", die=die, modifier=modifier, result=die + modifier, total=total
    )
    return die + modifier >= total


# ---- in play


@step("peace")
@carries_out("NY 6.4", "NY 6.4.1", "NY 8.5")
def negotiate(engine: Engine) -> None:
    """In the last years the players may concede, first the one without the initiative; then they roll."""
    if next(against_peace(engine.board), None) is None:
        with_initiative, other = in_order(engine.board.year)
        engine.then(("concede", other), ("concede", with_initiative), ("peace-roll",))


def _concessions(engine: Engine, side: Side) -> list[Action]:
    return [("concede", concession) for concession in CONCESSIONS]


@carries_out("NY 6.4.1")
def _concede(engine: Engine, action: Action, side: Side) -> None:
    cards, points = CONCESSIONS[action[1]]
    hand = engine.board.hand(side)
    engine.board.set_hand(side, structs.replace(hand, cards_conceded=cards, points_conceded=points))
    told = "peace.conceded" if cards or points else "peace.concedes-nothing"
    engine.tell("NY 6.4.1", told, side=side, cards=cards, points=points)


decision("concede", "side", "NY 6.4.1", "concede", _concessions, _concede)


@step("peace-roll")
@carries_out("NY 6.4.2", "NY 6.3")
def roll_for_peace(engine: Engine) -> None:
    """The Bourbon player rolls; on enough the war ends."""
    board = engine.board
    taken = {
        side: bool(board.hand(side).cards_conceded) + bool(board.hand(side).points_conceded) for side in SIDES
    }
    modifier = sum(peace_modifiers(board, BothSides(**taken), engine.context).values())
    total = TOTALS[engine.reading("peace-roll-total")]
    if _is_enough(engine.roll("peace.roll"), modifier, total, engine.context):
        engine.tell("NY 6.3", "peace.ends")
        end_war(engine, "peace")
