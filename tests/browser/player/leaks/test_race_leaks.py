"""A race: no question gives away which lane has least to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from bpe_lab.exercises.seed import Draws
from bpe_lab.race.standing import RaceEvent, Tally, TallyDone
from bpe_lab.scenes.race.lockstep_panels import Merges
from bpe_lab.scenes.race.lockstep_walk import lockstep
from bpe_lab.text import LANGUAGES, catalogue
from tests.browser.player.answers import answerable
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab
from tests.browser.player.leaks.test_leaks import FEWEST, NUMBER, bare, leaks, read
from tests.ui.standings import SIZE, plan_of, run, standing_of

RACED = ("naive_every", "naive", "indexed", "linked")
WORK = (400, 800, 1600, 3000)  # of a part, of a lane: which, is drawn for each race
PARTS, EACH = 10, 1e-5  # seconds for each operation: all times are milliseconds
TITLES = {
    catalogue(language)[f"lane.{lane}.title"]: lane for language in LANGUAGES for lane in RACED
}


def walks() -> Iterator[Json]:
    """Races in which the lane that did least does least again."""
    for number in range(FEWEST):
        draws = Draws(f"race leaks {number}")
        events: list[RaceEvent] = []
        for lane, work in zip(RACED, draws.some_of(WORK, len(RACED)), strict=True):
            items = [work + draws.below(work // 4) for _ in range(PARTS)]
            done = [0, *accumulate(items)]
            events.append(run(lane, lambda k, done=done: done[k] * EACH, PARTS))  # type: ignore[misc]  # bound now
            counted = ({}, *({"pairs_scanned": each} for each in items), {})
            events.append(TallyDone(lane, Tally(lane, SIZE, counted, ("1",) * PARTS, 1, SIZE)))
        standing = standing_of(plan_of(RACED, merges=PARTS, repeats=1), events)
        walk = lockstep(standing, SIZE, Merges([(b"a", b"b")] * PARTS, 256), about=str(number))
        assert walk is not None
        yield walk.recording


def with_extremes(readings: Iterable[tuple[Json, Json]]) -> Iterator[tuple[Json, Json]]:
    """What was read, and which lane has the least and the greatest number beside its name."""
    for question, reading in readings:
        numbers = numbers_of(reading["spots"])
        ranked = sorted(numbers, key=lambda lane: numbers[lane])
        told = len(set(numbers.values())) > 1  # before the first part all did nothing
        ends = {"least": ranked[0], "most": ranked[-1]} if told else {}
        yield question, {**reading, "spots": {**reading["spots"], **ends}}


def numbers_of(spots: dict[str, str]) -> dict[str, int]:
    """By lane the first number in what bears its name."""
    numbers: dict[str, int] = {}
    for spot, said in spots.items():
        if spot.endswith("@aria-label") and said in TITLES:
            inside = spot.removesuffix("@aria-label") + "/"
            words = " ".join(text for path, text in spots.items() if path.startswith(inside))
            if figure := NUMBER.search(words.replace(",", "")):
                numbers[TITLES[said]] = int(figure[0])
    return numbers


def mounted(lab: Lab) -> Lab:
    """On a page that holds another race.

    subtle: of a walk that is mounted twice the question before its first step is passed.
    """
    another = {**next(walks()), "id": "another"}
    return lambda _data, **options: lab(answerable(another), **options)


def test_nothing_that_is_seen_or_heard_tells_the_answer(lab: Lab) -> None:
    assert leaks(with_extremes(read(mounted(lab), walks()))) == {}


def test_without_its_veils_a_race_tells(lab: Lab) -> None:
    assert leaks(with_extremes(read(mounted(lab), map(bare, walks()))))
