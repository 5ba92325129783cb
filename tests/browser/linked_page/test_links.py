"""Links: whole, broken, hostile; what stays when an option changes."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.linked_page.reading import Open, drawn, walk_of
from tests.ui.test_pages import said


@pytest.mark.parametrize(
    ("query", "notice", "language"),
    [
        ("text=aaaa&step=99999", "StepNotice", "en"),
        ("text=aaaa&step=-1", "UnknownChoiceNotice", "zh"),
        ("text=story_en", "TextCutNotice", "zh"),
    ],
)
def test_a_broken_link_opens_the_nearest_and_says_so(
    server: str, visit: Open, query: str, notice: str, language: str
) -> None:
    visited = visit(f"{server}/linked?{query}&lang={language}").ready()
    words = re.split(r"\{[^}]*\}", said(language, f"notice.{notice}"))
    told = " ".join(visited.page.get_by_test_id("stAlert").all_inner_texts())
    assert max(words, key=len).strip() in told
    if "99999" in query:
        steps = len(walk_of(sample("aaaa")).recording["steps"])
        assert visited.step() == steps - 1, "the last step is the nearest"
    visited.player().focus()
    visited.press("ArrowRight", "ArrowLeft")


HOSTILE = '<script>hit=1</script> <img src=x onerror="hit=1"> **b** \u202eevil\u202c'


def test_hostile_text_is_text_everywhere(server: str, visit: Open, tmp_path: Path) -> None:
    visited = visit(f"{server}/linked?text=own&own={pack(HOSTILE)}").ready()
    page = visited.page
    visited.player().focus()
    visited.press(*["Shift+ArrowRight"] * 3, *["ArrowRight"] * 20, "End")
    assert page.evaluate("window.hit") is None
    expect(page.locator(".player script, .player img")).to_have_count(0)
    assert "\u202e" not in visited.player().inner_text()
    drawing = "".join(page.locator(".player [data-widget=lens] text").all_text_contents())
    assert "U+202E" in drawing, "a direction mark is named"

    picture = ElementTree.parse(kept(visited, "save_svg", tmp_path)).getroot()
    assert not {"script", "img", "image", "foreignObject"} & {
        element.tag.rpartition("}")[2] for element in picture.iter()
    }
    assert "U+202E" in "".join(picture.itertext())
    elsewhere = visit(kept(visited, "save_html", tmp_path).as_uri()).ready()
    elsewhere.player().focus()
    elsewhere.press("Home", *["ArrowRight"] * 5)
    assert elsewhere.step() == 5
    assert elsewhere.page.evaluate("window.hit") is None
    expect(elsewhere.page.locator(".player img, .player script")).to_have_count(0)


def kept(visited: Visit, name: str, folder: Path) -> Path:
    """What the share menu saves."""
    item = visited.page.locator(f"[data-name={name}]")
    if not item.is_visible():
        visited.page.locator("[data-name=share]").click()
    with visited.page.expect_download() as saving:
        item.click()
    path = folder / saving.value.suggested_filename
    saving.value.save_as(path)
    return path


def test_the_link_opens_the_same_picture_on_another_server(
    other_server: str, server: str, visit: Open
) -> None:
    visited = visit(
        f"{server}/linked?text=own&own={pack('banana bandana 你好')}&lang=zh"
    ).ready()
    visited.player().focus()
    visited.press("Shift+ArrowRight", *["ArrowRight"] * 7)
    elsewhere = visit(visited.link().replace(server, other_server)).ready()
    assert elsewhere.say() == visited.say()
    recording = walk_of(Corpus("banana bandana 你好")).recording
    assert drawn(elsewhere, recording) == drawn(visited, recording)
    assert catalogue("zh")["linked.ledger.title"] in elsewhere.player().inner_text()


def test_a_changed_option_keeps_the_place_and_a_new_text_does_not(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/linked?text=intj&step=150").ready()
    sentence, merges = visited.say(), visited.page.get_by_role("spinbutton")
    merges.fill("5")
    merges.press("Enter")
    visited.page.locator(".player .where", has_text="of 5").wait_for()
    assert (visited.step(), visited.say()) == (150, sentence)
    merges.fill("1")
    merges.press("Enter")
    visited.page.locator(".player .where", has_text="of 1").wait_for()
    steps = len(
        linked_walk(
            sample("intj"),
            TrainOptions(num_merges=1, special_tokens=sample("intj").special_tokens),
        ).recording["steps"]
    )
    assert visited.step() == steps - 1, "there is no merge 1 any more"
    visited.page.goto(f"{server}/linked?text=aaaa")
    assert visited.ready().where() == catalogue("en")["linked.where.setup"]
