"""One action round tried out: a war cut off where the round ends, with every outcome of its dice.

The enemy's decisions are answered by letting things be, and so are those that fate asks of the side itself,
such as whose corps a loss takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from ...core.dice import Dice, distribution
from ...core.messages import Message
from ...core.ruling_context import RulingContext
from ...nine_years.components.map_graph import bits
from ...nine_years.components.map_masks import PORTS, home
from ...nine_years.components.position import Position
from ...nine_years.components.powers import SAVOY
from ...nine_years.components.rule_tables import RuleTables
from ...nine_years.components.sides import Side, enemy
from ...nine_years.engine.agenda import STEP_RULES
from ...nine_years.engine.board import SHARED, Board
from ...nine_years.engine.engine import Engine
from ...nine_years.engine.notation import Action
from ...nine_years.rules import rulebook  # noqa: F401  registers every step and decision
from ...nine_years.rules.campaign.armies import spaces_of_free_leaders
from ...nine_years.rules.campaign.march import MOVEMENT_POINTS
from ...nine_years.rules.campaign.transfer import ONCE
from .lower_bounds import FAR, links_to

LETS_BE = ("pass", "stand", "done")
"""Verbs with which a player lets things be; where there is none of them, the first option is taken."""
FATED = ("losses", "retreat", "garrison-loss", "sea-loss")
"""Decisions that follow from dice: not among the choices of a plan."""
ROUND_ITEMS = ("action", "card")
"""Items of the agenda with which a round is open."""
UNKEPT = ("seed", "drawn")

Outcomes = Mapping[Hashable, tuple[Fraction, Engine]]
"""By their keys the boards that may follow, each with its probability."""


FATE = "battle.roll-commander"
"""What is rolled for to be above a number, and for nothing else (NY 16.3.3)."""


class FewestFaces:
    """Dice all of whose outcomes are gone through; where nothing matters but whether a die is above a number,
    two faces stand for all.
    """

    def __init__(self, dice: Dice, rule_tables: RuleTables) -> None:
        self._dice, self._rule_tables = dice, rule_tables
        self.hits, self.exchange, self.until = dice.hits, dice.exchange, dice.until
        self.last: tuple[int, ...] = ()

    def roll(self, sides: int = 6, *, wanted: Message) -> int:
        """One die."""
        if wanted.id == FATE:
            least = self._rule_tables.numbers.battle.commander_out + 1
            return sides if self._dice.hits(1, least, sides, wanted=wanted) else 1
        return self._dice.roll(sides, wanted=wanted)


class Round:
    """An action round of a side, from a position on.

    Attributes:
        side: whose round.
        start: the war at its first decision.
        assumed: the round was put there, as the position had none open for the side.
        answered: decisions that were answered without being asked, each with its answer.
        rolled: what was rolled for.
        known_targets: what conditions keep of their `targets`.
    """

    def __init__(
        self,
        position: Position,
        side: Side,
        rule_tables: RuleTables,
        readings: Mapping[str, str],
        actions: int = 3,
    ) -> None:
        self.side, self.rule_tables, self.readings = side, rule_tables, readings
        self.answered: dict[tuple[str, str, str], None] = {}
        self.rolled: dict[Message, None] = {}
        self.known_targets: dict[tuple[Any, ...], int | None] = {}
        board = Board(position, rule_tables)
        places = [place for place, item in enumerate(board.agenda) if item[0] in ROUND_ITEMS]
        waits = bool(places) and board.agenda[places[-1]][1] == side
        self.assumed = not waits
        if waits:
            # What comes after the round is none of its business: its steps are not carried out.
            board.agenda[:] = board.agenda[places[-1] :]
        else:
            board.agenda.clear()
            engine = Engine(board, self._context(None))
            STEP_RULES["round-end"].run(engine, enemy(side))  # every piece is free
            board.agenda[:] = [("action", side)]
            board.phase, board.active, board.actions_left = "campaign", side, actions
        self.start = Engine(board, self._context(None))
        self.start.advance()

    def _context(self, dice: Dice | None) -> RulingContext:
        return RulingContext(dice, self.readings, recorded=False, tables=self.rule_tables)

    def outcomes(self, engine: Engine, action: Action) -> Outcomes:
        """What may follow from one of the options, up to the side's next decision."""
        wars: dict[Hashable, Engine] = {}

        def played(dice: Dice) -> Hashable:
            twin = Engine(engine.board.copy(), self._context(FewestFaces(dice, self.rule_tables)))
            twin.carry_out(action)
            for _, wanted in twin.faces:
                self.rolled[wanted] = None
            self._go_on(twin)
            key = key_of(twin.board)
            wars[key] = twin
            return key

        return {key: (chance, wars[key]) for key, chance in distribution(played).items()}

    def _go_on(self, engine: Engine) -> None:
        """Answers what is not for the side to choose."""
        while engine.decision is not None:
            name = engine.board.agenda[-1][0]
            if engine.side == self.side and name not in FATED:
                return
            options = engine.options
            answer = next((one for one in options if one[0] in LETS_BE), options[0])
            self.answered[str(engine.side), name, str(answer[0])] = None
            engine.carry_out(answer)
            for _, wanted in engine.faces:
                self.rolled[wanted] = None

    def is_settled(self, engine: Engine) -> bool:
        """Whether no action is under way."""
        return engine.decision is None or engine.board.agenda[-1][0] in ROUND_ITEMS

    def choices_to(self, engine: Engine, targets: int) -> int:
        """The fewest choices with which a piece could enter, or act in, one of these spaces; none too many.

        Each piece acts once a round (NY 13.4.3): so it is a leader who has not acted that leads a force
        there from where he stands, or a piece that is transferred or sails there.

        Returns:
            `FAR` when it cannot be done in this round.
        """
        if engine.decision is None:
            return FAR
        board = engine.board
        if board.hand(self.side).events:
            return 0  # an event card may do anything
        name, *arguments = board.agenda[-1]
        away = links_to(self.side, targets)
        anew = self._anew(engine, targets, away)
        direct = FAR
        match name:
            case "action":
                return anew
            case "card":
                return 1
            case "force":
                _, space, leaders, _ = arguments
                direct = (not leaders) + away[space] if away[space] <= MOVEMENT_POINTS else FAR
            case "march":
                _, space, _, _, left = arguments
                direct = away[space] if away[space] <= left else FAR
            case "transfer" | "transfer-leader" | "transfer-corps":
                direct = 1 if self._open_to_transfers(board, targets) else FAR
            case "embark" | "sail-to":
                direct = 1 if PORTS & targets else FAR
            case "rally-corps":
                pass
            case _:
                return 0
        return min(direct, 1 + anew)

    def _anew(self, engine: Engine, targets: int, away: tuple[int, ...]) -> int:
        """The same by an action that is still to be begun."""
        board = engine.board
        if not board.actions_left:
            return FAR
        leaders = spaces_of_free_leaders(engine, self.side)
        nearest = min((away[space] for space in bits(leaders)), default=FAR)
        best = 2 + nearest if nearest <= MOVEMENT_POINTS else FAR  # campaign, whole, and a step for each link
        if PORTS & targets and PORTS & (board.free[self.side] | leaders):
            best = min(best, 2)  # sail, with
        if ONCE not in board.once_a_round and self._open_to_transfers(board, targets):
            best = min(best, 2)  # transfer, pick
        return best

    def _open_to_transfers(self, board: Board, targets: int) -> bool:
        """Whether a transfer may end in one of these spaces, about."""
        foe = enemy(self.side)
        own = board.control.of(self.side) & ~board.held[foe] | board.held[self.side]
        if self.readings.get("savoy-leaders") == "pass":
            own |= home(SAVOY)
        return bool(targets & own)


def key_of(board: Board) -> Hashable:
    """A value that is the same for boards on which the same may happen."""
    return (
        *(tuple(board.stacks[side]) for side in ("Bourbon", "Alliance")),
        tuple(sorted(board.garrisons.items())),
        tuple(board.where),
        tuple(board.state),
        tuple(board.agenda),
        *(getattr(board, name) for name in SHARED if name not in UNKEPT),
    )
