"""Cases: what is put to the umpire, ruled by the questions of four systems; facts, claims, edits, samples.

May use the games and `core`. Begin with `cases.py`.
"""
