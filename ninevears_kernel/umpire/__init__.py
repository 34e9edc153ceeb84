"""The umpire: a case in, a ruling out, and what goes with it, in rooms.

`cases` (a case, its questions, facts, edits, samples and the case book), `search` (what would change a
ruling, and why a thing cannot be done), `docket` (cases and decisions that are kept, and their letters),
`reports`, `mail` (games by letter), `email` (a dispute, read out of a letter), `luck` (dice that can be
trusted, and who was lucky), `setting_right` (a wrong entry of a log that is found later). May use the games
and `core`, no widget. Begin with `cases/cases.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.lazy import face

if TYPE_CHECKING:  # what the face offers, for type checkers and for `face`
    from .cases.cases import (
        Case as Case,
        case_from_data as case_from_data,
        questions as questions,
        rule_case as rule_case,
    )
    from .cases.facts import facts_of as facts_of
    from .cases.samples import sample as sample, samples as samples
    from .cases.versions import rule_versions as rule_versions
    from .cases.with_facts import with_fact as with_fact
    from .docket.docket import Docket as Docket
    from .docket.records import Change as Change
    from .email.reader import read_email as read_email
    from .luck import fair_dice as fair_dice
    from .luck.luck import luck_of as luck_of
    from .luck.luck_report import luck_table as luck_table, sentences as sentences, to_csv as to_csv
    from .luck.table_mode import TableSession as TableSession
    from .mail.mail import read_mail as read_mail
    from .reports.reports import (
        report as report,
        report_again as report_again,
        to_html as to_html,
        to_markdown as to_markdown,
    )
    from .search.what_would_change import what_would_change as what_would_change
    from .search.why_not import why_not as why_not
    from .setting_right.opened import open_log as open_log
    from .setting_right.remedies import (
        rewind as rewind,
        set_right as set_right,
        stand as stand,
        substitutes as substitutes,
    )

__getattr__, __dir__ = face(__name__, __file__)
