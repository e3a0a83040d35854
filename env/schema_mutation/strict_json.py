"""The one parser of untrusted JSON.

Strict: no NaN, Infinity or number that overflows to it, no duplicate keys, no lone
surrogates, at most 64 levels of nesting. Integers are exact, up to the 4,300 digits that
Python reads. It stands on the standard library's decoder, since faster ones bend values:
orjson makes 10**30 a float, pydantic's parser takes duplicate keys and NaN.
"""

import json
import sys
from collections.abc import Mapping
from math import isfinite
from typing import Any

from .errors import StrictJSONError

MAX_DEPTH = 64
MAX_DIGITS = 4300
_TOO_LARGE = 10**MAX_DIGITS

_TYPE_NAMES = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "null"}


def parse(text: str) -> Any:
    """Read a text that is one JSON value and nothing else.

    Raises:
        StrictJSONError: it is not; the message says why and at which character.
    """
    start = len(text) - len(text.lstrip(" \t\r\n"))
    value, end = decode(text, start)
    rest = text[end:].lstrip(" \t\r\n")
    if rest:
        raise StrictJSONError(f"text follows the JSON value at character {len(text) - len(rest)}")
    return value


def decode(text: str, start: int = 0) -> tuple[Any, int]:
    """Read the JSON value that starts at ``start``; return it and the index behind it.

    Raises:
        StrictJSONError: no strict JSON value starts there.
    """
    try:
        value, end = _decoder.raw_decode(text, start)
    except StrictJSONError:
        raise
    except RecursionError:
        if text.count("{", start) + text.count("[", start) <= MAX_DEPTH:
            raise  # the caller's stack is full: no fault of the text
        raise StrictJSONError(f"nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:  # JSONDecodeError, or int() refusing 4,301 digits
        raise StrictJSONError(_reason(error)) from None
    if text.count("{", start, end) + text.count("[", start, end) > MAX_DEPTH:
        _refuse_deep(value)
    if text.find("\\u", start, end) >= 0 or not text.isascii():
        _refuse_surrogates(value)
    return value, end


def screen(value: Any) -> Any:
    """Hold a value that was handed over as Python objects to the same rules as text.

    Returns:
        The same in plain dicts, lists, strings and numbers, whatever subclasses it was in.

    Raises:
        StrictJSONError: it holds something that strict JSON cannot say.
    """
    return _plain(value, 0)


def type_name(value: Any) -> str:
    """The JSON type of a value, in JSON Schema's words (`integer` for whole numbers)."""
    if type(value) in _TYPE_NAMES:
        return _TYPE_NAMES[type(value)]
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return "integer"
    return "number" if isinstance(value, float) else type(value).__name__


def _plain(value: Any, depth: int) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        _refuse_surrogates(value)
        return str.__str__(value)
    if isinstance(value, int):
        if not -_TOO_LARGE < value < _TOO_LARGE:
            raise StrictJSONError(f"an integer has more than {MAX_DIGITS} digits")
        return int.__int__(value)
    if isinstance(value, float):
        if not isfinite(value):
            raise StrictJSONError(f"{float.__float__(value)} is not a JSON number")
        return float.__float__(value)
    if not isinstance(value, Mapping | list):
        raise StrictJSONError(f"{type(value).__name__} is not a JSON type")
    if depth == MAX_DEPTH:
        raise StrictJSONError(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(value, list):
        return [_plain(item, depth + 1) for item in value]
    return {_key(key): _plain(item, depth + 1) for key, item in value.items()}


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise StrictJSONError(f"object key {key!a} is not a string")
    _refuse_surrogates(key)
    return str.__str__(key)


def _refuse_deep(value: Any) -> None:
    """Refuse the 65th level of nesting."""
    level, depth = [value], 0
    while level:
        groups = [item for item in level if isinstance(item, dict | list)]
        if groups and depth == MAX_DEPTH:
            raise StrictJSONError(f"nested deeper than {MAX_DEPTH} levels")
        members = (item.values() if isinstance(item, dict) else item for item in groups)
        level, depth = [inner for group in members for inner in group], depth + 1


def _refuse_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise StrictJSONError("a string holds a lone surrogate, which is not text") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise StrictJSONError(f"key {twice!a} stands twice in one object")
    return value


def _float(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise StrictJSONError(f"number {text[:40]} overflows")
    return value


def _int(text: str) -> int:
    """For interpreters that were told to read more digits than by default."""
    if len(text) > MAX_DIGITS + text.startswith("-"):
        raise StrictJSONError(f"an integer has more than {MAX_DIGITS} digits")
    return int(text)


def _constant(text: str) -> Any:
    raise StrictJSONError(f"{text} is not JSON")


def _reason(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg.removesuffix(' at')} at character {error.pos}"
    return f"an integer has more than {MAX_DIGITS} digits"


_decoder = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_float=_float,
    parse_int=int if sys.get_int_max_str_digits() == MAX_DIGITS else _int,
    parse_constant=_constant,
)
