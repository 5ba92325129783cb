"""Every question of every sample's own walk: it gives nothing away, and marks what it offers.

Three proofs. Questions are opened twice: in the walk, and where nothing of what follows is in
the recording, nor any answer; what can be seen or heard must be the same to the letter. What
the walk shows by then may still tell, as in a table sorted by counts: the reading of
`test_leaks` finds that, over all questions of a page. At last the player's own marking gets
every right answer, and every wrong one that the question offers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import cycle, islice, product
from typing import Any

import pytest

from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.conftest import Visit
from tests.browser.player.answers import asked
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.sample_walks import PAGES, SHORT, SHORTEST, trained
from tests.browser.player.leaks.test_leaks import leaks, read
from tests.examples import ALL_SAMPLES
from tests.ui.progress.node import evaluate

PLACE = re.compile(r"\{(\w+)[^}]*\}")
MARK = """
  return args[0].map(([question, keys]) => keys.map((key) => {
    const answering = new it.Answering();
    answering.open([question]);
    answering.give(key);
    const { state, say } = answering.verdict;
    return { state, say };
  }));
"""
PASSED, FAILED = {"right"}, {"wrong", "shown"}
# Steps of a walk that are compared for each kind of question: each opens the player twice, and
# a panel that looks ahead does so at every step.
COMPARED = 1
PLANTED = "row: "
PLANT = """() => {
  const mount = window.remount;
  window.remount = (data) => {
    mount(data);
    const asked = data.recording.steps.flatMap(({ questions = [] }) => questions);
    const root = document.getElementById("host").shadowRoot;
    root.querySelector("tbody tr").title = `row: ${asked.map(({ right }) => right[0])}`;
  };
}"""


def toggled(right: str, members: Iterable[str], between: str) -> Iterator[str]:
    """The right answer with one member more or less, for each of them."""
    inside = [] if right == "none" else right.split(between)
    for member in members:
        rest = [each for each in inside if each != member] if member in inside else None
        both = sorted([*inside, member], key=numbers) if rest is None else rest
        yield between.join(both) or "none"


def numbers(member: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", member)]


def wrong_ones(question: Json, offered: list[Json]) -> set[str]:
    """What a reader may well answer: each of what is offered, or the right one but for one."""
    right, *_ = question["right"]
    kind, choices = question["kind"], [key for key, _ in question.get("choices", [])]
    pairs = [each["pair"] for each in offered if each["pair"]]
    positions = [each["position"] for each in offered]
    keys: Iterable[str]
    if kind == "number":
        keys = [str(int(right) + 1), str(abs(int(right) - 1))]
    elif kind in ("pairs", "choices"):
        keys = toggled(right, choices or pairs, ";")
    elif kind == "changes":
        keys = toggled(right, (f"{key}:-9" for key in choices), ";")
    elif kind == "cuts":
        keys = toggled(right, question["borders"], ",")
    elif kind == "positions":
        keys = toggled(right, positions, ",")
    else:
        keys = choices or (pairs if kind == "pair" else positions)
    empty = {"none"} if kind != "cuts" and "none" not in choices else set()
    return set(keys) - set(question["right"]) - empty


def names_values(say: Json) -> bool:
    """Whether it names something of the text, in both languages."""
    key, values = say
    return all(
        bool(places := set(PLACE.findall(catalogue(language)[key]))) and places <= values.keys()
        for language in LANGUAGES
    )


def faults_of_marking(pairs: Iterable[tuple[Json, Json]]) -> list[str]:
    """Where the player's marking does not do as the question says."""
    tried = [
        (question, [*question["right"], *sorted(wrong_ones(question, each["offered"]))])
        for question, each in pairs
    ]
    faults = []
    for (question, keys), verdicts in zip(
        tried, evaluate("answering", MARK, tried), strict=True
    ):
        assert len(keys) > len(question["right"]), f"{question['name']} offers nothing wrong"
        for key, verdict in zip(keys, verdicts, strict=True):
            is_right = key in question["right"]
            if verdict["state"] not in (PASSED if is_right else FAILED):
                faults.append(f"{question['name']} {key}: {verdict['state']}")
            elif not is_right and not (verdict["say"] and names_values(verdict["say"])):
                faults.append(f"{question['name']} {key}: {verdict['say']}")
    return faults


# Train, Inside and Encode are long: two to six minutes of processor time each, so that they are
# read with SAMPLES=all alone.
LONG = ("train", "linked", "encode")
READINGS = (
    [*product(PAGES, LANGUAGES)]
    if ALL_SAMPLES
    else [*zip((page for page in PAGES if page not in LONG), cycle(LANGUAGES), strict=False)]
)


def telling(pairs: Iterable[tuple[Json, Json]]) -> list[str]:
    """What stands there only because the walk goes on."""
    return [f"{q['name']} {each['unlike'][:3]}" for q, each in pairs if each["unlike"]]


def first_walks() -> Iterator[Json]:
    """Of each page the first that asks."""
    for page, (walks, _) in PAGES.items():
        yield from islice(filter(asked, SHORTEST.get(page, walks)()), 1)


def planted(lab: Lab) -> Lab:
    """A player at fault: a row that is drawn bears what a later step's question asks for."""

    def faulty(data: Json, **options: Any) -> Visit:
        visited = lab(data, **options)
        visited.page.evaluate(PLANT)
        return visited

    return faulty


@pytest.mark.slow
def test_a_sample_gives_nothing_away_and_marks_what_it_offers(lab: Lab) -> None:
    pairs = read(lab, first_walks(), "zh", compared=COMPARED)
    assert telling(pairs) == []
    assert faults_of_marking(pairs) == []


def test_what_a_later_step_knows_is_seen_to_tell(lab: Lab) -> None:
    (walk,) = trained(training_walk, SHORT)
    compared = [
        each["unlike"]
        for _, each in read(planted(lab), [walk], "zh", compared=COMPARED)
        if each["unlike"]
    ]
    assert len(compared) >= 3
    assert all(PLANTED in element for unlike in compared for element, _ in unlike)


@pytest.mark.slow
@pytest.mark.parametrize(("page", "language"), READINGS)
def test_no_question_of_any_sample_gives_its_answer_away(
    lab: Lab, page: str, language: str
) -> None:
    walks, least = PAGES[page]
    pairs = read(lab, filter(asked, walks()), language, compared=COMPARED)
    assert len(pairs) >= least
    assert telling(pairs) == []
    assert faults_of_marking(pairs) == []
    assert leaks(pairs) == {}
