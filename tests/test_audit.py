import itertools
from dataclasses import replace
from typing import Any

import pytest

from conftest import task_expecting
from schema_mutation.audit import (
    MARGIN,
    POLICIES,
    KindAudit,
    Slot,
    audit,
    chance,
    is_chosen,
    siblings,
    task_faults,
)
from schema_mutation.catalogue import catalogue
from schema_mutation.draw import Draw
from schema_mutation.generator import draw_task
from schema_mutation.plans import CORE_KINDS
from schema_mutation.task import Mark, Task, ToolCall

NAMES = {*POLICIES, "keepOldCall"}


def test_no_policy_that_cannot_read_solves_a_kind(public: tuple[Task, ...]) -> None:
    found = audit(public)
    assert set(found.kinds) == set(CORE_KINDS)
    assert found.faults == ()
    for kind in found.kinds.values():
        assert set(kind.scores) == set(kind.choices) == NAMES
        assert not kind.given_away
        assert kind.scores["keepOldCall"] == kind.choices["keepOldCall"] == 0
        assert max(kind.choices.values()) <= kind.chance + MARGIN


def test_more_tasks_give_nothing_away_either() -> None:
    tasks = [
        draw_task(entry, [kind], split="audit", seed=3, index=index)
        for entry in catalogue().values()
        for kind in CORE_KINDS
        for index in range(5)
    ]
    found = audit(tasks)
    assert found.faults == ()
    assert not any(kind.given_away for kind in found.kinds.values())
    assert audit(tasks) == found


def test_a_kind_that_is_given_away_is_seen() -> None:
    """One parameter of each type and no choice: whoever cannot read is right all the same."""
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    mark = Mark(shown=("/arguments/a",), unshown=("/arguments/c",))
    old = ToolCall("f", {"c": "x"})
    task = task_expecting("f", {"a": "x"}, schema=schema, old=old, marks=(mark,))
    row = audit([task]).kinds["renamedField"]
    assert row.chance == 1
    assert row.scores["requiredOnly"] == row.scores["assignByType"] == 1
    assert row.choices["requiredOnly"] == row.choices["assignByType"] == 1
    for figure in (0.69, 0.71):
        part, none = {"requiredOnly": figure}, {"requiredOnly": 0.0}
        assert KindAudit(1, 0.5, part, none).given_away == (figure > 0.7)
        assert KindAudit(1, 0.5, none, part).given_away == (figure > 0.7)


def test_a_hint_in_what_is_required_is_seen() -> None:
    """Four texts fit, and only the one that has changed must be given."""
    schema = {
        "type": "object",
        "properties": {name: {"type": "string"} for name in "abcd"},
        "required": ["a"],
    }
    mark = Mark(shown=("/arguments/a",), unshown=("/arguments/z",))
    old = ToolCall("f", {"z": "x"})
    task = task_expecting("f", {"a": "x"}, schema=schema, old=old, marks=(mark,))
    row = audit([task]).kinds["renamedField"]
    assert row.chance == 0.25
    assert row.choices["requiredOnly"] == 1
    assert row.choices["fillEveryField"] == 1
    assert row.given_away


def test_a_choice_is_right_by_what_has_changed_alone(public: tuple[Task, ...]) -> None:
    for task in public:
        right, changed = task.after.call, task.mutations[0].mark
        pointers = {*changed.shown, *(forms.pointer for forms in changed.values)}
        spared = {at.rsplit("/", 1)[-1] for at in pointers}
        kept = {name: value for name, value in right.arguments.items() if name in spared}
        assert is_chosen(task, ToolCall(right.name, kept))
        assert not is_chosen(task, task.before.call)
        assert not is_chosen(task, ToolCall("nothing", {}))


def of_kind(public: tuple[Task, ...], kind: str) -> Task:
    return next(task for task in public if task.mutation_kind == kind)


def test_a_word_of_the_schema_in_a_request_is_a_fault(public: tuple[Task, ...]) -> None:
    task = public[0]
    name = next(iter(task.after.call.arguments))
    assert any(
        "a word of the schema" in f for f in task_faults(replace(task, request=f"The {name}."))
    )


def test_a_value_that_only_one_side_writes_is_a_fault(public: tuple[Task, ...]) -> None:
    task = next(
        task
        for task in public
        if task.mutation_kind == "typeChange" and "derived" in " ".join(task.provenance.values())
        if (set(map(str, task.before.call.arguments.values())) & set(changed_values(task)))
    )
    for value in changed_values(task):
        told = replace(task, request=f"{task.request} That is {value}.")
        assert f"{task.id}: the request uses {value!r}, a word of the schema" in task_faults(told)


def changed_values(task: Task) -> list[str]:
    """The values that the version before and the one after write differently."""
    sides = [set(map(str, side.call.arguments.values())) for side in (task.before, task.after)]
    return sorted(sides[0] ^ sides[1])


@pytest.mark.parametrize(
    ("schema", "right"),
    [
        ({"properties": {"a": True}}, {"a": 1}),
        ({"properties": {"a": {"type": "object"}}}, {"a": {"b": [1, {"c": 2}]}}),
        ({"properties": {"a": {"type": "array"}}}, {"a": [[1], {"c": 2}]}),
        ({}, {}),
        ({"type": "object", "required": ["a"]}, {"a": None}),
    ],
)
@pytest.mark.parametrize(
    "source", ["request", "schema", "default", "derived:decimal", "derived:minor", "derived:digits"]
)
def test_any_task_can_be_audited(
    schema: dict[str, Any], right: dict[str, Any], source: str
) -> None:
    mark = Mark(shown=("/name",))
    old = ToolCall("f.old", right)
    task = task_expecting("f", right, schema=schema, old=old, marks=(mark,))
    task = replace(task, provenance={f"/arguments/{name}": source for name in right})
    assert audit([task]).kinds["renamedField"].tasks == 1


def test_a_value_must_stand_where_its_provenance_says(public: tuple[Task, ...]) -> None:
    task = public[0]
    at = next(at for at, source in task.provenance.items() if source == "request")
    faults = task_faults(replace(task, request="Please."))
    assert f"{task.id}: {at} is not to be found in the request" in faults
    lost = {key: value for key, value in task.provenance.items() if key != at}
    assert f"{task.id}: {at} has no provenance" in task_faults(replace(task, provenance=lost))
    wrong = {**task.provenance, at: "schema"}
    assert f"{task.id}: {at} is not to be found in the schema" in task_faults(
        replace(task, provenance=wrong)
    )


def test_each_policy_does_what_it_says() -> None:
    def takes(kind: type) -> Any:
        return lambda value: type(value) is kind

    slots = [
        Slot(("must",), takes(str), (), required=True),
        Slot(("may",), takes(str), (), required=False),
        Slot(("choice",), takes(bool), (True,), required=False),
        Slot(("whole",), takes(int), (), required=False),
    ]
    made = {name: policy(slots, ["x", 5], Draw("key")) for name, policy in POLICIES.items()}
    assert made["fillEveryField"] == {"must": "x", "choice": True, "whole": 5}
    assert made["requiredOnly"] == {"must": "x"}
    assert made["assignByType"]["must"] == "x"
    assert len(made["assignByType"]) <= 2


def test_an_option_that_the_schema_does_not_describe_is_not_found(
    public: tuple[Task, ...],
) -> None:
    task = of_kind(public, "enumChange")
    at = task.mutations[0].mark.values[0].pointer
    name = at.rsplit("/", 1)[-1]
    (tool,) = [tool for tool in task.after.tools if tool.name == task.after.call.name]
    value = task.after.call.arguments[name]
    properties = dict(tool.parameters["properties"])
    text = properties[name]["description"].replace(f"{value}: ", "")
    properties[name] = {**properties[name], "description": text}
    untold = replace(tool, parameters={**tool.parameters, "properties": properties})
    others = [tool for tool in task.after.tools if tool.name != task.after.call.name]
    task = replace(task, after=replace(task.after, tools=(untold, *others)))
    assert f"{task.id}: {at} is not to be found in the schema" in task_faults(task)


def test_the_chance_of_several_changes_is_that_of_each() -> None:
    """Each by what it has changed itself, whichever of them is told first."""
    for entry in catalogue().values():
        for kinds in itertools.permutations(("enumChange", "removedField", "typeChange"), 2):
            task = draw_task(entry, kinds, split="audit", seed=3, index=0)
            each = [chance(replace(task, mutations=(mutation,))) for mutation in task.mutations]
            assert chance(task) == pytest.approx(each[0] * each[1])
            if "removedField" in kinds:
                assert each[kinds.index("removedField")] == 1


def test_chance_counts_what_a_blind_reader_may_choose(public: tuple[Task, ...]) -> None:
    for task in public:
        assert 0 < chance(task) <= 1
    split = of_kind(public, "splitEndpoint")
    assert chance(split) == pytest.approx(1 / len(siblings(split)))
    assert len(siblings(split)) >= 2
