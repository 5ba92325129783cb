"""A recording as its page gives it, its questions, and how a visit answers a trace."""

from collections.abc import Iterator

from bpe_core.texts.corpus import Corpus
from bpe_lab.exercises.draw import draw
from bpe_lab.exercises.seed import Seed
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import section
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import named

SECTIONS = (
    *("player", "mark", "goal", "train", "linked", "encode", "exercise"),
    *("pretokenize", "pattern", "pattern_meaning", "subword_nmt"),
    *("question", "tie_rule", "tie_name", "vocabulary", "bytepiece", "race", "lane", "sample"),
)


def answerable(recording: Json, language: str = "en") -> Json:
    words = dict(section(language, *SECTIONS))
    return {"recording": recording, "text": words, "lang": language, "present": False}


def asked(recording: Json) -> list[Json]:
    """All questions in the order of the walk."""
    return [each for step in recording["steps"] for each in step.get("questions", [])]


def trace(level: int) -> Json:
    """The recording of a trace of training that is to be done."""
    exercise = draw("trace.naive", level, Seed.read("17F3"))
    return training_walk(Corpus(exercise.text), exercise.options, exercise=exercise).recording


def question_by_question(visited: Visit, recording: Json) -> Iterator[Json]:
    """Each question when it is open; whoever asks for the next has settled it.

    A false claim is the last.
    """
    for question in asked(recording):
        forward_to(visited, ".answers:not(.result)")
        yield question
        if question["right"] == ["fails"]:
            return
        visited.press("ArrowRight")


def to_the_end(visited: Visit) -> None:
    forward_to(visited, ".answers.result")


def forward_to(visited: Visit, bar: str) -> None:
    for _ in range(4):
        if visited.page.locator(bar).is_visible():
            return
        visited.press("ArrowRight")
    raise AssertionError(f"no {bar} within four steps")


def answer(visited: Visit, question: Json) -> None:
    """Without the mouse, rightly: a claim, a choice, a number, a pair, positions."""
    (key,) = question["right"]
    match question["kind"]:
        case "number":
            visited.page.keyboard.type(key)
            visited.press("Enter")
        case "pair":
            go_to(visited, offset_of(visited, key))
            visited.press("Enter")
        case "positions":
            for position in key.split(","):
                go_to(visited, int(position))
                visited.press("Space")
            named(visited, "answer-check").focus()
            visited.press("Enter")
        case _:
            visited.press("ABCDE"[[each for each, _ in question["choices"]].index(key)])


def go_to(visited: Visit, position: int) -> None:
    """By keys, along the tokens."""
    slots = visited.page.locator(".ribbon .slot:not([data-gone])")
    offsets = sorted(
        int(at) for at in slots.evaluate_all("all => all.map((one) => one.dataset.at)")
    )
    named(visited, "answer-token").focus()
    visited.press("Home", *["ArrowRight"] * offsets.index(position))


def offset_of(visited: Visit, pair: str) -> int:
    """Where the pair of these ids stands first in the drawing."""
    slots = visited.page.locator(".ribbon .slot[data-token]:not([data-gone])").evaluate_all(
        "slots => slots.map(({dataset: {at, token, next}}) => [at, token, next ?? null])"
    )
    id_at = {at: token_id for at, token_id, _ in slots}
    return min(int(at) for at, one, after in slots if f"{one},{id_at.get(after)}" == pair)
