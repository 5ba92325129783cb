"""tiktoken's own tests of encodings, on its interface built from ours and OpenAI's ranks.

Its tests of model names, of offsets and of its own imports ask for nothing that the core does.
"""

from __future__ import annotations

import base64
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from benchmarks.strangers.encodings import RANKS, Pin, local_path
from benchmarks.strangers.repositories import RepositorySuite
from bpe_core import BPEModel, decode, decode_bytes, encode, load
from bpe_core.encode.whole_text import encode_pre_token
from bpe_core.formats.tiktoken import FILE, read_tiktoken
from bpe_core.pretokenize.patterns import pattern_name, pattern_text

ALL = "all"
FILES = {Path(path).stem: local_path(path) for path in RANKS}
FILES["gpt2"] = FILES["r50k_base"]  # the same ranks


class Encoding:
    """tiktoken's class of this name, as far as its tests use it."""

    def __init__(
        self,
        name: str,
        *,
        pat_str: str,
        mergeable_ranks: Mapping[bytes, int],
        special_tokens: Mapping[str, int],
    ) -> None:
        lines = (
            f"{base64.b64encode(t).decode()} {rank}\n" for t, rank in mergeable_ranks.items()
        )
        pattern = pattern_name(pat_str)
        files = {FILE: "".join(lines).encode()}
        self._of(name, read_tiktoken(files, pattern=pattern, special_tokens=special_tokens))

    def _of(self, name: str, model: BPEModel) -> Encoding:
        self.name, self.model = name, model
        return self

    @property
    def n_vocab(self) -> int:
        return len(self.model.vocabulary)

    @property
    def max_token_value(self) -> int:
        return self.n_vocab - 1

    @property
    def eot_token(self) -> int:
        return self.model.special_tokens["<|endoftext|>"]

    @property
    def _pat_str(self) -> str | None:
        return pattern_text(self.model.pattern)

    @property
    def _mergeable_ranks(self) -> Mapping[bytes, int]:
        return self.model.ordinary_ids

    def encode(
        self,
        text: str,
        *,
        allowed_special: str | Collection[str] = (),
        disallowed_special: str | Collection[str] = ALL,
    ) -> list[int]:
        """Raises ``ValueError`` for a disallowed special token in ``text``."""
        known = self.model.special_tokens
        allowed = set(known if allowed_special == ALL else allowed_special)
        refused = set(known if disallowed_special == ALL else disallowed_special) - allowed
        if any(token in text for token in refused):
            raise ValueError("a disallowed special token")
        return encode(self.model, whole_characters(text), allowed_special=allowed)

    def encode_ordinary(self, text: str) -> list[int]:
        return encode(self.model, whole_characters(text))

    def encode_batch(
        self, texts: Iterable[str], *, allowed_special: str | Collection[str] = ()
    ) -> list[list[int]]:
        return [self.encode(text, allowed_special=allowed_special) for text in texts]

    def encode_ordinary_batch(self, texts: Iterable[str]) -> list[list[int]]:
        return list(map(self.encode_ordinary, texts))

    def encode_single_token(self, token: str | bytes) -> int:
        """Raises ``KeyError`` for what is no token."""
        if isinstance(token, str) and token in self.model.special_tokens:
            return self.model.special_tokens[token]
        data = token.encode() if isinstance(token, str) else token
        by_bytes = {name.encode(): k for name, k in self.model.special_tokens.items()}
        return by_bytes[data] if data in by_bytes else self.model.ordinary_ids[data]

    def _encode_bytes(self, data: bytes) -> list[int]:
        """Bytes that need not be UTF-8, as one pre-token."""
        return encode_pre_token(self.model, data)

    def decode(self, ids: Sequence[int], errors: str = "replace") -> str:
        return decode(self.model, ids, errors=errors)

    def decode_bytes(self, ids: Sequence[int]) -> bytes:
        return decode_bytes(self.model, ids)

    def decode_batch(self, batch: Iterable[Sequence[int]]) -> list[str]:
        return list(map(self.decode, batch))

    def decode_single_token_bytes(self, token_id: int) -> bytes:
        """Raises ``KeyError`` for an id without a token, as free ones are."""
        if not (token := self.model.vocabulary[token_id]):
            raise KeyError(token_id)
        return token


def whole_characters(text: str) -> str:
    """Pairs of surrogates as the characters that they are, others as U+FFFD: tiktoken's rule.

    >>> whole_characters("\\ud83d\\udc4d \\ud83d") == "\\U0001f44d \\ufffd"
    True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@cache
def get_encoding(name: str) -> Encoding:
    """By tiktoken's names, from the files beside the tests."""
    return Encoding.__new__(Encoding)._of(name, load(FILES[name]))


def list_encoding_names() -> list[str]:
    return list(FILES)


SUITE = RepositorySuite(
    repository="openai/tiktoken",
    commit="4e71bbe0c078468e00fefbf94b39849389f346e5",
    pins={
        "tests/test_encoding.py": Pin(
            8_754, "6d81f28bb3c2877a3b02f2520047939c70640fe0104994c97a15a9b493ae6ca7"
        ),
        "tests/test_helpers.py": Pin(
            477, "ead2af1ae2aa3f4ff7ed28428ec810e51edc3ac8c620a22bff016401841b90c9"
        ),
        "tests/test_pickle.py": Pin(
            715, "7aed98b31c749454c001fa6874c467b62413a52787ef129e204ca8049b7e5175"
        ),
    },
    written={
        "tests/__init__.py": "",
        "tiktoken.py": "from benchmarks.strangers.tiktoken_tests import *\n",
    },
    words=("tests",),
    packages=("hypothesis",),
    encodings=RANKS,
)
