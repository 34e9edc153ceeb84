"""Games by mail: a log in a letter is read whatever mail programs put around it, and never in silence."""

import base64
import quopri
import re
import time
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from walks import a_walk

from ninevears_kernel.core.errors import BadInput, NinevearsError
from ninevears_kernel.input_bounds import BOUNDS
from ninevears_kernel.nine_years.engine.notation import written
from ninevears_kernel.nine_years.games.game import Game
from ninevears_kernel.nine_years.games.log import read_log
from ninevears_kernel.nine_years.games.table_play import TableGame
from ninevears_kernel.umpire.mail import mail
from ninevears_kernel.umpire.mail.body import MOST_PARTS, text_of_html, unwrapped
from ninevears_kernel.umpire.mail.letters import MOST_LETTERS, read_letters
from ninevears_kernel.umpire.mail.lines import mail_line
from ninevears_kernel.umpire.mail.mail import read_mail
from ninevears_kernel.umpire.mail.reader import SKIP

HEAD = "ninevears-log/2\nscenario: 1688\nseed: 7\n"
CHATTER = (
    "Hi Ben,",
    "my turn was hard, but see what you make of it!",
    "I hope that this finds you well.",
    "Best regards,",
    "-- ",
    "On Monday 3 November 2026 at 10:12, Ben <ben@example.org> wrote:",
    "-----Original Message-----",
    "From: ben@example.org",
    "Subject: Re: Re: our war",
    "________________________________",
    "# nobody expected that",
    "",
    "   ",
)


def describe(game) -> list[str]:
    return [f"{entry.side}: {written(entry.action, game.rule_tables)}" for entry in game.entries]


def entry_text(game, place=-1) -> str:
    return written(game.entries[place].action, game.rule_tables)


# ---- there and back


def noisy(log: str, random: Random) -> str:
    """A log as it comes out of a few mail programs and people."""
    quoting = random.choice(["", "> ", "> > ", ">>", "| ", "AB> "])
    numbering = random.random() < 0.3
    width = random.choice([0, 0, 60, 72])
    lines: list[str] = []
    number, bare_dice = 0, random.random() < 0.2
    for line in log.rstrip("\n").split("\n"):
        side, colon, choice = line.partition(": ")
        if colon and side in ("Bourbon", "Alliance"):
            number += 1
            line = random.choice(
                [
                    line,
                    line,
                    line.upper(),
                    line.lower(),
                    f"{side}s : {choice}" if side == "Bourbon" else f"Allies: {choice}",
                    f"{side} – {choice}",
                    f"[{side}] : {choice}.",
                    f"*{side}: {choice}*",
                    f"{side}: {choice}  # hm",
                    f"{side}:  {choice.replace(' ', '  ').replace(',', ' ,')}",
                    f"{side[0]}: {choice}",
                ]
            )
            if numbering:
                line = random.choice(["{}. ", "{}) ", "#{} ", "({}) ", "[{}] "]).format(number) + line
            elif random.random() < 0.1:
                line = random.choice(["- ", "* ", "• ", "– "]) + line
        elif line.startswith("  roll "):
            if bare_dice:
                continue
            face = line.split()[1]
            line = random.choice(
                [line, line, f"rolled a {face}", f"Roll: {face}", f"   D6 = {face}!", f"die {face}"]
            )
        if random.random() < 0.05:
            lines.append(quoting + random.choice(CHATTER) if lines else random.choice(CHATTER))
        while width and len(line) > width and " " in line[20:width]:
            cut = line.rindex(" ", 20, width)
            lines.append(quoting + line[:cut])
            line = line[cut + 1 :]
        lines.append(quoting + line + " " * random.choice([0, 0, 2]))
    text = random.choice(["\r\n", "\n", "\n"]).join(lines)
    if random.random() < 0.3:
        text = text.replace(" ", "\xa0")
    return "\ufeff" * (random.random() < 0.2) + text + "\n\n-- \nAnna\n"


@given(st.integers(0, 40), st.integers(0, 150), st.integers())
@settings(max_examples=60, deadline=None)
def test_a_log_with_noise_reads_back_to_the_same_game(seed, choices, chance):
    game = a_walk(seed, choices, recorded=False)
    letter = noisy(game.log, Random(chance))
    reading, answers = read_mail(letter), {}
    texts = describe(game)
    while reading.problem is not None and reading.problem.alternatives:  # it asks, and the right one is there
        right = texts[len(reading.game)].partition(": ")[2]
        assert right in reading.problem.alternatives
        answers[reading.problem.line] = right
        reading = read_mail(letter, answers=answers)
    assert reading.problem is None, f"{reading.problem.marked}\n{reading.problem.says}\n{letter}"
    assert reading.log == game.log
    assert reading.new == len(game)


@given(st.integers(0, 40), st.integers(1, 150), st.integers(0, 149), st.integers())
@settings(max_examples=30, deadline=None)
def test_a_letter_goes_on_with_a_game(seed, choices, known, chance):
    game = a_walk(seed, choices, recorded=False)
    before = read_log(game.log, recorded=False)
    before.undo(min(known, len(game)))
    rest = game.log[len(before.log) :] if len(before) else "\n".join(game.log.split("\n")[3:])
    was = before.log
    reading = read_mail(noisy(rest, Random(chance)).replace("\ufeff", ""), before)
    if reading.problem is None or not reading.problem.alternatives:
        assert reading.problem is None, f"{reading.problem.marked}\n{reading.problem.says}"
        assert reading.log == game.log
        assert reading.new == len(game) - len(before)
    assert before.log == was


@given(st.text(max_size=300))
@settings(max_examples=100, deadline=None)
def test_any_text_at_all_is_read_or_told(text):
    for game in (None, Game.new(7, recorded=False)):
        reading = read_mail(text, game)
        assert reading.problem is None or reading.problem.marked
        lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
        seen = {change.line for change in reading.changes}
        stop = reading.problem.line if reading.problem else len(lines) + 1
        if game is not None:
            for number, line in enumerate(lines, 1):
                if number < stop and mail_line(number, line).bare:
                    assert number in seen or f"{line.strip()}" in reading.log


def test_a_log_as_it_is_needs_no_change():
    game = a_walk(4, 400, recorded=False)
    reading = read_mail(game.log)
    assert reading.log == game.log
    assert {str(change.says) for change in reading.changes} == {"Ignored: a remark."}


def test_a_whole_war_with_real_dice():
    random = Random(3)
    game = TableGame.at_table(recorded=False)
    while game.decision and len(game) < 150:
        choice, faces = random.choice(game.decision.options).text, []
        while game.missing(choice, faces)[0] is not None:
            faces.append(random.randint(1, 6))
        game.choose(choice, faces)
    reading = read_mail("".join(f"> {line}\n" for line in game.log.split("\n")))
    assert reading.problem is None
    assert reading.log == game.log
    entry = next(entry for entry in game.entries if entry.rolls)
    line = f"  roll {entry.rolls[0].face}  ({entry.rolls[0].says})\n"
    without = read_mail(game.log.replace(line, "", 1))
    assert "The die must be given" in str(without.problem.says)


def test_a_broken_position_in_the_head():
    game = Game.from_position(a_walk(3, 40, recorded=False).position, recorded=False)
    game.choose(game.decision.options[0])
    words, lines = game.log.split(" "), [""]
    for word in words:
        if len(lines[-1]) > 70 and "\n" not in word:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    reading = read_mail("\n".join(f"> {line}" for line in "\n".join(lines).split("\n")))
    assert reading.problem is None, reading.problem
    assert reading.log == game.log


# ---- each kind of noise, and what is said about it


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("> Bourbon: first Bourbon", "without quoting marks"),
        ("12) Bourbon: first Bourbon", "without numbering"),
        ("#1 Bourbon: first Bourbon", "without numbering"),
        ("• Bourbon: first Bourbon", "without numbering"),
        ("Bourbon – first Bourbon", "typographic characters replaced"),
        ("**Bourbon: first Bourbon**", "without emphasis"),
        ("first Bourbon", "the side added"),
        ("BOURBONS: FIRST BOURBON", "in the spelling of the notation"),
        ("Bourbon first Bourbon", "in the spelling of the notation"),
        ("B: first Bourbon", "in the spelling of the notation"),
        ("the Bourbons: first bourbon!", "in the spelling of the notation"),
        ("Bourbon: first Bourbon (I am in a hurry)", "in the spelling of the notation"),
        ("Bourbon: first\n> Bourbon", "joined with the lines that follow"),
        ("\u200bBourbon:\xa0first Bourbon", "typographic characters replaced"),
    ],
)
def test_what_is_changed_is_told(line, said):
    reading = read_mail(HEAD + line)
    assert reading.problem is None
    assert describe(reading.game) == ["Bourbon: first Bourbon"]
    change = next(change for change in reading.changes if change.line == 4)
    assert said in str(change.says)
    assert change.read_as == "Bourbon: first Bourbon"


@pytest.mark.parametrize("line", [line for line in CHATTER if line.strip()])
def test_what_is_ignored_is_told(line):
    reading = read_mail(f"{HEAD}Bourbon: first Bourbon\n{line}\nBourbon: pass")
    assert reading.problem is None
    assert [entry.action[0] for entry in reading.game.entries] == ["first", "pass"]
    assert [change.line for change in reading.changes] == [5]
    assert str(reading.changes[0].says).startswith("Ignored")


def test_dice_that_the_letter_leaves_out_are_added_and_told():
    game = a_walk(11, 60, recorded=False)
    bare = "\n".join(line for line in game.log.split("\n") if not line.startswith("  roll"))
    reading = read_mail(bare)
    assert reading.log == game.log
    added = [change for change in reading.changes if "follows from the seed" in str(change.says)]
    assert len(added) == sum(len(entry.rolls) for entry in game.entries)


def test_a_die_that_says_what_it_was_for_is_found_behind_one_left_out():
    game = a_walk(16, 60, recorded=False)
    entry = next(entry for entry in game.entries if len(entry.rolls) > 1)
    first = f"  roll {entry.rolls[0].face}  ({entry.rolls[0].says})\n"
    reading = read_mail(game.log.replace(first, "", 1))
    assert (reading.problem, reading.log) == (None, game.log)
    assert sum("follows from the seed" in str(change.says) for change in reading.changes) == 1


def test_a_missing_first_line_and_mail_heads_before_the_log():
    head = HEAD.partition("\n")[2]
    letter = f"Date: Mon, 3 Nov 2026\nFrom: Anna\nTo: Ben\n\n{head}title: A war\nBourbon: first Bourbon\n"
    reading = read_mail(letter)
    assert reading.problem is None
    assert reading.game.remarks == {"title": "A war"}
    assert [change.line for change in reading.changes] == [1, 2, 3]


# ---- errors in place


def problem(text, game=None, **options):
    reading = read_mail(text, game, **options)
    assert reading.problem is not None
    return reading, reading.problem


def test_a_name_that_is_wrong_is_shown_in_its_place():
    game = a_walk(3, 30, recorded=False)
    place, entry = next(
        (place, entry) for place, entry in enumerate(game.entries) if entry.action[0] in ("raise", "restore")
    )
    line = f"{entry.side}: {written(entry.action, game.rule_tables)}"
    space = line.split(", ")[1]
    wrong = f"{space[:-1]}qx"
    reading, found = problem(
        "> " + game.log.replace(line, line.replace(space, wrong), 1).replace("\n", "\n> ")
    )
    assert len(reading.game) == place
    assert found.text[found.start : found.end] == wrong
    assert found.text.startswith("> ")
    assert found.marked.split("\n")[1].strip("^ ") == ""
    assert line.partition(": ")[2] in found.suggestions
    assert found.options > 1
    assert reading.log == game.log[: len(reading.log)] or reading.log in game.log


def test_an_illegal_choice_tells_its_clauses():
    reading, found = problem(HEAD + "Bourbon: first Bourbon\nBourbon: campaign Paris\n")
    assert (found.line, found.text[found.start : found.end]) == (5, "campaign Paris")
    assert found.violations
    assert len(reading.game) == 1
    assert found.options == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Alliance: first Bourbon", "It is the Bourbon side that chooses here"),
        ("Bourbon: fly to Paris", "expected a verb"),
        ("Bourbon: ", "expected a verb"),
        ("first Burbon", "found 'Burbon'"),
        ("frist Bourbon", "expected a verb"),
        ("roll 3", "No die is rolled here"),
    ],
)
def test_what_cannot_be_read_stops_there(line, says):
    reading, found = problem(HEAD + line)
    assert (found.line, found.text) == (4, line)
    assert says in str(found.says)
    assert len(reading.game) == 0


def test_a_die_that_is_not_the_seeds():
    game = a_walk(11, 60, recorded=False)
    line = next(line for line in game.log.split("\n") if line.startswith("  roll"))
    face = line.split()[1]
    wrong = line.replace(face, str(int(face) % 6 + 1), 1)
    _, found = problem(game.log.replace(line, wrong, 1))
    assert found.text == wrong
    assert found.text[found.start : found.end] == str(int(face) % 6 + 1)


@pytest.mark.parametrize(
    ("letter", "line", "says"),
    [
        ("Hello!\nhow are you?", 1, "This letter has none"),
        ("ninevears-log/1\nscenario: 1688\nseed: luck", 3, "found 'luck'"),
        ("ninevears-log/1\nscenario: 1701\nseed: 7", 2, "found '1701'"),
        ("ninevears-log/1\nscenario: 1688", 1, "seed: found nothing"),
        ("ninevears-log/1\nposition: {", 2, "position"),
        ("ninevears-log/1\nscenario: 1688\nseed: 7\nrules: ../../etc/passwd 12", 1, "rules"),
    ],
)
def test_a_bad_head_is_shown_in_its_place(letter, line, says):
    reading, found = problem(letter)
    assert (found.line, reading.game, reading.log) == (line, None, "")
    assert says in str(found.says)


def test_the_head_of_another_game_and_another_past():
    game = a_walk(7, 20, recorded=False)
    _, found = problem(HEAD.replace("7", "8") + "Bourbon: first Bourbon", game)
    assert "other than the one that is open" in str(found.says)
    other = "Alliance" if game.entries[0].action == ("first", "Bourbon") else "Bourbon"
    reading, found = problem(HEAD + f"Bourbon: first {other}", game)
    assert (found.line, len(reading.game)) == (4, 0)
    assert "has another choice here" in str(found.says)


def test_a_whole_log_for_a_game_that_is_open():
    game = a_walk(7, 40, recorded=False)
    before = game.branch()
    before.undo(25)
    reading = read_mail(game.log, before)
    assert (reading.log, reading.new, len(before)) == (game.log, 15, 25)
    shorter = read_mail(before.log, game)
    assert (shorter.log, shorter.new) == (game.log, 0)


# ---- never a guess


def two_readings():
    """A game in which corps of a power stand full and reduced, and a force may take either."""
    for seed in range(200):
        game = a_walk(seed, 0, recorded=False)
        random = Random(seed)
        for _ in range(120):
            texts = [written(action, game.rule_tables) for action in game.engine.options]
            twins = [text for text in texts if f"{text} reduced" in texts]
            if twins:
                return game, twins[0]
            if not texts:
                break
            game.choose(random.choice(texts))
    raise AssertionError


def test_between_two_legal_readings_it_asks():
    game, text = two_readings()
    letter = f"{text}\n> reduced\n"
    reading, found = problem(letter, game)
    assert set(found.alternatives) == {text, f"{text} reduced"}
    assert reading.new == 0
    for answer in found.alternatives:
        answered = read_mail(letter, game, answers={1: answer})
        assert (answered.problem, entry_text(answered.game)) == (None, answer)
    skipped = read_mail(letter, game, answers={1: SKIP})
    assert (skipped.new, skipped.problem) == (0, None)
    assert "not one of the ways" in str(read_mail(letter, game, answers={1: "fly"}).problem.says)


def test_what_is_quoted_and_known_is_not_made_again():
    game = read_log(HEAD + "Bourbon: first Bourbon\nBourbon: strengthen\n")
    letter = "Alliance: pass\n\nOn Monday Ben wrote:\n> Bourbon: first Bourbon\n> Bourbon: strengthen\n"
    reading = read_mail(letter, game)
    assert reading.problem is None
    assert reading.new == 1
    assert [change.line for change in reading.changes if "already known" in str(change.says)] == [4, 5]
    again = read_mail("> Bourbon: first Bourbon\n> Bourbon: strengthen\nAlliance: pass", game)
    assert (again.new, again.log) == (1, reading.log)


def test_what_is_quoted_and_could_be_made_again_is_asked_about():
    game = a_walk(7, 300, recorded=False)
    for place in range(1, len(game)):
        before = game.branch()
        before.undo(place)
        entry = before.entries[-1]
        if entry.side == before.engine.side and before.engine.is_legal(entry.action):
            break
    line = f"> {entry.side}: {entry_text(before)}"
    _, found = problem(line, before)
    assert found.alternatives == (entry_text(before), SKIP)
    assert read_mail(line, before, answers={1: SKIP}).new == 0
    assert read_mail(line, before, answers={1: entry_text(before)}).new == 1


# ---- bounds


def test_a_letter_that_is_too_long_is_not_read(monkeypatch):
    with pytest.raises(BadInput, match="characters"):
        read_mail("x" * (BOUNDS["log"] + 1))
    with pytest.raises(BadInput, match="lines"):
        read_mail("\n" * mail.MOST_LINES)


# ---- the source of a mail, quoted-printable, HTML

LOG = HEAD + "Bourbon: first Bourbon\nBourbon: pass\n"


def as_html(log: str) -> str:
    return "<html><head><title>pass</title></head><body>" + "".join(
        f"<div>{line}</div>" for line in log.split("\n")
    )


def mail_of(*parts: tuple[str, str, str], kind: str = "mixed") -> str:
    """The source of a mail: for each part its type, how it is written, and its text."""
    lines = [
        "Received: from somewhere",
        "From: Anna <anna@example.org>",
        "Subject: my turn",
        "MIME-Version: 1.0",
    ]
    lines += [f'Content-Type: multipart/{kind}; boundary="b0"', ""]
    for form, how, text in parts:
        content = {
            "base64": lambda raw: base64.encodebytes(raw).decode(),
            "quoted-printable": lambda raw: quopri.encodestring(raw).decode(),
            "8bit": lambda raw: raw.decode(),
        }[how](text.encode())
        lines += [
            "--b0",
            f"Content-Type: {form}; charset=utf-8",
            f"Content-Transfer-Encoding: {how}",
            "",
            content,
        ]
    return "\n".join([*lines, "--b0--", ""])


@pytest.mark.parametrize("how", ["base64", "quoted-printable", "8bit"])
@pytest.mark.parametrize("form", ["text/plain", "text/html"])
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_a_log_is_read_out_of_the_source_of_a_mail(how, form, eol):
    text = LOG if form == "text/plain" else as_html(LOG)
    reading = read_mail(mail_of((form, how, f"Grüße!\n{text}")).replace("\n", eol))
    assert describe(reading.game) == ["Bourbon: first Bourbon", "Bourbon: pass"]
    assert "mime" in reading.unwrapped
    assert ("html" in reading.unwrapped) == (form == "text/html")
    assert reading.letter[reading.changes[0].line - 1] == reading.changes[0].text
    assert any("Grüße" in line for line in reading.letter)


def test_of_alternatives_the_plain_one_is_read_and_an_enclosed_log_too():
    both = mail_of(("text/plain", "8bit", LOG), ("text/html", "8bit", as_html(LOG)), kind="alternative")
    assert len(read_mail(both).game) == 2
    assert read_mail(both).unwrapped == ("mime",)
    empty = mail_of(("text/plain", "8bit", " "), ("text/html", "8bit", as_html(LOG)), kind="alternative")
    assert len(read_mail(empty).game) == 2
    embedded = mail_of(("text/plain", "8bit", "Here is my log"), ("text/x-log", "base64", LOG))
    assert len(read_mail(embedded).game) == 2
    picture = mail_of(("image/png", "base64", "Bourbon: pass"), ("text/plain", "8bit", LOG))
    assert len(read_mail(picture).game) == 2


def test_quoted_printable_without_a_head_is_read():
    game = a_walk(3, 60)
    chatter = "that was a long turn, and I hope that you like what I have made of it, dear Ben"
    text = quopri.encodestring(f"Grüße,\n{chatter}\n{game.log}".encode()).decode()
    assert "=\n" in text
    reading = read_mail(text)
    assert reading.unwrapped == ("quoted-printable",)
    assert describe(reading.game) == describe(game)


def test_what_is_quoted_in_html_stands_behind_quoting_marks():
    letter = text_of_html(
        "<p>My turn:<br>Bourbon: pass&nbsp;</p><blockquote type=cite><div>Alliance: pass<blockquote>older"
        "</blockquote></div></blockquote><style>p {}</style><ol><li>Bourbon: lay 2</ol><pre>a  b\n c</pre>"
        "<!-- Bourbon: pass --><table><tr><td>1<td>2</table>&lt;end&gt;"
    )
    assert letter.split("\n") == [
        *("My turn:", "Bourbon: pass\xa0", "> Alliance: pass", "> > older", "- Bourbon: lay 2"),
        *("a  b", "c", "1\t2", "<end>"),
    ]


@pytest.mark.parametrize(
    "letter",
    [
        LOG,
        "From: a@b.org\nSubject: turn\n\n" + LOG,
        HEAD + "reading: jacobite-line = ireland-only\n",
        "My text/html; charset is = 20\n" + LOG,
        "a=20b and x = y\n" + LOG,
        "Content-Type of my turn\n" + LOG,
        "1 < 2\n<b>\n" + LOG,
        "",
    ],
)
def test_any_other_text_stays_as_it_is(letter):
    assert unwrapped(letter) == (letter, ())


@pytest.mark.parametrize(
    "letter",
    [
        "<div>" + "<" * 500_000,
        "<div>" + "<!--" * 200_000,
        "<div>" + "<a " * 300_000,
        "<p>" + "&#" * 400_000 + "9" * 10_000,
        "<pre>" + "<blockquote>" * 100_000 + "\n" * 49_000,
        "=20" * 300_000,
        "Content-Type: text/plain\n" + " x\n" * 100_000,
        "Content-Type: message/rfc822\n\n" * 30_000,
        "".join(f"Content-Type: multipart/mixed; boundary=a{n}\n\n--a{n}\n" for n in range(500)),
        "Content-Type: multipart/mixed; boundary=a\n\n" + "--a\n\n" * (MOST_PARTS * 1000),
        "Content-Type: text/plain; charset=rot13\nContent-Transfer-Encoding: base64\n\n!!!!",
        "Content-Type: text/plain; charset=\x00\nContent-Transfer-Encoding: quoted-printable\n\n=FF=",
        "Content-Type: ;;=\n\nx",
    ],
)
def test_a_mail_made_to_be_hard_is_read_or_refused_at_once(letter):
    began = time.process_time()
    with suppress(BadInput):
        unwrapped(letter)
    assert time.process_time() - began < 5


@given(st.text(max_size=300), st.sampled_from(["", "<div>", "Content-Type: text/html\n\n", "Content-Type: "]))
def test_whatever_is_unwrapped_is_text_or_refused_in_a_sentence(text, before):
    with suppress(BadInput):
        letter, how = unwrapped(before + text)
        assert isinstance(letter, str)
        assert how or letter == before + text


def test_reading_tells_how_far_it_is_and_stops_when_asked():
    seen = []
    log = a_walk(3, 120).log
    read_mail(log, progress=lambda count, of: seen.append((count, of)))
    assert seen == sorted(seen)
    assert len({of for _, of in seen}) == 1
    stopped = read_mail(log, stop=lambda: len(seen) > 0)
    assert "Stopped" in str(stopped.problem.says)
    assert stopped.game is not None


# ---- a whole war of letters


def in_parts(log: str) -> tuple[str, str, str]:
    """A log as three letters tell it."""
    lines = log.splitlines()
    begin = [place for place, line in enumerate(lines) if line.startswith(("Bourbon:", "Alliance:"))]
    first, second = begin[20], begin[40]
    return "\n".join(lines[:first]), "\n".join(lines[first:second]), "\n".join(lines[second:])


def as_mail(text: str, day: int) -> str:
    head = f"From anna@example.org Mon Nov  {day} 10:00:00 2026\nDate: Mon, {day} Nov 2026 10:00:00 +0000\n"
    return f"{head}Mime-Version: 1.0\n\nHi,\n\n{text}\n\nBest, Anna\n\n"


def test_letters_tell_a_war_one_after_the_other_in_a_box_or_quoted_below_the_last():
    game = a_walk(7, 60)
    first, second, third = in_parts(game.log)

    def quoted(text: str) -> str:
        return "\n".join(f"> {line}" for line in text.splitlines())

    box = as_mail(third, 4) + as_mail("Shall we play?", 1) + as_mail(first, 2) + as_mail(second, 3)
    below = (
        f"Hi!\n{third}\n\nBen wrote:\n{quoted(second)}\n\n{quoted('Anna wrote:')}\n{quoted(quoted(first))}"
    )
    for told in (
        [first, second, third],
        [game.log],
        [box],
        [below],
        ["Shall we play?", first, second, third],
    ):
        assert read_letters(told).position == game.position


def test_letters_that_tell_no_war_say_what_is_missing_and_where():
    first, second, third = in_parts(a_walk(7, 60).log)
    wrong = second.splitlines()[0]
    with pytest.raises(NinevearsError, match=r"^Mail 2, line 1, “.*x”: .* Legal and like it: "):
        read_letters([first, second.replace(wrong, f"{wrong}x"), third])
    for told in ([], [""], [second], ["Dear Ben"]):
        with pytest.raises(BadInput, match="the mails of a war"):
            read_letters(told)
    with pytest.raises(BadInput, match="letters"):
        read_letters(["Hi"] * (MOST_LETTERS + 1))


@pytest.mark.parametrize(
    "text", ["From 11:" * 20_000, "From 11:11 x\n" * 10_000, "> " * 60_000, "date:" * 30_000]
)
def test_letters_that_somebody_made_to_take_long_do_not(text):
    begin = time.process_time()
    with pytest.raises(NinevearsError):
        read_letters([text])
    assert time.process_time() - begin < 2
