"""A whole text as its tokens: as running text, as chips with their ids, as ids alone."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator, Sequence

from bpe_core.model import BPEModel
from bpe_lab.scenes.recording import Json, still, text
from bpe_lab.scenes.token_palette import Palette

TOKEN_CAP = 2000  # tokens that are drawn

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
    model: BPEModel, ids: Sequence[int], *, styles: Sequence[str], title: str | None = None
) -> Json:
    """A board of ``ids`` with a flow for each of ``styles``: text, chips, ids.

    ``title`` is the key of what stands above them, else it is what each shows.
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
        layout={"stage": [], "columns": [list(styles)]},
        tokens=palette.tokens,
        title="encode.text.title",
    )
