"""Table mode: real dice and cards give the position that a seeded war has with the same dice and cards."""

from collections import Counter, deque
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel.core.errors import BadEntry, BadInput, DiceLeftOver, DiceMissing, Refused
from ninevears_kernel.nine_years.components.sides import SIDES
from ninevears_kernel.nine_years.engine.agenda import DECISION_RULES, STEP_RULES
from ninevears_kernel.nine_years.engine.engine import Engine
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.save import position_from_data, position_to_data
from ninevears_kernel.nine_years.games.table_play import TableGame, TableWar, unseen_actions, unseen_events
from ninevears_kernel.nine_years.rules.campaign.rounds import CARDS
from ninevears_kernel.play.match import PLAYERS
from ninevears_kernel.umpire.cases.replays import replay_data
from ninevears_kernel.umpire.luck.table_mode import TableSession

# ---- the same war, seeded and at a table


class ToldWar(Engine):
    """A seeded war that tells all that is done in it: each choice, those that nobody was asked about too, and
    each event card drawn.
    """

    __slots__ = ("done",)


def _telling(name, rule):
    def take(war, action, *arguments):
        war.done.append((name, action))
        rule.take(war, action, *arguments)

    return replace(rule, take=take)


def _draw(war, side):
    if war.board.event_deck:
        card = war.board.event_deck[0]
        kept = war.rule_tables.events[card].hold
        war.done.append(("draw-event", ("pass",) if kept else ("event", card)))
    STEP_RULES["draw-event"].run(war, side)


ToldWar.decision_rules = {name: _telling(name, rule) for name, rule in DECISION_RULES.items()}
ToldWar.step_rules = {**STEP_RULES, "draw-event": replace(STEP_RULES["draw-event"], run=_draw)}


class ToldTableWar(TableWar):
    """The same at a table."""

    __slots__ = ("done",)
    decision_rules = {name: _telling(name, rule) for name, rule in TableWar.decision_rules.items()}  # noqa: RUF012


class ToldGame(Game):
    def engine_on(self, board, context):
        war = ToldWar(board, context)
        war.done = self.done
        return war


class ToldTableGame(TableGame):
    def engine_on(self, board, context):
        war = ToldTableWar(board, context)
        war.done = self.done
        return war

    def carry_out(self, action):
        self.done.clear()  # what was tried before
        super().carry_out(action)


HIDDEN = ("seed", "drawn", "action_deck", "event_deck", "agenda", "bourbon_hand", "alliance_hand")


def open_part(position):
    """What lies open, and how many cards the hands and decks have."""
    hands = [(len(hand.actions), len(hand.events)) for hand in map(position.hand, SIDES)]
    conceded = [(hand.cards_conceded, hand.points_conceded) for hand in map(position.hand, SIDES)]
    data = position_to_data(position)
    shown = {name: value for name, value in data.items() if name not in HIDDEN}
    shown["action_discards"] = sorted(shown["action_discards"])
    return shown, hands, conceded, len(position.action_deck), len(position.event_deck)


def catch_up(session: TableSession, told: deque, faces: deque, waits: str | None) -> None:
    """Tells the table everything that the seeded war did, up to the decision that waits there."""
    while True:
        before = len(session.game)
        name = session.game.decision.name if session.game.decision else None
        if session.next.kind == "dice":
            session.roll(faces.popleft())
        elif told and told[0][0] == name:
            session.choose(told[0][1])
        elif name in MORE and (told or name != waits):
            session.choose("pass")  # the seeded war knows that no hand has one
        else:
            return
        if len(session.game) > before:
            for done in session.game.done:
                if done[0] not in MORE or (told and told[0] == done):
                    assert told.popleft() == done


MORE = ("battle-card", "siege-card")
"""Decisions of which a seeded war knows that nothing can be chosen."""


@pytest.mark.parametrize(("seed", "player"), [(1, "random"), (1690, "sensible"), (9, "sensible")])
def test_a_war_at_a_table_is_the_seeded_war_with_the_same_dice_and_cards(seed, player, monkeypatch):
    monkeypatch.setattr(ToldGame, "done", deque(), raising=False)
    monkeypatch.setattr(ToldTableGame, "done", [], raising=False)
    game, chance = ToldGame.new(seed, recorded=False), Random(seed)
    session = TableSession()
    session.game = ToldTableGame.at_table()
    years = set()
    while game.decision is not None and game.position.year < 1695:
        year, phase = game.position.year, game.position.phase
        game.choose(PLAYERS[player](game.engine, chance))
        faces = deque(roll.face for roll in game.rolls)
        catch_up(session, game.done, faces, game.decision.name if game.decision else None)
        assert not faces
        assert not game.done
        assert open_part(session.game.position) == open_part(game.position), (year, phase)
        years.add(year)
    assert len(years) >= (1 if game.result else 7)
    if game.result is not None:
        assert session.game.result == game.result
        assert session.next.kind == "over"
    again = read_log(session.log, recorded=False)
    assert again.position == session.game.position
    assert again.log == session.log


def test_a_year_with_scripted_dice():
    """The year 1688 from a script of choices and dice, typed as people do."""
    script = """
    first Bourbon | strengthen | pass | 4
    """
    session = TableSession()
    for part in script.strip().split(" | "):
        session.roll(int(part)) if part.isdigit() else session.choose(part)
    assert session.next.asks.id == "decision.draw-event"
    random = Random(5)
    asked = Counter()
    while session.game.position.year == 1688:
        ask = session.next
        asked[ask.kind] += 1
        if ask.kind == "dice":
            assert ask.number == 1
            assert ask.sides == 6
            assert str(ask.asks).startswith("Roll 1 die for ")
            session.roll(random.randint(1, 6))
        else:
            session.choose(random.choice(ask.options))
    assert asked["dice"] >= 2
    assert asked["choice"] > 20
    assert "\n# 1688, winter phase" in session.log
    assert read_log(session.log).position == session.game.position


# ---- what it knows of cards


@given(st.integers(0, 10_000))
@settings(max_examples=12, deadline=None)
def test_the_cards_are_always_what_they_could_be(seed):
    random, session = Random(seed), TableSession()
    for _ in range(150):
        ask = session.next
        if ask.kind == "over":
            break
        if ask.kind == "dice":
            session.roll(random.randint(1, 6))
        else:
            session.choose(random.choice(ask.options))
        position = session.game.position
        assert position_from_data(position_to_data(position)) == position  # every card, and each once
        assert len(session.unknown) == 4
        assert all(str(message) for message in session.unknown)


def test_an_action_card_is_announced_by_playing_it():
    session = in_campaign()
    side = session.next.side
    assert {option.text for option in session.next.options} == {"lay 1", "lay 2", "lay 3"}
    before = session.game.position.hand(side).actions
    assert 3 not in before  # where the kit has put cards of which it knows nothing
    session.choose("lay 3")
    session.choose("lay 1")
    assert session.game.position.hand(side).actions.count(3) == 0
    assert session.game.position.action_discards == (3,)
    assert unseen_actions(session.game.engine.board) == Counter(CARDS) - Counter([3])


def in_campaign() -> TableSession:
    """A session in the campaign phase of the first year, before a card is played."""
    random, session = Random(1), TableSession()
    while session.game.decision.name != "lay":
        ask = session.next
        if ask.kind == "dice":
            session.roll(3)
        else:
            wanted = [one for one in ask.options if one.text in ("done", "pass")] or ask.options
            session.choose(random.choice(wanted))
    return session


def test_a_card_that_nobody_can_hold_is_refused():
    session = in_campaign()
    board = session.game.engine.board
    ones = board.action_deck.count(1) + sum(board.hand(side).actions.count(1) for side in SIDES)
    position = session.game.position
    deck = [2] * 16 + [3] * 8
    hands = {
        f"{side.casefold()}_hand": replace_actions(
            position.hand(side), [deck.pop() for _ in position.hand(side).actions]
        )
        for side in SIDES
    }
    position = position.replace(action_deck=tuple(deck), action_discards=(1,) * ones, **hands)
    later = TableSession(position)
    assert {option.text for option in later.next.options} == {"lay 2", "lay 3"}
    with pytest.raises(Refused, match="have been played"):
        later.choose("lay 1")


def replace_actions(hand, actions):
    from msgspec.structs import replace

    return replace(hand, actions=tuple(sorted(actions)))


def test_event_cards_are_named_when_they_are_played_and_not_when_they_are_kept():
    session = TableSession()
    for choice in ("first Bourbon", "pass", "pass"):
        session.choose(choice)
    session.roll(4)
    texts = [option.text for option in session.next.options]
    cards = session.game.rule_tables.events
    deck = unseen_events(session.game.engine.board)
    assert set(texts) == {"pass", *(f"event {name}" for name in deck if not cards[name].hold)}
    held = next(name for name in deck if cards[name].hold)
    with pytest.raises(Refused, match="not shown to anybody"):
        session.choose(f"event {held}")
    session.choose("pass")
    assert len(session.game.position.hand("Bourbon").events) == 1
    session.choose("event Treaty of Vienna")
    assert "Treaty of Vienna" not in unseen_events(session.game.engine.board)
    session.undo()
    later = next(name for name, card in cards.items() if card.joins == 1693 and not card.hold)
    with pytest.raises(Refused, match="cannot be drawn"):
        session.choose(f"event {later}")


def test_a_held_card_of_any_name_may_be_played_in_its_time():
    random = Random(8)
    for _ in range(30):
        session = TableSession()
        for _ in range(400):
            ask = session.next
            if ask.kind == "over":
                break
            if ask.kind == "dice":
                session.roll(random.randint(1, 6))
                continue
            held = [one for one in ask.options if one.text.startswith("event ")]
            if held and session.game.decision.name != "draw-event":
                card = held[-1].action[1]
                before = len(session.game.position.hand(ask.side).events)
                session.choose(held[-1])
                assert len(session.game.position.hand(ask.side).events) == before - 1
                assert card not in unseen_events(session.game.engine.board)
                return
            kept = [one for one in ask.options if one.text == "pass"]
            drawing = session.game.decision.name == "draw-event" and kept
            session.choose(kept[0] if drawing else random.choice(ask.options))
    raise AssertionError


def test_the_position_that_is_shown_has_no_hidden_cards():
    session = in_campaign()
    shown = session.position
    assert (shown.action_deck, shown.event_deck) == ((), ())
    assert all(shown.hand(side).actions == shown.hand(side).events == () for side in SIDES)
    assert "is not known here" in str(session.unknown[0])


# ---- dice, undo, save


def waiting_for_a_die() -> TableSession:
    session = TableSession()
    for choice in ("first Bourbon", "pass", "pass"):
        session.choose(choice)
    return session


def test_it_asks_for_exactly_the_dice_it_needs():
    session = waiting_for_a_die()
    ask = session.next
    assert (ask.kind, ask.number, ask.sides, ask.clause_id) == ("dice", 1, 6, "NY 18.3")
    assert ask.says_who == "either side"
    for faces, error in (
        ((7,), BadInput),
        ((0,), BadInput),
        ((True,), BadInput),
        (("4",), BadInput),
        ((4, 4), DiceLeftOver),
    ):
        with pytest.raises(error):
            session.roll(*faces)
        assert session.next == ask
    with pytest.raises(BadInput, match="dice for the last choice first"):
        session.choose("pass")
    session.roll(4)
    with pytest.raises(BadInput, match="no dice now"):
        session.roll(4)


def test_undo_takes_back_dice_and_choices():
    session = waiting_for_a_die()
    start = session.log
    session.roll(4)
    after = session.log
    session.undo()
    assert session.game.decision.name == "strengthen"
    session.redo()
    assert session.log == after
    session.undo()
    session.choose("pass")
    assert session.log == start
    session.undo()
    assert session.next.kind == "choice"
    session.roll(6) if session.choose("pass").kind == "dice" else None
    assert "roll 6" in session.log
    for _ in range(3):
        session.undo()
    assert len(session.game) == 0
    with pytest.raises(BadInput):
        session.undo()


@given(st.integers(0, 10_000), st.integers(0, 120))
@settings(max_examples=15, deadline=None)
def test_a_session_is_saved_and_resumed_anywhere(seed, moves):
    random, session = Random(seed), TableSession()
    for _ in range(moves):
        ask = session.next
        if ask.kind == "over":
            break
        if ask.kind == "dice":
            session.roll(random.randint(1, 6))
        elif random.random() < 0.1 and len(session.game):
            session.undo()
        else:
            session.choose(random.choice(ask.options))
    again = TableSession.resume(session.log)
    assert (again.log, again.next, again.game.position) == (session.log, session.next, session.game.position)


def test_it_is_saved_in_a_file_that_replays(tmp_path):
    session = waiting_for_a_die()
    session.roll(5)
    session.save(tmp_path / "table.log")
    data = replay_data(tmp_path / "table.log")
    assert (data["choices"], data["dice"], data["bad_entry"]) == (3, 1, None)
    assert (tmp_path / "table.log").read_text() == session.log
    assert "\ndice: table\n" in session.log
    assert "seed" not in session.log


def test_from_a_position_and_with_readings():
    game = Game.new(4, recorded=False)
    random = Random(4)
    for _ in range(200):
        game.choose(random.choice(game.engine.options))
    session = TableSession(game.position, readings={"red-links": "any"})
    for _ in range(30):
        ask = session.next
        if ask.kind == "dice":
            session.roll(random.randint(1, 6))
        else:
            session.choose(random.choice(ask.options))
    again = TableSession.resume(session.log)
    assert again.log == session.log
    assert again.game.readings["red-links"] == "any"
    assert again.game.start.seed == 0


@pytest.mark.parametrize(
    ("old", "new", "error", "says"),
    [
        ("dice: table\n", "dice: loaded\n", BadInput, "expected 'table'|expected table"),
        ("dice: table\n", "dice: table\nseed: 7\n", BadInput, "no seed"),
        ("  roll 5", "  roll 7", BadEntry, "line 10: found .*roll 7.* Here a die must be given .* 1 to 6"),
        ("  roll 5", "  roll x", BadEntry, "line 10: found .*roll x.* Here a die must be given"),
        ("  roll 5", "> roll 5", BadEntry, "line 10: found .*> roll 5.* Here a die must be given"),
        ("  roll 5", "  roll 5\n  roll 5", BadEntry, "No die is rolled here"),
        ("scenario: 1688", "scenario: 1701", BadInput, "1701"),
        ("first Bourbon", "first Spain", BadEntry, "Spain"),
    ],
)
def test_a_bad_log_is_told(old, new, error, says):
    session = waiting_for_a_die()
    session.roll(5)
    session.choose("pass")
    with pytest.raises(error, match=says):
        TableSession.resume(session.log.replace(old, new, 1))


def test_a_log_with_a_seed_is_no_session():
    with pytest.raises(BadInput, match="dice: found nothing"):
        TableSession.resume(Game.new(7).log)


def test_a_log_without_its_dice_is_bad_but_a_session_waits_for_them():
    session = waiting_for_a_die()
    with pytest.raises(BadEntry, match="The die must be given on the next line"):
        read_log(session.log)
    assert TableSession.resume(session.log).next.kind == "dice"


def test_a_game_alone_tells_what_is_missing():
    game = TableGame.at_table()
    game.choose("first Bourbon")
    game.choose("pass")
    with pytest.raises(DiceMissing):
        game.choose("pass")
    with pytest.raises(DiceLeftOver):
        game.choose("pass", [4, 4])
    assert len(game) == 2
    twin = game.branch()
    twin.choose("pass", [4])
    assert (len(game), len(twin), game.given, twin.given) == (2, 3, [], [4])
    assert read_log(twin.log).position == twin.position
