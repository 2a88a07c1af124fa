"""The OpenAPI document as a page shows it: operations by subject, their fields in a table."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or a field of what is sent or answered."""

    name: str
    kind: str
    """In words, such as "integer or null"."""
    shape: str
    """The schema that it holds; blank for plain values."""
    required: bool
    about: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked for."""

    name: str
    method: str
    path: str
    about: str
    token: str
    """"optional", "read" or "submit"."""
    parameters: list[Field]
    sent: list[tuple[str, list[Field]]]
    """By content type, what goes into the body."""
    answered: list[Field]
    """What is answered where all is well: one field, with the schema of the whole."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Everything that the page shows."""

    operations: dict[str, list[Operation]] = field(default_factory=dict)
    """By subject."""
    shapes: dict[str, tuple[str, list[Field]]] = field(default_factory=dict)
    """What each named schema is, and its fields."""


def reference(document: Json) -> Reference:
    """Read an OpenAPI document that ninja has made."""
    found = Reference()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            subject = operation["tags"][0]
            found.operations.setdefault(subject, []).append(_operation(path, method, operation))
    for name, schema in sorted(document["components"]["schemas"].items()):
        if "properties" in schema:
            found.shapes[name] = (schema.get("description", ""), _fields(schema))
    return found


def _operation(path: str, method: str, operation: Json) -> Operation:
    body = operation.get("requestBody", {}).get("content", {})
    good = next(answer for status, answer in operation["responses"].items() if status < 300)
    schemas = [content["schema"] for content in good.get("content", {}).values()]
    return Operation(
        name=operation["operationId"],
        method=method.upper(),
        path=path,
        about=operation.get("description", ""),
        token=_token(operation),
        parameters=[
            _field(one["name"], one["schema"], required=one["required"])
            for one in operation["parameters"]
        ],
        sent=[(kind, _sent(content["schema"])) for kind, content in body.items()],
        answered=[_field("", schema, required=True) for schema in schemas],
    )


def _token(operation: Json) -> str:
    if {} in operation["security"]:
        return "optional"
    # Only a token that lacks the scope is forbidden anything.
    return "submit" if 403 in operation["responses"] else "read"


def _sent(schema: Json) -> list[Field]:
    return _fields(schema) if "properties" in schema else [_field("", schema, required=True)]


def _fields(schema: Json) -> list[Field]:
    required = schema.get("required", [])
    return [
        _field(name, one, required=name in required)
        for name, one in schema.get("properties", {}).items()
    ]


def _field(name: str, schema: Json, *, required: bool) -> Field:
    return Field(name, _kind(schema), _shape(schema), required, schema.get("description", ""))


def _kind(schema: Json) -> str:
    """What a value may be, in words."""
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if "$ref" in schema:
        return _shape(schema)
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "prefixItems" in schema:
        return " and ".join(map(_kind, schema["prefixItems"]))
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("format", schema.get("type", "any")))


def _shape(schema: Json) -> str:
    """The named schema that a value has, or that its items have."""
    for one in (schema, schema.get("items", {}), *schema.get("anyOf", [])):
        if "$ref" in one:
            return str(one["$ref"]).rpartition("/")[2]
    return ""
