"""What is wrong with a catalogue entry, in words its author can act on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from ..comparison import equal
from ..errors import SchemaMutationError
from ..mutations import codec
from ..schema import compiled, first_fault
from ..wording import Saying, echoes, say, stems
from .entry import Common, Encoding, Entry, EntryField, Part, Split

Pairs = frozenset[frozenset[str]]

MIN_FIELDS = 6
MIN_OPTIONAL = 3
MIN_STRINGS = 3
DESCRIPTION = range(15, 91)
_NORMALISED = {"default", "format", "contentMediaType"}


def faults(entry: Entry, shipped: Pairs) -> list[str]:
    """All faults of an entry; ``shipped`` are the pairs of names that a real API changed."""
    return [
        *_repeated_names(entry),
        *_shipped_aliases(entry, shipped),
        *(fault for item in entry.fields for fault in _field_faults(item, shipped)),
        *(fault for split in entry.splits for fault in _split_faults(entry, split)),
        *_neighbour_faults(entry),
        *_echo_faults(entry),
        *_scarcity(entry),
    ]


def beside_common(entry: Entry, common: Common) -> list[str]:
    """The faults of an entry that has all common fields, and groups of fields, besides."""
    both = entry.model_copy(update={"fields": [*entry.fields, *common.fields]})
    names = {name for item in both.fields for name in item.names}
    return [
        *_repeated_names(both),
        *_echo_faults(both, common.groups),
        *(f"group {name!r} is a field's name" for name in common.groups if name in names),
    ]


def squeezed(name: str) -> str:
    """A name without case and separators, as pairs of shipped names are compared."""
    return name.replace("_", "").replace("-", "").replace(".", "").lower()


def _repeated_names(entry: Entry) -> Iterator[str]:
    names = Counter(
        name for item in entry.fields for name in (*item.names, *(p.name for p in _parts(item)))
    )
    ids = Counter(item.id for item in entry.fields)
    tools = Counter([entry.name, *entry.aliases, *(tool.name for tool in entry.neighbours)])
    choices = Counter(f"{f.id}/{choice.id}" for f in entry.fields for choice in f.choices or ())
    counts = {"name": names, "field id": ids, "tool name": tools, "choice": choices}
    for what, counted in counts.items():
        for name, times in counted.items():
            if times > 1:
                yield f"{what} {name!r} stands {times} times; each must be unique"


def _shipped_aliases(entry: Entry, shipped: Pairs) -> Iterator[str]:
    for a, b in combinations([entry.name, *entry.aliases], 2):
        verbs = frozenset(squeezed(name.rpartition(".")[2]) for name in (a, b))
        if verbs in shipped:
            yield f"a real API renamed {a!r} to {b!r} or back; use another name"


def _field_faults(item: EntryField, shipped: Pairs) -> Iterator[str]:
    at = f"field {item.id!r}:"
    for a, b in combinations(item.names, 2):
        if frozenset((squeezed(a), squeezed(b))) in shipped:
            yield f"{at} a real API renamed {a!r} to {b!r} or back; use another name"
    for text in (item.describe, *(part.describe for part in _parts(item))):
        if len(text) not in DESCRIPTION:
            yield f"{at} 'describe' has {len(text)} characters; write 15 to 90"
    if item.choices:
        yield from _vocabulary_faults(item, shipped)
    else:
        yield from _sample_faults(item)
        for clause in item.clauses or ():
            if clause.count("{value}") != 1:
                yield f"{at} clause {clause!r} must hold {{value}} once"


def _vocabulary_faults(item: EntryField, shipped: Pairs) -> Iterator[str]:
    at, rows = f"field {item.id!r}:", item.vocabularies or []
    for first, second in combinations(rows, 2):
        for a, b in zip(first, second, strict=True):
            if equal(a, b):
                yield f"{at} {a!r} says the same in two vocabularies; a change must change it"
            elif frozenset((squeezed(str(a)), squeezed(str(b)))) in shipped:
                yield f"{at} a real API renamed {a!r} to {b!r} or back; use another value"


def _sample_faults(item: EntryField) -> Iterator[str]:
    at, samples = f"field {item.id!r}:", item.samples or []
    if len({repr(sample) for sample in samples}) < len(samples):
        yield f"{at} a sample stands twice"
    odd = [sample for sample in samples if not _can_be_said(sample, item.saying)]
    if odd:
        yield f"{at} sample {odd[0]!r} cannot be said as {item.saying!r}"
        return
    try:
        for form in item.forms:
            yield from _form_faults(item, form)
        for first, second in combinations(item.forms, 2):
            for sample in samples:
                if equal(codec(first.codec).encode(sample), codec(second.codec).encode(sample)):
                    yield f"{at} sample {sample!r} is written alike by two encodings"
    except (SchemaMutationError, ValueError, TypeError, ArithmeticError, LookupError) as error:
        yield f"{at} {type(error).__name__}: {error}"


def _can_be_said(sample: Any, saying: Saying) -> bool:
    if saying in ("duration", "date", "both", "second", "pairs", "within", "range", "sorted"):
        try:
            return bool(say(sample, saying))
        except (ValueError, TypeError, LookupError, AttributeError):
            return False
    if saying == "list":
        return isinstance(sample, list) and bool(sample) and all(type(i) is str for i in sample)
    if saying == "money":
        return type(sample) is int and 0 < sample < 10**8
    return type(sample) is str or (saying == "plain" and type(sample) is int)


def _form_faults(item: EntryField, form: Encoding) -> Iterator[str]:
    banned = sorted(_NORMALISED & form.schema_.keys())
    if banned:
        yield f"field {item.id!r}: the schema states {banned[0]!r}; state no other right answer"
    at, used = f"field {item.id!r}:", codec(form.codec)
    parts = {part.key: part.schema_ for part in form.parts}
    whole = {"properties": parts, "additionalProperties": False} if parts else item.schema_in(form)
    validator = compiled(whole)
    for sample in item.samples or ():
        written = used.encode(sample)
        if not equal(used.decode(written), sample):
            yield f"{at} {sample!r} does not survive the codec {form.codec}"
        if fault := first_fault(validator, written):
            yield f"{at} sample {sample!r} is written {written!r}: {fault.message}"


def _split_faults(entry: Entry, split: Split) -> Iterator[str]:
    item = next((item for item in entry.fields if item.id == split.by), None)
    if item is None or item.choices is None or item.presence != "required":
        yield f"split by {split.by!r}: it must be a required field with choices"
        return
    wanted = {choice.id for choice in item.choices}
    for keyed in (*split.endings, split.describe):
        if set(keyed) != wanted:
            yield f"split by {split.by!r}: {keyed} must name each of {sorted(wanted)}"


def _neighbour_faults(entry: Entry) -> Iterator[str]:
    names = {name for item in entry.fields for name in item.names}
    for tool in entry.neighbours:
        try:
            compiled(tool.parameters)
        except SchemaMutationError as error:
            yield f"neighbour {tool.name}: {error}"
            continue
        properties = tool.parameters.get("properties")
        if tool.parameters.get("type") != "object" or not isinstance(properties, dict):
            yield f"neighbour {tool.name}: parameters must be an object with properties"
        elif not all(isinstance(p, dict) and p.get("description") for p in properties.values()):
            yield f"neighbour {tool.name}: each property needs a description"
        elif tool.parameters.get("additionalProperties") is not False:
            yield f"neighbour {tool.name}: additionalProperties must be false"
        else:
            required = tool.parameters.get("required", [])
            if lost := sorted(set(required) - properties.keys()):
                yield f"neighbour {tool.name}: requires {lost[0]!r}, which it does not have"
            if shared := sorted(names & properties.keys()):
                yield f"neighbour {tool.name}: {shared[0]!r} is a name of the tool's own field"


def _echo_faults(entry: Entry, groups: Iterable[str] = ()) -> Iterator[str]:
    forbidden = stems([*forbidden_words(entry), *groups])
    for head in entry.heads:
        yield from _echoed("head", head, forbidden)
    for item in entry.fields:
        at = f"field {item.id!r}:"
        own = stems([*item.names, *_literals(item)])
        for text in (item.describe, *(part.describe for part in _parts(item))):
            yield from _echoed(f"{at} describe", text, own)
        for choice in item.choices or ():
            yield from _echoed(f"{at} choice {choice.id!r}, means", choice.means, own)
            for clause in choice.clauses:
                yield from _echoed(f"{at} choice {choice.id!r}, clause", clause, forbidden)
        for clause in item.clauses or ():
            yield from _echoed(f"{at} clause", clause.replace("{value}", ""), forbidden)
        for sample in item.samples or ():
            if _can_be_said(sample, item.saying):
                yield from _echoed(f"{at} sample", say(sample, item.saying), forbidden)


def _echoed(where: str, text: str, forbidden: set[str]) -> Iterator[str]:
    for word in echoes(text, forbidden):
        yield f"{where} {text!r} uses {word!r}, a word of some name or choice; say it otherwise"


def forbidden_words(entry: Entry) -> list[str]:
    """The names and choices, in all their forms, whose words a request must not use."""
    return [
        entry.name,
        *entry.aliases,
        *(name for item in entry.fields for name in item.names),
        *(literal for item in entry.fields for literal in _literals(item)),
        *(ending for split in entry.splits for row in split.endings for ending in row.values()),
    ]


def _literals(item: EntryField) -> list[str]:
    """The options of a field, and the names of the parts of its values."""
    rows = item.vocabularies or ()
    parts = [form.schema_.get("properties", {}) for form in item.encodings or ()]
    options = [part.get("enum", ()) for parts_of in parts for part in parts_of.values()]
    names = [part.name for part in _parts(item)]
    return [
        value for row in (*rows, *parts, *options, names) for value in row if isinstance(value, str)
    ]


def _parts(item: EntryField) -> list[Part]:
    """The fields over which some form of a field spreads its values."""
    return [part for form in item.encodings or () for part in form.parts]


def _scarcity(entry: Entry) -> Iterator[str]:
    presences = Counter(item.presence for item in entry.fields)
    if presences["optional"] < MIN_OPTIONAL:
        yield f"{presences['optional']} fields are optional; at least {MIN_OPTIONAL} must be"
    if presences["optional"] + presences["required"] < MIN_FIELDS:
        yield f"fewer than {MIN_FIELDS} fields are always there (required or optional)"
    texts = [
        f for f in entry.fields if not f.choices and f.forms[0].schema_.get("type") == "string"
    ]
    if len(texts) < MIN_STRINGS:
        yield f"{len(texts)} fields take free text; at least {MIN_STRINGS} must"
    counts = {
        "newRequired": sum(item.presence == "varies" for item in entry.fields),
        "enumChange": sum(bool(changes(item, "enumChange")) for item in entry.fields),
        "typeChange": sum(bool(changes(item, "typeChange")) for item in entry.fields),
    }
    for kind, count in counts.items():
        if count < 2:
            yield f"{count} fields suit {kind}; at least 2 must"


def changes(item: EntryField, kind: str) -> list[tuple[Encoding, Encoding]]:
    """The ordered pairs of forms between which a change of a kind leads."""
    return [(a, b) for a, b in _ordered_pairs(item.forms) if kind_of_change(item, a, b) == kind]


_BY_CODECS = {
    ("scale", "scale"): "unitChange",
    ("map", "map"): "idKind",
    ("map", "tagged"): "wrapVariant",
    ("map", "chosen"): "valueDependentName",
    ("joined", "spread"): "splitField",
    ("spread", "joined"): "mergeFields",
    ("plain", "upper"): "constraintTighten",
    ("plain", "padded"): "constraintTighten",
    ("object", "entries"): "mapToList",
    ("object", "json"): "formatChange",
    ("json", "object"): "formatChange",
    ("entries", "json"): "formatChange",
    ("json", "entries"): "formatChange",
}


def kind_of_change(item: EntryField, old: Encoding, new: Encoding) -> str:
    """The kind of a change from one form of a field to another, empty where there is none."""
    types = old.schema_.get("type"), new.schema_.get("type")
    if item.choices:
        if types == ("boolean", "boolean"):
            return "semanticFlip"
        return "enumChange" if types[0] == types[1] else "typeChange"
    codecs = old.codec["codec"], new.codec["codec"]
    if codecs == ("date", "date"):
        return _kind_of_dates(old.codec, new.codec)
    if codecs in _BY_CODECS:
        return _BY_CODECS[codecs]
    return "typeChange" if types[0] != types[1] and not set(codecs) & _ONE_WAY else ""


_ONE_WAY = {"tagged", "entries", "chosen"}
"""Codecs whose forms are not left again."""


def _kind_of_dates(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Another style, or another day meant by the same style."""
    if old.get("shift", 0) == new.get("shift", 0):
        return "formatChange"
    return "semanticFlip" if old["as"] == new["as"] else ""


def _ordered_pairs(forms: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    for a, b in combinations(forms, 2):
        yield a, b
        yield b, a
