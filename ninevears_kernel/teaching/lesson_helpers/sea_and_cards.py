"""Fleets and siege cards as lessons show them: cases, edits, and the odds in a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...core.messages import say
from ...umpire.cases.cases import rule_case
from .positions import taken
from .tables import case, table_by

if TYPE_CHECKING:
    from pandas import DataFrame


def raised_fleets() -> list[Mapping[str, Any]]:
    """The edits that raise both fleets of the Atlantic: Brest with strength 1, the Alliance's with 2.

    >>> [edit["strength"] for edit in raised_fleets()]
    [1, 2]
    """
    return [
        {"set": "fleet", "fleet": "Brest", "place": "port", "strength": 1},
        {"set": "fleet", "fleet": "Atlantic", "place": "port", "strength": 2},
    ]


def deploying(dice: Sequence[int] = (), **given: Any) -> dict[str, Any]:
    """The case of the Spanish fleet that is deployed in the autumn of 1688 (NY 13.5.6).

    Args:
        dice: what is rolled; none asks for the odds.
        given: other keys of ``given``.

    >>> rule_case(deploying(dice=[3, 3, 2, 5])).answer["winner"]
    'Bourbon'
    """
    asked = case("deploy-fleet", fleet="Mediterranean", **given)
    return asked | ({"dice": list(dice)} if dice else {})


def fleet_odds() -> DataFrame:
    """How likely the Spanish fleet of each strength wins the Mediterranean, whoever has it (NY 13.5.6).

    >>> str(fleet_odds().iloc[0, 0])
    '21/31'
    """
    nobody = [{"set": "sea", "zone": "Mediterranean", "side": None}]
    against = {"nobody": nobody, "enemy": [], "gibraltar": taken("Bourbon", "Gibraltar")}
    rows: dict[str, dict[str, Any]] = {}
    for strength in (1, 2):
        row = rows[say("lesson.strength", strength=strength)] = {}
        for name, edits in against.items():
            odds = rule_case(deploying(strength=strength, changes=edits)).odds["winner"]
            row[say(f"lesson.sea-{name}")] = dict(odds)["Alliance"]
    return table_by(rows).T


def philippsburg(cards: Sequence[str]) -> dict[str, Any]:
    """The siege of Philippsburg with some siege cards: Duras lies before it with five corps.

    >>> philippsburg([])["given"]["space"]
    'Philippsburg'
    """
    siege = [
        {"add": "corps", "power": "France", "space": "Philippsburg", "count": 5},
        {"add": "leader", "name": "Duras", "space": "Philippsburg"},
    ]
    return case("siege", side="Bourbon", space="Philippsburg", changes=siege, cards=list(cards))
