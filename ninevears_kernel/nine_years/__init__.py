"""*Nine Years: The War of the Grand Alliance 1688-1697*: the game, in six rooms.

A room may import those below it, and none above::

    atlas         the picture of the map, and the same in words
      queries       what an umpire or a reader may ask
        games         a war with its past: log, save, what a seat may see
          rules         a module for each chapter
            engine        what runs a war and knows no rule
              components    map, pieces, tables

May use `core`; no part of it imports pandas, networkx or a widget library. Begin with
`rules/campaign/march.py`, and with `engine/agenda.py` for how a rule is registered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import face

if TYPE_CHECKING:  # what the face offers, for type checkers and for `face`
    from .atlas.overlay_words import reach_table as reach_table
    from .atlas.scene import scene_of as scene_of
    from .atlas.table import (
        seas_table as seas_table,
        spaces_table as spaces_table,
        stacks_table as stacks_table,
    )
    from .components.changes import changed as changed
    from .components.map import ZONES as ZONES, game_map as game_map
    from .components.position import Hand as Hand, Position as Position
    from .components.powers import powers as powers
    from .components.scenario import scenario_1688 as scenario_1688
    from .games.game import Game as Game, verify as verify
    from .games.links import link_to as link_to, read_link as read_link
    from .games.log import load_log as load_log, read_log as read_log
    from .games.view import for_seat as for_seat
    from .queries.reach import reach as reach
    from .rules.campaign.rounds import action_cards as action_cards
    from .rules.sequence import initiative as initiative

__getattr__, __dir__ = face(__name__, __file__)
