"""What a line of a letter may mean as a choice: every legal reading of it, and what it is like."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, get_close_matches
from string import whitespace

from ...core.errors import BadInput
from ...nine_years.engine.notation import Action, parsed, verbs, written
from ...nine_years.games.game import Game
from .lines import simplified

LIKENESS = 0.75
"""A line without a side that is so like a legal choice is a typo; one less like it is chatter."""
LONGEST_SLIP = 80
_BRACKET = re.compile(r"[(\[{]")
_AT_THE_END = whitespace + ".!,;:*_\"'"


def option_texts(game: Game) -> list[str]:
    """The legal choices in the notation."""
    return [written(action, game.rule_tables) for action in game.engine.options]


def begins_with_a_verb(text: str) -> bool:
    """Whether a text begins with a verb of the notation."""
    return text.split(" ")[0].casefold() in verbs()


def nearly_begins_with_a_verb(text: str) -> bool:
    """Whether it begins with a verb, or with a word that is like one."""
    word = text.split(" ")[0].casefold()
    is_short = len(text) < LONGEST_SLIP
    return word in verbs() or (is_short and bool(get_close_matches(word, verbs(), n=1, cutoff=0.8)))


def is_like_an_option(game: Game, text: str) -> bool:
    """Whether a text is so like a legal choice that it must be a typo."""
    if len(text) >= LONGEST_SLIP:
        return False
    described = simplified(text)
    return any(
        SequenceMatcher(None, described, simplified(one)).ratio() >= LIKENESS for one in option_texts(game)
    )


def readings(game: Game, text: str) -> dict[Action, str]:
    """Every legal choice that a text may mean, each in the notation.

    >>> readings(Game.new(7), "FIRST (bourbon).")
    {('first', 'Bourbon'): 'first Bourbon'}
    """
    engine = game.engine
    found: dict[Action, str] = {}
    for variant in _variants(text):
        try:
            action = parsed(variant, game.rule_tables)
        except BadInput:
            continue
        if engine.is_legal(action):
            found[action] = written(action, game.rule_tables)
    if any(simplified(one) == simplified(text) for one in found.values()):
        return found
    if begins_with_a_verb(text):
        verb, keys = text.split(" ")[0].casefold(), {simplified(variant) for variant in _variants(text)}
        for action in engine.options:
            if action[0] == verb and simplified(written(action, game.rule_tables)) in keys:
                found[action] = written(action, game.rule_tables)
    return found


def _variants(text: str) -> list[str]:
    """A choice as it is written, and without what people put behind it: a full stop, a remark."""
    bare = text.strip()
    variants = [bare, *(bare.partition(mark)[0] for mark in (" #", "//", " --"))]
    variants += [_BRACKET.split(one, maxsplit=1)[0].rstrip() for one in variants]
    variants += [one.rstrip(_AT_THE_END) for one in variants]
    return [one for one in dict.fromkeys(variants) if one]
