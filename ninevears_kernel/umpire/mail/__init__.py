"""Games by letter: choices read out of an email, and what is wrong with them.

May use the game and `cases`, which tries what would mend a refusal. Begin with `mail.py`.
"""
