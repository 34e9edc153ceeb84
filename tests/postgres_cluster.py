"""A PostgreSQL of the tests' own: a cluster in a folder, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NONE_HERE = "There is no PostgreSQL server here: install it (apt-get install postgresql)."
IN_ENGLISH = (
    "CREATE DATABASE language TEMPLATE template0 ENCODING UTF8 LC_COLLATE 'C' LC_CTYPE 'C' "
    "LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"
)
"""Makes a database that sorts as a language does, and most servers do; PostgreSQL 15 or newer."""
SETTINGS = "-c listen_addresses='' -c fsync=off -c max_connections=60 -c shared_buffers=16MB"


def server_programs() -> Path | None:
    """The folder of ``initdb`` and ``pg_ctl`` of the newest PostgreSQL here."""
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if folders:
        return max(folders, key=lambda folder: [int(part) for part in re.findall(r"\d+", str(folder))])
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def _owner() -> str | None:
    """Who runs the server when the tests run as root, which PostgreSQL refuses to do."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


@contextmanager
def cluster(programs: Path) -> Iterator[str]:
    """The folder of the socket of a server that runs as long as this is entered; its user is ``umpire``."""
    owner = _owner()
    # Not in pytest's folder: only its owner may enter that, and the name of a socket must be short.
    folder = Path(tempfile.mkdtemp(prefix="nine-"))
    if owner:
        shutil.chown(folder, owner)

    def run(*command: str) -> None:
        before = ["runuser", "-u", owner, "--"] if owner else []
        done = subprocess.run([*before, *command], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, f"{command[0]}: {done.stdout}{done.stderr}"

    data, log = f"{folder}/data", f"{folder}/log"
    try:
        init = ["--auth=trust", "--username=umpire", "--encoding=UTF8", "--locale=C", "--no-sync"]
        run(f"{programs}/initdb", "-D", data, *init)
        control = [f"{programs}/pg_ctl", "-D", data, "-w", "-t", "30"]
        # Its output goes into a file: as a pipe it would stay open as long as the server runs.
        run(*control, "-l", log, "-o", f"{SETTINGS} -k {folder}", "start")
        try:
            yield str(folder)
        finally:
            run(*control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
