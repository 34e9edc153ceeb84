"""A guess before the verdict: the reader foresees, then the engine says, and what follows opens."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
from traitlets import Dict, Unicode

from ...core.errors import NinevearsError
from ...core.messages import Message, say
from ...nine_years.components.scenario import scenario_1688
from ...nine_years.games.game import Game
from ...teaching.predictions import (
    STEP,
    Prediction,
    Seen,
    Truth,
    choice_words,
    described_truth,
    described_value,
    prediction,
    prepared_case,
    read_guess,
    seen,
    truth_of,
)
from ...teaching.progress import DEFAULT_FILE, ProgressFile
from ...umpire.cases.cases import case_from_data, position_of
from ..map.war_map import WarMap
from ..parts.after_guess import as_widget, guessed, has_been_guessed
from ..parts.cleanup import Composed, made_in_this_cell
from ..parts.front import front
from ..parts.keyboard import KeyboardGuard
from ..parts.lesson_look import SIDES, lesson_style, verdict_html
from ..parts.schema_form import space_names

MAP_HEIGHT = "360px"
WORDS = ("title", "mine", "show-me", "never", "always", "less", "more", "place", "unset")


class GuessCard(anywidget.AnyWidget):
    """The question and the control; it knows what is right when it is told.

    Attributes:
        asked: what is asked, and the words around it.
        guess: as it stands; "" when there is none.
        told: what the engine said; empty before.
    """

    _esm = front("predict.js")
    asked: Dict[str, Any] = Dict().tag(sync=True)
    told: Dict[str, Any] = Dict().tag(sync=True)
    guess = Unicode().tag(sync=True)


class Predict(Composed):
    """Asks the reader for a prediction; the answer is worked out only when there is a guess.

    Args:
        name: which prediction, by its name in ``teaching/data/predictions.toml``.
        then: makes what follows, such as a `TryCase`, when the guess has been made; without it the ruling.
            Below it comes what the catalogue says of the truth (``predict.<name>-why``), if anything.
        game: the war in play, for predictions that are asked of one: as it stands now.
        file: where guesses are kept; None keeps nothing.

    Attributes:
        seen: the guess beside the truth; None before there is one, or when the reader was shown.
        truth: what the engine said; None before.

    Raises:
        UnknownName: there is no such prediction.
        BadInput: the file is no file of progress.

    >>> fleurus = Predict("fleurus", file=None)
    >>> fleurus.truth is None, fleurus.guess(60).right
    (True, False)
    """

    def __init__(
        self,
        name: str,
        then: Callable[[], Any] | None = None,
        game: Game | None = None,
        file: str | Path | None = DEFAULT_FILE,
        **more: Any,
    ) -> None:
        self.prediction: Prediction = prediction(name)
        self._then = then
        self._game = None if game is None else game.branch()  # the war goes on before the reader guesses
        self.file: ProgressFile | None = None if file is None else ProgressFile(file)
        self.seen: Seen | None = None
        self.truth: Truth | None = None
        asked = self.prediction
        self.card: GuessCard = GuessCard(
            asked=_asked(asked)
        )  # no guess yet: a slider set to one may tell the answer
        self.card.on_msg(lambda _, content, __: self._heard(content))
        self.war_map: WarMap | None = None
        self.map_box: W.VBox = W.VBox()
        if asked.view:
            given = None if asked.figure else position_of(case_from_data(prepared_case(asked)))
            self.war_map = WarMap(given or scenario_1688(), view=asked.view, insets=(), height=MAP_HEIGHT)
            self.map_box.children = (self.war_map,)
            if asked.form == "space":
                self.war_map.on_select(self._tapped)
        self.follows: W.VBox = W.VBox()
        super().__init__(
            [W.HTML(lesson_style()), self.card, self.map_box, self.follows, KeyboardGuard()], **more
        )
        self.add_class("ninevears-lesson")
        guessed.discard(name)  # the cell is run again, and asks again
        made_in_this_cell(self)

    def guess(self, guess: Any) -> Seen | None:
        """Takes the reader's guess, keeps it, and says what is right; None when it cannot be read."""
        if self.truth is not None:
            return self.seen
        try:
            made = read_guess(self.prediction, guess)
            truth = truth_of(self.prediction, self._game)
        except NinevearsError as error:
            self.card.told = {"problem": str(error)}
            return None
        self.card.guess = str(made)
        self.seen = seen(self.prediction, made, truth)
        problem = self._keep(made, self.seen)
        self._tell(truth, self.seen.says, made, problem)
        return self.seen

    def show_me(self) -> None:
        """Shows what is right without a guess."""
        if self.truth is not None:
            return
        try:
            truth = truth_of(self.prediction, self._game)
        except NinevearsError as error:
            self.card.told = {"problem": str(error)}
            return
        problem = self._keep(None, None)
        says = Message("predict.shown", truth=described_truth(self.prediction, truth))
        self._tell(truth, says, None, problem)

    # ---- within

    def _heard(self, content: Any) -> None:
        if not isinstance(content, dict):
            return
        if "guess" in content:
            self.guess(content["guess"])
        elif content.get("show"):
            self.show_me()

    def _tapped(self, space: str | None) -> None:
        if space is not None and self.truth is None:
            self.card.guess = space

    def _tell(self, truth: Truth, says: Message, guess: Any, problem: str) -> None:
        self.truth = truth
        self.card.told = {
            "says": str(says),
            "right": [str(one) for one in truth.right],
            "bar": _bar(self.prediction, truth, guess),
            "problem": problem,
        }
        if self.war_map is not None and self.prediction.form != "space":
            if self._then is None and truth.ruling is not None:
                self.war_map.show_ruling(truth.ruling)
            else:
                self.map_box.layout.display = "none"  # what follows has a map of its own
        elif self.war_map is not None:
            self.war_map.selected = None
            self.war_map.show_spaces(truth.right)
        self.follows.children = (*self._what_follows(truth), *_why(self.prediction))
        has_been_guessed(self.prediction.name)

    def _what_follows(self, truth: Truth) -> tuple[W.Widget, ...]:
        if self._then is not None:
            return (as_widget(self._then()),)
        return () if truth.ruling is None else (W.HTML(verdict_html(truth.ruling)),)

    def _keep(self, guess: Any, found: Seen | None) -> str:
        """Keeps the guess; returns what is wrong when it cannot be kept."""
        if self.file is None:
            return ""
        try:
            self.file.reload()  # another cell may have begun the file
            self.file.record_guess(
                self.prediction.name, guess, bool(found and found.right), found.off if found else 0
            )
        except NinevearsError as error:
            return say("predict.not-kept", why=error)
        return ""


def _why(asked: Prediction) -> tuple[W.Widget, ...]:
    """What the lesson has to say of the truth, where it has something: not in its text, which would tell."""
    return (W.HTML(f"<p class='nl-why'>{escape(str(asked.why))}</p>"),) if asked.why else ()


def _asked(asked: Prediction) -> dict[str, Any]:
    """What the page gets before there is a guess: nothing that tells what is right."""
    return {
        "form": asked.form,
        "asked": str(asked.asked),
        "least": asked.least,
        "most": asked.most,
        "step": STEP if asked.form == "percent" else asked.step,
        "choices": [[one, choice_words(one), SIDES.get(one, "")] for one in asked.choices],
        "places": list(space_names()) if asked.form == "space" else [],
        "words": {name: say(f"predict.{name}") for name in WORDS},
    }


def _bar(asked: Prediction, truth: Truth, guess: Any) -> dict[str, Any] | None:
    """A chance as a bar, with the guess beside it; the side that wins keeps its colour and pattern."""
    if asked.form != "percent":
        return None
    side = asked.side
    other = next((name for name in SIDES if name != side), "") if side else ""
    said = str(described_truth(asked, truth))
    return {
        "truth": float(100 * truth.right[0]),
        "label": f"{said} {side}".strip(),
        "side": SIDES.get(side, "plain"),
        "other": SIDES.get(other, ""),
        "at": guess,
        "you": "" if guess is None else say("predict.you", guess=described_value(asked, guess)),
    }
