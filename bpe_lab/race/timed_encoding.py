"""One timed run of an encoder over a whole text: ours, the compiled one, or tiktoken.

A part is a pre-token of the text, in the text's order, whether it had to be encoded or was
known from before. The clock starts with the text in memory as a str.
"""

from __future__ import annotations

from array import array
from hashlib import sha256
from time import monotonic

from bpe_core.encode.encode_array import encode_array, forget
from bpe_core.encode.whole_text import encode_pre_token
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.registry import ENCODERS
from bpe_core.runtime.progress import Progress
from bpe_lab.measure.guards import Say
from bpe_lab.measure.peers import ANYTHING
from bpe_lab.race.ladder import Lane
from bpe_lab.race.stamps import Stamps
from bpe_lab.race.timed import Timed
from bpe_lab.race.views import pieces_of

STAMPS = 200  # at most so many where parts are quick
QUICK, SLOW = 1_000_000, 10_000_000  # nanoseconds between two stamps


class Strides:
    """After which parts to look at the clock: often where parts are slow, rarely where not.

    Between two stamps lie 1 to 10 ms, but no more than a 200th of all parts: so the clock
    costs next to nothing, and a slow encoder is cut in time.
    """

    def __init__(self, parts: int, stamps: Stamps) -> None:
        self._longest = max(1, parts // STAMPS)
        self._stamps, self._parts = stamps, parts
        self._stride = 1
        self.next = min(1, parts)

    def take(self) -> bool:
        """Stamp the part that was waited for; returns whether to go on."""
        goes_on = self._stamps.take(self.next)
        at = self._stamps.at
        took = at[-1] - (at[-2] if at[1:] else self._stamps.pre_tokenized)
        if took < QUICK:
            self._stride = min(2 * self._stride, self._longest)
        elif took > SLOW:
            self._stride = max(self._stride // 2, 1)
        self.next = min(self.next + self._stride, self._parts)
        return goes_on


def time_encoder(lane: Lane, text: str, model: BPEModel, budget: float, say: Say) -> Timed:
    """An encoder that is taught; one with the ``distinct`` view encodes no pre-token twice."""
    encoder = ENCODERS[lane.algorithm]
    caches = lane.view == "distinct"
    known: dict[bytes, list[int]] = {}
    ids: list[int] = []
    stamps = Stamps(text, budget, say)
    pieces = pieces_of(text, model)
    goes_on = stamps.ready()
    strides = Strides(len(pieces), stamps)
    for done, piece in enumerate(pieces if goes_on else (), 1):
        piece_ids = known.get(piece)
        if piece_ids is None:
            piece_ids = encode_pre_token(model, piece, encoder=encoder)
            if caches:
                known[piece] = piece_ids
        ids += piece_ids
        if done == strides.next:
            goes_on = strides.take()
            if not goes_on:
                break
    stamps.stop()
    cut = not goes_on and stamps.done[-1:] != [len(pieces)]
    return _timed(stamps, ids, cut=cut)


class OverBudgetError(Exception):
    """The budget of a run has passed."""


def time_compiled(text: str, model: BPEModel, budget: float, say: Say) -> Timed:
    """The compiled encoder on one thread, knowing no pre-token before, a stamp at the end.

    Its tables of the model are ready, as tiktoken's are.
    """
    forget(model)
    stamps = Stamps(text, budget, say)
    last = monotonic() + budget

    def look(progress: Progress) -> None:
        if monotonic() > last:
            raise OverBudgetError

    try:
        ids = encode_array(model, text, threads=1, on_progress=look).tolist()
    except OverBudgetError:
        stamps.stop()
        return _timed(stamps, [], cut=True)
    stamps.take(0)
    stamps.stop()
    timed = _timed(stamps, ids, cut=False)
    timed.done[-1] = len(pieces_of(text, model))
    return timed


def time_tiktoken(text: str, model: BPEModel, budget: float, say: Say) -> Timed:
    """tiktoken with the model's own tokens, a stamp at the end.

    It gives our ids where the ids of the tokens ascend as they were learned.
    """
    import tiktoken

    if model.normalization:
        rule = "none, since tiktoken takes texts as they are"
        raise OptionError(name="normalization", value=model.normalization, rule=rule)
    peer = tiktoken.Encoding(
        "race",
        pat_str=pattern_text(model.pattern) or ANYTHING,
        mergeable_ranks=dict(model.ordinary_ids),
        special_tokens=dict(model.special_tokens),
    )
    stamps = Stamps(text, budget, say)
    ids = peer.encode_ordinary(text)
    stamps.take(0)
    stamps.stop()
    timed = _timed(stamps, ids, cut=False)
    timed.done[-1] = len(pieces_of(text, model))
    return timed


def _timed(stamps: Stamps, ids: list[int], *, cut: bool) -> Timed:
    digest = sha256(array("q", ids)).hexdigest()
    done, at, ready = stamps.done, stamps.at, stamps.pre_tokenized
    return Timed(done, at, ready, cut, stamps.peak_bytes, digest)
