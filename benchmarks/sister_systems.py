"""Exact odds of naval combats with thirty dice a side, the exchange beside a peer, and making change."""

import icepool
from contest import medians

from ninevears_kernel.core.dice import Pool, _pool, exchange_weights
from ninevears_kernel.core.messages import Message
from ninevears_kernel.umpire.cases.cases import rule_case
from ninevears_kernel.umpire.cases.samples import sample

DICE = 30
VALUES = (1, 2, 4, 6)


def without_corsairs():
    """A combat of *Here I Stand* with thirty dice a side in which no reading matters."""
    data = sample("his_thirty_dice").data
    data["given"]["attacker"] = {"power": "France", "squadrons": 14, "leaders": [2]}
    return data


def largest_mix():
    """Twelve stacks of ten units, two kinds in turn, and ten counters of each value; one unit is lost."""
    kinds = ("regulars", "mercenaries")
    stacks = [{"space": f"space {n}", "kind": kinds[n % 2], "units": 10} for n in range(12)]
    data = sample("vq_make_change").data
    data["given"] |= {
        "power": "Empire",
        "supply": [{"value": value, "number": 10} for value in VALUES],
        "stacks": stacks,
        "changes": [{"space": "space 0", "kind": "regulars", "number": -1}],
    }
    return data


def print_milliseconds(title, found, most):
    print(title)
    for name, time in found.items():
        print(f"  {name:<58}{time / 1000:>9.2f} ms{f'(at most {most} ms)' if most else '':>18}")


def main():
    pools = (Pool(DICE, 5, Message("dice.any")),) * 2
    die = icepool.d(6) >= 5

    def in_weights():
        exchange_weights.cache_clear()
        _pool.cache_clear()
        return exchange_weights(*pools)

    combats = {
        "HIS, no reading in play: once over all outcomes": without_corsairs(),
        "HIS, two readings with their other outcomes: three times": sample("his_thirty_dice").data,
        "VQ, a reading with its other outcome: twice": sample("vq_naval_combat_thirty").data,
    }
    calls = {name: lambda case=case: rule_case(case) for name, case in combats.items()}
    print_milliseconds("Whole rulings with exact odds, 30 dice a side", medians(calls, repeat=1), 20)
    print()
    exchange = {
        "the exchange alone, icepool": lambda: icepool.tupleize(DICE @ die, DICE @ die),
        "the exchange alone, ours": in_weights,
    }
    print_milliseconds("Hits of 30 dice against 30", medians(exchange, repeat=5), None)
    print()
    case = largest_mix()
    change = {"12 stacks of 10 units, 40 counters": lambda: rule_case(case)}
    print_milliseconds("Making change for the largest mix of counters", medians(change, repeat=1), 50)


if __name__ == "__main__":
    main()
