"""Walks for notebooks: what a frame holds, what it says, and what it does without."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from bpe_core import train
from bpe_core.errors import BPELabError, UnknownNameError
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab import show
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.show.frame import Frame
from bpe_lab.text import LANGUAGES, catalogue, language, speak
from tests.raising import Expected, raises

TEXT = "low lower lowest"
HOSTILE = "</script><img src=x onerror=hit()>\"'&amp; <!-- </iframe>"
PACKED = re.compile(r'id="bpe-lab-packed">([A-Za-z0-9+/=]+)</script>')


class Elements(HTMLParser):
    """The elements of a piece of HTML with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def cell(frame: Frame) -> tuple[str, Any]:
    """The text above a frame, and what the frame has packed."""
    elements = Elements(frame._repr_html_())
    (attributes,) = [attributes for tag, attributes in elements.tags if tag == "iframe"]
    page = attributes["srcdoc"]
    assert page == frame.page()
    (packed,) = PACKED.findall(page or "")
    return elements.text.strip(), json.loads(gzip.decompress(b64decode(packed)))


def test_a_frame_holds_the_very_walk_of_the_page() -> None:
    options, model = TrainOptions(num_merges=3), train(TEXT * 9, vocab_size=270)
    frames = {
        "train": (
            show.training(TEXT, merges=3),
            training_walk(Corpus(TEXT), options).recording,
        ),
        "linked": (show.inside(TEXT, merges=3), linked_walk(Corpus(TEXT), options).recording),
        "encode": (show.encoding(model, "lowest"), word_walk(model, "lowest").recording),
    }
    for name, (frame, recording) in frames.items():
        assert frame.walk == name
        assert cell(frame)[1]["walk"]["recording"] == json.loads(json.dumps(recording))


@pytest.mark.parametrize("name", LANGUAGES)
def test_it_speaks_the_language_that_is_asked_for_and_no_other_cell_does(name: str) -> None:
    speak("en" if name == "zh" else "zh")
    before = language()
    said, packed = cell(show.inside(TEXT, merges=2, language=name))
    assert language() == before
    words = catalogue(name)
    assert said.startswith(words["show.linked"].format(text="low␣lower␣lowest"))
    assert words["show.trust"] in said
    texts = packed["walk"]["text"]
    assert packed["walk"]["lang"] == LANGUAGES[name].tag
    assert texts["player.name"] == words["player.name"]
    steps = packed["walk"]["recording"]["steps"]
    assert {step["say"][0] for step in steps} <= texts.keys()


def test_without_one_it_speaks_as_the_machine_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BPE_LAB_LANG", "zh")
    assert show.training(TEXT).language == "zh"
    monkeypatch.setenv("BPE_LAB_LANG", "en")
    assert show.training(TEXT).language == "en"


def test_a_text_stays_text_wherever_it_comes_from() -> None:
    frame = show.training(HOSTILE, merges=2, language="en")
    cell_tags = {tag for tag, _ in Elements(frame._repr_html_()).tags}
    page_tags = {tag for tag, _ in Elements(frame.page()).tags}
    assert cell_tags == {"div", "p", "small", "iframe"}
    assert page_tags == {"html", "head", "meta", "title", "body", "main", "script"}
    assert "</script><img" in cell(frame)[0]


def test_a_long_text_is_said_to_be_cut() -> None:
    said, _ = cell(show.training("the cat " * 400, merges=2, language="en"))
    assert "1,000" in said, "that so many bytes are drawn"


def test_of_a_sentence_the_first_pre_token_is_encoded() -> None:
    model = built_in("lab")
    assert "the" in cell(show.encoding(model, "the cat", language="en"))[0]


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (lambda: show.training(""), "InputError.empty_text"),
        (lambda: show.inside("a"), "LabError.nothing_to_merge"),
        (lambda: show.training(TEXT, language="fr"), UnknownNameError),
        (lambda: show.training(TEXT, pattern="gpt7"), UnknownNameError),
        (lambda: show.encoding(built_in("lab"), ""), "InputError.empty_text"),
        (lambda: show.training(TEXT, merges=-1), BPELabError),
    ],
)
def test_a_mistake_is_named(wrong: Any, error: Expected) -> None:
    with raises(error):
        wrong()


def test_ten_walks_are_less_than_three_megabytes() -> None:
    walks = [
        show.training(TEXT * 3),
        show.inside(TEXT),
        show.inside("intj intj intj tech tech"),
    ]
    sizes = [len(each._repr_html_().encode()) for each in walks]
    assert max(sizes) * 10 < 3_000_000


def test_a_page_is_the_same_every_time_and_can_be_kept(tmp_path: Path) -> None:
    first, again = (show.training(TEXT, language="en") for _ in range(2))
    assert first.page() == again.page()
    first.save(tmp_path / "walk.html")
    assert (tmp_path / "walk.html").read_text("utf-8") == first.page()


def test_neither_streamlit_nor_numba_nor_pandas_is_imported() -> None:
    program = (
        "import sys, bpe_core; from bpe_lab import show; "
        "show.training('low lower')._repr_html_(); show.inside('low lower')._repr_html_(); "
        "print({'streamlit', 'numba', 'pandas', 'altair', 'pyarrow'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("set()\n", 0), done.stderr
