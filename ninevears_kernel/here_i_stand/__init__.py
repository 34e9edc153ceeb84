"""The naval combat procedure of *Here I Stand*.

May use `core` alone. Begin with `naval_combat.py`.
"""

from .naval_combat import QUESTIONS

__all__ = ["QUESTIONS"]
