"""What is on the player aid: lines and small tables, each with its clauses, every number the engine's."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.messages import Message
from ..nine_years.components.powers import powers
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.components.sides import SIDES
from ..nine_years.components.tables import data_table
from ..nine_years.rules.campaign import limits as campaign_limits, march, sea_movement, transfer
from ..nine_years.rules.campaign.battle import hits
from ..nine_years.rules.campaign.rounds import CARDS
from ..nine_years.rules.events import phase as event_phase
from ..nine_years.rules.fleets import BASES, VICTORY_POINTS as FLEET_POINTS
from ..nine_years.rules.king_william import LAST_CELL
from ..nine_years.rules.reinforcement import spending as resource_spending
from ..nine_years.rules.reinforcement.resource_points import IRELAND_POINTS, rich_spaces
from ..nine_years.rules.sequence import PHASES
from ..nine_years.rules.supply import VICTORY_TARGETS
from ..nine_years.rules.victory import ALLIANCE_POINTS, BOURBON_POINTS
from ..nine_years.rules.winter import savoy
from ..nine_years.rules.winter.peace import CONCESSIONS, FIRST_YEAR, LAST_YEAR, ONE_EACH, TOTALS
from ..nine_years.rules.winter.phase import LONDON_POINTS
from .aid_parts import Row, Section, Table, modifier_row, row, signed, span
from .aid_probes import (
    PEACE_SPACES,
    fleet_bonuses,
    initiative_years,
    peace_change,
    peace_threshold,
    rich_point,
    step_cost,
)


def sections(rule_tables: RuleTables) -> tuple[Section, ...]:
    """Everything on the aid, for the tables in force."""
    return (
        *(_phase(rule_tables, number, phase) for number, phase in enumerate(PHASES, 1)),
        Section(Message("aid.actions"), tuple(_actions(rule_tables))),
        Section(Message("aid.points"), tuple(_points(rule_tables))),
        Section(Message("aid.limits"), tuple(_limits(rule_tables))),
        Section(Message("aid.movement"), tuple(_movement(rule_tables))),
        Section(Message("aid.battle"), tuple(_battle(rule_tables))),
        Section(Message("aid.siege"), tuple(_siege(rule_tables))),
        Section(Message("aid.sea"), tuple(_sea(rule_tables))),
        Section(Message("aid.colonies"), tuple(_colonies(rule_tables))),
        Section(Message("aid.victory"), tuple(_victory(rule_tables))),
        Section(Message("aid.peace"), tuple(_peace())),
    )


# ---- the sequence of play


def _phase(rule_tables: RuleTables, number: int, phase: str) -> Section:
    rows = {
        "event": _event_phase,
        "reinforcement": _reinforcement_phase,
        "campaign": _campaign_phase,
        "winter": _winter_phase,
    }
    title = Message("aid.phase", number=number, name=Message(f"aid.phase-{phase}"))
    return Section(title, tuple(rows[phase](rule_tables)))


def _event_phase(rule_tables: RuleTables) -> Iterator[Row]:
    settings = rule_tables.scenario.settings
    yield row("aid.event-savoy", "7.2.1.b", year=event_phase.SAVOY_JOINS)
    yield row("aid.event-cards", "8.1 5.2.2", year=event_phase.LATER_CARDS)
    yield row("aid.event-strengthen", "8.1")
    yield row("aid.event-colonies", "18.3")
    yield row("aid.event-marlborough", "8.1", least=event_phase.MARLBOROUGH_LEAVES)
    yield row("aid.event-draw", "9.1")
    years = initiative_years(settings["year"], settings["last_year"])
    spans = [Message("aid.initiative-of", side=side, years=span(*ends)) for *ends, side in years]
    yield row("aid.initiative", "13.2.1.c", "scenario", sides=Message.all_of(spans))


def _reinforcement_phase(rule_tables: RuleTables) -> Iterator[Row]:
    yield row("aid.reinforcement-order", "12.1")
    yield row("aid.reinforcement-spend", "12.3.1.a")
    yield row("aid.reinforcement-place", "12.2.3")
    yield row("aid.reinforcement-leaders", "12.4.1 12.4.2")


def _campaign_phase(rule_tables: RuleTables) -> Iterator[Row]:
    settings = rule_tables.scenario.settings
    sizes = settings["hand_size"]
    yield row(
        "aid.campaign-deal", "13.1", "scenario",
        later=sizes["later_years"], first=sizes["first_year"], year=settings["year"],
    )  # fmt: skip
    yield row("aid.campaign-first", "13.2.1.a 13.2.1.b")
    yield row("aid.campaign-rounds", "13.3")
    deck = [Message("aid.deck-part", actions=actions, cards=cards) for actions, cards in CARDS.items()]
    yield row("aid.campaign-deck", "5.1", deck=Message.all_of(deck))


def _winter_phase(rule_tables: RuleTables) -> Iterator[Row]:
    last = min(LAST_YEAR, rule_tables.scenario.settings["last_year"])
    yield row("aid.winter-withdraw", "19.a")
    yield row("aid.winter-markers", "19.b")
    yield row("aid.winter-seas", "8.5.c.1")
    yield row("aid.winter-london", "8.5.c.2", points=signed(-LONDON_POINTS))
    yield row("aid.winter-savoy", "7.2.1.c", year=savoy.LEAVES_FROM)
    yield row("aid.winter-revolution", "8.5.d")
    yield row("aid.winter-peace", "6.4", "scenario", years=span(FIRST_YEAR, last))
    yield row("aid.winter-victory", "8.5")


# ---- actions, money, limits


def _actions(rule_tables: RuleTables) -> Iterator[Row]:
    ratings = sorted({leader.rating[0] for leader in rule_tables.leaders})
    rally = {rating: campaign_limits.rally_limit(rating) for rating in ratings}
    yield row(
        "aid.action-campaign", "13.5.1.a",
        leaders=campaign_limits.LEADERS_COUNTED, points=march.MOVEMENT_POINTS,
    )  # fmt: skip
    yield row("aid.action-siege", "13.5.1.a 17.1")
    yield row(
        "aid.action-transfer", "13.5.2.a 13.5.2.b",
        pieces=transfer.PIECES, leader=transfer.LEADER_POINTS, corps=transfer.CORPS_POINTS,
    )  # fmt: skip
    yield row("aid.action-replacement", "13.5.3")
    yield row(
        "aid.action-rally", "13.5.4", "scenario",
        limits=[
            Message("aid.rally-limit", count=limit, ratings=Message.any_of(same))
            for limit in dict.fromkeys(rally.values())
            if (same := [rating for rating in rally if rally[rating] == limit])
        ],
    )  # fmt: skip
    yield row("aid.action-sea-move", "13.5.5", count=sea_movement.MOST_CORPS)
    yield row("aid.action-deploy", "13.5.6.a")


def _points(rule_tables: RuleTables) -> Iterator[Row]:
    settings, costs = rule_tables.scenario.settings, resource_spending.RAISE_COST
    base = settings["resource_points"]
    yield row("aid.points-base", "12.3.1.a", "scenario", **{side.lower(): base[side] for side in SIDES})
    if rich := rich_spaces(rule_tables.scenario.start):
        points = signed(rich_point(rule_tables))
        yield row("aid.points-rich", "12.3.1.b", "scenario", points=points, spaces=Message.all_of(rich))
    yield row("aid.points-ireland", "12.3.1.c", points=signed(IRELAND_POINTS))
    limits = _a_turn("raise_limit")
    yield row("aid.cost-raise", "12.3.4", full=costs["full"], reduced=costs["reduced"], limits=limits)
    limits = _a_turn("restore_limit")
    yield row("aid.cost-restore", "12.3.5", cost=resource_spending.RESTORE_COST, limits=limits)
    yield row("aid.cost-line", "15.2", cost=resource_spending.LINE_COST)
    fleets = resource_spending.FLEET_STRENGTHS  # each costs its number
    costs_of_fleets = [Message("aid.cost-of-fleet", strength=strength, cost=strength) for strength in fleets]
    yield row("aid.cost-fleet", "12.3.6.a", costs=Message.all_of(costs_of_fleets))
    yield row("aid.cost-support", "18.2", "king_william", cost=rule_tables.numbers.king_william.cost)


def _a_turn(limit: str) -> Message:
    """How often each power may do a thing in a turn: what holds for most is said of the rest."""
    limits = {name: getattr(power, limit) for name, power in powers().items()}
    common = max(set(limits.values()), key=list(limits.values()).count)
    apart = [Message("aid.limit-of", power=name, count=n) for name, n in limits.items() if n != common]
    return Message("aid.limits-of-powers", powers=Message.all_of(apart), count=common)


def _limits(rule_tables: RuleTables) -> Iterator[Row]:
    tables = rule_tables.numbers
    yield row("aid.limit-stacking", "4.1.1 4.1.3", "stacking", count=tables.stacking.limit)
    yield row("aid.limit-garrison", "17.3", "garrison", count=tables.garrison.most)
    line = tables.fortified_lines
    yield row(
        "aid.limit-line", "15.1 15.2", "fortified_lines",
        corps=line.corps, levels=line.levels_a_turn, highest=line.highest,
    )  # fmt: skip
    yield row("aid.limit-pass-line", "15.4", "fortified_lines", number=line.passed_above)
    yield row("aid.limit-leaderless", "16.2.1", "battle", count=tables.battle.without_leader)
    staff = next((leader.rating for leader in rule_tables.leaders if leader.arrives == "staff"), None)
    if staff:
        yield row(
            "aid.limit-staff", "16.3.2", "staff_officers scenario",
            count=tables.staff_officers.most, command=staff[0], battle=staff[1],
        )  # fmt: skip


# ---- movement, battle, siege


def _movement(rule_tables: RuleTables) -> Iterator[Row]:
    meet, avoid = rule_tables.numbers.interception, rule_tables.numbers.avoidance
    yield row("aid.move-link", "14.1.1", cost=step_cost(red=False), red=step_cost(red=True))
    yield row("aid.move-stop", "14.2 14.3")
    yield row("aid.intercept", "14.6.1 14.6.2", "interception", needed=meet.needed)
    yield from modifier_row("aid.across-red-link", "14.6.2", "interception", meet.red_link)
    yield from modifier_row("aid.with-own-line", "14.6.2", "interception", meet.fortified_line)
    yield row("aid.avoid", "14.7.1 14.7.2", "avoidance", needed=avoid.needed)


def _battle(rule_tables: RuleTables) -> Iterator[Row | Table]:
    table, famous = rule_tables.numbers.battle, rule_tables.numbers.famous_victory
    yield row("aid.battle-strength", "16.2.1", "battle", full=table.full, reduced=table.reduced)
    yield row("aid.battle-roll", "16.2.2")
    yield from modifier_row("aid.battle-demoralised", "16.2.2", "battle", table.demoralised)
    yield from modifier_row("aid.attacker-red-link", "16.2.2", "battle", table.red_link)
    yield row("aid.battle-line", "15.3")
    yield _hits(rule_tables)
    yield row("aid.battle-sure-hit", "16.2.3", "battle", roll=table.sure_hit)
    yield row("aid.battle-winner", "16.3.1 16.3.3")
    yield row("aid.battle-commander", "16.3.2", "battle", roll=table.commander_out)
    yield row("aid.battle-retreat", "16.4", "battle", count=table.into_fortress)
    yield row(
        "aid.battle-famous", "16.5", "famous_victory victory_points",
        hits=famous.hits_more, strength=famous.strength,
        points=rule_tables.numbers.victory_points.famous_victory,
    )  # fmt: skip


MOST_STRENGTHS = 6


def _hits(rule_tables: RuleTables) -> Table:
    """The hits for some strengths, from the weakest army of two corps to the strongest that two can lead."""
    table = rule_tables.numbers.battle
    best = sorted((leader.rating[0] for leader in rule_tables.leaders), reverse=True)
    most = campaign_limits.force_limit(best)
    step = max(2, -(-most // MOST_STRENGTHS))
    strengths = [corps * table.full for corps in range(step, most + 1, step)] or [most * table.full]
    last = len(table.losses)
    head = [Message("aid.or-less", number=1), *map(str, range(2, last)), Message("aid.or-more", number=last)]
    return Table(
        row("aid.battle-hits", "16.2.3", "battle scenario"),
        (Message("aid.battle-points"), *(head if last > 1 else ["1"])),
        tuple(
            (str(points), *(str(hits(points, total, rule_tables.numbers)) for total in range(1, last + 1)))
            for points in dict.fromkeys(strengths)
        ),
    )


def _siege(rule_tables: RuleTables) -> Iterator[Row | Table]:
    rules, garrison = rule_tables.numbers.siege, rule_tables.numbers.garrison
    yield row("aid.siege-needed", "17.4 17.5.1", "garrison", full=garrison.full, reduced=garrison.reduced)
    yield from modifier_row("aid.siege-continuing", "17.5.2", "siege", rules.continuing)
    yield from modifier_row("aid.siege-twice", "17.5.2", "siege", rules.twice)
    yield from modifier_row("aid.siege-demoralised", "17.5.2", "siege", rules.demoralised)
    yield from modifier_row("aid.siege-limited", "17.5.3", "siege", rules.limited)
    results = sorted(rules.results, key=lambda result: result.at_least)
    ends = [*(result.at_least - 1 for result in results), None]
    rows: list[tuple[str | Message, ...]]
    rows = [(Message("aid.or-less", number=ends[0]), Message("aid.siege-nothing"))]
    strongest = 0
    for result, end in zip(results, ends[1:], strict=True):
        strongest = max(strongest, result.strength)  # a higher roll is never worse
        says = Message("aid.siege-falls" if strongest else "aid.siege-goes-on", strength=strongest)
        rows.append((span(result.at_least, end), says))
    yield Table(row("aid.siege-roll", "17.5.2", "siege"), (), tuple(rows))
    yield row("aid.siege-garrison", "17.5.2")


def _sea(rule_tables: RuleTables) -> Iterator[Row]:
    table = rule_tables.numbers.sea_movement
    yield row("aid.sea-roll", "14.5.2")
    yield from modifier_row("aid.sea-enemy", "14.5.2", "sea_movement", table.enemy)
    yield row("aid.sea-arrives", "14.5.2", "sea_movement", roll=span(table.arrives, None))
    if table.one_reduced < table.arrives:
        reduced = span(table.one_reduced, table.arrives - 1)
        yield row("aid.sea-one-reduced", "14.5.2", "sea_movement", roll=reduced)
    lost = min(table.arrives, table.one_reduced) - 1
    yield row("aid.sea-returns", "14.5.2", "sea_movement", roll=Message("aid.or-less", number=lost))
    yield row("aid.deploy-roll", "13.5.6.a")
    yield row("aid.deploy-zone", "13.5.6.a", modifier=signed(fleet_bonuses("Atlantic")[0]))
    bases = [
        Message("aid.deploy-base-of", modifier=signed(fleet_bonuses(zone)[1]), space=base, zone=zone)
        for zone, base in BASES.items()
    ]
    yield row("aid.deploy-base", "13.5.6.a", bases=Message.all_of(bases))
    yield row("aid.deploy-wins", "13.5.6.b", points=FLEET_POINTS)


# ---- the colonies, victory, peace


def _colonies(rule_tables: RuleTables) -> Iterator[Row]:
    table = rule_tables.numbers.king_william
    yield row(
        "aid.colonies-roll", "18.2 18.3", "king_william",
        support=signed(table.support), strengthened=signed(table.strengthened),
    )  # fmt: skip
    yield row(
        "aid.colonies-bourbon", "18.3", "king_william", roll=Message("aid.or-less", number=table.bourbon)
    )
    yield row("aid.colonies-alliance", "18.3", "king_william", roll=span(table.alliance, None))
    yield row("aid.colonies-track", "18.1", lowest=signed(-LAST_CELL), highest=signed(LAST_CELL))
    if table.cards:
        yield row("aid.colonies-cards", "18.4", "king_william", count=table.cards)


def _victory(rule_tables: RuleTables) -> Iterator[Row | Table]:
    table, settings = rule_tables.numbers.victory_points, rule_tables.scenario.settings
    track = {"start": settings["victory_points"], "highest": table.highest}
    yield row("aid.victory-track", "6.1.2", "victory_points scenario", **track)
    worth = {"fortress": table.fortress, "capital": table.capital}
    yield row("aid.victory-captures", "6.1.2", "victory_points", **worth)
    yield row("aid.victory-savoy", "7.2.1.d", points=signed(-savoy.POINTS))
    capitals = Message.any_of(VICTORY_TARGETS["Alliance"])  # NY 6.2.B.1 names the same two
    yield row("aid.victory-alliance", "6.2.A.1 6.2.A.2", points=ALLIANCE_POINTS, capitals=capitals)
    yield row("aid.victory-bourbon", "6.2.B.1 6.2.B.2", points=BOURBON_POINTS, capitals=capitals)
    levels, above = [], None
    for level in data_table("victory_levels"):
        least = int(level["at_least"])
        name = Message(f"aid.level-{level['level']}", side=level["winner"])
        levels.append((span(least, above - 1 if above is not None else None), name))
        above = least
    yield Table(row("aid.victory-levels", "6.3"), (), tuple(levels))


def _peace() -> Iterator[Row]:
    yield row("aid.peace-roll", "6.4.2 6.3", total=TOTALS["ten"])
    cards, points = CONCESSIONS["both"]
    yield row(
        "aid.peace-concession", "6.4.1 6.4.M",
        modifier=signed(peace_change("concession")), cards=cards, points=points,
    )  # fmt: skip
    for name in PEACE_SPACES:
        count, modifier = peace_threshold(name)
        yield row(f"aid.peace-{name}", "6.4.M", modifier=signed(modifier), count=count)
    city = signed(peace_change(ONE_EACH[0]))
    yield row("aid.peace-city", "6.4.M", modifier=city, cities=Message.all_of(ONE_EACH))
    changes = {"kww": "aid.peace-kww", "savoy-neutral": "aid.peace-savoy", "years": "aid.peace-years"}
    for name, id in changes.items():
        yield row(id, "6.4.M", modifier=signed(peace_change(name)), year=FIRST_YEAR)
