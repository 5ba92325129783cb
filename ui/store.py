"""Results kept for all readers, the latest ones, so that a class computes each only once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import streamlit as st

MOST = 32  # a full recording takes about 5 MB of memory
MOST_VOCABULARIES = 12  # models read from files, tables of tokens, written files


@dataclass(slots=True)
class Store:
    """The ``most`` results used last. Safe for threads; equal work may run twice at once.

    >>> store = Store(most=1)
    >>> store.get("a", lambda: 1), store.get("a", lambda: 2), store.get("b", lambda: 3)
    (1, 1, 3)
    >>> store.get("a", lambda: 4)
    4
    """

    most: int = MOST
    kept: OrderedDict[Hashable, Any] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """The kept result of ``key``, or a new one, kept from now on."""
        with self.lock:
            if key in self.kept:
                self.kept.move_to_end(key)
                return self.kept[key]
        made = make()
        with self.lock:
            self.kept[key] = made
            while len(self.kept) > self.most:
                self.kept.popitem(last=False)
        return made


@st.cache_resource
def shared_store() -> Store:
    """The store of this server.

    Not ``st.cache_data``: its functions may not draw progress into a container outside.
    """
    return Store()


@st.cache_resource
def vocabulary_store() -> Store:
    """What belongs to whole vocabularies: fewer, since it is larger."""
    return Store(most=MOST_VOCABULARIES)
