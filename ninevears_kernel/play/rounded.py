"""Figures rounded so that they add up: in each row, and over all rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor


def rounded(table: Sequence[Sequence[float]], rows: Sequence[int]) -> list[list[int]]:
    """Each figure of a table as a whole number, so that each row has its sum.

    What is rounded away is carried into the next row, so that the sum of a column strays little either.

    Args:
        table: the figures.
        rows: the sum of each row, as a whole number next to what its figures come to.

    >>> rounded([[0.5, 0.4], [0.5, 0.4], [0.5, 0.4]], [1, 1, 1])
    [[1, 0], [0, 1], [1, 0]]
    """
    found: list[list[int]] = []
    carried = [0.0] * max(map(len, table), default=0)
    for row, sum_ in zip(table, rows, strict=True):
        due = [one + more for one, more in zip(row, carried, strict=True)]
        told = [floor(one) for one in due]
        greatest = sorted(range(len(due)), key=lambda at: told[at] - due[at])
        away = sum_ - sum(told)
        for place in range(abs(away)):
            at = greatest[place % len(due)] if away > 0 else greatest[-1 - place % len(due)]
            told[at] += 1 if away > 0 else -1
        carried = [one - other for one, other in zip(due, told, strict=True)]
        found.append(told)
    return found
