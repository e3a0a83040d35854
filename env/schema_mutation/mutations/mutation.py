"""What a mutation is, and the registry of kinds."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from ..contract import Contract, Field, Intent, field_from_json, field_to_json
from ..errors import DataError, UnknownNameError

Family = Literal["naming", "shape", "value", "presence", "routing", "identity", "meaning"]
Aspect = Literal["name", "place", "value", "life", "tool"]


class Claim(NamedTuple):
    """One aspect of one field, or of one tool, that a mutation changes (by id)."""

    id: str
    aspect: Aspect


class Mutation(ABC):
    """One edit of a contract, and the way an intent follows it.

    Subclasses are frozen dataclasses whose fields are the parameters. They name fields and
    tools by id; where what they edit is missing, they change nothing.
    """

    __slots__ = ()
    family: ClassVar[Family]
    kinds: ClassVar[tuple[str, ...]]

    @property
    def kind(self) -> str:
        """Its name in tasks and reports."""
        return self.kinds[0]

    @abstractmethod
    def apply(self, contract: Contract) -> Contract:
        """The contract after this edit."""

    @abstractmethod
    def claims(self) -> frozenset[Claim]:
        """The aspects that it changes, which no other mutation of the task may change."""

    def migrate(self, intent: Intent) -> Intent:
        """The same meaning, for the edited contract."""
        return intent

    def needs(self) -> frozenset[str]:
        """The fields that an old call must use for this edit to change it."""
        return frozenset()

    def parameters(self) -> dict[str, Any]:
        """Its parameters as plain JSON data."""
        values = {item.name: getattr(self, item.name) for item in fields(self)}  # type: ignore[arg-type]
        return {name: _to_json(value) for name, value in values.items()}

    @classmethod
    def parse(cls, kind: str, parameters: Mapping[str, Any]) -> Self:
        """A mutation from what `parameters` gave.

        Raises:
            DataError: a parameter is missing, unknown or no field where one is wanted.
        """
        wanted = {item.name: item.type for item in fields(cls)}  # type: ignore[arg-type]
        if wanted.keys() != parameters.keys():
            odd = ", ".join(sorted(wanted.keys() ^ parameters.keys()))
            raise DataError(f"{kind} takes the parameters {sorted(wanted)}; check {odd}")
        return cls(**{name: _from_json(value, wanted[name]) for name, value in parameters.items()})


def _to_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_to_json(item) for item in value]
    return field_to_json(value) if isinstance(value, Field) else value


def _from_json(value: Any, wanted: object) -> Any:
    if wanted == list[Field]:
        return [field_from_json(item) for item in value]
    return field_from_json(value) if wanted is Field else value


KINDS: dict[str, type[Mutation]] = {}
M = TypeVar("M", bound=Mutation)


def register(cls: type[M]) -> type[M]:
    """Enter a mutation under each of its kinds."""
    KINDS.update(dict.fromkeys(cls.kinds, cls))
    return cls


def known_kind(kind: str) -> type[Mutation]:
    """The class behind a kind.

    Raises:
        UnknownNameError: there is no such kind.
    """
    if not isinstance(kind, str) or kind not in KINDS:
        raise UnknownNameError("kind", kind, KINDS)
    return KINDS[kind]


def conflict(mutations: Iterable[Mutation]) -> Claim | None:
    """The first claim that two mutations raise, or that another's change of life voids."""
    taken: set[Claim] = set()
    for mutation in mutations:
        claims = mutation.claims()
        for claim in sorted(claims):
            aspects = {old.aspect for old in taken if old.id == claim.id}
            if claim.aspect in aspects or "life" in aspects or (claim.aspect == "life" and aspects):
                return claim
        taken |= claims
    return None
