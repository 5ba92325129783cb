"""A cache of values computed per model, for the few models used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

MOST_MODELS = 4

Model = TypeVar("Model")
Value = TypeVar("Value")


class PerModel(Generic[Model, Value]):
    """``make(model)``, computed once per object; the entries used last are kept.

    >>> sizes = PerModel(lambda model: len(model.vocabulary))
    >>> from bpe_core.model import BPEModel, Vocabulary
    >>> sizes.of(BPEModel(Vocabulary.of_bytes(), ()))
    256
    """

    def __init__(self, make: Callable[[Model], Value], capacity: int = MOST_MODELS) -> None:
        self._make, self._capacity = make, capacity
        self._lock = Lock()
        # By identity: the entry holds the model, so no other object can get its id.
        self._entries: OrderedDict[int, tuple[Model, Value]] = OrderedDict()

    def of(self, model: Model) -> Value:
        """The value for ``model``; two threads that ask at once may compute it twice."""
        with self._lock:
            entry = self._entries.get(id(model))
            if entry is not None:
                self._entries.move_to_end(id(model))
                return entry[1]
        value = self._make(model)
        with self._lock:
            self._entries[id(model)] = model, value
            while len(self._entries) > self._capacity:
                self._entries.popitem(last=False)
        return value
