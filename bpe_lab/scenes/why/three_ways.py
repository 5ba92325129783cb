"""One text by a word list, as UTF-8 bytes and by byte-pair encoding, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel
from bpe_core.texts.word_lists import WordList, words_of
from bpe_lab.scenes.recording import Json, still, text
from bpe_lab.scenes.text_tokens import token_items
from bpe_lab.scenes.token_palette import Palette

UNKNOWN = "<unk>"
DRAWN = {"words": 60, "bytes": 32, "tokens": 120}  # items of a view that are drawn
ROWS = 8  # of a view, before it scrolls
WAYS = tuple(DRAWN)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a way of writing a text costs: entries of the list, length of the sequence."""

    vocabulary: int
    length: int
    unknown: int = 0


@dataclass(frozen=True, slots=True)
class ThreeWays:
    """The board and the figures of its three columns, in the order of ``WAYS``."""

    recording: Json
    figures: tuple[Figures, Figures, Figures]


def three_ways(readers_text: str, words: WordList, model: BPEModel) -> ThreeWays:
    """The text as words, as bytes and as tokens of the model, to which special tokens are text.

    The figures are those of the whole text, the board shows its beginning.
    """
    palette = Palette(model)
    ids, cut, data = encode(model, readers_text), words_of(readers_text), readers_text.encode()
    unknown = sum(words.id_of(word) is None for word in cut)
    # Tokens before words: they name the table's entries where both are one byte.
    tokens, entries = (
        token_items(palette, ids[: DRAWN["tokens"]]),
        _word_items(palette, cut, words),
    )
    widgets = [_flow("words", entries), _bytes(palette, readers_text), _flow("tokens", tokens)]
    lengths = dict(zip(WAYS, (len(cut), len(data), len(ids)), strict=True))
    states = {way: _state(way, length) for way, length in lengths.items()}
    recording = still(
        states,
        widgets=widgets,
        layout={"stage": [], "columns": [[way] for way in WAYS]},
        tokens=palette.tokens,
        title="why.title",
    )
    figures = (
        Figures(len(words), len(cut), unknown),
        Figures(256, len(data)),
        Figures(sum(map(bool, model.vocabulary.tokens)), len(ids)),  # without free ids
    )
    return ThreeWays(recording, figures)


def _flow(name: str, items: list[Json]) -> Json:
    widget = {"id": name, "kind": "flow", "style": "chips", "title": f"why.{name}.view"}
    return {**widget, "rows": ROWS, "items": items}


def _state(way: str, length: int) -> dict[str, Json]:
    """Says so where only the beginning is drawn."""
    limit = DRAWN[way]
    if length <= limit:
        return {}
    return {"aside": text("why.first", shown=limit, length=length)}


def _word_items(palette: Palette, cut: list[str], words: WordList) -> list[Json]:
    """Each word over its index in the list, unknown ones over ``<unk>``."""
    items: list[Json] = []
    at = 0
    for word in cut[: DRAWN["words"]]:
        data = word.encode()
        entry = words.id_of(word)
        name = UNKNOWN if entry is None else entry
        token = palette.tokens.index(name, data, kind="piece")
        look = {"look": "differs"} if entry is None else {}
        items.append({"at": at, "tokens": [[token, at]], **look})
        at += len(data)
    return items


def _bytes(palette: Palette, readers_text: str) -> Json:
    characters: list[Json] = []
    values: list[int] = []
    for character in readers_text[: DRAWN["bytes"]]:
        data = character.encode()
        if len(values) + len(data) > DRAWN["bytes"]:
            break
        box = {"at": len(values), "size": len(data), "token": palette.piece(data)}
        characters.append(box)
        values += data
    return {
        "id": "bytes",
        "kind": "bytes",
        "title": "why.bytes.view",
        "characters": characters,
        "values": values,
        "decimal": True,
    }
