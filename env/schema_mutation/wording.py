"""How values are said in a request, and which words a request must not use.

A request says what is meant, never what a field or a choice is called: an echoed name would
give the answer away, or, from the other version, mislead.
"""

import re
from collections.abc import Iterable
from typing import Any, Literal

Saying = Literal["quote", "plain", "list", "money"]

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
    element, ``money`` says a sum in hundredths as dollars and cents, in words.
    """
    if saying == "quote":
        return f"“{value}”"
    if saying == "list":
        *first, last = [f"“{item}”" for item in value]
        return f"{', '.join(first)} and {last}" if first else last
    return _money(value) if saying == "money" else str(value)


def _money(minor: int) -> str:
    dollars, cents = divmod(minor, 100)
    parts = [
        f"{number(amount)} {unit}{'' if amount == 1 else 's'}"
        for amount, unit in ((dollars, "dollar"), (cents, "cent"))
        if amount
    ]
    return " and ".join(parts)


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
