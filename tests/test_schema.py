from typing import Any

import pytest

from schema_mutation.comparison import equal
from schema_mutation.errors import DataError
from schema_mutation.schema import compiled, first_fault, normalised, unordered


@pytest.mark.parametrize(
    "schema", [{"type": "text"}, {"properties": 1}, {"pattern": "("}, {"$ref": "#/nowhere"}]
)
def test_what_is_no_schema_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="not a usable JSON Schema"):
        compiled(schema)


def test_nothing_is_ever_fetched() -> None:
    with pytest.raises(DataError, match="not a usable JSON Schema"):
        compiled({"$ref": "http://127.0.0.1:9/schema.json"})


@pytest.mark.parametrize(
    ("schema", "good", "bad"),
    [
        ({"format": "date-time"}, "2027-01-02T03:04:05Z", "yesterday"),
        ({"format": "email"}, "a@b.example", "a"),
        ({"format": "decimal"}, "12.50", "1e3"),
        ({"format": "decimal"}, "-0.1", "012"),
        ({"type": "integer"}, 1.0, 1.5),
        ({"const": 1}, 1, True),
    ],
)
def test_formats_are_asserted_and_types_strict(schema: dict[str, Any], good: Any, bad: Any) -> None:
    assert compiled(schema).is_valid(good)
    assert not compiled(schema).is_valid(bad)


def test_a_fault_says_where_and_what() -> None:
    schema = {"properties": {"a/b": {"items": {"type": "string"}}}}
    fault = first_fault(compiled(schema), {"a/b": ["x", 1]})
    assert fault is not None
    assert fault.pointer == "/a~1b/1"
    assert "string" in fault.message
    assert first_fault(compiled(schema), {}) is None


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "when": {"type": "string", "format": "date-time"},
        "sum": {"type": "string", "format": "decimal"},
        "raw": {"type": "string", "contentMediaType": "application/json"},
        "tags": {"type": "array", "items": {"type": "string"}, "x-order": "set"},
        "size": {"type": "integer", "default": 10},
        "must": {"type": "integer", "default": 1},
        "box": {"type": "object", "properties": {"dry": {"type": "boolean", "default": False}}},
    },
    "required": ["must"],
}


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ({}, {"size": 10}, True),
        ({}, {"size": 11}, False),
        ({}, {"must": 1}, False),
        ({"box": {}}, {"box": {"dry": False}}, True),
        ({"when": "2027-01-02T03:04:05Z"}, {"when": "2027-01-02T04:04:05+01:00"}, True),
        ({"when": "2027-01-02T03:04:05"}, {"when": "2027-01-02T03:04:05Z"}, False),
        ({"when": "2027-01-02t03:04:05.500z"}, {"when": "2027-01-02T03:04:05.5Z"}, True),
        ({"when": "9999-12-31T23:59:59-23:00"}, {"when": "9999-12-31T23:59:59Z"}, False),
        ({"sum": "12.50"}, {"sum": "12.5"}, True),
        ({"sum": "-0.0"}, {"sum": "0"}, True),
        ({"sum": "12.5"}, {"sum": "12.51"}, False),
        (
            {"sum": "12345678901234567890123456789.01"},
            {"sum": "12345678901234567890123456789.02"},
            False,
        ),
        ({"sum": "1" + "0" * 2_000_000}, {"sum": "1"}, False),
        ({"when": "2027-01-02T03:04:05.1234567Z"}, {"when": "2027-01-02T03:04:05.1234561Z"}, False),
        ({"raw": '{"a": 1, "b": 2}'}, {"raw": '{"b":2,"a":1}'}, True),
        ({"raw": '{"a": 1}'}, {"raw": '{"a": true}'}, False),
        ({"raw": "{a}"}, {"raw": "{ a}"}, False),
        ({"tags": ["a", "b"]}, {"tags": ["b", "a"]}, True),
        ({"tags": ["a", "a"]}, {"tags": ["a"]}, False),
    ],
)
def test_what_a_schema_declares_the_same_is_made_the_same(a: Any, b: Any, same: bool) -> None:
    assert equal(normalised(a, SCHEMA), normalised(b, SCHEMA)) is same
    assert equal(normalised(b, SCHEMA), normalised(a, SCHEMA)) is same


def test_sorting_is_linear_in_a_value_however_deep() -> None:
    deep: list[Any] = []
    for _ in range(60):
        deep = [deep, '"\\']
    schema = {"properties": {"s": {"x-order": "set"}}}
    assert equal(unordered({"s": [deep, 1]}, schema), unordered({"s": [1, deep]}, schema))


def test_only_sets_are_unordered() -> None:
    schema = {"properties": {"s": {"x-order": "set"}, "l": {}}}
    assert equal(unordered({"s": [2, 1.0]}, schema), unordered({"s": [1, 2]}, schema))
    assert not equal(unordered({"l": [2, 1]}, schema), unordered({"l": [1, 2]}, schema))
    assert not equal(unordered({"s": [1]}, schema), unordered({"s": [True]}, schema))
