"""Does a model follow the tool schema in front of it, or the one it memorised?

>>> import schema_mutation
>>> task = schema_mutation.load("public")[0]
>>> schema_mutation.grade(task, '{"name": "nothing", "arguments": {}}').score
0.0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .benchmark import run
    from .datasets import load
    from .envs import make
    from .errors import SchemaMutationError
    from .extraction import extract
    from .grading import grade
    from .prompts import prompt
    from .report import Report
    from .task import Grade, Task, ToolCall

__all__ = [
    "Grade",
    "Report",
    "SchemaMutationError",
    "Task",
    "ToolCall",
    "extract",
    "grade",
    "load",
    "make",
    "prompt",
    "run",
]

_HOMES = {
    "Grade": "task",
    "Report": "report",
    "SchemaMutationError": "errors",
    "Task": "task",
    "ToolCall": "task",
    "extract": "extraction",
    "grade": "grading",
    "load": "datasets",
    "make": "envs",
    "prompt": "prompts",
    "run": "benchmark",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that importing the package is cheap."""
    if name == "__version__":
        from importlib.metadata import version

        return version("schema-mutation")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
