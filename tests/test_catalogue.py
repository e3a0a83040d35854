import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema_mutation.catalogue import (
    catalogue,
    check_entry,
    load_catalogue,
    read_entry,
    shipped_pairs,
)
from schema_mutation.errors import DataError, UsageError
from schema_mutation.files import data_root
from schema_mutation.generator import draw_task
from schema_mutation.plans import CORE_KINDS
from schema_mutation.validation import entry_faults
from strategies import one_edit

ENTRIES = sorted((data_root() / "catalogue").glob("*.json"))
Record = dict[str, Any]


@pytest.mark.parametrize("path", ENTRIES, ids=[path.stem for path in ENTRIES])
def test_a_shipped_entry_has_no_fault(path: Path) -> None:
    assert entry_faults(path) == []


def test_there_are_twelve_entries_of_different_tools() -> None:
    assert len(catalogue()) == 12
    assert len({entry.name for entry in catalogue().values()}) == 12


@pytest.mark.parametrize("path", ENTRIES, ids=[path.stem for path in ENTRIES])
def test_an_entry_offers_enough(path: Path) -> None:
    entry = read_entry(path)
    assert len(entry.fields) >= 6
    for item in entry.fields:
        clauses = [item.phrasings(meaning) for meaning in item.meanings]
        assert min(map(len, clauses)) >= 3
        assert item.choices or len(item.meanings) >= 8


def test_no_pair_of_names_was_shipped_by_a_real_api() -> None:
    assert frozenset(("name", "title")) in shipped_pairs()
    assert len(shipped_pairs()) > 300


def base() -> Record:
    """The data of a faultless entry, to be damaged."""
    return json.loads((data_root() / "catalogue" / "issues.json").read_text("utf-8"))  # type: ignore[no-any-return]


DELETE = object()
Edit = tuple[str, Any]


def edited(record: Record, *edits: Edit) -> Record:
    """The data with values set at paths; ids name fields, `-` appends, DELETE takes away."""
    for path, value in edits:
        place: Any = record
        *way, last = path.split("/")
        for step in way:
            if isinstance(place, dict):
                place = place[step]
            elif step.isdigit():
                place = place[int(step)]
            else:
                place = next(item for item in place if item["id"] == step)
        if last == "-":
            place.append(value)
        elif value is DELETE:
            del place[last]
        else:
            place[last] = value
    return record


def written(folder: Path, record: Record) -> Path:
    path = folder / "issues.json"
    path.write_text(json.dumps(record), "utf-8")
    return path


OWNER, SORT, COUNT = "fields/owner", "fields/sort", "fields/duplicate"
BESIDE = "neighbours/0/parameters"


@pytest.mark.parametrize(
    ("edits", "fault"),
    [
        ([("fields/heading/names", ["title", "name", "subject"])], "renamed 'title' to 'name'"),
        ([(f"{OWNER}/names", ["title", "boss", "handler"])], "name 'title' stands 2 times"),
        ([(f"{OWNER}/id", "heading")], "field id 'heading' stands 2 times"),
        ([(f"{OWNER}/describe", "Who.")], "'describe' has 4 characters"),
        ([(f"{OWNER}/describe", "The handler of the whole matter.")], "uses 'handler'"),
        ([(f"{OWNER}/clauses/-", "No value here.")], "must hold {value} once"),
        ([(f"{OWNER}/clauses/-", "Our handler is {value}.")], "uses 'handler'"),
        ([(f"{OWNER}/samples/-", "mira-k")], "a sample stands twice"),
        ([(f"{OWNER}/samples/-", "label-maker")], "uses 'label'"),
        ([("fields/project/samples/-", "UPPER")], "does not match"),
        ([(f"{COUNT}/samples/-", "x")], "field 'duplicate'"),
        ([(f"{COUNT}/encodings/0/schema", {"type": "whole"})], "not a usable JSON Schema"),
        ([(f"{COUNT}/encodings/1/codec", {"codec": "plain"})], "written alike"),
        ([(f"{COUNT}/encodings/1/codec", {"codec": "roman"})], "codec 'roman' is unknown"),
        ([(f"{SORT}/vocabularies/-", ["x", "y"])], "one value for each choice"),
        ([(f"{SORT}/vocabularies/-", ["x", "y", 3])], "different values of one type"),
        ([(f"{SORT}/vocabularies/-", ["bug", "y", "z"])], "says the same in two"),
        ([(f"{SORT}/vocabularies", [["live", "y", "z"], ["published", "u", "v"]])],
         "renamed 'live' to 'published'"),
        ([(f"{SORT}/choices/0/means", "a bug in it")], "uses 'bug'"),
        ([(f"{SORT}/choices/0/clauses/-", "It is a bug.")], "uses 'bug'"),
        ([("heads/-", "Create an issue.")], "uses 'create'"),
        ([(f"{SORT}/choices/1/id", "fault")], "choice 'sort/fault' stands 2 times"),
        ([(f"{SORT}/vocabularies/-", [1.5, 2.5, 3.5])], "texts, whole numbers, or true and false"),
        ([(f"{COUNT}/encodings/1/codec", {"codec": "map"})], "codec 'map' needs 'pairs'"),
        ([(f"{COUNT}/saying", "list")], "sample 14 cannot be said as 'list'"),
        ([("fields/tags/samples/-", [])], "sample [] cannot be said as 'list'"),
        ([("fields/heading/saying", "money")], "cannot be said as 'money'"),
        ([("fields/heading/encodings/0/schema", {"type": "string", "default": "x"})],
         "the schema states 'default'"),
        ([("fields/heading/encodings/0/schema", {"type": "string", "format": "date"})],
         "the schema states 'format'"),
        ([(f"{BESIDE}/required/-", "nope")], "requires 'nope', which it does not have"),
        ([(f"{BESIDE}/required", 5)], "not a usable JSON Schema"),
        ([(f"{BESIDE}/properties/subject", {"type": "string", "description": "It."})],
         "'subject' is a name of the tool's own field"),
        ([("splits/0/by", "tags")], "must be a required field with choices"),
        ([("splits/0/endings/-", {"everyone": "all"})], "must name each of"),
        ([("neighbours/0/name", "issues.create")], "tool name 'issues.create' stands 2"),
        ([("aliases/-", "issues.create")], "tool name 'issues.create' stands 2"),
        ([("aliases", ["issues.live", "issues.published"])], "renamed 'issues.live' to"),
        ([("aliases", ["issues.compose"]), ("heads/-", "Compose it.")], "uses 'compose'"),
        ([(f"{BESIDE}/additionalProperties", True)], "must be false"),
        ([(f"{BESIDE}/properties/number/description", DELETE)], "needs a description"),
        ([(f"{BESIDE}/type", "array")], "must be an object"),
        ([(f"fields/{id}/presence", "required") for id in ("details", "tags")], "are optional"),
        ([(f"fields/{id}/presence", "optional") for id in ("owner", "urgency")],
         "1 fields suit newRequired"),
        ([(f"fields/{id}/vocabularies", [["a", "b", "c"][:n]])
          for id, n in (("sort", 3), ("audience", 2), ("urgency", 3), ("notify", 2))],
         "0 fields suit enumChange"),
    ],
)  # fmt: skip
def test_each_fault_is_named(tmp_path: Path, edits: list[Edit], fault: str) -> None:
    found = entry_faults(written(tmp_path, edited(base(), *edits)))
    assert any(fault in line for line in found), found
    assert all(line.startswith(f"{tmp_path}/issues.json: ") for line in found)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("colour", "red"), "/colour: Extra inputs"),
        (("a\nb", "red"), "/a\\nb: Extra inputs"),
        (("fields/project/names", DELETE), "/fields/0/names: Field required"),
        (("fields/project/names", ["one", "two"]), "/fields/0/names: List should have"),
        (("fields/project/presence", "maybe"), "/fields/0/presence"),
        (("fields/project/choices", []), "/fields/0"),
        (("fields/project/clauses", ["{value}."]), "/fields/0/clauses: List should have"),
        (("id", "other"), "must be the file's name"),
    ],
)
def test_a_malformed_entry_is_refused(tmp_path: Path, edit: Edit, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read_entry(written(tmp_path, edited(base(), edit)))
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@settings(max_examples=200)
@given(st.data())
def test_no_edit_of_an_entry_is_a_traceback(data: st.DataObject) -> None:
    """Anything replaced or taken away: the entry is sound, or its faults are named."""
    record = data.draw(one_edit(base()))
    with TemporaryDirectory() as folder:
        for fault in entry_faults(written(Path(folder), record)):
            assert fault.startswith(f"{folder}/issues.json: ")
            assert "\n" not in fault


def test_an_entry_that_is_not_json_or_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(DataError, match="not strict JSON"):
        read_entry(tmp_path / "bad.json")
    with pytest.raises(UsageError, match="no such file"):
        read_entry(tmp_path / "none.json")
    with pytest.raises(UsageError, match="holds no catalogue entries"):
        load_catalogue(tmp_path / "nowhere")


def test_an_entry_needs_no_code(tmp_path: Path) -> None:
    """A new tool is a file: all core kinds are drawn from it and proved."""
    record = edited(base(), ("id", "tickets"), ("name", "tickets.open_one"))
    (tmp_path / "tickets.json").write_text(json.dumps(record), "utf-8")
    entry = load_catalogue(tmp_path)["tickets"]
    assert check_entry(entry) == []
    for kind in CORE_KINDS:
        task = draw_task(entry, [kind], split="test", seed=1, index=0)
        assert task.base == "tickets"
