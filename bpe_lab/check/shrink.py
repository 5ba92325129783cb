"""The smallest text that shows a fault, looked for by hypothesis and its shrinker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SECONDS = 15.0
EXAMPLES = 400
SHORT = 16  # characters; what fails at all mostly fails on fewer
PLAIN = "ab c"  # shrinks towards its first letters


def has_shrinker() -> bool:
    """Whether hypothesis is installed."""
    with suppress(ImportError):
        import hypothesis  # noqa: F401  # only asked for

        return True
    return False


def smallest(text: str, fails: Callable[[str], bool], seconds: float = SECONDS) -> str:
    """A text for which ``fails`` holds as for ``text``, as small as could be seen to.

    First its shortest beginning and the end of that, then any text of few plain letters, else
    one of its own letters: each found by chance, and made smaller as long as it fails.

    >>> smallest("once upon a time, aab", lambda text: "aa" in text)
    'aa'
    """
    search = _Search(text, fails, monotonic() + seconds)
    with _quiet():
        search.beginnings()
        search.ends()
        search.texts(PLAIN)
        if set(search.best) - set(PLAIN):
            search.texts("".join(dict.fromkeys(search.best)))
    return search.best


class _Search:
    """Remembers the smallest text that failed, so that time may run out at any moment."""

    def __init__(self, text: str, fails: Callable[[str], bool], until: float) -> None:
        self.best, self._fails, self._until = text, fails, until
        self._known = {text: True}

    def beginnings(self) -> None:
        """What the text begins with."""
        from hypothesis import strategies as st

        whole = self.best
        self._find(st.integers(0, len(whole)).map(lambda size: whole[:size]))

    def ends(self) -> None:
        """What it ends with."""
        from hypothesis import strategies as st

        whole = self.best
        self._find(st.integers(0, len(whole)).map(lambda size: whole[len(whole) - size :]))

    def texts(self, letters: str) -> None:
        """Any texts of these letters that are no longer."""
        from hypothesis import strategies as st

        if letters and self.best:
            size = min(SHORT, len(self.best))
            self._find(st.text(st.sampled_from(letters), max_size=size))

    def _find(self, strategy: SearchStrategy[str]) -> None:
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis.errors import HypothesisException, NoSuchExample

        how = settings(
            max_examples=EXAMPLES,
            database=None,
            deadline=None,
            derandomize=True,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        )
        # Flaky, where the time ran out in between: what failed is remembered here.
        with suppress(NoSuchExample, HypothesisException):
            find(strategy, self._try, settings=how)

    def _try(self, text: str) -> bool:
        if text not in self._known and monotonic() < self._until:
            self._known[text] = self._fails(text)
        failed = self._known.get(text, False)
        if failed and _size(text) < _size(self.best):
            self.best = text
        return failed


def _size(text: str) -> tuple[int, list[int]]:
    """Shorter is smaller, then what comes earlier among the plain letters, then by number."""
    last = ord("z") + 1
    return len(text), [PLAIN.find(c) if c in PLAIN else last + ord(c) for c in text]


@contextmanager
def _quiet() -> Iterator[None]:
    """hypothesis warns of what is on purpose here."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
