"""What may be asked of a position: the umpire's questions, the reach of a force, supply, winter's outcomes.

May use `games` and what lies below; nothing here knows a rule of its own. Begin with `situation.py` (where a
question is asked) and `questions.py` (which there are).
"""
