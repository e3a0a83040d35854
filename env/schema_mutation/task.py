"""The data that everything else handles: tools, calls, tasks and grades."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, Literal

from jsonschema_rs import Draft202012Validator

from .comparison import confusable, steps
from .schema import compiled

Verdict = Literal[
    "noCall", "exact", "equivalent", "stale", "hedged",
    "partialStale", "wrongTool", "invalid", "wrongValue",
]  # fmt: skip
VERDICTS: tuple[Verdict, ...] = Verdict.__args__  # type: ignore[attr-defined]
Detection = Literal["shown", "unshown", "both", "absent", "neither"]
COMPOUND = "compound"
MAX_MUTATIONS = 4
"""How many changes one task may hold."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as a model makes it: a tool's name and its arguments."""

    name: str
    arguments: dict[str, Any]


class _Compiling:
    """Keeps compiled forms in the instance, and out of pickles and copies."""

    def __getstate__(self) -> dict[str, Any]:
        return {item.name: getattr(self, item.name) for item in fields(self)}  # type: ignore[arg-type]


@dataclass(frozen=True)
class Tool(_Compiling):
    """What a model is shown of a tool. ``parameters`` is a JSON Schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]

    @cached_property
    def validator(self) -> Draft202012Validator:
        """The compiled parameters.

        Raises:
            DataError: they are not a JSON Schema.
        """
        return compiled(self.parameters)


SAMENESS = ("x-order", "default", "format", "contentMediaType")


@dataclass(frozen=True)
class Side:
    """One version of an API, as far as a task shows it, and the right call there."""

    tools: tuple[Tool, ...]
    call: ToolCall

    @cached_property
    def by_name(self) -> dict[str, Tool]:
        """The tools by their names."""
        return {tool.name: tool for tool in self.tools}

    @cached_property
    def confusable(self) -> bool:
        """Does the call hold a value that Python calls equal to one of another type?"""
        return any(confusable(value) for value in self.call.arguments.values())

    @cached_property
    def states(self) -> frozenset[str]:
        """The keywords in the schemas here by which different values may mean the same."""
        text = repr([tool.parameters for tool in self.tools])
        return frozenset(keyword for keyword in SAMENESS if f"'{keyword}'" in text)


@dataclass(frozen=True)
class Forms(_Compiling):
    """Two schemas that tell the two forms of the value at ``pointer`` apart."""

    pointer: str
    shown: dict[str, Any]
    unshown: dict[str, Any]

    @cached_property
    def compiled(self) -> tuple[Draft202012Validator, Draft202012Validator]:
        """Validators of the shown and of the unshown form."""
        return compiled(self.shown), compiled(self.unshown)


@dataclass(frozen=True)
class Mark:
    """How an answer shows that it knows or misses one mutation.

    ``shown`` and ``unshown`` are JSON Pointers that only the form of the version shown, or
    of the other version, has. ``absence`` says what leaving all of them out means, in a call
    that holds every pointer of ``holds``.
    """

    shown: tuple[str, ...] = ()
    unshown: tuple[str, ...] = ()
    values: tuple[Forms, ...] = ()
    absence: Literal["shown", "unshown"] | None = None
    holds: tuple[str, ...] = ()

    @cached_property
    def paths(self) -> dict[str, tuple[str, ...]]:
        """Each pointer of this mark, taken apart."""
        pointers = (*self.shown, *self.unshown, *self.holds, *(v.pointer for v in self.values))
        return {pointer: steps(pointer) for pointer in pointers}


@dataclass(frozen=True, slots=True)
class TaskMutation:
    """A mutation as a task records it: kind, parameters, and how to read it in a call.

    ``loud``: an answer that misses this mutation alone fails the schema it was shown.
    """

    kind: str
    parameters: dict[str, Any]
    loud: bool
    mark: Mark = field(default_factory=Mark)


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a request, and the field (by hidden id) whose value it gives."""

    text: str
    field: str | None = None


@dataclass(frozen=True)
class Task:
    """One request to one migrated API; ``after`` is shown to the model and is right.

    ``base`` is the tool of the catalogue that the task was drawn from, the unit by which
    intervals are clustered. ``provenance`` says for the value at each pointer of
    the expected call where a reader finds it: ``request``, ``schema``, ``default``
    or ``derived:<codec>``. Joined by blanks, the segments are the request.
    """

    id: str
    base: str
    mutation_kind: str
    schema_version: str
    request: str
    before: Side
    after: Side
    mutations: tuple[TaskMutation, ...] = ()
    segments: tuple[Segment, ...] = ()
    provenance: dict[str, str] = field(default_factory=dict)

    @cached_property
    def tool_names(self) -> frozenset[str]:
        """The names of the tools of both versions."""
        return frozenset({*self.before.by_name, *self.after.by_name})

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its mutations, in the order in which they were applied."""
        return tuple(mutation.kind for mutation in self.mutations)


@dataclass(frozen=True, slots=True)
class Grade:
    """What an answer is worth, and why. See docs/grading.md for each field."""

    score: float
    equivalent: bool
    verdict: Verdict
    mutations: tuple[Detection, ...]
    reason: str
    graded: float

    @property
    def stale_schema_used(self) -> bool:
        """Is the answer exactly the call of the version that was not shown?"""
        return self.verdict == "stale"


def task_from_json(record: Mapping[str, Any]) -> Task:
    """Read a task from the parsed form of its line.

    Raises:
        pydantic.ValidationError: a field is missing, unknown or of the wrong type.
    """
    return _adapter().validate_python(record, strict=False)  # type: ignore[no-any-return]


def task_to_json(task: Task) -> dict[str, Any]:
    """A task as plain data with camelCase keys, as its line holds it."""
    return _adapter().dump_python(task, by_alias=True, mode="json")  # type: ignore[no-any-return]


@cache
def _adapter() -> Any:
    """Pydantic's reader and writer of tasks, built when first needed: its import is slow."""
    from pydantic import ConfigDict, TypeAdapter
    from pydantic.alias_generators import to_camel

    config = ConfigDict(alias_generator=to_camel, extra="forbid", populate_by_name=False)
    for part in (Task, TaskMutation, Segment, Side, Tool, ToolCall, Mark, Forms):
        part.__pydantic_config__ = config  # type: ignore[union-attr]
    return TypeAdapter(Task)
