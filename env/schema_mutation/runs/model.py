"""What a model is to a run: anything that takes a prompt and gives text."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ..errors import UnknownNameError
from ..prompts import Prompt
from ..task import Task
from .mock import mock

Model = Callable[[Prompt], str]

PROVIDERS: dict[str, Callable[[Sequence[Task]], Model]] = {"mock": mock}
"""Models by name, each made for the tasks that it will play."""


class NamedModel(NamedTuple):
    """A model, and what reports call it."""

    name: str
    answer: Model


def model_of(model: str | Model, tasks: Sequence[Task]) -> NamedModel:
    """The model that is meant: a provider's name or any callable from prompt to text.

    Raises:
        UnknownNameError: there is no provider of that name.
    """
    if callable(model):
        return NamedModel(getattr(model, "__name__", type(model).__name__), model)
    if not isinstance(model, str) or model not in PROVIDERS:
        raise UnknownNameError("provider", model, PROVIDERS)
    return NamedModel(f"{model}:1", PROVIDERS[model](tasks))
