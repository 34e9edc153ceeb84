"""Whether a naval combat is told as in a port or at sea."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .found import Fact
from .speech import Speech, fact_in

_NEAR = frozenset(("at", "off", "near", "outside", "of", "port"))
_AT_SEA = re.compile(
    r" (?:sail(?:ed|s)? out|(?:bump(?:ed|s)?|ran|run) into|(?:came|moved|moves|comes) in(?! the port)|"
    r"put(?:s)? to sea|(?:meets?|met|encountered)(?: (?:N\d+|the|my|his))* W\d+)(?= )"
)
"""Fleets that met were at sea, and not in a port."""
SAILS = r"(?:sail|sails|sailed|move|moves|moved|came|comes|went) (?:in|on|up)?(?:to|on|onto|upon)"
_SAILS_WITH = r"(?:sailed|moved|came|went|took|brought)(?: [^ .]+){1,8} into"
"""Who sails to where others lie attacks them, unless somebody says who did."""
_ZONE = (
    r"(?P<zone>tyrrhenian|ionian|aegean|adriatic|barbary coast|gulf of lyons?|bay of biscay|irish sea|"
    r"north sea|black sea|english channel|channel|baltic|north african coast)(?= )"
)
_SEA = re.compile(
    r" (?<=[,.(] )(?:open )?sea(?= [.,;)])| (?:at|in|on|open)(?: (?:the|open))* (?:sea|water|waters)(?= )|"
    r" sea zone(?= )| open sea(?= )| sea battle(?= )| naval combat at sea|"
    rf" (?:in|on) the open (?:atlantic|mediterranean|ocean)(?= )| out (?:on|in|at) the {_ZONE}"
)
_SEA_ZONE = re.compile(rf" {_ZONE}")
_NAMED_SEA = re.compile(rf" (?P<how>in|into|on|off|at|[.,:])(?: the)? {_ZONE}")
"""A sea zone: the combat may still have been in a port that lies on it."""
_PORT = re.compile(
    r" (?:in|at|into|inside)(?: (?:the|a|his|my|their|its|own))* port(?= )| the (?:port|harbou?r)"
    r" itself(?= )| (?:in|inside|into) (?:the|his|her|their|its|W\d+) harbou?r(?= )| W\d+ harbou?r(?= )|"
    r" port of (?:[a-z]+|W\d+)"
    r"| in (?:[a-z]+ )?harbou?r(?= )| the port(?= [.,;)])| port (?:attack|fight|battle|combat)| \( (?:a |in "
    r")?port \)"
)
_ANY_PORT = re.compile(r" (?:ports?|harbou?rs?|anchor|anchored|docks?|blockad[a-z]*)(?= )")
_NOT_THERE = re.compile(r" (?:nobody|no one|not|nothing|never|rather than|instead of) $")


def sea_or_port(speech: Speech, speeches: Sequence[Speech]) -> Iterator[Fact]:
    """Whether a passage tells of a port or of the open sea.

    Args:
        speech: the passage.
        speeches: all of the letter: a port told of in another may be where it was.
    """
    zone = _SEA_ZONE.search(speech.words.marked)
    named = {"zone": zone["zone"]} if zone else {}
    for value, pattern in (("port", _PORT), ("sea", _SEA)):
        for found in pattern.finditer(speech.words.marked):
            if not _NOT_THERE.search(speech.words.marked, max(0, found.start() - 16), found.start() + 1):
                yield fact_in(speech, "place", value, found, about="where", **named)
    if not _SEA.search(speech.words.marked) and not _PORT.search(speech.words.marked):
        for found in _NAMED_SEA.finditer(speech.words.marked):
            told = fact_in(speech, "place", "sea", found, about="where", **named)
            # who sails there is at sea; what lies on it, or near an unknown name, may be a port
            near = any(speech.words.capitals_after(_NEAR))
            sails = re.search(rf" (?:{SAILS}|{_SAILS_WITH})(?= )", speech.words.marked)
            sails = sails or _AT_SEA.search(speech.words.marked)
            in_port = any(_ANY_PORT.search(one.words.marked) for one in speeches)
            there = sails or (found["how"] in ("in", "into") and not in_port)
            told.sure = bool(there) and found["how"] not in ("on", "off", "at") and not near
            yield told
