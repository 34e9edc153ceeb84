"""Playing in a notebook: the war table, a war in cells, the table beside a printed game, mail, luck and fair
dice.

May use `parts` and `map`. Begin with `war_table.py` and `phase_cell.py`.
"""
