import json
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from schema_mutation.benchmark import index_entry, run, write
from schema_mutation.datasets import read_split
from schema_mutation.errors import DataError, UnknownNameError, UsageError
from schema_mutation.plans import CORE_KINDS
from schema_mutation.prompts import Prompt
from schema_mutation.report import Report, card, markdown, read_report
from schema_mutation.report.statistics import _mean_and_error, interval
from schema_mutation.task import VERDICTS, Task


@pytest.fixture(scope="module")
def report() -> Report:
    return run("mock")


def test_the_mock_is_right_on_half_and_wrong_in_every_way(report: Report) -> None:
    assert (report.model, report.score, len(report.rows)) == ("mock:1", 0.5, 60)
    assert report.verdicts["exact"] == 30
    wrong = {verdict for verdict in VERDICTS if verdict not in ("exact", "equivalent")}
    assert {row.verdict for row in report.rows if row.score < 1} == wrong
    assert sum(report.verdicts.values()) == 60
    assert run("mock").rows == report.rows


def test_the_figures_are_those_of_the_rows(report: Report) -> None:
    count = Counter(row.verdict for row in report.rows)
    assert report.stale_schema_used_rate == count["stale"] / 60
    assert report.any_stale_rate == (count["stale"] + count["partialStale"]) / 60
    assert report.hedge_rate == count["hedged"] / 60
    assert set(report.per_mutation_kind) == set(CORE_KINDS)
    assert sum(kind.tasks for kind in report.per_mutation_kind.values()) == 60
    assert sum(kind.passes for kind in report.per_mutation_kind.values()) == 30
    assert sum(kind.stale for kind in report.per_mutation_kind.values()) == count["stale"]
    low, high = report.interval
    assert 0.3 < low < 0.5 < high < 0.7


def test_the_report_is_written_and_read(report: Report, tmp_path: Path) -> None:
    paths = write(report, tmp_path / "deep" / "run")
    assert [path.name for path in paths] == ["report.json", "report.md"]
    assert sorted(path.name for path in paths[0].parent.iterdir()) == ["report.json", "report.md"]
    data = read_report(tmp_path / "deep" / "run")
    assert data == json.loads(json.dumps(report.to_json()))
    assert data["dataSha256"] == read_split("public")[1]
    assert data["score"] == 0.5
    assert len(data["rows"]) == data["tasks"] == 60
    assert set(data["rows"][0]) == {
        "id", "base", "mutationKind", "score", "verdict", "staleSchemaUsed",
        "mutations", "reason", "graded", "answer",
    }  # fmt: skip


FIGURES = {"ci95": [0, 1], "tasks": 1, "staleSchemaUsedRate": 0, "perMutationKind": {}}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", json.dumps({"model": "m", "score": "1", **FIGURES})]
)
def test_a_damaged_report_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "report.json").write_text(text)
    with pytest.raises(DataError, match=r"report\.json: "):
        read_report(tmp_path)
    with pytest.raises(UsageError, match="no such file"):
        read_report(tmp_path / "none")


def test_markdown_begins_with_the_score_and_ends_with_the_kinds(report: Report) -> None:
    lines = markdown(report).splitlines()
    assert lines[0] == "# Schema Mutation"
    head = "\n".join(lines[:12])
    for text in ("`mock:1`", "50.0%", "95% CI", "60 (public)", "Stale schema used"):
        assert text in head
    ending = lines[lines.index("## By kind of mutation") :]
    assert len([line for line in ending if line.startswith("| ")]) == 1 + len(CORE_KINDS)
    for row in report.rows:
        assert sum(line.startswith(f"| {row.id} ") for line in lines) == 1
    tables = [line for line in lines if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)


def test_markdown_holds_whatever_a_model_wrote(public: tuple[Task, ...]) -> None:
    """A hostile key reaches the reason of a row, and stays within its cell."""
    task = public[0]

    def nasty(prompt: Prompt) -> str:
        extra = {"a|b`\n# big\u202e": 1}
        return json.dumps(
            {"name": task.after.call.name, "arguments": {**task.after.call.arguments, **extra}}
        )

    report = run(nasty, [task])
    assert "big" in report.rows[0].reason
    (row,) = [line for line in markdown(report).splitlines() if line.startswith(f"| {task.id}")]
    assert "big" in row
    assert len(re.findall(r"(?<!\\)\|", row)) == 6
    assert row.isprintable()


def test_the_card_is_a_picture_of_1200_by_630(report: Report) -> None:
    kinds = dict.fromkeys(CORE_KINDS, 12)
    many = {f"kind{i}": i + 1 for i in range(26)}
    for drawn, data in ((kinds, None), (kinds, report.to_json()), (many, None)):
        picture = card(drawn, data)
        assert all(f">{kind}<" in picture for kind in drawn)
        root = ElementTree.fromstring(picture)
        assert (root.get("width"), root.get("height")) == ("1200", "630")
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert 0 <= float(text.get("x", -1)) <= 1200
            assert 0 <= float(text.get("y", -1)) <= 620
    assert "mock:1: 50.0%" in card(kinds, report.to_json())
    nasty = {**report.to_json(), "model": '<script>"&' * 30}
    ElementTree.fromstring(card(kinds, nasty))


def test_any_callable_from_prompt_to_text_is_a_model(public: tuple[Task, ...]) -> None:
    seen: list[Prompt] = []

    def parrot(prompt: Prompt) -> str:
        seen.append(prompt)
        return f"{prompt.text} \ud83d"

    report = run(parrot, public[:5], limit=3)
    assert report.model == "parrot"
    assert [prompt.task_id for prompt in seen] == [task.id for task in public[:3]]
    assert report.score == 0
    json.dumps(report.to_json(), ensure_ascii=False).encode()


def test_what_a_model_raises_is_never_an_answer(public: tuple[Task, ...]) -> None:
    def broken(prompt: Prompt) -> str:
        raise ConnectionError(prompt.task_id)

    with pytest.raises(ConnectionError):
        run(broken, public)
    for answer in (None, {"name": "x", "arguments": {}}):
        with pytest.raises(TypeError, match="is text, not"):
            run(lambda _, given=answer: given, public)  # type: ignore[misc]


def test_a_run_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="no tasks to play"):
        run("mock", ())
    for limit in (0, -1, 2.5, True):
        with pytest.raises(UsageError, match="it must be 1 or more"):
            run("mock", limit=limit)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="did you mean 'mock'"):
        run("mok")
    with pytest.raises(UnknownNameError, match="provider"):
        run(["mock"])  # type: ignore[arg-type]
    assert len(run("mock", limit=np.int64(3)).rows) == 3  # type: ignore[arg-type]


def test_the_index_entry_tells_what_this_is() -> None:
    entry = index_entry()
    assert (entry["id"], entry["tasks"], entry["license"]) == ("schema-mutation", 60, "MIT")
    assert entry["kinds"] == dict.fromkeys(sorted(CORE_KINDS), 12)


def test_an_interval_widens_when_clusters_succeed_together() -> None:
    together = interval([1.0] * 30 + [0.0] * 30, [str(i // 5) for i in range(60)])
    mixed = interval([1.0, 0.0] * 30, [str(i // 5) for i in range(60)])
    assert together.high - together.low > 2 * (mixed.high - mixed.low)
    assert interval([1.0, 0.0] * 30, [str(i // 5) for i in range(60)]) == mixed


def test_an_interval_is_no_narrower_than_that_of_independent_tasks() -> None:
    """Clusters more alike than chance would have them are luck, not knowledge."""
    scores = [1.0, 1.0, 0.0, 0.0] * 11 + [1.0, 1.0, 1.0, 0.0]
    low, high = interval(scores, [str(i // 4) for i in range(48)])
    assert high - low > 0.26


def test_the_error_between_clusters_is_that_of_the_textbook() -> None:
    """Three clusters of two: means 1, 1/2 and 0, so their deviation is 1/2."""
    mean, error = _mean_and_error(np.array([2.0, 1.0, 0.0]), np.array([2.0, 2.0, 2.0]))
    assert float(mean) == 0.5
    assert float(error) == pytest.approx(0.5 / 3**0.5)


def test_a_bar_is_as_long_as_the_share_that_passed(report: Report) -> None:
    data = report.to_json()
    data["perMutationKind"] = {"a": {"tasks": 4, "passes": 1}, "b": {"tasks": 2, "passes": 2}}
    picture = card({"a": 4, "b": 2}, data)
    widths = re.findall(r'width="(\d+)" height="\d+" rx="6" fill="#2f6fed"', picture)
    assert widths == ["150", "600"]
    widths = re.findall(r'width="(\d+)" height="\d+" rx="6" fill="#2f6fed"', card({"a": 4, "b": 2}))
    assert widths == ["600", "300"]


@pytest.mark.parametrize("score", [0.0, 1.0, 0.5])
def test_an_interval_is_never_a_point(score: float) -> None:
    for clusters in (["a"] * 6, list("abcdef")):
        low, high = interval([score] * 6, clusters)
        assert 0 <= low <= score <= high <= 1
        assert high - low > 0.2
    with pytest.raises(ValueError, match="at least one score"):
        interval([], [])


@pytest.mark.parametrize("rate", [0.5, 0.89, 0.95, 0.976])
@pytest.mark.parametrize("alike", [None, 20])
def test_an_interval_covers_the_truth_as_often_as_it_says(rate: float, alike: int | None) -> None:
    """Twelve clusters of five, all of one rate or each with its own: at least 92 of 100."""
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(200):
        rates = rng.beta(rate * alike, (1 - rate) * alike, 12) if alike else np.full(12, rate)
        scores = (rng.random((12, 5)) < rates[:, None]).astype(float).ravel().tolist()
        found = interval(scores, [str(i // 5) for i in range(60)])
        covered += found.low <= rate <= found.high
    assert covered >= 184


@pytest.mark.parametrize(
    ("scores", "clusters"),
    [([1.0, 0.0], "ab"), ([1.0] * 59 + [0.0], [str(i // 5) for i in range(60)]),
     ([1.0] * 15 + [0.0] * 7 + [1.0] * 15 + [0.0] * 7, ["a"] * 22 + ["b"] * 22)],
)  # fmt: skip
def test_an_interval_of_few_differences_is_still_wide(
    scores: list[float], clusters: list[str]
) -> None:
    mean = sum(scores) / len(scores)
    low, high = interval(scores, clusters)
    assert low < mean - 0.02
    assert high > mean + 0.01 or mean > 0.98
