"""The workshop in a real browser: trained, tried, carried along; a third waits."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

import bpe_core
from bpe_core.texts.corpus import held_out_from, sample
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, address_of_server
from tests.browser.looks import serious_faults, sizes
from tests.browser.navigation import follow
from tests.browser.reader import HALL, assert_everybody_reads_it, choose, presented
from tests.ui.test_pages import said

Open = Callable[..., Visit]
PATIENCE = 240_000  # milliseconds; where nothing was compiled yet, that comes first
STORY = sample("story_en").text.encode()
LONG = "corpus=library&target=100000&pattern=none"  # one pre-token of all the text
LETTERS = "all => Math.min(...all.map((each) => parseFloat(getComputedStyle(each).fontSize)))"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """One for this module, so that its trainings wait for no others."""
    yield from address_of_server()


def opened(visit: Open, server: str, query: str) -> Visit:
    visited = visit(f"{server}/workshop?{query}")
    button(visited, "train").wait_for()
    return visited


def button(visited: Visit, name: str) -> Any:
    return visited.page.locator(f".st-key-workshop_{name} button")


def figures(visited: Visit) -> Any:
    return visited.page.locator(".workshop-stage .figures dd")


def expected() -> bpe_core.BPEModel:
    return bpe_core.train(STORY[: held_out_from(STORY)], vocab_size=300)


def test_a_vocabulary_is_trained_tried_read_by_all_and_carried_along(
    server: str, visit: Open
) -> None:
    visited = opened(visit, server, "corpus=story_en&target=300&lang=zh")
    button(visited, "train").click()
    figures(visited).first.wait_for(timeout=PATIENCE)
    expect(figures(visited).nth(2)).to_have_text("44")
    visited.addressed("lang=zh", "target=300")
    the_replay_has_begun_by_itself(visited)
    a_typed_text_comes_back_and_is_no_markup(visited)
    visited.page.locator("[data-testid=stVegaLiteChart] svg.marks").nth(1).wait_for()
    assert_everybody_reads_it(visited)
    the_held_out_text_comes_back_and_is_kept(visited)
    a_hall_has_the_figures_and_the_whole_replay(visited)
    the_vocabulary_is_carried_to_its_page_and_still_here(visited)


def the_replay_has_begun_by_itself(visited: Visit) -> None:
    slider = visited.page.locator(".st-key-workshop_growing [role=slider]")
    expect(slider).not_to_have_attribute("aria-valuenow", "0")
    slider.press("End")  # which also ends it: what fades has too little contrast


def a_typed_text_comes_back_and_is_no_markup(visited: Visit) -> None:
    field = visited.page.locator(".st-key-trial_own textarea")
    field.fill("a héllo 你好 <img src=x onerror=alert(1)>")
    field.press("Control+Enter")
    ids = bpe_core.encode(expected(), field.input_value())
    visited.page.get_by_text(" ".join(map(str, ids)), exact=True).wait_for()
    expect(visited.page.locator(".verdict")).to_contain_text(said("zh", "workshop.same"))
    expect(visited.page.locator("img[src=x]")).to_have_count(0)


def the_held_out_text_comes_back_and_is_kept(visited: Visit) -> None:
    page = visited.page
    choose(visited, "trial", catalogue("zh")["trial.aside"])
    page.locator(".st-key-trial_start button").click()
    page.locator(".verdict.same").wait_for()
    with page.expect_download() as waiting:
        page.locator(".st-key-trial_npy button").click()
    kept = np.load(io.BytesIO(Path(waiting.value.path()).read_bytes()))
    assert kept.tolist() == bpe_core.encode(expected(), STORY[held_out_from(STORY) :])


def the_vocabulary_is_carried_to_its_page_and_still_here(visited: Visit) -> None:
    page, model = visited.page, expected()
    page.locator(".st-key-carry_vocabulary button").click()
    page.wait_for_url("**/vocabulary?**tokenizer=workshop**")
    last = model.merges[-1].new_id
    field = page.locator(".st-key-token input")
    field.fill(str(last))
    field.press("Enter")
    head = page.locator(".token-head", has_text=f"id {last}")
    shown = model.vocabulary[last].decode("utf-8", "replace").replace(" ", "␣")
    expect(head).to_contain_text(shown, use_inner_text=True)
    follow(visited.addressed(f"token={last}"), "workshop")
    page.wait_for_url("**/workshop?**")
    button(visited.settled(), "train").wait_for()
    expect(figures(visited).nth(2)).to_have_text("44")


def a_hall_has_the_figures_and_the_whole_replay(visited: Visit) -> None:
    """In letters that the last row can read, without scrolling."""
    presented(visited)
    replay = visited.page.locator(".st-key-workshop_growing .player")
    replay.wait_for()
    for height in sizes(visited, HALL):
        names = visited.page.locator(".figures dt, .time-bar span, .phases th")
        assert names.count() > 10
        assert names.evaluate_all(LETTERS) >= 22
        bar = replay.locator(".transport").bounding_box()
        rows = replay.locator("tr").last.bounding_box()
        assert bar
        assert rows
        assert rows["y"] + rows["height"] <= bar["y"] + 1
        assert bar["y"] + bar["height"] <= height
    assert serious_faults(visited) == [], "presenting"
    visited.page.get_by_role("button", name="✕").click()
    visited.page.locator("html:not([data-presents])").wait_for(state="attached")
    visited.settled()


def test_two_train_and_a_third_waits_until_one_cancels(server: str, visit: Open) -> None:
    first = opened(visit, server, LONG)
    second = opened(visit, server, f"{LONG}&tie_break=first_seen")
    third = opened(visit, server, "corpus=story_en&target=300")
    for visited in (first, second, third):
        button(visited, "train").click()
        button(visited, "cancel").wait_for()
    expect(third.page.locator(".workshop-stage h2")).to_contain_text("Waiting: ")
    button(first, "cancel").click()
    first.page.get_by_text(catalogue("en")["workshop.cancelled"]).wait_for()
    button(first, "train").wait_for()
    figures(third).first.wait_for(timeout=PATIENCE)
