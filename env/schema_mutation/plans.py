"""Plans: what a change of each kind needs of a drawing, and what it leaves there."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .catalogue.checks import changes
from .catalogue.entry import Encoding, EntryField
from .drawing import Drawing, in_list, is_listed, is_text, written
from .errors import UsageError
from .mutations import (
    STYLES,
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
    Merge,
    Mutation,
    NameDependent,
    Nested,
    Recased,
    Recoded,
    Removed,
    Renamed,
    RenamedTool,
    ScalarToList,
    SemanticFlipped,
    TypeChanged,
    UnitChanged,
    VariantWrapped,
    part_id,
    restyle,
)

CORE_KINDS = ("renamedField", "newRequired", "enumChange", "splitEndpoint", "typeChange")
"""The kinds of the public and hidden splits."""


_THERE = ("optional", "required")


def _bring_in(drawing: Drawing, item: EntryField) -> None:
    drawing.used.add(item.id)
    if drawing.presence[item.id] == "absent":
        rare = item.presence == "rare"
        drawing.presence[item.id] = drawing.draw.pick(_THERE) if rare else "required"


@dataclass(frozen=True, slots=True)
class Plan:
    """How a kind is drawn.

    ``draw`` draws a mutation. For kinds that change one field: ``aspect`` is what they
    change of it, ``suits`` tells which fields of an entry can be changed so, ``ready``
    which of these can as they are drawn, and ``prepare`` makes one ready.
    """

    draw: Callable[[Drawing], Mutation]
    aspect: str = ""
    suits: Callable[[EntryField], object] = bool
    ready: Callable[[Drawing, EntryField], object] = lambda drawing, item: item.id in drawing.used
    prepare: Callable[[Drawing, EntryField], None] = _bring_in
    turn: int = 2
    """In a task of several kinds, those with the fewest fields to choose from come first."""
    of_tool: bool = False
    """Does it change the tool itself? A task bears one such change."""


def target(drawing: Drawing, kind: str) -> EntryField:
    """Any field that suits a kind as it is drawn, or else any that can be made to.

    Raises:
        UsageError: the entry has none left.
    """
    plan = PLANS[kind]
    free = [item for item in _free(drawing, kind) if _leaves_room(drawing, item, kind)]
    if not free:
        raise UsageError(f"{drawing.entry.id}: no field is left for one more {kind}")
    ready = [item for item in free if plan.ready(drawing, item)]
    item = drawing.draw.pick(ready or free)
    drawing.taken[item.id].add(plan.aspect)
    if not ready:
        plan.prepare(drawing, item)
    if plan.aspect == "life":
        drawing.settle(item.id)
    return item


def _free(drawing: Drawing, kind: str) -> list[EntryField]:
    """The fields that suit a kind and that no mutation keeps it from."""
    plan = PLANS[kind]
    barred = {"name", "value", "life"} if plan.aspect == "life" else {plan.aspect, "life"}
    return [
        item
        for item in drawing.fields
        if plan.suits(item) and not drawing.taken[item.id] & barred
        if plan.aspect != "name" or not drawing.form[item.id].parts
    ]


def _leaves_room(drawing: Drawing, item: EntryField, kind: str) -> bool:
    """If a field is taken, is there still one for each kind that is to be drawn?"""
    before = drawing.taken[item.id]
    drawing.taken[item.id] = before | {PLANS[kind].aspect}
    kinds = [other for other in drawing.to_do if PLANS[other].aspect]
    room = all(len(_free(drawing, other)) >= kinds.count(other) for other in kinds)
    drawing.taken[item.id] = before
    return room


def _renamed(drawing: Drawing) -> Renamed:
    item = target(drawing, "renamedField")
    shown = drawing.name[item.id]
    names = [restyle(name, drawing.style) for name in item.names]
    drawing.old_name[item.id] = drawing.draw.pick([name for name in names if name != shown])
    return Renamed(item.id, shown)


def _recased(drawing: Drawing) -> Recased:
    """The whole tool, but for the fields that another mutation names."""
    items = [item for item in drawing.fields if not drawing.taken[item.id] & {"name", "life"}]
    if not items:
        raise UsageError(f"{drawing.entry.id}: no field is left for one more recase")
    _, old = sorted(STYLES, key=lambda style: style != drawing.style)

    def restyled(item: EntryField) -> str:
        return restyle(drawing.name[item.id], old)

    if all(restyled(i) == drawing.name[i.id] for i in items if i.id in drawing.used):
        longer = [item for item in items if any("_" in name for name in item.names)]
        if not longer:
            raise UsageError(f"{drawing.entry.id}: no name has two words, so none can be recased")
        item = drawing.draw.pick(longer)
        long_name = drawing.draw.pick([name for name in item.names if "_" in name])
        drawing.name[item.id] = restyle(long_name, drawing.style)
        _bring_in(drawing, item)
    for item in items:
        drawing.old_name[item.id] = restyled(item)
        drawing.taken[item.id].add("name")
    return Recased([item.id for item in items], drawing.style)


def _renamed_tool(drawing: Drawing) -> RenamedTool:
    names = [drawing.entry.name, *drawing.entry.aliases]
    others = [name for name in names if name != drawing.tool_name]
    drawing.old_tool_name = drawing.draw.pick(others)
    return RenamedTool(drawing.entry.id, drawing.tool_name)


def _recoded(make: type[Recoded]) -> Plan:
    """The plan of a kind that writes the value of one field in another of its forms."""
    (kind,) = make.kinds

    def draw(drawing: Drawing) -> Mutation:
        item = target(drawing, kind)
        if not _old_forms(drawing, item, kind):
            _, drawing.form[item.id] = drawing.draw.pick(changes(item, kind))
        old = drawing.draw.pick(_old_forms(drawing, item, kind))
        shown = drawing.form[item.id]
        drawing.old_form[item.id] = old
        return make(item.id, item.schema_in(shown), old.codec, shown.codec)

    return Plan(
        draw,
        "value",
        lambda item: changes(item, kind),
        lambda drawing, item: item.id in drawing.used and _old_forms(drawing, item, kind),
    )


def _repartitioned(make: type[FieldSplit] | type[FieldsMerged]) -> Plan:
    """The plan of a kind after which other fields say what one or several said."""
    (kind,) = make.kinds

    def draw(drawing: Drawing) -> Mutation:
        item = target(drawing, kind)
        old, new = drawing.draw.pick(changes(item, kind))
        drawing.old_form[item.id], drawing.form[item.id] = old, new
        if issubclass(make, FieldSplit):
            return make(item.id, list(drawing.shown_fields(item)), old.codec, new.codec)
        parts = [part_id(item.id, part.key) for part in old.parts]
        return make(parts, drawing.shown_field(item), old.codec, new.codec)

    return Plan(draw, "life", lambda item: changes(item, kind), turn=1)


def _old_forms(drawing: Drawing, item: EntryField, kind: str) -> list[Encoding]:
    """The ways in which the values of a field may have been written before."""
    shown = drawing.form[item.id]
    return [old for old, new in changes(item, kind) if new is shown]


def _nested(drawing: Drawing) -> Nested:
    """A group that has just been made of fields that stood by themselves."""
    groups = [name for name in drawing.groups if _is_whole(drawing, name)]
    group = drawing.draw.pick(groups) if groups else _gathered(drawing, drawing.group)
    members = [item.id for item in drawing.fields if drawing.group[item.id] == group]
    for id in members:
        drawing.old_group[id] = ""
        drawing.taken[id].add("place")
    return Nested(members, group)


def _is_whole(drawing: Drawing, group: str) -> bool:
    """Does a group of the version shown hold something, none of it changed in place or life?"""
    members = [id for id, name in drawing.group.items() if name == group]
    return bool(drawing.used & set(members)) and not any(
        drawing.taken[id] & {"place", "life"} for id in members
    )


def _gathered(drawing: Drawing, groups: dict[str, str]) -> str:
    """Put two or three fields that stand by themselves into a group that is not there yet.

    Raises:
        UsageError: too few are left.
    """
    free = [item.id for item in drawing.loose() if not drawing.taken[item.id] & {"place", "life"}]
    given = [id for id in free if id in drawing.used]
    if len(free) < _FEWEST or not given:
        raise UsageError(f"{drawing.entry.id}: too few fields are left to stand in a group")
    first = drawing.draw.pick(given)
    count = min(drawing.draw.pick((1, 2)), len(free) - 1)
    names = [*drawing.group.values(), *drawing.old_group.values()]
    name = drawing.draw.pick([name for name in drawing.groups if name not in names])
    for id in (first, *drawing.draw.some([id for id in free if id != first], count)):
        groups[id] = name
    return name


_FEWEST = 2
"""A group has two fields at least."""


def _flattened(drawing: Drawing) -> Flattened:
    """Fields that have just left their group, which is gone."""
    group = _gathered(drawing, drawing.old_group)
    members = [item.id for item in drawing.fields if drawing.old_group[item.id] == group]
    for id in members:
        drawing.taken[id].add("place")
    return Flattened(members)


def _boxed(
    drawing: Drawing, make: type[ScalarToList] | type[ListToScalar]
) -> ScalarToList | ListToScalar:
    item = target(drawing, make.kinds[0])
    scalar, listed = item.forms[0], in_list(item)
    old, shown = (scalar, listed) if make is ScalarToList else (listed, scalar)
    drawing.form[item.id], drawing.old_form[item.id] = shown, old
    return make(item.id, item.schema_in(shown), old.codec, shown.codec)


def _added(drawing: Drawing) -> Added:
    item = target(drawing, "newRequired")
    drawing.new.add(item.id)
    value = written(drawing.form[item.id], drawing.meaning[item.id])
    made = drawing.shown_field(item)
    return Added(drawing.entry.id, made, value, drawing.behind(item.id))


def _require(drawing: Drawing, item: EntryField) -> None:
    drawing.used.add(item.id)
    drawing.presence[item.id] = "required"


def _removed(drawing: Drawing) -> Removed:
    item = target(drawing, "removedField")
    drawing.gone.add(item.id)
    return Removed(item.id)


def _take_out(drawing: Drawing, item: EntryField) -> None:
    drawing.used.discard(item.id)
    drawing.presence[item.id] = "absent"


def _merged(drawing: Drawing) -> Merge:
    drawing.split = drawing.draw_split()
    item = drawing.by_id[drawing.split.field]
    entry = drawing.entry
    return Merge(
        entry.id,
        drawing.shown_field(item),
        drawing.tool_name,
        entry.describe,
        drawing.behind(item.id),
    )


def _varies(item: EntryField) -> bool:
    return item.presence == "varies"


def _shown_listed(*, listed: bool) -> Callable[[Drawing, EntryField], bool]:
    return lambda drawing, item: (
        item.id in drawing.used and is_listed(drawing.form[item.id]) == listed
    )


_REPARTITIONED: tuple[type[FieldSplit] | type[FieldsMerged], ...] = (
    FieldSplit,
    NameDependent,
    FieldsMerged,
)
_RECODED: tuple[type[Recoded], ...] = (
    EnumChanged,
    TypeChanged,
    UnitChanged,
    FormatChanged,
    ConstraintTightened,
    MapToList,
    VariantWrapped,
    IdKindChanged,
    SemanticFlipped,
)

PLANS: Mapping[str, Plan] = {
    "renamedField": Plan(_renamed, "name", lambda item: len(item.names) > 1),
    "recase": Plan(_recased, turn=3),
    "renamedTool": Plan(_renamed_tool, turn=0, of_tool=True),
    "scalarToList": Plan(
        lambda drawing: _boxed(drawing, ScalarToList),
        "value",
        is_text,
        _shown_listed(listed=True),
    ),
    "listToScalar": Plan(
        lambda drawing: _boxed(drawing, ListToScalar),
        "value",
        is_text,
        _shown_listed(listed=False),
    ),
    "nest": Plan(_nested),
    "flatten": Plan(_flattened),
    **{make.kinds[0]: _recoded(make) for make in _RECODED},
    **{make.kinds[0]: _repartitioned(make) for make in _REPARTITIONED},
    "newRequired": Plan(
        _added,
        "life",
        _varies,
        lambda drawing, item: drawing.presence[item.id] == "required",
        _require,
        turn=1,
    ),
    "removedField": Plan(
        _removed,
        "life",
        _varies,
        lambda drawing, item: drawing.presence[item.id] == "absent",
        _take_out,
        turn=1,
    ),
    "splitEndpoint": Plan(lambda drawing: drawing.draw_split(), turn=0, of_tool=True),
    "mergeEndpoint": Plan(_merged, turn=0, of_tool=True),
}
