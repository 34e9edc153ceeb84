"""The dispute that the tests of the umpire's desk begin with, and what they read of its report."""

import base64
import re

SIEGE = {
    "format": "ninevears-case/1",
    "system": "NY",
    "question": "siege",
    "title": "They say they can besiege Namur with four corps, I say they have no supply.",
    "claims": [{"by": "Bourbon", "says": "I can."}, {"by": "Alliance", "says": "He has no supply."}],
    "given": {
        "side": "Bourbon",
        "space": "Namur",
        "changes": [
            {"add": "leader", "name": "Boufflers", "space": "Namur"},
            {"add": "corps", "power": "France", "space": "Namur", "count": 4},
        ],
    },
}


def links_of(desk):
    """The texts of the report's exports, by ending."""
    links = re.findall(
        r"download='[^']*\.(\w+)' href='data:[^;]*;base64,([^']*)'", desk.outcome.exports.value
    )
    return {ending: base64.b64decode(content).decode() for ending, content in links}
