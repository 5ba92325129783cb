"""Trainings on the workshop's page: begun, tried, taken along, cancelled, gone wrong."""

import re
from typing import Any
from unittest import mock

import pytest

import bpe_core
from bpe_core.texts.corpus import held_out_from
from bpe_lab.pages import CORPUS, UPLOAD
from bpe_lab.text import DEFAULT, LANGUAGES, catalogue, speak
from tests.lab.race.running import comes_true
from tests.ui.charts.charts_sent import charts_of
from tests.ui.page.test_asking import everything, press
from tests.ui.test_pages import ROOT, belongings_of, errors_of, open_page, param, said
from tests.ui.under_way import ended
from tests.ui.workshop.pages import SOON, STORY, html, notices, trained, workshop
from ui.page import leading
from ui.serving.memory import Memory, Room
from ui.workshop import training_job
from ui.workshop.training_job import kind_of
from ui.workshop.training_result import figures as training_figures
from ui.workshop.trying import STARTS

pytestmark = pytest.mark.usefixtures("alone")


def test_only_the_first_drawing_of_a_result_gives_way_to_others() -> None:
    with mock.patch("ui.workshop.training_result.give_way") as moment:
        at = trained(workshop())
        assert moment.call_count == 7
        at.run()
        assert moment.call_count == 7
        trained(at)
        assert moment.call_count == 14


def test_a_training_gives_the_vocabulary_and_its_figures_in_any_language() -> None:
    at_cut = held_out_from(STORY)
    model = bpe_core.train(STORY[:at_cut], vocab_size=300)
    held_out = STORY[at_cut:]
    each = len(held_out) / len(bpe_core.encode(model, held_out))
    at = trained(workshop())
    for language in LANGUAGES:
        at.segmented_control(key="language").set_value(language).run()
        assert errors_of(at) == ""
        page = html(at)
        for value in ("44", f"{each:.2f}"):
            assert f"<dd>{value}</dd>" in page
        for phase in ("read", "count", "merge", "encode"):
            assert catalogue(language)[f"workshop.phase.{phase}"] in page
        assert said(language, "workshop.foot.no_rate") in page, "too short for a speed"
        assert len(charts_of(at)) == 2
        assert len(at.dataframe[0].value) == 44


def test_a_word_is_followed_and_looked_up(language: str) -> None:
    at = trained(workshop(language, word="ferry <b>"))
    assert errors_of(at) == ""
    assert all(key in everything(at) for key in ("growing_player", "word_board"))
    assert param(at, "word") == "ferry <b>"
    at.text_input(key="word").input("").run()
    assert errors_of(at) == ""
    assert "growing_player" in everything(at), "a line of the text itself"
    assert "word_board" not in everything(at)


def test_typed_texts_and_long_ones_go_there_and_back() -> None:
    at = trained(workshop())
    try_what_is_typed(at)
    let_times_rest_while_nothing_else_is_typed(at)
    try_in_the_background(at, "aside", len(STORY) - held_out_from(STORY))
    try_in_the_background(at, "upload", len(STORY) * 3)


def test_the_text_to_try_is_of_the_kind_that_was_learned_until_one_types() -> None:
    assert {name for name in CORPUS.options if not kind_of(name)} <= {UPLOAD}
    at = trained(workshop())
    assert at.text_area(key="trial_own").value == STARTS[kind_of("story_en")]
    at.selectbox(key="corpus").select("story_zh").run()
    assert trained(at).text_area(key="trial_own").value == STARTS[kind_of("story_zh")]
    at.text_area(key="trial_own").input("mine").run()
    at.selectbox(key="corpus").select("story_en").run()
    assert trained(at).text_area(key="trial_own").value == "mine"


def test_a_hall_sees_the_trial_alone_where_the_link_says_so() -> None:
    at = trained(workshop(view="trial", mode="present"))
    assert 'class="workshop-tried"' in html(at)
    assert "workshop-stage" not in html(at)
    at.button(key="leave").click().run()
    assert "workshop-stage" in html(at)


def try_what_is_typed(at: Any) -> None:
    """Its ids are those of the vocabulary, and an empty text is no error."""
    at.text_area(key="trial_own").input("a héllo 你好 <b>").run()
    assert errors_of(at) == ""
    model = bpe_core.train(STORY[: held_out_from(STORY)], vocab_size=300)
    ids = bpe_core.encode(model, "a héllo 你好 <b>")
    assert " ".join(map(str, ids)) in [block.value for block in at.code]
    assert said("en", "workshop.same") in html(at)
    at.text_area(key="trial_own").input("").run()
    assert errors_of(at) == ""


def let_times_rest_while_nothing_else_is_typed(at: Any) -> None:
    at.text_area(key="trial_own").input("a b c").run()
    before = tried(at)
    with mock.patch("ui.workshop.trying.Trial", side_effect=AssertionError):
        assert tried(at.run()) == before
    at.text_area(key="trial_own").input("a b d").run()
    assert tried(at) != before


def tried(at: Any) -> tuple[str, list[str]]:
    """Figures and ids of the text that was tried."""
    blocks = [block.value for block in at.get("html")]
    [figures] = [block for block in blocks if 'class="workshop-tried"' in block]
    return figures, [block.value for block in at.code]


def try_in_the_background(at: Any, kind: str, size: int) -> None:
    """A text of ``size`` bytes: the held-out part or a file."""
    at.selectbox(key="trial").select(kind).run()
    if kind == "upload":
        file = ("long.txt", STORY * 3, "text/plain")
        at.file_uploader(key="trial_file").set_value(file).run()
    at.button(key="trial_start").click().run()
    ended(training_job.session_trainings().line, SOON)
    assert "workshop-tried" in html(at.run())
    assert errors_of(at) == ""
    assert f"{size:,} bytes" in html(at).replace(f"{size} bytes", f"{size:,} bytes")


def test_the_other_pages_take_the_vocabulary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "UNTIL_HEARD", 0)  # no reader is back as soon as this one
    at = trained(workshop())
    model = belongings_of(at)["workshop_trained"].model
    for page in ("vocabulary", "encode", "race"):
        at.switch_page(str(ROOT / "pages/workshop.py")).run()
        at.button(key=f"carry_{page}").click().run()
        assert not at.exception, at.exception
        at.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
        assert errors_of(at) == ""
        key = "race_tokenizer" if page == "race" else "tokenizer"
        assert at.selectbox(key=key).value == "workshop"
        if page == "vocabulary":
            assert belongings_of(at)["table"].model is model
            assert f"{len(model.vocabulary)}" in " ".join(c.value for c in at.caption)
        at.selectbox(key=key).select("lab").run()  # for the next button to change


def test_figures_are_not_sent_before_an_answer(language: str) -> None:
    at = trained(open_page("workshop", language, corpus="weather", target="640", ask="1"))
    speak(language)
    figures = training_figures(belongings_of(at)["workshop_trained"])
    speak(DEFAULT)
    kept = {figures[name] for name in ("seconds", "merges", "bytes_per_token")}
    kept.add(catalogue(language)["workshop.tokens"])
    # The name of an element may hold any digits.
    asked = re.sub(r"\$\$ID-[^\"]*", "", everything(at))
    assert catalogue(language)["asking.veiled"] in asked
    assert not [figure for figure in kept if figure in asked]
    assert not at.get("download_button")
    assert not charts_of(at)
    press(at, "workshop_onward")
    shown = everything(at)
    assert not [figure for figure in kept if figure not in shown]


class TestEndings:
    """Each has its text, and the last result stays."""

    def test_no_pair_left_is_a_notice(self, language: str) -> None:
        at = workshop(language, corpus="upload", target="5000")
        at.file_uploader(key="corpus_file").set_value(
            ("a.txt", b"ab ab\x00", "text/plain")
        ).run()
        assert said(language, "notice.nul_byte")[:10] in notices(at)
        trained(at)
        assert errors_of(at) == ""
        assert said(language, "notice.no_pair_left") in notices(at)
        assert catalogue(language)["workshop.foot.none"] in html(at)
        assert "6 B" in html(at)
        assert "MB/s" not in html(at), "the rate of six bytes tells nothing"

    def test_tokens_that_grow_too_long_are_an_error(self, language: str) -> None:
        at = workshop(language, corpus="upload")
        file = ("a.txt", b"a" * 9_999, "text/plain")
        at.file_uploader(key="corpus_file").set_value(file).run()
        with mock.patch("ui.workshop.engine.MOST_TOKEN_BYTES", 5_000):
            trained(at)
        assert said(language, "error.InputError.tokens_too_long") in errors_of(at)

    def test_an_ended_training_leaves_the_last_result(self, language: str) -> None:
        at = trained(workshop(language))
        kept = belongings_of(at)["workshop_trained"]
        endings = {
            "error.AppError.little_memory": mock.patch(
                "ui.workshop.training_job.training_memory", return_value=Memory(lambda: 0)
            ),
            "workshop.broken": mock.patch(
                "ui.workshop.training_job.learned", side_effect=ZeroDivisionError
            ),
            "job.out_of_memory": mock.patch(
                "ui.workshop.training_job.learned", side_effect=MemoryError
            ),
            "error.AppError.no_room": mock.patch(
                "ui.workshop.training_job.room", return_value=Room(limit=0)
            ),
        }
        for key, ending in endings.items():
            with ending:
                trained(at)
            assert said(language, key) in errors_of(at), key
            assert belongings_of(at)["workshop_trained"] is kept
            assert "<dd>44</dd>" in html(at), key

    def test_a_cancelled_training_leaves_the_last_result(self, language: str) -> None:
        from threading import Event

        from bpe_core.runtime.progress import Progress

        began = Event()

        def endless(*given: Any) -> None:
            while True:
                began.set()
                given[-1](Progress("merge", 1, 9))

        at = trained(workshop(language))
        kept = belongings_of(at)["workshop_trained"]
        with mock.patch("ui.workshop.training_job.learned", endless):
            at.button(key="workshop_train").click().run()
            assert began.wait(SOON)
            assert comes_true(lambda: "progressbar" in html(at.run()), SOON)
            at.button(key="workshop_cancel").click().run()
        assert catalogue(language)["workshop.cancelled"] in notices(at)
        assert errors_of(at) == ""
        assert belongings_of(at)["workshop_trained"] is kept
        trained(at)
        assert catalogue(language)["workshop.cancelled"] not in notices(at)
