"""Words that mark what a letter tells: numbers, words of the game, and what stands beside names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def table_of(name: str) -> Mapping[str, Any]:
    """A table of words out of `umpire/data`.

    >>> table_of("spellings")["zones"].keys()
    dict_keys(['Atlantic', 'Mediterranean'])
    """
    with (_DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


_DATA = Path(__file__).parents[1] / "data"
_WORDS = table_of("email_vocabulary")


def word_list(name: str) -> frozenset[str]:
    """A list of words.

    >>> sorted(word_list("with"))
    ['avec', 'mit', 'w', 'with']
    """
    return frozenset(_WORDS["lists"][name].split())


def phrases(name: str) -> list[str]:
    """Phrases, each a pattern; whether they stand on one line of the file or not does not matter."""
    return [
        " ".join(one.split("\n")) for one in _WORDS["phrases"][name].replace(";\n", "; ").strip().split("; ")
    ]


NUMBERS = {word: number for number, words in enumerate(_WORDS["lists"]["numbers"]) for word in words.split()}
ORDINALS = {word: number for number, word in enumerate(_WORDS["lists"]["ordinals"].split(), 1)}
KEYWORDS = word_list("keywords")
SAME: Mapping[str, str] = _WORDS["same"]
SENTENCE_ENDS = frozenset(".!?;\n")
ABBREVIATED = word_list("abbreviated")
TITLES = word_list("titles")
COMMON = word_list("common")
TAKES_PLACE = word_list("takes_place")
TAKES_LEADER = word_list("takes_leader")
WHERE = word_list("where")
OF_RATINGS = word_list("of_ratings")
WITH = word_list("with")
ELISION = re.compile(r"(?:l|d|s|qu|dell|all|nell)['’](?=\w{3})")
AND = word_list("and")
CORPS = word_list("corps")
TROOPS = word_list("troops")
LEADER_DOES = word_list("leader_does")
OF_LIFE = re.compile(r"\b(?:" + "|".join(phrases("of_life")) + r")\b")
"""Words of daily life: what stands beside them is no place of the war."""
ADMIRALS: dict[str, str] = {
    called: name for name, all_called in _WORDS["admirals"].items() for called in all_called
}
"""Naval leaders of both games by what they are called, the longest names first where one holds another."""
SAILS_FOR: Mapping[str, str] = _WORDS["sails_for"]
"""The power of naval leaders who serve but one."""
ADMIRAL = "|".join(sorted(ADMIRALS, key=len, reverse=True))
