"""The history of the war in a notebook: the chronicle's map, the rules beside it, a thousand wars.

May use `parts` and `map`. Begin with `chronicle_map.py`.
"""
