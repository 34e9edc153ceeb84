"""How much of what is long by nature is tried: a seeded sample at the gate, all of it by `make proof`.

NINEVEARS_WARS=2000 and the like ask for another number; tests/proof.py does.
"""

import os

SAMPLE = {
    "disputes": 60,  # random disputes, each remedy of which is applied
    "wars": 36,  # whole wars by chance, each checked after every choice
    "matches": 8,  # wars of the two players, from either side
    "seats": 8,  # whole wars in which what is hidden from a seat is exchanged, one of ten
    "network": 2,  # the same at a table over the network, for every seat
    "network_year": 8,  # choices of the first years that three browsers play at a table over the network
    "table_kills": 3,  # servers of a table that are killed while somebody chooses, for each kind of database
    "hostile": 40,  # conversations of a stranger with a table over the network
    "tables": 8,  # wars in which it is exchanged at the war table, every message asked
    "exchanges": 1,  # in how many ways what is hidden in a report is exchanged
    "consulted": 3,  # cases of the case book, from a save each, whose report lists what was consulted
    "consulted_wars": 4,  # questions about wars by chance, each with its report
    "writers": 10,  # umpires who write into one docket at once
    "tried": 3,  # positions in which every conceivable action is tried
    "kills": 10,  # writers of a docket that are killed, for each kind of database
    "plans": 14,  # wars by chance in which a march is planned, and tried in the engine
    "rulings": 6,  # worked cases that are ruled by every reading that they do not ask for
    "notebooks": 1,  # notebooks whose every output is looked at in a browser
    "choices": 6,  # choices at the war table in a browser, by each means at each size
    "runs": 6,  # a cell with a map run again and again in a browser
    "damaged": 500,  # saves and logs that are damaged, of each
    "setright": 2,  # wars with a wrong entry of each kind, each remedy of which is applied
    "trials": 6,  # cases to try whose box is measured in a browser
    "reading": 1,  # hundredths of a second that a hostile text takes before it is doubled
    "natural": 3,  # wars in which each verb at places of each decision is offered or has its reason
}


def size(name: str) -> int:
    """How many are asked for, or else the sample."""
    return int(os.environ.get(f"NINEVEARS_{name.upper()}", SAMPLE[name]))


def first(name: str) -> int:
    """The number to begin with: a proof goes through them piece by piece."""
    return int(os.environ.get(f"NINEVEARS_{name.upper()}_FROM", "0"))


def viewport() -> dict[str, int]:
    """The size of the browser's page that tests share: NINEVEARS_VIEWPORT=820x1180 asks for another one."""
    width, height = map(int, os.environ.get("NINEVEARS_VIEWPORT", "1400x1000").split("x"))
    return {"width": width, "height": height}
