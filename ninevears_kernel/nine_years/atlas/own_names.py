"""Names that a picture shares with no other: of two pictures in a page the first would lend its patterns to
both, and it may be hidden, or of the other theme.
"""

from __future__ import annotations

import re
from hashlib import sha256
from uuid import uuid4

_DIGITS = 10
_OWN = rf"nv-[0-9a-f]{{{_DIGITS}}}"
_NAMED = [
    re.compile(rf"""({begins})(?:{_OWN}-|nv-)?""")
    for begins in (r"""id=(?<![\w-]id=)["']""", r"""href=(?<!\whref=)["']#""", r"url\(#")
]
"""Where names stand. Each begins with letters that are looked for quickly: pictures are long."""
_CLASS = re.compile(rf"""(<svg [^>]*class=["'])(?:{_OWN}|nv)(?= )""")
_RULE = re.compile(rf"\.(?:{_OWN}|nv) ")
_OF_ALL = re.compile(r"<style[^>]*>\*\{([^{}]*)\}</style>")
"""How matplotlib writes what it means for its own drawing, which reaches all of a page."""
_STYLE = re.compile("<style>.*?</style>", re.DOTALL)


def with_own_names(svg: str, more: str = "") -> str:
    """A picture whose ids and rules of style are its own, made from what it shows.

    Args:
        svg: the picture, whole; an equal one is named alike. Names of its own that it has already are
            replaced.
        more: tells it from an equal picture in the same page.

    >>> with_own_names("<svg class='nv x'><style>.nv .y{fill:url(#nv-z)}</style></svg>").count("nv-")
    3
    >>> "#nv-z" in with_own_names("<svg class='nv x'><style>.nv .y{fill:url(#nv-z)}</style></svg>")
    False
    """
    for found in _OF_ALL.finditer(svg):
        svg = svg.replace(found[0], "").replace('<g id="figure_1">', f'<g id="figure_1" style="{found[1]}">')
    shown = re.sub(_OWN, "nv", svg)  # a part of a picture is named by what is left of it
    own = f"nv-{sha256((more + shown).encode()).hexdigest()[:_DIGITS]}"
    for names in _NAMED:
        svg = names.sub(rf"\g<1>{own}-", svg)
    named = _CLASS.sub(rf"\g<1>{own}", svg, count=1)
    return _STYLE.sub(lambda style: _RULE.sub(f".{own} ", style[0]), named)


def named_anew(svg: str) -> str:
    """A picture for an output of a notebook, with own names even where an equal one stands in the page:
    the first of two may be out of sight, and then what refers to it draws nothing.
    """
    return with_own_names(svg, uuid4().hex)
