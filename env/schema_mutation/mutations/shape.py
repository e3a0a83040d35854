"""Shape: the same value in another container or another place."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..contract import Contract, Field, Intent
from .codecs import codec
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


@register
@dataclass(frozen=True, slots=True)
class FieldSplit(Mutation):
    """`splitField`: what one field said is now said by several, each with a part of it.

    ``encode`` writes a meaning as an object; the value of each of its keys goes to the field
    of ``parts`` whose id is that of the old field, a dot and the key.
    """

    field: str
    parts: list[Field]
    decode: dict[str, Any]
    encode: dict[str, Any]

    family: ClassVar[Family] = "shape"
    kinds: ClassVar = ("splitField",)

    def apply(self, contract: Contract) -> Contract:
        """Put the parts in the field's place."""
        return contract.exchange([self.field], self.parts)

    def claims(self) -> frozenset[Claim]:
        """The lives of the field and of its parts."""
        return frozenset(Claim(id, "life") for id in (self.field, *(p.id for p in self.parts)))

    def needs(self) -> frozenset[str]:
        """The field."""
        return frozenset({self.field})

    def migrate(self, intent: Intent) -> Intent:
        """Write the field's value as those of its parts.

        Raises:
            DataError: the value is not one that ``decode`` can read.
        """
        if self.field not in intent.values:
            return intent
        values = dict(intent.values)
        written = codec(self.encode).encode(codec(self.decode).decode(values.pop(self.field)))
        return Intent(intent.tool, values | {part_id(self.field, k): v for k, v in written.items()})


@register
@dataclass(frozen=True, slots=True)
class NameDependent(FieldSplit):
    """`valueDependentName`: which of several fields takes the value depends on the value."""

    kinds: ClassVar = ("valueDependentName",)


@register
@dataclass(frozen=True, slots=True)
class FieldsMerged(Mutation):
    """`mergeFields`: what several fields said is now said by one. Undoes `FieldSplit`."""

    parts: list[str]
    field: Field
    decode: dict[str, Any]
    encode: dict[str, Any]

    family: ClassVar[Family] = "shape"
    kinds: ClassVar = ("mergeFields",)

    def apply(self, contract: Contract) -> Contract:
        """Put the field in the place of the first of its parts."""
        return contract.exchange(self.parts, [self.field])

    def claims(self) -> frozenset[Claim]:
        """The lives of the field and of its parts."""
        return frozenset(Claim(id, "life") for id in (self.field.id, *self.parts))

    def needs(self) -> frozenset[str]:
        """The parts."""
        return frozenset(self.parts)

    def migrate(self, intent: Intent) -> Intent:
        """Write the values of the parts as the field's.

        Raises:
            DataError: they are not what ``decode`` can read.
        """
        given = {id: intent.values[id] for id in self.parts if id in intent.values}
        if not given:
            return intent
        own = len(part_id(self.field.id, ""))
        meaning = codec(self.decode).decode({id[own:]: value for id, value in given.items()})
        rest = {id: value for id, value in intent.values.items() if id not in given}
        return Intent(intent.tool, {**rest, self.field.id: codec(self.encode).encode(meaning)})


def part_id(field: str, key: str) -> str:
    """The id of the part of a field that takes the value of a key."""
    return f"{field}.{key}"
