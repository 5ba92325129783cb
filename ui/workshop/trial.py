"""A text encoded with a trained vocabulary and decoded again: what it gave and how fast."""

from __future__ import annotations

from dataclasses import dataclass, field
from io import BytesIO
from threading import Event
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.model import BPEModel
from bpe_core.runtime.progress import OnProgress, Progress
from ui.serving.kernels import get_ready
from ui.serving.memory_weights import Parts
from ui.workshop.engine import Cancelled, decoded, encoded, until, warm_up
from ui.workshop.phase_meter import Metered

Ids: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]

AT_ONCE = 50_000  # ids written at a time, so that others get their turn in between


@dataclass(frozen=True, eq=False)  # no slots: weakly held
class Tried:
    """The ids of a text of ``size`` bytes, the seconds both ways, whether it came back."""

    model: BPEModel
    name: str
    size: int
    ids: Ids
    encode_seconds: float
    decode_seconds: float
    same: bool
    parts: Parts = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """The ids are what takes memory."""
        object.__setattr__(self, "parts", {id(self.ids): self.ids.nbytes})


@dataclass(slots=True, eq=False)
class Trial(Metered[Tried]):
    """A text on its way there and back.

    ``pause``: seconds before the clock runs, in which the page that asked is drawn. Both at
    once would share the interpreter, and a short text seem five times slower than it is.
    """

    model: BPEModel
    name: str
    text: bytes
    pause: float = 0.0

    def run(self, stop: Event) -> None:
        """To its end, or until ``stop`` is set; then there is no result."""
        tell = until(stop, self.meter.note)
        try:
            with self.meter:
                self.meter.begin("ready")
                get_ready(stop)
                warm_up(self.model)
                stop.wait(self.pause)
                ids, same = there_and_back(self.model, self.text, tell)
        except Cancelled:
            return
        seconds = {span.phase: span.seconds for span in self.meter.now.spans}
        self.result = Tried(
            *(self.model, self.name, len(self.text), ids),
            encode_seconds=seconds["encode"],
            decode_seconds=seconds["decode"],
            same=same,
        )


def there_and_back(model: BPEModel, text: bytes, tell: OnProgress) -> tuple[Ids, bool]:
    """The ids, as small as the vocabulary allows, and whether they give the same bytes.

    Special tokens count as such: the text is the reader's own.
    """
    tell(Progress("encode", 0, len(text)))
    ids = encoded(model, text, tell)
    tell(Progress("decode", 0, len(ids)))
    back = decoded(model, ids, tell)
    tell(Progress("compare", 0, None))
    is_small = len(model.vocabulary) <= 2**16
    return (ids.astype(np.uint16) if is_small else ids), back == text


def as_lines(ids: Ids) -> bytes:
    """One id a line.

    >>> as_lines(np.array([5, 6], np.uint16))
    b'5\\n6\\n'
    """
    blocks = (ids[at : at + AT_ONCE].tolist() for at in range(0, len(ids), AT_ONCE))
    return "".join("\n".join(map(str, block)) + "\n" for block in blocks).encode()


def as_npy(ids: Ids) -> bytes:
    """A file for ``numpy.load``."""
    buffer = BytesIO()
    np.save(buffer, ids)
    return buffer.getvalue()
