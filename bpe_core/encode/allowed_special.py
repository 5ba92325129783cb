"""Which special tokens a text may hold, as a caller says it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from bpe_core.errors import OptionError, UnknownSpecialTokenError
from bpe_core.model import BPEModel, check_model
from bpe_core.pretokenize.pre_tokens import check_collection

ALL = "all"
AllowedSpecial: TypeAlias = Collection[str]


def check_no_strips(model: BPEModel, allowed: Collection[str], what: str) -> None:
    """Raise ``OptionError`` if one of ``allowed`` takes white space along: ``what`` cannot.

    A text in sections could be cut between the white space and the token.
    """
    for token in allowed:
        if token in model.strips:
            rule = f"{what} cannot take white space along with it; encode and encode_array can"
            raise OptionError(name="allowed_special", value=token, rule=rule)


def allowed_of(model: BPEModel, allowed: AllowedSpecial) -> tuple[str, ...]:
    """The special tokens to recognise: those named, or with ``"all"``, as in tiktoken, all.

    Those that the model always recognises are among them. Every encoder asks here.

    Raises ``OptionError`` for what is no model, or a text in place of a collection, and
    ``UnknownSpecialTokenError`` for what is no special token of the model.

    >>> from bpe_core.model import Vocabulary
    >>> vocabulary, specials = Vocabulary.of_bytes([b"<x>", b"<y>"]), {"<x>": 256, "<y>": 257}
    >>> model = BPEModel(vocabulary, (), specials, always=frozenset({"<y>"}))
    >>> allowed_of(model, "all"), allowed_of(model, [])
    (('<x>', '<y>'), ('<y>',))
    """
    check_model(model)
    if isinstance(allowed, str) and allowed == ALL:
        return tuple(model.special_tokens)
    check_collection("allowed_special", allowed, also=", or 'all'")
    allowed = tuple(allowed)
    if not allowed and not model.always:
        return ()
    for token in allowed:
        if not isinstance(token, str) or token not in model.special_tokens:
            known = ", ".join(model.special_tokens) or "none"
            raise UnknownSpecialTokenError(token=token, known=known)
    wanted = {*allowed, *model.always}
    return tuple(token for token in model.special_tokens if token in wanted)
