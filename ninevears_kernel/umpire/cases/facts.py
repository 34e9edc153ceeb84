"""The facts on which a decision rests: what is agreed, what the umpire found, and what is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypedDict

from msgspec import structs

from ...core.errors import BadInput
from ...core.messages import Message, say
from ...core.render import value_shown
from ...core.rulings import Ruling, frozen
from ...nine_years.components.map import game_map
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import Seat
from ...nine_years.queries.situation import Situation
from .assumptions import SILENT, assumed_edits, assumed_places, corps_words, is_assumed, state_words
from .case import SITUATION, Case, question_of
from .edits import Edit, path_words
from .fact_words import capital, changes_said, fact_words, is_none_told, leaders_named, none_told
from .facts_of_position import bare_position
from .given_keys import given_keys
from .given_places import places_of
from .given_told import besides_position, given_told
from .near_numbers import number_ladders
from .near_position import names_near
from .retrial import Retrial
from .versions import Dispute, comes_to, fact_of, headline, parting, ruled_with_dice, with_version
from .with_facts import placed

MOST_NAMED, MOST_SPACES, MOST_PROBED = 6, 3, 160
"""Spaces that are named in a sentence of what is assumed, spaces of a question of which it is asked what is
assumed there, and rulings that this may take.
"""


class Teller(TypedDict):
    """Who told something, and in which words; None where nobody knows."""

    by: str | None
    said: str | None


class Other(Teller):
    """What is ruled on the version that was not found: what it says, the verdict, and the sentence of it.

    Attributes:
        same: whether it comes to the same as what was found.
        parts: the first step that the ruling on the version found has and this one lacks, as its clause and
            its sentence; None where the two come to the same, or where this one cannot be ruled.
    """

    says: str
    verdict: str
    headline: str
    same: bool
    parts: list[str] | None


Status = Literal["agreed", "told", "found", "assumed"]
Told = TypedDict(
    "Told",
    {
        "status": Status,
        "says": str,
        "for": str | None,
        "said": str | None,
        "why": str | None,
        "other": Other | None,
    },
)
"""A fact of a decision; `for` is whose version was found, or who alone told it, `said` in which words."""


def facts_of(
    case: Case,
    disputed: Sequence[Dispute] = (),
    found: Sequence[Mapping[str, Any] | int | None] = (),
    *,
    rules: RuleTables | None = None,
    seat: Seat = "both",
    said: Iterable[Mapping[str, Any]] = (),
    heard: Case | None = None,
    pressed: Iterable[Mapping[str, Any]] = (),
    teller: str | None = None,
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
        heard: the case by their words alone: what else it gives the umpire has found; None for all of it.
        pressed: facts that the umpire put in where nobody said anything.
        teller: who alone wrote of the case: a side, or "" where nobody knows which; what one player tells is
            not agreed. None where both did, or where the umpire gives the case.

    Returns:
        Facts with ``status`` ("agreed": the case gives it, "told": one player alone does, "found": the
        umpire chose it, or put it in, "assumed": the ruling looked at it and nobody named it), ``says``,
        ``for`` whom and ``why`` it was found, and the ``other`` version with its verdict and headline.

    >>> case = Case("ninevears-case/1", "NY", "force", {"leaders": [5], "corps": 5})
    >>> five_or_six = {"kind": "corps", "versions": [{"by": "Bourbon", "value": 5},
    ...                                              {"by": "Alliance", "value": 6}]}
    >>> for fact in facts_of(case, [five_or_six], [{"version": 0, "why": "The log says so."}]):
    ...     print(fact["status"], fact["says"], fact["for"], fact["other"] and fact["other"]["headline"])
    agreed A leader of command rating 5 goes. None None
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
    disputes = [*undecided, *(dispute for dispute, *_ in chosen)]
    bare, said_so = (_undisputed(one, disputes, rules) for one in (case, heard or case))
    by_them, by_umpire = (
        [placed(case, {**one, "kind": str(one["kind"]).casefold()}, rules) for one in facts]
        for facts in (said, pressed)
    )
    named = [*by_them, *by_umpire]
    agreed, alone = given_told(bare, said_so, seat, rules, case)
    for sentences, told in ((agreed, by_them), (alone, by_umpire)):
        more = [*_as_on_the_map(case, told, rules), *none_told(told), *leaders_named(told, [*agreed, *alone])]
        sentences += [says for says in more if says not in agreed and says not in alone]
    facts = [*(fact_of(dispute, dispute["versions"][number]) for dispute, number, _ in chosen), *named]
    taken = assumed(case, rules=rules, said=facts)
    # players who told facts and not from where the rest begins have agreed on no more than those
    rest = taken if named else agreed
    if _is_placed(named):
        rest = agreed if _is_placed(by_them) else alone
    rest[:] = [*_rest(bare), *rest] if rest is taken else [*rest, *_rest(bare)]
    return [
        *(_told("agreed" if teller is None else "told", says, teller or None) for says in agreed),
        *(_found(case, dispute, number, why, rules, seat) for dispute, number, why in chosen),
        *(_told("found", says) for says in alone),
        *(_told("assumed", says) for says in taken),
    ]


def assumed_fact(says: str) -> Told:
    """A fact of a decision that nobody named.

    Args:
        says: the sentence.

    >>> assumed_fact("The last die of Venice was rolled here.")["status"]
    'assumed'
    """
    return _told("assumed", says)


def _told(status: Status, says: str, by: str | None = None) -> Told:
    return {"status": status, "says": says, "for": by, "said": None, "why": None, "other": None}


def _chosen(dispute: Dispute, one: Mapping[str, Any] | int) -> tuple[int, str | None]:
    number, why = (one, None) if isinstance(one, int) else (one.get("version"), one.get("why"))
    if not isinstance(number, int) or not 0 <= number < len(dispute["versions"]):
        expected = Message("expected.between", least=0, most=len(dispute["versions"]) - 1)
        raise BadInput("found.version", number, expected)
    return number, why or None


# ---- what is agreed


def _rest(case: Case) -> Iterator[str]:
    """From where all begins that a case does not give."""
    if issubclass(question_of(case).given, Situation):
        yield say("fact.from-save" if case.given.get("position") is not None else "fact.from-start")


def _is_placed(said: Iterable[Mapping[str, Any]]) -> bool:
    """Whether somebody said from where the position begins."""
    return any(one["kind"] == "position" for one in said)


def _as_on_the_map(case: Case, said: Iterable[Mapping[str, Any]], rules: RuleTables | None) -> Iterator[str]:
    """The corps of which somebody says what the map has too, so that no change of the case tells of them."""
    if not is_assumed(case):
        return
    position, told = bare_position(case, rules), set[tuple[str, str]]()
    for fact in said:
        if fact["kind"] not in ("corps", "garrison"):
            continue
        for edit in changes_said(fact):
            power, space = edit["power"], edit["space"]
            is_there = any(one.power == power for one in position.corps_in(space))
            if is_there and (power, space) not in told:
                told.add((power, space))
                yield say("fact.sentence", says=capital(str(corps_words(position, power, space))))


# ---- what is disputed


def _undisputed(case: Case, disputes: Iterable[Dispute], rules: RuleTables | None) -> Case:
    """A case with no more of what is disputed in it than all versions of it say."""
    about_position = issubclass(question_of(case).given, Situation)
    for dispute in disputes:
        try:
            versions = [with_version(case, dispute, one, rules) for one in dispute["versions"]]
        except BadInput:
            continue
        for one in versions:
            given = _in_both(case.given, one.given)
            if about_position and "changes" in case.given:
                others = one.given.get("changes", ())
                given["changes"] = [change for change in case.given["changes"] if change in others]
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
    fact, by = fact_of(dispute, version), version.get("by")
    others: list[Any] = []
    ruling = ruled_with_dice(case, rules).ruling
    for one in dispute["versions"]:
        if (other := fact_of(dispute, one)) == fact:
            continue
        try:
            _, ruled, note = ruled_with_dice(with_version(case, dispute, one, rules), rules)
        except BadInput as error:
            told = {"verdict": "", "headline": str(error), "same": False, "parts": None}
        else:
            told = {
                "verdict": ruled.verdict,
                "headline": " ".join(filter(None, (headline(ruled), note))),
                "same": comes_to(ruled) == comes_to(ruling),
                "parts": parting(ruling, ruled),
            }
        others.append({**_of(one), "says": fact_words(other, seat, case), **told})
    others.sort(key=lambda one: one["verdict"] in ("", ruling.verdict))  # what turns the verdict comes first
    return {
        "status": "found",
        "says": fact_words(fact, seat, case),
        "for": str(by) if by is not None else None,
        "said": _of(version)["said"],
        "why": why,
        "other": others[0] if others else None,
    }


def _of(version: Mapping[str, Any]) -> Teller:
    """Who told a version, and in which words."""
    by, said = version.get("by"), version.get("said")
    return {"by": str(by) if by else None, "said": str(said) if said else None}


# ---- what is assumed


def assumed(case: Case, rules: RuleTables | None = None, said: Iterable[Mapping[str, Any]] = ()) -> list[str]:
    """What a ruling looked at and nobody named, in a sentence or two.

    Args:
        case: the case.
        rules: the tables in force.
        said: facts that somebody named besides.

    >>> case = Case("ninevears-case/1", "NY", "loc", {"space": "Mons", "side": "Bourbon", "purpose": "siege"})
    >>> assumed(case)[0].partition(",")[0]
    'Nobody said who holds Valenciennes'
    """
    try:
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
    for id, found in zip(("assumed", "untold"), assumed_keys(case, ruling, rules, said), strict=True):
        keys: list[Any] = found
        if more_keys := keys[MOST_NAMED:]:
            keys = [*keys[:MOST_NAMED], Message("fact.more-things", count=len(more_keys))]
        if keys:
            told.append(say(f"fact.{id}-keys", keys=Message.all_of(keys)))
    return told


def assumed_keys(
    case: Case, ruling: Ruling, rules: RuleTables | None = None, said: Iterable[Mapping[str, Any]] = ()
) -> tuple[list[str], list[str]]:
    """What a question may be given, a case does not give, and a step of which would change what is ruled: in
    words, with what is taken for it; and by name what nobody can take for told, such as a yes or no.
    """
    question = question_of(case)
    again = Retrial(case, rules, ruling.dice)
    before = again.finding(())
    told: dict[str, Any] = {}
    untold: list[str] = []

    def matters(*edits: Edit) -> bool:
        """Whether something else is ruled with some edits; after so many rulings nobody asks any more."""
        after = again.finding(edits) if again.rulings < MOST_PROBED else None
        return after is not None and after != before

    position = again.position
    if position is not None and is_assumed(case):
        given = besides_position(case)
        spaces = tuple(name for name in names_near(SILENT, given) if name in game_map().by_name)
        stated = [change for fact in said for change in changes_said(fact)]
        for rung in assumed_edits(case, position, spaces[:MOST_SPACES], rules, stated):
            if len(rung) == 1 and "add" in rung[0].data:
                continue  # what is not there is no fact that somebody would have named
            words = str(state_words(position, rung[0].data))
            if words not in told and matters(*rung):
                told[words] = Message("list.one", item=words)
    open_keys = {
        one.path: one.value
        for one in places_of(question.given, case.given)
        if not one.stated
        and (position is None or one.path not in SITUATION)
        and not is_none_told(one.path, case.given, said)
    }
    plain = besides_position(case)
    for ladder in number_ladders(question.given, plain, wide=case.system != "NY"):
        path = str(ladder[0].data["given"])
        if path in open_keys and path not in told and matters(*ladder[:1]):
            now = open_keys[path]
            if now is None:  # of yes and no neither is taken
                if path not in untold:
                    untold.append(path)
                continue
            taken = say("fact.none") if now in ([], ()) else value_shown(frozen(now))
            told[path] = Message("fact.key", name=path_words(path), value=taken)
    for path, value in open_keys.items():
        if path.endswith("cards") and value in (None, [], ()) and case.system == "NY":
            told[path] = Message(f"fact.no-{path.replace('_', '-')}")
    means = {key.path: key.means for key in given_keys(question)}
    whether = [
        say("fact.whether", what=means[path]) if means.get(path) else path_words(path) for path in untold
    ]
    return [str(one) for one in told.values()], whether
