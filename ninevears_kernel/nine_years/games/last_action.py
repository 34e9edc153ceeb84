"""What was last done in a war, so that it can be shown: who went which way, and where it came to blows.

The last choice is played again on a copy with its steps recorded; a march is shown from its first step.
Leaders whose new place no step explains are found by comparing the positions before and after.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal

from ...core.messages import Message
from ...core.rulings import Step
from ..components.map import ZONES
from ..components.map_masks import NUMBER, SPACES
from ..components.position import Position
from ..components.powers import side_of
from ..components.sides import Side
from ..engine.agenda import Item, kinds_of
from ..engine.choices import SECRET, option_of
from ..engine.engine import Engine
from ..rules.campaign.sea_movement import passage
from ..rules.campaign.transfer import CORPS_POINTS, LEADER_POINTS, way
from .game import Game
from .record import Entry

Kind = Literal["march", "sea", "transfer", "retreat", "winter", "interception", "avoid", "placement", "other"]

ON_THE_MARCH = frozenset(
    {"to", "drop", "leave", "stop", "intercept", "pass", "stand", "avoid", "withdraw"}
    | {"event", "lose", "retreat"}
)
"""Verbs of the choices that belong to a march once it has begun."""
IN_AN_ACTION = frozenset(
    {"force", "march", "intercept", "meet", "battle-card", "losses", "retreat", "siege-card", "garrison-loss"}
    | {"transfer", "transfer-leader", "transfer-corps", "rally-corps", "embark", "sail-to", "sea-loss"}
)
"""Decisions that an action asks for once it has begun."""
HAPPENED = {
    "battle.joined": "battle",
    "siege.begins": "siege",
    "holding.besieged": "siege",
    "holding.taken": "taken",
}
"""Steps that tell what happened in a space."""


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces that went from one space to another.

    Attributes:
        side: whose.
        kind: how.
        way: the spaces and sea zones of their way, in order; one space for pieces that came from off the map.
        clause_id: the clause under which they went.
    """

    side: Side
    kind: Kind
    way: tuple[str, ...]
    clause_id: str

    @property
    def says(self) -> Message:
        """The move in a sentence, without the names of the pieces, which the enemy may not know."""
        by = [name for name in self.way[1:-1] if name not in ZONES] or [
            name for name in self.way[1:-1] if name in ZONES
        ]
        names = {"side": self.side, "origin": self.way[0], "space": self.way[-1], "by": Message.all_of(by)}
        if len(self.way) == 1:
            return Message("last.arrives", **names)
        if self.kind == "sea" and self.way[0] == self.way[-1]:
            return Message("last.turns-back", **names)
        return Message(f"last.{self.kind}-by" if by else f"last.{self.kind}", **names)


@dataclass(frozen=True, slots=True)
class LastAction:
    """What the last choice did; of a march, all that it did so far.

    Attributes:
        side: who chose.
        kind: the kind of its first move; else ``battle``, ``siege`` or ``taken``; ``other`` when none fits.
        moves: who went where, in order.
        happened: what else happened: ``battle``, ``siege`` or ``taken``, and in which space.
        says: all of it in sentences.
    """

    side: Side
    kind: str
    moves: tuple[Move, ...]
    happened: tuple[tuple[str, str], ...]
    says: tuple[Message, ...]


def last_action(game: Game) -> LastAction | None:
    """What was last done in a war; None before the first choice. The war stays as it is.

    >>> game = Game.new(seed=1690)
    >>> last_action(game) is None
    True
    >>> game.choose("first Alliance")
    >>> last_action(game).moves
    ()
    """
    entries = game.entries
    if not entries:
        return None
    twin = game.branch()
    first = len(entries) - 1
    twin.undo(first)
    while _marches(twin.engine.board.agenda[-1]) and first and entries[first - 1].action[0] in ON_THE_MARCH:
        twin.undo(first - 1)
        if not _marches(twin.engine.board.agenda[-1]):
            twin.redo()
            break
        first -= 1
    twin.recorded = True
    before = twin.position
    tracks = _Tracks(before)
    for _ in entries[first:]:
        item, board = twin.engine.board.agenda[-1], twin.engine.board.copy()
        twin.redo()  # with the same dice, also those that were rolled at a table
        tracks.follow(item, twin.steps, Engine(board, twin.engine.context))
    tracks.compare(twin.position)
    return _describe(entries[-1], tracks, game)


def actions_since(game: Game, first: int) -> tuple[tuple[int, LastAction], ...]:
    """What was done since a place in the war; an action with its force, its march and its fights counts once.

    Args:
        game: the war; it stays as it is.
        first: how many choices were made before the first that is told.

    Returns:
        Each action after how many choices it began, in order.

    >>> game = Game.new(seed=1690)
    >>> game.choose("first Alliance")
    >>> [(number, str(action.says[0])) for number, action in actions_since(game, 0)]
    [(0, 'The Alliance side goes first.')]
    """
    twin = game.branch()
    twin.undo(first)
    twin.recorded = True
    actions: list[tuple[int, Entry, _Tracks]] = []
    for number, entry in enumerate(game.entries[first:], first):
        item, board = twin.engine.board.agenda[-1], twin.engine.board.copy()
        if not actions or not continues(item, actions[-1][1]):
            now = twin.position  # the end of one action is the beginning of the next
            if actions:
                actions[-1][2].after = now
            actions.append((number, entry, _Tracks(now)))
        tracks = actions[-1][2]
        twin.redo()
        tracks.follow(item, twin.steps, Engine(board, twin.engine.context))
    if actions:
        actions[-1][2].after = twin.position
    for _, _, tracks in actions:
        tracks.compare(tracks.after)
    return tuple((number, _describe(entry, tracks, game)) for number, entry, tracks in actions)


def continues(item: Item, began: Entry) -> bool:
    """Whether a decision belongs to the action that began with an entry.

    Args:
        item: the decision, as it stands on the agenda.
        began: the choice that began the action.

    >>> begun = Entry(1690, "campaign", "Alliance", ("campaign", 3), ())
    >>> continues(("march", "Alliance", 3, (), (), 0), begun)
    True
    """
    return item[0] in IN_AN_ACTION or (item[0] == "station" and began.action[0] == "reassign")


def _marches(item: Item) -> bool:
    """Whether a decision belongs to a march: it bears its force, or two armies meet in it."""
    return item[0] in ("march", "intercept", "meet", "battle-card", "losses", "retreat")


class _Tracks:
    """Where pieces are, and the moves that brought them there."""

    def __init__(self, before: Position) -> None:
        self.moves: list[Move] = []
        self.happened: list[tuple[str, str]] = []
        self.position = self.after = before
        self.places = {one.name: one.space for one in before.leaders}
        self.at = ""

    def follow(self, item: Item, steps: tuple[Step, ...], engine: Engine) -> None:
        """Takes up what a choice has caused; `engine` is on the board as it was before."""
        if spaces := [item[n] for n in _spaces_of(item)]:
            self.at = SPACES[spaces[-1]].name
        for step in steps:
            values = step.says.values
            if step.says.id in HAPPENED:
                self.happened.append((HAPPENED[step.says.id], values["space"]))
            self._move(step, values, item, engine)

    def _move(self, step: Step, values: Any, item: Item, engine: Engine) -> None:
        clause = step.clause_id
        match step.says.id:
            case "march.enters":
                self._march(values["side"], values["space"], clause)
            case "intercept.succeeded":
                side = engine.rule_tables.leaders[engine.rule_tables.leader_number[values["leader"]]].side
                self._leader(side, "interception", values["leader"], values["space"], clause)
            case "avoid.succeeded" | "retreat.to" as id:
                kind: Kind = "avoid" if id == "avoid.succeeded" else "retreat"
                self.moves.append(Move(values["side"], kind, (self.at, values["space"]), clause))
            case "sea.sails":
                zones = passage(engine.board, item[1], NUMBER[values["origin"]], NUMBER[values["space"]])
                self.moves.append(Move(item[1], "sea", (values["origin"], *zones, values["space"]), clause))
            case "sea.turns-back":
                gone = self.moves.pop()
                self.moves.append(Move(gone.side, "sea", (*gone.way[:-1], gone.way[0]), clause))
            case "transfer.leader-goes" | "transfer.corps-goes" as id:
                leader = id == "transfer.leader-goes"
                points = LEADER_POINTS if leader else CORPS_POINTS
                origin, to = NUMBER[values["origin"]], NUMBER[values["space"]]
                path = tuple(SPACES[n].name for n in way(engine, item[1], origin, points, leader, to)[1])
                self.moves.append(Move(item[1], "transfer", path, clause))
            case "leaders.stationed":
                self._leader(item[1], "placement", values["leader"], values["space"], clause)
            case "winter.rests":
                ways = (values["origin"], values["space"])
                self.moves.append(Move(values["side"], "winter", ways, clause))
            case "holding.leader-moved" | "retreat.leader" if values["space"]:
                side = engine.rule_tables.leaders[engine.rule_tables.leader_number[values["leader"]]].side
                self._leader(side, "retreat", values["leader"], values["space"], clause)

    def _march(self, side: Side, space: str, clause: str) -> None:
        last = self.moves[-1] if self.moves else None
        if last and last.kind == "march" and last.way[-1] == self.at:
            self.moves[-1] = Move(side, "march", (*last.way, space), clause)
        else:
            self.moves.append(Move(side, "march", (self.at, space), clause))
        self.at = space

    def _leader(self, side: Side, kind: Kind, leader: str, space: str, clause: str) -> None:
        origin = self.places.get(leader)
        move = Move(side, kind, (space,) if origin in (None, space) else (str(origin), space), clause)
        self.places[leader] = space
        if move not in self.moves:
            self.moves.append(move)

    def compare(self, after: Position) -> None:
        """Adds the moves of leaders that no step has named."""
        before = {one.name: one.space for one in self.position.leaders}
        ends: dict[str, set[str]] = {}
        for move in self.moves:
            for a, b in combinations(move.way, 2):  # some may have been left behind on the way
                ends.setdefault(a, set()).add(b)
        for leader in after.leaders:
            origin, side = before.get(leader.name), side_of(after, leader.power)
            if origin is None or leader.space in (None, origin) or side is None:
                continue
            if leader.space not in _from(ends, origin):
                move = Move(side, "other", (origin, str(leader.space)), "NY 14.3")
                if move not in self.moves:
                    self.moves.append(move)


def _from(ends: dict[str, set[str]], origin: str) -> set[str]:
    """Where a chain of moves leads from a space."""
    found, new = {origin}, {origin}
    while new:
        new = {to for space in new for to in ends.get(space, ())} - found
        found |= new
    return found


def _spaces_of(item: Item) -> list[int]:
    """The places of the spaces among the arguments of an item."""
    return [place for place, kind in enumerate(kinds_of(item[0]), 1) if kind == "space"]


def _describe(entry: Entry, tracks: _Tracks, game: Game) -> LastAction:
    moves, happened = tuple(tracks.moves), tuple(dict.fromkeys(tracks.happened))
    says = [move.says for move in moves]
    for what, space in happened:
        if what == "siege" and ("taken", space) in happened:
            continue  # the siege is over
        says.append(Message(f"last.{what}-in", space=space))
    if not says:
        verb = entry.action[0]
        secret = verb in SECRET
        says.append(
            Message("last.secret", side=entry.side)
            if secret
            else option_of(entry.action, game.rule_tables).says
        )
    kind = moves[0].kind if moves else happened[0][0] if happened else "other"
    return LastAction(entry.side, kind, moves, happened, tuple(says))
