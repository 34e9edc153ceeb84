"""The law on the umpire's desk: a case is ruled by its own readings and tables, and else by the precedents in
force.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from ...core.errors import DocketError, NinevearsError
from ...core.messages import Message
from ...nine_years.components.rule_tables import RuleTables, standard_rule_tables
from ...umpire.cases.cases import Case, rule_case
from ...umpire.cases.rules_files import RulesFile, rule_tables_of
from ...umpire.docket.precedents import InForce, Judge
from ...umpire.reports.reports import Report
from ..parts.theme import complaint
from .rules import OwnRulesPanel, ReadingsPanel


class Law:
    """Rules on the cases of a desk.

    Args:
        readings, custom_rules: the panels of the desk.
        in_force: asks the docket what precedents have put in force; None where there is no docket.
    """

    def __init__(
        self, readings: ReadingsPanel, custom_rules: OwnRulesPanel, in_force: Callable[[], InForce] | None
    ) -> None:
        self._readings, self._custom_rules, self._in_force = readings, custom_rules, in_force

    @property
    def rules(self) -> RulesFile | None:
        """The tables in force as a report carries them; None for the kit's."""
        return Judge(self._readings.force).rules_file(self._custom_rules.rules)

    @property
    def rule_tables(self) -> RuleTables:
        """The tables in force: the umpire's own or the kit's, with the lines that precedents have changed."""
        rules = self.rules
        return rule_tables_of(rules) if rules else standard_rule_tables()

    def look_up(self) -> str:
        """Takes note of the precedents in force; a sentence, as HTML, if the docket cannot be read."""
        if self._in_force is None:
            return ""
        try:
            self._readings.follow(self._in_force())
        except NinevearsError as error:
            return complaint(DocketError(Message("desk.no-precedents", why=str(error))))
        return ""

    def report(self, case: Case, odds_only: bool = False) -> Report:
        """The report on a case. The case in it names the readings of precedents: anybody rules on it alike.

        Raises:
            BadInput: something in the case is wrong.
        """
        force = self._readings.force
        adopted = {name: n for name, n in force.reading_precedents.items() if name not in case.readings}
        if adopted:
            case = structs.replace(case, readings={**force.readings, **case.readings})
        if odds_only:  # what the report says must be what its case gives again
            case = structs.replace(case, dice=None, seed=None)
        rules, rule_tables = self.rules, self.rule_tables
        return Report(case, rule_case(case, rules=rule_tables), None, rules, rule_tables, adopted)
