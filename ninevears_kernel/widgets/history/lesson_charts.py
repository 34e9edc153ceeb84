"""Two charts of the lesson plans: how trenches come up to a wall, and who held how many places when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...chronicle.sentences import describe_month
from ...core.messages import Message, say
from ..parts.odds_chart import Chart, axes_chart
from ..parts.theme import COLOURS, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from pandas import DataFrame

EARTH, WALL = COLOURS["earth"][0], COLOURS["wall"][0]
LOOKS: dict[str, dict[str, Any]] = {
    "Bourbon": {"color": COLOURS["open-edge"][0], "linestyle": "-"},
    "Alliance": {"color": EARTH, "linestyle": "--"},
    "neutral": {"color": INK, "linestyle": ":"},
}
"""How the lines of the sides look: by their dashes as well as by their colour."""


def parallels_chart(metres: Mapping[str, float]) -> Chart:
    """The parallels of a siege before the wall that it comes up to, with the zigzags between them.

    Args:
        metres: how far out each of them lies, from the covered way, by its name; the farthest first.

    >>> parallels_chart({"first parallel": 585.0, "second parallel": 312.0}).says.split(": ")[0]
    'Three parallels before a wall'
    """
    told = [say("lesson-chart.metres", name=name, metres=f"{far:.0f}") for name, far in metres.items()]
    title = say("lesson-chart.parallels")
    says = f"{say('chart.says', title=title, rows=told)} {say('lesson-chart.zigzags')}"

    def draw(axes: Axes) -> None:
        farthest = max(metres.values())
        for place, (words, far) in enumerate(zip(told, metres.values(), strict=True)):
            half = 420 - 90 * place
            axes.plot([-half, half], [far] * 2, color=EARTH, linewidth=5)
            axes.annotate(words, (half, far), xytext=(10, 0), textcoords="offset points", va="center")
        for side in (-150, 150):
            steps = [(side + (70 if step % 2 else -70), farthest * (1 - step / 8)) for step in range(9)]
            axes.plot(*zip(*steps, strict=True), color=EARTH, linewidth=2)
        axes.fill_between([-450, 450], -70, 0, facecolor=WALL, edgecolor=INK, hatch="xx", linewidth=0)
        axes.text(0, -35, say("lesson-chart.wall"), ha="center", va="center", backgroundcolor=PAPER)
        axes.set(xlim=(-460, 900), ylim=(-75, farthest * 1.1), xticks=[])
        axes.set_ylabel(say("lesson-chart.axis-metres"), fontsize=13)
        axes.spines["bottom"].set_visible(False)

    return Chart(axes_chart(title, draw, says), says)


def holders_chart(held: DataFrame) -> Chart:
    """Who held how many places, as a line for each side.

    Args:
        held: a column for each day, a row for each place; who held it then.

    >>> from pandas import DataFrame, Timestamp
    >>> day = Timestamp("1690-01-01")
    >>> holders_chart(DataFrame({day: ["Bourbon", "Alliance", "Bourbon"]})).says.split(": ", 1)[1]
    'January 1690: Bourbon 2 and Alliance 1.'
    """
    sides = [side for side in LOOKS if (held == side).any(axis=None)]
    counts = {side: (held == side).sum() for side in sides}
    title = say("lesson-chart.holders")
    yearly = [day for day in held.columns if day.month == 1]
    says = say("chart.says", title=title, rows=[_held(day, counts) for day in yearly])

    def draw(axes: Axes) -> None:
        for side, values in counts.items():
            label = say(f"frame.side-{side}")
            axes.plot(
                list(held.columns), values, drawstyle="steps-post", linewidth=2.4, label=label, **LOOKS[side]
            )
        axes.set_ylim(0, 1.1 * max(values.max() for values in counts.values()))
        axes.grid(axis="y", color=COLOURS["edge"][0], linewidth=0.8)

    return Chart(axes_chart(title, draw, says, columns=3), says)


def _held(day: Any, counts: Mapping[str, Any]) -> str:
    """How many places each side held on a day."""
    of_sides = [
        say("lesson-chart.count", side=say(f"frame.side-{side}"), number=int(values[day]))
        for side, values in counts.items()
    ]
    when = describe_month(f"{day.year}-{day.month:02}")
    return say("lesson-chart.held", when=when, counts=Message.all_of(of_sides))
