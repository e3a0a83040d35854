"""Playing a model through tasks, in process."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..episodes import call as episode
from ..prompts import Prompt, prompt
from ..task import Detection, Task, Verdict


@dataclass(frozen=True, slots=True)
class Row:
    """What one task of a run came to."""

    id: str
    base: str
    mutation_kind: str
    score: float
    verdict: Verdict
    stale_schema_used: bool
    mutations: tuple[tuple[str, Detection], ...]
    reason: str
    graded: float
    answer: str


def play(model: Callable[[Prompt], str], tasks: Iterable[Task]) -> Iterator[Row]:
    """Play each task once. What the model raises is passed on, never booked as an answer."""
    for task in tasks:
        answer = model(prompt(task))
        _, step = episode.step(episode.start(task), answer)
        grade = step.grade
        yield Row(
            id=task.id,
            base=task.base,
            mutation_kind=task.mutation_kind,
            score=grade.score,
            verdict=grade.verdict,
            stale_schema_used=grade.stale_schema_used,
            mutations=tuple(zip(task.kinds, grade.mutations, strict=True)),
            reason=grade.reason,
            graded=grade.graded,
            answer=answer,
        )
