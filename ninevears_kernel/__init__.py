"""A notebook kit that teaches, judges and explores *Nine Years: The War of the Grand Alliance 1688-1697*.

The face of the kit: what most people need is here, and nothing is imported before it is used.

>>> from ninevears_kernel import Game, clause, rule_case
>>> print(Game.new(seed=1690).decision.asks)
Who goes first in the event phase?
>>> clause("NY 17.4").title
'Fortress defence value'

The rest is in the faces of the parts: `nine_years` (the game), `umpire`, `teaching`, `chronicle` (history),
`play` (computer players), `widgets`, and the sister systems `here_i_stand`,
`virgin_queen` and `musket_pike`. ``%load_ext ninevears_kernel`` lets a cell of a notebook take orders.

May use all of them. Begin with `nine_years/rules/campaign/march.py`, a rule as all of them are written, and
then `core/ruling_context.py`, which it writes its steps to; CONTRIBUTING.md draws the whole house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .core.lazy import face

__version__ = "0.1.0"

if TYPE_CHECKING:  # what the face offers, for type checkers and for `face`
    from .core.clauses import clause as clause, registers as registers
    from .core.errors import BadInput as BadInput, NinevearsError as NinevearsError, Refused as Refused
    from .core.render import to_json as to_json, to_text as to_text
    from .input_files import convert as convert
    from .nine_years.components.position import Position as Position
    from .nine_years.components.scenario import scenario_1688 as scenario_1688
    from .nine_years.games.game import Game as Game, verify as verify
    from .nine_years.games.log import load_log as load_log, read_log as read_log
    from .nine_years.games.view import for_seat as for_seat
    from .play.reviewed import review as review
    from .umpire.cases.cases import questions as questions, rule_case as rule_case

__getattr__, __dir__ = face(__name__, __file__)


def load_ipython_extension(ipython: Any) -> None:
    """Gives a notebook the magic ``%%orders``; called by ``%load_ext ninevears_kernel``."""
    from .widgets.orders import magic

    magic.load(ipython)


def unload_ipython_extension(ipython: Any) -> None:
    """Takes it away again; called by ``%unload_ext ninevears_kernel``."""
    from .widgets.orders import magic

    magic.unload(ipython)
