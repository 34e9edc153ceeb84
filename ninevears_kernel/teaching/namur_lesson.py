"""The siege of Namur in lesson 6: what is to be done, beside the map while it is played.

>>> from ..play.session import Session
>>> from ..play.table_seat import TableSeat
>>> seat = TableSeat(Session(siege_of_namur()), guide=NAMUR)
>>> seat.state()["guide"]["steps"]["now"]
0
"""

from __future__ import annotations

from ..core.messages import say
from ..play.session import Session
from ..play.table_guide import Guide, GuideData
from .lesson_helpers.positions import siege_of_namur

WHERE, FROM, LEADER = "Namur", "Sedan", "Luxembourg"
LATER = 4
"""So many cards are in the hand in the round of the march."""
STEPS = ("march", "end-march", "roll", "end-roll")


def _guided(session: Session) -> GuideData:
    """The steps, and which is next; none when Namur has fallen or the cards are out."""
    position = session.game.position
    fallen = position.controller(WHERE) == "Bourbon"
    at_home = {one.name: one.used for one in position.leaders_in(FROM)}
    before = {one.name: one.used for one in position.leaders_in(WHERE)}
    if fallen or position.phase != "campaign" or position.active != "Bourbon":
        now = -1
    elif LEADER in at_home:
        now = 1 if at_home[LEADER] else 0
    elif before.get(LEADER, True):  # the army has acted (NY 13.4.3)
        now = 1 if len(position.bourbon_hand.actions) == LATER else 3
    else:
        now = 2
    return {
        "says": "",
        "steps": {
            "title": say("namur.title"),
            "list": [say(f"namur.{step}") for step in STEPS],
            "now": now,
        },
    }


NAMUR = Guide(siege_of_namur, _guided)
"""The siege of Namur as a war table takes it."""
