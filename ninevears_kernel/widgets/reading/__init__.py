"""Pages on which nothing answers: widgets as pictures of themselves.

May use `parts`, `map`, `learn` and `play`. Begin with `stills.py`.
"""
