"""Orders in a cell: the magic ``%%orders``, its completion, and what it shows.

May use `parts` and `map`. Begin with `magic.py`.
"""
