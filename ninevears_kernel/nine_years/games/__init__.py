"""A war with its past: the game that people play, its log, its save, and what a side may see.

May use `rules` and what lies below. Begin with `game.py`; `view.py` decides what a seat may see.
"""
