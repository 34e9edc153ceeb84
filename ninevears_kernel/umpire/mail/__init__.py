"""Games by letter: choices read out of an email, and what is wrong with them.

May use the game, and no other room of `umpire`. Begin with `mail.py`.
"""
