"""Finding the one tool call in what a model answered. docs/grading.md states the rules.

The call is the last top-level JSON object in the answer that has a call's shape. Time is
linear in the answer, whatever it holds: an object is decoded first; only where that fails
are braces counted to find its end, and from then on each object is cut out before it is
decoded, since the decoder's errors count lines from the start of what they are given.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .comparison import equal
from .errors import AnswerTypeError, StrictJSONError
from .strict_json import decode, parse, screen
from .task import ToolCall

NoCallReason = Literal[
    "empty", "noObject", "notACall", "malformed",
    "truncated", "multiple", "tooLong", "unclosedThinking",
]  # fmt: skip
WINDOW = 256 * 1024
"""A call counts if it starts within this many last characters, thinking not counted."""

_THINK, _UNTHINK = "<think>", "</think>"
_TOP = re.compile(r'</?think>|\{(?=[ \t\r\n]*+["}])')
_INNER = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[{}]', re.DOTALL)
_WITHIN_LIST = re.compile(
    r"""(?:[ \t\r\n,\[\]]|null|true|false|-?[0-9][0-9.eE+-]*+|"(?:[^"\\]++|\\.)*+")*+"""
)


@dataclass(frozen=True, slots=True)
class NoCall:
    """An answer without a call: the reason, and for a malformed one what was wrong."""

    reason: NoCallReason
    detail: str = ""


def extract(answer: str | Mapping[str, Any] | ToolCall) -> ToolCall | NoCall:
    """The call in an answer: a model's text, a call or an OpenAI message as a mapping.

    Never raises for anything that a model can have written.

    Raises:
        AnswerTypeError: the answer is none of these; a model never wrote it.
    """
    if isinstance(answer, str):
        return _bare(answer) or _Scan(answer).result()
    if isinstance(answer, ToolCall):
        answer = {"name": answer.name, "arguments": answer.arguments}
    if not isinstance(answer, Mapping):
        given = type(answer).__name__
        raise AnswerTypeError(f"an answer is text, a mapping or a ToolCall, not {given}")
    try:
        record = screen(answer)
    except StrictJSONError as error:
        return NoCall("malformed", str(error))
    return _single(_calls(record)) or NoCall("notACall")


def _bare(text: str) -> ToolCall | None:
    """The call, if the text is a call and nothing else: what most answers are."""
    if not text.startswith("{") or len(text) > WINDOW:
        return None
    try:
        value, end = decode(text)
    except StrictJSONError:
        return None
    calls = _calls(value) if end == len(text) else []
    return calls[0] if len(calls) == 1 else None


class _Scan:
    """One pass over a text from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0  # everything before is dealt with
        self.hidden = 0  # characters of thinking before `at`
        self.blank = True  # was there only white space outside thinking?
        self.tag = -1  # the next closing think tag, as far as it was looked for
        self.cut_first = False  # has a decode failed, so that objects are cut out first?
        self.forget()

    def forget(self) -> None:
        """Drop what was found so far: it turned out to be thinking."""
        self.found: list[ToolCall] = []  # the calls of the last list that held one
        self.row: list[ToolCall] = []  # the calls of the list being read
        self.end_of_object = -1
        self.visible_start = 0  # where the last call starts, thinking not counted
        self.objects = 0
        self.fault = ""

    def result(self) -> ToolCall | NoCall:
        text = self.text
        while match := _TOP.search(text, self.at):
            start = match.start()
            if match.group() == "{":
                if not self.object(start):
                    return NoCall("truncated")
            elif match.group() == _THINK:
                self.blank = self.blank and not text[self.at : start].strip()
                end = text.find(_UNTHINK, start)
                if end < 0:
                    return NoCall("unclosedThinking")
                self.at = end + len(_UNTHINK)
                self.hidden += self.at - start
            else:
                self.think_until(match.end())
        return self.verdict()

    def verdict(self) -> ToolCall | NoCall:
        if not self.found:
            if self.fault:
                return NoCall("malformed", self.fault)
            if self.objects:
                return NoCall("notACall")
            blank = self.blank and not self.text[self.at :].strip()
            return NoCall("empty" if blank else "noObject")
        if len(self.text) - self.hidden - self.visible_start > WINDOW:
            return NoCall("tooLong")
        return _single(self.found) or NoCall("notACall")

    def think_until(self, end: int) -> None:
        """All up to here was thinking, without the tag that opens it."""
        self.forget()
        self.blank = True
        self.at = self.hidden = end

    def object(self, start: int) -> bool:
        """Read the object that opens at ``start``; False if it never closes."""
        value, end = self.decoded(start)
        if end < 0:
            return False
        if value is None and self.text.startswith(_UNTHINK, end - len(_UNTHINK)):
            self.think_until(end)
            return True
        self.objects += 1
        self.at = end
        if not self.continues_list(start):
            self.row = []
        self.end_of_object = end
        calls = _calls(value) if value is not None else []
        if calls:
            self.row.extend(calls)
            self.found = self.row
            self.visible_start = start - self.hidden
        return True

    def continues_list(self, start: int) -> bool:
        """Is there between the last object and this one only what stands between the items
        of a list, a comma at least?
        """
        if self.end_of_object < 0:
            return False
        gap = _WITHIN_LIST.match(self.text, self.end_of_object, start)
        return gap is not None and gap.end() == start and "," in gap.group()

    def decoded(self, start: int) -> tuple[dict[str, Any] | None, int]:
        """An object and the index behind it; None where it is malformed, -1 where unclosed."""
        if not self.cut_first:
            try:
                return decode(self.text, start)
            except StrictJSONError as error:
                self.cut_first, self.fault = True, str(error)
                return None, self.end(start)
        end = self.end(start)
        if end < 0 or self.text.startswith(_UNTHINK, end - len(_UNTHINK)):
            return None, end
        try:
            return decode(self.text[start:end])[0], end
        except StrictJSONError as error:
            self.fault = str(error)
            return None, end

    def end(self, start: int) -> int:
        """Where an object that does not decode ends; -1 if nowhere.

        It ends where its braces are closed, or at a closing think tag: then it was a draft,
        and since it is not JSON, a tag that seems to be in one of its strings is a tag.
        """
        if self.tag < start:
            found = self.text.find(_UNTHINK, start)
            self.tag = found if found >= 0 else len(self.text)
        depth = 0
        for match in _INNER.finditer(self.text, start, self.tag):
            token = match.group()
            if token == "{":
                depth += 1
            elif token == "}":
                depth -= 1
                if depth == 0:
                    return match.end()
        return self.tag + len(_UNTHINK) if self.tag < len(self.text) else -1


def _single(calls: list[ToolCall]) -> ToolCall | NoCall | None:
    """The one call that is meant, if all are the same."""
    if not calls:
        return None
    first = calls[0]
    for other in calls[1:]:
        if first.name != other.name or not equal(first.arguments, other.arguments):
            return NoCall("multiple")
    return first


def _calls(record: dict[str, Any]) -> list[ToolCall]:
    """The calls that an object is or, as an OpenAI message, carries."""
    name = record.get("name")
    if type(name) is str and name:
        arguments = _arguments(record)
        if arguments is not None:
            return [ToolCall(name, arguments)]
    carried = record.get("tool_calls")
    if type(carried) is not list:
        return []
    inner = [item.get("function") for item in carried if type(item) is dict]
    return [call for item in inner if type(item) is dict for call in _calls(item)]


def _arguments(record: dict[str, Any]) -> dict[str, Any] | None:
    raw = record.get("arguments")
    if "arguments" not in record:
        raw = record.get("parameters")
        if "description" in record or (type(raw) is dict and "type" in raw and "properties" in raw):
            return None  # a tool's definition, not a call
    if type(raw) is str:
        try:
            raw = parse(raw)
        except StrictJSONError:
            return None
    return raw if type(raw) is dict else None
