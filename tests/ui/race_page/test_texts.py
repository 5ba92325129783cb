"""Texts and files of the race page, and what is wrong with them."""

from __future__ import annotations

import pytest

from tests.ui.race_page.pages import VIEWS, VIEWS_IN_TURN, Stage, html, infos, own, race_page
from tests.ui.test_pages import errors_of, said


class TestTexts:
    @pytest.mark.parametrize(("view", "language"), VIEWS_IN_TURN)
    def test_no_text_is_an_error_and_the_page_goes_on(
        self, stage: Stage, language: str, view: str
    ) -> None:
        at = race_page(language, view=view, **own("a b"))
        stage.settled(at)
        at.text_area(key="own_race").input("").run()
        assert said(language, "error.InputError.empty_text") in errors_of(at)
        at.text_area(key="own_race").input("low lower").run()
        stage.settled(at)
        assert errors_of(at) == ""

    def test_a_lone_surrogate_is_an_error(
        self, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at = race_page(language, **own("a b"))
        # A browser cannot send one, so it is put where the widget's value arrives.
        monkeypatch.setattr("streamlit.text_area", lambda *_, **__: "a\ud800b")
        at.run()
        assert said(language, "error.InputError.lone_surrogate") in errors_of(at)

    def test_nul_bytes_are_a_notice(self, language: str) -> None:
        at = race_page(language, **own("a\x00b a\x00b"))
        assert errors_of(at) == ""
        assert said(language, "notice.nul_byte") in infos(at)

    @pytest.mark.parametrize("view", VIEWS)
    def test_markup_is_nowhere_on_the_page(self, stage: Stage, view: str) -> None:
        texts = ("<script>alert(1)</script>", "![x](http://x.y/z) **b**")
        at = race_page(view=view, **own(" ".join(texts)))
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        page = html(at) + infos(at) + " ".join(e.value for e in at.markdown)
        assert not [text for text in texts if text in page]

    def test_a_file_that_is_not_utf8_is_refused_then_replaced(
        self, stage: Stage, language: str
    ) -> None:
        at = race_page(language, race_text="upload")
        assert errors_of(at) == ""
        at.file_uploader(key="file").set_value(("latin1.txt", b"caf\xe9 caf\xe9", "text/plain"))
        at.run()
        assert "0xE9" in errors_of(at)
        assert stage.plans == []
        at.checkbox[0].check().run()
        assert errors_of(at) == ""
        assert said(language, "notice.replaced_bytes")[:8] in infos(at)
        stage.settled(at)
        assert len(stage.plans) == 1

    def test_a_file_over_the_limit_is_refused(
        self, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ui.race.race_inputs.UPLOAD_LIMIT", 100_000)
        at = race_page(language, race_text="upload")
        at.file_uploader(key="file").set_value(("big.txt", b"ab " * 40_000, "text/plain")).run()
        assert said(language, "error.InputError.text_too_large") in errors_of(at)
        assert "100" in errors_of(at)
        at.selectbox(key="race_text").select("intj").run()
        assert errors_of(at) == ""

    @pytest.mark.parametrize(
        ("typed", "error"),
        [
            ("<|a|>,,<|b|>", "InputError.empty_special_token"),
            ("<|a|>, <|a|>", "InputError.duplicate_special_token"),
            ("a", "InputError.special_token_taken"),
        ],
    )
    def test_special_tokens_are_checked(self, language: str, typed: str, error: str) -> None:
        at = race_page(language)
        at.text_input(key="special_intj").input(typed).run()
        assert said(language, f"error.{error}").replace("<|", "") in errors_of(at)
        at.text_input(key="special_intj").input("").run()
        assert errors_of(at) == ""

    def test_an_emptied_number_of_merges_is_the_default(self, stage: Stage) -> None:
        at = stage.settled(race_page(race_merges="7"))
        at.number_input(key="race_merges").set_value(None).run()
        stage.settled(at)
        assert stage.plans[-1].options.num_merges == 243


def test_two_sentences_in_chinese_have_no_space_between_them(stage: Stage) -> None:
    at = race_page("zh", view="growth", **own("a b"))
    assert said("zh", "race.plan.most") in html(at)
    assert "。 " not in html(at)
