"""A docket of 5,000 cases: what a precedent would change of them, and a search in all of them."""

import tempfile
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter, process_time

from ninevears_kernel.umpire.cases.samples import samples
from ninevears_kernel.umpire.docket.docket import Docket
from ninevears_kernel.umpire.docket.records import Change

CASES = 5_000
PREVIEW, SEARCH = 10.0, 0.2
"""Seconds that each may take."""
CHANGES = {
    "a reading": Change({"besieged-garrison": "limited"}),
    "a line of the tables": Change(rules={"stacking": {"limit": 10}}),
}
SEARCHES = {
    "words": {"words": "siege namur"},
    "a clause": {"clause": "NY 11.1"},
    "a verdict": {"verdict": "illegal"},
    "nothing": {"words": "nobody says this"},
}


def filled(place):
    """A docket of the worked cases, over and over, each with a title of its own."""
    docket = Docket.open(place)
    for number, (name, sample) in enumerate(islice(cycle(samples().items()), CASES), 1):
        docket.add_case(sample.data | {"title": f"{name} {number}"}, by="Anna")
    return docket


def timed(work):
    """What some work gives back, the seconds that it took, and those of the processor: on a busy machine the
    latter tell more.
    """
    begun = perf_counter(), process_time()
    found = work()
    return found, (perf_counter() - begun[0], process_time() - begun[1])


def main():
    """Prints the seconds of each."""
    with tempfile.TemporaryDirectory() as folder:
        docket = filled(Path(folder) / "docket.sqlite")
        rows = []
        for name, change in CHANGES.items():
            preview, seconds = timed(lambda change=change: docket.would_change(change))
            told = f"{preview.judged} of {preview.looked_at} judged again, {len(preview.changed)} change"
            rows.append((f"preview of {name}", seconds, PREVIEW, told))
        for name, asked in SEARCHES.items():
            found, seconds = timed(lambda asked=asked: docket.search(**asked))
            rows.append((f"search for {name}", seconds, SEARCH, f"{len(found)} shown"))
    print(f"A docket of {CASES:,} cases")
    for name, (seconds, worked), most, told in rows:
        print(f"  {name:<36}{seconds:>8.3f} s ({worked:.3f} of the processor){f'of {most:g} s':>12}   {told}")


if __name__ == "__main__":
    main()
