"""The link, the pictures, the recording and the page to keep."""

import json
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.player.hanoi import hanoi, mounted
from tests.browser.player.lab import (
    ADDRESS,
    WALK,
    Lab,
    downloaded,
    named,
)


def test_the_link_is_copied_where_the_browser_lends_its_clipboard(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    visited.page.evaluate(
        "() => Object.defineProperty(navigator, 'clipboard',"
        " { value: { writeText: async (text) => { window.copied = text; } } })"
    )
    visited.press("ArrowRight", "ArrowRight")
    named(visited, "share").click()
    named(visited, "copy_link").click()
    visited.page.get_by_text(catalogue("en")["player.copied"]).wait_for()
    assert visited.page.evaluate("window.copied") == f"{ADDRESS}?step=2"
    assert visited.page.url == f"{ADDRESS}?step=2", "written at once"


def test_over_plain_http_the_link_is_there_to_be_copied(lab: Lab) -> None:
    visited = lab(mounted(WALK, step=3))
    assert visited.page.evaluate("navigator.clipboard === undefined")
    named(visited, "share").click()
    named(visited, "copy_link").click()
    field = visited.page.locator(".menu .link")
    assert field.input_value() == f"{ADDRESS}?step=3"
    marked = "node => [node.selectionStart, node.selectionEnd, node.readOnly]"
    assert field.evaluate(marked) == [0, len(f"{ADDRESS}?step=3"), True]
    visited.press("ArrowRight")
    assert visited.step() == 3, "the field keeps its keys"
    visited.press("Escape")
    expect(field).to_be_hidden()


HOSTILE = (
    "<script>window.hit=1</script><img src=x onerror=window.hit=1></script><!-- \u202eabc &amp;"
)


def test_the_picture_stands_alone_and_holds_text_as_text(lab: Lab) -> None:
    visited = lab(mounted(hanoi(3, remark=HOSTILE), step=2))
    download = downloaded(visited, "save_svg")
    assert download.suggested_filename == "bpe-lab-2.svg", "as the reader counts"
    source = Path(download.path()).read_text(encoding="utf-8")
    picture = ElementTree.fromstring(source)
    tags = {node.tag.partition("}")[2] for node in picture.iter()}
    assert tags <= {"svg", "g", "rect", "path", "text", "tspan", "defs", "pattern", "circle"}
    assert "<img src=x onerror=window.hit=1>" in "".join(picture.itertext()).replace("\n", "")
    assert not {name for node in picture.iter() for name in node.attrib} & {"class", "style"}
    assert "var(" not in source
    assert "oklch" not in source
    alone = visited.page.context.new_page()
    alone.goto(Path(download.path()).as_uri())
    alone.close()
    assert visited.page.evaluate("window.hit") is None


def test_the_picture_as_png_has_twice_the_pixels(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    svg = ElementTree.parse(downloaded(visited, "save_svg").path()).getroot()
    download = downloaded(visited, "save_png")
    assert download.suggested_filename == "bpe-lab-0.png"
    image = Path(download.path()).read_bytes()
    assert image.startswith(b"\x89PNG")
    assert int.from_bytes(image[16:20], "big") == 2 * int(svg.attrib["width"])


def test_the_recording_as_json_is_the_recording(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    assert json.loads(Path(downloaded(visited, "save_json").path()).read_text("utf-8")) == WALK


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


def test_files_are_called_after_what_they_hold(lab: Lab) -> None:
    visited = lab(mounted(WALK, file="bpe-lab-game-three"))
    names = [
        downloaded(visited, name).suggested_filename
        for name in ("save_html", "save_json", "save_svg")
    ]
    assert names == ["bpe-lab-game-three" + end for end in (".html", ".json", "-0.svg")]


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
    assert type_size(visited) == 16
    assert visited.step() == 3
    visited.press("ArrowRight")
    assert visited.step() == 4, "the keyboard stays the player's"
    visited.page.wait_for_url("**?*step=4")
    visited.page.reload()
    visited.ready()
    assert type_size(visited) == 16, "the address has the mode"
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
