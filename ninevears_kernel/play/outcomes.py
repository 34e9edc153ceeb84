"""What dice have decided, as a player would say it: who won, who was stopped, what fell.

The outcomes of a choice are told apart by what was decided and not by every counter that differs; what else
is the same in all of them goes with it, and what may come besides is told with its own chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from ..core.messages import Message, say
from ..core.rulings import Step
from ..nine_years.components.sides import SIDES

RESULTS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "intercept.succeeded": ("outcome.intercepts", ("leader", "space")),
    "intercept.failed": ("outcome.does-not-intercept", ("leader", "space")),
    "avoid.succeeded": ("outcome.gets-away", ("side", "space")),
    "avoid.failed": ("outcome.is-caught", ("side", "space")),
    "march.line-passed": ("outcome.line-passed", ("space",)),
    "march.line-holds": ("outcome.line-holds", ("space",)),
    "battle.won": ("battle.won", ("side", "space")),
    "siege.nothing": ("outcome.siege-nothing", ("space",)),
    "siege.result": ("outcome.siege-goes-on", ("space", "loss")),
    "siege.weakened": ("siege.weakened", ("space", "strength")),
    "holding.taken": ("holding.taken", ("side", "space")),
    "sea.turns-back": ("sea.turns-back", ("space",)),
    "sea.reduced": ("sea.reduced", ("corps",)),
    "sea.lost": ("sea.lost", ("corps",)),
    "sea.arrives": ("sea.arrives", ("space",)),
    "fleet.wins": ("fleet.wins", ("side", "zone")),
    "fleet.fails": ("fleet.fails", ("zone", "fleet")),
    "kww.rolled": ("outcome.colonies-stay", ()),
    "kww.moved": ("outcome.colonies-move", ("side",)),
    "kww.at-the-end": ("kww.at-the-end", ("side",)),
    "events.marlborough-leaves": ("events.marlborough-leaves", ("leader",)),
    "events.marlborough-stays": ("events.marlborough-stays", ("leader",)),
    "peace.ends": ("peace.ends", ()),
    "peace.rolled": ("peace.goes-on", ()),
}
"""By the steps that tell what a die has decided, what is said of it beforehand, when no face is known yet,
and which of its values say so. A test holds it to every kind of roll."""
SUPERSEDED: Mapping[str, tuple[str, ...]] = {
    "kww.rolled": ("kww.moved", "kww.at-the-end"),
    "peace.rolled": ("peace.ends",),
    "siege.result": ("siege.weakened", "holding.taken"),
    "siege.weakened": ("holding.taken", "siege.weakened"),
}
"""What need not be said where one of these follows."""
BESIDES = ("battle.commander-out", "battle.famous")
"""Steps that may come with any result: each is told with a chance of its own."""
SUCCESSES = frozenset(
    {"battle.won", "holding.taken", "fleet.wins", "outcome.gets-away", "outcome.colonies-move"}
)
"""Results that are the success of the side that they name."""
BY_NAME: Mapping[str, str] = {
    "battle.won": "outcome.side-wins",
    "holding.taken": "outcome.side-takes",
    "fleet.wins": "outcome.side-wins-the-sea",
    "outcome.gets-away": "outcome.side-gets-away",
    "outcome.is-caught": "outcome.side-is-caught",
}
"""Results in which a side does something: to a player the Bourbons win, and the Alliance wins."""
TOWARDS: Mapping[str, str] = {
    "outcome.colonies-move": "outcome.colonies-towards",
    "kww.at-the-end": "outcome.colonies-at-the-end",
    "outcome.famous": "outcome.famous-of",
}
"""Results that speak of a side, as a player names it."""
MANY: Mapping[str, int] = {"Bourbon": 2, "Alliance": 1}
"""Whether a side's name is a plural, for the verb."""
TWO_DICE = 36
"""Chances of so many equal throws are counted as they are."""
FEW = 12
"""Other chances are told as the nearest with so many throws."""
MOST_COMMON = 2
"""So many changes of the map that all outcomes of a result share are told with it."""
MOST_WITH = {"fleet.wins": 1, "fleet.fails": 0, "sea.arrives": 1, "outcome.gets-away": 1, "peace.goes-on": 0}
"""With these fewer: they say themselves what changes."""


def results(steps: Sequence[Step]) -> tuple[Message, ...]:
    """What some steps say was decided, in order, without the faces of the dice.

    >>> from ..core.rulings import Step
    >>> won = Step("NY 16.3.1", Message("battle.won", side="Alliance", space="Ypres"))
    >>> [str(one) for one in results([won])]
    ['The Alliance side wins the battle of Ypres.']
    """
    found: dict[Message, None] = {}
    for place, step in enumerate(steps):
        said = step.says
        if said.id not in RESULTS:
            continue
        after = {one.says.id for one in steps[place + 1 :]}
        if after.isdisjoint(SUPERSEDED.get(said.id, ())):
            id, kept = RESULTS[said.id]
            if id == "outcome.siege-goes-on" and not said.values["loss"]:
                id, kept = "outcome.siege-marker", ("space",)
            found[Message(id, **{name: said.values[name] for name in kept})] = None
    return tuple(found)


def spoken(result: Message) -> Message:
    """A result as it is said at the table, where a side goes by its name.

    >>> str(spoken(Message("battle.won", side="Bourbon", space="Ypres")))
    'The Bourbons win the battle of Ypres.'
    >>> str(spoken(Message("battle.won", side="Alliance", space="Ypres")))
    'The Alliance wins the battle of Ypres.'
    """
    values = dict(result.values)
    if result.id in BY_NAME:
        side = values.pop("side")
        who = Message(f"wartable.side-{side}")
        return Message(BY_NAME[result.id], who=who, count=MANY[side], **values)
    if result.id in TOWARDS:
        return Message(TOWARDS[result.id], who=Message(f"map.side-{values.pop('side')}"), **values)
    return result


def besides(steps: Iterable[Step]) -> tuple[Message, ...]:
    """What came besides: a commander fell, a victory was famous."""
    return tuple(
        spoken(Message(f"outcome.{said.id.partition('.')[2]}", **{n: said.values[n] for n in kept}))
        for step in steps
        if (said := step.says).id in BESIDES
        for kept in [("leader",) if said.id == BESIDES[0] else ("side", "count")]
    )


def hits(steps: Iterable[Step]) -> tuple[int, ...]:
    """The hits that each side takes in a battle, the Bourbons first; empty where there was none."""
    scored = {s.says.values["side"]: s.says.values["count"] for s in steps if s.says.id == "battle.hits"}
    return tuple(scored[side] for side in reversed(SIDES)) if scored else ()


def hits_told(steps: Iterable[Step]) -> tuple[Message, ...]:
    """The hits of a battle in a sentence; none where there was no battle."""
    return _hits_told([found]) if (found := hits(steps)) else ()


def _hits_told(taken: Iterable[tuple[int, ...]]) -> tuple[Message, ...]:
    bourbon, alliance = (_span(each) for each in zip(*taken, strict=True))
    return (Message("outcome.hits", bourbon=bourbon, alliance=alliance),)


@dataclass(slots=True)
class Told:
    """All outcomes in which the same was decided.

    Attributes:
        chance: how likely one of them is.
        changes: what changes on the map in every one of them.
        hits: of each outcome, the hits that each side takes.
    """

    chance: Fraction = Fraction(0)
    changes: tuple[str, ...] | None = None
    hits: set[tuple[int, ...]] = field(default_factory=set)

    def add(self, chance: Fraction, changes: Callable[[], Sequence[str]], taken: tuple[int, ...]) -> None:
        """Takes up one of them; its changes are looked for only while all have some in common."""
        self.chance += chance
        if self.changes != ():
            here = changes()
            known = here if self.changes is None else self.changes
            self.changes = tuple(one for one in known if one in here)
        if taken:
            self.hits.add(taken)

    def says(
        self, decided: Sequence[Message], among: Mapping[tuple[Message, ...], Told] = MappingProxyType({})
    ) -> tuple[str, ...]:
        """What was decided, and what it brings in any case, in sentences.

        Args:
            decided: the results.
            among: all outcomes, by what was decided: whoever reads that an army intercepts, and how likely a
                battle is then won, must not take that for how likely it intercepts.
        """
        said = [str(spoken(one)) for one in decided]
        first = decided[0]
        in_all = sum((row.chance for other, row in among.items() if other[0] == first), Fraction(0))
        if first.id == "outcome.intercepts" and in_all > self.chance:
            said[0] = say("outcome.intercepts-in-all", **first.values, chance=in_all)
        if self.hits:
            said += map(str, _hits_told(self.hits))
        most = min(MOST_WITH.get(one.id, MOST_COMMON) for one in decided)
        return (*said, *(self.changes or ())[:most])


def _span(numbers: Iterable[int]) -> Message:
    """From the least to the most of some numbers."""
    found = sorted(set(numbers))
    return Message(
        "outcome.from-to" if found[0] < found[-1] else "outcome.just", least=found[0], most=found[-1]
    )


def in_words(chance: Fraction) -> str:
    """A chance as a player counts it.

    >>> in_words(Fraction(1, 6)), in_words(Fraction(7, 36)), in_words(Fraction(217, 1296))
    ('1 in 6', '7 in 36', 'about 1 in 6')
    >>> in_words(Fraction(1, 72)), in_words(Fraction(1))
    ('about 1 in 72', 'certain')
    """
    if chance in (0, 1):
        return say("outcome.odds-certain" if chance else "outcome.odds-never")
    if chance.denominator <= TWO_DICE:
        return say("outcome.odds", count=chance.numerator, of=chance.denominator)
    rarer = min(chance, 1 - chance)
    near = rarer.limit_denominator(FEW) if rarer * FEW > 1 else Fraction(1, round(1 / rarer))
    if rarer != chance:
        near = 1 - near
    return say("outcome.odds-about", count=near.numerator, of=near.denominator)


def percents(chances: Sequence[Fraction]) -> list[int]:
    """The chances of all that may come, in whole per cent that make 100 together, by the largest remainder:
    equal ones are told alike (then they may make less), and what is neither certain nor impossible is told
    as neither.

    >>> percents([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)]), percents([Fraction(1, 3)] * 3)
    ([50, 33, 17], [33, 33, 33])
    >>> percents([Fraction(1, 8), Fraction(7, 8)]), percents([Fraction(1, 1000), Fraction(999, 1000)])
    ([13, 87], [1, 99])
    """
    found = [max(int(100 * chance), int(chance > 0)) for chance in chances]
    left = round(100 * sum(chances)) - sum(found)
    for chance in sorted(set(chances), key=lambda one: (-(100 * one % 1), one)):
        alike = [number for number, one in enumerate(chances) if one == chance]
        if len(alike) <= left and 100 * chance % 1 and 1 < 100 * chance < 99:
            left -= len(alike)
            for number in alike:
                found[number] += 1
    if left < 0:  # what is rarer than one in a hundred has taken it
        found[found.index(max(found))] += left
    return found
