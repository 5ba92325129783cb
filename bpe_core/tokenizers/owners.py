"""What is no byte-level BPE, served by the library that owns it, behind the same face.

    tokenizer.json    Hugging Face tokenizers: byte_fallback, Metaspace, normalizers that change
                      the text, unigram, WordPiece, pre-tokenizers that we do not teach
    *.model           SentencePiece

Both come with the extra ``peers`` and are imported when a file needs them. What belongs to a
call (truncation, padding, what a post-processor adds around a text or trims of its offsets) and
dropout, which is for training, are turned off.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib import import_module
from threading import Lock
from types import MappingProxyType
from typing import Any, ClassVar

from bpe_core.encode.offsets import Encoded, in_bytes
from bpe_core.encode.whole_text import ALL, AllowedSpecial
from bpe_core.errors import (
    BPELabError,
    FormatError,
    InputError,
    OptionError,
    PackageMissingError,
    TokenIdError,
)
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import begins_as_sentencepiece, json_of
from bpe_core.formats.recognize import Role, roles
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import check_collection
from bpe_core.runtime.arguments import as_integer, check_ids
from bpe_core.runtime.text import AnyText, as_characters
from bpe_core.tokenizers.tokenizer import MergeTree, tree_by_merges

EXTRA = "peers"
PASSED_ON = KeyboardInterrupt | SystemExit | MemoryError | BPELabError
KINDS: Mapping[str, str] = {
    "BPE": "bpe",
    "Unigram": "unigram",
    "WordPiece": "wordpiece",
    "WordLevel": "wordlevel",
}
SENTENCEPIECE_KINDS: Mapping[int, str] = {1: "unigram", 2: "bpe", 3: "word", 4: "char"}


def library(name: str) -> Any:
    """The package, imported; raises ``PackageMissingError``, which names the extra."""
    try:
        return import_module(name)
    except ImportError as error:
        raise PackageMissingError(package=name, extra=EXTRA) from error


def served_by_owner(
    files: Mapping[str, bytes], name: str, error: FormatError
) -> OwnedTokenizer:
    """The tokenizer in ``files``, which the core has refused by ``error``.

    Raises that where no library owns such files or its owner refuses them too, naming what it
    says, and ``PackageMissingError``.
    """
    for file, data in files.items():
        if begins_as_sentencepiece(data[:4096]):
            return SentencePieceTokenizer(data, name or file)
    try:
        tokenizer = roles(files).get(Role.TOKENIZER)
    except FormatError:
        tokenizer = None
    if tokenizer is None:
        raise error
    return HuggingFaceTokenizer(tokenizer, files[tokenizer], name or tokenizer, str(error))


class OwnedTokenizer(ABC):
    """What both owners have in common; see `Tokenizer` for the face."""

    kind: str
    library: ClassVar[str]
    pattern: ClassVar[str] = ""
    model: ClassVar[BPEModel | None] = None
    special_tokens: Mapping[str, int]
    vocab_size: int

    def __init__(self, name: str, reason: str) -> None:
        self.name, self.reason = name, reason

    def encode(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> list[int]:
        return self.encode_with_offsets(text, allowed_special=allowed_special).ids

    @abstractmethod
    def encode_with_offsets(
        self, text: AnyText, *, allowed_special: AllowedSpecial = ()
    ) -> Encoded: ...

    def count(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> int:
        return len(self.encode(text, allowed_special=allowed_special))

    def decode(self, ids: Iterable[int], *, skip_special_tokens: bool = False) -> str:
        check_ids(ids)
        plain = [self.checked(token_id, at) for at, token_id in enumerate(ids)]
        if skip_special_tokens:
            skipped = {*self.special_tokens.values()}
            plain = [token_id for token_id in plain if token_id not in skipped]
        return self.decoded(plain)

    @abstractmethod
    def decoded(self, ids: list[int]) -> str: ...

    def written(self, token_id: int) -> str:
        return self.written_token(self.checked(token_id))

    @abstractmethod
    def written_token(self, token_id: int) -> str: ...

    @abstractmethod
    def merge_tree(self, token_id: int) -> MergeTree | None: ...

    def has(self, token_id: int) -> bool:
        return 0 <= token_id < self.vocab_size

    def checked(self, token_id: int, at: int = 0) -> int:
        """``token_id`` as a plain integer; raises ``TokenIdError`` for an id of no token."""
        number = as_integer("token_id", token_id)
        if not self.has(number):
            raise TokenIdError(token_id=number, position=at, last=self.vocab_size - 1)
        return number

    def allows(self, allowed: AllowedSpecial) -> bool:
        """Whether special tokens are recognized: all of them, or none."""
        if isinstance(allowed, str) and allowed == ALL:
            return True
        check_collection("allowed_special", allowed, also=", or 'all'")
        if {*allowed} not in (set(), {*self.special_tokens}):
            rule = f"none, or 'all': {self.library} does not tell them apart"
            raise OptionError(name="allowed_special", value=allowed, rule=rule)
        return bool(allowed)


class HuggingFaceTokenizer(OwnedTokenizer):
    """A ``tokenizer.json`` that Hugging Face tokenizers serves; raises ``FormatError``."""

    library = "tokenizers"

    def __init__(self, file: str, data: bytes, name: str, reason: str) -> None:
        super().__init__(name, reason)
        tokenizers = library("tokenizers")
        self._model: dict[str, Any] = json_of(file, data).get("model") or {}
        self._model.pop("vocab", None)  # the library has it
        try:
            self._owned = tokenizers.Tokenizer.from_str(data.decode())
            self._owned.no_truncation()
            self._owned.no_padding()
            self._owned.post_processor = None
            if self._model.get("dropout"):
                self._owned.model.dropout = None
        except BaseException as error:  # Rust's panics are no Exception
            if isinstance(error, PASSED_ON):
                raise
            values = {"library": self.library, "problem": str(error)}
            raise broken(file, WHOLE, "not_by_owner", **values) from error
        self._lock = Lock()
        self.kind = KINDS.get(self._model.get("type", "BPE"), "bpe")
        self._ids: dict[str, int] = self._owned.get_vocab(with_added_tokens=True)
        self._texts = {number: text for text, number in self._ids.items()}
        self.vocab_size = max(self._texts, default=-1) + 1
        added = self._owned.get_added_tokens_decoder().items()
        self.special_tokens = MappingProxyType(
            {token.content: number for number, token in added if token.special}
        )

    @contextmanager
    def failures_named(self) -> Iterator[None]:
        """Raise ``InputError`` for what the library ends with, a panic included."""
        try:
            yield
        except BaseException as error:
            if isinstance(error, PASSED_ON):
                raise
            raise InputError("owner_failed", library=self.library, reason=str(error)) from error

    def _as_allowed(self, allowed: AllowedSpecial) -> Any:
        """The library's tokenizer, set to take special tokens as such or as text.

        subtle: it is one setting for all threads, so it is held until the text is encoded.
        """
        self._owned.encode_special_tokens = not self.allows(allowed)
        return self._owned

    def encode_with_offsets(
        self, text: AnyText, *, allowed_special: AllowedSpecial = ()
    ) -> Encoded:
        characters = as_characters(text)
        # subtle: a batch, though of one: the library holds Python's lock in `encode`.
        with self._lock, self.failures_named():
            owned = self._as_allowed(allowed_special)
            (encoding,) = owned.encode_batch([characters], add_special_tokens=False)
        spans = encoding.offsets
        return Encoded(encoding.ids, spans, in_bytes(characters, spans))

    def encode(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> list[int]:
        with self._lock, self.failures_named():
            owned = self._as_allowed(allowed_special)
            texts = [as_characters(text)]
            (encoding,) = owned.encode_batch_fast(texts, add_special_tokens=False)
        ids: list[int] = encoding.ids
        return ids

    def decoded(self, ids: list[int]) -> str:
        with self.failures_named():
            text: str = self._owned.decode(ids, skip_special_tokens=False)
        return text

    def has(self, token_id: int) -> bool:
        return token_id in self._texts

    def written_token(self, token_id: int) -> str:
        text: str = self._texts[token_id]
        return text

    @cached_property
    def _ranks(self) -> dict[tuple[str, str], int]:
        pairs = self._model.pop("merges", None) or ()  # not held twice
        split = (tuple(each.split(" ") if isinstance(each, str) else each) for each in pairs)
        return {(left, right): rank for rank, (left, right) in enumerate(split)}

    def merge_tree(self, token_id: int) -> MergeTree | None:
        """From the file's merges, whose last rank of a pair counts, as there."""
        token = self.written(token_id)
        if self.kind != "bpe" or self._model.get("continuing_subword_prefix"):
            return None
        suffix = self._model.get("end_of_word_suffix") or ""
        symbols = [*token.removesuffix(suffix)]
        if suffix and symbols and token.endswith(suffix):
            symbols[-1] += suffix
        if len(symbols) < 2:
            return None
        return tree_by_merges(symbols, lambda *pair: self._ranks.get(pair), self._ids)


class SentencePieceTokenizer(OwnedTokenizer):
    """A ``.model`` of SentencePiece; raises ``FormatError``."""

    library = "sentencepiece"

    def __init__(self, data: bytes, name: str) -> None:
        reason = "a model of SentencePiece, served by its own library"
        super().__init__(name, reason)
        from bpe_core.systems.sentencepiece import opened  # which imports numpy

        library("sentencepiece")
        self._owned = opened(data, name)
        self.vocab_size = self._owned.get_piece_size()
        self.kind = SENTENCEPIECE_KINDS[model_type(data)]
        try:
            names = {k: self._owned.id_to_piece(k) for k in range(self.vocab_size)}
        except UnicodeDecodeError as error:  # its library opens pieces that are no text
            values = {"library": self.library, "problem": error.reason}
            raise broken(name, WHOLE, "not_by_owner", **values) from error
        special = (k for k in names if self._owned.is_control(k) or self._owned.is_unknown(k))
        self.special_tokens = MappingProxyType({names[k]: k for k in special})
        self._ids = {text: number for number, text in names.items()}

    def encode(self, text: AnyText, *, allowed_special: AllowedSpecial = ()) -> list[int]:
        """Control symbols are recognized in no text, allowed or not: so its owner has it."""
        self.allows(allowed_special)
        ids: list[int] = self._owned.encode(as_characters(text))
        return ids

    def encode_with_offsets(
        self, text: AnyText, *, allowed_special: AllowedSpecial = ()
    ) -> Encoded:
        self.allows(allowed_special)
        characters = as_characters(text)
        mapping = self._owned.encode(characters, return_type="offset_mapping")
        are_bytes = self._owned.is_byte(mapping["ids"]) if mapping["ids"] else []
        spans = whole_characters(mapping["offsets"], are_bytes)
        return Encoded(mapping["ids"], spans, in_bytes(characters, spans))

    def decoded(self, ids: list[int]) -> str:
        text: str = self._owned.decode(ids)
        return text

    def written_token(self, token_id: int) -> str:
        text: str = self._owned.id_to_piece(token_id)
        return text

    def merge_tree(self, token_id: int) -> MergeTree | None:
        """Two neighbors merge where their texts together are a piece, the best score first."""
        token = self.written(token_id)
        if self.kind != "bpe" or len(token) < 2 or not self._owned_is_normal(token_id):
            return None
        return tree_by_merges(token, self._rank, self._ids)

    def _owned_is_normal(self, token_id: int) -> bool:
        asked: tuple[Callable[[int], bool], ...] = (
            self._owned.is_control,
            self._owned.is_unknown,
            self._owned.is_byte,
        )
        return not any(ask(token_id) for ask in asked)

    def _rank(self, left: str, right: str) -> int | None:
        token_id = self._ids.get(left + right)
        return None if token_id is None else round(-self._owned.get_score(token_id))


def whole_characters(
    spans: Iterable[tuple[int, int]], are_bytes: Collection[bool]
) -> list[tuple[int, int]]:
    """``spans`` with that of the whole character for each of its bytes.

    SentencePiece gives it to the last of them, and to the others the empty span before it.

    >>> whole_characters([(0, 1), (1, 1), (1, 2)], [False, True, True])
    [(0, 1), (1, 2), (1, 2)]
    """
    result: list[tuple[int, int]] = []
    behind: tuple[int, int] | None = None
    for span, is_byte in reversed([*zip(spans, are_bytes, strict=True)]):
        if is_byte and span[0] < span[1]:
            behind = span
        elif not is_byte or behind is None or span[1] != behind[0]:
            behind = None
        result.append(behind if is_byte and behind else span)
    return result[::-1]


def model_type(data: bytes) -> int:
    """The number of the model's type in its file: unigram, BPE, words or characters.

    Read off the protobuf itself (``trainer_spec``, field 2, has it in its field 3), since the
    library does not tell it; 1, unigram, is the default.
    """
    for number, value in fields_of(data):
        if number == 2 and isinstance(value, bytes):
            for inner, kind in fields_of(value):
                if inner == 3 and kind in SENTENCEPIECE_KINDS:
                    assert isinstance(kind, int)
                    return kind
    return 1


MOST_BITS = 63  # of a number in a protobuf


def fields_of(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    r"""The fields of a protobuf message, until something is not as it should be.

    >>> [*fields_of(b"\x08\x96\x01\x12\x01x")]
    [(1, 150), (2, b'x')]
    """
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > MOST_BITS:
                raise IndexError

    try:
        while at < len(data):
            number, wire = divmod(varint(), 8)
            if wire == 0:
                yield number, varint()
                continue
            size = {1: 8, 2: -1, 5: 4}[wire]
            size = varint() if size < 0 else size
            yield number, data[at : at + size]
            at += size
    except (IndexError, KeyError):
        return
