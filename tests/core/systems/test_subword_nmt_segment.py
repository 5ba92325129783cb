"""Texts are segmented as PyPI's subword-nmt segments them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bpe_core.errors import OptionError
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
from bpe_core.systems.subword_nmt.segmenter import merge_by_heap, merge_by_scan
from bpe_core.systems.subword_nmt.subword_nmt_system import (
    SubwordNMT,
    Written,
    load_subword_nmt,
    train_subword_nmt,
)
from bpe_core.systems.system import Piece
from bpe_core.texts.corpus import sample
from tests.core.systems import subword_peer as peer
from tests.examples import examples
from tests.raising import raises


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
    with raises("PatternError.syntax"):
        Segmenter(codes, glossaries=["(a"])
    with raises("PatternError.matches_empty"):
        Segmenter(codes, glossaries=["a*"])
    with pytest.raises(OptionError, match="a list of patterns"):
        Segmenter(codes, glossaries="USA")


def test_a_string_is_no_vocabulary() -> None:
    with pytest.raises(OptionError, match="a set of pieces"):
        Segmenter(Codes((("a", "b"),)), vocabulary="ab")


def test_glossaries_are_held_to_their_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpe_core.systems.subword_nmt.segmenter.SECONDS", 0.05)
    with raises("PatternError.too_slow"):
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
    with raises("InputError.lone_surrogate"):
        Segmenter(Codes(())).segment("a\ud800")


# --- Dropout: the original's pieces under the same seed, the right shares, and nothing kept


TEXT = sample("story_en").text
STORY = learn(count_words(TEXT))
ABC = Codes((("a", "b"), ("ab", "c</w>")))


@settings(max_examples=examples(60))
@given(
    seed=st.integers(0, 2**32),
    dropout=st.sampled_from([0.05, 0.1, 0.5, 0.9, 1.0]),
    glossaries=st.sampled_from([[], ["th"]]),
)
def test_a_seed_gives_what_it_gives_the_original(
    seed: int, dropout: float, glossaries: list[str]
) -> None:
    lines = TEXT.splitlines(keepends=True)[:12]
    theirs = peer.original_with_dropout(
        peer.original(STORY, None, glossaries), lines, dropout, seed
    )
    ours = Segmenter(STORY, glossaries=glossaries)
    assert ours.segment("".join(lines), dropout=dropout, seed=seed) == theirs
    chance = random.Random(seed)
    assert "".join(ours.segment(x, dropout=dropout, seed=chance) for x in lines) == theirs


def test_without_a_seed_every_call_is_another() -> None:
    segmenter = Segmenter(STORY)
    assert len({segmenter.segment(TEXT, dropout=0.5) for _ in range(4)}) == 4


def test_nothing_left_to_chance_is_kept() -> None:
    """The original keeps what dropout gave, and gives it to whoever asks next."""
    theirs, ours = peer.original(STORY), Segmenter(STORY)
    plain = Segmenter(STORY).segment("the morning bread")
    assert ours.segment("the morning bread", dropout=1.0) != plain
    assert ours.segment("the morning bread") == plain
    assert theirs.segment("the morning bread", 1.0) != plain
    assert theirs.segment("the morning bread") != plain  # the fault that is not ours

    # And the other way: what is kept is not read under dropout.
    assert ours.segment("the morning bread", dropout=1.0) != plain


def test_all_and_nothing() -> None:
    segmenter = Segmenter(ABC)
    assert segmenter.segment("abc", dropout=1.0, seed=1) == "a@@ b@@ c"
    assert segmenter.segment("abc", dropout=0.0, seed=1) == "abc"


@pytest.mark.parametrize("p", [0.1, 0.3, 0.7])
def test_every_merge_is_left_out_with_its_probability(p: float) -> None:
    """Of "abc": with p nothing is merged; else "ab", and then all with 1 - p."""
    runs, segmenter, chance = 20_000, Segmenter(ABC), random.Random(11)
    found = Counter(segmenter.segment("abc", dropout=p, seed=chance) for _ in range(runs))
    shares = {"a@@ b@@ c": p, "ab@@ c": (1 - p) * p, "abc": (1 - p) ** 2}
    assert found.keys() == shares.keys()
    for segmented, share in shares.items():
        deviation = (runs * share * (1 - share)) ** 0.5
        assert abs(found[segmented] - runs * share) < 5 * deviation


@settings(max_examples=examples(100))
@given(word=peer.words_in(list("abc")), dropout=st.floats(0, 1), seed=st.integers(0, 99))
def test_pieces_join_to_the_word(word: str, dropout: float, seed: int) -> None:
    segmented = Segmenter(ABC).segment(f"{word} {word}", dropout=dropout, seed=seed)
    assert join_pieces(segmented) == f"{word} {word}"
    assert "".join(Segmenter(ABC).pieces(word, dropout=dropout, seed=seed)) == word


def test_dropped_pieces_pass_the_vocabulary() -> None:
    segmenter = Segmenter(ABC, vocabulary={"abc", "c"})
    found = {segmenter.segment("abc", dropout=0.5, seed=seed) for seed in range(40)}
    assert found == {"abc", "a@@ b@@ c"}


@pytest.mark.parametrize("dropout", [-0.1, 1.5, float("nan"), "0.1"])
def test_a_probability_is_checked(dropout: float) -> None:
    with pytest.raises(OptionError, match="a probability"):
        Segmenter(ABC).segment("abc", dropout=dropout)


# --- subword-nmt among the systems: what it keeps and counts of a text, where pieces stand


LOW = SubwordNMT(Codes((("l", "o"), ("lo", "w</w>"))))


def there_and_back(text: str) -> str:
    return LOW.decode(LOW.encode(text))


@pytest.mark.parametrize(
    "text", ["low lower\n\n low \r\n", "low\tlow", "，low é", "</w> low</w>", "▁"]
)
def test_lines_and_outer_spaces_come_back(text: str) -> None:
    assert there_and_back(text) == text


def test_several_spaces_come_back_as_one() -> None:
    assert there_and_back("low  lower") == "low lower"


def test_its_own_mark_is_lost_where_it_is_a_piece() -> None:
    assert there_and_back("a@@ b") == "a@@ b"  # a@@ @@@ @ b
    marks = SubwordNMT(Codes((("@", "@</w>"),)))
    assert marks.encode("a@@ b").text == "a@@ @@ b"
    assert marks.decode(marks.encode("a@@ b")) == "ab"


def test_tokens_are_what_stands_between_spaces() -> None:
    encoded = LOW.encode(" low  slow\n")
    assert encoded == Written(" low s@@ low\n")
    assert list(encoded) == ["low", "s@@", "low"]
    assert len(encoded) == 3


def test_pieces_stand_in_the_given_text() -> None:
    found = LOW.segment(" é  slow\n")
    assert found.text == " é  slow\n"
    assert found.pieces == (Piece("é", 1, 3), Piece("s@@", 5, 6), Piece("low", 6, 9))
    assert [found.of(k).decode() for k in range(3)] == ["é", "s", "low"]


def test_the_vocabulary_is_what_the_codes_name() -> None:
    assert LOW.vocab_size == len({"l", "o", "lo", "w</w>", "low</w>"})
    assert load_subword_nmt(LOW.files()) == LOW


def test_alphabet_and_merges_share_the_room(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("low low lower lower")  # l, o, w, e and w</w>, r</w>
    for size in (6, 7, 9):
        assert len(train_subword_nmt(corpus, size).codes) == size - 6
    with raises("InputError.characters_need_more", match="vocab_size 5 is below 6"):
        train_subword_nmt(corpus, 5)


def test_ways_to_cut_are_those_of_the_segmenter() -> None:
    text = "low slow lowlow"
    assert LOW.encode(text).text == Segmenter(LOW.codes).segment(text)
