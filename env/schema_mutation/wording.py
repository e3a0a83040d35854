"""How values are said in a request, and which words a request must not use.

A request says what is meant, never what a field or a choice is called: an echoed name would
give the answer away, or, from the other version, mislead.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Literal

Saying = Literal["quote", "plain", "list", "money", "duration", "date", "both", "second", "pairs",
                 "within", "range", "sorted"]  # fmt: skip
SAYINGS: tuple[Saying, ...] = Saying.__args__  # type: ignore[attr-defined]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_STOP = frozenset(
    "a an and any are as at be by do for from has have how i id if in is it its me my no not of"
    " off on one or our out per so than that the then there this to up us use we what when which"
    " who will with you your".split()
)
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
    " fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def say(value: Any, saying: Saying) -> str:
    """A value in the words of a request.

    ``quote`` puts text in quotation marks, ``plain`` writes it bare, ``list`` quotes each
    element, ``money`` says a sum in hundredths as dollars and cents, in words. ``duration``
    says milliseconds as fortnights or minutes, in words, ``date`` a day by the name of its month;
    ``both`` gives two texts for one thing, ``second`` the second of two, and ``pairs`` says
    of each first what its second is. ``within`` says of two texts that the second is within
    the first, ``range`` gives two numbers, from the one to the other, and ``sorted`` says of
    which sort a text is.
    """
    return _SAID[saying](value)


def _listed(parts: list[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _quote(value: Any) -> str:
    return f"“{value}”"


def _money(minor: int) -> str:
    dollars, cents = divmod(minor, 100)
    parts = [
        f"{number(amount)} {unit}{'' if amount == 1 else 's'}"
        for amount, unit in ((dollars, "dollar"), (cents, "cent"))
        if amount
    ]
    return " and ".join(parts)


_MONTHS = (
    "January February March April May June July August September October November December"
).split()
_MINUTE = 60_000
_FORTNIGHT = 14 * 24 * 60 * _MINUTE
_ORDINALS = {"one": "first", "two": "second", "three": "third", "five": "fifth",
             "eight": "eighth", "nine": "ninth", "twelve": "twelfth"}  # fmt: skip


def _duration(milliseconds: int) -> str:
    for unit, length in (("fortnight", _FORTNIGHT), ("minute", _MINUTE)):
        count, rest = divmod(milliseconds, length)
        if not rest:
            return f"{number(count)} {unit}{'' if count == 1 else 's'}"
    raise ValueError(f"{milliseconds} ms are no number of minutes")


def _date(day: str) -> str:
    year, month, of_month = day.split("-")
    *tens, last = number(int(of_month)).split("-")
    regular = f"{last.removesuffix('y')}ieth" if last.endswith("y") else f"{last}th"
    ordinal = "-".join([*tens, _ORDINALS.get(last, regular)])
    return f"the {ordinal} of {_MONTHS[int(month) - 1]} {year}"


def _both(names: list[str]) -> str:
    first, second = names
    return f"“{first}”, also called “{second}”"


_SAID: dict[Saying, Callable[[Any], str]] = {
    "quote": _quote,
    "plain": str,
    "list": lambda items: _listed([_quote(item) for item in items]),
    "money": _money,
    "duration": _duration,
    "date": _date,
    "both": _both,
    "second": lambda pair: _quote(pair[1]),
    "within": lambda pair: f"{_quote(pair[1])} within {_quote(pair[0])}",
    "range": lambda ends: f"{ends[0]} to {ends[1]}",
    "sorted": lambda pair: f"the {pair[0]} {_quote(pair[1])}",
    "pairs": lambda pairs: _listed([f"“{key}” as “{value}”" for key, value in pairs]),
}


def number(value: int) -> str:
    """A whole number from 0 to 999,999 in words."""
    if value < 20:
        return _SMALL[value]
    if value < 100:
        tens = _TENS[value // 10 - 2]
        return f"{tens}-{_SMALL[value % 10]}" if value % 10 else tens
    large, unit = (100, "hundred") if value < 1000 else (1000, "thousand")
    rest = f" {number(value % large)}" if value % large else ""
    return f"{number(value // large)} {unit}{rest}"


def words(text: str) -> list[str]:
    """The words in a text or a name: snake_case, camelCase and dots taken apart."""
    return [word.lower() for word in _WORD.findall(text)]


def stem(word: str) -> str:
    """A word without its common English endings, so that forms of one word compare equal."""
    for ending in ("ations", "ation", "ings", "ing", "ers", "er", "ies", "ied", "ed", "es", "s",
                   "e", "y", "ee", "ly"):  # fmt: skip
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def stems(texts: Iterable[str]) -> set[str]:
    """The stems of all words in texts or names that mean something by themselves."""
    return {
        stem(word) for text in texts for word in words(text) if word not in _STOP and len(word) > 1
    }


def echoes(text: str, forbidden: set[str]) -> list[str]:
    """The words of a text whose stems are forbidden, in order."""
    return [word for word in words(text) if word not in _STOP and stem(word) in forbidden]
