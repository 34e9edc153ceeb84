"""What the game is made of: sides, powers, the map, pieces, cards, numbers, and a position of them all.

Values and tables without a rule. May use `core`, and `input_files` to read its tables. Begin with
`position.py` and `map.py`.
"""
