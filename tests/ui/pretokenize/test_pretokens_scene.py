"""The board of pre-tokens: every byte drawn once, under the alternative that took it."""

from __future__ import annotations

import inspect
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import PatternError
from bpe_core.pretokenize import pre_tokens as cutting
from bpe_core.pretokenize.patterns import ALTERNATIVES, PATTERNS, alternatives
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, pre_tokenize
from bpe_core.texts.corpus import Corpus, sample
from bpe_lab.scenes.pretokenize.pretokens_board import (
    DRAWN,
    SPECIAL,
    first_parting,
    numbered_pre_tokens,
    pre_tokens,
)
from bpe_lab.text import LANGUAGES, catalogue
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.ui.recordings import frames_of, widget
from ui.pretokenize.pretokens import csv_of, frame_of

names = st.sampled_from([*PATTERNS, r"custom:(?s)\w+|."])
corpora = st.builds(Corpus, texts.texts.filter(bool), texts.special_tokens)


@settings(max_examples=examples(120))
@given(corpus=corpora, name=names)
def test_pieces_are_the_pre_tokens_and_special_tokens(corpus: Corpus, name: str) -> None:
    pre_tokens = list(numbered_pre_tokens(corpus, name))
    assert b"".join(pre_token.data for pre_token in pre_tokens) == corpus.text.encode()
    ordinary = [(p.data, p.start) for p in pre_tokens if p.number != SPECIAL]
    expected = pre_tokenize(corpus.text, pattern=name, special_tokens=corpus.special_tokens)
    assert ordinary == [(p.data, p.start) for p in expected]
    assert all(
        p.data.decode() in corpus.special_tokens for p in pre_tokens if p.number == SPECIAL
    )


def test_the_first_stage_is_the_lecture_s_chunks() -> None:
    """What the slides print as ``chunk a text``, special tokens and all."""
    drawn = pre_tokens(sample("intj"), ("gpt2",)).recording
    assert drawn["layout"]["stage"] == ["chunks", "flow_0"]
    chunks = widget(drawn, "chunks")["items"]
    data = sample("intj").text.encode()
    ends = [item["at"] for item in chunks[1:]] + [len(data)]
    spans = [data[item["at"] : end].decode() for item, end in zip(chunks, ends, strict=True)]
    assert spans == [
        "intj intj intj intj intj tech tech",
        "<|endoftext|>",
        "\n\nHéllò hôw ",
        "<|endoftext|>",
        "<|endoftext|>",
        " are ü? ",
    ]
    looks = [item.get("look") == "special" for item in chunks]
    assert looks == [span == "<|endoftext|>" for span in spans]
    plain = pre_tokens(Corpus("no special token"), ("gpt2",)).recording
    assert plain["layout"]["stage"] == ["flow_0"]
    both = pre_tokens(sample("intj"), ("gpt2", "cl100k")).recording["layout"]
    assert both["stage"] == ["chunks"]
    assert len(both["columns"]) == 2


def test_the_code_that_cuts_is_a_tab_away_from_a_pattern() -> None:
    """Pseudo-code, and the functions that have just run, numbered as in their module."""
    alone = pre_tokens(sample("intj"), ("gpt2",)).recording
    assert alone["layout"]["columns"] == [["pattern_0", "code"]]
    assert alone["layout"]["tabs"] == ["pattern_0", "code"]
    both = pre_tokens(sample("intj"), ("gpt2", "cl100k")).recording["layout"]
    assert both["columns"] == [["flow_0", "pattern_0"], ["flow_1", "pattern_1", "code"]]
    assert both["tabs"] == ["pattern_1", "code"]
    pseudo, source = widget(alone, "code")["tabs"]
    names = {name for name, *_ in (line["code"] for line in pseudo["lines"][:3])}
    assert all(name in catalogue(language) for name in names for language in LANGUAGES)
    module = inspect.getsource(cutting).splitlines()
    number, read = source["first"], set()
    for line in source["lines"]:
        assert line["code"].strip() == module[number - 1].strip()
        number += 1 + line.get("folded", 0)
        read.add(line["code"].strip())
    assert "yield part, k % 2 == 1" in read
    assert "data = pre_token.encode()" in read
    assert not any('"""' in line or "def split_pattern" in line for line in read)
    assert all(not frame["code"].get("lit") for frame in frames_of(alone))


def test_a_pre_token_that_two_alternatives_took_names_both() -> None:
    """Of ⏎⏎ before a letter GPT-2 takes one by all but the last, one by the rest."""
    (split,) = pre_tokens(Corpus("tech\n\nHello"), ("gpt2",)).splits
    assert split.matches == {1: 2, 4: 1, 5: 1}
    frame = frame_of(split)
    (row,) = (row for row in frame.itertuples() if row.pre_token == "⏎")
    assert (row.times, row.alternative) == (2, "5, 6")


@settings(max_examples=examples(100))
@given(corpus=corpora, name=names)
def test_kinds_counts_and_table_say_the_same(corpus: Corpus, name: str) -> None:
    drawn = pre_tokens(corpus, (name,))
    (split,) = drawn.splits
    items = widget(drawn.recording, "flow_0")["items"]
    kinds = Counter(item["kind"] for item in items if "kind" in item)
    if split.alternatives:
        rows = widget(drawn.recording, "pattern_0")["alternatives"]
        assert [row["code"] for row in rows] == [each.source for each in alternatives(name)]
        assert [row["kind"] for row in rows] == list(range(len(rows)))
        assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
        counts = drawn.recording["first"]["pattern_0"]["counts"]
        assert {int(kind): n for kind, n in counts.items() if n} == kinds
    assert split.total == sum(found.times for found in split.distinct)
    counted = count_pre_tokens(corpus.text, pattern=name, special_tokens=corpus.special_tokens)
    assert {found.data: found.times for found in split.distinct} == counted
    assert len(frame_of(split)) == len(counted)
    assert csv_of(split).startswith("\ufeffpre_token,times,bytes".encode())


@settings(max_examples=examples(120))
@given(corpus=corpora, left=names, right=names)
def test_what_two_patterns_cut_differently_is_marked(
    corpus: Corpus, left: str, right: str
) -> None:
    drawn = pre_tokens(corpus, (left, right))
    whole = [
        {(p.start, p.end) for p in numbered_pre_tokens(corpus, name)} for name in (left, right)
    ]
    for k, split in enumerate(drawn.splits):
        items = widget(drawn.recording, f"flow_{k}")["items"]
        for item, pre_token in zip(items, split.pre_tokens, strict=True):
            differs = (pre_token.start, pre_token.end) not in whole[1 - k]
            assert (item.get("look") == "differs") == differs
    assert (drawn.parting is None) == (whole[0] == whole[1])
    if drawn.parting:
        start, one, other = drawn.parting
        assert b"".join(one) == b"".join(other)
        assert one != other
        assert corpus.text.encode()[start:].startswith(b"".join(one))
        before = [[span for span in spans if span[1] <= start] for spans in map(sorted, whole)]
        assert before[0] == before[1], "nothing differs earlier"


def rows_of(recording: Any, name: str) -> list[tuple[int, int]]:
    return [(row["kind"], row["number"]) for row in widget(recording, name)["alternatives"]]


def test_alternatives_of_equal_meaning_are_one_kind() -> None:
    recording = pre_tokens(sample("pieces"), ("cl100k", "qwen2")).recording
    assert rows_of(recording, "pattern_0") == [(kind, kind + 1) for kind in range(7)]
    assert rows_of(recording, "pattern_1") == list(
        zip((0, 1, 7, 3, 4, 5, 6), range(1, 8), strict=True)
    )
    recording = pre_tokens(sample("pieces"), ("custom:(?s)a|.", "custom:(?s)b|.")).recording
    assert rows_of(recording, "pattern_1") == [(2, 1), (1, 2)]


def test_an_alternative_that_is_written_twice_is_two_kinds() -> None:
    recording = pre_tokens(Corpus("aab"), ("custom:a|b|a",)).recording
    assert rows_of(recording, "pattern_0") == [(0, 1), (1, 2), (2, 3)]
    assert recording["first"]["pattern_0"]["counts"] == {"0": 2, "1": 1, "2": 0}


@given(corpus=corpora, left=names, right=names)
def test_each_pattern_counts_its_alternatives_from_one(
    corpus: Corpus, left: str, right: str
) -> None:
    """An item says the number of the row that took it, and both are of one kind."""
    recording = pre_tokens(corpus, (left, right)).recording
    for k, name in enumerate((left, right)):
        if not alternatives(name):
            continue
        rows = rows_of(recording, f"pattern_{k}")
        assert [number for _, number in rows] == list(range(1, len(rows) + 1))
        assert len({kind for kind, _ in rows}) == len(rows)
        items = widget(recording, f"flow_{k}")["items"]
        assert {(i["kind"], i["number"]) for i in items if "kind" in i} <= set(rows)


def test_the_sample_shows_what_patterns_cut_differently() -> None:
    """Every two patterns cut it differently, and every alternative but spaces takes a piece."""
    patterns = [name for name in PATTERNS if name != "none"]
    corpus = sample("pieces")
    for k, left in enumerate(patterns):
        for right in patterns[:k]:
            one, other = (list(numbered_pre_tokens(corpus, name)) for name in (left, right))
            assert first_parting(one, other) is not None, (left, right)
    for name in patterns:
        (split,) = pre_tokens(corpus, (name,)).splits
        unused = {
            found.name for n, found in enumerate(split.alternatives) if not split.matches.get(n)
        }
        assert unused <= {"spaces", "newlines"}, (name, unused)


def test_a_long_text_is_drawn_in_part_and_counted_whole() -> None:
    corpus = Corpus("ab 你好 " * 1_000)
    drawn = pre_tokens(corpus, ("gpt2",))
    flow = widget(drawn.recording, "flow_0")
    items = flow["items"]
    assert items[-1]["at"] < DRAWN
    assert drawn.splits[0].total == 2_001
    assert flow["more"] == ["pretokenize.more", {"rest": 2_001 - len(items)}]
    (whole,) = pre_tokens(Corpus("你" * 5_000), ("none",)).splits
    assert whole.total == 1
    token = pre_tokens(Corpus("你" * 5_000), ("none",)).recording["tokens"][0]
    assert len(token["parts"][0][1]) == DRAWN // 3, "cut between characters"


def test_no_pattern_has_no_list_of_alternatives() -> None:
    recording = pre_tokens(sample("pieces"), ("none",)).recording
    assert [each["id"] for each in recording["widgets"]] == ["chunks", "flow_0", "code"]
    assert recording["layout"]["stage"] == ["chunks", "flow_0"]
    assert recording["layout"]["columns"] == [["code"]]
    beside = pre_tokens(sample("pieces"), ("none", "gpt2")).recording
    assert beside["layout"]["columns"] == [["flow_0"], ["flow_1", "pattern_1", "code"]]


def test_every_widget_stands_once_and_has_its_state() -> None:
    for patterns in (("gpt2",), ("gpt2", "o200k"), ("custom:(?s).", "none")):
        recording: Any = pre_tokens(sample("pieces"), patterns).recording
        layout = recording["layout"]
        placed = [*layout["stage"], *(name for column in layout["columns"] for name in column)]
        assert sorted(placed) == sorted(each["id"] for each in recording["widgets"])
        assert set(recording["first"]) == set(placed)
        assert len(recording["steps"]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_alternative_has_a_meaning(language: str) -> None:
    used = {found.name for each in ALTERNATIVES.values() for found in each}
    known = catalogue(language)
    assert {f"pattern_meaning.{name}" for name in used} <= known.keys()
    assert {key for key in known if key.startswith("pattern_meaning.")} <= {
        f"pattern_meaning.{name}" for name in used
    }


def test_a_pattern_that_skips_text_is_an_error() -> None:
    with pytest.raises(PatternError):
        pre_tokens(sample("pieces"), (r"custom:\w+",))
