"""Play a lesson as a clicker does, and take a picture of each scene, to be looked at.

    uv run python -m scripts.lesson_pictures FOLDER [--language zh] [--from 13] [--warm]

Starts the app anew, opens the lesson's link as a hall sees it, at 1920 × 1080, and presses Page
Down until the last scene stands: no other key, no mouse. Writes ``LANGUAGE-SCENE.png`` for each
scene, and tells how many presses led to it and how long it took from the last of them until the
scene stood whole, in milliseconds. ``--warm`` plays the lesson once before, on the same server.
Needs the ``test`` extra and a ``chromium`` on the path.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.app_server import serving
from benchmarks.chromium import chromium_path
from bpe_lab.lessons.shelf import course
from bpe_lab.text import LANGUAGES
from scripts.page_pictures import FORMS, PATIENCE, in_scheme

ONWARD = "PageDown"
MOST_PRESSES = 1000  # within one scene
HALL = FORMS["present"]
BETWEEN = 40  # milliseconds from press to press, for the walk to draw
LOOKING = 3000  # milliseconds that a scene is looked at, where no picture is taken
# In the page: when a key was pressed, and when the scene after it stood whole.
WATCH = """
() => {
  const sceneNow = () => JSON.parse(document.documentElement.dataset.lesson ?? "{}").scene;
  const isWhole = () =>
    document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]")
    && !document.querySelector("[data-testid=stSkeleton]")
    && document.querySelector("[data-testid=stMain] .stElementContainer");
  const state = window.played = { scene: sceneNow(), pressed: 0, asked: 0, stood: 0 };
  window.addEventListener("keydown", () => { state.pressed = performance.now(); }, true);
  document.addEventListener("click", ({ target }) => {
    if (target.closest(".st-key-lesson_next")) state.leaves = true;
  }, true);
  window.addEventListener("bpe-lab:scene", () => {
    if (sceneNow() === state.scene) return;
    state.scene = sceneNow();
    state.leaves = false;
    state.asked = state.pressed;
    state.stood = 0;
    const look = () => isWhole()
      ? requestAnimationFrame(() => { state.stood = performance.now(); })
      : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
}
"""
STANDS = "(scene) => window.played.scene === scene && window.played.stood > 0"


class PlayedScene(NamedTuple):
    """A scene, from 0 on: by how many presses it came, and after how many milliseconds."""

    index: int
    presses: int
    time: float


def main() -> None:
    """Every scene that the command line asks for."""
    arguments = _arguments()
    chromium = chromium_path()
    if chromium is None:
        sys.exit("chromium is not installed")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for language in arguments.language or LANGUAGES:
        with serving() as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=chromium, args=["--no-sandbox"]
            )
            for name in ("cold", "warm") if arguments.warm else ("cold",):
                link = f"lang={language}&lesson={arguments.lesson}&scene={arguments.first}"
                page = opened(browser, f"{server.address}/?{link}&{HALL.query}")
                folder = None if arguments.times or name == "warm" else arguments.folder
                scenes = range(arguments.first - 1, len(course()[arguments.lesson].steps))
                times = [tell(each) for each in played(page, scenes, language, folder)]
                middle, most = median(times), max(times)
                print(f"{language}, {name}: median {middle:.0f} ms, most {most:.0f} ms")
                page.close()
            browser.close()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lesson", choices=tuple(course()), default="lecture")
    parser.add_argument("--language", choices=tuple(LANGUAGES), action="append")
    parser.add_argument("--from", dest="first", type=int, default=1, help="scene, from 1 on")
    parser.add_argument("--warm", action="store_true", help="play it once more, for the times")
    parser.add_argument("--times", action="store_true", help="take no pictures")
    return parser.parse_args()


def opened(browser: Browser, address: str) -> Page:
    """A lesson's link as a hall opens it, once its first scene stands whole."""
    page = browser.new_page(
        viewport={"width": HALL.width, "height": HALL.height}, reduced_motion="reduce"
    )
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(address)
    page.locator("html[data-lesson]").wait_for(state="attached")
    in_scheme(page, "light")
    page.evaluate(WATCH)
    return page


def played(
    page: Page, scenes: range, language: str, folder: Path | None
) -> Iterator[PlayedScene]:
    """Go through ``scenes``, at whose first ``page`` stands; pictures go into ``folder``."""
    for index in scenes:
        if index > scenes.start:
            presses = press_on(page, index)
            page.wait_for_function(STANDS, arg=index)
            yield PlayedScene(index, presses, page.evaluate("played.stood - played.asked"))
        if folder is not None:
            picture = folder / f"{language}-{index + 1:02}.png"
            picture.write_bytes(in_scheme(page, "light"))
        else:
            page.wait_for_timeout(LOOKING)


def press_on(page: Page, scene: int) -> int:
    """Press until ``scene`` comes; how often. Raises ``TimeoutError`` if it does not."""
    for presses in range(1, MOST_PRESSES):
        page.keyboard.press(ONWARD)
        page.wait_for_timeout(BETWEEN)
        if page.evaluate("(scene) => played.leaves || played.scene === scene", scene):
            return presses
    raise TimeoutError(f"scene {scene + 1} does not come")


def tell(scene: PlayedScene) -> float:
    """Print how a scene came, and give its time."""
    print(f"  {scene.index + 1:2}: {scene.presses:3} presses, {scene.time:5.0f} ms", flush=True)
    return scene.time


if __name__ == "__main__":
    main()
