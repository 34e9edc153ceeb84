"""Every chapter of the rules: importing this registers all steps, decisions and words of event cards."""

from __future__ import annotations

from . import fleets, king_william, refusals, sequence, victory
from .campaign import (
    actions,
    avoidance,
    battle,
    force,
    interception,
    march,
    rally,
    replacement,
    retreat,
    rounds,
    sea_movement,
    siege,
    transfer,
)
from .events import choices, conditions, effects, phase as event_phase
from .reinforcement import leaders, phase as reinforcement_phase, spending
from .winter import peace, phase as winter_phase, revolution, savoy, withdrawal

CHAPTERS = (
    *(sequence, event_phase, king_william, effects, choices, conditions),
    *(spending, reinforcement_phase, leaders),
    *(rounds, actions, transfer, replacement, rally, sea_movement, fleets, force),
    *(march, interception, avoidance, battle, retreat, siege),
    *(winter_phase, withdrawal, savoy, revolution, peace, victory),
    refusals,
)
"""In the order of play."""
