"""Where the shipped data lies, reading text, and writing files whole or not at all."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .errors import DataError, UsageError

_PACKAGE = Path(__file__).resolve().parent


@cache
def data_root() -> Path:
    """The folder of shipped data: the repository's in a source tree, else the packaged one.

    Raises:
        DataError: neither is there; the installation is incomplete.
    """
    repository = _PACKAGE.parents[1]
    for root in (repository / "data", _PACKAGE / "data"):
        if (root / "catalogue").is_dir() and (
            root.parent == _PACKAGE or (repository / "pyproject.toml").is_file()
        ):
            return root
    raise DataError(f"no data/ beside {_PACKAGE}; install the package anew")


def read_text(path: Path) -> str:
    """The text of a UTF-8 file, without a byte-order mark.

    Raises:
        UsageError: it is not there or cannot be read.
        DataError: it is not UTF-8.
    """
    return decoded(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The content of a file.

    Raises:
        UsageError: it is not there or cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"{path}: there is no such file") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise UsageError(f"{path!r}: cannot be read: {error}") from None


def decoded(raw: bytes, name: str) -> str:
    """Bytes as UTF-8 text.

    Raises:
        DataError: they are not UTF-8.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(f"{name}:{line}: not UTF-8; save it as UTF-8") from None


def write_whole(files: Mapping[Path, str]) -> None:
    """Write files so that all are there whole or none is, making folders if need be.

    Raises:
        UsageError: one cannot be written.
    """
    parts: dict[Path, Path] = {}
    try:
        for path, text in files.items():
            parts[path] = _part_of(path)
            _write(parts[path], text)
        for path, part in parts.items():
            part.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        for part in parts.values():
            part.unlink(missing_ok=True)


def _part_of(path: Path) -> Path:
    """A file beside ``path`` to be renamed to it once it is whole."""
    if not path.name or path.is_dir():
        raise UsageError(f"{path}: cannot be written: it is a folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.with_name(f".{path.name}.{os.getpid()}")


def _write(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
