"""Every pattern splits like the text that its owner publishes, and like a scanner by hand."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

import pytest
import regex
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import UnknownNameError
from bpe_core.pretokenize.patterns import (
    ALTERNATIVES,
    PATTERNS,
    SPELLINGS,
    alternatives,
    compiled_pattern,
    pattern_name,
    pattern_text,
)
from bpe_core.pretokenize.pre_tokens import (
    WHOLE,
    count_pre_tokens,
    pre_tokenize,
    pre_tokenize_by_alternative,
    split_by_alternative,
    split_pattern,
)
from tests.core import text_strategies as texts
from tests.core.pretokenize.scanner import scan
from tests.examples import examples

CONTRACTIONS = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
WORD = r"[^\r\n\p{L}\p{N}]?\p{L}+"
WHITE = r"\s*[\r\n]+|\s+(?!\S)|\s+"
UPPER, LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
OTHER = r" ?[^\s\p{L}\p{N}]+[\r\n]*"
# As the owners publish them: openai/gpt-2, tiktoken before 0.5 and of 0.14, QwenLM/Qwen2.
OFFICIAL = {
    "gpt2": [
        r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        r"'s|'t|'re|'ve|'m|'ll|'d| ?[\p{L}]+| ?[\p{N}]+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    ],
    "cl100k": [
        rf"{CONTRACTIONS}|{WORD}|\p{{N}}{{1,3}}|{OTHER}|{WHITE}",
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*"
        r"|\s*[\r\n]|\s+(?!\S)|\s+",
    ],
    "cl100k_tiktoken": [
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
    ],
    "o200k": [
        rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+{CONTRACTIONS}?"
        rf"|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*{CONTRACTIONS}?"
        rf"|\p{{N}}{{1,3}}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{WHITE}",
    ],
    "qwen2": [rf"{CONTRACTIONS}|{WORD}|\p{{N}}|{OTHER}|{WHITE}"],
    "whitespace": [r"\S+|\s+"],
}
COMPILED = {name: [regex.compile(text) for text in found] for name, found in OFFICIAL.items()}
every_pattern = pytest.mark.parametrize("name", OFFICIAL)

ALPHABET = "'slA1! \n\xa0\u0301"  # of the exhaustive texts
ODD = (
    "'''sStTmMdDlLvVrReEſaA1１Ⅷ½!-/_ "
    "\t\n\r\xa0\x85\u3000  \u200b\u0301\u0e31\x1cß哈한ǅʰ🙂👩\u200d"
)


def check(text: str, name: str) -> None:
    """All of one pattern's ways to split agree on ``text``."""
    mine = list(split_pattern(text, name))
    for official in COMPILED[name]:
        assert mine == official.findall(text), (name, text)
    assert mine == list(scan(text, name)), (name, text)
    assert "".join(mine) == text
    assert all(mine)


def exhaustive(size: int) -> Iterator[str]:
    """Every text over the alphabet of at most ``size`` characters."""
    for length in range(size + 1):
        yield from map("".join, product(ALPHABET, repeat=length))


@every_pattern
def test_every_text_of_up_to_four_characters(name: str) -> None:
    for text in exhaustive(4):
        check(text, name)


@pytest.mark.slow
@every_pattern
def test_every_text_of_up_to_five_characters(name: str) -> None:
    seen = 0
    for text in exhaustive(5):
        check(text, name)
        seen += 1
    assert seen == 111_111


@every_pattern
def test_random_texts_of_odd_characters(name: str) -> None:
    random_texts(name, 4_000)


@pytest.mark.slow
@every_pattern
def test_many_random_texts_of_odd_characters(name: str) -> None:
    random_texts(name, 60_000)


def random_texts(name: str, number: int) -> None:
    chosen = random.Random(f"{name} {number}")
    for _ in range(number):
        check("".join(chosen.choices(ODD, k=chosen.randint(0, 16))), name)


@settings(max_examples=examples(600))
@given(text=texts.texts, name=st.sampled_from(tuple(OFFICIAL)))
def test_any_text(text: str, name: str) -> None:
    check(text, name)


CONTEXTS = ("a{0}b", " {0} 1", "A{0}'S", "!{0}\n", "{0}{0}")


def contexts(code: int) -> Iterator[str]:
    """A character between others that each pattern treats in its own way."""
    for context in CONTEXTS:
        yield context.format(chr(code))


@pytest.mark.slow
@every_pattern
def test_every_code_point_between_fixed_characters(name: str) -> None:
    """All but ideographs and Hangul; `test_scan.py` holds every one's class to `regex`."""
    for first in (*range(0, 0x3400, 0x400), 0xA400, 0xA800, *range(0xF800, 0x20000, 0x400)):
        if not 0xD800 <= first <= 0xDFFF:
            for context in CONTEXTS:
                # Many in one text: some are then neighbors too.
                drawn = (context.format(chr(code)) for code in range(first, first + 0x400))
                check("".join(drawn), name)


@every_pattern
def test_one_code_point_of_each_kind_between_fixed_characters(name: str) -> None:
    for code in one_of_each_kind():
        for text in contexts(code):
            check(text, name)


@cache
def one_of_each_kind() -> list[int]:
    """The first code points of each general category in each block of 4,096, and ASCII."""
    found: dict[tuple[int, str], int] = {}
    for code in range(0x110000):
        category = unicodedata.category(chr(code))
        if category not in ("Cs", "Cn"):
            found.setdefault((code >> 12, category), code)
    return sorted({*range(128), *map(ord, texts.WHITE_SPACE), *found.values()})


def test_white_space_is_what_unicode_says() -> None:
    # 25 characters are white space; Python's own table has four more.
    white = regex.findall(r"\s", "".join(map(chr, range(0x110000))))
    assert len(white) == 25
    assert set(texts.WHITE_SPACE) <= set(white)
    assert not set(texts.NOT_WHITE_SPACE) & set(white)


# --- tiktoken: what is one token is one piece


@cache
def agreed() -> str:
    """The odd characters that stand in the same class in tiktoken's Unicode tables as in ours.

    Asked of tiktoken with a vocabulary in which the character before a letter, a digit or a
    sign is one token with it only if the pattern keeps them together.
    """
    return "".join(c for c in sorted(set(ODD)) if all(map(agrees, (c,) * 3, "a1!")))


def agrees(character: str, other: str) -> bool:
    whole = (character + other).encode()
    peer = tiktoken_with("gpt2", frozenset([whole]))
    together = len(peer.encode_ordinary(whole.decode())) == 1
    return together == (COMPILED["gpt2"][0].findall(whole.decode()) == [whole.decode()])


def tiktoken_with(name: str, pieces: frozenset[bytes]) -> tiktoken.Encoding:
    """tiktoken with single bytes and ``pieces`` as its vocabulary."""
    tokens = [bytes([value]) for value in range(256)]
    tokens += sorted(piece for piece in pieces if len(piece) > 1)
    ranks = {token: rank for rank, token in enumerate(tokens)}
    return tiktoken.Encoding(
        name, pat_str=OFFICIAL[name][-1], mergeable_ranks=ranks, special_tokens={}
    )


@pytest.mark.parametrize("name", ["gpt2", "cl100k_tiktoken", "o200k"])
def test_tiktoken_takes_the_same_pieces(name: str) -> None:
    """All our pieces are its tokens, so equal cuts give one token a piece."""
    assert len(agreed()) > 40
    chosen = random.Random(name)
    samples = ["".join(chosen.choices(agreed(), k=chosen.randint(1, 12))) for _ in range(4_000)]
    pieces = frozenset(p.encode() for text in samples for p in split_pattern(text, name))
    # subtle: longer tokens must be there too, or a piece that is too long could by chance be
    # cut into our pieces. So two of ours in a row are a token as well.
    pairs: set[bytes] = set()
    for text in samples:
        found = [piece.encode() for piece in split_pattern(text, name)]
        pairs.update(a + b for a, b in pairwise(found))
    peer = tiktoken_with(name, frozenset(pieces | pairs))
    for text in samples:
        theirs = [
            data.decode() for data in peer.decode_tokens_bytes(peer.encode_ordinary(text))
        ]
        assert list(split_pattern(text, name)) == theirs, text


# --- alternatives


@settings(max_examples=examples(500))
@given(text=texts.texts, name=st.sampled_from(tuple(PATTERNS)))
def test_the_alternative_that_is_named_takes_the_piece(text: str, name: str) -> None:
    numbered = list(split_by_alternative(text, name)) if text else []
    assert [piece for piece, _ in numbered] == (list(split_pattern(text, name)) if text else [])
    start = 0
    for piece, number in numbered:
        for earlier, alternative in enumerate(ALTERNATIVES[name][: number + 1]):
            match = regex.compile(alternative.source).match(text, start)
            assert (match.group() if match else None) == (piece if earlier == number else None)
        start += len(piece)


def test_no_pattern_no_alternatives() -> None:
    assert alternatives("none") == ()
    assert list(split_by_alternative("a b", "none")) == [("a b", WHOLE)]


@settings(max_examples=examples(200))
@given(text=texts.texts, name=texts.patterns, specials=texts.special_tokens)
def test_pre_tokens_with_their_alternatives(
    text: str, name: str, specials: tuple[str, ...]
) -> None:
    options = {"pattern": name, "special_tokens": specials}
    numbered = list(pre_tokenize_by_alternative(text, **options))
    assert [pre_token for pre_token, _ in numbered] == list(pre_tokenize(text, **options))


def test_names_of_alternatives_are_used_for_one_thing_within_a_pattern() -> None:
    for name, found in ALTERNATIVES.items():
        assert len({alternative.name for alternative in found}) == len(found), name


# --- names and texts


def test_every_published_text_has_its_name() -> None:
    for name, published in OFFICIAL.items():
        assert [pattern_name(text) for text in published] == [name] * len(published)
        assert pattern_name(pattern_text(name) or "") == name
    assert set(SPELLINGS) <= {text for published in OFFICIAL.values() for text in published}
    assert pattern_name(r"\w+|\W+") == r"custom:\w+|\W+"


def test_the_installed_tiktoken_has_these_texts() -> None:
    """Read from the source: asking for an encoding would ask the network."""
    from pathlib import Path

    from tiktoken_ext import openai_public

    source = Path(openai_public.__file__).read_text("utf-8")
    for name in ("gpt2", "cl100k_tiktoken"):
        assert OFFICIAL[name][-1] in source
    for alternative in ALTERNATIVES["o200k"]:
        assert f'"""{alternative.source}"""' in source


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match=r"gpt2, cl100k, .*custom:"):
        list(split_pattern("a", "gpt5"))


def test_the_two_texts_of_cl100k_part_at_the_end_of_a_text() -> None:
    assert list(split_pattern("a\n  ", "cl100k")) == ["a", "\n", "  "]
    assert list(split_pattern("a\n  ", "cl100k_tiktoken")) == ["a", "\n  "]


def test_lone_surrogates_do_no_harm() -> None:
    for name in PATTERNS:
        assert "".join(split_pattern("a\ud800 \udc00b", name)) == "a\ud800 \udc00b"


RUNS = ("a", "A", " ", "\n", "1", "'", "!", "\u0301", "哈", "\u3000", " \n", "'s", "a ")


@pytest.mark.parametrize("name", PATTERNS)
def test_a_long_run_of_one_thing_comes_to_an_end(name: str) -> None:
    """In time that grows with the text, not with its square."""
    for unit in RUNS:
        text = unit * (200_000 // len(unit)) + "z"
        assert sum(map(len, split_pattern(text, name))) == len(text)


def test_compiled_patterns_are_kept_and_bounded() -> None:
    assert compiled_pattern("gpt2") is compiled_pattern("gpt2")
    assert compiled_pattern.cache_info().maxsize == 32
    assert count_pre_tokens("a a", pattern="qwen2") == {b"a": 1, b" a": 1}
