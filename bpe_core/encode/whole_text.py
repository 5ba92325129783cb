"""Whole texts: text to ids through any pre-token encoder, and ids back to text."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import regex

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encoder_events import Event
from bpe_core.errors import InputError, OptionError, TokenIdError
from bpe_core.model import BPEModel, check_model
from bpe_core.pretokenize.custom_split import Guard
from bpe_core.pretokenize.normalization import NFC, composed
from bpe_core.pretokenize.pre_tokens import check_collection, split_pattern, split_special
from bpe_core.runtime.arguments import as_integer, check_flag, check_ids
from bpe_core.runtime.text import AnyText, as_characters, decode_utf8

ALL = "all"
SHORT = 2**15  # bytes; below, loading compiled code takes longer than encoding without it
AllowedSpecial: TypeAlias = Collection[str]
Result = TypeVar("Result")


class PreTokenEncoder(Protocol):
    """One pre-token in, events out, the ids returned; ``detail`` adds the fine events."""

    def __call__(
        self, model: BPEModel, pre_token: bytes, /, *, detail: bool = ...
    ) -> Generator[Event, None, list[int]]: ...


def result_of(steps: Generator[Any, None, Result]) -> Result:
    """What a generator returns, such as an encoder's ids; its events are dropped."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def encode_pre_token(
    model: BPEModel, pre_token: bytes, *, encoder: PreTokenEncoder = encode_by_rank
) -> list[int]:
    """The ids of one pre-token; a model that looks up whole ones first may need no merge."""
    if model.whole_first and pre_token in model.ordinary_ids:
        return [model.ordinary_ids[pre_token]]
    return result_of(encoder(model, pre_token))


def encoded_parts(
    model: BPEModel, text: AnyText, *, allowed_special: AllowedSpecial = ()
) -> Iterator[tuple[str, bool]]:
    """The parts of ``text`` as ``encode`` splits it, each with a flag: is it a special token?

    subtle: special tokens are cut out first, and each part between them is composed on its
    own, so a mark right behind a special token stays a mark.

    >>> from bpe_core.model import Vocabulary
    >>> vocabulary, specials = Vocabulary.of_bytes([b"<x>"]), {"<x>": 256}
    >>> composing = BPEModel(vocabulary, (), specials, normalization="NFC")
    >>> parts = encoded_parts(composing, "<x>\u0338", allowed_special=["<x>"])
    >>> [(len(part), is_special) for part, is_special in parts]
    [(3, True), (1, False)]
    """
    text = as_characters(text)
    for start, end, token in cut_parts(model, text, allowed_special=allowed_special):
        if token is None:
            yield _composed(model, text[start:end]), False
        else:
            yield token, True


def cut_parts(
    model: BPEModel, text: str, *, allowed_special: AllowedSpecial = ()
) -> Iterator[tuple[int, int, str | None]]:
    """Where each part of ``text`` starts and ends, in characters, and its special token.

    A special token that strips takes the white space beside it along, if no other has it.

    >>> from bpe_core.model import Vocabulary
    >>> vocabulary, specials = Vocabulary.of_bytes([b"<x>"]), {"<x>": 256}
    >>> stripping = BPEModel(vocabulary, (), specials, strips={"<x>": "left"})
    >>> list(cut_parts(stripping, "a  <x> b", allowed_special=["<x>"]))
    [(0, 1, None), (1, 6, '<x>'), (6, 8, None)]
    """
    tokens = allowed_of(model, allowed_special)
    done = at = 0
    for part, is_special in split_special(text, tokens):
        start, end = at, at + len(part)
        at = end
        if not is_special:
            continue
        sides = model.strips.get(part, "")
        if sides in ("left", "both"):
            start = max(done, len(_BLANK_END.sub("", text[done:start])) + done)
        if sides in ("right", "both"):
            end = len(text) - len(_BLANK_START.sub("", text[end:]))
        if done < start:
            yield done, start, None
        yield start, end, part
        done = end
    if done < len(text):
        yield done, len(text), None


_BLANK_START, _BLANK_END = regex.compile(r"\A\s+"), regex.compile(r"\s+\Z")


def normalized(model: BPEModel, text: str, *, allowed_special: AllowedSpecial = ()) -> str:
    """``text`` as the model splits it: some compose their characters first.

    Exact for ``encode`` with the same ``allowed_special``, part by part. Encode ``text`` itself
    and only show this: composing may have made a special token that encoding would find.

    >>> from bpe_core.model import Vocabulary
    >>> composing = BPEModel(Vocabulary.of_bytes(), (), normalization="NFC")
    >>> len("e\u0301"), len(normalized(composing, "e\u0301"))
    (2, 1)
    """
    parts = encoded_parts(model, text, allowed_special=allowed_special)
    return "".join(part for part, _ in parts)


def encoded_pre_tokens(model: BPEModel, text: AnyText) -> Iterator[str]:
    """The pre-tokens of ``text`` as ``encode`` encodes them, without those always searched for.

    >>> from bpe_core.model import Vocabulary
    >>> list(encoded_pre_tokens(BPEModel(Vocabulary.of_bytes(), ()), "to be"))
    ['to', ' be']
    """
    guard, start = Guard(), 0
    for part, is_special in encoded_parts(model, text):
        if not is_special:
            yield from split_pattern(part, model.pattern, guard=guard, start=start)
        start += len(part.encode())


def _composed(model: BPEModel, part: str) -> str:
    return composed(part) if model.normalization == NFC else part


def encode(
    model: BPEModel,
    text: AnyText,
    *,
    allowed_special: AllowedSpecial = (),
    encoder: PreTokenEncoder = encode_by_rank,
) -> list[int]:
    """Token ids of ``text``; a special token is one only if ``allowed_special`` names it.

    ``"all"``, in place of a list, names all of the model's, as in tiktoken. Those in
    ``model.always`` are recognized in every text, named or not: a file's added tokens that
    are not special. From left to right; of two that begin at one offset the longer.

    Halves of a surrogate pair in a str are one character, a half by itself is U+FFFD, as in
    tiktoken.
    Each distinct pre-token is encoded once per call. The errors of a custom pattern count the
    bytes of ``normalized`` with the same ``allowed_special``. Raises
    ``InputError("unknown_special_token")``, ``NotUTF8Error`` or ``OptionError``.
    """
    if not callable(encoder):
        rule = "a function, such as those of bpe_core.registry.ENCODERS"
        raise OptionError(name="encoder", value=encoder, rule=rule)
    known_ids: dict[str, list[int]] = {}
    ids: list[int] = []
    guard, start = Guard(), 0
    for part, is_special in encoded_parts(model, text, allowed_special=allowed_special):
        if is_special:
            ids.append(model.special_tokens[part])
        else:
            for pre_token in split_pattern(part, model.pattern, guard=guard, start=start):
                if pre_token not in known_ids:
                    known_ids[pre_token] = encode_pre_token(
                        model, pre_token.encode(), encoder=encoder
                    )
                ids += known_ids[pre_token]
        start += len(part.encode())
    return ids


def decode_bytes(model: BPEModel, ids: Iterable[int]) -> bytes:
    """The bytes of ``ids``, joined; raises ``TokenIdError`` naming the first id of no token.

    And ``InputError("not_an_id")`` for what is not an integer.

    Arrays go through compiled code (`decode_array`).

    subtle: a negative id would index from the end of the vocabulary, and True is an index.
    """
    check_model(model)
    if hasattr(ids, "dtype"):  # numpy is imported where there is an array
        from bpe_core.encode.decode_array import decode_array

        return decode_array(model, cast(Any, ids))
    check_ids(ids)
    tokens, parts = model.vocabulary.tokens, []
    for position, token_id in enumerate(ids):
        try:
            if token_id > 1 or (token_id >= 0 and type(token_id) is not bool):
                token = tokens[token_id]
            else:
                token = b""
        except (TypeError, ValueError, IndexError):  # ValueError: an array has no truth value
            token = b""
        if not token:
            raise _no_token(token_id, position, len(tokens) - 1)
        parts.append(token)
    return b"".join(parts)


def _no_token(token_id: Any, position: int, last: int) -> InputError:
    """Why there is nothing to decode."""
    try:
        token_id = as_integer("id", token_id)
    except OptionError:
        return InputError("not_an_id", value=token_id, position=position)
    return TokenIdError(token_id=token_id, position=position, last=last)


def decode(
    model: BPEModel,
    ids: Iterable[int],
    *,
    errors: str = "replace",
    skip_special_tokens: bool = False,
) -> str:
    """The text of ``ids``; ``errors="strict"`` raises ``NotUTF8Error`` for half a character.

    ``skip_special_tokens`` leaves them out, but for those that every text is searched for
    (``model.always``), which are not special to their owner either.

    >>> from bpe_core.model import Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"<x>"]), (), {"<x>": 256})
    >>> decode(model, [97, 256]), decode(model, [97, 256], skip_special_tokens=True)
    ('a<x>', 'a')
    """
    check_model(model)
    check_flag("skip_special_tokens", skip_special_tokens)
    if skip_special_tokens:
        check_ids(ids)
        skipped = skipped_ids(model)
        ids = [token_id for token_id in ids if token_id not in skipped]
    return decode_utf8(decode_bytes(model, ids), errors=errors)


def skipped_ids(model: BPEModel) -> frozenset[int]:
    """The ids that ``skip_special_tokens`` leaves out."""
    specials = model.special_tokens.items()
    return frozenset(number for token, number in specials if token not in model.always)


def check_no_strips(model: BPEModel, allowed: Collection[str], what: str) -> None:
    """Raise ``OptionError`` if one of ``allowed`` takes white space along: ``what`` cannot.

    A text in sections could be cut between the white space and the token.
    """
    for token in allowed:
        if token in model.strips:
            rule = f"{what} cannot take white space along with it; encode and encode_array can"
            raise OptionError(name="allowed_special", value=token, rule=rule)


def allowed_of(model: BPEModel, allowed: AllowedSpecial) -> tuple[str, ...]:
    """The special tokens to recognize: those named, or with ``"all"``, as in tiktoken, all.

    Those that the model always recognizes are among them. Every encoder asks here.

    Raises ``OptionError`` for what is no model, or a text in place of a collection, and
    ``InputError("unknown_special_token")`` for what is no special token of the model.

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
            raise InputError("unknown_special_token", token=token, known=known)
    wanted = {*allowed, *model.always}
    return tuple(token for token in model.special_tokens if token in wanted)
