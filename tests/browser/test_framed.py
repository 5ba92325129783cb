"""A walk in a frame of another page, as a notebook's cell has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from bpe_core import train
from bpe_lab import show

TEXT = "low lower lowest"
NOTEBOOK = """<!DOCTYPE html><meta charset="utf-8"><title>Notebook</title>
<style>body {{ margin: 0; background: #fff; }} body.night {{ background: #101214; }}</style>
<textarea autofocus></textarea>{cells}"""


HIGHER = "wide => document.querySelector('iframe').clientHeight > wide + 100"


@dataclass
class Notebook:
    """A page with cells, what it asked for and complained of."""

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, *cells: str) -> Notebook:
        self.page.set_content(NOTEBOOK.format(cells="".join(cells)))
        for frame in self.frames:
            frame.locator(".player [role=slider]").wait_for()
        return self

    @property
    def frames(self) -> list[Frame]:
        return self.page.frames[1:]

    def heights(self) -> list[list[float]]:
        """Of each frame its own height, and that of what it holds."""
        return self.page.evaluate(
            """[...document.querySelectorAll("iframe")].map((frame) => [
                 frame.clientHeight, frame.contentDocument.querySelector("main").clientHeight
               ])"""
        )


@pytest.fixture
def notebook(browser: Browser) -> Iterator[Notebook]:
    context = browser.new_context(offline=True, viewport={"width": 1000, "height": 800})
    opened = Notebook(context.new_page())
    opened.page.on("request", lambda request: opened.requests.append(request.url))
    opened.page.on("console", lambda said: opened.complaints.append(said.text))
    opened.page.on("pageerror", lambda error: opened.complaints.append(str(error)))
    yield opened
    assert not [
        url for url in opened.requests if not url.startswith(("about:", "data:", "blob:"))
    ]
    assert opened.complaints == []
    context.close()


def cells(language: str = "en") -> list[str]:
    model = train(TEXT * 9, vocab_size=270)
    walks = (
        show.training(TEXT, language=language),
        show.inside(TEXT, language=language),
        show.encoding(model, "lowest", language=language),
    )
    return [each._repr_html_() for each in walks]


def step_of(frame: Frame) -> int:
    return int(frame.locator("[role=slider]").get_attribute("aria-valuenow") or 0)


def test_walks_stand_in_cells_and_take_the_keys_where_they_are_clicked(
    notebook: Notebook,
) -> None:
    notebook.open(*cells("zh"))
    assert len(notebook.frames) == 3
    assert notebook.page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    assert notebook.page.evaluate("scrollY") == 0
    for frame, content in notebook.heights():
        assert content <= frame <= content + 4
    assert notebook.page.locator("small").count() == 0, "nothing is to be trusted any more"
    keys_reach_the_walk_that_was_clicked_and_no_other(notebook)
    no_link_is_offered_where_there_is_no_address(notebook.frames[0])
    another_width_is_another_height(notebook)


def keys_reach_the_walk_that_was_clicked_and_no_other(notebook: Notebook) -> None:
    first, second, _ = notebook.frames
    notebook.page.keyboard.press("ArrowRight")
    before = (step_of(first), step_of(second))
    second.locator(".player .say").first.click()
    for _ in range(3):
        notebook.page.keyboard.press("ArrowRight")
    expect(second.locator("[role=slider]")).to_have_attribute(
        "aria-valuenow", str(before[1] + 3)
    )
    assert step_of(first) == before[0]


def no_link_is_offered_where_there_is_no_address(frame: Frame) -> None:
    for name in ("more", "share"):  # the tools are folded
        frame.locator(f"[data-name={name}]").click()
    expect(frame.locator("[data-name=save_svg]")).to_be_visible()
    expect(frame.locator("[data-name=copy_link]")).to_have_count(0)


def another_width_is_another_height(notebook: Notebook) -> None:
    (wide, _), *_ = notebook.heights()
    notebook.page.set_viewport_size({"width": 420, "height": 800})
    notebook.page.wait_for_function(HIGHER, arg=wide)
    ((frame, content), *_) = notebook.heights()
    assert content <= frame <= content + 4


def test_it_is_as_dark_as_the_notebook_and_not_as_the_system(notebook: Notebook) -> None:
    """Where nothing is painted behind it, as in VS Code, words that are light tell the dark."""
    notebook.page.emulate_media(color_scheme="dark")
    (cell,) = cells()[:1]
    unpainted = "<style>body, body.night { background: none }</style>"
    for before, night in (("", ""), (unpainted, "document.body.style.color = '#ccc'")):
        notebook.open(before, cell)
        (frame,) = notebook.frames
        player = frame.locator(".player")
        expect(player).to_have_attribute("data-theme", "light")
        notebook.page.evaluate(f"document.body.className = 'night'; {night}")
        expect(player).to_have_attribute("data-theme", "dark")
        notebook.page.evaluate("document.body.className = ''; document.body.style.color = ''")
        expect(player).to_have_attribute("data-theme", "light")


def test_a_walk_that_may_not_look_around_still_plays(
    notebook: Notebook, tmp_path: Path
) -> None:
    notebook.page.emulate_media(color_scheme="dark")
    kept_apart = cells()[0].replace("<iframe ", '<iframe sandbox="allow-scripts" ')
    notebook.open(kept_apart)
    (frame,) = notebook.frames
    expect(frame.locator(".player")).to_have_attribute("data-theme", "dark")
    slider = frame.locator("[role=slider]")
    first = int(slider.get_attribute("aria-valuenow") or "")
    frame.locator(".player .say").first.click()
    notebook.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuenow", str(first + 1))
    assert notebook.page.locator("iframe").evaluate("(frame) => frame.clientHeight") >= 600
    over_the_hint = """hint => { const { x, y } = hint.getBoundingClientRect();
        return document.elementFromPoint(x + 5, y + 5).tagName; }"""
    assert notebook.page.locator("small").evaluate(over_the_hint) == "IFRAME"
    what_is_kept_of_it_opens_by_itself(notebook.page.context, tmp_path / "walk.html")


def what_is_kept_of_it_opens_by_itself(context: BrowserContext, file: Path) -> None:
    show.inside(TEXT, language="zh").save(file)
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".player")).to_have_attribute("lang", "zh-CN")
