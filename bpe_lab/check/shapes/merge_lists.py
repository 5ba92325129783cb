"""Merges and vocabularies as students write them, in our terms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bpe_core.model import ALL_BYTES
from bpe_core.runtime.text import read_back
from bpe_lab.check.shapes.solution import BytePair


def merges_of(value: Any) -> tuple[BytePair, ...]:
    """Pairs of bytes from a list of pairs, or from a mapping of pairs to ids or ranks.

    A pair is of bytes, of ids, or of texts in GPT-2's characters. An id that the mapping does
    not name is that of a byte, or of a merge from 256 on. Raises ``ValueError`` for others.

    >>> merges_of({(97, 98): 256, (256, 99): 257})
    ((b'a', b'b'), (b'ab', b'c'))
    >>> merges_of([("Ġ", "a")])
    ((b' ', b'a'),)
    >>> merges_of([((97, 98), 256)])
    ((b'a', b'b'),)
    """
    try:
        return tuple(_merges(value))
    except (TypeError, ValueError, KeyError) as error:
        beginning = repr(value)[:60]
        raise ValueError(f"no merges, as pairs of tokens or of ids: {beginning}") from error


def _merges(value: Any) -> Iterator[BytePair]:
    value = _mapped(value)
    if isinstance(value, Mapping):
        value = dict(sorted(value.items(), key=lambda item: item[1]))
    tokens: dict[int, bytes] = dict(enumerate(ALL_BYTES))
    for number, pair in enumerate(value):
        left, right = (_token(each, tokens) for each in pair)
        new_id = value[pair] if isinstance(value, Mapping) else 256 + number
        if isinstance(new_id, int):
            tokens.setdefault(new_id, left + right)
        yield left, right


def tokens_by_id(value: Any) -> dict[int, bytes]:
    """The tokens that a mapping of pairs to ids, or a list of merges, gives.

    >>> tokens_by_id({(97, 98): 300})[300]
    b'ab'
    """
    merges, value = merges_of(value), _mapped(value)
    ids = (
        sorted(value.values()) if isinstance(value, Mapping) else range(256, 256 + len(merges))
    )
    joined = (left + right for left, right in merges)
    return dict(enumerate(ALL_BYTES)) | dict(zip(ids, joined, strict=True))


def vocabulary_of(value: Any) -> dict[int, bytes]:
    """A vocabulary by id, whichever way round it is.

    >>> vocabulary_of({b"a": 0})
    {0: b'a'}
    """
    items = value.items() if isinstance(value, Mapping) else enumerate(value)
    return {
        (key if isinstance(key, int) else token): (token if isinstance(key, int) else key)
        for key, token in items
    }


def merges_in(result: Any) -> Any:
    """The merges among what a trainer gave: the last of several values that is made of pairs.

    >>> merges_in(({0: b"a"}, [(b"a", b"b")])), merges_in(({(97, 98): 256}, {0: b"a"}))
    ([(b'a', b'b')], {(97, 98): 256})
    """
    own = getattr(result, "merges", None)
    if own is not None:
        return own
    if not isinstance(result, tuple | list) or _are_merges(result):
        return result
    return next((value for value in reversed(result) if _are_merges(value)), result)


def vocabulary_in(result: Any) -> Any:
    """The vocabulary among what a trainer gave; None where there is none.

    >>> vocabulary_in(([(b"a", b"b")], {0: b"a"}))
    {0: b'a'}
    """
    values = result if isinstance(result, tuple) else (getattr(result, "vocab", None),)
    return next((value for value in values if value and not _are_merges(value)), None)


def _are_merges(value: Any) -> bool:
    return isinstance(value, Mapping | Sequence) and (
        all(map(_is_pair, value)) or all(map(_is_numbered_pair, value))
    )


def _mapped(value: Any) -> Any:
    """A list of pairs with their ids as a mapping; others as they are."""
    listed = isinstance(value, list) and value and all(map(_is_numbered_pair, value))
    return dict(value) if listed else value


def _is_numbered_pair(value: Any) -> bool:
    """Whether it is a pair with the id of what it is merged to."""
    return (
        isinstance(value, tuple | list)
        and len(value) == 2
        and _is_pair(value[0])
        and isinstance(value[1], int)
    )


def _is_pair(value: Any) -> bool:
    if not isinstance(value, tuple | list) or len(value) != 2:
        return False
    return all(isinstance(token, bytes | int | str) for token in value)


def _token(value: Any, tokens: Mapping[int, bytes]) -> bytes:
    if isinstance(value, int):
        return tokens[value]
    return read_back(value) if isinstance(value, str) else bytes(value)
