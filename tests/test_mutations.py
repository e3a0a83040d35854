import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema_mutation.comparison import equal
from schema_mutation.contract import Contract, ContractTool, Field, Intent, read, render, shown
from schema_mutation.errors import DataError, UnknownNameError
from schema_mutation.mutations import (
    KINDS,
    Added,
    Claim,
    EnumChanged,
    FieldsMerged,
    FieldSplit,
    Flattened,
    ListToScalar,
    Merge,
    Mutation,
    Nested,
    Recased,
    Recoded,
    Removed,
    Renamed,
    RenamedTool,
    ScalarToList,
    Split,
    TypeChanged,
    codec,
    conflict,
    known_kind,
    restyle,
)
from schema_mutation.plans import CORE_KINDS, PLANS
from strategies import worlds

FIELD = Field("b", ("b",), {"type": "string"})
World = tuple[Contract, Intent, list[Mutation]]


@given(worlds())
def test_an_old_call_migrates_to_a_valid_new_one(world: World) -> None:
    """Read the old call, migrate what it means, write it for the new version."""
    contract, intent, mutations = world
    meant = read(contract, render(contract, intent))
    for mutation in mutations:
        contract, meant = mutation.apply(contract), mutation.migrate(meant)
    call = render(contract, meant)
    tool = next(tool for tool in shown(contract) if tool.name == call.name)
    assert tool.validator.is_valid(call.arguments)
    assert read(contract, call) == meant


@given(worlds())
def test_mutations_commute(world: World) -> None:
    contract, intent, mutations = world
    calls = []
    for order in (mutations, mutations[::-1]):
        changed, meant = contract, intent
        for mutation in order:
            changed, meant = mutation.apply(changed), mutation.migrate(meant)
        calls.append(render(changed, meant))
    assert calls[0].name == calls[1].name
    assert equal(calls[0].arguments, calls[1].arguments)


def test_an_added_field_is_required_whatever_it_was() -> None:
    contract = Contract((ContractTool("t", "t.do", "", ()),))
    (tool,) = Added("t", FIELD, "v", "").apply(contract).tools
    assert tool.fields == (replace(FIELD, required=True),)


def test_a_tool_may_be_split_by_a_second_field() -> None:
    fields = (Field("a", ("a",), {}, True), Field("b", ("b",), {}, True))
    contract = Contract((ContractTool("t", "t", "", fields),))
    for id in ("a", "b"):
        name = contract.tools[0].name
        parts = [{"value": n, "name": f"{name}_{id}{n}", "description": ""} for n in (1, 2)]
        contract = Split("t", id, parts).apply(Contract(contract.tools[:1]))
    assert [dict(tool.when) for tool in contract.tools] == [{"a": 1, "b": 1}, {"a": 1, "b": 2}]
    assert render(contract, Intent("t", {"a": 1, "b": 2})).name == "t_a1_b2"


def undone(mutation: Mutation, contract: Contract) -> Mutation | None:
    """The mutation that takes a changed contract back to this one, where there is a kind."""
    fields = {item.id: item for tool in contract.tools for item in tool.fields}
    if isinstance(mutation, Renamed):
        return Renamed(mutation.field, fields[mutation.field].path[-1])
    if isinstance(mutation, RenamedTool):
        return RenamedTool(mutation.tool, contract.tools[0].name)
    if isinstance(mutation, Recased):
        return Recased(mutation.fields, "snake")
    if isinstance(mutation, Recoded):
        back = {ScalarToList: ListToScalar, ListToScalar: ScalarToList}
        cls = back.get(type(mutation), type(mutation))
        return cls(mutation.field, fields[mutation.field].schema, mutation.encode, mutation.decode)
    if isinstance(mutation, Nested):
        return Flattened(mutation.fields)
    if isinstance(mutation, Flattened):
        return Nested(mutation.fields, fields[mutation.fields[0]].path[0])
    if isinstance(mutation, Added):
        return Removed(mutation.field.id)
    if isinstance(mutation, Split):
        tool = next(tool for tool in contract.tools if tool.id == mutation.tool)
        ids = ["", *(item.id for item in tool.fields)]
        behind = ids[ids.index(mutation.field) - 1]
        field = fields[mutation.field]
        return Merge(mutation.tool, field, tool.name, tool.description, behind)
    return _parted_again(mutation, fields)


def _parted_again(mutation: Mutation, fields: dict[str, Field]) -> Mutation | None:
    if isinstance(mutation, FieldSplit):
        parts = [item.id for item in mutation.parts]
        return FieldsMerged(parts, fields[mutation.field], mutation.encode, mutation.decode)
    if isinstance(mutation, FieldsMerged):
        kept = [fields[id] for id in mutation.parts]
        return FieldSplit(mutation.field.id, kept, mutation.encode, mutation.decode)
    return None  # a removed field takes its value with it


@given(worlds())
def test_an_inverse_undoes_a_mutation(world: World) -> None:
    contract, intent, mutations = world
    for mutation in mutations:
        inverse = undone(mutation, contract)
        if inverse is not None:
            assert inverse.apply(mutation.apply(contract)) == contract
            assert inverse.migrate(mutation.migrate(intent)) == intent
            data = json.loads(json.dumps(inverse.parameters()))
            assert known_kind(inverse.kind).parse(inverse.kind, data) == inverse


def test_what_is_no_field_is_refused() -> None:
    data = {"tool": "t", "field": {"id": "a"}, "value": 1, "behind": ""}
    with pytest.raises(DataError, match="not a field of a contract"):
        Added.parse("newRequired", data)


@pytest.mark.parametrize(
    ("name", "snake", "camel"),
    [("due_date", "due_date", "dueDate"), ("dueDate", "due_date", "dueDate"), ("tag", "tag", "tag"),
     ("p2_level", "p2_level", "p2Level"), ("a_b_c", "a_b_c", "aBC")],
)  # fmt: skip
def test_names_keep_their_words_in_any_style(name: str, snake: str, camel: str) -> None:
    assert restyle(name, "snake") == snake
    assert restyle(name, "camel") == camel


@given(worlds())
def test_a_mutation_survives_json(world: World) -> None:
    for mutation in world[2]:
        data = json.loads(json.dumps(mutation.parameters()))
        again = known_kind(mutation.kind).parse(mutation.kind, data)
        assert again == mutation
        assert again.parameters() == data


@given(worlds())
def test_where_its_focus_is_missing_a_mutation_changes_nothing(world: World) -> None:
    lonely = Contract((ContractTool("else", "else.do", "", (Field("x", ("x",), {}),)),))
    intent = Intent("else", {"x": 1})
    for mutation in world[2]:
        assert mutation.apply(lonely) == lonely
        assert mutation.migrate(intent) == intent


def test_every_kind_has_a_family_and_a_plan() -> None:
    assert set(CORE_KINDS) <= set(PLANS) == set(KINDS)
    for kind, cls in KINDS.items():
        assert kind in cls.kinds
        assert cls.family


@pytest.mark.parametrize(
    ("mutations", "claim"),
    [
        ([Renamed("a", "x"), Renamed("a", "y")], Claim("a", "name")),
        ([Added("t", FIELD, "v", ""), Renamed("b", "x")], Claim("b", "name")),
        ([Renamed("b", "x"), Added("t", FIELD, "v", "")], Claim("b", "life")),
        ([Split("t", "a", []), Split("t", "c", [])], Claim("t", "tool")),
        ([Split("t", "a", []), EnumChanged("a", {}, {}, {})], Claim("a", "value")),
        ([EnumChanged("a", {}, {}, {}), TypeChanged("a", {}, {}, {})], Claim("a", "value")),
        ([Renamed("a", "x"), TypeChanged("a", {}, {}, {}), Renamed("b", "y")], None),
    ],
)
def test_two_mutations_never_change_one_thing(
    mutations: list[Mutation], claim: Claim | None
) -> None:
    assert conflict(mutations) == claim


@pytest.mark.parametrize("kind", ["renamedFeild", "compound", ""])
def test_an_unknown_kind_is_refused(kind: str) -> None:
    with pytest.raises(UnknownNameError, match="kind"):
        known_kind(kind)


def test_a_wrong_parameter_is_refused() -> None:
    with pytest.raises(DataError, match="check into, to"):
        Renamed.parse("renamedField", {"field": "a", "into": "b"})


@given(st.integers(1, 10**7), st.sampled_from(["plain", "digits", "minor", "major", "decimal"]))
def test_a_codec_has_an_exact_inverse(meaning: int, name: str) -> None:
    used = codec({"codec": name})
    written = used.encode(meaning)
    assert equal(used.decode(written), meaning)
    assert equal(used.decode(json.loads(json.dumps(written))), meaning)


@pytest.mark.parametrize(
    ("name", "written"),
    [("minor", 1250), ("major", 12.5), ("decimal", "12.50"), ("digits", "1250")],
)
def test_codecs_write_what_their_names_say(name: str, written: Any) -> None:
    assert equal(codec({"codec": name}).encode(1250), written)


def test_a_map_tells_true_from_one() -> None:
    used = codec({"codec": "map", "pairs": [[1, "one"], [True, "yes"]]})
    assert used.encode(True) == "yes"
    assert used.decode("one") == 1
    with pytest.raises(DataError, match="not among"):
        used.encode(2)
    with pytest.raises(UnknownNameError, match="did you mean 'decimal'"):
        codec({"codec": "decimals"})
