"""Players of flesh and wire: bots, matches between them, and whole wars by the hundred."""
