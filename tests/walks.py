"""Wars walked a while by chance, for tests that want a war in the middle."""

from functools import cache
from random import Random

from ninevears_kernel.nine_years.games.game import Game


def walk(game: Game, choices: int, chance: int = 1) -> Game:
    """Makes so many choices at random, or fewer when the war ends."""
    random = Random(chance)
    for _ in range(choices):
        if not game.engine.options:
            break
        game.choose(random.choice(game.engine.options))
    return game


def a_walk(seed: int, choices: int, **options) -> Game:
    """A war after so many random choices."""
    return walk(Game.new(seed, **options), choices, seed)


@cache
def texts(seed: int, choices: int) -> tuple[str, ...]:
    """The choices of a walk in the notation."""
    from ninevears_kernel.nine_years.engine.notation import written

    game = a_walk(seed, choices, recorded=False)
    return tuple(written(entry.action, game.rule_tables) for entry in game.entries)
