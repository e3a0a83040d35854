from typing import Any

import pytest
from hypothesis import given

from schema_mutation.contract import (
    Contract,
    ContractTool,
    Field,
    Intent,
    parameters,
    read,
    render,
    shown,
)
from schema_mutation.errors import DataError
from schema_mutation.mutations import Mutation
from schema_mutation.schema import compiled
from schema_mutation.task import ToolCall
from strategies import worlds

World = tuple[Contract, Intent, list[Mutation]]


@given(worlds())
def test_reading_undoes_rendering(world: World) -> None:
    contract, intent, _ = world
    call = render(contract, intent)
    assert read(contract, call) == intent
    assert render(contract, read(contract, call)) == call


@given(worlds())
def test_what_is_rendered_fits_what_is_shown(world: World) -> None:
    contract, intent, _ = world
    call = render(contract, intent)
    tool = next(tool for tool in shown(contract) if tool.name == call.name)
    assert tool.validator.is_valid(call.arguments)
    assert not tool.validator.is_valid({**call.arguments, "unheard of": 1})


def test_a_group_is_required_when_something_in_it_is() -> None:
    made = parameters(
        [
            Field("a", ("box", "lid", "colour"), {"type": "string"}, required=True),
            Field("b", ("box", "size"), {"type": "integer"}),
            Field("c", ("bag", "size"), {"type": "integer"}),
        ]
    )
    assert made["required"] == ["box"]
    assert made["properties"]["box"]["required"] == ["lid"]
    assert made["properties"]["bag"]["required"] == []
    check = compiled(made).is_valid
    assert check({"box": {"lid": {"colour": "red"}}})
    assert not check({"box": {"size": 1}})
    assert not check({"box": {"lid": {"colour": "red"}, "depth": 1}})


def test_tools_are_chosen_by_what_they_stand_for() -> None:
    field = Field("a", ("a",), {"type": "integer"}, required=True)
    tools = [ContractTool("t", f"t{n}", "", (field,), {"n": n}) for n in (1, 2)]
    contract = Contract(tuple(tools))
    assert render(contract, Intent("t", {"n": 2, "a": 5})) == ToolCall("t2", {"a": 5})
    assert read(contract, ToolCall("t1", {"a": 5})) == Intent("t", {"n": 1, "a": 5})


@pytest.mark.parametrize("values", [{"n": 3}, {}])
def test_an_intent_that_no_tool_takes_is_an_error(values: dict[str, Any]) -> None:
    contract = Contract((ContractTool("t", "t1", "", (), {"n": 1}),))
    with pytest.raises(DataError, match="no tool 't' takes"):
        render(contract, Intent("t", values))
    with pytest.raises(DataError, match="no tool named 'x'"):
        read(contract, ToolCall("x", {}))
