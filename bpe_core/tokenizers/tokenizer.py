"""One face for every tokenizer: ids, offsets, counts, texts again, and how a token was made.

    Tokenizer      what `load_tokenizer` returns, whoever does the work
    Encoded        ids, and where each token stands in the text
    StreamDecoder  ids one by one to text, whole characters only
    MergeTree      how merges make a token, drawn from a model or from an owner's merges

What is byte-level BPE is read by the core, and ``model`` is its ``BPEModel``: walks, kernels
and formats take that. All else is served by the library that owns it; ``library`` names it,
and ``model`` is None.

>>> from bpe_core import train
>>> tokenizer = ByteLevelTokenizer(train("low lower lowest", vocab_size=258), "mine")
>>> tokenizer.kind, tokenizer.library, tokenizer.vocab_size
('byte_level_bpe', '', 258)
>>> tokenizer.encode("low"), tokenizer.count("low lower")
([257], 5)
>>> tokenizer.encode_with_offsets("é low").spans
[(0, 1), (0, 1), (1, 2), (2, 5)]
>>> tokenizer.decode([257]), tokenizer.written(257)
('low', 'low')
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import NamedTuple, Protocol, TypeAlias

from bpe_core.encode.derivation import Leaf, Part, derive
from bpe_core.encode.offsets import Encoded, encode_spans
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import SHORT, AllowedSpecial, decode, encode, skipped_ids
from bpe_core.errors import OptionError, TokenIdError
from bpe_core.model import BPEModel
from bpe_core.runtime.arguments import as_integer, check_flag
from bpe_core.runtime.text import AnyText, as_bytes, utf8_of
from bpe_core.systems.system import readable

REPLACED = "\ufffd"


class Tokenizer(Protocol):
    """A vocabulary and what it does to texts.

    ``name`` is what the caller calls it; ``kind`` says what its model is: byte_level_bpe, bpe,
    unigram, wordpiece, wordlevel, char or word; ``library`` is the package that does the work,
    empty for ours; ``pattern`` the name of the core's pre-tokenizer, else empty. ``reason``:
    why the core does not read it, in a sentence, where it does not.

    ``allowed_special``: the special tokens that a text may hold, as ``encode`` takes them; the
    others in it are plain text. Owners' libraries know all of them (``"all"``) or none.
    """

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def library(self) -> str: ...
    @property
    def pattern(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def model(self) -> BPEModel | None: ...
    @property
    def vocab_size(self) -> int:
        """One more than the last id."""

    @property
    def special_tokens(self) -> Mapping[str, int]: ...

    def encode(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> list[int]: ...

    def encode_with_offsets(
        self, text: AnyText, *, allowed_special: AllowedSpecial = ()
    ) -> Encoded: ...

    def count(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> int:
        """How many tokens ``text`` has; long texts by compiled code where there is some."""

    def decode(self, ids: Iterable[int], *, skip_special_tokens: bool = False) -> str:
        """The text of ``ids``; U+FFFD for what is no whole character."""

    def written(self, token_id: int) -> str:
        """A token as its files write it, or readable bytes; raises ``TokenIdError``."""

    def merge_tree(self, token_id: int) -> MergeTree | None:
        """How merges make the token; None where nothing is merged: unigram, WordPiece."""


@dataclass(frozen=True, slots=True)
class ByteLevelTokenizer:
    """A model of the core behind the face."""

    model: BPEModel
    name: str = ""
    kind = "byte_level_bpe"
    library = ""
    reason = ""

    @property
    def pattern(self) -> str:
        return self.model.pattern

    @property
    def vocab_size(self) -> int:
        return len(self.model.vocabulary)

    @property
    def special_tokens(self) -> Mapping[str, int]:
        return self.model.special_tokens

    def encode(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> list[int]:
        return encode(self.model, text, allowed_special=allowed_special)

    def encode_with_offsets(
        self, text: AnyText, *, allowed_special: AllowedSpecial = ()
    ) -> Encoded:
        return encode_spans(self.model, text, allowed_special=allowed_special)

    def count(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> int:
        if len(utf8_of(text) if isinstance(text, str) else as_bytes(text)) < SHORT:
            return len(self.encode(text, allowed_special=allowed_special))
        from bpe_core.encode.encode_array import encode_array  # which imports numpy

        return len(encode_array(self.model, text, allowed_special=allowed_special))

    def decode(self, ids: Iterable[int], *, skip_special_tokens: bool = False) -> str:
        return decode(self.model, ids, skip_special_tokens=skip_special_tokens)

    def written(self, token_id: int) -> str:
        return readable(checked_token(self.model, token_id))

    def merge_tree(self, token_id: int) -> MergeTree | None:
        checked_token(self.model, token_id)
        return tree_of_token(self.model, token_id)


def checked_token(model: BPEModel, token_id: int) -> bytes:
    """The token's bytes; raises ``TokenIdError`` for an id of no token."""
    number = as_integer("token_id", token_id)
    tokens = model.vocabulary.tokens
    if not 0 <= number < len(tokens) or not tokens[number]:
        raise TokenIdError(token_id=number, position=0, last=len(tokens) - 1)
    return tokens[number]


Tokenizing: TypeAlias = BPEModel | Tokenizer


def as_tokenizer(model: Tokenizing) -> Tokenizer:
    """A model behind the face, a tokenizer as it is; raises ``OptionError`` for neither."""
    if isinstance(model, BPEModel):
        return ByteLevelTokenizer(model)
    if not hasattr(model, "encode_with_offsets"):
        rule = "a BPEModel, or a Tokenizer as load_tokenizer gives it; it comes first"
        raise OptionError(name="model", value=type(model).__name__, rule=rule)
    return model


def count_tokens(
    model: Tokenizing, text: AnyText, *, allowed_special: AllowedSpecial = ()
) -> int:
    """How many tokens ``text`` has, by a model or by what ``load_tokenizer`` returned.

    >>> from bpe_core import train
    >>> count_tokens(train("to be or not to be", vocab_size=260), "to be")
    2
    """
    return as_tokenizer(model).count(text, allowed_special=allowed_special)


def encode_with_offsets(
    model: Tokenizing, text: AnyText, *, allowed_special: AllowedSpecial = ()
) -> Encoded:
    """The ids of ``encode``, and where each token stands in ``text``: characters and bytes.

    Offsets are those of Hugging Face tokenizers, before a post-processor trims white space: a
    token that has a part of a character has the span of the whole.

    >>> from bpe_core import train
    >>> encode_with_offsets(train("to be or not to be", vocab_size=260), "é to be").byte_spans
    [(0, 2), (0, 2), (2, 3), (3, 5), (5, 8)]
    """
    return as_tokenizer(model).encode_with_offsets(text, allowed_special=allowed_special)


class StreamDecoder:
    """Ids as they come to text, in whole characters; what waits comes with ``finish``.

    All that it returned, joined, is ``decode`` of all ids: what is no character becomes U+FFFD
    where nothing that follows can change it. Owners' decoders may write a word anew once the
    next one is there (WordPiece joins punctuation to it); what has been returned stays.

    >>> from bpe_core import train
    >>> stream = StreamDecoder(train("", vocab_size=256))
    >>> [stream.push(token_id) for token_id in "né".encode()], stream.finish()
    (['n', '', 'é'], '')
    """

    def __init__(self, model: Tokenizing, *, skip_special_tokens: bool = False) -> None:
        check_flag("skip_special_tokens", skip_special_tokens)
        self._tokenizer = as_tokenizer(model)
        core = self._tokenizer.model
        self._skipped = frozenset[int]()
        if skip_special_tokens:
            specials = self._tokenizer.special_tokens.values()
            self._skipped = skipped_ids(core) if core else frozenset(specials)
        self._bytes = getincrementaldecoder("utf-8")("replace")
        # An owner's decoder is asked for the ids from the last cut on; so many of them, and so
        # much of their text, have been returned.
        self._ids: list[int] = []
        self._done, self._text = 0, ""

    def push(self, ids: int | Iterable[int]) -> str:
        """The text that one more id, or several, make certain; raises like ``decode``."""
        several = ids if isinstance(ids, Iterable) else (ids,)
        return "".join(map(self._push, several))

    def _push(self, token_id: int) -> str:
        number = as_integer("id", token_id)
        if number in self._skipped:
            return ""
        if (core := self._tokenizer.model) is not None:
            return self._bytes.decode(checked_token(core, number))
        self._tokenizer.written(number)  # raises for an id of no token
        self._ids.append(number)
        text = self._tokenizer.decode(self._ids)
        if text.endswith(REPLACED):
            return ""
        return self._new_part(text)

    def _new_part(self, text: str) -> str:
        """What ``text`` has behind what was returned; the latest ids become the beginning."""
        same = takewhile(lambda pair: pair[0] == pair[1], zip(text, self._text, strict=False))
        new = text[sum(1 for _ in same) :]
        self._ids = self._ids[self._done :]
        self._done, self._text = len(self._ids), self._tokenizer.decode(self._ids)
        return new

    def finish(self) -> str:
        """What still waits, at the end of all ids; the decoder can be used anew."""
        if self._tokenizer.model is not None:
            return self._bytes.decode(b"", final=True)
        rest = self._new_part(self._tokenizer.decode(self._ids)) if self._ids else ""
        self._ids, self._done, self._text = [], 0, ""
        return rest


class MergeTree(NamedTuple):
    """A token, the rank of the merge that makes it of its two ``parts``; a leaf has neither.

    ``written`` is as the tokenizer writes tokens; ``token_id`` is None where a part of a token
    is none itself.
    """

    written: str
    token_id: int | None
    rank: int | None = None
    parts: tuple[MergeTree, ...] = ()

    def leaves(self) -> Iterator[str]:
        """What it is made of, from left to right."""
        if not self.parts:
            yield self.written
        for part in self.parts:
            yield from part.leaves()


def tree_of_token(model: BPEModel, token_id: int) -> MergeTree | None:
    """How rank order makes the token's bytes one; None for a token that no merges make.

    That is a special token, or one that only whole pre-tokens have.

    >>> from bpe_core import train
    >>> tree = tree_of_token(train("low low", vocab_size=258), 257)
    >>> tree.written, tree.rank, [part.written for part in tree.parts], [*tree.leaves()]
    ('low', 1, ['l', 'ow'], ['l', 'o', 'w'])
    """
    token = model.vocabulary[token_id]
    roots = derive(model, token, encode_by_rank(model, token)).roots
    if len(roots) != 1 or roots[0].token_id != token_id:
        return None
    return _tree(model, roots[0])


def _tree(model: BPEModel, part: Part) -> MergeTree:
    written = readable(model.vocabulary[part.token_id])
    if isinstance(part, Leaf):
        return MergeTree(written, part.token_id)
    parts = _tree(model, part.left), _tree(model, part.right)
    return MergeTree(written, part.token_id, part.rank, parts)


def tree_by_merges(
    symbols: Sequence[str],
    rank_of: Callable[[str, str], int | None],
    ids: Mapping[str, int],
) -> MergeTree | None:
    """The tree of ``symbols`` when the pair of lowest rank merges first; None if some stay.

    >>> ranks = {("l", "o"): 0, ("lo", "w"): 1}
    >>> tree = tree_by_merges("low", lambda *pair: ranks.get(pair), {"low": 7, "lo": 6})
    >>> tree.token_id, tree.parts[0].token_id, tree.parts[1].token_id
    (7, 6, None)
    """
    trees = [MergeTree(symbol, ids.get(symbol)) for symbol in symbols]
    while len(trees) > 1:
        pairs = [(left.written, right.written) for left, right in pairwise(trees)]
        ranks = [rank_of(*pair) for pair in pairs]
        ranked = [(rank, k) for k, rank in enumerate(ranks) if rank is not None]
        if not ranked:
            return None
        rank, k = min(ranked)
        whole = "".join(pairs[k])
        trees[k : k + 2] = [MergeTree(whole, ids.get(whole), rank, (trees[k], trees[k + 1]))]
    return trees[0] if trees else None
