"""What the lessons show: prepared positions, tables and odds, so that a lesson's cells stay short.

May use the game, the umpire, `play` and the rest of `teaching`; pandas is imported when a table is made.
Begin with `positions.py`.
"""
