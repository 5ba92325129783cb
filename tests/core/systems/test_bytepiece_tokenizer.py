"""Whole texts to ids and back: what the original gives, the taught search, the text itself."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.encode.whole_text import result_of
from bpe_core.errors import NotUTF8Error, OptionError, TokenIdError
from bpe_core.runtime.progress import Progress
from bpe_core.systems.bytepiece import compiled_unigram as compiled
from bpe_core.systems.bytepiece.bytepiece_texts import lines
from bpe_core.systems.bytepiece.compiled_unigram import CompiledUnigram, laid
from bpe_core.systems.bytepiece.lattice import segment_taught
from bpe_core.systems.bytepiece.tokenizer import decode, decode_bytes, encode, segment
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from tests.core import text_strategies as texts
from tests.core.systems.bytepieces import (
    FROZEN,
    bytes_of,
    frozen_model,
    frozen_segments,
    model_of,
    models,
)
from tests.examples import examples
from tests.raising import raises

REFERENCE = Path(__file__).with_name("bytepiece_reference.py")
PYTHON = os.environ.get("BPE_LAB_BYTEPIECE_PYTHON", "")
needs_the_original = pytest.mark.skipif(
    not PYTHON, reason="BPE_LAB_BYTEPIECE_PYTHON names no interpreter with bytepiece"
)


def taught(model: UnigramModel, text: str) -> list[int]:
    return [i for line in lines(text) for i in result_of(segment_taught(model, line))]


def test_texts_are_cut_as_the_original_cuts_them() -> None:
    for text, pieces in frozen_segments():
        assert segment(frozen_model(), text) == pieces, text


def asked(texts_: Iterable[str], model: Path = FROZEN / "pieces.model") -> list[list[bytes]]:
    """What the original says to these texts."""
    question = json.dumps({"model": str(model), "texts": list(texts_)})
    command = [PYTHON, str(REFERENCE)]
    answer = subprocess.run(
        command, input=question.encode(), stdout=subprocess.PIPE, check=True, timeout=300
    )
    return [
        [bytes.fromhex(piece) for piece in line.split()] for line in json.loads(answer.stdout)
    ]


@needs_the_original
@given(st.lists(texts.texts | texts.assigned, min_size=150, max_size=150))
@settings(max_examples=examples(4), deadline=None)
def test_the_original_asked_afresh_says_the_same(many: list[str]) -> None:
    for text, pieces in zip(many, asked(many), strict=True):
        assert segment(frozen_model(), text) == pieces, text


@given(texts.texts)
def test_compiled_ids_are_the_taught_ones(text: str) -> None:
    assert encode(frozen_model(), text).tolist() == taught(frozen_model(), text)


@given(models(), st.lists(bytes_of(max_size=40), max_size=8))
def test_compiled_and_taught_take_the_same_of_equal_ways(
    model: UnigramModel, many: list[bytes]
) -> None:
    ids = CompiledUnigram.of(model).segment_many(*laid(many)).tolist()
    assert ids == [i for data in many for i in result_of(segment_taught(model, data))]


@given(models(), st.lists(st.tuples(bytes_of(), st.integers(0, 9)), max_size=8))
def test_parts_are_counted_by_the_weights_of_their_texts(
    model: UnigramModel, many: list[tuple[bytes, int]]
) -> None:
    data, offsets = laid([text for text, _ in many])
    weights = np.array([weight for _, weight in many], np.int64)
    counted = CompiledUnigram.of(model).count_parts(data, offsets, weights)
    expected = np.zeros(len(model.pieces), np.int64)
    for text, weight in many:
        for piece_id in result_of(segment_taught(model, text)):
            expected[piece_id - 3] += weight
    assert counted.tolist() == expected.tolist()


@given(models(), bytes_of(max_size=30))
def test_a_piece_with_count_0_is_out_of_use(model: UnigramModel, data: bytes) -> None:
    counts = np.array(
        [n if len(p) != 2 else 0 for p, n in zip(model.pieces, model.counts, strict=True)]
    )
    fewer = UnigramModel.of_counts(
        {p: n for p, n in zip(model.pieces, model.counts, strict=True) if len(p) != 2}
    )
    ids = CompiledUnigram.of(model).with_counts(counts).segment_many(*laid([data])).tolist()
    pieces = [fewer.pieces[i - 3] for i in result_of(segment_taught(fewer, data))]
    assert [model.pieces[i - 3] for i in ids] == pieces


@given(texts.texts | texts.assigned)
def test_what_comes_back_is_the_composed_text(text: str) -> None:
    ids = encode(frozen_model(), text, add_bos=True, add_eos=True)
    assert decode(frozen_model(), ids, errors="strict") == unicodedata.normalize("NFC", text)
    assert decode(frozen_model(), ids.tolist()) == unicodedata.normalize("NFC", text)


@given(st.binary())
def test_every_byte_has_an_id_and_comes_back(data: bytes) -> None:
    (line,) = [CompiledUnigram.of(model_of()).segment_many(*laid([data]))]
    assert decode_bytes(model_of(), line) == data


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_share_lines_and_ids_stay_in_order(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "SHARE", 64)
    monkeypatch.setattr(compiled, "BATCH", 100)
    text = "\n".join(text for text, _ in frozen_segments())
    expected = taught(frozen_model(), text)
    assert encode(frozen_model(), text, threads=threads).tolist() == expected


def test_a_piece_longer_than_many_and_one_that_fills_the_ring() -> None:
    for size in (63, 64, 65, 1000):
        model = model_of(**{"a" * size: 10**9, "ab": 3})
        text = "a" * (3 * size + 1) + "b"
        assert encode(model, text).tolist() == taught(model, text)


def test_more_beginnings_than_there_may_be_nodes_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bpe_core.systems.bytepiece.kernels.unigram.MAX_SLOTS", 2**10)
    with raises("InputError.text_too_large", match="more than the 512 allowed"):
        encode(model_of(**{"ab" * 500: 3}), "ab")


def test_progress_is_told_in_bytes_and_can_end_the_work() -> None:
    text = "ab\n" * 500_000
    told: list[Progress] = []
    encode(model_of(ab=3), text, on_progress=told.append)
    assert told[0] == Progress("encode", 0, len(text))
    assert told[-1] == Progress("encode", len(text), len(text))

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        encode(model_of(ab=3), text, on_progress=stop)


def test_ends_stand_around_the_ids() -> None:
    model = model_of(ab=9)
    assert encode(model, "ab", add_bos=True).tolist() == [1, 259]
    assert encode(model, "ab", add_eos=True).tolist() == [259, 2]
    assert encode(model, "", add_bos=True, add_eos=True).tolist() == [1, 2]
    assert encode(model, "").tolist() == []


def test_bytes_that_are_no_character_are_left_out_or_told() -> None:
    model = model_of()
    ids = encode(model, "的!")[1:]
    assert decode(model, ids) == "!"
    assert decode(model, ids, errors="replace") == "��!"
    with pytest.raises(NotUTF8Error):
        decode(model, ids, errors="strict")


@pytest.mark.parametrize("wrong", [-1, 259, 2**40])
@pytest.mark.parametrize("kind", [list, np.array])
def test_an_id_of_no_piece_is_told_with_its_place(wrong: int, kind: Any) -> None:
    with pytest.raises(TokenIdError, match=f"{wrong} at position 2 is no token's; .* 0..258"):
        decode(model_of(), kind([0, 3, wrong, wrong]))


def test_ids_are_integers() -> None:
    with pytest.raises(OptionError, match="float64 in 1 dimensions"):
        decode(model_of(), np.array([3.0]))  # type: ignore[arg-type]


def test_a_lone_surrogate_is_refused() -> None:
    with raises("InputError.lone_surrogate", match="U\\+DC80"):
        encode(model_of(), "a\udc80")


HELD_OUT = {
    # file: pieces, and the beginning of the SHA-256 of all of them in hex, by the original
    "english-held-out.txt": (341_899, "e4a150e59a851f3ba4bebefd041aa29a"),
    "chinese-held-out.txt": (383_211, "ae73d395fa412ee0c70ed35930f497b3"),
    "corpus.en": (116_290, "361b6f8ad27f98b96ea81f3ac1d4677b"),
}


@pytest.mark.parametrize("file", HELD_OUT)
def test_held_out_texts_are_cut_as_the_original_cuts_them(
    file: str, shared: Callable[[str], Path]
) -> None:
    text = shared(f"data/{file}").read_bytes().decode()
    pieces = segment(frozen_model(), text)
    digest = hashlib.sha256(" ".join(piece.hex() for piece in pieces).encode())
    assert (len(pieces), digest.hexdigest()[:32]) == HELD_OUT[file]
