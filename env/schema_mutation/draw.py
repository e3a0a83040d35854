"""Drawing at random, the same on every Python version.

Only `random.Random.random` is used: the one method whose sequence Python promises to keep.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """Draws from one stream that a key, any text, determines."""

    def __init__(self, key: str) -> None:
        self._random = Random(key).random

    def chance(self, probability: float) -> bool:
        """True in that share of draws."""
        return self._random() < probability

    def below(self, bound: int) -> int:
        """A whole number from 0 to below ``bound``."""
        return int(self._random() * bound)

    def pick(self, items: Sequence[T]) -> T:
        """One of some items."""
        return items[self.below(len(items))]

    def some(self, items: Sequence[T], count: int) -> list[T]:
        """Different ones of some items, in random order."""
        rest, drawn = list(items), []
        for _ in range(count):
            drawn.append(rest.pop(self.below(len(rest))))
        return drawn

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All items, in random order."""
        return self.some(items, len(items))
