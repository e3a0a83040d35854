"""Validating what people write: catalogue entries and files of tasks."""

from collections.abc import Sequence
from pathlib import Path

from .audit import task_faults
from .catalogue import check_entry, read_entry
from .catalogue.entry import Entry
from .datasets import load, manifest
from .errors import SchemaMutationError
from .files import data_root
from .generator import draw_task
from .marks import detect
from .plans import PLANS
from .task import Task

TRIALS = 8


def validate(entries: Sequence[Path], tasks: str | None) -> list[str]:
    """All faults of these catalogue entries and of one file of tasks, one line each.

    With neither given: of the shipped catalogue and every shipped split.
    """
    splits = [] if tasks is None else [tasks]
    if not entries and tasks is None:
        entries = sorted((data_root() / "catalogue").glob("*.json"))
        splits = list(manifest()["splits"])
    faults = [fault for path in entries for fault in entry_faults(path)]
    return faults + [fault for split in splits for fault in split_faults(split)]


def entry_faults(path: Path) -> list[str]:
    """What is wrong with one entry: its form, its content, the tasks drawn from it."""
    try:
        entry = read_entry(path)
        found = check_entry(entry) or _trial_faults(entry)
    except SchemaMutationError as error:
        found = [str(error)]
    return [fault if fault.startswith(f"{path}:") else f"{path}: {fault}" for fault in found]


def split_faults(source: str | Path) -> list[str]:
    """What is wrong with a split: the file, or else each task."""
    try:
        tasks = load(source)
    except SchemaMutationError as error:
        return [str(error)]
    return [
        f"{source}: {fault}" for task in tasks for fault in (*task_faults(task), *mark_faults(task))
    ]


def mark_faults(task: Task) -> list[str]:
    """Marks that do not tell the two calls of a task apart."""
    return [
        f"{task.id}: {mutation.kind} reads the call of {name} as {seen}, not {wanted}"
        for mutation in task.mutations
        for name, side, wanted in (
            ("before", task.before, "unshown"),
            ("after", task.after, "shown"),
        )
        if (seen := detect(mutation.mark, side.call, task.tool_names)) != wanted
    ]


def _trial_faults(entry: Entry) -> list[str]:
    drawn = [
        draw_task(entry, [kind], split="trial", seed=0, index=index)
        for kind in PLANS
        for index in range(TRIALS)
    ]
    return sorted({fault for task in drawn for fault in task_faults(task)})
