"""The reinforcement phase (NY 12): what arrives, what resource points buy, and leaders who change the map.

May use the modules of `rules` itself, and the event cards that are held. Begin with `phase.py`.
"""
