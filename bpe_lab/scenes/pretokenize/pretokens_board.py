"""A text cut into pre-tokens, at special tokens and then by a pattern; two ways compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge
from typing import NamedTuple

from bpe_core.pretokenize.patterns import Alternative, alternatives, is_custom
from bpe_core.pretokenize.pre_tokens import (
    WHOLE,
    check_special_tokens,
    ordinary_parts,
    pre_tokenize_by_alternative,
    split_by_alternative,
    split_special,
)
from bpe_core.runtime.text import beginning
from bpe_core.texts.corpus import Corpus
from bpe_lab.scenes.code_panel import plain_source
from bpe_lab.scenes.recording import Json, States, TokenTable, still, text

DRAWN = 4_000  # bytes of a text; all of it is counted
SPECIAL = -2  # instead of an alternative's number
CODE = "code"
CODE_ROWS = 9  # lines; no higher than the patterns that stand in its place
# In words, where the catalogue has them.
PSEUDO: tuple[tuple[str, str | None], ...] = (
    ("parts", None),
    ("special", None),
    ("matches", None),
    ("bytes", '    pre_token = match.encode("utf-8")'),
    ("count", "    count[pre_token] += 1"),
)
TITLE = "pretokenize.title"
ROWS = 7  # of a text before it scrolls, so that its pattern stays in sight
CHUNK_ROWS, CHUNK_DRAWN = 3, 40  # lines of chunks; bytes of one
CHUNKS = "chunks"


class NumberedPreToken(NamedTuple):
    """A pre-token, or a special token: where it starts, its bytes, what took it."""

    start: int
    data: bytes
    number: int

    @property
    def end(self) -> int:
        """The offset behind the last byte."""
        return self.start + len(self.data)


class Distinct(NamedTuple):
    """A pre-token, how often it occurs, the numbers of the alternatives that took it.

    The same bytes may be taken by several: what follows decides.
    """

    data: bytes
    times: int
    numbers: tuple[int, ...]


class Parting(NamedTuple):
    """The first stretch that two patterns cut differently, up to where they meet again."""

    start: int
    left: tuple[bytes, ...]
    right: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Split:
    """A whole text under one pattern; ``pre_tokens`` are those that are drawn.

    ``matches`` counts the pre-tokens by the number of their alternative.
    """

    pattern: str
    alternatives: tuple[Alternative, ...]
    pre_tokens: tuple[NumberedPreToken, ...]
    distinct: tuple[Distinct, ...]
    matches: dict[int, int]
    total: int


def numbered_pre_tokens(corpus: Corpus, pattern: str) -> Iterator[NumberedPreToken]:
    """All pre-tokens and special tokens of a text in order.

    Raises ``PatternError`` for a custom pattern that does not cut it.
    """
    specials = corpus.special_tokens
    cut = pre_tokenize_by_alternative(corpus.text, pattern=pattern, special_tokens=specials)
    ordinary = (NumberedPreToken(p.start, p.data, number) for p, number in cut)
    between = (
        NumberedPreToken(start, data, SPECIAL)
        for start, data, is_special in chunks(corpus)
        if is_special
    )
    return merge(ordinary, between)  # no two start at the same byte


def chunks(corpus: Corpus) -> Iterator[tuple[int, bytes, bool]]:
    """What special tokens cut a text into: where each starts, its bytes, whether it is one."""
    start = 0
    specials = check_special_tokens(corpus.special_tokens)
    for part, is_special in split_special(corpus.text, specials):
        yield start, (data := part.encode()), is_special
        start += len(data)


def split_of(pre_tokens: Sequence[NumberedPreToken], pattern: str) -> Split:
    """What is known of all the pre-tokens, and the first of them."""
    counts: Counter[bytes] = Counter()
    matches: Counter[int] = Counter()
    taken: dict[bytes, set[int]] = {}
    for pre_token in pre_tokens:
        if pre_token.number != SPECIAL:
            counts[pre_token.data] += 1
            matches[pre_token.number] += 1
            taken.setdefault(pre_token.data, set()).add(pre_token.number)
    return Split(
        pattern,
        alternatives(pattern),
        tuple(pre_token for pre_token in pre_tokens if pre_token.start < DRAWN),
        tuple(
            Distinct(data, times, tuple(sorted(taken[data])))
            for data, times in counts.most_common()
        ),
        dict(matches),
        counts.total(),
    )


def first_parting(
    left: Sequence[NumberedPreToken], right: Sequence[NumberedPreToken]
) -> Parting | None:
    """Where two ways to cut the same text first differ; None: nowhere.

    >>> letter, digit = NumberedPreToken(0, b"a", 0), NumberedPreToken(1, b"1", 1)
    >>> one = [letter, digit, NumberedPreToken(2, b"2", 1)]
    >>> first_parting(one, [letter, NumberedPreToken(1, b"12", 1)])
    Parting(start=1, left=(b'1', b'2'), right=(b'12',))
    """
    for k, (one, other) in enumerate(zip(left, right, strict=False)):
        if one.data != other.data:
            meeting = min({p.end for p in left[k:]} & {p.end for p in right[k:]})
            return Parting(one.start, _until(left[k:], meeting), _until(right[k:], meeting))
    return None


def _until(pre_tokens: Sequence[NumberedPreToken], end: int) -> tuple[bytes, ...]:
    return tuple(pre_token.data for pre_token in pre_tokens if pre_token.end <= end)


def code_widget() -> Json:
    """Two tabs."""
    lines = [{"code": code or text(f"pretokenize.code.{name}")} for name, code in PSEUDO]
    pseudo = {"title": "linked.code.pseudo", "first": 1, "lines": lines}
    source = plain_source(
        split_special, split_by_alternative, pre_tokenize_by_alternative, ordinary_parts
    )
    title = "linked.code.title"
    return {
        "id": CODE,
        "kind": "code",
        "title": title,
        "rows": CODE_ROWS,
        "tabs": [pseudo, source],
    }


@dataclass(frozen=True, slots=True)
class PreTokens:
    """The board, the split or the two that it draws, and where the two part first."""

    recording: Json
    splits: tuple[Split, ...]
    parting: Parting | None


def pre_tokens(corpus: Corpus, patterns: Sequence[str]) -> PreTokens:
    """``corpus`` cut by one pattern, or by two, which are then compared.

    Raises ``PatternError`` for a custom pattern that does not cut it.
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
