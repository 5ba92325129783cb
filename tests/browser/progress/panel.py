"""The panel of the home page as tests read it, and an exercise whose answers fill it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from bpe_lab.exercises.draw import draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.pages import training_of
from bpe_lab.scenes.train.training_walk import training_walk
from tests.browser.conftest import Visit

KEY = "bpe-lab:progress"
EXERCISE = "train?exercise=1-17F3&lang=en"
READ = f"() => localStorage.getItem('{KEY}')"
WRITE = f"(text) => localStorage.setItem('{KEY}', text)"
COUNT_WRITES = f"""() => {{
  window.writes = 0;
  const {{ setItem }} = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {{
    window.writes += key === "{KEY}";
    return setItem.call(this, key, text);
  }};
}}"""
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""
Open = Callable[..., Visit]
Row = dict[str, Any]


def rows_of(visited: Visit) -> list[Row]:
    stored: list[Row] = json.loads(visited.page.evaluate(READ) or '{"rows": []}')["rows"]
    return stored


def written(*rows: Row) -> str:
    return json.dumps({"version": 1, "deletions": 0, "rows": rows})


def panel(visited: Visit) -> Locator:
    return visited.page.locator("section.progress")


def act(visited: Visit, name: str) -> None:
    panel(visited).locator(f"[data-action={name}]").click()


def table(visited: Visit) -> list[list[str]]:
    """The cells of each row, and those of the head."""
    panel(visited).locator("table").wait_for()
    rows: list[list[str]] = (
        panel(visited)
        .locator("tr")
        .evaluate_all("rows => rows.map((row) => [...row.cells].map((cell) => cell.innerText))")
    )
    return rows[1:]


def home(
    visit: Open, server: str, text: str = "", query: str = "lang=en", **options: Any
) -> Visit:
    """The home page, with ``text`` in the browser's storage."""
    visited = visit(f"{server}/?{query}", **options)
    if text:
        panel(visited).wait_for()
        visited.page.evaluate(WRITE, text)
        visited.page.reload()
    panel(visited).wait_for()
    return visited


def saved(visited: Visit, name: str) -> Path:
    with visited.page.expect_download() as waiting:
        act(visited, name)
    return Path(waiting.value.path())


def answers() -> list[list[str]]:
    """By step of the exercise, the right answers of its questions, all of them numbers."""
    training = training_of(draw("trace.naive", 1, Seed.read("17F3")))
    recording = training_walk(training.corpus, training.options, exercise=training.exercise)
    steps = recording.recording["steps"]
    return [
        [question["right"][0] for question in step["questions"]]
        for step in steps
        if step.get("questions")
    ]


def to_question(visited: Visit) -> None:
    """On to the next open question of an exercise."""
    number = visited.page.locator(".answers:not([hidden]) input")
    for _ in range(20):
        if number.is_visible():
            return
        visited.press("ArrowRight")
    raise AssertionError("no question")


def give(visited: Visit, number: str) -> None:
    visited.page.locator(".answers input").fill(number)
    visited.press("Enter")


def answer_two(visited: Visit) -> None:
    """The first question right at once, the second one at the second try."""
    first, second = [right for step in answers() for right in step][:2]
    visited.ready().player().focus()
    to_question(visited)
    give(visited, first)
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
    visited.press("ArrowRight")
    to_question(visited)
    give(visited, str(int(second) + 1))
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Not yet")
    give(visited, second)
    expect(visited.page.locator(".answers:not(.result) .judged")).to_contain_text("Right")
