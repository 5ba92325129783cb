"""Byte-pair encoding, exact to the byte: train, encode, decode, save, load.

>>> from bpe_core import train, encode, decode
>>> model = train("to be or not to be", vocab_size=260)
>>> encode(model, "to be")
[256, 258]
>>> decode(model, [256, 258])
'to be'
"""

from bpe_core.lab import (
    EncodedFile,
    MergeDifference,
    OnProgress,
    PreTokenTable,
    Progress,
    compare_merges,
    count_shards,
    decode,
    decode_array,
    decode_bytes,
    encode,
    encode_array,
    encode_file,
    encode_iterable,
    encode_shards,
    load,
    load_counts,
    save,
    train,
    train_from_counts,
)
from bpe_core.model import BPEModel, Merge, Vocabulary

__all__ = [
    "BPEModel",
    "EncodedFile",
    "Merge",
    "MergeDifference",
    "OnProgress",
    "PreTokenTable",
    "Progress",
    "Vocabulary",
    "compare_merges",
    "count_shards",
    "decode",
    "decode_array",
    "decode_bytes",
    "encode",
    "encode_array",
    "encode_file",
    "encode_iterable",
    "encode_shards",
    "load",
    "load_counts",
    "save",
    "train",
    "train_from_counts",
]
