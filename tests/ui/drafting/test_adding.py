"""Any page's scene into the lesson that the reader writes, and the draft between tabs."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.lessons.draft import Draft, DraftScene, draft_text, scene_value
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.shelf import course
from bpe_lab.pages import PAGES
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import LANGUAGES, catalogue, speak
from tests.raising import raises
from tests.ui.test_pages import open_page
from ui.drafting.adding import (
    LONG_WALK,
    MOST_SENT,
    WITHOUT,
    AddedScenes,
    moment_words,
    note_of,
    read_moment,
    scene_line,
)
from ui.drafting.drafts import MOST_UNDONE, Writing, take_over
from ui.page.session import ENTRY
from ui.player import position

QUICK = ("why", "pretokenize", "train", "vocabulary", "museum", "sheets", "workshop")


def added(at: Any) -> list[Any]:
    assert not at.exception, at.exception
    held: list[Any] = at.session_state[ENTRY][AddedScenes].rows
    return held


def scene_added(page: str, **query: str) -> Any:
    at = open_page(page, "zh", **query)
    return added(at.button(key="add_scene").click().run())[-1]


@pytest.mark.parametrize("page", QUICK)
def test_every_page_is_added_with_its_link_and_stays_as_it_is(page: str) -> None:
    at = open_page(page, "zh", **({"text": "low", "merges": "6"} if page == "train" else {}))
    before = dict(at.query_params)
    [entry] = added(at.button(key="add_scene").click().run())
    assert entry["scene"]["link"].partition("?")[0] == f"/{page}"
    assert "lang" not in entry["scene"]["link"]
    assert dict(at.query_params) == before
    assert entry["line"].startswith(catalogue("zh")[f"page.{page}"])


@pytest.mark.parametrize("page", WITHOUT)
def test_no_other_page_offers_to_be_added(page: str) -> None:
    assert page in PAGES
    assert "add_scene" not in [button.key for button in open_page(page).button]


def test_an_exercise_is_added_as_one() -> None:
    scene = scene_added("train", exercise="3-17F3")["scene"]
    assert (scene["exercise"], scene["level"], scene["seed"]) == ("trace.naive", 3, "17F3")


def test_many_are_added_in_a_row_each_under_its_own_name() -> None:
    at = open_page("train", text="low")
    for _ in range(MOST_SENT + 2):
        at = at.button(key="add_scene").click().run()
    assert len({entry["id"] for entry in added(at)}) == MOST_SENT


def test_what_no_link_holds_is_said() -> None:
    assert scene_added("train", text="upload")["note"] == catalogue("zh")["draft.not_in_link"]
    assert scene_added("train", text="low")["note"] == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scene_of_the_course_has_its_line(language: str) -> None:
    speak(language)
    for lesson in course().values():
        for step in lesson.steps:
            line = scene_line(step)
            assert line.startswith(catalogue(language)[f"page.{step.page}"])
            assert "{" not in line


def test_a_line_says_page_text_and_moment() -> None:
    speak("zh")
    step = Step(link="/train?text=low&merges=6", at=Moment.read("merge 2, choose"))
    assert scene_line(step) == "训练 · low lower newest widest · 第 2 次合并，选择"
    prepared = Step(link="/linked", at=Moment.read("merge 0, order"))
    assert scene_line(prepared) == "训练器内部 · 准备阶段，建堆"
    assert scene_line(Step(link="/nowhere?text=%3Cb%3E")) == "nowhere · <b>"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_step_has_words_of_its_own(language: str) -> None:
    speak(language)
    for page in PAGES.values():
        for unit, kind in product(page.units, page.kinds):
            keys = {f"{names}.{kind}" for names in ("draft.kind", "goal", "mark")}
            (key,) = keys & catalogue(language).keys()
            assert catalogue(language)[key] in moment_words(Moment(unit, 1, kind))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_moment_is_read_back_from_the_words_that_name_it(language: str) -> None:
    speak(language)
    for page in PAGES.values():
        for unit, kind, number, nth in product(page.units, ("", *page.kinds), (1, 20), (1, 3)):
            moment = Moment(unit, number, kind, nth if kind else 1)
            words = moment_words(moment)
            for typed in (words, words.replace(" ", ""), str(moment)):
                assert moment_words(read_moment(typed, page)) == words
        for edge in ("start", "end"):
            assert read_moment(moment_words(Moment(edge)), page) == Moment(edge)
        with raises("LabError.moment"):
            read_moment("no moment 3", page)


def test_a_walk_names_each_step_but_the_one_that_its_link_opens_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named: list[tuple[str, int]] = []
    monkeypatch.setattr(
        position, "say_moment", lambda moment, left: named.append((str(moment), left))
    )
    walk = linked_walk(sample("low"), TrainOptions(num_merges=6)).recording
    assert walk["start"] > 0
    for step in (0, walk["start"], walk["start"] + 1, len(walk["steps"]), True, None, "1"):
        position.say_moment_of(walk, step)
    last = len(walk["steps"]) - 1
    begins = ("None", last - walk["start"])
    assert named == [("start", last), begins, ("merge 1, pop", last - walk["start"] - 1)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_walk_from_here_on_is_said(language: str) -> None:
    speak(language)
    whole = {"text": "low"}
    assert note_of(whole, LONG_WALK - 1) == ""
    said = catalogue(language)["draft.long_walk"].partition("{")[0]
    assert note_of(whole, LONG_WALK).startswith(said)
    assert str(LONG_WALK) in note_of({"text": "upload"}, LONG_WALK)


def scene(name: str) -> DraftScene:
    return DraftScene(name, Step(link="/train"))


def handed(draft: Draft | None, stamp: int, *scenes: DraftScene) -> str:
    value: dict[str, Any] = {"scenes": [scene_value(each) for each in scenes]}
    if draft is not None:
        value |= {"stamp": stamp, "draft": draft_text(draft)}
    return json.dumps(value)


EMPTY = Draft(languages=("zh",))


def order(session: Writing) -> str:
    return "".join(each.id for each in session.draft.scenes)


def test_after_a_reload_the_draft_and_what_was_added_since_come_back() -> None:
    session = Writing(EMPTY)
    text = handed(EMPTY.added(scene("a")).added(scene("b")), 7, scene("c"))
    assert take_over(session, text)
    assert order(session) == "abc"
    assert not take_over(session, handed(None, 0, scene("c"))), "each is taken once"
    session.remove("c")
    assert not take_over(session, handed(None, 0, scene("c")))
    assert order(session) == "ab"


def test_another_tab_s_newer_draft_goes_on_and_the_one_before_can_be_brought_back() -> None:
    session = Writing(EMPTY)
    session.change(EMPTY.added(scene("a")))
    assert take_over(session, handed(EMPTY.added(scene("b")), session.stamp + 1))
    assert order(session) == "b"
    session.take_back()
    assert order(session) == "a"


def test_a_draft_older_than_what_was_just_begun_is_not_lost() -> None:
    session = Writing(EMPTY)
    session.change(EMPTY.added(scene("a")))
    assert take_over(session, handed(EMPTY.added(scene("b")), 7))
    assert order(session) == "a"
    session.take_back()
    assert order(session) == "b"


@pytest.mark.parametrize(
    "text", ["", "3", "[", '{"stamp": true, "draft": "{}"}', '{"stamp": 9}']
)
def test_what_is_no_draft_changes_nothing(text: str) -> None:
    session = Writing(EMPTY.added(scene("a")))
    assert not take_over(session, text)
    assert order(session) == "a"


def test_what_was_taken_away_is_put_back_where_it_stood_the_last_first() -> None:
    session = Writing(EMPTY)
    for name in "abcd":
        session.change(session.draft.added(scene(name)))
    session.remove("b")
    session.remove("a")
    assert order(session) == "cd"
    session.take_back()
    session.take_back()
    assert order(session) == "abcd"
    session.take_back()
    assert order(session) == "abcd"
    for _ in range(MOST_UNDONE + 5):
        session.replace(EMPTY.added(scene("x")) if order(session) != "x" else EMPTY)
        session.change(session.draft.added(scene("y")))
    assert len(session.undo) == MOST_UNDONE
