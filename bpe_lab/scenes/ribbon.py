"""The text as a ribbon of bytes: groups that never move, slots that grow over them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bpe_core.pretokenize.pre_tokens import PreToken, split_special
from bpe_core.runtime.glyphs import parts_of
from bpe_lab.scenes.merge_stories import Ids
from bpe_lab.scenes.recording import Json, TokenTable

Slot = list[Json]  # [token, size, look]


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
    spans, position = [], pre_token.start
    for character in pre_token.data.decode():
        size = len(character.encode())
        if size > 1:
            part = parts_of(character.encode())[0]
            spans.append([position, size, part[1]])
        position += size
    return spans


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


def groups(
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
