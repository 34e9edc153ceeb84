"""What an umpire decides about a choice that was wrong, as a page asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from secrets import randbelow
from typing import Any

from ..core.errors import BadInput
from ..core.messages import Message
from ..nine_years.components.position import MOST_SEED, Position
from ..nine_years.engine.choices import option_of
from ..nine_years.games.game import Game
from ..nine_years.games.set_right import MOST_REASON, tidy
from ..play.branches import seeds_of
from ..play.moments import war_at
from ..play.session import Session
from ..play.table_seat import MOST_TYPED
from ..umpire.setting_right.opened import open_log
from ..umpire.setting_right.remedies import rewind, set_right, stand, substitute

MOST_CHOICES = 60


def recent_choices(war: Session) -> list[tuple[int, str]]:
    """The last choices, the newest first: the number by which `put_right` takes each, and what was chosen.

    Args:
        war: as the umpire sees it.

    >>> war = Session(seed=1690, bourbon="person", alliance="person")
    >>> war.choose("first Alliance")
    >>> recent_choices(war)
    [(1, '1688: The Alliance side goes first.')]
    """
    done = war.moments[: war.place][-MOST_CHOICES:]
    return [(one.number + 1, f"{one.here.year}: {war.describe(one)}") for one in reversed(done)]


def choices_instead(game: Game, decision: object) -> dict[str, Any]:
    """What could have been chosen in the place of a choice, each in the notation and in a sentence; what does
    the same thing comes first.

    Args:
        game: the war.
        decision: the number of the choice, from 1.

    Raises:
        BadInput: there is no such choice.

    >>> game = Game.new(1690)
    >>> game.choose("first Alliance")
    >>> [text for text, _ in choices_instead(game, 1)["instead"]]
    ['first Bourbon']
    """
    if isinstance(decision, bool) or not isinstance(decision, int) or not 0 < decision <= len(game):
        raise BadInput("decision", str(decision)[:40], Message("expected.between", least=1, most=len(game)))
    there, made = war_at(game, decision - 1), game.entries[decision - 1].action
    actions = sorted(there.engine.options, key=lambda action: action[0] != made[0])
    options = [option_of(action, game.rule_tables) for action in actions if action != made]
    return {"instead": [[one.text, str(one.says)] for one in options]}


def put_right(
    game: Game,
    asked: object,
    corrections: Callable[[int, Position], list[dict[str, Any]]],
    shown: Collection[int] = (),
) -> tuple[Game, str]:
    """A war as it goes on after a decision of the umpire, which stands in its log.

    Args:
        game: the war.
        asked: ``decision``, the number of the choice; ``remedy``: ``rewind``, ``substitute`` (with
            ``choice``) or ``stand`` (with ``edits``, or with the ``ruling`` that has corrected the position);
            and the ``reason``.
        corrections: gives the edits of a ruling, which is about the position behind the choice.
        shown: seeds that somebody may know: a war that went on with one gets another.

    Returns:
        The war, and the reason.

    Raises:
        BadInput: it is none of these, or cannot be done.
        BadEntry: it does not fit.
    """
    if not isinstance(asked, Mapping):
        raise BadInput("set-right", str(asked)[:40], Message("expected.object"))
    opened = open_log(game.log, asked.get("decision"))
    known = seeds_of(opened.game)[-1] in shown
    if known:
        opened = replace(opened, seed=1 + randbelow(MOST_SEED))
    remedy, choice, edits = (asked.get(name) for name in ("remedy", "choice", "edits"))
    if remedy == "rewind":
        worked = rewind(opened)
    elif remedy == "substitute" and isinstance(choice, str) and len(choice) <= MOST_TYPED:
        worked = substitute(opened, choice)
    elif remedy == "stand" and isinstance(ruling := asked.get("ruling"), int):
        behind = stand(replace(opened, rest=(), cut=None)).position
        worked = stand(opened, corrections(ruling, behind))
    elif remedy == "stand" and isinstance(edits, list):
        worked = stand(opened, edits)
    else:
        raise BadInput("set-right", str(remedy)[:40], Message("expected.object"))
    if known:
        worked = replace(worked, past=worked.past or "card")
    reason = tidy(str(asked.get("reason") or ""), MOST_REASON)
    return set_right(opened, worked, reason), reason
