"""Texts are segmented as PyPI's subword-nmt segments them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bpe_core.errors import (
    LoneSurrogateError,
    OptionError,
    PatternMatchesEmptyError,
    PatternSyntaxError,
    PatternTooSlowError,
)
from bpe_core.systems.subword_nmt import (
    Codes,
    Segmenter,
    count_pieces,
    count_words,
    join_pieces,
    learn,
    read_vocabulary,
    write_vocabulary,
)
from bpe_core.systems.subword_nmt.merge_order import merge_by_heap, merge_by_scan
from tests.core.systems import subword_peer as peer
from tests.examples import examples


@pytest.fixture(scope="module")
def learned(shared: Callable[[str], Path]) -> Codes:
    return learn(count_words(shared("data/corpus.en")), num_merges=3_000)


@pytest.fixture(scope="module")
def lines(shared: Callable[[str], Path]) -> list[str]:
    text = shared("data/english-held-out.txt").read_text("utf-8")
    return text.splitlines(keepends=True)[:2_500]


def as_the_original(
    codes: Codes, lines: list[str], vocabulary: frozenset[str] | None, glossaries: list[str]
) -> str:
    """Ours, shown to be the original's."""
    segmented = Segmenter(codes, vocabulary=vocabulary, glossaries=glossaries).segment(
        "".join(lines)
    )
    line_by_line = peer.original(codes, vocabulary, glossaries).process_line
    assert segmented == "".join(map(line_by_line, lines))
    return segmented


def test_held_out_lines(learned: Codes, lines: list[str]) -> None:
    segmented = as_the_original(learned, lines, None, [])
    assert segmented.count("@@ ") > 10_000
    joined = join_pieces(segmented)
    assert [line.split() for line in joined.splitlines()] == [line.split() for line in lines]


def test_held_out_lines_with_a_vocabulary(learned: Codes, lines: list[str]) -> None:
    counts = count_pieces(as_the_original(learned, lines, None, []))
    file = write_vocabulary(counts).encode()
    known = read_vocabulary(file, threshold=20)
    assert 0 < len(known) < len(read_vocabulary(file)) == len(counts)
    filtered = as_the_original(learned, lines, known, [])
    rare = count_pieces(filtered).keys() - known
    assert all(len(piece.removesuffix("@@")) == 1 for piece in rare)


def test_held_out_lines_with_glossaries(learned: Codes, lines: list[str]) -> None:
    glossaries = [r"\d+", "the", r"[A-Z]\w+"]
    segmented = as_the_original(learned, lines, None, glossaries)
    assert "the" in segmented.split(" ")
    as_the_original(learned, lines[:500], frozenset({"the", "a@@", "e"}), glossaries)


def test_chinese_sentences(shared: Callable[[str], Path]) -> None:
    text = shared("data/chinese-held-out.txt").read_text("utf-8")
    lines = [f"{line}\n" for line in text.split("\n")[:600]]
    codes = learn(count_words("".join(lines[:300])), num_merges=1_000)
    as_the_original(codes, lines, None, [])
    as_the_original(codes, lines, None, ["，", "的"])


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[Codes, list[str]]:
    """Codes that were learned, made up or both, in any order, and lines of the same signs."""
    alphabet = draw(peer.alphabets)
    version = draw(st.sampled_from(["0.2", "0.2", "0.1"]))
    words = draw(peer.tables_in(alphabet))
    most = draw(st.integers(0, 30))
    merges = list(learn(words, num_merges=most, min_frequency=1, engine="indexed").merges)
    symbols = [*alphabet, *(f"{part}</w>" for part in alphabet), "</w>"]
    symbols += [left + right for left, right in merges]
    for _ in range(draw(st.integers(not merges, 12))):
        pair = draw(st.tuples(st.sampled_from(symbols), st.sampled_from(symbols)))
        merges.append(pair)
        symbols.append("".join(pair))
    if draw(st.booleans()):
        merges = draw(st.permutations(merges))
    gap, some = st.sampled_from([" ", "  "]), st.lists(peer.words_in(alphabet), max_size=6)
    ends = st.sampled_from(["\n", " \n", "\r\n", "  \r\n"])
    line = st.builds(lambda a, b, c, d: a + c.join(b) + d, gap, some, gap, ends)
    return Codes(tuple(merges), version), draw(st.lists(line, min_size=1, max_size=4))


glossaries = st.sampled_from([[], ["ab"], ["a+b", "你"], ["x", "xx"], ["</w>"]])


@settings(max_examples=examples(150))
@given(given=settings_of(), glossaries=glossaries)
def test_any_codes_and_lines(given: tuple[Codes, list[str]], glossaries: list[str]) -> None:
    as_the_original(*given, None, glossaries)


@settings(max_examples=examples(80))
@given(given=settings_of(), glossaries=glossaries, data=st.data())
def test_any_vocabulary(
    given: tuple[Codes, list[str]], glossaries: list[str], data: st.DataObject
) -> None:
    """But where the original writes empty pieces, or never ends, undoing a ``</w>`` alone."""
    codes, lines = given
    made = sorted({left + right for left, right in codes.merges})
    known = data.draw(st.sets(st.sampled_from(made), min_size=1))
    vocabulary = frozenset(
        m.removesuffix("</w>") if m.endswith("</w>") else f"{m}@@" for m in known
    )
    found = Segmenter(codes, vocabulary=vocabulary, glossaries=glossaries).segment(
        "".join(lines)
    )
    assert join_pieces(found).split() == "".join(lines).split()
    expected = peer.without_empty_pieces(codes, vocabulary, glossaries, lines)
    assume(expected is not None)
    assert found == expected


@settings(max_examples=examples(80))
@given(given=settings_of())
def test_heap_and_scan_merge_alike(given: tuple[Codes, list[str]]) -> None:
    codes, lines = given
    ranks = {pair: k for k, pair in enumerate(dict.fromkeys(codes.merges))}
    for word in "".join(lines).split():
        symbols = [*word[:-1], word[-1] + "</w>"]
        assert merge_by_heap(symbols, ranks) == merge_by_scan(symbols, ranks)


def test_rounds_come_before_lower_ranks() -> None:
    """After the first "ab" of "abab", "ab" + "a" would be of a lower rank."""
    codes = Codes((("ab", "a"), ("a", "b"), ("b", "x</w>")))
    assert Segmenter(codes).segment("ababx") == "ab@@ ab@@ x"
    as_the_original(codes, ["ababx\n"], None, [])


def test_a_word_of_many_letters_is_no_trap() -> None:
    codes = learn({"a" * 64: 1}, min_frequency=1)
    pieces = Segmenter(codes).pieces("a" * 200_001)
    assert "".join(pieces) == "a" * 200_001
    assert len(pieces) < 7_000


def test_a_chain_of_thousands_of_merges_is_undone() -> None:
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 3_000)))
    chain = tuple((word[:k], word[k]) for k in range(1, len(word) - 1))
    codes = Codes((*chain, (word[:-1], word[-1] + "</w>")))
    assert Segmenter(codes).pieces(word) == [word]
    assert Segmenter(codes, vocabulary={"q"}).pieces(word) == [*word]


def test_a_vocabulary_with_nothing_in_it_takes_all_apart() -> None:
    """The original does not filter then."""
    codes = learn({"lower": 2})
    assert Segmenter(codes, vocabulary=()).segment("lower") == "l@@ o@@ w@@ e@@ r"


def test_undoing_a_separate_end_leaves_no_empty_piece() -> None:
    codes = Codes((("l", "o"), ("w", "</w>"), ("lo", "w</w>")), "0.1")
    assert Segmenter(codes, vocabulary={"lo@@"}).segment("low") == "lo@@ w"


@pytest.mark.parametrize(
    ("pattern", "word", "segmented"),
    [
        ("USA", "1934USABUSA", "1@@ 9@@ 3@@ 4@@ USA@@ B@@ USA"),
        ("USA|UK", "USAxUK", "USA@@ x@@ UK"),  # "begins with USA or ends with UK" there
        ("(U)(K)", "aUKb", "a@@ UK@@ b"),  # there "U" and "K" come out again
        ("(?i)uk", "aUK", "a@@ UK"),  # there an error
    ],
)
def test_a_glossary_is_one_pattern(pattern: str, word: str, segmented: str) -> None:
    codes = Codes((("U", "S"), ("U", "K")))
    assert Segmenter(codes, glossaries=[pattern]).segment(word) == segmented


def test_glossaries_are_checked() -> None:
    codes = Codes((("a", "b"),))
    with pytest.raises(PatternSyntaxError):
        Segmenter(codes, glossaries=["(a"])
    with pytest.raises(PatternMatchesEmptyError):
        Segmenter(codes, glossaries=["a*"])
    with pytest.raises(OptionError, match="a list of patterns"):
        Segmenter(codes, glossaries="USA")


def test_a_string_is_no_vocabulary() -> None:
    with pytest.raises(OptionError, match="a set of pieces"):
        Segmenter(Codes((("a", "b"),)), vocabulary="ab")


def test_glossaries_are_held_to_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.systems.subword_nmt.glossaries.SECONDS", 0.05)
    with pytest.raises(PatternTooSlowError):
        Segmenter(Codes((("a", "b"),)), glossaries=["(?:a|a)+b"]).segment("a" * 40)


@pytest.mark.parametrize("separator", ["", "@ @", "\n"])
def test_the_separator_is_checked(separator: str) -> None:
    with pytest.raises(OptionError, match="separator"):
        Segmenter(Codes(()), separator=separator)


def test_a_separator_of_ones_own() -> None:
    segmenter = Segmenter(Codes((("l", "o"),)), separator="￭")
    assert segmenter.segment("low") == "lo￭ w"
    assert join_pieces("lo￭ w", separator="￭") == "low"


def test_lone_surrogates_are_refused() -> None:
    with pytest.raises(LoneSurrogateError):
        Segmenter(Codes(())).segment("a\ud800")
