import json
from dataclasses import replace
from typing import Any

import pytest

from schema_mutation.episodes.call import FEEDBACKS, MAX_ECHO, Feedback, Rules, refused, start, step
from schema_mutation.errors import AnswerTypeError, UsageError
from schema_mutation.extraction import extract
from schema_mutation.grading import grade
from schema_mutation.task import Task, ToolCall


def text(call: ToolCall) -> str:
    return json.dumps({"name": call.name, "arguments": call.arguments})


def loud(public: tuple[Task, ...]) -> Task:
    return next(task for task in public if task.mutations[0].loud)


def test_one_attempt_ends_the_episode_whatever_it_is(public: tuple[Task, ...]) -> None:
    for task in public:
        for answer, reward in ((text(task.after.call), 1), (text(task.before.call), 0), ("", 0)):
            state, result = step(start(task), answer)
            assert (result.reward, result.terminated, state.done) == (reward, True, True)
            assert result.grade == grade(task, answer)
            with pytest.raises(UsageError, match="the episode is over"):
                step(state, answer)


def test_steps_are_pure(public: tuple[Task, ...]) -> None:
    state = start(public[0], Rules(max_attempts=3))
    assert step(state, "no") == step(state, "no")
    assert state == start(public[0], Rules(max_attempts=3))


def test_a_refused_call_may_be_mended(public: tuple[Task, ...]) -> None:
    task = loud(public)
    state, first = step(start(task, Rules(max_attempts=3)), text(task.before.call))
    assert (first.reward, first.terminated, first.grade.verdict) == (0, False, "stale")
    assert len(state.turns) == 1
    state, second = step(state, text(task.after.call))
    assert (second.reward, second.terminated, state.attempt) == (1, True, 2)


def test_exhausted_attempts_terminate(public: tuple[Task, ...]) -> None:
    state = start(public[0], Rules(max_attempts=2))
    state, first = step(state, "no")
    state, second = step(state, "no")
    assert [first.terminated, second.terminated] == [False, True]
    assert len(state.turns) == 1


def test_an_accepted_call_ends_the_episode_though_it_is_wrong(public: tuple[Task, ...]) -> None:
    """As in life: the API says nothing, and another turn would give it away."""
    task = public[0]
    other = next(tool for tool in task.after.tools if tool.name != task.after.call.name)
    accepting = replace(other, parameters={"type": "object"})
    task = replace(task, after=replace(task.after, tools=(*task.after.tools, accepting)))
    state, result = step(start(task, Rules(max_attempts=5)), text(ToolCall(other.name, {})))
    assert (result.reward, result.terminated, state.turns) == (0, True, ())


def test_the_shaped_reward_is_paid_at_the_end(public: tuple[Task, ...]) -> None:
    task = public[0]
    rules = Rules(max_attempts=2, reward="graded")
    call = ToolCall(task.after.call.name, {**task.after.call.arguments, "unheard of": 1})
    state, first = step(start(task, rules), text(call))
    state, second = step(state, text(call))
    assert (first.reward, second.reward) == (0, grade(task, call).graded)
    assert 0 < second.reward < 1
    assert step(start(task, rules), text(task.after.call))[1].reward == 1


@pytest.mark.parametrize(
    ("feedback", "told"),
    [
        ("none", "The call did not succeed. Answer with another call."),
        ("status", "The API refused the call with status 422. Answer with another call."),
        ("path", "The API refused the call with status 422, because of /arguments."),
        ("message", "Additional properties are not allowed ('extra' was unexpected)"),
    ],
)
def test_feedback_tells_as_much_as_it_is_set_to(
    public: tuple[Task, ...], feedback: Feedback, told: str
) -> None:
    task = public[0]
    call = ToolCall(task.after.call.name, {**task.after.call.arguments, "extra": 1})
    reply = refused(task, call, feedback)
    assert reply is not None
    assert told in reply


def test_an_unknown_tool_and_no_call_at_all_are_refused(public: tuple[Task, ...]) -> None:
    assert "404: there is no tool named 'x' (/name)" in str(
        refused(public[0], ToolCall("x", {}), "message")
    )
    assert "400: no tool call was found" in str(refused(public[0], extract(""), "message"))


def test_feedback_never_tells_a_value_that_was_not_shown(public: tuple[Task, ...]) -> None:
    """Whatever stale or hedged call is made, the reply holds no value of the expected one that
    stands neither in the request, nor in the schema, nor in the call itself.
    """
    for task in public:
        expected = task.after.call.arguments
        schemas = [tool.parameters for tool in task.after.tools]
        for call in (task.before.call, ToolCall(task.after.call.name, task.before.call.arguments)):
            for feedback in FEEDBACKS:
                reply = refused(task, call, feedback) or ""
                known = json.dumps([task.request, schemas, call.arguments])
                for value in expected.values():
                    written = json.dumps(value)
                    assert written not in reply or written.strip('"') in known


def test_a_huge_answer_is_cut_in_what_is_shown_next(public: tuple[Task, ...]) -> None:
    huge = ToolCall("x" * 100_000, {"y" * 100_000: 1})
    state, _ = step(start(public[0], Rules(max_attempts=3)), text(huge))
    call = ToolCall(public[0].after.call.name, {"y" * 100_000: "z" * 100_000})
    state, _ = step(state, text(call))
    assert len(state.turns) == 2
    for answer, reply in state.turns:
        assert len(answer) <= MAX_ECHO
        assert len(reply) < 1000


@pytest.mark.parametrize("answer", [None, 5, {"name": "f", "arguments": {}}])
def test_an_answer_in_an_episode_is_text(public: tuple[Task, ...], answer: Any) -> None:
    with pytest.raises(AnswerTypeError, match="is text, not"):
        step(start(public[0]), answer)
