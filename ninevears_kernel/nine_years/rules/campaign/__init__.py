"""The campaign phase (NY 13 to 17): rounds, marches and what crosses them, battles, sieges, other actions.

May use the modules of `rules` itself, and `events` for cards in play.
Begin with `actions.py`, then `march.py`.
"""
