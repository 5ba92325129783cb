"""Presenting, all of a page is on the screen, and large enough for the last row of a hall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.looks import HALLS, laid_out

# Least sizes in pixels on 1920 × 1080, by what a text is; the first that fits it counts.
LEAST = {
    # A sign that something was left out, what is struck out, and marks that are no text.
    ".dots, .lens [data-look=dead] .face, .halo, [aria-hidden=true], .rail": 0,
    # Ids, offsets and indices; what the strip repeats of the text before.
    ".id, .offset, .offsets, .index, .ruler, .number, .line-number, .cells small, .under, "
    ".decimal, .fold-sign, .lane.before, .strip .cell[data-kind=special], "
    ".strip .name, .word-strip .name": 20,
    # Names of signs in a sentence.
    ".narration :is(.name, .hex)": 22,
    # What the stage is about.
    ".narration, .ribbon .slot:not([data-kind=special]) .glyph, "
    ".lens .run[data-current] .slot:not([data-look=dead]) .face > g:only-child > .glyph, "
    ".derivation :is(.glyph, .node) .face, .word-row .slot .glyph, .made .chip": 28,
    "*": 22,
}
MOST_WAIT = 20_000  # milliseconds
SHOWN = """least => {
  const roles = Object.entries(least);
  const small = {};
  let seen = 0;
  const sizeOf = (node) => {
    const size = parseFloat(getComputedStyle(node).fontSize);
    const { a, b } = node instanceof SVGElement ? node.getScreenCTM() : { a: 1, b: 0 };
    return size * Math.hypot(a, b);
  };
  const isSeen = (node) => {
    const box = node.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < innerHeight
      && node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const visit = (root) => {
    for (const node of root.querySelectorAll("*:not(style, script)")) {
      if (node.shadowRoot) visit(node.shadowRoot);
      const isText = ({ nodeType, data }) => nodeType === 3 && data.trim();
      const words = [...node.childNodes].find(isText);
      if (!words || !isSeen(node) || node.closest(".unseen, .visually-hidden")) continue;
      const [role, pixels] = roles.find(([selector]) => node.closest(selector));
      const size = sizeOf(node);
      seen += 1;
      if (size < (pixels * innerHeight) / 1080 - 0.1)
        small[`${words.data.trim()}: ${size.toFixed(1)}, ${role.slice(0, 30)}`] = true;
    }
  };
  visit(document);
  return { small: Object.keys(small), seen };
}"""
# Charts follow a window's width some frames later than the player does.
NO_WIDER = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  return main.scrollWidth <= main.clientWidth;
}"""


# An address and the keys that are pressed there: the pages that have a walk or a board.
PAGES: list[tuple[str, list[str]]] = [
    ("train?text=low", ["ArrowRight"] * 3),
    ("linked?text=low", ["End"]),
    ("encode?words=tech", ["End"]),
    ("subword_nmt?", ["ArrowRight"] * 6),
    ("bytepiece?", ["End"]),
    ("race?race_text=intj&repeats=1", ["ArrowRight"] * 3),
    ("pretokenize?", []),
    ("vocabulary?token=300", []),
    ("why?", []),
]
# Where the same pages have less room.
TIGHTER: list[tuple[str, list[str]]] = [
    ("train?text=intj", ["End"]),
    ("train?text=story_zh", ["End"]),
    ("train?text=aaaa&step=99", []),
    ("linked?text=intj&step=151&tie_break=none", []),  # with a notice, which takes no room
    ("encode?words=compound&tokenizer=lab", ["ArrowRight"] * 3),
    ("subword_nmt?subword_text=story_en&step=40", []),
    ("subword_nmt?subword_text=paper&step=40", []),
    ("bytepiece?view=states&piece_text=english", ["End"]),
    ("bytepiece?piece_text=english", ["End"]),
    ("bytepiece?view=states&piece_text=chinese", ["End"]),
    ("vocabulary?view=apart&token=10082", ["End"]),  # ␣information
]


@pytest.mark.parametrize(("address", "keys"), [*PAGES, *TIGHTER])
def test_a_hall_sees_it_all_and_can_read_it(
    server: str, visit: Callable[..., Visit], address: str, keys: list[str]
) -> None:
    width, height = HALLS[0]
    size = {"width": width, "height": height}
    visited = visit(f"{server}/{address}&mode=present&lang=zh", viewport=size)
    visited.page.locator(".player").first.wait_for()
    visited.settled().press(*keys)
    for width, height in HALLS:
        visited.page.set_viewport_size({"width": width, "height": height})
        laid_out(visited)
        visited.page.wait_for_function(NO_WIDER, timeout=MOST_WAIT)
        shown: dict[str, Any] = visited.page.evaluate(SHOWN, LEAST)
        assert shown["seen"] > 10
        assert not shown["small"], (width, height, shown["small"])
        box = visited.page.locator(".player").first.bounding_box()
        assert box
        assert 0 <= box["y"] <= box["y"] + box["height"] <= height, (width, height)
    assert visited.page.locator("table.beside, .pieces-table").count() == 0, "the walk alone"
