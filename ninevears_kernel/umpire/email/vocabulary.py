"""Words that mark what a letter tells: numbers, words of the game, and what stands beside names."""

from __future__ import annotations

import re

from .letter import words_in

NUMBERS = {
    word: number
    for number, words in enumerate(
        (
            *("zero", "one eins een один одна одного", "two zwei twee deux dos два две двух"),
            *("three drei drie trois tres tre три трех", "four vier quatre cuatro quattro четыре четырех"),
            *("five fünf vijf cinq cinco cinque пять", "six sechs zes seis шесть"),
            *("seven sieben zeven sept siete sette семь", "eight acht huit ocho otto восемь"),
            *("nine neun negen neuf nueve nove девять", "ten zehn tien dix diez dieci десять"),
            *(
                "eleven elf onze",
                "twelve zwolf twaalf douze",
                "thirteen",
                "fourteen",
                "fifteen",
                "sixteen",
                "seventeen",
                "eighteen",
                "nineteen",
                "twenty",
            ),
        )
    )
    for word in words.split()
}
ORDINALS = {
    word: number
    for number, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 1
    )
}
KEYWORDS = words_in(
    "besiege besieges besieged besieging siege garrison rolled corps reduced continuing leader fortress "
    "squadrons squadron corsairs corsair attacks attacked attacker defender interception intercept supply "
    "control controls controlled battle marker markers leaders strength transfer restore galleys galleons "
    "galley restored galleon attacking fortresses intercepts intercepted interceptions battles controller"
)
SAME = {
    "corp": "corps",
    "corps's": "corps",
    "rolld": "rolled",
    "rold": "rolled",
    "threw": "rolled",
    "throws": "rolls",
    "thrown": "rolled",
    "throwing": "rolling",
    "controll": "control",
    "cr's": "crs",
    "garr": "garrison",
    "sq": "squadrons",
    "sqn": "squadrons",
    "sqs": "squadrons",
    "cors": "corsairs",
    "cont": "continuing",
    "cav": "cavalry",
    "inf": "infantry",
}
SENTENCE_ENDS = frozenset(".!?;\n")
ABBREVIATED = words_in("cont vs st e.g i.e no nr approx gen lt col ca mt p")
TITLES = words_in("treaty peace elector duke bishop archbishop bank count prince lord earl king")
COMMON = words_in("nice cork sedan mons nancy chester trent brest palma york reading paris valencia porto")
TAKES_PLACE = words_in(
    "in at to from into near before of besiege besieges besieged besieging take takes took taking hold holds "
    "held control controls controlled fortress inside outside via through around for siege enters enter "
    "leave leaves left reach reaches reached is at: toward towards behind attack attacks attacked"
)
TAKES_LEADER = words_in(
    "marshal general with under and leader commander field-marshal sir by when has that mein against"
)
WHERE = words_in("in to from near at around")
OF_RATINGS = words_in("cr rating rated command ratings")
WITH = words_in("with mit avec w")
ELISION = re.compile(r"(?:l|d|s|qu|dell|all|nell)['’](?=\w{3})")
AND = words_in("and & und et en + plus")
CORPS = words_in("corps corp korps korpsen")
TROOPS = words_in("corps corp korps troops army men truppen")
LEADER_DOES = words_in(
    "attack attacks attacked attacking march marches marched marching besiege besieges besieged besieging "
    "has had leads led moves moved commands commanded rolled rolls stands stood sits goes went wants tries "
    "tried takes took intercepts retreats withdraws avoids rallies cr who arrives beats sails lost wins won "
    "and alone crosses"
)
OF_LIFE = re.compile(
    r"\b(?:live|lives|lived|living|born|flew|fly|holidays?|vacation|club|convention|con|tournament|(?:see|"
    r"meet|catch|join) you (?:all )?(?:in|at)|wohn\w*|urlaub|habite|woon\w*|grüße aus|gruss aus|groeten uit|"
    r"drive to|drove to|driving to|flight|moved to|back from|home from|stuck in|match in|museum|airport|"
    r"moved house|met in|meet in|visiting|visited|weekend in|greetings from|hello from|hi from|hallo from|"
    r"regards from|writing from|love from|best from|cheers from|based in|my trip|train|home town|hometown|"
    r"weather|university|office|wife|beer|hotel)\b"
)
"""Words of daily life: what stands beside them is no place of the war."""
ADMIRALS = {
    "barbarossa": "Barbarossa",
    "dragut": "Dragut",
    "turgut": "Dragut",
    "andrea doria": "Andrea Doria",
    "gian andrea doria": "Gian Andrea Doria",
    "doria": "Doria",
    "uluch ali": "Uluch Ali",
    "uluc ali": "Uluch Ali",
    "piyale pasha": "Piyale Pasha",
    "santa cruz": "Santa Cruz",
    "don john": "Don John",
    "drake": "Drake",
    "hawkins": "Hawkins",
    "howard": "Howard",
    "frobisher": "Frobisher",
    "recalde": "Recalde",
    "strozzi": "Strozzi",
}
"""Naval leaders of both games by what they are called, the longest names first where one holds another."""
SAILS_FOR = {
    **dict.fromkeys(("Barbarossa", "Dragut", "Uluch Ali", "Piyale Pasha"), "Ottoman"),
    **dict.fromkeys(("Drake", "Hawkins", "Howard", "Frobisher"), "England"),
    **dict.fromkeys(("Santa Cruz", "Don John", "Recalde"), "Spain"),
    "Strozzi": "France",
}
"""The power of naval leaders who serve but one."""
ADMIRAL = "|".join(sorted(ADMIRALS, key=len, reverse=True))
