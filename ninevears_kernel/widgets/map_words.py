"""What the map says in words: the text twin of a space, the legend, the credit line, and their styles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from ..core.messages import Message, say, shown
from ..nine_years.map import Space, game_map
from ..nine_years.powers import capitals_on_map
from .map_colours import swatch
from .map_furniture import INK, PAPER, SERIF
from .map_symbols import symbol
from .ruling_card import ICONS

if TYPE_CHECKING:
    from ..core.rulings import Ruling
    from ..nine_years.position import Position

STYLE = f"""<style>
.ninevears-map .leaflet-container {{ background: {PAPER}; font-family: {SERIF}; }}
.ninevears-map .leaflet-container:focus-visible {{ outline: 3px solid #1d4e6b; outline-offset: -3px; }}
.ninevears-map .widget-toggle-buttons > label {{ margin-right: 8px; }}
.ninevears-map .leaflet-pane svg path.leaflet-interactive:focus {{ outline: none; }}
.ninevears-twin .year {{ font-style: italic; color: #6b5840; padding-bottom: 4px;
  border-bottom: 1px solid #d8c9a3; }}
.ninevears-twin {{ font: 14px/1.45 {SERIF}; color: {INK}; background: {PAPER}; border: 1px solid #c9b98f;
  padding: 10px 14px; box-sizing: border-box; }}
.ninevears-twin h4 {{ font: 600 19px/1.2 {SERIF}; margin: 0 0 2px; color: {INK}; }}
.ninevears-twin p {{ margin: 0 0 6px; }}
.ninevears-twin .way {{ border-left: 4px solid #b0006d; padding-left: 8px; }}
.ninevears-twin .marked {{ border-left: 4px dotted #0b6b4f; padding-left: 8px; }}
.ninevears-twin .ruled {{ border-top: 1px solid #d8c9a3; margin-top: 8px; padding-top: 8px; }}
.ninevears-twin .ruled ul {{ margin: 4px 0 0; padding-left: 1.2em; font-size: 13px; }}
.ninevears-twin cite {{ font-weight: 600; font-style: normal; color: #6b2a12; white-space: nowrap; }}
.ninevears-legend {{ font: 13px/1.5 {SERIF}; color: {INK}; }}
.ninevears-legend ul {{ list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap;
  gap: 2px 16px; }}
.ninevears-legend li {{ display: inline-flex; align-items: center; gap: 5px; }}
.ninevears-legend svg {{ flex: none; }}
.ninevears-credit {{ font: 11px/1.4 {SERIF}; color: #6b5840; margin: 2px 0 0; }}
</style>"""


def side_words(side: str | None) -> Message:
    """Who holds something, as it stands in a sentence."""
    return Message("map.neutral") if side is None else Message(f"map.side-{side}")


def twin(
    position: Position,
    selected: str | None,
    way: Sequence[str] = (),
    marked: Sequence[str] = (),
    ruling: Ruling | None = None,
) -> str:
    """All that the map shows of a space, a line, marks and a ruling, as HTML that reads itself out."""
    parts = [f"<p class='year'>{escape(say('map.in-year', year=position.year))}</p>"]
    if selected is None:
        invitation = escape(say("map.nothing-selected"))
        parts.append(f"<p><i>{invitation}</i></p>")
    else:
        space = game_map().space(selected)
        head, *rest = _space_sentences(position, space)
        parts.append(f"<h4>{escape(shown(space.name))}</h4><p><b>{escape(head)}</b></p>")
        parts += [f"<p>{escape(sentence)}</p>" for sentence in rest]
    if way:
        words = " → ".join(map(shown, way))
        parts.append(f"<p class='way'>{escape(say('map.path-drawn', path=words))}</p>")
    if marked:
        parts.append(
            f"<p class='marked'>{escape(say('map.marked', spaces=Message.all_of(list(marked))))}</p>"
        )
    if ruling is not None:
        parts.append(_ruling_words(ruling))
    label = escape(say("map.twin"), quote=True)
    return (
        f"<div class='ninevears-twin' role='region' aria-live='polite' aria-label='{label}'>"
        f"{''.join(parts)}</div>"
    )


def _ruling_words(ruling: Ruling) -> str:
    """A ruling in short: the verdict, and each reason with its clause."""
    broken = [(violation.clause_id, violation.says) for violation in ruling.violations]
    reasons = broken + [(step.clause_id, step.says) for step in ruling.steps]
    items = "".join(f"<li>{escape(str(says))} <cite>{escape(id)}</cite></li>" for id, says in reasons)
    verdict = escape(f"{ICONS[ruling.verdict]} {ruling.says}")
    return f"<div class='ruled'><b>{verdict}</b><ul>{items}</ul></div>"


def _space_sentences(position: Position, space: Space) -> Iterable[str]:
    yield say("map.held", side=side_words(position.controller(space.name)))
    spelling = "map.home-local" if space.local_name != space.name else "map.home"
    yield say(spelling, power=space.power, region=space.region, local=space.local_name)
    if owners := capitals_on_map().get(space.name):
        yield say("map.capital", powers=Message.all_of(list(owners)))
    yield say(f"map.fortress-{space.fortress}")
    if space.ports:
        yield say("map.port", zones=Message.all_of(list(space.ports)))
    if besieger := position.besieger(space.name):
        yield say("map.besieged", side=side_words(besieger))
    links = game_map().neighbours(space.name)
    named = [
        other if kind == "land" else Message(f"map.link-{kind}", space=other) for other, kind in links.items()
    ]
    yield say("map.links", spaces=Message.all_of(named)) if named else say("map.no-links")
    pieces = _pieces(position, space.name)
    yield say("map.pieces", pieces=Message.all_of(pieces)) if pieces else say("map.no-pieces")


def _pieces(position: Position, name: str) -> list[Message | str]:
    leaders: list[Message | str] = [leader.name for leader in position.leaders if leader.space == name]
    corps = Counter((corps.power, corps.reduced) for corps in position.corps if corps.space == name)
    return leaders + [
        Message("map.corps-reduced" if reduced else "map.corps", count=count, power=power)
        for (power, reduced), count in corps.items()
    ]


def _mark(kind: str) -> str:
    return (
        f"<svg width='18' height='18' viewBox='-1.35 -1.35 2.7 2.7' aria-hidden='true'>{symbol(kind)}</svg>"
    )


def _line(stroke: str) -> str:
    return f"<svg width='30' height='10' aria-hidden='true'><path d='M1 5H29' {stroke}/></svg>"


def legend() -> str:
    """The key to the map and its credit line."""
    keys = [
        *((swatch(side), say(f"map.key-{side}")) for side in ("Bourbon", "Alliance", None)),
        (_line("stroke='#4a1010' stroke-width='2.4' stroke-dasharray='6 4'"), say("map.key-taken")),
        *((_mark(f"fort{strength}"), say("map.key-fortress", strength=strength)) for strength in (1, 2, 3)),
        (_mark("town"), say("map.key-town")),
        (_mark("anchor"), say("map.key-port")),
        (_mark("star"), say("map.key-capital")),
        (_line(f"stroke='{INK}' stroke-width='1.2'"), say("map.key-land")),
        (_line(f"stroke='{INK}' stroke-width='1.8' stroke-dasharray='7 3 1.5 3'"), say("map.key-pass")),
        (_line("stroke='#c3121f' stroke-width='2.6'"), say("map.key-red")),
    ]
    items = "".join(f"<li>{picture}<span>{escape(words)}</span></li>" for picture, words in keys)
    label = escape(say("map.legend"), quote=True)
    return (
        f"<div class='ninevears-legend'><ul aria-label='{label}'>{items}</ul>"
        f"<p class='ninevears-credit'>{escape(say('map.credit'))}</p></div>"
    )
