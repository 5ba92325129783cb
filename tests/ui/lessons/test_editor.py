"""The reader's own lesson on the page of lessons: written, ordered, lacking, played, saved."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_lab.lessons.draft import Draft, DraftScene
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.reading import MOST, unpack_lesson
from bpe_lab.lessons.shelf import course
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.ui.test_pages import open_page, param
from ui.drafting.drafts import Writing, copy_of
from ui.page.session import ENTRY

TRAIN = Step(link="/train?text=low&merges=6", at=Moment.read("merge 2, choose"))


def editor(draft: Draft | None = None, language: str = "zh") -> Any:
    at = open_page("lessons", language, view="mine")
    if draft is not None:
        session(at).change(draft)
        at.run()
    assert not at.exception, at.exception
    return at


def session(at: Any) -> Writing:
    held: Writing = at.session_state[ENTRY][Writing]
    return held


def drafted(*steps: Step) -> Draft:
    draft = Draft(languages=("zh",))
    for name, step in zip("abcdef", steps, strict=False):
        draft = draft.added(DraftScene(name, step))
    return draft


def words(at: Any) -> str:
    return " ".join(element.value for element in at.get("html"))


def is_off(at: Any, key: str) -> bool:
    return bool(at.button(key=key).disabled)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_lesson_says_how_to_begin_and_what_it_lacks(language: str) -> None:
    at = editor(language=language)
    said = catalogue(language)
    assert said["draft.empty"] in words(at)
    for key in ("title", "goals"):
        assert said[f"draft.{key}"] in words(at)
        field = f"draft_{key}_{language}_"
        labels = [each.label for each in (*at.text_input, *at.text_area) if each.key == field]
        assert labels == [f"⚠ {said[f'draft.{key}']} · {said['draft.flaw.missing']}"]
    assert is_off(at, "draft_play")
    assert is_off(at, "draft_undo")


def test_a_lesson_is_written_in_one_language_and_played() -> None:
    at = editor(drafted(TRAIN, Step(link="/why")))
    at = at.text_input(key="draft_title_zh_").input("平局").run()
    at = at.text_area(key="draft_goals_zh_").input("会选。\n会数。").run()
    at = at.number_input(key="draft_minutes").set_value(20).run()
    at = at.button(key="draft_open_a").click().run()
    at = at.text_area(key="draft_text_zh_a").input("看 <b>这里</b>。").run()
    assert "⚠" not in " ".join(each.label for each in (*at.text_input, *at.text_area))
    at = at.button(key="draft_play").click().run()
    assert not at.exception
    assert (param(at, "scene"), param(at, "merges")) == ("1", "6")
    lesson = unpack_lesson(str(param(at, "lesson")).removeprefix("~")).lesson
    assert lesson is not None
    assert (lesson.languages, lesson.minutes, len(lesson.outcomes)) == (("zh",), 20, 2)
    assert lesson.steps[0] == session(at).draft.lesson.steps[0]
    assert "看 &lt;b&gt;这里&lt;/b&gt;。" in words(at)


def test_scenes_are_moved_removed_and_put_back() -> None:
    at = editor(drafted(TRAIN, Step(link="/why"), Step(link="/race")))

    def order() -> str:
        return "".join(scene.id for scene in session(at).draft.scenes)

    at = at.button(key="draft_down_a").click().run()
    assert order() == "bac"
    assert is_off(at, "draft_up_b")
    assert is_off(at, "draft_down_c")
    at = at.button(key="draft_remove_a").click().run()
    assert order() == "bc"
    at = at.button(key="draft_undo").click().run()
    assert order() == "bac"
    at = at.button(key="draft_clear").click().run()
    assert order() == ""
    at = at.button(key="draft_undo").click().run()
    assert order() == "bac"


def test_a_question_without_its_answer_is_named_at_the_field_and_at_the_scene() -> None:
    at = editor(drafted(TRAIN))
    at = at.button(key="draft_open_a").click().run()
    at = at.text_area(key="draft_ask_zh_a").input("哪一个？").run()
    lone = catalogue("zh")["draft.flaw.no_answer"]
    assert at.text_area(key="draft_answer_zh_a").label.endswith(lone)
    assert at.button(key="draft_open_a").label.startswith("⚠")
    assert lone in words(at)


def test_a_scene_ends_at_its_last_moment_and_what_is_none_stays_in_the_field() -> None:
    at = editor(drafted(TRAIN, Step(link="/why"), Step(link="/train?text=low")))
    at = at.button(key="draft_open_a").click().run()
    field = at.text_input(key="draft_until_a")
    assert "第 2 次合并" in field.help
    assert catalogue("zh")["goal.choose"] in field.help
    assert "第 2 次合并，选择" in field.placeholder
    at = field.input("merge 3 count").run()
    assert at.text_input(key="draft_until_a").value == "merge 3 count"
    assert "merge 3 count" in " ".join(each.value for each in at.error)
    assert session(at).draft.scenes[0].step.until is None
    at = at.text_input(key="draft_until_a").input("merge 3, count").run()
    assert not at.error
    assert session(at).draft.scenes[0].step.until == Moment.read("merge 3, count")
    said = at.text_input(key="draft_until_a").value
    assert said.startswith("第 3 次合并，")
    at = at.text_input(key="draft_until_a").input(said.replace("3 次", "４次")).run()
    assert session(at).draft.scenes[0].step.until == Moment.read("merge 4, count")
    at = at.text_input(key="draft_until_a").input("place 3").run()
    assert at.text_input(key="draft_until_a").label.startswith("⚠")
    flawed = at.text_input(key="draft_until_a").label
    at = at.text_input(key="draft_until_a").input("no moment").run()
    assert len(at.text_input(key="draft_until_a").label) < len(flawed), "of that one alone"
    assert "no moment" in " ".join(each.value for each in at.error)
    at = at.text_input(key="draft_until_a").input("").run()
    assert session(at).draft.scenes[0].step.until is None
    at = at.button(key="draft_open_b").click().run()
    assert "draft_until_b" not in [each.key for each in at.text_input], "it has no walk"
    at = at.button(key="draft_open_c").click().run()
    assert at.text_input(key="draft_until_c").placeholder.endswith("不填就演到结尾")


def test_both_languages_are_asked_for_once_both_are_chosen() -> None:
    at = editor(
        drafted(TRAIN).reworded("title", "zh", "平局").reworded("goals", "zh", "会选。")
    )
    assert not is_off(at, "draft_play")
    at = at.segmented_control(key="draft_languages").set_value(["en", "zh"]).run()
    assert is_off(at, "draft_play")
    assert "EN" in at.text_input(key="draft_title_en_").label
    at = at.text_input(key="draft_title_en_").input("Ties").run()
    at = at.segmented_control(key="draft_languages").set_value(["zh"]).run()
    assert not is_off(at, "draft_play")
    assert session(at).draft.title.text("en") == "Ties", "it is kept"
    at = at.segmented_control(key="draft_languages").set_value([]).run()
    assert session(at).draft.languages == ("zh",)


def test_nothing_is_lost_by_another_language_or_another_page() -> None:
    at = editor(drafted(TRAIN))
    at = at.button(key="draft_open_a").click().run()
    at = at.text_area(key="draft_note_zh_a").input("慢慢讲。").run()
    at = at.segmented_control(key="language").set_value("en").run()
    assert at.text_area(key="draft_note_zh_a").value == "慢慢讲。"
    for page in ("why", "lessons"):
        at.query_params.clear()  # as a switch of page does in a browser
        at = at.switch_page(str(ROOT / "pages" / f"{page}.py")).run()
    at = at.segmented_control(key="lessons_view").set_value("mine").run()
    assert not at.exception
    assert at.text_area(key="draft_note_zh_a").value == "慢慢讲。"


def test_any_lesson_is_copied_to_be_changed_and_one_s_own_can_be_brought_back() -> None:
    at = open_page("lessons", "zh")
    session(at).change(drafted(TRAIN))
    copies = [b for b in at.button if b.label == catalogue("zh")["draft.copy"]]
    at = copies[list(course()).index("ties")].click().run()
    assert not at.exception
    assert len(session(at).draft.scenes) == len(course()["ties"].steps)
    assert session(at).draft.lesson.title == course()["ties"].title
    assert not is_off(at, "draft_play")
    at = at.button(key="draft_undo").click().run()
    assert session(at).draft == drafted(TRAIN)


def test_the_longest_lesson_that_comes_along_is_edited_in_both_languages() -> None:
    at = editor(copy_of(course()["lecture"]), "en")
    assert not is_off(at, "draft_play")
    scene = session(at).draft.scenes[3].id
    at = at.button(key=f"draft_open_{scene}").click().run()
    assert not at.exception
    for language in LANGUAGES:
        step = course()["lecture"].steps[3]
        assert at.text_area(key=f"draft_text_{language}_{scene}").value == step.text.text(
            language
        )


def test_a_sign_of_direction_in_the_title_is_named_at_its_field(language: str) -> None:
    at = editor(drafted(TRAIN), language)
    at.text_input(key="draft_title_zh_").set_value("\u202e平局").run()
    assert not at.exception
    assert "U+202E" in at.text_input(key="draft_title_zh_").label


def test_hostile_words_are_text_and_bounded() -> None:
    hostile = "![x](//evil) <script>alert(1)</script> :red[a] $x$"
    step = Step(link="/nowhere?text=" + "%3Cb%3E" * 40)
    draft = drafted(step).reworded("title", "zh", hostile).reworded("title", "zh", hostile, "a")
    at = editor(draft)
    label = at.button(key="draft_open_a").label
    assert "<script>" not in label.replace("\\<", "")
    assert "](" not in label
    assert at.text_input(key="draft_title_zh_").max_chars == MOST["title"]
    assert "<script>alert" not in words(at)
    at = at.button(key="draft_open_a").click().run()
    assert not at.exception
    assert at.text[0].value.startswith("⚠")
