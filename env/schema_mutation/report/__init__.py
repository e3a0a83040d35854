"""Reports: figures, Markdown and a card."""

from .markdown import markdown
from .summary import KindSummary, Report, Source, read_report, summarise
from .svg import card

__all__ = ["KindSummary", "Report", "Source", "card", "markdown", "read_report", "summarise"]
