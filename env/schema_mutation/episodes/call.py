"""The episode of one tool call: a request, an answer, and perhaps further attempts.

The API behaves as a real one: it refuses a call that its schema refuses, and accepts any
other. An accepted call ends the episode, right or wrong, as it would in life; going on
would tell the model that it was wrong.
"""

from dataclasses import dataclass, replace
from typing import Literal

from ..errors import AnswerTypeError, UsageError, one_line
from ..extraction import NoCall, extract
from ..grading import grade_call
from ..schema import first_fault
from ..task import Grade, Task, ToolCall

Feedback = Literal["none", "status", "path", "message"]
Reward = Literal["exact", "graded"]
FEEDBACKS: tuple[Feedback, ...] = Feedback.__args__  # type: ignore[attr-defined]
REWARDS: tuple[Reward, ...] = Reward.__args__  # type: ignore[attr-defined]


MAX_ECHO = 8192
"""Of a refused answer, so many characters stand in what the model sees next."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How an episode is played.

    ``reward``: what the last attempt earns, the score or the shaped `Grade.graded`.
    ``feedback``: how much a refused call is told, from nothing to the API's message.
    """

    max_attempts: int = 1
    feedback: Feedback = "message"
    reward: Reward = "exact"


@dataclass(frozen=True, slots=True)
class State:
    """Where an episode stands. ``turns`` are the answers refused so far, with the replies."""

    task: Task
    rules: Rules
    attempt: int = 0
    done: bool = False
    turns: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """What one answer led to."""

    reward: float
    terminated: bool
    grade: Grade


def start(task: Task, rules: Rules = Rules()) -> State:
    """A new episode of a task."""
    return State(task, rules)


def step(state: State, answer: str) -> tuple[State, Step]:
    """Take one answer.

    Raises:
        UsageError: the episode is over.
        AnswerTypeError: the answer is not text.
    """
    if state.done:
        raise UsageError("the episode is over; start another")
    if not isinstance(answer, str):
        raise AnswerTypeError(f"an answer in an episode is text, not {type(answer).__name__}")
    call = extract(answer)
    result = grade_call(state.task, call)
    attempt = state.attempt + 1
    refusal = None
    if attempt < state.rules.max_attempts and result.score < 1:
        refusal = refused(state.task, call, state.rules.feedback)
    if refusal is None:
        reward = result.score if state.rules.reward == "exact" else result.graded
        return replace(state, attempt=attempt, done=True), Step(reward, True, result)
    turns = (*state.turns, (answer[:MAX_ECHO], refusal))
    return replace(state, attempt=attempt, turns=turns), Step(0.0, False, result)


def refused(task: Task, call: ToolCall | NoCall, feedback: Feedback) -> str | None:
    """How the API refuses a call, in the detail of ``feedback``; None where it accepts it.

    Never tells more than the schema that the model was shown.
    """
    if isinstance(call, NoCall):
        status, where, message = "400", "", "no tool call was found in the answer"
    elif call.name not in task.after.by_name:
        status, where, message = "404", "/name", f"there is no tool named {one_line(call.name)!r}"
    else:
        fault = first_fault(task.after.by_name[call.name].validator, call.arguments)
        if fault is None:
            return None
        where = one_line(f"/arguments{fault.pointer}")
        status, message = "422", one_line(fault.message, 500)
    told = {
        "none": "The call did not succeed.",
        "status": f"The API refused the call with status {status}.",
        "path": f"The API refused the call with status {status}"
        + (f", because of {where}." if where else "."),
        "message": f"The API refused the call with status {status}: {message}"
        + (f" ({where})." if where else "."),
    }
    return f"{told[feedback]} Answer with another call."
