"""What was made for a model, kept for the next call: a few at a time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

KEPT = 4  # models

Model = TypeVar("Model")
Made = TypeVar("Made")


class PerModel(Generic[Model, Made]):
    """``make(model)``, made once for the same object; the models used last are kept.

    >>> sizes = PerModel(lambda model: len(model.vocabulary))
    >>> from bpe_core.model import BPEModel, Vocabulary
    >>> sizes.of(BPEModel(Vocabulary.of_bytes(), ()))
    256
    """

    def __init__(self, make: Callable[[Model], Made], kept: int = KEPT) -> None:
        self._make, self._room = make, kept
        self._lock = Lock()
        # By identity: the model is held, so no other can have its number.
        self._kept: OrderedDict[int, tuple[Model, Made]] = OrderedDict()

    def of(self, model: Model) -> Made:
        """What was made for ``model``; two threads that ask at once may make it twice."""
        with self._lock:
            found = self._kept.get(id(model))
            if found is not None:
                self._kept.move_to_end(id(model))
                return found[1]
        made = self._make(model)
        with self._lock:
            self._kept[id(model)] = model, made
            while len(self._kept) > self._room:
                self._kept.popitem(last=False)
        return made
