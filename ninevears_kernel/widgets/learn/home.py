"""The home page: where to go on, three doors, and the course as cards that show how far a student is."""

from __future__ import annotations

import os
from base64 import b64encode
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path

from ...core.errors import NinevearsError
from ...core.messages import say
from ...input_files import read_text
from ...teaching.lessons import TABLE, Lesson, course_progress, kinds_checked, lessons, mark_of, next_lesson
from ...teaching.mastery import LAST, Mastery, state_words
from ...teaching.progress import DEFAULT_FILE, Progress, file_name, key_of, progress_in
from ..parts.theme import THEME, complaint, style

PICTURES = TABLE.parent / "pictures"
MAST = PICTURES / "home.jpg"
ON_PAGE = "VOILA_REQUEST_URL"
"""Set in a kernel whose notebook is shown as a page."""
DOORS = {
    "play": ("play/01_the_whole_war.ipynb", "play/02_orders.ipynb"),
    "judge": (
        "umpire/02_the_desk.ipynb",
        "umpire/01_your_first_ruling.ipynb",
        "umpire/03_games.ipynb",
        "umpire/04_a_tournament_evening.ipynb",
    ),
    "explore": ("classroom/01_the_war_on_the_map.ipynb", "help.ipynb", "teachers/01_guide.ipynb"),
}
"""The three doors, and the notebooks behind each; their words are ``home.<door>`` and ``home.<door>-<n>``."""
ICONS = {
    "play": "M6 21V4M6 5h12l-3 4 3 4H6",
    "judge": "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
    "explore": "M12 6v14M12 6C10 4 6 4 3 5v14c3-1 7-1 9 1 2-2 6-2 9-1V5c-3-1-7-1-9 1z",
}
"""The sign of each door, drawn in 24 units: a flag, scales, an open book."""


class Home:
    """The home page of the kit, as HTML: nothing on it needs a kernel once it is shown.

    Args:
        file: a file of progress; by default the one that lies beside the lessons, or here.

    Attributes:
        progress: what the student has done.

    >>> "lessons/01_the_map.ipynb" in Home(file=None)._repr_html_()
    True
    """

    def __init__(self, file: str | Path | None = "") -> None:
        self._warning = ""
        self.progress: Progress = Progress("", key_of(""))
        found = _kept() if file == "" else None if file is None else Path(file)
        self._text = ""
        if found is not None:
            try:
                self._text = read_text(found)
                self.progress = progress_in(self._text)
            except NinevearsError as error:
                self._warning = complaint(error)

    def _repr_html_(self) -> str:
        """The page as HTML."""
        marks = {one: mark_of(one, self.progress) for one in lessons()}
        here = next_lesson(self.progress)
        passed = {one.name for one in course_progress(self.progress) if one.passed}
        cards = "".join(_card(one, marks[one], one.name in passed, one is here) for one in lessons())
        doors = _go_on(here, marks, passed, self._saved()) + "".join(map(_door, DOORS))
        return (
            f"{THEME}{style('home')}<div class='ninevears-home'>{_mast()}{self._warning}"
            f"<div class='doors'>{doors}</div>{_course_head()}"
            f"<ol class='cards'>{cards}</ol>{_moved()}</div>"
        )

    def _saved(self) -> str:
        """A link that saves the file of progress; it says how many answers it holds, for it was read once."""
        count = len(self.progress.attempts)
        if not count:
            return ""
        content = b64encode(self._text.encode()).decode("ascii")
        name = escape(file_name(self.progress.student), quote=True)
        title = escape(say("progress.download-tooltip"), quote=True)
        words = escape(say("home.download", count=count))
        address = f"data:text/plain;charset=utf-8;base64,{content}"
        return f"<p><a download='{name}' title='{title}' href='{address}'>{words}</a></p>"


def _kept() -> Path | None:
    """The file of progress that lies beside the lessons, or here; None at the beginning."""
    candidates = (Path(lessons()[0].path).parent / DEFAULT_FILE, Path(DEFAULT_FILE))
    return next((file for file in candidates if file.is_file()), None)


def _is_page() -> bool:
    return ON_PAGE in os.environ


def _mast() -> str:
    """The head of the page; in the lab the notebook's own heading stands above."""
    if not _is_page():
        return ""
    title, war, about = (escape(say(f"home.{part}")) for part in ("title", "war", "about"))
    return (
        f"<header class='mast'><img src='{_picture(MAST.stem)}' alt=''><div><h1>{title} <i>{war}</i></h1>"
        f"<p>{about}</p></div></header>"
    )


def _course_head() -> str:
    """The heading of the course, and the two orders in which its cards can stand."""
    orders = "".join(
        f"<label><input type='radio' name='nv-order' class='{name}'{checked}>"
        f"<span>{escape(say(f'home.order-{name}'))}</span></label>"
        for name, checked in (("learner", " checked"), ("rules", ""))
    )
    return (
        f"<div class='head'><h2 class='course'>{escape(say('home.course'))}</h2>"
        f"<p>{escape(say('home.course-about', count=len(lessons())))}</p>"
        f"<fieldset><legend>{escape(say('home.order'))}</legend>{orders}</fieldset></div>"
    )


def _go_on(here: Lesson, marks: dict[Lesson, Mastery], passed: set[str], saved: str) -> str:
    """The first door: where to go on, and how many lessons of the course are done."""
    done = [one for one in marks if one.name in passed]
    left = sum(one.minutes for one in marks if one not in done)
    begun = bool(done) or any(mark.asked for mark in marks.values())
    heading = say("home.go-on" if begun else "home.start", title=str(here.title))
    path = escape(here.path, quote=True)
    word = say("home.here" if marks[here].asked else "home.begin")
    ways = _read_or_tinker(here) or f"<a class='way' href='{path}'>{escape(word)}</a>"
    share = round(100 * len(done) / len(marks))
    hours, minutes = divmod(left, 60)
    so_far = say("home.so-far", count=len(done), of=len(marks), hours=hours, minutes=minutes)
    return (
        f"<section class='door first'><h3>{escape(heading)}</h3><p>{escape(str(here.about))}</p>"
        f"<div class='bar' role='img' aria-label='{share}%'><i style='width:{share}%'></i></div>"
        f"<p>{escape(so_far)}</p><p>{ways}</p>{saved}</section>"
    )


def _door(name: str) -> str:
    """One of the three doors."""
    rows = "".join(
        f"<li><a href='{path}'>{escape(say(f'home.{name}-{place}'))}</a></li>"
        for place, path in enumerate(DOORS[name], 1)
    )
    title, about = escape(say(f"home.{name}")), escape(say(f"home.{name}-about"))
    icon = f"<svg viewBox='0 0 24 24' aria-hidden='true'><path d='{ICONS[name]}'/></svg>"
    return f"<section class='door'><h3>{icon}{title}</h3><p>{about}</p><ul>{rows}</ul></section>"


def _card(one: Lesson, mark: Mastery, passed: bool, is_here: bool) -> str:
    """A lesson as a card."""
    practised = state_words(mark) if mark.asked else ""
    done = say("home.passed" if kinds_checked(one) else "home.played")
    state = done if passed else say("home.here") if is_here else practised
    told = escape(say("home.right-of", right=mark.right, of=mark.of), quote=True)
    seals = f"<span class='seals' role='img' aria-label='{told}'>{_seals(mark)}</span>" if one.kinds else ""
    minutes = escape(say("home.minutes", count=one.minutes))
    tag = f"<span class='tag'>{escape(state)}</span>" if state else ""
    title = escape(str(one.title))
    if ways := _read_or_tinker(one):
        ways = f"<p class='ways'>{ways}</p>"
    else:  # the whole card is the way
        title = f"<a href='{escape(one.path, quote=True)}'>{title}</a>"
    return (
        f"<li class='{'here ' if is_here else ''}{'passed' if passed else mark.state}'"
        f" style='--rules:{_place_in_rules(one)}'>"
        f"<img src='{_picture(one.name)}' alt='' width='284' height='112'>{tag}"
        f"<div><h3><i>{one.number}</i> {title}</h3><p>{escape(str(one.about))}</p>"
        f"<p class='foot'><span>{minutes}</span>{seals}</p>{ways}</div></li>"
    )


def _place_in_rules(one: Lesson) -> int:
    """Where a lesson stands when they follow the rules: the first edition did, and numbered its files so."""
    return min((int(old[:2]) for old in one.formerly), default=one.number)


def _seals(mark: Mastery) -> str:
    """Five seals: what was right at once of the last five, what was not, and what is still to do."""
    wrong = min(mark.asked, LAST) - mark.right
    return (
        "<i class='right'></i>" * mark.right
        + "<i class='wrong'></i>" * wrong
        + "<i></i>" * (LAST - mark.right - wrong)
    )


def _read_or_tinker(one: Lesson) -> str:
    """To read a lesson as a page and to tinker with it in the lab; nothing where there is but one way."""
    if _is_page() or find_spec("voila") is None:
        return ""
    path, base = escape(one.path, quote=True), os.environ.get("JUPYTERHUB_SERVICE_PREFIX", "/")
    read = f"<a class='way' href='{base}voila/render/{path}' target='_blank'>{escape(say('home.read'))}</a>"
    return f"{read} <a class='way' href='{path}'>{escape(say('home.tinker'))}</a>"


def _moved() -> str:
    """Where the lessons of older editions are now."""
    moved = sorted((old, one.path, f"{one.number}. {one.title}") for one in lessons() for old in one.formerly)
    rows = "".join(
        f"<li>{escape(Path(old).stem)}: <a href='{path}'>{escape(title)}</a></li>"
        for old, path, title in moved
    )
    return f"<details><summary>{escape(say('home.moved'))}</summary><ul>{rows}</ul></details>"


@cache
def _picture(name: str) -> str:
    """The picture of a lesson as an address that needs no file: a page serves none."""
    return "data:image/jpeg;base64," + b64encode((PICTURES / f"{name}.jpg").read_bytes()).decode("ascii")
