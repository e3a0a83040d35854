"""Reading tasks from text, with every check: what cannot be graded rightly is not read."""

import re
from collections.abc import Iterator

from pydantic import ValidationError

from .comparison import facts
from .errors import DataError, SchemaMutationError, UnknownNameError, complaint, one_line
from .grading import grade_call
from .mutations import CODECS, codec_called, known_kind
from .schema import compiled, first_fault
from .strict_json import parse
from .task import COMPOUND, MAX_MUTATIONS, Mark, Side, Task, TaskMutation, task_from_json

_POINTER = re.compile(r"/name|/arguments(/[^/]*)+")
_SOURCES = ("request", "schema", "default", *(f"derived:{name}" for name in CODECS))
_DERIVED = "derived:{"


def tasks_in(text: str, name: str) -> Iterator[Task]:
    """The tasks of a JSONL text; empty lines are passed over.

    Raises:
        DataError: something is wrong; the message begins with ``name:line:``.
    """
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            task = _task(line)
        except SchemaMutationError as error:
            raise DataError(f"{name}:{number}: {error}") from None
        if task.id in lines:
            raise DataError(f"{name}:{number}: id {task.id!r} stands in line {lines[task.id]} too")
        lines[task.id] = number
        yield task
    if not lines:
        raise DataError(f"{name}: holds no tasks; each line must be one")


def _task(line: str) -> Task:
    record = parse(line)
    if not isinstance(record, dict):
        raise DataError("not a JSON object; each line must be one task")
    try:
        task = task_from_json(record)
    except ValidationError as error:
        where, what = complaint(error)
        raise DataError(f"{where}: {what[0].lower()}{what[1:]}") from None
    _check_kinds(task)
    _check_side("before", task.before)
    _check_side("after", task.after)
    for mutation in task.mutations:
        _check_mutation(mutation)
    _check_words(task)
    verdicts = [grade_call(task, side.call).verdict for side in (task.after, task.before)]
    if verdicts[0] != "exact":
        raise DataError(f"after: the call itself is graded {verdicts[0]}")
    if verdicts[1] in ("exact", "equivalent"):
        raise DataError("the calls of before and after are the same, so nothing is tested")
    return task


def _check_kinds(task: Task) -> None:
    if task.mutation_kind != COMPOUND:
        known_kind(task.mutation_kind)
    for kind in task.kinds:
        known_kind(kind)
    if len(task.kinds) > MAX_MUTATIONS:
        raise DataError(f"{len(task.kinds)} mutations; a task has at most {MAX_MUTATIONS}")
    meant = task.kinds[0] if len(task.kinds) == 1 else COMPOUND
    if task.kinds and task.mutation_kind != meant:
        raise DataError(f"/mutationKind: is {task.mutation_kind!r}, its mutations say {meant!r}")


def _check_mutation(mutation: TaskMutation) -> None:
    known_kind(mutation.kind).parse(mutation.kind, mutation.parameters)
    mark = mutation.mark
    if not (mark.shown or mark.unshown or mark.values):
        raise DataError(f"{mutation.kind}: its mark is empty, so nothing could show it")
    for pointer in _pointers(mark):
        if not _POINTER.fullmatch(pointer):
            raise DataError(
                f"{mutation.kind}: {one_line(pointer)!r} in its mark is neither '/name' nor a"
                " pointer below '/arguments'"
            )
    for forms in mark.values:
        compiled(forms.shown)
        compiled(forms.unshown)


def _pointers(mark: Mark) -> list[str]:
    return [*mark.shown, *mark.unshown, *mark.holds, *(forms.pointer for forms in mark.values)]


def _check_words(task: Task) -> None:
    if task.segments and " ".join(part.text for part in task.segments) != task.request:
        raise DataError("/segments: joined by blanks, they are not the request")
    said = facts(task.after.call.name, task.after.call.arguments)
    for pointer, source in task.provenance.items():
        if source.startswith(_DERIVED):
            codec_called(source.partition(":")[2])
        elif source not in _SOURCES:
            raise UnknownNameError("provenance", source, _SOURCES, where=f"{pointer}: ")
        if pointer not in said:
            raise DataError(f"/provenance: the call has nothing at {one_line(pointer)!r}")


def _check_side(name: str, side: Side) -> None:
    """See that a side's own call is valid there."""
    if len(side.by_name) < len(side.tools):
        raise DataError(f"{name}: two tools have the same name")
    for tool in side.tools:
        try:
            validator = tool.validator
        except DataError as error:
            raise DataError(f"{name}: parameters of tool {tool.name!r}: {error}") from None
        if tool.name == side.call.name and (fault := first_fault(validator, side.call.arguments)):
            where = f" at {fault.pointer}" if fault.pointer else ""
            message = one_line(fault.message)
            raise DataError(f"{name}: the call fails its own schema{where}: {message}")
    if side.call.name not in side.by_name:
        raise UnknownNameError("tool", side.call.name, side.by_name, where=f"{name}: the call's ")
