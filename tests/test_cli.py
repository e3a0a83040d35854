import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from schema_mutation import cli
from schema_mutation.datasets import load, to_line
from schema_mutation.task import Task

ROOT = Path(__file__).resolve().parents[1]


class Result:
    """What one command printed and how it ended."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*argv: object) -> Result:
        try:
            status = cli.main([str(arg) for arg in argv])
        except SystemExit as stop:
            status = int(stop.code or 0)
        return Result(status, *capsys.readouterr())

    return run


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_list(call: Any, public: tuple[Task, ...]) -> None:
    assert call("list").out.count("\n") == 60
    rows = call("list", "--json", "--kind", "enumChange").data
    assert [row["id"] for row in rows] == [t.id for t in public if t.mutation_kind == "enumChange"]
    assert set(rows[0]) == {"id", "base", "mutationKind", "schemaVersion", "request"}


def test_show(call: Any, public: tuple[Task, ...]) -> None:
    task = public[0]
    shown = call("show", task.id)
    assert task.request in shown.out
    assert json.dumps(task.after.call.arguments, ensure_ascii=False) in shown.out
    assert "Right: {" in shown.out
    assert "Stale: {" in shown.out
    assert call("show", task.id, "--json").data == json.loads(to_line(task))


def test_run(call: Any, tmp_path: Path) -> None:
    result = call("run", "--model", "offline", "--provider", "mock")
    assert result.status == 0
    assert result.out.startswith("# Schema Mutation\n")
    assert "50.0%" in result.out
    folder = tmp_path / "runs" / "mock"
    assert json.loads((folder / "report.json").read_text())["model"] == "mock:1"
    assert (folder / "report.md").read_text() in result.out
    limited = call("run", "--limit", "4", "--out", "x", "--json").data
    assert (limited["tasks"], limited["score"]) == (4, 0.5)


def test_score(call: Any, public: tuple[Task, ...], tmp_path: Path) -> None:
    task = public[0]
    answer = tmp_path / "answer.txt"
    answer.write_text(
        json.dumps({"name": task.after.call.name, "arguments": task.after.call.arguments})
    )
    assert call("score", task.id, answer).out == "1 exact\n"
    data = call("score", task.id, answer, "--json").data
    assert list(data) == ["score", "equivalent", "verdict", "mutations", "reason", "graded"]
    assert data["mutations"] == [{"kind": task.mutation_kind, "detection": "shown"}]
    answer.write_text('{"name": "x", "arguments": {}}')
    hidden = call("score", task.id, answer).out
    assert hidden == "0 wrongTool /name: expected string, found another string\n"
    assert task.after.call.name in call("score", task.id, answer, "--reveal").out


def test_score_reads_standard_input(public: tuple[Task, ...]) -> None:
    for raw, status, text in ((b"no", 0, b"0 noCall noObject"), (b"\xff", 2, b"")):
        done = subprocess.run(
            [sys.executable, "-m", "schema_mutation", "score", public[0].id],
            input=raw, capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout.strip()) == (status, text)
        assert (b"standard input:1: not UTF-8" in done.stderr) == bool(status)


def test_generate(call: Any, tmp_path: Path) -> None:
    result = call("generate", "--seed", "7", "--split", "hidden")
    path = tmp_path / ".hidden" / "splits" / "hidden.jsonl"
    assert (result.status, result.out) == (0, "Written: .hidden/splits/hidden.jsonl (60 tasks)\n")
    assert len(load(path)) == 60
    again = call("generate", "--seed", "7", "--out", "other", "--json").data
    assert (tmp_path / again["path"]).read_bytes() == path.read_bytes()
    public = call("generate", "--split", "public", "--out", "shipped", "--json").data
    shipped = ROOT / "data" / "splits" / "public.jsonl"
    assert (tmp_path / public["path"]).read_bytes() == shipped.read_bytes()
    kinds = "recase,mergeEndpoint+removedField"
    mine = call("generate", "--seed", "7", "--kinds", kinds, "--out", "mine", "--json").data
    assert mine["tasks"] == 24
    assert call("validate", "--tasks", mine["path"]).out == "No faults.\n"
    for tasks in (path, "public"):
        assert call("list", "--tasks", tasks).status == 0


def test_validate(call: Any, tmp_path: Path) -> None:
    entry = json.loads((ROOT / "data" / "catalogue" / "issues.json").read_text())
    assert call("validate", ROOT / "data" / "catalogue" / "issues.json").out == "No faults.\n"
    assert call("validate", "--tasks", "public").out == "No faults.\n"
    entry["heads"].append("Create it.")
    (tmp_path / "issues.json").write_text(json.dumps(entry))
    result = call("validate", "issues.json")
    assert result.status == 2
    assert "issues.json: head 'Create it.' uses 'create'" in result.err
    assert len(call("validate", "issues.json", "--json").data["faults"]) == 1


def test_validate_finds_a_mark_that_misreads(
    call: Any, public: tuple[Task, ...], tmp_path: Path
) -> None:
    record = json.loads(to_line(next(t for t in public if t.mutation_kind == "renamedField")))
    mark = record["mutations"][0]["mark"]
    mark["shown"], mark["unshown"] = mark["unshown"], mark["shown"]
    (tmp_path / "t.jsonl").write_text(json.dumps(record))
    assert "reads the call of before as shown" in call("validate", "--tasks", "t.jsonl").err


def test_audit(call: Any) -> None:
    result = call("audit")
    assert result.status == 0
    assert "assignByType" in result.out
    data = call("audit", "--json").data
    assert data["faults"] == []
    assert all(0 < kind["chance"] <= 1 for kind in data["kinds"].values())


def test_provenance_card_and_index_entry(call: Any, tmp_path: Path) -> None:
    assert "canary" in call("provenance").out.lower()
    told = call("provenance", "--json").data
    assert told["splits"]["public"]["sha256"] == told["sha256"]
    assert (told["tasksFrom"], told["tasks"]) == ("public", 60)
    ElementTree.fromstring(call("card").out)
    call("run")
    call("card", "--run", "runs/mock", "--out", "pictures/card.svg")
    assert "mock:1" in (tmp_path / "pictures" / "card.svg").read_text()
    assert call("index-entry").data == call("index-entry", "--json").data


ODD_REPORT = json.dumps(
    {
        "model": "m",
        "score": 1,
        "ci95": [0, 1],
        "tasks": 1,
        "staleSchemaUsedRate": 0,
        "perMutationKind": {"renamedField": {"tasks": 0, "passes": 0}},
    }
)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["show", "issues"], "task 'issues' is unknown"),
        (["list", "--kind", "renamedfield"], "did you mean 'renamedField'?"),
        (["list", "--tasks", "publik"], "did you mean 'public'?"),
        (["list", "--tasks", "no.jsonl"], "there is no such file"),
        (["list", "--tasks", "."], "split '.' is unknown; known: public"),
        (["list", "--tasks", "/tmp"], "/tmp: is a folder; name the file of tasks in it"),
        (["run", "--provider", "mok"], "provider 'mok' is unknown; did you mean 'mock'?"),
        (["run", "--model", "gpt"], "plays --model offline"),
        (["run", "--limit", "0"], "limit is 0"),
        (["run", "--tasks", "empty.jsonl"], "empty.jsonl: holds no tasks"),
        (["run", "--tasks", "bad.jsonl"], "bad.jsonl:1: "),
        (["run", "--tasks", "latin.jsonl"], "latin.jsonl:1: not UTF-8"),
        (["generate"], "needs --seed N"),
        (["generate", "--seed", "1", "--tasks", "public"], "drop --tasks"),
        (["generate", "--seed", "1", "--count", "0"], "--count must be 1 or more"),
        (["generate", "--seed", "1", "--split", "../x"], "--split a name"),
        (["generate", "--seed", "1", "--kinds", "recast"], "did you mean 'recase'?"),
        (["generate", "--seed", "1", "--kinds", "recase,recase"], "names one kind twice"),
        (
            ["generate", "--seed", "1", "--kinds", "mergeEndpoint+splitEndpoint"],
            "change the tool itself",
        ),
        (["generate", "--seed", "1", "--kinds", "recase+recase"], "no field is left for one more"),
        (["generate", "--seed", "1", "--kinds", "recase" + "+recase" * 4], "1 to 4 mutations"),
        (["generate", "--split", "public"], "name a folder"),
        (["generate", "--split", "public", "--seed", "1", "--out", "o"], "20261015"),
        (["score", "x", "none.txt"], "task 'x' is unknown"),
        (["card", "--run", "none"], "report.json: there is no such file"),
        (["card", "--run", "none", "--tasks", "public"], "drop --tasks"),
        (["validate", "none.json"], "there is no such file"),
        (["list", "--tasks", ""], "split '' is unknown"),
        (["list", "--tasks", "x" * 300], "cannot be read"),
        (["list", "--tasks", "\0.jsonl"], "\\x00.jsonl: there is no such file"),
        (["card", "--out", "."], "it is a folder"),
        (["card", "--out", "/"], "it is a folder"),
        (["run", "--out", "blocked"], "report.md: cannot be written: it is a folder"),
        (["card", "--run", "odd"], "its figures cannot be"),
    ],
)
def test_a_mistake_is_one_line_and_writes_nothing(
    call: Any, tmp_path: Path, argv: list[str], message: str
) -> None:
    (tmp_path / "empty.jsonl").write_text("")
    (tmp_path / "bad.jsonl").write_text("{\n")
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "\xe9"}')
    (tmp_path / "blocked" / "report.md").mkdir(parents=True)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "report.json").write_text(ODD_REPORT)
    before = sorted(tmp_path.rglob("*"))
    result = call(*argv)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([], "required: COMMAND; see schema-mutation --help"),
        (["bogus"], "invalid choice: 'bogus'"),
        (["run", "--limit", "x"], "invalid int value: 'x'; see schema-mutation run --help"),
        (["generate", "--seed", "1.5"], "invalid int value: '1.5'"),
        (["show"], "required: id"),
        (["list", "extra"], "unrecognized arguments: extra"),
    ],
)
def test_a_wrong_command_line_is_one_line(call: Any, argv: list[str], message: str) -> None:
    result = call(*argv)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_an_output_that_cannot_be_written_is_one_line(call: Any, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = call("run", "--out", "file/below")
    assert result.status == 2
    assert "cannot be written" in result.err


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m schema_mutation list | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("list > /dev/full", 2, "schema-mutation: cannot write the output: No space left"),
        ("list >&-", 0, ""),
        ("score {id} <&-", 2, "schema-mutation: standard input is closed"),
        ("list --tasks <(cat {path})", 0, ""),
        ("run --tasks <(cat {path})", 0, ""),
        ("provenance --tasks <(cat {path})", 0, ""),
        ("index-entry --tasks <(cat {path})", 0, ""),
        ("list --tasks /dev/null", 2, "schema-mutation: /dev/null: holds no tasks"),
    ],
)
def test_odd_streams_are_no_traceback(
    public: tuple[Task, ...], line: str, status: int, message: str
) -> None:
    path = ROOT / "data" / "splits" / "public.jsonl"
    command = f"{sys.executable} -m schema_mutation {line.format(id=public[0].id, path=path)}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == bool(message)


def test_a_terminal_that_knows_few_characters_gets_them_escaped() -> None:
    for command in ("list", "run"):
        done = subprocess.run(
            [sys.executable, "-m", "schema_mutation", command],
            capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "latin-1"},
        )  # fmt: skip
        assert done.stderr == b""


def test_a_path_that_is_no_text_is_played(public: tuple[Task, ...], tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.jsonl"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - a path of bytes
        file.write(to_line(public[0]))
    done = subprocess.run(
        [sys.executable, "-m", "schema_mutation", "run", "--tasks", path],
        capture_output=True,
        check=True,
    )
    assert b"Tasks" in done.stdout


def test_ctrl_c_is_one_line(tmp_path: Path) -> None:
    """Interrupted while it waits for a file of tasks: a pipe that it has opened."""
    pipe = tmp_path / "tasks.jsonl"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-m", "schema_mutation", "list", "--tasks", pipe],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    with pipe.open("w"):  # waits until the other end is open
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert err == "schema-mutation: stopped; nothing more was written\n"


def test_inference_plays_the_public_split(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "inference.py", "--out", "here"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.startswith("# Schema Mutation")
    assert done.stderr == ""
    assert sorted(path.name for path in Path("here").iterdir()) == ["report.json", "report.md"]


def test_inference_uninstalled_says_what_to_run() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "inference.py"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "schema-mutation is not installed; run `make run`\n"
