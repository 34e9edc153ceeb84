"""The exercises of the lessons, by name: so that a cell of a lesson is one short line.

Each is a row: the case whose ruling holds the answer, made when it is asked for, what is asked, and what can
be answered. Title and prompt stand in the catalogue as ``exercise.<name>-title`` and ``-prompt``, and what is
said last as ``-why``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..core.errors import looked_up
from ..core.messages import Message, is_known
from ..nine_years.components.changes import changed
from ..nine_years.games.game import Game
from ..umpire.cases.samples import sample
from .exercises import NO, YES, Exercise
from .lesson_helpers import positions as at
from .lesson_helpers.lines import line_case
from .lesson_helpers.tables import case
from .positions import corps, sea
from .trials_of_campaign import fleurus_case, siege_of_namur_case, steenkerque_case
from .trials_of_year import behind_the_line_case, duke_of_savoy, magazines_case

SIDES = ("Bourbon", "Alliance")
LEGAL = ("legal", "illegal")


class Row(NamedTuple):
    """An exercise of the register.

    Attributes:
        case: makes its case.
        key: what is asked for, as `Exercise` has it.
        choices: what can be answered; None for any space of the map.
        because: the clause whose step is the reason, as `Exercise` has it.
        told: the clauses or messages whose steps are told besides, as `Exercise` has it.
    """

    case: Callable[[], Mapping[str, Any]]
    key: str = "verdict"
    choices: tuple[str, ...] | None = LEGAL
    because: str | None = None
    told: tuple[str, ...] = ()


def _sampled(name: str) -> Callable[[], Mapping[str, Any]]:
    return lambda: sample(name).data


def _after_louvois() -> Mapping[str, Any]:
    """The money of the Bourbons when Louvois has died: the card is really drawn and played."""
    drawn = at.drawing("Death of Louvois", "Alliance", at.spring_1690())
    return case("resource-points", position=Game.from_position(drawn).position, side="Bourbon")


def _two_cooks() -> Mapping[str, Any]:
    gastanaga = {"add": "leader", "name": "Gastanaga", "space": "Charleroi"}
    asked = fleurus_case()
    asked["given"] |= {"position": changed(at.fleurus(), [gastanaga])}
    return asked


def _namur_alone() -> Mapping[str, Any]:
    return line_case(
        "Namur", "Alliance", "line", *at.taken("Bourbon", "Mons", "Charleroi", "Brussels", "Liege")
    )


def _before_cork() -> Mapping[str, Any]:
    besieged = {"set": "besieged", "space": "Cork", "by": "Alliance"}
    revolution = {"set": "revolution", "done": True}
    return line_case("Cork", "Alliance", "siege", revolution, *at.taken("Alliance", "London"), besieged)


def _breach() -> Mapping[str, Any]:
    breach = {"set": "besieged", "space": "Namur", "by": "Bourbon", "strength_lost": 1}
    return siege_of_namur_case(changes=[breach])


def _munich_falls() -> Mapping[str, Any]:
    changes = at.taken("Bourbon", "Munich")
    return case("resource-points", position=at.reinforcements_1690(), side="Bourbon", changes=changes)


def _fifth_corps() -> Mapping[str, Any]:
    changes = [corps("France", "Lille")]
    return case("build-line", side="Bourbon", space="Lille", points=3, changes=changes)


def _king_in_brittany() -> Mapping[str, Any]:
    exile = {"to": "Brest", "with_corps": False}
    return case("revolution", exile=exile, changes=[sea("Atlantic", "Alliance")])


def _offer_in_1695() -> Mapping[str, Any]:
    changes = [*duke_of_savoy(), {"set": "year", "year": 1695}]
    return case("savoy", happens="leaves", side="Bourbon", changes=changes)


ROWS: Mapping[str, Row] = {
    "two-twos": Row(_sampled("both_laid_a_two"), "must_play", ("1", "2", "3")),
    "initiative-of-1695": Row(_sampled("who_goes_first_in_1695"), "first", SIDES),
    "council-of-war": Row(lambda: case("force", leaders=[6, 4, 3], corps=11)),
    "after-fleurus": Row(lambda: case("rally", rating=4), "limit", ("1", "2", "3", "4"), told=("NY 13.5.4",)),
    "one-army": Row(_sampled("three_pieces_in_one_transfer")),
    "into-the-trenches": Row(
        _sampled("luxembourg_transfers_to_the_siege"), told=("NY 13.5.2.a", "NY 13.5.2.b")
    ),
    "crowd-at-strasbourg": Row(_sampled("strasbourg_replacement_in_a_crowd")),
    "marshal-stays": Row(_sampled("the_corps_march_on_alone")),
    "to-the-besiegers": Row(_sampled("nobody_intercepts_into_a_siege")),
    "two-cooks": Row(_two_cooks, "defender_strength", ("8", "10", "12", "14"), "NY 16.2.1"),
    "a-tie": Row(
        lambda: steenkerque_case() | {"dice": [6, 4, 3, 3]}, "winner", SIDES, "NY 16.3.1", told=("NY 16.2.3",)
    ),
    "breach": Row(_breach, "needed", ("2", "3", "4", "5"), "NY 17.5.1", told=("NY 17.4",)),
    "trenches-of-their-own": Row(
        lambda: case("build-line", position=at.relief_of_namur(), side="Bourbon", space="Namur")
    ),
    "next-roll-at-namur": Row(siege_of_namur_case, "modifier", ("0", "1", "2", "3"), told=("NY 17.5.2",)),
    "pinerolo": Row(
        lambda: line_case("Pinerolo", "Bourbon", "restore", power="France"),
        "supplied",
        (YES, NO),
        told=("NY 11.1.1",),
    ),
    "namur-alone": Row(_namur_alone, "restored_by", None, told=("NY 11.1.1",)),
    "before-cork": Row(_before_cork, "supplied", (YES, NO), told=("NY 11.1.1",)),
    "three-at-lille": Row(
        lambda: case("build-line", position=at.reinforcements_1690(), side="Bourbon", space="Lille")
    ),
    "munich-falls": Row(
        _munich_falls, "points", ("3", "4", "5", "6", "7"), told=("NY 12.3.1.a", "NY 12.3.1.b")
    ),
    "out-of-the-box": Row(lambda: case("deploy-fleet", fleet="Toulon", strength=1)),
    "tourvilles-chance": Row(
        lambda: case("deploy-fleet", fleet="Brest", strength=1, position=at.spring_1690()),
        "likeliest winner",
        SIDES,
        told=("fleet.controls", "fleet.base", "fleet.strength"),
    ),
    "fifth-corps": Row(_fifth_corps),
    "behind-his-ditch": Row(behind_the_line_case, "defender_modifier", ("1", "2", "3", "4"), "NY 16.2.2"),
    "one-action-left": Row(lambda: magazines_case(1)),
    "after-louvois": Row(_after_louvois, "points", ("2", "3", "4", "5"), told=("NY 12.3.1.a", "NY 12.3.1.b")),
    "through-the-alps": Row(lambda: case("transfer", leader="Catinat", to="Casale")),
    "william-waits": Row(lambda: case("revolution"), "takes_place", (YES, NO)),
    "king-in-brittany": Row(_king_in_brittany),
    "offer-in-1695": Row(_offer_in_1695),
    "thirty-five-in-august": Row(
        lambda: case("victory", changes=[{"set": "victory-points", "points": 35}]),
        "ends",
        ("winter", "at-once"),
    ),
}
"""The exercises by name, in the order of the lessons."""


def exercise_named(name: str) -> Exercise:
    """The exercise with this name.

    Raises:
        UnknownName: there is none.

    >>> breach = exercise_named("breach")
    >>> breach.mark("4").right, breach.mark("5").right
    (True, False)
    """
    row = looked_up("exercise", name, Message("kind.lesson-exercise"), ROWS)
    title, prompt = Message(f"exercise.{name}-title"), Message(f"exercise.{name}-prompt")
    last = f"exercise.{name}-why"
    why = Message(last) if is_known(last) else None
    return Exercise(title, prompt, row.case(), row.key, row.choices, row.because, row.told, why)
