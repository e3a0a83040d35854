import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import task_expecting
from schema_mutation.datasets import load, to_line
from schema_mutation.errors import AnswerTypeError, DataError
from schema_mutation.grading import grade
from schema_mutation.task import Forms, Mark, Task, ToolCall
from strategies import arguments, hostile_text, names, shuffled_keys, text_of

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "answer_cases.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
def test_reported_answers_come_out_as_they_should(case: dict[str, Any]) -> None:
    """Answers that people reported; `other` is a call, but not the expected one."""
    given_answer = case["answer"]
    if isinstance(given_answer, list):
        given_answer = "".join(part * times for part, times in given_answer)
    expected = case["expected"]
    result = grade(task_expecting(expected["name"], expected["arguments"]), given_answer)
    if case["outcome"] in ("match", "other"):
        assert result.score == (case["outcome"] == "match")
        assert result.verdict != "noCall"
    else:
        assert (result.score, result.verdict) == (0, "noCall")
        assert result.reason.split(":")[0] == case["outcome"]


@given(names, arguments, st.data())
def test_the_right_call_scores_in_any_key_order(
    name: str, right: dict[str, Any], data: st.DataObject
) -> None:
    given_arguments = data.draw(st.composite(shuffled_keys)(right))
    result = grade(task_expecting(name, right), text_of(name, given_arguments))
    assert (result.score, result.verdict, result.reason, result.graded) == (1, "exact", "", 1)


@given(names, arguments, hostile_text)
def test_any_text_is_graded(name: str, right: dict[str, Any], answer: str) -> None:
    result = grade(task_expecting(name, right), answer)
    assert result.score in (0, 1)
    result.reason.encode()


MARK = Mark(shown=("/arguments/new",), unshown=("/arguments/old",))
SCHEMA = {
    "type": "object",
    "properties": {
        "new": {"type": "string"},
        "size": {"type": "integer", "default": 3},
        "tags": {"type": "array", "x-order": "set"},
    },
    "required": ["new"],
    "additionalProperties": False,
}
RIGHT: dict[str, Any] = {"new": "v", "tags": ["a", "b"]}
TASK = task_expecting(
    "f", RIGHT, schema=SCHEMA, old=ToolCall("f", {"old": "v", "tags": ["a", "b"]}), marks=(MARK,)
)


@pytest.mark.parametrize(
    ("name", "given_arguments", "verdict", "graded"),
    [
        ("f", RIGHT, "exact", 1),
        ("f", {**RIGHT, "tags": ["b", "a"]}, "exact", 1),
        ("f", {**RIGHT, "size": 3}, "equivalent", 1),
        ("f", {**RIGHT, "size": 4}, "wrongValue", 0.5),
        ("f", {"old": "v", "tags": ["a", "b"]}, "stale", 0),
        ("f", {"old": "v", "tags": ["b", "a"]}, "partialStale", 0),
        ("f", {**RIGHT, "old": "v"}, "hedged", 0),
        ("f", {"old": "w"}, "partialStale", 0),
        ("f.other", RIGHT, "wrongTool", 0.5),
        ("F", RIGHT, "wrongTool", 0.5),
        ("f", {**RIGHT, "more": 1}, "invalid", 0.5),
        ("f", {}, "invalid", 0),
        ("f", {"new": 1, "tags": ["a", "b"]}, "invalid", 0.5),
        ("f", {"new": "v"}, "wrongValue", 0.5),
    ],
)
def test_each_verdict_is_the_first_that_holds(
    name: str, given_arguments: dict[str, Any], verdict: str, graded: float
) -> None:
    result = grade(TASK, ToolCall(name, given_arguments))
    assert (result.verdict, result.graded) == (verdict, graded)
    assert result.score == (verdict in ("exact", "equivalent"))
    assert result.equivalent == bool(result.score)
    assert result.stale_schema_used == (verdict == "stale")
    assert (result.reason == "") == bool(result.score)


def test_a_default_left_out_is_no_excuse_for_a_missed_mutation() -> None:
    """Equal once normalised, but the mutation is not shown."""
    mark = Mark(values=(Forms("/arguments/size", {"const": 5}, {"const": 3}),))
    schema = {"type": "object", "properties": {"size": {"type": "integer", "default": 5}}}
    task = task_expecting("f", {"size": 5}, schema=schema, marks=(mark,))
    assert grade(task, ToolCall("f", {})).verdict == "wrongValue"
    assert grade(task, ToolCall("f", {"size": 5})).verdict == "exact"


def test_a_call_that_the_schema_refuses_is_never_equivalent() -> None:
    price = {"type": "string", "format": "decimal", "pattern": r"^[0-9]+\.[0-9][0-9]$"}
    schema = {"type": "object", "properties": {"price": price}}
    task = task_expecting("f", {"price": "1.50"}, schema=schema)
    assert grade(task, ToolCall("f", {"price": "1.5"})).verdict == "invalid"
    loose = {"properties": {"price": {"type": "string", "format": "decimal"}}}
    task = task_expecting("f", {"price": "1.50"}, schema=loose)
    assert grade(task, ToolCall("f", {"price": "1.5"})).verdict == "equivalent"


def test_a_reason_names_a_real_difference() -> None:
    """Not an array that is a set, nor an optional that has its default."""
    call = ToolCall("f", {"tags": ["b", "a"], "size": 3, "new": "w"})
    assert grade(TASK, call).reason == "/arguments/new: expected string, found another string"


def test_a_reason_is_one_short_line_whatever_a_model_wrote() -> None:
    call = ToolCall("f", {**RIGHT, "a\x1b[31m\n\u202e" + "x" * 9999: 1})
    for reveal in (False, True):
        reason = grade(TASK, call, reveal=reveal).reason
        assert reason.isprintable()
        assert len(reason) < 600
    lost = grade(TASK, ToolCall("f", {"tags": ["a", "b"]}), reveal=True).reason
    assert lost == '/arguments/new: expected string, found nothing (expected "v", found nothing)'


def test_two_mutations_are_graded_apart() -> None:
    second = Mark(shown=("/arguments/b",), unshown=("/arguments/a",))
    task = task_expecting("f", {"new": 1, "b": 2, "c": 3}, marks=(MARK, second))
    half = grade(task, ToolCall("f", {"new": 1, "a": 2, "c": 3}))
    assert (half.verdict, half.mutations, half.graded) == ("partialStale", ("shown", "unshown"), 0)
    wrong = grade(task, ToolCall("f", {"new": 1, "b": 2}))
    assert (wrong.verdict, wrong.mutations) == ("wrongValue", ("shown", "shown"))
    assert wrong.graded == pytest.approx(2 / 3)


def test_a_reason_gives_values_only_where_they_are_revealed() -> None:
    call = ToolCall("f", {"new": "mine", "tags": ["a", "b"]})
    assert grade(TASK, call).reason == "/arguments/new: expected string, found another string"
    assert '"v"' in grade(TASK, call, reveal=True).reason


def test_a_fault_of_the_grader_is_never_an_answer() -> None:
    broken = Mark(values=(Forms("/arguments/new", {"type": "nonsense"}, {}),))
    task = task_expecting("f", {"new": 1}, marks=(broken,))
    with pytest.raises(DataError):
        grade(task, ToolCall("f", {"new": 2}))
    for answer in (None, 5, b"x"):
        with pytest.raises(AnswerTypeError):
            grade(task, answer)  # type: ignore[arg-type]


GOLD_FAULTS = {
    "NaN": "NaN is not JSON",
    '"\\ud83d"': "lone surrogate",
    '{"x":1,"x":1}': "stands twice",
    "9" * 4301: "4300 digits",
    "1e999": "overflows",
    "[" * 99 + "]" * 99: "deeper than 64",
}


@pytest.mark.parametrize("value", GOLD_FAULTS)
def test_a_gold_that_nobody_can_match_does_not_load(
    tmp_path: Path, public: tuple[Task, ...], value: str
) -> None:
    """A faultless line but for one value of the expected call."""
    path = tmp_path / "tasks.jsonl"
    task = next(task for task in public if task.base == "issues")
    mark = json.dumps(next(v for v in task.after.call.arguments.values() if isinstance(v, str)))
    line = to_line(task)
    path.write_text(line, "utf-8")
    assert len(load(path)) == 1
    head, after = line.split('"after":', 1)
    path.write_text(f'{head}"after":{after.replace(mark, value)}', "utf-8", "surrogatepass")
    with pytest.raises(DataError, match=rf"tasks\.jsonl:1: .*({GOLD_FAULTS[value]})"):
        load(path)


def test_public_schemas_state_nothing_to_normalise(
    public: tuple[Task, ...],
) -> None:
    """So that there an exact match alone is right."""
    for task in public:
        for tool in task.after.tools:
            text = json.dumps(tool.parameters)
            for keyword in ('"default"', '"format"', '"contentMediaType"'):
                assert keyword not in text
