"""Typed equality of JSON values, their first difference, and the facts of a call."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from .errors import one_line
from .strict_json import type_name

MISSING: Final = object()
HERE: Final = object()
"""Among the facts of a call: an object stands at this pointer."""


class Difference(NamedTuple):
    """Where two values first part, and what stands there on either side."""

    pointer: str
    expected: Any  # MISSING where the expected value has nothing
    found: Any

    def reason(self, *, reveal: bool = False) -> str:
        """One line for a grade; names values only where ``reveal`` allows it."""
        expected, found = _kind(self.expected), _kind(self.found)
        if expected == found:
            found = f"another {found}"
        text = f"{one_line(self.pointer)}: expected {expected}, found {found}"
        if not reveal:
            return text
        values = (one_line(_written(value)) for value in (self.expected, self.found))
        return "{} (expected {}, found {})".format(text, *values)


def equal(a: Any, b: Any) -> bool:
    """Are two JSON values the same, types included?

    ``true`` is not 1 and ``"1"`` is not 1, at any depth; 1 equals 1.0 and -0.0 equals 0;
    objects compare by key, arrays in order, strings code point by code point. Both values
    are strict JSON (`strict_json.decode` or `screen`), so that NaN cannot occur.
    """
    return bool(a == b) and _same_booleans(a, b)


def _same_booleans(a: Any, b: Any) -> bool:
    """Of two values that Python calls equal: is a boolean in one a boolean in the other?"""
    if type(a) is str:
        return True
    if type(a) is dict:
        return all([_same_booleans(value, b[key]) for key, value in a.items()])
    if type(a) is list or type(a) is tuple:
        return all([_same_booleans(*pair) for pair in zip(a, b, strict=True)])
    return (type(a) is bool) == (type(b) is bool)


def confusable(value: Any) -> bool:
    """May Python call this value equal to one that differs by a boolean: does it hold 0 or 1?"""
    if isinstance(value, dict):
        return any(map(confusable, value.values()))
    if isinstance(value, list):
        return any(map(confusable, value))
    return not isinstance(value, str) and value in (0, 1)


def difference(expected: Any, found: Any, at: str = "") -> Difference | None:
    """The first place, in the order of the expected value, where two values differ."""
    if type(expected) is type(found) is dict:
        for key in (*expected, *(key for key in found if key not in expected)):
            inner = difference(
                expected.get(key, MISSING), found.get(key, MISSING), pointer(at, key)
            )
            if inner:
                return inner
        return None
    if type(expected) is type(found) is list and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return next(filter(None, (difference(*pair, f"{at}/{i}") for i, pair in pairs)), None)
    if expected is MISSING or found is MISSING or not equal(expected, found):
        return Difference(at, expected, found)
    return None


def pointer(parent: str, step: str) -> str:
    """The JSON Pointer (RFC 6901) of a member of the value at ``parent``."""
    return f"{parent}/{step.replace('~', '~0').replace('/', '~1')}"


def steps(pointer: str) -> tuple[str, ...]:
    """The member names that a JSON Pointer walks through."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def lookup(value: Any, path: Iterable[str]) -> Any:
    """What stands at a path of member names, or MISSING."""
    for step in path:
        if type(value) is not dict or step not in value:
            return MISSING
        value = value[step]
    return value


def facts(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """All that a call says: the value at each pointer, objects as a fact of their own.

    Arrays are values. Keys are JSON Pointers into ``{"name": ..., "arguments": ...}``.
    """
    return {"/name": name, **dict(_facts("/arguments", arguments))}


def _facts(at: str, group: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in group.items():
        here = pointer(at, key)
        if isinstance(value, dict):
            yield here, HERE
            yield from _facts(here, value)
        else:
            yield here, value


def _kind(value: Any) -> str:
    return "nothing" if value is MISSING else type_name(value)


def _written(value: Any) -> str:
    return "nothing" if value is MISSING else json.dumps(value, ensure_ascii=False)
