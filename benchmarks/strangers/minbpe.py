"""The tests of Karpathy's minbpe, on its three classes built from ours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from benchmarks.strangers.encodings import CL100K, Pin, local_path
from benchmarks.strangers.repositories import RepositorySuite
from bpe_core import BPEModel, Vocabulary, decode, encode, load, train
from bpe_core.registry import FORMATS

FORMAT = FORMATS["huggingface"]
(CL100K_FILE,) = map(local_path, CL100K)


class BasicTokenizer:
    """Merges across the whole text; ties go to the pair seen first."""

    def __init__(self, pattern: str = "none") -> None:
        self.model = BPEModel(Vocabulary.of_bytes(), (), pattern=pattern)

    def train(self, text: str, vocab_size: int) -> None:
        pattern = self.model.pattern
        self.model = train(text, vocab_size=vocab_size, pattern=pattern, tie_break="first_seen")

    def encode(self, text: str) -> list[int]:
        return encode(self.model, text)

    def decode(self, ids: Sequence[int]) -> str:
        return decode(self.model, ids)


class RegexTokenizer(BasicTokenizer):
    """Splits as GPT-4 does, and takes special tokens."""

    def __init__(self) -> None:
        super().__init__("cl100k")

    def register_special_tokens(self, special_tokens: Mapping[str, int]) -> None:
        """Under ids of their own, wherever they are."""
        tokens = dict(enumerate(self.model.vocabulary))
        tokens |= {token_id: name.encode() for name, token_id in special_tokens.items()}
        in_order = tuple(tokens.get(token_id, b"") for token_id in range(max(tokens) + 1))
        vocabulary = replace(self.model.vocabulary, tokens=in_order)
        self.model = replace(
            self.model, vocabulary=vocabulary, special_tokens=dict(special_tokens)
        )

    def encode(self, text: str, allowed_special: str | Collection[str] = "none") -> list[int]:
        known = {"all": self.model.special_tokens, "none": ()}
        allowed = (
            known[allowed_special] if isinstance(allowed_special, str) else allowed_special
        )
        return encode(self.model, text, allowed_special=allowed)

    def save(self, file_prefix: str) -> None:
        """``.model`` is a ``tokenizer.json``, ``.vocab`` is for people."""
        (text,) = FORMAT.write(self.model).values()
        Path(f"{file_prefix}.model").write_text(text, "utf-8")
        Path(f"{file_prefix}.vocab").write_text("\n".join(map(repr, self.model.vocabulary)))

    def load(self, model_file: str) -> None:
        self.model = load(model_file, format="huggingface")


class GPT4Tokenizer(RegexTokenizer):
    """OpenAI's cl100k_base, read from its file."""

    def __init__(self) -> None:
        self.model = load(CL100K_FILE)


SUITE = RepositorySuite(
    repository="karpathy/minbpe",
    commit="1acefe89412b20245db5a22d2a02001e547dc602",
    pins={
        "tests/taylorswift.txt": Pin(
            185_768, "c2e39cb822d4ae0caac22152cefc306d466e31217a9c5524e493ad2b76792f57"
        ),
        "tests/test_tokenizer.py": Pin(
            6_213, "a80a8b830950ed22b9aef1341dd7933a8d9b3bf4becbd6df570779db63a73b4b"
        ),
    },
    written={
        "tests/__init__.py": "",
        "minbpe.py": "from benchmarks.strangers.minbpe import *\n",
    },
    words=("tests",),
    packages=("tiktoken",),
    encodings=CL100K,
)
