"""From the content of files to a checked model: ids, bytes, special tokens, merges.

An id without a token is refused, except between the ordinary tokens and a special token:
numbers reserved for later special tokens, as in OpenAI's vocabularies.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import repeat
from operator import add
from typing import Any, TypeAlias

from bpe_core.errors import SpecialTokenTakenError
from bpe_core.formats.format_rules import WHOLE, Rule, at, broken
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Vocabulary
from bpe_core.runtime.byte_characters import CHARACTERS, read_all_back

MAX_TOKENS = 2**20
MAX_TOKEN_BYTES = 2**16

Specials: TypeAlias = Iterable[str] | Mapping[str, int]


def check_ids(file: str, ids: object) -> dict[str, int]:
    """``ids`` as {token: id}, every id a distinct integer in range."""
    if not isinstance(ids, dict):
        raise broken(file, WHOLE, "an_object")
    if not _are_sound(ids):
        _raise_first_fault(file, ids)
    return ids


def _are_sound(ids: Mapping[str, object]) -> bool:
    """What a vocabulary of 200,000 tokens is asked, all of it at once."""
    numbers: Collection[Any] = ids.values()
    return (
        {*map(type, numbers)} == {int}
        and 0 <= min(numbers) <= max(numbers) < MAX_TOKENS
        and len({*numbers}) == len(ids)
        and "" not in ids
    )


def _raise_first_fault(file: str, ids: Mapping[str, Any]) -> None:
    holders: dict[int, str] = {}
    for token, token_id in ids.items():
        where = at("key", token)
        if type(token_id) is not int or not 0 <= token_id < MAX_TOKENS:
            raise broken(file, where, "not_an_id", last=MAX_TOKENS - 1, value=repr(token_id))
        if token_id in holders:
            holder = repr(holders[token_id])
            raise broken(file, where, "id_taken", number=token_id, holder=holder)
        if not token:
            raise broken(file, at("id", token_id), "empty_token")
        holders[token_id] = token


def named_specials(file: str, ids: Mapping[str, int], wanted: Specials) -> dict[str, int]:
    """The special tokens ``wanted`` with the ids that the file gives them."""
    for token in wanted:
        if token not in ids:
            raise broken(file, at("key", token), "special_without_id")
        if isinstance(wanted, Mapping) and wanted[token] != ids[token]:
            wanted_id = repr(wanted[token])
            raise broken(
                file, at("key", token), "special_id", right=ids[token], value=wanted_id
            )
    return {token: ids[token] for token in wanted}


def read_tokens(file: str, ids: Mapping[str, int]) -> dict[bytes, int]:
    """The bytes of tokens that are written in GPT-2's characters."""
    try:
        return dict(zip(read_all_back([*ids]), ids.values(), strict=True))
    except KeyError as error:
        (character,) = error.args
        text = next(text for text in ids if character in text)
        raise broken(file, at("key", text), "no_byte", character=str(error)) from error


def build_vocabulary(
    file: str,
    ordinary: Mapping[bytes, int],
    specials: Mapping[str, int],
    *,
    free_ids: bool = True,
    gap: str = "unused_id",
) -> Vocabulary:
    """All tokens by id; ``free_ids=False`` allows no free id; ``gap`` is the rule.

    Of two special tokens with one id, the first has its bytes.
    """
    for value, byte in enumerate(ALL_BYTES):
        if byte not in ordinary:
            raise broken(file, WHOLE, "missing_byte", value=f"0x{value:02X}")
    last = max(*ordinary.values(), *specials.values())
    tokens = [b""] * (last + 1)
    for token, token_id in ordinary.items():
        tokens[token_id] = token
    for name, token_id in reversed(list(specials.items())):
        tokens[token_id] = _special_bytes(file, name)
    size, limit = max(map(len, tokens)), MAX_TOKEN_BYTES
    if size > limit:
        longest = [*map(len, tokens)].index(size)
        raise broken(file, at("id", longest), "long_token", limit=limit, size=size)
    bound = max(ordinary.values()) if free_ids else last
    if b"" in tokens[:bound]:
        raise broken(file, WHOLE, gap, number=tokens.index(b""))
    return Vocabulary(tuple(tokens), tuple(ordinary[byte] for byte in ALL_BYTES))


def _special_bytes(file: str, name: str) -> bytes:
    try:
        data = name.encode()
    except UnicodeEncodeError as error:
        raise broken(file, at("key", name), "no_text") from error
    if not data:
        raise broken(file, at("key", name), "no_text")
    return data


def build_merges(
    file: str,
    lefts: Sequence[str],
    rights: Sequence[str],
    ids: Mapping[str, int],
    specials: Mapping[str, int],
    locate: Callable[[int], Rule],
) -> tuple[Merge, ...]:
    """Pairs in GPT-2's characters as merges; ``locate(k)`` is the line of pair ``k``."""
    wholes = [*map(add, lefts, rights)]
    columns = lefts, rights, wholes
    numbers = [[*map(ids.get, column)] for column in columns]
    is_special = specials and not all(map(specials.keys().isdisjoint, columns))
    # A pair that is listed twice makes its token twice, which two pairs may do as well.
    size = len(lefts)
    is_again = len({*wholes}) < size and len({*zip(lefts, rights, strict=True)}) < size
    if is_special or is_again or any(None in column for column in numbers):
        _raise_first_merge(file, zip(lefts, rights, strict=True), ids, specials, locate)
    rows = zip(*numbers, strict=True)
    return tuple(map(tuple.__new__, repeat(Merge), rows))  # like Merge(*row), but faster


def _raise_first_merge(
    file: str,
    pairs: Iterable[tuple[str, str]],
    ids: Mapping[str, int],
    specials: Mapping[str, int],
    locate: Callable[[int], Rule],
) -> None:
    """Raise for the first merge that cannot be, if one cannot."""
    first: dict[tuple[str, str], int] = {}
    for k, (left, right) in enumerate(pairs):
        for token in (left, right, left + right):
            if token not in ids:
                raise broken(file, locate(k), "part_missing", token=repr(token))
            if token in specials:
                raise broken(file, locate(k), "part_special", token=repr(token))
        seen = first.setdefault((left, right), k)
        if seen != k:
            raise broken(file, locate(k), "merge_again", place=locate(seen))


def build_model(
    file: str,
    vocabulary: Vocabulary,
    merges: tuple[Merge, ...],
    specials: Mapping[str, int],
    *,
    pattern: str,
    tie_break: str = "greatest",
    ranks: tuple[int, ...] | None = None,
    whole_first: bool = False,
    normalization: str = "",
) -> BPEModel:
    """The model, or a ``FormatError`` for a special token with an ordinary token's bytes."""
    try:
        return BPEModel(
            vocabulary,
            merges,
            dict(specials),
            pattern,
            tie_break,
            ranks,
            whole_first,
            normalization,
        )
    except SpecialTokenTakenError as error:
        where = at("key", error.values["token"])
        raise broken(file, where, "special_taken") from error


def check_no_normalization(file: str, model: BPEModel) -> None:
    """Raise ``FormatError`` for a model that normalizes, which ``file`` cannot express."""
    if model.normalization:
        raise broken(file, WHOLE, "no_normalization", name=model.normalization)


def without_merge(
    ids: Mapping[str, int], lefts: Iterable[str], rights: Iterable[str]
) -> list[str]:
    """Tokens that are neither a byte nor made by a merge: special ones, unless specified."""
    derivable = {*map(add, lefts, rights), *CHARACTERS}
    return [token for token in ids if token not in derivable]


def without(ids: Mapping[str, int], specials: Iterable[str]) -> dict[str, int]:
    """``ids`` but for those of special tokens, which are few."""
    others = dict(ids)
    for token in specials:
        others.pop(token, None)
    return others
