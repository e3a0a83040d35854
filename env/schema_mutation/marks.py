"""Marks: how an answer shows that it knows or misses a mutation.

No mutation writes its own detector. All 2^k variants of a task's call are rendered, one for
each subset of its mutations that somebody might know; a mutation's mark is what differs
between the variants with it and those without it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .comparison import HERE, MISSING, equal, facts, lookup, steps
from .contract import Contract, Intent, parameters, render, shown
from .errors import ProofError
from .mutations import Mutation
from .schema import compiled
from .task import Detection, Forms, Mark, Side, ToolCall


@dataclass(frozen=True)
class Variant:
    """The call of somebody who knows one subset of a task's mutations."""

    contract: Contract
    intent: Intent

    @cached_property
    def call(self) -> ToolCall:
        """The intent, written for the contract."""
        return render(self.contract, self.intent)

    @cached_property
    def side(self) -> Side:
        """What a task would show of this version, with this call."""
        return Side(shown(self.contract), self.call)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What the call says at each pointer."""
        return facts(self.call.name, self.call.arguments)

    def schema_at(self, pointer: str) -> dict[str, Any]:
        """What its contract allows at a pointer of its call, without the prose."""
        if pointer == "/name":
            return {"enum": [tool.name for tool in self.contract.tools]}
        tool = self.contract.route(self.intent)
        schema = {"properties": {"arguments": parameters(tool.fields)}}
        for step in steps(pointer):
            inner = schema.get("properties", {})
            schema = inner[step] if step in inner else schema["additionalProperties"]
        return {key: value for key, value in schema.items() if key != "description"}


def variants(contract: Contract, intent: Intent, mutations: Sequence[Mutation]) -> list[Variant]:
    """All variants; the one at index ``i`` knows the mutations whose bits are set in ``i``.

    The first is the stale call of somebody who knows none, the last the expected call.
    """
    made = [Variant(contract, intent)]
    for mutation in mutations:
        made += [
            Variant(mutation.apply(item.contract), mutation.migrate(item.intent)) for item in made
        ]
    return made


def marks(variants: Sequence[Variant]) -> list[Mark]:
    """The mark of each mutation, from all variants of a call.

    Raises:
        ProofError: some pointer is the new form in one variant and the old form in another.
    """
    shared = set.intersection(*(set(variant.facts) for variant in variants))
    return [_mark(variants, 1 << i, shared) for i in range((len(variants) - 1).bit_length())]


def _mark(variants: Sequence[Variant], bit: int, shared: set[str]) -> Mark:
    shown: dict[str, None] = {}
    unshown: dict[str, None] = {}
    values: list[Forms] = []
    for i, without in enumerate(variants):
        if i & bit:
            continue
        knowing = variants[i | bit]
        shown.update(dict.fromkeys(p for p in knowing.facts if p not in without.facts))
        unshown.update(dict.fromkeys(p for p in without.facts if p not in knowing.facts))
        for forms in _forms(without, knowing):
            if forms not in values:
                values.append(forms)
    clash = shown.keys() & unshown.keys()
    if clash:
        raise ProofError(f"{sorted(clash)[0]} is both the old and the new form of one mutation")
    by_absence = not values and bool(shown) != bool(unshown)
    return Mark(
        tuple(shown),
        tuple(unshown),
        tuple(values),
        ("unshown" if shown else "shown") if by_absence else None,
        tuple(p for p in variants[0].facts if p in shared) if by_absence else (),
    )


def _forms(without: Variant, knowing: Variant) -> Iterable[Forms]:
    """How the values that differ between two variants are told apart."""
    for pointer, new in knowing.facts.items():
        old = without.facts.get(pointer, MISSING)
        if old is MISSING or equal(old, new):
            continue
        was, is_now = without.schema_at(pointer), knowing.schema_at(pointer)
        yield Forms(pointer, _form(new, is_now, was), _form(old, was, is_now))


def _form(value: Any, own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """A schema of one form: what only its own version allows, or else just its value."""
    if compiled(other).is_valid({} if value is HERE else value):
        return {"const": value}
    return {**own, "not": other} if "not" not in own else {"allOf": [own, {"not": other}]}


def detect(mark: Mark, call: ToolCall, tools: Iterable[str]) -> Detection:
    """Which form of one mutation a call shows.

    ``shown`` is the form of the version that the task shows, ``unshown`` that of the other,
    ``both`` and ``absent`` are what they say, ``neither`` a value that is of no form.
    ``tools`` are the names of the tools of both versions: leaving a field out says
    something only in a call of one of them.
    """
    record = {"name": call.name, "arguments": call.arguments}
    paths = mark.paths

    def has(pointers: Iterable[str]) -> bool:
        return any(lookup(record, paths[pointer]) is not MISSING for pointer in pointers)

    shown, unshown, odd = has(mark.shown), has(mark.unshown), False
    for forms in mark.values:
        value = lookup(record, paths[forms.pointer])
        if value is not MISSING:
            is_shown, is_unshown = (form.is_valid(value) for form in forms.compiled)
            shown, unshown = shown or is_shown, unshown or is_unshown
            odd = odd or not (is_shown or is_unshown)
    if shown or unshown:
        return "both" if shown and unshown else "shown" if shown else "unshown"
    if odd:
        return "neither"
    if mark.absence and call.name in tools and all(has((pointer,)) for pointer in mark.holds):
        return mark.absence
    return "absent"
