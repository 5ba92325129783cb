"""Questions that are answered and marked: in the drawing, by number, by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab, named
from ui.scenes.encode.encoding_walk import word_walk
from ui.scenes.linked.linked_walk import linked_walk
from ui.scenes.train.training_walk import training_walk
from ui.text import catalogue, section

SECTIONS = (
    *("player", "mark", "goal", "train", "linked", "encode"),
    *("question", "tie_rule", "tie_name"),
)


def data(text: str, merges: int, language: str = "en") -> Json:
    return answerable(
        training_walk(Corpus(text), TrainOptions(num_merges=merges)).recording, language
    )


def answerable(recording: Json, language: str = "en") -> Json:
    words = dict(section(language, *SECTIONS))
    return {"recording": recording, "text": words, "lang": language, "present": False}


def asked(recording: Json) -> list[Json]:
    """All questions in the order of the walk."""
    return [each for step in recording["steps"] for each in step.get("questions", [])]


def said(visited: Visit) -> str:
    return str(visited.page.locator(".judged").inner_text())


def assert_no_try(visited: Visit) -> None:
    """Nothing was answered: a word to the reader, and no verdict."""
    assert said(visited) == catalogue("en")["player.answer.empty"]
    expect(visited.page.locator(".answers")).to_have_attribute("data-state", "open")


def token(visited: Visit, position: int) -> Any:
    return visited.page.locator(f".ribbon .slot[data-at='{position}']:not([data-gone])")


def begin(visited: Visit) -> None:
    """To the first question whose answer is marked."""
    visited.press("q", "q", "ArrowRight")
    expect(visited.page.locator(".answers")).to_be_visible()


def go_to(visited: Visit, position: int) -> None:
    """By keys, along the tokens."""
    slots = visited.page.locator(".ribbon .slot:not([data-gone])")
    offsets = sorted(
        int(at) for at in slots.evaluate_all("all => all.map((one) => one.dataset.at)")
    )
    named(visited, "answer-token").focus()
    visited.press("Home", *["ArrowRight"] * offsets.index(position))


def answer_right(visited: Visit, question: Json, offsets: dict[str, int]) -> None:
    """Without the mouse."""
    (key,) = question["right"]
    match question["kind"]:
        case "pair":
            go_to(visited, offsets[key])
            visited.press("Enter")
        case "positions":
            for position in key.split(","):
                go_to(visited, int(position))
                visited.press("Space")
            named(visited, "answer-check").focus()
            visited.press("Enter")
        case "number":
            visited.page.keyboard.type(key)
            visited.press("Enter")


def offsets_of(visited: Visit, tokens: str = ".ribbon .slot") -> dict[str, int]:
    """By the ids of each pair that is drawn, where it stands first."""
    slots = visited.page.locator(f"{tokens}[data-token]:not([data-gone])").evaluate_all(
        "slots => slots.map(({dataset: {at, token, next}}) => [at, token, next ?? null])"
    )
    id_at = {at: token_id for at, token_id, _ in slots}
    pairs = [(f"{one},{id_at[after]}", int(at)) for at, one, after in slots if after in id_at]
    return dict(sorted(pairs, key=lambda pair: pair[1], reverse=True))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_walk_is_answered_to_its_end_by_keyboard(lab: Lab, language: str) -> None:
    game = data("low lower newest widest aaa", 4, language)
    visited = lab(game)
    begin(visited)
    questions = asked(game["recording"])
    assert {each["kind"] for each in questions} == {"pair", "positions", "number"}
    for number, question in enumerate(questions, 1):
        answer_right(visited, question, offsets_of(visited))
        assert catalogue(language)["player.answer.right"] in said(visited)
        assert str(number) in visited.page.locator(".answers .score").inner_text()
        visited.press("ArrowRight")
        while not visited.page.locator(".answers").is_visible():
            if visited.step() == len(game["recording"]["steps"]) - 1:
                break
            visited.press("ArrowRight")
    assert visited.step() == len(game["recording"]["steps"]) - 1


def test_what_lies_ahead_is_closed_until_it_is_answered(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3))
    begin(visited)
    step = visited.step()
    visited.press("End", "]", " ")
    assert visited.step() == step
    assert said(visited) == ""
    for name in ("share", "more", "speed"):
        assert not named(visited, name).is_visible()
    assert not visited.page.locator(".player [role=slider]").is_visible()
    named(visited, "answer-show").click()
    visited.press("ArrowRight", "Escape", "ArrowLeft")
    assert visited.page.locator(".player [role=slider]").is_visible()


def test_a_clicker_is_shown_the_answer_by_its_second_press(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3))
    begin(visited)
    visited.press("PageDown")
    assert said(visited) == ""
    expect(named(visited, "answer-show")).to_have_attribute("data-urged", "")
    visited.press("PageDown")
    assert catalogue("en")["player.answer.shown"] in said(visited)


def test_a_player_without_a_page_of_the_lab_notes_nothing(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3))
    begin(visited)
    named(visited, "answer-show").click()
    assert catalogue("en")["player.answer.shown"] in said(visited)
    assert visited.page.evaluate("localStorage.length") == 0


def test_an_answer_is_noted_once_however_often_one_goes_back(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3) | {"page": "train"})
    begin(visited)
    for _ in range(2):
        named(visited, "answer-show").click()
        visited.press("ArrowLeft", "ArrowRight")
        expect(named(visited, "answer-show")).to_be_visible()
    rows = visited.page.evaluate("JSON.parse(localStorage['bpe-lab:progress']).rows")
    assert [(each["exercise"], each["kind"], each["shown"]) for each in rows] == [
        ("predict.train", "next_pair", True)
    ]


def test_the_same_answer_once_more_is_no_second_try(lab: Lab) -> None:
    game = data("low lower newest widest", 3)
    visited = lab(game)
    begin(visited)
    offsets = offsets_of(visited)
    wrong = next(key for key in asked(game["recording"])[0]["wrong"] if key in offsets)
    for _ in range(2):
        token(visited, offsets[wrong]).click()
    assert catalogue("en")["player.answer.wrong"] in said(visited)


def test_a_wrong_answer_is_told_by_this_text_and_a_second_one_is_the_last(lab: Lab) -> None:
    game = data("low lower newest widest", 3)
    visited = lab(game)
    begin(visited)
    first = asked(game["recording"])[0]
    offsets = offsets_of(visited)
    wrong = [key for key in first["wrong"] if key in offsets]
    token(visited, offsets[wrong[0]]).click()
    assert "2 times, at" in said(visited)
    looked_at = visited.page.locator("[data-answer=look]").count()
    assert looked_at == 2 * len(first["wrong"][wrong[0]]["at"])
    token(visited, offsets[wrong[1]]).click()
    assert catalogue("en")["player.answer.shown"] in said(visited)
    expect(visited.page.locator("[data-answer=right]")).not_to_have_count(0)
    assert "0 of 1" in visited.page.locator(".answers .score").inner_text()
    named(visited, "answer-onward").click()
    expect(visited.page.locator("[data-answer=look], [data-answer=right]")).to_have_count(0)


def test_nothing_moves_when_the_bar_comes_and_goes(lab: Lab) -> None:
    visited = lab(data("low lower newest widest", 3))
    parts = visited.page.locator(".player :is(.panel, .transport)")
    boxes = """parts => parts.map((part) => part.getBoundingClientRect())
      .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join())"""
    before = parts.evaluate_all(boxes)
    begin(visited)
    assert parts.evaluate_all(boxes) == before


def test_a_number_may_be_typed_as_one_types_it(lab: Lab) -> None:
    game = data("aaab aab ab", 2)
    visited = lab(game)
    begin(visited)
    for question in asked(game["recording"]):
        if question["kind"] == "number":
            break
        named(visited, "answer-show").click()
        visited.press("ArrowRight")
        if not visited.page.locator(".answers").is_visible():
            visited.press("ArrowRight")
    wide = "".join(chr(ord(digit) + 0xFEE0) for digit in question["right"][0])
    visited.page.keyboard.type("x")
    visited.press("Enter")
    assert_no_try(visited)
    visited.press("Backspace")
    visited.page.keyboard.insert_text(f" {wide}")
    visited.press("Enter")
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_choices_inside_the_trainer_are_made_by_letters(lab: Lab) -> None:
    options = TrainOptions(num_merges=4)
    game = answerable(linked_walk(Corpus("aaa abc abc abd"), options).recording)
    visited = lab(game)
    visited.press("q", "q")
    answered = set()
    for step in game["recording"]["steps"]:
        for question in step.get("questions", []):
            while not visited.page.locator(".answers").is_visible():
                visited.press("ArrowRight")
            if question["kind"] == "choice":
                keys = [key for key, _ in question["choices"]]
                visited.press("ABCDE"[keys.index(question["right"][0])])
                answered.add(question["ask"][0])
                assert catalogue("en")["player.answer.right"] in said(visited)
                expect(visited.page.locator(".answers [data-right]")).to_have_count(1)
            else:
                named(visited, "answer-show").click()
            visited.press("ArrowRight")
    assert answered == {
        f"question.ask_{name}" for name in ("is_stale", "why_skipped", "next_position")
    }


WALK = Corpus("aaa abc abc abd abab")


def offer(visited: Visit, key: str) -> Any:
    return visited.page.locator(f".answers [data-offer='{key}']")


def begun_at(
    lab: Lab, kind: str, language: str = "en", change: Json | None = None
) -> tuple[Visit, Json]:
    """A walk whose only question is of this kind, or ``change`` of it; and that question."""
    recording = linked_walk(WALK, TrainOptions(num_merges=5)).recording
    first = next(each for each in asked(recording) if each["kind"] == kind)
    first.update(change or {})
    for step in recording["steps"]:
        step["questions"] = [each for each in step.get("questions", []) if each is first]
    visited = lab(answerable(recording, language))
    visited.press("q", "q", "ArrowRight")
    while not visited.page.locator(".answers").is_visible():
        visited.press("ArrowRight")
    return visited, first


def step_by_keys(visited: Visit, question: Json, key: str) -> None:
    """Along the chips, from the last to the first: the order of answering is no matter."""
    changes = dict(each.split(":") for each in key.split(";"))
    for index, (pair, _) in reversed(list(enumerate(question["choices"]))):
        named(visited, "answer-offer").focus()
        visited.press("Home", *["ArrowRight"] * index)
        delta = int(changes.get(pair, 0))
        visited.press(*["ArrowUp" if delta > 0 else "ArrowDown"] * abs(delta))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_changes_are_stepped_by_keys_in_any_order(lab: Lab, language: str) -> None:
    visited, question = begun_at(lab, "changes", language)
    assert visited.page.locator(".answers [role=spinbutton]:focus").count() == 1
    step_by_keys(visited, question, question["right"][0])
    visited.press("Enter")
    assert catalogue(language)["player.answer.right"] in said(visited)
    assert visited.page.locator(".stepper[data-missed]").count() == 0


def test_a_wrong_change_is_told_by_the_first_pair_at_which_it_errs(lab: Lab) -> None:
    visited, question = begun_at(lab, "changes")
    first = question["choices"][0][0]
    offer(visited, first).locator(".step-more").click(click_count=2)
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.wrong"] in said(visited)
    key = question["about"][first][0]
    assert catalogue("en")[key].split("}")[-1] in said(visited)
    offer(visited, first).locator(".step-more").click()
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.shown"] in said(visited)
    members = question["right"][0].split(";")
    assert visited.page.locator(".stepper[data-right]").count() == len(members)
    for member in members:
        pair, delta = member.split(":")
        stop = offer(visited, pair).locator("[role=spinbutton]")
        expect(stop).to_have_attribute("aria-valuenow", delta)


def test_no_change_is_no_try(lab: Lab) -> None:
    visited, _ = begun_at(lab, "changes")
    named(visited, "answer-check").click()
    assert_no_try(visited)


def test_offered_pairs_are_switched_and_judged_together(lab: Lab) -> None:
    visited, question = begun_at(lab, "pairs")
    wrong = next(
        key for key, _ in question["choices"] if key not in question["right"][0].split(";")
    )
    for pair in reversed([wrong, *question["right"][0].split(";")]):
        offer(visited, pair).focus()
        visited.press("Space")
        expect(offer(visited, pair)).to_have_attribute("aria-pressed", "true")
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.wrong"] in said(visited)
    offer(visited, wrong).click()
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_one_of_the_offered_entries_is_picked(lab: Lab) -> None:
    recording = linked_walk(WALK, TrainOptions(num_merges=5)).recording
    question = next(each for each in asked(recording) if each["name"] == "next_entry")
    index = [key for key, _ in question["choices"]].index(question["right"][0])
    for step in recording["steps"]:
        step["questions"] = [each for each in step.get("questions", []) if each is question]
    visited = lab(answerable(recording))
    begin_choice(visited)
    expect(visited.page.locator(".panel[data-widget=heap][data-veiled]")).to_have_count(1)
    visited.press("abcde"[index])
    assert catalogue("en")["player.answer.right"] in said(visited)


def begin_choice(visited: Visit) -> None:
    visited.press("q", "q", "ArrowRight")
    while not visited.page.locator(".answers").is_visible():
        visited.press("ArrowRight")


def test_several_choices_are_made_by_letters(lab: Lab) -> None:
    texts = [[key, ["question.position", {"position": key}]] for key in ["3", "5", "8"]]
    change = {"kind": "choices", "choices": texts, "right": ["3;8"], "wrong": {}, "about": {}}
    visited, _ = begun_at(lab, "choice", change=change)
    visited.press("a", "b", "c", "b")
    pressed = visited.page.locator(".offers [aria-pressed=true]")
    assert pressed.evaluate_all("all => all.map((one) => one.dataset.offer)") == ["3", "8"]
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_several_pairs_are_picked_where_they_stand(lab: Lab) -> None:
    visited, question = begun_at(lab, "pair")
    recorded = question["right"][0]
    change = {"kind": "pairs", "wrong": {}, "right": [";".join(sorted([recorded, "97,97"]))]}
    visited, question = begun_at(lab, "pair", change=change)
    offsets = offsets_of(visited, ".lens .cell")
    for pair in question["right"][0].split(";"):
        at = offsets[pair]
        visited.page.locator(f".lens .cell[data-at='{at}'][data-token]").dispatch_event("click")
    named(visited, "answer-check").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def test_what_is_offered_can_be_touched(lab: Lab) -> None:
    for kind in ("changes", "pairs"):
        visited, _ = begun_at(lab, kind)
        visited.page.set_viewport_size({"width": 390, "height": 844})
        boxes = [
            button.bounding_box()
            for button in visited.page.locator(".answers button:visible").all()
        ]
        sizes = [(box["width"], box["height"]) for box in boxes if box]
        assert sizes
        assert min(min(size) for size in sizes) >= 24, kind


def test_a_token_drawn_again_picks_for_the_first(lab: Lab) -> None:
    game = answerable(linked_walk(Corpus("abc abc abd"), TrainOptions(num_merges=2)).recording)
    visited = lab(game)
    begin(visited)
    question = asked(game["recording"])[0]
    assert question["kind"] == "pair"
    left = question["right"][0].split(",")[0]
    at = visited.page.locator(f".lens .cell[data-token='{left}']").first.get_attribute(
        "data-at"
    )
    visited.page.locator(f".lens-slot[data-at='{at}']").click()
    assert catalogue("en")["player.answer.right"] in said(visited)


def pick_in_tree(visited: Visit, position: str) -> None:
    token_at = f".panel[data-widget=tree] [data-at='{position}'][data-token]"
    visited.page.locator(token_at).first.dispatch_event("click")


def cut_by_keys(visited: Visit, key: str) -> None:
    """Along the borders with the arrows, from the first, which has the focus."""
    borders = visited.page.locator(".tape .border")
    offsets = borders.evaluate_all("all => all.map((one) => one.dataset.at)")
    here = 0
    for position in key.split(","):
        visited.press(*["ArrowRight"] * (offsets.index(position) - here), "Space")
        here = offsets.index(position)
    visited.press("Tab", "Enter")


def test_the_encoder_s_merges_are_picked_and_its_cuts_made_by_keyboard(lab: Lab) -> None:
    game = answerable(word_walk(built_in("lab"), " internationally").recording)
    visited = lab(game)
    begin(visited)
    for number, question in enumerate(asked(game["recording"]), 1):
        if question["kind"] == "cuts":
            cut_by_keys(visited, question["right"][0])
        else:
            pick_in_tree(visited, question["right"][0])
        assert catalogue("en")["player.answer.right"] in said(visited)
        assert f"{number} of {number}" in visited.page.locator(".answers .score").inner_text()
        visited.press("ArrowRight")
        while not visited.page.locator(".answers").is_visible():
            if visited.step() == len(game["recording"]["steps"]) - 1:
                break
            visited.press("ArrowRight")
    assert visited.step() == len(game["recording"]["steps"]) - 1
