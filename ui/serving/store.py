"""A cache of the latest results for all readers, so that a class computes each only once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from bpe_core.errors import FormatError
from ui.serving.memory import MB, Parts, parts_of, total

Value = TypeVar("Value")
Result = TypeVar("Result")

MOST = 128
BUDGET = 256 * MB
MOST_TYPED = 192  # each of at most the 20 KB that are drawn: a megabyte, mostly far less
MOST_VOCABULARIES = 256  # models read from files, tables of tokens, written files
VOCABULARY_BUDGET = 768 * MB


@dataclass(slots=True)
class Turn:
    """One maker at a time for a key, and how many are there for it."""

    lock: Lock = field(default_factory=Lock)
    readers: int = 0


@dataclass(slots=True)
class Store:
    """The ``most`` results used last, as many as weigh ``budget`` together; the last always.

    Safe for threads. Equal work is done once: who asks for it meanwhile waits and gets the
    same. An error of ``make`` goes to its caller; those who waited then compute it themselves.

    >>> store = Store(most=1)
    >>> store.get("a", lambda: 1), store.get("a", lambda: 2), store.get("b", lambda: 3)
    (1, 1, 3)
    >>> store.get("a", lambda: 4)
    4
    """

    most: int = MOST
    budget: int = BUDGET
    weigh: Callable[[Any], Parts] = parts_of
    entries: OrderedDict[Hashable, tuple[Any, Parts]] = field(default_factory=OrderedDict)
    turns: dict[Hashable, Turn] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The cached result of ``key``, or a new one, cached from now on."""
        if (entry := self._entry(key)) is not None:  # most need no turn
            return entry[0]
        with self._turn(key):
            if (entry := self._entry(key)) is not None:
                return entry[0]
            value = make()
            self._keep(key, value)
        return value

    def value_of(self, of: object, name: Hashable, make: Callable[[], Value]) -> Value:
        """``make()``, cached as the ``name`` of ``of``, an object identified by its id.

        The entry holds the object, so that its id cannot belong to another one meanwhile.
        """
        value: Value
        value, _ = self.get((name, id(of)), lambda: (make(), of))
        return value

    def has(self, key: Hashable) -> bool:
        """Whether it would be there at once."""
        with self.lock:
            return key in self.entries

    def _entry(self, key: Hashable) -> tuple[Any, Parts] | None:
        """What is cached of ``key``, from now on the one used last."""
        with self.lock:
            if key not in self.entries:
                return None
            self.entries.move_to_end(key)
            return self.entries[key]

    @contextmanager
    def _turn(self, key: Hashable) -> Iterator[None]:
        """Alone with ``key``; keys that nobody asks for take no memory."""
        with self.lock:
            turn = self.turns.setdefault(key, Turn())
            turn.readers += 1
        try:
            with turn.lock:
                yield
        finally:
            with self.lock:
                turn.readers -= 1
                if not turn.readers:
                    del self.turns[key]

    def _keep(self, key: Hashable, value: Any) -> None:
        parts = self.weigh(value)
        with self.lock:
            self.entries[key] = value, parts
            while len(self.entries) > max(1, self.most) or self._is_too_heavy():
                self.entries.popitem(last=False)

    def _is_too_heavy(self) -> bool:
        held = (parts for _, parts in self.entries.values())
        return len(self.entries) > 1 and total(held) > self.budget


# Not Streamlit's caches: functions of ``st.cache_data`` may not draw progress into a container
# outside, and ``st.cache_resource`` takes longer to find a store than a store to find an entry.
_shared = Store()
_typed = Store(most=MOST_TYPED, weigh=lambda _: {})  # weighing takes longer than making
_of_vocabularies = Store(most=MOST_VOCABULARIES, budget=VOCABULARY_BUDGET)


def shared_store() -> Store:
    """The store of this server."""
    return _shared


def typed_store() -> Store:
    """The store of what is drawn as one types: there it pushes out nobody's walk."""
    return _typed


def vocabulary_store() -> Store:
    """The store of what belongs to whole vocabularies."""
    return _of_vocabularies


def tried(make: Callable[[], Result]) -> Result | FormatError:
    """The result of ``make``, or its error without the traceback, stored like a result."""
    try:
        return make()
    except FormatError as error:
        return copy(error)


def unwrap(outcome: Result | FormatError) -> Result:
    """The result, or raise a copy of the stored error."""
    if isinstance(outcome, FormatError):
        raise copy(outcome)
    return outcome
