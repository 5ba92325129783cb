"""Byte-pair encoding, exact to the byte: train, encode, decode, save, load.

>>> from bpe_core import train, encode, decode
>>> model = train("to be or not to be", vocab_size=260)
>>> encode(model, "to be")
[256, 258]
>>> decode(model, [256, 258])
'to be'

What works on arrays, files and shards is imported, and numpy with it, at its first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from bpe_core.encode.whole_text import decode, decode_bytes, encode
from bpe_core.files import load, save
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.train.pipeline import train, train_from_counts

if TYPE_CHECKING:
    from bpe_core.encode.decode_array import decode_array
    from bpe_core.encode.encode_array import encode_array
    from bpe_core.encode.encode_file import EncodedFile, encode_file, encode_iterable
    from bpe_core.encode.offsets import Encoded
    from bpe_core.pretokenize.pre_token_table import PreTokenTable
    from bpe_core.runtime.progress import OnProgress, Progress
    from bpe_core.shards.count_shards import count_shards
    from bpe_core.shards.counts_file import load_counts
    from bpe_core.shards.encode_shards import encode_shards
    from bpe_core.tokenizers.load_tokenizer import load_tokenizer
    from bpe_core.tokenizers.tokenizer import (
        StreamDecoder,
        Tokenizer,
        count_tokens,
        encode_with_offsets,
    )
    from bpe_core.train.compare_merges import MergeDifference, compare_merges

__all__ = [
    "BPEModel",
    "Encoded",
    "EncodedFile",
    "Merge",
    "MergeDifference",
    "OnProgress",
    "PreTokenTable",
    "Progress",
    "StreamDecoder",
    "Tokenizer",
    "Vocabulary",
    "compare_merges",
    "count_shards",
    "count_tokens",
    "decode",
    "decode_array",
    "decode_bytes",
    "encode",
    "encode_array",
    "encode_file",
    "encode_iterable",
    "encode_shards",
    "encode_with_offsets",
    "load",
    "load_counts",
    "load_tokenizer",
    "save",
    "train",
    "train_from_counts",
]

# subtle: `train` and `encode` are packages, too. A package that is imported later takes the
# place of a function of its name, so these two are here from the beginning.
_AT_FIRST_USE = {
    "Encoded": "encode.offsets",
    "EncodedFile": "encode.encode_file",
    "MergeDifference": "train.compare_merges",
    "OnProgress": "runtime.progress",
    "PreTokenTable": "pretokenize.pre_token_table",
    "Progress": "runtime.progress",
    "StreamDecoder": "tokenizers.tokenizer",
    "Tokenizer": "tokenizers.tokenizer",
    "compare_merges": "train.compare_merges",
    "count_shards": "shards.count_shards",
    "count_tokens": "tokenizers.tokenizer",
    "decode_array": "encode.decode_array",
    "encode_array": "encode.encode_array",
    "encode_file": "encode.encode_file",
    "encode_iterable": "encode.encode_file",
    "encode_shards": "shards.encode_shards",
    "encode_with_offsets": "tokenizers.tokenizer",
    "load_counts": "shards.counts_file",
    "load_tokenizer": "tokenizers.load_tokenizer",
}


def __getattr__(name: str) -> Any:
    if name not in _AT_FIRST_USE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"bpe_core.{_AT_FIRST_USE[name]}"), name)
    return value


def __dir__() -> list[str]:
    return [*__all__]
