"""Exercises that the engine makes and marks."""
