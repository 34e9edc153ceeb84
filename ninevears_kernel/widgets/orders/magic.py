"""Orders in a cell: ``%%orders`` carries out what is typed in the notation and shows it on the map.

Loaded with ``%load_ext ninevears_kernel``.
"""

from __future__ import annotations

from typing import Any

import IPython.core.completer as completer
from IPython.core.error import UsageError
from IPython.display import display

from ...core.errors import BadInput, NinevearsError
from ...core.messages import Message
from ...nine_years.engine.notation import written
from ...nine_years.games.game import Game
from ...nine_years.games.log_text import is_other_file
from ...output_files import write_whole
from ..parts.after_guess import AfterGuess
from .completion import Continuations, Suggestion
from .games import NAME, OPTIONS, Asked, asked, checked_name, game_named, new_game, words_of
from .memory import Memory, TakenBack
from .page import Outcome, decision_html, decision_text, help_html, help_text, html_of, note_html, text_of
from .run import lines_of, run
from .view import OrdersView, Page

MAGIC = "orders"
COMMANDS = ("next", "undo", "log", "save", "help")


class Orders:
    """The magic in one notebook.

    Args:
        shell: the notebook's IPython.
    """

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.memory: Memory = Memory()
        self.continuations: Continuations = Continuations(self.memory)
        self.last: str = NAME
        self._turn, self._cell, self._in_cell = 0, None, False

    # ---- coming and going

    def load(self) -> None:
        """Makes the magic known to IPython, with its completion."""

        def orders(line: str, cell: str | None = None) -> None:
            self.magic(line, cell)

        orders.__doc__ = help_text()
        self.shell.register_magic_function(orders, "line_cell", MAGIC)
        self.shell.events.register("pre_run_cell", self._cell_begins)
        self.shell.events.register("post_run_cell", self._cell_ends)
        if hasattr(completer, "context_matcher"):  # IPython 8.6 and later
            self._matcher = _matcher_of(self)
            self.shell.Completer.custom_matchers.append(self._matcher)

    def unload(self) -> None:
        """Takes it away again; games stay."""
        for kind in ("line", "cell"):
            self.shell.magics_manager.magics[kind].pop(MAGIC, None)
        self.shell.events.unregister("pre_run_cell", self._cell_begins)
        self.shell.events.unregister("post_run_cell", self._cell_ends)
        if hasattr(completer, "context_matcher"):
            self.shell.Completer.custom_matchers.remove(self._matcher)

    def _cell_begins(self, info: Any = None) -> None:
        self._turn += 1
        self._cell, self._in_cell = getattr(info, "cell_id", None), True

    def _cell_ends(self, _result: object = None) -> None:
        self._cell, self._in_cell = None, False

    # ---- the cell

    def magic(self, line: str, cell: str | None = None) -> None:
        """What ``%orders`` and ``%%orders`` do.

        Raises:
            UsageError: the line asks for something that there is not.
        """
        if not self._in_cell:
            self._turn += 1
        try:
            if cell is None:
                self._command(line)
            else:
                self._orders(asked(line), cell)
        except NinevearsError as error:
            raise UsageError(str(error)) from None

    def _orders(self, wanted: Asked, text: str) -> None:
        lines = lines_of(text, first=2)
        variables = self.shell.user_ns
        game = game_named(wanted.name, variables)
        key = self._cell or f"{wanted.name}\n{text}"
        ran = self.memory.of(key, self._turn, game) if game is not None else None
        if game is not None and ran is not None and self._cell is None and run(game.branch(), lines).carried:
            ran = None  # nobody can tell which cell this is, and its orders can be given now as they stand
        notes: list[Message] = []
        made = ran is not None and ran.options is not None
        if game is None:
            game, made = new_game(wanted, variables), True
            notes.append(_begins(wanted, game))
        elif wanted.seed is not None or wanted.source is not None:
            if made and ran is not None and (ran.options != wanted.makes or wanted.source is not None):
                notes.append(Message("orders.anew", name=wanted.name))
                game, ran = new_game(wanted, variables), None
                notes.append(_begins(wanted, game))
            elif not made and (wanted.source or (game.dice, game.start.seed) != ("seed", wanted.seed)):
                raise BadInput("game", wanted.name, Message("expected.other-name", name=wanted.name))
        if wanted.check:
            game = game.branch()
            if ran is not None:
                taken = TakenBack(len(ran.entries) - ran.begin, len(game) - len(ran.entries))
                game.undo(to=ran.begin)
                notes += _taken_back(taken, wanted)
            self._show(Outcome(run(game, lines), tuple(notes), checked=True), game, wanted)
            return
        if ran is not None:
            notes += _taken_back(self.memory.take_back(key, self._turn, game), wanted)
        variables[wanted.name] = game
        self.last = wanted.name
        begin = len(game)
        done = run(game, lines)
        self.memory.remember(key, self._turn, text, game, begin, wanted.makes if made else None)
        self._show(Outcome(done, tuple(notes)), game, wanted)

    def _show(self, outcome: Outcome, game: Game, wanted: Asked) -> None:
        def made() -> OrdersView | Page:
            if in_notebook and outcome.run.carried and not (wanted.quiet or wanted.words):
                return OrdersView(outcome, now)
            return Page(html_of(outcome, wanted.quiet, wanted.words), text_of(outcome, wanted.quiet))

        in_notebook, now = getattr(self.shell, "kernel", None) is not None, game.branch()
        display(made() if wanted.after is None else AfterGuess(wanted.after, made))

    # ---- the line

    def _command(self, line: str) -> None:
        command, *rest = words_of(line) or ["help"]
        if command not in COMMANDS:
            raise BadInput("orders", command, Message.one_of(COMMANDS))
        if command == "help":
            display(Page(help_html(), help_text()))
            return
        argument = None
        if (command == "undo" and rest and not rest[0].isidentifier()) or (command == "save" and rest):
            argument, *rest = rest
        if len(rest) > 1:
            raise BadInput(command, rest[1], Message("expected.nothing-more"))
        name = checked_name(rest[0]) if rest else self.last
        game = game_named(name, self.shell.user_ns)
        if game is None:
            raise BadInput("game", name, Message("expected.game"))
        self.last = name
        if command == "next":
            display(Page(decision_html(game.decision), decision_text(game.decision)))
        elif command == "log":
            print(game.log, end="")
        elif command == "undo":
            self._undo(game, name, argument)
        else:
            self._save(game, name, argument)

    def _undo(self, game: Game, name: str, argument: str | None) -> None:
        text = "1" if argument is None else argument
        count = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
        if not len(game):
            raise BadInput("undo", text, Message("expected.something-to-undo", name=name))
        if not 1 <= count <= len(game):
            raise BadInput("undo", text, Message("expected.between", least=1, most=len(game)))
        taken = game.entries[len(game) - count :]
        game.undo(to=len(game) - count)
        self.memory.forget(game)
        described = Message("orders.undone", count=count, name=name)
        orders = [f"{entry.side}: {written(entry.action, game.rule_tables)}" for entry in taken]
        asks = decision_text(game.decision, whole=False)
        display(
            Page(
                note_html(described, orders),
                "\n".join([str(described), *(f"  {one}" for one in orders), asks]),
            )
        )

    def _save(self, game: Game, name: str, file: str | None) -> None:
        if not file:
            raise BadInput("save", file or "", Message("expected.log-file"))
        if is_other_file(file):
            raise BadInput("save", file, Message("expected.no-other-file"))
        write_whole(file, game.log, "save")
        described = Message("orders.saved", name=name, count=len(game), file=file)
        display(Page(note_html(described), str(described)))

    # ---- completion

    def complete(self, text: str, place: int, column: int) -> tuple[str, list[Suggestion]] | None:
        """What was typed and what can be typed in its place; None where this is no cell of orders.

        Args:
            text: the whole cell.
            place: the line with the cursor, from 0.
            column: where in it.
        """
        lines = text.split("\n")
        top = next((number for number, line in enumerate(lines) if line.strip()), 0)
        typed = lines[place][:column]
        head = lines[top].split(None, 1)
        if not head or place < top or head[0] not in (f"%{MAGIC}", f"%%{MAGIC}"):
            return None
        if place == top:
            return self._complete_head(typed) if " " in typed.strip() + typed[-1:] else None
        if head[0] == f"%{MAGIC}":
            return None
        try:
            wanted = asked(head[1] if len(head) > 1 else "")
            game = game_named(wanted.name, self.shell.user_ns) or new_game(wanted, self.shell.user_ns)
        except NinevearsError:
            return typed.lstrip(), []
        return self.continuations.complete(game, lines[top + 1 :], place - top - 1, column, self._asking())

    def _complete_head(self, typed: str) -> tuple[str, list[Suggestion]] | None:
        """The words behind the name of the magic; None leaves them to IPython, which knows files."""
        before, _, word = typed.rpartition(" ")
        is_cell = typed.lstrip().startswith("%%")
        if before.endswith(("--from", "--seed")) or "=" in word:
            return None
        variables = self.shell.user_ns.items()
        games = [name for name, value in variables if isinstance(value, Game) and not name.startswith("_")]
        if not is_cell:
            first = before.strip() == f"%{MAGIC}"
            known = list(COMMANDS) if first else games
        else:
            known = [*games, *OPTIONS]
        found = [Suggestion(name, "…") for name in known if name.startswith(word)]
        return (word, found) if found else None

    def _asking(self) -> str | None:
        """The cell that asks for completion, where the notebook says so."""
        parent = getattr(self.shell, "parent_header", None) or {}
        if (parent.get("header") or {}).get("msg_type") != "complete_request":
            return None
        found = (parent.get("metadata") or {}).get("cellId")
        return found if isinstance(found, str) else None


def _matcher_of(orders: Orders) -> Any:
    """The completion as IPython asks for it."""

    @completer.context_matcher(identifier="ninevears.orders")
    def continuations(context: Any) -> dict[str, Any]:
        found = orders.complete(context.full_text, context.cursor_line, context.cursor_position)
        if found is None:
            return {"completions": [], "matched_fragment": ""}
        typed, offered = found
        # With nothing to offer what was typed is offered: no words of Python may stand in its place.
        items = [(one.text, one.kind) for one in offered] or [(typed, "…")]
        completions = [completer.SimpleCompletion(text, type=kind) for text, kind in items]
        return {"completions": completions, "matched_fragment": typed, "suppress": True, "ordered": True}

    return continuations


def _begins(wanted: Asked, game: Game) -> Message:
    if wanted.source is None:
        return Message("orders.begins", name=wanted.name, seed=game.start.seed)
    return Message("orders.begins-from", name=wanted.name, source=wanted.source, count=len(game))


def _taken_back(taken: TakenBack | None, wanted: Asked) -> list[Message]:
    if taken is None:
        return []
    own = "orders.would-take-back" if wanted.check else "orders.took-back"
    later = "orders.would-take-later" if wanted.check else "orders.took-later"
    described = [Message(own, count=taken.own)]
    return [*described, Message(later, count=taken.later)] if taken.later else described


_LOADED = "_ninevears_orders"


def load(shell: Any) -> None:
    """Makes ``%%orders`` known to an IPython, once."""
    if getattr(shell, _LOADED, None) is None:
        orders = Orders(shell)
        orders.load()
        setattr(shell, _LOADED, orders)


def unload(shell: Any) -> None:
    """Takes ``%%orders`` away from an IPython."""
    orders = getattr(shell, _LOADED, None)
    if orders is not None:
        orders.unload()
        setattr(shell, _LOADED, None)
