"""The war of 1688-1697 as tables: what happened, who was there, who held what, and where one can read it.

Every table is a tidy ``DataFrame``, a new one at each call, and they join by their ids:

>>> import pandas as pd
>>> from ninevears_kernel import chronicle
>>> battles = chronicle.events().query("kind == 'battle'")
>>> led = battles.join(chronicle.commanders().set_index("event"))
>>> {"fleurus-1690", "neerwinden-1693"} <= set(led.query("person == 'luxembourg'").index)
True

Dates are new style; `calendars` turns them into the old one. What is not known is missing (``NA``, ``NaT``
or empty text), what is known within bounds has a low and a high value, and the column ``certainty`` says how
far to trust a row.

May use the game, the umpire and the computer players, and no widget. Begin with `tables.py`, and with
`rules_beside.py` for history beside the rules.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from ..core.lazy import face, offered
from . import tables
from .tables import NUMBERS
from .validate import Problem, validate

if TYPE_CHECKING:  # the face for type checkers and for `face`
    from pandas import DataFrame, Series

    from .beside_many import (
        chances as chances,
        fought as fought,
        rolls_if as rolls_if,
        rolls_until_fallen as rolls_until_fallen,
    )
    from .frames import frame as frame
    from .happenings import names_of as names_of
    from .lesson_plans import (
        ChronicleQuestion as ChronicleQuestion,
        figure as figure,
        figures as figures,
        finance as finance,
        reading_list as reading_list,
        references as references,
        siege_counts as siege_counts,
        siege_days as siege_days,
    )
    from .rules_beside import beside as beside
    from .scenario_from_history import (
        position_from_history as position_from_history,
        simulate_from as simulate_from,
    )
    from .simulated import (
        WAR_COLUMNS as WAR_COLUMNS,
        beside_history as beside_history,
        endings as endings,
        history as history,
        simulated_wars as simulated_wars,
    )
    from .timeline import timeline_chart as timeline_chart
    from .wars_beside import in_space as in_space, outside as outside
    from .wording import in_words as in_words

__getattr__, __dir__ = face(__name__, __file__)
__all__ = [
    "Problem",
    "citations",
    "commanders",
    "control",
    "disagreements",
    "event",
    "events",
    "people",
    "powers_at",
    "sources",
    "states",
    "validate",
    *offered(__file__),
]


def events() -> DataFrame:
    """What happened, a row for each event in the order of its first day.

    Columns:
        id (index): a name with its year, such as ``fleurus-1690``.
        name, sentence, result: the event, what happened in a sentence, and its end in a few words.
        kind: battle, siege, naval, treaty, politics, finance, campaign or raid.
        theatre: low-countries, rhine, savoy, catalonia, ireland, britain, seas, colonies or courts.
        begin, end: the first day on which it may have begun, the last on which it may have ended
            (`Timestamp`).
        date_precision: day, month or year; where it is no day, begin and end are the bounds of month or year.
        begin_written, end_written: the same as far as it is known, ``1691`` or ``1691-05``; ISO, new style.
        begin_old_style, end_old_style: in the Julian calendar, as text; empty where no day is known.
        place, latitude, longitude: where, in degrees.
        space: the space of the game's map whose land it is; empty outside the map.
        zone: Atlantic or Mediterranean for what happened at sea.
        attacker: the side that attacked, Bourbon or Alliance; empty where nobody did.
        attacker_powers, defender_powers, attacker_commanders, defender_commanders: lists with ``;`` between;
            as rows of their own in `powers_at` and `commanders`.
        attacker_strength_low, attacker_strength_high: men, or ships at sea; ``Int64``; the same with defender
            and with losses for strength.
        outcome: attacker, defender, drawn or none.
        certainty: sure, approximate or disputed.
        sources: a list with ``;`` between; as rows of their own in `citations`.
        taken: the space that changed hands.

    >>> found = events()
    >>> found.loc["fleurus-1690", "begin"].year, str(found.attacker_strength_low.dtype)
    (1690, 'Int64')
    >>> bool((found.begin <= found.end).all())
    True
    """
    found = tables.frame("events", NUMBERS, ("latitude", "longitude"))
    found["begin_written"], found["end_written"] = found["begin"], found["end"]
    found["begin"] = tables.days(found["begin"])
    found["end"] = tables.days(found["end"], last=True)
    return found.set_index("id").sort_values(["begin", "end"], kind="stable")


def event(id: str) -> Series:
    """One event, with the columns of `events`.

    Raises:
        UnknownName: the chronicle has no such event; says the nearest.

    >>> event("fleurus-1690")["kind"], event("fleurus-1690")["theatre"]
    ('battle', 'low-countries')
    """
    tables.event_row(id)  # raises when there is none
    return events().loc[id]


def commanders() -> DataFrame:
    """Who led, a row for each event and commander.

    Columns:
        event: its id in `events`.
        role: attacker or defender.
        person: their id in `people`.
        order: 1 for the first whom the chronicle names.

    >>> commanders().query("event == 'fleurus-1690' and role == 'attacker'").person.tolist()
    ['luxembourg']
    """
    return _long("commanders", "person")


def powers_at() -> DataFrame:
    """Whose troops were there, a row for each event and power.

    Columns:
        event: its id in `events`.
        role: attacker or defender.
        power: its name, as in `states`.
        order: 1 for the first whom the chronicle names.

    >>> "France" in set(powers_at().query("event == 'fleurus-1690' and role == 'attacker'").power)
    True
    """
    return _long("powers", "power")


def _long(what: str, name: str) -> DataFrame:
    from pandas import DataFrame

    found = [
        (row["id"], role, entry, order)
        for row in tables.rows("events")
        for role in ("attacker", "defender")
        for order, entry in enumerate(tables.parts(row[f"{role}_{what}"]), 1)
    ]
    return DataFrame(found, columns=["event", "role", name, "order"])


def people() -> DataFrame:
    """Who mattered in the war, a row for each.

    Columns:
        id (index): the usual short name.
        name, rank, note: who they were.
        born, died: as far as they are known, as text, new style also in lands of the old one: ``1628-01-08``
            or ``1628``.
        served, side: whom, and on which side: Bourbon, Alliance or neutral.
        from, to: between which years or days of this war, as text.
        leader: the counter of the game that stands for the person; empty for most.
        sources: a list with ``;`` between.

    >>> people().loc["luxembourg", "leader"]
    'Luxembourg'
    """
    return tables.frame("people").set_index("id")


def states() -> DataFrame:
    """Which state was on which side when, a row for each stretch of time.

    Columns:
        state: its name.
        power: the power of the game that stands for it; empty where none does.
        side: Bourbon, Alliance or neutral.
        from, to: the first and the last day (`Timestamp`) that it may have lasted; no last day where it
            lasted beyond the war.
        from_written, to_written: the same as far as it is known, as text: ``1688-10`` or ``1690-06-03``.
        event: the id of the event with which the stretch began; empty for the start.
        note, sources: as in the other tables.

    >>> sides = states().query("state == 'Savoy'").side.tolist()
    >>> "Alliance" in sides and "neutral" in sides
    True
    """
    found = tables.frame("states")
    found["from_written"], found["to_written"] = found["from"], found["to"]
    found["from"] = tables.days(found["from"])
    found["to"] = tables.days(found["to"], last=True)
    return found


def sources() -> DataFrame:
    """Where one can read it, a row for each work or page.

    Columns:
        id (index): the name by which the other tables cite it.
        author, title, where, note: what it is and where it appeared or can be read.
        year: of its appearance, ``Int64``.
        kind: book, article, edition or reference.

    >>> set(sources().kind) <= {"book", "article", "edition", "reference"}
    True
    """
    return tables.frame("sources", ["year"]).set_index("id")


def citations() -> DataFrame:
    """Which event rests on which source, a row for each pair.

    Columns:
        event: its id in `events`.
        source: its id in `sources`.
        where: the chapter or page, where one is given.

    >>> len(citations()) >= len(events())
    True
    """
    from pandas import DataFrame

    found = [
        (row["id"], *tables.citation(entry))
        for row in tables.rows("events")
        for entry in tables.parts(row["sources"])
    ]
    return DataFrame(found, columns=["event", "source", "where"])


def disagreements() -> DataFrame:
    """Where two works say different things, a row for each.

    Columns:
        event, field: which value of `events` is meant.
        first_value, first_source, second_value, second_source: who says what.
        chosen, why: what the chronicle has, and the reason.

    >>> set(disagreements().event) <= set(events().index)
    True
    """
    return tables.frame("disagreements")


def control(when: str | date) -> DataFrame:
    """Who held which space of the map at the end of a day, a row for each space.

    Args:
        when: text such as ``1692-07-01`` (of a month or a year its first day), a date or a pandas
            `Timestamp`.

    Columns:
        space (index): its name on the map.
        side: Bourbon, Alliance or neutral.
        since: the day since which (`Timestamp`).
        event: the id of the event that brought it; empty when it was so from the start.
        note: a word about it.

    Raises:
        BadInput: it is no day.

    >>> control("1692-07-01").side["Namur"], control("1695-09-06").side["Namur"]
    ('Bourbon', 'Alliance')
    """
    from pandas import DataFrame

    found = DataFrame(
        [(space, *held) for space, held in tables.held_on(when).items()],
        columns=["space", "side", "since", "event", "note"],
    )
    found["since"] = tables.days(found["since"])
    return found.set_index("space")
