"""Tasks that many tests share, and helpers to make small ones."""

from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from schema_mutation.datasets import load
from schema_mutation.task import Mark, Side, Task, TaskMutation, Tool, ToolCall

settings.register_profile(
    "steady", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("steady")

ANYTHING: dict[str, Any] = {"type": "object"}


@pytest.fixture(scope="session")
def public() -> tuple[Task, ...]:
    return load("public")


def task_expecting(
    name: str,
    arguments: dict[str, Any],
    *,
    schema: dict[str, Any] = ANYTHING,
    old: ToolCall | None = None,
    marks: tuple[Mark, ...] = (),
) -> Task:
    """A task of one tool whose right call is given; by default any old call is another tool's."""
    old = old or ToolCall(f"{name}.old", {})
    return Task(
        id="made-00000000",
        base="made",
        mutation_kind="renamedField",
        schema_version="2.0.0",
        request="Do it.",
        before=Side((Tool(old.name, "Old.", ANYTHING),), old),
        after=Side(
            (Tool(name, "New.", schema), Tool(f"{name}.other", "Other.", ANYTHING)),
            ToolCall(name, arguments),
        ),
        mutations=tuple(TaskMutation("renamedField", {}, True, mark) for mark in marks),
    )


def pytest_make_parametrize_id(val: object) -> str | None:
    """Short printable ids: some parameters are megabytes, or integers too long to print."""
    if isinstance(val, int) and not isinstance(val, bool) and abs(val) > 10**20:
        return "large"
    if isinstance(val, str):
        return ascii(val[:40])[1:-1]
    return None
