"""Where the tokens of a text stand in it, in characters and in bytes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpe_core.encode.whole_text import SHORT, AllowedSpecial, cut_parts, encode
from bpe_core.model import BPEModel
from bpe_core.pretokenize.normalization import composed, sources
from bpe_core.runtime.text import AnyText, as_characters

Span = tuple[int, int]  # start and end


class Encoded(NamedTuple):
    """Token ids, and for each of them its span in characters and in bytes of UTF-8.

    A token that has a part of a character has the span of the whole, as in Hugging Face
    tokenizers; so neighbors may share one.
    """

    ids: list[int]
    spans: list[Span]
    byte_spans: list[Span]


def encode_spans(
    model: BPEModel, text: AnyText, *, allowed_special: AllowedSpecial = ()
) -> Encoded:
    """The ids of ``encode``, and where each token stands in ``text``.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> encode_spans(model, "éch")
    Encoded(ids=[195, 169, 256], spans=[(0, 1), (0, 1), (1, 3)], \
byte_spans=[(0, 2), (0, 2), (2, 4)])
    """
    ids: list[int] = []
    spans: list[Span] = []
    text = as_characters(text)
    for start, end, token in cut_parts(model, text, allowed_special=allowed_special):
        if token is not None:
            ids.append(model.special_tokens[token])
            spans.append((start, end))
            continue
        part = text[start:end]
        part_ids = _ids(model, part)
        ids += part_ids
        spans += [
            (start + first, start + last) for first, last in _spans(model, part, part_ids)
        ]
    return Encoded(ids, spans, in_bytes(text, spans))


def _ids(model: BPEModel, part: str) -> list[int]:
    if len(part) < SHORT:
        return encode(model, part)
    from bpe_core.encode.encode_array import encode_array  # which imports numpy

    ids: list[int] = encode_array(model, part).tolist()
    return ids


def _spans(model: BPEModel, part: str, ids: Sequence[int]) -> Iterator[Span]:
    """The characters of ``part`` that hold the tokens' bytes, a part of one as the whole."""
    tokens = model.vocabulary.tokens
    ends = accumulate(len(tokens[token_id]) for token_id in ids)
    if part.isascii():
        yield from pairwise((0, *ends))
        return
    split = composed(part) if model.normalization else part
    origin = sources(part) if split != part else range(len(part))
    # Of each byte, the character that it is in.
    character = [k for k, each in enumerate(split) for _ in range(len(each.encode()))]
    start = 0
    for end in ends:
        yield origin[character[start]], origin[character[end - 1]] + 1
        start = end


def in_bytes(text: str, spans: Sequence[Span]) -> list[Span]:
    """Spans of characters of ``text`` as spans of its UTF-8.

    >>> in_bytes("éa", [(0, 1), (1, 2)])
    [(0, 2), (2, 3)]
    """
    if text.isascii():
        return [*spans]
    offsets = [0, *accumulate(len(character.encode()) for character in text)]
    return [(offsets[start], offsets[end]) for start, end in spans]
