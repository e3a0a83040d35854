"""Grading one answer to one task. docs/grading.md explains every choice."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from .comparison import Difference, difference, equal, steps
from .extraction import NoCall, extract
from .marks import detect
from .schema import normalised, unordered
from .task import Detection, Grade, Side, Task, ToolCall, Verdict


def grade(task: Task, answer: str | Mapping[str, Any] | ToolCall, *, reveal: bool = False) -> Grade:
    """Grade an answer: a model's text, or a call as a mapping or `ToolCall`.

    ``reveal`` lets the reason name values, the expected one among them.

    Raises:
        AnswerTypeError: the answer is nothing that a model can have written.
    """
    return grade_call(task, extract(answer), reveal=reveal)


def grade_call(task: Task, call: ToolCall | NoCall, *, reveal: bool = False) -> Grade:
    """Grade what `extract` found in an answer."""
    if isinstance(call, NoCall):
        unseen: tuple[Detection, ...] = tuple("absent" for _ in task.mutations)
        reason = f"{call.reason}: {call.detail}" if call.detail else call.reason
        return Grade(0.0, False, "noCall", unseen, reason, 0.0)
    if _is_call_of(task.after, call):
        return _exact(len(task.mutations))
    return _grade_mismatch(task, call, reveal)


def _grade_mismatch(task: Task, call: ToolCall, reveal: bool) -> Grade:
    seen = tuple(detect(mutation.mark, call, task.tool_names) for mutation in task.mutations)
    if all(form == "shown" for form in seen) and _is_equivalent(task.after, call):
        return Grade(1.0, True, "equivalent", seen, "", 1.0)
    first = _first_difference(task.after, call)
    reason = first.reason(reveal=reveal) if first else ""
    return Grade(0.0, False, _verdict(task, call, seen), seen, reason, _graded(seen))


@cache
def _exact(mutations: int) -> Grade:
    shown: tuple[Detection, ...] = tuple("shown" for _ in range(mutations))
    return Grade(1.0, True, "exact", shown, "", 1.0)


def _verdict(task: Task, call: ToolCall, seen: tuple[Detection, ...]) -> Verdict:
    """The first that holds, of those for a call that is wrong."""
    if _is_call_of(task.before, call):
        return "stale"
    if "both" in seen:
        return "hedged"
    if "unshown" in seen:
        return "partialStale"
    if call.name != task.after.call.name:
        return "wrongTool"
    tool = task.after.by_name[call.name]
    return "wrongValue" if tool.validator.is_valid(call.arguments) else "invalid"


def _is_call_of(side: Side, call: ToolCall) -> bool:
    right = side.call
    if call.name != right.name:
        return False
    if call.arguments == right.arguments and (
        not side.confusable or equal(call.arguments, right.arguments)
    ):
        return True
    if "x-order" not in side.states:
        return False
    schema = side.by_name[right.name].parameters
    return equal(unordered(call.arguments, schema), unordered(right.arguments, schema))


def _is_equivalent(side: Side, call: ToolCall) -> bool:
    """Is a call the right one once all that its schema calls the same is made the same?"""
    right = side.call
    if call.name != right.name or not side.states - {"x-order"}:
        return False
    tool = side.by_name[right.name]
    return tool.validator.is_valid(call.arguments) and equal(
        normalised(call.arguments, tool.parameters), normalised(right.arguments, tool.parameters)
    )


def _first_difference(side: Side, call: ToolCall) -> Difference | None:
    """Where a call first differs from the right one, not counting what its schema calls the
    same.
    """
    right = side.call
    if call.name != right.name:
        return Difference("/name", right.name, call.name)
    first = difference(right.arguments, call.arguments, "/arguments")
    if first and side.states:
        schema = side.by_name[right.name].parameters.get("properties", {})
        parameter = schema.get(steps(first.pointer)[1])
        if isinstance(parameter, dict) and not parameter.keys() <= _PLAIN:
            first = difference(right.arguments, _aligned(side, call), "/arguments")
    return first


_PLAIN = frozenset({"type", "description", "enum", "const", "pattern", "minimum", "maximum"})
"""Keywords that leave a value only one way to be written."""


def _aligned(side: Side, call: ToolCall) -> dict[str, Any]:
    """The arguments of a call, each that its schema calls the same as the right one made it."""
    right = side.call
    schema = side.by_name[right.name].parameters
    want, have = normalised(right.arguments, schema), normalised(call.arguments, schema)
    same = {key for key in want if key in have and equal(want[key], have[key])}
    differing = {key: value for key, value in call.arguments.items() if key not in same}
    return {key: right.arguments[key] for key in right.arguments if key in same} | differing


def _graded(seen: tuple[Detection, ...]) -> float:
    """The shaped reward of a wrong call: never 1, and 0 once an old form is used."""
    if "both" in seen or "unshown" in seen:
        return 0.0
    return seen.count("shown") / (len(seen) + 1)
