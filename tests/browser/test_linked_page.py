"""The page inside the trainer in a real browser, as a server's first request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus, sample
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import laid_out
from tests.ui.linked.linked_structures import recording_of, structures
from tests.ui.recordings import frames_of
from tests.ui.test_pages import said
from ui.shell import SECTIONS

Open = Callable[..., Visit]
OWN = "banana bandana 你好"
IS_PLAYER = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at?.classList.contains("player") ?? false;
}"""
MOST_TABS = 60
# All that the page shows of the trainer's structures, from the elements' own attributes.
READ = """(root) => {
  const all = (selector) => [...root.querySelectorAll(selector)];
  return {
    slots: all(".lane.now .cell[data-token]")
      .map(({ dataset: d }) => [d.at, d.token, d.prev, d.next]),
    pairs: all("[data-widget=ledger] tr[data-pair]")
      .map(({ dataset: d }) => [d.pair, d.count, d.positions, d.stale]),
    heap: all("[data-widget=heap] [data-index][data-entry]")
      .map(({ dataset: d }) => [d.index, d.pair, d.count, d.stale ?? ""]),
  };
}"""


def test_structures_keys_options_and_links(fresh_server: str, server: str, visit: Open) -> None:
    visited = visit(f"{fresh_server}/linked?text=intj&step=150").ready()
    the_first_request_may_be_a_deep_link(visited)
    a_laptop_shows_page_and_player_without_scrolling(visited)
    an_option_keeps_the_place_as_far_as_there_is_one(visited)
    tab_leads_into_the_player(visited)
    a_skipped_position_says_why(visited)
    the_link_opens_the_same_structures_on_another_server(visited, visit, server)


def the_first_request_may_be_a_deep_link(visited: Visit) -> None:
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    links = visited.page.get_by_test_id("stTopNavLink")
    assert links.all_inner_texts() == [catalogue("en")[f"page.{p}"] for p in SECTIONS[""]]


def a_laptop_shows_page_and_player_without_scrolling(visited: Visit) -> None:
    """In either language, where most stands on the stage, once the player has the keys."""
    visited.player().focus()
    visited.press("ArrowRight")
    for index, language in ((1, "zh"), (0, "en")):
        visited.page.locator(".st-key-language button").nth(index).click()
        title = catalogue(language)["linked.ledger.title"]
        visited.page.locator(".player h2", has_text=title).wait_for()
        laid_out(visited.addressed(f"lang={language}").settled())
        player = visited.page.locator(".player")
        bar: Any = player.locator(".transport").bounding_box()
        assert bar["y"] + bar["height"] <= 800
        panels = [visited.page.locator(".st-key-inputs"), *player.locator(".panel").all()]
        for box in (panel.bounding_box() for panel in panels):
            assert box
            assert box["y"] > 50, "nothing was scrolled away"
            assert box["y"] + box["height"] <= bar["y"], "nothing lies under the bar"


def an_option_keeps_the_place_as_far_as_there_is_one(visited: Visit) -> None:
    before, merges = (visited.step(), visited.say()), visited.page.get_by_role("spinbutton")
    for number in (5, 1):
        merges.fill(str(number))
        merges.press("Enter")
        visited.page.locator(".player .where", has_text=f"of {number}").wait_for()
        if number == 5:
            assert (visited.step(), visited.say()) == before
    last = len(recording_of(sample("intj"), num_merges=1)["steps"]) - 1
    assert visited.step() == last, "there is no merge 1 any more"


def tab_leads_into_the_player(visited: Visit) -> None:
    """From the title above on, and arrows then step, each step read out."""
    visited.page.get_by_test_id("stTopNavLink").first.focus()
    for _ in range(MOST_TABS):
        if visited.page.evaluate(IS_PLAYER):
            break
        visited.press("Tab")
    assert visited.page.evaluate(IS_PLAYER)
    live = visited.page.locator(".player [aria-live=polite]").first
    before, step = live.inner_text(), visited.step()
    visited.press("ArrowLeft")
    visited.arrives(step - 1)
    expect(live).not_to_have_text(before, use_inner_text=True)


def a_skipped_position_says_why(visited: Visit) -> None:
    steps = recording_of(sample("aaaa"))["steps"]
    step = next(k for k, each in enumerate(steps) if "overlap" in each.get("marks", ()))
    base = visited.page.url.split("?")[0]
    visited.page.goto(f"{base}?text=aaaa&step={step}&lang=zh")
    visited.ready().arrives(step, said("zh", "linked.say.visited_overlap").split("：")[1])
    code = visited.page.locator("[data-widget=code]")
    code.get_by_role("tab", name="Python").click()
    lit = "".join(code.locator("[role=tabpanel]:visible [aria-current]").all_text_contents())
    assert "stale = token_at[i] != left" in lit
    assert "yield" not in lit


def the_link_opens_the_same_structures_on_another_server(
    visited: Visit, visit: Open, server: str
) -> None:
    """A text of the reader's, which the first page never sent to the second server."""
    page = visited.page
    fresh_server, _, _ = page.url.partition("/linked")
    page.goto(f"{fresh_server}/linked?text=own&lang=zh")
    page.locator("textarea").fill(OWN)
    visited.press("Control+Enter")
    recording = recording_of(Corpus(OWN))
    slider = page.locator(".player [role=slider]")
    expect(slider).to_have_attribute("aria-valuemax", str(len(recording["steps"]) - 1))
    visited.addressed("own=").settled().player().focus()
    visited.press("Shift+ArrowRight", *["ArrowRight"] * 7)
    elsewhere = visit(visited.link().replace(fresh_server, server)).ready()
    assert elsewhere.say() == visited.say()
    frame = frames_of(recording)[visited.step()]
    for each in (visited, elsewhere):
        each.page.locator("[data-widget=ledger] button.fold[aria-expanded=false]").click()
        assert drawn(each, recording) == structures(recording, frame)


def drawn(visited: Visit, recording: Any) -> dict[str, Any]:
    """The page's structures in the trainer's terms."""
    read = visited.player().evaluate(READ)
    ids = [token["id"] for token in recording["tokens"]]

    def pair(key: str) -> tuple[int, ...]:
        return tuple(ids[int(index)] for index in key.split(","))

    def number(text: str) -> int | None:
        return None if text == "None" else int(text)

    def numbers(text: str) -> list[int]:
        return [int(part) for part in text.split(",") if part]

    live = [slot for slot in read["slots"] if slot[1] != "None"]
    return {
        "token_at": {int(at): number(token) for at, token, _, _ in read["slots"]},
        "prev": {int(at): number(before) for at, _, before, _ in live},
        "next": {int(at): number(after) for at, _, _, after in live},
        "pair_counter": {pair(key): int(count) for key, count, _, _ in read["pairs"]},
        "pair_positions": {pair(key): numbers(at) for key, _, at, _ in read["pairs"] if at},
        "heap": [
            (*pair(key), int(count))
            for _, key, count, _ in sorted(read["heap"], key=lambda entry: int(entry[0]))
        ],
    }
