"""Cures that change what a case gives: another choice, another number, an entry more or less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.dice import GivenDice, NoDice
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...nine_years.components.map import game_map
from ...nine_years.components.powers import powers, side_of
from ...nine_years.engine.notation import FLEETS, verbs
from ...nine_years.queries.choices import ActionGiven, options_instead
from ...nine_years.rules.campaign.actions import MENU
from ...nine_years.rules.fleets import owner_of
from .cures import Asked, Proposal, cure, items_of, leaves_of, places_of
from .edits import given_edit, position_edit
from .facts_of_position import side_of_leader
from .near_numbers import number_ladders

MOST_REPEATED = 3
"""So often an event is put before another at most."""

# ---- another choice


@cure
def other(asked: Asked, kind: str, key: str = "") -> Iterator[Proposal]:
    """Another space, leader, power, fleet or card in the place of the one that is refused, or at a key."""
    if asked.again.question.given is ActionGiven:
        yield from _other_actions(asked, None)
        return
    for path, now in places_of(asked, kind, key):
        for value in _instead(asked, kind, now):
            if value != now:
                yield Proposal((given_edit(path, now, value),), value)


@cure
def action(asked: Asked, *names: str) -> Iterator[Proposal]:
    """An action of another verb at the decision that waits."""
    if asked.again.question.given is ActionGiven:
        yield from _other_actions(asked, frozenset(names))


@cure
def options(asked: Asked, value: str) -> Iterator[Proposal]:
    """One option of each of the verbs that the remedy lists, at the decision that waits."""
    told: set[str] = set()
    for one in _other_actions(asked, frozenset(items_of(asked.fact(value)))):
        named = one.edits[0].data["value"]  # an action, or several of which this is the last
        verb = str(named if isinstance(named, str) else named[-1]).partition(" ")[0]
        if verb not in told:
            told.add(verb)
            yield Proposal(one.edits, verb)


def _other_actions(asked: Asked, wanted: frozenset[str] | None) -> Iterator[Proposal]:
    """The options of the decision at which an action is refused, of its own verb or of others."""
    given = asked.given
    ruled = str((asked.ruling.answer or {}).get("ruled", ""))
    verb = ruled.partition(" ")[0]
    again = asked.again
    dice = GivenDice(again.dice) if again.dice else NoDice()
    context = RulingContext(dice, again.case.readings, recorded=False, tables=again.rule_tables)
    for text in options_instead(asked.again.given(()), context):
        own, _, rest = text.partition(" ")
        if own not in ({verb} if wanted is None else wanted):
            continue
        label: Any = None
        if wanted is None:
            label = rest if len(verbs()[own].kinds) == 1 else Message("cure.quoted", text=text)
        if given.get("action") is not None:
            yield Proposal((given_edit("action", given["action"], text),), label)
        else:
            before = list(given["actions"])
            place = (asked.ruling.answer or {}).get("place", len(before))
            yield Proposal((given_edit("actions", before, [*before[: place - 1], text]),), label)


def _instead(asked: Asked, kind: str, now: Any) -> Iterator[Any]:
    """What may stand in the place of a name, the nearest first: of pieces none of the other side."""
    position, side = asked.again.position, asked.side
    match kind:
        case "space":
            here = game_map().by_name.get(str(now))
            spaces = list(game_map().spaces)
            if here is not None:
                spaces.sort(key=lambda one: (one.lat - here.lat) ** 2 + (one.lon - here.lon) ** 2)
            yield from (space.name for space in spaces)
        case "leader" if position is not None:
            names = (leader.name for leader in position.leaders if leader.space is not None)
            yield from (one for one in names if side in (None, side_of_leader(one, asked.again.rule_tables)))
        case "power" if position is not None:
            yield from (one for one in powers() if side in (None, side_of(position, one)))
        case "fleet":
            yield from (one for one in FLEETS if side in (None, owner_of(one)))
        case "card":
            yield from (1, 2, 3)


@cure
def listed(asked: Asked, kind: str, value: str) -> Iterator[Proposal]:
    """Each of the names that the remedy lists, in the place of the one that is refused."""
    items = items_of(asked.remedy.values[value])
    if asked.again.question.given is ActionGiven:
        yield from (one for one in _other_actions(asked, None) if one.label in items)
        return
    for path, now in places_of(asked, kind)[:1]:
        for item in items:
            yield Proposal((given_edit(path, now, item),), item)


# ---- another number


@cure
def number(asked: Asked, *paths: str) -> Iterator[Proposal]:
    """Other numbers, other lists and other words at some places of ``given``, one at a time."""
    given = dict(asked.given)
    for ladder in number_ladders(asked.again.question.given, given):
        if str(ladder[0].data["given"]).startswith(paths):
            yield from (Proposal((edit,)) for edit in ladder)


@cure
def by(asked: Asked, path: str, sign: str, value: str) -> Iterator[Proposal]:
    """As many more or fewer at a place of ``given`` as the remedy says."""
    now, change = asked.given.get(path), asked.fact(value)
    if isinstance(now, int) and isinstance(change, int):
        yield Proposal((given_edit(path, now, now + change if sign == "+" else now - change),))
    elif isinstance(change, int) and isinstance(now, Mapping) and sign == "-":
        yield Proposal((given_edit(path, now, _fewer(now, change)),))
    elif isinstance(change, int) and isinstance(now, list | tuple) and now:
        yield from _fewer_of_kinds(path, now, change if sign == "-" else -change)


def _fewer(counts: Mapping[str, int], fewer: int) -> dict[str, int]:
    """So many fewer in all of what is counted by kinds."""
    left = dict(counts)
    for kind in left:
        gone = min(fewer, left[kind])
        left[kind] -= gone
        fewer -= gone
    return {kind: count for kind, count in left.items() if count}


def _fewer_of_kinds(path: str, kinds: Any, fewer: int) -> Iterator[Proposal]:
    """So many fewer among corps that are listed by kinds."""
    for place, kind in enumerate(kinds):
        count = kind.get("count", 1) if isinstance(kind, Mapping) else 0
        if count > fewer:
            yield Proposal((given_edit(f"{path}[{place}].count", count, count - fewer),))


@cure
def at_most(asked: Asked, path: str, value: str = "count") -> Iterator[Proposal]:
    """No more at a place of ``given`` than the remedy says."""
    most = asked.fact(value)
    if asked.again.question.given is ActionGiven:
        yield from (one._replace(label=None) for one in _other_actions(asked, None))
    elif isinstance(asked.given.get(path), int) and isinstance(most, int):
        yield Proposal((given_edit(path, asked.given[path], most),))
    else:
        yield from number(asked, path)


@cure
def put(asked: Asked, path: str, value: str) -> Iterator[Proposal]:
    """A word at a place of ``given``; of ``{name}`` the value that the remedy has by this name."""
    if value.startswith("{"):
        found = asked.fact(value.strip("{}"))
    else:
        found = {"true": True, "false": False}.get(value, value)
    now: Any = asked.given
    for name in path.split("."):
        now = now.get(name) if isinstance(now, Mapping) else None
    if found is not None and found != now:
        yield Proposal((given_edit(path, now, found),))


@cure
def drop(asked: Asked, path: str, place: str = "") -> Iterator[Proposal]:
    """Without what stands at a place of ``given``, or at that place of a list that the answer tells."""
    entries = asked.given.get(path)
    if not place:
        if entries:
            empty: Any = {} if isinstance(entries, Mapping) else [] if isinstance(entries, list) else None
            yield Proposal((given_edit(path, entries, empty),))
        return
    at = (asked.ruling.answer or {}).get(place)
    if isinstance(at, int) and isinstance(entries, list) and 1 <= at <= len(entries):
        yield Proposal((given_edit(path, entries, entries[: at - 1] + entries[at:]),))
        yield Proposal((given_edit(path, entries, entries[: at - 1]),))


@cure
def leaf(asked: Asked, key: str, value: str, begin: str = "") -> Iterator[Proposal]:
    """What the remedy names, at each place of ``given`` with this key."""
    for path, now in leaves_of(asked.given, ""):
        if path.rpartition(".")[2] != key or not path.startswith(begin):
            continue
        for item in items_of(asked.fact(value)):
            if item is not None and item != now:
                yield Proposal((given_edit(path, now, item),), item)


@cure
def without(asked: Asked, path: str, value: str = "") -> Iterator[Proposal]:
    """Without one of the entries of a list, or without what the remedy names."""
    entries = asked.given.get(path, ())
    for entry in entries if not value else [asked.fact(value)]:
        yield Proposal((given_edit(path, list(entries), [one for one in entries if one != entry]),))


@cure
def first(asked: Asked, path: str) -> Iterator[Proposal]:
    """The first entry of a list alone."""
    entries = list(asked.given.get(path, ()))
    yield Proposal((given_edit(path, entries, entries[:1]),))


@cure
def before(asked: Asked, path: str, word: str) -> Iterator[Proposal]:
    """A word before the others of a list."""
    entries = list(asked.given.get(path, ()))
    yield Proposal((given_edit(path, entries, [word, *entries]),))


@cure
def take(asked: Asked, path: str, among: str, value: str) -> Iterator[Proposal]:
    """The leaders whom the remedy names, of those who are there, beside those who go."""
    there = {one["name"]: one for one in asked.given.get(among, ()) if isinstance(one, Mapping)}
    now = list(asked.given.get(path, ()))
    for item in items_of(asked.fact(value)):
        more = [there[name] for name in items_of(item) if name in there and there[name] not in now]
        if more:
            yield Proposal((given_edit(path, now, [*now, *more]),), item)


@cure
def event(asked: Asked) -> Iterator[Proposal]:
    """Another unit, wing, side or action in the event at which a turn is stopped."""
    at, events = _stopped(asked)
    names = [
        value for path, value in leaves_of(asked.given, "") if path.rpartition(".")[2] in ("name", "side")
    ]
    for key, now in events[at].items() if events else ():
        if key != "do" and isinstance(now, str):
            for name in dict.fromkeys(names):
                if name != now:
                    yield Proposal((given_edit(f"events[{at}].{key}", now, name),), name)
    yield from number(asked, f"events[{at}].") if events else ()


@cure
def event_says(asked: Asked, key: str, value: str = "") -> Iterator[Proposal]:
    """What the remedy names at a key of the event at which events are stopped, or that key left out."""
    at, events = _stopped(asked)
    if not value and events and key in events[at]:
        plain = {name: inner for name, inner in events[at].items() if name != key}
        yield from _instead_of(events, at, [plain])
    for item in items_of(asked.fact(value)) if value and events else ():
        label = item if isinstance(asked.remedy.values.get(value), Message) else None  # one of several
        for one in _instead_of(events, at, [events[at] | {key: item}]):
            yield Proposal(one.edits, label)


@cure
def preceded(asked: Asked, does: str, key: str = "", value: str = "") -> Iterator[Proposal]:
    """An event before that at which events are stopped, for all that the remedy names; without a key it may
    happen several times.
    """
    at, events = _stopped(asked)
    if not events:
        return
    if key:
        items = [False] if value == "false" else items_of(asked.fact(value))
        yield from _instead_of(events, at, [*({"do": does, key: item} for item in items), events[at]])
        return
    for times in range(1, MOST_REPEATED + 1):
        yield from _instead_of(events, at, [*({"do": does} for _ in range(times)), events[at]])


def _stopped(asked: Asked) -> tuple[int, list[Any]]:
    """The place of the event at which events are stopped, and all of them; no events where none is."""
    answer, events = asked.ruling.answer or {}, asked.given.get("events")
    at = answer["stopped_at"] - 1 if answer.get("stopped_at") else answer.get("done")
    if not isinstance(at, int) or not isinstance(events, list) or not 0 <= at < len(events):
        return 0, []
    return at, events


def _instead_of(events: list[Any], at: int, other: list[Any]) -> Iterator[Proposal]:
    """Others in the place of an event; with the events that follow, then without them."""
    for rest in dict.fromkeys((len(events), at + 1)):
        yield Proposal((given_edit("events", events, [*events[:at], *other, *events[at + 1 : rest]]),))


@cure
def next_round(asked: Asked) -> Iterator[Proposal]:
    """The same in a round of its own: nobody has acted, and what was done before is not done in it."""
    rested = position_edit({"set": "round"})
    given = asked.given
    actions = given.get("actions")
    if actions:
        place = (asked.ruling.answer or {}).get("place", len(actions))
        for begin in range(place - 1, 0, -1):
            later = list(actions[begin:place])
            orders = [one for one in actions[:begin] if one.partition(" ")[0] in MENU]
            for row in (later, *([order, *later] for order in orders)):
                if row != list(actions):
                    instead = given_edit("actions", list(actions), row)
                    yield Proposal((instead,))
                    yield Proposal((rested, instead))
    yield Proposal((rested,))
