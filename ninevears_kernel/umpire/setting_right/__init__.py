"""A wrong entry of a log that is found later: what was wrong, what can be done, and the log set right.

May use `cases`. Begin with `opened.py`; `replaying.py` makes the later choices again, `remedies.py` works out
the three remedies of arbiters.
"""
