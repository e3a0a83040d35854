"""What a catalogue entry is: one base tool, with all the forms its parts can take.

An entry is a JSON file that a person writes; docs/catalogue.md is the guide. Nothing in it
says what is old and what is new: each field lists several names and several ways to write
its values, any of which may be the version before or after.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from ..mutations import PLAIN
from ..wording import Saying, say

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
ToolName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$")]
Phrasings = Annotated[list[str], Field(min_length=3)]
Presence = Literal["required", "optional", "varies", "rare"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Choice(_Record):
    """One value of a field with few: what it means, and how a request asks for it."""

    id: Identifier
    means: str
    clauses: Phrasings


class Part(_Record):
    """One of several fields over which a value is spread: the key of what it takes, and how
    it is shown. Its name is one word, so that no style changes it.
    """

    key: Identifier
    name: Annotated[str, Field(pattern=r"^[a-z]+$")]
    describe: str
    schema_: dict[str, Any] = Field(alias="schema")


class Encoding(_Record):
    """One way to write a field's values: its schema, a note for readers, its codec.

    With ``parts``, a value is written as an object, and each of them takes that of its key.
    """

    schema_: dict[str, Any] = Field(alias="schema", default_factory=dict)
    note: str = ""
    codec: dict[str, Any] = Field(default_factory=lambda: dict(PLAIN))
    parts: tuple[Part, ...] = ()

    @property
    def depends(self) -> bool:
        """Does it depend on the value which of the parts is given?"""
        return bool(self.codec["codec"] == "chosen")


class EntryField(_Record):
    """One field. Either ``choices`` with ``vocabularies``, or ``encodings`` with
    ``samples``, ``saying`` and ``clauses``.
    """

    id: Identifier
    names: Annotated[list[Identifier], Field(min_length=3)]
    describe: str
    presence: Presence
    choices: Annotated[list[Choice], Field(min_length=2)] | None = None
    vocabularies: Annotated[list[list[JsonValue]], Field(min_length=1)] | None = None
    encodings: Annotated[list[Encoding], Field(min_length=1)] | None = None
    samples: Annotated[list[JsonValue], Field(min_length=8)] | None = None
    saying: Saying = "quote"
    clauses: Phrasings | None = None

    @model_validator(mode="after")
    def _one_sort(self) -> "EntryField":
        closed = (self.choices, self.vocabularies)
        free = (self.encodings, self.samples, self.clauses)
        if self.choices and self.vocabularies and not any(free):
            _check_vocabularies(self.id, len(self.choices), self.vocabularies)
            return self
        if all(free) and not any(closed):
            return self
        raise ValueError(
            f"field {self.id!r} needs either choices and vocabularies,"
            " or encodings, samples and clauses"
        )

    @cached_property
    def forms(self) -> tuple[Encoding, ...]:
        """All ways to write its values, those of choices made from the vocabularies."""
        if self.choices is None or self.vocabularies is None:
            return tuple(_with_table(form, self.samples or ()) for form in self.encodings or ())
        return tuple(_form(self.choices, literals) for literals in self.vocabularies)

    @cached_property
    def meanings(self) -> tuple[Any, ...]:
        """All values it can mean: ids of choices, or samples."""
        if self.choices is None:
            return tuple(self.samples or ())
        return tuple(choice.id for choice in self.choices)

    def phrasings(self, meaning: Any) -> list[str]:
        """The clauses that ask for one of its values."""
        for choice in self.choices or ():
            if choice.id == meaning:
                return choice.clauses
        return [
            clause.replace("{value}", say(meaning, self.saying)) for clause in self.clauses or ()
        ]

    def schema_in(self, form: Encoding) -> dict[str, Any]:
        """The JSON Schema that a model is shown for one way to write its values."""
        text = f"{self.describe} {form.note}".strip()
        return {**form.schema_, "description": text}


class Split(_Record):
    """How the tool divides by a field of choices: for each choice, by its id, the ending of
    the new tool's name and its description. Several sets of endings may be given.
    """

    by: Identifier
    endings: Annotated[list[dict[Identifier, Identifier]], Field(min_length=1)]
    describe: dict[Identifier, str]


class Neighbour(_Record):
    """Another tool of the same API, shown beside the one that is asked for."""

    name: ToolName
    description: str
    parameters: dict[str, Any]


class Entry(_Record):
    """A base tool and its neighbours."""

    id: Identifier
    name: ToolName
    aliases: Annotated[list[ToolName], Field(min_length=1)]
    describe: str
    heads: Phrasings
    fields: Annotated[list[EntryField], Field(min_length=8)]
    splits: Annotated[list[Split], Field(min_length=1)]
    neighbours: Annotated[list[Neighbour], Field(min_length=2)]

    def field(self, id: str) -> EntryField:
        """The field of an id that the entry is known to have."""
        return next(item for item in self.fields if item.id == id)


class Common(_Record):
    """What any API may have besides: further fields, and names of groups of fields."""

    groups: Annotated[list[Identifier], Field(min_length=4)]
    fields: Annotated[list[EntryField], Field(min_length=1)]


def _with_table(form: Encoding, samples: Iterable[Any]) -> Encoding:
    """A form that writes a part of each sample, as the table of all of them."""
    if form.codec["codec"] != "item":
        return form
    pairs = [[sample, sample[form.codec["at"]]] for sample in samples]
    return form.model_copy(update={"codec": {"codec": "map", "pairs": pairs}})


def _check_vocabularies(id: str, choices: int, rows: list[list[JsonValue]]) -> None:
    for row in rows:
        if len(row) != choices:
            raise ValueError(f"field {id!r}: vocabulary {row} needs one value for each choice")
        types = set(map(type, row))
        if len(types) > 1 or len(set(map(repr, row))) < len(row) or not types <= {bool, int, str}:
            raise ValueError(
                f"field {id!r}: vocabulary {row} must hold different values of one type:"
                " texts, whole numbers, or true and false"
            )


def _form(choices: list[Choice], literals: list[JsonValue]) -> Encoding:
    kinds = {bool: "boolean", str: "string", int: "integer"}
    json_type = kinds[type(literals[0])]
    schema: dict[str, Any] = {"type": json_type}
    if json_type != "boolean":
        schema["enum"] = literals
    pairs = list(zip(choices, literals, strict=True))
    glosses = "; ".join(f"{_written(literal)}: {choice.means}" for choice, literal in pairs)
    codec = {"codec": "map", "pairs": [[choice.id, literal] for choice, literal in pairs]}
    return Encoding(schema=schema, note=f"{glosses}.", codec=codec)


def _written(literal: JsonValue) -> str:
    return str(literal).lower() if isinstance(literal, bool) else str(literal)
