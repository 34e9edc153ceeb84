"""Tasks on cards, the order of a year and events (NY 5, 8, 9)."""

from __future__ import annotations

from random import Random
from typing import Any

from ...core.messages import Message
from ...nine_years.components.position import Hand, Shifts
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.sides import SIDES, Side
from ...nine_years.engine.board import Board
from ...nine_years.rules.campaign.rounds import hand_size
from ...nine_years.rules.king_william import cards_fewer
from ..course import answered, course_case, ruled
from ..positions import edited, played_still, somewhere
from ..reasons import cited, ny, sentences
from ..solving import all_or, cell_of, drawn, of_steps
from ..task import Choice, Draft, Kind, Solution, Task

# ---- cards


@drawn(lambda level: (2, 3, 4, 5) if level < 3 else (1, 2, 3, 4, 5), 60)
def _cards(random: Random, level: int) -> tuple[Draft, int]:
    side = random.choice(SIDES)
    year = random.choice((1688, *range(1689, 1700)))
    cell = random.choice((-2, -2, -1, 0, 1, 2, 2))
    conceded = int(level > 1 and random.random() < 0.5)
    event = random.choice((0, 0, -1, -1)) if level > 2 else 0
    position = played_still(random, 30).replace(
        year=year,
        kww_cell=cell,
        bourbon_hand=Hand(),
        alliance_hand=Hand(),
        action_deck=(1, 2, 2, 3) * 8,
        card_change=Shifts(**{side: event}),
    )
    position = position.replace(**{f"{side.lower()}_hand": Hand(cards_conceded=conceded)})
    case = course_case(position, ["campaign-phase"], (), ("lay", "round", "first-round"))
    more = [Message("task.card-conceded")] * bool(conceded) + [Message("task.card-event")] * bool(event)
    values = {"side": side, "year": year, "cell": cell_of(cell)}
    plain = None if more else Message("task.cards-dealt-hint-plain", **values)
    values["more"] = all_or(more, "task.nothing-else")
    draft = Draft(case=case, asks=f"{side}_cards", values=values, narrow=plain)
    return draft, answered(case)[f"{side}_cards"]


def _solve_cards(task: Task) -> Solution:
    ruling = ruled(task.case)
    side: Side = "Bourbon" if task.asks == "Bourbon_cards" else "Alliance"
    board = Board(task.case["given"]["position"])
    fewer, conceded = cards_fewer(board, side), board.hand(side).cards_conceded
    event = -board.card_change.of(side)
    usual = hand_size(board, side) + fewer + conceded + event
    clause = "NY 20.2.5.1" if board.year == 1688 else "NY 13.1"
    parts = [(clause, Message("task.usual-hand", year=board.year, count=usual))]
    parts += [("NY 18.4", Message("task.colonies-cost", count=fewer))] * bool(fewer)
    parts += [("NY 6.4.1", Message("task.concession-costs", count=conceded))] * bool(conceded)
    parts += [("NY 13.1", Message("task.event-costs", count=event))] * bool(event)
    says = sentences([cited(one, name) for name, one in parts])
    count = (ruling.answer or {})[task.asks]
    return Solution((count,), says, tuple(dict.fromkeys(name for name, _ in parts)), (ruling,))


# ---- the order of a year


YEAR = (
    ("event-turns Bourbon", ("draw-event",)),
    ("reinforcement-turns Bourbon", ("resources", "spend", "arrivals", "leaders-turn")),
    ("campaign-phase", ("deal", "lay", "round")),
    ("winter-phase", ("winter-withdrawal", "revolution", "peace", "winter-victory")),
)
"""The moments that the lesson on the year tells of, in the item of the engine's agenda that brings them."""
PHASE_CLAUSES = ny("8.1 8.2 8.3 8.5")


def moments() -> tuple[tuple[str, int], ...]:
    """The moments of a year in order, each with the number of its phase, as the engine's agenda has them.

    >>> [name for name, phase in moments() if phase == 1]
    ['resources', 'spend', 'arrivals', 'leaders-turn']
    """
    from ...nine_years.components.scenario import scenario_1688
    from ...nine_years.engine.agenda import STEP_RULES
    from ...nine_years.engine.engine import Engine

    found_names: list[tuple[str, int]] = []
    for phase, (item, names) in enumerate(YEAR):
        engine = Engine(Board(scenario_1688().replace(action_deck=(2,) * 32)))
        name, _, argument = item.partition(" ")
        STEP_RULES[name].run(engine, *([argument] if argument else []))
        order = ["deal"] * (phase == 2) + [one[0] for one in reversed(engine.board.agenda)]
        order += ["round"] * (phase == 2)
        found_names += [(one, phase) for one in dict.fromkeys(order) if one in names]
    return tuple(found_names)


def _order(random: Random, level: int) -> Draft:
    every = moments()
    phase = random.choice((1, 2, 3))
    inside = [one for one in every if one[1] == phase]
    chosen = random.sample(inside, level)
    chosen += random.sample([one for one in every if one not in inside], 4 - level)
    random.shuffle(chosen)
    ask = random.choice(("first", "last"))
    year = random.randint(1696, 1698)
    case = course_case(somewhere(random, 1).replace(year=year), ["year"], (), ("event-phase",))
    choices = tuple(Choice(name, Message(f"task.moment-{name}")) for name, _ in chosen)
    prompt = f"task.order-of-a-year-{ask}-prompt"
    return Draft(case=case, asks=ask, prompt=prompt, values={"year": year}, choices=choices)


def _solve_order(task: Task) -> Solution:
    order = [name for name, _ in moments()]
    phases = dict(moments())
    asked = sorted((choice.value for choice in task.choices), key=order.index)
    right = asked[0] if task.asks == "first" else asked[-1]
    clauses = tuple(dict.fromkeys(PHASE_CLAUSES[phases[name]] for name in asked))
    says = Message("task.in-order", moments=[Message(f"task.moment-{name}") for name in asked])
    return Solution((right,), cited(says, Message.all_of(clauses)), clauses, (ruled(task.case),))


# ---- events


FATES = tuple(
    Choice(name, Message(f"task.event-{name}")) for name in ("played", "lasts", "unplayable", "kept")
)


@drawn(("played", "lasts", "unplayable", "unplayable", "kept"))
def _event(random: Random, level: int) -> tuple[Draft, str] | None:
    position = somewhere(random, level)
    card = random.choice(list(standard_rule_tables().events.values()))
    if card.hold and random.random() < 0.7:
        return None
    side = random.choice(SIDES)
    if random.random() < 0.5:
        position = edited(position, {"set": "revolution", "done": random.random() < 0.5})
    position = position.replace(
        event_deck=(card.name,), year=max(position.year, card.joins), lasting_events=()
    )
    case = course_case(position, [f"draw-event {side}"], (), ("event-effect",))
    ruling = ruled(case)
    fate = _fate(ruling.steps)
    mark = Message("task.event-hold" if card.hold else "task.event-at-once")
    after = Message("task.after-revolution" if position.revolution else "task.before-revolution")
    values = {
        "side": side,
        "event": card.name,
        "text": card.says,
        "mark": mark,
        "year": position.year,
        "when": after,
        "lasting": Message("task.event-lasting" if card.lasting else "task.event-passing"),
    }
    return Draft(case=case, values=values, choices=FATES), fate


def _fate(steps: Any) -> str:
    described = [step.says.id for step in steps]
    for name, message in (("lasts", "events.lasts"), ("played", "events.played"), ("kept", "events.kept")):
        if message in described:
            return name
    return "unplayable"


def _solve_event(task: Task) -> Solution:
    ruling = ruled(task.case)
    steps = of_steps(ruling, "events.lasts", "events.played", "events.kept", "events.unplayable")
    parts = [cited(step.says, step.clause_id) for step in steps]
    if _fate(ruling.steps) == "unplayable":
        parts.append(Message("task.event-not-met", text=task.prompt.values["text"]))
    says = sentences(parts)
    return Solution((_fate(ruling.steps),), says, tuple(step.clause_id for step in steps), (ruling,))


KINDS = (
    Kind("cards-dealt", 5, ny("13.1 18.4 20.2.5.1 5.1"), "number", _cards, _solve_cards),
    Kind("order-of-a-year", 8, (*PHASE_CLAUSES, "NY 8.0"), "choice", _order, _solve_order, turns=False),
    Kind("fate-of-an-event", 9, ny("9.2.1 9.2.2 9.2.3"), "choice", _event, _solve_event),
)
"""The kinds of this part."""
