"""Contracts: what a version of an API is, and the way from a meaning to a call and back.

A `Contract` is tools of fields, each with a permanent hidden id. An `Intent` is what is
meant, by those ids. `render` writes an intent as the call of one version, `read` takes a
call back to the intent; a call is never translated in any other way.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .comparison import MISSING, lookup
from .errors import DataError
from .task import Tool, ToolCall


@dataclass(frozen=True, slots=True)
class Field:
    """One argument: a hidden id, where it stands in the arguments, and what may stand there."""

    id: str
    path: tuple[str, ...]
    schema: dict[str, Any]
    required: bool = False


def field_to_json(item: Field) -> dict[str, Any]:
    """A field as plain data."""
    return {**asdict(item), "path": list(item.path)}


def field_from_json(data: Mapping[str, Any]) -> Field:
    """A field from what `field_to_json` gave.

    Raises:
        DataError: a part is missing or unknown.
    """
    try:
        return Field(**{**data, "path": tuple(data["path"])})
    except (TypeError, KeyError) as error:
        raise DataError(f"not a field of a contract: {error}") from None


def inserted(fields: tuple[Field, ...], item: Field, behind: str) -> tuple[Field, ...]:
    """Fields with one more behind that of an id: first if it is empty, last if none has it."""
    ids = ["", *(other.id for other in fields)]
    at = ids.index(behind) if behind in ids else len(fields)
    return (*fields[:at], item, *fields[at:])


@dataclass(frozen=True, slots=True)
class ContractTool:
    """One tool of a contract.

    Tools that a contract splits by a field share an ``id``; ``when`` holds the value of that
    field (by id) which each of them stands for, and routes an intent to it.
    """

    id: str
    name: str
    description: str
    fields: tuple[Field, ...]
    when: Mapping[str, Any] = field(default_factory=dict)

    def field(self, id: str) -> Field | None:
        """The field with a hidden id, if this tool has it."""
        return next((item for item in self.fields if item.id == id), None)


@dataclass(frozen=True, slots=True)
class Intent:
    """What is meant: which tool, by id, and a value for each field meant, by id."""

    tool: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Contract:
    """A version of an API, as far as it is shown."""

    tools: tuple[ContractTool, ...]

    def route(self, intent: Intent) -> ContractTool:
        """The tool that an intent goes to.

        Raises:
            DataError: no tool has that id and its routing values.
        """
        for tool in self.tools:
            if tool.id == intent.tool and all(
                intent.values.get(id, MISSING) == value for id, value in tool.when.items()
            ):
                return tool
        raise DataError(f"no tool {intent.tool!r} takes the values {dict(intent.values)!r}")

    def edit_tools(
        self, id: str, edit: Callable[[ContractTool], Iterable[ContractTool]]
    ) -> "Contract":
        """A contract with each tool of an id replaced by what ``edit`` makes of it."""
        edited = (edit(tool) if tool.id == id else (tool,) for tool in self.tools)
        return Contract(tuple(tool for tools in edited for tool in tools))

    def edit_field(self, id: str, edit: Callable[[Field], Field]) -> "Contract":
        """A contract with the field of an id replaced wherever it stands."""
        return Contract(
            tuple(
                replace(tool, fields=tuple(edit(f) if f.id == id else f for f in tool.fields))
                if tool.field(id)
                else tool
                for tool in self.tools
            )
        )

    def exchange(self, ids: Sequence[str], fields: Iterable[Field]) -> "Contract":
        """A contract with other fields in the place of those of some ids, in each tool that has
        them all.
        """

        def edit(tool: ContractTool) -> ContractTool:
            first, *rest = ids
            if not all(map(tool.field, ids)):
                return tool
            kept = (item for item in tool.fields if item.id not in rest)
            new = ((item,) if item.id != first else fields for item in kept)
            return replace(tool, fields=tuple(item for items in new for item in items))

        return Contract(tuple(map(edit, self.tools)))


def render(contract: Contract, intent: Intent) -> ToolCall:
    """Write an intent as a call; values of fields that its tool does not have stay out."""
    tool = contract.route(intent)
    arguments: dict[str, Any] = {}
    for item in tool.fields:
        if item.id in intent.values:
            group = arguments
            for step in item.path[:-1]:
                group = group.setdefault(step, {})
            group[item.path[-1]] = intent.values[item.id]
    return ToolCall(tool.name, arguments)


def read(contract: Contract, call: ToolCall) -> Intent:
    """The intent behind a valid call of a contract.

    Raises:
        DataError: the contract has no tool of that name.
    """
    tool = next((tool for tool in contract.tools if tool.name == call.name), None)
    if tool is None:
        raise DataError(f"the contract has no tool named {call.name!r}")
    found = {item.id: lookup(call.arguments, item.path) for item in tool.fields}
    given = {id: value for id, value in found.items() if value is not MISSING}
    return Intent(tool.id, {**tool.when, **given})


def shown(contract: Contract) -> tuple[Tool, ...]:
    """The tools of a contract as a model sees them."""
    return tuple(
        Tool(tool.name, tool.description, parameters(tool.fields)) for tool in contract.tools
    )


def parameters(fields: Iterable[Field]) -> dict[str, Any]:
    """The JSON Schema of the arguments that fields make up; it takes nothing else.

    A group that holds a required field is itself required.
    """
    schema = _group()
    for item in fields:
        group = schema
        for step in item.path[:-1]:
            if item.required and step not in group["required"]:
                group["required"].append(step)
            group = group["properties"].setdefault(step, _group())
        group["properties"][item.path[-1]] = item.schema
        if item.required:
            group["required"].append(item.path[-1])
    return schema


def _group() -> dict[str, Any]:
    return {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
