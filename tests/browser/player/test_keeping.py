"""A walk that is kept as a page plays by itself; what else is kept is proved in the page."""

from pathlib import Path

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.player.answers import (
    answer,
    answerable,
    question_by_question,
    to_the_end,
    trace,
)
from tests.browser.player.hanoi import hanoi, mounted
from tests.browser.player.lab import WALK, Lab, downloaded, named

HOSTILE = (
    "<script>window.hit=1</script><img src=x onerror=window.hit=1></script><!-- \u202eabc &amp;"
)


def kept(visited: Visit, folder: Path, name: str = "walk.html") -> str:
    """Save the walk as a page; its address."""
    place = folder / name
    downloaded(visited, "save_html").save_as(place)
    return place.as_uri()


@in_chinese
def test_a_kept_page_plays_offline(lab: Lab, tmp_path: Path, language: str) -> None:
    walk = hanoi(3, remark=HOSTILE, who=HOSTILE)
    address = kept(lab(mounted(walk, language, step=2)), tmp_path)
    visited = lab({}, address=address, offline=True, color_scheme="dark")
    page = visited.page
    assert visited.step() == 2
    page.reload()
    visited.ready()
    page.keyboard.press("ArrowRight")
    assert visited.step() == 3, "the keys are the player's from the start"
    assert HOSTILE.replace("\u202e", "") in visited.player().inner_text().replace("\u202e", "")
    assert page.evaluate("window.hit") is None
    expect(page.locator("img")).to_have_count(0)
    assert page.locator("html").get_attribute("lang") == ("zh-CN" if language == "zh" else "en")
    assert page.title() == "BPE Lab"
    source = page.locator("footer a")
    expect(source).to_have_text("BPE Lab · http://lab.test/?step=2")
    assert source.get_attribute("href") == "http://lab.test/?step=2"
    expect(page.locator(".player[data-theme=dark]")).to_have_count(1)
    page.emulate_media(color_scheme="light")
    page.locator(".player[data-theme=light]").wait_for()
    page.wait_for_url("**?step=3")
    elsewhere = lab({}, address=page.url, offline=True)
    assert elsewhere.step() == 3, "the step is in the address"


def test_a_kept_page_keeps_itself(lab: Lab, tmp_path: Path) -> None:
    address = kept(lab(mounted(WALK)), tmp_path)
    visited = lab({}, address=address, offline=True)
    again = kept(visited, tmp_path, "again.html")
    pages = [(tmp_path / name).read_text("utf-8") for name in ("walk.html", "again.html")]
    assert pages[0] == pages[1]
    other = lab({}, address=again, offline=True)
    other.press("End")
    assert other.step() == len(WALK["steps"]) - 1
    assert downloaded(other, "save_svg").suggested_filename == f"bpe-lab-{other.step()}.svg"


@in_chinese
def test_a_kept_page_opens_as_it_was_kept_and_goes_between_both_modes(
    lab: Lab, tmp_path: Path, language: str
) -> None:
    def type_size(visited: Visit) -> int:
        size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
        return round(visited.page.evaluate(size))

    hall = {"width": 1920, "height": 1080}
    address = kept(lab(mounted(WALK, language, present=True, step=3)), tmp_path)
    visited = lab({}, address=address, offline=True, viewport=hall)
    expect(visited.page.locator(".player[data-present]")).to_have_count(1)
    assert type_size(visited) >= 24
    assert visited.player().bounding_box()["height"] > 1000, "it fills the hall's screen"
    visited.press("Escape")
    expect(visited.page.locator(".player[data-present]")).to_have_count(0)
    assert type_size(visited) == 22
    assert visited.player().bounding_box()["width"] > 1700, "and a desk's in width"
    assert visited.step() == 3
    visited.press("ArrowRight")
    assert visited.step() == 4, "the keyboard stays the player's"
    visited.page.wait_for_url("**?*step=4")
    visited.page.reload()
    visited.ready()
    assert type_size(visited) == 22, "the address has the mode"
    assert visited.step() == 4
    visited.page.get_by_role("button", name=catalogue(language)["player.present"]).click()
    assert type_size(visited) >= 24
    visited.press("PageDown")
    assert visited.step() == 4, "presenting asks first"


def test_the_app_keeps_a_page_that_plays_offline(
    server: str, visit: Lab, lab: Lab, tmp_path: Path
) -> None:
    """The module's text and the styles are found where Streamlit puts them."""
    shown = visit(f"{server}/train?text=low&step=4&lang=zh").ready()
    assert downloaded(shown, "save_json").suggested_filename == "bpe-lab-train-low.json"
    visited = lab({}, address=kept(shown, tmp_path), offline=True)
    assert visited.say() == shown.say()
    expect(visited.page.locator(".ribbon .slot[data-kind=learned]").first).to_be_attached()
    visited.press("End")
    expect(visited.page.locator(".player[data-size=wide] .tools")).to_be_visible()
    height = "node => getComputedStyle(node).height"
    assert named(visited, "play").evaluate(height) == "44px", "the styles are there"


def test_a_kept_exercise_asks_and_marks_but_offers_no_other(lab: Lab, tmp_path: Path) -> None:
    recording = trace(1)
    offline = lab({}, address=kept(lab(answerable(recording) | {"others": True}), tmp_path))
    for question in question_by_question(offline, recording):
        answer(offline, question)
    to_the_end(offline)
    assert "6 of 6" in offline.page.locator(".answers.result .judged").inner_text()
    expect(named(offline, "result-another")).to_have_count(0)
