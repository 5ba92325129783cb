"""Pre-tokens may be cut where no merge joins, and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise, product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.encode.encode_array import encode_array
from bpe_core.encode.encoder_tables import BYTES, seams
from bpe_core.encode.whole_text import encode, encode_pre_token
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from tests.core.running import learn

STORY = sample("story_zh").text
LEARNED = learn(pre_tokenize(STORY), TrainOptions(num_merges=60))
# ab and cab: a seam behind every b, none within ab and ca.
SMALL = BPEModel(
    Vocabulary.of_bytes([b"ab", b"cab"]), (Merge(97, 98, 256), Merge(99, 256, 257))
)


def seams_of(model: BPEModel) -> np.ndarray:
    numbers = [number for merge in model.merges for number in merge]
    return seams(model, np.array(numbers, np.int64))


def cut(model: BPEModel, pre_token: bytes) -> list[bytes]:
    """The pieces between seams, the slow way."""
    found, pieces = seams_of(model), [pre_token[:1]]
    for a, b in pairwise(pre_token):
        if found[BYTES * a + b]:
            pieces.append(b"")
        pieces[-1] += bytes([b])
    return pieces


def ids_of_pieces(model: BPEModel, pre_token: bytes) -> list[int]:
    pieces = (encode_pre_token(model, piece) for piece in cut(model, pre_token))
    return list(chain.from_iterable(pieces))


def test_pieces_are_what_merges_can_join() -> None:
    assert cut(SMALL, b"cabcabbcacc") == [b"cab", b"cab", b"b", b"ca", b"c", b"c"]


def test_all_words_of_few_letters_have_the_ids_of_their_pieces() -> None:
    for size in range(1, 7):
        for letters in product(b"abc", repeat=size):
            word = bytes(letters)
            assert ids_of_pieces(SMALL, word) == encode_pre_token(SMALL, word)
            assert encode_array(SMALL, word).tolist() == encode(SMALL, word)


@given(st.text(alphabet=[*sorted(set(STORY)), "龘", "a"], min_size=1, max_size=40))
def test_a_clause_has_the_ids_of_its_pieces(clause: str) -> None:
    word = clause.encode()
    assert ids_of_pieces(LEARNED, word) == encode_pre_token(LEARNED, word)
    assert encode_array(LEARNED, clause).tolist() == encode(LEARNED, clause)


def test_where_whole_pre_tokens_come_first_there_is_no_seam() -> None:
    assert not seams_of(replace(LEARNED, whole_first=True)).any()
    # b"cb" is a token that no merge makes; as a piece of a word it would be one by mistake.
    vocabulary = Vocabulary.of_bytes([b"ab", b"cb"])
    model = BPEModel(vocabulary, (Merge(97, 98, 256),), whole_first=True)
    assert encode_array(model, "cb acb").tolist() == encode(model, "cb acb")


def test_without_merges_every_byte_stands_alone() -> None:
    assert seams_of(BPEModel(Vocabulary.of_bytes(), ())).all()
