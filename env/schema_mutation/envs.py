"""Gymnasium environments. Importing this module registers them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from .datasets import distinct, find, load, of_kind
from .episodes import call as episode
from .errors import UnknownNameError, UsageError, one_line
from .prompts import prompt
from .task import Task

Order = Literal["shuffle", "sequential"]
ORDERS: tuple[Order, ...] = Order.__args__  # type: ignore[attr-defined]
MODES = ("ansi", None)
MAX_TEXT = 1 << 20
MAX_TURN = 1 << 16  # what a refused answer and its reply may add to the messages
_TRUNCATED = ("truncated", "unclosedThinking")
_SAMPLE = 64  # characters: longer samples would only cost time


class FreeText(spaces.Text):
    """Any text up to a length: Gymnasium's own space knows a closed set of characters."""

    def __init__(self, max_length: int = MAX_TEXT) -> None:
        super().__init__(max_length, min_length=0)

    def contains(self, x: Any) -> bool:
        """Is this text, and not too long?"""
        return isinstance(x, str) and len(x) <= self.max_length

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        """A short random text, unless a mask says otherwise."""
        if mask is None and probability is None:
            mask = (int(self.np_random.integers(min(_SAMPLE, self.max_length) + 1)), None)
        return super().sample(mask, probability)


class SchemaMutationEnv(gymnasium.Env[dict[str, str], str]):
    """One request to a migrated API, to be answered with one JSON tool call.

    ## Description
    The model sees the tools of an API in their current version and an everyday request.
    The API has changed in one or more respects, which the model is not told; a model that
    answers from the schema it memorised is recognised, see docs/grading.md.

    ## Action Space
    Text: the model's answer. The call in it is found as docs/grading.md says, in prose and
    code fences too, and outside thinking.

    ## Observation Space
    A dictionary of texts: ``messages`` (a JSON array of chat messages with ``role`` and
    ``content``; refused answers and the API's replies follow the request), ``tools`` (a JSON
    array of the current tools) and ``request``.

    ## Rewards
    1 for the right call, else 0; with ``reward="graded"`` a wrong call that shows no old form
    earns part of it. Attempts before the last earn 0.

    ## Starting State
    The next task of the split, in an order that the seed determines, or the one that
    ``reset(options={"task_id": ...})`` names. No other option is taken.

    ## Episode End
    Terminates with a call that the API accepts, right or wrong, and with the last of
    ``max_attempts``. Never truncates.

    ## Information
    ``task_id``, ``split``, ``kind`` and ``attempt``; after a step also ``verdict``,
    ``stale_schema_used``, ``reason`` (once the episode is over: it names the place of the
    first difference) and ``answer_truncated`` (the answer stops within an object or a
    thought).

    ## Arguments
    ``split`` (a name, a path or tasks), ``kind``, ``order`` (``shuffle``: every task once,
    then anew; ``sequential``), ``reward`` (``exact``, ``graded``), ``max_attempts``,
    ``feedback`` (``none``, ``status``, ``path``, ``message``), ``render_mode`` (``ansi``).

    ## Version History
    * v0: first version.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        split: str | Path | Sequence[Task] = "public",
        kind: str | None = None,
        *,
        order: Order = "shuffle",
        reward: episode.Reward = "exact",
        max_attempts: int = 1,
        feedback: episode.Feedback = "message",
        render_mode: str | None = None,
    ) -> None:
        """Load the tasks.

        Raises:
            UnknownNameError: split, kind or another choice is not there.
            DataError: the file of tasks is damaged.
            UsageError: no task is of that kind, or no attempt is allowed.
        """
        choices: dict[str, tuple[object, Sequence[object]]]
        choices = {"order": (order, ORDERS), "reward": (reward, episode.REWARDS)}
        choices |= {"feedback": (feedback, episode.FEEDBACKS), "render_mode": (render_mode, MODES)}
        for name, (value, known) in choices.items():
            _one_of(name, value, known)
        if type(max_attempts) is not int or max_attempts < 1:
            raise UsageError(f"max_attempts is {max_attempts!r}; it must be 1 or more")
        self.split = str(split) if isinstance(split, str | Path) else "custom"
        tasks = load(split) if isinstance(split, str | Path) else distinct(split)
        self.tasks = of_kind(tasks, kind)
        self.order, self.render_mode = order, render_mode
        self.rules = episode.Rules(max_attempts, feedback, reward)
        self.action_space = FreeText()
        messages = FreeText(MAX_TEXT + max_attempts * MAX_TURN)
        self.observation_space = spaces.Dict(  # type: ignore[assignment]
            {"messages": messages, "tools": FreeText(), "request": FreeText()}
        )
        self._shown: dict[str, tuple[str, str]] = {}
        self._queue: list[int] = []
        self._state: episode.State | None = None
        self._last = ""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, str], dict[str, Any]]:
        """Begin the next task, or the one that ``options={"task_id": ...}`` names.

        Raises:
            UnknownNameError: there is no such task or no such option.
        """
        if not isinstance(options or {}, dict):
            raise UsageError(f"reset options are a dict, not {type(options).__name__}")
        for option in options or ():
            _one_of("reset option", option, ("task_id",))
        named = find(self.tasks, options["task_id"]) if options else None
        super().reset(seed=seed)
        if seed is not None:
            self._queue = []
        task = named or self._next()
        self._state, self._last = episode.start(task, self.rules), ""
        return self._observation(), self._info()

    def step(self, action: str) -> tuple[dict[str, str], float, bool, bool, dict[str, Any]]:
        """Answer; see the class for what comes back.

        Raises:
            gymnasium.error.ResetNeeded: the episode is over or has not begun.
            AnswerTypeError: the action is not text.
        """
        if self._state is None or self._state.done:
            raise gymnasium.error.ResetNeeded("the episode is over; call reset() first")
        self._state, step = episode.step(self._state, action)
        grade = step.grade
        self._last = f"{action}\n\n{grade.verdict} {grade.reason}".rstrip()
        info = self._info() | {
            "verdict": grade.verdict,
            "stale_schema_used": grade.stale_schema_used,
            "reason": grade.reason if step.terminated else "",
            "answer_truncated": grade.reason in _TRUNCATED,
        }
        return self._observation(), step.reward, step.terminated, False, info

    def render(self) -> str | None:
        """The request and, once there is one, the answer with its verdict, as text."""
        if self.render_mode is None or self._state is None:
            return None
        text = f"{self._state.task.id}: {self._state.task.request}\n\n{self._last}".rstrip()
        return "\n".join(one_line(line, MAX_TEXT) for line in text.split("\n"))

    def _next(self) -> Task:
        if not self._queue:
            count = len(self.tasks)
            shuffled = self.order == "shuffle"
            order = self.np_random.permutation(count) if shuffled else np.arange(count)
            self._queue = order[::-1].tolist()
        return self.tasks[self._queue.pop()]

    def _observation(self) -> dict[str, str]:
        state = self._state
        assert state is not None
        task = state.task
        if task.id not in self._shown:
            shown = prompt(task)
            self._shown[task.id] = (_json(shown.messages), _json(shown.tools))
        messages, tools = self._shown[task.id]
        if state.turns:
            turns = [
                {"role": role, "content": text}
                for turn in state.turns
                for role, text in zip(("assistant", "user"), turn, strict=True)
            ]
            messages = f"{messages[:-1]}, {_json(turns)[1:]}"
        return {"messages": messages, "tools": tools, "request": task.request}

    def _info(self) -> dict[str, Any]:
        state = self._state
        assert state is not None
        return {
            "task_id": state.task.id,
            "split": self.split,
            "kind": state.task.mutation_kind,
            "attempt": state.attempt,
        }


def make(id: str = "SchemaMutation-v0", **options: Any) -> gymnasium.Env[Any, Any]:
    """`gymnasium.make` for the environments of this package.

    Raises:
        UnknownNameError: there is no such environment.
    """
    _one_of("environment", id, _REGISTERED)
    return gymnasium.make(id, **options)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _one_of(what: str, value: object, known: Sequence[object]) -> None:
    if not (value is None or isinstance(value, str)) or value not in known:
        raise UnknownNameError(what, value, map(str, known))


_REGISTERED = ("SchemaMutation-v0",)

gymnasium.register(id="SchemaMutation-v0", entry_point="schema_mutation.envs:SchemaMutationEnv")
