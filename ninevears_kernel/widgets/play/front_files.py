"""What a war table in a notebook is given once: the front's own code, and all that never changes."""

from __future__ import annotations

import zlib
from functools import cache

from ...nine_years.atlas.wire import packed
from ...play.table_front import front_code, front_sheet


@cache
def code() -> bytes:
    """The front's own code, compressed."""
    return zlib.compress(front_code().encode(), 9)


@cache
def sheet() -> bytes:
    """All that never changes, compressed."""
    return packed(front_sheet())
