"""What a mail says, fact by fact, as the umpire takes, mends or drops it; and the case that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from types import MappingProxyType
from typing import Any

from ...core.errors import BadInput
from ...core.messages import say, shown
from ...core.render import label_shown, value_shown
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import SIDES, enemy
from ...umpire.cases.cases import FORMAT, Case, case_from_data
from ...umpire.cases.mail_sentence import sentence_at
from ...umpire.cases.settled import is_none_of_all
from ...umpire.cases.with_facts import with_facts
from ...umpire.email.answers import answered
from ..parts.schema_form import copied
from . import likely

LONGEST = 80
"""Signs of a value that are shown: of a link or a log its beginning."""
BESIDE = ("kind", "value", "said", "sure", "span", "by")
"""Keys of a fact that are no details of it."""

NOBODY: Mapping[str, str] = MappingProxyType({})
PLAIN = ("role", "whose", "of")
"""Details that say enough without their name."""


@dataclass(slots=True)
class Taken:
    """A fact of a mail on the desk.

    Attributes:
        fact: the fact, as it was read or mended.
        taken: whether the ruling rests on it.
        dropped: whether the umpire has put it aside.
        fault: why it cannot be put into the case, if so.
        pressed: whether it is the umpire who tells it, and none of the writers.
    """

    fact: dict[str, Any]
    taken: bool
    dropped: bool = False
    fault: str = ""
    pressed: bool = False


@dataclass(slots=True)
class MailFacts:
    """All that was read in a mail.

    Attributes:
        text: the mail itself.
        system, question: of which the case is; None where nobody can tell.
        facts: the facts in their order.
        missing: what has to be asked, each with ``kind`` and ``ask``.
        disputed: what both tell differently, each with its ``versions``.
        found: for each of these the number of the version that the umpire found, or None.
        why: for each of these why, in the umpire's words.
        unread: phrases that were not understood.
        senders: who wrote it.
        elsewhere: places that the map lacks.
    """

    text: str = ""
    system: str | None = None
    question: str | None = None
    facts: list[Taken] = field(default_factory=list)
    missing: list[dict[str, Any]] = field(default_factory=list)
    disputed: list[dict[str, Any]] = field(default_factory=list)
    found: list[int | None] = field(default_factory=list)
    why: list[str] = field(default_factory=list)
    unread: list[dict[str, Any]] = field(default_factory=list)
    senders: tuple[str, ...] = ()
    elsewhere: list[dict[str, Any]] = field(default_factory=list)
    _case: Mapping[str, Any] | None = None
    _mended: bool = False
    _contested: list[tuple[dict[str, Any], Taken]] = field(default_factory=list)

    @classmethod
    def read(cls, read: Mapping[str, Any], text: str = "") -> MailFacts:
        """The facts as a reader of mails gives them: the sure ones are taken at once.

        >>> facts = MailFacts.read({"system": "NY", "question": "rally", "facts": [
        ...     {"kind": "rating", "value": 5, "said": "rated 5", "sure": True},
        ...     {"kind": "year", "value": 1692, "said": "92", "sure": False}]})
        >>> [one.taken for one in facts.facts]
        [True, False]
        """
        disputed = [copied(one) for one in read.get("disputed") or ()]
        return cls(
            text=str(read.get("text") or text),
            system=read.get("system"),
            question=read.get("question"),
            facts=[Taken(copied(one), one.get("sure") is True) for one in read.get("facts") or ()],
            missing=[copied(one) for one in read.get("missing") or ()],
            disputed=disputed,
            found=[None] * len(disputed),
            why=[""] * len(disputed),
            unread=[_phrase(one) for one in read.get("unread") or ()],
            elsewhere=[copied(one) for one in read.get("elsewhere") or ()],
            senders=tuple(map(str, read.get("from") or ())),
            _case=read.get("case"),
        )

    @property
    def asked(self) -> list[dict[str, Any]]:
        """What of the missing is asked now: whose the corps are only where their number is told."""
        kinds = {one.get("kind") for one in self.missing}
        waits = self.system == "NY" and "corps" in kinds
        return [one for one in self.missing if not (waits and one.get("kind") == "power")]

    def mend(self, number: int, value: Any, details: Mapping[str, Any] | None = None) -> None:
        """Takes a fact with another value, as the umpire wrote it.

        Args:
            number: which fact.
            value: its value.
            details: what is told beside it; a detail that is None is taken away.
        """
        one = self.facts[number]
        fact = {**one.fact, "value": value, **(details or {})}
        gone = [name for name, told in (details or {}).items() if told is None]
        one.fact = {name: told for name, told in fact.items() if name not in gone}
        one.taken, one.dropped, one.pressed, self._mended = True, False, True, True

    def take(self, number: int, taken: bool = True) -> None:
        """Takes a fact, or drops it."""
        one = self.facts[number]
        one.taken, one.dropped, self._mended = taken, not taken, True

    def find(self, dispute: int, version: int) -> None:
        """Finds for one version of what is disputed."""
        self.found[dispute], self._mended = version, True

    def settle(self, missing: Mapping[str, Any], told: Sequence[Mapping[str, Any]] = ()) -> None:
        """Takes the umpire's answer for something that was missing.

        Args:
            missing: what it was.
            told: the facts that the answer tells; none where the desk has it as it stands.
        """
        self.missing, self._mended = [one for one in self.missing if one != missing], True
        kind, facts = missing.get("kind"), [dict(one) for one in told]
        nameless = [
            one
            for one in self.facts
            if one.fact.get("kind") == "corps" and not one.fact["value"].get("power")
        ]
        if self.system == "NY" and kind == "power" and facts and nameless:  # it was asked whose these are
            for one in nameless:
                one.fact["value"]["power"], one.pressed = facts[0]["value"], True
            return
        again = {(one["kind"], one.get("whose")) for one in facts}
        if kind == "dice":
            again.add((kind, None))  # whose these were nobody knew
        for one in self.facts:
            if (one.fact.get("kind"), one.fact.get("whose")) in again and kind in likely.EACH:
                one.taken, one.dropped = False, True
        again_told = [one for one in self.facts if one.dropped and _is_among(one.fact, facts)]
        self.facts = [one for one in self.facts if one not in again_told]
        self._press(facts, [one.fact for one in again_told if not one.pressed])
        asked = self.system, self.question
        if kind == "power":  # it was not known whose they are
            self.missing = [
                one for one in self.missing if not likely.all_told(str(one.get("kind")), asked, self.said)
            ]
        if kind == "corps" and facts and all(one["value"].get("power") for one in facts):
            self.missing = [one for one in self.missing if one.get("kind") != "power"]

    def add(self, told: Sequence[Mapping[str, Any]]) -> None:
        """Takes facts that the mail does not tell, as the umpire has them."""
        self._press(told)
        self._mended = True

    def _press(self, facts: Sequence[Mapping[str, Any]], said: Sequence[Mapping[str, Any]] = ()) -> None:
        """Takes facts that the umpire tells; some of them writers had said."""
        for fact in facts:
            pressed = not any(_is_among(one, [fact]) for one in said)
            self.facts.append(Taken(dict(fact), True, pressed=pressed))

    def contest(self, number: int, value: Any, details: Mapping[str, Any] | None = None) -> None:
        """Puts a fact in dispute: somebody else tells it otherwise.

        Args:
            number: which fact.
            value: its value in the other version.
            details: what is told beside it there.
        """
        taken = self.facts.pop(number)
        fact = taken.fact
        own = {name: one for name, one in fact.items() if name not in ("kind", "sure", "by")}
        by, against = self._parties(fact)
        other = {"by": against, "value": value, **(details or {})}
        self.disputed.append({"kind": fact["kind"], "versions": [{**own, "by": by}, other]})
        self._contested.append((self.disputed[-1], taken))
        self.found.append(None)
        self.why.append("")
        self._mended = True

    def drop(self, dispute: int) -> None:
        """Puts aside what is disputed: it is no matter of this case, or was read wrongly; a fact that the
        umpire put in dispute stands again, and of what was read each version may be taken up.
        """
        put_aside = self.disputed[dispute]
        own = [fact for made, fact in self._contested if made is put_aside]
        self.facts += own or [
            Taken({"said": version.get("said", ""), **_fact_of(put_aside, version)}, False, dropped=True)
            for version in put_aside["versions"]
        ]
        for told in (self.disputed, self.found, self.why):
            del told[dispute]
        self._mended = True

    def _parties(self, fact: Mapping[str, Any]) -> tuple[str, str]:
        """Who tells a fact and who tells it otherwise: their sides where they are known, else their names."""
        plays = {
            one.fact.get("whose"): str(one.fact["value"])
            for one in self.facts
            if one.fact.get("kind") == "side" and one.fact.get("role") == "player"
        }
        by = fact.get("by") or self._writer(fact)
        by = plays.get(by, by)
        if by in SIDES:
            return by, enemy(by)
        others = [name for name in (plays.get(one, one) for one in self.senders) if name != by]
        against = others[0] if by and len(others) == 1 else say("chip.other-player")
        return str(by or say("chip.one-player")), against

    def _writer(self, fact: Mapping[str, Any]) -> str | None:
        """Who wrote the words of a fact: of two the second is quoted; None where nobody can tell."""
        if len(self.senders) != 2 or not fact.get("span"):
            return self.senders[0] if len(self.senders) == 1 else None
        line = self.text[: fact["span"][0]].rpartition("\n")[2]
        return self.senders[line.lstrip().startswith(">")]

    @property
    def told_in_full(self) -> list[dict[str, Any]]:
        """What is disputed, each version with the whole sentence in which it was told."""
        return [
            {**one, "versions": [{**version, **self._in_full(version)} for version in one["versions"]]}
            for one in self.disputed
        ]

    def _in_full(self, version: Mapping[str, Any]) -> dict[str, str]:
        span = version.get("span")
        return {"said": sentence_at(self.text, span)} if span and version.get("said") else {}

    def answer(self, missing: Mapping[str, Any], text: str, whose: Mapping[str, str] = NOBODY) -> None:
        """Takes what the umpire wrote for something that was missing.

        Args:
            missing: what it was.
            text: the answer: a number, a name, or a few words.
            whose: for each who was asked for theirs what they answered.
        """
        kind = str(missing["kind"])
        said = [one for by, words in whose.items() for one in likely.told(kind, by, words, self.system)]
        told = said or likely.completed(kind, answered(kind, text, self.system), self.said)
        self.settle(missing, told)

    def is_told_in_part(self, missing: Mapping[str, Any]) -> bool:
        """Whether the mail tells something of the kind that is missing, and only not enough."""
        kind = missing.get("kind")
        return any(one.taken and _is_of(one.fact, kind) for one in self.facts)

    @property
    def open(self) -> int:
        """How many facts wait for a word of the umpire: doubtful, missing or disputed."""
        doubtful = sum(not one.taken and not one.dropped for one in self.facts)
        return doubtful + len(self.missing) + self.found.count(None)

    @property
    def rolled(self) -> dict[str, list[int]]:
        """The dice that are taken by who rolled them; none where it is not told of all whose they are."""
        rolls = [one.fact for one in self.facts if one.taken and one.fact.get("kind") == "dice"]
        found: dict[str, list[int]] = {}
        for roll in rolls:
            found.setdefault(str(roll.get("whose") or ""), []).extend(roll["value"])
        return {} if "" in found else found

    @property
    def said(self) -> list[dict[str, Any]]:
        """The facts on which the ruling rests, as somebody said them."""
        return [one.fact for one in self.facts if one.taken]

    def by(self, umpire: bool) -> list[dict[str, Any]]:
        """Those that the umpire alone tells, or those that the writers do."""
        return [one.fact for one in self.facts if one.taken and one.pressed is umpire]

    def heard(self, rules: RuleTables | None = None) -> Case | None:
        """The case by the words of the writers alone; None where they wrote nothing."""
        if not self.facts and not self.disputed:
            return None
        theirs = [one for one in self.facts if not one.pressed]
        return replace(self, facts=[replace(one) for one in theirs]).case(rules)

    def case(self, rules: RuleTables | None = None) -> Case | None:
        """The case that the facts come to; None where nobody can tell what is asked."""
        if self._case is not None and not self._mended:
            return case_from_data(dict(copied(self._case)))
        if self.system is None or self.question is None:
            return None
        case = Case(FORMAT, self.system, self.question)
        for one in self.facts:
            one.fault = ""
        taken = [one for one in self.facts if one.taken and not is_none_of_all(one.fact)]
        chosen = [
            _fact_of(dispute, dispute["versions"][version])
            for dispute, version in zip(self.disputed, self.found, strict=True)
            if version is not None
        ]
        try:
            return with_facts(case, [*[one.fact for one in taken], *chosen], rules)
        except BadInput:
            pass
        taken.sort(key=lambda one: one.fact.get("kind") == "dice")  # how many are due the others say
        for one in taken:  # one of them has no place in the case: the others are put in, and it says so
            try:
                case = with_facts(case, [one.fact], rules)
            except BadInput as error:
                one.fault = fault_words(one.fact, error)
        for fact in chosen:
            try:
                case = with_facts(case, [fact], rules)
            except BadInput:  # the ruling tells what is wrong with it
                continue
        return case


def _is_among(fact: Mapping[str, Any], facts: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the same is told again."""
    return any(all(fact.get(name) == value for name, value in one.items()) for one in facts)


def _is_of(fact: Mapping[str, Any], kind: Any) -> bool:
    """Whether a fact is of a kind that is asked for."""
    value = fact.get("value")
    if fact.get("kind") == "corps" and isinstance(value, Mapping):
        return bool(kind == ("garrison" if value.get("inside") else "corps"))
    return fact.get("kind") in (kind, ASKED_AS.get(kind))


ASKED_AS = {"origin": "place", "target": "place", "interceptor": "leader", "leaders": "leader"}
"""The kind of fact that answers what is asked under another name."""


def _phrase(unread: Any) -> dict[str, Any]:
    return dict(unread) if isinstance(unread, Mapping) else {"said": str(unread)}


def _fact_of(dispute: Mapping[str, Any], version: Mapping[str, Any]) -> dict[str, Any]:
    """The fact that a version of a dispute says."""
    details = {name: value for name, value in dispute.items() if name != "versions"}
    return details | {name: value for name, value in version.items() if name not in ("by", "said")}


# ---- in words


def fault_words(fact: Mapping[str, Any], error: BadInput) -> str:
    """Why a fact has no place in the case, in a sentence that names no key of a file.

    >>> from ...core.messages import Message
    >>> fault_words({"kind": "leader"}, BadInput("given.changes[0].name", "Luxemburg", Message("kind.str")))
    'The leader cannot be “Luxemburg”: it should be text.'
    """
    kind = str(fact.get("kind", "")).replace("-", "_")
    return told_wrong(label_shown(kind), error)


def told_wrong(what: str, error: BadInput) -> str:
    """The same of any field, by its name."""
    return say("chip.cannot-be", what=what, found=value_words(error.found), expected=error.expected)


def fact_words(fact: Mapping[str, Any]) -> tuple[str, str]:
    """A fact in short, and what it is and where that stands in the mail.

    >>> fact_words({"kind": "leader", "value": "Luxembourg", "at": "Mons", "said": "with Luxembourg"})
    ('Luxembourg', 'leader; at Mons; “with Luxembourg”')
    >>> fact_words({"kind": "corps", "value": {"power": "France", "count": 4, "space": "Mons"}})[0]
    '4 French corps, at Mons'
    >>> fact_words({"kind": "dice", "value": [5, 3], "whose": "Bourbon"})
    ('dice: 5 3', 'Bourbon')
    >>> fact_words({"kind": "leaders", "value": [], "said": "no leaders"})
    ('leaders: none', '“no leaders”')
    """
    kind, value = label_shown(str(fact.get("kind", "")).replace("-", "_")), value_words(fact.get("value"))
    is_number = value.replace(" ", "").isdecimal() and kind != "year"
    is_bare = is_number or fact.get("value") in (None, [], (), True, False)  # says nothing without its name
    notes = [] if is_bare else [kind]
    notes += [
        value_words(told) if name in PLAIN else f"{label_shown(name)} {value_words(told)}"
        for name, told in fact.items()
        if name not in BESIDE and told not in (None, kind, "space")
    ]
    if fact.get("said") and fact["said"] != value:
        notes.append(say("chip.said", words=fact["said"]))
    return f"{kind}: {value}" if is_bare else value, "; ".join(notes)


def value_words(value: Any) -> str:
    """A value of a fact in short.

    >>> value_words({"power": "Spain", "count": 1, "reduced": True, "space": "Mons", "inside": True})
    '1 reduced Spanish corps, inside Mons'
    >>> value_words({"side": "Royalist", "kind": "cavalry-eliminated", "count": 2})
    'Royalist scores: 2 × cavalry eliminated'
    """
    match value:
        case {"count": _} if value.keys() <= _CORPS:
            return _corps_words(value)
        case {"kind": str(kind), "count": int(count)} if value.keys() <= _EVENT:
            what = kind.replace("-", " ")
            what = what if count == 1 else f"{count} × {what}"
            if value.get("rating") is not None:
                what += f", {label_shown('rating')} {value['rating']}"
            return say("chip.scores", side=value["side"], what=what) if value.get("side") else what
        case {"format": str(form)}:
            return form  # a save that the mail carries: its format stands for all of it
        case Mapping():
            return ", ".join(f"{label_shown(str(name))} {value_words(one)}" for name, one in value.items())
        case list() | tuple() if value and all(type(one) is int for one in value):
            return " ".join(map(str, value))
        case list():
            return ", ".join(map(value_words, value)) or say("chip.none")
        case str():
            return shown(value if len(value) <= LONGEST else f"{value[:LONGEST].split(chr(10))[0]}…")
        case None:
            return say("chip.nobody")
    return value_shown(value)


def versions_words(versions: Sequence[Mapping[str, Any]]) -> list[str]:
    """The values of versions in short; where some of them tell of reduced corps, the others' are full.

    >>> versions_words([{"value": {"power": "Spain", "count": 1, "reduced": one}} for one in (True, False)])
    ['1 reduced Spanish corps', '1 full Spanish corps']
    """
    values = [one.get("value") for one in versions]
    differ = any(isinstance(one, Mapping) and one.get("reduced") for one in values)
    return [
        value_words(
            {**one, "full": True} if differ and isinstance(one, Mapping) and not one.get("reduced") else one
        )
        for one in values
    ]


_EVENT = {"side", "kind", "count", "rating"}
"""What an event has that scores in *Musket & Pike*."""
_CORPS = {"count", "power", "reduced", "full", "space", "inside", "demoralised"}


def _corps_words(corps: Mapping[str, Any]) -> str:
    count, power, space = corps["count"], corps.get("power"), corps.get("space")
    state = "-reduced" if corps.get("reduced") else "-full" if corps.get("full") else ""
    words = say(f"chip.corps{'' if power else '-unnamed'}{state}", count=count, power=power)
    if not space:
        return words
    return say("chip.corps-inside" if corps.get("inside") else "chip.corps-at", corps=words, space=space)


def highlighted(facts: MailFacts) -> str:
    """The mail as HTML, everything in it escaped: what was understood is marked, and what is disputed too."""
    marks: list[tuple[int, int, str]] = []
    for one in facts.facts:
        kind = "sure" if one.taken else "dropped" if one.dropped else "doubtful"
        marks += _places(facts.text, one.fact, kind)
    for dispute in facts.disputed:
        for version in dispute.get("versions", ()):
            marks += _places(facts.text, version, "disputed")
    for phrase in (*facts.unread, *facts.elsewhere):
        marks += _places(facts.text, phrase, "unread")
    told, end = [], 0
    for start, stop, kind in sorted(marks):
        if start < end:
            continue
        told.append(escape(facts.text[end:start]))
        label = escape(say(f"chip.mark-{kind}"), quote=True)
        told.append(f"<mark class='{kind}' title='{label}'>{escape(facts.text[start:stop])}</mark>")
        end = stop
    return "".join([*told, escape(facts.text[end:])])


def _places(text: str, fact: Mapping[str, Any], kind: str) -> list[tuple[int, int, str]]:
    """Where the words of a fact stand."""
    span, said = fact.get("span"), str(fact.get("said") or "")
    if isinstance(span, list | tuple) and len(span) == 2:
        start, stop = int(span[0]), int(span[1])
        return [(start, stop, kind)] if 0 <= start < stop <= len(text) else []
    start = text.find(said) if said else -1
    return [(start, start + len(said), kind)] if start >= 0 else []
