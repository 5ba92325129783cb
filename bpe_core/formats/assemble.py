"""From the content of files to a checked model: ids, bytes, special tokens, merges.

An id without a token is refused, except between the ordinary tokens and a special token:
numbers reserved for later special tokens, as in OpenAI's vocabularies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bpe_core.errors import SpecialTokenTakenError
from bpe_core.formats.format_rules import WHOLE, Rule, at, broken
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Vocabulary
from bpe_core.runtime.byte_characters import CHARACTERS, read_all_back

MAX_TOKENS = 2**20
MAX_TOKEN_BYTES = 2**16

Specials: TypeAlias = Iterable[str] | Mapping[str, int]
Token = TypeVar("Token", str, bytes)


def check_ids(file: str, ids: object) -> dict[str, int]:
    """``ids`` as {token: id}, every id a distinct integer in range."""
    if not isinstance(ids, dict):
        raise broken(file, WHOLE, "an_object")
    if not _are_sound(ids):
        _raise_first_fault(file, ids)
    return ids


def _are_sound(ids: Mapping[str, object]) -> bool:
    """What a vocabulary of 200,000 tokens is asked, all of it at once."""
    numbers: list[Any] = [*ids.values()]
    if {*map(type, numbers)} != {int} or "" in ids:
        return False
    if numbers == [*range(len(numbers))]:
        return len(numbers) <= MAX_TOKENS
    return 0 <= min(numbers) <= max(numbers) < MAX_TOKENS and len({*numbers}) == len(numbers)


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


def read_tokens(file: str, ids: Mapping[str, int], specials: Mapping[str, int]) -> list[bytes]:
    """Ordinary tokens by id, up to the last one, from how GPT-2's characters write them."""
    names = by_id(ids, "")
    for token_id in specials.values():
        names[token_id] = ""
    while names and not names[-1]:
        names.pop()
    try:
        return read_all_back(names)
    except KeyError as error:
        (character,) = error.args
        text = next(text for text in names if character in text)
        raise broken(file, at("key", text), "no_byte", character=str(error)) from error


def by_id(ids: Mapping[Token, int], free: Token) -> list[Token]:
    """Tokens by id, ``free`` where an id has none.

    >>> by_id({"b": 2, "a": 0}, "")
    ['a', '', 'b']
    """
    numbers: list[int] = [*ids.values()]
    if numbers == [*range(len(numbers))]:
        return list(ids)  # so most files have them
    tokens: list[Token] = [free] * (max(numbers) + 1)
    for token, token_id in ids.items():
        tokens[token_id] = token
    return tokens


def build_vocabulary(
    file: str,
    ordinary: Sequence[bytes],
    specials: Mapping[str, int],
    *,
    free_ids: bool = True,
    gap: str = "unused_id",
) -> Vocabulary:
    """All tokens by id; ``free_ids=False`` allows no free id; ``gap`` is the rule.

    ``ordinary`` ends with the last ordinary token. Of two special tokens with one id, the first
    has its bytes.
    """
    byte_ids = {token: number for number, token in enumerate(ordinary) if len(token) == 1}
    for value, byte in enumerate(ALL_BYTES):
        if byte not in byte_ids:
            raise broken(file, WHOLE, "missing_byte", value=f"0x{value:02X}")
    behind = max(specials.values(), default=0) + 1 - len(ordinary)
    tokens = [*ordinary, *repeat(b"", behind)]
    for name, token_id in reversed(list(specials.items())):
        tokens[token_id] = _special_bytes(file, name)
    size, limit = max(map(len, tokens)), MAX_TOKEN_BYTES
    if size > limit:
        longest = [*map(len, tokens)].index(size)
        raise broken(file, at("id", longest), "long_token", limit=limit, size=size)
    bound = len(ordinary if free_ids else tokens) - 1
    if b"" in tokens[:bound]:
        raise broken(file, WHOLE, gap, number=tokens.index(b""))
    return Vocabulary(tuple(tokens), tuple(byte_ids[byte] for byte in ALL_BYTES))


def _special_bytes(file: str, name: str) -> bytes:
    try:
        data = name.encode()
    except UnicodeEncodeError as error:
        raise broken(file, at("key", name), "no_text") from error
    if not data:
        raise broken(file, at("key", name), "no_text")
    return data


class Pairs(NamedTuple):
    """What merges join, and what becomes of it, as files write tokens.

    In columns: so many small tuples would take as long to make as all the rest of a vocabulary.
    """

    lefts: list[str]
    rights: list[str]
    wholes: list[str]

    def rows(self) -> Iterable[tuple[str, str]]:
        """The two tokens of each merge."""
        return zip(self.lefts, self.rights, strict=True)


def build_merges(
    file: str,
    pairs: Pairs,
    ids: Mapping[str, int],
    specials: Mapping[str, int],
    locate: Callable[[int], Rule],
) -> tuple[Merge, ...]:
    """Pairs in GPT-2's characters as merges; ``locate(k)`` is the line of pair ``k``."""
    new_ids = _ids_in_order(pairs.wholes, ids)
    # A pair that is listed twice makes its token twice, which two pairs may do as well.
    is_again = new_ids is None and len({*pairs.rows()}) < len(pairs.lefts)
    columns: list[Sequence[int | None]] = [
        [*map(ids.get, pairs.lefts)],
        [*map(ids.get, pairs.rights)],
        new_ids or [*map(ids.get, pairs.wholes)],
    ]
    special_ids = {*specials.values()}
    is_special = not all(special_ids.isdisjoint(column) for column in columns)
    if is_special or is_again or any(None in column for column in columns):
        _raise_first_merge(file, pairs.rows(), ids, specials, locate)
    rows = zip(*columns, strict=True)
    return tuple(map(tuple.__new__, repeat(Merge), rows))  # like Merge(*row), but faster


def _ids_in_order(tokens: Sequence[str], ids: Mapping[str, int]) -> list[int] | None:
    """The ids of tokens that stand one behind another in ``ids`` as well; else None.

    So they do wherever a trainer wrote both, and to compare two lists takes a fifth of the time
    of a look-up of each.

    >>> _ids_in_order(["t", "h"], {"e": 0, "t": 1, "h": 2}), _ids_in_order(["h", "t"], {"h": 0})
    ([1, 2], None)
    """
    names = [*ids]
    first = names.index(tokens[0]) if tokens and tokens[0] in ids else len(names)
    part = slice(first, first + len(tokens))
    return [*ids.values()][part] if names[part] == tokens else None


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


def without_merge(ids: Mapping[str, int], wholes: Iterable[str]) -> list[str]:
    """Tokens that are neither a byte nor made by a merge: special ones, unless specified."""
    derivable = {*wholes, *CHARACTERS}
    return [token for token in ids if token not in derivable]
