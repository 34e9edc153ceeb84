"""Dice: those that both players can check, who was lucky, and games kept beside a printed board.

May use the game, and no other room of `umpire`. Begin with `luck.py` and `fair_dice.py`.
"""
