"""Searches over rulings: what would change one, and what would make a refused thing possible.

May use `cases`. Begin with `what_would_change.py` and `why_not.py`; `lower_bounds.py` says what no search
need try.
"""
