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
    EnumChanged,
    ListToScalar,
    Merge,
    Mutation,
    Recased,
    Removed,
    Renamed,
    RenamedTool,
    ScalarToList,
    TypeChanged,
    restyle,
)

CORE_KINDS = ("renamedField", "newRequired", "enumChange", "splitEndpoint", "typeChange")
"""The kinds of the public and hidden splits."""


def _bring_in(drawing: Drawing, item: EntryField) -> None:
    drawing.used.add(item.id)
    if drawing.presence[item.id] == "absent":
        drawing.presence[item.id] = "required"


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
    return item


def _free(drawing: Drawing, kind: str) -> list[EntryField]:
    """The fields that suit a kind and that no mutation keeps it from."""
    plan = PLANS[kind]
    barred = {"name", "value", "life"} if plan.aspect == "life" else {plan.aspect, "life"}
    return [
        item for item in drawing.fields if plan.suits(item) and not drawing.taken[item.id] & barred
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


def _recoded(
    drawing: Drawing, make: type[EnumChanged] | type[TypeChanged], *, same_type: bool
) -> EnumChanged | TypeChanged:
    item = target(drawing, make.kinds[0])
    if not _old_forms(drawing, item, same_type):
        _, drawing.form[item.id] = drawing.draw.pick(changes(item, same_type=same_type))
    old = drawing.draw.pick(_old_forms(drawing, item, same_type))
    shown = drawing.form[item.id]
    drawing.old_form[item.id] = old
    return make(item.id, item.schema_in(shown), old.codec, shown.codec)


def _old_forms(drawing: Drawing, item: EntryField, same_type: bool) -> list[Encoding]:
    """The ways in which the values of a field may have been written before."""
    shown = drawing.form[item.id]
    return [old for old, new in changes(item, same_type=same_type) if new is shown]


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
    item = drawing.entry.field(drawing.split.field)
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


def _can_change(*, same_type: bool) -> Callable[[EntryField], bool]:
    return lambda item: bool(changes(item, same_type=same_type))


def _has_old_forms(*, same_type: bool) -> Callable[[Drawing, EntryField], bool]:
    return lambda drawing, item: (
        item.id in drawing.used and bool(_old_forms(drawing, item, same_type))
    )


def _shown_listed(*, listed: bool) -> Callable[[Drawing, EntryField], bool]:
    return lambda drawing, item: (
        item.id in drawing.used and is_listed(drawing.form[item.id]) == listed
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
    "enumChange": Plan(
        lambda drawing: _recoded(drawing, EnumChanged, same_type=True),
        "value",
        _can_change(same_type=True),
        _has_old_forms(same_type=True),
    ),
    "typeChange": Plan(
        lambda drawing: _recoded(drawing, TypeChanged, same_type=False),
        "value",
        _can_change(same_type=False),
        _has_old_forms(same_type=False),
    ),
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
