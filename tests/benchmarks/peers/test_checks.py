"""What was made, compared: equal, different, or not to be compared."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.peers.inputs import documents, shares
from benchmarks.peers.standing import BenchStanding, Check, Done, apply, check
from benchmarks.peers.trails import Trail, last_only, of_bytes, of_merges
from benchmarks.peers.works import BenchPlan, BenchTask, Kind, Work
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, pre_tokenize
from bpe_lab.measure.frame import Prepared

ONE = [(b"a", b"b"), (b"ab", b"c"), (b"d", b"e")]
OTHER = [(b"a", b"b"), (b"d", b"e"), (b"ab", b"c")]


def held(
    kind: Kind, made: Mapping[str, Mapping[str, Trail]], name: str, again: Trail | None = None
) -> Check:
    work = Work(kind, "tiny", 300 if kind == "train" else 0)
    standing = BenchStanding.before(BenchPlan(works=(work,), threads=1))
    apply(standing, Prepared({"tiny": of_bytes(b"low")}))
    for who, trails in made.items():
        apply(standing, Done(BenchTask(work, who, 0, 1), (1.0,), trails=trails))
        if again and who == name:
            apply(
                standing,
                Done(BenchTask(work, who, 1, 1), (1.0,), trails=dict.fromkeys(trails, again)),
            )
    return check(standing, work, name)


def test_merges_are_compared_by_the_tie_rule_that_both_have() -> None:
    ours = {"greatest": of_merges(ONE), "lowest_ids": of_merges(OTHER)}
    ours["lowest_gpt2_ids"] = of_merges(ONE)
    made = {
        "bpe-lab": ours,
        "bpe-lab linked": {"greatest": of_merges(ONE)},
        "rustbpe": {"lowest_ids": of_merges(OTHER)},
        "gigatoken": {"lowest_ids": of_merges(ONE)},
        "tokenizers": {"lowest_gpt2_ids": of_merges(ONE)},
        "bpeasy": {"": Trail(3, ())},
    }
    assert held("train", made, "bpe-lab linked") == Check("equal", "bpe-lab", 3)
    assert held("train", made, "rustbpe") == Check("equal", "bpe-lab", 3)
    assert held("train", made, "gigatoken") == Check("differs", "bpe-lab", 1, 1)
    assert held("train", made, "bpe-lab") == Check("differs", "gigatoken", 1, 1)
    assert held("train", made, "tokenizers") == Check("equal", "bpe-lab", 3)
    assert held("train", made, "bpeasy") == Check("own_ties")


def test_who_goes_on_or_ends_early_differs_there() -> None:
    made = {
        "bpe-lab": {"lowest_ids": of_merges(ONE)},
        "rustbpe": {"lowest_ids": of_merges(ONE[:2])},
    }
    assert held("train", made, "rustbpe") == Check("differs", "bpe-lab", 2, 2)


def test_runs_of_one_contender_must_make_the_same() -> None:
    made = {"bpe-lab": {"greatest": of_merges(ONE)}}
    assert held("train", made, "bpe-lab", last_only(of_merges(ONE))) == Check("alone")
    assert held("train", made, "bpe-lab", last_only(of_merges(OTHER))) == Check("unsteady")


def test_decoders_are_held_against_the_text() -> None:
    made = {"bpe-lab": {"bytes": of_bytes(b"low")}, "tiktoken": {"bytes": of_bytes(b"lo")}}
    assert held("decode", made, "bpe-lab") == Check("equal", "the text", 3)
    assert held("decode", made, "tiktoken").verdict == "differs"


texts = st.text(alphabet="ab'sré 你1.\n \u0301\u2003🙂", max_size=60)


@given(texts, st.integers(1, 9))
def test_documents_change_no_pre_token(text: str, size: int) -> None:
    pieces = list(documents(text, size))
    assert "".join(pieces) == text
    whole = [token.data for token in pre_tokenize(text)]
    assert [token.data for piece in pieces for token in pre_tokenize(piece)] == whole


@given(texts, st.integers(1, 4))
def test_shares_are_at_most_as_many_as_asked(text: str, count: int) -> None:
    found = shares(text, count)
    assert "".join(found) == text
    assert len(found) <= count


def test_an_equal_share_is_about_equal() -> None:
    sizes = [len(share) for share in shares("low lower lowest " * 100, 4)]
    assert len(sizes) == 4
    assert max(sizes) - min(sizes) < 20
    assert sum(count_pre_tokens("low " * 8).values()) == 9


@pytest.mark.parametrize("text", ["aaaa", "....", "    "])
def test_a_text_without_a_cut_is_one_document(text: str) -> None:
    assert shares(text, 2) == [text]
