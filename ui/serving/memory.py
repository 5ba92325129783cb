"""Memory: what results weigh, how much readers may hold together, what a training may take.

A result is weighed in parts, each told by itself, so that what two results share counts once.
The numbers are measured (`docs/decisions/serving.md`).

A session holds what it has loaded or trained, and lets it go when it ends. Equal files
share one model, which counts once. Who is here comes before who has left: where there is no
room, what sessions hold whose connection is lost is let go of.

A training waits while others use what it needs, and is refused where even alone it would not
have it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from sys import getsizeof
from threading import Condition, Event, Lock
from typing import Any, Protocol, TypeAlias, TypeVar
from weakref import WeakSet

import pyarrow as pa
import streamlit as st

from bpe_core.errors import BPELabError
from bpe_core.model import BPEModel
from bpe_core.runtime.text import MOST_IN_LINE
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_core.tokenizers.owners import OwnedTokenizer
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_lab.measure.memory import free_memory
from bpe_lab.scenes.token_table import Inventory
from ui.serving.app_errors import AppError
from ui.serving.belongings import end_who_left_first

MB = 2**20
MERGE, TOKEN = 250, 160  # bytes of memory; a token's own bytes beside
PIECE = 350  # with its number, its count, its logarithm and its place in compiled tables
# A token that an owner's library holds, with its merges: Gemma 4 has two for each.
OWNED = {"tokenizers": 2_200, "sentencepiece": 400}
ROW, ROW_BYTE = 350, 4  # of a table: a row, and each byte of its token as text and as hex
OTHER = 5 * MB  # a full recording
SMALL = 2**10

Parts: TypeAlias = dict[int, int]  # id of a part: bytes
ROOM = 768 * MB
LARGEST = 100_000  # tokens of a vocabulary
EACH_BYTE = 48  # bytes of memory for a byte of text: 45 for Chinese characters at random
MOST_TOKEN_BYTES = 16 * MB  # of all tokens together; 100,000 of a language have 1 or 2
EACH_TOKEN_BYTE = 4  # bytes of memory: the token, what it is encoded and decoded by, its text
ANYWAY = 200 * MB + EACH_TOKEN_BYTE * MOST_TOKEN_BYTES  # and compiled code, small tables
LEFT_FREE = 256 * MB  # for everybody else on this server
PAUSE = 0.5  # seconds between two looks at what is free


def parts_of(value: object) -> Parts:
    """The parts of a result and the memory of each.

    >>> sum(parts_of({"merges.txt": "a" * 1000}).values()) > 1000
    True
    """
    return dict(_parts(value))


def total(weighed: Iterable[Parts]) -> int:
    """The memory of results together.

    >>> total([{1: 10, 2: 5}, {1: 10}])
    15
    """
    together: Parts = {}
    for parts in weighed:
        together |= parts
    return sum(together.values())


def model_weight(model: BPEModel) -> int:
    """A model's bytes of memory."""
    tokens = model.vocabulary.tokens
    return MERGE * len(model.merges) + TOKEN * len(tokens) + sum(map(len, tokens))


def owned_weight(tokenizer: OwnedTokenizer) -> int:
    """That of what an owner's library holds, native memory included."""
    return OWNED[tokenizer.library] * tokenizer.vocab_size


def unigram_weight(model: UnigramModel) -> int:
    """That of pieces with all that follows from them."""
    return PIECE * len(model.pieces) + 2 * sum(map(len, model.pieces))


def table_weight(model: BPEModel) -> int:
    """Those of the table of a model's vocabulary, in which long tokens are cut."""
    tokens = model.vocabulary.tokens
    return ROW * len(tokens) + ROW_BYTE * sum(min(len(t), MOST_IN_LINE) for t in tokens)


def _parts(value: object) -> Iterator[tuple[int, int]]:
    match value:
        case BPEModel():
            yield id(value), model_weight(value)
        case ByteLevelTokenizer():
            yield from _parts(value.model)
        case OwnedTokenizer():
            yield id(value), owned_weight(value)
        case UnigramModel():
            yield id(value), unigram_weight(value)
        case Inventory():
            yield id(value), table_weight(value.model)
            yield from _parts(value.model)
        case str() | bytes() | int() | float() | None:
            yield id(value), getsizeof(value)
        case pa.Table():
            yield id(value), value.nbytes
        case tuple() | list():
            for each in value:
                yield from _parts(each)
        case Mapping():
            for each in value.values():
                yield from _parts(each)
        case BPELabError():
            yield id(value), SMALL
        case _:
            yield id(value), OTHER


class Weighed(Protocol):
    """Something that a session holds, in its parts; weakly held here."""

    @property
    def parts(self) -> Parts: ...


Entry = TypeVar("Entry", bound=Weighed)


@dataclass(frozen=True, eq=False)  # no slots: weakly held
class Loaded:
    """A tokenizer, the names of what it came from, and the source: equal ones are equal models.

    ``content``: the files by name, where they leave open what their reader may still say.
    """

    tokenizer: Tokenizer
    names: tuple[str, ...]
    source: Hashable
    content: Mapping[str, bytes] = field(default_factory=dict)
    parts: Parts = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Weigh it once, with the table that the page of vocabularies makes of it."""
        parts = parts_of(self.tokenizer)
        if model := self.tokenizer.model:
            parts[id(model)] += table_weight(model)
        object.__setattr__(self, "parts", parts | parts_of(self.content))


@dataclass(slots=True)
class Room:
    """What is held and still in use; ``give_back`` lets go of what one holds who has left."""

    limit: int = ROOM
    give_back: Callable[[], bool] = lambda: False
    held: WeakSet[Any] = field(default_factory=WeakSet)
    lock: Lock = field(default_factory=Lock)

    def admit(self, loaded: Entry, *, instead_of: Weighed | None = None) -> Entry:
        """``loaded``, from now on counted until nobody holds it; raises ``AppError``."""
        while (beyond := self._beyond(loaded, instead_of)) > 0 and self.give_back():
            pass
        if beyond > 0:
            raise AppError("no_room", size=-(-beyond // MB))
        return loaded

    def _beyond(self, loaded: Weighed, instead_of: Weighed | None) -> int:
        """How many bytes too many it would be; 0 at most: it is admitted."""
        with self.lock:
            others = (each.parts for each in self.held if each is not instead_of)
            beyond = total([loaded.parts, *others]) - self.limit
            if beyond <= 0:
                self.held.add(loaded)
        return beyond


@st.cache_resource
def room() -> Room:
    """The one of this server."""
    return Room(give_back=end_who_left_first)


def need_of(size: int) -> int:
    """Bytes of memory for a text of ``size`` bytes, rather too much than too little.

    >>> need_of(20 * MB) // MB
    1224
    """
    return EACH_BYTE * size + ANYWAY


@dataclass(slots=True)
class Memory:
    """What the trainings under way have asked for; ``free`` says what the machine has left."""

    free: Callable[[], int | None] = free_memory
    taken: dict[int, int] = field(default_factory=dict)
    changed: Condition = field(default_factory=Condition)

    @contextmanager
    def reserved(self, need: int, stop: Event) -> Iterator[None]:
        """Room for ``need`` bytes, waited for while others work and ``stop`` is not set.

        Raises ``AppError("little_memory")``. What others have asked for counts in full, also
        where they have it already: then one waits that need not, which does no harm.
        """
        me = object()
        with self.changed:
            while not stop.is_set() and not self._has(need):
                if not self.taken:
                    free = (self.free() or 0) - LEFT_FREE
                    raise AppError("little_memory", need=need // MB, free=max(0, free) // MB)
                self.changed.wait(PAUSE)
            self.taken[id(me)] = need
        try:
            yield
        finally:
            with self.changed:
                del self.taken[id(me)]
                self.changed.notify_all()

    def _has(self, need: int) -> bool:
        free = self.free()
        return free is None or free - LEFT_FREE - sum(self.taken.values()) >= need


@st.cache_resource
def training_memory() -> Memory:
    """The one of this server."""
    return Memory()
