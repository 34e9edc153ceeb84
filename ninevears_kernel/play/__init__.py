"""Computer players, matches between them, and whole wars by the hundred.

May use the game and the umpire, no widget and no pandas at import time. Begin with `seats.py` (who plays
what) and `session.py` (a war step by step).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import face

if TYPE_CHECKING:  # what the face offers, for type checkers and for `face`
    from .match import PLAYERS as PLAYERS
    from .saved_wars import save_war as save_war, session_of as session_of
    from .session import Session as Session
    from .simulation import simulate as simulate, summary as summary, table as table

__getattr__, __dir__ = face(__name__, __file__)
