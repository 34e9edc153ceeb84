"""Playing in a notebook: the stepper, the table beside a printed game, mail, luck and fair dice.

May use `parts` and `map`. Begin with `phase_stepper.py`.
"""
