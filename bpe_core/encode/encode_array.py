"""Whole texts to arrays of ids: compiled, at hundreds of megabytes a second.

The ids are those of `whole_text.encode`, for every model. A text is cut into pre-tokens
(`scan`) in batches that fit into the processor's cache; each pre-token is looked up among the
known ones, and encoded in rank order if it is new (`compiled.py`). Where compiled code does not
run, Python does the same work, and so it does for the few models that tables cannot hold.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.compiled import Encoder
from bpe_core.encode.encoder_tables import tables_of
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import AllowedSpecial, allowed_of, encode, encoded_parts
from bpe_core.errors import OptionError
from bpe_core.events import Event
from bpe_core.kernels import TO_ENCODE
from bpe_core.kernels.objects import can_run
from bpe_core.model import BPEModel
from bpe_core.pretokenize import normalization
from bpe_core.pretokenize.scan import checked_utf8
from bpe_core.pretokenize.text_parts import ORDINARY, Block, Parts, parts_of, spans
from bpe_core.runtime.arguments import check_function
from bpe_core.runtime.per_model import PerModel
from bpe_core.runtime.progress import OnProgress, Phase, number_of_threads
from bpe_core.runtime.text import AnyText, as_bytes, as_characters, utf8_of


def _encoder_of(model: BPEModel) -> Encoder | None:
    """What encodes in compiled code; None where Python has to."""
    if not can_run(*TO_ENCODE):
        return None
    tables = tables_of(model)
    return None if tables is None else Encoder(tables, model.pattern)


# An encoder remembers the pre-tokens of one text for the next ones.
MODEL_ENCODERS = PerModel(_encoder_of)


def encode_array(
    model: BPEModel,
    text: AnyText,
    *,
    allowed_special: AllowedSpecial = (),
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> NDArray[np.uint32]:
    """The ids that ``encode`` gives, as an array; at some hundred megabytes a second.

    ``threads``: the most to use; by default one per processor, and fewer for short texts.
    ``on_progress`` gets the phase ``encode``, in bytes of the text as the model splits it;
    an exception that it raises ends the work and is passed on.

    The pre-tokens of a text are remembered for the next one: up to 80 MB per thread, for
    the four models used last. Raises like ``encode``, and ``OptionError``.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> encode_array(model, "tech")
    array([116, 101, 256], dtype=uint32)
    """
    allowed_special = allowed_of(model, allowed_special)
    number_of_threads(threads)
    check_function("on_progress", on_progress)
    encoder = MODEL_ENCODERS.of(model)
    if encoder is None:
        return np.array(encode(model, text, allowed_special=allowed_special), np.uint32)
    block = block_of(model, text, allowed_special)
    phase = Phase(on_progress, "encode", len(block.text))
    special_ids = np.array([model.special_tokens[t] for t in allowed_special], np.uint32)
    ids = encoder.encode(block, special_ids, threads, phase.reached)
    phase.finished(len(block.text))
    return ids


def forget(model: BPEModel) -> None:
    """Forget the pre-tokens of all texts that were encoded with ``model``."""
    if (encoder := MODEL_ENCODERS.of(model)) is not None:
        encoder.forget()


def block_of(model: BPEModel, text: AnyText, allowed_special: Collection[str]) -> Block:
    """The bytes that the model splits, and its parts; raises like ``as_characters``."""
    if not model.strips.keys().isdisjoint(allowed_special):
        return block_of_parts(model, as_characters(text), tuple(allowed_special))
    data = utf8_of(text) if isinstance(text, str) else as_bytes(text)
    if not isinstance(text, str):
        checked_utf8(data)
    array = np.frombuffer(data, np.uint8)
    block = Block(array, parts_of(array, [token.encode() for token in allowed_special]))
    return composed(block) if model.normalization else block


def block_of_parts(model: BPEModel, text: str, allowed_special: Sequence[str]) -> Block:
    """The same where special tokens take white space along, which is left out."""
    number = {token: k for k, token in enumerate(allowed_special)}
    special: list[int] = []
    parts: list[bytes] = []
    for part, is_special in encoded_parts(model, text, allowed_special=allowed_special):
        special.append(number[part] if is_special else ORDINARY)
        parts.append(part.encode())
    ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
    array = np.frombuffer(b"".join(parts), np.uint8)
    return Block(array, Parts(ends, np.array(special, np.int32)))


def composed(block: Block) -> Block:
    """The same with the characters of each ordinary part composed, as some models split it.

    Special tokens are cut out first, so a mark right behind one stays a mark. Exact for texts
    that come in blocks, too: they are never cut before a mark.

    >>> from bpe_core.texts.sources import blocks_of
    >>> text, parts, _ = composed(next(blocks_of(["e\u0301", "!"])))
    >>> text.tobytes().decode(), parts.ends.tolist()
    ('\xe9!', [2, 3])
    """
    parts = []
    for start, end, number in spans(block.parts):
        part = block.text[start:end].tobytes()
        if number == ORDINARY and not part.isascii():
            part = normalization.composed(part.decode()).encode()
        parts.append(part)
    ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
    text, items = np.frombuffer(b"".join(parts), np.uint8), block.items
    if items is not None:
        items = items._replace(ends=ends[np.searchsorted(block.parts.ends, items.ends)])
    return Block(text, Parts(ends, block.parts.special), items)


def encode_compiled(
    model: BPEModel, pre_token: bytes, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    """Rank order in compiled code: yields nothing and returns the ids.

    For a single pre-token, without a memory of others; raises ``OptionError`` if ``detail``
    is requested.

    >>> from bpe_core.model import Vocabulary
    >>> next(encode_compiled(BPEModel(Vocabulary.of_bytes(), ()), b"ab"))
    Traceback (most recent call last):
    StopIteration: [97, 98]
    """
    if detail:
        raise OptionError(name="detail", value=detail, rule="compiled loops tell no detail")
    return _encode(model, pre_token)


def _encode(model: BPEModel, pre_token: bytes) -> Generator[Event, None, list[int]]:
    encoder = MODEL_ENCODERS.of(model)
    if encoder is None:
        return (yield from encode_by_rank(model, pre_token))
    return encoder.encode_pre_token(pre_token)
