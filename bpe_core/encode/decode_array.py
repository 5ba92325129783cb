"""Arrays of ids to bytes: in compiled code, or where that does not run in Python."""

from __future__ import annotations

from typing import Any, NoReturn, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.compiled import decoded, tokens_of
from bpe_core.errors import OptionError, TokenIdError
from bpe_core.kernels.decode_ids import Tokens
from bpe_core.kernels.objects import can_run
from bpe_core.model import BPEModel, check_model
from bpe_core.runtime.arguments import as_integer
from bpe_core.runtime.per_model import PerModel
from bpe_core.runtime.progress import number_of_threads

SHARE = 2**17  # ids: fewer are not worth a thread to decode them
BLOCK = 2**16  # ids to convert at a time if they are not uint32

Ids: TypeAlias = NDArray[np.integer[Any]]


def _tokens_of(model: BPEModel) -> Tokens | None:
    """What decodes in compiled code; None where Python has to."""
    return tokens_of(model) if can_run("encode") else None


MODEL_TOKENS = PerModel(_tokens_of)


def decode_array(
    model: BPEModel, ids: Ids, *, threads: int | None = None, share: int = SHARE
) -> bytes:
    """The bytes of ``ids``, a one-dimensional array of any integers, joined.

    ``threads``: the most to use, by default one per processor; each gets at least ``share``
    ids. Needs memory for the bytes, and 4 bytes per id: they are copied, so that an array that
    another thread writes to meanwhile is decoded as it was at some moment of the copying.
    Raises ``TokenIdError`` naming the first id of no token, ``OptionError`` for other arrays.

    >>> from bpe_core.model import Vocabulary
    >>> decode_array(BPEModel(Vocabulary.of_bytes([b"ch"]), ()), np.array([116, 101, 256]))
    b'tech'
    """
    check_model(model)
    most, share = number_of_threads(threads), as_integer("share", share, least=1)
    plain = as_uint32(ids)
    tokens = MODEL_TOKENS.of(model)
    if tokens is None:
        return _in_python(model, ids, plain)
    result = decoded(tokens, plain, max(1, min(most, len(plain) // share)))
    return result if isinstance(result, bytes) else refuse(model, ids, result)


def _in_python(model: BPEModel, ids: Ids, plain: NDArray[np.uint32]) -> bytes:
    tokens = {k: token for k, token in enumerate(model.vocabulary.tokens) if token}
    try:
        return b"".join(map(tokens.__getitem__, plain.tolist()))
    except KeyError as error:
        refuse(model, ids, int(np.argmax(plain == error.args[0])))


def as_uint32(ids: Ids) -> NDArray[np.uint32]:
    """A copy of ``ids`` as ``uint32`` for kernels; what does not fit becomes an id of no token.

    subtle: a copy of ``uint32``, too. Kernels look at every id once and read by it later.

    >>> as_uint32(np.array([-1, 2, 2**40]))
    array([4294967295,          2, 4294967295], dtype=uint32)
    """
    if not isinstance(ids, np.ndarray) or hasattr(ids, "mask"):  # which nobody would see
        raise OptionError(name="ids", value=type(ids).__name__, rule="a numpy array")
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        description = f"{ids.dtype} in {ids.ndim} dimensions"
        raise OptionError(name="ids", value=description, rule="integers in one dimension")
    plain = np.empty(len(ids), np.uint32)
    if ids.dtype == np.uint32:
        plain[:] = ids
    else:
        for start in range(0, len(ids), BLOCK):
            block = ids[start : start + BLOCK].astype(np.uint64)  # negative numbers become huge
            plain[start : start + BLOCK] = np.minimum(block, 2**32 - 1)
    view = plain.view()
    view.flags.writeable = False
    return view


def refuse(model: BPEModel, ids: Ids, position: int) -> NoReturn:
    last = len(model.vocabulary) - 1
    raise TokenIdError(token_id=int(ids[position]), position=position, last=last)
