"""Orders that are not finished: the beginning of what is legal is not refused, it wants the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.dice import NoDice, RollWanted
from ...core.errors import Incomplete
from ..engine.choices import violations_of
from ..engine.engine import Engine
from ..engine.notation import Action, verbs, written


def check_finished(
    engine: Engine, taken: Sequence[Action], text: str, field: str, whole_words: bool = False
) -> None:
    """Refuses an order that is the beginning of legal ones.

    Args:
        engine: the war before the first order; it stays as it is.
        taken: the orders before this one.
        text: the order.
        field: where it stands.
        whole_words: whether it can be read as an order, so that its last word is no part of another.

    Raises:
        Incomplete: it is such a beginning; says what may come next.
    """
    verb = next((name for name in verbs() if name.startswith(_folded(text).partition(" ")[0])), None)
    if verb is None:
        return
    trial = engine.trial(NoDice())
    try:
        for action in taken:
            trial.advance(action[0])
            if violations_of(trial, action):
                return  # that one is ruled
            trial.take(action)
        trial.advance(verb)
    except RollWanted:  # what may follow is for the dice to say
        return
    options = tuple(written(option, engine.rule_tables) for option in trial.options)
    if begun := begun_so(text, options, whole_words):
        raise Incomplete(field, text.strip(), begun, groups_of(text, begun))


def begun_so(text: str, options: Iterable[str], whole_words: bool = False) -> tuple[str, ...]:
    """The orders that begin with a text, and say more.

    Args:
        text: the text.
        options: the orders, in the notation.
        whole_words: whether the text must end where a word does.

    >>> begun_so("raise  france", ["raise France, Paris, full", "raise Savoy, Turin, full", "end"])
    ('raise France, Paris, full',)
    >>> begun_so("end", ["end"]), begun_so("campaign Ath", ["campaign Athlone"], whole_words=True)
    ((), ())
    """
    wanted = _folded(text)
    return tuple(one for one in options if wanted and _goes_on(_folded(one), wanted, whole_words))


def groups_of(text: str, options: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Orders that begin with a text by what they say next, with how many say so.

    >>> groups_of("raise", ["raise Spain, Mons, full", "raise Spain, Ath, full", "raise Savoy, Turin, full"])
    (('raise Spain', 2), ('raise Savoy, Turin, full', 1))
    """
    wanted = _folded(text)
    by_next: dict[str, list[str]] = {}
    for option in options:
        by_next.setdefault(_next(option, wanted), []).append(option)
    return tuple((beginning if len(some) > 1 else some[0], len(some)) for beginning, some in by_next.items())


def _next(option: str, wanted: str) -> str:
    """As much of an order as says one thing more than a text."""
    parts = option.split(", ")
    beginnings = [", ".join(parts[: place + 1]) for place in range(len(parts))]
    return next((one for one in beginnings if len(_folded(one)) > len(wanted)), option)


def _folded(text: str) -> str:
    return " ".join(text.casefold().rstrip(", \t").split()).replace(" ,", ",")


def _goes_on(option: str, wanted: str, whole_words: bool) -> bool:
    """Whether an order goes on after these words."""
    after = option[len(wanted) : len(wanted) + 1]
    return option.startswith(wanted) and bool(after) and (not whole_words or after in " ,")
