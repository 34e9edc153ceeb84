"""What of a case and its ruling a seat may be sent: just what the ruling consulted, through the one gate."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
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
from ...nine_years.games.fog import Fill
from ...nine_years.games.save import position_to_data
from ...nine_years.games.view import Deal, position_for
from ...nine_years.queries.situation import Situation
from ...nine_years.rules.campaign.rounds import action_cards
from ..cases.cases import Case, position_of, question_of, rule_case
from ..cases.given_told import covered

OF_HANDS = ("action", "first-player")
"""The questions at which the cards of a hand are looked at; in a battle or a siege the case gives them."""
STACKS: tuple[Fill, Fill] = ("alike", "unlike")
"""What may lie under the top pieces of stacks that nobody named: what is told holds for both."""


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
    dealt = any(
        isinstance(one, Mapping) and one.get("set") == "hand" for one in case.given.get("changes", ())
    )
    has_save = case.given.get("position") is not None
    position = position_of(case, rule_tables) if has_save or dealt else None
    if position is not None and dealt:
        position = _with_decks(position, rule_tables)

    def shown(known: tuple[str, ...]) -> list[Case]:
        given = {name: covered(name, value, seat) for name, value in case.given.items()}
        if position is None:
            return [structs.replace(case, given=given)]
        given.pop("changes", None)
        could_be = _could_be(case, ruling, position, seat, known, rule_tables)
        return [structs.replace(case, given=given | {"position": position_to_data(one)}) for one in could_be]

    @cache
    def tried(known: tuple[str, ...]) -> list[tuple[Case, Ruling | None]]:
        """What the seat may be shown, each with its ruling."""
        return [(one, ruling_or_none(one, rule_tables)) for one in shown(known)]

    def seen(known: tuple[str, ...]) -> Seen:
        """What the seat may be sent, if it knows the stacks of these spaces."""
        ruled = [(one, made) for one, made in tried(known) if made is not None]
        found = [(one, made) for one, made in ruled if made.verdict == ruling.verdict]
        if len({made.verdict for _, made in ruled}) > 1 and len(ruled) == len(tried(known)):
            # it turns on something that the seat does not see: that is told, and the verdict
            told = _without_hidden(ruling, [made for _, made in ruled])
            first, its_ruling = (found or ruled)[0]
            return Seen(first, told, True, its_ruling, known)
        told = _without_hidden(ruling, [made for _, made in found])
        for one, made in found:
            if made == told:
                return Seen(one, told, False, made, known)
        one, public = found[0] if found else (shown(known)[0], None)
        return Seen(one, told, True, public, known)

    if position is None and shown(())[0].given == case.given:
        return Seen(case, ruling, False, ruling)
    spaces = [space.name for space in game_map().spaces]
    told = [value for name, value in case.given.items() if name != "position"]
    known = tuple(_named_in(told, spaces)) if position is not None else ()
    found = seen(())
    if found.held and known and not (more := seen(known)).held:
        found = more
        for space in known:
            less = seen(tuple(one for one in found.known if one != space))
            found = found if less.held else less
    return found


def _could_be(
    case: Case,
    ruling: Ruling,
    position: Position,
    seat: Seat,
    known: tuple[str, ...],
    rule_tables: RuleTables,
) -> list[Position]:
    """The positions between which the seat cannot tell and the ruling may (NY 4.4): under the top pieces
    corps like them, or in everything unlike them; in each hand that it does not see one kind of action card
    or all, event cards of one kind, and those that the case names or none.
    """
    found = [position_for(position, seat, rule_tables, known, fill=fill) for fill in STACKS]
    if case.question not in OF_HANDS:
        return found if found[0] != found[1] else found[:1]
    hidden, events = COVERED[seat], rule_tables.events
    holding = [name for name, card in events.items() if card.hold]
    asked = [value for name, value in case.given.items() if name not in ("position", "changes")]
    named = _named_in((asked, dict(ruling.answer or {})), holding)
    hands = {side: position.hand(side) for side in SIDES}
    unseen = {*position.action_deck, *(card for hand in hands.values() for card in hand.actions)}
    mixed = sorted(unseen)
    alike = [[card] * max(len(hand.actions) for hand in hands.values()) for card in mixed]
    of_a_kind = [
        [name for name in holding if events[name].hold == timing and name not in named]
        for timing in dict.fromkeys(events[name].hold for name in holding)
    ]
    deals = [
        Deal(dict(zip(hidden, cards, strict=True)), named)
        for cards in product([mixed, *alike], repeat=len(hidden))
    ]
    deals += [
        Deal({side: [*mixed, *first]}, named)
        for side in hidden
        for first in (*of_a_kind, *([one] for one in named), named)
    ]
    found += [position_for(position, seat, rule_tables, known, deal) for deal in deals]
    return [one for place, one in enumerate(found) if one not in found[:place]]


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


def _named_in(told: Any, names: Sequence[str]) -> list[str]:
    """Those of some names that a text of what is told names."""
    words = "\n".join(texts_in(told)).casefold()
    return [name for name in names if name.casefold() in words]


def texts_in(value: Any) -> Iterator[str]:
    """Every text of a value, however deep.

    >>> list(texts_in({"says": "5 corps.", "other": {"parts": ["NY 17.4", "6 corps."]}}))
    ['5 corps.', 'NY 17.4', '6 corps.']
    """
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)


def ruling_or_none(case: Case, rule_tables: RuleTables, others: bool = True) -> Ruling | None:
    """The ruling on a case, as `rule_case`; None where there is none without what is hidden."""
    try:
        return rule_case(case, rules=rule_tables, others=others)
    except BadInput:
        return None


def _without_hidden(ruling: Ruling, others: Sequence[Ruling]) -> Ruling:
    """A ruling of which no more is told than what comes out the same whatever is hidden, as long as the
    verdict is this one; and of the rest the clauses, where those do.
    """
    hidden = Message("report.hidden-step")
    steps, hidden_steps = _told([one.steps for one in (ruling, *others)])
    remedies = {one.remedy for one in ruling.violations}
    for other in others:
        remedies &= {one.remedy for one in other.violations}
    violations, hidden_violations = _told(
        [[_remedied(one, remedies) for one in each.violations] for each in (ruling, *others)]
    )
    same_words = others and all(one.says == ruling.says for one in others)
    return replace(
        ruling,
        says=ruling.says if same_words else Message("report.hidden-says"),
        answer=None
        if ruling.answer is None
        else _in_all(ruling.answer, [one.answer or {} for one in others]),
        steps=(*steps, *(Step(clause_id, hidden) for clause_id in hidden_steps)),
        violations=(*violations, *(Violation(clause_id, hidden, {}) for clause_id in hidden_violations)),
        readings=tuple(
            one for one in ruling.readings if others and all(one in made.readings for made in others)
        ),
        odds=_in_all(ruling.odds, [one.odds for one in others]),
    )


def _remedied(violation: Violation, remedies: Container[Message | None]) -> Violation:
    """A violation without its remedy where that is none of these."""
    if violation.remedy in remedies:
        return violation
    return replace(violation, remedy=None, mends=())


def _told(found: Sequence[Sequence[Any]]) -> tuple[list[Any], list[str]]:
    """Of what some rulings cite, the first of which is the one in force, what all do to the letter; and of
    what they do not the clauses, with that of hidden things (NY 4.4) where those differ.
    """
    own, *others = found
    told = [one for one in own if others and all(one in other for other in others)]
    cited = [{one.clause_id for one in each if one not in told} for each in found]
    everywhere = set.intersection(*cited)
    differ = any(each != everywhere for each in cited)
    return told, [*sorted(everywhere), *(["NY 4.4"] if differ and "NY 4.4" not in everywhere else [])]


def _in_all(values: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The values that are the same everywhere under the same name."""
    return {
        name: value
        for name, value in values.items()
        if others and all(name in other and other[name] == value for other in others)
    }
