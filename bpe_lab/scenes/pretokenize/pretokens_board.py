"""Pre-tokens as a board: the text, every pre-token tinted by the alternative that took it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bpe_core.pretokenize.patterns import Alternative, is_custom
from bpe_core.pretokenize.pre_tokens import WHOLE
from bpe_core.runtime.glyphs import beginning
from bpe_core.texts.corpus import Corpus
from bpe_lab.scenes.pretokenize.cutting_code import CODE, code_widget
from bpe_lab.scenes.pretokenize.pretokens import (
    DRAWN,
    SPECIAL,
    NumberedPreToken,
    Parting,
    Split,
    chunks,
    first_parting,
    numbered_pre_tokens,
    split_of,
)
from bpe_lab.scenes.recording import Json, States, TokenTable, still, text

TITLE = "pretokenize.title"
ROWS = 7  # of a text before it scrolls, so that its pattern stays in sight
CHUNK_ROWS, CHUNK_DRAWN = 3, 40  # lines of chunks; bytes of one
CHUNKS = "chunks"


@dataclass(frozen=True, slots=True)
class PreTokens:
    """The board, the split or the two that it draws, and where the two part first."""

    recording: Json
    splits: tuple[Split, ...]
    parting: Parting | None


def pre_tokens(corpus: Corpus, patterns: Sequence[str]) -> PreTokens:
    """``corpus`` cut by one pattern, or by two, which are then compared.

    Raises the classes below ``PatternError`` for a custom pattern that does not cut it.
    """
    whole = [tuple(numbered_pre_tokens(corpus, pattern)) for pattern in patterns]
    splits = tuple(
        split_of(pre_tokens, pattern)
        for pre_tokens, pattern in zip(whole, patterns, strict=True)
    )
    drawing = _Drawing()
    drawing.add_chunks(corpus)
    for k, split in enumerate(splits):
        other = {(pre_token.start, pre_token.end) for pre_token in whole[-1 - k]}
        drawing.add_flow(f"flow_{k}", split, other, is_alone=len(splits) == 1)
        drawing.add_pattern(f"pattern_{k}", split)
    drawing.add(code_widget(), {})
    parting = first_parting(*whole) if len(whole) > 1 else None
    return PreTokens(drawing.recording(), splits, parting)


def title_of(pattern: str) -> str:
    """The key of a pattern's name."""
    return "pattern.custom" if is_custom(pattern) else f"pattern.{pattern}"


def short_title_of(pattern: str) -> str:
    """The key of a pattern's name within a sentence."""
    return "pattern_short.custom" if is_custom(pattern) else f"pattern_short.{pattern}"


@dataclass(slots=True)
class _Drawing:
    """A board in the making. ``known`` numbers the kinds of alternatives of all its patterns.

    Two that take the same, each in its pattern, are one kind: one tint, lit together. Within
    a pattern each is of a kind of its own.
    """

    tokens: TokenTable = field(default_factory=TokenTable)
    known: dict[tuple[Alternative, int], int] = field(default_factory=dict)
    widgets: list[Json] = field(default_factory=list)
    states: States = field(default_factory=dict)

    def add(self, widget: Json, state: dict[str, Json]) -> None:
        self.widgets.append(widget)
        self.states[widget["id"]] = state

    def add_chunks(self, corpus: Corpus) -> None:
        """What special tokens cut the text into, before any pattern does; none: nothing."""
        parts = list(chunks(corpus))
        ordinary = sum(not is_special for *_, is_special in parts)
        if ordinary == len(parts):
            return
        items = [
            self.chunk(data, start, is_special=is_special)
            for start, data, is_special in parts
            if start < DRAWN
        ]
        more = text("pretokenize.chunks", chunks=ordinary)
        style = {"kind": "flow", "style": "text", "rows": CHUNK_ROWS, "items": items}
        self.add({"id": CHUNKS, **style, "more": more}, {})  # without a head: a hall is low

    def chunk(self, data: bytes, start: int, *, is_special: bool) -> Json:
        """A special token whole, of a long chunk the beginning."""
        if is_special:
            token = self.tokens.index("", data, kind="special")
            return {"at": start, "tokens": [[token, start]], "look": "special"}
        if len(data) > CHUNK_DRAWN:
            data = beginning(data, CHUNK_DRAWN) + "…".encode()
        return {"at": start, "tokens": [[self.tokens.index("", data, kind="piece"), start]]}

    def kinds(self, split: Split) -> list[int]:
        """The kind of each alternative; where a pattern repeats one, the second is another."""
        seen: Counter[Alternative] = Counter()
        kinds = []
        for alternative in split.alternatives:
            meant = alternative._replace(source="") if alternative.name else alternative
            kinds.append(self.known.setdefault((meant, seen[meant]), len(self.known)))
            seen[meant] += 1
        return kinds

    def add_pattern(self, name: str, split: Split) -> None:
        """The alternatives in order, counted from 1; none for a text that is not cut."""
        if not split.alternatives:
            return
        rows, counts = [], {}
        kinds = self.kinds(split)
        for number, (alternative, kind) in enumerate(
            zip(split.alternatives, kinds, strict=True)
        ):
            row = {"code": alternative.source, "kind": kind, "number": number + 1}
            if alternative.name:
                row["note"] = text(f"pattern_meaning.{alternative.name}")
            rows.append(row)
            counts[str(kind)] = split.matches.get(number, 0)
        title = title_of(split.pattern)
        widget = {"id": name, "kind": "pattern", "title": title, "alternatives": rows}
        self.add(widget, {"counts": counts})

    def add_flow(
        self, name: str, split: Split, other: set[tuple[int, int]], *, is_alone: bool
    ) -> None:
        """The text; pre-tokens that are not among ``other`` differ."""
        items, kinds = [], self.kinds(split)
        for pre_token in split.pre_tokens:
            differs = (pre_token.start, pre_token.end) not in other
            items.append(self.item(pre_token, kinds, {"look": "differs"} if differs else {}))
        rest = split.total - sum(pre_token.number != SPECIAL for pre_token in split.pre_tokens)
        more = {"more": text("pretokenize.more", rest=rest)} if rest else {}
        total, distinct = split.total, len(split.distinct)
        title = "pretokenize.flow" if is_alone else title_of(split.pattern)
        widget = {"id": name, "kind": "flow", "style": "text", "title": title, "rows": ROWS}
        aside = text("pretokenize.aside", total=total, distinct=distinct)
        self.add({**widget, "items": items, **more}, {"aside": aside})

    def item(
        self, pre_token: NumberedPreToken, kinds: Sequence[int], look: dict[str, str]
    ) -> Json:
        """A pre-token; one that reaches beyond what is drawn is cut, between characters."""
        data = _whole(pre_token.data[: DRAWN - pre_token.start])
        at = {"at": pre_token.start}
        if pre_token.number == SPECIAL:
            token = self.tokens.index("", pre_token.data, kind="special")
            return {**at, "tokens": [[token, pre_token.start]], "look": "special"}
        token = self.tokens.index("", data, kind="piece")
        kind: dict[str, int] = {}
        if pre_token.number != WHOLE:
            kind = {"kind": kinds[pre_token.number], "number": pre_token.number + 1}
        return {**at, "tokens": [[token, pre_token.start]], **kind, **look}

    def recording(self) -> Json:
        """One text as the stage over its pattern; two beside each other, each over its own.

        The code is a tab away from the last pattern, so that nothing gets higher.
        """
        names = [widget["id"] for widget in self.widgets]
        above = [CHUNKS] if CHUNKS in names else []
        columns = [[n for n in names if n.endswith(f"_{k}")] for k in (0, 1)]
        if not columns[1]:
            flow, *columns[0] = columns[0]
            above, columns = [*above, flow], columns[:1]
        columns[-1].append(CODE)
        tabs = [name for name in columns[-1] if not name.startswith("flow")]
        layout = {"stage": above, "columns": columns, "tabs": tabs}
        return still(
            self.states, widgets=self.widgets, layout=layout, tokens=self.tokens, title=TITLE
        )


def _whole(data: bytes) -> bytes:
    """The beginning of ``data`` that is whole characters."""
    return data.decode("utf-8", "ignore").encode()
