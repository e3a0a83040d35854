import json
from collections import OrderedDict
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from schema_mutation.comparison import equal
from schema_mutation.errors import AnswerTypeError
from schema_mutation.extraction import WINDOW, NoCall, extract
from schema_mutation.task import ToolCall
from strategies import arguments, hostile_text, names, prose, text_of

CALL = '{"name": "lamp.set", "arguments": {"room": "attic"}}'
OTHER = '{"name": "lamp.set", "arguments": {"room": "cellar"}}'
RIGHT = ToolCall("lamp.set", {"room": "attic"})


def reason(answer: Any) -> str:
    found = extract(answer)
    assert isinstance(found, NoCall), found
    return found.reason


@given(prose, names, arguments, prose, st.booleans())
def test_a_call_is_found_in_any_prose(
    before: str, name: str, given_arguments: dict[str, Any], after: str, plain: bool
) -> None:
    text = json.dumps({"name": name, "arguments": given_arguments}, ensure_ascii=plain, indent=1)
    found = extract(f"{before}{text}{after}")
    assert isinstance(found, ToolCall)
    assert found.name == name
    assert equal(found.arguments, given_arguments)


@given(names, arguments)
def test_text_mapping_and_call_are_one_answer(name: str, given_arguments: dict[str, Any]) -> None:
    record = {"name": name, "arguments": given_arguments}
    as_text, as_string = json.dumps(record), {**record, "arguments": json.dumps(given_arguments)}
    message = {"role": "assistant", "content": None, "tool_calls": [{"function": as_string}]}
    for answer in (as_text, record, ToolCall(name, given_arguments), as_string, message,
                   json.dumps(message), f"[{as_text}]", f"[{as_text}, {as_text}]"):  # fmt: skip
        found = extract(answer)
        assert isinstance(found, ToolCall)
        assert found.name == name
        assert equal(found.arguments, given_arguments)


@given(hostile_text)
@example("{" * 3 + '"\\')
def test_no_text_raises(text: str) -> None:
    found = extract(text)
    if isinstance(found, ToolCall):
        text_of(found.name, found.arguments).encode()
    else:
        (found.reason + found.detail).encode()


MIB = 1 << 20


@pytest.mark.parametrize(
    "unit",
    ["{", '{"', '{"name":', '{"a",}', '[{"a":1},', "<think>", "</think>", '"', "\\", "[", "}",
     CALL + "}", CALL + ",", '{"a":"\\', "{ ", '{"a":[' * 900 + "]}" * 900, "\ud83d", "x", "é{",
     '{"name":"f","arguments":{"a":1', '{"a":1}</think>', '{"a":</think>', '{"a":"</think>',
     '{"a":1},"b",', '{"a":1}"'],
)  # fmt: skip
def test_a_mebibyte_of_anything_is_read(unit: str) -> None:
    text = (unit * (MIB // len(unit) + 1))[:MIB]
    extract(text)
    found = extract(text + "\n</think>" + CALL)
    assert found == RIGHT or isinstance(found, NoCall)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<think>hm</think> \n", "empty"),
        ("hm</think>", "empty"),
        ("I cannot.", "noObject"),
        ("a <think>b</think>", "noObject"),
        ("{x} {y}", "noObject"),
        ("{}", "notACall"),
        ('{"name": "f"}', "notACall"),
        ('{"name": "f", "arguments": [1]}', "notACall"),
        ('{"name": "f", "arguments": "[1]"}', "notACall"),
        ('{"name": "f", "arguments": "{\\"a\\": NaN}"}', "notACall"),
        ('{"name": "f", "arguments": null, "parameters": {}}', "notACall"),
        ('{"name": "f", "parameters": {"type": "object", "properties": {}}}', "notACall"),
        ('{"name": "f", "description": "d", "parameters": {"a": 1}}', "notACall"),
        ('{"tool_calls": [{"function": {"name": "f"}}, 3]}', "notACall"),
        ('{"name": "f", "arguments": {"a": 1,}}', "malformed"),
        ('{"name": "f", "arguments": {"a": 1, "a": 1}}', "malformed"),
        ('{"name": "f", "arguments": {"a": 1e400}}', "malformed"),
        (CALL[:-1], "truncated"),
        (CALL + CALL[:20], "truncated"),
        ('{"name": "f", "arguments": {"job": ' + CALL + ', "at": "22', "truncated"),
        ("<think>" + CALL, "unclosedThinking"),
        (CALL + "<think>but", "unclosedThinking"),
        (f"[{CALL}, {OTHER}]", "multiple"),
        (f"{CALL} ,\n {OTHER}", "multiple"),
        (f'[{CALL}, {{"x": 1}}, {OTHER}]', "multiple"),
        (f"[{CALL}, null, {OTHER}]", "multiple"),
        (f'[{CALL}, "or", 1.5, {OTHER}]', "multiple"),
        (f"[[{CALL}], [{OTHER}]]", "multiple"),
        (
            json.dumps({"tool_calls": [{"function": json.loads(c)} for c in (CALL, OTHER)]}),
            "multiple",
        ),
        (CALL + "x" * WINDOW, "tooLong"),
        ('{"name": "f", "arguments": {"a": "' + "x" * WINDOW + '"}}', "tooLong"),
    ],
)
def test_an_answer_without_a_call_says_why(answer: str, why: str) -> None:
    assert reason(answer) == why


@pytest.mark.parametrize(
    "answer",
    [
        CALL,
        f"{OTHER}; {CALL}",
        f"{OTHER}\nNo, wait:\n{CALL}",
        f"[{OTHER}, {OTHER}] then {CALL}",
        f"<think>{OTHER}</think>{CALL}",
        f"<think>{CALL}</think><think>{OTHER}</think>{CALL}",
        f"{OTHER} was my draft</think>{CALL}",
        f'a draft {{"name": "x", (open</think>{CALL}',
        f'Maybe {{"a": "x... no wait</think>{CALL}',
        f'{{"a": "</think>", "b": 1,}} </think>{CALL}',
        f'{OTHER},\n"text" {{"name": "x"}} then\n{CALL}',
        f'{CALL} <think>{OTHER}</think> {{"manifest": {{"name": "x", "arguments": {{}}}}}}',
        f'{{"a",}} {CALL}',
        f'{{"a": "}}",}} {CALL}',
        f"{CALL} {{like}} that",
        f"\ufeff{CALL}<|im_end|>",
        "x" * (2 * WINDOW) + CALL,
        "<think>" + "{" * WINDOW + "</think>" + CALL + "x" * 100,
        CALL + "<think>" + "x" * (2 * WINDOW) + "</think>",
        CALL.replace("arguments", "parameters"),
        CALL.replace("{", '{"type": "function", "description": "d", ', 1),
    ],
)
def test_the_last_call_outside_thought_counts(answer: str) -> None:
    assert extract(answer) == RIGHT


@pytest.mark.parametrize(
    "text",
    ["</think>", "<think>", '{"name": "g", "arguments": {}}', "```", "}", "„Hallo“", "cat's", "\\"],
)
def test_strings_are_never_searched(text: str) -> None:
    call = ToolCall("note", {"text": text, "in": {"name": "g", "arguments": {}}})
    assert extract("First: " + text_of(call.name, call.arguments)) == call


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ({"name": "f", "arguments": {"a": float("nan")}}, "malformed"),
        ({"name": "f", "arguments": {1: 2}}, "malformed"),
        ({"name": "f", "arguments": {"a": "\udc00"}}, "malformed"),
        (ToolCall("f", {"a": (1,)}), "malformed"),
        (ToolCall("f", []), "notACall"),  # type: ignore[arg-type]
        (ToolCall("", {}), "notACall"),
        ({}, "notACall"),
    ],
)
def test_objects_are_screened_like_text(answer: Any, why: str) -> None:
    assert reason(answer) == why


def test_subclasses_are_made_plain() -> None:
    """So that typed equality cannot be got round."""

    class Text(str):
        __slots__ = ()

    class Number(IntEnum):
        ONE = 1

    found = extract({"name": Text("f"), "arguments": OrderedDict(a=Number.ONE)})
    assert isinstance(found, ToolCall)
    assert [type(part) for part in (found.name, found.arguments, found.arguments["a"])] == [
        str, dict, int,
    ]  # fmt: skip


@pytest.mark.parametrize("answer", [None, 3, b"{}", ["x"], object()])
def test_what_no_model_wrote_is_an_error_not_an_answer(answer: Any) -> None:
    with pytest.raises(AnswerTypeError, match=type(answer).__name__):
        extract(answer)
