"""What the documents claim is what stands."""

import json
import re
from pathlib import Path

import pytest

from schema_mutation import cli
from schema_mutation.audit import MARGIN
from schema_mutation.benchmark import run
from schema_mutation.datasets import find
from schema_mutation.extraction import WINDOW, NoCallReason
from schema_mutation.grading import grade
from schema_mutation.mutations import CODECS, KINDS
from schema_mutation.plans import CORE_KINDS
from schema_mutation.report import markdown
from schema_mutation.strict_json import MAX_DEPTH, MAX_DIGITS
from schema_mutation.task import VERDICTS, Task

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
GRADING = (ROOT / "docs" / "grading.md").read_text("utf-8")


def fenced(text: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def test_the_readme_shows_what_the_run_prints() -> None:
    (shown,) = [block for block in fenced(README) if block.startswith("# Schema Mutation")]
    printed = markdown(run("mock"))
    assert printed.startswith(shown.partition("\n...")[0].rstrip())
    for line in shown.splitlines():
        assert line in (*printed.splitlines(), "...")


def test_the_readme_s_task_is_one_and_its_answers_are_graded_as_it_says(
    public: tuple[Task, ...],
) -> None:
    (id,) = re.findall(r"`schema-mutation show ([\w-]+)`", README)
    task = find(public, id)
    assert task.request in README.replace("\n> ", " ")
    answers = [block for block in fenced(README) if block.startswith('{"name"')]
    verdicts = [grade(task, answer).verdict for answer in answers]
    assert verdicts == ["exact", "stale"]


def test_every_command_is_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    commands = re.findall(r"^    ([a-z-]+)(?: |$)", capsys.readouterr().out, re.MULTILINE)
    assert len(commands) == 10
    for command in commands:
        assert re.search(rf"`{command}\b", README), command
    for kind in CORE_KINDS:
        assert f"| `{kind}` |" in README


def test_every_kind_has_a_section_that_says_its_family() -> None:
    text = (ROOT / "docs" / "mutations.md").read_text("utf-8")
    sections: dict[str, str] = {}
    for part in text.split("\n## ")[1:]:
        family, *kinds = part.split("\n### `")
        sections |= {kind.partition("`")[0]: family.strip().lower() for kind in kinds}
        for kind in kinds:
            assert kind.partition("`")[2].startswith(" *") == (kind.partition("`")[0] in CORE_KINDS)
    assert sections == {kind: cls.family for kind, cls in KINDS.items()}


def test_grading_names_every_verdict_reason_and_limit() -> None:
    for name in (*VERDICTS, *NoCallReason.__args__):  # type: ignore[attr-defined]
        assert f"`{name}`" in GRADING, name
    for number in (f"{WINDOW:,}", f"{MAX_DIGITS:,}", str(MAX_DEPTH), f"{100 * MARGIN:.0f} points"):
        assert number in GRADING, number


def test_the_catalogue_s_guide_names_every_codec() -> None:
    guide = (ROOT / "docs" / "catalogue.md").read_text("utf-8")
    for name in CODECS:
        assert f"`{name}`" in guide


def test_links_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "data").glob("*.md")]:
        text = path.read_text("utf-8")
        anchors = {
            re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-")
            for title in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
        }
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if target.startswith("#"):
                assert target[1:] in anchors, (path, target)
            elif not target.startswith("http"):
                assert (path.parent / target.partition("#")[0]).exists(), (path, target)


def test_the_version_is_one() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    (version,) = re.findall(r'^version = "(.*)"$', project, re.MULTILINE)
    assert f"\nversion: {version}\n" in citation
    entry = json.loads((ROOT / "data" / "MANIFEST.json").read_text())
    assert entry["dataVersion"]
