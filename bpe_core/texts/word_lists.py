"""Word lists: a vocabulary of the words of a corpus and no others.

Words are pre-tokens: cut by a pattern, the space before them included, so that nothing of a
text is lost and words end exactly where byte-pair encoding may not merge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf

from bpe_core.errors import OptionError
from bpe_core.pretokenize.pre_tokens import split_pattern


def words_of(text: str, *, pattern: str = "gpt2") -> list[str]:
    """The words of ``text`` in order; joined they are the text.

    >>> words_of("Hello helo, I'm")
    ['Hello', ' helo', ',', ' I', "'m"]
    """
    return list(split_pattern(text, pattern))


@dataclass(frozen=True, slots=True)
class WordList:
    """Words, the most frequent first; a word's id is its index.

    >>> words = WordList.of(["to", " be", " or", " not", " to", " be"], size=2)
    >>> words.entries, words.id_of(" be"), words.id_of("你好")
    ((' be', 'to'), 0, None)
    """

    entries: tuple[str, ...]
    _ids: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ids = {word: number for number, word in enumerate(self.entries)}
        object.__setattr__(self, "_ids", ids)

    @classmethod
    def of(cls, words: Iterable[str], *, size: int | None = None) -> WordList:
        """The ``size`` most frequent of ``words``, all by default; of equals the first seen."""
        if size is not None and size < 0:
            raise OptionError(name="size", value=size, rule="at least 0")
        return cls(tuple(word for word, _ in Counter(words).most_common(size)))

    def __len__(self) -> int:
        return len(self.entries)

    def id_of(self, word: str) -> int | None:
        """The word's id, or None for a word that is not in the list."""
        return self._ids.get(word)

    def unknown_by_size(
        self, words: Iterable[str], sizes: Iterable[int]
    ) -> Iterator[tuple[int, int]]:
        """(size, how many of ``words`` are unknown to the first ``size`` entries).

        >>> list(WordList((" be", "to")).unknown_by_size([" be", "to", "!"], [0, 1, 2]))
        [(0, 3), (1, 2), (2, 1)]
        """
        times = Counter(self._ids.get(word, inf) for word in words)
        for size in sizes:
            yield size, sum(n for entry, n in times.items() if entry >= size)


def growth(words: Iterable[str], *, every: int) -> Iterator[tuple[int, int]]:
    """(words read, distinct words among them), after every ``every`` words and at the end.

    >>> list(growth(["to", " be", " or", " not", " to", " be"], every=4))
    [(0, 0), (4, 4), (6, 5)]
    """
    seen: set[str] = set()
    read = 0
    yield read, len(seen)
    for read, word in enumerate(words, 1):
        seen.add(word)
        if read % every == 0:
            yield read, len(seen)
    if read % every:
        yield read, len(seen)
