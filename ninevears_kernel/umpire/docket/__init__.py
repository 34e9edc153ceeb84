"""The docket: cases, decisions and precedents that are kept, in which nothing is rewritten.

May use `cases`, `search` and `reports`. Begin with `docket.py`; `tables.py` has the tables of the database.
"""
