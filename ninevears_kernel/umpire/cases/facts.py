"""The facts on which a decision rests: what is agreed, what the umpire found, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from msgspec import structs

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import label_shown, value_shown
from ...core.rulings import Ruling, frozen
from ...nine_years.components.map import game_map
from ...nine_years.components.powers import power_named, powers
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import COVERED, Seat
from ...nine_years.queries.situation import Situation
from .asked import asked
from .assumptions import SILENT, assumed_edits, assumed_places, corps_words, is_assumed, state_words
from .case import Case, question_of
from .edits import Edit, edit_words, path_words
from .facts_of_position import bare_position, space_of
from .given_places import places_of
from .near_numbers import number_ladders
from .near_position import names_near
from .orders_told import ORDERS, orders_told
from .retrial import Retrial
from .rolls import Rolled, rolls_of
from .versions import Dispute, fact_of, headline, parting, ruled_with_dice, with_version
from .with_facts import PLACES, placed, with_fact

MOST_NAMED, MOST_SPACES, MOST_PROBED = 6, 3, 160
"""Spaces that are named in a sentence of what is assumed, spaces of a question of which it is asked what is
assumed there, and rulings that this may take.
"""
OF_POSITION = ("position", "scenario", "changes")


class Other(TypedDict):
    """What is ruled on the version that was not found: what it says, the verdict, and the sentence of it.

    Attributes:
        parts: the first step that the ruling on the version found has and this one lacks, as its clause and
            its sentence; None where the two come to the same, or where this one cannot be ruled.
    """

    says: str
    verdict: str
    headline: str
    parts: list[str] | None


Told = TypedDict(
    "Told",
    {
        "status": Literal["agreed", "found", "assumed"],
        "says": str,
        "for": str | None,
        "why": str | None,
        "other": Other | None,
    },
)
"""A fact of a decision; `for` is whose version was found."""


def facts_of(
    case: Case,
    disputed: Sequence[Dispute] = (),
    found: Sequence[Mapping[str, Any] | int | None] = (),
    *,
    rules: RuleTables | None = None,
    seat: Seat = "both",
    said: Iterable[Mapping[str, Any]] = (),
) -> list[Told]:
    """The facts on which the decision of a case rests, in plain sentences.

    Args:
        case: the case as it is ruled, with the versions in it that were found.
        disputed: what was disputed: each a fact with ``versions``.
        found: for each of these the version that the umpire found: its number, or ``{"version": number,
            "why": text}``; None while it is open, and then nothing is told of it.
        rules: the tables in force.
        seat: who reads it: cards in a hand that the seat may not see are not named.
        said: facts that somebody said, be they in the case or so on the map anyway.

    Returns:
        Facts with ``status`` ("agreed": the case gives it, "found": the umpire chose it among versions,
        "assumed": the ruling looked at it and nobody named it), ``says``, ``for`` whom and ``why`` it was
        found, and the ``other`` version with its verdict and headline.

    >>> case = Case("ninevears-case/1", "NY", "force", {"leaders": [5], "corps": 5})
    >>> five_or_six = {"kind": "corps", "versions": [{"by": "Bourbon", "value": 5},
    ...                                              {"by": "Alliance", "value": 6}]}
    >>> for fact in facts_of(case, [five_or_six], [{"version": 0, "why": "The log says so."}]):
    ...     print(fact["status"], fact["says"], fact["for"], fact["other"] and fact["other"]["headline"])
    agreed Leaders: 5. None None
    found 5 corps. Bourbon 6 corps are too many: these leaders command 5.
    """
    chosen = [
        (dispute, *_chosen(dispute, one))
        for dispute, one in zip(disputed, found, strict=False)
        if one is not None
    ]
    undecided = [
        dispute for place, dispute in enumerate(disputed) if place >= len(found) or found[place] is None
    ]
    told: list[Told] = []
    bare = case
    for dispute in [*undecided, *(dispute for dispute, *_ in chosen)]:
        bare = _undisputed(bare, dispute, rules)
    named = [placed(case, {**one, "kind": str(one["kind"]).casefold()}, rules) for one in said]
    agreed = list(_agreed(bare, seat, rules))
    agreed += [says for says in _as_on_the_map(case, named, rules) if says not in agreed]
    told += [_told("agreed", says) for says in agreed]
    # players who told facts and not from where the rest begins have agreed on no more than those
    start = [_told("assumed" if named and not _is_placed(named) else "agreed", says) for says in _rest(bare)]
    told += [one for one in start if one["status"] == "agreed"]
    for dispute, number, why in chosen:
        told.append(_found(case, dispute, number, why, rules, seat))
    facts = [*(fact_of(dispute, dispute["versions"][number]) for dispute, number, _ in chosen), *named]
    told += [one for one in start if one["status"] == "assumed"]
    told += [_told("assumed", says) for says in assumed(case, rules=rules, said=facts)]
    return told


def assumed_fact(says: str) -> Told:
    """A fact of a decision that nobody named.

    Args:
        says: the sentence.

    >>> assumed_fact("The last die of Venice was rolled here.")["status"]
    'assumed'
    """
    return _told("assumed", says)


def _told(status: Literal["agreed", "found", "assumed"], says: str) -> Told:
    return {"status": status, "says": says, "for": None, "why": None, "other": None}


def _chosen(dispute: Dispute, one: Mapping[str, Any] | int) -> tuple[int, str | None]:
    number, why = (one, None) if isinstance(one, int) else (one.get("version"), one.get("why"))
    if not isinstance(number, int) or not 0 <= number < len(dispute["versions"]):
        expected = Message("expected.between", least=0, most=len(dispute["versions"]) - 1)
        raise BadInput("found.version", number, expected)
    return number, why or None


# ---- what is agreed


def _agreed(case: Case, seat: Seat, rules: RuleTables | None) -> Iterator[str]:
    """What a case gives, a sentence each."""
    question = question_of(case)
    about_position = issubclass(question.given, Situation)
    in_the_question = asked(case).names
    given = _besides_position(case)
    for name, value in given.items():
        if value is not None and name not in in_the_question:
            yield _sentence(name, _covered(name, value, seat), case.question, rules)
    if about_position:
        yield from _of_changes(case, seat, rules)
    if case.dice is not None:
        rolls = rolls_of(case, case.dice, rules) or (Rolled("", ()),)
        yield " ".join(_rolled(one, alone=len(rolls) == 1) for one in rolls)


def _rest(case: Case) -> Iterator[str]:
    """From where all begins that a case does not give."""
    if issubclass(question_of(case).given, Situation):
        yield say("fact.from-save" if case.given.get("position") is not None else "fact.from-start")


def _is_placed(said: Iterable[Mapping[str, Any]]) -> bool:
    """Whether somebody said from where the position begins."""
    return any(one["kind"] == "position" for one in said)


def _rolled(one: Rolled, alone: bool) -> str:
    """What somebody rolled; of one who rolls alone everybody knows whose dice they are."""
    faces = ", ".join(map(str, one.dice)) or say("fact.no-dice")
    if one.roller and not alone:
        told = say("fact.dice-of", roller=one.roller, faces=faces)
    else:
        told = say("fact.dice", count=len(one.dice), faces=faces)
    if not one.ignored:
        return told
    aside = say("fact.dice-ignored", count=len(one.ignored), faces=", ".join(map(str, one.ignored)))
    return f"{told} {aside}"


def _as_on_the_map(case: Case, said: Iterable[Mapping[str, Any]], rules: RuleTables | None) -> Iterator[str]:
    """The corps of which somebody says what the map has too, so that no change of the case tells of them."""
    if not is_assumed(case):
        return
    position, told = bare_position(case, rules), set[tuple[str, str]]()
    for fact in said:
        if fact["kind"] not in ("corps", "garrison"):
            continue
        for edit in _changes_of(fact):
            power, space = edit["power"], edit["space"]
            is_there = any(one.power == power for one in position.corps_in(space))
            if is_there and (power, space) not in told:
                told.add((power, space))
                yield say("fact.sentence", says=_capital(str(corps_words(position, power, space))))


def _besides_position(case: Case) -> dict[str, Any]:
    """What a case gives, but for the position of which it speaks."""
    apart = OF_POSITION if issubclass(question_of(case).given, Situation) else ()
    return {name: value for name, value in case.given.items() if name not in apart}


def _sentence(name: str, value: Any, question: str, rules: RuleTables | None = None) -> str:
    is_order = name in ORDERS and value and question == "action"
    told = orders_told(value, rules) if is_order else value_shown(frozen(value), name, question)
    return say("fact.sentence", says=f"{_capital(label_shown(name, question))}: {told}")


def _of_changes(case: Case, seat: Seat, rules: RuleTables | None) -> Iterator[str]:
    """What the changes of a position say: of corps, who stands there after all of them."""
    position = bare_position(case, rules)
    told: set[tuple[str, str]] = set()
    for change in case.given.get("changes", ()):
        if "corps" not in (change.get("add"), change.get("remove")):
            yield _of_change(change, seat)
            continue
        power, space = power_named(change["power"]).name, game_map().space(change["space"]).name
        if (power, space) not in told:
            told.add((power, space))
            yield say("fact.sentence", says=_capital(str(corps_words(position, power, space))))


def _of_change(change: Mapping[str, Any], seat: Seat) -> str:
    """A change of the position; of a hand that the seat may not see, only how many cards there are."""
    if change.get("set") == "hand" and change.get("side") in COVERED[seat]:
        count = len(change.get("actions") or ()) + len(change.get("events") or ())
        return say("fact.sentence", says=_capital(say("fact.hand-covered", side=change["side"], count=count)))
    return say("fact.sentence", says=_capital(str(edit_words(change))))


def _covered(name: str, value: Any, seat: Seat) -> Any:
    """What a case gives as a seat may read it: of a hand that it does not see, how many cards there are."""
    if name != "hands" or not isinstance(value, Mapping):
        return value
    return {
        side: len(cards) if isinstance(cards, list | tuple) and side in COVERED[seat] else cards
        for side, cards in value.items()
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- what is disputed


def _undisputed(case: Case, dispute: Dispute, rules: RuleTables | None) -> Case:
    """A case with no more of a disputed fact in it than all its versions say."""
    try:
        versions = [with_version(case, dispute, one, rules) for one in dispute["versions"]]
    except BadInput:
        return case
    about_position = issubclass(question_of(case).given, Situation)
    for one in versions:
        given = _in_both(case.given, one.given)
        if about_position and "changes" in case.given:
            given["changes"] = [
                change for change in case.given["changes"] if change in one.given.get("changes", ())
            ]
        case = structs.replace(case, given=given, dice=case.dice if case.dice == one.dice else None)
    return case


def _in_both(one: Any, other: Any) -> Any:
    """What two tables say alike, in lists of the same length too."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        both = {name: _in_both(one[name], other[name]) for name in one if name in other}
        return {name: value for name, value in both.items() if value is not _OTHERWISE}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        both_of = [_in_both(*pair) for pair in zip(one, other, strict=True)]
        return _OTHERWISE if _OTHERWISE in both_of else both_of
    return one if one == other else _OTHERWISE


_OTHERWISE = object()


def _found(
    case: Case, dispute: Dispute, number: int, why: str | None, rules: RuleTables | None, seat: Seat
) -> Told:
    """The version that was found, with what is ruled on the nearest other one."""
    version = dispute["versions"][number]
    by = version.get("by")
    others: list[Other] = []
    ruling = ruled_with_dice(case, rules).ruling
    for one in dispute["versions"]:
        if fact_of(dispute, one) == fact_of(dispute, version):
            continue
        try:
            ruled = ruled_with_dice(with_version(case, dispute, one, rules), rules).ruling
        except BadInput as error:
            said = fact_words(fact_of(dispute, one), seat)
            others.append({"says": said, "verdict": "", "headline": str(error), "parts": None})
            continue
        others.append(
            {
                "says": fact_words(fact_of(dispute, one), seat),
                "verdict": ruled.verdict,
                "headline": headline(ruled),
                "parts": parting(ruling, ruled),
            }
        )
    others.sort(key=lambda one: one["verdict"] in ("", ruling.verdict))  # what turns the verdict comes first
    return {
        "status": "found",
        "says": fact_words(fact_of(dispute, version), seat),
        "for": str(by) if by is not None else None,
        "why": why,
        "other": others[0] if others else None,
    }


def fact_words(fact: Mapping[str, Any], seat: Seat = "umpire") -> str:
    """A fact in a sentence.

    Args:
        fact: the fact, with its kind, its value and details.
        seat: who reads it: cards in a hand that the seat may not see are not named.

    >>> spanish = {"power": "Spain", "count": 1, "reduced": True, "space": "Mons"}
    >>> fact_words({"kind": "corps", "value": spanish})
    '1 reduced Spanish corps at Mons.'
    >>> fact_words({"kind": "control", "what": "Namur", "value": None})
    'Namur neutral.'
    """
    kind, value = str(fact.get("kind")).casefold().replace("_", "-"), fact.get("value")
    if kind == "dice":
        faces = value if isinstance(value, list | tuple) else [value]
        return say("fact.dice", count=len(faces), faces=", ".join(map(str, faces)))
    if kind in ("corps", "garrison"):
        return say("fact.sentence", says=_capital(_corps_words(fact)))
    if kind in ("cards", "card", "event", "hand") and (whose := fact.get("whose")) in COVERED[seat]:
        count = len(value) if isinstance(value, list | tuple) else int(value not in (None, "none"))
        count = value if isinstance(value, int) and kind == "cards" else count
        return say("fact.sentence", says=_capital(say("fact.hand-covered", side=whose, count=count)))
    words = _words_of_change(fact)
    if words is None:
        whose = fact.get("of") or fact.get("whose") or fact.get("at")
        role = PLACES.get(str(fact.get("role") or ""), ("place",))[0] if kind == "place" else kind
        name = str(fact.get("what") or role).removeprefix("given.").replace(".", " ").replace("-", " ")
        words = f"{_capital(name.replace('_', ' '))}: {value_shown(frozen(value))}"
        words = say("fact.of", says=words, whose=whose) if whose and str(whose) not in words else words
    return say("fact.sentence", says=_capital(words))


def _words_of_change(fact: Mapping[str, Any]) -> str | None:
    """A fact of a position in the words of the edits that make it so; None of another fact."""
    made = _changes_of(fact)
    return str(Message.all_of([edit_words(one) for one in made])) if made else None


def _changes_of(fact: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The edits of the start of 1688 that make a fact so; of corps, one that tells whose and where."""
    kind, value = str(fact.get("kind")).casefold(), fact.get("value")
    try:
        if kind in ("corps", "garrison"):
            row = {**fact, **value} if isinstance(value, Mapping) else fact
            names = [power_named(row["power"]).name] if row.get("power") else list(powers())
            return [{"add": "corps", "power": name, "space": space_of(row)} for name in names]
        return list(with_fact(Case("ninevears-case/1", "NY", "victory", {}), fact).given.get("changes", ()))
    except (BadInput, TypeError):
        return []


def _corps_words(fact: Mapping[str, Any]) -> str:
    value = fact.get("value")
    row = {**fact, **value} if isinstance(value, Mapping) else {**fact, "count": value}
    space = row.get("space") or row.get("at") or row.get("of")
    count: Any = row.get("count", 1)
    reduced = row.get("reduced")
    if count in ("full", "reduced"):
        count, reduced = 1, count == "reduced"
    if count in (None, 0, "none"):
        return say("fact.no-corps-at", space=space) if space else say("fact.no-corps")
    if row.get("power"):
        name = (
            "fact.corps-reduced" if reduced else "fact.corps-full" if reduced is False else "fact.corps-count"
        )
    else:
        name = (
            "fact.any-reduced-corps"
            if reduced
            else "fact.any-full-corps"
            if reduced is False
            else "fact.any-corps"
        )
    words = say(name, count=count, power=row.get("power"))
    if not space and (what := str(fact.get("what") or "")) and not what.startswith("given."):
        return say("fact.what", what=what, says=words)
    return say("fact.corps-at", corps=words, space=space) if space else words


# ---- what is assumed


def assumed(
    case: Case,
    ruling: Ruling | None = None,
    rules: RuleTables | None = None,
    said: Iterable[Mapping[str, Any]] = (),
) -> list[str]:
    """What a ruling looked at and nobody named, in a sentence or two.

    Args:
        case: the case.
        ruling: the ruling on it, if there is one already.
        rules: the tables in force.
        said: facts that somebody named besides.

    >>> case = Case("ninevears-case/1", "NY", "loc", {"space": "Mons", "side": "Bourbon", "purpose": "siege"})
    >>> assumed(case)[0].partition(",")[0]
    'Nobody said who holds Valenciennes'
    """
    try:
        if ruling is None:
            case, ruling, _ = ruled_with_dice(case, rules)
    except BadInput:
        return []
    told = []
    spaces, zones = assumed_places(case, ruling)
    if (spaces or zones) and not _is_placed(said):  # of a start that was told nothing is nobody's word
        more = len(spaces) + len(zones) - MOST_NAMED
        names: list[Any] = [*[Message("fact.zone", zone=zone) for zone in zones], *spaces]
        if more > 0:
            names = [*names[:MOST_NAMED], Message("fact.more-places", count=more)]
        told.append(say("fact.assumed-places", places=Message.all_of(names)))
    keys: list[Any] = assumed_keys(case, ruling, rules, said)
    if more_keys := keys[MOST_NAMED:]:
        keys = [*keys[:MOST_NAMED], Message("fact.more-things", count=len(more_keys))]
    if keys:
        told.append(say("fact.assumed-keys", keys=Message.all_of(keys)))
    return told


def assumed_keys(
    case: Case, ruling: Ruling, rules: RuleTables | None = None, said: Iterable[Mapping[str, Any]] = ()
) -> list[str]:
    """What a question may be given, a case does not give, and a step of which would change what is ruled: in
    words, with what is taken for it.
    """
    question = question_of(case)
    again = Retrial(case, rules, ruling.dice)
    before = again.finding(())
    told: dict[str, Any] = {}

    def matters(*edits: Edit) -> bool:
        """Whether something else is ruled with some edits; after so many rulings nobody asks any more."""
        after = again.finding(edits) if again.rulings < MOST_PROBED else None
        return after is not None and after != before

    position = again.position
    if position is not None and is_assumed(case):
        given = _besides_position(case)
        spaces = tuple(name for name in names_near(SILENT, given) if name in game_map().by_name)
        stated = [change for fact in said for change in _changes_of(fact)]
        for rung in assumed_edits(case, position, spaces[:MOST_SPACES], rules, stated):
            if len(rung) == 1 and "add" in rung[0].data:
                continue  # what is not there is no fact that somebody would have named
            words = str(state_words(position, rung[0].data))
            if words not in told and matters(*rung):
                told[words] = Message("list.one", item=words)
    open_keys = {
        one.path: one.value
        for one in places_of(question.given, case.given)
        if not one.stated and (position is None or one.path not in OF_POSITION)
    }
    plain = _besides_position(case)
    for ladder in number_ladders(question.given, plain, wide=case.system != "NY"):
        path = str(ladder[0].data["given"])
        if path in open_keys and path not in told and matters(*ladder[:1]):
            now = open_keys[path]
            taken = say("fact.none") if now in (None, [], ()) else value_shown(frozen(now))
            told[path] = Message("fact.key", name=path_words(path), value=taken)
    for path, value in open_keys.items():
        if path.endswith("cards") and value in (None, [], ()) and case.system == "NY":
            told[path] = Message(f"fact.no-{path.replace('_', '-')}")
    return [str(one) for one in told.values()]
