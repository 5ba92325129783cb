"""Stanford's CS336, assignment 1: tests of a BPE trainer and a tokenizer with GPT-2's files.

Left out are two tests of memory, which read a text of 5 MB: one reads it through a generator,
whose limit is lifted before its first step, the other is expected to fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path

from benchmarks.strangers.encodings import GPT2, Pin
from benchmarks.strangers.repositories import RepositorySuite
from bpe_core import BPEModel, Merge, Vocabulary, decode, encode, encode_iterable, train

TokenBytes = tuple[bytes, bytes]


class Tokenizer:
    """The interface that the assignment asks for."""

    def __init__(self, model: BPEModel) -> None:
        self.model = model

    def encode(self, text: str) -> list[int]:
        return encode(self.model, text, allowed_special=self.model.special_tokens)

    def encode_iterable(self, lines: Iterable[str]) -> Iterator[int]:
        return encode_iterable(self.model, lines, allowed_special=self.model.special_tokens)

    def decode(self, ids: Sequence[int]) -> str:
        return decode(self.model, ids)


def get_tokenizer(
    vocab: Mapping[int, bytes],
    merges: Sequence[TokenBytes],
    special_tokens: Sequence[str] | None = None,
) -> Tokenizer:
    """A tokenizer of tokens by id and merges in rank order."""
    ids = {token: token_id for token_id, token in vocab.items()}
    tokens = tuple(vocab.get(token_id, b"") for token_id in range(max(vocab) + 1))
    model = BPEModel(
        Vocabulary(tokens, tuple(ids[bytes([value])] for value in range(256))),
        tuple(Merge(ids[left], ids[right], ids[left + right]) for left, right in merges),
        {token: ids[token.encode()] for token in special_tokens or ()},
    )
    return Tokenizer(model)


def run_train_bpe(
    input_path: str | PathLike[str], vocab_size: int, special_tokens: Sequence[str]
) -> tuple[dict[int, bytes], list[TokenBytes]]:
    """Tokens by id, and merges."""
    model = train(Path(input_path), vocab_size=vocab_size, special_tokens=special_tokens)
    return dict(enumerate(model.vocabulary)), model.merges_as_bytes()


SUITE = RepositorySuite(
    repository="stanford-cs336/assignment1-basics",
    commit="25a8a49f6460c83a30416d42348f2ef11d1dd185",
    pins={
        "tests/common.py": Pin(
            2_353, "f9f4e859eea004adcbf9ba80e6f114730c5208e7079354b4710a909a1dbd3db1"
        ),
        "tests/fixtures/address.txt": Pin(
            1_468, "fc1f209025d3181137b8953cfeb559ab186782d48b93182eac2b6401816c1df4"
        ),
        "tests/fixtures/corpus.en": Pin(
            133_027, "617f603a49eeb8a20de9d922d11a5d70e1d362327b9e91718bea2cdcdf9816ff"
        ),
        "tests/fixtures/german.txt": Pin(
            594, "372a3b9d896f2774e83721ea5d9aedc77a65ea31d7dfd77c4dbc6ee5eac50c28"
        ),
        "tests/fixtures/gpt2_merges.txt": Pin(
            456_304, "ac33235097fe06d4a8fff0feac994644809e6eb6ab70669e1e9fd40ae032428e"
        ),
        "tests/fixtures/gpt2_vocab.json": Pin(
            1_042_301, "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"
        ),
        "tests/fixtures/tinystories_sample.txt": Pin(
            3_794, "defaedb58bf28079f3e29c6142cb7f3568d331a577e0911c5d7925c465c50c43"
        ),
        "tests/fixtures/train-bpe-reference-merges.txt": Pin(
            1_271, "f74582742501ca5edd5be2b66adb83d7ae2b8d6363fd276771792e70de1428ed"
        ),
        "tests/fixtures/train-bpe-reference-vocab.json": Pin(
            7_610, "e28bfb2a4fa95ec786faf462cb0d504bc15773360f4891bdf262be171ab86c18"
        ),
        "tests/test_tokenizer.py": Pin(
            15_026, "47ef82b58bb9672e2a55f4b8981eb92a68367de277d9d0e873b645b941a6733d"
        ),
        "tests/test_train_bpe.py": Pin(
            2_433, "420c8a8ff812d3e9c229199a64457c2445e595a527967c45de458edd977c3a5a"
        ),
    },
    written={
        "tests/__init__.py": "",
        "tests/adapters.py": "from benchmarks.strangers.cs336 import *\n",
    },
    words=(
        "tests",
        "--deselect=tests/test_tokenizer.py::test_encode_iterable_memory_usage",
        "--deselect=tests/test_tokenizer.py::test_encode_memory_usage",
    ),
    packages=("psutil", "tiktoken"),
    encodings=GPT2,
)
