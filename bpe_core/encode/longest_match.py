"""Longest match: take the longest token of the vocabulary that is a prefix of the rest.

How WordPiece encodes. It needs the vocabulary and no merges, and gives other tokens than rank
order wherever the longest prefix spoils what follows.
"""

from __future__ import annotations

from collections.abc import Generator

from bpe_core.events import Event, PrefixTried, TokenTaken
from bpe_core.model import BPEModel


def encode_longest_match(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Yield one ``TokenTaken`` per token and return the ids; O(n × longest token).

    With ``detail`` also one ``PrefixTried`` per look-up in the vocabulary.

    >>> from bpe_core.model import Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"bc", b"ab"]), ())
    >>> list(encode_longest_match(model, b"abc"))
    [TokenTaken(position=0, size=2, token_id=257), TokenTaken(position=2, size=1, token_id=99)]
    """
    known = model.ordinary_ids
    longest = model.longest_token
    ids: list[int] = []
    start = 0
    while start < len(pre_token):
        for size in range(min(longest, len(pre_token) - start), 0, -1):
            token_id = known.get(pre_token[start : start + size])
            if detail:
                yield PrefixTried(start, size, token_id)
            if token_id is not None:
                break
        assert token_id is not None, "every byte is a token"
        yield TokenTaken(start, size, token_id)
        ids.append(token_id)
        start += size
    return ids
