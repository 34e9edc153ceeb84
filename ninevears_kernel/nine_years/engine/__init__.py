"""What runs a war and knows no rule: the agenda, the board in play, choices, dice, the notation.

May use `components`. Begin with `agenda.py`: how the rules register their steps and decisions.
"""
