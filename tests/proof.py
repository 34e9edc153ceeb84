"""What is too long for the gate, at full size and piece by piece: `make proof`.

Each piece is a run of pytest or of a script, whose output is kept in .proof/; the machine runs as many at a
time as it has cores. A piece that went well is not run again for the same code, so a proof that was stopped
goes on where it was; when the package or the tests change, it begins anew. Names of pieces, or parts of them,
choose some: python tests/proof.py kills
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent
KEPT = ROOT / ".proof"
JOBS = os.cpu_count() or 1
WARS, WARS_A_PIECE = 20_000, 1000
MATCHES, KILLS, RUNS, MUTANTS = 400, 300, 300, 320
VIEWPORTS = ("1920x1080", "1400x1000", "1280x800", "1180x820")
"""From a large screen to a tablet lying: upright, the side bar of the lab covers part of the notebook."""


class Piece(NamedTuple):
    """A part of the proof: a file of tests or a script, its arguments, and the sizes that it is asked for."""

    name: str
    arguments: tuple[str, ...]
    sizes: dict[str, str]


def pieces() -> Iterator[Piece]:
    """All pieces, the quickest kind first."""
    yield Piece("perft", ("tests/perft.py",), {})
    yield Piece("tried", ("tests/test_perft.py", "-k", "tries"), {"NINEVEARS_TRIED": "6"})
    yield Piece("perft-by-trying", ("tests/perft.py", "--slow", "2"), {})
    yield Piece(
        "kills", ("tests/test_docket_writers.py",), {"NINEVEARS_KILLS": str(KILLS), "NINEVEARS_WRITERS": "20"}
    )
    yield Piece(
        "matches", ("tests/test_players.py", "-k", "beats_chance"), {"NINEVEARS_MATCHES": str(MATCHES)}
    )
    yield Piece("disputes", ("tests/test_remedies.py",), {"NINEVEARS_DISPUTES": "1000"})
    yield Piece("seats", ("tests/test_for_seat.py",), {"NINEVEARS_SEATS": "300"})
    yield Piece("tables", ("tests/test_table_secrets.py", "-k", "over_a_war"), {"NINEVEARS_TABLES": "400"})
    table = "tests/test_table_games.py"
    yield Piece("network", (table, "-k", "hidden"), {"NINEVEARS_NETWORK": "200"})
    strangers = "tests/test_table_strangers.py"
    yield Piece("hostile", (strangers, "-k", "whatever"), {"NINEVEARS_HOSTILE": "2000"})
    yield Piece("table-kills", (table, "-k", "killed"), {"NINEVEARS_TABLE_KILLS": "100"})
    yield Piece("reading", ("tests/test_linear_reading.py",), {"NINEVEARS_READING": "50"})
    yield Piece("exchanges", ("tests/test_reports_hide.py",), {"NINEVEARS_EXCHANGES": "10"})
    more = {"NINEVEARS_CONSULTED": "44", "NINEVEARS_CONSULTED_WARS": "400"}
    yield Piece("consulted", ("tests/test_reports_consulted.py",), more)
    yield Piece("plans", ("tests/test_plans.py",), {"NINEVEARS_PLANS": "50"})
    yield Piece("rulings", ("tests/test_precedents.py", "-k", "did_not_ask"), {"NINEVEARS_RULINGS": "100"})
    yield Piece("natural", ("tests/test_natural_actions.py", "-k", "every_verb"), {"NINEVEARS_NATURAL": "50"})
    yield Piece("damaged", ("tests/test_damaged_files.py",), {"NINEVEARS_DAMAGED": "2000"})
    yield Piece("set-right", ("tests/test_setting_right.py",), {"NINEVEARS_SETRIGHT": "150"})
    outputs = ("tests/browser/test_every_output.py", "-m", "browser")
    yield Piece("outputs-of-notebooks", outputs, {"NINEVEARS_NOTEBOOKS": "100"})
    boxes = ("tests/browser/test_lesson_boxes.py", "-m", "browser", "-k", "every_box")
    yield Piece("boxes-of-lessons", boxes, {"NINEVEARS_TRIALS": "100"})
    siege = ("tests/browser/test_lesson_siege.py", "-m", "browser")
    for viewport in VIEWPORTS:
        yield Piece(f"siege-at-the-table-{viewport}", siege, {"NINEVEARS_VIEWPORT": viewport})
    browser = ("tests/browser/test_map_in_a_notebook.py", "-m", "browser")
    yield Piece("runs-in-a-browser", browser, {"NINEVEARS_RUNS": str(RUNS)})
    table = ("tests/browser/test_the_war_table.py", "-m", "browser", "-k", "a_year")
    yield Piece("years-at-the-table", table, {"NINEVEARS_CHOICES": "1000"})
    network = ("tests/browser/test_a_table_over_the_network.py", "-m", "browser", "-k", "three_browsers")
    yield Piece("a-year-over-the-network", network, {"NINEVEARS_NETWORK_YEAR": "1000"})
    for path in sorted(TESTS.rglob("test_*.py")):
        if re.search(r"^@given\(", path.read_text(encoding="utf-8"), re.M):
            name = path.relative_to(ROOT).as_posix()
            yield Piece(f"generated-{path.stem}", (name,), {"HYPOTHESIS_PROFILE": "proof"})
    for start in range(0, WARS, WARS_A_PIECE):
        sizes = {"NINEVEARS_WARS": str(WARS_A_PIECE), "NINEVEARS_WARS_FROM": str(start)}
        yield Piece(f"wars-{start}", ("tests/test_random_wars.py",), sizes)
    yield Piece("mutants", ("tests/mutants.py", "--count", str(MUTANTS)), {})


def fingerprint() -> str:
    """A word for the code that is proved."""
    found = hashlib.blake2b(digest_size=6)
    for folder in (ROOT / "ninevears_kernel", ROOT / "geodata", TESTS):
        for path in sorted(folder.rglob("*")):
            # Seeds that failed are written while a proof runs; they change nothing that was proved.
            if path.suffix in {".py", ".toml", ".csv", ".po", ".js"} and path.is_file():
                found.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def prove(piece: Piece, output: Path) -> bool:
    """Runs a piece, its output into a file; what went wrong is shown."""
    is_a_test = Path(piece.arguments[0]).name.startswith("test_")
    pytest = ("-m", "pytest", "-q", "-p", "no:cacheprovider") if is_a_test else ()
    command = [sys.executable, "-P", *pytest, *piece.arguments]
    # A script finds what stands beside it, and the package where this one finds it.
    places = os.pathsep.join(filter(None, (os.environ.get("PYTHONPATH"), str(TESTS))))
    environment = os.environ | piece.sizes | {"PYTHONPATH": places}
    begin = time.monotonic()
    with output.open("w", encoding="utf-8") as file:
        well = not subprocess.call(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
    said = output.read_text(encoding="utf-8").splitlines() or [""]
    how = f"{'well' if well else 'FAILED'} in {time.monotonic() - begin:.0f} s"
    print(*said[-1 if well else 0 :], f"== {piece.name}: {how}", sep="\n", flush=True)
    return well


def main(asked: list[str]) -> int:
    """Proves what is not proved yet; 1 when a piece failed, 2 when none has such a name."""
    strange = [part for part in asked if not any(part in piece.name for piece in pieces())]
    if strange:
        print(
            f"No piece is called {', '.join(strange)}. There are:",
            *(one.name for one in pieces()),
            sep="\n  ",
        )
        return 2
    folder = KEPT / fingerprint()
    folder.mkdir(parents=True, exist_ok=True)

    def is_proved(piece: Piece) -> bool:
        proved = folder / f"{piece.name}.txt"
        if proved.exists():
            print(f"== {piece.name}: proved before, see {proved.relative_to(ROOT)}", flush=True)
            return True
        output = folder / f"{piece.name}.log"
        if well := prove(piece, output):
            output.replace(proved)
        return well

    chosen = [one for one in pieces() if not asked or any(part in one.name for part in asked)]
    print(
        f"{len(chosen)} pieces, {JOBS} at a time; what each says is in {folder.relative_to(ROOT)}", flush=True
    )
    with ThreadPoolExecutor(JOBS) as pool:
        try:
            failed = [
                one.name for one, well in zip(chosen, pool.map(is_proved, chosen), strict=True) if not well
            ]
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    print(f"Failed: {', '.join(failed)}" if failed else "All that was asked for is proved.")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
