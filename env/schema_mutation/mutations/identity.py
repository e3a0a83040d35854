"""Identity: the same thing known by another of its identifiers."""

from dataclasses import dataclass
from typing import ClassVar

from .mutation import Family, register
from .value import Recoded


@register
@dataclass(frozen=True, slots=True)
class IdKindChanged(Recoded):
    """`idKind`: the thing is named by another kind of identifier."""

    family: ClassVar[Family] = "identity"
    kinds: ClassVar = ("idKind",)
