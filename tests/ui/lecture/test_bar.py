"""A lesson played: the bar on every page, its ways, and what an address may say of it."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from bpe_lab.lessons.lesson import Lesson, Step, Wording
from bpe_lab.lessons.reading import pack_lesson
from bpe_lab.lessons.shelf import course
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.ui.test_pages import open_page, param, said
from ui.lecture.bar import _words, planned_ends
from ui.lecture.running import Running
from ui.page import leading
from ui.page.asking import Answers
from ui.page.session import ENTRY

TIES = course()["ties"]
LAST = len(course()["course-01-tokens"].steps)  # its closing check has two questions
PACKED = "~" + str(pack_lesson(TIES))


def words(at: Any) -> str:
    assert not at.exception, at.exception
    return unescape(" ".join(element.value for element in at.get("html")))


def answers_of(at: Any) -> Answers:
    """What this session has answered."""
    answers: Answers = at.session_state[ENTRY][Answers]
    return answers


def in_lesson(language: str = "en", scene: int = 1, name: str = "ties") -> Any:
    """The lesson's scene by the shortest link there is to it."""
    return open_page("home", language, lesson=name, scene=str(scene))


def scene_of(link: str) -> int:
    """The number of the lecture's first scene whose link says so."""
    steps = course()["lecture"].steps
    return next(number for number, step in enumerate(steps, 1) if link in step.link)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_begun_and_led_on_and_ended(language: str) -> None:
    at = open_page("lessons", language)
    assert TIES.outcomes[0].text(language) in words(at)
    begins = [each for each in at.button if each.label == catalogue(language)["lessons.begin"]]
    at = begins[list(course()).index("ties")].click().run()
    assert (param(at, "lesson"), param(at, "scene")) == ("ties", "1")
    assert param(at, "merges") == "6"
    assert TIES.steps[0].text.text(language) in words(at)
    assert at.selectbox(key="text").value == "low"
    for scene, step in enumerate(TIES.steps[1:], 2):
        at = at.button(key="lesson_next").click().run()
        assert param(at, "scene") == str(scene)
        assert step.text.text(language) in words(at)
    assert param(at, "exercise") == "3-17F3"
    assert at.button(key="lesson_next").disabled
    at = at.button(key="lesson_end").click().run()
    assert not at.exception
    assert "lesson" not in at.query_params
    assert "lesson_next" not in [button.key for button in at.button]
    assert param(at, "exercise") == "3-17F3", "the page stays"


def test_the_bar_names_its_lesson(language: str) -> None:
    assert f"<b>{TIES.title.text(language)}</b>" in words(in_lesson(language))


@pytest.mark.parametrize("name", ["lecture", "course-01-tokens", "ties"])
def test_the_lecturer_s_window_is_offered_where_there_are_notes(name: str) -> None:
    has_notes = any(step.note for step in course()[name].steps)
    at = in_lesson(name=name)
    assert ("lesson_notes" in [button.key for button in at.button]) == has_notes


def test_a_scene_is_what_its_link_says_whatever_was_set_before() -> None:
    at = in_lesson(scene=3)
    assert at.selectbox(key="tie_break").value == "first_seen"
    at = at.button(key="lesson_back").click().run()
    assert at.selectbox(key="tie_break").value == "greatest"
    assert "tie_break" not in at.query_params
    at = at.selectbox(key="text").select("aaaa").run()
    at = at.button(key="lesson_back").click().run()
    assert at.selectbox(key="text").value == "low"


def test_the_course_leads_from_a_lesson_s_end_to_the_next_lesson() -> None:
    name = "course-10-write-it"
    at = in_lesson(scene=len(course()[name].steps), name=name)
    assert param(at, "exercise").startswith("5-1D05")
    onward = at.button(key="lesson_next")
    assert onward.label == catalogue("en")["lesson.next_lesson"]
    at = onward.click().run()
    assert (param(at, "lesson"), param(at, "scene")) == ("course-11-real-corpora", "1")
    assert "exercise" not in at.query_params


def test_a_lesson_begun_from_home_forgets_the_exercise_of_the_one_before() -> None:
    """The exercise is no field, which would be forgotten with its page."""
    at = in_lesson(scene=len(course()["course-02-bytes"].steps), name="course-02-bytes")
    at = at.switch_page(str(ROOT / "pages" / "home.py")).run()
    at.query_params["lesson"], at.query_params["scene"] = "course-03-pre-tokens", "1"
    at = at.run()
    assert (param(at, "lesson"), param(at, "scene")) == ("course-03-pre-tokens", "1")
    assert "exercise" not in at.query_params
    assert param(at, "pattern") == "none"


def test_the_list_leads_to_any_scene() -> None:
    at = in_lesson()
    at = at.selectbox(key="lesson_scene").select_index(3).run()
    assert not at.exception
    assert (param(at, "scene"), param(at, "text")) == ("4", "low")


def test_a_message_of_the_scene_before_does_not_undo_the_way() -> None:
    """The browser sent it before it had heard: address, list and inputs are old."""
    at = in_lesson(scene=4)
    before = {name: param(at, name) for name in at.query_params}
    at = at.button(key="lesson_next").click().run()
    assert param(at, "exercise") == "3-17F3"
    at.query_params.clear()
    for name, value in before.items():
        at.query_params[name] = value
    at = at.selectbox(key="lesson_scene").select_index(3).run()
    assert (param(at, "scene"), param(at, "exercise")) == ("5", "3-17F3")
    at = at.selectbox(key="lesson_scene").select_index(3).run()
    assert param(at, "scene") == "5", "the address is heard of before the page is drawn"
    at = at.selectbox(key="lesson_scene").select_index(0).run()
    assert param(at, "scene") == "1", "the reader's own choice"


def test_a_message_of_the_scene_before_does_not_begin_an_ended_lesson() -> None:
    at = in_lesson(scene=2)
    before = {name: param(at, name) for name in ("lesson", "scene")}
    at = at.button(key="lesson_end").click().run()
    assert "lesson" not in at.query_params
    for name, value in before.items():
        at.query_params[name] = value
    at = at.run()
    assert "lesson" not in at.query_params
    assert "lesson_next" not in [button.key for button in at.button]


def test_back_is_followed_though_its_address_was_just_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = in_lesson(scene=2)
    at = at.button(key="lesson_next").click().run()
    of_browser = leading.of_browser
    monkeypatch.setattr(leading, "of_browser", lambda: (of_browser()[0], True))
    at.query_params["scene"] = "2"
    at = at.run()
    assert param(at, "scene") == "2"
    assert TIES.steps[1].text.text("en") in words(at)


def test_back_and_forward_lead_from_scene_to_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "UNTIL_HEARD", 0)  # the reader has looked at the scene
    at = in_lesson(scene=2)
    at = at.button(key="lesson_next").click().run()
    for scene in ("2", "3"):
        at.query_params["scene"] = scene
        at = at.run()
        assert param(at, "scene") == scene
        assert TIES.steps[int(scene) - 1].text.text("en") in words(at)


def test_another_page_keeps_the_lesson_and_leads_back() -> None:
    at = in_lesson(scene=2)
    at = at.switch_page(str(ROOT / "pages" / "why.py")).run()
    assert param(at, "scene") == "2"
    at = at.button(key="lesson_return").click().run()
    assert param(at, "merges") == "6"
    assert TIES.steps[1].text.text("en") in words(at)


def test_a_lesson_in_the_link_itself_runs() -> None:
    at = in_lesson(scene=2, name=PACKED)
    assert param(at, "lesson") == PACKED
    assert TIES.steps[1].text.text("en") in words(at)


def test_a_hall_sees_one_line_the_question_rather_than_the_words() -> None:
    at = open_page("train", mode="present", lesson="ties", scene="2", text="low", merges="6")
    step = TIES.steps[1]
    assert f"<p>{step.ask.text('en')}</p><details>" in words(at)
    assert f"<p>{step.answer.text('en')}</p></details>" in words(at), "folded away"
    assert step.text.text("en") not in words(at)


def test_a_scene_to_predict_asks_first_unless_the_reader_has_switched_it_there() -> None:
    at = in_lesson(scene=2, name="lecture")
    assert (param(at, "ask"), at.form_submit_button != []) == ("1", True)
    at = at.button(key="lesson_next").click().run()
    assert "ask" not in at.query_params
    at = at.button(key="lesson_back").click().run()
    assert param(at, "ask") == "1"
    at = at.button(key="ask_first").click().run()
    at = at.button(key="lesson_next").click().run()
    at = at.button(key="lesson_back").click().run()
    assert "ask" not in at.query_params


def test_a_scene_asks_once_and_the_last_one_all_of_its_page() -> None:
    at = in_lesson(scene=2, name="course-01-tokens")
    assert not at.radio[0].label.startswith("Question 1")
    at = at.button(key="why_onward").click().run()
    [row] = answers_of(at).rows
    assert row["exercise"] == "predict.why"
    assert not answers_of(at).scenes, "what was shown is not answered"
    assert at.button(key="why_onward").disabled, "a scene within asks once"
    at = in_lesson(scene=LAST, name="course-01-tokens")
    texts = catalogue("en")
    assert at.button(key="why_onward").label == texts["player.exercise.show"]
    at = at.button(key="why_onward").click().run()
    assert "platypus" in " ".join(box.value for box in at.info), "this answer alone is shown"
    assert [row["shown"] for row in answers_of(at).rows] == [True]
    assert at.button(key="why_onward").label == texts["asking.next"]


def test_a_scene_with_several_questions_is_answered_by_the_last_of_them() -> None:
    at = in_lesson(scene=LAST, name="course-01-tokens")
    assert at.radio[0].label.startswith("Question 1 of 2: ")
    at.radio[0].set_value(" platypus")
    at = at.button(key="why_check").click().run()
    assert answers_of(at).scenes == []
    at = at.button(key="why_onward").click().run()
    at = at.button(key="why_onward").click().run()
    assert answers_of(at).scenes == [f"course-01-tokens {LAST - 1}"]


def test_one_walk_in_two_scenes_is_parted_between_them() -> None:
    lecture = course()["lecture"]
    numbers = range(len(lecture.steps))
    scenes = [Running("lecture", lecture, number).as_scene() for number in numbers]
    parted, last = (
        next(each for each in scenes if str(each.begins) == "merge 0, link"),
        scenes[-1],
    )
    assert (parted.until, str(parted.before)) == (None, "merge 0, see")
    assert (last.until, last.before) == (None, None)
    ended = scenes[scene_of("text=story_en") - 1]
    assert (str(ended.until), ended.before) == ("merge 2, count", None)


@pytest.mark.parametrize(
    ("link", "button"), [("library_130k", "race_start"), ("/workshop?", "workshop_train")]
)
def test_a_clicker_starts_what_a_scene_is_about_and_no_link_does(
    link: str, button: str
) -> None:
    asked = {"lesson": "lecture", "scene": str(scene_of(link))}
    at = open_page("home", **asked, mode="present")
    assert at.button(key=button).proto.shortcut == "pagedown"
    assert not open_page("home", **asked).button(key=button).proto.shortcut


def test_a_clicker_starts_a_race_that_no_lesson_has_opened() -> None:
    at = open_page("race", view="growth", mode="present")
    assert at.button(key="race_start").proto.shortcut == "pagedown"


def test_a_link_into_the_hall_presents_its_lesson_and_no_other_link_does() -> None:
    """In a session that does not present: the mode is read from an address once."""
    for mode, is_presented in (("present", True), ("", False)):
        at = open_page("home")
        at.query_params.update({"lesson": "ties", "mode": mode})
        at = at.run()
        assert (param(at, "lesson"), param(at, "scene")) == ("ties", "1")
        assert ("leave" in [button.key for button in at.button]) is is_presented


@pytest.mark.parametrize("page", ["home", "lessons"])
def test_the_lecture_is_one_press_from_home_and_from_the_lessons(
    language: str, page: str
) -> None:
    link = r'<a class="in-hall" data-in-hall href="\./\?lang=\w+&lesson=lecture&mode=present"'
    assert len(re.findall(link, words(open_page(page, language)))) == 1


def test_a_scene_ends_by_the_minutes_of_its_note_or_by_its_share() -> None:
    lecture = course()["lecture"]
    for each in LANGUAGES:
        assert planned_ends(lecture, each)[:5] == (3, 6, 8, 12, 15)
        assert planned_ends(lecture, each)[-1] == lecture.minutes
    assert planned_ends(TIES, "en") == (2, 5, 7, 10, 12)


def test_a_question_that_a_headline_cannot_hold_has_two_lines() -> None:
    """A Chinese character is as wide as two letters."""
    held, longer = "为什么是这一对？" * 5, "Why is it this pair and no other one? " * 3
    for ask, is_long in (("Why?", False), (held, False), (held + held, True), (longer, True)):
        step = Step(link="/train?text=low", ask=Wording({"en": ask}), answer=TIES.title)
        lesson = Lesson(title=TIES.title, level=1, minutes=9, outcomes=(), steps=(step,))
        assert ("data-long" in _words(Running("one", lesson))) is is_long


@pytest.mark.parametrize(
    ("asked", "notice"),
    [
        ({"lesson": "no<b>ne"}, "unknown_lesson"),
        ({"lesson": "~eJx"}, "unknown_lesson"),
        ({"lesson": "~" + "A" * 9000}, "unknown_lesson"),
        ({"lesson": "-" + "0" * 32}, "forgotten_lesson"),
        ({"lesson": "../ties"}, "unknown_lesson"),
        ({"lesson": "ties", "scene": "99"}, "unknown_scene"),
        ({"lesson": "ties", "scene": "-1\u202e"}, "unknown_scene"),
    ],
)
def test_what_an_address_gets_wrong_is_said_and_the_page_stays(
    language: str, asked: dict[str, str], notice: str
) -> None:
    at = open_page("train", language, text="low", **asked)
    assert not at.exception
    assert said(language, f"notice.{notice}") in " ".join(each.value for each in at.info)
    assert at.selectbox(key="text").value == "low"
    if asked["lesson"] != "ties":
        assert "lesson" not in at.query_params
