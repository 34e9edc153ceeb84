"""The naval combat procedure of *Here I Stand*."""

from .naval_combat import QUESTIONS

__all__ = ["QUESTIONS"]
