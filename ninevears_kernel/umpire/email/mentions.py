"""Names that a letter about *Nine Years* tells more than once: each stands but once for each role."""

from __future__ import annotations

from .found import Fact


def told_once(facts: list[Fact]) -> list[Fact]:
    """A place is told once with each role; without a role only where it has none elsewhere."""
    roles: dict[str, set[str | None]] = {}
    seas = {one.details["zone"] for one in facts if one.kind == "sea-control"}
    held = {one.value for one in facts if one.kind == "control"}
    led = {one.value for one in facts if one.kind == "leader" and one.details.get("at")}
    for one in facts:
        if one.kind == "place":
            roles.setdefault(one.value, set()).add(one.details.get("role"))
    seen: dict[tuple[str, str, str], Fact] = {}
    kept: list[Fact] = []
    for one in facts:
        thing = _thing(one)
        if one.kind == "zone" and one.value in seas:
            continue
        if (
            one.kind == "place"
            and one.details.get("role") is None
            and (roles[one.value] != {None} or one.value in held)
        ):
            continue
        if one.kind == "leader" and not one.details.get("at") and one.value in led:
            continue
        if one.kind in (
            "place",
            "leader",
            "side",
            "event",
            "phase",
            "zone",
            "purpose",
            "cards",
            "garrison",
            "position",
        ):
            if thing in seen:
                seen[thing].sure |= one.sure  # said plainly elsewhere
                continue
            seen[thing] = one
        kept.append(one)
    return kept


def _thing(one: Fact) -> tuple[str, str, str]:
    """What is told but once."""
    return one.kind, str(one.value), str(one.details.get("role") or one.details.get("at"))
