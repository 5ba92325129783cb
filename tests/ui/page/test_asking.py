"""Questions before the figures: nothing of these is sent until they are answered."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_core.runtime.text import pack
from bpe_core.texts.corpus import sample
from bpe_lab.text import catalogue
from tests.ui.progress.node import evaluate
from tests.ui.test_pages import errors_of, open_page
from ui.page.asking import Answers
from ui.page.session import ENTRY

BOARDS = {"why": "why_board", "compare": "compare_board"}


def opened(page: str, language: str = "en", **query: str) -> Any:
    at = open_page(page, language, ask="1", **query)
    assert errors_of(at) == ""
    return at


def everything(at: Any) -> str:
    """All that is sent of the page."""
    parts: list[str] = []

    def walk(block: Any) -> None:
        for child in getattr(block, "children", {}).values():
            parts.append(str(getattr(child, "proto", "")))
            walk(child)

    walk(at.main)
    return "\n".join(parts)


def texts(at: Any) -> str:
    """The verdict, in whichever box it stands."""
    boxes = (*at.success, *at.warning, *at.info)
    return "\n".join(each.value for each in boxes)


def html(at: Any) -> str:
    return "\n".join(each.value for each in at.get("html"))


def press(at: Any, key: str) -> Any:
    return next(button for button in at.button if button.key == key).click().run()


@pytest.mark.parametrize("page", BOARDS)
def test_figures_are_not_sent_before_an_answer(page: str, language: str) -> None:
    at = opened(page, language)
    assert catalogue(language)["asking.veiled"] in everything(at)
    assert BOARDS[page] not in everything(at)
    press(at, f"{page}_onward")
    assert errors_of(at) == ""
    assert BOARDS[page] in everything(at)
    assert catalogue(language)["asking.veiled"] not in everything(at)


def test_a_wrong_answer_is_told_by_the_figures_and_a_second_one_is_the_last() -> None:
    at = opened("why")
    for number, word in enumerate(["Hello", " helo"]):
        at.radio[0].set_value(word)
        press(at, "why_check")
        words = texts(at)
        assert "another word 5" in words, words
        assert catalogue("en")["asking.wrong" if number == 0 else "asking.shown"] in words
    assert "Right is `␣你好`" in texts(at)
    press(at, "why_onward")
    at.radio[0].set_value("Hello")
    press(at, "why_check")
    assert catalogue("en")["asking.right"] in texts(at)
    assert BOARDS["why"] in everything(at)


def noted(at: Any) -> list[dict[str, Any]]:
    """The answers that the page hands over."""
    rows: list[dict[str, Any]] = at.session_state[ENTRY][Answers].rows
    return rows


def test_who_has_answered_one_question_can_leave_out_the_rest() -> None:
    at = opened("why")
    assert not [button for button in at.button if button.key == "why_enough"]
    at.radio[0].set_value(" 你好")
    press(at, "why_check")
    assert BOARDS["why"] not in everything(at)
    assert catalogue("en")["asking.veiled"] not in html(at)
    assert catalogue("en")["asking.one_more"].format(answered=1, count=2) in html(at)
    press(at, "why_enough")
    assert BOARDS["why"] in everything(at)
    assert [(row["kind"], row["first_try"]) for row in noted(at)] == [("most_tokens", True)]


def test_after_a_wrong_answer_the_figures_can_be_asked_for() -> None:
    at = opened("why")
    at.radio[0].set_value("Hello")
    press(at, "why_check")
    press(at, "why_onward")
    assert errors_of(at) == ""
    assert BOARDS["why"] in everything(at)


def test_each_question_is_noted_once_with_its_tries() -> None:
    at = opened("why")
    for word in ["Hello", " helo"]:
        at.radio[0].set_value(word)
        press(at, "why_check")
    press(at, "why_onward")
    at.radio[0].set_value("Hello")
    press(at, "why_check")
    answers = [
        (row["exercise"], row["step"], row["kind"], row["first_try"], row["tries"])
        for row in noted(at)
    ]
    assert answers == [
        ("predict.why", 0, "most_tokens", False, 2),
        ("predict.why", 1, "whole_word", True, 1),
    ]
    assert [row["shown"] for row in noted(at)] == [True, False]
    rows = evaluate("rows", "return args[0].map(it.rowOf)", noted(at))
    assert rows == noted(at), "they are the browser's own"
    for _ in range(2):
        press(at, "ask_first")
    press(at, "why_onward")
    assert len(noted(at)) == 2, "who is asked again has seen the answer"


def test_figures_that_are_shown_at_once_leave_one_question_missed() -> None:
    at = opened("why")
    press(at, "why_onward")
    (row,) = noted(at)
    assert (row["kind"], row["shown"], row["tries"]) == ("most_tokens", True, 0)


def test_other_inputs_ask_anew() -> None:
    at = opened("why")
    press(at, "why_onward")
    assert BOARDS["why"] in everything(at)
    at.selectbox(key="list_size").select("256").run()
    assert BOARDS["why"] not in everything(at)


def test_without_the_switch_nothing_is_asked() -> None:
    at = open_page("why")
    assert not at.radio
    assert BOARDS["why"] in everything(at)
    press(at, "ask_first")
    assert at.radio
    assert BOARDS["why"] not in everything(at)
    assert at.query_params["ask"] == "1"
    press(at, "ask_first")
    assert "ask" not in at.query_params
    assert BOARDS["why"] in everything(at)


def test_a_hall_reads_what_it_is_asked_about_in_place_of_the_figures() -> None:
    at = opened("why", sample="grip", mode="present")
    text = sample("grip").text
    assert f'<p class="asking-text" style="--ems:{len(text)}.0">{text}</p>' in html(at)
    press(at, "why_onward")
    assert "asking-text" not in html(at)


@pytest.mark.parametrize("page", BOARDS)
def test_what_is_asked_about_stands_above_the_question(page: str) -> None:
    """Of a long text the beginning is enough."""
    own = {"why": ("sample", "own_sample"), "compare": ("compared_text", "own_compared")}[page]
    for text, seen in (
        ("one <b>two</b>\n\u202ethree", "one &lt;b&gt;two&lt;/b&gt;\nU+202Ethree"),
        ("low Hello " * 40, "low Hello " * 40),
        ("two  spaces, one", "two␣␣spaces, one"),
    ):
        at = opened(page, **dict(zip(own, ("own", pack(text) or ""), strict=True)))
        assert f'<p class="asking-text">{seen}</p>' in html(at)
        press(at, f"{page}_onward")
        assert '<p class="asking-text"' not in html(at)


def test_where_nothing_can_be_asked_the_page_says_so() -> None:
    at = opened("compare", compared_text="own", own_compared=pack("a") or "")
    assert not at.radio
    assert catalogue("en")["asking.nothing"] in [each.value for each in at.caption]
    assert BOARDS["compare"] in everything(at)


def test_all_that_dropout_can_give_is_chosen_before_its_lanes(language: str) -> None:
    """Neither the line in pieces nor its bytes beside it are sent before."""
    lanes = ("subword_lanes", "beside_lanes")
    at = opened("subword_nmt", language, dropout="30")
    assert "subword_player" in everything(at)
    assert not [lane for lane in lanes if lane in everything(at)]
    assert not at.code, "nor as a file"
    [field] = [each for each in at.get("button_group") if "dropout_answer" in str(each.key)]
    assert {"`est`", "`west`", "`l@@`", "`lowest`", "`owest`"} == set(field.options)
    press(at, "dropout_check")
    assert catalogue(language)["asking.wrong"] not in texts(at), "nothing is no answer"
    for number, pieces in enumerate([["est", "owest"], ["est"]]):
        [field] = [each for each in at.get("button_group") if "dropout_answer" in str(each.key)]
        field.set_value(pieces)
        press(at, "dropout_check")
        assert catalogue(language)["asking.wrong" if number == 0 else "asking.shown"] in texts(
            at
        )
        assert ("`o@@`" if number == 0 else "`l@@`") in texts(at)
    assert errors_of(at) == ""
    assert all(lane in everything(at) for lane in lanes)


@pytest.mark.parametrize(
    "query", [{}, {"dropout": "100"}, {"dropout": "9", "glossaries": "ow"}]
)
def test_without_dropout_or_with_words_cut_before_nothing_is_asked(
    query: dict[str, str],
) -> None:
    at = opened("subword_nmt", **query)
    assert "subword_lanes" in everything(at)


@pytest.mark.parametrize(("mode", "key"), [("present", "pagedown"), ("browse", "")])
def test_a_clicker_shows_the_figures_of_a_hall(mode: str, key: str) -> None:
    """Where a page is browsed, Page Down scrolls."""
    at = opened("why", mode=mode)
    [onward] = [button for button in at.button if button.key == "why_onward"]
    assert onward.proto.shortcut == key


def test_the_figures_have_a_hall_s_screen_to_themselves() -> None:
    at = press(opened("compare", mode="present"), "compare_onward")
    assert errors_of(at) == ""
    assert BOARDS["compare"] in everything(at)
    assert not at.radio
    assert texts(at) == "", "nobody has answered"


def test_a_scene_of_a_lesson_asks_the_first_question_alone() -> None:
    at = open_page("home", lesson="course-01-tokens", scene="2")
    assert catalogue("en")["asking.veiled"] in html(at)
    at.radio[0].set_value(" Kingdoms")
    press(at, "why_check")
    assert errors_of(at) == ""
    assert BOARDS["why"] in everything(at)


def test_the_last_wrong_number_is_told_what_is_right() -> None:
    at = opened("why", sample="grip")
    for _ in range(2):
        at.number_input[0].set_value(8)
        press(at, "why_check")
    assert catalogue("en")["asking.is_right"].format(answer=24) in texts(at)


def test_who_checks_nothing_is_told_so_and_has_no_try_less() -> None:
    at = opened("why", sample="grip")
    press(at, "why_check")
    assert [each.value for each in at.info] == [catalogue("en")["player.answer.empty"]]
    at.number_input[0].set_value(24)
    press(at, "why_check")
    assert not at.info
    assert noted(at)[0]["first_try"]
