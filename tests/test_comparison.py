from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema_mutation.comparison import (
    MISSING,
    difference,
    equal,
    facts,
    lookup,
    pointer,
    steps,
)
from strategies import arguments, shuffled_keys, values


@given(st.data(), values)
def test_equality_is_reflexive_and_blind_to_key_order(data: st.DataObject, value: Any) -> None:
    other = data.draw(st.composite(shuffled_keys)(value))
    assert equal(value, other)
    assert difference(value, other) is None


@given(values, values)
def test_equality_is_symmetric_and_agrees_with_difference(a: Any, b: Any) -> None:
    assert equal(a, b) == equal(b, a)
    assert (difference(a, b) is None) == equal(a, b)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (1, True, False),
        (0, False, False),
        ([1, 0], [True, False], False),
        ({"a": [{"b": 1}]}, {"a": [{"b": True}]}, False),
        (1, 1.0, True),
        (0, -0.0, True),
        (1, "1", False),
        (None, "null", False),
        ({}, [], False),
        ([], "", False),
        (10**16, 1e16, True),
        (10**16 + 1, 1e16, False),
        (0.3, 0.1 + 0.2, False),
        ([1, 2], [2, 1], False),
        ({"a": None}, {}, False),
        ("e\u0301", "\u00e9", False),
        ("a ", "a", False),
    ],
)
def test_types_count(a: Any, b: Any, same: bool) -> None:
    assert equal(a, b) is same
    assert equal({"x": [a]}, {"x": [b]}) is same


def test_the_first_difference_is_named_by_pointer_and_kinds() -> None:
    found = difference({"a": {"b/c": 1, "d": "x"}}, {"a": {"b/c": True, "d": 2}})
    assert found is not None
    assert found.reason() == "/a/b~1c: expected integer, found boolean"
    assert "expected 1, found true" in found.reason(reveal=True)


@pytest.mark.parametrize(
    ("a", "b", "reason"),
    [
        ({"a": 1}, {}, "/a: expected integer, found nothing"),
        ({}, {"b": []}, "/b: expected nothing, found array"),
        ({"a": "x"}, {"a": "y"}, "/a: expected string, found another string"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "/a/1: expected integer, found another integer"),
        ({"a": [1, 2]}, {"a": [1]}, "/a: expected array, found another array"),
    ],
)
def test_a_reason_names_no_value(a: Any, b: Any, reason: str) -> None:
    found = difference(a, b)
    assert found is not None
    assert found.reason() == reason


@given(st.text())
def test_pointers_round_trip(name: str) -> None:
    assert steps(pointer("/arguments", name)) == ("arguments", name)
    assert lookup({"arguments": {name: 1}}, steps(pointer("/arguments", name))) == 1


@given(arguments)
def test_facts_say_all_that_a_call_says(given_arguments: dict[str, Any]) -> None:
    said = facts("f", given_arguments)
    assert said["/name"] == "f"
    for at, value in said.items():
        if at != "/name":
            found = lookup({"arguments": given_arguments}, steps(at))
            assert found is not MISSING
            assert isinstance(found, dict) or equal(found, value)
