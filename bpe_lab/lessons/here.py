"""The step that leads to what a page's address says."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from bpe_core.errors import SeedError
from bpe_lab.exercises.draw import FIRST_SCRIPT
from bpe_lab.exercises.kinds import LEVELS
from bpe_lab.exercises.material import MATERIAL
from bpe_lab.exercises.seed import Seed
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGE_OF_EXERCISE, PAGES

# The options that choose a page's text, and the one that holds a text of the reader's own.
OWN_TEXTS: Mapping[str, str] = {
    "text": "own",
    "sample": "own_sample",
    "passage": "own_passage",
    "words": "own_words",
    "race_text": "own_race",
    "subword_text": "own_learned",
    "piece_text": "own_pieces",
    "compared_text": "own_compared",
    "beside_text": "beside_own",
    "counted_text": "counted",
}
# Values of options that stand for what the reader's session alone has.
UNLINKED = ("upload", "file", "workshop")


def step_here(page: str, query: Mapping[str, str], at: Moment | None) -> Step:
    """The step that opens ``page`` as ``query`` sets it up, at the moment ``at``.

    What belongs to the reader, not to the page, is left out.

    >>> step_here("train", {"text": "low", "lang": "zh", "step": "4"}, None).link
    '/train?text=low'
    >>> step_here("linked", {"exercise": "2-17F3"}, None).exercise
    'trace.linked'
    """
    exercise = _exercise(page, query.get("exercise", ""))
    if exercise is not None:
        return exercise
    known = PAGES[page].options
    options = {name: value for name, value in query.items() if name in known}
    return Step(link=f"/{page}" + (f"?{urlencode(options)}" if options else ""), at=at)


def is_self_contained(query: Mapping[str, str]) -> bool:
    """Whether ``query`` holds all that it speaks of: no file, and each own text whole.

    >>> is_self_contained({"text": "own"}), is_self_contained({"text": "low"})
    (False, True)
    """
    if any(value in UNLINKED for value in query.values()):
        return False
    return all(query.get(name) != "own" or own in query for name, own in OWN_TEXTS.items())


def _exercise(page: str, name: str) -> Step | None:
    """The exercise that an address calls ``3-17F3`` or ``3-17F3-chinese``."""
    kind = next((kind for kind, its in PAGE_OF_EXERCISE.items() if its == page), None)
    level, _, rest = name.partition("-")
    seed, _, script = rest.partition("-")
    if (
        kind is None
        or level not in map(str, LEVELS)
        or (script or FIRST_SCRIPT) not in MATERIAL
    ):
        return None
    try:
        number = str(Seed.read(seed))
    except SeedError:
        return None
    return Step(
        exercise=kind, level=int(level), seed=number, script=script or FIRST_SCRIPT, mode="do"
    )
