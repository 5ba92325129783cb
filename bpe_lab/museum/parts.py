"""The right parts that exhibits share, so that each shows only what is wrong in it.

Tokens are bytes, a word is a pre-token as a list of tokens, a pair is two neighboring tokens.
What is cut off and what is merged is reported as a step to whoever watches in this thread, so
that an exhibit stays a plain function and its walk is its own run:

Step
├── MergeLearned  by a trainer
├── CutOff        ┐
├── Merged        ├ by an encoder
├── TokensGiven   ┘
├── TextShown     by a decoder
└── Failure       by any that is wrong
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from bpe_core.pretokenize.pre_tokens import split_pattern
from bpe_core.train.compare_merges import BytePair
from bpe_core.train.linked import descending_text

Word: TypeAlias = list[bytes]
Merge: TypeAlias = Callable[[Word], Word]
HeapEntry: TypeAlias = tuple[int, str, str, BytePair]
Merges: TypeAlias = Sequence[BytePair]  # given to an encoder, the lowest rank first
Specials: TypeAlias = Sequence[str]


def single_bytes(text: str) -> Word:
    """The bytes of a text, each a token.

    >>> single_bytes("aé")
    [b'a', b'\\xc3', b'\\xa9']
    """
    report(CutOff(text.encode()))
    return [bytes([value]) for value in text.encode()]


def special_word(token: str) -> Word:
    """A special token, whole.

    >>> special_word("<|e|>")
    [b'<|e|>']
    """
    report(CutOff(token.encode(), is_special=True))
    return [token.encode()]


def words_of(text: str) -> list[Word]:
    """The pre-tokens of a text, by GPT-2's pattern, as single bytes.

    >>> words_of("a, b")
    [[b'a'], [b','], [b' ', b'b']]
    """
    return [single_bytes(pre_token) for pre_token in gpt2_cut(text)]


def count_pairs(words: Iterable[Word]) -> Counter[BytePair]:
    """How often each pair stands in ``words``, overlaps counted.

    >>> count_pairs([[b"a", b"a", b"a"]])
    Counter({(b'a', b'a'): 2})
    """
    return Counter(pair for word in words for pair in pairwise(word))


def best_of(counts: Mapping[BytePair, int]) -> BytePair:
    """The most frequent pair; of equals the greatest, left token first.

    >>> best_of({(b"a", b"a"): 1, (b"a", b"b"): 1})
    (b'a', b'b')
    """
    return max(counts, key=lambda pair: (counts[pair], pair))


def heap_entry(pair: BytePair, count: int) -> HeapEntry:
    """What `heapq` pops first of the best pair: frequent ones first, of equals the greatest.

    >>> heap_entry((b"a", b"b"), 2) < heap_entry((b"a", b"a"), 2) < heap_entry((b"c", b"d"), 1)
    True
    """
    left, right = map(descending_text, pair)
    return (-count, left, right, pair)


def merged(word: Word, pair: BytePair) -> Word:
    """``word`` with ``pair`` merged everywhere, from the left, never overlapping.

    >>> merged([b"a", b"a", b"a"], (b"a", b"a"))
    [b'aa', b'a']
    """
    report(Merged(pair, tuple(merge_offsets(word, pair))))
    tokens: Word = []
    i = 0
    while i < len(word):
        size = 2 if tuple(word[i : i + 2]) == pair else 1
        tokens.append(b"".join(word[i : i + size]))
        i += size
    return tokens


def merge_offsets(word: Word, pair: BytePair) -> list[int]:
    """The first bytes of the places where ``merged`` merges ``pair``.

    >>> merge_offsets([b"b", b"a", b"a", b"a"], (b"a", b"a"))
    [1]
    """
    offsets: list[int] = []
    at = i = 0
    while i < len(word):
        size = 2 if tuple(word[i : i + 2]) == pair else 1
        if size == 2:
            offsets.append(at)
        at += len(b"".join(word[i : i + size]))
        i += size
    return offsets


def merged_once(word: Word, pair: BytePair) -> Word:
    """``word`` with ``pair`` merged where it stands first.

    >>> merged_once([b"a", b"b", b"a", b"b"], (b"a", b"b"))
    [b'ab', b'a', b'b']
    """
    i = list(pairwise(word)).index(pair)
    report(Merged(pair, (len(b"".join(word[:i])),)))
    return [*word[:i], word[i] + word[i + 1], *word[i + 2 :]]


def ranks_of(merges: Iterable[BytePair]) -> dict[BytePair, int]:
    """Pair -> rank; one that is listed twice has its first.

    >>> ranks_of([(b"a", b"b"), (b"b", b"c"), (b"a", b"b")])
    {(b'a', b'b'): 0, (b'b', b'c'): 1}
    """
    ranks: dict[BytePair, int] = {}
    for rank, pair in enumerate(merges):
        ranks.setdefault(pair, rank)
    return ranks


def merge_by_rank(word: Word, ranks: Mapping[BytePair, int]) -> Word:
    """``word`` after all its merges, each time the pair of the lowest rank.

    >>> merge_by_rank([b"a", b"b", b"c"], {(b"b", b"c"): 0, (b"a", b"b"): 1})
    [b'a', b'bc']
    """
    while known := [pair for pair in pairwise(word) if pair in ranks]:
        word = merged_once(word, min(known, key=ranks.__getitem__))
    return word


def by_rank(merges: Iterable[BytePair]) -> Merge:
    """Merges a word with these merges."""
    ranks = ranks_of(merges)
    return lambda word: merge_by_rank(word, ranks)


def gpt2_cut(text: str) -> Iterable[str]:
    """The pre-tokens of a text without special tokens, by GPT-2's pattern."""
    return split_pattern(text, "gpt2")


def encode_parts(
    parts: Iterable[tuple[str, bool]],
    merge: Merge,
    cut: Callable[[str], Iterable[str]] = gpt2_cut,
) -> list[bytes]:
    """The tokens of a text in parts, each with a flag: is it a special token?

    >>> encode_parts([("ab", False), ("<|e|>", True)], by_rank([(b"a", b"b")]))
    [b'ab', b'<|e|>']
    """
    tokens: list[bytes] = []
    for part, is_special in parts:
        if is_special:
            tokens += special_word(part)
        else:
            for pre_token in cut(part):
                tokens += merge(single_bytes(pre_token))
    return tokens


# --- The steps, and who watches them


@dataclass(frozen=True, slots=True)
class MergeLearned:
    """``pair`` is the next merge, wherever it stands."""

    pair: BytePair


@dataclass(frozen=True, slots=True)
class CutOff:
    """The next pre-token of the text, or a special token."""

    data: bytes
    is_special: bool = False


@dataclass(frozen=True, slots=True)
class Merged:
    """``pair`` is merged in the pre-token that was cut off last.

    ``at`` are the first bytes of its left tokens, from the pre-token's first byte.
    """

    pair: BytePair
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokensGiven:
    """The tokens of the whole text."""

    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TextShown:
    """The next token adds ``text``, which may be empty, to what is shown."""

    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """What stands in the place of a result, or a step, if the code has raised an error."""

    error: str

    @classmethod
    def of(cls, error: Exception) -> Failure:
        return cls(f"{type(error).__name__}: {error}")


Step: TypeAlias = MergeLearned | CutOff | Merged | TokensGiven | TextShown | Failure


def facts_of(step: Step, figure: int | None = None) -> tuple[str, dict[str, object]]:
    """What a step is called, and the values that tell it; ``figure`` is its pair's.

    >>> facts_of(Merged((b"a", b"b"), (0,)), 3)
    ('merged', {'pair': (b'a', b'b'), 'rank': 3})
    """
    match step:
        case MergeLearned(pair):
            return "learned", {"pair": pair, "count": figure}
        case Merged(pair):
            return "merged", {"pair": pair, "rank": figure}
        case CutOff(data, is_special):
            return "special" if is_special else "pre_token", {"piece": data}
        case TokensGiven(tokens):
            return "given", {"tokens": len(tokens)}
        case TextShown(text):
            return ("shown", {"piece": text.encode()}) if text else ("held", {})
        case Failure(error):
            return "failure", {"error": error}


_watcher: ContextVar[list[Step] | None] = ContextVar("watcher", default=None)


@contextmanager
def watched() -> Iterator[list[Step]]:
    """The steps of what runs meanwhile in this thread, added as they are taken.

    >>> with watched() as steps:
    ...     report(CutOff(b"a"))
    >>> steps
    [CutOff(data=b'a', is_special=False)]
    """
    steps: list[Step] = []
    before = _watcher.set(steps)
    try:
        yield steps
    finally:
        _watcher.reset(before)


def report(step: Step) -> None:
    """Add a step for whoever watches; mostly nobody does."""
    if (steps := _watcher.get()) is not None:
        steps.append(step)
