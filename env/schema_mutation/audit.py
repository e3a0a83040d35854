"""The audit of tasks: are they solved without reading, and can they be solved by reading?

Scripted policies are handed what a caller of the old version meant to say and see the
request and the new schema's types, but none of its words. What they score is what a task
gives away. In the other direction, each value of an expected call must stand where its
provenance says, and a request must not use a word of either version.
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .comparison import MISSING, equal, facts, lookup, steps
from .draw import Draw
from .grading import grade
from .mutations import codec_called
from .schema import compiled
from .task import Task, TaskMutation, Tool, ToolCall
from .wording import SAYINGS, echoes, say, stems

DERIVED = "derived:"
DRAWS = 20
MARGIN = 0.20
"""How far above the chance of the choice itself a policy may score before a kind is redesigned."""

_LITERAL = re.compile(r"“([^”]*)”")


@dataclass(frozen=True, slots=True)
class KindAudit:
    """What word-blind policies get right on the tasks of one kind, from 0 to 1.

    ``choices`` is how often each makes the choice itself right, that is, what the mutation
    changed, whatever else is wrong; ``scores`` is how often the whole call is right.
    ``chance`` is the chance of the choice itself: one in as many as cannot be told apart.
    """

    tasks: int
    chance: float
    choices: Mapping[str, float]
    scores: Mapping[str, float]

    @property
    def given_away(self) -> bool:
        """Is some policy right more than `MARGIN` above chance?"""
        figures = (*self.choices.values(), *self.scores.values())
        return any(figure > self.chance + MARGIN for figure in figures)


@dataclass(frozen=True, slots=True)
class Audit:
    """The audit by kind, and every fault found in single tasks."""

    kinds: Mapping[str, KindAudit]
    faults: tuple[str, ...]


def audit(tasks: Sequence[Task]) -> Audit:
    """Audit tasks. The same tasks give the same figures each time."""
    by_kind: dict[str, list[Task]] = {}
    for task in tasks:
        by_kind.setdefault(task.mutation_kind, []).append(task)
    kinds = {kind: _audit_kind(by_kind[kind]) for kind in sorted(by_kind)}
    return Audit(kinds, tuple(fault for task in tasks for fault in task_faults(task)))


def task_faults(task: Task) -> list[str]:
    """What a request gives away, and what of the expected call cannot be found."""
    faults = [
        f"{task.id}: the request uses {word!r}, a word of the schema" for word in _leaks(task)
    ]
    for at, source in task.provenance.items():
        if not _found(task, at, source):
            faults.append(f"{task.id}: {at} is not to be found in the {source.split(':')[0]}")
    if task.provenance:
        said = facts(task.after.call.name, task.after.call.arguments)
        lost = sorted(said.keys() - task.provenance.keys())
        faults += [f"{task.id}: {at} has no provenance" for at in lost]
    return faults


def _leaks(task: Task) -> list[str]:
    names: list[str] = []
    values: list[set[str]] = []
    for side in (task.before, task.after):
        tool = side.by_name[side.call.name]
        names.append(tool.name)
        for path, schema in leaves(tool).items():
            names += [*path, *(value for value in schema.get("enum", ()) if isinstance(value, str))]
        values.append(set(texts(side.call.arguments)))
    said = _without_removed(task)
    for text in _given(task):
        said = _whole(text).sub(" ", said)
    one_sided = [value for value in values[0] ^ values[1] if _stands_in(value, said)]
    both = _identifiers(task)
    return [*echoes(task.request, stems(names)), *(v for v in one_sided if v not in both)]


def texts(value: Any) -> list[str]:
    """The parts of a JSON value that are not made of parts, as text."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return [text for part in parts for text in texts(part)]
    return [str(value)]


def _identifiers(task: Task) -> set[str]:
    """The identifiers of which a request gives two for one thing."""
    pairs = [m.parameters["decode"]["pairs"] for m in task.mutations if m.kind == "idKind"]
    return {text for table in pairs for sample, _ in table for text in sample}


def _without_removed(task: Task) -> str:
    """The request but for what it says of fields that are gone: there is nowhere to say it."""
    removed = {m.parameters["field"] for m in task.mutations if m.kind == "removedField"}
    if not removed:
        return task.request
    return " ".join(part.text for part in task.segments if part.field not in removed)


def _given(task: Task) -> list[str]:
    """What a request is meant to give word for word, the longest first."""
    arguments = task.after.call.arguments
    given: list[str] = []
    for at, source in task.provenance.items():
        value = lookup(arguments, steps(at)[1:])
        if source == "request":
            given += texts(value)
        elif source.startswith(DERIVED):
            given += texts(_decoded(value, source))
    return sorted(given, key=len, reverse=True)


def _stands_in(value: str, request: str) -> bool:
    return _whole(value).search(request) is not None


def _whole(text: str) -> re.Pattern[str]:
    """A text where it stands by itself, and not within a word or a number."""
    return re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")


def _found(task: Task, at: str, source: str) -> bool:
    """Does the value at a pointer of the expected call stand where its provenance says?"""
    call = task.after.call
    if at == "/name":
        return any(equal(call.name, tool.name) for tool in task.after.tools)
    path = steps(at)[1:]
    value = lookup(call.arguments, path)
    schema = _schema_at(task.after.by_name[call.name], path)
    if value is MISSING:
        return False
    if isinstance(value, dict):
        return source == "schema"
    if source == "request":
        return all(_stands_in(text, task.request) for text in texts(value))
    if source == "schema":
        options = _options(schema)
        told = [f"{str(item).lower() if isinstance(item, bool) else item}: " for item in options]
        described = all(text in schema.get("description", "") for text in told)
        return described and any(equal(value, item) for item in options)
    if source == "default":
        return equal(value, schema.get("default", MISSING))
    meaning = _decoded(value, source)
    return bool(schema.get("description")) and _is_said(meaning, task.request)


def _decoded(value: Any, source: str) -> Any:
    """What a value means by its codec, or MISSING where it means nothing."""
    try:
        return codec_called(source.removeprefix(DERIVED)).decode(value)
    except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError):
        return MISSING


def _is_said(meaning: Any, request: str) -> bool:
    """Does a request say a meaning, in one of the ways in which it can be said?"""
    for saying in SAYINGS:
        try:
            if say(meaning, saying) in request:
                return True
        except (ValueError, TypeError, LookupError, AttributeError):
            continue
    return False


def leaves(tool: Tool) -> dict[tuple[str, ...], dict[str, Any]]:
    """The schemas of a tool's parameters, by their paths; objects of fields are opened.

    Those that are only true or false are left blank.
    """
    return dict(_leaves((), tool.parameters))


def _leaves(at: tuple[str, ...], schema: Any) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    if isinstance(schema, dict) and (at == () or "properties" in schema):
        for name, inner in schema.get("properties", {}).items():
            yield from _leaves((*at, name), inner)
    else:
        yield at, schema if isinstance(schema, dict) else {}


def _schema_at(tool: Tool, path: Sequence[str]) -> dict[str, Any]:
    schema: Any = tool.parameters
    for step in path:
        if not isinstance(schema, dict):
            return {}
        inner = schema.get("properties", {})
        schema = inner[step] if step in inner else schema.get("additionalProperties")
    return schema if isinstance(schema, dict) else {}


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter without its words: what it takes, and whether it must be given.

    One with ``options`` takes nothing else: which of them is meant is a matter of words.
    """

    path: tuple[str, ...]
    accepts: Callable[[Any], bool]
    options: tuple[Any, ...]
    required: bool


def _slots(tool: Tool) -> list[Slot]:
    return [
        Slot(path, _taker(schema), _options(schema), _is_required(tool, path))
        for path, schema in leaves(tool).items()
    ]


def _is_required(tool: Tool, path: Sequence[str]) -> bool:
    """Must a parameter be given, and every object that it stands in?"""
    return all(path[i] in _schema_at(tool, path[:i]).get("required", ()) for i in range(len(path)))


def _options(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(schema.get("enum", (True, False) if schema.get("type") == "boolean" else ()))


def _taker(schema: Mapping[str, Any]) -> Callable[[Any], bool]:
    """Whether a value fits by its type: a pattern would be words again."""
    if _options(schema):
        return lambda _: False
    return compiled({key: value for key, value in schema.items() if key != "pattern"}).is_valid


Policy = Callable[[list[Slot], list[Any], Draw], dict[str, Any]]


def _assign(slots: list[Slot], values: list[Any], draw: Draw) -> dict[str, Any]:
    """Give slots, in this order, random values that fit; a random option where none does."""
    left, arguments = draw.shuffled(values), dict[str, Any]()
    for slot in slots:
        fit = next((value for value in left if slot.accepts(value)), MISSING)
        if fit is not MISSING:
            left = [value for value in left if value is not fit]
        elif slot.options:
            fit = draw.pick(slot.options)
        if fit is not MISSING:
            group = arguments
            for step in slot.path[:-1]:
                group = group.setdefault(step, {})
            group[slot.path[-1]] = fit
    return arguments


def _fill_every(slots: list[Slot], values: list[Any], draw: Draw) -> dict[str, Any]:
    return _assign(slots, values, draw)


def _required_only(slots: list[Slot], values: list[Any], draw: Draw) -> dict[str, Any]:
    return _assign([slot for slot in slots if slot.required], values, draw)


def _by_type(slots: list[Slot], values: list[Any], draw: Draw) -> dict[str, Any]:
    """What must be given first, then as many more, at random, as there are values left."""
    must = [slot for slot in slots if slot.required]
    may = draw.shuffled([slot for slot in slots if not slot.required])
    return _assign([*must, *may[: max(len(values) - len(must), 0)]], values, draw)


POLICIES: Mapping[str, Policy] = {
    "fillEveryField": _fill_every,
    "requiredOnly": _required_only,
    "assignByType": _by_type,
}
KEEP_OLD = "keepOldCall"


def _audit_kind(tasks: Sequence[Task]) -> KindAudit:
    names = (*POLICIES, KEEP_OLD)
    choices, scores = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for task in tasks:
        for name, calls in _played(task).items():
            right = sum(is_chosen(task, call) for call in calls)
            choices[name] += right / len(calls) / len(tasks)
            whole = sum(grade(task, call).score for call in calls)
            scores[name] += whole / len(calls) / len(tasks)
    return KindAudit(len(tasks), sum(map(chance, tasks)) / len(tasks), choices, scores)


def _played(task: Task) -> dict[str, list[ToolCall]]:
    """What each policy answers, in some draws.

    A policy is told which tools take what such a request gives, and not which of them is
    meant.
    """
    tools = {tool.name: _slots(tool) for tool in siblings(task)}
    values = handed(task)
    played = {KEEP_OLD: [task.before.call]}
    for name, policy in POLICIES.items():
        draw = Draw(f"audit:{name}:{task.id}")
        chosen = [draw.pick(sorted(tools)) for _ in range(DRAWS)]
        played[name] = [ToolCall(tool, policy(tools[tool], values, draw)) for tool in chosen]
    return played


def is_chosen(task: Task, call: ToolCall) -> bool:
    """Does a call say what the mutations changed as the right one says it?"""
    right = facts(task.after.call.name, task.after.call.arguments)
    given = facts(call.name, call.arguments)
    for mutation in task.mutations:
        if any(pointer in given for pointer in mutation.mark.unshown):
            return False
        for pointer in _shown_at(mutation):
            if pointer in right and not equal(right[pointer], given.get(pointer, MISSING)):
                return False
    return True


def _shown_at(mutation: TaskMutation) -> tuple[str, ...]:
    """Where a call may show a mutation's new form."""
    return (*mutation.mark.shown, *(forms.pointer for forms in mutation.mark.values))


def handed(task: Task) -> list[Any]:
    """The old call's values but for choices, and the quoted texts of the request that it lacks."""
    call = task.before.call
    schemas = leaves(task.before.by_name[call.name])
    given = _given_in((), call.arguments, schemas)
    values = [value for path, value in given if not _options(schemas.get(path, {}))]
    known = [text for value in values for text in texts(value)]
    return values + [text for text in _LITERAL.findall(task.request) if text not in known]


def _given_in(
    at: tuple[str, ...], value: Any, schemas: Container[tuple[str, ...]]
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The values that a call gives to parameters, or that no parameter takes."""
    if isinstance(value, dict) and at not in schemas:
        for name, inner in value.items():
            yield from _given_in((*at, name), inner, schemas)
    else:
        yield at, value


def siblings(task: Task) -> list[Tool]:
    """The shown tools that take the same parameters as the right one."""
    right = task.after.by_name[task.after.call.name]
    return [tool for tool in task.after.tools if tool.parameters == right.parameters]


def chance(task: Task) -> float:
    """The chance of a blind guess at what the mutations changed, all else being right."""
    return prod(_chance(task, mutation) for mutation in task.mutations)


def _chance(task: Task, mutation: TaskMutation) -> float:
    """One in as many as there are tools, options or parameters that a blind reader must
    take for equally right.
    """
    if mutation.kind == "splitEndpoint":
        return 1 / len(siblings(task))
    right = task.after.by_name[task.after.call.name]
    said = facts(right.name, task.after.call.arguments)
    at = next((at for at in _shown_at(mutation) if at in said and at != "/name"), None)
    if at is None:
        return 1.0
    path = steps(at)[1:]
    value = lookup(task.after.call.arguments, path)
    slots = {slot.path: slot for slot in _slots(right)}
    own = slots.get(path)
    if own and own.options:
        return 1 / len(own.options)
    return 1 / max(sum(slot.accepts(value) for slot in slots.values()), 1)
