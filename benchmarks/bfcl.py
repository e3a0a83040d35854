"""The simple cases of BFCL, for its own checker and for ours. Needs ``bfcl-eval``."""

import json
import sys
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from schema_mutation.task import Side, Task, Tool, ToolCall

FILE = "BFCL_v4_simple_python.json"
Graded = list[tuple[Task, ToolCall]]


def cases() -> tuple[Callable[[], None], Graded] | None:
    """A pass of BFCL's checker over right answers to its simple cases, and the same as tasks.

    None if bfcl-eval is not installed.
    """
    found = find_spec("bfcl_eval")
    if found is None or found.origin is None:
        return None
    check = _checker()
    data = Path(found.origin).parent / "data"
    theirs: list[tuple[Any, Any, Any]] = []
    ours: Graded = []
    for case, truth in zip(
        _lines(data / FILE), _lines(data / "possible_answer" / FILE), strict=True
    ):
        ((name, allowed),) = truth["ground_truth"][0].items()
        given = {key: values[0] for key, values in allowed.items() if values and values[0] != ""}
        answer = case["function"], [{name: given}], truth["ground_truth"]
        if check(*answer):
            theirs.append(answer)
            ours.append((_task(case["id"], name, given), ToolCall(name, given)))

    def run() -> None:
        for answer in theirs:
            check(*answer)

    return run, ours


def _checker() -> Callable[[Any, Any, Any], bool]:
    # Its table of models imports every provider's package; the checker asks it for one flag.
    table = ModuleType("bfcl_eval.constants.model_config")
    flag = SimpleNamespace(underscore_to_dot=False)
    table.MODEL_CONFIG_MAPPING = defaultdict(lambda: flag)  # type: ignore[attr-defined]
    sys.modules[table.__name__] = table
    python = import_module("bfcl_eval.constants.enums").Language.PYTHON
    checker = import_module("bfcl_eval.eval_checker.ast_eval.ast_checker").ast_checker

    def check(functions: Any, output: Any, truth: Any) -> bool:
        return bool(checker(functions, output, truth, python, "simple_python", "any")["valid"])

    return check


def _task(id: str, name: str, given: dict[str, Any]) -> Task:
    right = ToolCall(name, json.loads(json.dumps(given)))
    side = Side((Tool(name, "", {"type": "object"}),), right)
    return Task(id, "bfcl", "renamedField", "1", "", side, side)


def _lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
