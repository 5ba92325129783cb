"""Vocabularies that come with the package.

``lecture`` is the lecture's example of rank order: seven merges of a vocabulary of 32,000, with
their ranks there. ``lab`` was trained here, by `train` with 8,192 tokens, on the
modules of Python 3.11's standard library (11 MB, without its tests and IDLE) and, each counted
twenty times, the two stories among the samples and the Chinese texts of the app at that
time; those have grown since, so training again gives other merges. ``bilingual`` has 32,000
tokens, learned from as much English as Chinese; ``scripts/bilingual_vocabulary.py`` says from
which texts and writes its file again. Where a whole text is encoded, it is the one to take.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from bpe_core.errors import UnknownNameError
from bpe_core.formats.known_ranks import KNOWN
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Pair, Vocabulary
from bpe_core.runtime.machine import collector_paused
from bpe_core.runtime.text import ALPHABET_NUMBERS, read_back
from bpe_core.texts.corpus import END_OF_TEXT
from bpe_core.vocabularies.packed_merges import unpacked

WHOLE_TEXTS = "bilingual"  # the one to take where a whole text is encoded
BILINGUAL_PATTERN = "gpt2"  # letters run on, so Chinese words merge; punctuation stays apart
FIRST_NEW_ID = 257  # behind the bytes and the special token

# (left, right, rank) as on the lecture's slide for " tech".
LECTURE: tuple[tuple[bytes, bytes, int], ...] = (
    (b" ", b"t", 0),
    (b"c", b"h", 98),
    (b" t", b"e", 287),
    (b"t", b"e", 465),
    (b"e", b"c", 505),
    (b"e", b"ch", 2614),
    (b" te", b"ch", 5739),
)


@cache
def built_in(name: str) -> BPEModel:
    """A vocabulary of the package.

    >>> model = built_in("lecture")
    >>> [model.vocabulary[new_id] for _, _, new_id in model.merges][-1]
    b' tech'
    """
    if name not in BUILT_IN:
        raise UnknownNameError.among("vocabulary", name, BUILT_IN)
    return BUILT_IN[name]()


def _lecture() -> BPEModel:
    return _numbered(
        [(left, right) for left, right, _ in LECTURE], tuple(rank for *_, rank in LECTURE)
    )


def _lab() -> BPEModel:
    text = files("bpe_core").joinpath("vocabularies", "lab.txt").read_text(encoding="utf-8")
    lines = (line.split(" ") for line in text.splitlines()[1:])
    return _numbered([(read_back(left), read_back(right)) for left, right in lines], None)


def _bilingual() -> BPEModel:
    return paired(_pairs(bilingual_file(), FIRST_NEW_ID))


def bilingual_file() -> Traversable:
    """Where the merges of ``bilingual`` are."""
    return files("bpe_core").joinpath("vocabularies", "bilingual.merges.xz")


def o200k_file() -> Traversable:
    """Where the merges of `o200k` are."""
    return files("bpe_core").joinpath("vocabularies", "o200k.merges.xz")


def _pairs(file: Traversable, first_new_id: int) -> list[Pair]:
    return unpacked(file.read_bytes(), file.name, first_new_id=first_new_id)


@cache
def o200k(encoding: str = "o200k_base") -> BPEModel:
    """The vocabulary of GPT-4o, or with ``o200k_harmony``, of gpt-oss: other special tokens.

    >>> from bpe_core import encode
    >>> encode(o200k(), "hello world")
    [24912, 2375]
    """
    with collector_paused():
        tokens = sorted(ALL_BYTES, key=lambda byte: ALPHABET_NUMBERS[byte[0]])
        merges = _joined(tokens, _pairs(o200k_file(), len(tokens)))
        known = KNOWN[encoding]
        tokens += [b""] * (max(known.special_tokens.values()) + 1 - len(tokens))
        for name, token_id in reversed([*known.special_tokens.items()]):
            tokens[token_id] = name.encode()
        vocabulary = Vocabulary(tuple(tokens), ALPHABET_NUMBERS)
        vocabulary.vouch_for(merges, known.special_tokens.values())
        return BPEModel(vocabulary, merges, known.special_tokens, pattern=known.pattern)


def paired(pairs: list[Pair]) -> BPEModel:
    """The model of merges that are pairs of ids, numbered as in training."""
    tokens = [*ALL_BYTES, END_OF_TEXT.encode()]
    merges = _joined(tokens, pairs)
    vocabulary = Vocabulary.of_bytes(tokens[len(ALL_BYTES) :])
    vocabulary.vouch_for(merges, [256])
    return BPEModel(vocabulary, merges, {END_OF_TEXT: 256}, pattern=BILINGUAL_PATTERN)


def _joined(tokens: list[bytes], pairs: list[Pair]) -> tuple[Merge, ...]:
    """The merges of ``pairs``; each makes the next of ``tokens``, which is appended."""
    first = len(tokens)
    for left, right in pairs:
        tokens.append(tokens[left] + tokens[right])
    return tuple(
        Merge(left, right, new_id) for new_id, (left, right) in enumerate(pairs, first)
    )


def _numbered(merges: list[tuple[bytes, bytes]], ranks: tuple[int, ...] | None) -> BPEModel:
    """Ids as in training: bytes, the special token, then one per merge."""
    tokens = [END_OF_TEXT.encode(), *(left + right for left, right in merges)]
    id_of = {token: token_id for token_id, token in enumerate((*ALL_BYTES, *tokens))}
    numbered = tuple(
        Merge(id_of[left], id_of[right], id_of[left + right]) for left, right in merges
    )
    specials = {END_OF_TEXT: 256}
    return BPEModel(Vocabulary.of_bytes(tokens), numbered, specials, ranks=ranks)


BUILT_IN: Mapping[str, Callable[[], BPEModel]] = {
    "lecture": _lecture,
    "bilingual": _bilingual,
    "lab": _lab,
}
