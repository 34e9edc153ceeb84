"""What every rules system shares: clauses, dice and odds, rulings, messages, errors. No rule of any game.

May use the standard library alone. Begin with `ruling_context.py`, which a rule writes its steps to, and
`questions.py`, which answers every question.
"""
