"""The proof of the whole: from the shipped file to the score, with the text models write."""

import json

import pytest

from schema_mutation import extract, grade, load, prompt
from schema_mutation.files import data_root
from schema_mutation.task import Task, ToolCall

TASKS = load("public")
IDS = [task.id for task in TASKS]


def text(call: ToolCall) -> str:
    return json.dumps({"name": call.name, "arguments": call.arguments}, indent=2)


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_the_canonical_answer_scores(task: Task) -> None:
    for answer in (text(task.after.call), f"Sure!\n```json\n{text(task.after.call)}\n```\nDone."):
        result = grade(task, answer)
        assert (result.score, result.verdict, result.graded) == (1, "exact", 1)
        assert result.mutations == ("shown",)


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_the_stale_answer_is_flagged(task: Task) -> None:
    result = grade(task, text(task.before.call))
    assert (result.score, result.verdict, result.stale_schema_used) == (0, "stale", True)
    assert result.mutations == ("unshown",)
    assert result.graded == 0


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_another_task_s_answer_does_not_score(task: Task) -> None:
    for other in TASKS:
        if other is not task:
            for call in (other.after.call, other.before.call):
                result = grade(task, call)
                assert (result.score, result.stale_schema_used) == (0, False)


@pytest.mark.parametrize(
    "answer", ["", " ", "I cannot.", "{}", "null", "[]", "{" * 99, "\x00", "42"]
)
def test_junk_does_not_score(answer: str) -> None:
    for task in TASKS:
        result = grade(task, answer)
        assert (result.score, result.verdict, result.stale_schema_used) == (0, "noCall", False)


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_the_prompt_does_not_answer_itself(task: Task) -> None:
    shown = prompt(task)
    assert grade(task, shown.text).score == 0
    assert task.schema_version in shown.text
    assert task.request in shown.text
    for part in (shown.text, json.dumps(shown.tools)):
        found = extract(part)
        assert not isinstance(found, ToolCall) or found != task.after.call


def test_readers_who_saw_the_prompts_alone_agree_with_the_gold() -> None:
    path = data_root() / "review" / "public.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    answers = {row["id"]: row["answer"] for row in rows}
    assert set(answers) == set(IDS)
    assert [task.id for task in TASKS if grade(task, answers[task.id]).verdict != "exact"] == []


@pytest.mark.parametrize("task", TASKS, ids=IDS)
def test_any_one_change_to_the_right_call_is_wrong(task: Task) -> None:
    """Every field matters: none may be left out, altered or joined by another."""
    right = task.after.call
    for name in right.arguments:
        less = {key: value for key, value in right.arguments.items() if key != name}
        assert grade(task, ToolCall(right.name, less)).score == 0
        assert grade(task, ToolCall(right.name, {**right.arguments, name: None})).score == 0
        assert (
            grade(task, ToolCall(right.name, {**less, f"{name}_": right.arguments[name]})).score
            == 0
        )
    assert grade(task, ToolCall(right.name, {**right.arguments, "more": True})).score == 0
    for tool in task.after.tools:
        if tool.name != right.name:
            assert grade(task, ToolCall(tool.name, right.arguments)).score == 0
