"""An email about *Nine Years*: its facts, what is missing for its question, and the case."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ...core.errors import NinevearsError
from ...core.messages import say
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.scenario import scenario_1688
from ...nine_years.engine.notation import parsed, verbs, written
from .found import OTHER, Fact, side_of_leader, side_of_power
from .rolls import Speech, dice, fact, years
from .war import BESIEGER, SIEGE, besieged, ratings, sums, war_facts

FIRST, LAST = 1688, 1699
START = "1688 start"
_ORIGIN = re.compile(r" (?:from|out of|van|von|aus|depuis|leave|leaves|left|leaving|departs?)(?: (?:the|port|of|fortress))* $")
_TARGET = re.compile(
    r" (?:to|naar|nach|vers|into|towards?|reach|reaches|reaching|arrives? (?:at|in)|lands? (?:at|in|on)|landing (?:at|in)|landed (?:at|in)|enters?|entering)"
    r"(?: (?:the|port|of|neutral|and))* $"
)
_SPACE = re.compile(
    rf" (?:{SIEGE}|attacks?|attacked|attacking|battle (?:of|at|in|for|near)|fights? (?:at|in)|fought (?:at|in))(?: (?:the|fortress|of|city|neutral|L\d+ at|L\d+ in|me at|me in|him at|him in|them at|them in|us in|us at|W\d+ in|W\d+ at|S\d+ in|S\d+ at|my|his|army|corps|,|\"))* $"
)
_AT = re.compile(r" (?:at|in|inside)(?: (?:the|fortress|of))* $")
_ACTS = r"(?:wants?|wanted|tries|tried|besieg[a-z]+|attack[a-z]*|builds?|raises?|restores?|sails?|deploy[a-z]*|march[a-z]*|claims?|gets?|get|has|have|can|may|do|does|am|is|will|move[a-z]*|transfer[a-z]*|makes?|assault[a-z]*|lays?|ships?|would|must|should)"
_ACTOR = re.compile(rf" (?P<who>i|he|she|they|you|we|my opponent|opponent|[LSW]\d+)(?: (?:player|\( [SW]\d+ \)))? {_ACTS}(?= )")
_FOR_SIDE = re.compile(r" (?:for|do|does|can|may|by|as|of) (?:the )?(?P<s>S\d+)(?= )")
_HAPPENS = re.compile(r" W(?P<n>\d+)(?: (?:can|may|does|now|already|would|will|really|to))* (?P<w>joins?|leaves?|switch[a-z]*|changes? sides|defects?|becomes? neutral)(?= )| (?P<m>make|makes|made|making) W(?P<k>\d+) neutral| W(?P<k2>\d+)(?: (?:be|being|is|was|gets|get))* made neutral| can W(?P<j>\d+) (?P<w2>join|leave)(?= )")


class War:
    """An email about *Nine Years*, being read."""

    def __init__(self, speeches: list[Speech], question: str | None) -> None:
        self.speeches, self.question = speeches, question
        self.siege = ""
        self.facts: list[Fact] = []

    def read(self) -> list[Fact]:
        """All facts, in the order of the letter."""
        sieges = [(name, speech.words.is_sure(mark)) for speech in self.speeches for mark, _, _, name in besieged(speech)]
        if sieges and self.question in ("siege", None):
            self.siege = sieges[0][0]
        found: list[Fact] = []
        told_years: list[tuple[Fact, bool]] = []
        for speech in self.speeches:
            found += dice(speech, 6)
            found += war_facts(speech)
            told_years += years(speech, FIRST, LAST)
            found += self._places(speech)
            found += self._ratings(speech)
            found += self._sides(speech)
            found += _actions(speech)
            found += _happens(speech)
        found += _year(told_years)
        self.facts = sorted(found, key=lambda one: (one.span[0], one.kind))
        self._settle()
        return self.facts

    # ---- mentions

    def _places(self, speech: Speech) -> Iterator[Fact]:
        marked, words = speech.words.marked, speech.words
        for found in re.finditer(r" (P\d+)(?= )", marked):
            if marked.startswith(" fleet", found.end()) or marked.startswith(" sea fleet", found.end()):
                continue
            name = words.name(found[1])
            if self.question == "deploy-fleet" and name in ("Brest", "Toulon") and marked.startswith(" )", found.end()):
                continue
            before = marked[max(0, found.start() - 60) : found.start() + 1]
            role = None
            if _SPACE.search(before):
                role = "space"
            elif _ORIGIN.search(before):
                role = "origin"
            elif _TARGET.search(before):
                role = "target"
                if self.question == "loc" and name in _CAPITALS:
                    role = "source"
            elif name == self.siege:
                role = "space"
            elif self.question in ("raise", "restore", "build-line") and _AT.search(before):
                role = "space"
            yield fact(speech, "place", name, found.start() + 1, found.end(), found[1], role=role)

    def _ratings(self, speech: Speech) -> Iterator[Fact]:
        if self.question not in ("force", "rally"):
            return
        found = list(ratings(speech))
        if self.question == "rally":
            for numbers, start, end in found:
                if len(numbers) == 1:
                    yield fact(speech, "rating", numbers[0], start, end)
            return
        numbers = [number for one, _, _ in found for number in one]
        if numbers:
            yield fact(speech, "leaders", numbers, found[0][1], found[-1][2])
            return
        for numbers, start, end in sums(speech):
            yield fact(speech, "leaders", numbers, start, end)
            return

    def _sides(self, speech: Speech) -> Iterator[Fact]:
        marked, words = speech.words.marked, speech.words
        seen: set[str] = set()
        from .found import _I_PLAY

        for pattern, group in ((_I_PLAY, "who"), (_ACTOR, "who"), (_FOR_SIDE, "s")):
            for found in pattern.finditer(marked):
                mark = found[group]
                if mark[0] == "S" and mark not in seen and not re.match(r" (?:has |have )?(?:no |made |conced)", marked[found.end() - 4 :]):
                    seen.add(mark)
                    if pattern is _ACTOR and not self._acts(found[0]):
                        continue
                    yield fact(speech, "side", words.name(mark), found.start(group), found.end(group), mark)

    def _acts(self, said: str) -> bool:
        """Whether who has or claims something is whom the question is about."""
        return not re.search(r" (?:has|have|is|claims?|can|may|do|does)$", said) or self.question in ("resource-points", "loc")

    # ---- settling

    def _settle(self) -> None:
        """What is known only when all is read: where corps stand, what markers lie on, which roles places have."""
        facts = self.facts
        places = list(dict.fromkeys(one.value for one in facts if one.kind == "place"))
        if not self.siege and self.question == "siege" and len(places) == 1:
            self.siege = places[0]
            for one in facts:
                if one.kind == "place":
                    one.details["role"] = "space"
        attacker = self._attacker()
        strong = [one.details["strength"] for one in facts if one.kind == "fleet" and "strength" in one.details]
        facts[:] = [one for one in facts if not (one.kind == "strength" and one.value in strong)]
        for one in facts:
            if one.kind == "corps":
                self._settle_corps(one, attacker)
            elif one.kind == "leader" and one.about == BESIEGER:
                one.about = one.value
                if self.siege and side_of_leader(one.value) == attacker:
                    one.details["at"] = self.siege
            elif one.kind == "siege":
                one.details["space"] = self.siege or None
                one.about = self.siege
        if any(one.kind == "_long_since" for one in facts):
            facts[:] = [one for one in facts if one.kind not in ("position", "_long_since")]
        self._settle_roles(places, attacker)
        self._settle_dice(attacker)
        self._all_of_one_power()
        self._corps_of_somebody()
        self._once_a_place()

    def _corps_of_somebody(self) -> None:
        """Corps of which only the number is said, where somebody says whose so many are, are the same."""
        def plain(one: Fact) -> tuple[Any, ...]:
            return one.value["count"], one.value["reduced"], bool(one.value.get("inside"))

        named = {plain(one) for one in self.facts if one.kind == "corps" and one.value.get("power")}
        self.facts[:] = [
            one
            for one in self.facts
            if not (one.kind == "corps" and not one.value.get("power") and plain(one) in named)
        ]

    def _attacker(self) -> str:
        """The side that besieges or attacks, where that is told."""
        for speech in self.speeches:
            marked, words = speech.words.marked, speech.words
            for found in re.finditer(rf" (?P<who>i|he|she|they|you|we|opponent|[LSW]\d+)(?: (?:\(|\)|cr|and|with|,|[LSW]\d+|N\d+|corps|full|reduced|now|then|also|army)){{0,12}} (?:{SIEGE}|attack[a-z]*)(?= )", marked):
                side = speech.whom(found["who"])
                if side in OTHER and words.is_sure(found["who"]):
                    return side
            with_leader = re.search(rf" {SIEGE}[^.]{{0,60}} (?:with|under|by) (L\d+)", marked)
            if with_leader and (side := side_of_leader(words.name(with_leader[1]))):
                return side
        return ""

    def _settle_corps(self, one: Fact, attacker: str) -> None:
        value = one.value
        side = side_of_power(value.get("power", ""))
        if self.siege and self.question == "siege":
            if value.get("inside") and not value.get("space"):
                value["space"] = self.siege
            if value.get("space") == self.siege and attacker and side and side != attacker:
                value["inside"] = True
            if attacker and side == attacker and value.get("inside"):
                del value["inside"]
        name = ":".join(
            (value.get("power") or "", value.get("space") or "", "inside" if value.get("inside") else "", "reduced" if value["reduced"] else "")
        )
        one.about = name

    def _settle_roles(self, places: list[Any], attacker: str) -> None:
        """Roles of places that follow from the question."""
        told = [one for one in self.facts if one.kind == "place"]
        bare = [one for one in told if one.details.get("role") is None]
        if self.question == "loc" and not any(one.details.get("role") == "space" for one in told):
            left = [name for name in places if name not in _CAPITALS] or places
            if len(left) == 1:
                for one in told:
                    if one.value == left[0]:
                        one.details["role"] = "space"
        if self.question == "battle" and not any(one.details.get("role") == "space" for one in told):
            if len({one.value for one in bare}) == 1:
                for one in bare:
                    one.details["role"] = "space"
        if self.question == "battle" and not any(one.details.get("role") == "origin" for one in told):
            for leader in self.facts:
                at = leader.details.get("at")
                if leader.kind == "leader" and at and attacker in ("", side_of_leader(leader.value)):
                    for one in bare:
                        if one.value == at:
                            one.details["role"] = "origin"

    def _settle_dice(self, attacker: str) -> None:
        """Rolls of an attacker and of a side that attacks are the same."""
        for one in self.facts:
            if one.kind == "dice" and self.question == "siege" and not one.details.get("whose"):
                one.about = attacker
            if one.kind == "dice" and one.details.get("whose") in ("attacker",) and self.question == "siege":
                one.about = attacker

    def _all_of_one_power(self) -> None:
        """"All French" says whose the corps before it are."""
        for speech in self.speeches:
            marked = speech.words.marked
            for found in re.finditer(r" all(?: (?:of )?them| are| were)* (W\d+)(?= [.,;)])", marked):
                power = speech.words.name(found[1])
                _, span = speech.words.said(found.start() + 1, found.end())
                for one in self.facts:
                    if one.kind == "corps" and not one.value.get("power") and one.span[1] <= span[0]:
                        one.value = {"power": power} | one.value
                        one.about = power + one.about[one.about.find(":") :]

    def _once_a_place(self) -> None:
        """A place is told once with each role; without a role only where it has none elsewhere."""
        roles: dict[str, set[str | None]] = {}
        held = {one.value for one in self.facts if one.kind == "control"}
        for one in self.facts:
            if one.kind == "place":
                roles.setdefault(one.value, set()).add(one.details.get("role"))
        seen: set[tuple[str, Any, Any]] = set()
        kept: list[Fact] = []
        for one in self.facts:
            thing = (one.kind, str(one.value), str(one.details.get("role") or one.details.get("at")))
            if one.kind == "place" and one.details.get("role") is None and (roles[one.value] != {None} or one.value in held):
                continue
            if one.kind == "leader" and not one.details.get("at") and any(
                other.kind == "leader" and other.value == one.value and other.details.get("at") for other in self.facts
            ):
                continue
            if one.kind in ("place", "leader", "side", "event", "phase", "purpose", "cards", "garrison", "position"):
                if thing in seen:
                    continue
                seen.add(thing)
            kept.append(one)
        self.facts[:] = kept


_CAPITALS = frozenset(("Paris", "London", "Amsterdam", "Madrid", "Vienna", "Turin"))


def _year(told: list[tuple[Fact, bool]]) -> list[Fact]:
    """The year of the case: the one that is told, or told as the present one."""
    sure = [one for one, now in told if now]
    found = sure or [one for one, _ in told]
    return found


def _actions(speech: Speech) -> Iterator[Fact]:
    """Orders in the notation: whole lines, or what stands between quotation marks."""
    passage = speech.words.passage
    for found in re.finditer(r"(?m)^\s*(?:[-*•]\s*)?(?:(Bourbon|Alliance):\s*)?(?P<o>[a-z-]+(?: [^\n\"“”]{1,80})?)\s*$|[\"“„'](?P<q>[a-z-]+ [^\n\"“”„']{1,80})[\"”“']", passage.text):
        group = "o" if found["o"] else "q"
        text = found[group].strip().rstrip(".")
        verb = text.split(" ")[0]
        if verb not in verbs() or (" " not in text and not found[1]):
            continue
        with suppress(NinevearsError, ValueError, KeyError):
            order = written(parsed(text, standard_rule_tables()), standard_rule_tables())
            start, end = found.span(group)
            span = (passage.places[start], passage.places[end - 1] + 1)
            yield Fact("action", order, found[group], span, speech.by(0))


def _happens(speech: Speech) -> Iterator[Fact]:
    words = speech.words
    for found in _HAPPENS.finditer(words.marked):
        mark = f"W{found['n'] or found['k'] or found['k2'] or found['j']}"
        if words.name(mark) != "Savoy":
            continue
        word = found["w"] or found["w2"] or "leaves"
        value = "joins" if word.startswith("join") else "leaves"
        yield fact(speech, "happens", value, found.start() + 1, found.end(), about="Savoy")


# ---- the case


class Given:
    """The facts that stand, as the questions ask for them."""

    def __init__(self, facts: list[Fact], war: War) -> None:
        self.facts = [one for one in facts if one.sure]
        self.war = war
        self.missing: list[dict[str, str]] = []

    def ask(self, kind: str, **values: Any) -> None:
        """Something has to be asked."""
        if all(one["kind"] != kind for one in self.missing):
            self.missing.append({"kind": kind, "ask": say(f"ask.{kind}", **values)})

    def all(self, kind: str) -> list[Fact]:
        """The facts of a kind."""
        return [one for one in self.facts if one.kind == kind]

    def value(self, kind: str) -> Any:
        """The value of a kind that has one; None without."""
        found = self.all(kind)
        return found[0].value if found else None

    def place(self, *roles: str | None) -> str | None:
        """The place that has one of these roles, the first before the next; None when none or several have."""
        for role in roles:
            found = list(dict.fromkeys(one.value for one in self.all("place") if one.details.get("role") == role))
            if len(found) == 1:
                return str(found[0])
            if found:
                return None
        return None

    def side(self) -> str | None:
        """The side whose question it is."""
        if attacker := self.war._attacker():
            return attacker
        for speech in self.war.speeches:
            for found in _ACTOR.finditer(speech.words.marked):
                side = speech.whom(found["who"])
                if side in OTHER and found["who"][0] in "LSW" and speech.words.is_sure(found["who"]) and not re.search(r" (?:claims?|has|have|is|do|does)$", found[0]):
                    return side
        told = list(dict.fromkeys(one.value for one in self.all("side")))
        if len(told) == 1:
            return str(told[0])
        named = {side_of_power(one.value.get("power", "")) for one in self.all("corps")}
        named |= {side_of_power(one.value) for one in self.all("power")}
        named |= {side_of_leader(one.value) for one in self.all("leader")}
        return named.pop() if len(named) == 1 and named <= OTHER.keys() else None


def finish(question: str, facts: list[Fact], war: War) -> tuple[dict[str, Any], list[int] | None, list[dict[str, str]]]:
    """What a question is given, the dice, and what has to be asked.

    Args:
        question: the question of *Nine Years*.
        facts: those that stand.
        war: the email.
    """
    given = Given(facts, war)
    made = _MAKERS.get(question, _action)(given)
    if question not in ("force", "rally"):
        position = given.value("position")
        year = given.value("year")
        if position is None or (year not in (None, FIRST)):
            if not (question == "first-player" and made.get("hands") and year):
                given.ask("position")
        elif changes := _changes(given):
            made["changes"] = changes
        if "position" in {one.kind for one in given.facts} and not _all_used(given, made):
            given.ask("position")
    rolled = [face for one in _in_order(given) for face in one.value]
    return made, rolled or None, given.missing


_OF_POSITION = frozenset(("corps", "leader", "control", "sea-control", "siege", "line", "fleet", "event", "place", "garrison"))


def _all_used(given: Given, made: dict[str, Any]) -> bool:
    """Whether all that is told of the position went into the case: what did not is asked about, not passed over."""
    if any(speech.is_conditional() for speech in given.war.speeches):
        return False
    names = str(made)
    start = scenario_1688()
    for one in given.war.facts:
        if one.kind not in _OF_POSITION or one.details.get("role") == "source":
            continue
        if one.kind == "control" and start.controller(one.value) == one.details.get("side"):
            continue
        if one.kind == "place" and any(other.kind == "control" and other.value == one.value for other in given.facts):
            continue
        if one.kind == "place" and one.details.get("role") == "origin" and "leader" in made:
            continue
        if one.kind == "corps" and "corps" not in made and "power" not in made:
            return False
        if one.kind not in ("corps", "sea-control") and str(one.details.get("space") or one.value) not in names:
            return False
    return True


def _in_order(given: Given) -> list[Fact]:
    order = {"attacker": 0, "defender": 1}
    side = given.side()
    if side:
        order |= {side: 0, OTHER[side]: 1}
    return sorted(given.all("dice"), key=lambda one: order.get(str(one.details.get("whose")), 0))


def _changes(given: Given) -> list[dict[str, Any]]:
    """The plain edits that make the position of the scenario's start the one that is told."""
    start = scenario_1688()
    changes: list[dict[str, Any]] = []
    for one in given.all("control"):
        side = one.details.get("side")
        if start.controller(one.value) != side:
            changes.append({"set": "control", "space": one.value, "side": side})
    for one in given.all("sea-control"):
        changes.append({"set": "sea", "zone": one.details["zone"], "side": one.value})
    for one in given.all("revolution"):
        changes.append({"set": "revolution", "done": one.value})
    for one in given.all("line"):
        if one.details.get("space"):
            level = 0 if one.value == "none" else one.value
            changes.append({"set": "line", "space": one.details["space"], "level": level})
    for one in given.all("leader"):
        at = one.details.get("at")
        there = next((leader.space for leader in start.leaders if leader.name == one.value), None)
        if at is not None and there != at:
            changes.append({"add": "leader", "name": one.value, "space": at})
    return changes


def _corps_on_start(given: Given, question_corps: list[Fact]) -> None:
    """Corps that stand elsewhere than at the start: how they came there is asked, not assumed."""
    start = scenario_1688()
    for one in given.all("corps"):
        if one in question_corps or not one.value.get("space"):
            continue
        power, space, reduced = one.value.get("power"), one.value["space"], one.value["reduced"]
        there = sum(1 for corps in start.corps if corps.space == space and corps.reduced == reduced and power in (None, corps.power))
        if there != one.value["count"]:
            given.ask("position")


def _force(given: Given) -> dict[str, Any]:
    leaders = given.value("leaders")
    corps = list(dict.fromkeys(one.value["count"] for one in given.all("corps")))
    if not leaders:
        given.ask("leaders")
    if len(corps) != 1:
        given.ask("corps")
        return {}
    return {"leaders": leaders or [], "corps": corps[0]}


def _rally(given: Given) -> dict[str, Any]:
    if given.value("rating") is None:
        given.ask("rating")
    return {"rating": given.value("rating")}


def _side_needed(given: Given, made: dict[str, Any]) -> dict[str, Any]:
    side = given.side()
    if side is None:
        given.ask("side")
    made["side"] = side
    return made


def _loc(given: Given) -> dict[str, Any]:
    space = given.place("space", "origin", None)
    made = _side_needed(given, {"space": space, "purpose": given.value("purpose")})
    if space is None:
        given.ask("place")
    if made["purpose"] is None:
        given.ask("purpose")
    elif made["purpose"] in ("reinforcement", "restore"):
        powers = [one.value["power"] for one in given.all("corps") if one.value.get("power")]
        powers += [one.value for one in given.all("power")]
        if len(set(powers)) == 1:
            made["power"] = powers[0]
        else:
            given.ask("power")
    return made


def _besieging(given: Given) -> list[Fact]:
    side = given.side()
    return [
        one for one in given.all("corps")
        if not one.value.get("inside") and one.value.get("space") in (None, given.war.siege) and side_of_power(one.value.get("power", "")) in ("", side)
    ]


def _siege(given: Given) -> dict[str, Any]:
    space = given.war.siege or given.place("space")
    made = _side_needed(given, {"space": space})
    if not space:
        given.ask("place")
    inside = [one for one in given.all("corps") if one.value.get("inside")]
    from_start = given.value("position") == START
    if not inside and not given.all("garrison") and not from_start:
        given.ask("garrison", space=space or "?")
    ours = _besieging(given)
    if not ours:
        given.ask("corps")
    if any(not one.value.get("power") for one in ours):
        given.ask("power")
    made["leaders"] = [one.value for one in given.all("leader") if side_of_leader(one.value) == made["side"] and one.details.get("at") == space]
    made["corps"] = [
        {"power": one.value.get("power"), "count": one.value["count"], "reduced": one.value["reduced"]} for one in ours
    ]
    if not made["leaders"]:
        given.ask("leader")
    if from_start:
        given.ask("position")  # nobody besieges anything at the start: how they came there is asked
    return made


def _battle(given: Given) -> dict[str, Any]:
    space, origin = given.place("space"), given.place("origin")
    made = _side_needed(given, {"space": space, "origin": origin})
    if space is None:
        given.ask("place")
    if origin is None:
        at = [one.details.get("at") for one in given.all("leader") if side_of_leader(one.value) == made["side"] and one.details.get("at") != space]
        origins = list(dict.fromkeys(one for one in at if one))
        if len(origins) == 1:
            made["origin"] = origins[0]
        else:
            given.ask("origin")
    ours = [one for one in given.all("corps") if side_of_power(one.value.get("power", "")) in ("", made["side"]) and one.value.get("space") != space]
    if len(ours) == 1 and ours[0].value.get("power"):
        value = ours[0].value
        made["corps"] = [{"power": value["power"], "count": value["count"], "reduced": value["reduced"]}]
    elif any(not one.value.get("power") for one in ours):
        given.ask("power")
    else:
        given.ask("corps")
    leaders = [one.value for one in given.all("leader") if side_of_leader(one.value) == made["side"]]
    if leaders:
        made["leaders"] = leaders
    else:
        given.ask("leader")
    _corps_on_start(given, ours)
    return made


def _sea_move(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"from": given.place("origin"), "to": given.place("target")}
    if made["from"] is None:
        given.ask("origin")
    if made["to"] is None:
        given.ask("target")
    powers = {one.value.get("power") for one in given.all("corps")}
    leaders = [one.value for one in given.all("leader")]
    sides = {side_of_leader(one) for one in leaders} | {side_of_power(one) for one in powers if one}
    sides.discard("")
    if len(sides) == 1:
        made["side"] = sides.pop()
    else:
        _side_needed(given, made)
    made["leaders"] = leaders
    if None in powers:
        given.ask("power")
    made["corps"] = [
        {"power": one.value.get("power"), "count": one.value["count"], "reduced": one.value["reduced"]} for one in given.all("corps")
    ]
    if not made["corps"] and not leaders:
        given.ask("corps")
    return made


def _transfer(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"to": given.place("target")}
    if made["to"] is None:
        given.ask("target")
    leaders, corps = given.all("leader"), given.all("corps")
    if len(leaders) == 1 and not corps:
        made["leader"] = leaders[0].value
        origin = given.place("origin")
        there = next((one.space for one in scenario_1688().leaders if one.name == leaders[0].value), None)
        if given.value("position") == START and origin is not None and origin != there:
            given.ask("position")
    elif len(corps) == 1 and corps[0].value["count"] == 1 and not leaders:
        made["from"] = given.place("origin")
        if not corps[0].value.get("power"):
            given.ask("power")
        made["corps"] = {"power": corps[0].value.get("power"), "reduced": corps[0].value["reduced"]}
        if made["from"] is None:
            given.ask("origin")
    else:
        given.ask("leader")
    return made


def _powers_told(given: Given) -> list[str]:
    told = [one.value["power"] for one in given.all("corps") if one.value.get("power")]
    return list(dict.fromkeys([*(one.value for one in given.all("power")), *told]))


def _points(given: Given, made: dict[str, Any]) -> dict[str, Any]:
    """The points to be spent, where they are told; at the start they are known."""
    for one in given.all("number"):
        if one.details.get("what") == "resource points":
            made["points"] = one.value
    return made


def _raise(given: Given) -> dict[str, Any]:
    made: dict[str, Any] = {"space": given.place("space", "target", None)}
    if made["space"] is None:
        given.ask("place")
    powers = _powers_told(given)
    if len(powers) == 1:
        made["power"] = powers[0]
    else:
        given.ask("power")
    if any(re.search(r" (?:rais|restor)[a-z]+ N(?:[2-9]|1\d)(?= )", one.words.marked) for one in given.war.speeches):
        given.ask("corps")  # the question is about a single one
    strength = given.value("strength")
    if strength in ("full", "reduced"):
        made["strength"] = strength
    elif given.war.question == "raise":
        given.ask("strength")
    return _points(given, made)


def _restore(given: Given) -> dict[str, Any]:
    made = _raise(given)
    made.pop("strength", None)
    return made


def _build_line(given: Given) -> dict[str, Any]:
    made = _side_needed(given, {"space": given.place("space", "target", None)})
    if made["space"] is None:
        given.ask("place")
    return _points(given, made)


def _fleet(given: Given) -> tuple[str | None, int | None]:
    fleets = list(dict.fromkeys(one.value for one in given.all("fleet")))
    strengths = [one.details["strength"] for one in given.all("fleet") if "strength" in one.details]
    strengths += [one.value for one in given.all("strength") if isinstance(one.value, int)]
    return (fleets[0] if len(fleets) == 1 else None), (strengths[0] if len(set(strengths)) == 1 else None)


def _build_fleet(given: Given) -> dict[str, Any]:
    fleet, strength = _fleet(given)
    if fleet is None:
        given.ask("fleet")
    if strength is None:
        given.ask("strength")
    return _points(given, {"fleet": fleet, "strength": strength})


def _deploy_fleet(given: Given) -> dict[str, Any]:
    fleet, strength = _fleet(given)
    if fleet is None:
        given.ask("fleet")
    if strength is None:
        given.ask("strength")
    return {"fleet": fleet, "strength": strength}


def _peace(given: Given) -> dict[str, Any]:
    told = {one.details.get("whose"): one.value for one in given.all("concessions")}
    if not {"Bourbon", "Alliance"} <= told.keys():
        given.ask("concessions")
    return {"concessions": {side: told.get(side, 0) for side in ("Bourbon", "Alliance")}}


def _first_player(given: Given) -> dict[str, Any]:
    hands = {one.details.get("whose"): one.value for one in given.all("hands")}
    laid = {one.details.get("whose"): one.value for one in given.all("laid")}
    made: dict[str, Any] = {"year": given.value("year")}
    if set(hands) == {"Bourbon", "Alliance"}:
        made["hands"] = hands
    else:
        given.ask("hands")
    if made["year"] is None:
        given.ask("year")
    if set(laid) == {"Bourbon", "Alliance"}:
        made["laid"] = laid
    elif "hands" in made and len(hands["Bourbon"]) == len(hands["Alliance"]):
        given.ask("laid")
    return made


def _nothing(given: Given) -> dict[str, Any]:
    return {}


def _savoy(given: Given) -> dict[str, Any]:
    made = {"happens": given.value("happens")}
    if made["happens"] is None:
        given.ask("happens")
    if made["happens"] == "leaves":
        return _side_needed(given, made)
    return made


def _action(given: Given) -> dict[str, Any]:
    orders = [one.value for one in given.all("action")]
    if any(not one.value.get("power") for one in given.all("corps")):
        given.ask("power")
    if not orders:
        given.ask("action")
    return _side_needed(given, {"actions": orders})


_MAKERS: Mapping[str, Callable[[Given], dict[str, Any]]] = {
    "loc": _loc,
    "resource-points": lambda given: _side_needed(given, {}),
    "peace-roll": _peace,
    "force": _force,
    "rally": _rally,
    "deploy-fleet": _deploy_fleet,
    "siege": _siege,
    "battle": _battle,
    "sea-move": _sea_move,
    "transfer": _transfer,
    "raise": _raise,
    "restore": _restore,
    "build-line": _build_line,
    "build-fleet": _build_fleet,
    "first-player": _first_player,
    "victory": _nothing,
    "winter": _nothing,
    "revolution": _nothing,
    "savoy": _savoy,
    "action": _action,
}
