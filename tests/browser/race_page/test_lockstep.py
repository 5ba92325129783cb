"""Lock-step in a real browser: what is drawn is what the lanes did."""

from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

import bpe_core
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out
from bpe_core.registry import TAUGHT
from bpe_core.runtime.packed_text import pack
from bpe_core.texts.corpus import sample
from bpe_core.train.operations import operations_by_merge
from bpe_core.train.options import TrainOptions
from tests.browser.conftest import Visit, in_chinese
from tests.browser.race_page.visits import (
    SHORT,
    Open,
    Server,
    number,
    opened,
)
from tests.ui.test_pages import said

INTJ = sample("intj")
# What chips say, where a space is a drawing; the meters by row and lane; the chart's cursor.
READ = """(root) => {
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  const words = (chip) => all(".letters :is(bdi, .space, .hex)", chip)
    .map((part) => part.matches(".space") ? " " : part.textContent).join("");
  const x = (node) => Number(node.getAttribute("x") ?? node.getAttribute("x1"));
  return {
    made: all(".versus .made:not(.sizer) .chip").map(words),
    badge: root.querySelector(".badge-text").dataset.look ?? "",
    said: root.querySelector(".badge-text").textContent,
    meters: Object.fromEntries(all(".meter-row").map((row) => [row.dataset.row,
      Object.fromEntries(all(".meter", row).map((cell) => [cell.dataset.lane,
        cell.querySelector("b")?.textContent ?? null]))])),
    ticks: all(".series .x-tick").map((tick) => [Number(tick.textContent), x(tick)]),
    cursor: x(root.querySelector(".series .cursor line")),
    at: root.querySelector(".series .at").textContent,
  };
}"""
# Row of the meters -> operations of the trainers' own count.
ROWS = {
    "pairs_scanned": ("pairs_scanned", "first_count"),
    "candidates": ("candidates_scanned",),
    "positions_visited": ("positions_visited",),
    "link_writes": ("relinks",),
    "heap_pushes": ("initial_entries", "later_pushes"),
    "heap_pops": ("pops",),
    "stale_pops": ("stale_pops",),
}


def walked(visit: Open, server: Server, query: str, **options: Any) -> Visit:
    """The page once the walk is there, with the keyboard on it."""
    visited = opened(visit, server, query, **options)
    visited.page.locator(".player [role=slider]").wait_for()
    visited.player().focus()
    return visited


def glyphs(token: bytes) -> str:
    """A token as its chip shows it: characters, or one byte in hex."""
    try:
        return token.decode()
    except UnicodeDecodeError:
        return token.hex().upper()


@cache
def expected_merges() -> list[tuple[bytes, bytes]]:
    model = bpe_core.train(INTJ.text, vocab_size=500, special_tokens=INTJ.special_tokens)
    return [(model.vocabulary[m.left], model.vocabulary[m.right]) for m in model.merges]


@cache
def expected_work(lane: str) -> list[dict[str, int]]:
    """Rows of the meters before the first merge and in each, counted here."""
    counts = count_pre_tokens(INTJ.text, special_tokens=INTJ.special_tokens)
    options = TrainOptions(vocab_size=500, special_tokens=INTJ.special_tokens)
    events = TAUGHT[lane](list(lay_out(counts)), options, detail=True)
    return [
        {row: sum(item[name] for name in names) for row, names in ROWS.items()}
        for item in operations_by_merge(events)
    ]


class TestLockStep:
    @pytest.mark.first_visit
    @in_chinese
    def test_every_step_is_what_the_trainers_do(
        self, server: Server, visit: Open, language: str
    ) -> None:
        visited = walked(visit, server, f"{SHORT}&lang={language}")
        merges = expected_merges()
        assert len(merges) == 23
        visited.press("Home")
        for step in range(len(merges) + 1):
            read = visited.player().evaluate(READ)
            assert visited.step() == step
            for row, lanes in read["meters"].items():
                for lane, words in lanes.items() if row in ROWS else ():
                    assert number(words) == expected_work(lane)[step][row], (step, row, lane)
            if step:
                left, right = merges[step - 1]
                assert read["made"] == [*map(glyphs, (left, right, left + right))]
                assert read["badge"] == "same"
                assert str(step) in read["said"]
                assert read["at"] == str(step)
                (first, low), *_, (last, high) = sorted(read["ticks"])
                place = low + (high - low) * (step - first) / (last - first)
                assert read["cursor"] == pytest.approx(place, abs=1)
            visited.press("ArrowRight")
        assert said(language, "race.badge.train_same") in read["said"]

    def test_presenting_it_is_the_same_walk(self, server: Server, visit: Open) -> None:
        visited = walked(visit, server, f"{SHORT}&step=5&mode=present")
        left, right = expected_merges()[4]
        read = visited.player().evaluate(READ)
        assert read["made"] == [*map(glyphs, (left, right, left + right))]
        wide = visited.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= visited.page.viewport_size["width"], "nothing scrolls sideways"
        expect(visited.page.get_by_test_id("stSelectbox").first).to_be_hidden()

    def test_encoders_walk_through_pre_tokens(self, server: Server, visit: Open) -> None:
        text = "race_text=own&own_race=" + (pack("catch the cat") or "")
        visited = walked(visit, server, f"race_work=encode&{text}&repeats=1")
        visited.press("End")
        assert visited.step() == 3
        assert visited.player().evaluate(READ)["badge"] == "same"
