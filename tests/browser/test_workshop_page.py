"""The workshop in a real browser: trained live, cancelled, tried, saved, carried along."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

import bpe_core
from bpe_core.texts.corpus import sample
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, address_of_server, in_chinese
from tests.browser.looks import faults_by_theme, serious_faults, sizes
from tests.browser.navigation import follow
from tests.ui.test_pages import said
from ui.workshop.training_text import cut

Open = Callable[..., Visit]
PATIENCE = 240_000  # milliseconds; where nothing was compiled yet, that comes first
STORY = sample("story_en").text.encode()
SMALL = "corpus=story_en&target=300"
LONG = "corpus=library&target=100000&pattern=none"  # one pre-token of all the text


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """One for this module, so that its trainings wait for no others."""
    yield from address_of_server()


def opened(visit: Open, server: str, query: str = SMALL, **options: Any) -> Visit:
    visited = visit(f"{server}/workshop?{query}", **options)
    button(visited, "train").wait_for()
    return visited


def button(visited: Visit, name: str) -> Any:
    return visited.page.locator(f".st-key-workshop_{name} button")


def trained(visit: Open, server: str, query: str = SMALL, **options: Any) -> Visit:
    """The page once a training is over."""
    visited = opened(visit, server, query, **options)
    button(visited, "train").click()
    figures(visited).first.wait_for(timeout=PATIENCE)
    button(visited, "train").wait_for()
    return visited


def figures(visited: Visit) -> Any:
    return visited.page.locator(".workshop-stage .figures dd")


def expected() -> bpe_core.BPEModel:
    return bpe_core.train(STORY[: cut(STORY)], vocab_size=300)


@pytest.mark.first_visit
@in_chinese
def test_a_small_training_is_shown_and_its_text_comes_back(
    server: str, visit: Open, language: str
) -> None:
    visited = trained(visit, server, f"{SMALL}&lang={language}")
    words, page = catalogue(language), visited.page
    expect(figures(visited).nth(2)).to_have_text("44")
    expect(page.locator(".phases tbody tr.done")).to_have_count(4)
    visited.addressed(f"lang={language}", "target=300")
    field = page.locator(".st-key-trial_own textarea")
    field.fill("a héllo 你好 <img src=x onerror=alert(1)>")
    field.press("Control+Enter")
    ids = bpe_core.encode(expected(), field.input_value())
    page.get_by_text(" ".join(map(str, ids)), exact=True).wait_for()
    expect(page.locator(".verdict")).to_contain_text(said(language, "workshop.same"))
    expect(page.locator("img[src=x]")).to_have_count(0)
    page.get_by_text(words["vocabulary.lengths"]).first.wait_for()


@in_chinese
def test_the_held_out_text_comes_back_and_the_vocabulary_is_carried_along(
    server: str, visit: Open, language: str
) -> None:
    visited = trained(visit, server, f"{SMALL}&trial=aside&lang={language}")
    the_held_out_text_goes_there_and_back_and_can_be_kept(visited)
    the_vocabulary_is_saved_and_carried_to_its_page(visited, catalogue(language))


def the_held_out_text_goes_there_and_back_and_can_be_kept(visited: Visit) -> None:
    page = visited.page
    page.locator(".st-key-trial_start button").click()
    page.locator(".verdict.same").wait_for()
    ids = bpe_core.encode(expected(), STORY[cut(STORY) :])
    with page.expect_download() as waiting:
        page.locator(".st-key-trial_npy button").click()
    assert np.load(io.BytesIO(Path(waiting.value.path()).read_bytes())).tolist() == ids
    with page.expect_download() as waiting:
        page.locator(".st-key-trial_txt button").click()
    assert Path(waiting.value.path()).read_text().split() == list(map(str, ids))


def the_vocabulary_is_saved_and_carried_to_its_page(
    visited: Visit, words: Mapping[str, str]
) -> None:
    page, model = visited.page, expected()
    page.locator(".st-key-save_as").get_by_text(words["vocabulary.format.gpt2"]).click()
    with page.expect_download() as waiting:
        page.get_by_test_id("stDownloadButton").filter(has_text=".zip").click()
    with zipfile.ZipFile(waiting.value.path()) as packed:
        assert len(json.loads(packed.read("vocab.json"))) == 300
        merges = packed.read("merges.txt").decode().splitlines()
    assert len([line for line in merges if not line.startswith("#version")]) == 44
    page.locator(".st-key-carry_vocabulary button").click()
    page.wait_for_url("**/vocabulary?**tokenizer=workshop**")
    last = model.merges[-1].new_id
    field = page.locator(".st-key-token input")
    field.fill(str(last))
    field.press("Enter")
    head = page.locator(".token-head", has_text=f"id {last}")
    head.wait_for()
    shown = model.vocabulary[last].decode("utf-8", "replace").replace(" ", "␣")
    expect(head).to_contain_text(shown, use_inner_text=True)
    follow(visited, "workshop")
    expect(figures(visited).nth(2)).to_have_text("44")


def test_a_cancelled_training_leaves_the_one_before(server: str, visit: Open) -> None:
    visited = trained(visit, server, f"{SMALL}&pattern=none")
    page = visited.page
    page.locator(".st-key-corpus input").click()
    library = catalogue("en")["sample.library"]
    page.get_by_role("option", name=library, exact=True).click()
    page.wait_for_url(lambda address: "corpus=" not in address)
    button(visited, "train").click()
    button(visited, "cancel").click()
    page.get_by_text(catalogue("en")["workshop.cancelled"]).wait_for()
    expect(figures(visited).nth(2)).to_have_text("44")
    button(visited, "train").wait_for()


def test_the_third_waits_until_a_tab_is_closed(server: str, visit: Open) -> None:
    """Two other readers train; one of them leaves."""
    first = opened(visit, server, LONG)
    second = opened(visit, server, f"{LONG}&tie_break=first_seen")
    third = opened(visit, server)
    for visited in (first, second, third):
        button(visited, "train").click()
        button(visited, "cancel").wait_for()
    heading = third.page.locator(".workshop-stage h2")
    expect(heading).to_contain_text("Waiting: ")
    first.page.close()
    figures(third).first.wait_for(timeout=PATIENCE)
    second.page.close()


def test_no_serious_fault_and_nothing_wider_than_the_window(server: str, visit: Open) -> None:
    visited = opened(visit, server, f"{SMALL}&lang=zh")
    assert serious_faults(visited) == [], "before the training"
    button(visited, "train").click()
    figures(visited).first.wait_for(timeout=PATIENCE)
    visited.page.locator(".verdict").wait_for()
    visited.page.locator("[data-testid=stVegaLiteChart] svg.marks").nth(1).wait_for()
    assert faults_by_theme(visited.settled()) == {"light": [], "dark": []}
    for _ in sizes(visited, (1280, 800), (390, 844)):
        width = visited.page.viewport_size["width"]
        assert visited.page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults_by_theme(visited) == {"light": [], "dark": []}, "on a phone"


def test_presenting_keeps_the_button_and_the_figures(server: str, visit: Open) -> None:
    size = {"width": 1920, "height": 1080}
    visited = trained(visit, server, f"{SMALL}&mode=present", viewport=size)
    names = visited.page.locator(".figures dt, .time-bar span, .phases th")
    letters = names.evaluate_all(
        "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert len(letters) > 10
    assert min(letters) >= 22, "read from the last row"
    button(visited, "train").wait_for()
    box = visited.page.locator(".phases").bounding_box()
    assert box
    assert box["y"] + box["height"] < visited.page.viewport_size["height"]
