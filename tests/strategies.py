"""What Hypothesis draws: JSON values, calls, prose, contracts with intents and mutations."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from schema_mutation.contract import Contract, ContractTool, Field, Intent
from schema_mutation.mutations import (
    Added,
    ConstraintTightened,
    EnumChanged,
    FieldsMerged,
    FieldSplit,
    Flattened,
    FormatChanged,
    IdKindChanged,
    ListToScalar,
    MapToList,
    Mutation,
    NameDependent,
    Nested,
    Recased,
    Removed,
    Renamed,
    RenamedTool,
    ScalarToList,
    SemanticFlipped,
    Split,
    TypeChanged,
    UnitChanged,
    VariantWrapped,
    conflict,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)
arguments = st.dictionaries(texts, values, max_size=5)
names = texts.filter(bool)
prose = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{<,"), max_size=80)

HOSTILE = [
    "{", "}", '{"', '"', "\\", "[", "]", ",", ":", "<think>", "</think>", '{"a":1}', "null",
    '{"name":"f","arguments":{}}', '{"name":', '"arguments":', "{}", " ", "\n", "\\u0000",
    "\\ud83d", "1e999", "NaN", "9" * 40, "```", "\ud83d", "\x00", "é", '{"a",}',
]  # fmt: skip
hostile_text = st.lists(st.sampled_from(HOSTILE) | st.text(max_size=6), max_size=60).map("".join)


def text_of(name: str, given: dict[str, Any]) -> str:
    return json.dumps({"name": name, "arguments": given})


def shuffled_keys(draw: st.DrawFn, value: Any) -> Any:
    """The same JSON value with the keys of its objects in another order."""
    if isinstance(value, dict):
        keys = draw(st.permutations(list(value)))
        return {key: shuffled_keys(draw, value[key]) for key in keys}
    return [shuffled_keys(draw, item) for item in value] if isinstance(value, list) else value


ENUMS = (["bug", "feature", "chore"], ["defect", "wish", "task"])
LEVELS: tuple[list[Any], ...] = (["low", "mid", "high"], [1, 2, 3], [10, 20, 30])


def map_codec(literals: list[Any]) -> dict[str, Any]:
    return {"codec": "map", "pairs": [[i, literal] for i, literal in enumerate(literals)]}


LISTED = {"codec": "list", "of": {"codec": "plain"}}
TEXT_LIST: dict[str, Any] = {
    "type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 1,
}  # fmt: skip
TEXT_MAP: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "string"}}
ENTRIES: dict[str, Any] = {"type": "array", "items": TEXT_MAP}
TAGGED: dict[str, Any] = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("variant", "mail", "phone")},
    "required": ["variant"],
    "additionalProperties": False,
}
PEOPLE = [["ada", "17"], ["bo", "23"]]
REPLIES = [["mail", "a@b"], ["phone", "123"]]
SECONDS, MINUTES = {"codec": "scale", "by": 1000}, {"codec": "scale", "by": 60_000}
DAYS = [f"2027-0{month}-28" for month in range(1, 10)]


def part(samples: list[list[str]], at: int) -> dict[str, Any]:
    return {"codec": "map", "pairs": [[sample, sample[at]] for sample in samples]}


FIELDS = [
    Field("text", ("heading",), {"type": "string"}),
    Field("sort", ("sort",), {"type": "string", "enum": ENUMS[0]}),
    Field("level", ("level",), {"type": "string", "enum": LEVELS[0]}),
    Field("deep", ("box", "inner"), {"type": "boolean"}),
    Field("count", ("count",), {"type": "integer"}),
    Field("bag", ("bag",), TEXT_LIST),
    Field("many_words", ("many_words",), {"type": "string"}),
    Field("spare", ("spare",), {"type": "string"}),
    Field("wait", ("wait",), {"type": "integer"}),
    Field("day", ("day",), {"type": "string"}),
    Field("until", ("until",), {"type": "string"}),
    Field("code", ("code",), {"type": "string"}),
    Field("who", ("who",), {"type": "string"}),
    Field("marks", ("marks",), TEXT_MAP),
    Field("reply", ("reply",), {"type": "string"}),
    Field("answer", ("answer",), {"type": "string"}),
    Field("place", ("place",), {"type": "string"}),
    Field("range.least", ("least",), {"type": "integer"}),
    Field("range.most", ("box", "most"), {"type": "integer"}),
]
MEANINGS: dict[str, st.SearchStrategy[Any]] = {
    "text": st.text("abc ", min_size=1, max_size=8),
    "sort": st.sampled_from(ENUMS[0]),
    "level": st.sampled_from(LEVELS[0]),
    "deep": st.booleans(),
    "count": st.integers(0, 99),
    "bag": st.lists(st.text("xyz", max_size=3), min_size=1, max_size=1),
    "many_words": st.text("xyz", max_size=3),
    "wait": st.sampled_from([60, 120, 180]),
    "day": st.sampled_from(DAYS),
    "until": st.sampled_from(DAYS),
    "code": st.text("abc", min_size=1, max_size=5),
    "who": st.sampled_from([first for first, _ in PEOPLE]),
    "marks": st.dictionaries(st.text("ab", min_size=1, max_size=2), st.text("xy", max_size=2)),
    "reply": st.sampled_from([text for _, text in REPLIES]),
    "answer": st.sampled_from([text for _, text in REPLIES]),
    "place": st.sampled_from(["a/b", "b/a", "/"]),
    "range.least": st.integers(0, 9),
    "range.most": st.integers(10, 99),
}


@st.composite
def possible_mutations(draw: st.DrawFn) -> list[Mutation]:
    """Mutations of every kind for a contract of FIELDS, in any order."""
    level = draw(st.sampled_from(LEVELS[1:]))
    added = Field("extra", (draw(st.sampled_from(["extra", "bonus"])),), {"type": "string"}, True)
    parts = [
        {"value": value, "name": f"things.make_{value}", "description": value} for value in ENUMS[0]
    ]
    new_sort = {"type": "string", "enum": ENUMS[1]}
    new_level = {"type": "integer", "enum": level}
    possible: list[Mutation] = [
        Renamed("text", "title"),
        Renamed("deep", "core"),
        Renamed("sort", "category"),
        EnumChanged("sort", new_sort, map_codec(ENUMS[0]), map_codec(ENUMS[1])),
        TypeChanged("level", new_level, map_codec(LEVELS[0]), map_codec(level)),
        TypeChanged("count", {"type": "string"}, {"codec": "plain"}, {"codec": "digits"}),
        Added("main", added, "more", draw(st.sampled_from(["", "deep", "sort"]))),
        Split("main", "sort", parts),
        Recased(["text", "deep", "many_words"], "camel"),
        ScalarToList("text", TEXT_LIST, {"codec": "plain"}, LISTED),
        ListToScalar("bag", {"type": "string"}, LISTED, {"codec": "plain"}),
        Removed("many_words"),
        RenamedTool("main", "things.build"),
        *_further(),
    ]
    return draw(st.permutations(possible))


def _further() -> list[Mutation]:
    text, iso = {"type": "string"}, {"codec": "date", "as": "iso"}
    shifted, compact = {**iso, "shift": 1}, {"codec": "date", "as": "compact"}
    return [
        Nested(["text", "wait"], "parcel"),
        Flattened(["deep"]),
        UnitChanged("wait", {"type": "integer"}, SECONDS, MINUTES),
        FormatChanged("day", text, iso, compact),
        SemanticFlipped("until", text, iso, shifted),
        ConstraintTightened("code", text, {"codec": "plain"}, {"codec": "upper"}),
        IdKindChanged("who", text, part(PEOPLE, 0), part(PEOPLE, 1)),
        MapToList("marks", ENTRIES, {"codec": "object"}, {"codec": "entries"}),
        VariantWrapped("reply", TAGGED, part(REPLIES, 1), {"codec": "tagged"}),
        FieldSplit("place", _parts("place", "hall", "shelf"), JOINED, spread("hall", "shelf")),
        NameDependent(
            "answer", _parts("answer", "mail", "phone"), part(REPLIES, 1), {"codec": "chosen"}
        ),
        FieldsMerged(
            ["range.least", "range.most"],
            Field("range", ("span",), text),
            spread("least", "most"),
            {**JOINED, "of": {"codec": "digits"}},
        ),
    ]


JOINED = {"codec": "joined", "by": "/"}


def spread(*keys: str) -> dict[str, Any]:
    return {"codec": "spread", "into": list(keys)}


def _parts(field: str, *keys: str) -> list[Field]:
    return [Field(f"{field}.{key}", (f"to_{key}",), {"type": "string"}) for key in keys]


@st.composite
def worlds(draw: st.DrawFn) -> tuple[Contract, Intent, list[Mutation]]:
    """A contract, an intent for it, and one to four mutations that do not conflict."""
    fields = [
        replace(item, required=item.id != "spare" and draw(st.booleans()))
        for item in draw(st.permutations(FIELDS))
    ]
    main = ContractTool("main", "things.make", "Makes one.", tuple(fields))
    other = ContractTool("other", "things.drop", "Drops one.", (FIELDS[0],))
    meant = {id: draw(meaning) for id, meaning in MEANINGS.items()}
    if draw(st.booleans()):
        meant["spare"] = "here"
    chosen: list[Mutation] = []
    for mutation in draw(possible_mutations()):
        if len(chosen) < 4 and not conflict([*chosen, mutation]):
            chosen.append(mutation)
    count = draw(st.integers(1, len(chosen)))
    return Contract((main, other)), Intent("main", meant), chosen[:count]


ODD: list[Any] = [None, True, 0, -1, 1.5, "", "x y", [], ["x"], {}, {"type": 5}, [[]], "9" * 40]


@st.composite
def one_edit(draw: st.DrawFn, value: Any) -> Any:
    """A JSON value of objects and arrays with one part replaced by something odd, or gone."""
    value = json.loads(json.dumps(value))
    place = value
    while True:
        key = draw(st.sampled_from(list(place if isinstance(place, dict) else range(len(place)))))
        if not (isinstance(place[key], dict | list) and place[key]) or draw(st.integers(0, 4)) == 0:
            break
        place = place[key]
    if draw(st.booleans()):
        del place[key]
    else:
        place[key] = draw(st.sampled_from(ODD))
    return value
