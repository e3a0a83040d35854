"""Runs: models, and playing them through tasks."""

from .model import PROVIDERS, Model, NamedModel, model_of
from .play import Row, play

__all__ = ["PROVIDERS", "Model", "NamedModel", "Row", "model_of", "play"]
