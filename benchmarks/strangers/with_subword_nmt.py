r"""subword-nmt: codes from texts and word lists, and texts segmented by them.

Fuzzed words hold neither white space nor ``</w>``: where a word has them, the package counts
otherwise than it replaces (`bpe_core.systems.subword_nmt.learn` says how). Glossaries have no
``\w``, which means other characters to the package's `re` than to our `regex`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from benchmarks.strangers.differential import Case, PackageSuite
from benchmarks.strangers.outcome import Effort
from benchmarks.strangers.texts import fuzzed_texts, real_texts
from bpe_core.systems.subword_nmt import (
    Codes,
    Segmenter,
    count_pieces,
    count_words,
    learn,
    read_vocabulary,
    write_codes,
    write_vocabulary,
)

MERGES = 1_000
ALPHABETS = ("ab", "abc", "aé你𝄞😀", "lowernstid")
GLOSSARIES = (r"\d+", "the", "[A-Z][a-z]+", "<[a-z]+>")
DROPOUT = 0.3
MOST_DROPPED = 50_000  # characters: with dropout nothing is cached


def cases(effort: Effort) -> Iterator[Case]:
    """Learning, then segmenting with the codes of each real text."""
    yield from learned_words(effort)
    for name, text in real_texts().items():
        yield from of_text(name, text, effort)


def learned_words(effort: Effort) -> Iterator[Case]:
    """Codes of word lists with counts, many of them equal."""
    from tests.core.systems.subword_peer import original_of_words

    for number in range(effort.texts):
        words = word_list(Random(f"{effort.seed} {number}"))
        yield Case(
            f"codes of word list {number}",
            partial(original_of_words, words, MERGES, 2),
            partial(our_codes, words),
        )


def our_codes(words: Mapping[str, int]) -> str:
    return write_codes(learn(words, num_merges=MERGES))


def word_list(chance: Random) -> Mapping[str, int]:
    """Up to 30 words of one alphabet; one at least has two letters, as the package needs."""
    letters = chance.choice(ALPHABETS)
    words = ("".join(chance.choices(letters, k=chance.randint(1, 12))) for _ in range(30))
    counts = {word: chance.choice((1, 1, 2, 3, 50, 1000)) for word in words}
    return {letters[:2]: 2, **counts}


def of_text(name: str, text: str, effort: Effort) -> Iterator[Case]:
    """Its codes, and it and fuzzed lines segmented by them in every way that there is."""
    from tests.core.systems.subword_peer import original_codes

    lines = lines_of(text)
    codes = learn(count_words(text), num_merges=MERGES)
    yield Case(
        f"codes of {name}", partial(original_codes, lines, MERGES), partial(write_codes, codes)
    )
    fuzzed = [one_line(each) for each in fuzzed_texts(effort.texts // 10, effort.seed)]
    for way, options in settings(codes, text).items():
        yield from segmented(f"{name}, {way}", codes, ["".join(lines), *fuzzed], options)


def lines_of(text: str) -> list[str]:
    """Each with its end; ``splitlines`` would also part at other characters.

    >>> lines_of("a\\n\\x0cb")
    ['a\\n', '\\x0cb\\n']
    """
    return [f"{line}\n" for line in text.removesuffix("\n").split("\n")]


def one_line(text: str) -> str:
    """Line ends within it become spaces."""
    return " ".join(text.replace("\r", "\n").split("\n")) + "\n"


def settings(codes: Codes, text: str) -> Mapping[str, Mapping[str, Any]]:
    """What a segmenter may be told beside its codes."""
    frequent = write_vocabulary(count_pieces(Segmenter(codes).segment(text))).encode()
    vocabulary = read_vocabulary(frequent, threshold=2)
    return {
        "plain": {},
        "with a vocabulary": {"vocabulary": vocabulary},
        "with glossaries": {"glossaries": GLOSSARIES},
        "with both": {"vocabulary": vocabulary, "glossaries": GLOSSARIES},
    }


def segmented(
    name: str, codes: Codes, texts: Sequence[str], options: Mapping[str, Any]
) -> Iterator[Case]:
    """Text by text, and all of them with dropout under a seed."""
    from tests.core.systems.subword_peer import original, original_with_dropout

    peer, ours = original(codes, **options), Segmenter(codes, **options)

    def theirs(text: str) -> str:
        return "".join(map(peer.process_line, lines_of(text)))

    for number, text in enumerate(texts):
        yield Case(
            f"text {number} of {name}", partial(theirs, text), partial(ours.segment, text)
        )
    everything = "".join(texts)[-MOST_DROPPED:]
    yield Case(
        f"dropout in {name}",
        lambda: original_with_dropout(peer, lines_of(everything), DROPOUT, seed=1),
        lambda: ours.segment(everything, dropout=DROPOUT, seed=1),
    )


SUITE = PackageSuite("subword-nmt", cases)
