"""What of a case and its ruling a seat may be sent: just what the ruling consulted, through the one gate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from ...core.clauses import registers
from ...core.errors import BadInput
from ...core.messages import Message
from ...core.rulings import Ruling, Step, Violation
from ...nine_years.components.map import game_map
from ...nine_years.components.position import Position
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import COVERED, SIDES, Seat
from ...nine_years.games.save import position_to_data
from ...nine_years.games.view import position_for
from ...nine_years.queries.situation import Situation
from ...nine_years.rules.campaign.rounds import action_cards
from ..cases.cases import Case, position_of, question_of, rule_case


@dataclass(frozen=True)
class Seen:
    """A case and its ruling as a seat may read them.

    Attributes:
        case: the case, with a position in which the stacks alone are whole that the ruling consulted.
        ruling: the ruling; what in it rests on something hidden is said without naming it.
        held: whether it does, so that it does not come out the same from this case.
        made: the ruling that does; None where there is none.
        known: the spaces whose stacks are told whole, since the ruling looked at them.
    """

    case: Case
    ruling: Ruling
    held: bool
    made: Ruling | None
    known: tuple[str, ...] = ()


def check_seat(system: str, seat: Seat) -> None:
    """Looks whether a system has the side for which something is to leave.

    Raises:
        BadInput: it has not: the sister systems know neither Bourbon nor Alliance.

    >>> check_seat("HIS", "both")
    """
    if seat in SIDES and system != "NY":
        expected = Message("expected.seat-of-system", system=registers()[system].name)
        raise BadInput("seat", seat, expected)


def seen_by(seat: Seat, case: Case, ruling: Ruling, rule_tables: RuleTables) -> Seen:
    """What of a case and its ruling a seat may be sent.

    Args:
        seat: to whom.
        case: the case, which was ruled.
        ruling: the ruling on it.
        rule_tables: the tables in force.
    """
    if seat == "umpire":
        return Seen(case, ruling, False, ruling)
    if case.seed is not None:
        rolled = case.dice if case.dice is not None else list(ruling.dice) or None
        case = structs.replace(case, seed=None, dice=rolled)
    if not issubclass(question_of(case).given, Situation):
        return Seen(case, ruling, False, ruling)
    deals = any(
        isinstance(one, Mapping) and one.get("set") == "hand" for one in case.given.get("changes", ())
    )
    has_save = case.given.get("position") is not None
    position = position_of(case, rule_tables) if has_save or deals else None
    if position is not None and deals:
        position = _with_decks(position, rule_tables)

    def shown(known: Sequence[str]) -> Case:
        return structs.replace(case, given=_given(case.given, seat, position, known, rule_tables))

    covered = shown(())
    if covered.given == case.given:
        return Seen(case, ruling, False, ruling)
    public = _ruled(covered, rule_tables)
    if public == ruling:
        return Seen(covered, ruling, False, ruling)
    known = _named_in(case.given) if position is not None else []
    if not known or _ruled(shown(known), rule_tables) != ruling:
        return Seen(covered, _without_hidden(ruling, public), True, public)
    for space in [*known]:
        rest = [one for one in known if one != space]
        if _ruled(shown(rest), rule_tables) == ruling:
            known = rest
    return Seen(shown(known), ruling, False, ruling, tuple(known))


def _given(
    given: Mapping[str, Any], seat: Seat, position: Position | None, known: Sequence[str], rule_tables: Any
) -> dict[str, Any]:
    """What a case gives, as the seat may know it; a save with its changes made, and the stacks known."""
    shown = dict(given)
    if position is not None:
        shown.pop("changes", None)
        shown["position"] = position_to_data(position_for(position, seat, rule_tables, known))
    if isinstance(hands := shown.get("hands"), Mapping):
        own = [side for side in SIDES if side not in COVERED[seat]]
        shown["hands"] = {
            side: len(cards) if isinstance(cards, list | tuple) and side not in own else cards
            for side, cards in hands.items()
        }
    return shown


def _with_decks(position: Position, rule_tables: RuleTables) -> Position:
    """A position in which hands were dealt without a deck, with all other cards in its decks: else the cards
    that nobody has seen would be those of the hands.
    """
    hands = [position.hand(side) for side in SIDES]
    if not position.event_deck:
        gone = {*position.lasting_events, *(name for hand in hands for name in hand.events)}
        position = position.replace(event_deck=tuple(name for name in rule_tables.events if name not in gone))
    if not position.action_deck and not position.action_discards:
        deck = list(action_cards())
        for card in (card for hand in hands for card in hand.actions):
            if card in deck:
                deck.remove(card)
        position = position.replace(action_deck=tuple(deck))
    return position


def _named_in(given: Mapping[str, Any]) -> list[str]:
    """The spaces that a case names, besides its position: what happens there is known to both players."""
    words = "\n".join(_texts({name: value for name, value in given.items() if name != "position"}))
    return [space.name for space in game_map().spaces if space.name in words]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)


def _ruled(case: Case, rule_tables: RuleTables) -> Ruling | None:
    """The ruling on a case; None where there is none without what is hidden."""
    try:
        return rule_case(case, rules=rule_tables)
    except BadInput:
        return None


def _without_hidden(ruling: Ruling, public: Ruling | None) -> Ruling:
    """A ruling of which no more is told than comes out the same without what is hidden, and its clauses."""
    steps, violations = (public.steps, public.violations) if public else ((), ())
    answer = _in_both(ruling.answer or {}, public.answer if public else None)
    odds = _in_both(ruling.odds, public.odds if public else None)
    hidden = Message("report.hidden-step")
    return replace(
        ruling,
        says=ruling.says if public and public.says == ruling.says else Message("report.hidden-says"),
        answer=None if ruling.answer is None else answer,
        steps=tuple(one if one in steps else Step(one.clause_id, hidden) for one in ruling.steps),
        violations=tuple(
            one if one in violations else Violation(one.clause_id, hidden, {}) for one in ruling.violations
        ),
        readings=tuple(one for one in ruling.readings if public and one in public.readings),
        odds=odds,
    )


def _in_both(values: Mapping[str, Any], others: Mapping[str, Any] | None) -> dict[str, Any]:
    """The values that are the same under the same name."""
    known = others or {}
    return {name: value for name, value in values.items() if name in known and known[name] == value}
