"""The umpire's questions about Winter Quarters, the Glorious Revolution and Savoy (NY 7.2.1, 8.5, 19,
20.2.5.2): each runs the decisions and steps of the war itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from ...core.errors import MISSING, BadInput
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...core.rulings import Answer, objection
from ..components.map_graph import bits
from ..components.map_masks import SPACES, home
from ..components.piece_numbers import POWER_NUMBER
from ..components.powers import SAVOY, power_named, savoy_is_neutral
from ..components.sides import SIDES, Side
from ..engine.agenda import DECISION_RULES, STEP_RULES
from ..engine.engine import Engine
from ..engine.notation import Action
from ..rules.events.phase import against_joining, savoy_joins
from ..rules.winter.revolution import JAMES, against_revolution, tell_revolution
from ..rules.winter.savoy import against_the_occasion
from .forces import Against, engine_of, named, note, noted
from .pieces import refused
from .situation import Situation, question
from .winter_outcomes import Row, corps_like, in_words, played_out

Step = Literal["withdrawal", "markers", "seas", "revolution", "peace", "victory"]
STEPS: dict[Step, tuple[str, ...]] = {
    "withdrawal": ("winter-withdrawal",),
    "markers": ("winter-markers",),
    "seas": ("winter-seas", "winter-london"),
    "revolution": ("winter-savoy", "revolution"),
    "peace": ("peace",),
    "victory": ("winter-victory",),
}
"""The steps of Winter Quarters as a case names them, each with its items of the agenda (NY 8.5)."""
MOST_IN_A_SENTENCE = 6
Concession = Literal["none", "card", "points", "both"]


class Rest(Struct, frozen=True, forbid_unknown_fields=True):
    """Where troops go that must leave a space."""

    origin: Annotated[str, Meta(description="the space that they leave")] = field(name="from")
    to: Annotated[str, Meta(description="the space where they go")]


class Reduced(Struct, frozen=True, forbid_unknown_fields=True):
    """A corps that suffers where too many stand."""

    space: Annotated[str, Meta(description="the space with too many corps")]
    power: Annotated[str, Meta(description="whose corps suffers")]
    reduced: Annotated[bool, Meta(description="whether it is reduced already, and so eliminated")] = False


class Exile(Struct, frozen=True, forbid_unknown_fields=True):
    """Where James II goes after the Glorious Revolution."""

    to: Annotated[str, Meta(description="Paris or Dublin")]
    with_corps: Annotated[bool, Meta(description="whether a Jacobite corps goes with him")] = False


class ConcessionsMade(Struct, frozen=True, forbid_unknown_fields=True):
    """What each player concedes before the peace roll (NY 6.4.1)."""

    Bourbon: Annotated[Concession, Meta(description="none, card, points or both")] = "none"
    Alliance: Annotated[Concession, Meta(description="none, card, points or both")] = "none"


Rests = Annotated[
    tuple[Rest, ...],
    Meta(description="where troops go that must leave; where it is open, the first place is taken"),
]


class _Wishes:
    """What a case says is chosen; each wish is granted once."""

    def __init__(self, engine: Engine, rests: Sequence[Rest]) -> None:
        self.engine = engine
        self.rests = [
            (
                named("space", rest.origin, f"rests[{place}].from", engine.rule_tables),
                named("space", rest.to, f"rests[{place}].to", engine.rule_tables),
            )
            for place, rest in enumerate(rests)
        ]
        self.losses: list[tuple[int, int, bool]] = []
        self.neutralises: Side | None = None
        self.exile: Action | None = None
        self.concessions: dict[Side, str] = {}

    def wish(self, name: str, arguments: Sequence[Any]) -> Action | None:
        """The action that a case says is chosen at a decision."""
        match name:
            case "rest" | "leave-savoy":
                return self._rest(arguments[1])
            case "overstack":
                return self._loss(arguments[0], arguments[1])
            case "neutralise-savoy":
                if arguments[0] == self.neutralises:
                    self.neutralises = None
                    return ("neutralise",)
            case "exile":
                wanted, self.exile = self.exile, None
                return wanted
            case "concede":
                return "concede", self.concessions.get(arguments[0], "none")
        return None

    def _rest(self, space: int) -> Action | None:
        for place, (origin, to) in enumerate(self.rests):
            if origin == space:
                del self.rests[place]
                return "rest", to
        return None

    def _loss(self, side: Side, space: int) -> Action | None:
        for place, (where, power, reduced) in enumerate(self.losses):
            if where == space:
                del self.losses[place]
                return "reduce", corps_like(self.engine, side, space, power, reduced)
        return None

    def idle(self) -> Against:
        """What stands against wishes where nobody was asked."""
        against: Against = {}
        for origin, _ in self.rests:
            note(against, [objection("NY 19.a", "winter.nobody-leaves", space=SPACES[origin].name)])
        for where, _, _ in self.losses:
            count = self.engine.rule_tables.numbers.stacking.limit
            note(
                against, [objection("NY 4.1.3", "winter.not-crowded", space=SPACES[where].name, count=count)]
            )
        if self.neutralises is not None:
            note(against, against_the_occasion(self.engine.board, turin_falls=False))
        if self.exile is not None:
            note(against, against_revolution(self.engine))
        return against


# ---- winter


class WinterGiven(Situation, frozen=True, kw_only=True):
    """Winter Quarters; until the peace roll of 1696 to 1699 no dice are rolled."""

    side: Annotated[Side | None, Meta(description="whose pieces are told; else those of both")] = None
    until: Annotated[Step, Meta(description="the last step that is carried out")] = "victory"
    rests: Rests = ()
    reduces: Annotated[
        tuple[Reduced, ...],
        Meta(description="which corps suffer where too many stand; else the first of the stack"),
    ] = ()
    neutralise: Annotated[
        Side | None, Meta(description="who makes Savoy neutral, from 1696 on; else nobody does")
    ] = None
    exile: Annotated[
        Exile | None, Meta(description="where James II goes if the Glorious Revolution takes place")
    ] = None
    concessions: Annotated[ConcessionsMade, Meta(description="what each player concedes for peace")] = (
        ConcessionsMade()
    )


def _winter(given: WinterGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board = engine.board
    wishes = _Wishes(engine, given.rests)
    for place, one in enumerate(given.reduces):
        space = named("space", one.space, f"reduces[{place}].space", engine.rule_tables)
        power = POWER_NUMBER[power_named(one.power, f"reduces[{place}].power").name] << 3
        wishes.losses.append((space, power, one.reduced))
    wishes.neutralises = given.neutralise
    wishes.exile = _exile_of(given.exile, engine)
    wishes.concessions = {side: getattr(given.concessions, side) for side in SIDES}
    STEP_RULES["winter-phase"].run(engine)
    names = list(STEPS)
    kept = {item for name in names[: names.index(given.until) + 1] for item in STEPS[name]}
    board.agenda[:] = [item for item in board.agenda if item[0] in kept]
    year = board.year

    def found(rows: list[Row], opened: list[Row], **more: Any) -> Answer:
        described = [row for row in rows if given.side in (None, row["side"])]
        choices = [one for one in opened if given.side in (None, one["side"])]
        answer = {
            "legal": True,
            "fates": described,
            "choices": choices,
            "points": board.victory_points,
            **more,
        }
        return Answer("result", _describe(year, described), answer)

    def before_roll(rows: list[Row], opened: list[Row]) -> Against:
        context.known = found(rows, opened)
        # The roll comes last but by a reading; whoever was not asked yet will not be.
        return wishes.idle() if context.reading("peace-roll-time") == "step-e" else {}

    rows, opened, against = played_out(engine, wishes.wish, before_roll)
    if board.result is None:
        against = against or wishes.idle()
    if against:
        return refused(context, against, {"ends": False})
    return found(rows, opened, ends=board.result is not None)


def _describe(year: int, rows: list[Row]) -> Message:
    """The rows in a sentence; many of them are only counted there."""
    if not rows:
        return Message("winter.nothing", year=year)
    if len(rows) > MOST_IN_A_SENTENCE:
        return Message("winter.many", year=year, count=len(rows))
    return Message("winter.ruled", year=year, fates=Message.all_of([in_words(row) for row in rows]))


def _exile_of(exile: Exile | None, engine: Engine) -> Action | None:
    if exile is None:
        return None
    return "exile", named("space", exile.to, "exile.to", engine.rule_tables), exile.with_corps


# ---- the Glorious Revolution


class RevolutionGiven(Situation, frozen=True, kw_only=True):
    """The Glorious Revolution, at its step of Winter Quarters: what comes before it is not carried out."""

    exile: Annotated[Exile | None, Meta(description="where James II goes; else the first place is taken")] = (
        None
    )


def _revolution(given: RevolutionGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    board = engine.board
    wishes = _Wishes(engine, ())
    wishes.exile = _exile_of(given.exile, engine)
    against = noted(against_revolution(engine))
    if against and given.exile is None:
        context.violations.extend(against.values())
        return Answer("no", Message("revolution.none"), {"takes_place": False, "legal": True})
    if against:
        return refused(context, against, {"takes_place": False})
    before = board.control.Alliance
    tell_revolution(engine)
    engine.then(("revolution",))
    rows, opened, against = played_out(engine, wishes.wish)
    if against:
        found = refused(context, against, {"takes_place": True})
        return replace(found, says=Message("revolution.exile-refused", count=len(against)))
    joins = [SPACES[space].name for space in bits(board.control.Alliance & ~before)]
    answer = {
        "takes_place": True,
        "legal": True,
        "joins": joins,
        "fates": rows,
        "choices": opened,
        "king": _king(engine),
        "points": board.victory_points,
    }
    return Answer("yes", Message("revolution.yes", count=len(joins)), answer)


def _king(engine: Engine) -> str | None:
    where = engine.board.where[engine.rule_tables.leader_number[JAMES]]
    return SPACES[where].name if where >= 0 else None


# ---- Savoy


class SavoyGiven(Situation, frozen=True, kw_only=True):
    """Savoy joins the Alliance, or a side makes it neutral."""

    happens: Annotated[
        Literal["joins", "leaves"],
        Meta(description="joins: it comes into the war; leaves: a side makes it neutral"),
    ]
    side: Annotated[Side | None, Meta(description="who makes it neutral; needed when it leaves")] = None
    when: Annotated[
        Literal["winter", "turin-falls"],
        Meta(description="on which occasion it leaves: in Winter Quarters, or as Turin is captured"),
    ] = "winter"
    rests: Rests = ()


def _savoy(given: SavoyGiven, context: RulingContext) -> Answer:
    engine = engine_of(given, context)
    return _joins(engine) if given.happens == "joins" else _leaves(engine, given)


def _joins(engine: Engine) -> Answer:
    board = engine.board
    joined = [] if savoy_is_neutral(board) else [objection("NY 7.2.1.b", "savoy.joined-already")]
    if against := noted(joined, against_joining(board)):
        return refused(engine.context, against, _state_of_savoy(engine))
    engine.decides("NY 7.2.1.b", "savoy.occasion-joins", year=board.year)
    savoy_joins(engine)
    return Answer("legal", Message("events.savoy-joins"), {"legal": True, **_state_of_savoy(engine)})


def _leaves(engine: Engine, given: SavoyGiven) -> Answer:
    board, side = engine.board, given.side
    if side is None:
        raise BadInput("side", MISSING, Message.one_of(SIDES))
    answered = DECISION_RULES["neutralise-savoy"].objections(engine, ("neutralise",), side)
    if against := noted(against_the_occasion(board, given.when == "turin-falls"), answered):
        return refused(engine.context, against, _state_of_savoy(engine))
    board.phase = "winter" if given.when == "winter" else "campaign"  # the occasion on which it is asked
    wishes = _Wishes(engine, given.rests)
    wishes.neutralises = side
    engine.then(("neutralise-savoy", side))
    rows, opened, against = played_out(engine, wishes.wish)
    against = against or wishes.idle()
    if against:
        return refused(engine.context, against, _state_of_savoy(engine))
    answer = {"legal": True, **_state_of_savoy(engine), "fates": rows, "choices": opened}
    return Answer("legal", Message("savoy.may-leave", side=side), answer)


def _state_of_savoy(engine: Engine) -> dict[str, Any]:
    board = engine.board
    return {
        "neutral": savoy_is_neutral(board),
        "control": {SPACES[space].name: board.controller_of(space) for space in bits(home(SAVOY))},
        "points": board.victory_points,
    }


# ---- all of them

QUESTIONS = (
    question("winter", WinterGiven, _winter, "ends"),
    question("revolution", RevolutionGiven, _revolution),
    question("savoy", SavoyGiven, _savoy),
)
"""The questions about winter, the Glorious Revolution and Savoy."""
