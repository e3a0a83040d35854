"""Drawing tasks: pure in (split, kinds, entry, seed, index).

The version that a task shows is drawn first, as if nothing had ever changed: which names its
fields have, how their values are written, which are there, which must be given, whether the
tool is split, what the call uses. Only then is it drawn what has just changed, each field
that suits being as likely as any other, and the version before is made from that. So
nothing in the version shown tells what has changed in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from .build import Wording, build
from .catalogue.checks import changes
from .catalogue.entry import Encoding, Entry, EntryField, Neighbour
from .contract import Contract, ContractTool, Field, Intent
from .draw import Draw
from .errors import UsageError
from .mutations import Added, EnumChanged, Mutation, Renamed, Split, TypeChanged, codec, known_kind
from .task import COMPOUND, Segment, Task

DATA_VERSION = "1"
NATIVE_SPLIT = 0.25
"""How often a tool that no mutation splits is shown split, before and after."""


def draw_task(entry: Entry, kinds: Sequence[str], *, split: str, seed: int, index: int) -> Task:
    """Draw one task with mutations of these kinds, applied in this order, and prove it.

    Raises:
        UnknownNameError: a kind is unknown.
        UsageError: the entry has no field left that suits one of the kinds.
        ProofError: the task fails its proof: a bug here or in the entry.
    """
    label = kinds[0] if len(kinds) == 1 else COMPOUND
    key = f"{DATA_VERSION}:{split}:{label}:{entry.id}:{seed}:{index}"
    classes = [known_kind(kind) for kind in kinds]
    drawing = _Drawing(entry, Draw(key), kinds)
    order = {"routing": 0, "presence": 1}  # those with the fewest fields to choose from first
    picky = sorted(range(len(kinds)), key=lambda i: order.get(classes[i].family, 2))
    drawn = {i: drawing.mutation(kinds[i]) for i in picky}
    id = f"{entry.id}-{sha256(key.encode()).hexdigest()[:8]}"
    return drawing.task(id, [drawn[i] for i in range(len(kinds))])


class _Drawing:
    """The version that is shown, the call that is right there, and the version before."""

    def __init__(self, entry: Entry, draw: Draw, kinds: Sequence[str]) -> None:
        self.entry, self.draw = entry, draw
        self.to_do = list(kinds)
        self.fields = draw.shuffled(entry.fields)
        self.name = {item.id: draw.pick(item.names) for item in self.fields}
        self.form = {item.id: draw.pick(item.forms) for item in self.fields}
        self.presence = {item.id: self._presence(item) for item in self.fields}
        self.meaning = {item.id: draw.pick(item.meanings) for item in self.fields}
        self.used = self._used()
        self.old_name, self.old_form = dict(self.name), dict(self.form)
        self.new: set[str] = set()  # fields that the version before does not have
        self.taken: dict[str, set[str]] = {item.id: set() for item in self.fields}
        is_native = "splitEndpoint" not in kinds and draw.chance(NATIVE_SPLIT)
        self.native = self._split() if is_native else None

    def _presence(self, item: EntryField) -> str:
        if item.presence != "varies":
            return item.presence
        return self.draw.pick(("absent", "optional", "required"))

    def _used(self) -> set[str]:
        """The fields that the call gives: all it must, and some that it may, never all."""
        spare = [id for id, presence in self.presence.items() if presence == "optional"]
        some = self.draw.some(spare, self.draw.below(max(len(spare) - 1, 1)))
        return {id for id, presence in self.presence.items() if presence == "required"} | set(some)

    def mutation(self, kind: str) -> Mutation:
        """Draw what a change of one kind has changed."""
        plan: Mapping[str, Callable[[], Mutation]] = {
            "renamedField": self._renamed,
            "newRequired": self._added,
            "enumChange": lambda: self._recoded(EnumChanged, same_type=True),
            "typeChange": lambda: self._recoded(TypeChanged, same_type=False),
            "splitEndpoint": self._split,
        }
        self.to_do.remove(kind)
        return plan[kind]()

    def _target(self, kind: str) -> EntryField:
        """Any field of the call that suits as it is drawn, or else any that can be made to."""
        free = [item for item in self._free(kind) if self._leaves_room(item, kind)]
        if not free:
            raise UsageError(f"{self.entry.id}: no field is left for one more {kind}")
        ready = [item for item in free if item.id in self.used and self._is_ready(item, kind)]
        item = self.draw.pick(ready or free)
        self.taken[item.id].add(_ASPECTS[kind])
        self.used.add(item.id)
        if not ready and (kind == "newRequired" or self.presence[item.id] == "absent"):
            self.presence[item.id] = "required"
        return item

    def _free(self, kind: str) -> list[EntryField]:
        """The fields that suit a kind and that no mutation keeps it from."""
        aspect = _ASPECTS[kind]
        barred = {"name", "value", "life"} if aspect == "life" else {aspect, "life"}
        return [
            item for item in self.fields if _suits(item, kind) and not self.taken[item.id] & barred
        ]

    def _leaves_room(self, item: EntryField, kind: str) -> bool:
        """If a field is taken, is there still one for each kind that is to be drawn?"""
        before = self.taken[item.id]
        self.taken[item.id] = before | {_ASPECTS[kind]}
        kinds = [other for other in self.to_do if other in _ASPECTS]
        room = all(len(self._free(other)) >= kinds.count(other) for other in kinds)
        self.taken[item.id] = before
        return room

    def _is_ready(self, item: EntryField, kind: str) -> bool:
        if kind == "newRequired":
            return self.presence[item.id] == "required"
        return kind == "renamedField" or bool(self._old_forms(item, kind == "enumChange"))

    def _old_forms(self, item: EntryField, same_type: bool) -> list[Encoding]:
        """The ways in which the values of a field may have been written before."""
        shown = self.form[item.id]
        return [old for old, new in changes(item, same_type=same_type) if new is shown]

    def _renamed(self) -> Renamed:
        item = self._target("renamedField")
        shown = self.name[item.id]
        self.old_name[item.id] = self.draw.pick([name for name in item.names if name != shown])
        return Renamed(item.id, shown)

    def _recoded(
        self, make: type[EnumChanged] | type[TypeChanged], *, same_type: bool
    ) -> EnumChanged | TypeChanged:
        item = self._target(make.kinds[0])
        if not self._old_forms(item, same_type):
            _, self.form[item.id] = self.draw.pick(changes(item, same_type=same_type))
        old, shown = self.draw.pick(self._old_forms(item, same_type)), self.form[item.id]
        self.old_form[item.id] = old
        return make(item.id, item.schema_in(shown), old.codec, shown.codec)

    def _added(self) -> Added:
        item = self._target("newRequired")
        self.new.add(item.id)
        value = _written(self.form[item.id], self.meaning[item.id])
        made = self._field(item, self.name, self.form)
        return Added(self.entry.id, made, value, self._behind(item.id))

    def _behind(self, id: str) -> str:
        """The nearest field before this one that every variant has, or nothing."""
        behind = ""
        for item in self._present():
            if item.id == id:
                break
            if "life" not in self.taken[item.id]:
                behind = item.id
        return behind

    def _split(self) -> Split:
        free = [choice for choice in self.entry.splits if not self.taken[choice.by]]
        if not free:
            raise UsageError(f"{self.entry.id}: no field is left for one more splitEndpoint")
        choice = self.draw.pick(free)
        self.taken[choice.by] |= {"life", "name", "value"}
        item, endings = self.entry.field(choice.by), self.draw.pick(choice.endings)
        parts = [
            {
                "value": _written(self.form[item.id], meaning),
                "name": f"{self.entry.name}_{endings[meaning]}",
                "description": choice.describe[meaning],
            }
            for meaning in self.draw.shuffled(item.meanings)
        ]
        return Split(self.entry.id, choice.by, parts)

    def _present(self) -> list[EntryField]:
        return [item for item in self.fields if self.presence[item.id] != "absent"]

    def _field(
        self, item: EntryField, names: Mapping[str, str], forms: Mapping[str, Encoding]
    ) -> Field:
        schema, required = item.schema_in(forms[item.id]), self.presence[item.id] == "required"
        return Field(item.id, (names[item.id],), schema, required)

    def _contract(self) -> Contract:
        """The version before."""
        kept = [item for item in self._present() if item.id not in self.new]
        fields = tuple(self._field(item, self.old_name, self.old_form) for item in kept)
        main = ContractTool(self.entry.id, self.entry.name, self.entry.describe, fields)
        beside = map(_neighbour, self.entry.neighbours)
        contract = Contract(tuple(self.draw.shuffled([main, *beside])))
        return self.native.apply(contract) if self.native else contract

    def task(self, id: str, mutations: Sequence[Mutation]) -> Task:
        """The task of these mutations, which this drawing has drawn."""
        contract, used = self._contract(), [item.id for item in self.fields if item.id in self.used]
        old = {key: _written(self.old_form[key], self.meaning[key]) for key in used}
        intent = Intent(self.entry.id, {key: old[key] for key in used if key not in self.new})
        return build(contract, intent, mutations, self._wording(id, used))

    def _wording(self, id: str, used: Iterable[str]) -> Wording:
        draw, fields = self.draw, {item.id: item for item in self.fields}
        clauses = [
            Segment(draw.pick(fields[key].phrasings(self.meaning[key])), key)
            for key in draw.shuffled(list(used))
        ]
        return Wording(
            id=id,
            base=self.entry.id,
            schema_version=f"{1 + draw.below(9)}.{draw.below(10)}.0",
            segments=(Segment(draw.pick(self.entry.heads)), *clauses),
            provenance={key: _provenance(fields[key], self.form[key]) for key in used},
        )


_ASPECTS = {
    "renamedField": "name",
    "newRequired": "life",
    "enumChange": "value",
    "typeChange": "value",
}


def _suits(item: EntryField, kind: str) -> bool:
    if kind == "newRequired":
        return item.presence == "varies"
    return kind == "renamedField" or bool(changes(item, same_type=kind == "enumChange"))


def _written(form: Encoding, meaning: Any) -> Any:
    return codec(form.codec).encode(meaning)


def _provenance(item: EntryField, form: Encoding) -> str:
    if item.choices:
        return "schema"
    return f"derived:{form.codec['codec']}" if codec(form.codec).derived else "request"


def _neighbour(tool: Neighbour) -> ContractTool:
    required = tool.parameters.get("required", ())
    fields = tuple(
        Field(f"{tool.name}.{name}", (name,), schema, name in required)
        for name, schema in tool.parameters["properties"].items()
    )
    return ContractTool(tool.name, tool.name, tool.description, fields)
