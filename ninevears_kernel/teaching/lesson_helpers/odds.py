"""The odds that lessons show as tables: past a fortified line, of hits in battle, of a siege in time, of a
hand of cards, of interception, and of avoiding battle.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...core.dice import GivenDice
from ...core.errors import BadInput
from ...core.ruling_context import RulingContext
from ...nine_years.components.changes import changed
from ...nine_years.components.map_masks import NUMBER
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.scenario import scenario_1688
from ...nine_years.components.sides import Side, enemy
from ...nine_years.engine.agenda import DECISION_RULES
from ...nine_years.engine.board import Board
from ...nine_years.engine.engine import Engine
from ...nine_years.queries.forces import form, note
from ...nine_years.queries.pieces import carry_out
from ...nine_years.queries.reach import reach
from ...nine_years.rules.campaign.battle import hits
from ...nine_years.rules.campaign.rounds import CARDS
from ...nine_years.rules.campaign.siege import siege_result
from ...umpire.luck.luck_of_cards import dealt_chances
from ..course import course_case, ruled
from ..kinds.movement import POWER, put, rating, with_rating
from ..positions import cleared, edited, leader_row
from ..solving import chance_of
from .tables import table_by, table_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from ...nine_years.components.position import Position

PAST = ("intercept", "entered")
"""What follows when a force got past a line: somebody may intercept, or it is in the space."""


def passing_odds(
    space: str, origin: str, leaders: Iterable[str], rule_tables: RuleTables | None = None
) -> DataFrame:
    """How likely each of some leaders gets a force past a fortified line of each level (NY 15.4).

    Args:
        space: where the line is.
        origin: where the force comes from.
        leaders: of the side that did not build it, in the rows.
        rule_tables: the tables in force, which say how many levels there are.

    >>> passing_odds("Tournai", "Ghent", ["Waldeck", "Marlborough"])["level 2"].tolist()
    ['1/3', '2/3']
    """
    rule_tables = rule_tables or standard_rule_tables()
    calm = cleared(scenario_1688(), space, origin)

    def chance(leader: str, level: int) -> str:
        side = rule_tables.leaders[rule_tables.leader_number[leader]].side
        there = edited(
            put(calm, leader, origin, side, 1, used=True),
            {"set": "control", "space": space, "side": enemy(side)},
            {"set": "line", "space": space, "level": level},
        )
        item = f"enter {side}, {origin}, {space}, {leader}, {POWER[side]} used, 3"
        return str(chance_of(ruled(course_case(there, [item], (), PAST)), f"next={PAST[0]}"))

    levels = range(1, rule_tables.numbers.fortified_lines.highest + 1)
    rows = {
        str(with_rating(leader)): {f"level {level}": chance(leader, level) for level in levels}
        for leader in leaders
    }
    return table_by(rows)


def hits_table(strengths: Iterable[int], rule_tables: RuleTables | None = None) -> DataFrame:
    """The hits that armies of some strengths score with each modified roll (NY 16.2.3).

    >>> hits_table([12]).loc[12].tolist()
    [0, 1, 1, 2, 3, 3, 4, 4]
    """
    tables = (rule_tables or standard_rule_tables()).numbers
    last = len(tables.battle.losses)
    names = {total: str(total) for total in range(2, last)} | {1: "1 or less", last: f"{last} or more"}
    rows = {
        points: {names[total]: hits(points, total, tables) for total in sorted(names)} for points in strengths
    }
    return table_by(rows).rename_axis("strength", axis=0)


def siege_results(rule_tables: RuleTables | None = None) -> DataFrame:
    """What each modified siege roll does to the fortress (NY 17.5.2).

    >>> siege_results()["strength lost"].tolist()
    [0, 0, 0, 1, 1, 2]
    """
    rules = (rule_tables or standard_rule_tables()).numbers.siege
    steps = sorted(row.at_least for row in rules.results)
    nothing, last = steps[0] - 1, steps[-1]
    rows = []
    for total in range(nothing, last + 1):
        fall = siege_result(rules, total)
        names = {nothing: f"{total} or less", last: f"{total} or more"}
        marker = "no" if fall is None else "yes"
        rows.append((names.get(total, str(total)), fall or 0, marker))
    table = table_of(rows, ["modified roll", "strength lost", "Continuing Siege marker"])
    return table.set_index("modified roll")


def siege_odds(
    position: Position, side: Side, space: str, forces: Iterable[int], rolls: int = 6
) -> DataFrame:
    """How likely a fortress has fallen after each of several siege rolls, one after the other (NY 17.5.2).

    Args:
        position: where the siege stands.
        side: who besieges.
        space: the fortress.
        forces: how many corps are assigned to each roll, in the columns.
        rolls: how many rolls are looked at, in the rows.

    Raises:
        BadInput: such a force may not roll.

    >>> from ...nine_years.components.changes import changed
    >>> before_mons = changed(scenario_1688(), [
    ...     {"remove": "corps", "power": "Spain", "space": "Mons", "reduced": True},
    ...     {"add": "corps", "power": "France", "space": "Mons", "count": 6},
    ...     {"add": "leader", "name": "Luxembourg", "space": "Mons"},
    ...     {"set": "besieged", "space": "Mons", "by": "Bourbon", "strength_lost": 2}])
    >>> siege_odds(before_mons, "Bourbon", "Mons", [1, 2], rolls=1).loc[1].round(2).tolist()
    [0.33, 0.5]
    """
    columns = {f"{corps} corps": _falls(position, side, space, corps, rolls) for corps in forces}
    return table_of(columns).rename_axis("siege rolls", axis=0)


def _falls(position: Position, side: Side, space: str, corps: int, rolls: int) -> dict[int, float]:
    """The chance that a fortress has fallen after 1, 2, … rolls: each state is rolled on from once."""
    number, board, against = NUMBER[space], Board(position), dict[Any, Any]()
    engine = Engine(board, RulingContext(recorded=False))
    leaders, group = form(engine, "force", side, number, None, corps, against)
    note(against, DECISION_RULES["force"].objections(engine, ("besiege",), side, number, leaders, group))
    if against:
        raise BadInput("forces", corps, next(iter(against.values())).says)
    states, fallen, found = {(): (Fraction(1), board)}, Fraction(0), {}
    for roll in range(1, rolls + 1):
        after: dict[Any, tuple[Fraction, Board]] = {}
        for chance, before in states.values():
            for face in range(1, 7):
                engine = Engine(before.copy(), RulingContext(GivenDice([face]), recorded=False))
                engine.board.agenda[:] = [("siege-roll", side, number, leaders, group, 0)]
                carry_out(engine, "siege-roll", "siege-fall", "garrison-loss")
                if engine.board.controller_of(number) == side:
                    fallen += chance / 6
                else:
                    key = engine.board.siege_of(number), engine.board.garrisons.get(number, ())
                    after[key] = after.get(key, (Fraction(0),))[0] + chance / 6, engine.board
        states, found[roll] = after, float(fallen)
    return found


# ---- cards, interception, avoiding battle


def hand_odds(size: int) -> DataFrame:
    """How likely each sum of actions is in a hand dealt from the whole deck (NY 5.1, 13.1).

    >>> hand_odds(3).loc[6, "chance"]
    '99/310'
    """
    rows = [
        {"actions": total, "chance": str(chance), "percent": round(100 * float(chance), 1)}
        for total, chance in dealt_chances(CARDS, size)
    ]
    return table_of(rows, index="actions")


def interception_odds(
    position: Position, side: Side, origin: str, to: str, base: str, leaders: Iterable[str]
) -> DataFrame:
    """The die with which each of some leaders, if he stood in a space, would intercept a march (NY 14.6.2).

    Args:
        position: where the pieces stand; each leader is put to his base in turn.
        side: who marches.
        origin: from where, with all that may go.
        to: the space that is entered.
        base: a space next to it, with corps of the leaders.
        leaders: their names.

    >>> from .positions import waldeck_at_ghent
    >>> odds = interception_odds(waldeck_at_ghent(), "Alliance", "Ghent", "Tournai", "Lille", ["Catinat"])
    >>> odds.loc["Catinat", ["needs", "chance"]].tolist()
    ['4+', '1/2']
    """
    rows = {}
    for name in leaders:
        there = changed(position, [{"add": "leader", "name": name, "space": base}])
        place = reach(there, side, origin).at(to)
        one = next((one for one in place.interceptors if one.leader == name), None) if place else None
        rows[name] = {
            "battle rating": rating(name)[1],
            "needs": f"{one.needed}+" if one else "–",
            "chance": str(one.chance) if one else "–",
        }
    return table_by(rows)


def interception_at_line(position: Position, level: int, leaders: Iterable[str]) -> DataFrame:
    """The chance of some leaders at Lille to intercept at Tournai, where a fortified line lies (NY 14.6.2).

    Args:
        position: what lies on the table.
        level: of the line, from 0.
        leaders: by name.

    >>> from .positions import waldeck_at_ghent
    >>> len(interception_at_line(waldeck_at_ghent(), 1, ["Boufflers"]))
    1
    """
    behind = changed(position, [{"set": "line", "space": "Tournai", "level": level}])
    return interception_odds(behind, "Alliance", "Ghent", "Tournai", "Lille", leaders)


def avoidance_odds(
    space: str, origin: str, way_out: str, hunted: Iterable[str], hunters: Iterable[str]
) -> DataFrame:
    """How likely each of some leaders slips away from each of some enemies; a dash: he may not even try.

    Args:
        space: where they are met, each with three corps.
        origin: where the enemy came from.
        way_out: where they would go.
        hunted: leaders of one side, in the rows.
        hunters: leaders of the other, in the columns.

    >>> odds = avoidance_odds("Ghent", "Tournai", "Antwerp", ["Waldeck"], ["Humieres", "Luxembourg"])
    >>> odds.iloc[0].tolist()
    ['1/2', '–']
    """
    calm = cleared(scenario_1688(), space, way_out)

    def chance(runs: str, hunts: str) -> str:
        side, foe = (leader_row(name).side for name in (runs, hunts))
        position = put(put(calm, runs, space, side, 3), hunts, space, foe, 3, used=True)
        meeting = f"meet {side}, {origin}, {space}, yes"
        ruling = ruled(course_case(position, [meeting], [f"avoid {way_out}"], ["battle"]))
        return "–" if ruling.violations else str(chance_of(ruling, "next="))

    hunters = list(hunters)
    rows = {
        str(with_rating(runs)): {str(with_rating(hunts)): chance(runs, hunts) for hunts in hunters}
        for runs in hunted
    }
    return table_by(rows)
