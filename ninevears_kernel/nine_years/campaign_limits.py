"""How many corps leaders can command and rally (NY 13.5.1, 13.5.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.clauses import carries_out
from ..core.hearing import Hearing
from ..core.messages import Message
from ..core.questions import Finding

LEADERS_COUNTED = 2  # NY 13.5.1.a


@carries_out("NY 13.5.1.a")
def force_limit(ratings: Sequence[int]) -> int:
    """The most corps that a force may have: the sum of its two best command ratings.

    >>> force_limit([6, 4, 3])
    10
    """
    return sum(sorted(ratings, reverse=True)[:LEADERS_COUNTED])


@carries_out("NY 13.5.1.a")
def most_corps(ratings: Sequence[int], hearing: Hearing) -> int:
    """The same under the reading ``force-limit``, by which every leader may count.

    >>> most_corps([6, 4, 3], Hearing(chosen={"force-limit": "every-leader"}))
    13
    """
    if len(ratings) > LEADERS_COUNTED and hearing.reading("force-limit") == "every-leader":
        return sum(ratings)
    return force_limit(ratings)


@carries_out("NY 13.5.1.a", "NY 14.1.2")
def campaign_force(ratings: Sequence[int], corps: int, hearing: Hearing) -> Finding:
    """Whether so many corps may go with these leaders in one Campaign action."""
    limit = most_corps(ratings, hearing)
    best = sorted(ratings, reverse=True)[:LEADERS_COUNTED]
    answer = {"limit": limit}
    if not ratings:
        hearing.violation("NY 14.1.2", "force.no-leader", Message("force.add-leader"), corps=corps)
        return Finding("illegal", Message("force.no-leader", corps=corps), answer)
    if limit > sum(best):
        hearing.step("NY 13.5.1.a", "force.every-limit", ratings=list(ratings), limit=limit)
    else:
        hearing.step("NY 13.5.1.a", "force.limit", ratings=best, limit=limit)
    if corps > limit:
        remedy = Message("force.leave-behind", count=corps - limit)
        hearing.violation("NY 13.5.1.a", "force.too-many", remedy, corps=corps, limit=limit)
        return Finding("illegal", Message("force.too-many", corps=corps, limit=limit), answer)
    return Finding("legal", Message("force.may-go", corps=corps, limit=limit), answer)


@carries_out("NY 13.5.4")
def rally_limit(rating: int) -> int:
    """The most corps that a leader rallies in one action: half his command rating, rounded up.

    >>> rally_limit(5), rally_limit(4)
    (3, 2)
    """
    return (rating + 1) // 2


@carries_out("NY 13.5.4")
def rally(rating: int, hearing: Hearing) -> Finding:
    """The ruling on how many corps a leader may rally."""
    limit = rally_limit(rating)
    hearing.step("NY 13.5.4", "rally.limit", rating=rating, limit=limit)
    return Finding("result", Message("rally.result", count=limit), {"limit": limit})
