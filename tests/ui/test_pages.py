"""The pages as a reader meets them, without a browser: both languages, every mistake."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core import MergeDifference
from bpe_core.runtime.text import pack
from bpe_lab.check import Fault, Report
from bpe_lab.check.reference import Convention
from bpe_lab.check.report import link_to
from bpe_lab.pages import PAGES
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.ui.charts.charts_sent import charts_of
from ui.serving.belongings import ENTRY

PATIENCE = 60  # seconds for a run of a page's script


def open_page(name: str, language: str = "en", **query: str) -> Any:
    """The page by its link, in one run: a page's file is named as its address."""
    at = AppTest.from_file(ROOT / "ui" / "shell.py", default_timeout=PATIENCE)
    if name != "home":
        at.switch_page(str(ROOT / "pages" / f"{name}.py"))
    for key, value in {"lang": language, **query}.items():
        at.query_params[key] = value
    return at.run()


def belongings_of(at: Any) -> dict[str, Any]:
    """What the page's session holds of its reader."""
    mine: dict[str, Any] = at.session_state[ENTRY].held
    return mine


def param(at: Any, name: str) -> str:
    """A parameter of the address, which AppTest holds as a string or as a list of them."""
    value = at.query_params[name]
    return value if isinstance(value, str) else str(value[0])


def said(language: str, key: str) -> str:
    """The longest piece of a text without placeholders, to look for in a message."""
    import re

    pieces = re.split(r"\{[^}]*\}", catalogue(language)[key])
    return max(pieces, key=len).strip()


def errors_of(at: Any) -> str:
    assert not at.exception, at.exception
    return " ".join(element.value for element in at.error)


@pytest.mark.parametrize("language", LANGUAGES)
def test_home_says_what_the_lab_is(language: str) -> None:
    at = open_page("home", language)
    assert not at.exception
    shown = " ".join(element.value for element in at.get("html"))
    for name in PAGES:
        assert f'data-page="{name}"' in shown
    assert 'data-lesson="course-01-tokens"' in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_train_opens_on_the_lecture_s_text(language: str) -> None:
    at = open_page("train", language)
    assert not at.exception
    assert not at.dataframe, "nobody has unfolded the list"
    at.session_state["merge_list"] = True
    at.run()
    assert at.selectbox(key="text").value == "intj"
    assert at.selectbox(key="text").label == catalogue(language)["input.text"]
    assert not at.error
    [curve] = charts_of(at)
    [points] = curve["datasets"].values()
    left = [point["tokens"] for point in points]
    assert len(left) == 1 + len(at.dataframe[0].value)
    assert left == sorted(left, reverse=True)


def test_switching_language_keeps_the_inputs() -> None:
    at = open_page("train")
    at.selectbox(key="text").select("story_en").run()
    at.number_input(key="merges").set_value(7).run()
    at.segmented_control(key="language").set_value("zh").run()
    assert at.selectbox(key="text").value == "story_en"
    assert at.number_input(key="merges").value == 7
    assert at.selectbox(key="text").label == catalogue("zh")["input.text"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_sets_everything_in_any_language(language: str) -> None:
    link = {"text": "story_zh", "merges": "9", "tie_break": "first_seen", "pattern": "none"}
    at = open_page("train", language, **link)
    assert not at.exception
    assert at.selectbox(key="text").value == "story_zh"
    assert at.number_input(key="merges").value == 9
    assert at.selectbox(key="tie_break").value == "first_seen"
    assert at.selectbox(key="pattern").value == "none"
    assert param(at, "text") == "story_zh"


@pytest.mark.parametrize(
    ("wrong", "beside"),
    [
        ({"text": "gone", "merges": "-1", "tie_break": "best"}, {}),
        ({"own": "!"}, {"text": "own"}),
    ],
)
def test_a_broken_link_opens_with_a_notice_for_each_value(
    language: str, wrong: dict[str, str], beside: dict[str, str]
) -> None:
    at = open_page("train", language, **wrong, **beside)
    assert errors_of(at) == ""
    unknown = said(language, "notice.unknown_choice")
    assert sum(unknown in element.value for element in at.info) == len(wrong)


@pytest.mark.parametrize(
    ("page", "link"), [("train", {}), ("vocabulary", {"view": "beside", "tokenizer": "lab"})]
)
def test_where_the_size_decides_the_field_of_merges_follows(
    page: str, link: dict[str, str]
) -> None:
    at = open_page(page, text="intj", vocab_size="317", merges="9", **link)
    assert errors_of(at) == ""
    field = at.number_input(key="merges_of_size")
    assert (repr(field.value), field.disabled) == ("60", True)
    assert "merges" not in [each.key for each in at.number_input]
    at.number_input(key="vocab_size").set_value(None).run()
    assert at.number_input(key="merges").value == 9


@pytest.mark.parametrize("own", ["", pack("")], ids=["nothing", "an empty text"])
@pytest.mark.parametrize(
    ("page", "link", "param"),
    [
        ("train", {"text": "own"}, "own"),
        ("encode", {"words": "own"}, "own_words"),
        ("bytepiece", {"piece_text": "own"}, "own_pieces"),
        ("compare", {"compared_text": "own"}, "own_compared"),
    ],
)
def test_a_link_with_an_empty_own_text_opens_quietly(
    page: str, link: dict[str, str], param: str, own: str
) -> None:
    at = open_page(page, **link, **{param: own})
    assert errors_of(at) == ""
    assert not any(said("en", "notice.unknown_choice") in box.value for box in at.info)
    [field] = [field for field in (*at.text_area, *at.text_input) if field.key == param]
    assert field.value


def test_a_parameter_without_a_value_asks_for_nothing() -> None:
    at = open_page("train", text="", merges="", trainer="")
    assert errors_of(at) == ""
    assert not any(said("en", "notice.unknown_choice") in box.value for box in at.info)


def test_an_own_text_is_part_of_the_link() -> None:
    at = set_own(open_page("train"), "abab <b>")
    again = open_page("train", text="own", own=param(at, "own"))
    assert again.text_area(key="own").value == "abab <b>"


def set_own(at: Any, text: str) -> Any:
    at.selectbox(key="text").select("own").run()
    return at.text_area(key="own").input(text).run()


def why_page(language: str = "en", **query: str) -> Any:
    """The page on a server that has measured, without the long run of its scene's tests."""
    from bpe_lab.scenes.why import merge_curve
    from ui.why.measured import corpus_curve, corpus_read, stories

    def short(text: str, **_: object) -> object:
        return merge_curve(text[:20_000], limit=200)

    from unittest import mock

    with mock.patch("bpe_lab.scenes.why.merge_curve", short):
        corpus_read(), corpus_curve(), stories()
        return open_page("why", language, **query)


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_shows_three_ways_and_four_charts(language: str) -> None:
    at = why_page(language, list_size="256", sample="letters")
    assert errors_of(at) == ""
    assert at.selectbox(key="sample").value == "letters"
    shown = " ".join(element.value for element in at.get("html"))
    for name in ("words", "bytes", "tokens"):
        assert catalogue(language)[f"why.{name}.name"] in shown
    for name in ("lengths", "growth", "held_out", "languages"):
        assert catalogue(language)[f"why.{name}.title"] in shown
    assert len(charts_of(at)) == 4


def test_why_takes_text_list_and_vocabulary_from_the_link() -> None:
    at = why_page(
        sample="own", own_sample=pack("abab <b>") or "", list_size="1024", bpe="lecture"
    )
    assert errors_of(at) == ""
    assert at.text_area(key="own_sample").value == "abab <b>"
    assert at.selectbox(key="list_size").value == "1024"
    assert at.selectbox(key="bpe").value == "lecture"
    shown = " ".join(element.value for element in at.get("html"))
    assert "1,024 entries" in shown
    assert "8 bytes" in shown


def test_why_goes_on_after_an_empty_text(language: str) -> None:
    at = why_page(language, sample="own")
    at.text_area(key="own_sample").input("").run()
    assert said(language, "error.InputError.empty_text") in errors_of(at)
    at.text_area(key="own_sample").input("ô").run()
    assert errors_of(at) == ""


def test_why_can_train_its_vocabulary_on_another_text() -> None:
    at = why_page(bpe="trained", text="low", merges="3")
    assert errors_of(at) == ""
    assert at.selectbox(key="sample").value == "mixed"
    assert at.selectbox(key="text").value == "low"
    shown = " ".join(element.value for element in at.get("html"))
    assert "259 entries" in shown


def test_why_without_a_library_says_so(language: str, tmp_path: Path) -> None:
    from unittest import mock

    from ui.serving.store import Store

    with (
        mock.patch("sysconfig.get_path", return_value=str(tmp_path)),
        mock.patch("ui.why.measured.shared_store", Store),
    ):
        at = open_page("why", language)
    assert said(language, "error.InputError.no_library").split("(")[0] in errors_of(at)


class TestMistakes:
    """Each has its text, and the page goes on afterwards."""

    def check(self, at: Any, language: str, error: str) -> None:
        assert said(language, f"error.{error}").replace("<|", "") in errors_of(at)
        at.selectbox(key="text").select("hello").run()
        for key in ("vocab_size", "min_count"):
            at.number_input(key=key).set_value(None if key == "vocab_size" else 1)
        at.run()
        assert errors_of(at) == "", "the page is usable after the mistake"

    def test_empty_text(self, language: str) -> None:
        at = open_page("train", language)
        self.check(set_own(at, ""), language, "InputError.empty_text")

    def test_text_of_one_letter(self, language: str) -> None:
        at = open_page("train", language)
        self.check(set_own(at, "a"), language, "LabError.nothing_to_merge")

    def test_lone_surrogate(self, language: str) -> None:
        from unittest import mock

        at = open_page("train", language)
        at.selectbox(key="text").select("own").run()
        # A browser cannot send one, so it is put where the widget's value arrives.
        with mock.patch("streamlit.text_area", return_value="a\ud800b"):
            at.run()
            text = errors_of(at)
        assert said(language, "error.InputError.lone_surrogate") in text

    def test_file_that_is_not_utf8_is_refused_then_replaced(self, language: str) -> None:
        at = open_page("train", language)
        at.selectbox(key="text").select("upload").run()
        at.file_uploader(key="file").set_value(("latin1.txt", b"caf\xe9 caf\xe9", "text/plain"))
        at.run()
        text = errors_of(at)
        assert "0xE9" in text
        assert "3" in text
        at.checkbox[0].check().run()
        assert errors_of(at) == ""
        at.number_input(key="merges").set_value(2).run()
        assert errors_of(at) == "", "the choice outlives the next run"
        assert said(language, "notice.replaced_bytes")[:8] in at.info[0].value
        assert "2" in at.info[0].value

    def test_file_over_the_limit(self, language: str) -> None:
        at = open_page("train", language)
        at.selectbox(key="text").select("upload").run()
        at.file_uploader(key="file").set_value(("big.txt", b"ab " * 70_000, "text/plain")).run()
        self.check(at, language, "InputError.text_too_large")

    def test_nul_bytes_are_a_notice(self, language: str) -> None:
        at = open_page("train", language)
        at.selectbox(key="text").select("upload").run()
        at.file_uploader(key="file").set_value(("nul.txt", b"a\x00\x00b", "text/plain")).run()
        assert errors_of(at) == ""
        notice = " ".join(element.value for element in at.info)
        assert said(language, "notice.nul_byte") in notice

    def test_text_over_the_recording_cap_is_a_notice(self, language: str) -> None:
        at = set_own(open_page("train", language), "low lower newest widest " * 100)
        assert errors_of(at) == ""
        notice = " ".join(element.value for element in at.info)
        assert said(language, "notice.recording_cap") in notice
        assert "2,400" in notice
        assert "1,000" in notice

    def test_vocabulary_smaller_than_bytes_and_special_tokens(self, language: str) -> None:
        at = open_page("train", language)
        at.number_input(key="vocab_size").set_value(256).run()
        assert "257" in errors_of(at)
        self.check(at, language, "InputError.vocabulary_too_small")

    def test_vocabulary_with_no_room_for_a_merge(self, language: str) -> None:
        at = open_page("train", language)
        at.number_input(key="vocab_size").set_value(257).run()
        assert catalogue(language)["stop.target_reached"] in errors_of(at)

    @pytest.mark.parametrize(
        ("typed", "error"),
        [
            ("<|a|>,,<|b|>", "InputError.empty_special_token"),
            ("<|a|>, <|a|>", "InputError.duplicate_special_token"),
            ("a", "InputError.special_token_taken"),
        ],
    )
    def test_special_tokens(self, language: str, typed: str, error: str) -> None:
        at = open_page("train", language)
        at.text_input(key="special_intj").input(typed).run()
        self.check(at, language, error)

    def test_markdown_in_a_value_stays_text(self, language: str) -> None:
        at = open_page("train", language)
        at.text_input(key="special_intj").input("![x](http://x.y/z), ![x](http://x.y/z)").run()
        text = errors_of(at)
        assert "![x](" not in text
        assert "\\!\\[x\\]\\(" in text


def test_why_goes_on_where_a_file_s_pattern_does_not_take_the_text(language: str) -> None:
    from dataclasses import replace

    import bpe_core
    from bpe_core.registry import FORMATS

    model = bpe_core.train("low lower lowest " * 9, vocab_size=262)
    files = FORMATS["gpt2"].write(replace(model, pattern="custom:[ -~]+"))
    at = open_page("vocabulary", language, tokenizer="file")
    given = [(name, text.encode(), "application/json") for name, text in files.items()]
    at.file_uploader(key="vocabulary_files_0").set_value(given).run()
    at.switch_page(str(ROOT / "pages" / "why.py"))
    at.query_params["bpe"] = "file"
    at.run()
    assert said(language, "error.PatternError.skips_text") in errors_of(at) or said(
        language, "error.PatternError.matches_nothing"
    ) in errors_of(at)
    shown = " ".join(element.value for element in at.get("html"))
    assert catalogue(language)["why.measured.title"] in shown


def test_the_link_of_a_check_opens_the_walk_up_to_the_merge_that_differs() -> None:
    convention = Convention("none", "first_seen")
    difference = MergeDifference(1, (b"aa", b"b"), (b"a", b"b"), (1, 0))
    fault = Fault("merges", "aab<x>aab", "", difference, specials=("<x>",))
    link = link_to(Report((), "", convention, (), fault))
    assert link
    address, _, query = link.partition("?")
    assert address.endswith("/train")
    at = open_page("train", **dict(parse_qsl(query)))
    assert not errors_of(at)
    assert not at.warning
    assert at.text_area(key="own").value == "aab<x>aab"
    assert at.selectbox(key="tie_break").value == "first_seen"
    at.session_state["merge_list"] = True
    at.run()
    assert len(at.dataframe[0].value) == 2
