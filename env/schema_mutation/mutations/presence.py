"""Presence: fields that come and go."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..contract import (
    Contract,
    ContractTool,
    Field,
    Intent,
    inserted,
)
from .mutation import Claim, Family, Mutation, register


@register
@dataclass(frozen=True, slots=True)
class Added(Mutation):
    """`newRequired`: the tools of id ``tool`` take one more field, and must be given it.

    ``value`` is what the request says of it: an old call cannot know. It stands behind the
    field of id ``behind``, or first where that is empty: the last field is not always new.
    """

    tool: str
    field: Field
    value: Any
    behind: str

    family: ClassVar[Family] = "presence"
    kinds: ClassVar = ("newRequired",)

    def apply(self, contract: Contract) -> Contract:
        """Add the field, unless the contract has it."""
        added = replace(self.field, required=True)

        def add(tool: ContractTool) -> tuple[ContractTool]:
            if tool.field(added.id):
                return (tool,)
            return (replace(tool, fields=inserted(tool.fields, added, self.behind)),)

        return contract.edit_tools(self.tool, add)

    def claims(self) -> frozenset[Claim]:
        """The field's life."""
        return frozenset({Claim(self.field.id, "life")})

    def migrate(self, intent: Intent) -> Intent:
        """Give the field its value, unless the intent has one."""
        if intent.tool != self.tool or self.field.id in intent.values:
            return intent
        return Intent(intent.tool, {**intent.values, self.field.id: self.value})


@register
@dataclass(frozen=True, slots=True)
class Removed(Mutation):
    """`removedField`: the field is gone, and what it said can no longer be said."""

    field: str

    family: ClassVar[Family] = "presence"
    kinds: ClassVar = ("removedField",)

    def apply(self, contract: Contract) -> Contract:
        """Take the field out of every tool."""
        return Contract(
            tuple(
                replace(tool, fields=tuple(f for f in tool.fields if f.id != self.field))
                for tool in contract.tools
            )
        )

    def claims(self) -> frozenset[Claim]:
        """The field's life."""
        return frozenset({Claim(self.field, "life")})

    def migrate(self, intent: Intent) -> Intent:
        """Leave the field's value out."""
        kept = {id: value for id, value in intent.values.items() if id != self.field}
        return Intent(intent.tool, kept)

    def needs(self) -> frozenset[str]:
        """The field."""
        return frozenset({self.field})
