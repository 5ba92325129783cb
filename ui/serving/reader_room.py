"""How much memory the readers' own vocabularies, and ids, may take together.

A session holds what it has loaded or trained, and lets it go when it ends. Equal files
share one model, which counts once. Who is here comes before who has left: where there is no
room, what sessions hold whose connection is lost is let go of.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

import streamlit as st

from bpe_core.errors import InputError
from bpe_core.model import BPEModel
from ui.serving.belongings import end_who_left_first
from ui.serving.memory_weights import MB, Parts, model_weight, table_weight, total

ROOM = 768 * MB


class NoRoomError(InputError):
    message = "{size} MB more than all sessions may hold together"


class Weighed(Protocol):
    """Something that a session holds, in its parts; weakly held here."""

    @property
    def parts(self) -> Parts: ...


Entry = TypeVar("Entry", bound=Weighed)


@dataclass(frozen=True, eq=False)  # no slots: weakly held
class Loaded:
    """A model, the names of what it came from, and the source: equal ones are equal models."""

    model: BPEModel
    names: tuple[str, ...]
    source: Hashable
    parts: Parts = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Weigh it once."""
        weight = model_weight(self.model) + table_weight(self.model)
        object.__setattr__(self, "parts", {id(self.model): weight})


@dataclass(slots=True)
class Room:
    """What is held and still in use; ``give_back`` lets go of what one holds who has left."""

    limit: int = ROOM
    give_back: Callable[[], bool] = lambda: False
    held: WeakSet[Any] = field(default_factory=WeakSet)
    lock: Lock = field(default_factory=Lock)

    def admit(self, loaded: Entry, *, instead_of: Weighed | None = None) -> Entry:
        """``loaded``, from now on counted until nobody holds it; raises `NoRoomError`."""
        while (beyond := self._beyond(loaded, instead_of)) > 0 and self.give_back():
            pass
        if beyond > 0:
            raise NoRoomError(size=-(-beyond // MB))
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
