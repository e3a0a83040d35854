"""Shape: the same value in another container."""

from dataclasses import dataclass
from typing import ClassVar

from .mutation import Family, register
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
