"""Nothing but its words tells what has changed in the version that a task shows.

A classifier (naive Bayes) sees of each parameter what a reader sees who cannot read: type,
options, length of the description, place, whether it is required. It is trained on half of
many tasks and asked, of the other half, which parameter has changed.
"""

from collections import Counter
from collections.abc import Iterator
from math import log, sqrt
from typing import Any

import pytest

from schema_mutation.audit import leaves
from schema_mutation.catalogue import catalogue, common
from schema_mutation.catalogue.checks import changes
from schema_mutation.catalogue.entry import Entry, EntryField
from schema_mutation.comparison import MISSING, facts, lookup, steps
from schema_mutation.generator import draw_task
from schema_mutation.mutations import STYLES, restyle
from schema_mutation.task import Task

DRAWS = 80
Features = tuple[tuple[str, object], ...]
Case = list[tuple[bool, Features]]
Path = tuple[str, ...]


def changed(task: Task) -> Path:
    mark = task.mutations[0].mark
    pointers = (*mark.shown, *(forms.pointer for forms in mark.values))
    said = facts(task.after.call.name, task.after.call.arguments)
    return steps(next(pointer for pointer in pointers if pointer in said))[1:]


def parameter(task: Task, path: Path) -> dict[str, Any]:
    """The schema at a path of the arguments, and whether it is required there."""
    schema = task.after.by_name[task.after.call.name].parameters
    for step in path:
        required = step in schema["required"]
        schema = schema["properties"][step]
    return {**schema, "required?": required}


def items(entry: Entry, task: Task) -> dict[Path, EntryField]:
    """The fields of the entry and the common ones that a call gives, by their paths."""
    call = task.after.call
    groups = {(), *((key,) for key, value in call.arguments.items() if isinstance(value, dict))}
    return {
        path: item
        for item in (*entry.fields, *common().fields)
        for name in item.names
        for group in groups
        for path in {(*group, restyle(name, style)) for style in STYLES}
        if lookup(call.arguments, path) is not MISSING
    }


def could_have_changed(item: EntryField, schema: dict[str, Any], kind: str) -> bool:
    """Is a parameter, as it is shown, one that this kind of change may have touched?"""
    if kind == "renamedField":
        return True
    if kind == "newRequired":
        return item.presence == "varies" and bool(schema["required?"])
    plain = {key: value for key, value in schema.items() if key != "required?"}
    shown = [form for form in item.forms if item.schema_in(form) == plain]
    return any(new in shown for _, new in changes(item, kind))


def features(task: Task, path: Path) -> Features:
    names = [path[0] for path in leaves(task.after.by_name[task.after.call.name])]
    schema = parameter(task, path)
    place = names.index(path[0])
    return (
        ("required", schema["required?"]),
        ("type", schema["type"]),
        ("options", len(schema.get("enum", ()))),
        ("pattern", "pattern" in schema),
        ("words", len(schema["description"]) // 40),
        ("depth", len(path)),
        ("quarter", 4 * place // len(names)),
        ("first", place == 0),
        ("last", place == len(names) - 1),
    )


def cases(kind: str, draws: int = DRAWS) -> Iterator[Case]:
    for index in range(draws):
        for entry in catalogue().values():
            task = draw_task(entry, [kind], split="blind", seed=5, index=index)
            suited = [
                path
                for path, item in items(entry, task).items()
                if could_have_changed(item, parameter(task, path), kind)
            ]
            (right,) = [path for path in suited if changed(task)[: len(path)] == path]
            if len(suited) > 1:
                yield [(path == right, features(task, path)) for path in suited]


def hits(train: list[Case], test: list[Case]) -> float:
    """How many of the test's changed parameters are found; a tie counts in part."""
    counts = {True: Counter[object](), False: Counter[object]()}
    totals = Counter[bool]()
    for case in train:
        for is_changed, seen in case:
            counts[is_changed].update(seen)
            totals[is_changed] += 1

    def weight(seen: Features) -> float:
        return sum(
            log((counts[True][one] + 1) / (totals[True] + 2))
            - log((counts[False][one] + 1) / (totals[False] + 2))
            for one in seen
        )

    found = 0.0
    for case in test:
        weights = [weight(seen) for _, seen in case]
        best = [
            right for (right, _), w in zip(case, weights, strict=True) if w >= max(weights) - 1e-9
        ]
        found += sum(best) / len(best)
    return found


CORE = ["renamedField", "newRequired", "enumChange", "typeChange"]
FURTHER = ["unitChange", "formatChange", "constraintTighten", "semanticFlip"]


@pytest.mark.parametrize("kind", [*CORE, *FURTHER])
def test_a_classifier_does_not_find_what_has_changed(kind: str) -> None:
    """Among the parameters that such a change may touch; a mean share of hits within three
    standard deviations of chance.
    """
    drawn = list(cases(kind, DRAWS if kind in CORE else 2 * DRAWS))
    half = len(drawn) // 2
    train, test = drawn[:half], drawn[half:]
    chances = [1 / len(case) for case in test]
    deviation = sqrt(sum(chance * (1 - chance) for chance in chances))
    assert len(test) > 20
    assert hits(train, test) <= sum(chances) + 3 * deviation


def test_the_classifier_would_find_a_hint() -> None:
    """The same machinery on cases where the changed parameter stands last."""
    drawn = [
        [(right, (*seen, ("hint", right))) for right, seen in case]
        for case in cases("renamedField")
    ]
    half = len(drawn) // 2
    assert hits(drawn[:half], drawn[half:]) == len(drawn) - half


def test_a_tool_is_split_natively_too() -> None:
    """So that two tools where there might be one tell nothing."""
    split = [
        task.after.call.name != entry.name
        for entry in catalogue().values()
        for index in range(10)
        for task in [draw_task(entry, ["enumChange"], split="blind", seed=6, index=index)]
    ]
    assert 0.1 < sum(split) / len(split) < 0.45
