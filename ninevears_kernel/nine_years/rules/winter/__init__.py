"""Winter quarters (NY 19, 7, 6): withdrawals, Savoy, the revolution, the peace roll, the year's end.

May use the modules of `rules` itself, and `reinforcement` for fleets and for exiles. Begin with `phase.py`.
"""
