"""A war over the network: one trusted process holds the games, and each seat is sent what it may see.

May use play, the umpire and all below them, the chronicle for a war that begins in a later year, and
`page_server`; of the widgets' front it takes files, as text. Nothing but the command line imports it. Begin
with `games.py`, a game in play; `store.py` keeps what was done, `at_seat.py` is the war as one seat sits at
it, `server.py` carries it to browsers (``docs/table.md``).
"""
