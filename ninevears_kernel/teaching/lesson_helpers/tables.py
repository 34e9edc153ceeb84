"""What lessons show as tables: powers, leaders, and what each year brings; all from the tables in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.clauses import clause
from ...core.messages import Message, say, shown
from ...nine_years.atlas.overlay_words import reach_table
from ...nine_years.atlas.scene import scene_of
from ...nine_years.atlas.table import stacks_table
from ...nine_years.components.changes import changed
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...nine_years.components.scenario import scenario_1688
from ...nine_years.components.sides import SIDES
from ...nine_years.engine.board import Board
from ...nine_years.engine.notation import FLEETS
from ...nine_years.rules.campaign.rounds import action_cards, hand_size
from ...nine_years.rules.fleets import fleet_row
from ...umpire.cases.cases import FORMAT

if TYPE_CHECKING:
    from pandas import DataFrame
    from pandas.io.formats.style import Styler

    from ...nine_years.components.position import Position
    from ...nine_years.queries.reach_values import Reach
    from ...play.session import Session


def case(question: str, **given: Any) -> dict[str, Any]:
    """A case of Nine Years, short to write in a lesson.

    >>> case("rally", rating=5)["given"]
    {'rating': 5}
    """
    return {"format": FORMAT, "system": "NY", "question": question, "given": given}


def table_of(rows: Any, columns: Sequence[str] | None = None, index: str | None = None) -> DataFrame:
    """A table of rows. Pandas is imported here, when a table is made: lessons begin faster without it.

    Args:
        rows: as pandas takes them.
        columns: their names, where the rows do not name them or where there may be no row.
        index: the column that names the rows.

    >>> table_of([("Paris", 3)], ["space", "worth"], "space").loc["Paris", "worth"].item()
    3
    """
    from pandas import DataFrame

    table = DataFrame(rows, columns=columns)
    return table if index is None else table.set_index(index)


def table_by(rows: Mapping[Any, Mapping[Any, Any]]) -> DataFrame:
    """A table of rows by their names, each with its values by the names of the columns.

    >>> table_by({"Paris": {"worth": 3}}).loc["Paris", "worth"].item()
    3
    """
    from pandas import DataFrame

    return DataFrame.from_dict(rows, orient="index")


def powers_table() -> DataFrame:
    """A row for each power that owns corps: its side, its capitals, and when it enters (NY 2.2, 7.1.1).

    >>> powers_table().loc["France", "capitals"]
    'Paris'
    """
    rows = [
        {
            "power": power.name,
            "side": power.side,
            "capitals": ", ".join(shown(name) for name in power.capitals) or say("lesson.capitals-vary"),
            "joins": say(f"lesson.joins-{power.joins or 'start'}"),
        }
        for power in powers().values()
    ]
    return table_of(rows, index="power")


def leaders_table(position: Position, rule_tables: RuleTables | None = None) -> DataFrame:
    """A row for each leader on the map: his power, his space, and the ratings that lie up (NY 3.1).

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> int(leaders_table(scenario_1688()).loc["Duras", "command"])
    4
    """
    rule_tables = rule_tables or standard_rule_tables()
    rows = []
    for leader in position.leaders:
        row = rule_tables.leaders[rule_tables.leader_number[leader.name]]
        plain = None if leader.named else row.plain
        command, battle = plain or row.rating
        rows.append(
            {
                "leader": leader.name,
                "side": row.side,
                "power": leader.power,
                "space": shown(leader.space),
                "command": command,
                "battle": battle,
                "after promotion": "{} / {}".format(*row.rating) if plain else "",
            }
        )
    return table_of(rows, index="leader")


def schedule_table(year: int, rule_tables: RuleTables | None = None) -> DataFrame:
    """What the schedule brings in a year: corps and leaders who come, are promoted or leave (NY 20.3).

    >>> list(schedule_table(1689).columns)
    ['side', 'kind', 'power', 'leader', 'count']
    """
    rows = [
        (row.side, row.kind, row.power, row.leader, row.number or "")
        for row in (rule_tables or standard_rule_tables()).scenario.by_year.get(year, ())
    ]
    return table_of(rows, ["side", "kind", "power", "leader", "count"])


def decisions_table(session: Session) -> DataFrame:
    """A row for each decision that was made in a session: when, whose, by which clause, and what was chosen.

    >>> from ...play.session import Session
    >>> session = Session(seed=1690, bourbon="sense", alliance="sense")
    >>> session.jump(entry=4)
    True
    >>> decisions_table(session)["phase"].iloc[0]
    'event'
    """
    columns = ["year", "phase", "side", "clause", "chosen", "dice"]
    rows = [
        (
            moment.here.year,
            moment.here.phase,
            moment.entry.side,
            moment.here.clause_id,
            str(moment.says),
            " ".join(str(roll.face) for roll in moment.entry.rolls),
        )
        for moment in session.moments[: session.place]
    ]
    return table_of(rows, columns)


def news_table(session: Session) -> Styler:
    """The event cards of a session so far: the year, what became of the card, and by which clause (NY 9.2).

    >>> from ...play.session import Session
    >>> session = Session(seed=1690, bourbon="chance", alliance="chance")
    >>> session.jump(year=1689)
    True
    >>> news_table(session).data["clause"].tolist()
    ['NY 9.2.2', 'NY 9.2.2']
    """
    rows = [
        (moment.here.year, str(step.says), step.clause_id)
        for moment in session.moments[: session.place]
        for step in moment.steps
        if step.says.id in ("events.played", "events.kept", "events.unplayable")
    ]
    return _reading(table_of(rows, ["year", "news", "clause"]))


def year_table() -> Styler:
    """The steps of a year that a beginner meets, phase by phase, in their order (NY 8.1-8.5).

    >>> year_table().data["clause"].tolist()
    ['NY 8.1', 'NY 8.2', 'NY 8.3', 'NY 8.5']
    """
    from ..kinds.year import PHASE_CLAUSES, moments

    rows = []
    for phase, id in enumerate(PHASE_CLAUSES):
        steps = [Message(f"task.moment-{name}") for name, at in moments() if at == phase]
        rows.append((clause(id).title, shown(steps), id))
    return _reading(table_of(rows, ["phase", "steps", "clause"]))


def clause_table(*ids: str) -> Styler:
    """Clauses to read: number, title, what each says, and how well it is founded.

    >>> clause_table("NY 8.0", "NY 8.1").data["title"].tolist()
    ['Turns', 'Event phase']
    """
    rows = [(_whole(one.id), one.title, one.says, say(f"basis.{one.basis}")) for one in map(clause, ids)]
    return _reading(table_of(rows, ["clause", "title", "says", "basis"]))


def event_cards_table(rule_tables: RuleTables | None = None) -> DataFrame:
    """A row for each event card: whom it serves, when it joins the deck, when it is played, what it says.

    >>> event_cards_table().loc["Beachy Head", ["serves", "lasting"]].tolist()
    ['Bourbon', 'stays']
    """
    rows = [
        {
            "card": card.name,
            "serves": card.side or say("lesson.event-either"),
            "joins": card.joins,
            "played": say(f"lesson.event-{card.hold or 'at-once'}"),
            "lasting": say("lesson.event-stays") if card.lasting else "",
            "says": card.says,
            "history": card.history,
        }
        for card in (rule_tables or standard_rule_tables()).events.values()
    ]
    return table_of(rows, index="card")


def fleets_table(position: Position) -> DataFrame:
    """A row for each fleet: its side, its sea, its home port, the capital that pays, and where it lies.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> fleets_table(scenario_1688()).loc["Mediterranean", "lies in"]
    'home port, strength 1'
    """
    rows = []
    for name in FLEETS:
        fleet, row = position.fleet(name), fleet_row(name)
        rows.append(
            {
                "fleet": name,
                "side": row["side"],
                "sea zone": row["zone"],
                "home port": row["home_port"],
                "line to": row["line_to"],
                "lies in": say(f"lesson.fleet-{fleet.place}", count=fleet.strength),
            }
        )
    return table_of(rows, index="fleet")


def aid_table(part: str, rule_tables: RuleTables | None = None) -> Styler:
    """A part of the player aid as a table: each line, and the clauses that it rests on.

    Args:
        part: ``points``, ``limits``, ``sea``, ``colonies`` or another part that is made of lines.
        rule_tables: the tables in force; None for the kit's.

    >>> aid_table("sea").data["paragraphs"].iloc[0].startswith("NY")
    True
    """
    from ..aid_parts import Row
    from ..aid_rows import sections

    section = next(
        one for one in sections(rule_tables or standard_rule_tables()) if one.title.id == f"aid.{part}"
    )
    rows = [
        (str(item.says), ", ".join(map(_whole, item.clauses)))
        for item in section.items
        if isinstance(item, Row)
    ]
    return _reading(table_of(rows, ["rule", "paragraphs"]))


def hand_sizes(**positions: Position) -> DataFrame:
    """A row for each position: how many action cards each side would be dealt in it (NY 13.1).

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> hand_sizes(start=scenario_1688()).loc["start"].tolist()
    [3, 3]
    """
    rows = {
        name: {side: hand_size(Board(position), side) for side in SIDES}
        for name, position in positions.items()
    }
    return table_by(rows)


def hand_examples() -> DataFrame:
    """How many action cards are dealt in 1688, later, and when the colonies go badly (NY 13.1, 18.4).

    >>> hand_examples().loc["autumn 1688"].tolist()
    [3, 3]
    """
    start = scenario_1688()
    summer = changed(start, [{"set": "year", "year": 1692}])
    shown = {
        say("lesson.hand-autumn"): start,
        say("lesson.hand-summer"): summer,
        say("lesson.hand-colonies", cell="+2"): changed(summer, [{"set": "kww", "cell": 2}]),
        say("lesson.hand-colonies", cell="\N{MINUS SIGN}2"): changed(summer, [{"set": "kww", "cell": -2}]),
    }
    return hand_sizes(**shown)


def action_deck() -> DataFrame:
    """How many action cards there are of each number of actions (NY 5.1).

    >>> action_deck().loc[2].item()
    16
    """
    counted = sorted(Counter(action_cards()).items())
    actions, cards = say("lesson.deck-actions"), say("lesson.deck-cards")
    return table_of(counted, [actions, cards], actions)


def rounds_table(session: Session, year: int) -> Styler:
    """A row for each action round of a year: whose it was, the card, and what was done with its actions.

    >>> from ...play.session import Session
    >>> session = Session(seed=1690, bourbon="sense", alliance="sense")
    >>> session.jump(phase="winter")
    True
    >>> rounds_table(session, 1688).data["card"].tolist()
    [3, 3, 1, 2, 1, 1]
    """
    rows: list[dict[str, Any]] = []
    for moment in session.moments[: session.place]:
        if moment.here.year != year:
            continue
        if moment.decision == "action":
            rows[-1]["actions"].append(str(moment.says))
        for step in moment.steps:
            if step.says.id == "campaign.played":
                described = step.says.values
                rows.append({"side": described["side"], "card": described["count"], "actions": []})
    for number, row in enumerate(rows, 1):
        row |= {"round": number, "actions": " ".join(row["actions"])}
    return _reading(table_of(rows, ["round", "side", "card", "actions"]))


def stack_table(position: Position, *spaces: str) -> Styler:
    """A row for each stack in some spaces: whose, its leaders, and how its corps are.

    >>> from ...nine_years.components.scenario import scenario_1688
    >>> stack_table(scenario_1688(), "Strasbourg").data["leaders"].tolist()
    ['Duras, Catinat']
    """
    columns = ["space", "side", "leaders", "corps", "full", "reduced", "demoralised"]
    stacks = stacks_table(scene_of(position))
    return _reading(stacks[stacks["space"].isin(spaces)][columns])


def march_table(found: Reach) -> Styler:
    """A row for each space that a force can march to: the points, the way, and why it must stop there.

    >>> from ...nine_years.queries.reach import reach
    >>> from ...nine_years.components.scenario import scenario_1688
    >>> march_table(reach(scenario_1688(), "Bourbon", "Strasbourg")).data["space"].iloc[0]
    'Breisach'
    """
    return _reading(table_of(reach_table(found))[["space", "points", "way", "stops", "clause"]])


def interceptors_table(found: Reach) -> Styler:
    """A row for each enemy leader who could intercept on a march, and where: from which space, with how many
    corps, and the die that he needs (NY 14.6).

    >>> from ...nine_years.queries.reach import reach
    >>> from ...nine_years.components.scenario import scenario_1688
    >>> table = interceptors_table(reach(scenario_1688(), "Alliance", "Brussels"))
    >>> table.data["leader"].unique().tolist()
    ['Humieres', 'French minor leader 1']
    """
    rows = [
        {
            "entering": shown(place.space),
            "leader": one.leader,
            "from": shown(one.origin),
            "corps": one.corps,
            "needs": f"{one.needed}+",
            "chance": str(one.chance),
        }
        for place in found.places
        for one in place.interceptors
    ]
    return _reading(table_of(rows, ["entering", "leader", "from", "corps", "needs", "chance"]))


def to_read(table: DataFrame, height: str = "") -> Styler:
    """A table of sentences laid out for reading: everything at the left and at the top.

    Args:
        table: has the names of its rows as its index.
        height: in CSS, of a table that is to be scrolled in.

    >>> to_read(event_cards_table()[["says"]]).data.index.name
    """
    most = f";max-height:{height}" if height else ""  # its width is that of the page, be it a telephone's
    style = _reading(table.rename_axis(index=None), hide=False)
    return style.set_table_attributes(f'style="display:block;max-width:100%;overflow:auto{most}"')


def _whole(id: str) -> str:
    """The number of a clause, which no line breaks."""
    return id.replace(" ", "\N{NO-BREAK SPACE}")


def _reading(table: DataFrame, hide: bool = True) -> Styler:
    left = [("text-align", "left"), ("vertical-align", "top")]
    style = table.style.hide() if hide else table.style
    return style.set_table_styles([{"selector": "th, td", "props": left}])
