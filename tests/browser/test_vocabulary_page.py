"""The vocabulary page in a real browser: links, the reader's files, hostile files."""

import json
import pickle
import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.registry import FORMATS
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.vocabulary.token_board import derivation_of
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit, in_chinese
from tests.browser.looks import faults_by_theme
from tests.ui.test_pages import said
from ui.page.saving import download_of

Open = Callable[..., Visit]
File = dict[str, Any]
PHONE = {"viewport": {"width": 390, "height": 844}}
MERGES = b"#version: 0.2\nt h\n"


def drawn(visited: Visit) -> Visit:
    """Wait until a token's tree is there."""
    visited.page.locator(".player [data-widget=tree]").wait_for()
    return visited


def ranks(visited: Visit, place: str = ".player[data-board]") -> list[int]:
    """The ranks of the tree's merges, as a screen reader hears them."""
    nodes = visited.page.locator(f"{place} .derivation [data-node]")
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


@pytest.mark.first_visit
@in_chinese
def test_a_link_opens_on_its_token_and_a_click_on_a_row_on_another(
    other_server: str, visit: Open, language: str
) -> None:
    model = built_in("lab")
    token_id = model.ordinary_ids[b" return"]
    query = f"tokenizer=lab&lang={language}&token={token_id}&find=return&order=id"
    visited = drawn(visit(f"{other_server}/vocabulary?{query}"))
    expect(visited.page.get_by_role("dialog")).to_have_count(0)
    has_head(visited, "␣return", token_id)
    derivation = derivation_of(model, token_id)
    assert ranks(visited) == sorted(node.rank for node in derivation.nodes)
    found = sum(b"return" in token for token in model.vocabulary)
    search = visited.page.locator(".st-key-search")
    expect(search).to_contain_text(str(found), use_inner_text=True)
    visited.addressed(f"token={token_id}")
    a_click_on_a_row_chooses_its_token(visited.settled(), token_id)


def a_click_on_a_row_chooses_its_token(visited: Visit, before: int) -> None:
    """Of those with ``return`` in them; ``before`` is another one, and not in that row."""
    model = built_in("lab")
    found = [n for n, token in enumerate(model.vocabulary) if b"return" in token]
    row, height = 1, 35
    assert found[row] != before
    table = visited.page.get_by_test_id("stDataFrame").first
    table.click(position={"x": 18, "y": height * (row + 1) + height // 2})
    visited.page.wait_for_url(f"**token={found[row]}**")
    drawn(visited)
    has_head(visited, found[row])


@in_chinese
def test_what_comes_along_fits_a_phone_is_saved_and_is_searched(
    server: str, visit: Open, language: str
) -> None:
    visited = drawn(visit(f"{server}/vocabulary?tokenizer=lab&lang={language}", **PHONE))
    assert faults_by_theme(visited.settled()) == {"light": [], "dark": []}
    assert visited.page.evaluate("document.documentElement.scrollWidth") <= 390
    visited.page.set_viewport_size({"width": 1280, "height": 800})
    every_format_is_saved_or_says_why_not(visited, language)
    typing_and_going_on(visited, language)


def typing_and_going_on(visited: Visit, language: str) -> None:
    type_into(visited, "token", "in")
    visited.page.get_by_role("heading", name="in", exact=True).wait_for()
    # By its token's own key: the row of the token before stands there until the run has ended.
    token_id = built_in("lab").ordinary_ids[b"in"]
    pill = visited.page.locator(f".st-key-next_{token_id} button").first
    text = pill.inner_text()
    pill.click()
    visited.page.get_by_role("heading", name=text, exact=True).wait_for()
    # The field follows the pill; what is typed before it does would give way to it.
    expect(field(visited, "token")).not_to_have_value("in")
    visited.settled()
    type_into(visited, "token", "indistinguishable ünit")
    notice = said(language, "notice.NoTokenNotice")
    visited.page.get_by_text(notice.strip()).first.wait_for()
    type_into(visited, "find", "E4 B")
    visited.page.locator(".st-key-find_by").click()
    visited.page.get_by_text(catalogue(language)["vocabulary.find_by.bytes"]).last.click()
    visited.page.get_by_text(said(language, "error.HexSearchError")).wait_for()


def give(visited: Visit, files: list[File]) -> None:
    """Give all files and wait until the server has them and has answered."""
    visited.page.locator(".st-key-vocabulary_files input[type=file]").set_input_files(files)
    for file in files:
        taken_back(visited, file).wait_for()
    visited.settled()


def take_back(visited: Visit, files: list[File]) -> None:
    for file in files:
        taken_back(visited, file).click()
        taken_back(visited, file).wait_for(state="detached")
        visited.settled()


def taken_back(visited: Visit, file: File) -> Any:
    """What takes a file back; named otherwise while the file is on its way."""
    return visited.page.get_by_role("button", name=f"Remove {file['name']}", exact=True)


def text_file(name: str, data: bytes) -> File:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": data}


def test_the_gpt2_pair_is_there_on_the_encode_page(
    server: str, visit: Open, gpt2_folder: Path
) -> None:
    visited = visit(f"{server}/vocabulary?tokenizer=file&token=␣tech")
    names = ("vocab.json", "merges.txt")
    give(visited, [text_file(name, (gpt2_folder / name).read_bytes()) for name in names])
    drawn(visited)
    has_head(visited, 7261, "7,005")  # the second is the rank of the merge
    assert ranks(visited) == [0, 98, 317, 7005]
    visited.page.get_by_test_id("stTopNavLink").filter(
        has_text=catalogue("en")["page.encode"]
    ).click()
    visited.ready()
    visited.page.get_by_text("50,257").first.wait_for()
    visited.player().focus()
    visited.press("End")
    assert ranks(visited, ".player:not([data-board])") == [0, 98, 317, 7005]


HOSTILE = {
    "zip": lambda: archive({"vocab.json": b"{}"}),
    "pickle": lambda: pickle.dumps({"a": 0}),
    "not JSON": lambda: b'{"a": 0,',
    "duplicate ids": lambda: json.dumps({"a": 0, "b": 0}).encode(),
    "twice the same key": lambda: b'{"a": 0, "a": 1}',
    "markup": lambda: json.dumps({"<img src=x onerror=alert(1)>": 0}).encode(),
    "nothing": lambda: b"",
}


def archive(files: dict[str, bytes]) -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return buffer.getvalue()


@in_chinese
def test_hostile_files_end_in_a_message_and_ranks_take_what_the_reader_says_of_them(
    server: str, visit: Open, language: str
) -> None:
    visited = visit(f"{server}/vocabulary?tokenizer=file&lang={language}")
    page = visited.page
    for name, data in HOSTILE.items():
        files = [text_file("vocab.json", data()), text_file("merges.txt", MERGES)]
        give(visited, files)
        alert = page.locator("[data-testid=stAlertContentError]")
        alert.wait_for()
        assert re.search(r"(vocab\.json|merges\.txt)", alert.inner_text()), name
        expect(page.locator("[data-testid=stException], img[src=x]"), name).to_have_count(0)
        take_back(visited, files)
        alert.wait_for(state="detached")
    own = FORMATS["huggingface"].write(bpe_core.train("low lower lowest", vocab_size=262))
    files = [text_file(name, text.encode()) for name, text in own.items()]
    give(visited, files)
    drawn(visited)
    take_back(visited, files)
    ranks_take_what_the_reader_says_of_them(visited, language)


def ranks_take_what_the_reader_says_of_them(visited: Visit, language: str) -> None:
    model = bpe_core.train("low lower lowest", vocab_size=260)
    [(name, text)] = FORMATS["tiktoken"].write(model).items()
    give(visited, [text_file(name, text.encode())])
    drawn(visited)
    texts = catalogue(language)
    visited.page.get_by_role("button", name=texts["tokenizer_file.open"]).click()
    type_into(visited, "file_specials", "<|x|>")
    visited.page.get_by_text(said(language, "error.SpecialTokenIdError")).wait_for()
    type_into(visited, "file_specials", "<|x|>=260")
    drawn(visited)
    visited.press("Escape")
    type_into(visited, "token", "<|x|>")
    visited.page.get_by_text(texts["vocabulary.special"]).wait_for()


def every_format_is_saved_or_says_why_not(visited: Visit, language: str) -> None:
    page, texts = visited.page, catalogue(language)
    model = built_in("lab")
    for name in FORMATS:
        page.locator(".st-key-save_as").get_by_text(texts[f"vocabulary.format.{name}"]).click()
        page.get_by_text(texts[f"vocabulary.keeps.{name}"]).wait_for()
        try:
            files = FORMATS[name].write(model)
        except FormatError:
            page.get_by_text(said(language, "vocabulary.cannot_hold")[:8]).wait_for()
            expect(page.get_by_test_id("stDownloadButton"), name).to_have_count(0)
            continue
        file = download_of(files, name)[1]
        button = page.get_by_test_id("stDownloadButton").filter(has_text=file)
        with page.expect_download() as waiting:
            button.click()
        data = Path(waiting.value.path()).read_bytes()
        if len(files) > 1:
            with zipfile.ZipFile(BytesIO(data)) as packed:
                assert {n: packed.read(n).decode() for n in packed.namelist()} == files
        else:
            assert [data.decode()] == [*files.values()]


def test_presenting_looks_up_what_a_student_asks_for(server: str, visit: Open) -> None:
    size = {"width": 1280, "height": 720}
    visited = drawn(visit(f"{server}/vocabulary?tokenizer=lab&mode=present", viewport=size))
    expect(visited.page.locator(".st-key-after")).to_have_count(0)
    search = visited.page.locator(".st-key-find input")
    search.wait_for()
    tree = visited.page.locator(".player[data-board]").first.bounding_box()
    found = search.bounding_box()
    assert tree
    assert found
    assert tree["y"] + tree["height"] < found["y"] < size["height"]
    visited.page.locator("[class*=st-key-next_] button").first.click()
    visited.page.wait_for_url("**token=**")
    field = visited.page.locator(".st-key-token input")
    field.fill("␣and")
    field.press("Enter")
    visited.page.locator(".token-head h2", has_text="and").wait_for()
