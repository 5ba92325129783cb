"""The encode page in a real browser: the walk, the tokens of the whole text, ids typed."""

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from playwright.sync_api import expect

from bpe_core import encode
from bpe_core.encode.whole_text import result_of
from bpe_core.model import BPEModel
from bpe_core.registry import SHORTCUTS
from bpe_core.vocabularies import built_in
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.paths import DATA

GOLDEN = json.loads((DATA / "lecture.json").read_text(encoding="utf-8"))
Open = Callable[..., Visit]

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


def test_a_word_a_text_and_ids(server: str, visit: Open) -> None:
    visited = visit(f"{server}/encode").ready()
    tech_reads_back_as_the_lecture_has_it(visited)
    three_rules_part_on_catch(visited, f"{server}/encode?words=catch&tokenizer=lab&lang=zh")
    left_to_right = f"{server}/encode?words=catch&tokenizer=lab&encode_rule=linear"
    a_match_is_refused_from_left_to_right(visited, left_to_right)
    a_deep_link_opens_the_same_picture(visited, f"{server}/encode?words=code&tokenizer=lab")
    half_a_character_is_shown_as_what_it_is(visited)
    a_press_right_after_typing_is_kept_and_so_is_the_text(visited, f"{server}/encode?words=own")


def drawn(visited: Visit) -> dict[str, Any]:
    read: dict[str, Any] = visited.player().evaluate(READ)
    return read


def tokens_of(model: BPEModel, ids: list[int]) -> list[str]:
    return [model.vocabulary[token_id].decode("latin-1") for token_id in ids]


def tech_reads_back_as_the_lecture_has_it(visited: Visit) -> None:
    lesson, model = GOLDEN["rank_ordered_encoding"], built_in("lecture")
    ranks = {(left, right): rank for left, right, rank in lesson["ranks"]}
    visited.player().focus()
    for state in lesson["states"][:-1]:
        read = drawn(visited)
        assert tokens_of(model, [token_id for _, token_id in read["roots"]]) == state
        assert read["bytes"] == ["20", "74", "65", "63", "68"]
        expected = [f"{ranks[pair]:,}" for pair in pairwise(state)]
        assert [rank for _, rank in read["ranks"]] == expected
        visited.press("ArrowRight", "ArrowRight", "ArrowRight")
    assert [token_id for _, token_id in drawn(visited)["roots"]] == [263]
    visited.press("End")
    assert visited.step() == 12


def three_rules_part_on_catch(visited: Visit, address: str) -> None:
    model = built_in("lab")
    visited.page.goto(address)
    visited.ready().player().focus()
    visited.press("End")
    lanes = drawn(visited)["lanes"]
    assert [look for look, _ in lanes] == ["done"] * 3 + ["differs"] * 2
    expected = [tokens_of(model, encode(model, "catch"))] * 3 + [
        tokens_of(model, result_of(SHORTCUTS[name](model, b"catch")))
        for name in ("leftmost", "longest_match")
    ]
    assert [tokens for _, tokens in lanes] == expected
    assert catalogue("zh")["encode.rule.leftmost"] in visited.player().inner_text()


def a_match_is_refused_from_left_to_right(visited: Visit, address: str) -> None:
    visited.page.goto(f"{address}&step=3")
    visited.ready().arrives(3)
    lanes = drawn(visited)["lanes"]
    assert [tokens for _, tokens in lanes] == [
        [*"catch", ""],  # then the place at work
        ["cat", ""],
        ["cat", "ch", ""],
        ["at", "ch", ""],
    ]
    row = visited.player().locator("tr[data-look=aside]")
    expect(row).to_contain_text("592")


def a_deep_link_opens_the_same_picture(visited: Visit, address: str) -> None:
    visited.page.goto(f"{address}&part=1&step=2&lang=zh")
    visited.ready().arrives(2)
    before = drawn(visited), visited.say()
    visited.press("ArrowRight")
    visited.link()
    visited.press("ArrowLeft")
    visited.page.goto(visited.link())
    visited.ready().arrives(2)
    assert (drawn(visited), visited.say()) == before


def board(visited: Visit, key: str) -> Any:
    """A board, once it has drawn."""
    found = visited.page.locator(f".st-key-{key} .player")
    found.locator("[data-item]").first.wait_for()
    return found


def half_a_character_is_shown_as_what_it_is(visited: Visit) -> None:
    field = visited.page.locator(".st-key-ids input")
    field.fill("228 189")
    field.press("Enter")
    visited.page.get_by_text("�", exact=True).first.wait_for()
    shown = board(visited, "decode_board").inner_text()
    assert "E4" in shown
    assert "BD" in shown


def a_press_right_after_typing_is_kept_and_so_is_the_text(visited: Visit, address: str) -> None:
    visited.page.goto(address)
    visited.ready()
    visited.page.locator(".st-key-own_words textarea").fill("the cat sat")
    way = visited.page.locator(".how-much a")
    way.click()
    tokens = len(encode(built_in("bilingual"), "the cat sat"))
    row = visited.page.locator(".token-counts tbody tr").first
    expect(row.locator("td.tokens b")).to_have_text(str(tokens))
    expect(visited.page.locator(".st-key-counted textarea")).to_have_value("the cat sat")
