"""Presence: fields that come to be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from ..contract import Contract, ContractTool, Field, Intent
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
            ids = ["", *(item.id for item in tool.fields)]
            at = ids.index(self.behind) if self.behind in ids else len(tool.fields)
            return (replace(tool, fields=(*tool.fields[:at], added, *tool.fields[at:])),)

        return contract.edit_tools(self.tool, add)

    def claims(self) -> frozenset[Claim]:
        """The field's life."""
        return frozenset({Claim(self.field.id, "life")})

    def migrate(self, intent: Intent) -> Intent:
        """Give the field its value, unless the intent has one."""
        if intent.tool != self.tool or self.field.id in intent.values:
            return intent
        return Intent(intent.tool, {**intent.values, self.field.id: self.value})

    def parameters(self) -> dict[str, Any]:
        """As in the parent, with the field's path as a JSON array."""
        item = self.field
        made = {"id": item.id, "path": list(item.path), "schema": item.schema, "required": True}
        return {"tool": self.tool, "field": made, "value": self.value, "behind": self.behind}

    @classmethod
    def parse(cls, kind: str, parameters: Mapping[str, Any]) -> Self:
        """As in the parent, with the field from its own data."""
        made = super(Added, cls).parse(kind, parameters)
        raw = parameters["field"]
        return replace(made, field=Field(**{**raw, "path": tuple(raw["path"])}))
