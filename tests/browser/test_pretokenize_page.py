"""The page of pre-tokens in a real browser: one link, both languages, pointing, comparing."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_core.texts.corpus import sample
from bpe_lab.scenes.pretokenize.pretokens_board import pre_tokens
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.looks import HALLS, assert_no_serious_fault, faults_by_theme, laid_out, sizes
from tests.ui.recordings import widget
from tests.ui.test_pages import said

Open = Callable[..., Visit]


def opened(visit: Open, address: str, **options: object) -> Visit:
    return in_pieces(visit(address, **options))


def in_pieces(visited: Visit) -> Visit:
    """The page once its text is drawn in pieces."""
    visited.page.locator(".player[data-board] .flow").first.wait_for()
    return laid_out(visited.settled())


def drawn(visited: Visit, flow: str) -> list[dict[str, Any]]:
    """The items of a flow as the page shows them."""
    found: list[dict[str, Any]] = (
        visited.page.locator(".player .scroller[data-numbered] .flow")
        .nth(int(flow[-1]))
        .evaluate(
            """(flow) => [...flow.querySelectorAll('.flow-item')].map((item) => ({
                at: item.dataset.at, kind: item.dataset.kind, look: item.dataset.look,
            }))"""
        )
    )
    return [{name: value for name, value in item.items() if value} for item in found]


def expected(recording: Any, flow: str) -> list[dict[str, Any]]:
    return [
        {
            name: value
            for name, value in (
                ("at", str(item["at"])),
                ("kind", str(item["kind"]) if "kind" in item else None),
                ("look", item.get("look")),
            )
            if value is not None
        }
        for item in widget(recording, flow)["items"]
    ]


@in_chinese
def test_a_link_opens_in_its_language(other_server: str, visit: Open, language: str) -> None:
    link = f"lang={language}&passage=code&split=o200k&other=qwen2"
    visited = opened(visit, f"{other_server}/pretokenize?{link}")
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    texts = catalogue(language)
    assert texts["page.linked"] in visited.page.get_by_test_id("stHeader").inner_text()
    titles = visited.page.locator(".player[data-board]").inner_text()
    assert texts["pattern.o200k"] in titles
    assert texts["pattern_meaning.one_digit"] in titles
    recording = pre_tokens(sample("code"), ("o200k", "qwen2")).recording
    for flow in ("flow_0", "flow_1"):
        assert drawn(visited, flow) == expected(recording, flow)


def test_pointing_at_an_alternative_lights_what_it_took(server: str, visit: Open) -> None:
    visited = opened(visit, f"{server}/pretokenize")
    page = visited.page
    row = page.locator(".alternative").nth(2)
    assert row.get_attribute("data-kind") == "2"
    row.hover()
    page.locator(".flow-item[data-linked], .flow-item [data-linked]").first.wait_for()
    lit = page.locator(".flow-item[data-linked], .flow-item [data-linked]").all_inner_texts()
    numbers = [found.data for found in numbers_of("pieces")]
    assert len(lit) == len(numbers) == 3
    page.mouse.move(5, 5)
    expect(page.locator(".player [data-linked]")).to_have_count(0)
    page.locator(".flow-item[data-kind='2']").first.hover()
    assert page.locator(".alternative[data-linked]").get_attribute("data-kind") == "2"


def numbers_of(name: str) -> list[Any]:
    (split,) = pre_tokens(sample(name), ("gpt2",)).splits
    return [each for each in split.pre_tokens if each.number == 2]


@pytest.mark.first_visit
@in_chinese
def test_two_patterns_are_compared(server: str, visit: Open, language: str) -> None:
    text = "a 12345"
    link = f"passage=own&own_passage={pack(text)}&other=cl100k&lang={language}"
    visited = opened(visit, f"{server}/pretokenize?{link}")
    sentence = visited.page.locator("p.told").first.inner_text()
    assert said(language, "pretokenize.differ").split()[0] in sentence
    codes = visited.page.locator("p.told").first.locator("code").all_inner_texts()
    assert codes == ["␣12345", "␣", "123", "45"]
    assert [item.get("look") for item in drawn(visited, "flow_0")] == [None, "differs"]
    looks = [item.get("look") for item in drawn(visited, "flow_1")]
    assert looks == [None, "differs", "differs", "differs"]
    visited.page.goto(f"{server}/pretokenize?{link.replace('cl100k', 'whitespace')}")
    visited.page.locator(".player[data-board] .flow").first.wait_for()


@in_chinese
def test_a_pattern_of_the_reader_s_own(server: str, visit: Open, language: str) -> None:
    visited = opened(visit, f"{server}/pretokenize?split=custom&lang={language}")
    page = visited.page
    field = page.locator(".st-key-custom input")
    has_no_column_of_meanings(visited, language)
    before = page.locator(".flow-item").count()
    for typed, error in (
        (r"\w+", "PatternSkipsTextError"),
        (r"(\w+", "PatternSyntaxError"),
        (r"\w*", "PatternMatchesEmptyError"),
        (r"(?R)x", "PatternUnsupportedError"),
    ):
        field.fill(typed)
        field.press("Enter")
        start = said(language, f"error.{error}").split("`")[0][:14]
        page.locator("[data-testid=stAlert]", has_text=start).wait_for()
        expect(page.locator(".flow-item"), "the last picture stays").to_have_count(before)
    assert faults_by_theme(visited.settled()) == {"light": [], "dark": []}
    field.fill("(?s)你好|.")
    field.press("Enter")
    page.locator("[data-testid=stAlert]").wait_for(state="detached")
    page.locator(".alternative code", has_text="你好").wait_for()
    page.wait_for_url("**custom=*")
    again = opened(visit, page.url)
    expect(again.page.locator(".flow-item")).to_have_count(page.locator(".flow-item").count())


def has_no_column_of_meanings(visited: Visit, language: str) -> None:
    heads = visited.page.locator(".pattern [role=columnheader]").all_inner_texts()
    texts = catalogue(language)
    assert heads == [texts[f"player.pattern.{name}"] for name in ("kind", "code", "matches")]


HOSTILE = "<script>hit=1</script> <img src=x onerror='hit=1'> \u202eevil\u202c 12345 </code>"


def test_hostile_text_is_text_everywhere(server: str, visit: Open) -> None:
    link = f"passage=own&own_passage={pack(HOSTILE)}&split=whitespace&other=none"
    visited = opened(visit, f"{server}/pretokenize?{link}")
    assert visited.page.evaluate("window.hit") is None
    expect(visited.page.locator(".player img, .player script, p.told img")).to_have_count(0)
    assert "<script>hit=1</script>" in visited.page.locator("p.told").first.inner_text()
    assert "\u202e" not in visited.page.locator("body").inner_text()


@pytest.mark.parametrize(
    ("query", "halls"),
    [
        ("split=o200k&lang=zh", HALLS[2:]),
        ("split=cl100k&other=o200k&lang=zh&passage=code", HALLS[:1]),
        ("split=whitespace&other=o200k&lang=en&passage=story_en", HALLS),
    ],
)
def test_a_projector_shows_text_and_pattern_without_scrolling(
    server: str, visit: Open, query: str, halls: tuple[tuple[int, int], ...]
) -> None:
    visited = opened(visit, f"{server}/pretokenize?mode=present&{query}")
    expect(visited.page.locator(".st-key-inputs")).to_be_hidden()
    rows = visited.page.locator(".player[data-board], .alternative, p.told")
    bottoms = "all => all.map((each) => each.getBoundingClientRect().bottom)"
    board = visited.page.locator(".player[data-board], .room > .panel:not([hidden])")
    code = visited.page.locator(".room > .tabs [role=tab]").last
    for height in sizes(visited, *halls):
        ends = rows.evaluate_all(bottoms)
        assert len(ends) > 7
        assert max(ends) <= height
        for tab in (None, code):
            if tab:
                tab.click()
            whole, *inside = board.evaluate_all(bottoms)
            assert max(inside) <= whole <= height
        assert rows.evaluate_all(bottoms) == ends, "nothing moves when the code is opened"
        visited.page.locator(".room > .tabs [role=tab]").first.click()


def test_presenting_the_board_has_the_keyboard(server: str, visit: Open) -> None:
    visited = opened(visit, f"{server}/pretokenize?mode=present")
    focused = "document.activeElement.shadowRoot?.activeElement ?? document.activeElement"
    assert visited.page.evaluate(f"({focused}).matches('.player[data-board]')")
    visited.press("Tab")
    assert visited.page.evaluate(f"({focused}).matches('.flow-item, .scroller')")
    visited.press("Escape")
    visited.page.locator(".st-key-inputs").wait_for()


def test_two_patterns_count_their_alternatives_each_from_one(server: str, visit: Open) -> None:
    visited = opened(visit, f"{server}/pretokenize?split=o200k&other=cl100k")
    page = visited.page
    for pattern in page.locator(".pattern").all():
        badges = pattern.locator(".badge").all_inner_texts()
        assert badges == [str(number + 1) for number in range(len(badges))]
    right = page.locator(".pattern").nth(1).locator(".alternative")
    right.nth(1).hover()
    lit = page.locator(".player [data-linked]")
    lit.first.wait_for()
    assert set(lit.evaluate_all("all => all.map((each) => each.dataset.kind)")) == {
        right.nth(1).get_attribute("data-kind")
    }
    numbers = page.locator(".flow [data-linked]").evaluate_all(
        "all => all.map((each) => getComputedStyle(each, '::after').content)"
    )
    assert set(numbers) == {'"2"'}


def test_no_serious_fault_and_phone_width_fits(server: str, visit: Open) -> None:
    address = f"{server}/pretokenize?split=o200k&other=qwen2"
    visited = opened(visit, address)
    assert_no_serious_fault(visited, address, in_pieces)
    visited.page.set_viewport_size({"width": 390, "height": 844})
    visited.page.goto(address)
    in_pieces(visited)
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390


@in_chinese
def test_a_hall_reads_the_note_below_whole_and_key_f_fills_it_with_the_pieces(
    server: str, visit: Callable[..., Visit], language: str
) -> None:
    """A clicker's key then scrolls nothing."""
    address = f"{server}/pretokenize?mode=present&lang={language}"
    visited = visit("about:blank", viewport={"width": 1920, "height": 1080})
    note = visited.page.locator("p.told.below")
    for text in ("pieces", "intj"):
        visited.page.goto(f"{address}&passage={text}")
        visited.page.locator(".player[data-board]").wait_for()
        note.wait_for()
        laid_out(visited.settled())
        box = note.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 1080, text
    visited.page.mouse.move(2, 2)
    visited.press("f")
    full = visited.page.locator(".panel[data-full]")
    flow = catalogue(language)["pretokenize.flow"]
    expect(full.locator("h2"), "and not the strip above it").to_have_text(flow)
