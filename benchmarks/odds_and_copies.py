"""Exact odds of a naval combat, and a copy of a position beside `copy.deepcopy` of the same as dicts."""

import copy
import tomllib
from pathlib import Path

from contest import medians, print_table

from ninevears_kernel.nine_years.save import position_from_data, position_to_data
from ninevears_kernel.nine_years.scenario import scenario_1688
from ninevears_kernel.umpire.cases import rule_case

SITUATION = Path(__file__).parents[1] / "tests" / "rulings" / "his_naval_combat_tie.toml"
COMBAT = {
    k: v for k, v in tomllib.loads(SITUATION.read_text(encoding="utf-8"))["case"].items() if k != "dice"
}


def main():
    name = "exact odds, 10 dice against 7, with the readings"
    print_table("Naval combat (HIS)", medians({name: lambda: rule_case(COMBAT)}, repeat=3), name)
    print()
    start = scenario_1688()
    data = position_to_data(start)
    found = medians(
        {
            "copy.deepcopy of dicts": lambda: copy.deepcopy(data),
            "Position.replace": lambda: start.replace(year=1690),
            "position as data": lambda: position_to_data(start),
            "data as a checked position": lambda: position_from_data(data),
        },
        repeat=50,
    )
    print_table("Copy of a position", found, "copy.deepcopy of dicts")


if __name__ == "__main__":
    main()
