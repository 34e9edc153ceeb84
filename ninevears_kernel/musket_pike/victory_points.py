"""Victory points of *Musket & Pike*: clauses VP.0 to VP.5, row by row, with what a scenario changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from ..core.clauses import carries_out
from ..core.errors import MISSING, BadInput, UnknownName
from ..core.messages import Message
from ..core.ruling_context import RulingContext
from ..core.rulings import Answer
from .hexes import HexName, check_hex
from .points_table import Game, Row, games, points_by_event, side_of
from .tables import question

DRAW = "draw"
_WORD = "^[a-z0-9]+(-[a-z0-9]+)*$"


def _kinds_schema() -> dict[str, Any]:
    rows = points_by_event().values()
    listed = [
        {
            "const": row.kind,
            "description": row.label,
            "points": row.points,
            "per": row.per,
            "clause": row.clause,
        }
        for row in rows
    ]
    own = {"pattern": _WORD, "description": "a kind that the scenario adds under scenario.rows"}
    return {"anyOf": [{"enum": [row.kind for row in rows], "oneOf": listed}, own]}


Points = Annotated[int, Meta(ge=0, le=999, description="victory points, 0 to 999")]
Side = Annotated[
    str, Meta(description="a side of the game, as Parliament or Royalist; capitals do not matter")
]


Rating = Annotated[int, Meta(ge=-9, le=9)]


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that scores: an enemy's loss, or a row that the scenario adds."""

    side: Annotated[
        str,
        Meta(
            title="side that scores", description="the side that scores, not the one that suffered the loss"
        ),
    ]
    kind: Annotated[str, Meta(description="what scores", extra_json_schema=_kinds_schema())]
    count: Annotated[int, Meta(ge=0, le=999, description="how many")] = 1
    rating: Annotated[
        Rating | None,
        Meta(description="of a commander with a name; a minus before it is left aside (VP.4)"),
    ] = None


class ScenarioRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row that a scenario adds to the table."""

    kind: Annotated[
        str, Meta(description="its name in events, as bridge-burnt", extra_json_schema={"pattern": _WORD})
    ]
    points: Points
    description: Annotated[str, Meta(description="what it scores for, in words")] = ""
    side: Annotated[Side | None, Meta(description="the only side that may score it; leave out for both")] = (
        None
    )
    most: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="how many count for a side; leave out for any number"),
    ] = None


class ScoringHex(Struct, frozen=True, forbid_unknown_fields=True):
    """A hex that scores for the side that controls it at the end."""

    hex: HexName
    points: Points
    passed: Annotated[
        tuple[str, ...],
        Meta(description="the sides whose troops passed through, in order; the last controls it"),
    ] = ()
    at_start: Annotated[Side | None, Meta(description="who controls it until somebody passes through")] = None
    must_stay: Annotated[bool, Meta(description="the scenario asks for troops there at the end")] = False
    troops: Annotated[Side | None, Meta(description="whose troops stand there at the end")] = None


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario changes: points of rows, rows of its own, hexes that score, the margin that wins."""

    name: Annotated[str, Meta(description="what the scenario is called")] = ""
    points: Annotated[
        dict[str, Points], Meta(description="kind of the table to the points that replace its own")
    ] = field(default_factory=dict)
    rows: Annotated[tuple[ScenarioRow, ...], Meta(description="rows that it adds to the table")] = ()
    hexes: Annotated[tuple[ScoringHex, ...], Meta(description="hexes that score")] = ()
    win_by: Annotated[int, Meta(ge=1, le=9999, description="least margin that wins; below it a draw")] = 1


class VictoryPoints(Struct, frozen=True, forbid_unknown_fields=True):
    """What a case gives: the game, what happened, and what the scenario changes."""

    game: Annotated[
        str,
        Meta(description="short name of the game", extra_json_schema={"enum": [*games()]}),
    ]
    events: Annotated[tuple[Event, ...], Meta(description="what scored, a row for each kind")] = ()
    scenario: Annotated[Scenario, Meta(description="what the scenario changes; leave out if nothing")] = (
        field(default_factory=Scenario)
    )

    @property
    def rules(self) -> Game:
        """The game itself."""
        return games()[self.game]

    def __post_init__(self) -> None:
        if self.game not in games():
            raise UnknownName("game", self.game, None, games())
        _check_scenario(self)
        for place, event in enumerate(self.events):
            _check_event(self, event, f"events[{place}]")


def _check_scenario(sheet: VictoryPoints) -> None:
    scenario, table = sheet.scenario, points_by_event()
    for kind in scenario.points:
        if kind not in table:
            raise UnknownName("scenario.points", kind, Message("mp.expected-kind"), table)
    seen: set[str] = set()
    for place, row in enumerate(scenario.rows):
        if re.fullmatch(_WORD, row.kind) is None:
            raise BadInput(f"scenario.rows[{place}].kind", row.kind, Message("mp.expected-word"))
        if row.kind in table or row.kind in seen:
            raise BadInput(f"scenario.rows[{place}].kind", row.kind, Message("mp.expected-new-kind"))
        seen.add(row.kind)
        if row.side is not None:
            side_of(sheet.rules, row.side, f"scenario.rows[{place}].side")
    for place, hex in enumerate(scenario.hexes):
        here = f"scenario.hexes[{place}]"
        check_hex(hex.hex, f"{here}.hex")
        if hex.hex in seen:
            raise BadInput(f"{here}.hex", hex.hex, Message("expected.once"))
        seen.add(hex.hex)
        for number, side in enumerate(hex.passed):
            side_of(sheet.rules, side, f"{here}.passed[{number}]")
        for name in ("at_start", "troops"):
            if (side_named := getattr(hex, name)) is not None:
                side_of(sheet.rules, side_named, f"{here}.{name}")


def _check_event(sheet: VictoryPoints, event: Event, place: str) -> None:
    side_of(sheet.rules, event.side, f"{place}.side")
    own = {row.kind for row in sheet.scenario.rows}
    row = points_by_event().get(event.kind)
    if row is None and event.kind not in own:
        raise UnknownName(
            f"{place}.kind", event.kind, Message("mp.expected-kind"), [*points_by_event(), *own]
        )
    rated = row is not None and row.per == "rating"
    if rated and event.rating is None:
        raise BadInput(f"{place}.rating", MISSING, Message("mp.expected-rating"))
    if not rated and event.rating is not None:
        raise BadInput(f"{place}.rating", event.rating, Message("mp.expected-no-rating", kind=event.kind))


@dataclass(frozen=True, slots=True)
class Scored:
    """A row of the score sheet: what scored, how many of it, what each is worth, and its clause."""

    side: str
    kind: str
    rating: int | None
    count: int
    each: int
    points: int
    clause: str


@carries_out("MP VP.2", "MP VP.3", "MP VP.5")
def row_in_force(sheet: VictoryPoints, kind: str, context: RulingContext) -> Row:
    """A row with the points that it has in this scenario and under the reading in force.

    >>> row_in_force(VictoryPoints("TACW"), "wagons-captured", RulingContext()).points
    10
    """
    for own in sheet.scenario.rows:
        if own.kind == kind:  # VP.5: a scenario may add points
            scorer = None if own.side is None else side_of(sheet.rules, own.side)
            label = own.description or kind.replace("-", " ")
            return Row(kind, own.points, "one", own.most, None, scorer, None, "MP VP.5", label)
    row = points_by_event()[kind]
    if row.scorer is not None:
        row = row._replace(scorer=sheet.rules.first)
    if kind in sheet.scenario.points:  # VP.5: or replace them
        return row._replace(points=sheet.scenario.points[kind], clause="MP VP.5")
    if row.doubtful is not None and context.reading("single-gun-eliminated") == "pattern":  # VP.3
        return row._replace(points=row.doubtful)
    return row


@carries_out("MP VP.4")
def score_event(
    sheet: VictoryPoints, event: Event, scored_before: int, context: RulingContext
) -> Scored | None:
    """What one event scores; None when the rules forbid that it scores at all.

    Args:
        sheet: the whole case.
        event: what happened.
        scored_before: how many of its kind have already counted for its side.
        context: readings and the record.
    """
    row = row_in_force(sheet, event.kind, context)
    side = side_of(sheet.rules, event.side)
    if row.game not in (None, sheet.game):  # VP.4: King Charles is in TACW alone
        remedy = Message("mp.remedy-army-commander", kind="army-commander-eliminated")
        context.violation(
            "MP VP.4", "mp.only-in-game", remedy, what=row.label, only=row.game, game=sheet.game
        )
        return None
    if row.scorer not in (None, side):  # VP.0: points are for the enemy's losses
        clause = "MP VP.0" if row.clause == "MP VP.4" else row.clause
        remedy = Message("mp.remedy-scorer", side=row.scorer)
        context.violation(clause, "mp.only-for-side", remedy, what=row.label, only=row.scorer, side=side)
        return None
    counted = event.count if row.most is None else min(event.count, max(0, row.most - scored_before))
    rating = None if event.rating is None else abs(event.rating)  # VP.4: taken as positive
    each = row.points if rating is None else row.points * rating
    scored = Scored(side, event.kind, rating, counted, each, counted * each, row.clause)
    if rating is not None:
        context.step(
            row.clause, "mp.row-rating", side=side, what=row.label, count=counted, factor=row.points,
            rating=rating, points=scored.points,
        )  # fmt: skip
    else:
        message = "mp.row-replaced" if event.kind in sheet.scenario.points else "mp.row"
        context.step(
            row.clause, message, side=side, what=row.label, times=counted, each=each, points=scored.points
        )
    if counted < event.count:  # VP.4: only the first army commander counts
        context.step(row.clause, "mp.no-more", what=row.label, most=row.most, count=event.count - counted)
    return scored


@carries_out("MP VP.5")
def controller(game: Game, hex: ScoringHex) -> str | None:
    """The side that controls a hex at the end, or None.

    >>> controller(games()["ULB"], ScoringHex("0304", 10, passed=("French", "non-French")))
    'non-French'
    """
    last = hex.passed[-1] if hex.passed else hex.at_start  # VP.5: whose troops last passed through
    if last is None:
        return None
    side = side_of(game, last)
    if hex.must_stay and (hex.troops is None or side_of(game, hex.troops) != side):
        return None  # VP.5: the troops need not stay unless the scenario says so
    return side


def _score_hexes(
    sheet: VictoryPoints, context: RulingContext
) -> Iterator[tuple[str, str | None, Scored | None]]:
    for hex in sheet.scenario.hexes:
        side = controller(sheet.rules, hex)
        if side is None:
            context.step("MP VP.5", "mp.hex-nobody", hex=hex.hex, points=hex.points)
            yield hex.hex, None, None
            continue
        how = "stays" if hex.must_stay else "passed" if hex.passed else "start"
        context.step("MP VP.5", f"mp.hex-{how}", hex=hex.hex, side=side, points=hex.points)
        yield hex.hex, side, Scored(side, f"hex-{hex.hex}", None, 1, hex.points, hex.points, "MP VP.5")


@carries_out("MP VP.0", "MP VP.1", "MP VP.5")
def victory_points(sheet: VictoryPoints, context: RulingContext) -> Answer:
    """The whole score: each row, each side's sum, the margin by VP.1, and who wins."""
    game = sheet.rules
    rows: list[Scored] = []
    if sheet.game == "TACW":
        context.step("MP VP.5", "mp.table-replaced")  # VP.5: this table replaces the one printed in TACW
    for event in sheet.events:
        side = side_of(game, event.side)
        before = sum(row.count for row in rows if (row.side, row.kind) == (side, event.kind))
        if scored := score_event(sheet, event, before, context):
            rows.append(scored)
    control = {}
    for hex, side_in_control, scored in _score_hexes(sheet, context):
        control[hex] = side_in_control
        rows += [scored] if scored else []
    points = {side: sum(row.points for row in rows if row.side == side) for side in game.sides}  # VP.0
    for side in game.sides:
        terms = [row.points for row in rows if row.side == side and row.points]
        message = "mp.sum" if len(terms) > 1 else "mp.sum-plain"
        context.step("MP VP.0", message, side=side, terms=" + ".join(map(str, terms)), points=points[side])
    own, others = (points[side] for side in game.sides)
    margin = own - others  # VP.1
    context.step(
        "MP VP.1", "mp.margin",
        game=game.name, first=game.first, other=game.other, own=own, others=others, margin=_signed(margin),
    )  # fmt: skip
    winner = DRAW if abs(margin) < sheet.scenario.win_by else game.first if margin > 0 else game.other
    verdict: Literal["illegal", "result"] = "illegal" if context.violations else "result"
    return Answer(
        verdict,
        _outcome(sheet, winner, margin, points, verdict),
        {
            "points": points,
            "margin": margin,
            "winner": winner,
            "rows": [asdict(row) for row in rows],
            "hexes": control,
        },
    )


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def _outcome(
    sheet: VictoryPoints, winner: str, margin: int, points: Mapping[str, int], verdict: str
) -> Message:
    score = Message.all_of([Message("mp.score-of-side", side=side, points=points[side]) for side in points])
    if winner != DRAW:
        said = Message("mp.wins", winner=winner, count=abs(margin), score=score)
    elif margin:
        said = Message("mp.draw-by-scenario", count=abs(margin), least=sheet.scenario.win_by, score=score)
    else:
        said = Message("mp.draw", score=score)
    return Message("mp.not-scored", outcome=said) if verdict == "illegal" else said


QUESTIONS = (question("victory-points", VictoryPoints, victory_points),)
