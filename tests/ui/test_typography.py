"""Numbers are grouped alike, and a value has the spaces of the reader's language."""

import pytest

from bpe_lab.text import DEFAULT, LANGUAGES, fill, number_text, spacing, speak
from bpe_lab.text.typography import spaced
from ui.charts.numbers import whole_text

WIDE = LANGUAGES["zh"].wide
# A template's pieces with values between, and how Chinese sets them. The player has these too.
SETTINGS = [
    (["多用", "1%", "（朴素法）"], "多用 1%（朴素法）"),
    (["用时 ", "3 毫秒", "。"], "用时 3 毫秒。"),
    (["链接在", "text", "处"], "链接在 text 处"),
    (["速度是", "朴素法", "的"], "速度是朴素法的"),
    (["比 ", "朴素法", " 快"], "比朴素法快"),
    (["完成。", " 好"], "完成。好"),
    (["（", "a", "）：", "b"], "（a）：b"),
    (["", "30%", "的词"], "30% 的词"),
]


@pytest.mark.parametrize(("pieces", "text"), SETTINGS)
def test_chinese_sets_values_apart(pieces: list[str], text: str) -> None:
    assert spaced(pieces, WIDE) == text
    assert spaced(pieces, "") == "".join(pieces), "other languages have no such rule"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("number", "text"), [(999, "999"), (2864, "2,864"), (8192, "8,192"), (32000, "32,000")]
)
def test_all_numbers_are_grouped_alike(language: str, number: int, text: str) -> None:
    speak(language)
    assert fill("{n}", n=number) == number_text(number) == whole_text(number) == text
    speak(DEFAULT)


def test_the_player_gets_the_same_rule() -> None:
    assert spacing("zh")["player.spacing.wide"] == WIDE
    assert spacing("en")["player.spacing.wide"] == ""
