"""Texts of few, long or ever new pre-tokens: drawn to the last merge, in bounded time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from cProfile import Profile
from random import Random
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.events import Event, MergeDone
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.registry import TRAINERS
from bpe_core.runtime.text import pack
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.linked import train_linked
from bpe_core.train.naive import replace_pair
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import COMPILED
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.scenes import why_this_pair
from bpe_lab.scenes.train import training_walk as training_walk_module
from bpe_lab.scenes.train.training_panels import CHANGE_TOKENS, LEAD, Rewrite
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.scenes.why_this_pair import LISTS_BY
from tests.ui.recordings import frames_of
from tests.ui.test_pages import errors_of, open_page
from ui.serving import kernels

NEW = 256
tokens = st.lists(st.integers(97, 99), min_size=2, max_size=40)


def rewrite_of(before: list[int]) -> Rewrite:
    """What the merge of ``ab`` makes of a pre-token."""
    after = list(before)
    replace_pair(after, (97, 98), NEW)
    return Rewrite(0, 1, before, after)


def joined(before: list[int]) -> list[int]:
    """The indices of all ``ab``."""
    return [
        index
        for first in range(len(before) - 1)
        if before[first : first + 2] == [97, 98]
        for index in (first, first + 1)
    ]


@given(tokens)
def test_what_is_joined_is_forming(before: list[int]) -> None:
    assert rewrite_of(before).forming() == joined(before)


@given(tokens, st.integers(4, 12))
def test_a_long_pre_token_is_drawn_around_its_first_join(before: list[int], most: int) -> None:
    whole = rewrite_of(before)
    part = whole.around_first(most)
    assert len(part.before) <= most
    if joined(before):
        first = max(0, joined(before)[0] - LEAD) if len(before) > most else 0
        assert part.before == before[first : first + most]
        assert part.forming()[:1] == [joined(before)[0] - first]
        assert NEW in part.after


def test_a_text_of_one_letter_is_drawn_to_its_last_merge() -> None:
    walk = training_walk(Corpus("b" * 9_999), TrainOptions(num_merges=12))
    assert [notice.name for notice in walk.notices] == ["Notice.recording_cap"]
    steps = walk.recording["steps"]
    assert len(steps) - walk.recording["prelude"] == 3 * 12 + 1
    for frame in frames_of(walk.recording):
        for row in frame["changes"]["rows"]:
            assert len(row["before"]) <= CHANGE_TOKENS
    assert (walk.merges[0].count, walk.merges[0].replaced) == (9_998, 4_999)


def test_a_text_too_varied_is_trained_on_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_walk_module, "MOST_LOOKS", 20_000)
    text = "".join(Random(7).choices("abcdefgh你", k=6_000))
    walk = training_walk(Corpus(text), TrainOptions(num_merges=8))
    notice = next(each for each in walk.notices if each.rule == "trained_part")
    assert 2_497 <= int(str(notice.values["trained"])) <= 2_500
    assert notice.values["size"] == len(text.encode())
    assert not any(each.rule == "recording_cap" for each in walk.notices)
    part = text.encode()[:2_500].decode(errors="ignore")
    assert walk.merges == training_walk(Corpus(part), TrainOptions(num_merges=8)).merges
    fewer = training_walk(Corpus(text), TrainOptions(num_merges=2))
    assert not any(each.rule == "trained_part" for each in fewer.notices)
    assert not any(each.rule == "steps_cap" for each in fewer.notices)


def test_a_long_text_of_few_words_is_trained_on_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training_walk_module, "MOST_LOOKS", 20_000)
    walk = training_walk(Corpus("low lower newest widest " * 300), TrainOptions(num_merges=8))
    assert walk.start_tokens == 7_200
    assert [notice.name for notice in walk.notices] == ["Notice.recording_cap"]


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize(
    "text", ["b" * 3_000, "ab cb " * 9, sample("pieces").text, "\n哈哈\n哈"]
)
def test_whoever_makes_the_lists_of_merges_the_walk_is_the_same(
    tie_break: TieBreak, text: str
) -> None:
    options = TrainOptions(num_merges=30, tie_break=tie_break)
    walks = [training_walk(Corpus(text), options, lists_by=each) for each in TRAINERS]
    for walk in walks:
        assert (walk.recording, walk.merges) == (walks[0].recording, walks[0].merges)


def test_under_another_rule_it_is_trained_to_where_the_merges_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    merges: Counter[TieBreak] = Counter()

    def counting(run: Sequence[PreToken], options: TrainOptions) -> Iterator[Event]:
        for event in train_linked(run, options):
            merges[options.tie_break] += isinstance(event, MergeDone)
            yield event

    monkeypatch.setattr(why_this_pair, "TRAINERS", {LISTS_BY: counting})
    training_walk(Corpus("ab cb " * 300), TrainOptions(num_merges=4))
    assert merges == {"greatest": 4, "first_seen": 1, "lowest_ids": 1, "lowest_gpt2_ids": 1}


def test_a_long_text_of_one_letter_takes_few_calls() -> None:
    """Of Python and of C, for each byte: 30, and 88 when linked runs listed every place.

    A third of them tell the first count pair by pair.
    """
    corpus, options, profile = Corpus("b" * 199_999), TrainOptions(num_merges=24), Profile()
    training_walk(Corpus("b" * 2_000), options, lists_by=COMPILED)  # what is made once
    with profile:
        training_walk(corpus, options, lists_by=COMPILED)
    calls = sum(each.callcount for each in profile.getstats())
    assert calls < 35 * corpus.size


@pytest.mark.parametrize(("is_loaded", "lists_by"), [(True, COMPILED), (False, LISTS_BY)])
def test_the_page_has_compiled_lists_where_that_code_is_in_memory(
    monkeypatch: pytest.MonkeyPatch, is_loaded: bool, lists_by: str
) -> None:
    monkeypatch.setattr(kernels, "are_loaded", lambda: is_loaded)
    with mock.patch.object(training_walk_module, "training_walk", wraps=training_walk) as walk:
        own = pack(f"in memory: {is_loaded}")  # no other test's
        assert errors_of(open_page("train", text="own", own=own or "")) == ""
    assert [call.kwargs["lists_by"] for call in walk.call_args_list] == [lists_by]
