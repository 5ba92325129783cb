"""In a hall: a lecturer's tools over the window, inputs by a key, walks whole on the screen."""

import io
from collections.abc import Callable, Sequence

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, ViewportSize, expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import (
    DRAWN_IN,
    HALLS,
    assert_a_hall_can_read_it,
    assert_it_fits,
    assert_on_one_screen,
    laid_out,
    serious_faults,
    sizes,
)

Open = Callable[..., Visit]
HALL: ViewportSize = {"width": 1920, "height": 1080}
LENGTHENED = "history.replaceState(history.state, '', '?lang=en&a=' + 'b'.repeat(3000))"
AT_ONCE = """keys => {
  const press = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
  for (const key of keys) document.body.dispatchEvent(press(key));
  const twoFrames = (done) => requestAnimationFrame(() => requestAnimationFrame(done));
  return new Promise(twoFrames);
}"""
# A timer of the page's own: a step that was due before it, at four times the speed, is made.
LONGER_THAN_A_STEP = "new Promise((done) => setTimeout(done, 500))"


@pytest.fixture
def elsewhere(server: str) -> str:
    """The server by an address that phones could have as well."""
    return server.replace("127.0.0.1", "lab.test")


def picture(visited: Visit) -> Image.Image:
    return Image.open(io.BytesIO(visited.page.screenshot())).convert("L")


def presenting(visited: Visit) -> Visit:
    """Once the window has the tools and presents, which each come after the page."""
    expect(visited.page.locator("html[data-hall][data-presents]")).to_have_count(1)
    return visited


def covers(visited: Visit, name: str) -> None:
    expect(visited.page.locator(f"dialog.hall-{name}[open]")).to_have_count(1)


def bare(visited: Visit) -> None:
    expect(visited.page.locator("dialog[open]")).to_have_count(0)


def test_a_lecturer_has_them_on_a_walk(elsewhere: str, visit: Open) -> None:
    address = f"{elsewhere}/linked?lang=en&mode=present&step=151"
    visited = presenting(visit(address, viewport=HALL, color_scheme="light").ready())
    blank_waits(visited)
    laser_follows(visited)
    code_is_read(visited)
    code_of_the_lessons_is_read(visited, elsewhere)


def blank_waits(visited: Visit) -> None:
    """All black; no key, click or time moves the walk; playing goes on afterwards."""
    visited.press("+", "+", "Space", "b")
    covers(visited, "blank")
    words = catalogue("en")["player.blank"]
    expect(visited.page.get_by_role("dialog", name=words)).to_be_focused()
    assert picture(visited).getextrema() == (0, 0), "with Streamlit's frame, whatever scrolls"
    step = visited.step()
    visited.press("ArrowRight", "PageDown", "d", "s", "l", "q")
    visited.page.evaluate(LONGER_THAN_A_STEP)
    assert visited.step() == step
    visited.press(".")
    bare(visited)
    slider = visited.page.locator(".player [role=slider]")
    expect(slider).not_to_have_attribute("aria-valuenow", str(step + 1))
    visited.press("Space")
    for way in ("Escape", "click"):
        visited.press(".")
        covers(visited, "blank")
        visited.press(way) if way == "Escape" else visited.page.mouse.click(9, 9)
        bare(visited)
    step = visited.step()
    visited.press("ArrowRight")
    assert visited.step() == step + 1, "the walk has the focus again"


def laser_follows(visited: Visit) -> None:
    laser = visited.page.locator(".hall-laser")
    visited.page.mouse.move(300, 200)
    visited.page.keyboard.down("l")
    visited.page.mouse.move(640, 510)
    spot = laser.locator("div").last.bounding_box()
    assert spot["x"] + spot["width"] / 2 == pytest.approx(640, abs=1)
    assert spot["y"] + spot["height"] / 2 == pytest.approx(510, abs=1)
    shown = Image.open(io.BytesIO(visited.page.screenshot())).convert("RGB")
    assert shown.getpixel((640, 510)) == (255, 0, 0)
    under = "document.elementFromPoint(640, 510).className"
    assert "hall" not in visited.page.evaluate(under), "a click goes through it"
    visited.page.keyboard.up("l")
    expect(laser).to_have_count(0)
    visited.page.keyboard.down("l")
    visited.page.evaluate("window.dispatchEvent(new Event('blur'))")
    expect(laser).to_have_count(0)
    visited.page.keyboard.up("l")


def code_is_read(visited: Visit) -> None:
    """As it stands on the screen, in both schemes; a clicker takes it away."""
    for scheme in ("light", "dark"):
        step = visited.step()
        visited.press("s")
        covers(visited, "code")
        (read,) = zxingcpp.read_barcodes(picture(visited))
        assert read.text == visited.page.url.replace("mode=present&", "")
        assert read.text.endswith(f"lang=en&step={step}")
        box = visited.page.locator(".hall-code .code").bounding_box()
        assert box["height"] > 0.95 * HALL["height"]
        assert serious_faults(visited) == [], scheme
        visited.press("PageDown")
        bare(visited)
        assert visited.step() == step
        visited.press("d", "ArrowRight")
        visited.page.wait_for_function(DRAWN_IN, arg={"light": "dark", "dark": "light"}[scheme])
    visited.page.locator(".player [data-name=share]").click()
    visited.page.locator(".player [data-name=show_code]").click()
    covers(visited, "code")
    visited.page.evaluate(LENGTHENED)
    visited.page.evaluate(AT_ONCE, ["s", "s"])
    expect(visited.page.locator(".hall-code .note")).to_contain_text("a QR code holds 2,953")
    expect(visited.page.locator(".hall-code .code")).to_have_count(0)
    visited.press("s")


def code_of_the_lessons_is_read(visited: Visit, elsewhere: str) -> None:
    """A lecture's last scene: it stands on the page."""
    visited.page.goto(f"{elsewhere}/lessons?lang=zh&mode=present")
    visited.page.locator("[data-code-of] svg").wait_for()
    (read,) = zxingcpp.read_barcodes(picture(visited.settled()))
    assert read.text == f"{elsewhere}/lessons?lang=zh"
    assert serious_faults(visited) == []


def test_a_page_without_a_walk_has_them_while_presenting(server: str, visit: Open) -> None:
    """But not while one types, and no code that a phone could not open."""
    visited = visit(f"{server}/sheets?lang=zh", viewport=HALL, color_scheme="light").settled()
    visited.page.get_by_role("heading", level=1).wait_for(state="attached")
    visited.press("b")
    bare(visited)
    visited.page.locator(".st-key-present button").click()
    presenting(visited.settled()).press("b")
    covers(visited, "blank")
    visited.press("Escape", "s")
    expect(visited.page.locator(".hall-code .note")).to_contain_text("手机打不开 127.0.0.1")
    expect(visited.page.locator(".hall-code svg")).to_have_count(0)
    assert serious_faults(visited) == []
    visited.press("s")
    who_types_gets_letters(visited)


def who_types_gets_letters(visited: Visit) -> None:
    """Neither a black screen nor a dark one; the system's scheme still counts."""
    field = visited.page.locator(".st-key-sheet_seed input")
    field.press_sequentially("bd.ls")
    bare(visited)
    assert field.input_value().endswith("bd.ls")
    visited.page.wait_for_function(DRAWN_IN, arg="light")
    visited.page.emulate_media(color_scheme="dark")
    visited.page.wait_for_function(DRAWN_IN, arg="dark")


def test_a_walk_s_inputs_lie_over_the_stage_by_a_key(server: str, visit: Open) -> None:
    """And a scheme that was chosen by a key stays, on other pages too."""
    link = f"{server}/train?lang=zh&text=hello&mode=present&step=3"
    visited = visit(link, viewport=HALL, color_scheme="light").ready()
    visited.page.wait_for_function(DRAWN_IN, arg="light")
    visited.press("d")
    visited.page.wait_for_function(DRAWN_IN, arg="dark")
    assert visited.step() == 3
    the_stage_stays_where_it_is(visited)
    another_number_of_merges_is_another_walk(visited)
    the_key_that_opened_it_closes_it_and_a_clicker_goes_on(visited.settled())
    visited.page.goto(f"{server}/linked?lang=zh&mode=present")
    the_slides_order_is_in_the_sheet(visited.ready())
    visited.page.wait_for_function(DRAWN_IN, arg="dark")


def inputs_of(visited: Visit) -> Locator:
    return visited.page.locator(".st-key-inputs")


def the_stage_stays_where_it_is(visited: Visit) -> None:
    inputs = inputs_of(visited)
    expect(inputs).to_be_hidden()
    stage = laid_out(visited).player().bounding_box()
    visited.press("i")
    expect(inputs).to_be_visible()
    assert laid_out(visited).player().bounding_box() == stage
    assert inputs.evaluate("node => node.contains(document.activeElement)")
    visited.press("Escape")
    expect(inputs).to_be_hidden()
    visited.press("ArrowLeft")
    visited.arrives(2)


def another_number_of_merges_is_another_walk(visited: Visit) -> None:
    slider = visited.page.locator(".player [role=slider]")
    last = slider.get_attribute("aria-valuemax") or ""
    visited.press("i")
    merges = inputs_of(visited).locator("input[type=number]").first
    merges.fill("2")
    merges.press("Enter")
    expect(slider).not_to_have_attribute("aria-valuemax", last)
    expect(inputs_of(visited)).to_be_visible()
    visited.press("Escape")
    expect(inputs_of(visited)).to_be_hidden()
    assert "mode=present" in visited.page.url


def the_key_that_opened_it_closes_it_and_a_clicker_goes_on(visited: Visit) -> None:
    """The focus is in the first field, which is a list that is not open."""
    inputs = inputs_of(visited)
    at = visited.step()
    for key, step in (("i", at), ("PageDown", at + 1), ("PageUp", at)):
        visited.press("i")
        expect(inputs).to_be_visible()
        visited.press(key)
        expect(inputs).to_be_hidden()
        assert visited.step() == step, key
    visited.press("i")
    inputs.locator("input[role=combobox]").first.click()
    expect(visited.page.get_by_role("listbox")).to_be_visible()
    visited.press("PageDown")
    expect(inputs).to_be_visible()


def the_slides_order_is_in_the_sheet(visited: Visit) -> None:
    """A lecturer is asked why the code repairs in another order than the slides."""
    note = visited.page.get_by_text(catalogue("zh")["linked.slides.order"])
    expect(note).to_be_hidden()
    visited.press("i")
    expect(note).to_be_visible()
    bottom = note.evaluate("node => node.getBoundingClientRect().bottom")
    assert bottom < HALL["height"] / 2, "the stage is seen below"
    visited.press("Escape")
    expect(note).to_be_hidden()


def test_a_short_text_is_large_and_a_long_one_whole(server: str, visit: Open) -> None:
    address = f"{server}/train?text=grip&mode=present&lang=zh"
    visited = visit(address, viewport=HALL).ready()
    at_its_begin = letters(visited)
    visited.page.goto(f"{address}&step=30")
    assert letters(visited.ready()) == at_its_begin > 25
    for language, halls in (("en", HALLS), ("zh", HALLS[-1:])):
        visited.page.goto(f"{server}/train?text=intj&mode=present&lang={language}")
        the_lecture_s_text_is_seen_whole(visited.ready(), halls)


def letters(visited: Visit) -> float:
    """Pixels of a letter's line."""
    root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    return float(laid_out(visited).page.evaluate(root))


def the_lecture_s_text_is_seen_whole(visited: Visit, halls: Sequence[tuple[int, int]]) -> None:
    """Three rows, of which the last was scrolled to."""
    stage = visited.player().locator("[data-widget=ribbon] .scroller")
    for height in sizes(visited, *halls):
        whole, shown = stage.evaluate("node => [node.scrollHeight, node.clientHeight]")
        assert whole <= shown + 1, height


# Where walks and boards have least room, and their keys.
TIGHT: list[tuple[str, list[str]]] = [
    ("train?text=story_zh", ["End"]),
    ("linked?text=intj&step=151&tie_break=none", []),  # with a notice, which takes no room
    ("bytepiece?view=states&piece_text=english", ["End"]),
]
AS_TIGHT: list[tuple[str, list[str]]] = [
    ("train?text=intj", ["End"]),
    ("train?text=aaaa&step=99", []),
    ("encode?words=compound&tokenizer=lab", ["ArrowRight"] * 3),
    ("subword_nmt?subword_text=story_en&step=40", []),
    ("subword_nmt?subword_text=paper&step=40", []),
    ("bytepiece?piece_text=english", ["End"]),
    ("bytepiece?view=states&piece_text=chinese", ["End"]),
    ("vocabulary?view=apart&token=10082", ["End"]),  # ␣information
]


@pytest.mark.parametrize(
    "walks", [TIGHT, pytest.param(AS_TIGHT, marks=pytest.mark.slow)], ids=["tight", "as tight"]
)
def test_a_hall_sees_it_all_and_can_read_it(
    server: str, visit: Open, walks: list[tuple[str, list[str]]]
) -> None:
    visited = visit("about:blank", viewport=HALL)
    for address, keys in walks:
        visited.page.set_viewport_size(HALL)
        visited.page.goto(f"{server}/{address}&mode=present&lang=zh")
        visited.page.locator(".player").first.wait_for()
        visited.settled().press(*keys)
        for height in sizes(visited):
            assert_it_fits(visited)
            assert_a_hall_can_read_it(visited)
            assert_on_one_screen(visited, height)
        assert visited.page.locator(".beside table, .pieces-table").count() == 0, address
