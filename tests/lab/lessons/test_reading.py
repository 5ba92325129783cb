"""A lesson file: read whole or refused with every mistake in it, whatever its content."""

from __future__ import annotations

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_lab.html_pages import LANGS, page_words
from bpe_lab.lessons.lesson_errors import LessonError, sentence
from bpe_lab.lessons.reading import SIZE_LIMIT, read_lesson
from tests.for_each import for_each
from tests.paths import ROOT

HEAD = """\
version = 1
title = {en = "Ties", zh = "平局"}
level = 2
minutes = 12
[[outcome]]
en = "Say which pair is merged."
zh = "说出合并哪一个。"
"""
STEP = """\
[[step]]
link = "/train?text=low&merges=6"
"""
GOOD = HEAD + STEP
EXERCISE = '[[step]]\nexercise = "trace.naive"\nlevel = 1\nseed = "17F3"\n'

# What is wrong, the file, and the rule, line and key that must say so.
MISTAKES: dict[str, tuple[str, str, int, str]] = {
    "no TOML": (GOOD + "at = \n", "syntax", 10, "–"),
    "an unclosed text": (GOOD + 'at = """\n\n', "syntax", 12, "–"),
    "a key twice": (GOOD + 'link = "/why"\n', "syntax", 10, "–"),
    "nested deeply": ("a = " + "[" * 100_000, "syntax", 1, "–"),
    "another version": ("version = 2\n", "version", 1, "version"),
    "no version": ("\n\nlevel = 2\n", "version", 1, "version"),
    "a version as a truth": ("version = true\n", "version", 1, "version"),
    "an unknown key": ("color = 1\n" + GOOD, "unknown_key", 1, "color"),
    "an unknown key of a step": (
        GOOD + "seeds = 1",
        "unknown_key",
        10,
        "step[1].seeds",
    ),
    "an unknown language": (
        GOOD + 'text = {en = "a", zh = "b", de = "c"}',
        "unknown_key",
        10,
        "step[1].text.de",
    ),
    "no step": (HEAD, "missing_key", 1, "step"),
    "a language less": (GOOD + '\ntext.en = "a"', "missing_language", 11, "step[1].text"),
    "a title without a language": (
        GOOD.replace('{en = "Ties", zh = "平局"}', "{}"),
        "missing_language",
        2,
        "title",
    ),
    "a number for a text": (
        GOOD + "text = {en = 1, zh = 'b'}",
        "not_text",
        10,
        "step[1].text.en",
    ),
    "a blank text": (
        GOOD + "text = {en = ' ', zh = 'b'}",
        "not_text",
        10,
        "step[1].text.en",
    ),
    "a text alone": (GOOD + 'text = "a"', "not_a_table", 10, "step[1].text"),
    "a long text": (
        GOOD + f"text.en = 'b'\ntext.zh = '{'长' * 1001}'",
        "long_text",
        11,
        "step[1].text.zh",
    ),
    "a control character": (
        GOOD + 'text = {en = "a\\u001B[31m", zh = "b"}',
        "control_character",
        10,
        "step[1].text.en",
    ),
    "a turned direction": (
        GOOD + 'text = {en = "a\\u202E", zh = "b"}',
        "control_character",
        10,
        "step[1].text.en",
    ),
    "a high level": (GOOD.replace("level = 2", "level = 9"), "number", 3, "level"),
    "minutes in words": (
        GOOD.replace("minutes = 12", "minutes = 'ten'"),
        "number",
        4,
        "minutes",
    ),
    "a step that is no list": (
        HEAD + "[step]\n",
        "not_a_list",
        8,
        "step",
    ),
    "no step in the list": ("step = []\n" + HEAD, "list_length", 1, "step"),
    "too many steps": (HEAD + STEP * 201, "list_length", 8, "step"),
    "an unknown mode": (GOOD + 'mode = "play"', "choice", 10, "step[1].mode"),
    "a step of nothing": (GOOD + "[[step]]\n", "link_or_exercise", 10, "step[2]"),
    "a step of both": (
        GOOD + EXERCISE.replace("[[step]]\n", ""),
        "link_or_exercise",
        8,
        "step[1]",
    ),
    "a moment of an exercise": (
        GOOD + EXERCISE + 'at = "end"',
        "lone_key",
        14,
        "step[2].at",
    ),
    "an answer to nothing": (
        GOOD + "answer = {en = 'a', zh = 'b'}",
        "lone_key",
        10,
        "step[1].answer",
    ),
    "a question without its answer": (
        GOOD + "ask = {en = 'a', zh = 'b'}",
        "missing_key",
        8,
        "step[1].answer",
    ),
    "an unknown exercise": (
        GOOD + EXERCISE.replace("naive", "greedy"),
        "choice",
        11,
        "step[2].exercise",
    ),
    "an empty exercise": (
        GOOD + EXERCISE.replace("trace.naive", ""),
        "choice",
        11,
        "step[2].exercise",
    ),
    "a level that no exercise has": (
        GOOD + EXERCISE.replace("level = 1", "level = 0"),
        "number",
        12,
        "step[2].level",
    ),
    "a seed of another generator": (
        GOOD + EXERCISE.replace("17F3", "7F3K"),
        "seed",
        13,
        "step[2].seed",
    ),
    "an exercise without a seed": (
        GOOD + EXERCISE.replace('seed = "17F3"\n', ""),
        "missing_key",
        10,
        "step[2].seed",
    ),
    "another page": (GOOD.replace("/train", "/trane"), "unknown_page", 9, "step[1].link"),
    "another option": (
        GOOD.replace("merges", "merge"),
        "unknown_option",
        9,
        "step[1].link",
    ),
    "a step of the walk as an option": (
        GOOD.replace("merges", "step"),
        "unknown_option",
        9,
        "step[1].link",
    ),
    "a switch that is neither on nor off": (
        GOOD.replace("/train?text=low&merges=6", "/encode?allow=yes"),
        "choice",
        9,
        "step[1].link allow",
    ),
    "another text": (
        GOOD.replace("=low", "=slow"),
        "choice",
        9,
        "step[1].link text",
    ),
    "too many merges": (
        GOOD.replace("merges=6", "merges=900"),
        "number",
        9,
        "step[1].link merges",
    ),
    "no moment": (GOOD + 'at = "step 3"', "choice", 10, "step[1].at"),
    "a moment in other words": (
        GOOD + 'at = "the 2nd merge"',
        "moment",
        10,
        "step[1].at",
    ),
    "no last moment": (
        GOOD + 'until = "the 2nd merge"',
        "moment",
        10,
        "step[1].until",
    ),
    "an end before the beginning": (
        GOOD + 'at = "merge 2, choose"\nuntil = "merge 2"',
        "ends_early",
        11,
        "step[1].until",
    ),
    "another kind": (GOOD + 'at = "merge 2, chose"', "choice", 10, "step[1].at"),
    "a page without a walk": (
        GOOD.replace("/train?text=low&merges=6", "/why") + 'at = "end"',
        "no_walk",
        10,
        "step[1].at",
    ),
}
ADDRESSES = (
    "https://example.org/train",
    "//example.org/train",
    "javascript:alert(1)",
    "train",
    "/train/../why",
    "/train#a",
    "/train?text",
    "/train?text=low&text=run",
    "/train?text=%ff",
    "/train?text=l w",
    "/träin",
)


def mistakes(text: str) -> list[tuple[str, object, object]]:
    lesson, problems = read_lesson(text.encode())
    assert (lesson is None) == bool(problems)
    assert all(isinstance(problem, LessonError) for problem in problems)
    return [(p.rule, p.values["line"], p.values["key"]) for p in problems]


def test_a_sound_lesson_has_no_mistake() -> None:
    assert mistakes(GOOD + EXERCISE) == []
    lesson, _ = read_lesson(GOOD.encode(), "ties")
    assert lesson is not None
    assert (lesson.id, lesson.languages, lesson.title.text("zh")) == (
        "ties",
        LANGS,
        "平局",
    )
    assert lesson.steps[0].address == "/train?text=low&merges=6"


def test_a_moment_that_encode_never_had_still_opens() -> None:
    of_encode = GOOD.replace("/train?text=low&merges=6", "/encode")
    assert mistakes(of_encode + 'at = "merge 2, tie"') == []


@for_each("name", MISTAKES)
def test_a_mistake_is_named_with_its_line_and_key(name: str) -> None:
    text, kind, line, key = MISTAKES[name]
    assert (kind, line, key) in mistakes(text)


@for_each("link", ADDRESSES)
def test_what_is_no_path_of_the_app_is_refused(link: str) -> None:
    text = GOOD.replace("/train?text=low&merges=6", link)
    assert mistakes(text) == [("link", 9, "step[1].link")]


def test_all_mistakes_are_named_in_the_order_of_their_lines() -> None:
    text = GOOD.replace("level = 2", "level = 9").replace("=low", "=slow") + 'mode = "x"'
    assert [line for _, line, _ in mistakes(text)] == [3, 9, 10]


def test_a_lesson_in_one_language_is_whole_in_it() -> None:
    one = GOOD.replace(', zh = "平局"', "").replace('zh = "说出合并哪一个。"\n', "")
    assert mistakes(one) == []
    assert mistakes(GOOD.replace(', zh = "平局"', "")) == []


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"#" * (SIZE_LIMIT + 1), "InputError.text_too_large"),
        (GOOD.encode("utf-16"), "NotUTF8Error"),
        (GOOD.encode("gb18030"), "NotUTF8Error"),
        (b"\x89PNG\r\n\x1a\n" + bytes(99), "NotUTF8Error"),
        (b"<html><script>alert(1)</script></html>", "LessonError.syntax"),
        (b"\x00" * 99, "LessonError.syntax"),
    ],
)
def test_another_kind_of_file_is_refused(data: bytes, name: str) -> None:
    lesson, [problem] = read_lesson(data)
    assert lesson is None
    assert problem.name == name


@given(
    st.binary(max_size=200) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace"))
)
def test_nonsense_is_refused_and_never_raises(data: bytes) -> None:
    lesson, problems = read_lesson(data)
    assert lesson is None
    assert problems


@given(st.integers(0, len(GOOD)), st.sampled_from("\"'[]{}=.,#\n\\ a1平"))
def test_a_stray_character_never_raises(at: int, character: str) -> None:
    lesson, problems = read_lesson((GOOD[:at] + character + GOOD[at:]).encode())
    assert (lesson is None) == bool(problems)


def test_markup_is_text() -> None:
    markup = "<img src=x onerror=alert(1)> **a** [b](//c)"
    lesson, _ = read_lesson((GOOD + f"text = {{en = '{markup}', zh = '哈'}}").encode())
    assert lesson is not None
    assert lesson.steps[0].text.text("en") == markup


@pytest.mark.parametrize("language", LANGS)
def test_every_mistake_has_its_sentence(language: str) -> None:
    words = page_words("bpe_lab.lessons", "words", language)
    assert words.keys() == {"LessonError"}
    assert words["LessonError"].keys() == LessonError.messages.keys()
    for text, *_ in MISTAKES.values():
        for problem in read_lesson(text.encode()).problems:
            said = sentence(problem, language)
            assert str(problem.values["line"]) in said
            assert "{" not in said.replace("{}", "")


def test_every_rule_is_broken_once_and_survives_the_way_between_processes() -> None:
    broken = [p for text, *_ in MISTAKES.values() for p in read_lesson(text.encode()).problems]
    broken += read_lesson(GOOD.replace("/train", "train").encode()).problems
    assert {problem.rule for problem in broken} == {*LessonError.messages}
    for problem in broken:
        again = pickle.loads(pickle.dumps(problem))
        assert (type(again), str(again)) == (LessonError, str(problem))
        assert again.values == problem.values


def test_a_hostile_value_is_said_in_one_line_without_control_characters() -> None:
    for problem in read_lesson((GOOD + 'mode = "\\u001b[31m\\n"').encode()).problems:
        assert sentence(problem, "en").isprintable()


# --- The lesson in docs/lessons.md is one that can be read


def test_the_example_in_the_document_is_a_sound_lesson() -> None:
    text = (ROOT / "docs" / "lessons.md").read_text("utf-8")
    [example] = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    lesson, problems = read_lesson(example.encode())
    assert problems == ()
    assert lesson is not None
    assert [step.page for step in lesson.steps] == ["train", "train"]
