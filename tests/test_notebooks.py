"""Every notebook is stored clean, opens with what it is for, runs from top to bottom, and tells no guess."""

import json
import re
from html import unescape
from pathlib import Path

import nbformat
import pytest
import zmq
from every_row import every_row
from jupyter_client.manager import start_new_kernel

from ninevears_kernel.core.messages import say
from ninevears_kernel.teaching.chapters import chapter_named, kinds_of
from ninevears_kernel.teaching.marking import kinds
from ninevears_kernel.teaching.predictions import described_truth, prediction, truth_of

FOLDER = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = sorted(path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


each = every_row("path", NOTEBOOKS, ids=named)


def test_there_is_an_index():
    assert FOLDER / "index.ipynb" in NOTEBOOKS


@each
def test_it_is_a_valid_notebook(path):
    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    assert notebook.nbformat == 4
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


@each
def test_it_is_stored_without_outputs(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
        assert not cell.get("attachments")
    assert "widgets" not in nbformat.read(path, as_version=4).metadata


@each
def test_it_opens_with_a_heading_and_what_you_will_do(path):
    cells = nbformat.read(path, as_version=4).cells
    assert cells[0].cell_type == "markdown"
    assert re.match(r"# \S", cells[0].source)
    opening = " ".join(cell.source for cell in cells[:3] if cell.cell_type == "markdown")
    if path.name != "index.ipynb":
        assert re.search(r"you(?:['’]ll| will)\b", opening, re.IGNORECASE), "say what the reader will do"


@each
def test_its_links_lead_somewhere(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for target in re.findall(r"\]\(([^)#\s]+)(?: \"[^\"]*\")?\)", cell.source):
                assert "://" in target or (path.parent / target).exists(), target


@pytest.fixture(scope="module")
def kernel():
    """One kernel for all: it takes long to import what is needed."""
    manager, client = start_new_kernel(kernel_name="python3", extra_arguments=UNKEPT)
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


UNKEPT = ["--HistoryManager.hist_file=:memory:"]
EMPTY = """
from matplotlib.pyplot import close
from ipywidgets import Widget
close("all")
Widget.close_all()
get_ipython().extension_manager.loaded.clear()
%reset -f
%cd -q {folder}
__import__("gc").freeze()
"""
"""What leaves a kernel as it was in a folder, but for what is imported; the next reset, which collects
garbage, need not look through that again."""
SHOW_ME = """
from ipywidgets.widgets.widget import _instances
from ninevears_kernel.widgets import AfterGuess, Predict
for waits in [one for one in _instances.values() if isinstance(one, Predict)]:
    waits.file = None  # nobody has guessed
    waits.show_me()
    assert waits.truth is not None, waits.card.told
    assert waits.follows.children or waits.prediction.form == "percent", waits.prediction.name
for waits in [one for one in _instances.values() if isinstance(one, (Predict, AfterGuess))]:
    shown = waits.follows.children if isinstance(waits, Predict) else waits.children[1:]
    for part in shown:
        value = getattr(part, "value", "")
        assert not str(value).startswith("<pre>") or " NY " in value, value  # a refusal alone is plain
        assert "nl-wait" not in str(value), waits
"""
"""Opens what waits for guesses: what a lesson holds back works as well."""
PATIENCE = 120
"""Seconds for the next word of a cell."""


def said(kernel, source):
    """All that a kernel sends while it runs a cell, as the JSON that was sent, and the error that ended it.

    A notebook with maps sends thousands of messages: the client would read each date and number in them. And
    where it waits in asyncio, it now and then sleeps through the answer (a wake-up of ZeroMQ is lost).
    """
    asked = kernel.execute(source, allow_stdin=False)
    socket = zmq.Socket.shadow(kernel.iopub_channel.socket.underlying)
    sent, error = [], None
    while socket.poll(PATIENCE * 1000):
        _, parts = kernel.session.feed_identities(socket.recv_multipart())
        _, header, parent, _, content, *_ = map(bytes.decode, parts[:5])
        if json.loads(parent).get("msg_id") != asked:
            continue
        sent.append(content)
        kind = json.loads(header)["msg_type"]
        if kind == "error":
            error = "\n".join(json.loads(content)["traceback"])
        if kind == "status" and json.loads(content)["execution_state"] == "idle":
            return sent, error
    return sent, f"nothing was said for {PATIENCE} seconds"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=named)
def test_it_runs(path, kernel):
    cells = nbformat.read(path, as_version=4).cells
    sources = [cell.source for cell in cells if cell.cell_type == "code"]
    all_sent: list[str] = []

    def runs(what: str, source: str) -> None:
        sent, error = said(kernel, source)
        all_sent.extend(sent)
        assert error is None, f"{what}: {error}"

    for number, source in enumerate([EMPTY.format(folder=path.parent), *sources]):
        runs(f"code cell {number}", source)
    # the state of widgets is sent as well: what a page holds, whether it shows it or not
    page = unescape("\n".join(all_sent))
    waits = sum(len(re.findall(r"\bAfterGuess\(|^%%orders .*--after ", source)) for source in sources)
    assert page.count(f"<p class='nl-wait'>{say('predict.seal')}</p>") == waits
    told = [(name, words) for name in guesses(sources) for words in verdicts(name) if words in page]
    assert not told
    assert not told_in_text(cells)
    if waits:
        runs("what follows the guesses", SHOW_ME)


GUESS = re.compile(r'\bPredict\(\s*"([^"]+)"')
WORDS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def guesses(sources) -> list[str]:
    """The predictions that cells ask for."""
    return [name for source in sources for name in GUESS.findall(source)]


def verdicts(name: str) -> list[str]:
    """The sentences that come with the guess."""
    asked = prediction(name)
    ruling = truth_of(asked).ruling
    return [str(says) for says in (asked.why, ruling and ruling.says) if says]


def told_in_text(cells) -> list[tuple[str, str]]:
    """Where the text between a prediction and the next heading has its figure."""
    found = []
    for place, cell in enumerate(cells):
        for name in guesses([cell.source]) if cell.cell_type == "code" else ():
            below = "\n".join(one.source for one in cells[place + 1 :] if one.cell_type == "markdown")
            below = re.split(r"^#", below, maxsplit=1, flags=re.M)[0]
            found += [
                (name, form) for form in figures(name) if re.search(rf"(?<![\w.]){form}(?![\w.]*\d)", below)
            ]
    return found


def figures(name: str) -> list[str]:
    """What is right, as a text would write it; a yes or a no is not looked for."""
    asked = prediction(name)
    if asked.form == "choice":
        return []
    truth = truth_of(asked)
    said = str(described_truth(asked, truth))
    if asked.form == "number":
        return [said, *[rf"{word}\b" for word in WORDS[int(said) : int(said) + 1]]]
    fraction = [f"{truth.right[0]}"] if asked.form == "percent" else []
    return [said, said.replace("%", " %"), said.replace("%", " per cent"), *fraction]


LESSONS = sorted((FOLDER / "lessons").glob("*.ipynb"))


def practised(path) -> set[str]:
    """The kinds of tasks that a lesson practises; none where it offers all of them."""
    found: set[str] = set()
    for cell in nbformat.read(path, as_version=4).cells:
        for arguments in re.findall(r"Practice\(([^)]*)\)", cell.source) if cell.cell_type == "code" else ():
            asked = eval(f"dict({arguments})")  # nothing but the names of kinds and of a chapter
            names = asked.get("kinds", ())
            found |= {names} if isinstance(names, str) else set(names)
            if "chapter" in asked:
                found |= {kind.name for kind in kinds_of(chapter_named(asked["chapter"]))}
    return found


def describe_paragraphs(path) -> str:
    """The text of a lesson and of those before it."""
    read = [nbformat.read(one, as_version=4) for one in LESSONS if one.name <= path.name]
    return "\n".join(cell.source for notebook in read for cell in notebook.cells)


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_practises_only_what_it_or_an_earlier_one_teaches(path):
    told = describe_paragraphs(path)
    for name in practised(path):
        for clause_id in kinds()[name].clauses:
            section = ".".join(clause_id.removeprefix("NY ").split(".")[:2])
            assert re.search(rf"(?<![\d.]){re.escape(section)}(?!\d)", told), (name, clause_id)


def test_every_kind_of_task_is_practised_in_some_lesson():
    assert set(kinds()) == set().union(*map(practised, LESSONS))
