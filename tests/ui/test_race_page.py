"""The race page without a browser: links, mistakes, races that wait, fail, are cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pytest
import streamlit as st

import bpe_core
from bpe_core.corpus import sample
from bpe_core.errors import EmptyTextError
from bpe_core.race.events import LaneAbsent, LaneFailed, LaneReady, RaceEnded, RaceEvent
from bpe_core.race.plan import RacePlan
from bpe_core.race.run import heats, race
from bpe_core.train.options import TrainOptions
from tests.ui.standings import run, runs
from tests.ui.test_pages import errors_of, open_page, param, said
from ui.jobs import Line, SessionJobs
from ui.links import pack
from ui.problems import escaped
from ui.race_job import KeptRaces, Racing
from ui.text import LANGUAGES, catalogue

SOON = 20.0  # seconds
VIEWS = ("lockstep", "timing", "growth")
Told = Callable[[RacePlan, int], Iterable[RaceEvent]]


def quickly(plan: RacePlan, size: int) -> Iterator[RaceEvent]:
    """Every lane ends its runs at once, each half as long as the one before it."""
    for place, lane in enumerate(plan.lanes):
        yield LaneReady(lane)
        for event in runs(lane, 1 / 2**place, 5, plan.repeats):
            yield run(lane, lambda k: k / 5, 5, number=event.run.number, size=size)  # type: ignore[attr-defined]


@dataclass
class Stage:
    """Where races are acted instead of run; ``held`` ones go on until let go or stopped."""

    line: Line = field(default_factory=Line)
    kept: KeptRaces = field(default_factory=KeptRaces)
    told: Told = quickly
    held: Event | None = None
    has_begun: Event = field(default_factory=Event)
    plans: list[RacePlan] = field(default_factory=list)

    def race(
        self, plan: RacePlan, text: str, *, model: object = None, stop: Event
    ) -> Iterator[RaceEvent]:
        """Stands in for the real one."""
        self.plans.append(plan)
        for size in heats(plan, text):
            yield from self.told(plan, size)
        self.has_begun.set()
        while self.held and not self.held.wait(0.005) and not stop.is_set():
            pass
        yield RaceEnded("", cancelled=stop.is_set())

    def jobs(self) -> SessionJobs:
        """Those of the reader whose page is being drawn."""
        jobs: SessionJobs = st.session_state.setdefault("jobs", SessionJobs(self.line))
        return jobs

    def settled(self, at: Any) -> Any:
        """The page once no race is left."""
        with self.line.changed:
            assert self.line.changed.wait_for(lambda: not self.line.jobs, SOON)
        return at.run()


@pytest.fixture(autouse=True)
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A line and races of the test's own; each page that it opens is another reader's."""
    made = Stage()
    monkeypatch.setattr("ui.race_job.race", made.race)
    for module in ("ui.race_view", "ui.race_live"):
        monkeypatch.setattr(f"{module}.timing_line", lambda: made.line)
    monkeypatch.setattr("ui.race_view.session_races", made.jobs)
    monkeypatch.setattr("ui.race_view.kept_races", lambda: made.kept)
    yield made
    made.line.stop_all()


@pytest.fixture
def held(stage: Stage) -> Stage:
    """Races do not end by themselves."""
    stage.held = Event()
    return stage


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races as they are."""
    monkeypatch.setattr("ui.race_job.race", race)


def race_page(language: str = "en", **query: str) -> Any:
    return open_page("race", language, **{"race_text": "intj", "repeats": "1"} | query)


def own(text: str) -> dict[str, str]:
    packed = pack(text)
    assert packed is not None
    return {"race_text": "own", "own_race": packed}


def infos(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def warnings(at: Any) -> str:
    return " ".join(element.value for element in at.warning)


def html(at: Any) -> str:
    return " ".join(element.value for element in at.get("html"))


def keys(at: Any) -> set[str]:
    return {button.key for button in at.button}


def filled(language: str, key: str, **values: object) -> str:
    return catalogue(language)[key].format(**values)


class TestOpening:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("view", ["lockstep", "timing"])
    def test_a_short_text_is_raced_without_being_asked(
        self, stage: Stage, language: str, view: str
    ) -> None:
        at = stage.settled(race_page(language, view=view))
        assert errors_of(at) == ""
        assert catalogue(language)["race.title"] in html(at)
        assert at.selectbox(key="race_text").label == catalogue(language)["input.race_text"]
        assert at.button(key="race_start").label == catalogue(language)["race.again"]
        assert len(stage.plans) == 1

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("query", [{"race_text": "library_130k"}, {"view": "growth"}])
    def test_a_longer_race_waits_for_the_button(
        self, stage: Stage, language: str, query: dict[str, str]
    ) -> None:
        at = race_page(language, **query)
        assert errors_of(at) == ""
        assert at.button(key="race_start").label == catalogue(language)["race.start"]
        assert catalogue(language)["race.plan.title"] in html(at)
        assert catalogue(language)["lane.naive.rung"][:20] in html(at)
        assert stage.plans == []
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        assert len(stage.plans) == 1

    def test_growth_is_over_sizes_up_to_the_whole_text(self, stage: Stage) -> None:
        at = race_page(view="growth", race_text="own", own_race=pack("low " * 800) or "")
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert stage.plans[-1].sizes == (200, 400, 800, 1600, 3200)

    def test_a_switch_of_language_and_presenting_keep_the_race(self, stage: Stage) -> None:
        at = stage.settled(race_page(view="timing"))
        before = at.session_state["racing"]
        at.segmented_control(key="language").set_value("zh").run()
        assert at.button(key="race_start").label == catalogue("zh")["race.again"]
        at.session_state["mode"] = "present"
        at.run()
        assert errors_of(at) == ""
        assert at.session_state["racing"] is before
        assert len(stage.plans) == 1

    def test_views_of_a_race_do_not_run_it_again(self, stage: Stage) -> None:
        at = stage.settled(race_page(view="timing"))
        for key, value in (("race_axis", "each"), ("race_scale", "linear")):
            at.segmented_control(key=key).set_value(value).run()
            assert param(at, key.removeprefix("race_")) == value
        at.segmented_control(key="race_view").set_value("lockstep").run()
        assert errors_of(at) == ""
        assert len(stage.plans) == 1


class TestLinks:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_contest_is_set_by_the_link(self, stage: Stage, language: str) -> None:
        link = {
            "race_work": "train",
            "race_text": "story_zh",
            "race_field": "ours",
            "repeats": "3",
            "budget": "2",
            "pattern": "none",
            "tie_break": "first_seen",
        }
        at = race_page(language, race_merges="7", **link)
        for key, value in link.items():
            assert at.selectbox(key=key).value == value
            assert key == "race_work" or param(at, key) == value
        assert at.number_input(key="race_merges").value == 7
        stage.settled(at)
        (plan,) = stage.plans
        assert plan.lanes == ("naive_every", "naive", "indexed", "linked", "compiled")
        assert (plan.repeats, plan.budget, plan.pattern) == (3, 2.0, "none")
        assert plan.options == TrainOptions(num_merges=7, tie_break="first_seen")

    def test_own_lanes_are_set_by_the_link(self, stage: Stage) -> None:
        at = stage.settled(race_page(race_field="chosen", lanes="linked,compiled,naive"))
        assert set(at.pills(key="lanes_train").value) == {"naive", "linked", "compiled"}
        assert stage.plans[0].lanes == ("naive", "linked", "compiled"), "the ladder's order"
        at.pills(key="lanes_train").set_value(["linked"]).run()
        assert param(at, "lanes") == "linked"

    @pytest.mark.parametrize(
        ("query", "plan_lanes"),
        [
            ({"race_field": "duel"}, ("merge_list", "rank_order_scan")),
            ({"race_field": "chosen", "lanes": "cached"}, ("cached",)),
        ],
    )
    def test_a_link_to_encoders(
        self, stage: Stage, query: dict[str, str], plan_lanes: tuple[str, ...]
    ) -> None:
        at = stage.settled(race_page(race_work="encode", **query))
        assert errors_of(at) == ""
        assert at.selectbox(key="race_tokenizer").value == "lab"
        assert (stage.plans[0].work, stage.plans[0].lanes) == ("encode", plan_lanes)

    @pytest.mark.parametrize(
        ("view", "switches"),
        [
            ("timing", {"axis": "each", "scale": "linear"}),
            ("growth", {"measure_size": "operations"}),
            ("growth", {"against": "merges", "measure_merges": "each"}),
        ],
    )
    def test_how_it_is_drawn_is_set_by_the_link(
        self, stage: Stage, view: str, switches: dict[str, str]
    ) -> None:
        at = race_page(view=view, **switches)
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        assert at.segmented_control(key="race_view").value == view
        for name, value in switches.items():
            assert at.segmented_control(key=f"race_{name}").value == value
            assert param(at, name) == value

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("race_work", "fly"),
            ("race_text", "../../etc/passwd"),
            ("race_field", "all"),
            ("repeats", "1000000"),
            ("budget", "-1"),
            ("race_merges", "0"),
            ("race_merges", "2001"),
            ("pattern", "(a+)+$"),
            ("tie_break", "coin"),
            ("view", "<script>alert(1)</script>"),
            ("axis", "both"),
            ("scale", "sqrt"),
        ],
    )
    def test_a_wrong_value_is_told_and_the_default_taken(
        self, stage: Stage, language: str, name: str, value: str
    ) -> None:
        at = race_page(language, **{"view": "timing", name: value})
        assert errors_of(at) == ""
        assert said(language, "notice.UnknownChoiceNotice") in infos(at)
        stage.settled(at)
        assert errors_of(at) == ""
        assert len(stage.plans) == 1

    @pytest.mark.parametrize("lanes", ["unknown", "", "naive,", "linked,<b>", "merge_list"])
    def test_lanes_that_do_not_exist_are_told(self, stage: Stage, lanes: str) -> None:
        at = race_page(race_field="chosen", lanes=lanes)
        assert errors_of(at) == ""
        assert said("en", "notice.UnknownChoiceNotice") in infos(at)
        assert "<b>" not in infos(at)
        stage.settled(at)
        assert stage.plans[0].lanes == ("naive", "linked")
        assert said("en", "notice.UnknownChoiceNotice") in infos(at), "a race's end leaves it"
        at.selectbox(key="race_text").select("story_en").run()
        assert said("en", "notice.UnknownChoiceNotice") not in infos(stage.settled(at))

    def test_a_lane_that_is_named_twice_races_once(self, stage: Stage) -> None:
        at = stage.settled(race_page(race_field="chosen", lanes="naive,naive"))
        assert errors_of(at) == ""
        assert stage.plans[0].lanes == ("naive",)

    def test_another_work_has_lanes_of_its_own(self) -> None:
        at = race_page(race_field="chosen", lanes="linked")
        at.selectbox(key="race_work").select("encode").run()
        assert errors_of(at) == ""
        assert said("en", "notice.UnknownChoiceNotice") not in infos(at)
        assert at.pills(key="lanes_encode").value == ["merge_list", "rank_order_scan"]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_without_a_lane_there_is_no_race(self, stage: Stage, language: str) -> None:
        at = race_page(language, race_field="chosen", lanes="linked")
        stage.settled(at)
        at.pills(key="lanes_train").set_value([]).run()
        assert errors_of(at) == ""
        assert catalogue(language)["race.no_lanes"] in infos(at)
        assert "race_start" not in keys(at)
        assert "lanes" not in at.query_params, "a link to nothing would open with a notice"


class TestTexts:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("view", VIEWS)
    def test_no_text_is_an_error_and_the_page_goes_on(
        self, stage: Stage, language: str, view: str
    ) -> None:
        at = race_page(language, view=view, **own("a b"))
        stage.settled(at)
        at.text_area(key="own_race").input("").run()
        assert said(language, "error.EmptyTextError") in errors_of(at)
        at.text_area(key="own_race").input("low lower").run()
        stage.settled(at)
        assert errors_of(at) == ""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_lone_surrogate_is_an_error(
        self, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at = race_page(language, **own("a b"))
        # A browser cannot send one, so it is put where the widget's value arrives.
        monkeypatch.setattr("streamlit.text_area", lambda *_, **__: "a\ud800b")
        at.run()
        assert said(language, "error.LoneSurrogateError") in errors_of(at)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_nul_bytes_are_a_notice(self, language: str) -> None:
        at = race_page(language, **own("a\x00b a\x00b"))
        assert errors_of(at) == ""
        assert said(language, "notice.NulByteNotice") in infos(at)

    @pytest.mark.parametrize("text", ["<script>alert(1)</script>", "![x](http://x.y/z) **b**"])
    @pytest.mark.parametrize("view", VIEWS)
    def test_markup_is_nowhere_on_the_page(self, stage: Stage, text: str, view: str) -> None:
        at = race_page(view=view, **own(text))
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        assert text not in html(at) + infos(at) + " ".join(e.value for e in at.markdown)

    @pytest.mark.parametrize("language", LANGUAGES)
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
        assert said(language, "notice.ReplacedBytesNotice")[:8] in infos(at)
        stage.settled(at)
        assert len(stage.plans) == 1

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_file_over_the_limit_is_refused(
        self, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("ui.race_inputs.UPLOAD_LIMIT", 100_000)
        at = race_page(language, race_text="upload")
        at.file_uploader(key="file").set_value(("big.txt", b"ab " * 40_000, "text/plain")).run()
        assert said(language, "error.TextTooLargeError") in errors_of(at)
        assert "100" in errors_of(at)
        at.selectbox(key="race_text").select("intj").run()
        assert errors_of(at) == ""

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(
        ("typed", "error"),
        [
            ("<|a|>,,<|b|>", "EmptySpecialTokenError"),
            ("<|a|>, <|a|>", "DuplicateSpecialTokenError"),
            ("a", "SpecialTokenTakenError"),
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


@pytest.mark.usefixtures("real")
class TestRealRaces:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_what_is_shown_is_what_training_gives(self, stage: Stage, language: str) -> None:
        at = stage.settled(race_page(language, race_merges="8"))
        assert errors_of(at) == ""
        corpus = sample("intj")
        model = bpe_core.train(
            corpus.text, vocab_size=257 + 8, special_tokens=corpus.special_tokens
        )
        expected = [(model.vocabulary[m.left], model.vocabulary[m.right]) for m in model.merges]
        standing = at.session_state["racing"].standing()
        for lane in standing.lanes.values():
            assert list(lane.results[corpus.size]) == expected
        at = race_page(language, race_merges="8", view="timing")
        for lane in ("naive", "linked"):
            assert catalogue(language)[f"lane.{lane}.title"] in html(at)
        assert "Python 3." in html(at)
        assert len(at.get("download_button")) == 4

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_encoders_with_a_vocabulary_of_the_package(
        self, stage: Stage, language: str
    ) -> None:
        link = {"race_work": "encode", "race_field": "ours", **own("catch the cat")}
        at = stage.settled(race_page(language, **link))
        assert errors_of(at) == ""
        standing = at.session_state["racing"].standing()
        digests = [lane.digests[13] for lane in standing.lanes.values()]
        assert len(standing.lanes) == 5
        assert "compiled_encode" in standing.lanes
        assert all(each == digests[0] and len(each) == 1 for each in digests)
        at = race_page(language, view="timing", **link)
        assert errors_of(at) == ""
        for lane in standing.lanes:
            assert catalogue(language)[f"lane.{lane}.title"] in html(at)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_library_that_is_not_installed_is_told(
        self, stage: Stage, language: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bpe_core.race.ladder.find_spec", lambda name: None)
        link = {"race_field": "chosen", "lanes": "rustbpe,linked"}
        at = stage.settled(race_page(language, view="timing", **link))
        assert errors_of(at) == ""
        told = filled(
            language,
            "race.absent",
            lane=catalogue(language)["lane.rustbpe.title"],
            library="rustbpe",
        )
        assert told in infos(at)
        assert catalogue(language)["results.absent"] in html(at)
        assert told in infos(race_page(language, **link))

    def test_a_text_without_a_pair_has_a_race_without_merges(self, stage: Stage) -> None:
        at = stage.settled(race_page(**own("a")))
        assert said("en", "error.NothingToMergeError")[:20] in errors_of(at)
        at.segmented_control(key="race_view").set_value("timing").run()
        assert errors_of(at) == ""
        at.segmented_control(key="race_view").set_value("growth").run()
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""


class TestWhatGoesWrong:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("view", VIEWS)
    def test_a_lane_that_fails_is_told_and_the_others_stand(
        self, stage: Stage, language: str, view: str
    ) -> None:
        def one_fails(plan: RacePlan, size: int) -> Iterator[RaceEvent]:
            yield from quickly(plan, size)
            yield LaneFailed("naive", "it ended with <b>signal</b> *9*")

        stage.told = one_fails
        at = race_page(language, view=view)
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        title = catalogue(language)["lane.naive.title"]
        assert title in warnings(at)
        assert escaped("it ended with <b>signal</b> *9*") in warnings(at)
        assert "<b>" not in html(at)
        if view == "timing":
            assert catalogue(language)["lane.linked.title"] in html(at)

    @pytest.mark.parametrize("view", VIEWS)
    @pytest.mark.parametrize("how", [LaneFailed, LaneAbsent])
    def test_a_race_without_a_runner_is_told(
        self, stage: Stage, view: str, how: Callable[[str, str], RaceEvent]
    ) -> None:
        stage.told = lambda plan, size: [how(lane, "nothing") for lane in plan.lanes]
        at = race_page(view=view)
        if view == "growth":
            at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""
        key = "race.failed" if how is LaneFailed else "race.absent"
        shown = warnings(at) if how is LaneFailed else infos(at)
        for lane in ("naive", "linked"):
            title = catalogue("en")[f"lane.{lane}.title"]
            told = catalogue("en")[key].replace("{lane}", title)
            assert told[: len(title) + 10] in shown

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("error", [RuntimeError("no"), EmptyTextError()])
    def test_a_race_that_cannot_be_run_is_told_and_offered_again(
        self, stage: Stage, language: str, error: Exception
    ) -> None:
        def breaks(plan: RacePlan, size: int) -> Iterable[RaceEvent]:
            raise error

        stage.told = breaks
        at = stage.settled(race_page(language))
        key = (
            "race.broken"
            if isinstance(error, RuntimeError)
            else f"error.{type(error).__name__}"
        )
        assert said(language, key) in errors_of(at)
        stage.told = quickly
        at.button(key="race_start").click().run()
        stage.settled(at)
        assert errors_of(at) == ""


class TestUnderWay:
    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("view", ["lockstep", "timing"])
    def test_a_cancelled_race_tells_what_was_measured(
        self, held: Stage, language: str, view: str
    ) -> None:
        at = race_page(language, view=view)
        assert held.has_begun.wait(SOON)
        at.run()
        assert catalogue(language)["lane.naive.title"] in html(at)
        assert at.button(key="race_cancel").label == catalogue(language)["race.cancel"]
        at.button(key="race_cancel").click().run()
        assert errors_of(at) == ""
        assert filled(language, "race.cancelled", done=2, planned=6) in infos(at)
        assert at.button(key="race_start").label == catalogue(language)["race.again"]
        if view == "timing":
            seconds = filled(language, "race.unit.seconds", value="1.00")
            assert seconds in html(at), "a run that had ended"

    def test_a_cancelled_race_is_kept_for_nobody(self, held: Stage) -> None:
        at = race_page()
        assert held.has_begun.wait(SOON)
        at.run()
        at.button(key="race_cancel").click().run()
        assert not held.kept.kept

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_long_race_of_other_settings_is_told(self, held: Stage, language: str) -> None:
        at = race_page(language, race_text="library_130k")
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        at.selectbox(key="race_text").select("story_en").run()
        assert errors_of(at) == ""
        told = filled(language, "race.elsewhere", done=2, planned=6)
        assert told in [caption.value for caption in at.caption]
        assert catalogue(language)["race.plan.title"] in html(at)
        assert len(held.plans) == 1, "a short race does not end a long one by itself"
        at.selectbox(key="race_text").select("library_130k").run()
        assert "race_cancel" in keys(at), "the race is still there"
        at.selectbox(key="race_text").select("story_en").run()
        at.button(key="race_cancel_other").click().run()
        at.run()
        assert errors_of(at) == ""
        assert told not in [caption.value for caption in at.caption]

    def test_a_new_race_ends_the_one_before(self, held: Stage) -> None:
        at = race_page(race_text="library_130k")
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        first: Racing = at.session_state["racing"]
        at.selectbox(key="race_text").select("story_en").run()
        held.has_begun.clear()
        at.button(key="race_start").click().run()
        assert held.has_begun.wait(SOON)
        assert first.now.cancelled
        assert len(held.plans) == 2

    def test_short_races_follow_the_settings(self, held: Stage) -> None:
        at = race_page()
        assert held.has_begun.wait(SOON)
        first: Racing = at.session_state["racing"]
        held.has_begun.clear()
        at.selectbox(key="race_text").select("story_en").run()
        assert held.has_begun.wait(SOON)
        assert first.now.cancelled
        assert len(held.plans) == 2

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_who_comes_second_is_told_his_place(self, held: Stage, language: str) -> None:
        race_page(language)
        assert held.has_begun.wait(SOON)
        second = race_page(language, race_text="story_en")
        assert said(language, "race.live.ahead")[-30:] in infos(second)
        assert "1" in infos(second) or language == "en"
        third = race_page(language, race_text="story_zh")
        assert "2" in infos(third)
        second.button(key="race_cancel").click().run()
        assert errors_of(second) == ""
        assert said(language, "race.cancelled_at_once") in infos(second)
        third.run()
        assert "2" not in infos(third)

    def test_who_asks_for_the_same_race_watches_it(self, held: Stage) -> None:
        first, second = race_page(), race_page()
        assert held.has_begun.wait(SOON)
        first.run()
        first.button(key="race_cancel").click().run()
        assert errors_of(first) == ""
        assert first.button(key="race_start").label == catalogue("en")["race.start"]
        second.run()
        assert "race_cancel" in keys(second), "it goes on for who still watches"
        assert held.held is not None
        held.held.set()
        held.settled(second)
        first.run()
        for at in (first, second):
            assert at.button(key="race_start").label == catalogue("en")["race.again"]
        assert len(held.plans) == 1

    def test_a_short_race_comes_before_long_ones_that_wait(self, held: Stage) -> None:
        race_page()
        assert held.has_begun.wait(SOON)
        long = race_page(race_text="library_130k")
        long.button(key="race_start").click().run()
        assert "1" in infos(long)
        race_page(race_text="story_en")
        long.run()
        assert "2" in infos(long)

    def test_a_race_that_has_ended_is_shown_to_all(self, stage: Stage) -> None:
        first = stage.settled(race_page(view="timing"))
        second = race_page(view="timing")
        assert second.button(key="race_start").label == catalogue("en")["race.again"]
        assert len(stage.plans) == 1
        assert html(second) == html(first)
        second.button(key="race_start").click().run()
        stage.settled(second)
        assert len(stage.plans) == 2, "who wants his own runs it again"
