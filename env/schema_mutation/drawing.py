"""A task in the making: the version that is shown, the right call, and the version before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .catalogue.entry import Common, Encoding, Entry, EntryField, Neighbour
from .contract import Contract, ContractTool, Field, Intent
from .draw import Draw
from .errors import UsageError
from .mutations import SNAKE, STYLES, Split, codec, codec_name, part_id, restyle

NATIVE_SPLIT = 0.25
"""How often a tool that no mutation splits is shown split, before and after."""
NATIVE_LIST = 0.15
"""How often a text stands in a list of one, where a task may have such shapes at all."""

NATIVE_GROUPS = (0, 0, 1, 1, 2)
"""How many objects of fields a tool has, where a task may have such shapes at all."""
RARE = 0.6
"""How often a common field is not there."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """What a task may have beyond the plain form of the public split: common fields, objects
    of fields, styles of names, lists of one. Drawn from a stream of its own, so that tasks
    without them are drawn as ever.
    """

    draw: Draw
    common: Common


class Drawing:
    """What is drawn of a task.

    The version shown comes first, as if nothing had ever changed; plans then draw what has
    changed and note how it was before: ``old_name``, ``old_form``, ``old_group``,
    ``old_tool_name``, fields that are ``new`` or ``gone``, and how the tool was ``split``.
    ``taken`` holds the aspects of each field that some mutation changes.
    """

    def __init__(
        self, entry: Entry, draw: Draw, kinds: Sequence[str], shapes: Shapes | None
    ) -> None:
        self.entry, self.draw = entry, draw
        self.to_do = list(kinds)
        everything = [*entry.fields, *(shapes.common.fields if shapes else ())]
        self.fields = draw.shuffled(everything)
        self.by_id = {item.id: item for item in self.fields}
        self.name = {item.id: draw.pick(item.names) for item in self.fields}
        self.form = {item.id: draw.pick(item.forms) for item in self.fields}
        self.presence = {item.id: self._presence(item) for item in self.fields}
        self.meaning = {item.id: draw.pick(item.meanings) for item in self.fields}
        self.used = self._used()
        self.style, self.tool_name = SNAKE, entry.name
        self.group = dict.fromkeys(self.by_id, "")
        self.groups = list(shapes.common.groups) if shapes else []
        if shapes:
            self._shape(shapes)
        self.old_name, self.old_form = dict(self.name), dict(self.form)
        self.old_group = dict(self.group)
        self.old_tool_name = self.tool_name
        self.new: set[str] = set()
        self.gone: set[str] = set()
        self.taken: dict[str, set[str]] = {item.id: set() for item in self.fields}
        may_split = not {"splitEndpoint", "mergeEndpoint", "renamedTool"} & set(kinds)
        self.split = self.draw_split() if may_split and draw.chance(NATIVE_SPLIT) else None

    def _presence(self, item: EntryField) -> str:
        if item.presence == "rare":
            return "absent" if self.draw.chance(RARE) else self.draw.pick(("optional", "required"))
        if item.presence != "varies":
            return item.presence
        return self.draw.pick(("absent", "optional", "required"))

    def _used(self) -> set[str]:
        """The fields that the call gives: all it must, and some that it may, never all."""
        spare = [id for id, presence in self.presence.items() if presence == "optional"]
        some = self.draw.some(spare, self.draw.below(max(len(spare) - 1, 1)))
        return {id for id, presence in self.presence.items() if presence == "required"} | set(some)

    def _shape(self, shapes: Shapes) -> None:
        """Other styles of names, other names of the tool, texts in lists of one, and objects."""
        draw = shapes.draw
        self.style = draw.pick(STYLES)
        self.tool_name = draw.pick([self.entry.name, *self.entry.aliases])
        for item in self.fields:
            self.name[item.id] = restyle(self.name[item.id], self.style)
            if draw.chance(NATIVE_LIST) and is_text(item):
                self.form[item.id] = in_list(item)
        for name in draw.some(self.groups, draw.pick(NATIVE_GROUPS)):
            for item in draw.some(self.loose(), draw.pick((2, 3))):
                self.group[item.id] = name

    def loose(self) -> list[EntryField]:
        """The whole fields shown that stand in no group."""
        return [
            item
            for item in self._present()
            if not self.group[item.id] and not self.form[item.id].parts
        ]

    def settle(self, id: str) -> None:
        """Take a field that comes or goes out of its group, unless others keep the group there:
        the group would come and go with it.
        """
        group = self.group[id]
        staying = [
            other
            for other in self.used
            if other != id and self.group[other] == group and "life" not in self.taken[other]
        ]
        if group and not staying:
            self.group[id] = self.old_group[id] = ""

    def draw_split(self) -> Split:
        """One way to divide the tool by a field that no mutation changes."""
        free = [choice for choice in self.entry.splits if not self.taken[choice.by]]
        if not free:
            raise UsageError(f"{self.entry.id}: no field is left to divide the tool by")
        choice = self.draw.pick(free)
        self.taken[choice.by] |= {"life", "name", "value"}
        self.settle(choice.by)
        item, endings = self.entry.field(choice.by), self.draw.pick(choice.endings)
        parts = [
            {
                "value": written(self.form[item.id], meaning),
                "name": f"{self.tool_name}_{endings[meaning]}",
                "description": choice.describe[meaning],
            }
            for meaning in self.draw.shuffled(item.meanings)
        ]
        return Split(self.entry.id, choice.by, parts)

    def behind(self, id: str) -> str:
        """The nearest field before this one that every variant has, or nothing."""
        behind = ""
        for item in self._present():
            if item.id == id:
                break
            if "life" not in self.taken[item.id] and not self.form[item.id].parts:
                behind = item.id
        return behind

    def shown_field(self, item: EntryField) -> Field:
        """A field as the version shown has it."""
        (field,) = self.shown_fields(item)
        return field

    def shown_fields(self, item: EntryField) -> tuple[Field, ...]:
        """A field as the version shown has it, or the parts over which it is spread."""
        return self._fields(item, self.name, self.form, self.group)

    def _present(self) -> list[EntryField]:
        return [item for item in self.fields if self.presence[item.id] != "absent"]

    def _fields(
        self,
        item: EntryField,
        names: Mapping[str, str],
        forms: Mapping[str, Encoding],
        groups: Mapping[str, str],
    ) -> tuple[Field, ...]:
        form, required = forms[item.id], self.presence[item.id] == "required"

        def field(id: str, name: str, schema: dict[str, Any], must: bool) -> Field:
            return Field(id, tuple(filter(None, (groups[item.id], name))), schema, must)

        if not form.parts:
            return (field(item.id, names[item.id], item.schema_in(form), required),)
        must = required and not form.depends
        return tuple(
            field(part_id(item.id, p.key), p.name, {**p.schema_, "description": p.describe}, must)
            for p in form.parts
        )

    def contract_before(self) -> Contract:
        """The version before."""
        there = {item.id for item in self._present()} - self.new | self.gone
        kept = [item for item in self.fields if item.id in there]
        old = self.old_name, self.old_form, self.old_group
        fields = tuple(field for item in kept for field in self._fields(item, *old))
        main = ContractTool(self.entry.id, self.old_tool_name, self.entry.describe, fields)
        beside = map(_neighbour, self.entry.neighbours)
        contract = Contract(tuple(self.draw.shuffled([main, *beside])))
        return self.split.apply(contract) if self.split else contract

    def intent_before(self) -> Intent:
        """What is meant, as the version before writes it."""
        given = [id for id in self.asked() if id not in self.new]
        old = [as_written(id, self.old_form[id], self.meaning[id]) for id in given]
        return Intent(self.entry.id, {id: value for values in old for id, value in values.items()})

    def asked(self) -> list[str]:
        """The fields whose values the request gives."""
        return [item.id for item in self.fields if item.id in self.used | self.gone]

    def provenance(self) -> dict[str, str]:
        """Where a reader finds the value of each field of the call."""
        return {
            part: self._provenance(self.by_id[id])
            for id in self.used
            for part in as_written(id, self.form[id], self.meaning[id])
        }

    def _provenance(self, item: EntryField) -> str:
        used = self.form[item.id].codec
        if item.choices:
            return "schema"
        return f"derived:{codec_name(used)}" if codec(used).derived else "request"


def written(form: Encoding, meaning: Any) -> Any:
    """A meaning as one form writes it."""
    return codec(form.codec).encode(meaning)


def as_written(id: str, form: Encoding, meaning: Any) -> dict[str, Any]:
    """The values that say a meaning, by the ids of the fields that take them."""
    value = written(form, meaning)
    if not form.parts:
        return {id: value}
    return {part_id(id, key): part for key, part in value.items()}


def is_text(item: EntryField) -> bool:
    """Does a field take one free text, and nothing else?"""
    return (
        not item.choices and len(item.forms) == 1 and item.forms[0].schema_.get("type") == "string"
    )


def in_list(item: EntryField) -> Encoding:
    """The form of a text field in which the text stands in a list of one."""
    plain = item.forms[0]
    schema = {"type": "array", "items": plain.schema_, "minItems": 1, "maxItems": 1}
    note = f"{plain.note} In a list of one.".strip()
    return Encoding(schema=schema, note=note, codec={"codec": "list", "of": plain.codec})


def is_listed(form: Encoding) -> bool:
    """Is this a form that `in_list` made?"""
    return bool(form.codec["codec"] == "list")


def _neighbour(tool: Neighbour) -> ContractTool:
    required = tool.parameters.get("required", ())
    fields = tuple(
        Field(f"{tool.name}.{name}", (name,), schema, name in required)
        for name, schema in tool.parameters["properties"].items()
    )
    return ContractTool(tool.name, tool.name, tool.description, fields)
