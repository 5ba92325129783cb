"""The values that everything else creates, reads and writes.

Names used throughout, each with an example:

    text            str or UTF-8 bytes           "low lower"
    special token   text that is never split     "<|endoftext|>"
    pre-token       bytes no merge may leave     b" lower"
    token           bytes with an id             b"low"
    token id        index into the vocabulary    259
    pair            two neighbouring token ids   (108, 111)
    pair count      weighted occurrences         2
    merge           a pair that became a token   Merge(left=108, right=111, new_id=256)
    merge rank      index in the merge list      0
    vocabulary      token id -> token            vocabulary[256] == b"lo"

Ids of a model trained here: byte b has id b, special tokens follow from 256 in the order
given, then merges in rank order. Loaded models may number their tokens differently, so
nothing outside this file computes an id from a rank or a byte.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple, TypeAlias, overload

from bpe_core.errors import OptionError, SpecialTokenTakenError, TokenIdError
from bpe_core.runtime.collector import collector_paused

Pair: TypeAlias = tuple[int, int]


class Merge(NamedTuple):
    """Two token ids and the id of the token that they become."""

    left: int
    right: int
    new_id: int


@dataclass(frozen=True, slots=True)
class Vocabulary(Sequence[bytes]):
    """Tokens by id. An id without a token has ``b""``: some files leave a few ids free.

    ``byte_ids[b]`` is the id of the token that is the single byte ``b``.

    >>> Vocabulary.of_bytes()[104]
    b'h'
    """

    tokens: tuple[bytes, ...]
    byte_ids: tuple[int, ...]

    @classmethod
    def of_bytes(cls, others: Iterable[bytes] = ()) -> Vocabulary:
        """All single bytes under their own value, then ``others``."""
        return cls((*ALL_BYTES, *others), tuple(range(256)))

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
    _index: _Index = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Freeze the special tokens; check them, and that no merge lacks its rank."""
        specials = MappingProxyType(dict(self.special_tokens))
        object.__setattr__(self, "special_tokens", specials)
        object.__setattr__(self, "always", frozenset(self.always))
        object.__setattr__(self, "_index", _Index(self))
        if self.ranks is not None and len(self.ranks) != len(self.merges):
            raise ValueError(f"{len(self.ranks)} ranks for {len(self.merges)} merges")
        if specials:
            self._index.check_special_tokens(self.always)
        for token in self.always - specials.keys():
            raise OptionError(name="always", value=token, rule="texts of special_tokens")

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

    def _repr_html_(self) -> str:
        """What a notebook draws of it: sizes, and some tokens."""
        from bpe_core.card.card import Token, card_of  # else every import would wait for jinja2

        new_ids = (merge.new_id for merge in self.merges)
        tokens = [Token(token_id, self.vocabulary[token_id]) for token_id in new_ids]
        return card_of(
            size=len(self.vocabulary),
            merges=tokens,
            special_tokens=list(self.special_tokens),
            pattern=self.pattern,
        )

    def __hash__(self) -> int:
        """Of what `==` compares; read-only mappings have no hash of their own."""
        specials = frozenset(self.special_tokens.items())
        rest = (self.pattern, self.tie_break, self.ranks, self.whole_first, self.normalization)
        return hash((self.vocabulary, self.merges, specials, self.always, *rest))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor: read-only mappings do not pickle."""
        first = (self.vocabulary, self.merges, dict(self.special_tokens), self.pattern)
        rest = (self.tie_break, self.ranks, self.whole_first, self.normalization)
        return BPEModel, (*first, *rest, self.always)

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
        """Check that special tokens have their ids in the vocabulary and occur nowhere else."""
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

    def check_special_tokens(self, always: Collection[str]) -> None:
        """Check that each has an id of the vocabulary and is not an ordinary token.

        subtle: one that every text is searched for leaves nothing to its ordinary twin. phi-2
        has its runs of spaces as added tokens, and a vocabulary may hold such runs as well.
        """
        tokens, specials, _, _ = self._of
        others = list(tokens)
        for token, token_id in specials.items():
            if not 0 <= token_id < len(tokens):
                raise TokenIdError(token_id=token_id, position=token, last=len(tokens) - 1)
            others[token_id] = b""
        ordinary = {*others}
        for token in specials:
            if token not in always and token.encode() in ordinary:
                raise SpecialTokenTakenError(token=token)
