"""How many corps leaders can command and rally (NY 13.5.1, 13.5.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.clauses import carries_out
from ....core.messages import Message
from ....core.ruling_context import RulingContext
from ....core.rulings import Answer

LEADERS_COUNTED = 2  # NY 13.5.1.a


@carries_out("NY 13.5.1.a")
def force_limit(ratings: Sequence[int]) -> int:
    """The most corps that a force may have: the sum of its two best command ratings.

    >>> force_limit([6, 4, 3])
    10
    """
    return sum(sorted(ratings, reverse=True)[:LEADERS_COUNTED])


@carries_out("NY 13.5.1.a")
def most_corps(ratings: Sequence[int], context: RulingContext) -> int:
    """The same under the reading ``force-limit``, by which every leader may count.

    >>> most_corps([6, 4, 3], RulingContext(chosen={"force-limit": "every-leader"}))
    13
    """
    return sum(ratings_counted(ratings, context))


@carries_out("NY 13.5.1.a")
def ratings_counted(ratings: Sequence[int], context: RulingContext) -> list[int]:
    """The command ratings that count for a force: the two best, or all of them.

    >>> ratings_counted([3, 6, 4], RulingContext())
    [6, 4]
    """
    if len(ratings) > LEADERS_COUNTED and context.reading("force-limit") == "every-leader":
        return list(ratings)
    return sorted(ratings, reverse=True)[:LEADERS_COUNTED]


def summed(ratings: Sequence[int]) -> str:
    """Command ratings as a sum, for a sentence that tells a limit.

    >>> summed([6, 4]), summed([3])
    ('6 + 4 = 10', '3')
    """
    return f"{' + '.join(map(str, ratings))} = {sum(ratings)}" if len(ratings) > 1 else f"{sum(ratings)}"


@carries_out("NY 13.5.1.a", "NY 14.1.2")
def campaign_force(ratings: Sequence[int], corps: int, context: RulingContext) -> Answer:
    """Whether so many corps may go with these leaders in one Campaign action."""
    counted = ratings_counted(ratings, context)
    limit, total = sum(counted), summed(counted)
    answer = {"limit": limit}
    if not ratings:
        context.violation("NY 14.1.2", "force.no-leader", Message("force.add-leader"), corps=corps)
        return Answer("illegal", Message("force.no-leader", corps=corps), answer)
    told = "force.every-limit" if len(counted) > LEADERS_COUNTED else "force.limit"
    context.step("NY 13.5.1.a", told, ratings=counted, sum=total, limit=limit)
    if corps > limit:
        remedy = Message("force.leave-behind", count=corps - limit)
        context.violation("NY 13.5.1.a", "force.too-many", remedy, corps=corps, limit=limit, sum=total)
        return Answer("illegal", Message("force.too-many", corps=corps, limit=limit, sum=total), answer)
    return Answer("legal", Message("force.may-go", corps=corps, limit=limit), answer)


@carries_out("NY 13.5.4")
def rally_limit(rating: int) -> int:
    """The most corps that a leader rallies in one action: half his command rating, rounded up.

    >>> rally_limit(5), rally_limit(4)
    (3, 2)
    """
    return (rating + 1) // 2


@carries_out("NY 13.5.4")
def rally(rating: int, context: RulingContext) -> Answer:
    """The ruling on how many corps a leader may rally."""
    limit = rally_limit(rating)
    context.step("NY 13.5.4", "rally.limit", rating=rating, limit=limit)
    return Answer("result", Message("rally.result", count=limit), {"limit": limit})
