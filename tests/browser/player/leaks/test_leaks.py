"""No question gives its answer away.

While a question is open, all that can be seen or heard is read off the page. Whatever tells the
answer again and again is a leak: a spot of the drawing (its third row, the name of its first
button) that says it, the row with the highest number, or a look that only the answer has.
Chance finds some answers, too: a spot has to beat whoever always gives the commonest answer.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bpe_core.texts.corpus import Corpus
from bpe_lab.exercises.draw import LEVELS, Exercise, Script, draw, model_of
from bpe_lab.exercises.seed import NUMBERS, Seed
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.train.training_walk import training_walk
from tests.browser.player.answers import answerable, asked
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.examples import again_with_all, by_set

pytestmark = again_with_all

READ = (Path(__file__).parent / "reading.js").read_text(encoding="utf-8")
NUMBER = re.compile(r"\d+")
PAIR = re.compile(r"\d+,\d+")
# Drawn exercises a kind, of every level; each asks a dozen times and more.
EXERCISES = by_set(12, 16, 200)
FEWEST = 12  # questions in which a spot speaks
TELLING = 4  # walks that hide nothing, which is soon told
CERTAIN = 0.7  # of them it has to be right, and by so much more than the commonest answer:
BETTER = 0.2
CLEAR = 0.95
MOST = 0.6
CHOSEN = {"choice", "judge"}
LANGUAGE_OF = ("zh", "en")  # by whether a walk's number is odd


def encoding(exercise: Exercise, *, asks: bool) -> Json:
    model = model_of(exercise.text, exercise.options)
    return word_walk(model, exercise.word, exercise if asks else None).recording


def training(walk: Callable[..., Walk]) -> Callable[..., Json]:
    def of(exercise: Exercise, *, asks: bool) -> Json:
        corpus = Corpus(exercise.text)
        return walk(
            corpus, exercise.options, **({"exercise": exercise} if asks else {})
        ).recording

    return of


QUICK = "trace.naive"
WALKS = {
    "trace.naive": training(training_walk),
    "trace.linked": training(linked_walk),
    "trace.encode": encoding,
}


@dataclass
class Source:
    """What one source said in each question, and what the answer was."""

    said: list[tuple[str, str]] = field(default_factory=list)

    def tells(self) -> bool:
        """Whether it is right more often than any answer that is always the same."""
        number = len(self.said)
        if number < FEWEST:
            return False
        right = sum(said == answer for said, answer in self.said) / number
        commonest = Counter(answer for _, answer in self.said).most_common(1)[0][1] / number
        return right >= CERTAIN and right >= commonest + BETTER

    def distinguishes(self, questions: int) -> bool:
        """Whether it speaks in most questions, each of its few words for one answer."""
        by_said: dict[str, Counter[str]] = defaultdict(Counter)
        for said, answer in self.said:
            by_said[said][answer] += 1
        number = len(self.said)
        right = sum(answers.most_common(1)[0][1] for answers in by_said.values())
        commonest = Counter(answer for _, answer in self.said).most_common(1)[0][1]
        return (
            number >= max(FEWEST, MOST * questions)
            and len(by_said) <= 3
            and right > CLEAR * number
            and commonest < (CLEAR - BETTER) * number
        )


def sources_of(reading: Json, kind: str) -> Iterator[tuple[str, str]]:
    """(source, what it says), in the form of the answers of this kind."""
    for spot, said in reading["spots"].items():
        if kind == "number":
            for index, number in enumerate(NUMBER.findall(said.replace(",", ""))):
                yield f"{spot}, number {index}", number
        elif not spot.endswith(("@pair", "@position")) or spot.endswith(f"@{kind}"):
            yield spot, said
    for look, group in reading["marked"].items():
        if kind == "positions":
            yield look, ",".join(sorted(group["position"], key=int))
        elif kind == "cuts":  # where what looks like this begins, but for the first of it
            yield look, ",".join(sorted(group["position"], key=int)[1:])
        elif kind in group and len(group[kind]) == 1:
            yield look, group[kind][0]
        elif kind == "number":
            yield f"number of {look}", str(group["times"])
        elif kind in CHOSEN:
            yield look, str(group["times"])


def leaks(readings: Iterable[tuple[Json, Json]]) -> dict[str, list[str]]:
    """By what is asked, the sources that tell."""
    sources: dict[tuple[str, str], Source] = defaultdict(Source)
    number: Counter[str] = Counter()
    chosen = set()
    for question, reading in readings:
        name, kind = question["ask"][0], kind_of(question)
        number[name] += 1
        if kind in CHOSEN:
            chosen.add(name)
        for source, said in sources_of(reading, kind):
            sources[name, source].said.append((said, question["right"][0]))
    telling: dict[str, list[str]] = defaultdict(list)
    for (name, source), heard in sources.items():
        if heard.tells() or (name in chosen and heard.distinguishes(number[name])):
            telling[name].append(f"{source}: {heard.said[:4]}")
    return dict(telling)


def kind_of(question: Json) -> str:
    """That of its answers: what is chosen may be a pair, which is also drawn."""
    are_pairs = all(PAIR.fullmatch(key) for key in question["right"])
    kind: str = question["kind"]
    return "pair" if kind == "choice" and are_pairs else kind


def predicted(kind: str, index: int) -> Json:
    """The walk through a drawn text, as a reader is asked in it."""
    return WALKS[kind](drawn(kind, index), asks=False)


def traced(kind: str, index: int) -> Json:
    """The questions of an exercise."""
    return WALKS[kind](drawn(kind, index), asks=True)


def drawn(kind: str, index: int) -> Exercise:
    """Through all levels and scripts in turn."""
    script: Script = "chinese" if index % 3 == 0 else "latin"
    return draw(kind, LEVELS[index % len(LEVELS)], Seed(index * 163 % NUMBERS), script)


def read(
    lab: Lab, recordings: Iterable[Json], only: str | None = None, compared: int = 0
) -> list[tuple[Json, Json]]:
    """Each question with what was read while it was open, in both languages in turn.

    Before ``compared`` steps of each kind of question a walk is compared with a recording that
    ends there. With less motion, since what fades in is not seen at once.
    """
    visited = None
    readings: list[tuple[Json, Json]] = []
    for index, recording in enumerate(recordings):
        language = only or LANGUAGE_OF[index % 2]
        data = answerable(plain(recording, index), language)
        visited = visited or lab(data, reduced_motion="reduce")
        given = [json.dumps(data["recording"]), json.dumps(data["text"]), language, compared]
        written = visited.page.evaluate(f"(given) => ({READ})(...given)", given)
        readings += zip(asked(data["recording"]), by_spot(json.loads(written)), strict=True)
    return readings


def by_spot(read_now: Json) -> Iterator[Json]:
    """The readings as the page has numbered their spots."""
    names = read_now["spots"]
    for each in read_now["readings"]:
        yield {**each, "spots": {names[number]: said for number, said in each["spots"]}}


def plain(recording: Json, index: int) -> Json:
    """The same walk and questions where answers may be shown, and nothing else is asked.

    With a name of its own, about nothing: a walk seen before opens where it was left. Once the
    false claim is judged nothing more is asked.
    """
    steps, is_caught = [], False
    for step in recording["steps"]:
        steps.append({name: v for name, v in step.items() if name not in {"ask", "questions"}})
        questions = [] if is_caught else step.get("questions", [])
        false = [k for k, each in enumerate(questions) if "fails" in each["right"]]
        is_caught = is_caught or bool(false)
        if questions:
            steps[-1]["questions"] = questions[: false[0] + 1] if false else questions
    rest = {name: v for name, v in recording.items() if name not in {"exercise", "about"}}
    return rest | {"id": str(index), "steps": steps}


def bare(recording: Json) -> Json:
    """The same walk that hides nothing."""
    steps = [
        {**step, "questions": [{**each, "veil": ["nothing"]} for each in step["questions"]]}
        if "questions" in step
        else step
        for step in recording["steps"]
    ]
    return {**recording, "steps": steps}


@pytest.mark.parametrize(
    "walk", [pytest.param(predicted, marks=pytest.mark.slow), pytest.param(traced)]
)
@pytest.mark.parametrize(
    "kind",
    [pytest.param(each, marks=[] if each == QUICK else [pytest.mark.slow]) for each in WALKS],
)
def test_nothing_that_is_seen_or_heard_tells_the_answer(
    lab: Lab, kind: str, walk: Callable[[str, int], Json]
) -> None:
    assert leaks(read(lab, (walk(kind, index) for index in range(EXERCISES)))) == {}


@pytest.mark.parametrize("kind", [QUICK, pytest.param("trace.linked", marks=pytest.mark.slow)])
def test_without_its_veils_a_walk_tells(lab: Lab, kind: str) -> None:
    assert leaks(read(lab, (bare(predicted(kind, index)) for index in range(TELLING))))
