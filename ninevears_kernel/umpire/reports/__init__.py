"""Reports: a ruling with its map and its case, as HTML, Markdown, JSON or PDF.

May use `cases` and `search`. Begin with `reports.py`; `embedded_case.py` is what a report carries, so that
it can be made again.
"""
