"""Nouns in the player's sentences go by the plural categories of the reader's language."""

from __future__ import annotations

from playwright.sync_api import expect

from bpe_lab.text import section, spacing
from tests.browser.player.bars import LINE, TEXTS, Json, flow, mounted, recorded
from tests.browser.player.lab import Lab

NUMBERS = {"a": 1, "b": 2, "c": 5, "d": 22}
NAMED = "one=nuta|few=nuty|many=nut|other=nuty-x"


SAID = (
    ("pl", NAMED, "1 nuta, 2 nuty, 5 nut, 22 nuty"),
    ("en", NAMED, "1 nuta, 2 nuty-x, 5 nuty-x, 22 nuty-x"),
    ("en", "note|notes", "1 note, 2 notes, 5 notes, 22 notes"),
    ("zh-CN", "one=x|other=个音", "1 个音, 2 个音, 5 个音, 22 个音"),
)


def test_a_noun_has_the_form_of_its_number(lab: Lab) -> None:
    visited = lab(mounted(recorded(flow("line", LINE), patches=({"line": {"lit": [1]}},))))
    for tag, forms, sentence in SAID:
        data = counting(tag, forms)
        visited.page.evaluate("data => window.remount(data)", data)
        expect(visited.page.locator(".say").first).to_have_text(sentence)


def counting(tag: str, forms: str) -> Json:
    """A walk of whose numbers each has a noun in these forms."""
    walk = recorded(flow("line", LINE), patches=({"line": {"lit": [1]}},))
    walk["steps"] = [{**step, "say": ["tune.say", NUMBERS]} for step in walk["steps"]]
    sentence = ", ".join(f"{{{name}:{forms}}}" for name in NUMBERS)
    texts = section("en", "player", "goal", "mark") | TEXTS | {"tune.say": sentence}
    return mounted({**walk, "id": f"{tag} {forms}"}, text=texts, lang=tag)


def test_values_are_set_as_the_page_sets_them(lab: Lab) -> None:
    """The rule and its cases are those of tests/ui/test_typography.py."""
    values = {"a": "1%", "b": "3 毫秒", "c": "朴素法", "d": 8192}
    walk = recorded(flow("line", LINE), patches=({"line": {"lit": [1]}},))
    walk["steps"] = [{**step, "say": ["tune.say", values]} for step in walk["steps"]]
    sentence = "多用{a}（朴素法），用时 {b}。速度是{c}的，比 {c} 快，{d}个"
    texts = section("zh", "player", "goal", "mark") | TEXTS | {"tune.say": sentence}
    visited = lab(mounted(walk, text=texts | spacing("zh"), lang="zh-CN"))
    say = visited.page.locator(".say").first.inner_text()
    assert say == "多用 1%（朴素法），用时 3 毫秒。速度是朴素法的，比朴素法快，8,192 个"
