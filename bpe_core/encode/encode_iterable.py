"""A text that comes in pieces, of any length together, to ids one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from bpe_core.encode.allowed_special import AllowedSpecial, allowed_of, check_no_strips
from bpe_core.encode.compiled_encoding import MODEL_ENCODERS
from bpe_core.encode.encode_file import ids_of
from bpe_core.encode.whole_text import encode
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.text_parts import Block, parts_of
from bpe_core.runtime.arguments import as_integer, has_items
from bpe_core.runtime.text import AnyText, as_bytes, utf8_of, whole_characters
from bpe_core.texts.streams import settled_beginning

BLOCK = 2**16  # bytes to collect before they are encoded
SHORT = 2**15  # bytes at the beginning: loading compiled code would take longer


def encode_iterable(
    model: BPEModel,
    texts: Iterable[AnyText],
    *,
    allowed_special: AllowedSpecial = (),
    block: int = BLOCK,
) -> Iterator[int]:
    """Yield the ids of ``encode("".join(texts))``, while the texts come.

    ``texts`` are the pieces of one text, in order, such as the lines of an open file; a cut may
    be anywhere, within a word, a special token, a surrogate pair or, in bytes, a character.
    Special tokens are
    treated as in ``encode``. Pieces are taken as ids are asked for, until ``block`` bytes are
    there that are not yet encoded, or twice what had to wait; so the first ids come after
    ``block`` bytes, with ``block=1`` about as soon as a pre-token has ended.

    Memory: some 30 times ``block`` or, where that is longer, the longest stretch in which no
    pre-token is sure to have ended; and up to 80 MB for known pre-tokens. A pre-token that
    never ends, like an endless run of letters, is held until it does: it yields nothing, and
    memory grows with it. So does the whole text with a custom pattern, and with ``none`` what
    is between special tokens.

    Raises ``UnknownSpecialTokenError`` and ``OptionError`` at once; later, after ids of what
    came before, ``NotUTF8Error`` with the offset in the whole text, and ``OptionError`` for a
    piece that is no text.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> list(encode_iterable(model, ["tec", "h"]))
    [116, 101, 256]
    """
    allowed_special = allowed_of(model, allowed_special)
    check_no_strips(model, allowed_special, "a text in pieces")
    block = as_integer("block", block, least=1)
    if isinstance(texts, str | bytes | bytearray | memoryview):  # one piece
        texts = [texts]
    if isinstance(texts, Mapping) or not has_items(texts):
        raise OptionError(name="texts", value=texts, rule="an iterable of str or bytes")
    return _ids(model, texts, allowed_special, block)


def _ids(
    model: BPEModel, texts: Iterable[AnyText], allowed_special: tuple[str, ...], block: int
) -> Iterator[int]:
    special_ids = np.array(
        [model.special_tokens[token] for token in allowed_special], np.uint32
    )
    specials = [token.encode() for token in allowed_special]
    done = 0
    for part in _blocks(texts, model.pattern, specials, block):
        done += len(part.text)
        if done <= SHORT:
            yield from encode(model, part.text.tobytes(), allowed_special=allowed_special)
        else:
            encoder = MODEL_ENCODERS.of(model)
            yield from ids_of(encoder, model, part, special_ids, None, _unheard).tolist()


def _blocks(
    texts: Iterable[AnyText], pattern: str, specials: list[bytes], size: int
) -> Iterator[Block]:
    """The whole text in blocks that no pre-token and no special token crosses."""
    pieces: list[bytes] = []
    held, checked, start, wanted = 0, 0, 0, size
    for piece in _in_utf8(texts):
        pieces.append(piece)
        held += len(pieces[-1])
        if held < wanted:
            continue
        data = b"".join(pieces)
        checked += whole_characters(
            memoryview(data)[checked:], start=start + checked, at_end=False
        )
        whole = np.frombuffer(data, np.uint8)[:checked]
        parts = settled_beginning(whole, pattern, specials)
        if parts.end:
            yield Block(whole[: parts.end], parts)
        pieces = [data[parts.end :]]
        held, checked, start = held - parts.end, checked - parts.end, start + parts.end
        wanted = max(size, 2 * held)  # or a long pre-token would be searched again and again
    data = b"".join(pieces)
    whole_characters(memoryview(data)[checked:], start=start + checked)
    whole = np.frombuffer(data, np.uint8)
    if data:
        yield Block(whole, parts_of(whole, specials))


def _in_utf8(texts: Iterable[AnyText]) -> Iterator[bytes]:
    """The pieces as bytes; the first half of a surrogate pair waits for the second."""
    half = ""
    for text in texts:
        if isinstance(text, str):
            whole = half + text
            half = whole[-1:] if "\ud800" <= whole[-1:] <= "\udbff" else ""
            yield utf8_of(whole.removesuffix(half))
        elif isinstance(text, bytes | bytearray | memoryview):
            if half and text:
                yield utf8_of(half)
                half = ""
            yield as_bytes(text)
        else:
            raise OptionError(name="texts", value=text, rule="its items are str or bytes")
    yield utf8_of(half)


def _unheard(_: int) -> None:
    """Nobody asks how far it is."""
