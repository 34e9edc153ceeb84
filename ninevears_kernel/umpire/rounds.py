"""One action round tried out: a war cut off where the round ends, with every outcome of its dice.

The enemy's decisions are answered by letting things be, and so are those that fate asks of the side itself,
such as whose corps a loss takes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction

from ..core.dice import Dice, distribution
from ..core.hearing import Hearing
from ..core.messages import Message
from ..nine_years import rulebook  # noqa: F401  registers every step and decision
from ..nine_years.agenda import STEP_RULES
from ..nine_years.armies import spaces_of_free_leaders
from ..nine_years.board import SHARED, Board
from ..nine_years.kit import Kit
from ..nine_years.land import PORTS, home
from ..nine_years.march import MOVEMENT_POINTS
from ..nine_years.notation import Action
from ..nine_years.position import Position
from ..nine_years.powers import SAVOY
from ..nine_years.sides import Side, enemy
from ..nine_years.supply_network import bits
from ..nine_years.transfer import ONCE
from ..nine_years.war import War
from .out_of_reach import FAR, links_to

LETS_BE = ("pass", "stand", "done")
"""Verbs with which a player lets things be; where there is none of them, the first option is taken."""
FATED = ("losses", "retreat", "garrison-loss", "sea-loss")
"""Decisions that follow from dice: not among the choices of a plan."""
ROUND_ITEMS = ("action", "card")
"""Items of the agenda with which a round is open."""
UNKEPT = ("seed", "drawn")

Outcomes = Mapping[Hashable, tuple[Fraction, War]]
"""By their keys the boards that may follow, each with its probability."""


FATE = "battle.roll-commander"
"""What is rolled for to be above a number, and for nothing else (NY 16.3.3)."""


class FewestFaces:
    """Dice all of whose outcomes are gone through; where nothing matters but whether a die is above a number,
    two faces stand for all.
    """

    def __init__(self, dice: Dice, kit: Kit) -> None:
        self._dice, self._kit = dice, kit
        self.hits, self.exchange, self.until = dice.hits, dice.exchange, dice.until
        self.last: tuple[int, ...] = ()

    def roll(self, sides: int = 6, *, wanted: Message) -> int:
        """One die."""
        if wanted.id == FATE:
            least = self._kit.tables.battle.commander_out + 1
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
    """

    def __init__(
        self, position: Position, side: Side, kit: Kit, readings: Mapping[str, str], actions: int = 3
    ) -> None:
        self.side, self.kit, self.readings = side, kit, readings
        self.answered: dict[tuple[str, str, str], None] = {}
        self.rolled: dict[Message, None] = {}
        board = Board(position, kit)
        places = [place for place, item in enumerate(board.agenda) if item[0] in ROUND_ITEMS]
        waits = bool(places) and board.agenda[places[-1]][1] == side
        self.assumed = not waits
        if waits:
            # What comes after the round is none of its business: its steps are not carried out.
            board.agenda[:] = board.agenda[places[-1] :]
        else:
            board.agenda.clear()
            war = War(board, self._hearing(None))
            STEP_RULES["round-end"].run(war, enemy(side))  # every piece is free
            board.agenda[:] = [("action", side)]
            board.phase, board.active, board.actions_left = "campaign", side, actions
        self.start = War(board, self._hearing(None))
        self.start.advance()

    def _hearing(self, dice: Dice | None) -> Hearing:
        return Hearing(dice, self.readings, recorded=False, tables=self.kit)

    def outcomes(self, war: War, action: Action) -> Outcomes:
        """What may follow from one of the options, up to the side's next decision."""
        wars: dict[Hashable, War] = {}

        def played(dice: Dice) -> Hashable:
            twin = War(war.board.copy(), self._hearing(FewestFaces(dice, self.kit)))
            twin.carry_out(action)
            for _, wanted in twin.faces:
                self.rolled[wanted] = None
            self._go_on(twin)
            key = key_of(twin.board)
            wars[key] = twin
            return key

        return {key: (chance, wars[key]) for key, chance in distribution(played).items()}

    def _go_on(self, war: War) -> None:
        """Answers what is not for the side to choose."""
        while war.decision is not None:
            name = war.board.agenda[-1][0]
            if war.side == self.side and name not in FATED:
                return
            options = war.options
            answer = next((one for one in options if one[0] in LETS_BE), options[0])
            self.answered[str(war.side), name, str(answer[0])] = None
            war.carry_out(answer)
            for _, wanted in war.faces:
                self.rolled[wanted] = None

    def is_settled(self, war: War) -> bool:
        """Whether no action is under way."""
        return war.decision is None or war.board.agenda[-1][0] in ROUND_ITEMS

    def choices_to(self, war: War, targets: int) -> int:
        """The fewest choices with which a piece could enter, or act in, one of these spaces; none too many.

        Each piece acts once a round (NY 13.4.3): so it is a leader who has not acted that leads a force
        there from where he stands, or a piece that is transferred or sails there.

        Returns:
            `FAR` when it cannot be done in this round.
        """
        if war.decision is None:
            return FAR
        board = war.board
        if board.hand(self.side).events:
            return 0  # an event card may do anything
        name, *arguments = board.agenda[-1]
        away = links_to(self.side, targets)
        anew = self._anew(war, targets, away)
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

    def _anew(self, war: War, targets: int, away: tuple[int, ...]) -> int:
        """The same by an action that is still to be begun."""
        board = war.board
        if not board.actions_left:
            return FAR
        leaders = spaces_of_free_leaders(war, self.side)
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
