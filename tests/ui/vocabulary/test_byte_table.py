"""The byte table: the core's own mapping, drawn, and a text written with it."""

import re
from html import unescape
from typing import Any

from bpe_core.registry import FORMATS
from bpe_core.runtime.text import byte_characters, read_back, written
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.vocabulary.vocabulary_tables import byte_cells, spelled
from tests.ui.test_pages import errors_of, open_page, param, said


def view_of(at: Any) -> str:
    """The table's HTML."""
    [view] = [block.value for block in at.get("html") if 'class="byte-view' in block.value]
    return str(view)


def cells_of(view: str) -> list[tuple[str, str, str]]:
    """Classes, character and what it tells, of each cell in the order of bytes."""
    cell = r'<td tabindex="0" class="([^"]*)">(.*?)<span class="tell">(.*?)</span></td>'
    return [
        (kind, unescape(sign), unescape(tell)) for kind, sign, tell in re.findall(cell, view)
    ]


def test_the_cells_are_the_core_s_table() -> None:
    cells = byte_cells()
    assert [cell.character for cell in cells] == byte_characters()
    assert [cell.value for cell in cells] == list(range(256))
    for cell in cells:
        assert read_back(cell.character) == bytes([cell.value])
        assert (cell.kind == "moved") == (ord(cell.character) >= 256)
        assert (cell.kind == "ascii") == (33 <= cell.value <= 126)


def test_a_byte_s_part_in_utf_8_is_what_utf_8_makes_of_it() -> None:
    roles = {cell.value: cell.role for cell in byte_cells()}
    for text, size in (("~", 1), ("é", 2), ("你", 3), ("🙂", 4)):
        first, *later = text.encode()
        assert roles[first] == ("single" if size == 1 else f"first_of_{size}")
        assert {roles[value] for value in later} <= {"later"}
    used = {value for point in (*range(0xD800), 0x10FFFF) for value in chr(point).encode()}
    assert used.isdisjoint(value for value, role in roles.items() if role == "never")


def test_a_text_is_written_as_in_the_vocabulary_s_file() -> None:
    model = built_in("bilingual")
    letters = spelled("无 世界")
    text = "".join(letter.characters for letter in letters)
    assert text.startswith("æĹłĠ")
    assert text == written("无 世界".encode())
    assert (
        f'"{written("世界".encode())}"' in FORMATS["huggingface"].write(model)["tokenizer.json"]
    )


def test_the_page_draws_the_table(language: str) -> None:
    at = open_page("vocabulary", language, view="bytes")
    assert errors_of(at) == ""
    view = view_of(at)
    cells = cells_of(view)
    assert [sign for _, sign, _ in cells] == byte_characters()
    assert said(language, "vocabulary.bytes.role.first_of_3") in cells[0xE4][2]
    assert "U+0120" in cells[0x20][2]
    assert "æĹłĠthe" in view
    used = {value for value, (kind, _, _) in enumerate(cells) if "used" in kind}
    assert used == set("无 the".encode())
    assert not any(box.key == "tokenizer" for box in at.selectbox)


def test_a_text_of_the_reader_s_is_text_and_travels_in_the_link() -> None:
    at = open_page("vocabulary", view="bytes", byte_text="<b>&\n你")
    view = view_of(at)
    assert "<b>&<" not in view
    assert "&lt;b&gt;&amp;Ċä½ł" in view
    at.text_input(key="byte_text").input("世").run()
    assert param(at, "byte_text") == "世"
    assert "ä¸ĸ" in view_of(at)
    at.text_input(key="byte_text").input("").run()
    assert "byte_text" not in at.query_params
    at.segmented_control(key="vocabulary_view").select("tokens").run()
    assert errors_of(at) == ""
    assert at.selectbox(key="tokenizer").value == "bilingual"
