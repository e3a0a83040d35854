"""A report as Markdown."""

from collections.abc import Iterable, Sequence

from .summary import Report


def markdown(report: Report) -> str:
    """The whole report, a row a task, ending in the breakdown by kind."""
    return "\n".join(
        [
            "# Schema Mutation",
            "",
            *_table(("", ""), _figures(report)),
            "",
            "## Tasks",
            "",
            *_table(("Task", "Kind", "Score", "Verdict", "Reason"), _rows(report)),
            "",
            "## Verdicts",
            "",
            *_table(("Verdict", "Tasks"), report.verdicts.items()),
            "",
            "## By kind of mutation",
            "",
            *_table(("Kind", "Tasks", "Passes", "Score", "Stale schema used"), _kinds(report)),
            "",
        ]
    )


def _figures(report: Report) -> list[tuple[str, str]]:
    low, high = report.interval
    return [
        ("Model", f"`{_cell(report.model)}`"),
        ("Score", _percent(report.score)),
        ("95% CI", f"{_percent(low)} to {_percent(high)}"),
        ("Tasks", f"{len(report.rows)} ({_cell(report.source.tasks)})"),
        ("Stale schema used", _percent(report.stale_schema_used_rate)),
        ("Stale in part or whole", _percent(report.any_stale_rate)),
        ("Hedged", _percent(report.hedge_rate)),
        ("Data SHA-256", f"`{report.source.sha256[:16]}`"),
    ]


def _rows(report: Report) -> list[tuple[object, ...]]:
    return [
        (_cell(row.id), row.mutation_kind, f"{row.score:g}", row.verdict, _cell(row.reason))
        for row in report.rows
    ]


def _kinds(report: Report) -> list[tuple[object, ...]]:
    return [
        (
            name,
            kind.tasks,
            kind.passes,
            _percent(kind.passes / kind.tasks),
            _percent(kind.stale / kind.tasks),
        )
        for name, kind in report.per_mutation_kind.items()
    ]


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """A table, its columns padded, so that it reads as plain text too."""
    cells = [tuple(head), *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in cells
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return [lines[0], rule, *lines[1:]]


def _cell(text: str) -> str:
    """Text that stays within its cell, whatever a model wrote."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    line = line if len(line) <= 100 else f"{line[:99]}…"
    return line.replace("\\", "\\\\").replace("|", "\\|").replace("`", "\\`")


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"
