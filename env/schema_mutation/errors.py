"""Everything this package raises on purpose.

::

    SchemaMutationError
    ├── UsageError            something was asked for that does not exist or cannot be
    │   ├── UnknownNameError  a task, kind, split, tool or option that is not there
    │   └── AnswerTypeError   an answer that is neither text, mapping nor ToolCall
    ├── StrictJSONError       text or a value that is not strict JSON
    ├── DataError             a file of tasks or a catalogue entry is damaged
    └── ProofError            a generated task failed its own proof: a bug, never a bad draw

Each message says what was wrong, where, and what to do.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pydantic import ValidationError


class SchemaMutationError(Exception):
    """The root: catch this to catch every error of this package."""


class UsageError(SchemaMutationError):
    """Something was asked for that does not exist or cannot be done."""


class UnknownNameError(UsageError):
    """A name that is not among the known ones; the message offers the nearest."""

    def __init__(self, what: str, name: object, known: Iterable[str], *, where: str = "") -> None:
        self.what, self.name, self.known = what, name, sorted(known)
        super().__init__(f"{where}{what} {name!r} is unknown; {suggestion(name, self.known)}")


class AnswerTypeError(UsageError, TypeError):
    """An answer that no model can have given: not text, a mapping or a ToolCall."""


class StrictJSONError(SchemaMutationError, ValueError):
    """Text or a value that is not strict JSON."""


class DataError(SchemaMutationError):
    """A damaged file: the message starts with ``path:line:`` where a line is to blame."""


class ProofError(SchemaMutationError):
    """A task failed its proof. This is a bug in a mutation or in the catalogue."""


def suggestion(name: object, known: Iterable[str]) -> str:
    """Say which known name was probably meant, or list the known ones."""
    from difflib import get_close_matches

    names = sorted(known)
    near = get_close_matches(str(name), names, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    if len(names) > 20:
        return f"there are {len(names)}, such as {names[0]!r}"
    return f"known: {', '.join(names) or 'none'}"


def one_line(text: str, most: int = 200) -> str:
    """Text as part of a line: what cannot be printed escaped, and cut where it is long."""
    cut = text if len(text) <= most else f"{text[:most]}…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)


def complaint(error: "ValidationError") -> tuple[str, str]:
    """Where pydantic's first complaint is, as a path on one line, and what it is."""
    first = error.errors(include_url=False)[0]
    where = "/".join(str(step) for step in first["loc"])
    return f"/{one_line(where)}", one_line(first["msg"])
