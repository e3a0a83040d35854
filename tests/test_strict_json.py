import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given

from schema_mutation.comparison import equal
from schema_mutation.errors import StrictJSONError
from schema_mutation.strict_json import decode, parse, screen, type_name
from strategies import hostile_text, values


@given(values)
def test_a_value_survives_writing_and_reading(value: Any) -> None:
    assert equal(parse(json.dumps(value)), value)
    assert equal(parse(f" \r\n\t{json.dumps(value, ensure_ascii=False)} \n"), value)
    screen(value)


@given(hostile_text)
def test_any_text_is_read_or_refused_in_one_way(text: str) -> None:
    try:
        screen(parse(text))
    except StrictJSONError as error:
        str(error).encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Expecting value"),
        ("NaN", "NaN is not JSON"),
        ("[-Infinity]", "-Infinity is not JSON"),
        ("[1e999]", "overflows"),
        ('{"a":1,"b":2,"a":3}', "key 'a' stands twice"),
        ('{"x":[{"a":1,"a":1}]}', "key 'a' stands twice"),
        (r'"\ud83d"', "lone surrogate"),
        (r'{"\udc00":1}', "lone surrogate"),
        ('"\ud83d"', "lone surrogate"),
        ("[" * 65 + "]" * 65, "deeper than 64"),
        ("[" * 50_000 + "]" * 50_000, "deeper than 64"),
        ('{"a":' * 65 + "1" + "}" * 65, "deeper than 64"),
        ("9" * 4301, "4300 digits"),
        ("01", "text follows"),
        ("{'a':1}", "property name"),
        ('{"a":1,}', "property name|trailing comma"),
        ('"a\nb"', "control character at character 2"),
        ("1 2", "text follows the JSON value at character 2"),
        ("{}\u00a0", "text follows"),
    ],
)
def test_what_is_not_strict_json_is_refused(text: str, reason: str) -> None:
    with pytest.raises(StrictJSONError, match=reason.replace("(", r"\(")):
        parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 64 + "]" * 64,
        "9" * 4300,
        "-" + "9" * 4300,
        r'"\ud83c\udf78"',
        '"é"',
        "1e308",
        "[]" * 1,
    ],
)
def test_limits_are_reached_before_they_are_passed(text: str) -> None:
    parse(text)


def test_a_full_stack_is_no_fault_of_the_text() -> None:
    """Called from ever deeper, it fails for the stack's sake and never blames the text."""

    def parsed_from(depth: int) -> object:
        return parsed_from(depth - 1) if depth else parse("[" * 32 + "]" * 32)

    def parsed_from_everywhere() -> None:
        for depth in range(sys.getrecursionlimit()):
            parsed_from(depth)

    with pytest.raises(RecursionError):
        parsed_from_everywhere()


def test_many_shallow_brackets_are_not_deep() -> None:
    assert len(parse("[" + ",".join(["[[]]"] * 5000) + "]")) == 5000


def test_decode_reads_one_value_and_says_where_it_ends() -> None:
    assert decode('x {"a": [1]} y', 2) == ({"a": [1]}, 12)


def test_a_duplicate_in_a_large_object_is_found_at_once() -> None:
    keys = ",".join(f'"{i}":0' for i in range(100_000))
    with pytest.raises(StrictJSONError, match="'99999' stands twice"):
        parse("{" + keys + ',"99999":1}')


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (float("nan"), "not a JSON number"),
        ([float("inf")], "not a JSON number"),
        ({1: 2}, "not a string"),
        ((1, 2), "tuple is not a JSON type"),
        ({"a": b""}, "bytes is not a JSON type"),
        (10**4300, "digits"),
        ({"a": "\udc00"}, "lone surrogate"),
        ({"\udc00": 1}, "lone surrogate"),
    ],
)
def test_objects_are_held_to_the_same_rules(value: Any, reason: str) -> None:
    with pytest.raises(StrictJSONError, match=reason) as caught:
        screen(value)
    str(caught.value).encode()


def test_the_limit_of_digits_does_not_move_with_the_interpreter_s() -> None:
    code = (
        "from schema_mutation.strict_json import parse\n"
        "parse('9' * 4300)\n"
        "try: parse('9' * 4301)\n"
        "except ValueError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-X", "int_max_str_digits=0", "-c", code],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "more than 4300 digits" in done.stdout


def test_a_value_that_contains_itself_is_too_deep() -> None:
    loop: list[Any] = []
    loop += [loop, loop]
    with pytest.raises(StrictJSONError, match="deeper than 64"):
        screen(loop)


@pytest.mark.parametrize(
    ("value", "name"),
    [(None, "null"), (True, "boolean"), (1, "integer"), (1.0, "integer"), (1.5, "number"),
     ("", "string"), ([], "array"), ({}, "object"), ((), "tuple")],
)  # fmt: skip
def test_type_names_are_those_of_json_schema(value: Any, name: str) -> None:
    assert type_name(value) == name
