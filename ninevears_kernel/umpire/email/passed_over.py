"""What a letter supposes, denies or leaves vague, and what no fact tells: it is shown, and stops a case."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

from .disputes import IT_WAS
from .doubts import NAME, any_of, any_phrase, sentences, within
from .none_told import absent
from .speech import VIEW, Speech
from .vocabulary import ADMIRAL, ADMIRALS, phrases


def passed_over(
    speech: Speech, told: Sequence[int], leaders: Collection[str], writer: str
) -> Iterator[tuple[int, int]]:
    """The parts of a passage that suppose, claim or deny something else than its facts, or leave it vague.

    Args:
        speech: the passage.
        told: where words of facts begin, in order.
        leaders: who is told to be there.
        writer: whose letter it is.
    """
    words, marked = speech.words, speech.words.marked
    for start, end in speech.supposed:  # is the case that one, or the other?
        idle = within(start + 1, speech.unreal) and not words.asks(end)
        if not idle and any(one.search(marked, max(0, start - 1), end + 1) for one in (_TURNS_ON, _NAMED)):
            yield start, end
    for start, end in speech.claimed:
        of_facts = bisect_left(told, start) < bisect_left(told, end)
        said = _ARGUED.search(marked, start, end + 1) or _SAW.search(marked, start - 1, end + 1)
        if not of_facts and said and not _MANNERS.search(marked, start - 1, end + 1):
            yield start, end
    for start, end in sentences(marked):  # "We quarrel about the roll": what of it is not said
        sentence = marked[start - 1 : end + 1]
        of_facts = bisect_left(told, start) < bisect_left(told, end)
        if words.asks(end) or of_facts or not _THING.search(sentence):
            continue
        if any(absent(sentence)) or _ROLL_BELOW.match(marked, start - 1):
            continue
        plain = _TELLS.search(sentence) and not re.search(r" N\d", sentence)
        if _DISPUTES.search(sentence) or (plain and not _OF_RULES.search(sentence)):
            yield start, end
    yield from _left_open(speech, told, speech.voice not in ("", writer))
    for found in absent(marked):  # somebody else, or the same, says that they are
        if (ADMIRALS.get(found["who"]) or words.name(found["who"])) in leaders:
            yield found.start() + 1, min(found.end() + 16, len(marked) - 2)
    for found in _VAGUE.finditer(marked):
        if not words.is_asked(found.end()):
            yield found.start() + 1, found.end()
    for found in _NO_KEY.finditer(marked) if words.system == "VQ" else ():
        yield found.start() + 1, found.end()


def _left_open(speech: Speech, told: Sequence[int], answers: bool) -> Iterator[tuple[int, int]]:
    """The sentences in which somebody mends what was said, is not sure, saw it otherwise, or answers,
    as far as no fact tells what.
    """
    words, marked = speech.words, speech.words.marked
    for start, end in sentences(marked):
        sentence = marked[start - 1 : end + 1]
        if words.asks(end) or DAILY.search(sentence):
            continue
        of_facts = bisect_left(told, start) < bisect_left(told, end)
        if _OBJECTS.search(sentence) and not (of_facts and VIEW.search(sentence)):
            yield start, end
            continue
        if sentence.count(" ") < MOST_GREETING:
            continue
        mends = _AFTERTHOUGHT.match(sentence) and not (
            of_facts or _THANKS.search(sentence) or IT_WAS.match(marked, end + 1)  # it says what at once
        )
        unsure = not of_facts and (_UNSURE.search(sentence) or _RECALLED.search(sentence))
        contradicts = (
            answers
            and not _VERDICT_OF.search(sentence)
            and (not of_facts or _DENIED.search(_UNMENTIONED.sub(" ", sentence)))
        )
        if mends or ((unsure or contradicts) and not _MANNERS.search(sentence)):
            yield start, end


PIECES = any_of(
    "corps; squadrons?; corsairs?; galleys?; galleons?; units?; hits?; dice; cards?; leaders?; rps?; vps?; "
    "points?",
    r"(?: (?:full|reduced|more|other|of|the|his|my|[WS]\d+)){0,3} ",
)
MOST_GREETING = 5
"""So many words a greeting may have."""
_UNSURE = any_phrase("unsure")
_AFTERTHOUGHT = any_phrase("afterthought")
"""How a sentence begins that mends what was said."""
_MANNERS, DAILY = any_phrase("manners"), any_phrase("daily")
"""Such a sentence is about how rules are read, about people, or about nothing; or of daily life."""
_THANKS = any_of("thanks?; thank you; thx; ta; cheers; regards; please")
_RECALLED = any_phrase("recalled")
"""Somebody else saw it otherwise."""
_OBJECTS = any_phrase("objects")
"""Somebody says something else, whatever is told beside it."""
_DENIED = any_of("not; never; (?!can't|won't|shouldn't)[a-z]+n't")
_UNMENTIONED = re.compile(
    r" (?:don't|do not|didn't|haven't|not)(?: [a-z]+)? (?:mention|list|write|tell|said)[a-z]*(?= )"
)
"""What stands there is told by saying that the rest is as it was."""
_SAW = any_of("was; were; had; came; went; there's; stood; lay; moved; left; turned; put; already; threw")
"""Said by somebody else: it was so."""
_VERDICT_OF = any_phrase("verdict_of")
"""What somebody concludes."""
_VAGUE = re.compile(
    r" (?:some|several|a few|(?<!too )(?<!how )(?<!so )(?<!as )many|lots of|a lot of|plenty of|a couple of|"
    r"a number of|a bunch of|various|loads of)(?: (?:more|other|of|the|my|his|her|their|our|[WS]\d+|heavy|"
    r"light)){0,3} (?:corps|squadrons|corsairs|galleys|galleons|race|armadas|ships|units|infantry|cavalry|"
    r"regulars|mercenaries|wagons|hits|leaders|towns|fortresses|spaces|places|mine|his|ours|theirs|hers)(?= )"
    r"| count(?:s|ed)?(?: [a-z]+| [LW]\d+){0,3} N\d+ (?:lower|higher|less|more)(?= )"
    r"| (?:our|a|the) house rules?(?= )| (?:" + "|".join(phrases("disputed")) + ")(?= )"
)
"""So many of something, or a number that is not the printed one: nobody knows how many."""
_NO_KEY = any_of(
    "vertical(?:ly)?; adjacent; (?:next|nearest) to (?:that|the|his|her|my|our|its) zone; "
    r"N\d+ zones? (?:away|off); neighbouring (?:sea )?zones?"
)
"""How ships lie to one another (VQ 16.1.4.a): a case is given it, and the reader takes it from no mail."""
_TURNS_ON = any_of(
    "telescope; port; harbou?r; at sea; cards?; ratings?; leaders?; wagons?; commander; garrison; at war; "
    "fleet; markers?; (?<! a )(?:squadron|corsair|galley|galleon|unit); squadrons; corsairs; galleys; "
    f"galleons; corps; units; {ADMIRAL.replace('|', '; ')}"
)
"""What a case may turn on, beside names and numbers."""
_NAMED = re.compile(rf" (?:{NAME.pattern}|N\d+(?={PIECES.pattern}))(?= )")
_THING = any_of(
    "rolls?; rolled; dice; die; telescope; ratings?; squadrons?; corsairs?; corps; leaders?; garrison; "
    "wagons?; losses; lost; fleets?; markers?; galle[a-z]+; units?; [LXP]\\d+; "
    f"{ADMIRAL.replace('|', '; ')}"
)
"""What a sentence may be about of which something is taken from others."""
_ROLL_BELOW = re.compile(r" \S+(?: \( [^()]* \))?(?: then| now)? rolled [.:] N\d")
"""A line of its own says who rolled, and the next one what."""
_DISPUTES = any_phrase("disputes")
_TELLS = any_phrase("tells")
_OF_RULES = any_phrase("of_rules")
"""Such a sentence speaks of what may be done, of what follows, or of nothing."""
_ARGUED = any_of(
    "telescope; ratings? (?:is|was); none; nothing; (?:no|an?|had|has|plays|played) (?:card|leader|marker); "
    "(?:a|the|no|in) port; open sea"
)
"""What somebody may say otherwise in words of which no fact is made."""
DENIES = re.compile(r" (?:never|not|no longer|neither|[a-z]+n't)(?: [^ .,;:]+)* $")
"""Before a fact in its clause: it was not so."""
