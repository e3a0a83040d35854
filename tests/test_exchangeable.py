"""Nothing but its words tells what has changed in the version that a task shows.

A classifier (naive Bayes) sees of each parameter what a reader sees who cannot read: type,
options, length of the description, place, whether it is required. It is trained on half of
many tasks and asked, of the other half, which parameter has changed.
"""

from collections import Counter
from collections.abc import Iterator
from math import log, sqrt

import pytest

from schema_mutation.catalogue import catalogue
from schema_mutation.catalogue.checks import changes
from schema_mutation.catalogue.entry import Entry
from schema_mutation.generator import draw_task
from schema_mutation.task import Task

DRAWS = 80
Features = tuple[tuple[str, object], ...]
Case = list[tuple[bool, Features]]


def changed(task: Task) -> str:
    mark = task.mutations[0].mark
    pointers = mark.shown or tuple(forms.pointer for forms in mark.values)
    return pointers[0].rsplit("/")[-1]


def could_have_changed(entry: Entry, task: Task, name: str) -> bool:
    """Is a parameter, as it is shown, one that this kind of change may have touched?"""
    kind = task.mutation_kind
    tool = task.after.by_name[task.after.call.name]
    item = next(item for item in entry.fields if name in item.names)
    if kind == "renamedField":
        return True
    if kind == "newRequired":
        return item.presence == "varies" and name in tool.parameters["required"]
    schema = tool.parameters["properties"][name]
    shown = next(form for form in item.forms if item.schema_in(form) == schema)
    return any(new is shown for _, new in changes(item, same_type=kind == "enumChange"))


def features(task: Task, name: str) -> Features:
    parameters = task.after.by_name[task.after.call.name].parameters
    names = list(parameters["properties"])
    schema = parameters["properties"][name]
    place = names.index(name)
    return (
        ("required", name in parameters["required"]),
        ("type", schema["type"]),
        ("options", len(schema.get("enum", ()))),
        ("pattern", "pattern" in schema),
        ("words", len(schema["description"]) // 40),
        ("quarter", 4 * place // len(names)),
        ("first", place == 0),
        ("last", place == len(names) - 1),
    )


def cases(kind: str) -> Iterator[Case]:
    for index in range(DRAWS):
        for entry in catalogue().values():
            task = draw_task(entry, [kind], split="blind", seed=5, index=index)
            right = changed(task)
            suited = [
                name for name in task.after.call.arguments if could_have_changed(entry, task, name)
            ]
            assert right in suited
            if len(suited) > 1:
                yield [(name == right, features(task, name)) for name in suited]


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


@pytest.mark.parametrize("kind", ["renamedField", "newRequired", "enumChange", "typeChange"])
def test_a_classifier_does_not_find_what_has_changed(kind: str) -> None:
    drawn = list(cases(kind))
    half = len(drawn) // 2
    train, test = drawn[:half], drawn[half:]
    chances = [1 / len(case) for case in test]
    deviation = sqrt(sum(chance * (1 - chance) for chance in chances))
    assert len(test) > 100
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
