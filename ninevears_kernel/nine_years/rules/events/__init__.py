"""The event cards (NY 9): the words of their table, what each asks for and does, and the event phase.

May use the modules of `rules` itself, and no other chapter. Begin with `vocabulary.py`. A
new card needs a row of ``data/events.csv`` and, seldom, a word here.
"""
