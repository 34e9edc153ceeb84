"""Learning in a notebook: practice, exercises, a case to try, the clauses to look up, progress.

May use `parts` and `map`. Begin with `practice.py` and `try_case.py`.
"""
