"""Each exhibit differs from the right one on its smallest text as told, and not elsewhere."""

from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.train.compare_merges import compare_merges
from bpe_lab.museum import EXHIBITS, Exhibit, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_lab.museum.exhibit import Result
from bpe_lab.museum.parts import CutOff, Failure, MergeLearned, TextShown, TokensGiven
from bpe_lab.museum.right import right_encoding
from bpe_lab.museum.run import Moment, runs, side_by_side, where_they_part
from tests.for_each import for_each

BY_NAME = pytest.mark.parametrize("name", EXHIBITS)
of_each = for_each("name", EXHIBITS)


def pairs(*merges: str) -> tuple[tuple[bytes, bytes], ...]:
    """Merges as they are told: ``"a+b"``."""
    return tuple(
        (left.encode(), right.encode()) for left, _, right in (m.partition("+") for m in merges)
    )


def tokens(text: str) -> tuple[bytes, ...]:
    """Tokens as they are told: ``"a·bc"``."""
    return tuple(part.encode() for part in text.split("·"))


SHREDS = tokens("<·|·e·|·>")

# What comes out for the smallest text, and what is right.
RESULTS: dict[str, tuple[Result | Failure, Result]] = {
    "forgotten_pair": (pairs("a+a", "aa+a", " +aaa"), pairs("a+a", "aa+a", " +aaa", " +a")),
    "two_merges_per_round": (pairs("a+b", "a+a", "a+ab"), pairs("a+b", "a+ab")),
    "unmerged_neighbours": (pairs("a+a", "aa+a", "a+aa"), pairs("a+a", "aa+aa")),
    "overlaps_uncounted": (pairs("a+b", "a+ab", "a+aab"), pairs("a+a", "aa+a", "aaa+b")),
    "dictionary_order": (pairs("a+a", "aa+b"), pairs("a+b", "a+ab")),
    "joined_ties": (pairs("a+a", "a+b", "aa+ab"), pairs("a+a", "aa+a", "aaa+b")),
    "left_to_right": (tokens("ab·c"), tokens("a·bc")),
    "unescaped_replacement": (
        # Python 3.13 calls the error by another name.
        Failure(f"{re.error.__name__}: bad escape (end of pattern) at position 1"),
        pairs("!+\\"),
    ),
    "no_lookahead": (tokens("  ·b"), tokens(" · b")),
    "other_digits": (tokens("3333"), tokens("333·3")),
    "uncut_training": (pairs("a+,"), ()),
    "special_at_piece_start": ((b".", *SHREDS), tokens(".·<|e|>")),
    "shorter_special": (tokens("<|e|>·<|e|>"), tokens("<|e|><|e|>")),
    "unescaped_special": (SHREDS, tokens("<|e|>")),
    "byte_map": ((b"\xe6", b"<unk>", b"\xaf"), tokens("歯")),
    "token_by_token": (("\ufffd\ufffd\ufffd",), ("你",)),
    "cut_at_newline": (tokens("\n· \n"), tokens("\n \n")),
    "last_rank_wins": (tokens("a·bc"), tokens("ab·c")),
    "whole_rounds": (tokens("tt·tt"), tokens("ttt·t")),
    "believed_entry": (pairs("a+b", "a+ab", "a+a"), pairs("a+b", "a+ab")),
    "ties_by_ids": (pairs("a+a", "aa+a", "b+aaa"), pairs("a+a", "b+aa", "baa+a")),
}


@of_each
def test_the_smallest_text_shows_the_bug_as_told(name: str) -> None:
    exhibit = EXHIBITS[name]
    wrong, right = RESULTS[name]
    assert exhibit.result(exhibit.text) == wrong
    assert exhibit.right(exhibit.text) == right
    assert wrong != right


@of_each
def test_a_text_without_the_trap_does_not_show_it(name: str) -> None:
    exhibit = EXHIBITS[name]
    assert exhibit.harmless
    assert exhibit.result(exhibit.harmless) == exhibit.right(exhibit.harmless)


@of_each
def test_no_shorter_text_shows_it(name: str) -> None:
    """Of the texts of its characters, an ``a`` and a space; where special tokens make them too
    many, of those that lack a part of it.
    """
    exhibit = EXHIBITS[name]
    special = getattr(exhibit, "special_tokens", ())
    if special:
        shorter = {
            exhibit.text[:start] + exhibit.text[end:]
            for start in range(len(exhibit.text))
            for end in range(start + 1, len(exhibit.text) + 1)
        }
    else:
        letters = sorted({*exhibit.text, "a", " "})
        sizes = range(len(exhibit.text))
        shorter = {"".join(text) for size in sizes for text in product(letters, repeat=size)}
    assert [text for text in sorted(shorter) if exhibit.differs(text)] == []


@of_each
def test_the_line_at_fault_stands_once_in_its_file_and_no_comment_gives_it_away(
    name: str,
) -> None:
    exhibit = EXHIBITS[name]
    assert exhibit.name == name
    assert exhibit.code.count(exhibit.fault) == 1
    lines = exhibit.code.splitlines()
    assert exhibit.fault in lines[exhibit.fault_line - 1]
    assert "#" not in lines[exhibit.fault_line - 1]


def test_the_numbers_are_those_of_the_list_and_only_the_told_one_is_missing() -> None:
    numbers = [exhibit.number for exhibit in EXHIBITS.values()]
    assert numbers == [*range(1, 18), *range(19, 23)]
    assert [e.number for e in EXHIBITS.values() if e.convention] == [4, 20]


# --- Both runs side by side end where their results part, with true figures on both sides


# Number, figures of the wrong and of the right pair where they part on the smallest text.
PARTINGS = {
    "forgotten_pair": (4, None, 1),
    "two_merges_per_round": (2, 0, 1),
    "unmerged_neighbours": (2, 0, 1),
    "overlaps_uncounted": (1, 1, 2),
    "dictionary_order": (1, 1, 1),
    "joined_ties": (2, 1, 1),
    "unescaped_replacement": (1, None, 1),
    "uncut_training": (1, 0, None),
    "believed_entry": (3, 0, None),
    "ties_by_ids": (2, 1, 1),
    "left_to_right": (2, 1, 0),
    "last_rank_wins": (2, 1, 0),
    "whole_rounds": (2, 1, 1),
    "byte_map": (2, None, 0),
}
# The first pre-tokens or special tokens of those that cut otherwise.
CUTS = {
    "no_lookahead": (b"  ", b" "),
    "other_digits": (b"3333", b"333"),
    "special_at_piece_start": (b".<|", b"."),
    "shorter_special": (b"<|e|>", b"<|e|><|e|>"),
    "unescaped_special": (b"<", b"<|e|>"),
    "cut_at_newline": (b"\n", b"\n \n"),
}


def moments_of(exhibit: Exhibit, text: str) -> list[Moment]:
    return list(side_by_side(exhibit, text))


@for_each("name", PARTINGS)
def test_they_part_as_told(name: str) -> None:
    *same, last = moments_of(EXHIBITS[name], EXHIBITS[name].text)
    assert not any(moment.parts for moment in same)
    assert last.parts
    assert (last.number, last.wrong.figure, last.right.figure) == PARTINGS[name]


@pytest.mark.parametrize("name", CUTS)
def test_those_that_cut_otherwise_part_at_the_cut(name: str) -> None:
    _, last = moments_of(EXHIBITS[name], EXHIBITS[name].text)
    assert isinstance(last.wrong.step, CutOff)
    assert isinstance(last.right.step, CutOff)
    assert (last.wrong.step.data, last.right.step.data) == CUTS[name]


def test_a_decoder_parts_at_the_first_byte_of_a_character() -> None:
    last = moments_of(EXHIBITS["token_by_token"], "hi 你")[-1]
    assert (last.number, last.wrong.step, last.right.step) == (
        4,
        TextShown("\ufffd"),
        TextShown(""),
    )


@of_each
def test_every_exhibit_is_told_once(name: str) -> None:
    assert (name in PARTINGS) + (name in CUTS) + isinstance(EXHIBITS[name], WrongDecoder) == 1


@of_each
def test_they_part_where_a_comparison_of_merges_says(name: str) -> None:
    exhibit = EXHIBITS[name]
    last = moments_of(exhibit, exhibit.text)[-1]
    if not isinstance(exhibit, WrongTrainer) or isinstance(last.wrong.step, Failure):
        return
    difference = compare_merges(
        exhibit.right(exhibit.text), exhibit.train(exhibit.text, 9), exhibit.text
    )
    assert difference is not None
    assert difference.number == last.number - 1
    assert difference.counts == (last.right.figure or 0, last.wrong.figure or 0)


@of_each
def test_without_the_trap_they_never_part(name: str) -> None:
    exhibit = EXHIBITS[name]
    moments = moments_of(exhibit, exhibit.harmless)
    assert len(moments) > 1
    assert not any(moment.parts for moment in moments)
    assert where_they_part(exhibit, exhibit.harmless, moments) is None


@BY_NAME
@given(text=st.text(alphabet="ab 3\n你歯<|e>\\", max_size=9))
def test_the_steps_lead_to_what_the_code_gives(name: str, text: str) -> None:
    exhibit = EXHIBITS[name]
    moments = moments_of(exhibit, text)
    # What is cut otherwise may become the same tokens all the same.
    assert moments[-1].parts >= exhibit.differs(text)
    assert isinstance(exhibit, WrongEncoder) or moments[-1].parts == exhibit.differs(text)
    for run, result in zip(
        runs(exhibit, text), (exhibit.result(text), exhibit.right(text)), strict=True
    ):
        last = run.steps[-1] if run.steps else None
        if isinstance(last, Failure):
            assert last == result
        elif isinstance(exhibit, WrongTrainer):
            assert tuple(s.pair for s in run.steps if isinstance(s, MergeLearned)) == result
        elif isinstance(exhibit, WrongEncoder):
            assert last == TokensGiven(result)
        else:
            assert "".join(s.text for s in run.steps if isinstance(s, TextShown)) == result[0]


@BY_NAME
@given(text=st.text(alphabet="ab 3\n你<|e>", max_size=9))
def test_a_row_always_holds_all_bytes_once(name: str, text: str) -> None:
    for moment in moments_of(EXHIBITS[name], text):
        for side in (moment.wrong, moment.right):
            ends = [at + slot.size for at, slot in side.row.slots.items()]
            assert [0, *ends] == [*side.row.slots, len(text.encode())]
            assert set(side.row.new) <= set(side.row.slots)


def test_the_right_rows_hold_the_tokens_of_the_lab() -> None:
    exhibit = EXHIBITS["other_digits"]
    right = right_encoding("3333 3", exhibit.merges, pattern=exhibit.pattern)
    row = runs(exhibit, "3333 3")[1].start
    for step in right:
        before, row = row, row.after(step)
    assert isinstance(step, TokensGiven)
    assert [slot.data for slot in row.slots.values()] == [*step.tokens]
    assert before.slots == row.slots, "the last step gives what was merged"
    assert row.ends == (3, 4, 5, 6)


def test_a_failure_comes_after_the_merges_that_were_learned() -> None:
    exhibit = EXHIBITS["unescaped_replacement"]
    *same, last = moments_of(exhibit, "abab!\\")
    learned = [MergeLearned((b"a", b"b")), MergeLearned((b"ab", b"ab"))]
    assert [moment.right.step for moment in same[1:]] == learned
    assert isinstance(last.wrong.step, Failure)


def test_where_they_part_is_asked_of_every_exhibit_and_every_answer_is_judged() -> None:
    for exhibit in EXHIBITS.values():
        moments = moments_of(exhibit, exhibit.text)
        question = where_they_part(exhibit, exhibit.text, moments)
        assert question is not None
        number = moments[-1].number
        right = str(number) if isinstance(exhibit, WrongEncoder) else number
        assert question.right == {right}
        answers = question.choices or range(number + 2)
        for answer in answers:
            verdict = question.judge(answer)
            assert verdict.is_right == (answer == right)
            assert verdict.is_right or verdict.reason


def test_of_a_long_encoding_some_steps_are_offered() -> None:
    exhibit = EXHIBITS["left_to_right"]
    text = "ab " * 5 + "abc"
    question = where_they_part(exhibit, text, moments_of(exhibit, text))
    assert question is not None
    assert question.choices == ("7", "8", "9", "10", "11", "12")
    assert question.right == {"12"}
