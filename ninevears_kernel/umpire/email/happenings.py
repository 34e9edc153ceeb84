"""Orders in the notation, and powers that change sides, that an email about *Nine Years* tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from ...core.errors import NinevearsError
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.engine.notation import parsed, verbs, written
from .found import Fact
from .speech import Speech, fact_as_written, fact_in

_HAPPENS = re.compile(
    r" W(?P<n>\d+)(?: (?:can|may|does|now|already|would|will|really|to|has|had|just))* (?P<w>join(?:s|ed)?|"
    r"leaves?|left(?= (?:the )?(?:S\d|war|him|us))|switch[a-z]*|changed? sides|changes sides|defect(?:s|ed)?|"
    r"becomes? neutral|became neutral)(?: (?:the )?(?P<s>S\d+))?(?= )| (?P<m>make|makes|made|making)"
    r" W(?P<k>\d+) neutral| W(?P<k2>\d+)(?: (?:be|being|is|was|gets|get))* made neutral| can W(?P<j>\d+)"
    r" (?P<w2>join|leave)(?: (?:the )?(?P<s2>S\d+))?(?= )"
)


def actions(speech: Speech) -> Iterator[Fact]:
    """Orders in the notation: whole lines, or what stands between quotation marks."""
    for found in re.finditer(
        r"(?m)^\s*(?:[-*•]\s*)?(?:(Bourbon|Alliance):\s*)?(?P<o>[a-z-]+(?: [^\n\"“”]{1,80})?)\s*$|"
        r"[\"“„'](?P<q>[a-z-]+ [^\n\"“”„']{1,80})[\"”“']",
        speech.words.passage.text,
    ):
        group = "o" if found["o"] else "q"
        text = found[group].strip().rstrip(".")
        verb = text.split(" ")[0]
        if verb not in verbs() or (" " not in text and not found[1]):
            continue
        with suppress(NinevearsError, ValueError, KeyError):
            order = written(parsed(text, standard_rule_tables()), standard_rule_tables())
            yield fact_as_written(speech, "action", order, found, group)


def happens(speech: Speech) -> Iterator[Fact]:
    """Powers that are told to join or to leave the war."""
    words = speech.words
    for found in _HAPPENS.finditer(words.marked):
        mark = f"W{found['n'] or found['k'] or found['k2'] or found['j']}"
        if words.name(mark) != "Savoy":
            continue
        word = found["w"] or found["w2"] or "leaves"
        value = "joins" if word.startswith("join") else "leaves"
        side = words.name(found["s"] or found["s2"] or "") or None
        done = "done" if re.search(r"(?:ed|left|became|changed)(?: |$)", word) else None
        yield fact_in(speech, "happens", value, found, about="Savoy", side=side, role=done)
