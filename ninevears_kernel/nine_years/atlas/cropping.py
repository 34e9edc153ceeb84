"""A part of the map as a picture of its own: what lies outside is left out, so that it is small."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple
from xml.etree.ElementTree import Element, fromstring, tostring

Box = tuple[float, float, float, float]
"""Left, top, width and height, in units of the sheet."""
Point = tuple[float, float]

AROUND = 0.1
"""Of the width of the part, what is kept on every side: no line or sign of the map is as wide."""
FONT_OF_A_MARK, FONT_OF_THE_SHEET, LETTER = 20.0, 240.0, 0.8
"""The largest type that the style gives to a text that names no size; the width of a letter to its size."""
_NAMESPACE = " xmlns='http://www.w3.org/2000/svg'"
_HEAD = re.compile(r"width='[0-9]+' height='[0-9]+' viewBox='[-0-9. ]+'>")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
_SPACE = re.compile(r"""<path class=(['"])(?P<kind>space [^'"]*)\1 d=(['"])(?P<line>[^'"]*)\3 ?/>""")
_REFERENCE = re.compile(r"url\(#([\w-]+)\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7, "z": 0}
_DRAWN = {"path", "circle", "use", "text"}


class Affine(NamedTuple):
    """A transformation of the plane, as SVG writes a matrix."""

    a: float = 1
    b: float = 0
    c: float = 0
    d: float = 1
    e: float = 0
    f: float = 0

    def then_inside(self, inner: Affine) -> Affine:
        """This one after another that stands inside it."""
        a, b, c, d, e, f = self
        g, h, i, j, k, m = inner
        return Affine(
            a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f
        )

    def at(self, point: Point) -> Point:
        """Where a point comes to lie."""
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


HERE = Affine()


def part_of(svg: str, box: Box, width: int) -> str:
    """A part of a picture of the map, without what lies outside of it.

    Args:
        svg: what `picture.to_svg` made of the whole map.
        box: the part.
        width: of the part, in pixels.

    >>> whole = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9' viewBox='0 0 90 90'>"
    >>> part_of(whole + "<path d='M5 5h3'/><path d='M80 80h3'/></svg>", (0, 0, 20, 10), 40)[-25:]
    '<path d="M5 5h3" /></svg>'
    """
    left, top, across, down = box
    head = f"width='{width}' height='{width * down / across:.0f}' "
    head += f"viewBox='{left:.0f} {top:.0f} {across:.0f} {down:.0f}'>"
    root = fromstring(_HEAD.sub(head, svg, count=1).replace(_NAMESPACE, "", 1))  # the kit's own drawing
    _Pruning(root, box).prune()
    return tostring(root, encoding="unicode").replace("<svg", f"<svg{_NAMESPACE}", 1)


def with_spaces_joined(svg: str) -> str:
    """A picture that nobody clicks on, its spaces one path for each fill.

    In a PDF each path has an image of its pattern.

    >>> with_spaces_joined("<path class='space a' d='M1 1h1z'/><path class='space a' d='M3 3h1z'/>")
    "<path class='space a' d='M1 1h1zM3 3h1z'/>"
    """
    joined: dict[str, list[str]] = {}
    for found in _SPACE.finditer(svg):
        joined.setdefault(found["kind"], []).append(found["line"])

    def once(found: re.Match[str]) -> str:
        lines = joined.pop(found["kind"], ())
        return f"<path class='{found['kind']}' d='{''.join(lines)}'/>" if lines else ""

    return _SPACE.sub(once, svg)


class _Pruning:
    """Takes out of a drawing what does not meet a part of the sheet."""

    def __init__(self, root: Element, box: Box) -> None:
        left, top, across, down = box
        margin = AROUND * across
        self.root = root
        self.left, self.top = left - margin, top - margin
        self.right, self.bottom = left + across + margin, top + down + margin
        self.named = {id: one for one in root.iter() if (id := one.get("id"))}
        self.in_place: Counter[str] = Counter()
        """How often a definition is used where it is drawn."""
        self.outside: set[str] = set()
        """What is drawn outside and has a name, by which something else may use it."""

    def prune(self) -> None:
        """All of it: what is drawn, then the definitions and rules of style that nothing needs any more."""
        used = Counter(one.get("href", "")[1:] for one in self.root.iter("use"))
        self._prune_in(self.root, HERE, self._font(self.root, 0))
        for name, count in self.in_place.items():
            if count == used[name] and self.named[name].tag == "path":
                self.named[name].set("d", self._short(self.named[name].get("d", "")))
        self._forget_unused()

    # ---- what is drawn

    def _prune_in(self, parent: Element, to_sheet: Affine, font: float) -> None:
        for child in list(parent):
            if child.tag == "g":
                inner = to_sheet.then_inside(_transform(child))
                self._prune_in(child, inner, self._font(child, font))
                if not len(child):
                    parent.remove(child)
            elif child.tag in _DRAWN:
                still = to_sheet == HERE and not {"transform", "x", "y", "id"}.intersection(child.keys())
                if still and child.tag == "use":
                    self.in_place[child.get("href", "")[1:]] += 1
                if self._side(self._points(child, to_sheet, font)):
                    if name := child.get("id"):
                        self.outside.add(name)
                    else:
                        parent.remove(child)
                elif still and child.tag == "path":
                    child.set("d", self._short(child.get("d", "")))

    def _font(self, one: Element, font: float) -> float:
        size = one.get("font-size")
        if size:
            return float(size)
        return FONT_OF_A_MARK if one.get("data-mark") is not None else font

    def _points(self, one: Element, outer: Affine, font: float) -> list[Point]:
        """Points around all that an element draws."""
        to_sheet = outer.then_inside(_transform(one))
        x, y = float(one.get("x", 0)), float(one.get("y", 0))
        match one.tag:
            case "path":
                found = _points_of(one.get("d", ""))
            case "circle":
                x, y, r = float(one.get("cx", 0)), float(one.get("cy", 0)), float(one.get("r", 0))
                found = [(x - r, y - r), (x + r, y + r), (x - r, y + r), (x + r, y - r)]
            case "use":
                used = self.named[one.get("href", "")[1:]]
                return self._points(used, to_sheet.then_inside(Affine(e=x, f=y)), font)
            case "text":
                found = self._text(one, x, y, self._font(one, font) or FONT_OF_THE_SHEET)
            case "g":
                font = self._font(one, font)
                return [point for child in one for point in self._points(child, to_sheet, font)]
            case _:
                return []
        return found if to_sheet == HERE else [to_sheet.at(point) for point in found]

    def _text(self, one: Element, x: float, y: float, font: float) -> list[Point]:
        path = one.find("textPath")
        spacing = float(one.get("letter-spacing", 0))
        long = max(len("".join(one.itertext())) * (font * LETTER + spacing), float(one.get("textLength", 0)))
        high = font * (1 + len(one))
        if path is not None:
            points = self._points(self.named[path.get("href", "")[1:]], HERE, font)
            return [(x + way, y + way) for x, y in points for way in (-font, font)]
        return [(x - long, y - high), (x + long, y + high), (x - long, y + high), (x + long, y - high)]

    # ---- which side of the part

    def _side(self, points: list[Point]) -> int:
        """The sides beyond which all of the points lie, as flags."""
        out, left, right, top, bottom = 15, self.left, self.right, self.top, self.bottom
        for x, _ in points:  # a look for each side ends at the first point that is not beyond it
            if x >= left:
                out ^= 1
                break
        for x, _ in points:
            if x <= right:
                out ^= 2
                break
        for _, y in points:
            if y >= top:
                out ^= 4
                break
        for _, y in points:
            if y <= bottom:
                out ^= 8
                break
        return out

    # ---- shorter ways

    def _short(self, way: str) -> str:
        """A way that looks the same within the part: of what lies beyond one side only the ends are kept.

        A way that does not return to its beginning is not filled on this map: it is broken off there.
        """
        parts: list[list[tuple[str, list[Point]]]] = []
        for text, points in _segments(way):
            if text[0] in "Mm":
                parts.append([])
            elif not parts or parts[-1][-1][0] == "z":
                parts.append([("M", [points[0]])])
            parts[-1].append((text, points))
        kept = (self._short_part(part) for part in parts if not self._side([p for _, at in part for p in at]))
        return "".join(kept)

    def _short_part(self, part: list[tuple[str, list[Point]]]) -> str:
        (x, y), closed = part[0][1][-1], part[-1][0] == "z"
        described, run, out = [f"M{x:g} {y:g}"], list[tuple[str, list[Point]]](), 0

        def end_of_run() -> None:
            if len(run) > closed:
                x, y = run[-1][1][-1]
                if described[-1][0] == "M" and not closed:
                    described.pop()
                described.append(f"{'L' if closed else 'M'}{x:g} {y:g}")
            else:
                described.extend(text for text, _ in run)
            run.clear()

        for text, points in part[1:]:
            if text == "z":
                break
            here = self._side(points)
            out = out & here if run else here
            if not out:
                end_of_run()
                out = here
            if out:
                run.append((text, points))
            else:
                described.append(text)
        end_of_run()
        if described[-1][0] == "M":
            described.pop()
        return "".join(described) + "z" * closed

    # ---- what nothing needs any more

    def _forget_unused(self) -> None:
        style = self.root.find("style")
        if style is not None and style.text:
            classes = {name for one in self.root.iter() for name in one.get("class", "").split()}
            style.text = "".join(
                f"{heads.strip()}{{{rule}}}\n"
                for heads, rule in _RULE.findall(style.text)
                if any(set(_CLASS.findall(head)) <= classes for head in heads.split(","))
            )
        while self._forget_definitions():
            pass

    def _forget_definitions(self) -> bool:
        used: set[str] = set()
        for one in self.root.iter():
            used.update(value[1:] for name, value in one.items() if name == "href")
            used |= {name for value in one.attrib.values() for name in _REFERENCE.findall(value)}
            if one.tag == "style":
                used.update(_REFERENCE.findall(one.text or ""))
        found = [
            (parent, child)
            for parent in self.root.iter()
            for child in parent
            if (name := child.get("id")) and name not in used
            if parent.tag == "defs" or name in self.outside
        ]
        for parent, child in found:
            parent.remove(child)
        return bool(found)


def _transform(one: Element) -> Affine:
    found = HERE
    for name, text in _TRANSFORM.findall(one.get("transform", "")):
        numbers = [float(number) for number in _NUMBER.findall(text)]
        match name:
            case "translate":
                step = Affine(e=numbers[0], f=numbers[1] if len(numbers) > 1 else 0)
            case "scale":
                step = Affine(a=numbers[0], d=numbers[-1])
            case "rotate" if len(numbers) == 1:
                turn = radians(numbers[0])
                step = Affine(cos(turn), sin(turn), -sin(turn), cos(turn))
            case _:
                raise ValueError(name)
        found = found.then_inside(step)
    return found


@lru_cache(maxsize=1 << 11)
def _segments(way: str) -> tuple[tuple[str, list[Point]], ...]:
    """The segments of a path, each with the point where it begins and the points around it, its end last.

    >>> _segments("M1 2h3-1z")[1:3]
    (('h3', [(1.0, 2.0), (4.0, 2.0)]), ('h-1', [(4.0, 2.0), (3.0, 2.0)]))
    """
    return tuple(_read(way))


@lru_cache(maxsize=1 << 11)
def _points_of(way: str) -> list[Point]:
    return [point for _, points in _segments(way) for point in points]


def _read(way: str) -> Iterator[tuple[str, list[Point]]]:
    at = begin = handle = (0.0, 0.0)
    for command, text in _COMMAND.findall(way):
        low, relative = command.lower(), command.islower()
        numbers = _NUMBER.findall(text)
        if low == "z":
            yield "z", [at, begin]
            at = handle = begin
            continue
        size = _ARGUMENTS[low]
        for first in range(0, len(numbers), size):
            described = numbers[first : first + size]
            values = [float(number) for number in described]
            x, y = at if relative else (0.0, 0.0)
            match low:
                case "h":
                    around = [(x + values[0], at[1])]
                case "v":
                    around = [(at[0], y + values[0])]
                case "a":
                    end = (x + values[5], y + values[6])
                    far = 2 * max(values[0], values[1])
                    around = [(end[0] + dx, end[1] + dy) for dx in (-far, far) for dy in (-far, far)] + [end]
                case _:
                    around = [(x + values[n], y + values[n + 1]) for n in range(0, size, 2)]
            mirrored = (2 * at[0] - handle[0], 2 * at[1] - handle[1])
            if low in "st":  # written in full, as what comes before it may go
                around.insert(0, mirrored)
                command, described = "CQ"[low == "t"], [f"{one:g}" for point in around for one in point]
            handle = around[-2] if low in "csqt" else around[-1]
            points, at = [at, *around], around[-1]
            if low == "m" and first == 0:
                begin, points = at, [at]
            yield (
                _written(command if low != "m" or first == 0 else "l" if relative else "L", described),
                points,
            )


def _written(command: str, numbers: list[str]) -> str:
    text = command
    for place, number in enumerate(numbers):
        text += number if place == 0 or number[0] in "-+" else f" {number}"
    return text
