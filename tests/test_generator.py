import itertools
import random
from dataclasses import replace

import pytest

from schema_mutation.audit import task_faults
from schema_mutation.catalogue import catalogue
from schema_mutation.datasets import to_line
from schema_mutation.draw import Draw
from schema_mutation.errors import UnknownNameError, UsageError
from schema_mutation.generator import draw_task
from schema_mutation.grading import grade
from schema_mutation.plans import CORE_KINDS, PLANS
from schema_mutation.task import Task
from schema_mutation.validation import mark_faults

ENTRIES = sorted(catalogue())


def drawn(entry: str, *kinds: str, seed: int = 1, index: int = 0, split: str = "test") -> Task:
    return draw_task(catalogue()[entry], kinds, split=split, seed=seed, index=index)


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("kind", PLANS)
def test_every_kind_suits_every_tool(entry: str, kind: str) -> None:
    for index in range(25):
        task = drawn(entry, kind, index=index)
        assert task.kinds == (kind,)
        assert task.mutations[0].loud or kind in {"typeChange", "unitChange", "semanticFlip"}
        assert task_faults(task) == []
        assert mark_faults(task) == []


MIXES = [
    kinds
    for size in (2, 3, 4)
    for kinds in itertools.permutations([*CORE_KINDS, "renamedField"], size)
]


@pytest.mark.parametrize("entry", ENTRIES)
def test_compound_tasks_of_two_to_four_are_proved(entry: str) -> None:
    """All mixes of the five kinds, in every order, and with two renames."""
    for kinds in MIXES:
        task = drawn(entry, *kinds)
        assert task.kinds == kinds
        assert task.mutation_kind == "compound"
        assert task_faults(task) == []
        assert grade(task, task.after.call).verdict == "exact"
        stale = grade(task, task.before.call)
        assert (stale.verdict, set(stale.mutations)) == ("stale", {"unshown"})


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_pair_of_kinds_is_proved(entry: str) -> None:
    for kinds in itertools.permutations(PLANS, 2):
        if all(PLANS[kind].of_tool for kind in kinds):
            continue
        task = drawn(entry, *kinds)
        assert task.kinds == kinds
        assert task_faults(task) == []
        assert mark_faults(task) == []


def test_drawing_is_pure_and_each_part_of_the_key_matters() -> None:
    first = drawn("issues", "renamedField")
    assert to_line(drawn("issues", "renamedField")) == to_line(first)
    others = [
        drawn("issues", "renamedField", index=1),
        drawn("issues", "renamedField", seed=2),
        drawn("issues", "renamedField", split="other"),
        drawn("issues", "enumChange"),
    ]
    assert len({first.id, *(task.id for task in others)}) == 5


def test_other_entries_and_kinds_change_no_task() -> None:
    """A task depends on its own entry alone."""
    entry = catalogue()["issues"]
    lone = entry.model_copy(deep=True)
    task = draw_task(lone, ["enumChange"], split="test", seed=1, index=0)
    assert task == drawn("issues", "enumChange")


def test_only_random_random_is_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one method of which Python promises that its sequence stays."""
    expected = to_line(drawn("issues", "typeChange"))

    class Frugal:
        def __init__(self, key: str) -> None:
            self.random = random.Random(key).random

    monkeypatch.setattr("schema_mutation.draw.Random", Frugal)
    assert to_line(drawn("issues", "typeChange")) == expected


def test_draws_are_those_of_the_promised_sequence() -> None:
    draw = Draw("a key")
    assert [draw.below(1000) for _ in range(5)] == [
        int(value * 1000) for value in _sequence("a key", 5)
    ]
    assert sorted(Draw("x").shuffled(range(9))) == list(range(9))
    assert len(set(Draw("x").some("abcdef", 3))) == 3


def _sequence(key: str, count: int) -> list[float]:
    stream = random.Random(key)
    return [stream.random() for _ in range(count)]


def test_names_stand_on_both_sides_of_a_rename() -> None:
    """No name of a field looks old or new: each is drawn before as well as after."""
    entry = catalogue()["issues"]
    pairs = set()
    for index in range(400):
        mutation = drawn("issues", "renamedField", index=index).mutations[0]
        (old,), (new,) = mutation.mark.unshown, mutation.mark.shown
        pairs.add((old.rsplit("/")[-1], new.rsplit("/")[-1]))
    olds, news = {old for old, _ in pairs}, {new for _, new in pairs}
    names = {name for item in entry.fields for name in item.names}
    assert olds == news == names


def test_required_and_optional_fields_are_both_added_natively() -> None:
    """A field that one task adds stands in others from the start, required or not."""
    states: dict[str, set[str]] = {}
    for index in range(60):
        task = drawn("issues", "renamedField", index=index)
        parameters = task.after.by_name[task.after.call.name].parameters
        for item in catalogue()["issues"].fields:
            if item.presence == "varies":
                here = [name for name in item.names if name in parameters["properties"]]
                state = "absent" if not here else str(here[0] in parameters["required"])
                states.setdefault(item.id, set()).add(state)
    assert all(found == {"absent", "True", "False"} for found in states.values())


def test_leaving_out_is_asked_for_as_often_where_nothing_has_gone() -> None:
    """Of a field that is gone the request says its value, and that it may be left out."""
    told = {
        kind: sum(
            drawn("issues", kind, index=index).segments[-1].field is None for index in range(60)
        )
        for kind in ("removedField", "recase", "mergeEndpoint")
    }
    assert told["removedField"] == 60
    assert 20 <= told["recase"] <= 40
    assert 20 <= told["mergeEndpoint"] <= 40


def test_styles_and_lists_stand_where_nothing_has_changed_them() -> None:
    styles, listed = set(), 0
    for index in range(60):
        task = drawn("issues", "mergeEndpoint", index=index)
        arguments = task.after.call.arguments
        styles |= {
            any("_" in name for name in arguments),
            not any(n != n.lower() for n in arguments),
        }
        listed += sum(isinstance(value, list) for value in arguments.values())
    assert styles == {True, False}
    assert listed > 20


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'renamedField'"):
        drawn("issues", "renamedfield")
    with pytest.raises(UsageError, match="splitEndpoint and renamedTool change the tool"):
        drawn("issues", "splitEndpoint", "renamedTool")
    with pytest.raises(UsageError, match="issues: no field is left for one more newRequired"):
        drawn("issues", *["newRequired"] * 4)


def test_the_request_is_its_segments(public: tuple[Task, ...]) -> None:
    for task in public:
        assert " ".join(segment.text for segment in task.segments) == task.request
        assert replace(task, request=task.request) == task
        assert task.segments[0].field is None
        assert all(segment.field for segment in task.segments[1:])
