"""The named ways to write one meaning as different JSON values.

A codec is data (``{"codec": "decimal"}``, or ``{"codec": "map", "pairs": [[1, "low"]]}``),
so that tasks and catalogue entries stay JSON. Each is exact and has an exact inverse.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

from ..comparison import equal
from ..errors import DataError, UnknownNameError

PLAIN = {"codec": "plain"}


class Codec(NamedTuple):
    """``encode`` writes a meaning, ``decode`` reads it back; ``derived`` where the written
    value stands neither in a request nor in a schema, so that a reader must work it out.
    """

    encode: Callable[[Any], Any]
    decode: Callable[[Any], Any]
    derived: bool = False


def codec(data: dict[str, Any]) -> Codec:
    """The codec that its data names.

    Raises:
        UnknownNameError: there is no codec of that name.
    """
    name = data.get("codec")
    if name == "map":
        return _map(data["pairs"])
    if name == "list":
        return _listed(codec(data["of"]))
    if name not in CODECS:
        raise UnknownNameError("codec", name, [*CODECS, "map", "list"])
    return CODECS[name]


def _map(pairs: list[list[Any]]) -> Codec:
    forward = [(meaning, written) for meaning, written in pairs]
    return Codec(_finder(forward), _finder([(written, meaning) for meaning, written in forward]))


def _listed(one: Codec) -> Codec:
    """A list of one: ``{"codec": "list", "of": {"codec": "plain"}}``."""
    return Codec(lambda meaning: [one.encode(meaning)], lambda items: one.decode(items[0]))


def _finder(pairs: list[tuple[Any, Any]]) -> Callable[[Any], Any]:
    def find(value: Any) -> Any:
        for key, found in pairs:
            if equal(key, value):
                return found
        raise DataError(f"{value!r} is not among the values of a map: {[k for k, _ in pairs]}")

    return find


def _same(value: Any) -> Any:
    return value


def _to_major(minor: int) -> int | float:
    """Hundredths as a number of whole units: 1250 is 12.5, 1200 is 12."""
    return minor // 100 if minor % 100 == 0 else float(Decimal(minor) / 100)


CODECS: dict[str, Codec] = {
    "plain": Codec(_same, _same),
    "digits": Codec(str, int),
    "minor": Codec(_same, _same, derived=True),
    "major": Codec(_to_major, lambda major: int(Decimal(str(major)) * 100), derived=True),
    "decimal": Codec(
        lambda minor: f"{Decimal(minor) / 100:.2f}",
        lambda text: int(Decimal(text) * 100),
        derived=True,
    ),
}
"""Meanings: `digits` whole numbers; `minor`, `major` and `decimal` a sum in hundredths of a
unit, written as hundredths, as a number of units, and as a decimal in a string."""
