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
        title = f"{_cut(report['model'], 40)}: {100 * report['score']:.1f}%"
        lead = (
            f"95% CI {low:.1f} to {high:.1f}%, {report['tasks']} tasks,"
            f" stale schema used in {100 * report['staleSchemaUsedRate']:.1f}%"
        )
    body = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>',
        _text(72, 96, 30, _FILL, "schema-mutation", bold=True),
        _text(72, 172, min(52, 1650 // len(title)), _INK, title, bold=True),
        _text(72, 226, 28, _MUTED, _cut(lead, 84)),
    ]
    most, pitch = max(tasks.values()), min(62, 320 // len(tasks))
    for place, (kind, count) in enumerate(sorted(tasks.items())):
        passes = report["perMutationKind"][kind]["passes"] if report else None
        share = count / most if passes is None else passes / count
        figure = f"{count} tasks" if passes is None else f"{passes} of {count}"
        body += _bar(286 + place * pitch, pitch, kind, share, figure)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="schema-mutation">\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def _bar(y: int, pitch: int, kind: str, share: float, figure: str) -> list[str]:
    height = pitch * 32 // 62
    size, base = max(8, height * 26 // 32), y + height * 25 // 32
    return [
        _text(72, base, size, _INK, kind),
        *(
            f'<rect x="370" y="{y}" width="{width:.0f}" height="{height}" rx="6" fill="{fill}"/>'
            for width, fill in ((600, _TRACK), (600 * share, _FILL))
        ),
        _text(992, base, size, _MUTED, figure),
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
