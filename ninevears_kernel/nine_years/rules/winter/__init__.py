"""Winter quarters (NY 19, 7, 6): withdrawals, Savoy, the revolution, the peace roll, the year's end.

May use the modules of `rules` itself, and `reinforcement` for fleets in winter. Begin with `phase.py`.
"""
