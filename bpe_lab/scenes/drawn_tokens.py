"""Tokens as every scene draws them: by name, in a ribbon, as running text, as a tree."""

from __future__ import annotations

import codecs
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bpe_core.encode.derivation import Derivation, Node, Part, derive
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.model import BPEModel, Pair
from bpe_core.pretokenize.pre_tokens import PreToken, split_special
from bpe_core.runtime.text import parts_of
from bpe_lab.scenes.recording import Json, TokenTable, still, text

Ids = Sequence[int]
Slot = list[Json]  # [token, size, look]
TOKEN_CAP = 2000  # tokens that are drawn
BYTE_CAP = 48  # bytes under their characters
NO_CHARACTER = "\ufffd"
Placed = list[tuple[int, int]]  # (token id, byte offset)


class DrawnTokens(ABC):
    """Tokens by their indices in the table of one recording, and as values of its sentences."""

    __slots__ = ()
    tokens: TokenTable
    special_ids: Collection[int] = ()

    @abstractmethod
    def bytes_of(self, token_id: int) -> bytes:
        """What a token stands for."""

    def token(self, token_id: int) -> int:
        """The index of a token in the table."""
        kind = "special" if token_id in self.special_ids else ""
        return self.tokens.index(token_id, self.bytes_of(token_id), kind)

    def pair(self, pair: Pair) -> list[int]:
        """The indices of a pair's two tokens."""
        return [self.token(pair[0]), self.token(pair[1])]

    def piece(self, data: bytes) -> int:
        """The index of bytes that are drawn as text and not as a token."""
        return self.tokens.piece(data)

    def key(self, pair: Pair) -> str:
        """A pair as widgets name it."""
        left, right = self.pair(pair)
        return f"{left},{right}"

    def token_value(self, token_id: int) -> Json:
        """A token in a sentence."""
        return {"token": self.token(token_id)}

    def pair_value(self, pair: Pair) -> Json:
        """A pair in a sentence."""
        return {"pair": self.pair(pair)}

    def row_value(self, token_ids: Ids, join: str = " ") -> Json:
        """Tokens side by side in a sentence."""
        return {"tokens": [self.token(token_id) for token_id in token_ids], "join": join}


@dataclass(frozen=True, slots=True)
class Palette(DrawnTokens):
    """The tokens of a model."""

    model: BPEModel
    tokens: TokenTable = field(default_factory=TokenTable)
    special_ids: Collection[int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "special_ids", frozenset(self.model.special_tokens.values()))

    def bytes_of(self, token_id: int) -> bytes:
        return self.model.vocabulary[token_id]


def special_groups(text: str, special_tokens: tuple[str, ...], limit: int) -> dict[int, str]:
    """Byte offset of every special token that ends within the first ``limit`` bytes."""
    names, start = {}, 0
    for part, is_special in split_special(text, special_tokens):
        end = start + len(part.encode())
        if end > limit:
            break
        if is_special:
            names[start] = part
        start = end
    return names


def spans_of(pre_token: PreToken) -> list[Json]:
    """[offset, size, glyph or name] of every character of more than one byte."""
    return [
        [pre_token.start + at, len(data), parts_of(data)[0][1]]
        for at, data in characters_of(pre_token.data)
        if len(data) > 1
    ]


@dataclass(slots=True)
class Ribbon:
    """The slots of the shown pre-tokens, kept in step with a run.

    ``offsets_of`` maps the start by which the run identifies a pre-token to the byte offsets
    where the reader sees it: itself alone in a run over raw positions, every occurrence in a
    run over distinct pre-tokens. A token that reaches beyond ``limit`` is not drawn.
    """

    tokens: TokenTable
    offsets_of: Mapping[int, list[int]]
    limit: int
    token_bytes: Mapping[int, bytes]
    slots: dict[str, Slot] = field(default_factory=dict)

    def draws(self, start: int) -> bool:
        """Whether the reader sees this pre-token of the run."""
        return start in self.offsets_of

    def lay(self, start: int, ids: Ids, lit: Mapping[int, str] | None = None) -> None:
        """Draw a pre-token's tokens; ``lit`` gives looks by index."""
        for offset in self.offsets_of.get(start, ()):
            for index, (position, token_id) in enumerate(self._drawn(offset, ids)):
                token = self.token_bytes[token_id]
                look = lit.get(index, "") if lit else ""
                slot = [self.tokens.index(token_id, token), len(token), look]
                self.slots[str(position)] = slot

    def clear(self, start: int, ids: Ids) -> None:
        """Take a pre-token's slots away."""
        for offset in self.offsets_of.get(start, ()):
            for position, _ in self._drawn(offset, ids):
                self.slots.pop(str(position), None)

    def windows(self, start: int, first: int, size: int) -> list[Json]:
        """[byte offset, bytes] of a stretch of a pre-token, wherever all of it is drawn."""
        offsets = [offset + first for offset in self.offsets_of.get(start, ())]
        return [[offset, size] for offset in offsets if offset + size <= self.limit]

    def _drawn(self, position: int, ids: Ids) -> Iterator[tuple[int, int]]:
        """The tokens that lie before the limit, with their positions."""
        for token_id in ids:
            end = position + len(self.token_bytes[token_id])
            if end > self.limit:
                return
            yield position, token_id
            position = end

    def state(self) -> dict[str, Json]:
        """The widget's state as it is now."""
        return {"slots": dict(self.slots)}


def ribbon_groups(
    pre_tokens: Iterable[PreToken],
    specials: Mapping[int, str],
    tokens: TokenTable,
    special_tokens: Sequence[str],
) -> list[Json]:
    """The ribbon's groups in text order; a special token is a group of its own."""
    drawn = [{"start": p.start, "size": len(p.data), "spans": spans_of(p)} for p in pre_tokens]
    for start, name in specials.items():
        data = name.encode()
        index = tokens.index(256 + special_tokens.index(name), data, "special")
        drawn.append({"start": start, "size": len(data), "special": index})
    return sorted(drawn, key=lambda group: group["start"])


def shared_characters(
    ids: Sequence[int], bytes_of: Callable[[int], bytes]
) -> Iterator[tuple[Placed, bytes]]:
    r"""Tokens with their offsets and bytes, those that share a character together.

    A group ends where whole characters end, or where the next token cannot go on with the
    character that was begun: such a token begins a group of its own.

    >>> ids = [104, 0xC3, 0xB4, 0xE4, 104]
    >>> [data for _, data in shared_characters(ids, lambda value: bytes([value]))]
    [b'h', b'\xc3\xb4', b'\xe4', b'h']
    """
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


def token_items(drawn: DrawnTokens, ids: Sequence[int]) -> list[Json]:
    """The items of a flow: each token at its offset, several under what they share."""
    items = []
    for group, data in shared_characters(ids, drawn.bytes_of):
        item: Json = {
            "at": group[0][1],
            "tokens": [[drawn.token(token_id), at] for token_id, at in group],
        }
        if len(group) > 1:
            item["glyph"] = drawn.piece(data)
        if group[0][0] in drawn.special_ids:
            item["look"] = "special"
        items.append(item)
    return items


def flows(
    drawn: DrawnTokens, ids: Sequence[int], *, styles: Sequence[str], section: str
) -> list[Json]:
    """The first ``ids`` in each of ``styles``, which a ``section`` of the catalogue names."""
    flow = {"kind": "flow", "items": token_items(drawn, ids[:TOKEN_CAP])}
    if len(ids) > TOKEN_CAP:
        flow["more"] = text(f"{section}.more", tokens=len(ids) - TOKEN_CAP)
    return [
        {**flow, "id": style, "style": style, "title": f"{section}.{style}"} for style in styles
    ]


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
    widgets = flows(palette, ids, styles=styles, section="encode.text")
    return still(
        {style: {} for style in styles},
        widgets=[{**each, "title": title} for each in widgets] if title else widgets,
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
            whole, broken = data[at:].decode(), 0
        except UnicodeDecodeError as error:
            whole, broken = data[at : at + error.start].decode(), error.end - error.start
        for character in whole:
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
    tokens |= {"id": "tokens", "title": "encode.decode.tokens"}
    data = b"".join(model.vocabulary[token_id] for token_id in ids)
    joined = byte_widget(palette, data, most=BYTE_CAP, title="encode.decode.bytes")
    size = len(joined["values"])
    state = {"aside": text("encode.decode.first", shown=size, size=len(data))}
    return still(
        {"tokens": {}, "bytes": state if size < len(data) else {}},
        widgets=[tokens, joined],
        layout={"stage": ["tokens"], "columns": [["bytes"]]},
        tokens=palette.tokens,
        title="encode.decode.title",
    )


def byte_widget(palette: DrawnTokens, data: bytes, *, most: int, title: str) -> Json:
    """The first bytes of ``data`` under the characters that they are, ``most`` of them."""
    begins = data[: most + 4]  # a character that ends in time is whole in it
    whole = [each for each in read_back(begins) if each[0] + each[1] <= most]
    return {
        "id": "bytes",
        "kind": "bytes",
        "title": title,
        "characters": [
            {"at": at, "size": size, "token": palette.piece(character.encode())}
            for at, size, character in whole
        ],
        "values": list(data[: sum(size for _, size, _ in whole)]),
        "decimal": True,
    }


def tree_widget(derivation: Derivation, palette: Palette) -> Json:
    """The static part: the bytes, the characters that they are, and the height."""
    byte_tokens = [palette.bytes_of(leaf.token_id) for leaf in derivation.leaves]
    return {
        "id": "tree",
        "kind": "tree",
        "bytes": [byte.hex().upper() for byte in byte_tokens],
        "leaves": [palette.token(leaf.token_id) for leaf in derivation.leaves],
        "characters": [
            {"at": at, "size": len(data), "token": palette.piece(data)}
            for at, data in characters_of(b"".join(byte_tokens))
        ],
        "levels": len(derivation.nodes),
    }


def tree_state(derivation: Derivation, palette: Palette) -> Json:
    """All nodes of a derivation, each at the step that made it, none of them at work."""
    return {
        "nodes": {str(node.number): _node(node, palette) for node in derivation.nodes},
        "roots": [part_key(root) for root in derivation.roots],
        "level": len(derivation.nodes),
    }


def tree_at_rest(derivation: Derivation, palette: Palette) -> Json:
    """The whole tree, no step of which is at work."""
    return {**tree_state(derivation, palette), "level": 0}


def derivation_of(model: BPEModel, token_id: int) -> Derivation:
    """How the model's own encoder puts the bytes of a token together."""
    token = model.vocabulary[token_id]
    return derive(model, token, encode_by_rank(model, token))


@dataclass(frozen=True, slots=True)
class TreeBoard:
    """The recording of one step; ``ids`` are what encoding the token's bytes gives."""

    recording: Json
    ids: tuple[int, ...]


def tree_board(model: BPEModel, token_id: int) -> TreeBoard:
    """The tree of a token as a still picture."""
    palette = Palette(model)
    derivation = derivation_of(model, token_id)
    widget = tree_widget(derivation, palette)
    recording = still(
        {"tree": tree_at_rest(derivation, palette)},
        widgets=[widget],
        layout={"stage": ["tree"], "columns": []},
        tokens=palette.tokens,
        title="vocabulary.tree",
    )
    return TreeBoard(recording, tuple(root.token_id for root in derivation.roots))


def _node(node: Node, palette: Palette) -> Json:
    return {
        "token": palette.token(node.token_id),
        "at": node.at,
        "size": node.size,
        "level": node.number + 1,
        "parts": [part_key(node.left), part_key(node.right)],
        "rank": node.rank,
        "look": "",
    }


def part_key(part: Part) -> str:
    """A part as the player's `tree` names it: a byte or a node."""
    return f"n{part.number}" if isinstance(part, Node) else f"b{part.at}"


def characters_of(data: bytes) -> Iterator[tuple[int, bytes]]:
    r"""Offset and bytes of every character; a byte that is part of none is one of its own.

    >>> list(characters_of("é".encode() + b"\xbd"))
    [(0, b'\xc3\xa9'), (2, b'\xbd')]
    """
    at = 0
    for character in data.decode("utf-8", "surrogateescape"):
        encoded = character.encode("utf-8", "surrogateescape")
        yield at, encoded
        at += len(encoded)
