"""What stands in a letter and is no part of the game: dates, times, telephone numbers, addresses."""

from __future__ import annotations

import re

_MONTHS = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar|(?-i:March|MARCH|May(?! (?:I|he|she|it|we|you|they|the|my|"
    r"his|her|an?|this|that|one|both)\b)|MAY)|märz|apr(?:il)?|mai|june?|juni|july?|juli|aug(?:ust)?|"
    r"sept?(?:ember)?|oct(?:ober)?|janvier|f[ée]vrier|avril|juin|juillet|ao[ûu]t|septembre|octobre|novembre|"
    r"d[ée]cembre|januari|februari|augustus|mei|okt(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)"
)
MONTH = re.compile(rf"{_MONTHS}\.?", re.IGNORECASE)
NOT_OF_THE_GAME = re.compile(
    r"<?[\w.+-]{1,64}@[\w.-]{1,200}>?"
    r"|\b\d{1,3}(?:\.\d{1,3}){2,3}(?:\.[a-z])?\b"  # addresses of machines, paragraphs of rules
    r"|(?:(?<=[,.:;!?\n] )|(?<=\n))\([1-9]\)(?= [a-z])"  # the numbers of questions
    r"|(?:\b(?:rules?|sections?|clauses?|paragraphs?)|§) ?\d{1,2}(?:\.\d{1,2})*(?:\.[a-z])?\b"
    r"|\b(?:started|began|start|begin|ended|finished|over) at (?:[01]?\d|2[0-4])(?:[.h][0-5]\d)?\b"
    r"|\b(?:at|until|till|ended|started|by|from) (?:[01]?\d|2[0-3])[.h][0-5]\d\b"
    r"|[£€$] ?\d+(?:[.,]\d\d)?\b|\b\d+[.,]\d\d(?: ?(?:euros?|eur|quid|pounds|dollars|[£€$])| for the\b)"
    r"|\b(?:excuse|sorry for|pardon|forgive|apologi[sz]e for|mind)(?: [a-z]+){0,3} my (?:[a-z]+ )?"
    r"(?:English|French|Spanish|Dutch|German)\b"
    r"|\b(?:https?://|www\.)\S{1,500}"
    r"|\b\d{1,3}(?:[,.]\d{3})+\b"  # no game counts so far
    r"|(?-i:(?:\b\d{1,4}[a-d]? [^\n,]{3,30},(?: [^\n,]{2,25},)? )?\b[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2}\b)"
    rf"|\b(?:\d{{1,2}}\.? ?[-–] ?)?\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? {_MONTHS}\b(?:,? 20\d\d| '?\d\d\b)?"
    rf"|\b{_MONTHS}\.? \d{{1,2}}(?:st|nd|rd|th)?\b(?!\s*corps)(?:,? 20\d\d)?"
    r"|\b(?:since|until|in|of) 20\d\d\b|\b(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b|"
    r"\b\d{1,2}[/.]\d{1,2}[/.](?:(?:19|20)\d\d|\d\d)\b|"
    r"\b\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?m\b)?(?:\s?(?:UTC|GMT|CES?T|BST|E[SD]T|P[SD]T)\b)?|\b\d{1,2} "
    r"?(?:[ap]m|o'clock)\b|(?:\b(?:tel|phone|mob(?:ile)?|cell|fon|fax|тел)\b\.?:? ?)\+?[\d ()/.-]{5,25}\d|"
    r"(?<![\w-])(?:\+|00?)\d{1,4}[ /-]\(?\d[\d ()/-]{4,20}\d|(?<![\w-])\(?\d{3}\)?[ -]\d{3}[ -]\d{4}\b|"
    r"(?<![\w-])\d{3}-\d{4}\b"
    # streets and towns of an address
    r"|\b\d{1,4}(?: ?(?:bis|[a-d]))?,? (?:rue|avenue|boulevard|chemin|quai|allée|via|viale|piazza|calle|"
    r"plaza)\b[^\n,;]{1,40}|\b\d{1,4}[a-d]? (?-i:(?:[A-Z][\w']+ ){1,3}(?:Street|St|Road|Rd|Lane|Ln|Avenue|"
    r"Ave|Drive|Close|Terrace|Gardens|Crescent)\b)|(?-i:\b[A-Z][\w-]*(?:straße|strasse|str\.|straat|laan|"
    r"gasse|gracht|weg)) \d{1,4}[a-d]?\b|\b(?:\d{5}|(?-i:[A-Z]{1,2})-\d{4,5}|\d{4} (?-i:[A-Z]{2})) "
    r"(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?",
    re.IGNORECASE,
)
