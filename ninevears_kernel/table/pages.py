"""The pages of the tables, and the files that they need: the same for everybody, and nothing of any game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from ..core.messages import say
from ..nine_years.atlas.picture import both_themes
from ..nine_years.atlas.wire import packed, steps
from ..nine_years.components.sides import SEATS
from ..play.table_front import front_code, front_sheet
from ..typefaces import SANS, SERIF, with_type

FRONT = Path(__file__).parent / "front"
KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "bin": "application/octet-stream",
}


@cache
def page_files(kept_days: int) -> dict[str, bytes]:
    """All files of the pages by name; they are the same for everybody, and hold nothing of any game.

    Args:
        kept_days: for how long names and chat are kept, as people are told.
    """
    style = (FRONT / "table.css").read_text(encoding="utf-8")
    style = both_themes(".nv") + "\n" + style.replace("SERIF", SERIF).replace("SANS", SANS)
    found = {"front.js": front_code().encode(), "sheet.bin": packed(front_sheet())}
    found["steps.bin"] = steps()
    pages = Environment(
        loader=FileSystemLoader(FRONT), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    for name in WORDS:
        words = words_of(name, kept_days)
        title = words.get("games") or words.get("class", "Nine Years")
        page = pages.get_template(f"{name}.html").render(
            name=name, title=title, style=Markup(style), words=words
        )
        found[f"{name}.html"] = with_type(page).encode()
    for path in FRONT.glob("*.js"):
        found[path.name] = path.read_bytes()
    return found


WORDS = {
    "seat": """
        loading no-link lost you watch umpire here away agree refuse withdraw say said send name
        nobody no-script kept pause go-on why-pause waits over watching umpires set-right
        wrong-choice remedy rewind substitute instead reason dispute which-letter hand-out
        read-letter read-letter-of desk-how stand corrected as-it-is as-ruled elsewhere desk-link
        desk-log copied done fair-words fair-give fair-line waits-words clock clock-set until late
        mail feed
    """,
    "home": """
        loading no-link lost games new-name make link once copy copied look seats replace revoke
        sure waits over here kept no-script umpire-invite invite how-many show screen points
        class-at class-password asked away pause-all go-on-all why-pause-all print close open
        open-how fair fair-how waits-words begins january from-file
    """,
    "class": """
        loading lost no-script class class-how class-full take watch-it your-name name-first kept
    """,
}
"""The names of the words of each page, in the catalogue under ``tables.``."""


def words_of(page: str, kept_days: int) -> dict[str, str]:
    """The words of a page, by name; gaps stay in braces, for its code to fill."""
    gaps = {name: f"{{{name}}}" for name in ("side", "who", "count", "name", "address", "password", "year")}
    found = {name: say(f"tables.{name}", **gaps) for name in WORDS[page].split() if name != "kept"}
    found |= {f"seat-{seat}": say(f"tables.seat-{seat}") for seat in SEATS}
    return found | {"kept": say("tables.kept", count=kept_days)}
