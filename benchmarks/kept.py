"""Work that takes long and may be stopped: a file with a line for each number, and what is missing played."""

import json
import sys
from contextlib import nullcontext
from functools import partial

from ninevears_kernel.play.processes import shared
from ninevears_kernel.play.workers import workers_at


def lines(file):
    """What a file holds, by number; a line that was cut off does not count."""
    found = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        try:
            one = json.loads(line)
        except ValueError:
            continue
        found[one["number"]] = one
    return found


def _one(work, numbers, place):
    return {"number": numbers[place], **work(numbers[place])}


def played(work, count, file, jobs=1, executor=None, first=0):
    """Does what is missing of a number of pieces of work, each kept as it is finished.

    Args:
        work: makes the row of a number, plain data.
        count: how many numbers there are.
        file: where the rows are kept.
        jobs, executor: who shares the work, as in `shared`.
        first: the first number.

    Returns:
        All rows by number.
    """
    found = lines(file)
    numbers = range(first, first + count)
    missing = [number for number in numbers if number not in found]
    with file.open("a") as out:
        if out.tell() and not file.read_bytes().endswith(b"\n"):
            out.write("\n")
        for _, row in shared(partial(_one, work, missing), len(missing), jobs, executor):
            out.write(json.dumps(row) + "\n")
            out.flush()
            found[row["number"]] = row
    return {number: found[number] for number in numbers}


def asked_workers(asked):
    """The two arguments with which a script is told who shares its work."""
    asked.add_argument("--jobs", type=int, default=1, help="processes that share the work")
    asked.add_argument("--scheduler", metavar="ADDRESS", help="or the workers of this Dask scheduler")


def workers(given, *modules):
    """Them, as an executor; with processes of one's own nobody.

    Args:
        given: what the script was told.
        modules: what travels with the work, since workers have the kit but not its benchmarks.
    """
    if given.scheduler is None:
        return nullcontext()
    import cloudpickle

    for module in (sys.modules[__name__], *modules):
        cloudpickle.register_pickle_by_value(module)
    return workers_at(given.scheduler)
