"""The named ways to write one meaning as different JSON values.

A codec is data (``{"codec": "decimal"}``, or ``{"codec": "map", "pairs": [[1, "low"]]}``),
so that tasks and catalogue entries stay JSON. Each is exact and has an exact inverse.
"""

import json
from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from ..comparison import equal
from ..errors import DataError, UnknownNameError
from ..strict_json import parse

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
        DataError: one that takes parameters lacks one.
    """
    name = data.get("codec")
    if name in CODECS:
        return CODECS[name]
    if name not in _MADE:
        raise UnknownNameError("codec", name, [*CODECS, *_MADE])
    try:
        return _MADE[name](data)
    except KeyError as error:
        raise DataError(f"codec {name!r} needs {error}") from None


def codec_name(data: dict[str, Any]) -> str:
    """A codec's data as one word: its name, or its JSON where it takes parameters."""
    return str(data["codec"]) if data.keys() == {"codec"} else json.dumps(data)


def codec_called(name: str) -> Codec:
    """The codec behind what `codec_name` gave.

    Raises:
        UnknownNameError: there is no such codec.
        DataError: it is damaged.
    """
    if not name.startswith("{"):
        return codec({"codec": name})
    data = parse(name)
    if not isinstance(data, dict):
        raise DataError(f"{name!r} is no codec")
    return codec(data)


def _map(pairs: list[list[Any]]) -> Codec:
    forward = [(meaning, written) for meaning, written in pairs]
    return Codec(_finder(forward), _finder([(written, meaning) for meaning, written in forward]))


def _listed(one: Codec) -> Codec:
    """A list of one: ``{"codec": "list", "of": {"codec": "plain"}}``."""
    return Codec(lambda meaning: [one.encode(meaning)], lambda items: one.decode(items[0]))


def _scaled(by: int) -> Codec:
    """A number of units that are ``by`` of the meaning's each."""

    def encode(meaning: int) -> int:
        if meaning % by:
            raise DataError(f"{meaning} is no whole number of {by}")
        return int(meaning) // by

    return Codec(encode, lambda written: written * by, derived=True)


_DATES = {"iso": "%Y-%m-%d", "compact": "%Y%m%d", "dotted": "%d.%m.%Y"}


def _dated(style: str, shift: int) -> Codec:
    """A day (``2027-03-04``) in one of three styles, or that many days later."""
    if style not in _DATES:
        raise UnknownNameError("style of dates", style, _DATES)

    def encode(day: str) -> str:
        return (date.fromisoformat(day) + timedelta(shift)).strftime(_DATES[style])

    def decode(text: str) -> str:
        fields = {"iso": (0, 5, 8), "compact": (0, 4, 6), "dotted": (6, 3, 0)}[style]
        year, month, day = (int(text[at : at + n]) for at, n in zip(fields, (4, 2, 2), strict=True))
        return (date(year, month, day) - timedelta(shift)).isoformat()

    return Codec(encode, decode, derived=True)


def _padded(width: int) -> Codec:
    """The digits of a number with zeros before them, so that there are ``width``."""
    return Codec(lambda text: text.zfill(width), lambda text: text.lstrip("0"), derived=True)


def _joined(by: str, one: Codec) -> Codec:
    """Several texts as one, with ``by`` between them."""
    return Codec(
        lambda items: by.join(map(one.encode, items)),
        lambda text: list(map(one.decode, text.split(by))),
        derived=True,
    )


def _spread(into: list[str]) -> Codec:
    """Several values, each under a key of its own."""
    return Codec(
        lambda items: dict(zip(into, items, strict=True)),
        lambda written: [written[key] for key in into],
    )


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


def _to_object(pairs: list[list[str]]) -> dict[str, str]:
    return {key: value for key, value in pairs}  # noqa: C416 - the pairs are lists


def _to_pairs(written: dict[str, str]) -> list[list[str]]:
    return [[key, written[key]] for key in sorted(written)]


def _tagged(meaning: list[str]) -> dict[str, str]:
    tag, value = meaning
    return {"variant": tag, tag: value}


_MADE: dict[str, Callable[[dict[str, Any]], Codec]] = {
    "map": lambda data: _map(data["pairs"]),
    "list": lambda data: _listed(codec(data["of"])),
    "scale": lambda data: _scaled(data["by"]),
    "date": lambda data: _dated(data["as"], data.get("shift", 0)),
    "padded": lambda data: _padded(data["width"]),
    "joined": lambda data: _joined(data["by"], codec(data.get("of", PLAIN))),
    "spread": lambda data: _spread(data["into"]),
}
"""Codecs that take parameters, each made from its data."""

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
    "upper": Codec(str.upper, str.lower, derived=True),
    "object": Codec(_to_object, _to_pairs),
    "entries": Codec(
        lambda pairs: [{"key": key, "value": value} for key, value in pairs],
        lambda entries: [[entry["key"], entry["value"]] for entry in entries],
    ),
    "json": Codec(
        lambda pairs: json.dumps(_to_object(pairs), ensure_ascii=False),
        lambda text: _to_pairs(parse(text)),
        derived=True,
    ),
    "tagged": Codec(_tagged, lambda written: [written["variant"], written[written["variant"]]]),
    "chosen": Codec(lambda pair: dict([pair]), lambda written: list(*written.items())),
}
"""Meanings: `digits` whole numbers; `minor`, `major` and `decimal` a sum in hundredths of a
unit, written as hundredths, as a number of units, and as a decimal in a string; `upper` text
in small letters; `object`, `entries` and `json` pairs of texts, sorted by their first, written
as an object, as a list of key and value, and as an object in a string; `tagged` and `chosen`
a pair of a tag and a text, written as an object that names the tag, and as a text of that key."""
