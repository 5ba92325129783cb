"""The BytePiece page without a browser: links, the reader's text and file, every mistake."""

import json
from typing import Any

import pytest

from bpe_core.runtime.text import pack
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel, write_bytepiece
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import errors_of, open_page, param, said
from ui.bytepiece.bytepiece_inputs import CAP

SMALL = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ha": 40, b"aha": 20})
[FILE] = write_bytepiece(SMALL).values()


def own(text: str, **query: str) -> dict[str, str]:
    """The parameters of a link with a text of the reader's."""
    packed = pack(text)
    assert packed
    return {"piece_text": "own", "own_pieces": packed, **query}


def with_file(data: bytes, language: str = "en") -> Any:
    at = open_page("bytepiece", language, piece_model="file")
    given = ("some.model", data, "application/json")
    return at.file_uploader(key="bytepiece_file").set_value(given).run()


def infos_of(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def tables_of(at: Any) -> str:
    return " ".join(str(element.proto.body) for element in at.get("html"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_on_a_text_with_a_model_made_here(language: str) -> None:
    at = open_page("bytepiece", language)
    assert errors_of(at) == ""
    assert at.selectbox(key="piece_text").label == catalogue(language)["input.piece_text"]
    for part in ("prune", "sample", "text", "file"):
        assert catalogue(language)[f"bytepiece.{part}.title"] in tables_of(at)


def test_pruning_is_asked_for_before_its_table_is_sent(language: str) -> None:
    text = catalogue(language)
    at = open_page("bytepiece", language, ask="1")
    assert errors_of(at) == ""
    assert text["asking.veiled"] in tables_of(at)
    assert text["bytepiece.prune.parts_value"] not in tables_of(at)
    question = at.radio[0]
    assert "{" not in question.label
    assert question.options == [text["asking.choice_pruned"], text["asking.choice_stays"]]
    question.set_value("pruned")
    at.button(key="pruning_check").click().run()
    (verdict,) = (*at.success, *at.info)  # one try: right, or what is right is shown
    assert verdict.value[2] in "✓→"
    at.query_params["ask"] = "1"
    press = at.button(key="pruning_onward")
    while 'class="asking-veil"' in tables_of(at):
        at = press.click().run()
        press = at.button(key="pruning_onward")
    assert text["bytepiece.prune.parts_value"] in tables_of(at)


@pytest.mark.parametrize(
    ("text", "view"), [("english", "lattice"), ("chinese", "states"), ("mixed", "lattice")]
)
def test_every_text_and_every_view(text: str, view: str) -> None:
    at = open_page("bytepiece", piece_text=text, view=view)
    assert errors_of(at) == ""
    assert infos_of(at) == ""


class TestOwnText:
    def test_a_long_one_is_cut_and_told(self, language: str) -> None:
        at = open_page("bytepiece", language, **own("桥" * (CAP // 3 + 1)))
        assert errors_of(at) == ""
        assert said(language, "notice.line_cut") in infos_of(at)

    def test_of_several_lines_the_first(self, language: str) -> None:
        at = open_page("bytepiece", language, **own("one\ntwo"))
        assert errors_of(at) == ""
        assert said(language, "notice.line_cut") in infos_of(at)

    def test_an_empty_one_is_told(self, language: str) -> None:
        at = open_page("bytepiece", language, **own("x"))
        at.text_input(key="own_pieces").set_value("").run()
        assert said(language, "error.InputError.empty_text") in errors_of(at)

    def test_a_broken_link_falls_back_and_is_told(self, language: str) -> None:
        query = {"piece_text": "own", "own_pieces": "!!", "view": "no", "alpha": "7"}
        at = open_page("bytepiece", language, **query)
        assert errors_of(at) == ""
        assert said(language, "notice.unknown_choice") in infos_of(at)


@pytest.mark.parametrize("text", ["e\u0301", "🙂", "\u202e\x00\x1b", "a" * CAP, " " * CAP])
def test_odd_texts(text: str) -> None:
    for view in ("lattice", "states"):
        assert errors_of(open_page("bytepiece", view=view, **own(text))) == ""


def test_alpha_and_seed_stand_in_the_link() -> None:
    at = open_page("bytepiece", alpha="1", seed="7")
    assert at.number_input(key="seed").value == 7
    before = tables_of(at)
    at.number_input(key="seed").set_value(8).run()
    assert param(at, "seed") == "8"
    assert param(at, "alpha") == "1"
    assert tables_of(at) != before, "another seed draws others"
    at.number_input(key="seed").set_value(7).run()
    assert tables_of(at) == before


NO_MODELS = (
    b"",
    b"\xff\xfe",
    b"[1, 2]",
    b"{}",
    b'{"YQ==": [3, "a", 0]}',
    json.dumps({"<b>": [3, "a", 1]}).encode(),
    b'{"YQ==": [3, "a", 1], "YQ==": [4, "a", 1]}',
    b"[" * 100_000,
    FILE.encode()[:-40],
    FILE.replace('"AA=="', '"AAA="').encode(),
)


class TestFile:
    def test_a_model_file_is_worked_with(self) -> None:
        at = with_file(FILE.encode())
        assert errors_of(at) == ""
        assert "some.model" in " ".join(each.value for each in at.caption)
        assert catalogue("en")["bytepiece.prune.title"] not in tables_of(at), "not its training"
        assert catalogue("en")["bytepiece.sample.title"] in tables_of(at)

    def test_what_is_no_model_is_told(self, language: str) -> None:
        at = open_page("bytepiece", language, piece_model="file")
        for data in NO_MODELS:
            file = ("some.model", data, "application/json")
            at.file_uploader(key="bytepiece_file").set_value(file).run()
            assert said(language, "error.FormatError") in errors_of(at), data[:50]
            assert r"some\.model" in errors_of(at), "the file as the reader calls it"
            assert "<b>" not in errors_of(at)

    def test_it_stays_until_another_one_comes(self) -> None:
        at = with_file(FILE.encode())
        at.selectbox(key="piece_model").select("lesson").run()
        at.selectbox(key="piece_model").select("file").run()
        assert errors_of(at) == ""
        assert "some.model" in " ".join(each.value for each in at.caption)

    def test_many_pieces_at_every_byte_are_bounded(self) -> None:
        runs = {b"a" * size: 1000 - size for size in range(2, 61)}
        model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), **runs})
        [file] = write_bytepiece(model).values()
        at = open_page("bytepiece", piece_model="file", **own("a" * CAP))
        given = ("a.model", file.encode(), "application/json")
        at.file_uploader(key="bytepiece_file").set_value(given).run()
        assert errors_of(at) == ""
        assert said("en", "notice.line_cut") in infos_of(at)


def test_another_alpha_draws_others() -> None:
    at = open_page("bytepiece")
    before = tables_of(at)
    at.segmented_control(key="alpha").set_value("2").run()
    assert param(at, "alpha") == "2"
    assert tables_of(at) != before


@pytest.mark.parametrize(
    ("lang", "link", "text"),
    [
        ("zh", {}, "chinese"),
        ("en", {}, "english"),
        ("zh", {"step": "9"}, "english"),
        ("zh", {"at": "end"}, "english"),
    ],
)
def test_a_reader_of_chinese_begins_with_chinese_but_not_by_a_link_into_a_walk(
    lang: str, link: dict[str, str], text: str
) -> None:
    at = open_page("bytepiece", lang, **link)
    assert at.selectbox(key="piece_text").value == text
