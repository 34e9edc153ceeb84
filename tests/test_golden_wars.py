"""Three whole wars, told with every cited step, stay as they were; `make golden` writes them anew."""

from itertools import zip_longest

import pytest
from golden import FOLDER, WARS, playthrough


@pytest.mark.parametrize("name", WARS)
def test_a_golden_war_stays_as_it_was(name):
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = playthrough(*WARS[name]).splitlines()
    for number, (old, new) in enumerate(zip_longest(kept, now), 1):
        assert new == old, (
            f"{name}.txt, line {number}: if this is meant, run `make golden` and read the change"
        )
