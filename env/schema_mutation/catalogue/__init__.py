"""The catalogue: base tools, hand-authored as data, one JSON file each."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from ..errors import DataError, StrictJSONError, UsageError, complaint
from ..files import data_root, read_text
from ..strict_json import parse
from .checks import Pairs, beside_common, faults, squeezed
from .entry import Common, Entry

__all__ = [
    "Common",
    "Entry",
    "catalogue",
    "check_entry",
    "common",
    "load_catalogue",
    "read_entry",
    "shipped_pairs",
]


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
    entry = _read(path, Entry)
    if entry.id != path.stem:
        raise DataError(f"{path}: id {entry.id!r} must be the file's name, {path.stem!r}")
    return entry


R = TypeVar("R", Entry, Common)


def _read(path: Path, record: type[R]) -> R:
    text = read_text(path)
    try:
        return record.model_validate(parse(text))
    except StrictJSONError as error:
        raise DataError(f"{path}: not strict JSON: {error}") from None
    except ValidationError as error:
        where, what = complaint(error)
        raise DataError(f"{path}: {where}: {what}") from None


@cache
def common() -> Common:
    """What any API may have besides its own fields.

    Raises:
        DataError: the file is damaged.
    """
    return _read(data_root() / "common.json", Common)


def check_entry(entry: Entry) -> list[str]:
    """All that is wrong with an entry's content, by itself and beside the common fields, in
    words its author can act on.
    """
    return faults(entry, shipped_pairs()) or beside_common(entry, common())


@cache
def shipped_pairs() -> Pairs:
    """Pairs of names that a real API changed into each other: no task may repeat one."""
    path = data_root() / "shipped_renames.json"
    pairs = parse(read_text(path))["pairs"]
    return frozenset(frozenset(squeezed(name) for name in pair) for pair in pairs)
