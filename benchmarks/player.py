"""What a step of the player costs in a real browser, and what a recording costs to build.

    python -m benchmarks.player

Chromium, headless, software rendering. A step is one key: the script alone, and with style and
layout forced right after it. Needs the ``test`` extra and Debian's ``chromium``.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.chromium import chromium_path
from benchmarks.measure import report
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.cli.report import table
from bpe_lab.measure.machine import machine
from bpe_lab.player.parts import bundle, styles
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recording import Json, Walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import section

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
TEXTS = ("player", "mark", "goal", "encode", "linked", "train", "tie_rule", "tie_name")
STEPS = 200
PERCENT = 95

# One key a step; the forced layout is what the browser must do before it can paint.
WALK = """async (steps) => {
  const root = document.querySelector(".player");
  const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true });
  const times = [];
  for (let step = 0; step < steps; step++) {
    const start = performance.now();
    root.dispatchEvent(key);
    const script = performance.now() - start;
    root.getBoundingClientRect();
    document.querySelectorAll(".player svg").forEach((svg) => svg.getBoundingClientRect());
    times.push([script, performance.now() - start]);
    await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  }
  return times;
}"""


def walks() -> dict[str, Callable[[], Walk]]:
    """The walks that are timed, by name."""

    def of(make: Callable[..., Walk], corpus: Corpus, merges: int = 100) -> Walk:
        options = TrainOptions(num_merges=merges, special_tokens=corpus.special_tokens)
        return make(corpus, options)

    story = Corpus(sample("story_en").text[:200])
    return {
        "linked, intj (97 bytes)": lambda: of(linked_walk, sample("intj")),
        "linked, 200 positions": lambda: of(linked_walk, story),
        "train, intj (97 bytes)": lambda: of(training_walk, sample("intj")),
        "train, story (795 bytes)": lambda: of(training_walk, sample("story_en")),
        "encode, tech": lambda: word_walk(built_in("lecture"), " tech"),
        "encode, 60 bytes": lambda: word_walk(built_in("lab"), "internationalization" * 3),
    }


@contextmanager
def browser_page() -> Iterator[Page]:
    """An empty page of 1280 x 800."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        yield browser.new_page(viewport={"width": 1280, "height": 800})
        browser.close()


def open_player(page: Page, recording: Json) -> None:
    """The player by itself, with the app's own scripts and styles."""
    data = {"recording": recording, "text": section("en", *TEXTS), "lang": "en"}
    page.set_content(f"<style>{styles()}</style><div id=place></div>")
    page.evaluate(
        """async ([source, data]) => {
          const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
          const { default: mount } = await import(url);
          mount({ data, parentElement: document.getElementById("place") });
        }""",
        [bundle(), data],
    )


def step_times(page: Page, recording: Json, steps: int) -> list[tuple[float, float]]:
    """Milliseconds of each step: the script, and with layout."""
    open_player(page, recording)
    steps = min(steps, len(recording["steps"]) - 1 - recording["start"])
    return [(script, drawn) for script, drawn in page.evaluate(WALK, steps)]


def percentile(values: Sequence[float], percent: int) -> float:
    """By linear interpolation.

    >>> percentile([1.0, 2.0, 3.0], 50)
    2.0
    """
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def row_of(page: Page, name: str, make: Callable[[], Walk], steps: int) -> dict[str, Any]:
    """One line of the table."""
    make()
    start = perf_counter()
    recording = make().recording
    built = 1000 * (perf_counter() - start)
    scripts, drawn = zip(*step_times(page, recording, steps), strict=True)
    size = len(json.dumps(recording, ensure_ascii=False, separators=(",", ":")))
    return {
        "walk": name,
        "steps": len(recording["steps"]),
        "KB": round(size / 1000),
        "built, ms": round(built),
        "script, ms": f"{statistics.median(scripts):.1f}",
        "drawn, ms": f"{statistics.median(drawn):.1f}",
        f"drawn p{PERCENT}, ms": f"{percentile(drawn, PERCENT):.1f}",
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args(argv)
    with browser_page() as page:
        rows = [row_of(page, name, make, given.steps) for name, make in walks().items()]
    text = table(list(rows[0]), [row.values() for row in rows])
    report("player", machine(("streamlit", "playwright")), text, {"rows": rows})


if __name__ == "__main__":
    main()
