"""The mock model: right on every second task by design, wrong in every way on the others.

It is made with the tasks and knows their gold, so its score says nothing. It shows that
everything works, and what a report looks like.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from json import dumps
from typing import Any

from ..grading import grade
from ..prompts import Prompt
from ..task import Task, ToolCall, Verdict

_WRONG: tuple[Verdict, ...] = (
    "hedged", "partialStale", "stale", "wrongTool", "invalid", "wrongValue", "noCall",
)  # fmt: skip


def mock(tasks: Sequence[Task]) -> Callable[[Prompt], str]:
    """A mock model for some tasks, the same each time."""
    shown: Counter[Verdict] = Counter()
    answers: dict[str, str] = {}
    for place, task in enumerate(tasks):
        if place % 2 == 0:
            answers[task.id] = _written(task.after.call, place)
            continue
        verdict, answers[task.id] = _rarest(task, shown, place)
        shown[verdict] += 1
    return lambda prompt: answers[prompt.task_id]


def _rarest(task: Task, shown: Counter[Verdict], place: int) -> tuple[Verdict, str]:
    """A wrong answer with the verdict that was shown least so far, of those that can be."""
    for verdict in sorted(_WRONG, key=lambda verdict: (shown[verdict], _WRONG.index(verdict))):
        for call in _attempts(task, verdict):
            answer = _written(call, place) if call else "I would rather ask a person first."
            if grade(task, answer).verdict == verdict:
                return verdict, answer
    raise AssertionError("no answer can always be given")


def _attempts(task: Task, verdict: Verdict) -> Iterator[ToolCall | None]:
    right, old = task.after.call, task.before.call
    if verdict == "noCall":
        yield None
    elif verdict == "stale":
        yield old
    elif verdict == "hedged":
        yield ToolCall(right.name, {**old.arguments, **right.arguments})
    elif verdict == "partialStale":
        yield from (ToolCall(old.name, arguments) for arguments in _altered(old.arguments))
    elif verdict == "wrongTool":
        for tool in task.after.tools:
            yield ToolCall(tool.name, right.arguments)
    elif verdict == "invalid":
        yield ToolCall(right.name, {**right.arguments, "reason": "asked for by a person"})
    else:
        yield from (ToolCall(right.name, arguments) for arguments in _altered(right.arguments))


def _altered(arguments: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The arguments with one text changed or one argument left out."""
    for name, value in arguments.items():
        if isinstance(value, str):
            yield {**arguments, name: value[::-1]}
    for name in arguments:
        yield {key: value for key, value in arguments.items() if key != name}


def _written(call: ToolCall, place: int) -> str:
    """A call as models write it: bare, in a fence, after a thought, within prose."""
    text = dumps({"name": call.name, "arguments": call.arguments}, ensure_ascii=False)
    style = place // 2 % 4
    if style == 1:
        return f"```json\n{text}\n```"
    if style == 2:
        return f"<think>The schema has {{{call.name}}}.</think>\n{text}"
    return f"Here is the call:\n\n{text}\n\nIs there anything else?" if style == 3 else text
