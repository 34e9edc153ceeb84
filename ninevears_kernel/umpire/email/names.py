"""Names of places, leaders, powers and the like, however people spell them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ...core.letters import without_accents
from ...nine_years.components.map import game_map
from ...nine_years.components.powers import powers
from ...nine_years.components.rule_tables import standard_rule_tables
from ...nine_years.components.scenario import leader_table
from .vocabulary import KEYWORDS, table_of, word_list

PLACE, LEADER, EITHER, POWER, SIDE, ZONE, EVENT, SHORT, UNCLEAR = "PLXWSZEQR"
"""Letters for kinds of names; EITHER is a place or a leader, SHORT a leader's name that others bear too,
UNCLEAR such a place's."""
LONGEST = 5
"""Words of the longest name."""
_ENDINGS = ("ами", "ями", "ом", "ем", "ой", "ам", "ах", "ов", "а", "у", "е", "ы", "и", "ю", "я", "о", "ь")
NEVER_NAMES = word_list("never_names")
"""Words that are never taken for a name that is spelt amiss."""


class Known(NamedTuple):
    """A name that was found: which kind of thing it is, and how the kit spells it."""

    letter: str
    value: str


def spellings() -> Mapping[str, Mapping[str, list[str]]]:
    """Other spellings of names, from ``data/spellings.toml``, by table and by the kit's name."""
    return table_of("spellings")


@lru_cache(maxsize=1 << 14)
def folded(word: str) -> str:
    """A word as it is compared: without capitals and accents.

    >>> folded("Straßburg"), folded("Lüttich")
    ('strassburg', 'luttich')
    """
    return without_accents(word.casefold()).replace("’", "'")


def key(name: str) -> tuple[str, ...]:
    """The words of a name, as they are compared.

    >>> key("Saint-Ruth"), key("Louvois' Magazines")
    (('saint', 'ruth'), ('louvois', 'magazines'))
    """
    return tuple(word.strip("'") for word in folded(name).replace("-", " ").replace(".", " ").split())


@cache
def lexicon(system: str) -> Mapping[tuple[str, ...], Known]:
    """All names of a system by their words.

    >>> lexicon("NY")[("luik",)]
    Known(letter='P', value='Liege')
    """
    found: dict[tuple[str, ...], Known] = {}
    for words, known in _names(system):
        before = found.get(words)
        if before is None:
            found[words] = known
        elif {before.letter, known.letter} == {PLACE, LEADER} and before.value == known.value:
            found[words] = Known(EITHER, known.value)
    return found


_BOTH = frozenset(["Ottoman", "England", "France", "Papacy", "Venice", "Scotland", "Portugal", "Protestant"])
_PLAYED = {"HIS": _BOTH | {"Genoa"}, "VQ": _BOTH | {"Spain", "Dutch", "Huguenot", "Ireland"}}
"""The powers of the sister games whose names both know."""


def _names(system: str) -> Iterator[tuple[tuple[str, ...], Known]]:
    other = spellings()
    if system in ("HIS", "VQ"):
        shared = {name: more for name, more in other["naval_powers"].items() if name in _PLAYED[system]}
        for name, more in (*shared.items(), *other[f"{system.lower()}_powers"].items()):
            yield from ((key(one), Known(POWER, name)) for one in (name, *more))
        return
    if system != "NY":
        return
    for space in game_map().spaces:
        more = other["places"].get(space.name, [])
        yield from ((key(one), Known(PLACE, space.name)) for one in (space.name, space.local_name, *more))
    for name in standard_rule_tables().leader_number:
        yield from ((key(one), Known(LEADER, name)) for one in (name, *other["leaders"].get(name, ())))
    for name, short in other["leaders_in_short"].items():
        yield from ((key(one), Known(SHORT, name)) for one in short)
    for name, short in other["places_in_short"].items():
        yield from ((key(one), Known(UNCLEAR, name)) for one in short)
    for letter, table in ((SIDE, "sides"), (ZONE, "zones")):
        for name, more in other[table].items():
            yield from ((key(one), Known(letter, name)) for one in (name, *more))
    for name in powers():
        yield from ((key(one), Known(POWER, name)) for one in (name, *other["powers"].get(name, ())))
    for event in standard_rule_tables().events:
        yield key(event), Known(EVENT, event)


@cache
def elsewhere() -> Mapping[tuple[str, ...], str]:
    """Well-known places of the war that the game's map lacks, by their words.

    >>> elsewhere()[("hoei",)]
    'Huy'
    """
    table = spellings()["elsewhere"]
    return {key(one): name for name, more in table.items() for one in (name, *more)}


def nearest_space(place: str) -> str:
    """The space that is nearest to a place which the map lacks; "" where two are nearly as near.

    >>> nearest_space("Kehl"), nearest_space("Huy")
    ('Strasbourg', '')
    """
    found = spellings()["nearest"].get(place, "")
    return found if isinstance(found, str) else ""


@cache
def _stems(system: str) -> Mapping[str, Known]:
    """Russian names without their endings."""
    return {
        _stem(words[0]): known
        for words, known in lexicon(system).items()
        if len(words) == 1 and "а" <= words[0][0] <= "я"
    }


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


@cache
def _power_stems(system: str) -> tuple[tuple[str, Known], ...]:
    """The beginnings of the names that peoples have in several languages, each with the power."""
    known = {one.value: one for one in lexicon(system).values() if one.letter == POWER}
    table = spellings()["power_stems"]
    return tuple((folded(stem), known[name]) for name in table if name in known for stem in table[name])


@lru_cache(maxsize=1 << 13)
def inflected(word: str, system: str) -> Known | None:
    """A name in another of its forms: a Russian one in any of its cases, or one of a people.

    Args:
        word: folded.
        system: whose names count.

    >>> inflected("намюром", "NY")
    Known(letter='P', value='Namur')
    >>> inflected("englishman", "HIS").value, inflected("osmane", "HIS").value
    ('England', 'Ottoman')
    """
    if word and "а" <= word[0] <= "я":
        return _stems(system).get(_stem(word))
    if not word.isalpha():
        return None
    for stem, known in _power_stems(system):
        if word.startswith(stem) and len(word) <= len(stem) + MOST_ENDING:
            return known
    return None


MOST_ENDING = 6
"""Letters that may follow the beginning of a people's name."""


class Near(NamedTuple):
    """A name that a word comes near to: taken when it is the only one, else only offered."""

    known: Known
    taken: bool
    others: tuple[str, ...]


@cache
def _singles(system: str) -> Mapping[str, Known]:
    return {
        words[0]: known
        for words, known in lexicon(system).items()
        if len(words) == 1 and len(words[0]) >= 4 and known.letter in (PLACE, LEADER, EITHER)
    }


@lru_cache(maxsize=1 << 13)
def near(word: str, system: str) -> Near | None:
    """The name that a misspelt word comes near to.

    It is taken where one letter of six or more is amiss (two of ten) and no other name comes so near.

    Args:
        word: folded.
        system: whose names count.

    >>> near("bouflers", "NY").known.value, near("bouflers", "NY").taken
    ('Boufflers', True)
    >>> near("villain", "NY") is None
    True
    """
    if len(word) < 5 or len(word) > 16 or word in NEVER_NAMES or not word.isalpha():
        return None
    names = _singles(system)
    if word in names:
        return None
    allowed = 1 if len(word) < 9 else 2
    found = _spelt_alike(word, names.keys(), allowed + 1)
    by_value: dict[str, int] = {}
    for name, distance in found:
        if name[0] == word[0] or distance <= 1:
            by_value.setdefault(names[name].value, distance)
    if not by_value:
        return None
    (best, least), *rest = sorted(by_value.items(), key=lambda one: one[1])
    known = next(names[name] for name, _ in found if names[name].value == best)
    if least > allowed and len(word) < 7:
        return None
    alone = all(distance - least >= 1 for _, distance in rest)
    taken = least <= allowed and alone and len(word) >= max(6, 5 * least)
    return Near(known, taken, tuple(by_value))


@lru_cache(maxsize=1 << 10)
def near_power(word: str, system: str) -> str:
    """The power of whose names one, and no other, is a word with one letter amiss; else "".

    Args:
        word: folded.
        system: whose powers count.

    >>> near_power("frech", "NY"), near_power("fresh", "NY")
    ('France', '')
    """
    names = {
        one[0]: known.value
        for one, known in lexicon(system).items()
        if known.letter == POWER and len(one) == 1 and len(one[0]) > 4
    }
    told = {names[name] for name, _ in _spelt_alike(word, names.keys(), 1) if name[0] == word[0]}
    return told.pop() if len(told) == 1 else ""


@lru_cache(maxsize=1 << 12)
def near_keyword(word: str) -> str:
    """The word of the game that a word is with one letter amiss; else "".

    >>> near_keyword("beseiged"), near_keyword("bridge")
    ('besieged', '')
    """
    if len(word) < 5 or word in NEVER_NAMES:
        return ""
    found = [name for name, _ in _spelt_alike(word, KEYWORDS, 1)][:1]
    return next((name for name in found if name[0] == word[0] and name[:-1] != word), "")


def _spelt_alike(word: str, names: Collection[str], amiss: int) -> list[tuple[str, int]]:
    """The names from which a word differs in so many letters at most, the nearest first."""
    try:  # late, so that nobody waits for it who does not read an email
        from rapidfuzz import process
        from rapidfuzz.distance import DamerauLevenshtein
    except ImportError:  # in a browser there is none: what is misspelt is no name
        return []

    found = process.extract(word, names, scorer=DamerauLevenshtein.distance, limit=6, score_cutoff=amiss)
    return [(str(name), int(distance)) for name, distance, _ in found]


def is_rated(leader: str, number: int) -> bool:
    """Whether a number is the command rating of a leader of *Nine Years*, on either side of his counter.

    >>> is_rated("Catinat", 5), is_rated("Catinat", 3), is_rated("Catinat", 4)
    (True, True, False)
    """
    row = leader_table().get(leader)
    return row is not None and number in (row.rating[0], (row.plain or (0,))[0])
