"""Widgets of the sister systems: procedures step by step, score sheets, hexes.

May use `parts`. Begin with `procedure_stepper.py`.
"""
