"""The audit of tasks: are they solved without reading, and can they be solved by reading?

Scripted policies are handed what a caller of the old version meant to say and see the
request and the new schema's types, but none of its words. What they score is what a task
gives away. In the other direction, each value of an expected call must stand where its
provenance says, and a request must not use a word of either version.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .comparison import MISSING, equal, facts, lookup, steps
from .draw import Draw
from .grading import grade
from .mutations import codec
from .schema import compiled
from .task import Task, TaskMutation, Tool, ToolCall
from .wording import echoes, say, stems

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
        for name, schema in _properties(tool).items():
            names += [name, *(value for value in schema.get("enum", ()) if isinstance(value, str))]
        values.append({str(value) for value in side.call.arguments.values()})
    said = _without_removed(task)
    for text in _given(task):
        said = said.replace(text, " ")
    one_sided = [value for value in values[0] ^ values[1] if _stands_in(value, said)]
    return [*echoes(task.request, stems(names)), *one_sided]


def _without_removed(task: Task) -> str:
    """The request but for what it says of fields that are gone: there is nowhere to say it."""
    removed = {m.parameters["field"] for m in task.mutations if m.kind == "removedField"}
    if not removed:
        return task.request
    return " ".join(part.text for part in task.segments if part.field not in removed)


def _given(task: Task) -> list[str]:
    """What a request is meant to give word for word, the longest first."""
    arguments = task.after.call.arguments
    given = [
        lookup(arguments, steps(at)[1:]) for at, by in task.provenance.items() if by == "request"
    ]
    texts = [
        str(item) for value in given for item in (value if isinstance(value, list) else [value])
    ]
    return sorted(texts, key=len, reverse=True)


def _stands_in(value: str, request: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", request) is not None


def _found(task: Task, at: str, source: str) -> bool:
    """Does the value at a pointer of the expected call stand where its provenance says?"""
    tool = task.after.by_name[task.after.call.name]
    if at == "/name":
        return bool(tool.description)
    path = steps(at)[1:]
    value, schema = lookup(task.after.call.arguments, path), _schema_at(tool, path)
    if value is MISSING:
        return False
    if source == "request":
        items = value if isinstance(value, list) else [value]
        return all(_stands_in(str(item), task.request) for item in items)
    if source == "schema":
        options = _options(schema)
        told = [f"{str(item).lower() if isinstance(item, bool) else item}: " for item in options]
        described = all(text in schema.get("description", "") for text in told)
        return described and any(equal(value, item) for item in options)
    if source == "default":
        return equal(value, schema.get("default", MISSING))
    try:
        meaning = codec({"codec": source.partition(":")[2]}).decode(value)
        said = say(meaning, "money")
    except (ValueError, TypeError, ArithmeticError, LookupError):
        return False
    return said in task.request and bool(schema.get("description"))


def _properties(tool: Tool) -> dict[str, dict[str, Any]]:
    """The schemas of a tool's parameters, those that are only true or false left blank."""
    found = tool.parameters.get("properties", {})
    return {name: schema if isinstance(schema, dict) else {} for name, schema in found.items()}


def _schema_at(tool: Tool, path: Sequence[str]) -> dict[str, Any]:
    schema: Any = tool.parameters
    for step in path:
        schema = schema.get("properties", {}).get(step) if isinstance(schema, dict) else {}
    return schema if isinstance(schema, dict) else {}


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter without its words: what it takes, and whether it must be given.

    One with ``options`` takes nothing else: which of them is meant is a matter of words.
    """

    name: str
    accepts: Callable[[Any], bool]
    options: tuple[Any, ...]
    required: bool


def _slots(tool: Tool) -> list[Slot]:
    required = tool.parameters.get("required", ())
    return [
        Slot(name, _taker(schema), _options(schema), name in required)
        for name, schema in _properties(tool).items()
    ]


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
            arguments[slot.name] = fit
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
    old = _properties(task.before.by_name[task.before.call.name])
    values = [
        value
        for name, value in task.before.call.arguments.items()
        if not _options(old.get(name, {}))
    ]
    known = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return values + [text for text in _LITERAL.findall(task.request) if text not in known]


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
    slots = {slot.name: slot for slot in _slots(right)}
    own = slots.get(path[0])
    if own and own.options:
        return 1 / len(own.options)
    return 1 / max(sum(slot.accepts(value) for slot in slots.values()), 1)
