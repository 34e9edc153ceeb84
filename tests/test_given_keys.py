"""Every key that a case may have says what it means, in words for people who write TOML."""

import msgspec
from every_row import every_row

from ninevears_kernel.musket_pike.turn_events import Happening
from ninevears_kernel.umpire.cases.cases import given_schema, questions
from ninevears_kernel.virgin_queen.naval_events import Event

SCHEMAS = {
    **{" ".join(key): given_schema(question) for key, question in questions().items()},
    "VQ events": msgspec.json.schema(Event),
    "MP events": msgspec.json.schema(Happening),
}


def properties(schema):
    """Where a property stands, and the property; but for the tag that tells events apart."""
    for name, inner in {"": schema, **schema.get("$defs", {})}.items():
        for key, value in inner.get("properties", {}).items():
            if not (key == "do" and len(value.get("enum", ())) == 1):
                yield f"{name}.{key}", value


def descriptions(value):
    return [part["description"] for part in (value, *value.get("anyOf", ())) if "description" in part]


@every_row("name", SCHEMAS)
def test_every_property_has_a_description(name):
    assert [path for path, value in properties(SCHEMAS[name]) if not any(descriptions(value))] == []


@every_row("name", SCHEMAS)
def test_no_description_speaks_of_null_which_toml_does_not_have(name):
    told = {path: " ".join(descriptions(value)) for path, value in properties(SCHEMAS[name])}
    assert [path for path, text in told.items() if "null" in text.split()] == []
