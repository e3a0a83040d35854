"""From a contract, an intent and mutations to a proved task."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from .comparison import HERE, equal, pointer
from .contract import Contract, Intent, read
from .errors import ProofError
from .marks import Variant, detect, marks, variants
from .mutations import Mutation, conflict
from .schema import first_fault
from .task import COMPOUND, MAX_MUTATIONS, Segment, Task, TaskMutation, Tool, ToolCall


@dataclass(frozen=True, slots=True)
class Wording:
    """What a task says around its calls; ``provenance`` is by field id."""

    id: str
    base: str
    schema_version: str
    segments: tuple[Segment, ...]
    provenance: Mapping[str, str]


def build(
    contract: Contract, intent: Intent, mutations: Sequence[Mutation], wording: Wording
) -> Task:
    """Make a task and prove it.

    ``intent`` is meant for ``contract``, the version before. The proof: every variant is
    valid where it belongs and differs from all others, every mark reads every variant
    right, and the stale call fails the version shown exactly when some mutation is loud.

    Raises:
        ProofError: the proof fails. That is a bug in a mutation or in the catalogue.
    """
    _check_composition(mutations, intent, wording.id)
    made = variants(contract, intent, mutations)
    for variant in made:
        _prove_valid(wording.id, variant)
    task = Task(
        id=wording.id,
        base=wording.base,
        mutation_kind=mutations[0].kind if len(mutations) == 1 else COMPOUND,
        schema_version=wording.schema_version,
        request=" ".join(segment.text for segment in wording.segments),
        before=made[0].side,
        after=made[-1].side,
        mutations=_recorded(mutations, made, wording.id),
        segments=wording.segments,
        provenance=_provenance(made[-1], wording.provenance),
    )
    _prove(task, made)
    return task


def _recorded(
    mutations: Sequence[Mutation], made: Sequence[Variant], id: str
) -> tuple[TaskMutation, ...]:
    try:
        found = marks(made)
    except ProofError as error:
        raise ProofError(f"{id}: {error}") from None
    tools, everything = made[-1].side.by_name, len(made) - 1
    return tuple(
        TaskMutation(
            mutation.kind,
            mutation.parameters(),
            loud=not valid(made[everything ^ (1 << i)].call, tools),
            mark=found[i],
        )
        for i, mutation in enumerate(mutations)
    )


def _provenance(expected: Variant, by_field: Mapping[str, str]) -> dict[str, str]:
    """Where each value of the expected call comes from, by pointer."""
    tool = expected.contract.route(expected.intent)
    given = [item for item in tool.fields if item.id in expected.intent.values]
    sources = {reduce(pointer, item.path, "/arguments"): by_field[item.id] for item in given}
    found = dict.fromkeys(expected.facts, "schema")
    for at in expected.facts:
        own = next((own for own in sources if f"{at}/".startswith(f"{own}/")), None)
        if own and expected.facts[at] is not HERE and not _is_told(expected, at, own):
            found[at] = sources[own]
    return found


def _is_told(expected: Variant, at: str, field: str) -> bool:
    """Does the schema list the values of this part of a field's value?"""
    return at != field and "enum" in expected.schema_at(at)


def valid(call: ToolCall, tools: Mapping[str, Tool]) -> bool:
    """Does a call name one of these tools and satisfy its schema?"""
    tool = tools.get(call.name)
    return tool is not None and tool.validator.is_valid(call.arguments)


def _check_composition(mutations: Sequence[Mutation], intent: Intent, id: str) -> None:
    if not 1 <= len(mutations) <= MAX_MUTATIONS:
        raise ProofError(f"{id}: {len(mutations)} mutations; a task has 1 to {MAX_MUTATIONS}")
    clash = conflict(mutations)
    if clash:
        raise ProofError(f"{id}: two mutations change the {clash.aspect} of {clash.id!r}")
    for mutation in mutations:
        if lost := sorted(mutation.needs() - intent.values.keys()):
            raise ProofError(f"{id}: {mutation.kind} changes nothing: the call lacks {lost[0]!r}")


def _prove(task: Task, made: Sequence[Variant]) -> None:
    for i, variant in enumerate(made):
        for bit, mutation in enumerate(task.mutations):
            seen = detect(mutation.mark, variant.call, task.tool_names)
            if seen != ("shown" if i >> bit & 1 else "unshown"):
                raise ProofError(f"{task.id}: {mutation.kind} reads {variant.call} as {seen}")
        if any(equal(variant.facts, other.facts) for other in made[:i]):
            raise ProofError(f"{task.id}: two variants are the same call, {variant.call}")
    if valid(made[0].call, task.after.by_name) == any(m.loud for m in task.mutations):
        raise ProofError(f"{task.id}: the stale call's validity contradicts its mutations")


def _prove_valid(id: str, variant: Variant) -> None:
    tools = variant.contract.tools
    if len({tool.name for tool in tools}) < len(tools):
        raise ProofError(f"{id}: two tools have one name")
    for tool in tools:
        if len({item.path for item in tool.fields}) < len(tool.fields):
            raise ProofError(f"{id}: two fields of {tool.name} stand in one place")
    call = variant.call
    fault = first_fault(variant.side.by_name[call.name].validator, call.arguments)
    if fault:
        raise ProofError(f"{id}: {call} is not valid: {fault.message}")
    if read(variant.contract, call) != variant.intent:
        raise ProofError(f"{id}: {call} does not say all of {variant.intent}")
