"""A page as a PDF, made by a browser without a window, or by weasyprint."""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from ...core.errors import NinevearsError
from ...core.messages import Message

BROWSERS = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    *("microsoft-edge", "microsoft-edge-stable", "msedge"),
)
"""Programs that print to PDF, in the order in which they are looked for on the PATH."""
SECONDS = 120
_DATE = re.compile(rb"(/(?:CreationDate|ModDate) ?\(D:)([^)]*)(\))")
_PICTURE = re.compile(r"data:image/svg\+xml;base64,([\w+/=]+)")
_FONT = re.compile(r"\bfont:(\w+) ([\d.]+)px ([^;}\"]+)")
_START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")


class NoConverter(NinevearsError):
    """No PDF could be made: there is no converter, or it failed."""


def converter() -> str | None:
    """What would make a PDF here: the path of a browser, ``weasyprint``, or None."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None and find_spec("weasyprint") is not None:
        return "weasyprint"
    return found


def converted(page: str, comments: bytes) -> bytes:
    """A page as a PDF.

    Args:
        page: HTML that needs nothing else.
        comments: lines that begin with ``%``, put at the end.

    Raises:
        NoConverter: there is no converter, or it failed; says which.
    """
    program = converter()
    if program is None:
        raise NoConverter(Message("report.no-pdf", file="--report REPORT.html"))
    with TemporaryDirectory(prefix="ninevears-") as name:
        folder = Path(name)
        source, target = folder / "report.html", folder / "report.pdf"
        source.write_text(for_weasyprint(page) if program == "weasyprint" else page, encoding="utf-8")
        if program == "weasyprint":
            _by_weasyprint(source, target)
        else:
            _by_browser(program, folder, source, target)
        made = target.read_bytes()
    # The hour is of no interest, and would make every copy another.
    made = _DATE.sub(lambda date: date[1] + re.sub(rb"\d", b"0", date[2]) + date[3], made)
    start = _START.search(made)
    if start is None:
        return made
    return made.rstrip() + b"\n" + comments + b"startxref\n" + start[1] + b"\n%%EOF\n"


def for_weasyprint(page: str) -> str:
    """A page as weasyprint understands it, with the pictures that it holds.

    It takes a face for one weight, reads no ``font`` in a picture, and draws the rim of letters over them.

    >>> for_weasyprint("<style>@font-face{font-weight:501 900}</style>")
    '<style>@font-face{font-weight:700}</style>'
    """

    def picture(found: re.Match[str]) -> str:
        svg = base64.b64decode(found[1]).decode()
        svg = _FONT.sub(_spelt_out, _one_weight(svg))
        svg = svg.replace("</svg>", "<style>text{stroke:none!important}</style></svg>")
        return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"

    return _PICTURE.sub(picture, _one_weight(page))


def _spelt_out(font: re.Match[str]) -> str:
    """A ``font`` of a picture as the properties that it stands for."""
    look, size, family = font.groups()
    stands_for = {"style" if look == "italic" else "weight": look, "size": f"{size}px", "family": family}
    return ";".join(f"font-{name}:{value}" for name, value in stands_for.items())


def _one_weight(style: str) -> str:
    """Styles in which each face has one weight."""
    return style.replace("font-weight:100 500", "font-weight:400").replace(
        "font-weight:501 900", "font-weight:700"
    )


def _by_weasyprint(source: Path, target: Path) -> None:
    try:
        from weasyprint import HTML
    except (ImportError, OSError) as error:  # it is there, and a library of the system that it needs is not
        why = str(error).splitlines()[0]
        raise NoConverter(Message("report.pdf-failed", program="weasyprint", why=why)) from None
    # the variant for screen readers: headings, lists, tables and pictures are tagged
    HTML(filename=str(source)).write_pdf(str(target), pdf_variant="pdf/ua-1")


def _by_browser(program: str, folder: Path, source: Path, target: Path) -> None:
    options = ["--headless", "--disable-gpu", "--no-first-run", "--no-pdf-header-footer"]
    options += [
        "--print-to-pdf-no-header",
        f"--user-data-dir={folder / 'profile'}",
        f"--print-to-pdf={target}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.append("--no-sandbox")
    try:
        done = subprocess.run(
            [program, *options, source.as_uri()], capture_output=True, timeout=SECONDS, check=False, text=True
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoConverter(Message("report.pdf-failed", program=program, why=str(error))) from None
    if not target.exists():
        why = (done.stderr.strip().splitlines() or [str(done.returncode)])[-1]
        raise NoConverter(Message("report.pdf-failed", program=program, why=why))
