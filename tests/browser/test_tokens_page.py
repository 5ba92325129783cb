"""The page of tokens in a real browser: typed, counted, a token pressed, its tree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from bpe_core import save
from bpe_core.tokenizers.load_tokenizer import named_tokenizer
from bpe_core.vocabularies import built_in
from tests.browser.conftest import Visit

TYPED = "the cat 👩‍🚀 sat <b>in</b> the garden"
FLOW = ".st-key-tokens_board [data-widget=flow]"


def test_a_text_is_counted_as_typed_and_a_token_shows_its_tree(
    server: str, visit: Callable[..., Visit]
) -> None:
    visited = visit(f"{server}/tokens?models=gpt-4o,lab").settled()
    counted_as_one_types(visited)
    a_pressed_token_shows_its_tree(visited)
    keys_go_along_and_pick_each_part_of_a_character(visited)
    pointing_lights_the_place_in_every_model(visited)
    on_to_its_walk(visited)


def test_a_file_that_a_reload_has_forgotten_is_named(
    server: str, visit: Callable[..., Visit], tmp_path: Path
) -> None:
    save(built_in("lab"), tmp_path, format="huggingface")
    visited = visit(f"{server}/tokens?models=lab").settled()
    visited.page.locator(".st-key-inputs [data-testid=stPopover] button").first.click()
    visited.page.locator("input[type=file]").set_input_files(tmp_path / "tokenizer.json")
    expect(visited.page.locator(".token-counts td.tokens")).to_have_count(2)
    visited.page.reload()
    visited.settled()
    note = visited.page.get_by_test_id("stAlert").filter(has_text="tokenizer.json")
    expect(note).to_be_visible()


def counted_as_one_types(visited: Visit) -> None:
    visited.page.locator(".st-key-counted textarea").fill(TYPED)
    counts = [named_tokenizer("gpt-4o").count(TYPED)]
    figure = visited.page.locator(".token-counts td.tokens b")
    expect(figure.first).to_have_text(str(counts[0]))
    expect(visited.page.locator(f"{FLOW} .flow-item", has_text="garden").first).to_be_visible()
    visited.addressed("models=gpt-4o%2Clab")
    visited.settled()


def press_garden(visited: Visit) -> None:
    visited.page.locator(f"{FLOW} .flow-item", has_text="garden").first.click()
    model = named_tokenizer("gpt-4o").model
    assert model
    shown = visited.page.locator(".st-key-token_picked dd").first
    expect(shown).to_have_text(str(model.ordinary_ids[b" garden"]))


def a_pressed_token_shows_its_tree(visited: Visit) -> None:
    press_garden(visited)
    card = visited.page.locator(".st-key-token_picked")
    expect(card.locator(".derivation [data-node]").first).to_be_visible()
    expect(visited.page.locator(f"{FLOW} [data-picked]")).to_have_count(1)


def keys_go_along_and_pick_each_part_of_a_character(visited: Visit) -> None:
    lab = visited.page.locator(FLOW).last
    together = lab.locator(".flow-item:not(.bit)").first
    together.locator(".bit").last.click()
    ids = built_in("lab").ordinary_ids
    card = visited.page.locator(".st-key-token_picked dd").first
    expect(card).to_have_text(str(ids[b"\xa9"]))
    items = lab.locator(".flow-item")
    items.first.focus()
    visited.press("ArrowRight", "Enter")
    expect(items.nth(1)).to_have_attribute("data-picked", "")


def pointing_lights_the_place_in_every_model(visited: Visit) -> None:
    visited.page.locator(FLOW).first.locator(".flow-item").nth(1).hover()
    expect(visited.page.locator(f"{FLOW} [data-linked]")).to_have_count(2)


def on_to_its_walk(visited: Visit) -> None:
    press_garden(visited)
    visited.settled()
    visited.page.locator(".picked-walk a").click()
    visited.ready()
    visited.addressed("tokenizer=gpt-4o")
    assert "garden" in visited.player().inner_text()
