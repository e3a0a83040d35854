"""The card of a run or of the benchmark: an SVG picture of 1200 by 630."""

from collections.abc import Mapping
from html import escape
from typing import Any

WIDTH, HEIGHT = 1200, 630
_INK, _MUTED, _PAPER, _TRACK, _FILL = "#172033", "#5b667a", "#f7f8fb", "#dfe4ee", "#2f6fed"


def card(tasks: Mapping[str, int], report: Mapping[str, Any] | None = None) -> str:
    """The picture: tasks by kind; of a run (its report as JSON data) also how it went."""
    if report is None:
        title = "Does your agent survive the next migration?"
        lead = f"{sum(tasks.values())} tasks, {len(tasks)} kinds of schema change, graded exactly"
    else:
        low, high = (100 * bound for bound in report["ci95"])
        title = f"{report['model']}: {100 * report['score']:.1f}%"
        lead = (
            f"95% CI {low:.1f} to {high:.1f}%, {report['tasks']} tasks,"
            f" memorised schema used in {100 * report['staleSchemaUsedRate']:.1f}%"
        )
    body = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        _text(72, 96, 30, _FILL, "schema-mutation", bold=True),
        _text(72, 172, 52 if len(title) < 40 else 44, _INK, _cut(title, 46), bold=True),
        _text(72, 226, 28, _MUTED, _cut(lead, 84)),
    ]
    for place, (kind, count) in enumerate(sorted(tasks.items())[:7]):
        passes = report["perMutationKind"][kind]["passes"] if report else None
        body += _bar(286 + place * min(62, 310 // len(tasks)), kind, count, passes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="schema-mutation">\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _bar(y: int, kind: str, count: int, passes: int | None) -> list[str]:
    share = 1.0 if passes is None else passes / count
    figure = f"{count} tasks" if passes is None else f"{passes} of {count}"
    return [
        _text(72, y + 25, 26, _INK, kind),
        f'<rect x="370" y="{y}" width="600" height="32" rx="6" fill="{_TRACK}"/>',
        f'<rect x="370" y="{y}" width="{600 * share:.0f}" height="32" rx="6" fill="{_FILL}"/>',
        _text(992, y + 25, 26, _MUTED, figure),
    ]


def _text(x: int, y: int, size: int, fill: str, text: str, *, bold: bool = False) -> str:
    text = "".join(c if c.isprintable() else "?" for c in text)
    weight = ' font-weight="700"' if bold else ""
    font = "font-family=\"system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\""
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" {font} fill="{fill}"{weight}>'
        f"{escape(text)}</text>"
    )


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
