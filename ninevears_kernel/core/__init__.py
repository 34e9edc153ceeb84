"""What every rules system shares: clauses, dice and odds, rulings, messages, errors. No rule of any game."""
