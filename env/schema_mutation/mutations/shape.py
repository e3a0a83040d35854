"""Shape: the same value in another container or another place."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ..contract import Contract, Field
from .mutation import Claim, Family, Mutation, register
from .value import Recoded


@register
@dataclass(frozen=True, slots=True)
class ScalarToList(Recoded):
    """`scalarToList`: the one value now stands in a list."""

    family: ClassVar[Family] = "shape"
    kinds: ClassVar = ("scalarToList",)


@register
@dataclass(frozen=True, slots=True)
class ListToScalar(Recoded):
    """`listToScalar`: the one value of a list now stands by itself."""

    family: ClassVar[Family] = "shape"
    kinds: ClassVar = ("listToScalar",)


@register
@dataclass(frozen=True, slots=True)
class MapToList(Recoded):
    """`mapToList`: what were the members of an object are now the items of a list."""

    family: ClassVar[Family] = "shape"
    kinds: ClassVar = ("mapToList",)


@register
@dataclass(frozen=True, slots=True)
class VariantWrapped(Recoded):
    """`wrapVariant`: a bare value now stands in an object that says of which sort it is."""

    family: ClassVar[Family] = "shape"
    kinds: ClassVar = ("wrapVariant",)


class _Placed(Mutation):
    """Fields that keep their names and stand in another group."""

    __slots__ = ()
    fields: list[str]
    family: ClassVar[Family] = "shape"

    def _moved(self, contract: Contract, group: tuple[str, ...]) -> Contract:
        def move(item: Field) -> Field:
            return replace(item, path=(*group, item.path[-1]))

        for id in self.fields:
            contract = contract.edit_field(id, move)
        return contract

    def claims(self) -> frozenset[Claim]:
        """The fields' places."""
        return frozenset(Claim(id, "place") for id in self.fields)


@register
@dataclass(frozen=True, slots=True)
class Nested(_Placed):
    """`nest`: these fields now stand in an object of their own, named ``group``."""

    fields: list[str]
    group: str

    kinds: ClassVar = ("nest",)

    def apply(self, contract: Contract) -> Contract:
        """Put the fields into the group."""
        return self._moved(contract, (self.group,))


@register
@dataclass(frozen=True, slots=True)
class Flattened(_Placed):
    """`flatten`: these fields now stand by themselves, and in no object."""

    fields: list[str]

    kinds: ClassVar = ("flatten",)

    def apply(self, contract: Contract) -> Contract:
        """Put the fields on the first level."""
        return self._moved(contract, ())
