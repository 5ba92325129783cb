"""What Streamlit's tools say: both languages' words are served, by the tag that a page has."""

from __future__ import annotations

import json

from starlette.applications import Starlette
from starlette.testclient import TestClient

from bpe_lab.text import LANGUAGES, catalogue
from ui.page.tool_words import FOLDER, ROUTE, SCRIPT, TOOLS, files, head, words


def test_every_word_is_said_in_the_page_s_language() -> None:
    for name, language in LANGUAGES.items():
        for each in LANGUAGES:
            for tool in TOOLS:
                key = f"tools.{tool}"
                assert words()[language.tag][catalogue(each)[key]] == catalogue(name)[key]


def test_a_page_loads_the_words_and_then_the_script() -> None:
    [file] = files()
    assert f"./{FOLDER}/{file.name}" in head()
    answer = TestClient(Starlette(routes=[ROUTE])).get(f"/{FOLDER}/{file.name}")
    data, _, script = answer.text.partition("\n")
    assert json.loads(data.removeprefix("window.toolWords = ").removesuffix(";")) == words()
    assert script == SCRIPT.read_text(encoding="utf-8")
