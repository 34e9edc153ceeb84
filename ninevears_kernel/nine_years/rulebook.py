"""Every chapter of the rules: importing this registers all steps and decisions of the agenda."""

from __future__ import annotations

import importlib
import importlib.util

CHAPTERS = (
    "sequence",
    "event_phase",
    "king_william",
    "event_effects",
    "resource_spending",
    "reinforcements",
    "leaders_transfer",
    "campaign_phase",
    "action_menu",
    "transfer",
    "replacement",
    "rally",
    "sea_movement",
    "fleets",
    "campaign_force",
    "march",
    "interception",
    "battle",
    "retreat",
    "siege",
    "winter",
    "winter_withdrawal",
    "savoy",
    "revolution",
    "peace",
    "victory",
)
for _name in CHAPTERS:
    if importlib.util.find_spec(f"{__package__}.{_name}"):
        importlib.import_module(f"{__package__}.{_name}")
