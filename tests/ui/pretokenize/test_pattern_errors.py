"""Why a pattern is wrong is told in the reader's language."""

from __future__ import annotations

import re

import pytest

from bpe_core.pretokenize.custom_pattern import REASONS, check_pattern
from bpe_lab import text
from bpe_lab.text import messages
from tests.raising import raises

WRONG = {
    "group_open": "1(",
    "group_closed": "1)",
    "class_open": "[1",
    "brace_open": "1{1",
    "nothing_repeated": "1|*",
    "nothing_escaped": "1\\",
    "engine": "[9-1]",
}


def told(pattern: str, language: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(text, "language", lambda: language)
    with raises("PatternError.syntax") as caught:
        check_pattern(pattern)
    return messages.message(caught.value)


def test_every_reason_is_tried() -> None:
    """But for the last net: no pattern is known that is right only as a whole."""
    assert WRONG.keys() == REASONS.keys() - {"not_alone"}


@pytest.mark.parametrize("reason", sorted(WRONG.keys() - {"engine"}))
def test_our_own_reasons_are_chinese_in_chinese(
    reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not re.search("[A-Za-z]", told(WRONG[reason], "zh", monkeypatch))
    expected = messages.escaped(text.catalogue("en")[f"pattern_reason.{reason}"])
    assert expected.replace("\\", "") in told(WRONG[reason], "en", monkeypatch)


def test_what_regex_says_is_labeled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told("[9-1]", "zh", monkeypatch) == (
        "正则在字符 4（从 0 数起）处有误：正则引擎的原话是“bad character range”。"
    )
    assert told("[9-1]", "en", monkeypatch) == (
        "The pattern is wrong at character 4, counted from 0: "
        "the regex engine says “bad character range”."
    )
