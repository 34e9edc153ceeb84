"""What ``ninevears rule`` does: rules on a case, or on the one inside a report, and writes reports."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...core.errors import BadInput
from ...core.messages import say
from ...core.rulings import Ruling
from ...input_files import read_data
from ...nine_years.components.sides import Seat
from ...output_files import check_writable
from ..cases.cases import Case, case_from_data, rule_case

if TYPE_CHECKING:
    from .embedded_case import EmbeddedCase

OF_REPORTS = (".html", ".htm", ".md", ".pdf")
"""Endings of files that are no cases, but may be reports with a case inside."""


def ruled(source: str, files: Sequence[str], rules: str | None, seat: Seat = "both") -> Ruling:
    """The ruling on a case in a file, with reports written of it.

    Args:
        source: the file of a case, ``-`` for standard input, or a report with a case inside.
        files: the reports to be written, by their endings.
        rules: the umpire's own tables; without them those inside a report, or the kit's.
        seat: for whom the reports are; of a case inside a report no more is known than it holds.

    Raises:
        BadInput: the case, the tables or an ending is wrong, or a report cannot be written.
    """
    case, embedded = _read(source)
    if embedded is not None:
        embedded.check_whole()
    from_report = embedded is not None and rules is None and (embedded.rules or embedded.decision)
    if not files and not from_report:
        return _named(source, case, rules)
    # The templates take time to load: nobody waits for them who wants no report.
    from ..search.what_would_change import MOST_RULINGS
    from .reports import ending_of, report, report_again, write_report

    for file in files:
        ending_of(file)
        check_writable(file, "report")  # nobody wants to hear of it after the search
    if embedded is not None and rules is None:
        described = report_again(embedded)
    else:
        _named(source, case, rules)  # what is wrong with it is said before the search
        with click.progressbar(length=MOST_RULINGS, label=say("report.searching"), file=sys.stderr) as bar:
            described = report(
                case, rules=rules, seat=seat, progress=lambda tried, found: bar.update(tried - bar.pos)
            )
            bar.update(MOST_RULINGS - bar.pos)
    for file in files:
        write_report(described, file)
        click.echo(say("report.written", file=file), err=True)
    return described.ruling


def _read(source: str) -> tuple[Case, EmbeddedCase | None]:
    """The case in a file, and what else a report carries."""
    if Path(source).suffix.lower() in OF_REPORTS:
        from .embedded_case import embedded_in_file

        embedded = embedded_in_file(source)
        return case_from_data(embedded.case), embedded
    try:
        data = read_data(source)
        if isinstance(data, dict) and data.get("format") == "ninevears-report/1":
            from .embedded_case import embedded_in

            embedded = embedded_in(json.dumps(data))
            return case_from_data(embedded.case), embedded
        return case_from_data(data), None
    except BadInput as error:
        raise error.in_file(_file(source)) from None


def _named(source: str, case: Case, rules: str | None) -> Ruling:
    """The ruling on a case; an error in it names its file."""
    try:
        return rule_case(case, rules=rules)
    except BadInput as error:
        raise (error if error.file else error.in_file(_file(source))) from None


def _file(source: str) -> str:
    return "standard input" if source == "-" else source
