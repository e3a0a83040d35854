"""JSON Schema validation, and what a schema says counts as the same value.

One compiled validator a schema (jsonschema-rs, draft 2020-12). Formats are asserted;
``decimal`` is a format of ours (a plain decimal number in a string). References that leave
the schema are refused, so that nothing is ever fetched.
"""

import json
import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

from jsonschema_rs import Draft202012Validator, RegexOptions, ValidationError

from .comparison import pointer
from .errors import DataError, StrictJSONError
from .strict_json import parse

_DECIMAL = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?")
_DATE_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)


class Fault(NamedTuple):
    """Why a value is not valid: where, in a JSON Pointer, and in what respect."""

    pointer: str
    message: str


def compiled(schema: dict[str, Any] | bool) -> Draft202012Validator:
    """Compile a schema.

    Raises:
        DataError: it is not a JSON Schema, or refers to something outside itself.
    """
    try:
        return Draft202012Validator(
            schema,
            validate_formats=True,
            formats={"decimal": _is_decimal},
            offline=True,
            pattern_options=RegexOptions(),
        )
    except (ValidationError, ValueError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"not a usable JSON Schema: {reason}") from None


def first_fault(validator: Draft202012Validator, value: Any) -> Fault | None:
    """The first thing wrong with a value, or None if it is valid."""
    error = next(iter(validator.iter_errors(value)), None)
    if error is None:
        return None
    where = ""
    for step in error.instance_path:
        where = pointer(where, str(step))
    return Fault(where, error.message)


def normalised(value: Any, schema: Any) -> Any:
    """A value with all that its schema declares to be the same made the same.

    An omitted optional becomes its default, a `date-time` with a zone an instant, a
    `decimal` a number, text of media type application/json its parsed value, an array with
    ``x-order: set`` is sorted. Only for comparing with another value so treated.
    """
    if not isinstance(schema, dict):
        return value
    if isinstance(value, dict):
        return _with_defaults(value, schema)
    if isinstance(value, list):
        items = [normalised(item, schema.get("items")) for item in value]
        return sorted(items, key=_sort_key) if schema.get("x-order") == "set" else items
    return _plain_text(value, schema) if isinstance(value, str) else value


def unordered(value: Any, schema: Any) -> Any:
    """A value with the arrays that its schema calls sets (``x-order: set``) sorted."""
    if isinstance(value, dict) and isinstance(schema, dict):
        inner = schema.get("properties", {})
        return {key: unordered(item, inner.get(key)) for key, item in value.items()}
    if isinstance(value, list) and isinstance(schema, dict):
        items = [unordered(item, schema.get("items")) for item in value]
        return sorted(items, key=_sort_key) if schema.get("x-order") == "set" else items
    return value


def _with_defaults(value: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    properties = schema.get("properties", {})
    defaults = {
        key: inner["default"]
        for key, inner in properties.items()
        if isinstance(inner, dict) and "default" in inner
        if key not in schema.get("required", ())
    }
    return {key: normalised(v, properties.get(key)) for key, v in {**defaults, **value}.items()}


def _plain_text(value: str, schema: dict[str, Any]) -> Any:
    """The meaning of a string, tagged so that no plain JSON value equals it."""
    if schema.get("format") == "date-time" and (match := _DATE_TIME.fullmatch(value)):
        try:
            instant = datetime.fromisoformat(f"{match[1]}{match[3]}".upper()).astimezone(UTC)
        except (ValueError, OverflowError):
            return value
        return ("instant", instant.isoformat(), (match[2] or "").rstrip("0"))
    if schema.get("format") == "decimal" and (match := _DECIMAL.fullmatch(value)):
        digits = match[2], (match[3] or "").rstrip("0")
        return ("decimal", *digits, match[1] if any(digit not in "0" for digit in digits) else "")
    if schema.get("contentMediaType") == "application/json":
        try:
            return ("json", parse(value))
        except StrictJSONError:
            return value
    return value


def _is_decimal(text: str) -> bool:
    return _DECIMAL.fullmatch(text) is not None


def _sort_key(value: Any) -> str:
    """Text that is equal for equal values, so that sorting compares arrays as multisets."""
    return json.dumps(_by_value(value), sort_keys=True)


def _by_value(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: _by_value(item) for key, item in value.items()}
    return [_by_value(item) for item in value] if isinstance(value, list | tuple) else value
