"""Splits: frozen files of tasks, drawn, written whole, and found by name."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from .catalogue import catalogue
from .errors import DataError, UnknownNameError, UsageError
from .files import data_root, decoded, read_bytes, write_whole
from .generator import DATA_VERSION, draw_task
from .mutations import known_kind
from .plans import CORE_KINDS
from .reading import tasks_in
from .strict_json import parse
from .task import COMPOUND, Task, task_to_json

PUBLIC_SEED = 20261015
MANIFEST = "MANIFEST.json"


def load(source: str | Path = "public") -> tuple[Task, ...]:
    """The tasks of a shipped split, by its name, or of any JSONL file, by its path.

    Raises:
        UsageError: there is no such split and no such file.
        DataError: the file is damaged; the message begins with its path and line.
    """
    return read_split(source)[0]


def read_split(source: str | Path) -> tuple[tuple[Task, ...], str]:
    """What `load` gives, and the SHA-256 of the bytes it was read from, in hexadecimal.

    They are read once: a pipe gives them only once, and a file may change between.

    Raises:
        UsageError: there is no such split and no such file.
        DataError: the file is damaged; the message begins with its path and line.
    """
    path = split_path(source)
    raw = read_bytes(path)
    digest = sha256(raw).hexdigest()
    _check_hash(path, digest)
    return distinct(tasks_in(decoded(raw, str(path)), str(path))), digest


def split_path(source: str | Path) -> Path:
    """The file behind a split's name, or the path itself.

    Raises:
        UnknownNameError: there is no such split, and it does not look like a path.
        UsageError: it looks like a path, and there is no such file.
    """
    splits = manifest()["splits"]
    if not isinstance(source, str | Path):
        raise UsageError(f"a split is a name or a path, not {type(source).__name__}")
    if str(source) in splits:
        return data_root() / str(splits[str(source)]["file"])
    path = Path(source)
    try:
        if path.is_dir() and len(path.parts) > 1:
            raise UsageError(f"{path}: is a folder; name the file of tasks in it")
        if path.exists() and not path.is_dir():
            return path
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    if path.suffix or len(path.parts) > 1:
        raise UsageError(f"{path}: there is no such file; shipped splits: {', '.join(splits)}")
    raise UnknownNameError("split", str(source), splits)


def manifest(folder: Path | None = None) -> dict[str, Any]:
    """The manifest of a folder of splits, by default of the shipped ones.

    Raises:
        DataError: it is damaged.
    """
    path = (folder or data_root()) / MANIFEST
    return _manifest_in(decoded(read_bytes(path), str(path)), path)


def _manifest_in(text: str, path: Path) -> dict[str, Any]:
    try:
        found = parse(text)
        for split in found["splits"].values():
            if type(split["file"]) is not str or type(split["sha256"]) is not str:
                raise DataError(f"{path}: 'file' and 'sha256' of a split must be text")
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise DataError(f"{path}: not a manifest of splits: {error}") from None
    return found  # type: ignore[no-any-return]


def distinct(tasks: Iterable[Task]) -> tuple[Task, ...]:
    """These tasks, if there are any and no two have one id.

    Raises:
        UsageError: there are none, two have one id, or something is no task.
    """
    try:
        found = tuple(tasks)
    except TypeError:
        raise UsageError(f"tasks are a sequence of Task, not {type(tasks).__name__}") from None
    odd = next((item for item in found if not isinstance(item, Task)), None)
    if odd is not None:
        raise UsageError(f"tasks are a sequence of Task; one is {type(odd).__name__}")
    if not found:
        raise UsageError("there are no tasks to play")
    id, times = Counter(task.id for task in found).most_common(1)[0]
    if times > 1:
        raise UsageError(f"{times} tasks have the id {id!r}; each needs its own")
    return found


def find(tasks: Iterable[Task], id: str) -> Task:
    """The task of an id.

    Raises:
        UnknownNameError: there is none; the message offers the nearest.
    """
    by_id = {task.id: task for task in tasks}
    if not isinstance(id, str) or id not in by_id:
        raise UnknownNameError("task", id, by_id)
    return by_id[id]


def of_kind(tasks: Iterable[Task], kind: str | None) -> tuple[Task, ...]:
    """The tasks of one kind (`compound` among them), or all.

    Raises:
        UnknownNameError: there is no such kind.
        UsageError: none of the tasks is of it.
    """
    tasks = tuple(tasks)
    if kind is None:
        return tasks
    if kind != COMPOUND:
        known_kind(kind)
    found = tuple(task for task in tasks if task.mutation_kind == kind)
    if not found:
        raise UsageError(f"none of the {len(tasks)} tasks is of kind {kind!r}")
    return found


def draw_split(
    split: str, seed: int, count: int = 1, kinds: Sequence[str] = CORE_KINDS
) -> list[Task]:
    """Draw a split: ``count`` tasks for each pair of kind and catalogue entry.

    Several kinds joined by ``+`` make compound tasks. All tasks of a split may have the same
    shapes: if one kind asks for more than the public split has, all have it.

    No two expected calls or ids are equal: an index that repeats one is passed over. Sorted by id,
    which says nothing of the kind.
    """
    tasks: dict[str, Task] = {}
    ids: set[str] = set()
    rich = any(not set(mix.split("+")) <= set(CORE_KINDS) for mix in kinds)
    for mix in kinds:
        for entry in catalogue().values():
            wanted, index = len(tasks) + count, 0
            while len(tasks) < wanted:
                task = draw_task(
                    entry, mix.split("+"), split=split, seed=seed, index=index, rich=rich
                )
                call = task.after.call
                key = json.dumps([call.name, call.arguments], sort_keys=True)
                if task.id not in ids and key not in tasks:
                    tasks[key] = task
                    ids.add(task.id)
                index += 1
    return sorted(tasks.values(), key=lambda task: task.id)


def write_split(folder: Path, split: str, seed: int, tasks: Sequence[Task]) -> Path:
    """Write a split and enter it in the manifest of its folder. Returns the split's path."""
    text = "".join(to_line(task) + "\n" for task in tasks)
    path = folder / "splits" / f"{split}.jsonl"
    entered = {
        "file": f"splits/{split}.jsonl",
        "seed": seed,
        "tasks": len(tasks),
        "kinds": dict(sorted(Counter(task.mutation_kind for task in tasks).items())),
        "sha256": sha256(text.encode()).hexdigest(),
    }
    known = manifest(folder)["splits"] if (folder / MANIFEST).is_file() else {}
    record = {"dataVersion": DATA_VERSION, "splits": {**known, split: entered}}
    write_whole({path: text, folder / MANIFEST: json.dumps(record, indent=2) + "\n"})
    return path


def to_line(task: Task) -> str:
    """A task as its line in a file, the same bytes each time."""
    return json.dumps(task_to_json(task), ensure_ascii=False, separators=(",", ":"))


def _check_hash(path: Path, digest: str) -> None:
    """Hold a file against the manifest beside it or above it, if one of ours lists it."""
    for folder in (path.parent, path.parent.parent):
        try:
            text = (folder / MANIFEST).read_text("utf-8")
        except (OSError, ValueError):
            continue
        if '"dataVersion"' not in text:
            continue  # some other program's
        for name, split in _manifest_in(text, folder / MANIFEST)["splits"].items():
            listed = Path(folder, split["file"].replace("\0", ""))
            if listed.resolve() == path.resolve() and digest != split["sha256"]:
                raise DataError(
                    f"{path}: differs from the SHA-256 in {folder / MANIFEST};"
                    f" restore it, or generate split {name!r} anew"
                )
