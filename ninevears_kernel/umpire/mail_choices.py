"""What a line of a letter may mean as a choice: every legal reading of it, and what it is like."""

from __future__ import annotations

import re
from difflib import SequenceMatcher, get_close_matches

from ..core.errors import BadInput
from ..nine_years.game import Game
from ..nine_years.notation import Action, parsed, verbs, written
from .mail_lines import simplified

LIKENESS = 0.75
"""A line without a side that is so like a legal choice is a slip of the pen; one less like it is chatter."""
LONGEST_SLIP = 80


def option_texts(game: Game) -> list[str]:
    """The legal choices in the notation."""
    return [written(action, game.kit) for action in game.war.options]


def begins_with_a_verb(text: str) -> bool:
    """Whether a text begins with a verb of the notation."""
    return text.split(" ")[0].casefold() in verbs()


def nearly_begins_with_a_verb(text: str) -> bool:
    """Whether it begins with a verb, or with a word that is like one."""
    word = text.split(" ")[0].casefold()
    return word in verbs() or (
        len(text) < LONGEST_SLIP and bool(get_close_matches(word, verbs(), n=1, cutoff=0.8))
    )


def is_like_an_option(game: Game, text: str) -> bool:
    """Whether a text is so like a legal choice that it must be a slip of the pen."""
    if len(text) >= LONGEST_SLIP:
        return False
    told = simplified(text)
    return any(SequenceMatcher(None, told, simplified(one)).ratio() >= LIKENESS for one in option_texts(game))


def readings(game: Game, text: str) -> dict[Action, str]:
    """Every legal choice that a text may mean, each in the notation.

    >>> readings(Game.new(7), "FIRST (bourbon).")
    {('first', 'Bourbon'): 'first Bourbon'}
    """
    war = game.war
    found: dict[Action, str] = {}
    for variant in _variants(text):
        try:
            action = parsed(variant, game.kit)
        except BadInput:
            continue
        if war.is_legal(action):
            found[action] = written(action, game.kit)
    if any(simplified(one) == simplified(text) for one in found.values()):
        return found
    if begins_with_a_verb(text):
        verb, keys = text.split(" ")[0].casefold(), {simplified(variant) for variant in _variants(text)}
        for action in war.options:
            if action[0] == verb and simplified(written(action, game.kit)) in keys:
                found[action] = written(action, game.kit)
    return found


def _variants(text: str) -> list[str]:
    """A choice as it stands, and without what people put behind it: a full stop, a remark."""
    bare = text.strip()
    variants = [bare]
    for mark in (" #", "//", " --"):
        variants.append(bare.partition(mark)[0])
    variants += [re.sub(r"\s*[(\[{].*$", "", one) for one in variants]
    variants += [re.sub(r"[\s.!,;:*_\"']+$", "", one) for one in variants]
    return [one for one in dict.fromkeys(variants) if one]
