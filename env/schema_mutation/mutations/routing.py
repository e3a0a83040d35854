"""Routing: the same request to another tool."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..contract import Contract, ContractTool, Field, inserted
from .mutation import Claim, Family, Mutation, register


@register
@dataclass(frozen=True, slots=True)
class Split(Mutation):
    """`splitEndpoint`: a tool becomes one tool for each value of a field, which goes away.

    ``parts`` holds ``{"value", "name", "description"}`` for each value of the field.
    """

    tool: str
    field: str
    parts: list[dict[str, Any]]

    family: ClassVar[Family] = "routing"
    kinds: ClassVar = ("splitEndpoint",)

    def apply(self, contract: Contract) -> Contract:
        """Replace each tool of that id which has the field."""
        return contract.edit_tools(
            self.tool,
            lambda tool: self._split(tool) if tool.field(self.field) else (tool,),
        )

    def _split(self, tool: ContractTool) -> tuple[ContractTool, ...]:
        rest = tuple(item for item in tool.fields if item.id != self.field)
        return tuple(
            replace(
                tool,
                name=part["name"],
                description=part["description"],
                fields=rest,
                when={**tool.when, self.field: part["value"]},
            )
            for part in self.parts
        )

    def claims(self) -> frozenset[Claim]:
        """The tool, and the life of the field."""
        return frozenset({Claim(self.tool, "tool"), Claim(self.field, "life")})

    def needs(self) -> frozenset[str]:
        """The field."""
        return frozenset({self.field})


@register
@dataclass(frozen=True, slots=True)
class Merge(Mutation):
    """`mergeEndpoint`: tools that stood for one value each become one that takes ``field``.

    Undoes `Split`. The field stands behind the one of id ``behind``, or first.
    """

    tool: str
    field: Field
    name: str
    description: str
    behind: str

    family: ClassVar[Family] = "routing"
    kinds: ClassVar = ("mergeEndpoint",)

    def apply(self, contract: Contract) -> Contract:
        """Put one tool in the place of the first, and take the others away."""
        parts = [t for t in contract.tools if t.id == self.tool and self.field.id in t.when]

        def merge(tool: ContractTool) -> tuple[ContractTool, ...]:
            if self.field.id not in tool.when:
                return (tool,)
            return (self._merged(tool),) if tool is parts[0] else ()

        return contract.edit_tools(self.tool, merge)

    def _merged(self, tool: ContractTool) -> ContractTool:
        when = {id: value for id, value in tool.when.items() if id != self.field.id}
        fields = inserted(tool.fields, self.field, self.behind)
        return ContractTool(tool.id, self.name, self.description, fields, when)

    def claims(self) -> frozenset[Claim]:
        """The tool, and the life of the field."""
        return frozenset({Claim(self.tool, "tool"), Claim(self.field.id, "life")})
