"""The interface of every system: trained from a file, texts to tokens and back, own files.

    name        example                         meaning
    System      SYSTEMS["bbpe"]                 how it is trained and loaded
    encode      [5, 0] or ["lo@@", "w"]         the system's own output; timed
    Piece       Piece("lo@@", 0, 2)             one token and its span in the text
    Segmented   Segmented("low", (…, …))        a text cut in pieces, as the system sees it

``registry.SYSTEMS`` names them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sized
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from bpe_core.runtime.machine import is_importable
from bpe_core.runtime.progress import OnProgress

FIRST_ESCAPE = 0xDC00  # added by "surrogateescape" to a byte that is not part of a character


class Piece(NamedTuple):
    """``written`` as the system itself does; ``start`` and ``end`` count bytes of UTF-8.

    Bytes that are not characters are ``<E4>`` in ``written``. A piece that stands for
    nothing in the text, such as a space that the system put in front, has ``start == end``.
    """

    written: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Segmented:
    """``pieces`` of ``text``: the original, or as the system normalized it before cutting.

    >>> Segmented("low", (Piece("lo@@", 0, 2), Piece("w", 2, 3))).of(0)
    b'lo'
    """

    text: str
    pieces: tuple[Piece, ...]

    def of(self, position: int) -> bytes:
        """The bytes that the piece at ``position`` stands for."""
        piece = self.pieces[position]
        return self.text.encode()[piece.start : piece.end]


class TrainedSystem(Protocol):
    """A vocabulary and what it does to texts."""

    @property
    def vocab_size(self) -> int:
        """The number of tokens, special ones included."""

    def encode(self, text: str) -> Sized:
        """Ids or strings, whichever the system returns; one per token.

        In one thread, so that the speeds of systems can be compared.
        """

    def encode_short(self, text: str) -> Sized:
        """The same for a short text, at once: none of our compiled code is loaded for it."""

    def decode(self, encoded: Any) -> str:
        """The text of what ``encode`` or ``encode_short`` returned."""

    def segment(self, text: str) -> Segmented:
        """The same tokens as pieces of the text, for display."""

    def files(self) -> Mapping[str, bytes]:
        """Its files by name, in the form that the system itself reads."""


class Train(Protocol):
    """Learn from a file of UTF-8 text, not normalized."""

    def __call__(
        self,
        corpus: Path,
        vocab_size: int,
        *,
        seed: int = ...,
        threads: int | None = ...,
        on_progress: OnProgress | None = ...,
    ) -> TrainedSystem:
        """At most ``vocab_size`` tokens; ``threads`` None means one per processor.

        A deterministic system ignores ``seed``, one that cannot use threads ignores
        ``threads``, and other libraries report no progress.
        """


class Load(Protocol):
    """A trained system from its ``files()``, by name."""

    def __call__(self, files: Mapping[str, bytes]) -> TrainedSystem: ...


Unit = Literal["bytes", "characters"]
Method = Literal["bpe", "unigram"]


@dataclass(frozen=True, slots=True)
class System:
    """One row of the registry: a short description, and how to train or load the system.

    ``library`` is the package that does the work; "" says that it is ours. ``title`` is what
    people call it, ``kernels`` the parts of compiled code that it has (`kernels/objects.py`).
    ``spaces_are_free``: it needs no tokens for spaces, so that its texts seem shorter than
    those of others.
    """

    train: Train
    load: Load
    unit: Unit
    method: Method
    library: str = ""
    title: str = ""
    kernels: tuple[str, ...] = ()
    spaces_are_free: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether it can be trained here."""
        return not self.library or is_importable(self.library)


@dataclass(frozen=True, slots=True)
class Deferred:
    """A function of a module in `bpe_core.systems`, which is imported when it is called.

    So who names systems imports none of them, nor what they need: numpy, numba, libraries.

    >>> load = Deferred("byte_level", "load_byte_level")
    >>> load({"vocab.json": b"{}"})
    Traceback (most recent call last):
    bpe_core.errors.FormatError: merges.txt, the file: is missing beside vocab.json
    """

    module: str
    name: str

    def __call__(self, *values: Any, **options: Any) -> Any:
        module = import_module(f"bpe_core.systems.{self.module}")
        return getattr(module, self.name)(*values, **options)


def laid_out(
    tokens: Iterable[bytes], write: Callable[[bytes], str], start: int = 0
) -> tuple[Piece, ...]:
    """``tokens`` end to end from ``start`` on, each written by ``write``.

    >>> laid_out([b"lo", b"w"], readable)
    (Piece(written='lo', start=0, end=2), Piece(written='w', start=2, end=3))
    """
    pieces = []
    for token in tokens:
        end = start + len(token)
        pieces.append(Piece(write(token), start, end))
        start = end
    return tuple(pieces)


def readable(token: bytes) -> str:
    """Whole characters as they are, other bytes as ``<E4>``.

    >>> readable("你".encode() + b"\\xe4\\xbd")
    '你<E4><BD>'
    """
    text = token.decode("utf-8", "surrogateescape")
    if text.isascii():
        return text
    return "".join(map(_with_bytes_named, text))


def _with_bytes_named(character: str) -> str:
    value = ord(character) - FIRST_ESCAPE
    return f"<{value:02X}>" if 0x80 <= value <= 0xFF else character
