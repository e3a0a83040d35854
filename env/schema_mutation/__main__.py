"""``python -m schema_mutation``: the command line."""

from .cli import entry

entry()
