"""How an email tells what the questions of *Virgin Queen* that take neither dice nor counts rest on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...virgin_queen.names import known_as
from .found import Fact
from .speech import Speech, fact_as_written, fact_in

_KIND = r"(?P<v>gall(?:ey|eon)|corsair|race - built|armada|patrol)"
_AWAY = (
    r"(?: [^.,;]{0,60})?(?: (?:and|,))?(?: it| he| which)? (?:has|is)(?: not|n't) (?:yet )?(?:come |been )?"
)
_TOLD: Mapping[str, tuple[tuple[str, Any, str], ...]] = {
    "naval-unit": (
        ("ships", "v", rf" (?:may|can|could)(?: (?:my|his|her|the|an?|W\d+|single|"
        rf"lone)){{0,3}} {_KIND}s?(?= )"),
        ("action", "v", r" (?:start|starts|starting|begin|commit|conduct|do|try) (?P<v>piracy)(?= )"),
        ("at_war", False, r" (?:not|n't|aren't|isn't|never|no longer)(?: [a-z]+)? at war(?= )| at "
        r"peace(?= )"),
        ("at_war", True, r" (?:are|is|am|i'm|we're)(?: (?!not )[a-z]+)? at war(?= )"),
        ("zone", "v", r" (?:in|into)(?: (?:the|an?))? (?P<v>mediterranean|atlantic)(?= )"),
    ),
    "play-card": (
        ("card_kind", "v", r" (?:an?|the|this|my|his) (?P<v>mandatory) event(?= )"),
        ("card_kind", "v", r" (?:an?|the|this|my|his|W\d+) (?P<v>home) card(?= )"),
        ("played_as", ("event", "points"), r" event O1(?: [.,])?(?: and)? then(?: (?:the|its|for|"
        r"as))? points(?= )"),
        ("played_as", ("points", "event"), r" points O1(?: [.,])?(?: and)? then(?: (?:the|its|for|"
        r"as))? event(?= )"),
        ("played_as", ("event",), r" play(?:s|ed)? [^.]{0,30}(?:as|for) (?:an|the|its) event(?= )"),
        ("played_as", ("points",), r" play(?:s|ed)? [^.]{0,30}for (?:the |its )?(?:command points|"
        r"points|cp)(?= )"),
        ("points", "n", r" (?:printed|prints|marked|worth|card of)(?: (?:as|with|is|an?))* (?P<n>N\d+)(?= )"),
    ),
    "captain": (
        ("service", "v", r" (?:for|on|launch|launches)(?: (?:an?|his|her|its|my|new))* "
        r"(?P<v>expedition)(?= )"),
        ("service", "naval-leader", r" (?:as|for)(?: an?)? naval leader(?= )"),
        ("engaged_by", "w", rf" (?P<w>W\d+)(?: (?:player|has|have|already))* launched an "
        rf"expedition with{_AWAY}(?:back|home)(?= )"),
        ("engaged_by", None, r" (?:not on (?:an|any)|on no) expedition(?= )| on nobody's expedition(?= )"),
        ("power", "w", r" (?P<w>W\d+)(?: (?:\( (?:me|i|him) \)|player|now|wants?|to|would like|"
        r"may|can|could)){0,5} (?:take|takes|hire|hires|engage)(?= )"),
    ),
    "ruler": (
        ("power", "w", r" (?P<w>W\d+)(?: 's)? (?:ruler|king|queen|sultan|emperor)(?= )"),
        ("event", "v", r" (?:plays?|played|attempts?|tries|tried|drew|draws|by)(?: (?:an?|the|my|"
        r"his|her))* (?P<v>assassination|marriage|mandatory event)(?= )"),
    ),
    "default-leader": (
        ("power", "w", r" (?P<w>W\d+)(?: 's)? (?:last|only|sole)(?: remaining)? army leader(?= )"),
        ("removed_by", "v", r" (?:by|through|of)(?: an?)? (?P<v>untimely death|assassination)(?= )"),
        ("turn", "n", r"(?<! is on)(?<! bet on) turn (?P<n>N\d+)(?= )"),
        ("others", (), r" no other (?:W\d+ )?army leader is in play(?= )(?=[^.]* (?:none|nobody) "
        r"is (?:an? )?(?:prisoner|captured|captive))(?=[^.]* (?:none|nobody) is (?:due|to come|arriving))"),
    ),
    "home-cards": (
        ("act", "spring-deployment", r" spring deployment(?= )"),
        ("act", "random-draw", r" (?:at random|randomly|blindly|face down)(?= )"),
        ("act", "show-hand", r" (?:shows?|showed|showing|reveals?|see|sees)(?: (?:me|him|her|us|my|his|your|"
        r"the|whole|all|of)){0,3} hand(?= )| hand (?:is|was|has been|must be) (?:shown|revealed|seen)(?= )"),
        ("power", "w", r" (?:i'm|i am|am|as|playing)(?: the)? (?P<w>W\d+)(?= )"),
        ("power", "w", r" me \( (?P<w>W\d+) \)"),
    ),
}  # fmt: skip
"""By question: a fact's kind, its value or the group that holds it, and how it is said."""
_NAMED = {
    "captain": (
        "name",
        re.compile(r"\b(?:(?:Jacques )?[Dd]e Sores|(?:François )?[Ll]e Clerc|Leclerc)\b"),
        ("De Sores", "le Clerc"),
    ),
    "default-leader": ("leader", re.compile(r"(?<=leader, )[A-Z][a-z]+(?: [A-Z][a-z]+)?(?=,)"), ()),
}  # fmt: skip
"""By question: the name of somebody who is no power, as it is written."""
ACTS = {"naval-unit": r" (?:i'm|i am|as|playing)(?: the)? (?P<w>W\d+)(?= )"}
"""How the power is told that the question is about, where no row says it."""


def small_facts(question: str, speech: Speech) -> Iterator[Fact]:
    """What a passage tells that a question rests on; and which powers are only named."""
    marked, words = speech.words.marked, speech.words
    whose: set[object] = set()
    seen: set[tuple[str, str]] = set()
    rows = _TOLD[question] + ((("power", "w", ACTS[question]),) if question in ACTS else ())
    for kind, value, pattern in rows:
        for found in re.finditer(pattern, marked):
            group = found[value] if isinstance(value, str) and value in found.groupdict() else ""
            shown = list(value) if isinstance(value, tuple) else value
            if value == "w":
                shown = words.name(group)
                whose.add(shown)
            elif value == "n":
                shown = int(group[1:])
            elif value == "v":
                shown = group.replace(" - ", "-").replace(" ", "-")
                shown = {"ships": [shown], "zone": shown.title()}.get(kind, shown)
            if (kind, str(shown)) not in seen:
                seen.add((kind, str(shown)))
                yield fact_in(speech, kind, shown, found, about=kind)
    for found in re.finditer(r" (?P<w>W\d+)(?= )", marked):
        if (name := words.name(found["w"])) not in whose:
            yield fact_in(speech, "against", name, found, about=name)
    if question in _NAMED:
        kind, named, names = _NAMED[question]
        for match in named.finditer(words.passage.text):
            yield fact_as_written(speech, kind, known_as(match[0], names), match, about=kind)


QUESTIONS = _TOLD.keys()
