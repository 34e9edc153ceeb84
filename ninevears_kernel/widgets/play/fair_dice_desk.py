"""The desk of the dice that can be trusted: commit, add words, begin, and check when the war is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import ipywidgets as W

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message, say
from ...nine_years.components.sides import SIDES, Seat, Side
from ...nine_years.games.game import Game
from ...nine_years.games.view import for_seat
from ...umpire.luck import fair_dice
from ...umpire.luck.fair_dice import Check, FairCheck, today
from ..parts import desk_parts as parts
from ..parts.fields import start_button
from ..parts.keyboard import KeyboardGuard
from ..parts.upload import FileButton

STYLE = """<style>
.ninevears-games .publish, .ninevears-games .secret { padding: 4px 10px 8px; box-sizing: border-box; }
.ninevears-games .publish { border: 2px solid #2e6b34; }
.ninevears-games .secret { border: 3px dashed #9c2218; }
.ninevears-games .label { font-weight: 700; font-size: 14px; color: var(--jp-ui-font-color1, #222); }
</style>"""
LOGS: tuple[Seat, Seat] = ("umpire", "both")
MARKS = {True: ("✓", "fair-desk.fits"), False: ("✗", "fair-desk.fails"), None: ("?", "fair-desk.unchecked")}


class FairDiceDesk(W.VBox):
    """Makes dice that nobody can have chosen, and checks them.

    Args:
        game: the name of the game.
        date: the day; by default today in universal time.

    Attributes:
        game: the war that was begun from the seed, or None.
        found: what the last check found, or None.

    >>> desk = FairDiceDesk("Our first war", "2026-11-21")
    >>> desk.commit()
    True
    >>> published = fair_dice.read_commitment(desk.commitment.value)
    >>> rain = fair_dice.promise(published, "Bourbon", "rain")
    >>> sun = fair_dice.promise(published, "Alliance", "sun")
    >>> desk.add_promises(rain.digest, sun.digest), desk.add_words(rain.line, sun.line), desk.begin()
    (True, True, True)
    >>> len(desk.game)
    0
    """

    def __init__(self, game: str = "", date: str | None = None, **more: Any) -> None:
        self.game: Game | None = None
        self.found: FairCheck | None = None
        self.name: W.Text = parts.desk_field(W.Text, "fair-desk.name", value=game)
        self.date: W.Text = parts.desk_field(W.Text, "fair-desk.date", value=date or today())
        self.with_words: W.Checkbox = parts.desk_field(W.Checkbox, "fair-desk.with-words", value=True)
        self.commit_button: W.Button = start_button(
            "fair-desk.commit", "fair-desk.commit-tooltip", self.commit, "primary"
        )
        self.commitment: W.Textarea = _block("fair-desk.commitment-hint")
        self.secret: W.Textarea = _block("fair-desk.secret-hint")
        self.publish_link: W.HTML = W.HTML()
        self.secret_link: W.HTML = W.HTML()
        self.promises: dict[Side, W.Text] = _fields("fair-desk.promise", "fair-desk.promise-hint")
        self.words: dict[Side, W.Text] = _fields("fair-desk.words", "fair-desk.words-hint")
        self.promises_button: W.Button = start_button(
            "fair-desk.add-promises", "fair-desk.add-promises-tooltip", lambda: self.add_promises()
        )
        self.words_button: W.Button = start_button(
            "fair-desk.add-words", "fair-desk.add-words-tooltip", lambda: self.add_words()
        )
        self.begin_button: W.Button = start_button("fair-desk.begin", "fair-desk.begin-tooltip", self.begin)
        self.begun: W.HTML = W.HTML()
        self.war_log: W.Textarea = _block("fair-desk.log-hint", 6)
        self.upload: FileButton = parts.upload(
            "fair-desk.upload", "fair-desk.upload-tooltip", ".log,.txt", self.lay_log, self._complain
        )
        self.check_button: W.Button = start_button(
            "fair-desk.check", "fair-desk.check-tooltip", self.check, "primary"
        )
        self.checked: W.HTML = W.HTML()
        # Under each step what is wrong there, so that it stands beside the field.
        self.errors: dict[str, W.HTML] = {name: W.HTML() for name in ("commit", "words", "begin", "check")}
        flex = W.Layout(flex="1 1 320px", min_width="300px")
        publish = W.VBox([_label("fair-desk.publish"), self.commitment, self.publish_link], layout=flex)
        secret = W.VBox([_label("fair-desk.keep"), self.secret, self.secret_link], layout=flex)
        publish.add_class("publish")
        secret.add_class("secret")
        blocks = W.HBox([publish, secret], layout=W.Layout(flex_flow="row wrap", grid_gap="10px"))
        described = [
            W.HTML(parts.STYLE + STYLE),
            parts.heading("fair-desk.step-commit", "fair-desk.step-commit-means"),
            self.name, self.date, self.with_words, self.commit_button, self.errors["commit"], blocks,
            parts.heading("fair-desk.step-words", "fair-desk.step-words-means"),
            *self.promises.values(), self.promises_button,
            *self.words.values(), self.words_button, self.errors["words"],
            parts.heading("fair-desk.step-begin", "fair-desk.step-begin-means"),
            self.begin_button, self.errors["begin"], self.begun,
            parts.heading("fair-desk.step-check", "fair-desk.step-check-means"),
            self.upload, self.war_log, self.check_button, self.errors["check"], self.checked,
        ]  # fmt: skip
        super().__init__([*described, KeyboardGuard()], **more)
        self.add_class("ninevears-games")
        self.commitment.observe(lambda _: self._links(), "value")
        self.secret.observe(lambda _: self._links(), "value")
        self._links()

    def commit(self) -> bool:
        """Draws a secret; the block to publish and the block to keep appear."""

        def drawn() -> None:
            if self.secret.value.strip():
                raise BadInput(
                    "secret", Message("fair-desk.found-secret"), Message("fair-desk.expected-no-secret")
                )
            commitment, reveal = fair_dice.commit(self.name.value, self.date.value, self.with_words.value)
            self.commitment.value, self.secret.value = commitment.text, reveal.text

        return self._tried("commit", drawn)

    def add_promises(self, bourbon: str | None = None, alliance: str | None = None) -> bool:
        """Adds what both players promised, by default what stands in the fields, to the block to publish."""
        self._take(self.promises, bourbon, alliance)

        def added() -> None:
            promised = {side: field.value.strip() for side, field in self.promises.items()}
            commitment = fair_dice.read_commitment(self.commitment.value)
            self.commitment.value = fair_dice.add_promises(commitment, promised).text

        return self._tried("words", added)

    def add_words(self, bourbon: str | None = None, alliance: str | None = None) -> bool:
        """Adds the words of both players, as they kept them, by default those in the fields, to the block to
        publish.
        """
        self._take(self.words, bourbon, alliance)

        def added() -> None:
            said = {side: field.value for side, field in self.words.items()}
            commitment = fair_dice.read_commitment(self.commitment.value)
            if commitment.words:
                raise BadInput(
                    "words", Message("fair-desk.found-words"), Message("fair-desk.expected-no-words-yet")
                )
            self.commitment.value = fair_dice.add_words(commitment, said).text

        return self._tried("words", added)

    def begin(self) -> bool:
        """Begins the war of the seed that the blocks give."""

        def begun() -> None:
            commitment = fair_dice.read_commitment(self.commitment.value)
            reveal = fair_dice.read_reveal(self.secret.value)
            if commitment.digest != reveal.digest:
                raise BadInput("secret", reveal.digest, Message("expected.exactly", value=commitment.digest))
            self.game = Game.new(fair_dice.seed_of(commitment, reveal))
            self.game.remarks["title"] = commitment.game
            self.game.fair = True
            self._tell_begun()

        return self._tried("begin", begun)

    def lay_log(self, log: str) -> None:
        """Lays the log of the finished war on the desk."""
        self.war_log.value = log
        self.checked.value = ""

    def check(self) -> FairCheck | None:
        """Checks the log against both blocks; None, and a sentence on the desk, when a block is none."""
        self.errors["check"].value = ""
        try:
            found = fair_dice.check(self.commitment.value, self.secret.value, self.war_log.value)
        except NinevearsError as error:
            self._complain(error)
            return None
        self._show(found)
        return found

    # ---- within

    @staticmethod
    def _take(fields: Mapping[Side, W.Text], bourbon: str | None, alliance: str | None) -> None:
        for side, said in zip(SIDES, (bourbon, alliance), strict=True):
            if said is not None:
                fields[side].value = said

    def _tried(self, step: str, act: Callable[[], object]) -> bool:
        try:
            act()
        except NinevearsError as error:
            self.errors[step].value = parts.trouble(error, say("stepper.refused"))
            return False
        self.errors[step].value = ""
        return True

    def _complain(self, error: NinevearsError) -> None:
        self.errors["check"].value = parts.trouble(error, say("stepper.refused"))
        self.found, self.checked.value = None, ""

    def _links(self) -> None:
        publish, secret = self.commitment.value, self.secret.value
        link = parts.download("commitment.txt", publish, "fair-desk.download-commitment")
        self.publish_link.value = parts.downloads(link) if publish.strip() else ""
        link = parts.download("secret.txt", secret, "fair-desk.download-secret")
        self.secret_link.value = parts.downloads(link) if secret.strip() else ""

    def _tell_begun(self) -> None:
        if self.game is None:
            return
        umpire, both = (for_seat(self.game, seat).log for seat in LOGS)
        own = parts.download("umpire.log", umpire, "fair-desk.download-log")
        players = parts.download("players.log", both, "fair-desk.download-players")
        words = say("fair-desk.begun", seed=str(self.game.start.seed))
        self.begun.value = parts.status(words, f"<br>{parts.downloads(own, players)}")

    def _show(self, found: FairCheck) -> None:
        self.found = found
        tone = "good" if found.holds else "bad"
        sign, _ = MARKS[found.holds]
        rows = "".join(_check_row(one) for one in found.checks)
        self.checked.value = (
            f"<div class='ninevears-card' role='status'><div class='banner {tone}'><span class='word'>"
            f"<span aria-hidden='true'>{sign}</span></span><span>{escape(str(found.says))}</span></div>"
            f"<div class='body'><ul style='list-style:none;padding-left:0'>{rows}</ul></div></div>"
        )


def _check_row(one: Check) -> str:
    sign, word = MARKS[one.holds]
    words, name = escape(say(word)), escape(say(f"fair-desk.check-{one.name}"))
    return f"<li><span aria-hidden='true'>{sign}</span> <b>{name}</b> ({words}). {escape(str(one.says))}</li>"


def _fields(id: str, hint: str) -> dict[Side, W.Text]:
    """A field for each side, with a label and a hint."""
    return {
        side: W.Text(
            description=say(id, side=side), placeholder=say(hint), style=parts.LABELS, layout=parts.WIDE
        )
        for side in SIDES
    }


def _block(hint: str, rows: int = 9) -> W.Textarea:
    return W.Textarea(placeholder=say(hint), tooltip=say(hint), rows=rows, layout=W.Layout(width="auto"))


def _label(id: str) -> W.HTML:
    words = escape(say(id))
    return W.HTML(f"<span class='label'>{words}</span>")
