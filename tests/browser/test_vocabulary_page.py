"""The vocabulary page in a real browser: a token looked up, its bytes, files."""

import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from bpe_core.registry import FORMATS
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.drawn_tokens import derivation_of
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.looks import serious_faults, sizes
from tests.browser.navigation import follow
from tests.browser.reader import HALL, PHONE, assert_everybody_reads_it, presented
from tests.ui.test_pages import said

Open = Callable[..., Visit]
LAB = built_in("lab")
LOW_HALL = (1280, 720)
LETTERS = """selector => Math.min(...[...document.querySelectorAll(selector)].flatMap(root =>
  [...root.querySelectorAll("*")].filter(node => node.childNodes.length && node.innerText)
    .map(node => parseFloat(getComputedStyle(node).fontSize))))"""


def drawn(visited: Visit) -> Visit:
    """Wait until a token's tree is there."""
    visited.page.locator(".player [data-widget=tree]").wait_for()
    return visited


def ranks(visited: Visit) -> list[int]:
    """The ranks of the tree's merges, as a screen reader hears them."""
    nodes = visited.page.locator(".player[data-board] .derivation [data-node]")
    names = [str(node.get_attribute("aria-label")) for node in nodes.all()]
    grouped = [re.findall(r"\d(?:[\d,]*\d)?", name)[-1] for name in names]
    return sorted(int(rank.replace(",", "")) for rank in grouped)


def has_head(visited: Visit, *parts: object) -> None:
    """Wait until all these stand over the token; an id stands as in files, without groups."""
    for part in parts:
        expect(visited.page.locator(".token-head")).to_contain_text(
            str(part), use_inner_text=True
        )


def field(visited: Visit, key: str) -> Any:
    return visited.page.locator(f".st-key-{key} input").first


def type_into(visited: Visit, key: str, text: str) -> None:
    field(visited, key).fill(text)
    field(visited, key).press("Enter")


def has_box_within(visited: Visit, selector: str, width: int, height: int) -> None:
    box = visited.page.locator(selector).bounding_box()
    assert box
    assert box["x"] + box["width"] <= width
    assert box["y"] + box["height"] <= height


def test_a_token_is_looked_up_and_shown_to_a_hall(server: str, visit: Open) -> None:
    token_id = LAB.ordinary_ids[b" return"]
    query = f"tokenizer=lab&lang=zh&token={token_id}&find=return&order=id"
    visited = drawn(visit(f"{server}/vocabulary?{query}"))
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    has_head(visited, "␣return", token_id)
    assert ranks(visited) == sorted(node.rank for node in derivation_of(LAB, token_id).nodes)
    a_click_on_a_row_chooses_its_token(visited.settled(), token_id)
    a_click_on_a_next_token_follows_it(visited)
    a_search_that_cannot_be_meant_is_told(visited)
    it_is_saved_where_a_format_can_hold_it(visited)
    a_hall_looks_up_what_a_student_asks_for(visited)


def a_click_on_a_row_chooses_its_token(visited: Visit, before: int) -> None:
    """Of those with ``return`` in them, that word first; ``before`` is not in that row."""
    found = [n for n, token in enumerate(LAB.vocabulary) if b"return" in token]
    found.sort(key=lambda n: LAB.vocabulary[n].strip() != b"return")
    row, height = 2, 35
    assert found[row] != before
    table = visited.page.get_by_test_id("stDataFrame").first
    table.click(position={"x": 18, "y": height * (row + 1) + height // 2})
    visited.page.wait_for_url(f"**token={found[row]}**")
    has_head(drawn(visited), found[row])


def a_click_on_a_next_token_follows_it(visited: Visit) -> None:
    type_into(visited.settled(), "token", "in")
    # By its token's own key: the row of the token before stands there until the run has ended.
    pill = visited.page.locator(f".st-key-next_{LAB.ordinary_ids[b'in']} button").first
    text = pill.inner_text()
    pill.click()
    visited.page.get_by_role("heading", name=text, exact=True).wait_for()
    expect(field(visited, "token")).not_to_have_value("in")


def a_search_that_cannot_be_meant_is_told(visited: Visit) -> None:
    type_into(visited.settled(), "find", "E4 B")
    visited.page.locator(".st-key-find_by").click()
    visited.page.get_by_text(catalogue("zh")["vocabulary.find_by.bytes"]).last.click()
    visited.page.get_by_text(said("zh", "error.LabError.hex_search")).wait_for()


def it_is_saved_where_a_format_can_hold_it(visited: Visit) -> None:
    """Several files in an archive; one that cannot hold it says why and offers none."""
    page, formats = visited.page, page_formats(visited)
    formats("gpt2").click()
    button = page.get_by_test_id("stDownloadButton").filter(has_text=".zip")
    with page.expect_download() as waiting:
        button.click()
    with zipfile.ZipFile(waiting.value.path()) as packed:
        files = {name: packed.read(name).decode() for name in packed.namelist()}
    assert files == FORMATS["gpt2"].write(LAB)
    formats("subword_nmt").click()
    page.get_by_text(said("zh", "vocabulary.cannot_hold")[:8]).wait_for()
    expect(page.get_by_test_id("stDownloadButton")).to_have_count(0)


def page_formats(visited: Visit) -> Callable[[str], Any]:
    """The choices of a format by its name."""
    words, choices = catalogue("zh"), visited.page.locator(".st-key-save_as")
    return lambda name: choices.get_by_text(words[f"vocabulary.format.{name}"])


def a_hall_looks_up_what_a_student_asks_for(visited: Visit) -> None:
    page = presented(visited).page
    expect(page.locator(".st-key-after")).to_have_count(0)
    type_into(drawn(visited), "token", "␣and")
    page.locator(".token-head h2", has_text="and").wait_for()
    for height in sizes(visited, LOW_HALL):
        tree = page.locator(".player[data-board]").first.bounding_box()
        search = field(visited, "find").bounding_box()
        assert tree
        assert search
        assert tree["y"] + tree["height"] < search["y"] < height


def test_the_bytes_fit_a_phone_and_are_one_screen_of_a_hall(server: str, visit: Open) -> None:
    visited = visit(f"{server}/vocabulary?view=bytes&lang=zh")
    visited.page.locator(".byte-grid table").wait_for()
    assert_everybody_reads_it(visited)
    for height in sizes(visited, PHONE):
        has_box_within(visited, ".byte-grid table", PHONE[0], 10 * height)
    for height in sizes(presented(visited), HALL):
        has_box_within(visited, ".byte-grid table", HALL[0], height)
        assert visited.page.locator("[data-testid=stMain]").evaluate(
            "node => node.scrollHeight <= node.clientHeight"
        )
        assert visited.page.evaluate(LETTERS, ".byte-grid, .byte-lesson") >= 18
    assert serious_faults(visited) == [], "presenting"
    a_cell_tells_its_byte_to_the_pointer_and_to_the_keyboard(visited)


def a_cell_tells_its_byte_to_the_pointer_and_to_the_keyboard(visited: Visit) -> None:
    cell = visited.page.locator(".byte-grid tbody tr:nth-child(15) td:nth-child(6)")
    words = cell.locator(".tell")
    expect(words).to_be_hidden()
    cell.hover()
    expect(words).to_be_visible()
    visited.page.mouse.move(1, 1)
    expect(words).to_be_hidden()
    cell.focus()
    expect(words).to_be_visible()


def give(visited: Visit, *files: dict[str, Any]) -> None:
    """Give all files, which stay in their field where they are refused."""
    field = visited.page.locator("[class*=st-key-vocabulary_files] input[type=file]")
    field.set_input_files(files)


def taken_back(visited: Visit, file: dict[str, Any]) -> Any:
    """What takes a file back; named otherwise while the file is on its way."""
    return visited.page.get_by_role("button", name=f"Remove {file['name']}", exact=True)


def file_of(name: str, data: bytes) -> dict[str, Any]:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def test_files_are_refused_taken_back_and_there_on_the_encode_page(
    server: str, visit: Open
) -> None:
    visited = visit(f"{server}/vocabulary?tokenizer=file&token=␣return")
    page = visited.page
    markup = json.dumps({"<img src=x onerror=alert(1)>": 0}).encode()
    wrong = file_of("vocab.json", markup), file_of("merges.txt", b"#version: 0.2\nt h\n")
    give(visited, *wrong)
    for file in wrong:
        taken_back(visited, file).wait_for()
    visited.settled()
    alert = page.locator("[data-testid=stAlertContentError]")
    expect(alert.first).to_contain_text(re.compile(r"(vocab\.json|merges\.txt)"))
    expect(page.locator("[data-testid=stException], img[src=x]")).to_have_count(0)
    for file in wrong:
        taken_back(visited, file).click()
        taken_back(visited, file).wait_for(state="detached")
        visited.settled()
    expect(alert).to_have_count(0)
    token_id = LAB.ordinary_ids[b" return"]
    expected = sorted(node.rank for node in derivation_of(LAB, token_id).nodes)
    give(
        visited, *(file_of(n, text.encode()) for n, text in FORMATS["gpt2"].write(LAB).items())
    )
    has_head(drawn(visited), token_id, f"{max(expected):,}")
    assert ranks(visited) == expected
    follow(visited, "encode")
    chosen = visited.ready().page.locator("[class*=st-key-own_tokenizer] input")
    expect(chosen).to_have_value(re.compile(f"{len(LAB.vocabulary):,}"))
    page.reload()
    expect(visited.page.get_by_text("a reload forgets files")).to_contain_text("vocab.json")
