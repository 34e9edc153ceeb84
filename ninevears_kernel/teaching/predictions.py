"""What lessons ask the reader to foresee: a guess first, and then what the engine says at that moment.

``data/predictions.toml`` says which case is ruled on and which figure of it is asked for. A prediction holds
no answer: `truth_of` works it out, and nobody calls that before there is a guess.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import Struct

from ..core.errors import BadInput, looked_up
from ..core.messages import Message, is_known, say, shown
from ..core.rulings import Ruling
from ..input_files import convert
from ..nine_years.components.changes import changed
from ..nine_years.components.map import game_map
from ..nine_years.components.scenario import scenario_1688
from ..nine_years.components.sides import SIDES, Side
from ..nine_years.games.game import Game
from ..nine_years.queries.reach import reach
from ..umpire.cases.cases import rule_case
from .answers import read_answer
from .exercises import NO, YES, asked_for, right_answers
from .lesson_helpers import odds, positions, tables, winter, year_1690
from .positions import sea
from .reasons import cited, sentences
from .solving import chance_of, of_steps

if TYPE_CHECKING:
    from ..nine_years.components.position import Position
    from ..nine_years.queries.reach_values import Reached

TABLE = Path(__file__).parent / "data" / "predictions.toml"
Form = Literal["percent", "number", "choice", "space"]
NEAR = 10
"""A guess of a chance is near when it is at most so many per cent off."""
STEP = 5
"""How far an arrow moves the guess of a chance, in per cent."""


class Prediction(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked; the table says what each is for.

    Attributes:
        name: its name in the table.
        lesson: the short name of the chapter.
        form: how the guess is made.
        question, position, given, dice: the case that is ruled on, where no `figure` is named.
        figure: the function of `FIGURES` that works it out.
        asks: what of the ruling.
        choices: of a choice.
        least, most, step: of a number.
        view: the part of the map on which a place is chosen, or which the reader sees while guessing; "" for
            no map.
        wins: the side whose victory the chance is, where the result does not say so.
        because: the clauses whose steps are told with the truth, where the ruling forbids nothing.
    """

    name: str = ""
    lesson: str
    form: Form
    question: str = ""
    position: str = ""
    given: dict[str, Any] = {}
    dice: list[int] | None = None
    figure: str = ""
    asks: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 100
    step: int = 1
    view: str = ""
    wins: str = ""
    because: tuple[str, ...] = ()

    @property
    def side(self) -> str:
        """The side whose victory a chance is; "" where it is nobody's."""
        result, _, value = self.asks.partition("=")
        return self.wins or (value if result == "winner" else "")

    @property
    def asked(self) -> Message:
        """The question in one sentence."""
        return Message(f"predict.{self.name}-asked")

    @property
    def why(self) -> Message | None:
        """What is to be said when the truth is out; None where the ruling says enough."""
        id = f"predict.{self.name}-why"
        return Message(id) if is_known(id) else None


class Truth(NamedTuple):
    """What the engine says.

    Attributes:
        right: what is right: one value, of a place maybe several; a chance as a fraction.
        ruling: the ruling behind it; None where the figure is no ruling's.
        because: the sum, where no single ruling has it.
    """

    right: tuple[Any, ...]
    ruling: Ruling | None = None
    because: tuple[Message, ...] = ()


class Seen(NamedTuple):
    """A guess beside the truth.

    Attributes:
        right: whether it is right; of a chance, whether it is near.
        off: how far off: per cent, units, links on the map; of a choice 0 or 1.
        says: the sentence that says so.
    """

    right: bool
    off: int
    says: Message


@cache
def predictions() -> Mapping[str, Prediction]:
    """Every prediction by name, in the order of the course.

    >>> predictions()["fleurus"].form
    'percent'
    """
    data = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {name: convert({"name": name, **row}, Prediction) for name, row in data.items()}


def prediction(name: str) -> Prediction:
    """The prediction of this name.

    Raises:
        UnknownName: there is none.
    """
    return looked_up("name", name, Message("kind.prediction"), predictions())


def truth_of(asked: Prediction, game: Game | None = None) -> Truth:
    """What is right, worked out by the engine now.

    Args:
        asked: the prediction.
        game: the war in play, for the figures that are asked of one.

    >>> truth_of(prediction("fleurus")).right
    (Fraction(17, 18),)
    >>> truth_of(prediction("home-from-mons")).right
    ('Tournai', 'Valenciennes')
    """
    if asked.figure:
        found = FIGURES[asked.figure](game)
        return found if isinstance(found, Truth) else Truth((found,))
    ruling = rule_case(prepared_case(asked))
    if "=" in asked.asks:
        return Truth((chance_of(ruling, asked.asks),), ruling)
    value = _part(ruling, asked.asks)
    if asked.form == "choice":
        return Truth((_choice(value),), ruling)
    if asked.form != "space":
        return Truth((value,), ruling)
    names = all(isinstance(one, str) for one in value)
    return Truth(tuple(value) if names else right_answers(value), ruling)


def prepared_case(asked: Prediction) -> dict[str, Any]:
    """The case that is ruled on, as a lesson goes on to show it."""
    given = dict(asked.given)
    if asked.position:
        given["position"] = _position(asked.position)
    described = tables.case(asked.question, **given)
    return described if asked.dice is None else described | {"dice": list(asked.dice)}


def _position(name: str) -> Position:
    found: Position = getattr(year_1690 if name == "january_1690" else positions, name)()
    return found


def _part(ruling: Ruling, asks: str) -> Any:
    """A name in the answer, with dots and places for what lies inside it; or the verdict."""
    value: Any = ruling.answer
    if asks == "verdict":
        return asked_for(ruling, asks)
    for name in asks.split("."):
        value = value[int(name)] if name.isdigit() else value[name]
    return value


def _choice(value: Any) -> str:
    """A truth or a verdict as one of the choices."""
    if isinstance(value, Mapping):  # a line of communication (NY 11.1.4)
        return "cut" if not value["supplied"] else "limited" if value["limited"] else "full"
    if isinstance(value, bool) or value in ("legal", "illegal", YES, NO):
        return YES if value in (True, "legal", YES) else NO
    return str(value)


def read_guess(asked: Prediction, guess: Any) -> Any:
    """A guess as its form has it: a whole number, a choice, or a place.

    Raises:
        BadInput: it is no such guess; says what one looks like.

    >>> read_guess(prediction("fleurus"), "60 %"), read_guess(prediction("four-at-tournai"), "yes")
    (60, 'yes')
    """
    if asked.form == "choice":
        return read_answer("choice", guess, asked.choices)
    if asked.form == "space":
        return read_answer("space", guess)
    text = guess.strip().removesuffix("%").strip() if isinstance(guess, str) else guess
    found = read_answer("number", text)
    if not asked.least <= found <= asked.most:
        raise BadInput("guess", guess, Message("expected.between", least=asked.least, most=asked.most))
    return found


def seen(asked: Prediction, guess: Any, truth: Truth) -> Seen:
    """A guess beside the truth, how far off it is, and the clauses and the sum that decide.

    Args:
        asked: the prediction.
        guess: as `read_guess` gives it.
        truth: what the engine says.

    >>> fleurus = prediction("fleurus")
    >>> told = seen(fleurus, 60, truth_of(fleurus))
    >>> told.right, told.off, str(told.says)[:49]
    (False, 34, 'You said 60%; it is 94%. You were 34 points off. ')
    """
    right, off, says = _beside(asked, guess, truth)
    return Seen(right, off, sentences([says, *_because(asked, truth)]))


def _beside(asked: Prediction, guess: Any, truth: Truth) -> Seen:
    said = described_value(asked, guess)
    known = described_truth(asked, truth)
    if asked.form == "percent":
        off = abs(guess - _percent(truth))
        name = "exact" if not off else "near" if off <= NEAR else "off"
        return Seen(off <= NEAR, off, Message(f"predict.percent-{name}", guess=said, truth=known, count=off))
    if guess in truth.right:
        id = "predict.right-one" if len(truth.right) > 1 else "predict.right"
        return Seen(True, 0, Message(id, guess=said, truth=known))
    if asked.form == "choice":
        plain = set(asked.choices) <= {YES, NO, *SIDES}
        id = "predict.wrong" if plain else "predict.wrong-choice"
        return Seen(False, 1, Message(id, guess=said, truth=known))
    off = _links(guess, truth.right) if asked.form == "space" else abs(guess - int(truth.right[0]))
    name = "place" if asked.form == "space" else "number"
    return Seen(False, off, Message(f"predict.{name}-off", guess=said, truth=known, count=off))


def _because(asked: Prediction, truth: Truth) -> list[Message]:
    """Why it is so: what is violated, or the steps of the clauses that the table names."""
    if truth.because or truth.ruling is None:
        return list(truth.because)
    if truth.ruling.violations:
        return [cited(one.says, one.clause_id) for one in truth.ruling.violations]
    steps = of_steps(truth.ruling, *asked.because)
    deciding = [one for one in steps if one.decides] or steps
    return list(dict.fromkeys(cited(one.says, one.clause_id) for one in deciding))


def described_truth(asked: Prediction, truth: Truth) -> Any:
    """What is right, in words."""
    if asked.form == "space":
        return Message.any_of(truth.right) if truth.right else Message("value.none")
    return described_value(asked, _percent(truth) if asked.form == "percent" else truth.right[0])


def described_value(asked: Prediction, value: Any) -> Any:
    """A guess in words."""
    if asked.form == "percent":
        return Message("predict.percent", count=value)
    if asked.form == "choice":
        return choice_words(str(value))
    return value


def choice_words(choice: str) -> str:
    """A choice in words.

    >>> choice_words("yes"), choice_words("event")
    ('yes', 'Event phase')
    """
    id = f"predict.choice-{choice}"
    return say(id) if is_known(id) else shown(choice)


def _percent(truth: Truth) -> int:
    return round(100 * Fraction(truth.right[0]))


def _links(space: str, others: tuple[Any, ...]) -> int:
    """How many links lie between a space and the nearest of others; from port to port the sea is one."""
    reached, edge, links = {space}, {space}, 0
    ports = {one.name for one in game_map().spaces if one.ports}
    while edge and not edge & set(others):
        links += 1
        beyond = {name for at in edge for name in game_map().neighbours(at)}
        edge = (beyond | (ports if edge & ports else set())) - reached
        reached |= edge
    return links


# ---- figures that are no single ruling's


def _reached(position: Position, origin: str, to: str) -> Reached:
    place = reach(position, "Alliance", origin).at(to)
    assert place is not None
    return place


def _busiest(_: Game | None) -> str:
    from ..play.session import Session

    year = Session(seed=1690, bourbon="sense", alliance="sense")
    year.jump(year=1689)
    return str(tables.decisions_table(year)["phase"].mode()[0])


def _richer(_: Game | None) -> Truth:
    rulings = {side: rule_case(tables.case("resource-points", side=side)) for side in SIDES}
    points = {side: (ruling.answer or {})["points"] for side, ruling in rulings.items()}
    richer = max(points, key=lambda side: points[side])
    return Truth((richer,), because=tuple(cited(one.says, "NY 12.3.1.b") for one in rulings.values()))


def _past_namur(_: Game | None) -> Truth:
    march = ("campaign Sedan", "whole", "to Namur", "pass", "to Brussels")
    return Truth((NO if positions.refused(positions.luxembourg_at_sedan(), *march) else YES,))


def _intercepts(_: Game | None) -> Fraction:
    there = positions.waldeck_at_ghent()
    found = odds.interception_odds(there, "Alliance", "Ghent", "Tournai", "Lille", ["Luxembourg"])
    return Fraction(found.loc["Luxembourg", "chance"])


def _tournai(_: Game | None) -> Fraction:
    found = odds.siege_odds(positions.before_tournai(), "Alliance", "Tournai", [4], rolls=4)
    return Fraction(float(found.iloc[-1, 0])).limit_denominator(6**5)


def _card(name: str, position: Callable[[], Position]) -> Callable[[Game | None], Truth]:
    def found(_: Game | None) -> Truth:
        ruling = positions.card_drawn(name, "Bourbon", position())
        return Truth((ruling.says.id.removeprefix("events."),), ruling)

    return found


def _magazines(_: Game | None) -> Truth:
    action = "event Louvois' Magazines"
    asked = tables.case(
        "action", position=positions.with_magazines(), side="Bourbon", action=action, actions_left=2
    )
    ruling = rule_case(asked)
    return Truth((YES if ruling.verdict == "legal" else NO,), ruling)


def _colonies(_: Game | None) -> Truth:
    ruling = winter.colonies()
    return Truth((1 - chance_of(ruling, "kww_cell=0"),), ruling)


def _namur(_: Game | None) -> Truth:
    lost = 2
    edits = [
        {"add": "corps", "power": "France", "space": "Namur", "count": 6},
        {"add": "leader", "name": "Luxembourg", "space": "Namur"},
        {"set": "besieged", "space": "Namur", "by": "Bourbon", "strength_lost": lost, "continuing": True},
    ]
    ruling = rule_case(tables.case("winter", until="markers", changes=edits))
    fates = (ruling.answer or {})["fates"]
    mended = sum(one["strength"] for one in fates if one["fate"] == "recovers" and one["space"] == "Namur")
    return Truth((game_map().space("Namur").fortress - lost + mended,), ruling)


def _peace(_: Game | None) -> Truth:
    british = positions.taken("Alliance", "London", "Edinburgh", "Dublin", "Turin")
    french = positions.taken("Bourbon", "Mons", "Philippsburg", "Heidelberg")
    later = changed(scenario_1688(), [*british, *french]).replace(year=1697)
    ruling = rule_case(tables.case("peace-roll", position=later))
    return Truth((chance_of(ruling, "ends=yes"),), ruling)


def _battle(game: Game | None, side: str) -> Truth:
    """A side wins the battle that is about to be fought in the reader's war; where there is none, Fleurus."""
    if game is None:
        game = Game.from_position(positions.fleurus())
        for order in ("campaign Valenciennes", "whole", "to Charleroi"):
            game.choose(order)
    because = tuple(cited(one.says, one.clause_id) for one in year_1690.battle_sums(game))
    return Truth((year_1690.battle_chances(game)[side],), because=because)


def _eugene_intercepts(_: Game | None) -> Fraction:
    joined = changed(year_1690.january_1690(), positions.taken("Alliance", "Turin", "Chambery", "Nice"))
    found = odds.interception_odds(joined, "Bourbon", "Pinerolo", "Turin", "Milan", ["Eugene"])
    return Fraction(found.loc["Eugene", "chance"])


def _cork(_: Game | None) -> Truth:
    given = {"side": "Alliance", "from": "London", "to": "Cork", "corps": 1, "leaders": ["Marlborough"]}
    edits = [{"add": "leader", "name": "Marlborough", "space": "London"}, sea("Atlantic", "Bourbon")]
    position = changed(year_1690.january_1690(), edits)
    ruling = rule_case(tables.case("sea-move", position=position, **given))
    return Truth((min((ruling.answer or {})["needed"]["arrives"]),), ruling)


def _besiegers_of_tournai(_: Game | None) -> Truth:
    start, beside = scenario_1688(), game_map().neighbours("Tournai")
    friendly = [one for one in beside if start.controller(one) == "Alliance"]
    fed = tuple(one for one in friendly if (_line(start, one).answer or {})["supplied"])
    return Truth(fed, _line(start, "Tournai"))


def _line(position: Position, space: str) -> Ruling:
    """Whether the Alliance has a line for a siege there."""
    return rule_case(tables.case("loc", position=position, side="Alliance", space=space, purpose="siege"))


def _bread_at_dublin(game: Game | None, side: Side) -> Truth:
    position = year_1690.january_1690() if game is None else game.position
    ruling = _line(changed(position, [sea("Atlantic", side)]), "Dublin")
    return Truth((YES if (ruling.answer or {})["supplied"] else NO,), ruling)


def _after(card: str, side: Side) -> Position:
    return Game.from_position(positions.drawing(card, side, positions.spring_1690())).position


def _without_louvois(_: Game | None) -> Truth:
    position = _after("Death of Louvois", "Alliance")
    ruling = rule_case(tables.case("resource-points", position=position, side="Bourbon"))
    return Truth(((ruling.answer or {})["points"],), ruling)


FIGURES: Mapping[str, Callable[[Game | None], Any]] = {
    "duras-in-one-march": lambda _: len(reach(scenario_1688(), "Bourbon", "Strasbourg").places),
    "eugene-to-milan": lambda _: _reached(positions.eugene_at_innsbruck(), "Innsbruck", "Milan").points,
    "busiest-phase": _busiest,
    "more-to-spend": _richer,
    "past-namur": _past_namur,
    "luxembourg-intercepts": _intercepts,
    "past-the-line": lambda _: _reached(positions.flanders_lines(), "Ghent", "Tournai").line,
    "besiegers-of-tournai": _besiegers_of_tournai,
    "tournai-in-four-rolls": _tournai,
    "la-hogue": _card("La Hogue", positions.spring_1690),
    "scotland-rises": _card("Scotland Rises", scenario_1688),
    "magazines": _magazines,
    "without-louvois": _without_louvois,
    "after-beachy-head": lambda _: _after("Beachy Head", "Bourbon").sea("Atlantic"),
    "colonies-move": _colonies,
    "namur-in-spring": _namur,
    "peace-in-1697": _peace,
    "battle-at-hand": lambda game: _battle(game, "Bourbon"),
    "battle-at-hand-alliance": lambda game: _battle(game, "Alliance"),
    "eugene-intercepts": _eugene_intercepts,
    "bread-at-dublin": lambda game: _bread_at_dublin(game, "Bourbon"),
    "bread-with-the-sea": lambda game: _bread_at_dublin(game, "Alliance"),
    "die-for-cork": _cork,
}
"""What works out a figure that is no single ruling's, by its name in the table."""
