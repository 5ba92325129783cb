"""The train page in a real browser: its keys wherever the reader was, files, presenting."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import laid_out
from tests.browser.navigation import follow
from tests.paths import DATA
from tests.ui.test_pages import said

GOLDEN = json.loads((DATA / "lecture.json").read_text(encoding="utf-8"))["positions_corpus"]
Open = Callable[..., Visit]
COUNT_MESSAGES = """() => {
  const send = WebSocket.prototype.send;
  window.sent = 0;
  WebSocket.prototype.send = function (...all) {
    window.sent++;
    return send.apply(this, all);
  };
}"""


def test_a_walk_by_keys_its_link_and_its_files(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?text=intj").ready()
    keys_step_though_nobody_has_clicked(visited)
    merges_are_the_lecture_s_and_no_step_asks_the_server(visited)
    a_table_offers_no_file_but_ours(visited)
    another_language_keeps_the_step(visited)
    a_typed_text_has_a_link_that_opens_elsewhere(visited, visit)
    a_text_chosen_with_the_mouse_leaves_the_keys_to_its_walk(visited)
    the_next_page_has_the_keys(visited)


def keys_step_though_nobody_has_clicked(visited: Visit) -> None:
    begun = visited.step()
    visited.press("ArrowRight")
    visited.arrives(begun + 1)
    visited.press("Home")
    visited.arrives(begun)
    visited.page.locator(".player").blur()
    asks = visited.page.locator(".player [data-name=ask_first]")
    visited.press("Q")
    expect(asks).to_have_attribute("aria-pressed", "true")
    visited.press("q", "q")


def merges_are_the_lecture_s_and_no_step_asks_the_server(visited: Visit) -> None:
    laid_out(visited.settled()).page.evaluate(COUNT_MESSAGES)
    visited.player().focus()
    walk = training_walk(sample("intj"), TrainOptions(special_tokens=("<|endoftext|>",)))
    for merge, state in enumerate(GOLDEN["states_after_merge"][:10]):
        visited.press("Shift+ArrowRight")
        live = {at: token for at, token in state["token_at"].items() if token is not None}
        assert slots(visited) == live, f"after merge {merge}"
        assert str(walk.merges[merge].token_id) in visited.say()
        assert str(merge + 1) in visited.where()
    visited.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert "9" in visited.where()
    visited.link()
    visited.press("End")
    assert said("en", "train.end.no_pair_left") in visited.say()
    visited.press("Home")
    assert "42 places" in visited.say()
    visited.addressed(without="step=")
    assert visited.page.evaluate("window.sent") == 0


def slots(visited: Visit) -> dict[str, int]:
    """Token ids by position, read back from the picture; special tokens left out."""
    drawn = visited.page.locator(".player .slot:not([data-gone]):not([data-kind=special])")
    return dict(drawn.evaluate_all("nodes => nodes.map(n => [n.dataset.at, +n.dataset.token])"))


def a_table_offers_no_file_but_ours(visited: Visit) -> None:
    """Streamlit's own is written in the browser, formulas and all."""
    words, page = catalogue("en"), visited.page
    page.get_by_text(words["train.merges_and_curve"]).click()
    page.get_by_test_id("stDataFrame").hover()
    page.get_by_label("Search", exact=True).wait_for()
    streamlits = page.get_by_label("Download as CSV", exact=True)
    expect(streamlits).to_have_count(1)
    expect(streamlits).to_be_hidden()
    button = page.get_by_role("button", name=words["train.download"])
    with page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "merges.csv"


def another_language_keeps_the_step(visited: Visit) -> None:
    visited.player().focus()
    visited.press("Shift+ArrowRight", *["ArrowRight"] * 3)
    visited.page.locator(".st-key-language button").nth(1).click()
    title = catalogue("zh")["train.pairs.title"]
    visited.page.locator(".player h2", has_text=title).wait_for()
    assert visited.step() == 5
    visited.addressed("lang=zh", "step=5")
    visited.page.wait_for_function("document.documentElement.lang === 'zh-CN'")


def a_typed_text_has_a_link_that_opens_elsewhere(visited: Visit, visit: Open) -> None:
    visited.page.goto(visited.page.url.split("?")[0] + "?lang=en&text=own")
    visited.page.locator("textarea").fill("哈哈 hello hello")
    visited.press("Control+Enter")
    visited.page.locator(".say:not(.sizer)", has_text="18 bytes").wait_for()
    visited.player().focus()
    visited.press("Shift+ArrowRight", "Shift+ArrowRight")
    elsewhere = visit(visited.link()).ready()
    assert elsewhere.say() == visited.say()
    assert slots(elsewhere) == slots(visited)


def a_text_chosen_with_the_mouse_leaves_the_keys_to_its_walk(visited: Visit) -> None:
    """It begins at its first step, whatever the step of the text before."""
    page = visited.page
    page.locator(
        ".st-key-text [data-baseweb=select], .st-key-text [role=combobox]"
    ).first.click()
    page.get_by_role("option", name="aaabdaaabac").click()
    page.get_by_role("listbox").wait_for(state="detached")
    visited.addressed("text=aaabdaaabac", without="step=").ready()
    visited.arrives(-11, "11 bytes")
    visited.press("ArrowRight")
    visited.arrives(-10)


def the_next_page_has_the_keys(visited: Visit) -> None:
    """By a link above and by a menu; a field that has the focus keeps its arrows."""
    for name in ("linked", "subword_nmt"):
        follow(visited, name)
        visited.page.wait_for_url(f"**/{name}?**")
        begun = visited.ready().step()
        visited.press("ArrowRight")
        visited.arrives(begun + 1)
    visited.page.locator("[data-testid=stSelectbox] input").first.focus()
    visited.press("ArrowRight")
    assert visited.step() == begun + 1


def test_presenting_takes_the_keys_and_hides_all_but_a_way_out(
    server: str, visit: Open
) -> None:
    size = {"width": 1920, "height": 1080}
    visited = visit(f"{server}/train?text=intj&mode=present&step=0", viewport=size).ready()
    page = visited.page
    page.locator(".player[data-present]").wait_for()
    visited.press("PageDown")
    assert visited.say() == said("en", "train.why.ask"), "presenting, the hall is asked first"
    visited.press("PageDown")
    assert visited.step() == 1, "a clicker's key is a step"
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    page.mouse.click(3, 600)
    visited.press("ArrowRight")
    assert visited.step() == 2, "a click beside the player does not take the keys away"
    visited.press("Escape")
    page.get_by_test_id("stTopNavLink").first.wait_for()
    visited.addressed("step=2", without="mode=present")
    assert visited.step() == 2
    page.get_by_role("button", name="Present").click()
    visited.addressed("mode=present")
    page.locator(".player[data-present]").wait_for()
    visited.press("ArrowRight", "ArrowRight")
    assert visited.step() == 3, "the button hands the keys to the player"
    page.get_by_role("button", name="✕").click()
    page.get_by_test_id("stTopNavLink").first.wait_for()
    assert visited.step() == 3
    page.goto(f"{server}/train?text=upload&mode=present&lang=zh")
    page.get_by_text(catalogue("zh")["input.upload_wait"]).wait_for()
    page.locator(".st-key-inputs").wait_for()
