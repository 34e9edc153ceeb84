"""The door by which a class comes in: one password for all, and bounds on wrong ones."""

from __future__ import annotations

import hmac
from typing import Any

from ..core.messages import say
from ..page_server import Tries, plainly

MOST_TYPED = 200


class Door:
    """A door with a password.

    Args:
        password: the class's.

    >>> door = Door("namur-mons")
    >>> door.refuses("Namur Mons", "10.0.0.7"), door.refuses("namur", "10.0.0.7")[:26]
    ('', 'That is not the password. ')
    """

    def __init__(self, password: str) -> None:
        self.password, self._tries = plainly(password), Tries()

    def refuses(self, given: Any, address: str) -> str:
        """Why somebody is not let in; "" when they are.

        Args:
            given: what they gave as the password.
            address: from which they ask.
        """
        if wait := self._tries.left(address):
            return say("page.login-wait", count=wait)
        typed = plainly(given) if isinstance(given, str) and len(given) <= MOST_TYPED else ""
        if hmac.compare_digest(typed.encode("utf-8", "replace"), self.password.encode()):
            self._tries.right(address)
            return ""
        self._tries.wrong(address)
        return say("page.login-wrong")
