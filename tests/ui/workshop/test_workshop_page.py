"""The workshop without a browser: links, a training, trying it, taking it along, mistakes."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any
from unittest import mock

import pytest

import bpe_core
from bpe_core.kernels.encode import decode_ids, encode_batch
from bpe_core.texts.corpus import sample
from bpe_lab.text import DEFAULT, LANGUAGES, catalogue, speak
from bpe_lab.text.messages import escaped
from tests.core.kernels.full_disk import FullDisk
from tests.core.kernels.full_disk import all_kernels as all_kernels
from tests.core.kernels.full_disk import folder as folder
from tests.core.kernels.full_disk import full_disk as full_disk
from tests.core.race.running import comes_true
from tests.ui.charts.charts_sent import charts_of
from tests.ui.page.test_asking import everything, press
from tests.ui.test_pages import ROOT, errors_of, open_page, param, said
from tests.ui.under_way import ended
from ui.page import leading
from ui.page.long_uploads import UPLOAD_LIMIT
from ui.page.training_limits import Memory
from ui.serving.jobs import Line, SessionJobs
from ui.serving.reader_room import Room
from ui.workshop import workshop_view
from ui.workshop.training_result import figures as training_figures
from ui.workshop.training_text import cut

UNKNOWN = "notice.UnknownChoiceNotice"

SOON = 180.0  # seconds; where nothing was compiled yet, that comes first
STORY = sample("story_en").text.encode()


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """No job of another test, which AppTest takes for the same session; memory enough."""
    jobs, memory = SessionJobs(Line(at_once=2)), Memory(lambda: None)
    with ExitStack() as stack:
        stack.enter_context(
            mock.patch("ui.workshop.training_job.training_memory", return_value=memory)
        )
        for place in ("trained_vocabulary", "training_live", "trying", "workshop_view"):
            stack.enter_context(
                mock.patch(f"ui.workshop.{place}.session_trainings", return_value=jobs)
            )
        yield
        jobs.line.stop_all()


def workshop(language: str = "en", **query: str) -> Any:
    return open_page("workshop", language, **{"corpus": "story_en", "target": "300", **query})


def trained(at: Any) -> Any:
    """The page after a training was started and has ended."""
    at.button(key="workshop_train").click().run()
    ended(workshop_view.session_trainings().line, SOON)
    assert is_over(at.run())
    return at


def is_over(at: Any) -> bool:
    assert not at.exception, at.exception
    return not any(button.key == "workshop_cancel" for button in at.button)


def choose(at: Any, size: str) -> None:
    """Type a vocabulary size, which AppTest can only choose."""
    box = at.selectbox(key="target")
    box.options.append(size)
    box.select(size).run()


def html(at: Any) -> str:
    return " ".join(
        re.sub("<style>.*?</style>", "", block.value, flags=re.S) for block in at.get("html")
    )


def notices(at: Any) -> str:
    return " ".join(element.value for element in at.info)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_opens_with_what_a_training_does_and_starts_none(language: str) -> None:
    at = open_page("workshop", language)
    assert errors_of(at) == ""
    assert catalogue(language)["workshop.plan"] in html(at)
    assert at.selectbox(key="corpus").value == "library"
    assert at.selectbox(key="target").value == "1,000"
    assert at.button(key="workshop_train").label == catalogue(language)["workshop.train"]
    assert not {"corpus", "target", "held_out", "trial"} & set(at.query_params)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("corpus", "key"), [("hongloumeng", "workshop.fetched"), ("upload", "workshop.own")]
)
def test_what_to_know_of_a_text_stands_below_it(language: str, corpus: str, key: str) -> None:
    at = open_page("workshop", language, corpus=corpus)
    assert errors_of(at) == ""
    [caption] = [each.value for each in at.caption if said(language, key) in each.value]
    addresses = re.findall(r"\]\((.*?)\)", caption)
    assert all(address.isascii() for address in addresses), "the link ends with the address"
    assert len(addresses) == caption.count("https://")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_sets_everything_in_any_language(language: str) -> None:
    link = {"pattern": "none", "tie_break": "first_seen", "special": "<|x|>, <|y|>"}
    at = workshop(language, target="12345", **link)
    assert errors_of(at) == ""
    assert at.selectbox(key="corpus").value == "story_en"
    assert at.selectbox(key="target").value == "12,345"
    assert at.selectbox(key="pattern").value == "none"
    assert at.selectbox(key="tie_break").value == "first_seen"
    assert at.text_input(key="special_story_en").value == "<|x|>, <|y|>"
    assert param(at, "target") == "12345"
    assert param(at, "corpus") == "story_en"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "wrong",
    [{"corpus": "gone", "target": "-1", "held_out": "x"}, {"target": "1000000"}],
)
def test_a_broken_link_opens_with_its_notices(language: str, wrong: dict[str, str]) -> None:
    at = workshop(language, **wrong)
    assert errors_of(at) == ""
    unknown = [box.value for box in at.info if said(language, UNKNOWN) in box.value]
    assert len(unknown) == len(wrong)
    for value in wrong.values():
        assert any(escaped(value) in text for text in unknown), value


def test_only_the_first_drawing_of_a_result_gives_way_to_others() -> None:
    with mock.patch("ui.workshop.training_result.give_way") as moment:
        at = trained(workshop())
        assert moment.call_count == 6
        at.run()
        assert moment.call_count == 6
        trained(at)
        assert moment.call_count == 12


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_training_gives_the_vocabulary_and_its_figures(language: str) -> None:
    at = trained(workshop(language))
    assert errors_of(at) == ""
    at_cut = cut(STORY)
    model = bpe_core.train(STORY[:at_cut], vocab_size=300)
    held_out = STORY[at_cut:]
    each = len(held_out) / len(bpe_core.encode(model, held_out))
    page = html(at)
    for value in ("44", f"{each:.2f}"):
        assert f"<dd>{value}</dd>" in page
    for phase in ("read", "count", "merge", "encode"):
        assert catalogue(language)[f"workshop.phase.{phase}"] in page
    assert said(language, "workshop.foot.no_rate") in page, "the text is too short for a speed"
    assert len(charts_of(at)) == 2
    assert len(at.dataframe[0].value) == 44


def test_the_typed_text_goes_there_and_back() -> None:
    at = trained(workshop())
    at.text_area(key="trial_own").input("a héllo 你好 <b>").run()
    assert errors_of(at) == ""
    model = bpe_core.train(STORY[: cut(STORY)], vocab_size=300)
    ids = bpe_core.encode(model, "a héllo 你好 <b>")
    assert " ".join(map(str, ids)) in [block.value for block in at.code]
    assert said("en", "workshop.same") in html(at)
    at.text_area(key="trial_own").input("").run()
    assert errors_of(at) == ""


def test_a_full_disk_costs_no_result(full_disk: FullDisk) -> None:
    full_disk.forget(encode_batch, "keep_tokens")
    full_disk.forget(decode_ids, "measure")
    at = trained(workshop())
    at.text_area(key="trial_own").input("a héllo 你好").run()
    assert errors_of(at) == ""
    assert said("en", "workshop.same") in html(at)
    assert full_disk.is_met()


def test_the_times_of_a_typed_text_rest_while_nothing_else_is_typed() -> None:
    at = trained(workshop())
    at.text_area(key="trial_own").input("a b c").run()
    shown = tried(at)
    with mock.patch("ui.workshop.trying.Trial", side_effect=AssertionError):
        assert tried(at.run()) == shown
    at.text_area(key="trial_own").input("a b d").run()
    assert tried(at) != shown


def tried(at: Any) -> tuple[str, list[str]]:
    """Figures and ids of the text that was tried."""
    blocks = [block.value for block in at.get("html")]
    [figures] = [block for block in blocks if 'class="workshop-tried"' in block]
    return figures, [block.value for block in at.code]


@pytest.mark.parametrize("kind", ["aside", "upload"])
def test_long_texts_go_there_and_back_in_the_background(kind: str) -> None:
    at = trained(workshop())
    at.selectbox(key="trial").select(kind).run()
    if kind == "upload":
        file = ("long.txt", STORY * 3, "text/plain")
        at.file_uploader(key="trial_file").set_value(file).run()
    at.button(key="trial_start").click().run()
    ended(workshop_view.session_trainings().line, SOON)
    assert "workshop-tried" in html(at.run())
    assert errors_of(at) == ""
    size = len(STORY) * 3 if kind == "upload" else len(STORY) - cut(STORY)
    assert f"{size:,} bytes" in html(at).replace(f"{size} bytes", f"{size:,} bytes")


def test_the_other_pages_take_the_vocabulary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "UNTIL_HEARD", 0)  # no reader is back as soon as this one
    at = trained(workshop())
    model = at.session_state["workshop_trained"].model
    for page in ("vocabulary", "encode", "race"):
        at.switch_page(str(ROOT / "pages/workshop.py")).run()
        at.button(key=f"carry_{page}").click().run()
        assert not at.exception, at.exception
        at.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
        assert errors_of(at) == ""
        key = "race_tokenizer" if page == "race" else "tokenizer"
        assert at.selectbox(key=key).value == "workshop"
        if page == "vocabulary":
            assert at.session_state["table"].model is model
            assert f"{len(model.vocabulary)}" in " ".join(c.value for c in at.caption)
        at.selectbox(key=key).select("lab").run()  # for the next button to change


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_that_asks_for_it_before_there_is_one_says_so(language: str) -> None:
    at = open_page("vocabulary", language, tokenizer="workshop")
    assert errors_of(at) == ""
    assert catalogue(language)["workshop.none_yet"] in notices(at)


@pytest.mark.parametrize("language", LANGUAGES)
class TestMistakes:
    """Each has its text, and the last result stays."""

    @pytest.mark.parametrize("typed", ["many", "100001", "1e3", "-5", "<b>"])
    def test_what_is_no_size(self, language: str, typed: str) -> None:
        at = workshop(language)
        choose(at, typed)
        assert said(language, "error.VocabularySizeError") in errors_of(at)
        assert at.button(key="workshop_train").disabled
        choose(at, "500")
        assert errors_of(at) == ""
        assert not at.button(key="workshop_train").disabled

    def test_a_size_below_bytes_and_special_tokens(self, language: str) -> None:
        at = workshop(language, target="256", special="<|x|>")
        assert said(language, "error.VocabularyTooSmallError") in errors_of(at)

    @pytest.mark.parametrize(
        ("data", "error"),
        [
            (b"caf\xe9", "NotUTF8Error"),
            (b"", "EmptyTextError"),
            (b"caf\xe4\xbd", "NotUTF8Error"),
        ],
    )
    def test_files_that_are_no_text(self, language: str, data: bytes, error: str) -> None:
        at = workshop(language, corpus="upload")
        assert catalogue(language)["workshop.upload_wait"] in notices(at)
        at.file_uploader(key="corpus_file").set_value(("a.txt", data, "text/plain")).run()
        assert said(language, f"error.{error}") in errors_of(at)
        assert at.button(key="workshop_train").disabled
        if data:
            kinds = [element.type for element in at.main]
            assert kinds.index("error") < kinds.index("checkbox"), "the error says: below"
            at.checkbox[0].check().run()
            assert errors_of(at) == ""
            assert said(language, "notice.ReplacedBytesNotice")[:6] in notices(at)

    def test_a_file_over_the_limit(self, language: str) -> None:
        with mock.patch("ui.workshop.workshop_inputs.UPLOAD_LIMIT", 10):
            at = workshop(language, corpus="upload")
            file = ("big.txt", b"ab " * 20, "text/plain")
            at.file_uploader(key="corpus_file").set_value(file).run()
            assert said(language, "error.TextTooLargeError") in errors_of(at)
        assert UPLOAD_LIMIT == 32_000_000

    def test_a_file_at_the_limit_passes_the_uploader(self, language: str) -> None:
        uploader = workshop(language, corpus="upload").file_uploader(key="corpus_file")
        as_a_browser_reckons = uploader.proto.max_upload_size_mb * 1_000_000
        assert as_a_browser_reckons >= UPLOAD_LIMIT

    def test_no_pair_left_is_a_notice(self, language: str) -> None:
        at = workshop(language, corpus="upload", target="5000")
        at.file_uploader(key="corpus_file").set_value(
            ("a.txt", b"ab ab\x00", "text/plain")
        ).run()
        assert said(language, "notice.NulByteNotice")[:10] in notices(at)
        trained(at)
        assert errors_of(at) == ""
        assert said(language, "notice.NoPairLeftNotice") in notices(at)
        assert catalogue(language)["workshop.foot.none"] in html(at)
        assert "6 B" in html(at)
        assert "MB/s" not in html(at), "the rate of six bytes tells nothing"

    def test_tokens_that_grow_too_long_are_an_error(self, language: str) -> None:
        at = workshop(language, corpus="upload")
        file = ("a.txt", b"a" * 9_999, "text/plain")
        at.file_uploader(key="corpus_file").set_value(file).run()
        with mock.patch("ui.workshop.engine.MOST_TOKEN_BYTES", 5_000):
            trained(at)
        assert said(language, "error.TokensTooLongError") in errors_of(at)

    def test_an_ended_training_leaves_the_last_result(self, language: str) -> None:
        at = trained(workshop(language))
        kept = at.session_state["workshop_trained"]
        endings = {
            "error.LittleMemoryError": mock.patch(
                "ui.workshop.training_job.training_memory", return_value=Memory(lambda: 0)
            ),
            "workshop.broken": mock.patch(
                "ui.workshop.training_job.learned", side_effect=ZeroDivisionError
            ),
            "workshop.out_of_memory": mock.patch(
                "ui.workshop.training_job.learned", side_effect=MemoryError
            ),
            "error.NoRoomError": mock.patch(
                "ui.workshop.trained_vocabulary.room", return_value=Room(limit=0)
            ),
        }
        for key, ending in endings.items():
            with ending:
                trained(at)
            assert said(language, key) in errors_of(at), key
            assert at.session_state["workshop_trained"] is kept
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
        kept = at.session_state["workshop_trained"]
        with mock.patch("ui.workshop.training_job.learned", endless):
            at.button(key="workshop_train").click().run()
            assert began.wait(SOON)
            assert comes_true(lambda: "progressbar" in html(at.run()), SOON)
            at.button(key="workshop_cancel").click().run()
        assert catalogue(language)["workshop.cancelled"] in notices(at)
        assert errors_of(at) == ""
        assert at.session_state["workshop_trained"] is kept
        trained(at)
        assert catalogue(language)["workshop.cancelled"] not in notices(at)


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_are_not_sent_before_an_answer(language: str) -> None:
    at = trained(open_page("workshop", language, corpus="weather", target="640", ask="1"))
    speak(language)
    figures = training_figures(at.session_state["workshop_trained"])
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
