"""Prints the faults of the chronicle's tables: ``python -m ninevears_kernel.chronicle.validate [FOLDER]``."""

import sys
from pathlib import Path

from . import main

if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
