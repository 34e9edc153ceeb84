"""The map through time without a browser: what a month shows and says, and what the browser is sent."""

import json
import re
import xml.etree.ElementTree as ET
import zlib
from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from ninevears_kernel import chronicle
from ninevears_kernel.chronicle import event_marks, happenings, sentences
from ninevears_kernel.chronicle.frames import frame, position_on
from ninevears_kernel.chronicle.happenings import KINDS, MONTHS, OF_ARMS, THEATRES, Choice, happening
from ninevears_kernel.chronicle.timeline import timeline_chart
from ninevears_kernel.core.errors import BadInput, UnknownName
from ninevears_kernel.core.messages import say
from ninevears_kernel.nine_years.atlas.overlay_places import on_spot
from ninevears_kernel.nine_years.atlas.sheet import LEVELS, PANES, project, size, unit
from ninevears_kernel.nine_years.components.map import game_map
from ninevears_kernel.widgets import ChronicleMap
from ninevears_kernel.widgets.history import chronicle_page as page
from ninevears_kernel.widgets.history.month_bar import PACES
from ninevears_kernel.widgets.parts.cleanup import widgets_in

ATHLONE = "athlone-1691"


@pytest.fixture
def shown():
    made = ChronicleMap("1690-07")
    yield made
    made.close()


@pytest.fixture
def messages(shown, monkeypatch):
    """What the map sends to the browser from now on, unpacked, and how many bytes that is."""
    sent = []
    monkeypatch.setattr(
        shown.war_map._atlas,
        "send",
        lambda content, buffers: sent.append((json.loads(zlib.decompress(buffers[0])), len(buffers[0]))),
    )
    return sent


def ids(events):
    return [one.id for one in events]


# ---- months


def test_every_event_of_the_tables_stands_in_its_months():
    table = chronicle.events()
    for month in ("1688-11", "1690-07", "1693-07", "1697-09"):
        first, last = f"{month}-01", frame(month).day.isoformat()
        wanted = set(table[(table.begin <= last) & (table.end >= first)].index)
        assert wanted
        assert set(ids(frame(month).events)) == wanted


def test_what_began_before_the_month_comes_last():
    events = frame("1690-07").events
    before = [one.begin < date(1690, 7, 1) for one in events]
    assert before == sorted(before)
    assert set(before) == {True, False}


def test_control_is_that_of_the_last_day_of_the_month():
    assert frame("1692-05").position.controller("Namur") == "Alliance"
    assert frame("1692-06").position.controller("Namur") == "Bourbon"
    for month in ("1688-01", "1691-04", "1697-12"):
        seen = frame(month)
        held = chronicle.control(seen.day).side
        for space in game_map().spaces:
            assert (seen.position.controller(space.name) or "neutral") == held[space.name]


def test_a_day_asks_for_the_control_of_that_day():
    assert frame("1692-06-29").position.controller("Namur") == "Alliance"
    assert frame(date(1692, 6, 30)).position.controller("Namur") == "Bourbon"
    assert frame("1692-06-29").events == frame("1692-06").events


def test_the_position_has_no_pieces_and_can_be_drawn():
    position = position_on("1693-08-01")
    assert not position.corps
    assert not position.leaders
    assert not position.fleets
    assert not frame("1693-08").scene.stacks


def test_taken_is_what_changed_hands_since_january_1688():
    assert not any(place.taken for place in frame("1688-01").scene.places)
    assert frame("1692-07").scene.place("Namur").taken
    assert not frame("1695-09").scene.place("Namur").taken  # taken back
    assert frame("1695-09").scene.place("London").taken


def test_changes_of_hands_are_told():
    assert any("Namur" in one and "Bourbon" in one for one in frame("1692-06").changes)
    assert frame(MONTHS[0]).changes == ()


def test_no_other_change_of_hands_is_told():
    for before, now in pairwise(map(frame, MONTHS)):
        words = " ".join(now.changes)
        for space in game_map().spaces:
            changed = now.position.controller(space.name) != before.position.controller(space.name)
            assert changed == bool(re.search(rf"\b{space.name}\b", words)), (now.month, space.name)


@pytest.mark.parametrize(
    "when", ["1687-12", "1698-01", "1690", "1690-13", "1690-02-30", "", "July 1690", None, 7]
)
def test_what_is_no_month_of_the_war_is_refused(when):
    with pytest.raises(BadInput) as refused:
        frame(when)
    assert "1688-01" in str(refused.value) or "1690-02-30" in str(refused.value)


# ---- filters


@pytest.mark.parametrize("theatre", THEATRES)
def test_a_theatre_shows_its_events_alone(theatre):
    found = happenings.happenings(Choice(theatres=(theatre,)))
    table = chronicle.events()
    assert ids(found) == ids(one for one in happenings.happenings() if one.theatre == theatre)
    assert set(ids(found)) <= set(table[table.theatre == theatre].index)
    assert found


def test_filters_hold_together():
    wanted = Choice(("ireland",), ("siege",), "ginkel")
    found = happenings.happenings(wanted)
    assert ATHLONE in ids(found)
    for one in found:
        assert (one.theatre, one.kind) == ("ireland", "siege")
        assert "ginkel" in one.people


def test_the_columns_of_the_tables_are_all_filters():
    table = chronicle.events()
    assert set(table.kind) == set(KINDS)
    assert set(table.theatre) == set(THEATRES)
    led = chronicle.commanders().set_index("event").join(table)
    led = led[led.kind.isin(OF_ARMS) & (table.end.reindex(led.index) >= "1688-01-01")]
    assert set(happenings.commanders()) == set(led.person)


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ({"theatres": ["irland"]}, "ireland"),
        ({"kinds": "seige"}, "siege"),
        ({"commander": "luxemburg"}, "luxembourg"),
    ],
)
def test_an_unknown_filter_is_refused_with_the_nearest(asked, near):
    for make in (
        lambda: frame("1690-07", **asked),
        lambda: ChronicleMap("1690-07", **asked),
        lambda: timeline_chart(**asked),
    ):
        with pytest.raises(UnknownName, match=near):
            make()


def test_events_outside_the_map_stand_elsewhere():
    seen = frame("1690-10")
    assert "quebec-1690" in ids(seen.elsewhere)
    assert "quebec-1690" not in ids(seen.on_the_map)
    assert not any("quebec" in key for key in seen.marks)
    assert set(seen.events) == {*seen.on_the_map, *seen.elsewhere}
    everywhere = [one for one in happenings.happenings() if not one.is_on_the_map]
    assert {"colonies"} < {one.theatre for one in everywhere}  # and Belgrade, and Warsaw


# ---- marks and campaigns


def test_marks_can_be_drawn_and_stand_on_the_sheet():
    width, height = size()
    for month in MONTHS[::7]:
        for key, mark in frame(month).marks.items():
            assert mark.pane in PANES
            ET.fromstring(f"<g>{mark.svg}</g>")
            if key.startswith("event/") and mark.at:
                assert len(mark.at) == len(LEVELS)
                for spot in filter(None, mark.at):
                    assert 0 < spot[0] < width
                    assert 0 < spot[1] < height


def test_badges_of_a_month_do_not_lie_on_each_other():
    for month in ("1690-07", "1688-10", "1689-05", "1693-07"):
        seen = frame(month)
        for level in range(len(LEVELS)):
            spots = [seen.marks[f"event/{one.id}"].at[level] for one in seen.on_the_map]
            least = event_marks.WIDTH * event_marks.SCALES[level] * unit(level) * 0.9
            for place, (x, y, _) in enumerate(spots):
                for other_x, other_y, _ in spots[:place]:
                    assert max(abs(x - other_x), abs(y - other_y)) >= least, (month, level)


def test_a_badge_stands_near_its_event_or_a_line_leads_there():
    seen = frame("1690-07")
    for one in seen.on_the_map:
        x, y = project(one.latitude, one.longitude)
        for level, spot in enumerate(seen.marks[f"event/{one.id}"].at):
            far = max(abs(spot[0] - x), abs(spot[1] - y)) / unit(level)
            if far > event_marks.WIDTH:
                assert f"event/{one.id}/lead/{level}" in seen.marks


def test_kinds_and_sides_differ_without_colour():
    signs = [event_marks.sign(kind) for kind in KINDS]
    assert len(set(signs)) == len(KINDS)
    plain = [
        re.sub(r"var\(--nv-[a-z]+\)", "", event_marks.badge("siege", side))
        for side in ("Bourbon", "Alliance", None)
    ]
    assert len(set(plain)) == 3
    assert "dasharray" in event_marks.badge("siege", None, disputed=True)


def test_a_campaign_follows_its_commander_through_the_year():
    [campaign] = frame("1691-07", commander="ginkel").campaigns
    begun = [one.begin for one in campaign.stops]
    assert begun == sorted(begun)
    assert {one.begin.year for one in campaign.stops} == {1691}
    assert ATHLONE in ids(campaign.stops)
    assert 0 < campaign.done < len(campaign.stops)  # Limerick is still to come
    marks = frame("1691-07", commander="ginkel").marks
    ways = [mark.svg for key, mark in marks.items() if re.fullmatch(r"path/ginkel/\d+", key)]
    assert any("by-march" in svg for svg in ways)
    assert any("by-retreat" in svg for svg in ways)


def test_nobody_is_followed_into_the_future_unasked():
    for month in MONTHS[::11]:
        for campaign in frame(month).campaigns:
            assert campaign.done == len(campaign.stops)
            assert all(one.month <= month for one in campaign.stops)


def test_a_fleet_goes_by_sea():
    a, b = happening("beachy-head-1690"), happening("teignmouth-1690")
    assert len(event_marks._leg(a, b, "Bourbon")) > 1
    assert event_marks._leg(a, a, "Bourbon") == []


def test_the_ring_goes_with_the_badge():
    marks = frame("1690-07").marks
    [ring] = event_marks.ring(marks, "fleurus-1690").values()
    assert ring.at == marks["event/fleurus-1690"].at
    assert event_marks.ring(marks, "quebec-1690") == {} == event_marks.ring(marks, None)
    assert on_spot(0, 0, "").at  # the helper that starts a line


# ---- words


def test_a_card_tells_dates_people_ranges_certainty_and_sources():
    words = sentences.card_text(happening("fleurus-1690"))
    row = chronicle.event("fleurus-1690")
    assert "1 July 1690 (21 June 1690 old style)" in words
    assert f"{row.attacker_strength_low:,} to {row.attacker_strength_high:,} men" in words
    assert "Luxembourg" in words
    assert "Waldeck" in words
    assert say("frame.certainty-disputed") in words
    assert row.sentence in words
    cited = chronicle.citations().query("event == 'fleurus-1690'").source
    assert all(chronicle.sources().title[source] in words for source in cited)
    assert any("https://" in one for one in sentences.describe_sources(happening("fleurus-1690")))


def test_every_event_has_a_card_without_holes():
    for one in happenings.happenings():
        html = page.card(one)
        ET.fromstring(html.replace("&nbsp;", " "))
        assert not re.search(r"\{\w+\}|: ;|<dd></dd>", html), one.id
        assert sentences.when(one)


def test_spans_say_once_what_both_ends_share():
    assert sentences.when(happening("namur-1692")) == "25 May to 30 June 1692"
    assert sentences.when(happening("famine-1693")) == "1693 to 1694"
    assert sentences.when(happening("liege-neutrality-1690")) == "some time in 1690"


def test_ships_are_ships_and_men_are_men():
    assert sentences.describe_number(happening("beachy-head-1690"), "defender", "strength").endswith("ships")
    assert sentences.describe_number(happening("fleurus-1690"), "defender", "strength").endswith("men")
    assert sentences.describe_number(happening("torbay-1688"), "attacker", "losses") == ""


def test_the_sentences_tell_all_that_is_drawn():
    seen = frame("1691-07", commander="ginkel")
    words = " ".join(seen.sentences)
    assert all(one.name in words and one.row["sentence"] in words for one in seen.events)
    assert all(stop.row["place"] in words for campaign in seen.campaigns for stop in campaign.stops)
    assert say("frame.nothing", month="January 1688") in frame("1688-01", "ireland").sentences


def test_held_told_gives_the_reason():
    assert "Bourbon" in frame("1692-07").describe_held("namur")
    with pytest.raises(UnknownName):
        frame("1692-07").describe_held("Nowhere")


def test_the_static_twin_is_a_picture_with_its_words():
    seen = frame("1692-06", theatres="low-countries")
    svg = seen.to_svg(seen.view, width=500)
    root = ET.fromstring(svg)
    names = {child.tag.rpartition("}")[2]: child.text for child in root}
    assert names["title"] == seen.title
    assert "Namur" in names["desc"]
    assert "event/namur-1692" in svg
    assert "var(--nv" not in svg
    assert seen.to_svg("low-countries", 500, "dark") != svg
    html = seen._repr_html_()
    assert html.count("<li>") == len(seen.events)


def test_the_timeline_is_chart_words_and_table():
    found = timeline_chart(["ireland", "seas"], OF_ARMS)
    ET.fromstring(found.svg)
    table = chronicle.events().query(
        "theatre in ('ireland', 'seas') and kind in @OF_ARMS", local_dict={"OF_ARMS": OF_ARMS}
    )
    assert list(found.table().index) == ids(found.events)
    assert set(found.table().index) == set(table.index)
    assert say("frame.theatre-ireland") in found.says
    assert say("frame.theatre-seas") in found.says
    assert found.says == found._repr_mimebundle_()["text/plain"]
    assert timeline_chart("ireland", "finance").events == ()


# ---- markup from outside


def test_nothing_from_the_tables_is_markup():
    bad = "<img src=x onerror='alert(1)'>&\""
    names = ("name", "sentence", "place", "result", "sources", "attacker_commanders")
    row = dict(happening("fleurus-1690").row) | dict.fromkeys(names, bad)
    one = happenings._happening(row)
    for html in (page.card(one), *(mark.svg for mark in event_marks.events([one]).values())):
        assert "<img" not in html
        ET.fromstring(f"<g>{html}</g>")


# ---- the widget


def test_it_opens_where_it_is_told():
    shown = ChronicleMap(event="neerwinden-1693", kinds="battle")
    assert shown.month == "1693-07"
    assert shown.event.name in shown.war_map.panel
    assert shown.here.value == "neerwinden-1693"
    assert shown.kind.value == "battle"
    assert [value for _, value in shown.kind.options] == ["", *KINDS]
    with pytest.raises(UnknownName, match="neerwinden"):
        ChronicleMap(event="neerwinden-1692")
    with pytest.raises(BadInput):
        ChronicleMap(event="league-of-augsburg-1686")
    with pytest.raises(BadInput):
        ChronicleMap("1700-01")


def test_the_slider_moves_map_lists_and_words(shown, messages):
    shown.months.value = MONTHS.index("1692-06")
    assert shown.month == shown.frame.month == "1692-06"
    assert shown.months.shown == shown.months.value
    assert "namur-1692" in [id for _, id in shown.here.options]
    [(message, _)] = messages
    index = game_map().space("Namur").index
    assert "bourbon" in message["change"]["spaces"][str(index)]
    assert "event/namur-1692" in message["change"]["marks"]
    assert message["change"]["marks"]["event/boyne-1690"] is None
    assert message["say"] == shown.frame.described_in_short[0]
    assert sentences.describe_line(happening("namur-1692")) in message["change"]["words"][str(index)]


def test_a_month_costs_little(shown, messages):
    for place in range(30, 60):
        shown.months.value = place
    sizes = [size for _, size in messages]
    assert len(sizes) == 29  # one each; the first is shown already
    assert max(sizes) < 6_000, sizes
    assert sum(sizes) / len(sizes) < 2_500, sizes


def test_the_same_again_sends_nothing(shown, messages):
    shown.months.value = shown.months.value
    shown.show_all()
    assert messages == []


def test_no_value_leaves_the_war(shown):
    for wrong in (-5, 999):
        shown.months.value = wrong
        assert shown.month in (MONTHS[0], MONTHS[-1])
    shown.months.pause = 1
    assert shown.months.pause == min(PACES.values())


def test_filters_show_in_lists_map_and_counts(shown, messages):
    shown.theatre.value = "ireland"
    assert {happening(id).theatre for _, id in shown.here.options} == {"ireland"}
    assert shown.elsewhere.options == ()
    assert sum(shown.months.counts) == sum(
        one.month in MONTHS for one in happenings.happenings(Choice(("ireland",)))
    )
    assert any(message.get("view") == "ireland" for message, _ in messages)
    shown.kind.value = "battle"
    assert [id for _, id in shown.here.options] == ["boyne-1690"]
    shown.commander.value = "luxembourg"
    assert shown.here.options == ()
    assert say("frame.nothing", month="July 1690") in shown.text
    shown.clear_button.click()
    assert (shown.theatre.value, shown.kind.value, shown.commander.value) == ("", "", "")
    assert len(shown.here.options) + len(shown.elsewhere.options) == len(frame("1690-07").events)


def test_an_event_that_a_filter_takes_away_closes_its_card(shown):
    shown.open_event("boyne-1690")
    shown.kind.value = "naval"
    assert shown.event is None
    assert "event/chosen" not in shown.war_map._all_overlays()


def test_lists_open_cards_and_so_does_the_map(shown, messages):
    shown.here.value = "boyne-1690"
    assert "Oldbridge" in shown.war_map.panel
    assert "event/chosen" in messages[-1][0]["change"]["marks"]
    assert happening("boyne-1690").name in messages[-1][0]["say"]
    key = re.search(r'data-stack="([^"]*)"', shown.frame.marks["event/fleurus-1690"].svg)[1]
    assert key.startswith(f"{game_map().space('Charleroi').index}/")
    shown.war_map._atlas._handle_custom_msg({"open": key}, [])
    assert shown.event.id == shown.here.value == "fleurus-1690"
    shown.elsewhere.value = "saint-kitts-1690"
    assert shown.event.id == "saint-kitts-1690"
    assert shown.here.value is None
    assert "event/chosen" not in shown.war_map._all_overlays()


@pytest.mark.parametrize(
    "key", ["", "0/event/no-such-1690", "999/Bourbon", None, {"a": 1}, "0/event/quebec-1690"]
)
def test_a_page_opens_nothing_else(shown, key):
    shown.war_map._atlas._handle_custom_msg({"open": key}, [])
    assert shown.event is None


def test_next_and_before_go_through_all_of_a_choice(shown):
    shown.show("catalonia", "siege")
    listed = happenings.happenings(Choice(("catalonia",), ("siege",)))
    shown.month = MONTHS[0]
    seen = []
    for _ in listed:
        shown.next_event()
        seen.append(shown.event)
        assert shown.month == max(shown.event.month, MONTHS[0])
    assert tuple(seen) == listed
    shown.next_button.click()
    assert say("chronicle-map.no-later") in shown.note.value
    assert shown.event == listed[-1]
    for one in reversed(listed[:-1]):
        shown.previous_button.click()
        assert shown.event == one
    shown.previous_event()
    assert say("chronicle-map.no-earlier") in shown.note.value


def test_from_an_empty_month_both_ways_are_found(shown):
    shown.show("low-countries", "battle")
    shown.month = "1691-01"
    shown.previous_event()
    assert shown.event.id == "fleurus-1690"
    shown.month = "1691-01"
    shown.next_event()
    assert shown.event.begin > date(1691, 1, 1)


def test_play_and_stop_are_told_to_the_page(shown):
    shown.play()
    assert shown.months.playing
    shown.months.value += 1
    assert shown.months.shown == shown.months.value
    shown.stop()
    assert not shown.months.playing


def test_a_play_does_not_chatter(shown, messages):
    shown.play()
    shown.months.value += 1
    assert "say" not in messages[-1][0]
    assert "aria-live='off'" in shown.war_map.panel
    shown.stop()
    assert "aria-live='polite'" in messages[-1][0]["change"]["panel"]


def test_show_takes_names_and_refuses_others(shown):
    shown.show(commander="louis-xiv")
    assert shown.commander.value == "louis-xiv"
    shown.show(commander="maintenon")  # she led no army, yet she may be asked for
    assert shown.commander.value == "maintenon"
    with pytest.raises(UnknownName):
        shown.show(theatre="moon")
    assert shown.commander.value == "maintenon"


def test_the_lists_show_what_is_filtered_and_can_widen_it():
    shown = ChronicleMap("1690-07", theatres=["britain", "ireland"], kinds="battle")
    assert (shown.theatre.label, shown.kind.label) == ("Ireland + Britain", "battle")
    assert ids(shown.frame.events) == ["boyne-1690"]
    assert sum(shown.months.counts) == len(happenings.happenings(Choice(("ireland", "britain"), ("battle",))))
    shown.kind.value = ""
    assert {one.theatre for one in shown.frame.events} == {"ireland", "britain"}
    shown.theatre.value = "seas"
    assert {one.theatre for one in shown.frame.events} == {"seas"}
    shown.theatre.value = "ireland britain"
    assert {one.theatre for one in shown.frame.events} == {"ireland", "britain"}
    shown.clear_button.click()
    assert shown.frame.events == frame("1690-07").events
    assert (shown.theatre.label, shown.kind.label) == (
        say("chronicle-map.all-theatres"),
        say("chronicle-map.all-kinds"),
    )


def test_several_theatres_and_kinds_can_be_asked_for_later(shown):
    shown.show(["rhine", "savoy"], OF_ARMS)
    assert {one.theatre for one in shown.frame.events} <= {"rhine", "savoy"}
    assert shown.theatre.label == "the Rhine + Savoy and Piedmont"
    assert shown.kind.value == " ".join(OF_ARMS)
    shown.show(theatre="rhine")
    assert (shown.theatre.value, shown.kind.value) == ("rhine", "")
    with pytest.raises(UnknownName):
        shown.show(["rhine", "moon"])
    assert shown.theatre.value == "rhine"


def test_a_space_that_is_chosen_is_told(shown):
    shown.war_map.selected = "dublin"
    assert frame("1690-07").describe_held("Dublin") in shown.war_map.panel


def test_the_text_twin_is_sent_when_it_is_wanted(shown, messages):
    shown.war_map._atlas._handle_custom_msg({"words": True}, [])
    html = messages[-1][0]["change"]["twin"]
    assert html.count("<tr>") == len(game_map().spaces) + 1
    assert "Battle of the Boyne" in html
    shown.months.value += 1
    assert shown.frame.described_in_short[0] in messages[-1][0]["change"]["twin"]


def test_the_picture_of_the_widget_has_its_ring(shown):
    shown.open_event("fleurus-1690")
    assert "event/chosen" in shown.to_svg(width=300)


def test_every_control_has_a_name_and_a_tooltip(shown):
    for one in (shown.theatre, shown.kind, shown.commander, shown.here, shown.elsewhere):
        assert one.description
        assert one.tooltip
    for one in (shown.previous_button, shown.next_button, shown.clear_button):
        assert one.description
        assert one.tooltip
    words = shown.months.words
    assert all(words[name] for name in ("month", "pace", "play", "play-tooltip", "stop", "stop-tooltip"))


def test_it_goes_away_whole(shown):
    parts = list(widgets_in(shown))
    assert len(parts) < 80
    shown.close()
    assert all(one.comm is None for one in parts)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(MONTHS), st.sampled_from((None, *THEATRES)), st.sampled_from((None, *KINDS)))
def test_any_month_of_any_choice_can_be_told_and_drawn(month, theatre, kind):
    seen = frame(month, theatre, kind)
    assert len(seen.on_the_map) + len(seen.elsewhere) == len(seen.events)
    assert {f"event/{one.id}" for one in seen.on_the_map} <= seen.marks.keys()
    assert seen.sentences
    ET.fromstring(page.panel(seen, seen.events[0] if seen.events else None, "Paris"))
