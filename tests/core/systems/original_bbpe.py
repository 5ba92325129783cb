"""BBPE's rules once more, as plainly as can be: what ours is held to.

Training goes through all pre-tokens anew for every merge; encoding goes through all merges in
order. Neither knows anything of the project but the map from bytes to characters.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import regex

from bpe_core.runtime.text import CHARACTERS

SPLIT = regex.compile(
    r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
)

Pair = tuple[str, str]


class Trained(NamedTuple):
    merges: list[Pair]
    ids: dict[str, int]


def train(text: str, vocab_size: int) -> Trained:
    """The pair first inserted wins among equal counts; ends where no pair is left."""
    words = [characters(word) for word in SPLIT.findall(text)]
    vocabulary, merges = set(CHARACTERS), list[Pair]()
    while len(vocabulary) < vocab_size:
        counts: Counter[Pair] = Counter()
        for word in words:
            counts.update(pairwise(word))
        if not counts:
            break
        best = counts.most_common(1)[0][0]
        vocabulary.add("".join(best))
        merges.append(best)
        words = [merged(word, best) for word in words]
    return Trained(merges, {token: k for k, token in enumerate(sorted(vocabulary))})


def characters(word: str) -> list[str]:
    return [CHARACTERS[byte] for byte in word.encode()]


def merged(word: Sequence[str], pair: Pair) -> list[str]:
    """All occurrences of ``pair`` joined, from the left."""
    symbols, i = list[str](), 0
    while i < len(word):
        size = 2 if tuple(word[i : i + 2]) == pair else 1
        symbols.append("".join(word[i : i + size]))
        i += size
    return symbols


def files(trained: Trained) -> dict[str, bytes]:
    """The two files as its trainer leaves them."""
    lines = "".join(f"{left} {right}\n" for left, right in trained.merges)
    vocabulary = json.dumps(trained.ids, ensure_ascii=False)
    return {"vocab.json": vocabulary.encode(), "merges.txt": lines.encode()}


class Tokenizer:
    """Reads the files as the original does: what stands behind the last line end is dropped."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.ids: dict[str, int] = json.loads(files["vocab.json"])
        lines = files["merges.txt"].decode().split("\n")[:-1]
        self.merges = [tuple(line.split()) for line in lines]

    def encode(self, text: str) -> list[int]:
        return [self.ids[token] for word in SPLIT.findall(text) for token in self.tokens(word)]

    def tokens(self, word: str) -> list[str]:
        symbols = characters(word)
        for left, right in self.merges:
            symbols = merged(symbols, (left, right))
        return symbols

    def decode(self, ids: Sequence[int]) -> str:
        tokens = {number: token for token, number in self.ids.items()}
        text = "".join(tokens[number] for number in ids)
        return bytes(map(CHARACTERS.index, text)).decode("utf-8", "replace")
