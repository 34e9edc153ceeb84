"""A notebook kit that teaches, judges and explores *Nine Years: The War of the Grand Alliance 1688-1697*.

The engine needs no notebook: ``ninevears_kernel.umpire.rule_case`` answers a case, and the widgets in
``ninevears_kernel.widgets`` show what it says.
"""

__version__ = "0.1.0"
