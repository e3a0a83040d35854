from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema_mutation.wording import Saying, echoes, number, say, stem, stems, words


@pytest.mark.parametrize(
    ("value", "saying", "said"),
    [
        ("Crash on save", "quote", "“Crash on save”"),
        ("acme/widgets", "plain", "acme/widgets"),
        (14, "plain", "14"),
        (["ios"], "list", "“ios”"),
        (["a", "b", "c"], "list", "“a”, “b” and “c”"),
        (1250, "money", "twelve dollars and fifty cents"),
        (100, "money", "one dollar"),
        (1, "money", "one cent"),
        (123456, "money", "one thousand two hundred thirty-four dollars and fifty-six cents"),
    ],
)
def test_values_are_said_in_words(value: Any, saying: Saying, said: str) -> None:
    assert say(value, saying) == said


UNITS = {number(n): n for n in [*range(20), *range(20, 100, 10)]}


def heard(text: str) -> int:
    """A number in words, read back."""
    total = part = 0
    for word in text.replace("-", " ").split():
        if word == "thousand":
            total, part = part * 1000, 0
        elif word == "hundred":
            part *= 100
        else:
            part += UNITS[word]
    return total + part


@given(st.integers(0, 999_999))
def test_numbers_in_words_can_be_read_back(value: int) -> None:
    assert heard(number(value)) == value


@pytest.mark.parametrize(
    ("a", "b"),
    [("labels", "label"), ("notified", "notifies"), ("assigned", "assigning"), ("closes", "closed"),
     ("priority", "priorities"), ("maintain", "maintainers"), ("creation", "creations")],
)  # fmt: skip
def test_forms_of_one_word_share_a_stem(a: str, b: str) -> None:
    assert stem(a) == stem(b)


def test_names_fall_into_words() -> None:
    assert words("issues.create dueDate HTTPStatus last_seen_at") == [
        "issues", "create", "due", "date", "http", "status", "last", "seen", "at",
    ]  # fmt: skip


def test_an_echo_is_found_in_any_form_and_small_words_are_not() -> None:
    forbidden = stems(["due_date", "is_open", "notify_by"])
    assert echoes("Opened to all, dated by him; it is not notable.", forbidden) == [
        "opened",
        "dated",
    ]
