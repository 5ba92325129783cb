"""Pieces and texts that BytePiece's tests work with."""

from __future__ import annotations

import json
from functools import cache

from hypothesis import strategies as st

from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel, read_bytepiece
from tests.paths import DATA

FROZEN = DATA / "bytepiece"


@cache
def frozen_model() -> UnigramModel:
    """Pieces that the original learned (`bytepiece_reference.py`)."""
    return read_bytepiece({"pieces.model": (FROZEN / "pieces.model").read_bytes()})


@cache
def frozen_segments() -> list[tuple[str, list[bytes]]]:
    """Texts with the pieces that the original cuts them into."""
    texts = json.loads((FROZEN / "texts.json").read_text("utf-8"))["segment"]
    made = json.loads((FROZEN / "segments.json").read_text("utf-8"))
    pieces = [[bytes.fromhex(piece) for piece in line.split()] for line in made]
    return list(zip(texts, pieces, strict=True))


def model_of(**counts: int) -> UnigramModel:
    """A model with these pieces beside all single bytes, which count once or as given."""
    given = {name.encode(): count for name, count in counts.items()}
    return UnigramModel.of_counts(dict.fromkeys(SINGLE_BYTES, 1) | given)


def models(alphabet: bytes = b"ab") -> st.SearchStrategy[UnigramModel]:
    """Many pieces of few letters, with small counts: texts with many ways and many ties."""
    piece = st.lists(st.sampled_from(alphabet), min_size=1, max_size=6).map(bytes)
    counts = st.dictionaries(piece, st.integers(1, 40), max_size=12)
    return counts.map(
        lambda given: UnigramModel.of_counts(dict.fromkeys(SINGLE_BYTES, 1) | given)
    )


def bytes_of(alphabet: bytes = b"ab", max_size: int = 12) -> st.SearchStrategy[bytes]:
    return st.lists(st.sampled_from(alphabet), max_size=max_size).map(bytes)
