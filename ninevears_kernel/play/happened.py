"""What was done since a seat last chose, in lines: each an action with all that it caused, or what came by
itself with a later phase; what was done alike in many places is one line that names them.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..core.messages import Message, say
from ..core.rulings import Step
from ..nine_years.components.map_masks import NUMBER
from ..nine_years.components.rule_tables import RuleTables
from ..nine_years.components.sides import SIDES, enemy
from ..nine_years.engine.engine import Roll
from ..nine_years.games.last_action import LastAction, Move, actions_since
from ..nine_years.games.record import Entry
from .merged_lines import ALIKE, Line, together
from .moments import Moment
from .option_groups import box_of, box_of_sea, by_kind, place_of
from .outcomes import hits_told, results, spoken
from .phase_walk import cut
from .session import Session

Data = dict[str, Any]
LITTLE = frozenset(
    {"done", "pass", "stop", "campaign", "whole", "lead", "with", "march", "weigh", "pick", "pick-corps"}
    | {"reassign", "transfer", "sail", "leave", "drop"}
)
"""Verbs of choices that prepare or end something: where nothing came of them they are no news."""
TOLD_BY_THE_MOVE = {
    "outcome.gets-away": "avoid",
    "outcome.intercepts": "interception",
    "sea.arrives": "sea",
    "sea.turns-back": "sea",
}
"""Results that the move of a kind tells already."""
DID: Mapping[str, str] = {
    "action.ended": "happened.did-end",
    "arrivals.placed": "happened.did-place",
    "battle.won": "happened.did-win",
    "campaign.played": "happened.did-play-a-card",
    "campaign.revealed": "happened.did-reveal",
    "events.kept": "happened.did-keep",
    "events.played": "happened.did-play",
    "events.unplayable": "happened.did-draw-in-vain",
    "fleet.wins": "happened.did-win-the-sea",
    "holding.taken": "happened.did-take",
    "kww.strengthens": "happened.did-strengthen",
    "last.arrives": "happened.did-leader",
    "last.avoid": "happened.did-avoid",
    "last.interception": "happened.did-intercept",
    "last.march": "happened.did-march",
    "last.march-by": "happened.did-march-by",
    "last.other": "happened.did-go",
    "last.placement": "happened.did-move-a-leader",
    "last.retreat": "happened.did-retreat",
    "last.sea": "happened.did-sail",
    "last.sea-by": "happened.did-sail-by",
    "last.secret": "happened.did-lay",
    "last.transfer": "happened.did-transfer",
    "last.transfer-by": "happened.did-transfer-by",
    "last.turns-back": "happened.did-turn-back",
    "last.winter": "happened.did-winter",
    "replace.restored": "happened.did-replace",
    "sequence.first": "happened.did-go-first",
    "spend.fleet": "happened.did-pay-a-fleet",
    "spend.line-built": "happened.did-build",
    "spend.raised": "happened.did-raise",
    "spend.restored": "happened.did-restore",
    "spend.supported": "happened.did-support",
    "winter.rests": "happened.did-rest",
}
"""What a side did, without its name: that stands before it, or above all that it did."""
TAKEN_ALONG = {"option.lead": "leader", "option.with": "some"}
"""Choices of whom to take along, and the value that says whom."""
NEWS = frozenset(
    {"winter.rests", "winter.disbanded", "winter.overstacked", "winter.reduced", "winter.eliminated"}
    | {"winter.beachy-head", "winter.london-alliance", "winter.london-bourbon", "revolution.begins"}
    | {"revolution.corps", "savoy.leaves", "savoy.scored", "events.played", "events.savoy-joins"}
    | {"events.unplayable", "events.scored", "events.atlantic", "events.kept", "spend.fleet-unpaid"}
    | {"kww.strengthens", "siege.fleet-lost"}
    | {"victory.Paris", "victory.capital", "victory.points", "victory.major", "victory.minor"}
)
"""Steps of a later phase that are told although nobody chose them."""
CARDS = frozenset({"events.played", "events.unplayable", "events.kept"})
"""Cards that are drawn: what follows is their doing."""
NOTHING_CAME = frozenset({"events.unplayable", "events.kept"})
"""What is told of cards that did nothing."""
PHASE_OF_ROLL = {"kww.roll": "event", "events.marlborough-roll": "event", "peace.roll": "winter"}
"""Dice of a phase in which nobody may have chosen before they fell."""
PLACES = {
    "events.savoy-joins": "Turin",
    "savoy.leaves": "Turin",
    "winter.london-bourbon": "London",
    "winter.london-alliance": "London",
}
"""Where those happen that name no space."""


def happened_told(session: Session, skipped: Callable[[Moment], list[Data]], own: bool = False) -> list[Data]:
    """What was done since the seat last chose: the round of the enemy, and the dice of the own choice.

    Args:
        session: the war, and who plays.
        skipped: the steps that the seat was not asked at a moment, as data.
        own: without cards that did nothing, and without what came by itself with a later phase.
    """
    moments = session.happened
    if not moments:
        return []
    you = _you(session)
    lines = _answered(
        _since(session, moments[0].number, skipped),
        you,
        {one.number for one in moments if _passed_by_itself(one)},
    )
    told = together(lines)
    if own:
        told = [one for one in told if not one.later and one.says[0].id not in NOTHING_CAME]
    return [_told(line, you) for line in told]


def story_told(session: Session) -> list[list[str | None]]:
    """What was done this year, or at New Year in the last one, in lines: of each its side, or None, and what
    it says.

    Args:
        session: the war, and who plays; told as far as its viewer may know.

    >>> story_told(Session(seed=1690))
    []
    """
    past = session.moments[: session.place]
    if not past:
        return []
    first = next(one.number for one in past if one.here.year == past[-1].here.year)
    told = [_told(line, _you(session)) for line in together(_since(session, first, lambda _: []))]
    return [[one["side"], one["says"]] for one in told]


def _since(session: Session, first: int, skipped: Callable[[Moment], list[Data]]) -> list[Line]:
    """The lines of all actions from a decision on."""
    actions = actions_since(session.game, first)
    ends = [number for number, _ in actions[1:]] + [session.place]
    lines: list[Line] = []
    for (begin, action), end in zip(actions, ends, strict=True):
        moments = session.moments[begin:end]
        told = _lines(session, action, moments, skipped)
        draws = moments[0].here.phase == "event" and moments[0].entry.action[0] != "event"
        lines += map(_drawn, told) if draws else told
    return lines


def _drawn(line: Line) -> Line:
    """A line of the Event phase, in which cards are drawn: nobody chose to play what had to be (NY 9.2.1)."""
    says = (
        Message("happened.did-draw", **one.values) if one.id == "events.played" else one for one in line.says
    )
    return line._replace(says=tuple(says))


def heading_told(session: Session, happened: Sequence[Data]) -> Data:
    """Whose doing the lines are, as a heading: who spent how much, or what one side did.

    Args:
        session: the war, and who plays.
        happened: the lines (`happened_told`).

    >>> heading_told(Session(seed=1690), [])
    {'side': None, 'says': 'Nothing has happened yet'}
    """
    sides = {line["side"] for line in happened} - {None}
    if len(sides) != 1 or not any(line["price"] or line["short"] != line["says"] for line in happened):
        id = "wartable.since" if happened else "wartable.nothingNew" if session.place else "wartable.quiet"
        return {"side": None, "says": say(id)}
    (side,) = sides
    paid = sum(line["price"] for line in happened)
    if paid:
        return {"side": side, "says": say("happened.spent", who=_who(side, _you(session)), count=paid)}
    other = say(f"wartable.side-{enemy(side)}")
    if any({*line["whose"]} - {side} or other in line["short"] for line in happened):
        return {"side": None, "says": say("wartable.since")}  # the other side had a part in it
    if side == _you(session):
        return {"side": side, "says": say("happened.what-you-did")}
    return {"side": side, "says": say("happened.what-they-did", side=Message(f"map.side-{side}"))}


def _you(session: Session) -> str | None:
    """The side of the one person at the table, who is called "you"."""
    persons = [side for side in SIDES if session.seats[side] == "person"]
    return persons[0] if len(persons) == 1 else None


def _who(side: str, you: str | None) -> Message:
    return Message("happened.you" if side == you else f"wartable.side-{side}")


def _passed_by_itself(moment: Moment) -> bool:
    """Whether a choice had one option, which nobody was asked for."""
    return any((one.item[0], one.action) == (moment.decision, moment.entry.action) for one in moment.passed)


def _answered(lines: Sequence[Line], you: str | None, unasked: Container[int]) -> list[Line]:
    """The lines, without what the one person chose last where others have answered: they know it, and
    nothing came of it that the map does not show. What nobody chose stays, such as a card that is drawn, or
    the last card of a hand.
    """
    if you is None or not any(line.told["side"] not in (you, None) for line in lines):
        return [*lines]
    came = ("dice", "ways", "skipped")
    return [
        line
        for line in lines
        if line.told["side"] != you
        or not line.told["text"]
        or line.told["number"] in unasked
        or any(line.told[part] for part in came)
    ]


def _told(line: Line, you: str | None) -> Data:
    whose = line.told["side"]
    parts = [_said(one, whose, you) for one in line.says]
    price = line.told["price"]
    return line.told | {
        "says": " ".join(says for says, _ in parts),
        "short": " ".join(short for _, short in parts),
        "paid": say("happened.paid", count=price) if price else "",
    }


def _said(says: Message, whose: str | None, you: str | None) -> tuple[str, str]:
    """A sentence as it is said of a side, and the same where its name stands above."""
    side, id = says.values.get("side", whose), DID.get(says.id, says.id)
    if side not in SIDES or not id.startswith("happened.did-"):
        return str(spoken(says)), str(spoken(says))
    did = say(id, **{**says.values, **_whom(says, you)})
    full = say("happened.by", who=_who(side, you), did=did)
    return full, did[:1].upper() + did[1:] if side == whose else full


def _whom(says: Message, you: str | None) -> dict[str, Message]:
    """The other side of a sentence that names both."""
    other = says.values.get("enemy")
    if other not in SIDES:
        return {}
    return {"whom": Message("happened.you-whom" if other == you else f"map.side-{other}")}


def _done(says: Message, side: str) -> Message:
    """What was chosen, told as done: whom to take along is asked as an order."""
    if says.id not in TAKEN_ALONG:
        return says
    return Message("happened.did-take-along", side=side, whom=says.values[TAKEN_ALONG[says.id]])


# ---- one action


def _lines(
    session: Session, action: LastAction, moments: Sequence[Moment], skipped: Callable[[Moment], list[Data]]
) -> Iterator[Line]:
    """An action with all that it caused, and what came after it in later phases."""
    first = moments[0]
    here = first.here
    empty: Data = {"number": first.number, "side": first.entry.side, "text": "", "place": None}
    empty |= {"places": [], "box": None, "ways": [], "whose": [], "dice": [], "steps": [], "skipped": []}
    empty["price"] = 0
    if session.is_covered(first):
        yield Line((session.describe(first),), empty)
        return
    pieces = cut((here.year, here.phase), [step for moment in moments for step in moment.steps])
    own = pieces.pop(0)[1] if pieces and pieces[0][0] == (here.year, here.phase) else ()
    rolls = [roll for moment in moments for roll in moment.entry.rolls]
    later: list[tuple[Sequence[Step], list[Roll]]] = []
    for (_, phase), steps in pieces:
        fallen = [roll for roll in rolls if PHASE_OF_ROLL.get(roll.says.id, here.phase) == phase]
        if _news(steps) and phase != here.phase:
            later.append((steps, fallen))
            rolls = [roll for roll in rolls if roll not in fallen]
        else:
            own = (*own, *steps)
    winter = {(move.way[0], move.way[-1]): _numbers(move) for move in action.moves if move.kind == "winter"}
    moves = [move for move in action.moves if move.kind != "winter"]
    missed = [one for moment in moments for one in skipped(moment)]
    draws = here.phase == "event" and first.entry.action[0] != "event"
    drawn = next((at for at, one in enumerate(own) if at and draws and one.says.id in CARDS), len(own))
    said = _says(action, moves, own[:drawn], first)
    if moves or action.happened or rolls or missed or first.entry.action[0] not in LITTLE:
        gone = [(move.side, _numbers(move)) for move in moves]
        gone = gone or [(first.entry.side, way) for way in _way_of(said[0], winter)]
        ways = [way for _, way in gone]
        fought_at = [NUMBER[space] for _, space in action.happened]
        acts_at = fought_at[0] if fought_at else _acts_at(session, first.entry)
        place = next((way[-1] for way in reversed(ways) if way), acts_at)
        told = empty | {
            "text": " ".join(moment.text for moment in moments),
            "place": place,
            "places": [] if place is None else [place],
            "box": box_of(first.entry.action) or _box(step.says for step in own),
            "ways": [way for way in ways if len(way) > 1],
            "whose": [side for side, way in gone if len(way) > 1],
            "dice": [[roll.face, str(roll.says)] for roll in rolls],
            "steps": [[str(step.says), step.clause_id] for step in own],
            "skipped": missed,
            "price": _price(session, first),
        }
        yield Line(said, told)
    tables = session.game.rule_tables
    besides = [step.says for step in own[:drawn] if step.says.id in NEWS and step.says not in said]
    besides += [one for one in _news(own[drawn:]) if one not in said]  # what a card did is told after it
    yield from _by_itself(tables, empty, besides, (), (), winter)
    for after, fallen in later:
        yield from _by_itself(tables, empty, _news(after), after, fallen, winter)


def _price(session: Session, paid: Moment) -> int:
    """The resource points that a choice took: what was left before it, less what it leaves (NY 12.3.1.a)."""
    left = _left(paid.steps, paid.entry.side)
    if left is None or paid.decision != "spend":  # what comes in is no purchase
        return 0
    earlier = (_left(one.steps, paid.entry.side) for one in reversed(session.moments[: paid.number]))
    return next((before for before in earlier if before is not None), left) - left


def _left(steps: Iterable[Step], side: str | None) -> int | None:
    """The resource points of a side as steps tell them last; None where they do not."""
    told = ("resources.result", "spend.left")
    counts = [
        one.says.values["count"] for one in steps if one.says.id in told and one.says.values["side"] == side
    ]
    return counts[-1] if counts else None


def _says(
    action: LastAction, moves: Sequence[Move], steps: Sequence[Step], first: Moment
) -> tuple[Message, ...]:
    """An action in sentences: who went where, what was decided, else what the choice has done."""
    kinds = {move.kind for move in moves}
    decided = [one for one in results(steps) if TOLD_BY_THE_MOVE.get(one.id) not in kinds]
    ids = {one.id.partition(".")[0]: one for one in decided}
    ended = [one.values.get("space") for one in decided if one.id in ("siege.weakened", "holding.taken")]
    fights = [
        (what, Message(f"last.{what}-in", space=space))
        for what, space in action.happened
        if {"battle": "battle", "siege": "outcome", "taken": "holding"}[what] not in ids
        and not (what == "siege" and space in ended)
    ]
    sieges = [one for one in decided if "siege" in one.id or one.id.startswith("holding.")]
    did = steps[0].says if steps else None
    if did is not None and did.id in ALIKE and not moves:
        return (did,)  # what is placed is named by what follows from the choice, not by the choice
    cards = [step.says for step in steps[1:] if step.says.id == "events.played" and decided]
    told = [  # in the order in which it came: the march, cards, the battle, the retreat, the siege
        *(_moved(move, steps) for move in moves if move.kind != "retreat"),
        *cards,
        *(says for what, says in fights if what == "battle"),
        *(one for one in decided if one not in sieges),
        *hits_told(steps),
        *(step.says for step in steps if step.says.id == "battle.commander-out"),
        *(move.says for move in moves if move.kind == "retreat"),
        *(says for what, says in fights if what != "battle"),
        *sieges,
    ]
    if not told or (did is not None and did.id in NEWS):
        effects = [step.says for step in steps[1:3] if step.says.id.startswith("events.")]
        told = [did or _done(action.says[0], first.entry.side), *effects, *told]
    return tuple(dict.fromkeys(told))


def _moved(move: Move, steps: Sequence[Step]) -> Message:
    """A move in a sentence, which names the leader who was sent where a step does."""
    names = (one.says.values for one in steps if one.says.id == "leaders.stationed")
    leader = next((one["leader"] for one in names if one["space"] == move.way[-1]), None)
    if move.kind != "placement" or len(move.way) < 2 or leader is None:
        return move.says
    return Message("happened.did-send", side=move.side, leader=leader, origin=move.way[0], space=move.way[-1])


def _news(steps: Sequence[Step]) -> tuple[Message, ...]:
    """What came by itself, in order: what was decided, and what a player would not want to miss."""
    decided, found = results(steps), dict[Message, None]()
    for at, step in enumerate(steps):
        still = results(steps[at + 1 :])
        now = [one for one in results(steps[at:]) if one in decided and one not in still]
        found |= dict.fromkeys([*now, *([step.says] if step.says.id in NEWS else ())])
    return tuple(found)


def _by_itself(
    tables: RuleTables,
    empty: Data,
    news: Iterable[Message],
    steps: Sequence[Step],
    fallen: Sequence[Roll],
    winter: Mapping[tuple[str, str], list[int]],
) -> Iterator[Line]:
    """What came that nobody chose: a line for each sentence, the dice and the steps with the first."""
    dice = [[roll.face, str(roll.says)] for roll in fallen]
    cited = [[str(step.says), step.clause_id] for step in steps]
    for says in news:
        side = says.values.get("side")
        place = NUMBER.get(str(says.values.get("space", PLACES.get(says.id, ""))))
        told = empty | {
            "side": side if side in SIDES else None,
            "place": place,
            "places": [] if place is None else [place],
            "box": _box([says]),
            "ways": (ways := _way_of(says, winter)),
            "whose": [side for _ in ways],
            "dice": dice,
            "steps": cited,
        }
        card = says.values.get("event") if says.id in ("events.played", "events.unplayable") else None
        why = (Message("consequence.card", says=tables.events[card].says),) if card else ()
        yield Line((says, *why), told, bool(steps))
        dice, cited = [], []


def _way_of(says: Message, winter: Mapping[tuple[str, str], list[int]]) -> list[list[int]]:
    """The way into winter quarters that a sentence tells, if it tells one."""
    if says.id != "winter.rests":
        return []
    way = winter.get((says.values["origin"], says.values["space"]))
    return [way] if way else []


def _box(told: Iterable[Message]) -> str | None:
    """The mark of the sea that sentences are about; the colonies lie beyond the Atlantic."""
    for says in told:
        if says.id in ("kww.rolled", "outcome.colonies-stay", "outcome.colonies-move"):
            return box_of_sea("Atlantic")
        if says.id in ("fleet.wins", "fleet.fails"):
            return box_of_sea(says.values["zone"])
    return None


def _numbers(move: Move) -> list[int]:
    return [NUMBER[name] for name in move.way if name in NUMBER]


def _acts_at(session: Session, entry: Entry) -> int | None:
    """The space that an action acted at; where a leader of the other side stands now may be covered."""
    if "space" not in by_kind(entry.action) and session.viewer not in (None, entry.side):
        return None  # NY 4.4
    return place_of(entry.action, session.game.engine)
