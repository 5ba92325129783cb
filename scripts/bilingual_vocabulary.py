"""Train the bilingual vocabulary that comes with the package, and write its file.

    python -m scripts.bilingual_vocabulary ENGLISH CHINESE

ENGLISH: 29 novels published by 1920 from computationalstylistics/100_english_novels, each
followed by <|endoftext|>, 20,999,280 bytes. CHINESE: the modern side (``target.txt``) of
NiuTrans/Classical-Modern from its beginning, 20,579,959 bytes. Other texts are refused: by
their checksums the merges stand still. Each is counted once; at equal sizes both languages
compress well. ``--measure FILE`` then prints the bytes per token of other texts.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

from bpe_core import encode_array, train
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import END_OF_TEXT
from bpe_core.vocabularies import BILINGUAL_PATTERN, bilingual_file
from bpe_core.vocabularies.packed_merges import packed

VOCAB_SIZE = 32_000
SHA256 = {
    "english": "36bc78be44c491cd155d59636dff27ecfda488f537980c6c1ec49afe29d6c5d8",
    "chinese": "03a3127859af1e616ac3d8687a42eb77b5aee6ae1e02d4525646085a3fc25b60",
}


def checked(language: str, path: Path) -> Path:
    """``path``, where its text is the one that the vocabulary is trained on."""
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != SHA256[language]:
        raise SystemExit(f"{path} is another text: its SHA-256 is {digest}")
    return path


def trained(english: Path, chinese: Path) -> BPEModel:
    """The vocabulary of both texts."""
    return train(
        [checked("english", english), checked("chinese", chinese)],
        vocab_size=VOCAB_SIZE,
        special_tokens=[END_OF_TEXT],
        pattern=BILINGUAL_PATTERN,
    )


def main() -> None:
    """Write the file; print its size and what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("english", type=Path)
    parser.add_argument("chinese", type=Path)
    parser.add_argument("--measure", type=Path, nargs="*", default=[])
    asked = parser.parse_args()
    model = trained(asked.english, asked.chinese)
    data = packed([merge[:2] for merge in model.merges])
    Path(str(bilingual_file())).write_bytes(data)
    print(f"{len(model.vocabulary):,} tokens in {len(data):,} bytes")
    for path in asked.measure:
        text = path.read_bytes()
        print(f"{path.name}: {len(text) / len(encode_array(model, text)):.2f} bytes per token")


if __name__ == "__main__":
    main()
