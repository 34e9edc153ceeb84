"""Lines of communication, held against networkx and against the clauses, over random positions (NY 11)."""

from itertools import combinations, pairwise

import networkx as nx
import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from ninevears_kernel.core.messages import Message
from ninevears_kernel.core.ruling_context import RulingContext
from ninevears_kernel.nine_years.components.changes import changed
from ninevears_kernel.nine_years.components.map import ZONES, game_map
from ninevears_kernel.nine_years.components.map_graph import bits, mask_of, network, reached, shortest_path
from ninevears_kernel.nine_years.components.position import Control, SeaControl, Siege
from ninevears_kernel.nine_years.components.powers import powers, side_of
from ninevears_kernel.nine_years.components.scenario import scenario_1688
from ninevears_kernel.nine_years.components.sides import SIDES, enemy
from ninevears_kernel.nine_years.rules.supply import (
    OWN_CAPITAL,
    PURPOSES,
    Asked,
    has_line,
    line_of_communication,
    trace,
)

SPACES = game_map().spaces
BY_NAME = game_map().by_name
NAMES = [space.name for space in SPACES]
FORTRESSES = [space.name for space in SPACES if space.fortress]
PORTS = {space.name: space.ports for space in SPACES if space.ports}
LINKS = {frozenset((a, b)): kind for a, b, kind in game_map().links}
ISLES = [space.name for space in SPACES if space.region in ("Ireland", "England", "Scotland")]


# ---- random positions and questions

sides = st.sampled_from(SIDES)
maybe_sides = st.sampled_from((None, *SIDES))
# made once: what is made for each example is looked through by hypothesis for each
flips_of_control = st.dictionaries(st.sampled_from(NAMES), maybe_sides, max_size=25)
masks = st.integers(0, (1 << len(SPACES)) - 1)
besieged_spaces = st.lists(st.sampled_from(FORTRESSES), unique=True, max_size=12) | st.lists(
    st.sampled_from(["Amsterdam", "London", "Madrid", "Paris", "Barcelona", *PORTS]), unique=True, max_size=5
)
anywhere = st.sampled_from(NAMES) | st.sampled_from(ISLES)
powers_of = {
    side: st.sampled_from([name for name, power in powers().items() if power.side == side]) for side in SIDES
}
maybe_powers_of = {side: st.none() | own for side, own in powers_of.items()}


@st.composite
def positions(draw):
    """The scenario with any control, seas, sieges and revolution: near the real one, or anything."""
    start = scenario_1688()
    if draw(st.booleans()):
        flips = draw(flips_of_control)
        control = start.control
        for name, side in flips.items():
            control = control.changed(BY_NAME[name].index, side)
    else:
        bourbon, alliance, more = draw(masks), draw(masks), draw(masks)
        control = Control(bourbon & ~(alliance & ~more), alliance & ~more)
        control = Control(control.Bourbon & ~control.Alliance, control.Alliance)
    seas = SeaControl(draw(maybe_sides), draw(maybe_sides))
    besieged = draw(besieged_spaces)
    position = start.replace(control=control, seas=seas, revolution=draw(st.booleans()), sieges=())
    sieges = []
    for name in besieged:
        owner = position.controller(name) if name in FORTRESSES else None
        if owner:
            sieges.append(Siege(name, enemy(owner)))
    return position.replace(sieges=tuple(sieges))


@st.composite
def asked_of(draw, purposes=tuple(PURPOSES)):
    side, purpose = draw(sides), draw(st.sampled_from(purposes))
    needed = purpose in ("reinforcement", "restore")
    power = draw((powers_of if needed else maybe_powers_of)[side])
    return Asked(draw(anywhere), side, purpose, power)


# ---- an oracle in networkx, written from the clauses under their default readings


def oracle_capitals(position, asked):
    """NY 11.2.1, 7.2.6: capitals of friendly powers that the enemy does not control."""
    capitals = {name: list(power.capitals) for name, power in powers().items()}
    capitals["Jacobite"] = ["London", "Paris", "Highlands"] if position.revolution else ["London"]
    friendly = [power for power in powers() if side_of(position, power) == asked.side]
    if asked.purpose == "victory":
        names = ["Amsterdam", "Vienna"] if asked.side == "Alliance" else ["Paris"]
    elif asked.purpose in ("reinforcement", "restore"):
        names = capitals[asked.power] if asked.power in friendly else []
    else:
        names = [name for power in friendly for name in capitals[power]]
    return {name for name in names if position.controller(name) != enemy(asked.side)}


def oracle_graph(position, asked, any_sea, pass_sieges):
    """Nodes ("land", space), ("quay", port) and ("sea", zone): what may be entered, and the ways between."""
    side, foe = asked.side, enemy(asked.side)
    capitals = oracle_capitals(position, asked)
    graph = nx.Graph()

    def besieged(name):
        return position.besieger(name) == foe and position.controller(name) == side

    def friendly(name):
        return position.controller(name) == side

    for name in NAMES:
        usable = friendly(name) and (pass_sieges or not besieged(name))
        # a capital that nobody controls ends a line; nothing passes it, since the line has ended there
        if usable or name == asked.space or (name in capitals and not friendly(name)):
            graph.add_node(("land", name))
    for pair, kind in LINKS.items():
        a, b = (("land", name) for name in pair)
        if a in graph and b in graph and (kind != "red" or side == "Alliance"):
            graph.add_edge(a, b)
    if asked.purpose == "victory":
        return graph  # NY 6.2: by land alone
    for zone in ZONES:
        if any_sea or position.sea(zone) == side:
            graph.add_node(("sea", zone))
    if all(("sea", zone) in graph for zone in ZONES):
        graph.add_edge(*(("sea", zone) for zone in ZONES))
    for name, zones in PORTS.items():
        by_sea_all_the_same = besieged(name) and name in capitals and name in ("Amsterdam", "Barcelona")
        if not (friendly(name) and not besieged(name)) and name != asked.space and not by_sea_all_the_same:
            continue
        graph.add_node(("quay", name))
        if ("land", name) in graph:
            graph.add_edge(("quay", name), ("land", name))
        for zone in zones:
            if ("sea", zone) in graph:
                graph.add_edge(("quay", name), ("sea", zone))
    return graph


def oracle(position, asked):
    """None when cut, else whether the line is limited at best."""
    start = ("land", asked.space)
    friendly = position.controller(asked.space) == asked.side
    if not friendly and asked.purpose not in ("restore", "siege"):
        return None
    own_siege = friendly and position.besieger(asked.space) == enemy(asked.side)
    if own_siege and asked.purpose in ("reinforcement", "restore"):
        return None  # NY 17.3
    region = BY_NAME[asked.space].region
    capitals = oracle_capitals(position, asked)
    runs = [(False, capitals)]
    if asked.side == "Bourbon" and position.revolution and region == "Ireland":
        runs.append((True, capitals))  # NY 11.1.3.b
    if asked.power == "Jacobite" and position.revolution and region in ("England", "Scotland"):
        runs.append((True, capitals & {"Paris"}))  # NY 7.2.6.c
    if asked.power == "Jacobite" and asked.purpose == "restore":
        runs.append((True, capitals))  # NY 12.3.3
    for pass_sieges in (False, True):
        for any_sea, targets in runs:
            graph = oracle_graph(position, asked, any_sea, pass_sieges)
            ends = {("land", name) for name in targets} | {
                ("quay", name)
                for name in targets
                if name in ("Amsterdam", "Barcelona") and position.besieger(name) == enemy(asked.side)
            }
            if any(end in graph and nx.has_path(graph, start, end) for end in ends):
                return pass_sieges or own_siege
    return None


# ---- properties


@pytest.mark.clause("NY 11.1.1", "NY 11.1.3.a", "NY 11.1.3.b", "NY 11.1.3.c", "NY 11.1.4", "NY 11.2.1")
@settings(max_examples=400)
@given(positions(), asked_of())
def test_the_engine_agrees_with_the_clauses_in_networkx(position, asked):
    expected = oracle(position, asked)
    line, _ = trace(position, asked, RulingContext())
    assert (line.path is not None) == (expected is not None)
    if line.path is not None:
        assert line.limited == expected


@settings(max_examples=400)
@given(positions(), asked_of())
def test_the_fast_answer_is_the_long_one(position, asked):
    assert has_line(position, asked) == (trace(position, asked, RulingContext())[0].path is not None)


@settings(max_examples=400, suppress_health_check=[HealthCheck.filter_too_much])
@given(positions(), asked_of())
def test_every_path_is_legal_step_by_step(position, asked):
    line, way = trace(position, asked, RulingContext())
    assume(line.path)
    path = line.path
    assert path[0] == asked.space
    assert path[-1] in oracle_capitals(position, asked)
    assert len(set(path)) == len(path)
    freed = way.clause_id in ("NY 11.1.3.b", "NY 7.2.6.c", "NY 12.3.3")
    for here, there in pairwise(path):
        if here in ZONES and there in ZONES:
            continue
        if here in ZONES or there in ZONES:
            zone, port = (here, there) if here in ZONES else (there, here)
            assert zone in PORTS[port]
            if port not in (path[0], path[-1]):  # NY 11.1.3.a
                assert position.controller(port) == asked.side
                assert position.besieger(port) != enemy(asked.side)
        else:
            kind = LINKS[frozenset((here, there))]
            assert kind != "red" or asked.side == "Alliance"
    for name in path:
        if name in ZONES:
            assert freed or position.sea(name) == asked.side
            assert asked.purpose != "victory"
        elif name not in (path[0], path[-1]):
            assert position.controller(name) == asked.side
    passes = any(position.besieger(name) == enemy(asked.side) for name in path[:-1] if name not in ZONES)
    if passes:
        assert line.limited


@pytest.mark.clause("NY 11.1.4")
@settings(max_examples=200)
@given(positions(), asked_of())
def test_limited_only_where_no_other_line_exists(position, asked):
    first, _ = trace(position, asked, RulingContext())
    others = tuple(s for s in position.sieges if s.space not in (first.path or ()))
    on_the_way = [name for name in (first.path or ())[1:-1] if name in FORTRESSES]
    blocked = position.replace(sieges=(*others, *(Siege(name, enemy(asked.side)) for name in on_the_way)))
    line, _ = trace(blocked, asked, RulingContext())
    if line.path is None:
        return
    assert line.limited == oracle(blocked, asked)
    besieged = [name for name in line.path if name not in ZONES]  # a source under siege counts too
    besieged = [name for name in besieged if blocked.besieger(name) == enemy(asked.side)]
    assert bool(besieged) or not line.limited


def taken(position, names, side):
    return changed(position, [{"set": "control", "space": name, "side": side} for name in names])


@settings(max_examples=150)
@given(positions(), asked_of())
def test_what_would_restore_a_line_does(position, asked):
    line, _ = trace(position, asked, RulingContext())
    assume(line.path is None)
    for names in line.restored_by:
        assert has_line(taken(position, names, asked.side), asked), names
        for fewer in combinations(names, len(names) - 1):
            assert not has_line(taken(position, fewer, asked.side), asked), fewer
    for zone in line.restored_by_sea:
        assert has_line(changed(position, [{"set": "sea", "zone": zone, "side": asked.side}]), asked)


@settings(max_examples=25)
@given(positions(), asked_of())
def test_no_smaller_set_would_restore_it(position, asked):
    line, _ = trace(position, asked, RulingContext())
    assume(line.path is None)
    size = min(map(len, line.restored_by), default=0)
    neutral_savoy = side_of(position, "Savoy") is None
    takeable = [
        space.name
        for space in SPACES
        if position.controller(space.name) != asked.side
        and (space.power in powers() or space.power == "Ireland")
        and not (space.power == "Savoy" and neutral_savoy)
    ]
    works = [
        names for names in combinations(takeable, 1) if has_line(taken(position, names, asked.side), asked)
    ]
    if size == 1:
        assert set(line.restored_by) == set(works)
    elif size >= 2 or (size == 0 and not position.sieges):
        assert not works
    if size == 2:
        pairs = {
            names
            for names in combinations(takeable, 2)
            if has_line(taken(position, names, asked.side), asked)
        }
        assert set(line.restored_by) <= {tuple(sorted(names)) for names in pairs}
        if len(line.restored_by) < 24:
            assert set(line.restored_by) == {tuple(sorted(names)) for names in pairs}
    elif size >= 3:
        few = takeable[::3]
        assert not any(has_line(taken(position, names, asked.side), asked) for names in combinations(few, 2))


@pytest.mark.clause("NY 11.1.4")
def test_a_limited_line_names_the_besieged_fortresses_on_its_way_and_no_other_space():
    sieges = [{"set": "besieged", "space": name, "by": "Alliance"} for name in ("Lille", "Valenciennes")]
    context = RulingContext()
    line_of_communication(changed(scenario_1688(), sieges), Asked("Tournai", "Bourbon", "line"), context)
    passed = [step.says.values["fortresses"] for step in context.steps if step.says.id == "loc.passes-siege"]
    assert passed == [Message.all_of(["Lille"])]


@pytest.mark.clause("NY 11.1.1")
@pytest.mark.clause("NY 11.1.3.a")
def test_a_way_by_land_and_one_by_sea_cite_their_clauses():
    cited = {}
    for asked in (Asked("Tournai", "Bourbon", "line"), Asked("Palma", "Alliance", "line")):
        context = RulingContext()
        free = changed(scenario_1688(), [{"set": "sea", "zone": "Mediterranean", "side": "Alliance"}])
        line_of_communication(free, asked, context)
        cited |= {s.says.id: s.clause_id for s in context.steps if s.says.id in ("loc.by-land", "loc.by-sea")}
    assert cited == {"loc.by-land": "NY 11.1.1", "loc.by-sea": "NY 11.1.3.a"}


@pytest.mark.clause("NY 11.1.3.a")
@pytest.mark.parametrize(("holder", "told"), [("Bourbon", "friendly"), ("Alliance", "hostile")])
def test_a_zone_is_told_to_be_friendly_or_hostile_by_who_holds_it(holder, told):
    """From Ireland, after the Glorious Revolution, the Bourbons may cross either (NY 11.1.3.b)."""
    changes = [{"set": "revolution", "done": True}, {"set": "sea", "zone": "Atlantic", "side": holder},
               {"set": "control", "space": "Dublin", "side": "Bourbon"}]  # fmt: skip
    context = RulingContext()
    line_of_communication(changed(scenario_1688(), changes), Asked("Dublin", "Bourbon", "line"), context)
    assert {step.says.id for step in context.steps if "zone" in step.says.id} == {f"loc.{told}-zone"}


@pytest.mark.clause("NY 11.1.1")
@pytest.mark.parametrize(("space", "outside"), [("Namur", True), ("Tournai", False)])
def test_that_a_line_begins_outside_friendly_land_is_told_where_it_does(space, outside):
    context = RulingContext()
    besieged = changed(scenario_1688(), [{"set": "besieged", "space": "Namur", "by": "Bourbon"}])
    line_of_communication(besieged, Asked(space, "Bourbon", "siege"), context)
    told = {step.says.id for step in context.steps}
    assert ("loc.begins-outside" in told) == outside
    assert "loc.besiegers-by-sea" not in told, "Namur is besieged, and its line runs by land"


@pytest.mark.clause("NY 11.1.5")
def test_overstacked_spaces_on_the_way_are_named_but_not_where_it_begins():
    crowds = [
        {"add": "corps", "power": "France", "space": name, "count": 13} for name in ("Tournai", "Lille")
    ]
    context = RulingContext()
    line_of_communication(changed(scenario_1688(), crowds), Asked("Tournai", "Bourbon", "line"), context)
    named = [step.says.values["space"] for step in context.steps if step.says.id == "loc.overstacked"]
    assert named == ["Lille"]


@pytest.mark.clause("NY 7.2.1.a")
def test_no_way_to_mend_a_line_leads_through_neutral_savoy_but_others_are_named():
    start = scenario_1688()
    casale, _ = trace(start, Asked("Casale", "Bourbon", "restore", "France"), RulingContext())
    assert (casale.path, casale.restored_by) == (None, ())
    lost = changed(start, [{"set": "control", "space": "Grenoble", "side": "Alliance"}])
    pinerolo, _ = trace(lost, Asked("Pinerolo", "Bourbon", "restore", "France"), RulingContext())
    assert pinerolo.restored_by == (("Grenoble",),)


@pytest.mark.clause("NY 11.2.1")
@pytest.mark.parametrize("purpose", list(PURPOSES))
def test_which_capitals_serve_is_told_by_what_is_asked(purpose):
    context = RulingContext()
    line_of_communication(
        scenario_1688(),
        Asked("Milan", "Alliance", purpose, "Spain" if purpose in OWN_CAPITAL else None),
        context,
    )
    [said] = [step.says.id for step in context.steps if step.says.id.startswith("loc.sources")]
    serves = "own" if purpose in OWN_CAPITAL else "victory" if purpose == "victory" else "any"
    assert said == f"loc.sources-{serves}"


@pytest.mark.clause("NY 11.1.1")
@pytest.mark.parametrize(("space", "is_source"), [("Paris", True), ("Reims", False)])
def test_a_capital_is_a_source_of_its_own(space, is_source):
    context = RulingContext()
    line_of_communication(scenario_1688(), Asked(space, "Bourbon", "line"), context)
    told = {step.says.id for step in context.steps}
    assert ("loc.is-source" in told, "loc.by-land" in told) == (is_source, not is_source)


@pytest.mark.clause("NY 14.1.1")
@settings(max_examples=200)
@given(positions(), asked_of())
def test_no_bourbon_path_takes_a_red_link(position, asked):
    line, _ = trace(position, asked, RulingContext())
    if asked.side == "Alliance":
        return
    kinds = {LINKS.get(frozenset(pair)) for pair in pairwise(line.path or ())}
    assert "red" not in kinds


@pytest.mark.clause("NY 6.2.A.1", "NY 6.2.B.1")
@settings(max_examples=100)
@given(positions(), asked_of(("victory",)))
def test_victory_goes_by_land_alone(position, asked):
    line, _ = trace(position, asked, RulingContext())
    assert not set(line.path or ()) & set(ZONES)
    assert line.restored_by_sea == ()


@settings(max_examples=100)
@given(positions(), asked_of())
def test_the_ruling_is_the_trace(position, asked):
    line, _ = trace(position, asked, RulingContext())
    context = RulingContext()
    finding = line_of_communication(position, asked, context)
    assert finding.verdict == ("yes" if line.path else "no")
    assert finding.answer["path"] == line.path
    assert bool(context.violations) == (line.path is None)
    assert all(str(step.says) for step in (*context.steps, *context.violations))


@settings(max_examples=100)
@given(positions(), asked_of(("line", "victory", "siege")), st.sampled_from(NAMES))
def test_more_friendly_spaces_never_cut_a_line(position, asked, more):
    assume(BY_NAME[more].power != "Savoy")
    assume(has_line(position, asked))
    assert has_line(taken(position, [more], asked.side), asked)


# ---- the network itself


@pytest.mark.clause("NY 2.6")
@pytest.mark.parametrize("red", [True, False])
def test_the_network_is_the_map(red):
    net = network(red)
    for node, mask in enumerate(net.neighbours):
        assert not mask >> node & 1
        assert all(net.neighbours[other] >> node & 1 for other in bits(mask))
    for space in SPACES:
        kinds = ("land", "pass", "red") if red else ("land", "pass")
        here = {net.names[n] for n in bits(net.neighbours[space.index] & net.spaces)}
        assert here == set(game_map().neighbours(space.name, kinds))
    for space in SPACES:
        assert (space.index in net.harbour) == bool(space.ports)


@given(st.booleans(), st.integers(0, len(SPACES) - 1), st.data())
def test_reached_and_shortest_path_agree_with_networkx(red, start, data):
    net = network(red)
    allowed = data.draw(st.integers(0, (1 << len(net.names)) - 1)) | data.draw(st.integers(0, net.spaces))
    targets = mask_of(data.draw(st.lists(st.integers(0, len(net.names) - 1), max_size=4)))
    graph = nx.Graph([(a, b) for a, mask in enumerate(net.neighbours) for b in bits(mask)])
    view = graph.subgraph({start, *bits(allowed)})
    component = nx.node_connected_component(view, start)
    assert set(bits(reached(red, 1 << start, allowed))) == component
    ends = set(bits(targets)) & component
    assert bool(reached(red, 1 << start, allowed, targets) & targets) == bool(ends)
    assert (shortest_path(red, start, allowed, targets) is not None) == bool(ends)


@given(st.sets(st.integers(0, 200)))
def test_bits_and_masks_are_inverse(indices):
    assert set(bits(mask_of(indices))) == indices
    assert list(bits(mask_of(indices))) == sorted(indices)
