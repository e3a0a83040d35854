"""Naming: the same fields under other names."""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from ..contract import Contract, Field
from .mutation import Claim, Family, Mutation, register

SNAKE, CAMEL = STYLES = ("snake", "camel")
_BORDER = re.compile(r"_|(?<=[a-z0-9])(?=[A-Z])")


@register
@dataclass(frozen=True, slots=True)
class Renamed(Mutation):
    """`renamedField`: the field stands where it stood, under the name ``to``."""

    field: str
    to: str

    family: ClassVar[Family] = "naming"
    kinds: ClassVar = ("renamedField",)

    def apply(self, contract: Contract) -> Contract:
        """Change the last step of the field's path."""
        return contract.edit_field(
            self.field, lambda item: replace(item, path=(*item.path[:-1], self.to))
        )

    def claims(self) -> frozenset[Claim]:
        """The field's name."""
        return frozenset({Claim(self.field, "name")})

    def needs(self) -> frozenset[str]:
        """The field."""
        return frozenset({self.field})


@register
@dataclass(frozen=True, slots=True)
class Recased(Mutation):
    """`recase`: these fields keep their names' words and take another style."""

    fields: list[str]
    style: str

    family: ClassVar[Family] = "naming"
    kinds: ClassVar = ("recase",)

    def apply(self, contract: Contract) -> Contract:
        """Change the last step of each field's path."""
        for id in self.fields:
            contract = contract.edit_field(id, self._restyled)
        return contract

    def _restyled(self, item: Field) -> Field:
        return replace(item, path=(*item.path[:-1], restyle(item.path[-1], self.style)))

    def claims(self) -> frozenset[Claim]:
        """The fields' names."""
        return frozenset(Claim(id, "name") for id in self.fields)


@register
@dataclass(frozen=True, slots=True)
class RenamedTool(Mutation):
    """`renamedTool`: the tool of id ``tool`` does what it did, under the name ``to``."""

    tool: str
    to: str

    family: ClassVar[Family] = "naming"
    kinds: ClassVar = ("renamedTool",)

    def apply(self, contract: Contract) -> Contract:
        """Change the tool's name."""
        return contract.edit_tools(self.tool, lambda tool: (replace(tool, name=self.to),))

    def claims(self) -> frozenset[Claim]:
        """The tool."""
        return frozenset({Claim(self.tool, "tool")})


def restyle(name: str, style: str) -> str:
    """A name in one of STYLES: ``due_date`` or ``dueDate``."""
    first, *rest = (word.lower() for word in _BORDER.split(name))
    if style == SNAKE:
        return "_".join([first, *rest])
    return first + "".join(word.capitalize() for word in rest)
