"""The values that everything else creates, reads and writes.

Names used throughout, each with an example:

    text            str or UTF-8 bytes           "low lower"
    special token   text that is never split     "<|endoftext|>"
    pre-token       bytes no merge may leave     b" lower"
    token           bytes with an id             b"low"
    token id        index into the vocabulary    259
    pair            two neighboring token ids   (108, 111)
    pair count      weighted occurrences         2
    merge           a pair that became a token   Merge(left=108, right=111, new_id=256)
    merge rank      index in the merge list      0
    vocabulary      token id -> token            vocabulary[256] == b"lo"

Ids of a model trained here: byte b has id b, special tokens follow from 256 in the order
given, then merges in rank order. Loaded models may number their tokens differently, so only
trainers, and who makes a model of what they learned, compute an id from a rank or a byte.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import add, gt, itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias, overload

from bpe_core.errors import InputError, OptionError, TokenIdError
from bpe_core.runtime.arguments import as_integer, as_tuple, check_flag, check_type, has_items
from bpe_core.runtime.machine import collector_paused
from bpe_core.runtime.text import as_text

Pair: TypeAlias = tuple[int, int]


class Merge(NamedTuple):
    """Two token ids and the id of the token that they become."""

    left: int
    right: int
    new_id: int


@dataclass(frozen=True, slots=True)
class Vocabulary(Sequence[bytes]):
    """Tokens by id. An id without a token has ``b""``: some files leave a few ids free.

    ``byte_ids[b]`` is the id of the token that is the single byte ``b``. Raises ``OptionError``
    for tokens that are not bytes, and for an id that is not that byte's.

    >>> Vocabulary.of_bytes()[104]
    b'h'
    """

    tokens: tuple[bytes, ...]
    byte_ids: tuple[int, ...]
    # Merges of these tokens that are known to be right, beside which special ones: `vouch_for`.
    _known: tuple[tuple[Merge, ...], frozenset[int]] = field(
        init=False, repr=False, compare=False, default=((), frozenset())
    )

    def __post_init__(self) -> None:
        """Check both, in an order that takes a large vocabulary a millisecond."""
        tokens = as_tuple("tokens", self.tokens, "the tokens by id, each of them bytes")
        if not {*map(type, tokens)} <= {bytes}:
            number = next(k for k, token in enumerate(tokens) if type(token) is not bytes)
            raise OptionError(name=f"tokens[{number}]", value=tokens[number], rule="bytes")
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(self, "byte_ids", _checked_byte_ids(self.byte_ids, tokens))

    @classmethod
    def of_bytes(cls, others: Iterable[bytes] = ()) -> Vocabulary:
        """All single bytes under their own value, then ``others``."""
        others = as_tuple("others", others, "tokens, each of them bytes")
        return cls((*ALL_BYTES, *others), tuple(range(256)))

    def vouch_for(self, merges: tuple[Merge, ...], special_ids: Iterable[int] = ()) -> None:
        """Say that ``merges`` join these tokens, none special: no model checks it again.

        For whoever has looked each token up, or joined it: to check 50,000 merges takes a fifth
        as long as reading them.
        """
        object.__setattr__(self, "_known", (merges, frozenset(special_ids)))

    def are_known(self, merges: tuple[Merge, ...], special_ids: set[int]) -> bool:
        """Whether somebody has vouched for this very tuple, beside these special tokens."""
        known, known_specials = self._known
        return merges is known and special_ids <= known_specials

    def __len__(self) -> int:
        return len(self.tokens)

    @overload
    def __getitem__(self, token_id: int) -> bytes: ...
    @overload
    def __getitem__(self, token_id: slice) -> tuple[bytes, ...]: ...
    def __getitem__(self, token_id: int | slice) -> bytes | tuple[bytes, ...]:
        return self.tokens[token_id]

    def __iter__(self) -> Iterator[bytes]:
        """Over the tuple itself, not by index, which is slow."""
        return iter(self.tokens)


ALL_BYTES = tuple(bytes([value]) for value in range(256))


def _checked_byte_ids(byte_ids: Iterable[int], tokens: Sequence[bytes]) -> tuple[int, ...]:
    """``byte_ids`` as plain integers, each the id of its byte."""
    rule = "256 ids, of the single bytes from 0 to 255"
    ids = as_tuple("byte_ids", byte_ids, rule)
    if len(ids) != len(ALL_BYTES):
        raise OptionError(name="byte_ids", value=f"{len(ids)} ids", rule=rule)
    plain = tuple(as_integer(f"byte_ids[{value}]", number) for value, number in enumerate(ids))
    for value, number in enumerate(plain):
        if not 0 <= number < len(tokens):
            where = f"byte_ids[{value}]"
            raise TokenIdError(token_id=number, position=where, last=len(tokens) - 1)
        if tokens[number] != ALL_BYTES[value]:
            rule = f"the id of {ALL_BYTES[value]!r}, not of {tokens[number]!r}"
            raise OptionError(name=f"byte_ids[{value}]", value=number, rule=rule)
    return plain


@dataclass(frozen=True, slots=True, repr=False)
class BPEModel:
    """A trained or loaded tokenizer: all that encoding and decoding need.

    ``merges`` is in rank order; ``special_tokens`` maps text to id; ``pattern`` names the
    pre-tokenizer; ``tie_break`` is the rule that chose among equal counts, for the record.
    ``ranks`` has the rank of each merge where that is not its index in the list: ascending,
    and equal for all splits of one token where a file ranks tokens and lists no merges.
    ``whole_first``: a pre-token that is a token is not merged (``ignore_merges``).
    ``normalization`` is applied to a text before it is split: none, or ``"NFC"``.
    ``always``: those of the special tokens that every text is searched for, whatever
    ``allowed_special`` says, as Hugging Face's added tokens that are not special.
    ``strips``: special tokens that take the white space beside them along, ``"left"``,
    ``"right"`` or ``"both"``, as RoBERTa's ``<mask>`` does. None of them is in ``always``.

    All of it is checked, so that what works on a model needs no check of its own. Raises
    ``TokenIdError``, ``OptionError`` and the errors of special tokens.
    """

    vocabulary: Vocabulary
    merges: tuple[Merge, ...]
    special_tokens: Mapping[str, int] = field(default_factory=dict)
    pattern: str = "gpt2"
    tie_break: str = "greatest"
    ranks: tuple[int, ...] | None = None
    whole_first: bool = False
    normalization: str = ""
    always: frozenset[str] = frozenset()
    strips: Mapping[str, str] = field(default_factory=dict)
    _index: _Index = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Freeze and check."""
        check_type("vocabulary", self.vocabulary, Vocabulary, "a Vocabulary")
        for name in ("pattern", "tie_break", "normalization"):
            check_type(name, getattr(self, name), str, "a name")
        if self.normalization not in NORMALIZATIONS:
            rule = "one of " + ", ".join(map(repr, NORMALIZATIONS))
            raise OptionError(name="normalization", value=self.normalization, rule=rule)
        check_flag("whole_first", self.whole_first)
        always = _checked_always(self.always)
        specials = MappingProxyType(
            _checked_specials(self.special_tokens, self.vocabulary, always)
        )
        # Merges may make those that every text is searched for: their owner's do.
        special_ids = {number for token, number in specials.items() if token not in always}
        merges = _checked_merges(self.merges, self.vocabulary, special_ids)
        object.__setattr__(self, "special_tokens", specials)
        object.__setattr__(self, "merges", merges)
        object.__setattr__(self, "always", always)
        strips = MappingProxyType(_checked_strips(self.strips, specials, always))
        object.__setattr__(self, "strips", strips)
        object.__setattr__(self, "ranks", _checked_ranks(self.ranks, len(merges)))
        object.__setattr__(self, "_index", _Index(self))

    @property
    def merge_ranks(self) -> Mapping[Pair, tuple[int, int]]:
        """Pair -> (rank, new id), computed at its first use, like those below.

        A pair listed twice keeps its first rank, as every reader of merge lists does.
        """
        return self._index.merge_ranks

    @property
    def ordinary_ids(self) -> Mapping[bytes, int]:
        """Ordinary token -> id."""
        return self._index.ordinary_ids

    @property
    def longest_token(self) -> int:
        """The size of the longest ordinary token, in bytes."""
        return self._index.longest_token

    def __repr__(self) -> str:
        """What it is, in a line: a vocabulary of 200,000 tokens would fill a screen.

        >>> BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
        BPEModel(257 tokens, 1 merge, 0 special tokens, pattern='gpt2')
        """
        merges, specials = len(self.merges), len(self.special_tokens)
        parts = [f"{len(self.vocabulary)} tokens", f"{merges} merge{'s' * (merges != 1)}"]
        parts += [f"{specials} special token{'s' * (specials != 1)}"]
        return f"BPEModel({', '.join(parts)}, pattern={self.pattern!r})"

    def __hash__(self) -> int:
        """Of what `==` compares; read-only mappings have no hash of their own."""
        specials = frozenset(self.special_tokens.items())
        rest = (self.pattern, self.tie_break, self.ranks, self.whole_first, self.normalization)
        strips = frozenset(self.strips.items())
        return hash((self.vocabulary, self.merges, specials, self.always, strips, *rest))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor: read-only mappings do not pickle."""
        first = (self.vocabulary, self.merges, dict(self.special_tokens), self.pattern)
        rest = (self.tie_break, self.ranks, self.whole_first, self.normalization)
        return BPEModel, (*first, *rest, self.always, dict(self.strips))

    @property
    def has_merge_list(self) -> bool:
        """Whether the merges form a list: no two share a rank."""
        return self.ranks is None or len(set(self.ranks)) == len(self.ranks)

    def merges_as_bytes(self) -> list[tuple[bytes, bytes]]:
        """The two tokens of every merge, in rank order."""
        tokens = self.vocabulary.tokens
        return [(tokens[left], tokens[right]) for left, right, _ in self.merges]


def check_model(model: object) -> None:
    """Raise ``OptionError`` for what is no model, as where two arguments are swapped."""
    if not isinstance(model, BPEModel):
        rule = "a BPEModel, as train and load give it; it comes first"
        raise OptionError(name="model", value=type(model).__name__, rule=rule)


class _Index:
    """What follows from a model and takes time to compute: many models are only stored."""

    def __init__(self, model: BPEModel) -> None:
        self._of = (model.vocabulary.tokens, model.special_tokens, model.merges, model.ranks)

    @cached_property
    def merge_ranks(self) -> Mapping[Pair, tuple[int, int]]:
        _, _, merges, listed = self._of
        numbers = range(len(merges)) if listed is None else listed
        with collector_paused():
            pairs: list[Pair] = [*map(itemgetter(0, 1), merges)]
            entries = [*zip(numbers, map(itemgetter(2), merges), strict=True)]
            ranks = dict(zip(pairs, entries, strict=True))
        if len(ranks) < len(pairs):
            ranks = {}
            for pair, entry in zip(pairs, entries, strict=True):
                ranks.setdefault(pair, entry)
        return MappingProxyType(ranks)

    @cached_property
    def ordinary_ids(self) -> Mapping[bytes, int]:
        tokens, specials, _, _ = self._of
        special_ids = set(specials.values())
        ordinary = {t: i for i, t in enumerate(tokens) if t and i not in special_ids}
        return MappingProxyType(ordinary)

    @cached_property
    def longest_token(self) -> int:
        tokens, specials, _, _ = self._of
        sizes = list(map(len, tokens))
        for token_id in specials.values():
            sizes[token_id] = 0
        return max(sizes, default=0)


NORMALIZATIONS = ("", "NFC")
SIDES = ("left", "right", "both")


def _checked_always(always: Collection[str]) -> frozenset[str]:
    """``always`` as a set of texts."""
    rule = "a collection of texts of special_tokens"
    if isinstance(always, str | bytes) or not has_items(always):
        raise OptionError(name="always", value=always, rule=rule)
    texts = tuple(always)
    for text in texts:
        check_type("always", text, str, rule)
    return frozenset(texts)


def _checked_strips(
    strips: Mapping[str, str], specials: Mapping[str, int], always: frozenset[str]
) -> dict[str, str]:
    """``strips`` as special tokens, each with a side; none that every text is searched for."""
    check_type("strips", strips, Mapping, "a mapping from special tokens to a side")
    for token, side in strips.items():
        if not isinstance(token, str) or token not in specials or token in always:
            rule = "texts of special_tokens that are not in always"
            raise OptionError(name="strips", value=token, rule=rule)
        if side not in SIDES:
            rule = "one of " + ", ".join(map(repr, SIDES))
            raise OptionError(name=f"strips[{token!r}]", value=side, rule=rule)
    return dict(strips)


def _checked_specials(
    specials: Mapping[str, int], vocabulary: Vocabulary, always: frozenset[str]
) -> dict[str, int]:
    """``specials`` with ids that are theirs: no byte's, of a token that has their bytes.

    Two may share an id, as in o200k_harmony: the token has the bytes of one of them. None is an
    ordinary token as well.

    subtle: but for one that every text is searched for, which leaves nothing to its ordinary
    twin. phi-2 has its runs of spaces as added tokens, and a vocabulary may hold such runs too.
    """
    check_type("special_tokens", specials, Mapping, "a mapping from texts to ids")
    tokens = vocabulary.tokens
    others, plain = (list(tokens) if specials else []), {}
    for position, (token, number) in enumerate(specials.items(), 1):
        check_type("special_tokens", token, str, "every one a str")
        if not as_text(token):
            raise InputError("empty_special_token", position=position)
        token_id = as_integer(f"id of {token!r}", number)
        if not 0 <= token_id < len(tokens):
            raise TokenIdError(token_id=token_id, position=token, last=len(tokens) - 1)
        plain[token], others[token_id] = token_id, b""
    texts = {token.encode(): token for token in plain}
    for token, token_id in plain.items():
        if tokens[token_id] not in texts:
            rule = f"the id of a token with its bytes, not of {tokens[token_id]!r}"
            raise OptionError(name=f"id of {token!r}", value=token_id, rule=rule)
    ordinary = {*others, *ALL_BYTES}
    for data, token in texts.items():
        if data in ordinary and token not in always:
            raise InputError("special_token_taken", token=token)
    for token in always:
        if token not in plain:
            raise OptionError(name="always", value=token, rule="texts of special_tokens")
    return plain


def _checked_merges(
    merges: Iterable[Merge], vocabulary: Vocabulary, special_ids: set[int]
) -> tuple[Merge, ...]:
    """``merges`` as a tuple of ``Merge``; raises for the first that joins no two tokens.

    All of them are looked at together first: one by one takes five times as long.
    """
    rule = "merges in rank order: left id, right id, new id"
    listed = as_tuple("merges", merges, rule)
    if vocabulary.are_known(listed, special_ids):
        return listed
    if not _are_sound(listed, vocabulary.tokens, special_ids):
        listed = tuple(
            _checked_merge(f"merges[{number}]", merge, vocabulary.tokens, special_ids)
            for number, merge in enumerate(listed)
        )
    vocabulary.vouch_for(listed, special_ids)
    return listed


def _are_sound(
    merges: Sequence[Merge], tokens: Sequence[bytes], special_ids: Collection[int]
) -> bool:
    if not {*map(type, merges)} <= {Merge}:
        return False
    lefts, rights, new_ids = ([*map(itemgetter(k), merges)] for k in range(3))
    ids = [*lefts, *rights, *new_ids]
    if not {*map(type, ids)} <= {int} or min(ids, default=0) < 0:
        return False
    if max(ids, default=-1) >= len(tokens) or not {*special_ids}.isdisjoint(ids):
        return False
    left, right = ([*map(tokens.__getitem__, column)] for column in (lefts, rights))
    whole = [*map(tokens.__getitem__, new_ids)]
    return all(left) and all(right) and [*map(add, left, right)] == whole


def _checked_merge(
    name: str, merge: Any, tokens: Sequence[bytes], special_ids: Collection[int]
) -> Merge:
    """``merge`` with plain integers; raises for one that does not join two ordinary tokens."""
    numbers = as_tuple(name, merge, "left id, right id, new id")
    if len(numbers) != len(Merge._fields):
        raise OptionError(name=name, value=merge, rule="left id, right id, new id")
    plain = Merge(*(as_integer(name, number) for number in numbers))
    for token_id in plain:
        if not 0 <= token_id < len(tokens):
            raise TokenIdError(token_id=token_id, position=name, last=len(tokens) - 1)
        if token_id in special_ids:
            rule = f"of ordinary tokens; {token_id} is a special one"
            raise OptionError(name=name, value=merge, rule=rule)
    left, right, new = (tokens[token_id] for token_id in plain)
    if not left or not right or left + right != new:
        rule = f"{left!r} and {right!r} do not make {new!r}, the token of its new id"
        raise OptionError(name=name, value=merge, rule=rule)
    return plain


def _checked_ranks(ranks: Iterable[int] | None, merges: int) -> tuple[int, ...] | None:
    """``ranks`` as plain integers from 0 on that ascend, one for each merge."""
    if ranks is None:
        return None
    rule = f"one for each merge, {merges}, none below the one before"
    plain = as_tuple("ranks", ranks, rule)
    if not {*map(type, plain)} <= {int}:
        plain = tuple(as_integer("ranks", rank) for rank in plain)
    if len(plain) != merges:
        raise OptionError(name="ranks", value=f"{len(plain)} ranks", rule=rule)
    if any(map(gt, (0, *plain), plain)):
        number = next(k for k, (low, rank) in enumerate(pairwise((0, *plain))) if rank < low)
        raise OptionError(name=f"ranks[{number}]", value=plain[number], rule=rule)
    return plain
