"""Meaning: what is written as ever now says something else."""

from dataclasses import dataclass
from typing import ClassVar

from .mutation import Family, register
from .value import Recoded


@register
@dataclass(frozen=True, slots=True)
class SemanticFlipped(Recoded):
    """`semanticFlip`: the same values mean something else, as true for false, or the last day
    for the first day after.
    """

    family: ClassVar[Family] = "meaning"
    kinds: ClassVar = ("semanticFlip",)
