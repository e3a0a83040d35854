"""The catalogue: base tools, hand-authored as data, one JSON file each."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from pydantic import ValidationError

from ..errors import DataError, StrictJSONError, UsageError, complaint
from ..files import data_root, read_text
from ..strict_json import parse
from .checks import Pairs, faults, squeezed
from .entry import Entry

__all__ = ["Entry", "catalogue", "check_entry", "load_catalogue", "read_entry", "shipped_pairs"]


@cache
def catalogue() -> Mapping[str, Entry]:
    """The shipped entries by id, in the order of their ids."""
    return load_catalogue(data_root() / "catalogue")


def load_catalogue(folder: Path) -> Mapping[str, Entry]:
    """The entries of a folder by id.

    Raises:
        DataError: an entry is damaged.
        UsageError: the folder holds none.
    """
    paths = sorted(folder.glob("*.json"))
    if not paths:
        raise UsageError(f"{folder}: holds no catalogue entries (*.json)")
    return {path.stem: read_entry(path) for path in paths}


def read_entry(path: Path) -> Entry:
    """Read one entry; its form is checked here, its content by `check_entry`.

    Raises:
        DataError: it is not an entry.
    """
    text = read_text(path)
    try:
        entry = Entry.model_validate(parse(text))
    except StrictJSONError as error:
        raise DataError(f"{path}: not strict JSON: {error}") from None
    except ValidationError as error:
        where, what = complaint(error)
        raise DataError(f"{path}: {where}: {what}") from None
    if entry.id != path.stem:
        raise DataError(f"{path}: id {entry.id!r} must be the file's name, {path.stem!r}")
    return entry


def check_entry(entry: Entry) -> list[str]:
    """All that is wrong with an entry's content, in words its author can act on."""
    return faults(entry, shipped_pairs())


@cache
def shipped_pairs() -> Pairs:
    """Pairs of names that a real API changed into each other: no task may repeat one."""
    path = data_root() / "shipped_renames.json"
    pairs = parse(read_text(path))["pairs"]
    return frozenset(frozenset(squeezed(name) for name in pair) for pair in pairs)
