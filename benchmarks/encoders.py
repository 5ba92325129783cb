"""Where the heap starts to pay in encoding, and what pre-tokens of a megabyte cost.

    python -m benchmarks.encoders

GPT-2's vocabulary where the data folder lies beside the project, else one that is trained on
a built-in sample. ``HEAP_FROM`` in ``bpe_core/encode/rank_order.py`` is set from the first
table.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from string import ascii_lowercase

from benchmarks.measure import DATA, gpt2_model, interleaved, machine, paired_ratios, report
from bpe_core import BPEModel, encode, train
from bpe_core.encode.rank_order import HEAP_FROM, encode_by_heap, encode_by_rank, encode_by_scan
from bpe_core.encode.whole_text import PreTokenEncoder, result_of
from bpe_core.texts.corpus import from_file, sample
from bpe_lab.cli.report import table
from bpe_lab.measure.record import quartiles

LENGTHS = (8, 16, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096)
LONG = (10_000, 100_000, 1_000_000)
# Texts that are one or two pre-tokens under every pattern, and break tokenizers elsewhere.
HOSTILE: Mapping[str, Callable[[int], str]] = {
    "a": lambda size: "a" * size,
    "^": lambda size: "^" * size,
    "哈": lambda size: "哈" * (size // 3),
    "spaces": lambda size: " " * size,
    "spaces, then a": lambda size: " " * size + "a",
    "newlines": lambda size: "\n" * size,
}
HOSTILE_PATTERNS = ("gpt2", "cl100k", "cl100k_tiktoken", "o200k", "qwen2")


def letters_of(text: str) -> str:
    """A real text's letters, run together: what a pre-token could hold."""
    return "".join(filter(str.isascii, filter(str.isalpha, text)))


def words(letters: str | None, length: int, number: int) -> list[bytes]:
    """``number`` pre-tokens of ``length`` bytes, cut from ``letters`` or (None) of random ones.

    >>> words("abc", 2, 1)[0] in (b"ab", b"bc")
    True
    >>> [len(word) for word in words(None, 8, 3)]
    [8, 8, 8]
    """
    chance = random.Random(length)
    if letters is None:
        return [
            "".join(chance.choices(ascii_lowercase, k=length)).encode() for _ in range(number)
        ]
    starts = [chance.randrange(len(letters) - length + 1) for _ in range(number)]
    return [letters[start : start + length].encode() for start in starts]


def encode_all(encoder: PreTokenEncoder, model: BPEModel, pre_tokens: Sequence[bytes]) -> None:
    for pre_token in pre_tokens:
        result_of(encoder(model, pre_token))


def scan_against_heap(
    model: BPEModel, letters: str | None, lengths: Sequence[int], repeats: int
) -> list[tuple[int, float, float, float, float]]:
    """(length, microseconds by scan, by heap, lower and upper quartile of scan / heap) each."""
    rows = []
    for length in lengths:
        pre_tokens = words(letters, length, number=max(1, 20_000 // length))
        lanes: Mapping[str, Callable[[], object]] = {
            "scan": partial(encode_all, encode_by_scan, model, pre_tokens),
            "heap": partial(encode_all, encode_by_heap, model, pre_tokens),
        }
        seconds = interleaved(lanes, repeats=repeats)
        scan, heap = (quartiles(seconds[lane])[1] for lane in ("scan", "heap"))
        low, _, high = quartiles(paired_ratios(seconds["scan"], seconds["heap"]))
        each = 1e6 / len(pre_tokens)
        rows.append((length, scan * each, heap * each, low, high))
    return rows


def heap_pays_from(rows: Sequence[tuple[int, float, float, float, float]]) -> int | None:
    """The first length from which on the heap is never slower.

    >>> heap_pays_from([(8, 1.0, 2.0, 0, 0), (16, 3.0, 2.0, 0, 0), (32, 9.0, 4.0, 0, 0)])
    16
    """
    slower = [row[0] for row in rows if row[1] < row[2]]
    faster = [row[0] for row in rows if not slower or row[0] > max(slower)]
    return min(faster, default=None)


def long_pre_tokens(
    model: BPEModel, sizes: Sequence[int], repeats: int
) -> list[tuple[str, int, float, float]]:
    """(kind, bytes, seconds, nanoseconds a byte) of single long pre-tokens."""
    rows = []
    for kind, letters in (("a run of a", "a" * max(sizes)), ("random letters", None)):
        for size in sizes:
            word = words(letters, size, number=1)
            lane = {kind: partial(encode_all, encode_by_rank, model, word)}
            seconds = quartiles(interleaved(lane, repeats=repeats)[kind])[1]
            rows.append((kind, size, seconds, seconds / size * 1e9))
    return rows


def hostile_texts(model: BPEModel, sizes: Sequence[int]) -> list[list[object]]:
    """(text, bytes, seconds under each pattern …) of whole calls of ``encode``, one each."""
    models = [replace(model, pattern=pattern) for pattern in HOSTILE_PATTERNS]
    rows: list[list[object]] = []
    for name, make in HOSTILE.items():
        for size in sizes:
            text = make(size)
            seconds = [
                quartiles(interleaved({name: partial(encode, under, text)}, repeats=1)[name])[1]
                for under in models
            ]
            rows.append([name, len(text.encode()), *seconds])
    return rows


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--long", type=int, nargs="*", default=LONG)
    given = parser.parse_args(argv)

    story = sample("story_en").text
    model, corpus = gpt2_model(), DATA / "corpus.en"
    vocabulary = "GPT-2"
    if model is None:
        model, vocabulary = train(story, vocab_size=600), "trained on story_en"
    letters = letters_of(from_file(corpus).text if corpus.exists() else story * 9)

    figures: dict[str, object] = {"vocabulary": vocabulary, "HEAP_FROM": HEAP_FROM}
    parts = [f"Vocabulary: {vocabulary}; HEAP_FROM = {HEAP_FROM}"]
    headers = ["bytes", "scan µs", "heap µs", "scan / heap", "quartiles"]
    for kind, source in (("letters of a real text", letters), ("random letters", None)):
        rows = scan_against_heap(model, source, given.lengths, given.repeats)
        figures[kind] = {"rows": rows, "heap_pays_from": heap_pays_from(rows)}
        lines = [
            [n, scan, heap, scan / heap, f"{low:.2f} to {high:.2f}"]
            for n, scan, heap, low, high in rows
        ]
        parts.append(
            f"### {kind.capitalize()}: the heap pays from {heap_pays_from(rows)} bytes"
        )
        parts.append(table(headers, lines))
    long_rows = long_pre_tokens(model, given.long, repeats=max(1, given.repeats // 3))
    figures["long"] = long_rows
    parts.append("### One long pre-token: near-linear where ns a byte hardly grow")
    parts.append(table(["pre-token", "bytes", "s", "ns a byte"], long_rows))
    hostile = hostile_texts(model, given.long)
    figures["hostile"] = hostile
    parts.append("### Whole texts of one letter, in seconds by pattern")
    parts.append(table(["text", "bytes", *HOSTILE_PATTERNS], hostile))
    report("encoders", machine(), "\n\n".join(parts), figures)


if __name__ == "__main__":
    main()
