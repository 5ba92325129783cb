"""What the tests in the page get from Python: recordings with their texts, and catalogues."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bpe_lab.text import catalogue
from tests.browser.player import runners
from tests.browser.player.hanoi import Json


def race(language: str = "en", words: Sequence[str] = (), **values: Any) -> Json:
    """A race of runners, whose first stamps may be other ``words``."""
    recording = runners.race(**values)
    stamps = [runners.stamp(number, word) for number, word in enumerate(words)]
    recording["tokens"] = [*stamps, *recording["tokens"][len(stamps) :]]
    return runners.mounted(recording, language)


GIVEN: dict[str, Callable[..., Any]] = {
    "catalogue": lambda language="en": dict(catalogue(language)),
    "race": race,
}
