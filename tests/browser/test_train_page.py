"""The train page in a real browser: deep link, keyboard, languages, hostile text."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.paths import DATA
from tests.ui.test_pages import said
from ui.shell import SECTIONS

GOLDEN = json.loads((DATA / "lecture.json").read_text(encoding="utf-8"))["positions_corpus"]
Open = Callable[..., Visit]


@pytest.mark.parametrize("page", ["linked", "train", ""])
def test_first_request_is_a_deep_link(fresh_server: str, visit: Open, page: str) -> None:
    visited = visit(f"{fresh_server}/{page}")
    if page:
        visited.ready()
    else:
        visited.page.get_by_role("heading", level=1).wait_for()
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    links = visited.page.get_by_test_id("stTopNavLink")
    assert [link.inner_text() for link in links.all()] == [
        catalogue("en")[f"page.{name}"] for name in SECTIONS[""]
    ]


@pytest.mark.first_visit
@in_chinese
def test_ten_merges_by_keyboard(server: str, visit: Open, language: str) -> None:
    visited = visit(f"{server}/train?lang={language}&text=intj").ready()
    visited.player().focus()
    walk = training_walk(sample("intj"), TrainOptions(special_tokens=("<|endoftext|>",)))
    for merge in range(10):
        visited.press("Shift+ArrowRight")
        if merge < len(GOLDEN["states_after_merge"]):
            holds_the_lecture_s_tokens(visited, GOLDEN["states_after_merge"][merge])
        sentence = visited.say()
        assert said(language, "train.say.merge").split()[0] in sentence
        assert str(walk.merges[merge].token_id) in sentence
        assert str(merge + 1) in visited.where()
    for _ in range(3):
        visited.press("ArrowLeft")
    assert "9" in visited.where()
    visited.press("End")
    assert said(language, "train.end.no_pair_left") in visited.say()
    visited.press("Home")
    assert "58" in visited.say()
    assert "16" in visited.say()
    visited.page.wait_for_url(lambda url: "step=" not in url)


def slots(visited: Visit) -> dict[str, int]:
    """Token ids by position, read back from the picture; special tokens left out."""
    drawn = visited.page.locator(".player .slot:not([data-gone]):not([data-kind=special])")
    return dict(drawn.evaluate_all("nodes => nodes.map(n => [n.dataset.at, +n.dataset.token])"))


def test_arrows_step_though_nobody_has_clicked_the_walk(server: str, visit: Open) -> None:
    """On the page that was just opened, and from the link or menu that led to the next."""
    visited = visit(f"{server}/train?text=hello&merges=2").ready()
    visited.press("ArrowRight")
    visited.arrives(1)
    visited.press("Home")
    visited.arrives(0)
    visited.page.locator(".player").blur()
    asks = visited.page.locator(".player [data-name=ask_first]")
    visited.press("Q")
    expect(asks).to_have_attribute("aria-pressed", "true")
    visited.press("q", "q")
    visited.page.locator("[data-testid=stTopNavLink][href*=linked]").click()
    visited.addressed("merges=2").ready()
    begun = visited.step()
    visited.press("Shift+ArrowRight")
    visited.page.locator(f".player [role=slider]:not([aria-valuenow='{begun}'])").wait_for()
    visited.page.get_by_test_id("stTopNavSection").nth(1).click()
    visited.page.get_by_text("subword-nmt", exact=True).click()
    visited.page.wait_for_url("**/subword_nmt?**")
    visited.ready()
    begun = visited.step()
    visited.press("ArrowRight")
    visited.page.locator(f".player [role=slider][aria-valuenow='{begun + 1}']").wait_for()
    visited.page.locator("[data-testid=stSelectbox] input").first.focus()
    stood = visited.step()
    visited.press("ArrowRight")
    assert visited.step() == stood, "a field keeps its arrows"


def test_arrows_step_once_a_text_is_chosen_with_the_mouse(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?lang=en&merges=2").ready()
    visited.page.locator("[data-testid=stSelectbox] input").first.click()
    visited.page.get_by_role("option").nth(1).click()
    visited.page.get_by_role("listbox").wait_for(state="detached")
    visited.addressed("text=hello").ready().press("ArrowRight")
    visited.arrives(1)


def holds_the_lecture_s_tokens(visited: Visit, state: Any) -> None:
    live = {p: token for p, token in state["token_at"].items() if token is not None}
    assert slots(visited) == live, f"after merge {state['merge']}"


@pytest.mark.first_visit
def test_twenty_quick_keys_ask_no_server_and_a_table_offers_no_file_but_ours(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/train?text=intj").ready()
    visited.page.wait_for_timeout(500)
    visited.page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          window.sent = 0;
          WebSocket.prototype.send = function (...all) {
            window.sent++;
            return send.apply(this, all);
          };
        }"""
    )
    visited.player().focus()
    visited.press(*["ArrowRight"] * 20)
    assert visited.step() == 20
    assert "step=20" in visited.link()
    assert visited.page.evaluate("window.sent") == 0, "no step asks the server"
    a_table_offers_no_file_but_ours(visited)


def test_a_link_with_a_step_opens_there_and_switching_language_stays(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/train?text=low&step=5").ready()
    assert visited.step() == 5
    visited.player().focus()
    visited.press("ArrowRight")
    visited.page.get_by_role("radio", name="中文").or_(
        visited.page.get_by_role("button", name="中文")
    ).first.click()
    visited.page.locator(".player h2", has_text=catalogue("zh")["train.pairs.title"]).wait_for()
    assert visited.step() == 6
    visited.addressed("lang=zh", "text=low")


def test_playing_moves_on_space_stops_it_and_a_new_text_begins_at_its_first_step(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/train?text=low&step=7").ready()
    assert visited.step() == 7
    visited.player().focus()
    visited.press("+", "+", "Space")
    expect(visited.page.locator(".player [role=slider]")).not_to_have_attribute(
        "aria-valuenow", "7"
    )
    visited.press("Space")
    reached = visited.step()
    assert reached > 7, "playing moves"
    visited.page.wait_for_timeout(900)
    assert visited.step() == reached, "pausing stops"
    a_new_text_begins_at_its_first_step(visited)


HOSTILE = "<script>window.hit=1</script><img src=x onerror=window.hit=1> **b** \u202eabc"


@pytest.mark.first_visit
@in_chinese
def test_hostile_text_is_shown_as_text(server: str, visit: Open, language: str) -> None:
    link = f"{server}/train?lang={language}&text=own&merges=8&pattern=none&own={pack(HOSTILE)}"
    visited = visit(link).ready()
    visited.player().focus()
    visited.press(*["Shift+ArrowRight"] * 4, "End")
    assert visited.page.evaluate("window.hit") is None
    expect(visited.page.locator(".player script, .player img")).to_have_count(0)
    assert visited.page.locator("textarea").input_value() == HOSTILE
    drawn = "".join(visited.page.locator(".player .ribbon text").all_text_contents())
    assert "U+202E" in drawn, "a direction mark is named"
    assert "\u202e" not in visited.player().inner_text()


def test_typing_a_text_makes_a_link_that_opens_elsewhere(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?text=own")
    visited.page.locator("textarea").fill("哈哈 hello hello")
    visited.page.keyboard.press("Control+Enter")
    visited.page.locator(".say:not(.sizer)", has_text="18 bytes").wait_for()
    visited.player().focus()
    visited.press("Shift+ArrowRight", "Shift+ArrowRight")
    visited.page.wait_for_url("**step=**")
    elsewhere = visit(visited.page.url).ready()
    assert elsewhere.say() == visited.say()
    assert slots(elsewhere) == slots(visited)


def a_new_text_begins_at_its_first_step(visited: Visit) -> None:
    visited.page.locator(
        ".st-key-text [data-baseweb=select], .st-key-text [role=combobox]"
    ).first.click()
    visited.page.get_by_role("option", name="aaabdaaabac").click()
    visited.page.locator(".say:not(.sizer)", has_text="11 bytes").wait_for()
    assert visited.step() == 0
    visited.addressed("text=aaabdaaabac", without="step=")


def test_a_page_tells_its_language_and_a_switch_of_page_keeps_it(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/?lang=zh")
    visited.page.wait_for_function("document.documentElement.lang === 'zh-CN'")
    visited.page.get_by_role("link", name=catalogue("zh")["home.first_merge"]).click()
    visited.ready()
    assert catalogue("zh")["train.text.title"] in visited.player().inner_text()
    visited.addressed("lang=zh")


def test_phone_width_has_no_sideways_scroll_and_opens_in_the_dark(
    server: str, visit: Open
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
    visited = visit(f"{server}/train?text=intj", color_scheme="dark", **phone).ready()
    expect(visited.page.locator(".player[data-theme=dark]")).to_have_count(1)
    width = visited.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
    expect(visited.page.locator(".player > .tabs [role=tab]")).to_have_count(3)
    visited.page.locator(".player > .tabs [role=tab]").nth(2).tap()


@pytest.mark.first_visit
def test_present_mode_hides_the_chrome_and_takes_the_keys(server: str, visit: Open) -> None:
    size = {"width": 1920, "height": 1080}
    visited = visit(f"{server}/train?text=intj&mode=present", viewport=size).ready()
    visited.page.locator(".player[data-present]").wait_for()
    visited.press("PageDown")
    assert visited.say() == said("en", "train.why.ask"), "presenting, the hall is asked first"
    visited.press("PageDown")
    assert visited.step() == 1, "a clicker's key is a step"
    expect(visited.page.get_by_test_id("stHeader")).to_be_hidden()
    visited.page.mouse.click(3, 600)
    visited.press("ArrowRight")
    assert visited.step() == 2, "a click beside the player does not take the keys away"
    visited.press("Escape")
    visited.page.get_by_test_id("stTopNavLink").first.wait_for()
    visited.page.wait_for_url(lambda url: "mode=present" not in url)
    assert "step=2" in visited.link(), "the step stays in the address"
    assert visited.step() == 2
    visited.page.get_by_role("button", name="Present").click()
    expect(visited.page.locator("html[data-presents]")).to_have_count(1)


def test_the_present_button_hands_the_keys_to_the_player(server: str, visit: Open) -> None:
    visited = visit(f"{server}/train?text=intj").ready()
    visited.page.get_by_role("button", name="Present").click()
    visited.page.locator(".player[data-present]").wait_for()
    visited.press("PageDown", "PageDown")
    assert visited.step() == 1
    visited.addressed("mode=present")
    visited.page.get_by_role("button", name="✕").click()
    visited.page.get_by_test_id("stTopNavLink").first.wait_for()
    assert visited.step() == 1


@in_chinese
def test_present_mode_leaves_the_way_out_of_an_error(
    server: str, visit: Open, language: str
) -> None:
    visited = visit(f"{server}/train?text=upload&mode=present&lang={language}")
    visited.page.locator(".st-key-inputs").wait_for()
    visited.page.get_by_text(catalogue(language)["input.upload_wait"]).wait_for()


def a_table_offers_no_file_but_ours(visited: Visit) -> None:
    """Streamlit's own is written in the browser, formulas and all."""
    words = catalogue("en")
    visited.page.get_by_text(words["train.merges_and_curve"]).click()
    visited.page.get_by_test_id("stDataFrame").hover()
    visited.page.get_by_label("Search", exact=True).wait_for()
    streamlits = visited.page.get_by_label("Download as CSV", exact=True)
    expect(streamlits).to_have_count(1)
    expect(streamlits).to_be_hidden()
    button = visited.page.get_by_role("button", name=words["train.download"])
    with visited.page.expect_download() as download:
        button.click()
    assert download.value.suggested_filename == "merges.csv"
