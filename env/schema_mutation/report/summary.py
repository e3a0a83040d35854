"""From the rows of a run to a report."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..errors import DataError
from ..files import read_text
from ..prompts import PROMPT_VERSION
from ..runs import Row
from ..strict_json import parse
from ..task import VERDICTS
from .statistics import Interval, interval

REPORT_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Source:
    """What was played: the split or file, and the SHA-256 of its bytes."""

    tasks: str
    sha256: str


@dataclass(frozen=True, slots=True)
class KindSummary:
    """The tasks of one kind, how many were passed, and how many got the old call."""

    tasks: int
    passes: int
    stale: int


@dataclass(frozen=True, slots=True)
class Report:
    """A run in figures. Rates are shares of all tasks, from 0 to 1."""

    model: str
    source: Source
    package_version: str
    score: float
    interval: Interval
    per_mutation_kind: dict[str, KindSummary]
    stale_schema_used_rate: float
    any_stale_rate: float
    hedge_rate: float
    verdicts: dict[str, int]
    rows: tuple[Row, ...] = field(repr=False)

    def to_json(self) -> dict[str, Any]:
        """The report as plain data with camelCase keys."""
        return {
            "reportVersion": REPORT_VERSION,
            "model": self.model,
            "tasksFrom": self.source.tasks,
            "dataSha256": self.source.sha256,
            "promptVersion": PROMPT_VERSION,
            "packageVersion": self.package_version,
            "tasks": len(self.rows),
            "score": self.score,
            "ci95": list(self.interval),
            "perMutationKind": {k: asdict(v) for k, v in self.per_mutation_kind.items()},
            "staleSchemaUsedRate": self.stale_schema_used_rate,
            "anyStaleRate": self.any_stale_rate,
            "hedgeRate": self.hedge_rate,
            "verdicts": self.verdicts,
            "rows": [_row(row) for row in self.rows],
        }


def summarise(model: str, source: Source, package_version: str, rows: Sequence[Row]) -> Report:
    """The report of a run.

    Raises:
        ValueError: there are no rows.
    """
    count = Counter(row.verdict for row in rows)
    by_kind: dict[str, list[Row]] = {}
    for row in rows:
        by_kind.setdefault(row.mutation_kind, []).append(row)
    scores = [row.score for row in rows]
    return Report(
        model=model,
        source=source,
        package_version=package_version,
        score=sum(scores) / len(rows),
        interval=interval(scores, [row.base for row in rows]),
        per_mutation_kind={kind: _kind(by_kind[kind]) for kind in sorted(by_kind)},
        stale_schema_used_rate=count["stale"] / len(rows),
        any_stale_rate=(count["stale"] + count["partialStale"]) / len(rows),
        hedge_rate=count["hedged"] / len(rows),
        verdicts={verdict: count[verdict] for verdict in VERDICTS},
        rows=tuple(rows),
    )


def read_report(folder: Path) -> dict[str, Any]:
    """The data of the report in a folder.

    Raises:
        UsageError: there is none.
        DataError: it is damaged.
    """
    path = folder / "report.json"
    try:
        report = parse(read_text(path))
        kinds = report["perMutationKind"].values()
        shares = [report["score"], report["staleSchemaUsedRate"], *report["ci95"]]
        counts = [report["tasks"], *(kind["tasks"] for kind in kinds)]
        passes = [kind["passes"] for kind in kinds]
        good = (
            type(report["model"]) is str
            and len(report["ci95"]) == 2
            and all(type(share) in (int, float) and 0 <= share <= 1 for share in shares)
            and all(type(count) is int and 0 < count < 10**9 for count in counts)
            and all(
                type(n) is int and 0 <= n <= of for n, of in zip(passes, counts[1:], strict=True)
            )
        )
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise DataError(f"{path}: not a report of this program: {error}") from None
    if not good:
        raise DataError(f"{path}: its figures cannot be; run the benchmark again")
    return report  # type: ignore[no-any-return]


def _kind(rows: Sequence[Row]) -> KindSummary:
    stale = sum(row.stale_schema_used for row in rows)
    return KindSummary(len(rows), sum(row.score == 1 for row in rows), stale)


def _row(row: Row) -> dict[str, Any]:
    return {
        "id": row.id,
        "base": row.base,
        "mutationKind": row.mutation_kind,
        "score": row.score,
        "verdict": row.verdict,
        "staleSchemaUsed": row.stale_schema_used,
        "mutations": [{"kind": kind, "detection": seen} for kind, seen in row.mutations],
        "reason": row.reason,
        "graded": row.graded,
        "answer": row.answer.encode(errors="replace").decode(),  # a lone surrogate is not text
    }
