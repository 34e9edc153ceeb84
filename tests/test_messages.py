"""Words in one place: code and catalogue have the same message ids, and the sentences can be said."""

import ast
import copy
import pickle
import re
import string
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from every_row import every_row
from hypothesis import given, strategies as st
from parsed import PACKAGE, nodes, parsed

from ninevears_kernel.core.errors import BadInput, DiceMissing, NinevearsError, UnknownName
from ninevears_kernel.core.messages import ADDED, CHANCE, FORMS, LOCALE, SIGNED, Message, say, shown, shown_as
from ninevears_kernel.nine_years.components.powers import powers
from ninevears_kernel.umpire.cases.remedies import parts_of

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[A-Za-z0-9]+(-[A-Za-z0-9]+)*)+")
ID_ARGUMENT = {"Message": 0, "say": 0, "step": 1, "violation": 1, "tell": 1, "roll": 0, "objection": 1}
"""Calls that take a message id, and which argument it is."""


def catalogue(language: str = "en"):
    with (LOCALE / language / "LC_MESSAGES" / "ninevears.po").open("rb") as file:
        return [message for message in read_po(file, locale=language, abort_invalid=True) if message.id]


def id_of(message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms_of(message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


IDS = {id_of(message) for message in catalogue() if message.context is None}
SOURCES = sorted(PACKAGE.rglob("*.py"))
QUOTED = re.compile(r"""["']([^"'\s]+)["']""")


def id_arguments():
    """The expressions that code passes as message ids, with their places."""
    for module in parsed():
        path = module.relative_to(PACKAGE).as_posix()
        for node in nodes(module):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            place = ID_ARGUMENT.get(name)
            if place is not None and len(node.args) > place:
                yield node.args[place], f"{path}:{node.lineno}"


def ids_in(expression: ast.expr) -> set[str]:
    """The ids that an expression can be: a string, one of two, or an f-string, whose braces fit any word."""
    match expression:
        case ast.Constant(value=str(id)) if ID.fullmatch(id):
            return {id}
        case ast.IfExp(body=body, orelse=orelse):
            return ids_in(body) | ids_in(orelse)
        case ast.JoinedStr(values=parts):
            fits = "".join(
                re.escape(p.value) if isinstance(p, ast.Constant) else "[A-Za-z0-9-]+" for p in parts
            )
            return {id for id in IDS if re.fullmatch(fits, id)} or {ast.unparse(expression)}
    return set()


def said_in(nodes: Iterable[ast.AST]) -> set[str]:
    """What may be a message id in code: a string, what a string quotes, an id that is put together."""
    said = set()
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            said |= {node.value, *QUOTED.findall(node.value)}  # an example in a docstring quotes its ids
        elif isinstance(node, ast.JoinedStr) and _begins_an_id(node):
            said |= ids_in(node)  # it may be put together before it is passed on: f"loc.sources-{kind}"
    return said


def test_every_message_in_code_is_in_the_catalogue():
    missing = {f"{place}: {id}" for argument, place in id_arguments() for id in ids_in(argument) - IDS}
    assert not missing, (
        "These are not in locale/en/LC_MESSAGES/ninevears.po: write the sentence of each there, beside those "
        "whose ids begin with the same word, or mend the id:\n" + "\n".join(sorted(missing))
    )


def test_the_catalogue_has_no_message_that_code_does_not_say():
    said = set().union(*map(said_in, map(nodes, parsed())))
    for template in PACKAGE.glob("umpire/*/templates/*"):
        said |= set(QUOTED.findall(template.read_text(encoding="utf-8")))
    said |= {part.says for parts in parts_of().values() for part in parts}
    unused = sorted(IDS - said)
    assert not unused, (
        "No code says these sentences of locale/en/LC_MESSAGES/ninevears.po: take them out of it, or say "
        "them, with the whole id in one string or its beginning in an f-string:\n" + "\n".join(unused)
    )


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("""f"<p>{escape(say('verdict.legal'))}</p>\"""", {"verdict.legal"}),
        ("""f'{say("verdict.legal")} {say("basis.kit")}'""", {"verdict.legal", "basis.kit"}),
        ("say('verdict.legal' if legal else 'basis.kit')", {"verdict.legal", "basis.kit"}),
        ("x = f'basis.{basis}'", {"basis.text", "basis.cross", "basis.kit"}),
        ('"""An example: say(\'verdict.legal\')."""', {"verdict.legal"}),
        ("x = verdict.legal  # no string", set()),
    ],
)
def test_an_id_is_seen_wherever_code_says_it(code, said):
    assert said_in(ast.walk(ast.parse(code))) & IDS == said


def _begins_an_id(node: ast.JoinedStr) -> bool:
    first = node.values[0]
    return isinstance(first, ast.Constant) and re.match(r"[a-z][a-z0-9-]*\.", first.value) is not None


def test_an_id_stands_once():
    ids = [(message.context, id_of(message)) for message in catalogue()]
    assert len(ids) == len(set(ids))


@every_row("message", catalogue(), ids=id_of)
def test_a_sentence_can_be_said(message):
    forms = forms_of(message)
    assert all(forms)
    if message.context is None:
        assert ID.fullmatch(id_of(message))
    if message.pluralizable:
        assert message.id[0] == message.id[1], "a message that counts has its own name as plural"
    fields = [
        {field for _, field, _, _ in string.Formatter().parse(form) if field is not None} for form in forms
    ]
    same = all(each - {"count"} == fields[0] - {"count"} for each in fields)
    assert same, "plural forms name different values; only the number itself may be left out"
    assert all(field.isidentifier() for field in fields[0])
    asked = {spec for form in forms for _, _, spec, _ in string.Formatter().parse(form) if spec}
    assert asked <= {*FORMS, *map(str.capitalize, FORMS), SIGNED, ADDED, CHANCE}
    assert not message.fuzzy


def names_in(forms: Iterable[str]) -> set[str]:
    """What stands in the braces of a sentence, or of its forms."""
    return {field for form in forms for _, field, _, _ in string.Formatter().parse(form) if field is not None}


ENGLISH = {(message.context, id_of(message)): names_in(forms_of(message)) for message in catalogue()}


def beyond_english(messages) -> list[str]:
    """The sentences of a translation that nobody says, or that name what is not known when they are said."""
    return [
        id_of(message)
        for message in messages
        if (known := ENGLISH.get((message.context, id_of(message)))) is None
        or not names_in(forms_of(message)) <= known
    ]


def test_a_translation_has_the_names_in_braces_of_the_english_sentences():
    for language in LOCALE.iterdir():
        assert not beyond_english(catalogue(language.name)), language.name


def test_a_name_that_english_does_not_have_is_found_in_a_translation():
    german = Catalog("de")
    german.add("march.to", "Marsch nach {spase}")
    german.add("march.two", "Nie gesagt")
    german.add("dice.count", ["{count} Würfel", "{count} Würfel"])
    assert beyond_english(message for message in german if message.id) == ["march.to", "march.two"]


def test_plural_forms():
    assert [say("dice.count", count=n) for n in (0, 1, 2)] == ["0 dice", "1 die", "2 dice"]
    assert str(Message("his.squadrons", count=1)) == "1 squadron"


def test_lists():
    assert [str(Message.all_of("ABC"[:n])) for n in range(4)] == ["none", "A", "A and B", "A, B and C"]
    assert [str(Message.any_of("ABC"[:n])) for n in range(4)] == ["none", "A", "A or B", "A, B or C"]
    squadron = Message("his.squadrons", count=1)
    assert str(Message.all_of([squadron, Message("his.corsairs", count=2)])) == "1 squadron and 2 corsairs"


@pytest.mark.parametrize("power", [*powers(), "Portugal"])
def test_a_power_has_its_forms(power):
    """A name of a people serves as it is; a name of a country has an adjective."""
    adjective = shown_as("adjective", power)
    assert (adjective == power) == (power in {"Jacobite", "Catalan", "Subsidy"})
    assert shown_as("a", power) in (f"a {adjective}", f"an {adjective}")
    assert shown_as("A", power) == shown_as("a", power).capitalize().replace(adjective.lower(), adjective)
    assert shown_as("The", power)[0].isupper()


def test_forms_of_names_in_sentences():
    assert say("spend.pool-empty", power="Dutch Republic") == "The pool holds no Dutch corps."
    assert say("events.other-power", power="Empire") == "The event asks for an Imperial corps."
    assert say("placing.not-joined", power="Savoy") == "Savoy has not joined the war."
    for powers_named in (["France", "Empire"], Message.all_of(["France", "Empire"])):
        told = say("map.short-capital", powers=powers_named)
        assert re.fullmatch("capital for France(,| and) the Empire", told)
    weak = Message("piece.corps-state", power="Austria", states=[Message("piece.reduced")])
    assert say("rally.corps", corps=weak, space="Ulm") == "A reduced Austrian corps in Ulm is rallied."


@given(st.sampled_from(FORMS), st.text() | st.none() | st.integers())
def test_what_has_no_form_is_shown_as_it_is(form, value):
    assert shown_as(form, value).endswith(shown(value))


def test_values_are_not_read_as_sentences():
    assert say("list.one", item="{0} {evil}") == "{0} {evil}"
    assert say("form.an", name="{0.__class__}") == "an {0.__class__}"
    assert say("map.short-capital", powers="{0}") == "capital for {0}"
    assert shown("dice.count") == "dice.count"
    assert shown({"a": [1, None]}) == "a 1, none"
    assert shown("") == ""


def test_a_message_that_is_not_there_is_a_mistake_of_the_program():
    with pytest.raises(KeyError, match=r"no message 'no\.such'"):
        say("no.such")
    with pytest.raises(KeyError, match="sides"):
        say("expected.face")


def test_messages_are_values():
    one = Message("dice.count", count=3)
    assert one == Message("dice.count", count=3)
    assert one != Message("dice.count", count=4)
    assert one != "dice.count"
    assert hash(one) == hash(Message("dice.count", count=3))
    assert eval(repr(one)) == one
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one
    with pytest.raises(AttributeError, match="cannot be changed"):
        one.id = "dice.any"
    with pytest.raises(TypeError):
        one.values["count"] = 4


def test_an_unknown_language_falls_back_to_english(monkeypatch):
    monkeypatch.setenv("NINEVEARS_LANGUAGE", "xx")
    assert say("verdict.legal") == "Legal."


@pytest.mark.parametrize(
    "error",
    [
        NinevearsError(Message("verdict.legal")),
        BadInput("field", 0, Message("expected.at-least", least=1), "case.toml"),
        UnknownName("space", "Tournay", Message("kind.clause"), ["Tournai"]),
        DiceMissing(1, Message("dice.any"), 2, 6),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_the_way_home_from_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_an_error_knows_its_place():
    error = (
        BadInput("[2].space", "x", Message("kind.clause")).within("changes").within("given").in_file("a.toml")
    )
    assert error.field == "given.changes[2].space"
    assert str(error) == "a.toml: given.changes[2].space: found 'x', expected a clause of the registers."


def test_every_remedy_belongs_to_a_message():
    remedies = {id.removeprefix("remedy.") for id in IDS if id.startswith("remedy.")}
    assert remedies
    assert remedies <= {id.replace(".", "-") for id in IDS}


def test_every_remedy_can_be_tried():
    """A sentence that no cure carries out would never be told."""
    assert {id for id in IDS if id.startswith("remedy.") or ".remedy-" in id} <= parts_of().keys()


HE = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
NAMED = {"leader", "captain", "name", "ruler"}
"""Values of messages that name a person of history, who keeps the pronoun of the books."""
OF_HISTORY = {
    "aid.event-marlborough",
    "exercise.behind-his-ditch-prompt",
    "exercise.behind-his-ditch-title",
    "exercise.council-of-war-prompt",
    "exercise.into-the-trenches-prompt",
    "exercise.king-in-brittany-prompt",
    "exercise.marshal-stays-prompt",
    "exercise.one-army-prompt",
    "exercise.through-the-alps-prompt",
    "exercise.to-the-besiegers-prompt",
    "exercise.two-cooks-prompt",
    "exercise.mp-beyond-prompt",
    "exercise.mp-letter-prompt",
    "exercise.vq-clerc-prompt",
    "rally.limit",
    "task.leader-shaken",
    "task.leader-steady",
}
"""Messages that speak of such a person without naming one by a value."""


def test_no_message_calls_a_player_he():
    of_a_player = set()
    for message in catalogue():
        for form in [message.string] if isinstance(message.string, str) else message.string:
            fields = {field for _, field, _, _ in string.Formatter().parse(form) if field is not None}
            if HE.search(re.sub(r"\{[^}]*\}", "", form)) and not fields & NAMED:
                of_a_player.add(id_of(message))
    assert of_a_player == OF_HISTORY


OLD_SENTENCES = (
    "What he wishes",
    "victory points are so many",
    "it stands before the log",
    "slips of the pen are forgiven",
    "the page beside follows",
    "has been told as lost",
    "The turn stands at its beginning",
    " stands in {only} alone",
    "limits stands against the attempt",
    "Take everybody who is free",
    "player with sense",
    "the player by chance",
    "What would mend it",
    "Halt at each decision of the machine",
    "*In words*",
    "**In words**",
    "**Shown**",
    "what the player may see",
    "right at first",
    "wrong at first",
    "Back to the beginning",
    "with its modifiers: ",
    "of the machine",
    "the machine plays",
    "against the machine",
)
"""What was said in words of our own before it was said in those of everybody."""


def test_no_old_sentence_is_left_anywhere():
    root = Path(__file__).parent.parent
    read = [LOCALE / "en" / "LC_MESSAGES" / "ninevears.po", *root.glob("*.md"), *root.glob("docs/*.md")]
    read += root.glob("notebooks/**/*.ipynb")
    read += (path for path in PACKAGE.rglob("*") if path.suffix in {".py", ".toml", ".html", ".md", ".js"})
    read += root.glob("tests/golden/*.txt")
    found = {
        f"{path.name}: {sentence}"
        for path in read
        for text in [path.read_text(encoding="utf-8")]
        for sentence in OLD_SENTENCES
        if sentence in text
    }
    assert not found, "\n".join(sorted(found))
