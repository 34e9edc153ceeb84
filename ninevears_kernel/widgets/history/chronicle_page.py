"""What stands beside and under the map through time as HTML: the card of an event, the key, the text twin."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ...chronicle import event_marks
from ...chronicle.event_marks import picture
from ...chronicle.frames import Frame, describe_campaign
from ...chronicle.happenings import Happening
from ...chronicle.sentences import (
    card_lines,
    describe_day,
    describe_disagreements,
    describe_month,
    describe_sentence,
    describe_sources,
    describe_written,
)
from ...core.messages import say, shown
from ...nine_years.atlas.words import LEGEND
from ..parts.tables import cells, items, table
from ..parts.theme import SANS

OF_THE_GAME = (
    *("weak", "rich", "red", "line", "siege", "continuing", "stack", "inside", "reduced", "demoralised"),
    *("used", "covered", "fleet", "box"),
)
"""What the key to the map explains and no month of history shows."""
_HIDDEN = ",".join(
    f".ninevears-chronicle .ninevears-legend > .key > ul > li:nth-child({place})"
    for place, id in enumerate(LEGEND, 1)
    if id in OF_THE_GAME
)
STYLE = (
    f"<style>{_HIDDEN} {{ display: none; }}</style>"
    + """<style>
.ninevears-chronicle { max-width: 100%; box-sizing: border-box; }
.ninevears-chronicle dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr);
  gap: 2px 10px; margin: 6px 0; }
.ninevears-chronicle dl.facts dt { font-weight: 600; }
.ninevears-chronicle dl.facts dd { margin: 0; overflow-wrap: anywhere; }
.ninevears-chronicle .card { border-top: 1px solid var(--nv-faded, #6d5a42); margin-top: 8px;
  padding-top: 8px; max-height: clamp(300px, 100vh - 480px, 560px); overflow: auto; }
.ninevears-chronicle .card h5 { font: inherit; font-weight: 600; margin: 6px 0 2px; }
.ninevears-chronicle .card ul { margin: 0; padding-left: 1.2em; font-size: 13px; overflow-wrap: anywhere; }
.ninevears-chronicle .card h4 svg { vertical-align: middle; margin-right: 4px; }
.ninevears-chronicle :is(select, .widget-button, .widget-label) { font-family: SANS; }
.ninevears-chronicle select { font-size: 14px; }
.ninevears-chronicle .key { font: 13px/1.5 SANS; color: var(--nv-ink, #3d2b1c);
  background: var(--nv-paper, #f4ead0); border: 1px solid var(--nv-faded, #6d5a42); padding: 4px 12px;
  box-sizing: border-box; }
.ninevears-chronicle .key ul { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 16px; margin: 0;
  padding: 0; }
.ninevears-chronicle .key li { display: inline-flex; align-items: center; gap: 5px; }
.ninevears-chronicle .key p { margin: 4px 0 0; }
/* on a telephone the map comes right after the months, what chooses and lists after it */
@media (max-width: 600px) {
  .ninevears-chronicle > .filters { display: contents; }
  .ninevears-chronicle > .event-map { order: 1; }
  .ninevears-chronicle .chosen-by, .ninevears-chronicle > .event-lists { order: 2; }
  .ninevears-chronicle > .event-map ~ * { order: 3; }
}
</style>""".replace("SANS", SANS)
)


def panel(seen: Frame, event: Happening | None, space: str | None, live: bool = True) -> str:
    """What stands beside the map, as HTML: the month, a space, the card of an event.

    Args:
        seen: the month.
        event: whose card is open.
        space: the space that is chosen.
        live: whether it reads itself out.
    """
    label = escape(say("map.twin"), quote=True)
    described = "".join(f"<p>{escape(one)}</p>" for one in seen.described_in_short)
    parts = [f"<p class='year'>{escape(describe_month(seen.month))}</p>{described}"]
    if space is not None:
        parts.append(f"<p class='marked'>{escape(seen.describe_held(space))}</p>")
    parts.append(card(event) if event else f"<p><i>{escape(say('chronicle-map.choose'))}</i></p>")
    if seen.campaigns:
        name = escape(say("chronicle-map.campaigns"), quote=True)
        ways = "".join(f"<p>{escape(describe_campaign(one))}</p>" for one in seen.campaigns)
        parts.append(f"<div class='over' role='group' tabindex='0' aria-label='{name}'>{ways}</div>")
    return (
        f"<div class='ninevears-panel' role='region' aria-live='{'polite' if live else 'off'}' "
        f"aria-label='{label}'>"
        f"{''.join(parts)}</div>"
    )


def card(one: Happening) -> str:
    """All about an event as HTML: its sentence, the facts, where the books differ, the sources."""
    facts = "".join(f"<dt>{escape(line.label)}</dt><dd>{escape(line.says)}</dd>" for line in card_lines(one))
    drawn = picture(one.kind, one.side, one.row["certainty"] == "disputed")
    return (
        f"<div class='card' role='group' tabindex='0' aria-label='{escape(one.name, quote=True)}'>"
        f"<h4>{drawn}{escape(one.name)}</h4><p>{escape(one.row['sentence'])}</p>"
        f"<dl class='facts'>{facts}</dl>"
        f"{_listed('chronicle-map.books-differ', describe_disagreements(one))}"
        f"{_listed('chronicle-map.sources', describe_sources(one))}</div>"
    )


def _listed(heading: str, sentences: Iterable[str]) -> str:
    described = items(sentences)
    return f"<h5>{escape(say(heading))}</h5><ul>{described}</ul>" if described else ""


def key() -> str:
    """What the badges and lines mean."""
    described = "".join(f"<li>{drawn}<span>{escape(words)}</span></li>" for drawn, words in event_marks.key())
    label = escape(say("chronicle-map.key"), quote=True)
    lines = escape(say("chronicle-map.key-line"))
    return f"<div class='nv key'><ul aria-label='{label}'>{described}</ul><p>{lines}</p></div>"


COLUMNS = ("space", "side", "since", "note")


def twin(seen: Frame) -> str:
    """The whole month in words, then a table of who held what."""
    label = escape(say("chronicle-map.words"), quote=True)
    described = "".join(f"<p>{escape(one)}</p>" for one in seen.described_in_short)
    events = items(map(describe_sentence, seen.events))
    ways = "".join(f"<p>{escape(describe_campaign(one))}</p>" for one in seen.campaigns)
    held = table(
        [say(f"chronicle-map.column-{one}") for one in COLUMNS],
        (
            f"<tr><th scope='row'>{escape(shown(space))}</th>"
            f"{cells((say(f'frame.side-{one.side}'), describe_written(one.since), one.note))}</tr>"
            for space, one in seen.held.items()
        ),
        say("chronicle-map.table", day=describe_day(seen.day)),
    )
    return (
        f"<div class='ninevears-words' role='region' tabindex='0' aria-label='{label}'>{described}"
        f"<ul>{events}</ul>{ways}{held}</div>"
    )
