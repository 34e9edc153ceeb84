"""What is opened on the umpire's desk besides cases: logs, saves, links to a moment, mails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ...core.messages import say
from ...nine_years.games.game import Game
from ...nine_years.games.links import read_link
from .asked import AskedPanel
from .mail_panel import MailPanel
from .position import DeskPosition


class Opened(Protocol):
    """What is asked of a desk on which something is opened."""

    position: DeskPosition
    asked: AskedPanel
    mail: MailPanel

    def open_case(self, case: Mapping[str, Any]) -> Any:
        """Lays a case on the desk."""

    def take_readings(self, game: Game) -> None:
        """Rules by the readings of a game."""


def open_log(desk: Opened, name: str, text: str) -> None:
    """Begins with a log, and takes over its readings.

    Raises:
        BadInput: it cannot be played again.
    """
    game = desk.position.begin_with_log(name, text)
    desk.asked.to_the_map()
    desk.take_readings(game)


def open_save(desk: Opened, name: str, data: Any) -> None:
    """Begins with a save.

    Raises:
        BadInput: it is none.
    """
    desk.position.begin_with_data(name, data)
    desk.asked.to_the_map()


def open_link(desk: Opened, text: str) -> None:
    """Opens a link to a moment: its position, its case, or the log that leads to it.

    Raises:
        BadInput: it is none, or holds what cannot be right.
    """
    link = read_link(text)
    if link.case is not None:
        desk.open_case(link.case)
        return
    says = say(f"link.{link.kind}-for-{link.seat}", entry=link.entry)
    if link.seat == "umpire" and link.log:
        open_log(desk, says, link.log)
    elif link.position is not None:
        desk.position.begin_with_position(link.position, says)
        desk.asked.to_the_map()


def open_mail(desk: Opened, name: str, text: str) -> None:
    """Reads a mail that was opened as a file."""
    desk.mail.open_text(text)
