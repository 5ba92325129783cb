"""Wrong encoders, and a wrong decoder.

An encoder gives the tokens of ``text``, special ones included, by ``merges``, the lowest rank
first. No comment in a function gives its line at fault away; its row below names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

import regex

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.runtime.text import CHARACTERS, read_back, written
from bpe_lab.museum.exhibit import Sighting, WrongDecoder, WrongEncoder, issue
from bpe_lab.museum.parts import (
    Merges,
    Specials,
    Word,
    by_rank,
    encode_parts,
    merge_by_rank,
    merged,
    merged_once,
    ranks_of,
    single_bytes,
    special_word,
)

SPECIAL = "<|e|>"


def left_to_right(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder that merges until no pair of neighbors is left in the list."""
    known = set(merges)

    def merge(word: Word) -> Word:
        while pairs := [pair for pair in pairwise(word) if pair in known]:
            word = merged_once(word, pairs[0])
        return word

    return encode_parts(split_special(text, special_tokens), merge)


def no_lookahead(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder for a model that was trained with GPT-2's pattern."""
    pattern = regex.compile(
        r"'(?:[sdmt]|ll|ve|re)"
        r"| ?\p{L}+"
        r"| ?\p{N}+"
        r"| ?[^\s\p{L}\p{N}]+"
        r"|\s+"
    )
    parts = split_special(text, special_tokens)
    return encode_parts(parts, by_rank(merges), cut=pattern.findall)


def other_digits(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder for a model that was trained with Llama 3's pattern."""
    pattern = regex.compile(
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
        r"|[^\r\n\p{L}\p{N}]?\p{L}+"
        r"|\p{N}+"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*"
        r"|\s*[\r\n]+"
        r"|\s+(?!\S)"
        r"|\s+"
    )
    parts = split_special(text, special_tokens)
    return encode_parts(parts, by_rank(merges), cut=pattern.findall)


def special_at_piece_start(
    text: str, merges: Merges, special_tokens: Specials = ()
) -> list[bytes]:
    """An encoder that goes through the text once: a special token, or a pre-token."""
    merge = by_rank(merges)
    pattern = regex.compile(PATTERNS["gpt2"] or "")
    longest_first = sorted(special_tokens, key=len, reverse=True)
    tokens: list[bytes] = []
    start = 0
    while start < len(text):
        special = next((each for each in longest_first if text.startswith(each, start)), "")
        if special:
            tokens += special_word(special)
            start += len(special)
        elif piece := pattern.match(text, start):
            tokens += merge(single_bytes(piece.group()))
            start = piece.end()
    return tokens


def shorter_special(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder that cuts out the special tokens first."""
    pattern = "|".join(regex.escape(special) for special in sorted(special_tokens))
    parts = regex.split(f"({pattern})", text) if pattern else [text]
    flagged = [(part, number % 2 == 1) for number, part in enumerate(parts)]
    return encode_parts(flagged, by_rank(merges))


def unescaped_special(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder that cuts out the special tokens first."""
    longest_first = sorted(special_tokens, key=len, reverse=True)
    pattern = "|".join(longest_first)
    parts = regex.split(f"({pattern})", text) if pattern else [text]
    flagged = [(part, number % 2 == 1) for number, part in enumerate(parts)]
    return encode_parts(flagged, by_rank(merges))


def byte_map(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder whose vocabulary is a file of printable characters."""
    printable = {*range(33, 127), *range(161, 256)}
    others = iter(range(256, 512))  # for bytes that are no printable character of Latin-1
    characters = [chr(value if value in printable else next(others)) for value in range(256)]
    ranks = ranks_of(
        (written(left).encode(), written(right).encode()) for left, right in merges
    )

    def token_of(entry: str) -> bytes:
        """The token that is written so in the file."""
        return read_back(entry) if set(entry) <= set(CHARACTERS) else b"<unk>"

    def merge(word: Word) -> Word:
        letters = [characters[token[0]].encode() for token in word]
        return [token_of(entry.decode()) for entry in merge_by_rank(letters, ranks)]

    return encode_parts(split_special(text, special_tokens), merge)


def cut_at_newline(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder for Llama 3's pattern that shares a long text out to threads, line by line."""
    line_ends = regex.compile(r"(?<=\n)(?!\n)")

    def cut(text: str) -> Iterable[str]:
        """The pre-tokens of all chunks; each chunk could be another thread's."""
        chunks = line_ends.split(text)
        return chain.from_iterable(map(partial(split_pattern, name="cl100k"), chunks))

    return encode_parts(split_special(text, special_tokens), by_rank(merges), cut=cut)


def last_rank_wins(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder that looks up ranks in a dictionary."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    merge = partial(merge_by_rank, ranks=ranks)
    return encode_parts(split_special(text, special_tokens), merge)


def whole_rounds(text: str, merges: Merges, special_tokens: Specials = ()) -> list[bytes]:
    """An encoder that merges the pair of the lowest rank, again and again."""
    ranks = ranks_of(merges)

    def merge(word: Word) -> Word:
        while pairs := [pair for pair in pairwise(word) if pair in ranks]:
            word = merged(word, min(pairs, key=ranks.__getitem__))
        return word

    return encode_parts(split_special(text, special_tokens), merge)


def token_by_token(tokens: Sequence[bytes]) -> str:
    """A decoder that shows a text while its tokens come in."""
    text = ""
    for token in tokens:
        text += token.decode("utf-8", errors="replace")
    return text


ENCODERS: Mapping[str, WrongEncoder] = {
    "left_to_right": WrongEncoder(
        number=7,
        encode=left_to_right,
        merges=((b"b", b"c"), (b"a", b"b")),
        text="abc",
        harmless="ab bc",
        fault="pairs[0]",
        seen=(issue("ztxz16/fastllm", 715, fixed=False),),
    ),
    "no_lookahead": WrongEncoder(
        number=9,
        encode=no_lookahead,
        merges=((b" ", b" "), (b" ", b"b")),
        text="  b",
        harmless="a b",
        fault='r"|\\s+"',
        seen=(issue("JustVugg/colibri", 1653, fixed=True),),
    ),
    "other_digits": WrongEncoder(
        number=10,
        encode=other_digits,
        merges=((b"3", b"3"), (b"33", b"3"), (b"33", b"33")),
        pattern="cl100k",
        text="3333",
        harmless="333 3",
        fault=r"|\p{N}+",
        seen=(
            issue("ggml-org/llama.cpp", 6914, fixed=True),
            issue("ggml-org/llama.cpp", 6920, fixed=True),
        ),
    ),
    "special_at_piece_start": WrongEncoder(
        number=12,
        encode=special_at_piece_start,
        merges=(),
        special_tokens=(SPECIAL,),
        text=f".{SPECIAL}",
        harmless=f"a{SPECIAL}",
        fault="pattern.match(",
        seen=(issue("JustVugg/colibri", 1653, fixed=True),),
    ),
    "shorter_special": WrongEncoder(
        number=13,
        encode=shorter_special,
        merges=(),
        special_tokens=(SPECIAL, SPECIAL * 2),
        text=SPECIAL * 2,
        harmless=f"{SPECIAL} {SPECIAL}",
        fault="in sorted(special_tokens)",
        seen=(
            Sighting(
                "CS336, test_tokenizer.py",
                "https://github.com/stanford-cs336/assignment1-basics"
                "/blob/main/tests/test_tokenizer.py",
            ),
        ),
    ),
    "unescaped_special": WrongEncoder(
        number=14,
        encode=unescaped_special,
        merges=(),
        special_tokens=(SPECIAL,),
        text=SPECIAL,
        harmless="a b",
        fault='pattern = "|".join(',
        seen=(issue("ggml-org/ggml", 246, fixed=True),),
    ),
    "byte_map": WrongEncoder(
        number=15,
        encode=byte_map,
        merges=((b"\xe6", b"\xad"), (b"\xe6\xad", b"\xaf")),
        text="歯",
        harmless="明日",
        fault="printable = {",
        seen=(
            issue("cactus-compute/cactus", 806, fixed=False),
            issue("basecompute/baseRT", 22),
        ),
    ),
    "cut_at_newline": WrongEncoder(
        number=17,
        encode=cut_at_newline,
        merges=((b" ", b"\n"), (b"\n", b" \n")),
        pattern="cl100k",
        text="\n \n",
        harmless="a\n\nb",
        fault="line_ends = ",
        seen=(issue("crusoecloud/fastokens", 59, fixed=True),),
    ),
    "last_rank_wins": WrongEncoder(
        number=19,
        encode=last_rank_wins,
        merges=((b"a", b"b"), (b"b", b"c"), (b"a", b"b")),
        text="abc",
        harmless="ab bc",
        fault="ranks = {",
        seen=(issue("ohdearquant/lattice", 259, fixed=True),),
    ),
    "whole_rounds": WrongEncoder(
        number=20,
        encode=whole_rounds,
        merges=((b"tt", b"t"), (b"t", b"t")),
        text="tttt",
        harmless="ttt",
        fault="word = merged(",
        seen=(issue("osaurus-ai/vmlx-swift", 73),),
        convention=True,
    ),
}

DECODERS: Mapping[str, WrongDecoder] = {
    "token_by_token": WrongDecoder(
        number=16,
        decode=token_by_token,
        text="你",
        harmless="hello",
        fault="token.decode(",
        seen=(
            issue("mattn/tensai", 110, fixed=True),
            issue("exo-explore/exo", 1691),
            issue("karpathy/nanochat", 693),
        ),
    ),
}
