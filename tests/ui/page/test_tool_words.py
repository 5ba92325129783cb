"""What Streamlit's tools say: both languages' words are served, by the tag that a page has."""

from __future__ import annotations

import json
from pathlib import Path

from starlette.applications import Starlette
from starlette.testclient import TestClient
from streamlit import file_util

from bpe_lab.text import LANGUAGES, catalogue
from ui.page.tool_words import SCRIPT, TOOLS, WORDS, by_tag, head, words


def test_every_word_is_said_in_the_page_s_language() -> None:
    for name, language in LANGUAGES.items():
        for each in LANGUAGES:
            for tool in TOOLS:
                key = f"tools.{tool}"
                assert words()[language.tag][catalogue(each)[key]] == catalogue(name)[key]


def test_streamlit_still_says_what_is_replaced() -> None:
    """A word that it no longer says is replaced nowhere, and nobody hears of it."""
    bundles = (Path(file_util.get_static_dir()) / "static" / "js").glob("index.*.js")
    said = "".join(bundle.read_text(encoding="utf-8") for bundle in bundles)
    text = catalogue("en")
    new = ("main_menu", "made_with", "print", "connecting", "stop", "connection_error")
    assert [name for name in new if text[f"tools.{name}"] not in said] == []


def test_a_page_loads_the_words_and_then_the_script() -> None:
    [file] = WORDS.files()
    assert WORDS.address(file) in head()
    answer = TestClient(Starlette(routes=[WORDS.route])).get(WORDS.address(file)[1:])
    data, _, script = answer.text.partition("\n")
    served = json.loads(data.removeprefix("window.toolWords = ").removesuffix(";"))
    assert served == {
        "words": words(),
        "gone": by_tag("server_gone"),
        "overfull": by_tag("overfull"),
    }
    assert script == SCRIPT.read_text(encoding="utf-8")
