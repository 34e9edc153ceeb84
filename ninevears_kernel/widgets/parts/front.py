"""The code of the widgets that runs in the browser."""

from __future__ import annotations

from pathlib import Path

FRONT = Path(__file__).parents[1] / "front"


def front(name: str) -> str:
    """The text of a file of the front; a path would be watched for as long as its widget is there."""
    return (FRONT / name).read_text(encoding="utf-8")
