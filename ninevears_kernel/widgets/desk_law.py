"""The law on the umpire's desk: a case is ruled by its own readings and tables, and else by the precedents in
force.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from ..core.errors import DocketError, NinevearsError
from ..core.messages import Message
from ..nine_years.kit import Kit, standard_kit
from ..umpire.cases import Case, rule_case
from ..umpire.precedents import InForce, Judge
from ..umpire.reports import Report
from ..umpire.rules_files import RulesFile, kit_of
from .case_desk import complaint
from .desk_rules import OwnRulesPanel, ReadingsPanel


class Law:
    """Rules on the cases of a desk.

    Args:
        readings, own_rules: the panels of the desk.
        in_force: asks the docket what precedents have put in force; None where there is no docket.
    """

    def __init__(
        self, readings: ReadingsPanel, own_rules: OwnRulesPanel, in_force: Callable[[], InForce] | None
    ) -> None:
        self._readings, self._own_rules, self._in_force = readings, own_rules, in_force

    @property
    def rules(self) -> RulesFile | None:
        """The tables in force as a report carries them; None for the kit's."""
        return Judge(self._readings.force).rules_file(self._own_rules.rules)

    @property
    def kit(self) -> Kit:
        """The tables in force: the umpire's own or the kit's, with the lines that precedents have changed."""
        rules = self.rules
        return kit_of(rules) if rules else standard_kit()

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
        rules, kit = self.rules, self.kit
        return Report(case, rule_case(case, rules=kit), None, rules, kit, adopted)
