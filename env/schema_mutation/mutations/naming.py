"""Naming: the same field under another name."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ..contract import Contract
from .mutation import Claim, Family, Mutation, register


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
