"""An encoder for Llama 3's pattern that shares a long text out to threads, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain

import regex

from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import by_rank, encode_parts

LINE_ENDS = regex.compile(r"(?<=\n)(?!\n)")


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    parts = split_special(text, special_tokens)
    return encode_parts(parts, by_rank(merges), cut=cut)


def cut(text: str) -> Iterable[str]:
    """The pre-tokens of all chunks; each chunk could be another thread's."""
    chunks = LINE_ENDS.split(text)
    return chain.from_iterable(map(partial(split_pattern, name="cl100k"), chunks))
