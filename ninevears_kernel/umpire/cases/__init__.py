"""Cases: what is put to the umpire, ruled by the questions of four systems; claims, edits, samples.

May use the games and `core`. Begin with `cases.py`.
"""
