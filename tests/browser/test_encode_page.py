"""The encode page in a real browser: what is drawn is what the encoders do."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core import encode
from bpe_core.encode.whole_text import result_of
from bpe_core.model import BPEModel
from bpe_core.registry import SHORTCUTS
from bpe_core.runtime.packed_text import pack
from bpe_core.vocabularies import built_in
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.paths import DATA
from tests.ui.test_pages import said

GOLDEN = json.loads((DATA / "lecture.json").read_text(encoding="utf-8"))
Open = Callable[..., Visit]
PHONE = {"viewport": {"width": 390, "height": 844}}

# The tokens at the top of the tree by offset, the pairs of the present round, the byte lane.
READ = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  return {
    roots: all(".derivation [data-token]")
      .map(({ dataset: d }) => [Number(d.at), Number(d.token)]).sort((a, b) => a[0] - b[0]),
    ranks: all(".rank-block[aria-current=step] .rank-row")
      .map((row) => [row.dataset.pair, row.querySelector(".rank")?.textContent ?? null]),
    bytes: all(".derivation .hex text").map((text) => text.textContent),
    lanes: all(".rule-lane").map((lane) => {
      const slots = [...lane.querySelectorAll(".track > *")];
      return [lane.dataset.look ?? "", slots.map((slot) => slot.textContent)];
    }),
  };
}"""


def drawn(visited: Visit) -> dict[str, Any]:
    read: dict[str, Any] = visited.player().evaluate(READ)
    return read


def tokens_of(model: BPEModel, ids: list[int]) -> list[str]:
    return [model.vocabulary[token_id].decode("latin-1") for token_id in ids]


@pytest.mark.first_visit
def test_tech_reads_back_as_the_lecture_has_it(server: str, visit: Open) -> None:
    lesson, model = GOLDEN["rank_ordered_encoding"], built_in("lecture")
    ranks = {(left, right): rank for left, right, rank in lesson["ranks"]}
    visited = visit(f"{server}/encode").ready()
    visited.player().focus()
    for state in lesson["states"][:-1]:
        read = drawn(visited)
        assert tokens_of(model, [token_id for _, token_id in read["roots"]]) == state
        assert read["bytes"] == ["20", "74", "65", "63", "68"]
        shown = [rank for _, rank in read["ranks"]]
        expected = [f"{ranks[pair]:,}" for pair in pairwise(state)]
        assert shown == expected, "every neighbouring pair with its rank"
        visited.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert [token_id for _, token_id in drawn(visited)["roots"]] == [263]
    assert tokens_of(model, [263]) == lesson["states"][-1]
    visited.press("End")
    assert visited.step() == 12


def test_two_chinese_characters_over_three_bytes_each(server: str, visit: Open) -> None:
    visited = visit(f"{server}/encode?words=nihao&tokenizer=lab&lang=zh").ready()
    read = drawn(visited)
    assert read["bytes"] == ["E4", "BD", "A0", "E5", "A5", "BD"]
    assert read["roots"] == list(map(list, enumerate([0xE4, 0xBD, 0xA0, 0xE5, 0xA5, 0xBD])))
    visited.player().focus()
    visited.press("End")
    ids = encode(built_in("lab"), "你好")
    assert [token_id for _, token_id in drawn(visited)["roots"]] == ids


@in_chinese
def test_three_rules_part_on_catch(server: str, visit: Open, language: str) -> None:
    model = built_in("lab")
    visited = visit(f"{server}/encode?words=catch&tokenizer=lab&lang={language}").ready()
    visited.player().focus()
    visited.press("End")
    looks = drawn(visited)["lanes"]
    assert [look for look, _ in looks] == ["done", "done", "differs", "differs"]
    expected = [tokens_of(model, encode(model, "catch"))] * 2 + [
        tokens_of(model, result_of(SHORTCUTS[name](model, b"catch")))
        for name in ("leftmost", "longest_match")
    ]
    assert [tokens for _, tokens in looks] == expected
    assert catalogue(language)["encode.rule.leftmost"] in visited.player().inner_text()
    a_switch_of_language_shows_the_choices_in_it(visited)


def test_a_deep_link_opens_the_same_picture(other_server: str, visit: Open) -> None:
    address = f"{other_server}/encode?words=code&tokenizer=lab&part=1&step=2&lang=zh"
    visited = visit(address).ready()
    assert visited.step() == 2
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    again = visit(visited.page.url).ready()
    assert drawn(again) == drawn(visited)
    assert again.say() == visited.say()


def board(visited: Visit, key: str) -> Any:
    """A board, once it has drawn."""
    found = visited.page.locator(f".st-key-{key} .player")
    found.locator("[data-item]").first.wait_for()
    return found


def test_the_whole_text_is_tokens_with_their_ids_and_pointing_at_one_lights_it_there(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/encode?words=emoji&tokenizer=lab").ready()
    tokens = board(visited, "encode_tokens")
    shown = tokens.locator("[data-widget=flow]").last.locator("[data-at][data-token]")
    ids = [int(each) for each in shown.evaluate_all("all => all.map((e) => e.dataset.token)")]
    assert ids == encode(built_in("lab"), "👩‍🚀 says 🤗")
    pointing_at_a_token_lights_it_in_the_text(tokens)


def pointing_at_a_token_lights_it_in_the_text(tokens: Any) -> None:
    chips = tokens.locator("[data-widget=flow]").last.locator("[data-at]")
    chips.nth(5).hover()
    at = chips.nth(5).get_attribute("data-at")
    tokens.locator("[data-linked][data-at]").first.wait_for()
    lit = tokens.locator("[data-linked][data-at]")
    assert {each.get_attribute("data-at") for each in lit.all()} == {at}
    assert lit.count() >= 2, "in the text and among the chips"


@in_chinese
def test_ids_that_are_none_are_told_and_half_a_character_is_shown_as_what_it_is(
    server: str, visit: Open, language: str
) -> None:
    visited = visit(f"{server}/encode?tokenizer=lab&lang={language}").ready()
    for typed, error in (
        ("99999", "TokenIdError"),
        ("-1", "TokenIdError"),
        ("12 3.5", "NotAnIdError"),
        ("<b>x</b>", "NotAnIdError"),
    ):
        type_ids(visited, typed)
        alert = visited.page.get_by_role("alert").filter(
            has_text=said(language, f"error.{error}")
        )
        alert.wait_for()
        type_ids(visited, "104 105")
        alert.wait_for(state="detached")
        expect(visited.page.locator("[data-testid=stException]"), typed).to_have_count(0)
    type_ids(visited, "228 189")
    visited.page.get_by_text("�", exact=True).first.wait_for()
    shown = board(visited, "decode_tokens").inner_text()
    assert "E4" in shown
    assert "BD" in shown


def type_ids(visited: Visit, typed: str) -> None:
    field = visited.page.locator(".st-key-ids input")
    field.fill(typed)
    field.press("Enter")


def a_switch_of_language_shows_the_choices_in_it(visited: Visit) -> None:
    for language in ("en", "zh"):
        visited.page.get_by_role("radio", name={"zh": "中文", "en": "EN"}[language]).click()
        shown = visited.page.locator(".st-key-words")
        name = catalogue(language)["sample.catch"]
        visited.page.wait_for_function(
            "([key, name]) => document.querySelector(key)?.innerHTML.includes(name)",
            arg=[".st-key-words", name],
        )
        expect(shown).to_have_count(1)


@in_chinese
def test_the_injection_trap(server: str, visit: Open, language: str) -> None:
    address = f"{server}/encode?words=injection&tokenizer=lab&lang={language}"
    visited = visit(address).ready()
    tokens = board(visited, "encode_tokens")
    expect(tokens.locator("[data-look=special]")).to_have_count(0)
    visited.page.locator(".st-key-allow label").first.click()
    tokens.locator("[data-look=special]").first.wait_for()
    visited.page.wait_for_url("**allow=1**")


def test_hostile_text_is_text(server: str, visit: Open) -> None:
    hostile = "<img src=x onerror=alert(1)>\u202e[x](javascript:1)"
    visited = visit(
        f"{server}/encode?words=own&own_words={pack(hostile)}&tokenizer=lab"
    ).ready()
    board(visited, "encode_tokens")
    expect(visited.page.locator("img[src=x]")).to_have_count(0)


def test_a_vocabulary_trained_here_is_used(server: str, visit: Open) -> None:
    visited = visit(f"{server}/encode?words=nihao&tokenizer=trained&text=haha&merges=3").ready()
    assert drawn(visited)["bytes"][:3] == ["E4", "BD", "A0"]
    expect(visited.page.locator("[data-testid=stException]")).to_have_count(0)


def test_a_phone_shows_everything_below_each_other(server: str, visit: Open) -> None:
    visited = visit(f"{server}/encode?words=compound&tokenizer=lab", **PHONE).ready()
    board(visited, "encode_tokens")
    wide = visited.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing makes the page scroll sideways"
