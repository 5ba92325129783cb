"""A lesson while it is written: changed, kept by a browser, published, and what it lacks."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.errors import UnknownNameError
from bpe_lab.html_pages import LANGS
from bpe_lab.lessons.draft import (
    STORED_LIMIT,
    Draft,
    DraftScene,
    draft_text,
    flaws,
    read_draft,
    read_scenes,
    scene_value,
)
from bpe_lab.lessons.lesson import MODES, Lesson, Step, Wording
from bpe_lab.lessons.links import is_self_contained, step_here
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.reading import (
    LINK_LIMIT,
    MOST,
    MOST_STEPS,
    SIZE_LIMIT,
    pack_lesson,
    read_lesson,
    unpack_lesson,
    write_lesson,
)
from bpe_lab.lessons.shelf import FOLDER_VARIABLE, course, find_lesson, folder_lessons, shelf
from tests.for_each import for_each

PLAIN = st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp"))
WORDS = st.text(PLAIN, min_size=1, max_size=30).filter(lambda text: text.strip())
LINKS = st.sampled_from(
    [
        ("/train?text=low&merges=6", Moment.read("merge 2, choose")),
        ("/linked", Moment.read("merge 1, push 2")),
        ("/train?text=own&own=eJzLyS9XyMkvTy0CABJmA-0", None),
        ("/why", None),
    ]
)


def wordings(languages: tuple[Any, ...]) -> st.SearchStrategy[Wording]:
    return st.fixed_dictionaries(dict.fromkeys(languages, WORDS)).map(Wording)


@st.composite
def whole_drafts(draw: st.DrawFn) -> Draft:
    """Drafts that lack nothing, in one language or two."""
    languages = draw(st.sampled_from([("en",), ("zh",), LANGS]))
    draft = Draft(
        languages=languages,
        title=draw(wordings(languages)),
        level=draw(st.integers(1, 5)),
        minutes=draw(st.integers(1, 240)),
        goals=draw(wordings(languages)),
    )
    for number in range(draw(st.integers(1, 4))):
        draft = draft.added(DraftScene(f"s{number}", draw(steps(languages))))
    return draft


@st.composite
def steps(draw: st.DrawFn, languages: tuple[Any, ...]) -> Step:
    names = draw(st.sets(st.sampled_from(["title", "text", "note"])))
    if draw(st.booleans()):
        names |= {"ask", "answer"}
    words: dict[str, Any] = {name: draw(wordings(languages)) for name in names}
    words["mode"] = draw(st.sampled_from(MODES))
    if draw(st.booleans()):
        return Step(
            exercise="trace.linked", level=draw(st.integers(1, 5)), seed="17F3", **words
        )
    link, at = draw(LINKS)
    return Step(link=link, at=at, until=at and draw(st.sampled_from([None, at])), **words)


@given(whole_drafts())
def test_a_draft_is_published_and_read_back_the_same(draft: Draft) -> None:
    assert flaws(draft) == ()
    file = write_lesson(draft.lesson)
    lesson, problems = read_lesson(file.encode())
    assert (lesson, problems) == (draft.lesson, ())
    assert lesson is not None
    assert Draft.of(lesson, (scene.id for scene in draft.scenes)).lesson == lesson


@given(whole_drafts())
def test_a_browser_keeps_all_of_a_draft(draft: Draft) -> None:
    assert read_draft(draft_text(draft), "en") == draft


@for_each("lesson", course().values())
def test_a_copy_of_a_lesson_is_that_lesson(lesson: Any) -> None:
    copy = Draft.of(lesson, map(str, range(MOST_STEPS)))
    assert flaws(copy) == ()
    assert copy.lesson == replace(lesson, id="")


def drafted(*names: str) -> Draft:
    draft = Draft(languages=("zh",))
    for name in names:
        draft = draft.added(DraftScene(name, Step(link="/train")))
    return draft


def order(draft: Draft) -> str:
    return "".join(scene.id for scene in draft.scenes)


def test_scenes_are_moved_and_taken_out_and_put_back() -> None:
    draft = drafted("a", "b", "c")
    assert order(draft.moved("a", 1)) == "bac"
    assert order(draft.moved("c", -2)) == "cab"
    assert order(draft.moved("a", -1)) == order(draft.moved("c", 1)) == "abc"
    assert order(draft.moved("none", 1)) == order(draft.removed("none")) == "abc"
    without = draft.removed("b")
    assert order(without) == "ac"
    assert order(without.added(draft.scenes[1], 1)) == "abc"


def test_a_scene_is_added_once_and_no_more_than_a_lesson_may_have() -> None:
    draft = drafted(*map(str, range(MOST_STEPS + 5)))
    assert len(draft.scenes) == MOST_STEPS
    assert drafted("a", "a") == drafted("a")


def test_what_is_written_in_another_language_is_kept_and_not_published() -> None:
    draft = (
        drafted("a").reworded("text", "en", "Look.", "a").reworded("text", "zh", "看。", "a")
    )
    assert draft.lesson.steps[0].text.languages == ("zh",)
    both = replace(draft, languages=LANGS)
    assert both.lesson.steps[0].text.text("en") == "Look."
    assert draft.reworded("text", "en", "  ", "a").scenes[0].step.text.languages == ("zh",)


WHOLE = replace(
    drafted("a").reworded("title", "zh", "平局").reworded("goals", "zh", "会选。\n会数。"),
    minutes=10,
)


@for_each(
    "draft, expected",
    [
        (WHOLE, []),
        (replace(WHOLE, title=Wording()), [("title", None, "zh")]),
        (replace(WHOLE, goals=Wording()), [("outcome", None, "")]),
        (replace(WHOLE, scenes=()), [("step", None, "")]),
        (WHOLE.reworded("ask", "zh", "哪个？", "a"), [("answer", 0, "")]),
        (WHOLE.reworded("answer", "zh", "这个。", "a"), [("answer", 0, "")]),
        (WHOLE.reworded("note", "zh", "\u202e", "a"), [("note", 0, "zh")]),
        (WHOLE.reworded("title", "zh", "\u202e"), [("title", None, "zh")]),
        (WHOLE.reworded("goals", "zh", "会选。\n\u202e"), [("outcome", None, "zh")]),
        (WHOLE.changed("a", link="/trane"), [("link", 0, "")]),
        (WHOLE.changed("a", link="/train?merges=900"), [("link", 0, "")]),
        (WHOLE.changed("a", link="/why", at=Moment("end")), [("at", 0, "")]),
        (
            replace(WHOLE, languages=LANGS).reworded("text", "zh", "看。", "a"),
            [
                *((name, None, "en") for name in ("title", "outcome", "outcome")),
                ("text", 0, "en"),
            ],
        ),
    ],
)
def test_what_a_draft_lacks_is_named_by_its_field(
    draft: Draft, expected: list[tuple[str, int | None, str]]
) -> None:
    assert [(flaw.name, flaw.index, flaw.language) for flaw in flaws(draft)] == expected


@pytest.mark.parametrize(
    "text",
    ["", "[", "[]", "3", '"a"', "[" * 100_000, '{"title": "' + "a" * STORED_LIMIT + '"}'],
)
def test_what_holds_no_draft_is_none(text: str) -> None:
    assert read_draft(text, "en") is None


HOSTILE: Any = {
    "languages": [["zh"], "de"],
    "title": {"en": "\ud800<b>" + "x" * 999, "zh": ["a"], "de": "b"},
    "level": 99,
    "minutes": True,
    "goals": "text",
    "scenes": [
        3,
        {"id": "a" * 99, "link": "/why"},
        {"id": "b", "link": ""},
        {"id": "c", "link": "/train", "at": "the second", "mode": ["watch"], "text": []},
        {"id": "c", "link": "/why"},
        {"id": "d", "exercise": ["trace.naive"], "link": {}},
        {"id": "e", "exercise": "trace.naive", "script": {}, "level": -1, "seed": 3},
    ],
}


def test_what_can_be_read_of_a_damaged_draft_is_kept() -> None:
    draft = read_draft(json.dumps(HOSTILE), "zh")
    assert draft is not None
    assert (draft.languages, draft.level, draft.minutes) == (("zh",), 1, 15)
    assert len(draft.title.text("en")) == MOST["title"]
    assert [scene.id for scene in draft.scenes] == ["a" * 24, "c", "e"]
    assert flaws(draft)
    assert read_draft(draft_text(draft), "zh") == draft
    many = [{"id": str(number), "link": "/why"} for number in range(MOST_STEPS + 9)]
    assert len(read_scenes(many)) == MOST_STEPS


def test_the_step_here_is_what_the_page_s_own_options_say() -> None:
    query = {"text": "low", "merges": "6", "lang": "zh", "step": "9", "utm": "x", "lesson": "a"}
    step = step_here("train", query, Moment.read("merge 2, choose"))
    assert step == Step(link="/train?text=low&merges=6", at=Moment.read("merge 2, choose"))
    assert step_here("compare", {}, None).link == "/compare"
    assert step_here("why", {"own_sample": "你 &="}, None).link.isascii()
    [scene] = read_scenes([scene_value(DraftScene("a", step))])
    assert scene.step == step


@pytest.mark.parametrize("name", ["3-17F3", "3-17F3-chinese"])
def test_an_exercise_here_is_a_step_that_leads_to_it(name: str) -> None:
    step = step_here("encode", {"exercise": name, "text": "low"}, None)
    assert step.address == f"/encode?exercise={name}"
    assert flaws(WHOLE.removed("a").added(DraftScene("b", step))) == ()


@pytest.mark.parametrize("name", ["", "9-17F3", "3-27F3", "3-17F3-greek", "x"])
def test_what_names_no_exercise_is_none(name: str) -> None:
    assert not step_here("encode", {"exercise": name}, None).exercise


def test_what_a_link_does_not_hold_is_known() -> None:
    assert is_self_contained({"text": "own", "own": "eJx"})
    for query in ({"text": "upload"}, {"words": "own"}, {"tokenizer": "file"}):
        assert not is_self_contained(query)


# --- Lessons written, packed into a link, found in a folder


every_lesson = pytest.mark.parametrize("lesson", course().values(), ids=course().keys())


@every_lesson
def test_what_is_written_reads_back_equal(lesson: Lesson) -> None:
    assert read_lesson(write_lesson(lesson).encode(), lesson.id).lesson == lesson


def test_a_short_lesson_travels_in_a_link() -> None:
    lesson = course()["ties"]
    packed = pack_lesson(lesson)
    assert packed is not None
    assert unpack_lesson(packed).lesson == replace(lesson, id="")


def packed_bytes(data: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    "packed",
    [
        "",
        "!",
        "A" * (LINK_LIMIT + 1),
        packed_bytes(write_lesson(course()["ties"]).encode())[:-40],
        packed_bytes(b"\xff"),
        packed_bytes(b"#" * (4 * SIZE_LIMIT)),
    ],
)
def test_what_holds_no_lesson_is_refused(packed: str) -> None:
    lesson, [problem] = unpack_lesson(packed)
    assert lesson is None
    assert problem.name == "LabError.packed_lesson"


def test_a_folder_s_own_files_are_found_and_no_others(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "lessons", tmp_path / "secret.toml"
    folder.mkdir()
    elsewhere.write_text("version = 1", "utf-8")
    (folder / "led_away.toml").symlink_to(elsewhere)
    (folder / "below.toml").mkdir()
    (folder / "ties.toml").write_text(write_lesson(course()["ties"]), "utf-8")
    (folder / "broken.toml").write_text("version = 2", "utf-8")
    (folder / "large.toml").write_bytes(b"#" * 10**6)
    (folder / "notes.txt").write_text("", "utf-8")
    found = folder_lessons(folder)
    assert list(found) == ["broken", "large", "ties"]
    assert [name for name, reading in found.items() if reading.lesson] == ["ties"]


def test_the_server_s_folder_goes_before_what_comes_along(tmp_path: Path) -> None:
    (tmp_path / "ties.toml").write_text("version = 2", "utf-8")
    environment = {FOLDER_VARIABLE: str(tmp_path)}
    assert find_lesson("ties", environment).lesson is None
    assert find_lesson("ties", {}).lesson == course()["ties"]
    assert shelf({FOLDER_VARIABLE: str(tmp_path / "gone")}).keys() == course().keys()
    with pytest.raises(UnknownNameError, match="ties"):
        find_lesson("../ties", {})
