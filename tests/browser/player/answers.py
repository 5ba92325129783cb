"""How questions are opened and answered in a browser, with the keys of the recording."""

from typing import Any

from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue, section
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import named

SECTIONS = (
    *("player", "mark", "goal", "train", "linked", "encode"),
    *("pretokenize", "pattern", "pattern_meaning", "subword_nmt"),
    *("question", "tie_rule", "tie_name", "vocabulary", "bytepiece", "race", "lane", "sample"),
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


def assert_no_try(visited: Visit, why: str = "empty") -> None:
    """Nothing was answered: a word to the reader, and no verdict."""
    assert said(visited) == catalogue("en")[f"player.answer.{why}"]
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
        case "choice":
            visited.press("ABCDE"[[each for each, _ in question["choices"]].index(key)])


def offsets_of(visited: Visit, tokens: str = ".ribbon .slot") -> dict[str, int]:
    """By the ids of each pair that is drawn, where it stands first."""
    slots = visited.page.locator(f"{tokens}[data-token]:not([data-gone])").evaluate_all(
        "slots => slots.map(({dataset: {at, token, next}}) => [at, token, next ?? null])"
    )
    id_at = {at: token_id for at, token_id, _ in slots}
    pairs = [(f"{one},{id_at[after]}", int(at)) for at, one, after in slots if after in id_at]
    return dict(sorted(pairs, key=lambda pair: pair[1], reverse=True))


def offer(visited: Visit, key: str) -> Any:
    return visited.page.locator(f".answers [data-offer='{key}']")


def step_by_keys(visited: Visit, question: Json, key: str) -> None:
    """Along the chips, from the last to the first: the order of answering is no matter."""
    changes = dict(each.split(":") for each in key.split(";"))
    for index, (pair, _) in reversed(list(enumerate(question["choices"]))):
        named(visited, "answer-offer").focus()
        visited.press("Home", *["ArrowRight"] * index)
        delta = int(changes.get(pair, 0))
        visited.press(*["ArrowUp" if delta > 0 else "ArrowDown"] * abs(delta))


def cut_by_keys(visited: Visit, key: str) -> None:
    """Along the borders with the arrows, from the first, which has the focus."""
    borders = visited.page.locator(".tape .border")
    offsets = borders.evaluate_all("all => all.map((one) => one.dataset.at)")
    here = 0
    for position in key.split(","):
        visited.press(*["ArrowRight"] * (offsets.index(position) - here), "Space")
        here = offsets.index(position)
    visited.press("Tab", "Enter")
