"""The rules, a module for each chapter: what may be done, why not, and what follows.

May use `engine` and `components`, and never the games that are played by them. `rulebook.py` lists the
chapters; CONTRIBUTING.md says where the tests of each stand. Begin with `campaign/march.py`: candidates,
objections, what a choice does.
"""
