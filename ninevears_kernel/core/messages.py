"""Words in one place: a message is an id and values; the sentence is made at the edge from one catalogue.

The catalogue is gettext's (``locale/<language>/LC_MESSAGES/ninevears.po``, compiled with Babel by
``make catalogue``). Message ids are names, not sentences, so a second language is a second ``.po`` file.
The language is that of the environment variable ``NINEVEARS_LANGUAGE``, else English.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

LOCALE = Path(__file__).parent.parent / "locale"
FALLBACK_LANGUAGE = "en"
FORMS = ("the", "a", "adjective", "player")
"""The forms of a name for which a sentence of the catalogue can ask."""
SIGNED = "+"
"""The form of a number that is a change, such as a modifier."""
CHANCE = "%"
"""The form of a probability, in whole percent but for what is nearly certain."""
ADDED = "±"
"""The form of such a number within a sum: its sign, a blank and the number."""


class Message:
    """A sentence yet to be said: its id in the catalogue and the values that go into it.

    Two messages are equal when id and values are; neither can be changed. A value may be a message itself.

    >>> Message("loc.supplied", space="Tournai", source="Paris")
    Message('loc.supplied', space='Tournai', source='Paris')
    >>> str(_)
    'Tournai has a line of communication to Paris.'
    """

    __slots__ = ("_values", "id")
    id: str
    _values: dict[str, Any]

    def __init__(self, id: str, /, **values: Any) -> None:
        _SET_ID(self, id)  # odds are made of many positions, and each of many sentences that nobody reads
        _SET_VALUES(self, values)

    @property
    def values(self) -> Mapping[str, Any]:
        """What goes into the sentence, by name."""
        return MappingProxyType(self._values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a message cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _message, (self.id, self._values)

    def __repr__(self) -> str:
        return f"Message({', '.join([repr(self.id), *(f'{k}={v!r}' for k, v in self._values.items())])})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.id, self._values) == (other.id, other._values)

    def __hash__(self) -> int:
        return hash(self.id)

    def __str__(self) -> str:
        return say(self.id, **self._values)

    @staticmethod
    def any_of(items: Iterable[Any]) -> Message:
        """The items joined by "or", in the catalogue's language.

        >>> str(Message.any_of(["Ghent", "Mons", "Namur"]))
        'Ghent, Mons or Namur'
        """
        return _joined("list.or", list(items))

    @staticmethod
    def all_of(items: Iterable[Any]) -> Message:
        """The items joined by "and", in the catalogue's language.

        >>> str(Message.all_of(["Ghent", "Mons"]))
        'Ghent and Mons'
        """
        return _joined("list.and", list(items))

    @staticmethod
    def one_of(options: Iterable[Any]) -> Message:
        """What is expected where it must be one of some options.

        >>> str(Message.one_of(["Ghent", "Mons"]))
        'one of these: Ghent or Mons'
        """
        return Message("expected.one-of", options=Message.any_of(options))


_SET_ID, _SET_VALUES = (vars(Message)[name].__set__ for name in ("id", "_values"))


def _message(id: str, values: dict[str, Any]) -> Message:
    """Makes a message again that was copied or pickled."""
    return Message(id, **values)


def _joined(id: str, items: list[Any]) -> Message:
    if len(items) < 2:
        return Message("list.one", item=items[0] if items else Message("list.none"))
    return Message(id, first=items[:-1], last=items[-1])


@lru_cache(maxsize=4)
def _translations(wanted: str) -> gettext.NullTranslations:
    return gettext.translation("ninevears", LOCALE, languages=[wanted, FALLBACK_LANGUAGE])


def language() -> str:
    """The language in which sentences are said."""
    return os.environ.get("NINEVEARS_LANGUAGE", FALLBACK_LANGUAGE)


def _catalogue() -> gettext.NullTranslations:
    return _translations(language())


@lru_cache(maxsize=1 << 10)
def is_known(id: str) -> bool:
    """Whether the catalogue has a message of this id.

    >>> is_known("verdict.legal"), is_known("verdict.maybe")
    (True, False)
    """
    return _translations(FALLBACK_LANGUAGE).gettext(id) != id


def say(id: str, /, **values: Any) -> str:
    """The sentence of a message id with its values put in.

    A value named ``count`` chooses the plural form where the catalogue has one.

    Args:
        id: the name in the catalogue.
        values: what the sentence's braces name; names of places and powers are looked up too.

    Raises:
        KeyError: the catalogue has no such id, or the sentence asks for a value that is not there.

    >>> say("dice.count", count=1), say("dice.count", count=3)
    ('1 die', '3 dice')
    """
    catalogue = _catalogue()
    sentence = catalogue.ngettext(id, id, values["count"]) if isinstance(values.get("count"), int) else id
    if sentence == id:
        sentence = catalogue.gettext(id)
    if sentence == id:
        raise KeyError(f"the catalogue has no message {id!r}")
    return sentence.format_map({name: _Value(value) for name, value in values.items()})


class _Value:
    """A value on its way into a sentence, which may ask for a form of it: see `shown_as`."""

    __slots__ = ("form", "value")

    def __init__(self, value: Any, form: str = "") -> None:
        again = isinstance(value, _Value)
        self.value: Any = value.value if again else value
        self.form: str = value.form if again else form

    def __format__(self, form: str) -> str:
        form = form or self.form
        return shown_as(form, self.value) if form else shown(self.value)


def shown_as(form: str, value: Any) -> str:
    """A value in the form in which a sentence needs it.

    Args:
        form: ``the``, a name with its article where it has one; ``adjective``; ``a``, the adjective with its
            article; ``player``, the side as its player calls it; with a capital at the beginning of a
            sentence; ``+``, a number with its sign; ``±``, the same within a sum; ``%``, a probability. The
            catalogue asks for one
            by a colon, such as ``{power:the}``, and holds the forms of names under msgctxt.
        value: a name, a list of names or any other value, which is shown as it is.

    >>> shown_as("the", "Dutch Republic"), shown_as("adjective", "France"), shown_as("A", "Austria")
    ('the Dutch Republic', 'French', 'An Austrian')
    >>> shown_as("the", Message.all_of(["Atlantic", "Mediterranean"])), shown_as("+", 2)
    ('the Atlantic and the Mediterranean', '+2')
    >>> shown_as("player", "Bourbon"), shown_as("±", -1)
    ('France and her allies', '- 1')
    >>> shown_as("%", 0.625), shown_as("%", 0.999)
    ('62%', '99.9%')
    """
    if form == SIGNED:
        return f"{value:+}"
    if form == CHANCE:
        return _percent(float(value))
    if form == ADDED:
        return f"{'-' if int(value) < 0 else '+'} {abs(int(value))}"
    if not form.islower():
        text = shown_as(form.lower(), value)
        return text[:1].upper() + text[1:]
    match value:
        case str():
            name = _catalogue().pgettext("adjective" if form == "a" else form, value)
            text = shown(value) if name == value else name
        case Message() if value.id.startswith("list.") and value.values:
            return say(value.id, **{name: _Value(inner, form) for name, inner in value.values.items()})
        case list() | tuple():
            return ", ".join(shown_as(form, inner) for inner in value)
        case _:
            text = shown(value)
    if form == "a":
        return say("form.an" if text[:1].lower() in "aeiou" else "form.a", name=text)
    return text


def _percent(chance: float) -> str:
    """A probability in percent, never rounded to a certainty that it is not."""
    rounded = f"{chance:.0%}"
    return f"{chance:.1%}" if rounded in ("0%", "100%") and 0 < chance < 1 else rounded


def shown(value: Any) -> str:
    """A value as people read it: names translated, lists joined, fractions and truths in words.

    >>> from fractions import Fraction
    >>> shown(["Paris", "Lille"]), shown(Fraction(1, 6)), shown(True), shown(None)
    ('Paris, Lille', '1/6', 'yes', 'none')
    """
    match value:
        case str():
            return _catalogue().pgettext("name", value)
        case bool():
            return say("value.yes" if value else "value.no")
        case None:
            return say("value.none")
        case Mapping():
            return ", ".join(f"{shown(name)} {shown(inner)}" for name, inner in value.items())
        case list() | tuple() | frozenset() | set():
            return ", ".join(map(shown, value))
    return str(value)
