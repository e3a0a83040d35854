"""What a model is shown of a task."""

import json
from dataclasses import dataclass
from typing import Any

from .task import Task, Tool

PROMPT_VERSION = "1"

_SYSTEM = """\
You carry out requests by calling the tools of an API. These are its tools in the current \
version, {version}:

{tools}

Answer with one JSON object and nothing else: {{"name": <the tool's name>, "arguments": \
{{...}}}}. The arguments must fit the tool's parameters. Give what the request asks for and \
leave out every optional parameter that it does not mention."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages for a chat model, and the same tools as data.

    ``messages`` are ``{"role", "content"}``, ``tools`` ``{"name", "description",
    "parameters"}``. ``task_id`` tells prompts apart and says nothing of the answer.
    """

    task_id: str
    messages: tuple[dict[str, str], ...]
    tools: tuple[dict[str, Any], ...]

    @property
    def text(self) -> str:
        """All messages as one text, for models that take no roles."""
        return "\n\n".join(message["content"] for message in self.messages)


def prompt(task: Task) -> Prompt:
    """What a model sees of a task: the current tools and the request, never the old ones."""
    tools = tuple(_shown(tool) for tool in task.after.tools)
    listed = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    system = _SYSTEM.format(version=task.schema_version, tools=listed)
    return Prompt(
        task.id,
        ({"role": "system", "content": system}, {"role": "user", "content": task.request}),
        tools,
    )


def _shown(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
