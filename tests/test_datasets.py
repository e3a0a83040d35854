import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema_mutation.audit import audit
from schema_mutation.catalogue import catalogue
from schema_mutation.comparison import equal, facts
from schema_mutation.datasets import (
    PUBLIC_SEED,
    distinct,
    draw_split,
    find,
    load,
    manifest,
    of_kind,
    read_split,
    split_path,
    to_line,
    write_split,
)
from schema_mutation.errors import DataError, SchemaMutationError, UnknownNameError, UsageError
from schema_mutation.files import data_root
from schema_mutation.generator import draw_task
from schema_mutation.grading import grade
from schema_mutation.plans import CORE_KINDS
from schema_mutation.reading import tasks_in
from schema_mutation.task import Task, task_from_json
from strategies import one_edit


def test_the_public_split_is_five_kinds_of_twelve_tools(
    public: tuple[Task, ...],
) -> None:
    assert len(public) == 60
    pairs = {(task.mutation_kind, task.base) for task in public}
    assert pairs == {(kind, base) for kind in CORE_KINDS for base in catalogue()}
    assert PUBLIC_SEED == 20261015


def test_the_public_split_is_drawn_the_same_to_the_byte(tmp_path: Path) -> None:
    write_split(tmp_path, "public", PUBLIC_SEED, draw_split("public", PUBLIC_SEED))
    for name in ("splits/public.jsonl", "MANIFEST.json"):
        assert (tmp_path / name).read_bytes() == (data_root() / name).read_bytes()


def test_the_manifest_tells_what_is_there(public: tuple[Task, ...]) -> None:
    split = manifest()["splits"]["public"]
    raw = (data_root() / split["file"]).read_bytes()
    assert split["sha256"] == sha256(raw).hexdigest() == read_split("public")[1]
    assert (split["seed"], split["tasks"]) == (PUBLIC_SEED, len(public))
    assert split["kinds"] == dict.fromkeys(CORE_KINDS, 12)


def test_a_line_is_a_task_and_a_task_a_line(public: tuple[Task, ...]) -> None:
    lines = split_path("public").read_text("utf-8").splitlines()
    for task, line in zip(public, lines, strict=True):
        assert to_line(task) == line
        assert task_from_json(json.loads(line)) == task


def test_no_two_expected_calls_are_equal(public: tuple[Task, ...]) -> None:
    calls = [facts(task.after.call.name, task.after.call.arguments) for task in public]
    for i, call in enumerate(calls):
        assert not any(equal(call, other) for other in calls[:i])


def test_ids_are_sorted_and_say_nothing_of_the_kind(public: tuple[Task, ...]) -> None:
    ids = [task.id for task in public]
    assert ids == sorted(set(ids))
    for task in public:
        assert task.id.startswith(f"{task.base}-")
        assert task.mutation_kind.lower() not in task.id


def test_another_seed_gives_other_tasks() -> None:
    hidden = draw_split("hidden", 7)
    assert {task.id for task in hidden}.isdisjoint(task.id for task in load("public"))
    assert {task.request for task in hidden}.isdisjoint(task.request for task in load("public"))


def test_a_split_may_hold_several_tasks_a_kind_and_tool() -> None:
    tasks = draw_split("hidden", 7, 2)
    assert len(tasks) == 120
    assert set(map(to_line, draw_split("hidden", 7))) <= set(map(to_line, tasks))


def test_a_written_split_enters_its_folder_s_manifest(tmp_path: Path) -> None:
    tasks = draw_split("hidden", 7)
    path = write_split(tmp_path, "hidden", 7, tasks)
    write_split(tmp_path, "second", 8, tasks[:3])
    assert set(manifest(tmp_path)["splits"]) == {"hidden", "second"}
    assert load(path) == tuple(tasks)


def record(task: Task) -> dict[str, Any]:
    return json.loads(to_line(task))  # type: ignore[no-any-return]


def changed(task: Task, *steps: str | int, to: object) -> str:
    """The line of a task with one value changed."""
    made = record(task)
    place: Any = made
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = to
    return json.dumps(made)


@pytest.fixture
def line(public: tuple[Task, ...]) -> str:
    return to_line(public[0])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "holds no tasks"),
        (b"\n \n", "holds no tasks"),
        (b"\xff\xfe", ":1: not UTF-8"),
        (b"{}\n\xc3(", ":2: not UTF-8"),
        (b"{", ":1: Expecting property name"),
        (b"[]", ":1: not a JSON object"),
        (b'{"id": 1, "id": 2}', ":1: key 'id' stands twice"),
        (b'{"id": "x"}', ":1: /base: field required"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        load(path)
    assert f"{path}{message}" in str(caught.value).replace(": holds", "holds")
    assert "\n" not in str(caught.value)


CASES: list[tuple[tuple[str | int, ...], object, str]] = [
    (
        ("mutationKind",),
        "renamedFeild",
        "kind 'renamedFeild' is unknown; did you mean 'renamedField'",
    ),
    (("mutations", 0, "kind"), "enumchange", "did you mean 'enumChange'?"),
    (("colour",), "red", "/colour: unexpected"),
    (("request",), 5, "/request: input should be a valid string"),
    (("after", "call", "arguments"), {"nothing": 1}, "after: the call fails its own schema"),
    (("before", "call", "arguments"), {}, "before: the call fails its own schema"),
    (
        ("after", "call", "name"),
        "nothing.at_all",
        "the call's tool 'nothing.at_all' is unknown",
    ),
    (("after", "tools", 0, "parameters"), {"type": "thing"}, "not a usable JSON Schema"),
    (("mutationKind",), "compound", "/mutationKind: is 'compound', its mutations say"),
    (("mutations", 0, "parameters"), {"a": 1}, "takes the parameters"),
    (("mutations", 0, "mark", "shown"), ["nope"], "'nope' in its mark is neither"),
    (("mutations", 0, "mark"), {}, "its mark is empty"),
    (
        ("mutations", 0, "mark", "values"),
        [{"pointer": "/name", "shown": {"type": "no"}, "unshown": {}}],
        "not a usable JSON Schema",
    ),
    (("segments", 0, "text"), "Other words.", "/segments: joined by blanks"),
    (("provenance", "/name"), "hearsay", "/name: provenance 'hearsay' is unknown"),
    (("provenance", "/arguments/none"), "request", "the call has nothing at '/arguments/none'"),
]


@pytest.mark.parametrize(("steps", "value", "message"), CASES, ids=[case[2] for case in CASES])
def test_a_bad_task_is_named_with_its_line(
    tmp_path: Path,
    public: tuple[Task, ...],
    steps: tuple[str | int, ...],
    value: object,
    message: str,
) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(f"{to_line(public[1])}\n\n{changed(public[0], *steps, to=value)}\n", "utf-8")
    with pytest.raises(DataError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}:3: ")
    assert message in str(caught.value)


def test_an_id_stands_once_and_the_calls_differ(
    tmp_path: Path, public: tuple[Task, ...], line: str
) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text(f"{line}\n{line}\n", "utf-8")
    with pytest.raises(DataError, match=r":2: id '.*' stands in line 1 too"):
        load(path)
    path.write_text(changed(public[0], "before", to=record(public[0])["after"]), "utf-8")
    with pytest.raises(DataError, match="nothing is tested"):
        load(path)


def test_a_changed_split_is_refused(tmp_path: Path, public: tuple[Task, ...]) -> None:
    path = write_split(tmp_path, "mine", 1, public[:2])
    path.write_text(to_line(public[0]) + "\n", "utf-8")
    with pytest.raises(DataError, match=r"differs from the SHA-256 in .*MANIFEST\.json"):
        load(path)


@pytest.mark.parametrize(
    "splits", ["[]", "null", '{"a": {}}', '{"a": "file sha256"}', '{"a": {"file": 1, "sha256": 2}}']
)
def test_a_damaged_manifest_is_refused(
    tmp_path: Path, public: tuple[Task, ...], splits: str
) -> None:
    path = write_split(tmp_path, "mine", 1, public[:1])
    (tmp_path / "MANIFEST.json").write_text(f'{{"dataVersion": "1", "splits": {splits}}}')
    with pytest.raises(DataError, match=r"MANIFEST\.json: "):
        load(path)


@pytest.mark.parametrize("text", ["", "[]", '{"name": "my web app"}', "\xff"])
def test_another_program_s_manifest_is_none_of_ours(
    tmp_path: Path, public: tuple[Task, ...], text: str
) -> None:
    (tmp_path / "MANIFEST.json").write_bytes(text.encode("latin-1"))
    (tmp_path / "t.jsonl").write_text(to_line(public[0]), "utf-8")
    assert load(tmp_path / "t.jsonl") == public[:1]


def test_the_hash_is_of_the_bytes(tmp_path: Path, public: tuple[Task, ...]) -> None:
    path = write_split(tmp_path, "mine", 1, public[:2])
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with pytest.raises(DataError, match="differs from the SHA-256"):
        load(path)


def test_a_manifest_may_stand_beside_the_file(tmp_path: Path, public: tuple[Task, ...]) -> None:
    (tmp_path / "t.jsonl").write_text(to_line(public[0]), "utf-8")
    split = {"file": "t.jsonl", "sha256": "0" * 64}
    (tmp_path / "MANIFEST.json").write_text(
        json.dumps({"dataVersion": "1", "splits": {"t": split}})
    )
    with pytest.raises(DataError, match="differs from the SHA-256"):
        load(tmp_path / "t.jsonl")


def test_an_id_that_is_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids are hashes cut short, so they may collide; here every second one does."""
    drawn: list[str] = []

    def colliding(*args: Any, index: int, **options: Any) -> Task:
        task = draw_task(*args, index=index, **options)
        drawn.append(task.id)
        return replace(task, id=f"{task.base}-{task.mutation_kind}-{index // 2}")

    monkeypatch.setattr("schema_mutation.datasets.draw_task", colliding)
    tasks = draw_split("hidden", 7, 2)
    assert len(drawn) > len(tasks) == 120
    assert len({task.id for task in tasks}) == 120


@settings(max_examples=300)
@given(st.data())
def test_no_edit_of_a_task_is_a_traceback(data: st.DataObject) -> None:
    """Anything replaced or taken away: the task is read, or refused in one line."""
    record = json.loads(to_line(data.draw(st.sampled_from(load("public")))))
    line = json.dumps(data.draw(one_edit(record)))
    try:
        (task,) = tasks_in(line, "t.jsonl")
    except DataError as error:
        message = str(error)
    else:
        assert audit([task]).kinds
        assert grade(task, task.after.call).score == 1
        return
    assert message.startswith("t.jsonl:1: ")
    assert "\n" not in message


def test_tasks_played_are_distinct(public: tuple[Task, ...]) -> None:
    assert distinct(public) == public
    for odd, message in (
        ((), "no tasks to play"),
        (public[:1] * 2, "2 tasks have the id"),
        (5, "not int"),
        (["x"], "one is str"),
    ):
        with pytest.raises(UsageError, match=message):
            distinct(odd)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        ("pulbic", UnknownNameError, "split 'pulbic' is unknown; did you mean 'public'?"),
        ("nowhere.jsonl", UsageError, "there is no such file; shipped splits: public"),
        ("a/b", UsageError, "no such file"),
    ],
)
def test_an_unknown_split_is_refused(
    source: str, error: type[SchemaMutationError], message: str
) -> None:
    with pytest.raises(error) as caught:
        load(source)
    assert message in str(caught.value)


def test_tasks_are_found_by_id_and_kind(public: tuple[Task, ...]) -> None:
    assert find(public, public[7].id) is public[7]
    with pytest.raises(UnknownNameError, match=f"did you mean '{public[7].id}'"):
        find(public, public[7].id[:-1])
    assert len(of_kind(public, "enumChange")) == 12
    assert of_kind(public, None) == public
    with pytest.raises(UnknownNameError, match="did you mean 'enumChange'"):
        of_kind(public, "enumchange")
    with pytest.raises(UsageError, match="none of the 60 tasks is of kind 'compound'"):
        of_kind(public, "compound")
