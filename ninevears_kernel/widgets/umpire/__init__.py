"""The umpire's desk in a notebook: the case, the ruling, claims, dice, the docket.

May use `parts` and `map`. Begin with `umpire_desk.py`.
"""
