"""From the content of files to a checked model: ids, bytes, special tokens, merges.

An id without a token is refused, except between the ordinary tokens and a special token:
numbers reserved for later special tokens, as in OpenAI's vocabularies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any, NamedTuple, TypeAlias, TypeVar

from bpe_core.errors import InputError
from bpe_core.formats.format_rules import (
    MAX_TOKENS,
    WHOLE,
    Rule,
    as_object,
    at,
    broken,
    check_id,
)
from bpe_core.model import ALL_BYTES, BPEModel, Merge, Vocabulary
from bpe_core.runtime.text import CHARACTERS, read_all_back, written

MAX_TOKEN_BYTES = 2**16
NEVER_IN_UTF8 = {bytes([value]) for value in (0xC0, 0xC1, *range(0xF5, 0x100))}

Specials: TypeAlias = Iterable[str] | Mapping[str, int]
Token = TypeVar("Token", str, bytes)


class MergeColumns(NamedTuple):
    """What some thousand merges join, and what becomes of it, as files write tokens.

    In columns: so many small tuples would take as long to make as all the rest of a vocabulary.
    """

    lefts: Sequence[str]
    rights: Sequence[str]
    wholes: Sequence[str]


def check_ids(file: str, ids: object) -> dict[str, int]:
    """``ids`` as {token: id}, every id a distinct integer in range."""
    table = as_object(file, ids)
    if not _are_sound(table):
        _raise_first_fault(file, table)
    return table


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
        check_id(file, where, token_id)
        if token_id in holders:
            holder = repr(holders[token_id])
            raise broken(file, where, "id_taken", number=token_id, holder=holder)
        if not token:
            raise broken(file, at("id", token_id), "empty_token")
        holders[token_id] = token


def with_added(file: str, ids: Mapping[str, int], added: Mapping[str, int]) -> dict[str, int]:
    """``ids`` and those of ``added`` tokens, which may be new; no id gets a second token."""
    new = {token: token_id for token, token_id in added.items() if token not in ids}
    for token, token_id in added.items():
        if not isinstance(token, str) or not token:
            raise broken(file, at("key", token), "no_text")
        if ids.get(token, token_id) != token_id:
            where = at("key", token)
            raise broken(file, where, "special_id", right=ids[token], value=repr(token_id))
    return check_ids(file, {**ids, **new})


def named_specials(
    file: str, ids: Mapping[str, int], wanted: Specials, always: Iterable[str] = ()
) -> dict[str, int]:
    """The special tokens ``wanted`` with the ids that the file gives them, then ``always``."""
    for token in wanted:
        if token not in ids:
            raise broken(file, at("key", token), "special_without_id")
        if isinstance(wanted, Mapping) and wanted[token] != ids[token]:
            values = {"right": ids[token], "value": repr(wanted[token])}
            raise broken(file, at("key", token), "special_id", **values)
    return {token: ids[token] for token in (*wanted, *sorted(always, key=ids.__getitem__))}


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
    gap: str | None = "unused_id",
) -> Vocabulary:
    """All tokens by id; ``free_ids=False`` allows no free id; ``gap`` is the rule, if any.

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
    if gap is not None and b"" in tokens[:bound]:
        raise broken(file, WHOLE, gap, number=tokens.index(b""))
    return Vocabulary(tuple(tokens), tuple(byte_ids[byte] for byte in ALL_BYTES))


def with_unused_bytes(ordinary: list[bytes], specials: Mapping[str, int]) -> list[bytes]:
    """``ordinary``, and behind all ids the bytes that it lacks, if UTF-8 never has them.

    No text asks for these; a vocabulary of ours has an id for each byte.

    >>> some = [byte for byte in ALL_BYTES if byte != b"\\xff"]
    >>> len(with_unused_bytes(some, {"<x>": 300})), with_unused_bytes(some, {})[-1]
    (302, b'\\xff')
    """
    known = {*ordinary}
    missing = [byte for byte in ALL_BYTES if byte not in known]
    if not missing or not {*missing} <= NEVER_IN_UTF8:
        return ordinary
    behind = max(specials.values(), default=-1) + 1 - len(ordinary)
    return [*ordinary, *repeat(b"", behind), *missing]


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
    parts: Iterable[MergeColumns],
    ids: Mapping[str, int],
    specials: Mapping[str, int],
    locate: Callable[[int], Rule],
) -> tuple[Merge, ...]:
    """MergeColumns in GPT-2's characters as merges; ``locate(k)`` is the line of pair ``k``.

    ``parts`` of all pairs can be gone through again.
    """
    columns, are_new = _ids_of(parts, ids)
    # A pair that is listed twice makes its token twice, which two pairs may do as well.
    is_again = not are_new and len({*_rows(parts)}) < len(columns[0])
    special_ids = {*specials.values()}
    is_special = not all(special_ids.isdisjoint(column) for column in columns)
    if is_special or is_again or any(None in column for column in columns):
        _raise_first_merge(file, _rows(parts), ids, specials, locate)
    rows = zip(*columns, strict=True)
    return tuple(map(tuple.__new__, repeat(Merge), rows))  # like Merge(*row), but faster


def unmergeable(specials: Mapping[str, int], always: Iterable[str]) -> dict[str, int]:
    """The special tokens that no merge may make: all but ordinary ones found in every text.

    Of such a one the text is never left for merges, so what they say of it does not matter.

    >>> unmergeable({"<x>": 256, "low": 257}, {"low"})
    {'<x>': 256}
    """
    harmless = {
        token for token in always if written(token.encode("utf-8", "surrogatepass")) == token
    }
    return {token: number for token, number in specials.items() if token not in harmless}


def _rows(parts: Iterable[MergeColumns]) -> Iterator[tuple[str, str]]:
    for pairs in parts:
        yield from zip(pairs.lefts, pairs.rights, strict=True)


def _ids_of(
    parts: Iterable[MergeColumns], ids: Mapping[str, int]
) -> tuple[list[list[int | None]], bool]:
    """Left, right and new ids of all pairs, and whether no token is known to be made twice.

    Trainers write both files in the order of their merges. Where those of a part make the
    tokens that stand behind the ones before, comparing two lists takes less than a fifth of
    the time of looking each token up.

    >>> ids = {"a": 0, "b": 1, "ab": 2, "abb": 3}
    >>> _ids_of([MergeColumns(["a", "ab"], ["b", "b"], ["ab", "abb"])], ids)
    ([[0, 2], [1, 1], [2, 3]], True)
    >>> _ids_of([MergeColumns(["ab"], ["b"], ["abb"]), MergeColumns(["a"], ["b"], ["ab"])], ids)
    ([[2, 0], [1, 1], [3, 2]], False)
    """
    names, numbers = [*ids], [*ids.values()]
    columns: list[list[int | None]] = [[], [], []]
    behind: int | None = None  # the index of the token that the next merge should make
    are_new = True
    for lefts, rights, wholes in parts:
        if behind is None:
            behind = names.index(wholes[0]) if wholes and wholes[0] in ids else len(names)
        part = slice(behind, behind + len(wholes))
        are_next = names[part] == wholes
        are_new &= are_next
        columns[0] += map(ids.get, lefts)
        columns[1] += map(ids.get, rights)
        columns[2] += numbers[part] if are_next else map(ids.get, wholes)
        behind = part.stop
    return columns, are_new


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
    always: Iterable[str] = (),
    strips: Mapping[str, str] | None = None,
) -> BPEModel:
    """The model, or a ``FormatError`` for a special token with an ordinary token's bytes.

    ``merges`` are those of `build_merges` or `tiktoken.splits`, which look each token up.
    """
    vocabulary.vouch_for(merges, specials.values())
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
            frozenset(always),
            strips or {},
        )
    except InputError as error:
        if error.rule != "special_token_taken":
            raise
        where = at("key", error.values["token"])
        raise broken(file, where, "special_taken") from error


def check_expressible(file: str, model: BPEModel) -> None:
    """Raise ``FormatError`` for what bare tokens and merges cannot express.

    That is a model that normalizes, or one that recognizes tokens in every text or takes white
    space along with them.
    """
    if model.normalization:
        raise broken(file, WHOLE, "no_normalization", name=model.normalization)
    if model.always:
        raise broken(file, WHOLE, "no_always", token=repr(min(model.always)))
    if model.strips:
        raise broken(file, WHOLE, "no_strips", token=repr(min(model.strips)))


def without_merge(ids: Mapping[str, int], parts: Iterable[MergeColumns]) -> list[str]:
    """Tokens that are neither a byte nor made by a merge: special ones, unless specified."""
    derivable = {*CHARACTERS}
    for pairs in parts:
        derivable.update(pairs.wholes)
    return [token for token in ids if token not in derivable]
