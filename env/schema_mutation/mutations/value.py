"""Value: the same meaning written as another value."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..contract import Contract, Intent
from .codecs import codec
from .mutation import Claim, Family, Mutation, register


@dataclass(frozen=True, slots=True)
class Recoded(Mutation):
    """The field takes ``schema``; a value is read by ``decode`` and written by ``encode``."""

    field: str
    schema: dict[str, Any]
    decode: dict[str, Any]
    encode: dict[str, Any]

    family: ClassVar[Family] = "value"

    def apply(self, contract: Contract) -> Contract:
        """Give the field its new schema."""
        return contract.edit_field(self.field, lambda item: replace(item, schema=self.schema))

    def claims(self) -> frozenset[Claim]:
        """The field's value."""
        return frozenset({Claim(self.field, "value")})

    def needs(self) -> frozenset[str]:
        """The field."""
        return frozenset({self.field})

    def migrate(self, intent: Intent) -> Intent:
        """Write the field's value anew.

        Raises:
            DataError: the value is not one that ``decode`` can read.
        """
        if self.field not in intent.values:
            return intent
        meaning = codec(self.decode).decode(intent.values[self.field])
        written = codec(self.encode).encode(meaning)
        return Intent(intent.tool, {**intent.values, self.field: written})


@register
@dataclass(frozen=True, slots=True)
class EnumChanged(Recoded):
    """`enumChange`: the same choices under other values of the same type."""

    kinds: ClassVar = ("enumChange",)


@register
@dataclass(frozen=True, slots=True)
class TypeChanged(Recoded):
    """`typeChange`: the same meaning in another JSON type."""

    kinds: ClassVar = ("typeChange",)


@register
@dataclass(frozen=True, slots=True)
class UnitChanged(Recoded):
    """`unitChange`: the same amount as a number of other units."""

    kinds: ClassVar = ("unitChange",)


@register
@dataclass(frozen=True, slots=True)
class FormatChanged(Recoded):
    """`formatChange`: the same value in another notation."""

    kinds: ClassVar = ("formatChange",)


@register
@dataclass(frozen=True, slots=True)
class ConstraintTightened(Recoded):
    """`constraintTighten`: only one of several ways to write the value is still taken."""

    kinds: ClassVar = ("constraintTighten",)
