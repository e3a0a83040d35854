from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from schema_mutation.build import Wording, build, valid
from schema_mutation.contract import Contract, ContractTool, Field, Intent
from schema_mutation.errors import ProofError
from schema_mutation.grading import grade
from schema_mutation.marks import detect, marks, variants
from schema_mutation.mutations import Added, EnumChanged, Mutation, Renamed, TypeChanged
from schema_mutation.task import Mark, Segment, ToolCall
from strategies import worlds

World = tuple[Contract, Intent, list[Mutation]]
TEXT = {"type": "string"}


def wording(*fields: str) -> Wording:
    return Wording(
        "t-1", "t", "2.0.0", (Segment("Do"), Segment("it.")), dict.fromkeys(fields, "request")
    )


def contract(*names: str, **schemas: Any) -> Contract:
    fields = tuple(Field(name, (name,), schemas.get(name, TEXT), required=True) for name in names)
    return Contract((ContractTool("t", "t.do", "Does it.", fields),))


@given(worlds())
def test_every_drawn_world_builds_a_proved_task(world: World) -> None:
    """Up to four mutations of five kinds: all 2^k variants are read right by every mark."""
    base, intent, mutations = world
    everything = variants(base, intent, mutations)
    fields = {id for variant in everything for id in variant.intent.values}
    task = build(base, intent, mutations, wording(*fields))
    names = {*task.before.by_name, *task.after.by_name}
    for i, variant in enumerate(everything):
        for bit, mutation in enumerate(task.mutations):
            knows = bool(i >> bit & 1)
            assert detect(mutation.mark, variant.call, names) == ("shown" if knows else "unshown")
    assert grade(task, task.after.call).verdict == "exact"
    stale = grade(task, task.before.call)
    assert stale.verdict == "stale"
    assert set(stale.mutations) == {"unshown"}
    assert valid(task.before.call, task.after.by_name) != any(m.loud for m in task.mutations)
    assert task.mutation_kind == (mutations[0].kind if len(mutations) == 1 else "compound")
    assert task.request == "Do it."


def test_a_silent_mutation_is_seen_to_be_silent() -> None:
    swap = {"codec": "map", "pairs": [["a", "b"], ["b", "a"]]}
    enum = {"type": "string", "enum": ["a", "b"]}
    mutation = EnumChanged("x", enum, {"codec": "plain"}, swap)
    task = build(contract("x", x=enum), Intent("t", {"x": "a"}), [mutation], wording("x"))
    assert [m.loud for m in task.mutations] == [False]
    assert grade(task, ToolCall("t.do", {"x": "a"})).verdict == "stale"


@pytest.mark.parametrize(
    ("mutations", "intent", "reason"),
    [
        ([], {"x": "v", "y": "w"}, "0 mutations"),
        ([Renamed("x", "a"), Renamed("x", "b")], {"x": "v", "y": "w"}, "change the name of 'x'"),
        ([Renamed("x", "y")], {"x": "v", "y": "w"}, "two fields of t.do stand in one place"),
        ([Renamed("x", "y"), Renamed("y", "x")], {"x": "v", "y": "w"}, "stand in one place"),
        ([Renamed("x", "x")], {"x": "v", "y": "w"}, "reads"),
        ([Renamed("z", "q")], {"x": "v", "y": "w"}, "the call lacks 'z'"),
        ([TypeChanged("x", {"type": "integer"}, {"codec": "plain"}, {"codec": "plain"})],
         {"x": "v", "y": "w"}, "is not valid"),
        ([Renamed("x", "a")], {"x": "v"}, "is not valid"),
        ([Renamed("x", "a")], {"x": 1, "y": "w"}, "is not valid"),
        ([Added("t", Field("z", ("z",), {"type": "integer"}), "five", "")], {"x": "v", "y": "w"},
         "is not valid"),
    ],
)  # fmt: skip
def test_what_cannot_be_proved_is_never_made(
    mutations: list[Mutation], intent: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ProofError, match=reason):
        build(contract("x", "y"), Intent("t", intent), mutations, wording("x", "y", "z"))


def test_provenance_is_told_by_pointer() -> None:
    """Names with the signs that JSON Pointers escape among them."""
    field = Field("x", ("a/b", "c~d"), TEXT, required=True)
    odd = Contract((ContractTool("t", "t.do", "Does it.", (field,)),))
    task = build(odd, Intent("t", {"x": "v"}), [Renamed("x", "e/f")], wording("x"))
    assert task.provenance == {
        "/name": "schema",
        "/arguments/a~1b": "schema",
        "/arguments/a~1b/e~1f": "request",
    }


def test_two_tools_of_one_name_fail_the_proof() -> None:
    tool = contract("x").tools[0]
    twice = Contract((tool, replace(tool, id="u")))
    with pytest.raises(ProofError, match="two tools have one name"):
        build(twice, Intent("t", {"x": "v"}), [Renamed("x", "a")], wording("x"))


def test_a_pointer_cannot_be_new_and_old_at_once() -> None:
    made = variants(contract("x", "y"), Intent("t", {"x": "v"}), [Renamed("x", "z")])
    crossed = variants(contract("x", "y"), Intent("t", {"y": "v"}), [Renamed("y", "z")])
    with pytest.raises(ProofError, match="both the old and the new form"):
        marks([made[0], made[1], made[1], made[0], *crossed])


RENAMED = Mark(shown=("/arguments/new",), unshown=("/arguments/old",))
ADDED = Mark(shown=("/arguments/more",), absence="unshown", holds=("/name", "/arguments/a"))
REMOVED = Mark(unshown=("/arguments/less",), absence="shown", holds=("/name", "/arguments/a"))


@pytest.mark.parametrize(
    ("mark", "name", "arguments", "seen"),
    [
        (RENAMED, "f", {"new": 1}, "shown"),
        (RENAMED, "g", {"old": 1}, "unshown"),
        (RENAMED, "f", {"new": None, "old": None}, "both"),
        (RENAMED, "f", {}, "absent"),
        (RENAMED, "f", {"deep": {"new": 1}}, "absent"),
        (ADDED, "f", {"a": 1, "more": 1}, "shown"),
        (ADDED, "f", {"a": 1}, "unshown"),
        (ADDED, "f", {}, "absent"),
        (ADDED, "unheard", {"a": 1}, "absent"),
        (REMOVED, "f", {"a": 1, "less": 1}, "unshown"),
        (REMOVED, "f", {"a": 1}, "shown"),
        (REMOVED, "f", {"b": 1}, "absent"),
    ],
)
def test_presence_and_absence_are_read(
    mark: Mark, name: str, arguments: dict[str, Any], seen: str
) -> None:
    assert detect(mark, ToolCall(name, arguments), {"f", "g"}) == seen


def test_values_are_read_by_what_only_one_version_allows() -> None:
    old, new = (
        {"type": "string", "enum": values} for values in (["bug", "idea"], ["fault", "idea"])
    )
    recoded = {"codec": "map", "pairs": [["bug", "fault"], ["idea", "idea"]]}
    change = EnumChanged("x", new, {"codec": "plain"}, recoded)
    task = build(contract("x", x=old), Intent("t", {"x": "bug"}), [change], wording("x"))
    mark = task.mutations[0].mark
    seen = {
        value: detect(mark, ToolCall("t.do", {"x": value}), {"t.do"})
        for value in ("bug", "fault", "idea", "other", 1, None)
    }
    assert seen == {
        "bug": "unshown", "fault": "shown", "idea": "neither",
        "other": "neither", 1: "neither", None: "neither",
    }  # fmt: skip


def test_a_number_that_both_versions_allow_is_read_by_its_value() -> None:
    dollars, cents = {"type": "number"}, {"type": "integer"}
    change = TypeChanged("x", cents, {"codec": "major"}, {"codec": "minor"})
    task = build(contract("x", x=dollars), Intent("t", {"x": 12.5}), [change], wording("x"))
    mark = task.mutations[0].mark
    seen = [
        detect(mark, ToolCall("t.do", {"x": value}), {"t.do"}) for value in (1250, 12.5, 13.5, 12)
    ]
    assert seen == ["shown", "unshown", "unshown", "neither"]
