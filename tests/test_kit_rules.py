"""The numbers of ``data/kit_rules.toml`` are those that the register says."""

from collections.abc import Mapping
from itertools import zip_longest

from every_row import every_row

from ninevears_kernel.core.clauses import clause
from ninevears_kernel.nine_years.components.rule_tables import standard_data

SAID = {
    "stacking.limit": ("NY 4.1.1", "At most {} corps of one side stack"),
    "victory_points.fortress": ("NY 6.1.2", "shifts the VP marker {} towards the captor"),
    "victory_points.capital": ("NY 6.1.2", "({} for a capital)"),
    "victory_points.famous_victory": ("NY 6.1.2", "A famous victory shifts it {} (16.5)"),
    "victory_points.highest": ("NY 6.1.2", "runs from 0 to {};"),
    "garrison.most": ("NY 17.3", "Up to {} corps may withdraw"),
    "garrison.full": ("NY 17.4", "plus {} for a full corps"),
    "garrison.reduced": ("NY 17.4", "and {} for a reduced corps"),
    "interception.needed": ("NY 14.6.2", "BR: {} or more succeeds"),
    "interception.red_link": ("NY 14.6.2", "{:+} across a red link"),
    "interception.fortified_line": ("NY 14.6.2", "{:+} when the space has a fortified line"),
    "avoidance.needed": ("NY 14.7.2", "BR: {} or more succeeds"),
    "fortified_lines.corps": ("NY 15.2", "at least {} friendly corps"),
    "fortified_lines.levels_a_turn": ("NY 15.2", {1: "at most one level a turn in one space"}),
    "fortified_lines.highest": ("NY 15.1", "level 1 to {} in"),
    "fortified_lines.passed_above": ("NY 15.4", "it must beat {} plus the level"),
    "battle.full": ("NY 16.2.1", "{} points for a full corps"),
    "battle.reduced": ("NY 16.2.1", "{} for a reduced one"),
    "battle.without_leader": ("NY 16.2.1", "({} corps without a leader)"),
    "battle.demoralised": ("NY 16.2.2", "{:+} if a committed corps or the commander is demoralised"),
    "battle.red_link": ("NY 16.2.2", {-1: "the attacker subtracts 1 across a red link"}),
    "battle.losses": ("NY 16.2.3", lambda losses: _factors(losses)),
    "battle.sure_hit": ("NY 16.2.3", "at least 1 hit on a modified {} or more"),
    "battle.commander_out": ("NY 16.3.2", "on a {} he is out"),
    "battle.into_fortress": ("NY 16.4", "else up to {} corps"),
    "famous_victory.hits_more": ("NY 16.5", "at least {} hits more"),
    "famous_victory.strength": ("NY 16.5", "at least {} strength points"),
    "siege.continuing": ("NY 17.5.2", "{:+} for a Continuing Siege marker"),
    "siege.twice": ("NY 17.5.2", "{:+} if the assigned corps are twice the FDV"),
    "siege.demoralised": ("NY 17.5.2", "{:+} if the commander is demoralised"),
    "siege.limited": ("NY 17.5.3", "{:+} to the roll"),
    "siege.results": ("NY 17.5.2", lambda results: _siege_results(results)),
    "sea_movement.enemy": ("NY 14.5.2", "{:+} if a zone is enemy"),
    "sea_movement.arrives": ("NY 14.5.2", "On a result of {} or more the group arrives"),
    "sea_movement.one_reduced": ("NY 14.5.2", "; {}: one moving corps is reduced"),
    "king_william.support": ("NY 18.2", "{} in their favour on the next roll"),
    "king_william.strengthened": ("NY 18.3", "{0:+} or -{0} for a position strengthened"),
    "king_william.cost": ("NY 18.2", "For {} RP, once a turn"),
    "king_william.bourbon": ("NY 18.3", "{} or less one cell towards the Bourbons"),
    "king_william.alliance": ("NY 18.3", "{} or more one cell towards the Alliance"),
    "king_william.cards": ("NY 18.4", "draws {} action card fewer"),
}
"""For each line of the table the clause that says its number, and in which words. The number stands in
braces; where the clause has no figure for it, a table gives the words of each number."""
UNSAID = {
    "staff_officers.most": "16.3.2 speaks of a pool and says nothing of its size",
}
"""Lines whose number no clause says, and why."""


def _factors(losses: list[int]) -> str:
    """The factors of 16.2.3, the first for a roll of 1 or less and the last for any that is more."""
    first, *between, last = (f"{loss / 100:.2f}" for loss in losses)
    rows = [f"1 or less {first}", *(f"{roll} {factor}" for roll, factor in enumerate(between, 2))]
    return ", ".join([*rows, f"{len(losses)} or more {last}"])


def _siege_results(results: list[dict[str, int]]) -> str:
    """The totals of 17.5.2 and what the walls lose by each."""
    totals = [row["at_least"] for row in results]
    rows = [f"{totals[0] - 1} or less: nothing"]
    for row, after in zip_longest(results, totals[1:]):
        rolls = f"{row['at_least']} or more" if after is None else f"{row['at_least']}-{after - 1}"
        falls = f"strength falls by {row['strength']} and " if row["strength"] else ""
        rows.append(f"{rolls}: {falls}Continuing Siege")
    return "; ".join(rows)


def lines() -> dict[str, object]:
    """Every number of the table by section and line."""
    return {
        f"{section}.{line}": value
        for section, table in standard_data().items()
        if isinstance(table, Mapping)
        for line, value in table.items()
    }


def says(line: str, value: object) -> bool:
    """Whether the clause of a line says this value."""
    id, said = SAID[line]
    if isinstance(said, str):
        words = said.format(value)
    else:
        words = said.get(value) if isinstance(said, Mapping) else said(value)
    return words is not None and words in clause(id).says


def test_every_line_of_the_table_is_said_by_a_clause_or_told_why_not():
    assert lines().keys() == SAID.keys() | UNSAID.keys()
    assert not SAID.keys() & UNSAID.keys()


@every_row("line", SAID)
def test_a_number_is_the_one_that_its_clause_says(line):
    id = SAID[line][0]
    assert says(line, lines()[line]), (
        f"data/kit_rules.toml has {lines()[line]}, and {id} in registers/nine_years.toml says: "
        f"{clause(id).says} Let both say the same, and every lesson and word of the glossary that repeats it."
    )


@every_row("line", SAID)
def test_another_number_would_be_noticed(line):
    value = lines()[line]
    others = [value + 1, value - 1] if isinstance(value, int) else [value[:-1], value[1:], value[::-1]]
    assert sum(says(line, one) for one in (value, *others)) <= 1
