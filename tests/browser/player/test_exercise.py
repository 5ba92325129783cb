"""A trace of one's own: nothing ahead is seen, the first try counts, a result at the end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bpe_core.exercises.draw import draw
from bpe_core.exercises.seed import Seed
from bpe_core.texts.corpus import Corpus
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue, section
from tests.browser.conftest import Visit
from tests.browser.player.answers import SECTIONS, answer_right, asked, offsets_of, token
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab, downloaded, named

CLAIMS = 5
STAGE = ".player .panel >> nth=0"


def data(level: int, language: str = "en", *, present: bool = False) -> Json:
    exercise = draw("trace.naive", level, Seed.read("17F3"))
    walk = training_walk(Corpus(exercise.text), exercise.options, exercise=exercise)
    words = dict(section(language, *SECTIONS, "exercise"))
    return {
        "recording": walk.recording,
        "text": words,
        "lang": language,
        "present": present,
        "others": True,
    }


def words(visited: Visit, language: str, key: str, before: str | None = None) -> bool:
    """Whether the player says a text, or as much of it as stands ``before`` a value."""
    said = catalogue(language)[key].partition(before)[0] if before else catalogue(language)[key]
    return said in visited.page.locator(".player").inner_text()


def bar(visited: Visit) -> bool:
    return visited.page.locator(".answers:not(.result)").is_visible()


def judged(visited: Visit) -> str:
    return str(visited.page.locator(".answers:not(.result) .judged").inner_text())


def result(visited: Visit) -> str:
    return str(visited.page.locator(".answers.result .judged").inner_text())


def verdict_on_claims(language: str, kind: str, number: int, game: Json) -> str:
    claims = str(len(asked(game["recording"])))
    verdict = catalogue(language)[f"player.exercise.{kind}"].replace("{number}", str(number))
    return verdict.replace("{claims:claim|claims}", f"{claims} claims").replace(
        "{claims}", claims
    )


def to_next_question(visited: Visit) -> None:
    for _ in range(4):
        if bar(visited):
            return
        visited.press("ArrowRight")
    raise AssertionError("no question within four steps")


def question_by_question(visited: Visit, game: Json) -> Iterator[Json]:
    """Each question when it is open; whoever asks for the next has settled it.

    A false claim is the last.
    """
    for question in asked(game["recording"]):
        to_next_question(visited)
        yield question
        if question["right"] == ["fails"]:
            return
        visited.press("ArrowRight")


def to_the_end(visited: Visit) -> None:
    for _ in range(4):
        if visited.page.locator(".answers.result").is_visible():
            return
        visited.press("ArrowRight")
    raise AssertionError("no result within four steps")


def answer(visited: Visit, question: Json, *, right: bool = True) -> None:
    if question["kind"] == "judge":
        keys = [key for key, _ in question["choices"]]
        index = keys.index(question["right"][0])
        visited.press("AB"[index if right else 1 - index])
    elif right:
        answer_right(visited, question, offsets_of(visited))
    elif question["kind"] == "number":
        visited.page.keyboard.type("99")
        visited.press("Enter")
    else:
        raise AssertionError(question["kind"])


@pytest.mark.parametrize(("level", "present"), [(1, False), (CLAIMS, True)])
def test_an_exercise_is_done_by_keyboard_in_chinese_and_dark_and_the_stage_stands_still(
    lab: Lab, level: int, present: bool
) -> None:
    game = data(level, "zh", present=present)
    hall = {"viewport": {"width": 1920, "height": 1080}} if present else {}
    visited = lab(game, color_scheme="dark", **hall)
    box = visited.page.locator(STAGE).bounding_box()
    assert words(visited, "zh", f"exercise.task.trace.naive_{level}")
    visited.press("Enter")
    assert bar(visited), "from wherever the focus rests"
    number = 0
    for question in question_by_question(visited, game):
        assert not present or visited.page.locator(STAGE).bounding_box() == box
        number += 1
        answer(visited, question)
        right = "judged" if question["kind"] == "judge" else "right"
        assert words(visited, "zh", f"player.answer.{right}")
        assert not present or visited.page.locator(STAGE).bounding_box() == box
    to_the_end(visited)
    assert not present or visited.page.locator(STAGE).bounding_box() == box
    visited.page.evaluate("addEventListener('keydown', () => (window.isHeard = true))")
    visited.press("a")
    assert not visited.page.evaluate("window.isHeard"), "one press too many adds no scene"
    if level == CLAIMS:
        assert result(visited) == verdict_on_claims("zh", "caught", number, game)
    else:
        assert result(visited).count(str(number)) == 2
        assert catalogue("zh")["player.exercise.missed"] not in result(visited)
    named(visited, "result-another").focus()
    visited.press("Enter")
    assert visited.page.evaluate("window.left") == 1, "asks for another"


def test_a_wrong_answer_is_undone_and_only_the_first_try_counts(lab: Lab) -> None:
    game = data(1)
    visited = lab(game)
    for number, question in enumerate(question_by_question(visited, game)):
        if number == 0:
            for wrong in ("98", "99", "97"):
                visited.page.keyboard.type(wrong)
                visited.press("Enter")
                assert words(visited, "en", "player.answer.wrong")
                visited.press("Backspace", "Backspace")
        answer(visited, question)
        assert words(visited, "en", "player.answer.right")
    to_the_end(visited)
    assert f"{number} of {number + 1}" in result(visited)
    assert catalogue("en")["question.name_tokens_left"] in result(visited)


def test_a_wrong_answer_is_set_right_and_the_trace_goes_on(lab: Lab) -> None:
    game = data(4)
    visited = lab(game)
    assert words(visited, "en", "exercise.task.trace.naive_4")
    for question in question_by_question(visited, game):
        is_number = question["kind"] == "number"
        answer(visited, question, right=not is_number)
        if is_number:
            assert words(visited, "en", "player.answer.set_right")
            assert question["right"][0] in visited.page.locator(".judged").first.inner_text()
    to_the_end(visited)
    assert "8 of 20" in result(visited)


def test_nothing_ahead_of_an_open_question_is_reached_or_seen(lab: Lab) -> None:
    game = data(4)
    visited = lab(game)
    visited.press("End")
    assert visited.step() == 0
    assert bar(visited), "the question is in the way"
    visited.press("ArrowLeft", "]", "q", "End", "ArrowLeft")
    assert not bar(visited)
    cells = visited.page.locator(".panel[data-widget=table] td")
    numbers = [text for text in cells.all_inner_texts() if text.strip().isdigit()]
    assert numbers == [], "the counts that tell the next pair are veiled all the same"
    assert not named(visited, "ask_first").is_visible()
    assert not any(step.get("marks") for step in game["recording"]["steps"])


def test_who_goes_back_and_comes_again_has_had_the_first_try(lab: Lab) -> None:
    game = data(1)
    visited = lab(game)
    to_next_question(visited)
    visited.page.keyboard.type("99")
    visited.press("Enter", "Escape", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight")
    to_next_question(visited)
    answer(visited, asked(game["recording"])[0])
    assert "0 of 1" in visited.page.locator(".answers .score").inner_text()


def test_shown_answers_end_it_without_a_score(lab: Lab) -> None:
    visited = lab(data(3))
    to_next_question(visited)
    answer_step = visited.step() + 1
    named(visited, "answer-show").focus()
    visited.press("Enter")
    assert words(visited, "en", "question.is_pair", before="{"), "the answer comes first"
    assert judged(visited).endswith(catalogue("en")["player.exercise.free"])
    visited.press("Enter")
    assert not bar(visited)
    assert visited.step() == answer_step
    visited.press("End")
    assert result(visited) == catalogue("en")["player.exercise.free"]
    named(visited, "result-look").click()
    expect(visited.page.locator(".answers.result")).to_be_hidden()


def test_a_page_that_was_kept_asks_and_marks_but_offers_no_other(
    lab: Lab, tmp_path: Path
) -> None:
    game = data(1)
    visited = lab(game)
    path = tmp_path / "exercise.html"
    downloaded(visited, "save_html").save_as(path)
    offline = lab(game, address=path.as_uri())
    for question in question_by_question(offline, game):
        answer(offline, question)
    to_the_end(offline)
    assert "6 of 6" in result(offline)
    expect(named(offline, "result-another")).to_have_count(0)


@pytest.mark.parametrize("believed", ["holds", "fails"])
def test_of_claims_the_wrong_one_counts(lab: Lab, believed: str) -> None:
    """To call all of them right misses it; to call all wrong finds it, at a price."""
    game = data(CLAIMS)
    visited = lab(game)
    number = 0
    for question in question_by_question(visited, game):
        number += 1
        visited.press("AB"[[key for key, _ in question["choices"]].index(believed)])
    assert 1 < number < len(asked(game["recording"]))
    onward = named(visited, "answer-onward")
    assert onward.inner_text() == catalogue("en")["player.exercise.finish"]
    visited.press("Enter")
    assert not bar(visited), "nothing more is asked: all the rest is right"
    kind = "uncaught" if believed == "holds" else "caught"
    verdict = verdict_on_claims("en", kind, number, game)
    alarms = number - 1
    price = "" if believed == "holds" else f" {alarms} right steps you called wrong."
    assert result(visited) == verdict + price
    named(visited, "result-look").click()
    steps = game["recording"]["steps"]
    claims = [k for k, step in enumerate(steps) for _ in step.get("questions", [])]
    assert visited.step() == claims[number - 1], "where the wrong claim was made"
    visited.press("ArrowRight")
    assert not bar(visited)


def test_a_button_leads_to_the_next_question_and_a_second_press_shows_no_answers(
    lab: Lab,
) -> None:
    game = data(1)
    visited = lab(game)
    named(visited, "reveal").click()
    assert bar(visited), "it begins with its first question"
    plus_and_minus_leave_the_speed_alone_while_a_number_is_asked_for(visited)
    first, second, *others = asked(game["recording"])
    answer(visited, first)
    named(visited, "answer-onward").dblclick()
    assert bar(visited)
    answer(visited, second)
    assert words(visited, "en", "player.answer.right")
    visited.press("ArrowRight")
    for question in others:
        if not bar(visited):
            named(visited, "reveal").click()
        answer(visited, question)
        visited.press("ArrowRight")
    named(visited, "reveal").click()
    assert "6 of 6" in result(visited)
    assert not named(visited, "reveal").is_visible()


def plus_and_minus_leave_the_speed_alone_while_a_number_is_asked_for(visited: Visit) -> None:
    speed = named(visited, "speed")
    before = speed.text_content()
    named(visited, "answer-check").focus()
    visited.press("+", "-", "-")
    assert speed.text_content() == before
    named(visited, "answer-number").focus()


def test_enter_alone_leads_from_an_answer_to_the_next_question(lab: Lab) -> None:
    game = data(1)
    visited = lab(game)
    to_next_question(visited)
    first, second, third, *_ = asked(game["recording"])
    visited.page.keyboard.type("99")
    visited.press("Enter")
    for question in (first, second):
        visited.page.keyboard.type(question["right"][0])  # in place of what was wrong
        visited.press("Enter", "Enter")
    visited.press("Enter")
    visited.page.keyboard.type(third["right"][0])
    visited.press("Enter")
    assert words(visited, "en", "player.answer.right")


def test_of_several_picked_the_wrong_ones_are_marked_until_one_picks_again(lab: Lab) -> None:
    game = data(2)
    visited = lab(game)
    to_next_question(visited)
    visited.press("Enter")
    assert judged(visited) == catalogue("en")["player.answer.empty"]
    where = asked(game["recording"])[0]
    right = where["right"][0].split(",")
    _overlaps, (partners, _) = where["by_position"]["groups"]
    wrong = [str(position) for position in partners]
    elsewhere = min(set("0123") - {*wrong, *right})
    for positions, verdict in ((right[:1], "missing"), ([elsewhere], "not_there")):
        for position in positions:
            token(visited, position).click()
        named(visited, "answer-check").click()
        assert verdict.replace("not_there", f"does not stand at {elsewhere}") in judged(visited)
    token(visited, elsewhere).click()
    for position in [*right[1:], *wrong]:
        token(visited, position).click()
    named(visited, "answer-check").click()
    for position in wrong:
        expect(token(visited, position)).to_have_attribute("data-answer", "look")
        expect(token(visited, position)).to_have_attribute("aria-pressed", "true")
    for position in wrong:
        token(visited, position).click()
        expect(token(visited, position)).not_to_have_attribute("data-answer", "look")
    visited.press("Enter")
    assert words(visited, "en", "player.answer.right")
