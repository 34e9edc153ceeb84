"""The same 400 wars by one process, by two, and by two workers of a Dask scheduler: how long each takes.

Run it by itself: ``python benchmarks/many_wars.py``. The wars are by chance, and short, so that what the
sharing costs shows; times are those of the wall and of all processors together.
"""

import resource
from time import perf_counter

from contest import ratio

from ninevears_kernel.play.simulation import simulate
from ninevears_kernel.play.workers import workers_at

WARS = 400
CHANCE = {"bourbon": "random", "alliance": "random"}


def processors():
    """Seconds of processors, of this process and of those that it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def by_dask(wars):
    """By a scheduler of this machine that has two workers, processes of their own."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster:
        begin = perf_counter()
        with workers_at(cluster.scheduler_address) as executor:
            records = simulate(wars, executor=executor, **CHANCE)
        took = perf_counter() - begin
    return records, took


def timed(work):
    """A way to play the wars: records, seconds of the wall, seconds of processors."""
    begin, used = perf_counter(), processors()
    records, took = work()
    return records, took or perf_counter() - begin, processors() - used


def main(wars=WARS):
    found = {
        "1 process": timed(lambda: (simulate(wars, **CHANCE), None)),
        "2 processes": timed(lambda: (simulate(wars, jobs=2, **CHANCE), None)),
        "Dask, 2 workers": timed(lambda: by_dask(wars)),
    }
    alone, wall, used = found["1 process"]
    print(f"{wars} wars by chance, one after the other and shared")
    for name, (records, seconds, processor) in found.items():
        same = "the same wars" if records == alone else "OTHER WARS"
        print(
            f"  {name:<18}{seconds:>7.1f} s ({ratio(seconds, wall)}) on the wall, "
            f"{processor:>6.1f} s ({ratio(processor, used)}) of processors; {same}"
        )


if __name__ == "__main__":
    main()
