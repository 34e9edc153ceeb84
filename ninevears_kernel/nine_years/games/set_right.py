"""What an umpire sets right in a war: a block of the log, and what it does to the choices behind it.

    umpire: substitute 27  # set right by the umpire
      reason: The march went through a space of the enemy.
      choice: campaign Mainz
      carried: 2
      kept: 1 41
      instead: Bourbon: campaign Philippsburg
      instead: roll 4  (the siege of Liege)
      check: 0123456789abcdef

The block stands before the choice whose number it names. Dice that fell before are kept where the same roll
is made again; others come from a seed of their own, so that nobody knows them. What stood there before is
told in the block and plays no more.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from ...core.clauses import carries_out
from ...core.errors import BadInput, DiceMissing, one_line
from ...core.messages import Message, say
from ...input_files import parse_data
from ..components.changes import changed
from ..components.piece_numbers import POWER_NUMBER, SIDE_OF_CORPS
from ..components.position import MOST_SEED, Position
from ..components.powers import power_named
from ..components.rule_tables import RuleTables
from ..components.sides import Side
from ..engine.engine import Engine, Lines, Roll
from ..engine.notation import Action
from ..engine.seeded_dice import TableDice, WarDice, other_seed, shuffled
from .record import PASTS, REMEDIES, Entry, KeptDice, Otherwise, Past, Remedy, SetRight
from .save_checks import check, check_war

UMPIRE = "umpire"
"""What the first line of a block begins with."""
FIELDS = ("reason", "choice", "carried", "past", "seed", "edit", "kept", "instead", "check")
"""The lines of a block, in their order."""
SEVERAL = ("edit", "kept", "instead")
"""Those of which there may be several."""
MOST_REASON = 600
"""Characters of a reason."""
MOST_INSTEAD = 400
"""Characters of a line that is replaced; what is longer is cut."""
MOST_DECIDED = 500
"""Decisions in one log."""
MOST_EDITS = 60
"""Corrections of the position in one decision."""
COVERED_EDITS = ("corps", "leader")
"""What is corrected where the other side may not see it."""

_HEAD = re.compile(rf"{UMPIRE}:\s*(\w+)\s+([1-9][0-9]{{0,5}})(?:\s+#.*)?")
_KEPT = re.compile(r"([0-9]{1,6})(?:\s+([1-6]{1,1000}))?(?:\s+([0-9]{1,19}):([0-9]{1,12}))?")


class Running(NamedTuple):
    """A decision of the umpire, and how many choices were made before it."""

    one: SetRight
    begun: int


# ---- what it does


def in_force(entries: Sequence[Entry], at_start: Sequence[SetRight], place: int) -> Running | None:
    """The umpire's decision that bears on the choice at a place, if any does.

    Args:
        entries: the choices of the war.
        at_start: what was decided before the first.
        place: how many choices were made before it.
    """
    for made in range(place, 0, -1):
        entry = entries[made - 1]
        if entry.then:
            return Running(entry.then[-1], made)
        if entry.otherwise is not None:  # from there on with dice of its own
            return None
    return Running(at_start[-1], 0) if at_start else None


def with_other_dice(engine: Engine, seed: int) -> None:
    """Gives a war dice of another seed from here on.

    Args:
        engine: a war whose dice come from a seed.
        seed: the seed.
    """
    dice = engine.context.dice
    assert isinstance(dice, WarDice)
    dice.seed = engine.board.seed = seed


def with_other_cards(engine: Engine) -> None:
    """Lays the cards that nobody has drawn in another order.

    Args:
        engine: a war whose dice come from a seed.
    """
    board, dice = engine.board, engine.context.dice
    assert isinstance(dice, WarDice)
    board.action_deck = shuffled(board.action_deck, dice)
    board.event_deck = shuffled(board.event_deck, dice)
    board.drawn = dice.drawn


def begin_otherwise(engine: Engine, otherwise: Otherwise) -> None:
    """Gives a war dice of its own from here on, and lays the cards that nobody has drawn in another order.

    Args:
        engine: a war whose dice come from a seed, before the first choice of a branch.
        otherwise: the branch.
    """
    board = engine.board
    with_other_dice(engine, otherwise.seed or other_seed(board.seed, board.drawn, otherwise.number))
    with_other_cards(engine)


def settle(engine: Engine, one: SetRight, number: int) -> None:
    """Lets a decision of the umpire take effect, before the choice that it is about.

    Args:
        engine: the war.
        one: the decision.
        number: how many of them the log has, with this one.

    Raises:
        BadInput: the position cannot be corrected so.
    """
    board = engine.board
    if not isinstance(engine.context.dice, TableDice) and (one.past or one.remedy != "rewind"):
        with_other_dice(engine, one.seed or other_seed(board.seed, board.drawn, number, "umpire"))
    if not one.choice:
        _correct(engine, one.edits)
    if not _covered(one):
        _lay_anew(engine, one)


def carried_on(engine: Engine, action: Action, place: int, running: Running | None) -> tuple[Roll, ...]:
    """Carries out a choice as far as an umpire's decision bears on it.

    Args:
        engine: the war.
        action: the choice, legal or one that stands.
        place: how many choices were made before it.
        running: the decision in force.

    Returns:
        The dice that were rolled.

    Raises:
        BadInput: the position cannot be corrected so.
    """
    if running is None or (since := place - running.begun) >= _covered(running.one):
        engine.carry_out(action)
        return tuple(engine.faces)
    one, dice = running.one, engine.context.dice
    laid = _laid(one, since) if isinstance(dice, WarDice) and not isinstance(dice, TableDice) else None
    if laid is None:
        engine.carry_out(action)
    else:
        assert isinstance(dice, WarDice)
        dice.kept = [int(face) for face in reversed(laid.faces)]
        dice.cards = (laid.seed, laid.number) if laid.number >= 0 else None
        try:
            engine.carry_out(action)
        finally:
            dice.kept, dice.cards = [], None
    rolls = tuple(engine.faces)
    if since == 0 and one.choice:
        _correct(engine, one.edits)
        if one.forces and not one.edits:
            _check(engine.board.position(), engine.rule_tables)
    if since + 1 == _covered(one):
        _lay_anew(engine, one)
    return rolls


def _laid(one: SetRight, since: int) -> KeptDice | None:
    """What is kept of the dice of a choice, by how many were made since the decision."""
    at = bisect_left(one.kept, since, key=attrgetter("place"))
    return one.kept[at] if at < len(one.kept) and one.kept[at].place == since else None


def _covered(one: SetRight) -> int:
    """How many choices were made anew by a decision."""
    return bool(one.choice) + one.carried


def _lay_anew(engine: Engine, one: SetRight) -> None:
    """Where players had seen more than is played now, the cards to come are others."""
    if one.past and not isinstance(engine.context.dice, TableDice):
        with_other_cards(engine)


def _correct(engine: Engine, edits: Sequence[str]) -> None:
    """Makes the umpire's corrections of the position.

    Raises:
        BadInput: an edit cannot be made, the war could not go on from there, or it would roll a die at once.
    """
    if not edits:
        return
    board, rule_tables = engine.board, engine.rule_tables
    data = [parse_data(edit, is_toml=False) for edit in edits]
    position = changed(board.position(), data, "edits", rule_tables)
    try:
        _check(position, rule_tables)
    except BadInput as error:
        raise error.within("edits") from None
    rolled, passed = [*engine.faces], [*engine.passed]
    board.lay_out(position)
    engine.lines = Lines(None, None, (), False, {})
    try:
        engine.advance()
    except DiceMissing:
        raise BadInput("edits", Message("setright.found-roll"), Message("setright.expected-choice")) from None
    if len(engine.faces) > len(rolled):
        raise BadInput("edits", Message("setright.found-roll"), Message("setright.expected-choice"))
    engine.faces[:], engine.passed[:] = rolled, [*passed, *engine.passed[len(passed) :]]


def _check(position: Position, rule_tables: RuleTables) -> None:
    """Checks that a war can go on from a position to which the rules did not lead.

    Raises:
        BadInput: it cannot.
    """
    check(position, rule_tables)
    check_war(position, rule_tables)


# ---- its text


def block_of(one: SetRight) -> list[str]:
    """The lines of a decision in the umpire's own log.

    Args:
        one: the decision.

    >>> block_of(SetRight("rewind", 3, "Out of turn."))[:2]
    ['umpire: rewind 3  # set right by the umpire: back to before this choice', '  reason: Out of turn.']
    """
    lines = [*_bare(one), f"check: {_checked(one)}"]
    return [_head(one), *(f"  {line}" for line in lines)]


def block_for(one: SetRight, hidden: Sequence[Side], rule_tables: RuleTables) -> list[str]:
    """The same as a seat may see it: no seed, no dice, nothing of what lies covered.

    Args:
        one: the decision.
        hidden: the sides whose cards and covered pieces the seat may not see.
        rule_tables: the tables in force, which name the leaders.
    """
    lines = [f"reason: {one.reason}"]
    lines += [f"carried: {one.carried}"] if one.carried else []
    for edit in one.edits:
        if _is_covered(edit, hidden, rule_tables):
            edit = f"# {one_line(say('setright.covered'))}"
        lines.append(f"edit: {edit}")
    return [_head(one), *(f"  {line}" for line in lines)]


@carries_out("NY 4.4")
def _is_covered(edit: str, hidden: Sequence[Side], rule_tables: RuleTables) -> bool:
    """Whether a correction may not be told: it names a piece of a hidden side, or cannot be read."""
    try:
        data = parse_data(edit, is_toml=False)
        what = next((data[verb] for verb in ("set", "add", "remove") if verb in data), "")
        if what not in COVERED_EDITS:
            return False
        power = data.get("power")
        if power is None:
            power = rule_tables.leaders[rule_tables.leader_number[data["name"]]].power
        return SIDE_OF_CORPS[POWER_NUMBER[power_named(power).name] << 3] in hidden
    except (BadInput, LookupError, TypeError, AttributeError):
        return True


def _head(one: SetRight) -> str:
    return f"{UMPIRE}: {one.remedy} {one.decision}  # {one_line(say(f'setright.remark-{one.remedy}'))}"


def _bare(one: SetRight) -> Iterator[str]:
    """The lines of a block but for its first and its last."""
    yield f"reason: {one.reason}"
    if one.choice:
        yield f"choice: {one.choice}"
    if one.carried:
        yield f"carried: {one.carried}"
    if one.past:
        yield f"past: {one.past}"
    if one.seed:
        yield f"seed: {one.seed}"
    for edit in one.edits:
        yield f"edit: {edit}"
    for kept in one.kept:
        cards = f"{kept.seed}:{kept.number}" if kept.number >= 0 else ""
        yield " ".join(filter(None, (f"kept: {kept.place}", kept.faces, cards)))
    for line in one.instead:
        yield f"instead: {line}"


def _checked(one: SetRight) -> str:
    """What tells that somebody changed a line of a block by hand."""
    lines = f"{one.remedy} {one.decision}", *_bare(one)
    return sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:16]


def tidy(text: str, most: int) -> str:
    """A text as a line of a block can hold it: on one line, without blanks around it, and not too long."""
    line = one_line(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def is_block(text: str) -> bool:
    """Whether a line begins a decision of the umpire.

    >>> is_block("umpire: rewind 27"), is_block("Bourbon: pass")
    (True, False)
    """
    return text.startswith(f"{UMPIRE}:")


def field_of(text: str) -> tuple[str, str] | None:
    """Name and value of a further line of a block, or None when it is none.

    >>> field_of("reason: Out of turn."), field_of("Bourbon: pass")
    (('reason', 'Out of turn.'), None)
    """
    name, colon, value = text.partition(":")
    return (name, value.strip()) if colon and name in FIELDS else None


def read_block(texts: Sequence[str]) -> tuple[SetRight | None, int]:
    """The decision of a block.

    Args:
        texts: its lines, without what stands around them.

    Returns:
        The decision, and 0; or None, and the place of the line at fault.
    """
    if odd := [place for place, text in enumerate(texts) if not text.isprintable()]:
        return None, odd[0]
    found = _HEAD.fullmatch(texts[0])
    remedy: Remedy | None = next((one for one in REMEDIES if found and one == found[1]), None)
    if found is None or remedy is None:
        return None, 0
    values: dict[str, list[str]] = {name: [] for name in FIELDS}
    at = 0
    for place, text in enumerate(texts[1:], 1):
        field = field_of(text)
        if (
            field is None
            or FIELDS.index(field[0]) < at  # each in its order
            or (values[field[0]] and field[0] not in SEVERAL)
        ):
            return None, place
        at = FIELDS.index(field[0])
        values[field[0]].append(field[1])
    kept = [_kept(value) for value in values["kept"]]
    past: Past = next((past for past in PASTS if [past] == values["past"]), "")
    numbers = [*values["carried"], *values["seed"]]
    if (
        not values["reason"]
        or None in kept
        or not all(one and two and one.place < two.place for one, two in pairwise(kept))
        or (values["past"] and not past)
        or len(values["edit"]) > MOST_EDITS
        or not all(re.fullmatch("[1-9][0-9]{0,18}", number) for number in numbers)
    ):
        return None, 0
    one = SetRight(
        remedy,
        int(found[2]),
        values["reason"][0],
        "".join(values["choice"]),
        int("".join(values["carried"]) or 0),
        past,
        int("".join(values["seed"]) or 0),
        tuple(values["edit"]),
        tuple(dice for dice in kept if dice is not None),
        tuple(values["instead"]),
    )
    if one.seed > MOST_SEED or values["check"] != [_checked(one)]:
        return None, len(texts) - 1
    return one, 0


def _kept(value: str) -> KeptDice | None:
    found = _KEPT.fullmatch(value)
    if found is None or int(found[3] or 0) > MOST_SEED:
        return None
    return KeptDice(int(found[1]), found[2] or "", int(found[3] or 0), int(found[4] or -1))
