"""How long each notebook takes until its first code cell is done, once its kernel is up, and all of it.

python benchmarks/notebooks_start.py
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import perf_counter

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
MOST_SECONDS = 3.0
"""What a notebook may take to start, on two cores."""


def seconds(path: Path) -> tuple[float, float]:
    """Until the first code cell is done, and until the last is."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    )
    with client.setup_kernel():
        begin, first = perf_counter(), 0.0
        for place, cell in enumerate(notebook.cells):
            client.execute_cell(cell, place)
            if cell.cell_type == "code" and not first:
                first = perf_counter() - begin
        return first, perf_counter() - begin


def main() -> None:
    """Prints a line for each notebook; ends with 1 when one starts too slowly."""
    slow = []
    for path in sorted(NOTEBOOKS.rglob("*.ipynb")):
        first, whole = seconds(path)
        name = path.relative_to(NOTEBOOKS)
        print(f"{first:5.2f} s to start, {whole:5.1f} s in all  {name}", flush=True)
        if first > MOST_SECONDS:
            slow.append(name)
    sys.exit(f"too slow to start: {', '.join(map(str, slow))}" if slow else 0)


if __name__ == "__main__":
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    main()
