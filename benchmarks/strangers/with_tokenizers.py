"""Hugging Face tokenizers: merges under its tie rule, ids and text with our merges.

Its trainer takes the lowest ids, and numbers bytes by the characters that GPT-2 writes them
as. So ours learns from texts whose bytes are renumbered that way, by ``lowest_ids``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from benchmarks.strangers.differential import Case, PackageSuite
from benchmarks.strangers.outcome import Effort
from benchmarks.strangers.texts import fuzzed_texts, real_texts
from bpe_core import BPEModel, decode, encode, train, train_from_counts
from bpe_core.formats.byte_characters import CHARACTERS
from bpe_core.measure import peers
from bpe_core.measure.learned import Pair
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.registry import FORMATS
from bpe_core.train.options import TrainOptions

PATTERNS = ("gpt2", "cl100k", "o200k", "qwen2")
SPECIALS = ("<|endoftext|>", "<|pad|>")
VOCABULARY = 4_000
# By the number that its trainer gives a byte: the byte, and the other way round.
BYTES = bytes(sorted(range(256), key=lambda value: CHARACTERS[value]))
NUMBERS = bytes(sorted(range(256), key=BYTES.__getitem__))


def cases(effort: Effort) -> Iterator[Case]:
    """Training on each real text, then our vocabulary read by Hugging Face."""
    for pattern in PATTERNS:
        for name, text in real_texts().items():
            yield Case(
                f"merges of {name}, {pattern}",
                partial(their_merges, text, pattern),
                partial(our_merges, text, pattern),
            )
        yield from encoded(pattern, effort)


def their_merges(text: str, pattern: str) -> list[Pair]:
    return list(peers.tokenizers(text, TrainOptions(vocab_size=VOCABULARY), pattern)()().pairs)


def our_merges(text: str, pattern: str) -> list[Pair]:
    """Learned from renumbered bytes, and written in the real ones."""
    counts = count_pre_tokens(text, pattern=pattern)
    renumbered = {word.translate(NUMBERS): count for word, count in counts.items()}
    model = train_from_counts(renumbered, vocab_size=VOCABULARY, tie_break="lowest_ids")
    return [(a.translate(BYTES), b.translate(BYTES)) for a, b in model.merges_as_bytes()]


def encoded(pattern: str, effort: Effort) -> Iterator[Case]:
    """Ids with special tokens, which Hugging Face always takes as such, and the text again."""
    from tokenizers import Tokenizer

    model = train(
        real_texts().values(), vocab_size=VOCABULARY, pattern=pattern, special_tokens=SPECIALS
    )
    (file,) = FORMATS["huggingface"].write(model).values()
    peer = Tokenizer.from_str(file)
    fuzzed = fuzzed_texts(effort.texts, effort.seed, SPECIALS)
    for number, text in enumerate([*real_texts().values(), *fuzzed]):
        yield from of_text(f"text {number}, {pattern}", text, model, peer)


def of_text(name: str, text: str, model: BPEModel, peer: Any) -> Iterator[Case]:
    """Ids, and the text that the peer's ids stand for."""
    ids = peer.encode(text).ids
    ours = partial(encode, model, text, allowed_special=SPECIALS)
    yield Case(f"ids of {name}", lambda: ids, ours)
    theirs = partial(peer.decode, ids, skip_special_tokens=False)
    yield Case(f"decoded ids of {name}", theirs, partial(decode, model, ids))


SUITE = PackageSuite("tokenizers", cases)
