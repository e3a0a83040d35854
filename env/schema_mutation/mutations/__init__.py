"""The kinds of mutation, one module a family."""

from .codecs import CODECS, PLAIN, Codec, codec, codec_called, codec_name
from .identity import IdKindChanged
from .meaning import SemanticFlipped
from .mutation import KINDS, Aspect, Claim, Family, Mutation, conflict, known_kind
from .naming import CAMEL, SNAKE, STYLES, Recased, Renamed, RenamedTool, restyle
from .presence import Added, Removed
from .routing import Merge, Split
from .shape import (
    FieldsMerged,
    FieldSplit,
    Flattened,
    ListToScalar,
    MapToList,
    NameDependent,
    Nested,
    ScalarToList,
    VariantWrapped,
    part_id,
)
from .value import (
    ConstraintTightened,
    EnumChanged,
    FormatChanged,
    Recoded,
    TypeChanged,
    UnitChanged,
)

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
    "ConstraintTightened",
    "EnumChanged",
    "Family",
    "FieldSplit",
    "FieldsMerged",
    "Flattened",
    "FormatChanged",
    "IdKindChanged",
    "ListToScalar",
    "MapToList",
    "Merge",
    "Mutation",
    "NameDependent",
    "Nested",
    "Recased",
    "Recoded",
    "Removed",
    "Renamed",
    "RenamedTool",
    "ScalarToList",
    "SemanticFlipped",
    "Split",
    "TypeChanged",
    "UnitChanged",
    "VariantWrapped",
    "codec",
    "codec_called",
    "codec_name",
    "conflict",
    "known_kind",
    "part_id",
    "restyle",
]
