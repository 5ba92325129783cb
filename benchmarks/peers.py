"""The trainers that a user would pick instead, each behind the same two arguments.

A peer that is not installed is listed as absent. All split at the special token, then with
GPT-2's pattern, and learn byte-level merges up to the same size of vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import TypeAlias

from bpe_core.corpus import END_OF_TEXT
from bpe_core.patterns import PATTERNS

GPT2 = PATTERNS["gpt2"]
PeerTrainer: TypeAlias = Callable[[str, int], int]


def train_tokenizers(text: str, vocab_size: int) -> int:
    """Hugging Face tokenizers; gives the size of the vocabulary."""
    from tokenizers import Tokenizer
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer

    tokenizer = Tokenizer(BPE())
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    trainer = BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=1,
        initial_alphabet=ByteLevel.alphabet(),
        special_tokens=[END_OF_TEXT],
        show_progress=False,
    )
    tokenizer.train_from_iterator(text.split(END_OF_TEXT), trainer)
    return int(tokenizer.get_vocab_size())


def train_rustbpe(text: str, vocab_size: int) -> int:
    """rustbpe knows no special tokens, so it gets one id less."""
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(iter(text.split(END_OF_TEXT)), vocab_size - 1, pattern=GPT2)
    return len(tokenizer.get_mergeable_ranks()) + 1


def train_gigatoken(text: str, vocab_size: int) -> int:
    """gigatoken takes bytes and splits at the special token itself."""
    import gigatoken

    data = text.encode()
    return len(
        gigatoken.train_bpe(data, vocab_size, [END_OF_TEXT], separator=END_OF_TEXT.encode())[0]
    )


def train_bpeasy(text: str, vocab_size: int) -> int:
    """bpeasy knows no special tokens either; tokens of at most 128 bytes."""
    import bpeasy

    return len(bpeasy.train_bpe(iter(text.split(END_OF_TEXT)), GPT2, 128, vocab_size - 1)) + 1


PEERS: Mapping[str, PeerTrainer] = {
    "tokenizers": train_tokenizers,
    "rustbpe": train_rustbpe,
    "gigatoken": train_gigatoken,
    "bpeasy": train_bpeasy,
}


def installed() -> dict[str, PeerTrainer]:
    """The peers that can be imported here."""
    return {name: train for name, train in PEERS.items() if find_spec(name)}
