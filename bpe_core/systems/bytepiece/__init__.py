"""BytePiece: pieces of bytes learned from n-grams, and the likeliest way to cut a text.

    model = train_bytepiece(Path("corpus.txt"), max_vocab_size=32_000)
    ids = encode(model, "BytePiece 是新的分词器")
    decode(model, ids)
    save_bytepiece(model, "my.model")

After Su Jianlin, https://kexue.fm/archives/9752, and his package `bytepiece`: the same pieces,
counts and segmentations, and its file.
"""

from bpe_core.systems.bytepiece.bytepiece_texts import normalized
from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions, train_bytepiece
from bpe_core.systems.bytepiece.tokenizer import decode, decode_bytes, encode, segment
from bpe_core.systems.bytepiece.unigram_model import (
    UnigramModel,
    load_bytepiece,
    save_bytepiece,
)

__all__ = [
    "BytePieceOptions",
    "UnigramModel",
    "decode",
    "decode_bytes",
    "encode",
    "load_bytepiece",
    "normalized",
    "save_bytepiece",
    "segment",
    "train_bytepiece",
]
