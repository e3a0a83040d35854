"""The kinds of mutation, one module a family."""

from .codecs import CODECS, PLAIN, Codec, codec
from .mutation import KINDS, Aspect, Claim, Family, Mutation, conflict, known_kind
from .naming import CAMEL, SNAKE, STYLES, Recased, Renamed, RenamedTool, restyle
from .presence import Added, Removed
from .routing import Merge, Split
from .shape import ListToScalar, ScalarToList
from .value import EnumChanged, Recoded, TypeChanged

__all__ = [
    "CAMEL",
    "CODECS",
    "KINDS",
    "PLAIN",
    "SNAKE",
    "STYLES",
    "Added",
    "Aspect",
    "Claim",
    "Codec",
    "EnumChanged",
    "Family",
    "ListToScalar",
    "Merge",
    "Mutation",
    "Recased",
    "Recoded",
    "Removed",
    "Renamed",
    "RenamedTool",
    "ScalarToList",
    "Split",
    "TypeChanged",
    "codec",
    "conflict",
    "known_kind",
    "restyle",
]
