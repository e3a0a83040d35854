"""Speed of the kernel, each figure a ratio within this run.

The unit is A: `json.loads` and `==` of a call of 349 bytes. Run it with ``make bench``; it
prints each figure with its bound and exits 1 if one is over. For the comparison with
BFCL's checker, ``pip install --no-deps bfcl-eval`` first.
"""

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import bfcl
from schema_mutation.catalogue import catalogue
from schema_mutation.datasets import load
from schema_mutation.envs import make
from schema_mutation.episodes import call as episode
from schema_mutation.extraction import extract
from schema_mutation.generator import draw_task
from schema_mutation.grading import grade, grade_call
from schema_mutation.plans import CORE_KINDS
from schema_mutation.prompts import prompt
from schema_mutation.runs import model_of
from schema_mutation.task import Task, task_to_json

Row = tuple[str, float, float, str]

UNIT = json.dumps(
    {
        "name": "issues.create",
        "arguments": {
            "repository": "acme/widgets",
            "subject": "Export drops the last row",
            "body": "It happens on each second try, not all.",
            "kind": "defect",
            "visibility": "maintainers",
            "labels": ["export", "sheets"],
            "milestone": 14,
            "notify": True,
            "assignee": "mira-k",
            "watchers": ["tobias.w", "jun-ito"],
            "estimate": 2.5,
        },
    }
)


def cost(work: Callable[[], object], least: float = 0.02, rounds: int = 7) -> float:
    """Seconds a call of ``work`` takes: the best of some rounds of at least ``least`` each."""
    times, best = 1, float("inf")
    while True:
        spent = _timed(work, times)
        if spent >= least:
            break
        times = max(times * 2, int(times * least / max(spent, 1e-9)))
    for _ in range(rounds):
        best = min(best, _timed(work, times) / times)
    return best


def _timed(work: Callable[[], object], times: int) -> float:
    gc.disable()
    start = time.perf_counter()
    for _ in range(times):
        work()
    spent = time.perf_counter() - start
    gc.enable()
    return spent


def extraction(a: float) -> Iterator[Row]:
    yield "extraction of a bare call", cost(lambda: extract(UNIT)) / a, 1.8, "A"
    nest = '{"a":' * 900 + "1" + "}" * 900
    hostile: dict[str, Callable[[int], str]] = {
        "{ n times": lambda n: "{" * n,
        '{" n times': lambda n: '{"' * (n // 2),
        '{"name": n times': lambda n: '{"name":' * (n // 8),
        "call and } n times": lambda n: UNIT + "}" * n,
        '{"a",} n times': lambda n: '{"a",}' * (n // 6),
        '[{"a":1}, n times': lambda n: '[{"a":1},' * (n // 9),
        "900 deep nests": lambda n: nest * (n // len(nest) + 1),
    }
    for name, make_text in hostile.items():
        small, large = make_text(25_000), make_text(250_000)
        short = cost(lambda text=small: extract(text), rounds=3)  # type: ignore[misc]
        long = cost(lambda text=large: extract(text), rounds=3)  # type: ignore[misc]
        yield f"{name}, a byte", max(short / len(small), long / len(large)) / a, 0.7, "A"
        yield f"{name}, ten times the input", long / short * 10 * len(small) / len(large), 15, "x"


def episodes(a: float, tasks: tuple[Task, ...]) -> Iterator[Row]:
    calls = [task.after.call for task in tasks]
    answers = [json.dumps({"name": call.name, "arguments": call.arguments}) for call in calls]

    def pure() -> None:
        for task, answer in zip(tasks, answers, strict=True):
            episode.step(episode.start(task), answer)

    yield "pure episode", cost(pure) / len(tasks) / a, 3.5, "A"
    env = make()
    by_id = {task.id: answer for task, answer in zip(tasks, answers, strict=True)}

    def gymnasium() -> None:
        _, info = env.reset()
        env.step(by_id[info["task_id"]])

    gymnasium()
    yield "episode through Gymnasium, unseeded", cost(gymnasium) / a, 8, "A"


def grading(a: float, tasks: tuple[Task, ...]) -> Iterator[Row]:
    mock = model_of("mock", tasks).answer
    dearest, which = 0.0, ""
    for task in tasks[1::2]:
        answer = mock(prompt(task))
        spent = cost(lambda: grade(task, answer), least=0.002, rounds=3) / a  # noqa: B023
        if spent > dearest:
            dearest, which = spent, grade(task, answer).verdict
    yield f"dearest wrong answer ({which})", dearest, 20, "A"
    compounds = [
        draw_task(entry, ["renamedField", "newRequired", "enumChange", "splitEndpoint"],
                  split="bench", seed=1, index=0)
        for entry in catalogue().values()
    ]  # fmt: skip
    stale = max(
        cost(lambda: grade(task, task.before.call), least=0.002, rounds=3)  # noqa: B023
        for task in compounds
    )
    yield "dearest stale call of four mutations", stale / a, 20, "A"


def generation() -> Iterator[Row]:
    entries = list(catalogue().values())
    drawn: list[Task] = []

    def draw() -> None:
        drawn[:] = [
            draw_task(entry, [kind], split="bench", seed=1, index=0)
            for entry in entries
            for kind in CORE_KINDS
        ]

    making = cost(draw, rounds=3)
    records = [task_to_json(task) for task in drawn]
    writing = cost(lambda: [json.dumps(record) for record in records])
    yield "generation against json.dumps of the tasks", making / writing, 50, "x"


def start_up() -> Iterator[Row]:
    def best(*command: str) -> float:
        spent = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)
            spent.append(time.perf_counter() - start)
        return min(spent)

    bare = best("-c", "pass")
    yield "--help against bare Python", best("-m", "schema_mutation", "--help") / bare, 5, "x"


def against_bfcl() -> Iterator[Row]:
    """Grading parsed calls, against BFCL's own checker on its own simple cases."""
    found = bfcl.cases()
    if found is None:
        print("bfcl-eval is not installed; left out: grading against its checker")
        return
    check, graded = found

    def mine() -> None:
        for task, call in graded:
            grade_call(task, call)

    yield f"times as fast as bfcl-eval ({len(graded)} cases)", cost(check) / cost(mine), -5, "x"


def main() -> int:
    assert len(UNIT) == 349, len(UNIT)
    value = json.loads(UNIT)
    a = cost(lambda: json.loads(UNIT) == value)
    print(f"A = {a * 1e6:.2f} microseconds\n")
    tasks = load("public")
    passed = True
    for rows in (extraction(a), episodes(a, tasks), grading(a, tasks), generation(), start_up(),
                 against_bfcl()):  # fmt: skip
        for name, figure, bound, unit in rows:
            good = figure >= -bound if bound < 0 else figure <= bound
            passed = passed and good
            limit = f"at least {-bound:g}" if bound < 0 else f"at most {bound:g}"
            print(f"{name:48} {figure:8.2f} {unit}   {limit:14} {'' if good else 'OVER'}")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
