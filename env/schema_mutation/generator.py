"""Drawing tasks: pure in (split, kinds, entry, seed, index).

The version that a task shows is drawn first, as if nothing had ever changed: which names its
fields have, how their values are written, which are there, which must be given, whether the
tool is split, what the call uses. Only then is it drawn what has just changed, each field
that suits being as likely as any other, and the version before is made from that. So
nothing in the version shown tells which of its fields has changed. (That a tool stands split
makes it likelier that it has just been split: it does in one task in four of other kinds.)
"""

from collections.abc import Sequence
from hashlib import sha256

from .build import Wording, build
from .catalogue import Entry, common
from .draw import Draw
from .drawing import Drawing, Shapes
from .errors import UsageError
from .mutations import known_kind
from .plans import CORE_KINDS, PLANS
from .task import COMPOUND, MAX_MUTATIONS, Segment, Task

DATA_VERSION = "1"

_LEAVE_OUT = (
    "Whatever the call cannot say is left unsaid.",
    "If one of these wishes cannot be put into the call, do without it.",
    "Do not mind if some of this cannot be said in the call.",
)
"""Said wherever a field has gone, and as often where none has."""


def draw_task(
    entry: Entry,
    kinds: Sequence[str],
    *,
    split: str,
    seed: int,
    index: int,
    rich: bool | None = None,
) -> Task:
    """Draw one task with mutations of these kinds, applied in this order, and prove it.

    ``rich``: may it have what the public split has not, such as objects of fields? By
    default only where one of the kinds asks for it.

    Raises:
        UnknownNameError: a kind is unknown.
        UsageError: there are too many kinds, two of them change the tool itself, or no field
            is left that suits one of them.
        ProofError: the task fails its proof: a bug here or in the entry.
    """
    _check(kinds)
    label = kinds[0] if len(kinds) == 1 else COMPOUND
    key = f"{DATA_VERSION}:{split}:{label}:{entry.id}:{seed}:{index}"
    if rich is None:
        rich = not set(kinds) <= set(CORE_KINDS)
    shapes = Shapes(Draw(f"{key}:shapes"), common()) if rich else None
    drawing = Drawing(entry, Draw(key), kinds, shapes)
    drawn = {}
    for i in sorted(range(len(kinds)), key=lambda i: PLANS[kinds[i]].turn):
        drawing.to_do.remove(kinds[i])
        drawn[i] = PLANS[kinds[i]].draw(drawing)
    mutations = [drawn[i] for i in range(len(kinds))]
    contract, intent = drawing.contract_before(), drawing.intent_before()
    id = f"{entry.id}-{sha256(key.encode()).hexdigest()[:8]}"
    return build(contract, intent, mutations, _wording(drawing, id, shapes))


def _check(kinds: Sequence[str]) -> None:
    for kind in kinds:
        known_kind(kind)
    if not 1 <= len(kinds) <= MAX_MUTATIONS:
        raise UsageError(f"{len(kinds)} kinds at once; a task has 1 to {MAX_MUTATIONS} mutations")
    of_tool = [kind for kind in kinds if PLANS[kind].of_tool]
    if len(of_tool) > 1:
        raise UsageError(f"{' and '.join(of_tool)} change the tool itself; a task bears one such")


def _wording(drawing: Drawing, id: str, shapes: Shapes | None) -> Wording:
    draw, entry = drawing.draw, drawing.entry
    clauses = [
        Segment(draw.pick(drawing.by_id[key].phrasings(drawing.meaning[key])), key)
        for key in draw.shuffled(drawing.asked())
    ]
    version = f"{1 + draw.below(9)}.{draw.below(10)}.0"
    segments = [Segment(draw.pick(entry.heads)), *clauses]
    if shapes and (drawing.gone or shapes.draw.chance(0.5)):
        segments.append(Segment(shapes.draw.pick(_LEAVE_OUT)))
    return Wording(id, entry.id, version, tuple(segments), drawing.provenance())
