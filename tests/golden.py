"""Golden playthroughs: three seeded wars as text, compared by test_golden_wars.py.

Run as a program (`make golden`) it writes them anew; read the difference before you commit it.
"""

from pathlib import Path
from random import Random

from ninevears_kernel.core.messages import Message, say
from ninevears_kernel.nine_years.engine.notation import written
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.play.match import PLAYERS

FOLDER = Path(__file__).parent / "golden"
WARS = {
    "chance_against_chance": (1, "random", "random"),
    "sense_against_chance": (1690, "sensible", "random"),
    "sense_against_sense": (1697, "sensible", "sensible"),
}
"""Name of the file, seed, and who plays the Bourbons and the Alliance."""


def describe(step) -> str:
    """A cited step on one line."""
    return f"    {step.clause_id}: {step.says}"


def playthrough(seed: int, bourbon: str, alliance: str) -> str:
    """A whole war as text: each choice, and under it what the engine did, with its clauses."""
    game = Game.new(seed)
    players = {"Bourbon": PLAYERS[bourbon], "Alliance": PLAYERS[alliance]}
    chance = Random(seed)
    lines = [f"seed {seed}; Bourbon: {bourbon}; Alliance: {alliance}"]
    lines += map(describe, game.steps)
    heading = None
    while game.decision is not None:
        war = game.engine
        if heading != (war.board.year, war.board.phase):
            heading = war.board.year, war.board.phase
            points = war.board.victory_points
            lines += ["", f"== {say('log.heading', year=heading[0], phase=heading[1])}, {points} VP"]
        action = players[war.side](war, chance)
        game.choose(action)
        entry = game.entries[-1]
        lines.append(f"{entry.side}: {written(entry.action, game.rule_tables)}")
        lines += map(describe, game.steps)
    result = game.result
    how = Message(f"result.{result.how}")
    lines += ["", say("replay.result", winner=result.winner, level=result.level, how=how)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the playthroughs anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, war in WARS.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(*war), encoding="utf-8")


if __name__ == "__main__":
    main()
