"""The map of the war in a notebook, its panel, and the editor of positions on it.

May use `parts`. Begin with `war_map.py`; `sheet.py` is what the browser is sent.
"""
