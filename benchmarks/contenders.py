"""Players that were tried against the sensible one, and what came of it (docs/coach.md).

None of them is at the table: none was stronger beyond doubt.
"""

CONTENDERS = {}
