"""A lecturer's tools over the whole window: black screen, laser spot, code."""

import io
from collections.abc import Callable

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import DRAWN_IN, serious_faults

Open = Callable[..., Visit]
HALL = {"width": 1920, "height": 1080}
LENGTHENED = "history.replaceState(history.state, '', '?lang=en&a=' + 'b'.repeat(3000))"
AT_ONCE = """keys => {
  const press = (key) => new KeyboardEvent("keydown", { key, bubbles: true });
  for (const key of keys) document.body.dispatchEvent(press(key));
  return new Promise((done) => setTimeout(done, 50));
}"""
LONGER_THAN_A_STEP = 900  # milliseconds, at four times the speed


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


def blank_waits(visited: Visit) -> None:
    """All black; no key, click or time moves the walk; playing goes on afterwards."""
    visited.press("+", "+", "Space", "b")
    covers(visited, "blank")
    words = catalogue("en")["player.blank"]
    expect(visited.page.get_by_role("dialog", name=words)).to_be_focused()
    assert picture(visited).getextrema() == (0, 0), "with Streamlit's frame, whatever scrolls"
    step = visited.step()
    visited.press("ArrowRight", "PageDown", "d", "s", "l", "q")
    visited.page.wait_for_timeout(LONGER_THAN_A_STEP)
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


def test_what_phones_cannot_open_is_said_and_not_drawn(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?lang=zh").ready()
    visited.player().focus()
    visited.press("s")
    expect(visited.page.locator(".hall-code .note")).to_contain_text("手机打不开 127.0.0.1")
    expect(visited.page.locator(".hall-code svg")).to_have_count(0)
    assert serious_faults(visited) == []


@pytest.mark.first_visit
def test_pages_without_a_walk_have_them_while_presenting(server: str, visit: Open) -> None:
    visited = visit(f"{server}/sheets?lang=en").settled()
    visited.page.get_by_role("heading", level=1).wait_for(state="attached")
    visited.press("b")
    bare(visited)
    visited.page.locator(".st-key-present button").click()
    presenting(visited.settled()).press("b")
    covers(visited, "blank")


def test_who_types_sees_no_black_screen(server: str, visit: Open) -> None:
    visited = visit(f"{server}/vocabulary?lang=en&mode=present").settled()
    field = visited.page.get_by_role("textbox", name="Find")
    field.press_sequentially("b.ls")
    bare(visited)
    assert field.input_value().endswith("b.ls")
