"""The benchmark: a model, tasks, a report."""

import json
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from numbers import Integral
from pathlib import Path
from typing import Any

from .datasets import distinct, read_split, to_line
from .errors import UsageError
from .files import write_whole
from .report import Report, Source, markdown, summarise
from .runs import Model, model_of, play
from .task import Task


def run(
    model: str | Model,
    tasks: str | Path | Sequence[Task] = "public",
    *,
    limit: int | None = None,
) -> Report:
    """Play a model through tasks, in process, and report.

    Args:
        model: ``"mock"``, or any callable from `Prompt` to text.
        tasks: a split's name, the path of a JSONL file, or tasks.
        limit: play only this many, the first.

    Raises:
        UnknownNameError: there is no such model or split.
        UsageError: there is nothing to play.
    """
    if limit is not None and (not isinstance(limit, Integral) or limit is True or limit < 1):
        raise UsageError(f"limit is {limit!r}; it must be 1 or more")
    if isinstance(tasks, str | Path):
        name = str(tasks).encode(errors="replace").decode()
        loaded, digest = read_split(tasks)
        source = Source(name, digest)
    else:
        loaded = distinct(tasks)
        lines = "".join(to_line(task) + "\n" for task in loaded)
        source = Source("custom", sha256(lines.encode()).hexdigest())
    played = loaded[:limit]
    named = model_of(model, played)
    rows = list(play(named.answer, played))
    return summarise(named.name, source, version("schema-mutation"), rows)


def write(report: Report, folder: Path) -> tuple[Path, Path]:
    """Write report.json and report.md into a folder, both whole or neither."""
    paths = folder / "report.json", folder / "report.md"
    data = json.dumps(report.to_json(), ensure_ascii=False, indent=2)
    write_whole({paths[0]: data + "\n", paths[1]: markdown(report)})
    return paths


def index_entry(tasks: str | Path = "public") -> dict[str, Any]:
    """What an index of benchmarks lists of this one."""
    loaded, digest = read_split(tasks)
    return {
        "id": "schema-mutation",
        "title": "Schema Mutation",
        "claim": "Measures whether a model follows the tool schema that it is shown, or the one"
        " that it memorised.",
        "version": version("schema-mutation"),
        "license": "MIT",
        "tasks": len(loaded),
        "kinds": dict(sorted(Counter(task.mutation_kind for task in loaded).items())),
        "tasksFrom": str(tasks),
        "dataSha256": digest,
        "metrics": ["score", "staleSchemaUsedRate", "anyStaleRate", "hedgeRate"],
        "headline": "score",
        "range": [0, 1],
        "run": "python inference.py",
    }
