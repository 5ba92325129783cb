"""A whole text as its tokens: as running text, as chips with their ids, as ids alone."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence

from bpe_core.model import BPEModel
from bpe_lab.scenes.recording import Json, still, text
from bpe_lab.scenes.token_palette import Palette

TOKEN_CAP = 2000  # tokens that are drawn
BYTE_CAP = 48  # bytes under their characters
NO_CHARACTER = "\ufffd"

Placed = list[tuple[int, int]]  # (token id, byte offset)


def grouped(model: BPEModel, ids: Sequence[int]) -> Iterator[tuple[Placed, bytes]]:
    r"""Tokens with their offsets and bytes, those that share a character together.

    A group ends where whole characters end, or where the next token cannot go on with the
    character that was begun: such a token begins a group of its own.

    >>> from bpe_core.model import Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes(), ())
    >>> [data for _, data in grouped(model, [104, 0xC3, 0xB4, 0xE4, 104])]
    [b'h', b'\xc3\xb4', b'\xe4', b'h']
    """
    return shared_characters(ids, model.vocabulary.__getitem__)


def shared_characters(
    ids: Sequence[int], bytes_of: Callable[[int], bytes]
) -> Iterator[tuple[Placed, bytes]]:
    """The same for ids of any vocabulary."""
    group: Placed = []
    data, at = b"", 0
    for token_id in ids:
        token = bytes_of(token_id)
        if group and not _goes_on(data, token):
            yield group, data
            group, data = [], b""
        group.append((token_id, at))
        at, data = at + len(token), data + token
        if not _is_open(data):
            yield group, data
            group, data = [], b""
    if group:
        yield group, data


def _is_open(data: bytes) -> bool:
    """Whether ``data`` ends with a character that more bytes can complete."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(data)
    except UnicodeDecodeError:
        return False
    return bool(decoder.getstate()[0])


def _goes_on(data: bytes, token: bytes) -> bool:
    """Whether ``token`` continues, or completes, the character that ``data`` ends with."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(data + token[:1])
    except UnicodeDecodeError:
        return False
    return True


def token_items(palette: Palette, ids: Sequence[int]) -> list[Json]:
    """The items of a flow: each token at its offset, several under what they share."""
    items = []
    for group, data in grouped(palette.model, ids):
        item: Json = {
            "at": group[0][1],
            "tokens": [[palette.token(token_id), at] for token_id, at in group],
        }
        if len(group) > 1:
            item["glyph"] = palette.piece(data)
        if group[0][0] in palette.special_ids:
            item["look"] = "special"
        items.append(item)
    return items


def token_board(
    model: BPEModel,
    ids: Sequence[int],
    *,
    styles: Sequence[str],
    title: str | None = None,
    leads: bool = False,
) -> Json:
    """A board of ``ids`` with a flow for each of ``styles``: text, chips, ids.

    ``title`` is the key of what stands above them, else it is what each shows. Where it
    ``leads`` its page it is the stage.
    """
    palette = Palette(model)
    drawn = ids[:TOKEN_CAP]
    rest = len(ids) - len(drawn)
    flow = {"kind": "flow", "items": token_items(palette, drawn)}
    if rest:
        flow["more"] = text("encode.text.more", tokens=rest)
    return still(
        {style: {} for style in styles},
        widgets=[
            {**flow, "id": style, "style": style, "title": title or f"encode.text.{style}"}
            for style in styles
        ],
        layout={"stage": list(styles)} if leads else {"stage": [], "columns": [list(styles)]},
        tokens=palette.tokens,
        title="encode.text.title",
    )


def read_back(data: bytes) -> Iterator[tuple[int, int, str]]:
    r"""The characters of ``data`` as UTF-8: offset, size, character; � for what is ill-formed.

    >>> list(read_back("好".encode() + b"\xe4\xbd"))
    [(0, 3, '好'), (3, 2, '�')]
    """
    at = 0
    while at < len(data):
        try:
            text, broken = data[at:].decode(), 0
        except UnicodeDecodeError as error:
            text, broken = data[at : at + error.start].decode(), error.end - error.start
        for character in text:
            size = len(character.encode())
            yield at, size, character
            at += size
        if broken:
            yield at, broken, NO_CHARACTER
            at += broken


def decoding_board(model: BPEModel, ids: Sequence[int]) -> Json:
    """A board of ``ids`` on their way back: their tokens, and the bytes read as UTF-8."""
    palette = Palette(model)
    drawn = ids[:TOKEN_CAP]
    tokens: Json = {"kind": "flow", "style": "chips", "items": token_items(palette, drawn)}
    if len(ids) > len(drawn):
        tokens["more"] = text("encode.text.more", tokens=len(ids) - len(drawn))
    data = b"".join(model.vocabulary[token_id] for token_id in ids)
    begins = data[: BYTE_CAP + 4]  # a character that ends in time is whole in it
    whole = [each for each in read_back(begins) if each[0] + each[1] <= BYTE_CAP]
    length = sum(size for _, size, _ in whole)
    tokens |= {"id": "tokens", "title": "encode.decode.tokens"}
    joined = {
        "id": "bytes",
        "kind": "bytes",
        "title": "encode.decode.bytes",
        "characters": [
            {"at": at, "size": size, "token": palette.piece(character.encode())}
            for at, size, character in whole
        ],
        "values": list(data[:length]),
        "decimal": True,
    }
    state = {"aside": text("encode.decode.first", shown=length, size=len(data))}
    return still(
        {"tokens": {}, "bytes": state if length < len(data) else {}},
        widgets=[tokens, joined],
        layout={"stage": ["tokens"], "columns": [["bytes"]]},
        tokens=palette.tokens,
        title="encode.decode.title",
    )
