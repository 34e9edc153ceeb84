"""Dice: those that both players can check, who was lucky, and games kept beside a printed board.

May use the game and `cases`, which tries what would mend a refusal. Begin with `luck.py` and `fair_dice.py`.
"""
