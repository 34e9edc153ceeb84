"""Breaks the rules in small ways, one at a time, and sees whether the tests notice: ``make mutants``.

A fixed seed picks the mutants. Each runs in a process of its own against a copy of the tree, first with the
quickest of the tests that pass through the broken function. What is found is kept in ``.mutants/``: a run
that was stopped goes on where it was, and begins anew when rules or tests are other ones (with ``--keep``
only survivors are tried again).
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import accumulate
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".mutants"
COPY = KEPT / "tree"
PACKAGE = "ninevears_kernel"

RULES = ("nine_years/rules",)
"""Folders and modules of the package that are broken."""

TESTS = (
    "action_menu all_actions battle campaign_force campaign_phase event_cards event_phase event_words "
    "fleet_deployment fortified_lines game golden_wars interception king_william leaders_transfer "
    "legal_actions march peace perft permissions persuasion rally random_wars readings refusals "
    "reinforcements replacement resource_spending retreat revolution rulings savoy sea_movement siege "
    "sieges_in_play situations stacking supply supply_reach transfer victory war_questions winter "
    "winter_questions"
)
"""The tests of the rules, by the names of their files."""
FILES_OF = {
    "situations": ["tests/rulings/**/*.toml"],
    "perft": ["tests/perft/*"],
    "permissions": ["tests/permissions.toml"],
    "refusals": ["tests/refusals/*"],
}
"""What some of them read."""
ENVIRONMENT = {
    "HYPOTHESIS_PROFILE": "ci",
    "NINEVEARS_WARS": "24",
    "PYTHONPATH": str(COPY),
}
NO_TESTS = 5
"""What pytest says when it was given none."""
LIMIT = 240
"""Seconds until a mutant that goes on and on counts as caught."""

SWAPS: dict[type, tuple[type, ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
SEEN_IN_THE_LOG = {"tell", "step"}
"""Calls that record a step: what is told is the business of other tests."""


# ---- the mutants


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a piece of code."""
    match node:
        case ast.Compare(left, ops, comparators):
            for place, operator in enumerate(ops):
                for other in SWAPS.get(type(operator), ()):
                    yield ast.Compare(left, [*ops[:place], other(), *ops[place + 1 :]], comparators)
        case ast.BoolOp(operator, values):
            for other in SWAPS[type(operator)]:
                yield ast.BoolOp(other(), values)
        case ast.BinOp(left, operator, right):
            for other in SWAPS.get(type(operator), ()):
                yield ast.BinOp(left, other(), right)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Name(name) if name in NAMES:
            yield ast.Name(NAMES[name], ast.Load())
        case ast.Expr(ast.Yield() | ast.YieldFrom()):
            yield ast.If(ast.Constant(False), [node], [])
        case ast.Expr(ast.Call(ast.Attribute(attr=name))) if name in SEEN_IN_THE_LOG:
            pass
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield ast.Pass()


def pieces(node: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Code that may be broken, with the name of the function around it: no types, marks, asserts or texts."""
    yield inside, node
    skipped: set[int] = set()
    match node:
        case ast.FunctionDef():
            # only the first to ask passes through a function that remembers: all tests of its module are near
            inside = inside or ("<module>" if any(map(remembers, node.decorator_list)) else node.name)
            skipped = {*map(id, node.decorator_list), id(node.returns), id(node.args)}
        case ast.ClassDef():
            skipped = set(map(id, node.decorator_list))
        case ast.AnnAssign():
            skipped = {id(node.annotation)}
        case ast.Assert() | ast.JoinedStr() | ast.ImportFrom():
            return
        case ast.If(ast.Name("TYPE_CHECKING")):
            return
        case ast.Expr(ast.Call(ast.Name("decision"))):
            inside = "<module>"
    for child in ast.iter_child_nodes(node):
        if id(child) not in skipped:
            yield from pieces(child, inside)


def remembers(decorator: ast.expr) -> bool:
    """Whether a decorator keeps what a function has answered."""
    return ast.unparse(decorator).startswith(("cache", "lru_cache"))


def mutants(path: Path) -> Iterator[dict]:
    """Every mutant of a module: where it is, and the broken source."""
    source = path.read_text(encoding="utf-8")
    lines, tree = source.splitlines(keepends=True), ast.parse(source)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    whole = source.encode()
    for function, node in pieces(tree):
        for number, other in enumerate(variants(node)):
            begin = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            text = ast.unparse(ast.fix_missing_locations(other))
            if isinstance(other, ast.expr):
                text = f"({text})"
            else:
                text = text.replace("\n", "\n" + " " * node.col_offset)
            broken = (whole[:begin] + text.encode() + whole[end:]).decode()
            module = path.relative_to(ROOT).as_posix()
            yield {
                "id": f"{module}:{node.lineno}:{node.col_offset}:{type(node).__name__}{number}",
                "module": module,
                "function": function or "<module>",
                "broken": broken,
                "diff": difference(source, broken),
            }


def difference(source: str, broken: str) -> str:
    """The lines that changed."""
    found = difflib.unified_diff(source.splitlines(), broken.splitlines(), lineterm="", n=0)
    return "\n".join(line for line in found if not line.startswith(("---", "+++", "@@")))


def chosen(rules: list[Path], count: int, seed: int) -> list[dict]:
    """So many mutants, picked by a seed; all of them when there are no more."""
    every = [mutant for path in rules for mutant in mutants(path)]
    picked = every if len(every) <= count else Random(seed).sample(every, count)
    print(f"{len(picked)} of {len(every)} mutants of {len(rules)} modules")
    return picked


# ---- one process: pytest with a broken module, or with a look at which test passes through which function

PROBE = """
import ast, builtins, importlib.machinery, json, resource, sys, time
from pathlib import Path
import pytest

orders = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))  # a broken loop may fill a list for ever
get_data = importlib.machinery.SourceFileLoader.get_data
seen = set()
builtins.passed_through = lambda *function: seen.add(function)


def source(loader, path):
    if path == orders.get("path"):
        return orders["broken"].encode()
    if path in orders.get("record", ()):
        return telling(path, get_data(loader, path))
    if path.endswith(".pyc") and loader.path in (orders.get("path"), *orders.get("record", ())):
        raise OSError("compiled before it was changed")
    return get_data(loader, path)


def telling(path, data):
    # The same module, whose functions say when they are called: far quicker than to trace all that runs.
    tree = ast.parse(data)
    for node in ast.walk(tree):
        name = getattr(node, "name", "<lambda>")
        call = ast.parse(f"passed_through({path!r}, {name!r})").body[0]
        if isinstance(node, ast.FunctionDef):
            node.body.insert(ast.get_docstring(node) is not None, call)
        elif isinstance(node, ast.Lambda):
            node.body = ast.BoolOp(ast.Or(), [call.value, node.body])
    return ast.unparse(ast.fix_missing_locations(tree)).encode()


class Plugin:
    def __init__(self):
        self.calls, self.took, self.failed = {}, {}, []

    def pytest_collection_modifyitems(self, items):
        if "order" in orders:
            place = {name: number for number, name in enumerate(orders["order"])}
            items[:] = sorted((i for i in items if i.nodeid in place), key=lambda i: place[i.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        seen.clear()
        begin = time.perf_counter()
        try:
            return (yield)
        finally:
            self.took[item.nodeid] = time.perf_counter() - begin
            self.calls[item.nodeid] = sorted(seen)

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.failed.append(report.nodeid)


sys.dont_write_bytecode = True
importlib.machinery.SourceFileLoader.get_data = source
plugin = Plugin()
stop = [] if "record" in orders else ["-x"]
code = pytest.main(["-q", *stop, "-p", "no:cacheprovider", "--tb=line", *orders["files"]], plugins=[plugin])
found = {name: getattr(plugin, name) for name in ("calls", "took", "failed")}
Path(orders["result"]).write_text(json.dumps(found), encoding="utf-8")
sys.exit(int(code))
"""


def run(orders: dict, name: str, limit: float | None) -> tuple[int | None, dict]:
    """Carries orders out in a process; its exit code, None when it took too long, and what it found."""
    paper, result = KEPT / f"{name}.orders.json", KEPT / f"{name}.result.json"
    result.unlink(missing_ok=True)
    paper.write_text(json.dumps({**orders, "result": str(result)}), encoding="utf-8")
    command = [sys.executable, "-P", str(KEPT / "probe.py"), str(paper)]
    with (KEPT / f"{name}.txt").open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            command,
            cwd=COPY,
            env={**os.environ, **ENVIRONMENT},
            stdout=file,
            stderr=file,
            start_new_session=True,
        )
        try:
            code: int | None = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            code = None
    found = json.loads(result.read_text(encoding="utf-8")) if result.exists() else {}
    paper.unlink()
    result.unlink(missing_ok=True)
    return code, found


# ---- which tests are near


def copy_of_the_tree() -> None:
    """Copies what is tested, and the tests."""
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    for name in (PACKAGE, "tests", "geodata"):
        leave = shutil.ignore_patterns("__pycache__", "browser", "widgets", ".cache", "test-artifacts")
        shutil.copytree(ROOT / name, COPY / name, ignore=leave)
    shutil.copy(ROOT / "pyproject.toml", COPY)
    (KEPT / "probe.py").write_text(PROBE, encoding="utf-8")


def digest(*patterns: str) -> str:
    """What the files of the copy are now, in a few letters."""
    found = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in COPY.glob(pattern)):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def look(rules: list[Path], before: dict) -> dict:
    """What is known of the tests: all of it anew when the rules changed, else of the files that changed."""
    now = {"rules": digest(f"{PACKAGE}/nine_years/**/*.py"), "tests": {}}
    for name in TESTS.split():
        if (COPY / f"tests/test_{name}.py").exists():
            now["tests"][f"tests/test_{name}.py"] = digest(f"tests/test_{name}.py", *FILES_OF.get(name, ()))
    known = before if before.get("rules") == now["rules"] else {"tests": {}, "calls": {}, "took": {}}
    same = {file for file, form in now["tests"].items() if known["tests"].get(file) == form}
    now["same"] = len(same) == len(now["tests"])
    found = (
        recorded(rules, sorted(now["tests"].keys() - same)) if not now["same"] else {"calls": {}, "took": {}}
    )
    for what in ("calls", "took"):
        old = {test: value for test, value in known[what].items() if test.partition("::")[0] in same}
        now[what] = old | found[what]
    return now


def recorded(rules: list[Path], files: list[str]) -> dict:
    """Which test passes through which function of the rules, and in what time; failing ones are left out."""
    print("looking which test passes through which function (a few minutes)", flush=True)
    paths = [str(COPY / path.relative_to(ROOT)) for path in rules]
    code, found = run({"record": paths, "files": files}, "record", None)
    if code is None or not found:
        sys.exit((KEPT / "record.txt").read_text(encoding="utf-8"))
    for name in found["failed"]:
        print(f"  fails already, and is left out: {name}")
        found["calls"].pop(name, None)
    return found


def near(mutant: dict, found: dict, patience: float) -> list[str]:
    """The tests that pass through a mutant's function, the quickest first, as long as they take no longer."""
    path = str(COPY / mutant["module"])
    names = [
        test
        for test, calls in found["calls"].items()
        if any(file == path and mutant["function"] in (name, "<module>") for file, name in calls)
    ]
    names.sort(key=found["took"].__getitem__)
    until = accumulate(found["took"][name] for name in names)
    return [name for name, seconds in zip(names, until, strict=True) if seconds <= patience]


def tried(mutant: dict, found: dict, slot: str, patience: float) -> dict:
    """What the tests say to a mutant: first those of the files that are quickest with it, then all others."""
    tests = near(mutant, found, patience)
    seconds: dict[str, float] = {}
    for test in tests:
        file = test.partition("::")[0]
        seconds[file] = seconds.get(file, 0) + found["took"][test]
    files = sorted(seconds, key=seconds.__getitem__)
    begin, caught = time.monotonic(), ""
    for part in (files[:4], files[4:]):
        if part and not caught:
            orders = {
                "files": part,
                "order": [test for test in tests if test.partition("::")[0] in part],
                "path": str(COPY / mutant["module"]),
                "broken": mutant["broken"],
            }
            code, said = run(orders, slot, LIMIT)
            if code is None:
                caught = "too slow"
            elif code not in (0, NO_TESTS):
                caught = (said.get("failed") or ["import"])[0]
    return {
        "id": mutant["id"],
        "caught": caught,
        "tests": len(tests),
        "seconds": round(time.monotonic() - begin, 1),
        "diff": mutant["diff"],
    }


# ---- the whole run


def modules(names: list[str]) -> list[Path]:
    """The modules of folders and files, named from the package."""
    found = []
    for name in names:
        path = ROOT / PACKAGE / name
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []
    return found


def report(results: list[dict]) -> None:
    """Prints the share caught, and who was not."""
    survivors = [one for one in results if not one["caught"]]
    for one in sorted(survivors, key=lambda one: one["id"]):
        print(f"\n{one['id']}  ({one['tests']} tests pass through)\n{one['diff']}")
    share = 100 * (len(results) - len(survivors)) / max(1, len(results))
    print(f"\n{len(results) - len(survivors)} of {len(results)} caught: {share:.1f} of 100")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rules", nargs="*", default=RULES, help="folders and modules, named from the package")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", action="store_true", help="try survivors again, and nobody else")
    parser.add_argument(
        "--patience", type=float, default=math.inf, help="seconds of tests for a mutant, at most"
    )
    asked = parser.parse_args()
    KEPT.mkdir(exist_ok=True)
    rules = modules(asked.rules)
    picked = chosen(rules, asked.count, asked.seed)
    state, results = KEPT / "state.json", KEPT / "results.jsonl"
    copy_of_the_tree()
    before = json.loads(state.read_text(encoding="utf-8")) if state.exists() else {}
    found = look(rules, before)
    state.write_text(json.dumps(found), encoding="utf-8")
    done: dict[tuple[str, str], dict] = {}
    if results.exists():
        for one in map(json.loads, results.read_text(encoding="utf-8").splitlines()):
            if one["caught"] if asked.keep else found["same"]:
                done[one["id"], one["diff"]] = one
    results.write_text("".join(json.dumps(one) + "\n" for one in done.values()), encoding="utf-8")
    waiting = [one for one in picked if (one["id"], one["diff"]) not in done]
    slots = [f"job{number}" for number in range(asked.jobs)]

    def work(mutant: dict) -> dict:
        slot = slots.pop()
        try:
            return tried(mutant, found, slot, asked.patience)
        finally:
            slots.append(slot)

    with ThreadPoolExecutor(asked.jobs) as pool, results.open("a", encoding="utf-8") as file:
        for job in as_completed([pool.submit(work, one) for one in waiting]):
            one = job.result()
            done[one["id"], one["diff"]] = one
            file.write(json.dumps(one) + "\n")
            file.flush()
            print("." if one["caught"] else "S", end="", flush=True)
    report([done[one["id"], one["diff"]] for one in picked])
    return 0


if __name__ == "__main__":
    sys.exit(main())
