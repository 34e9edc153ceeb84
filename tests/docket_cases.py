"""Cases that the tests of the docket file."""

CASE = {"format": "ninevears-case/1", "system": "NY"}
RALLY = CASE | {"question": "rally", "given": {"rating": 5}}
GARRISON = CASE | {
    "question": "loc",
    "title": "A garrison under siege",
    "given": {
        "space": "Barcelona",
        "side": "Alliance",
        "purpose": "reinforcement",
        "power": "Spain",
        "changes": [{"set": "besieged", "space": "Barcelona", "by": "Bourbon"}],
    },
}
