"""The kinds of mutation, one module a family."""

from .codecs import CODECS, PLAIN, Codec, codec
from .mutation import KINDS, Aspect, Claim, Family, Mutation, conflict, known_kind
from .naming import Renamed
from .presence import Added
from .routing import Split
from .value import EnumChanged, Recoded, TypeChanged

__all__ = [
    "CODECS",
    "KINDS",
    "PLAIN",
    "Added",
    "Aspect",
    "Claim",
    "Codec",
    "EnumChanged",
    "Family",
    "Mutation",
    "Recoded",
    "Renamed",
    "Split",
    "TypeChanged",
    "codec",
    "conflict",
    "known_kind",
]
