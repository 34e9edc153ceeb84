"""One static site for a class: the war on the map, and the game, without a kernel.

May use all that lies below `widgets`; of the widgets' front it takes files, as text. Nothing but the command
line imports it. Begin with `build.py`; `war_data.py` says what the page of the war is told.
"""
