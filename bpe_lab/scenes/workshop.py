"""A trained vocabulary: how it grew, merge by merge, and a word looked up in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple
from unicodedata import east_asian_width

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.derivation import Derivation, Node, Part, derive
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import encode, encoded_pre_tokens
from bpe_core.encoder_events import TokenMerged
from bpe_core.events import SubGoal
from bpe_core.model import ALL_BYTES, BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.runtime.text import (
    CUT,
    DrawnPart,
    beginning,
    is_long_character,
    is_whole,
    parts_of,
)
from bpe_lab.scenes.drawn_tokens import Palette, ribbon_groups, tree_at_rest, tree_widget
from bpe_lab.scenes.recording import Frame, Json, Text, TokenTable, record, still, text
from bpe_lab.scenes.token_table import LENGTHS

SINGLY = 16  # merges that have a step each
STEPS = 60
PACE = 500  # milliseconds per step: half a minute for all of them
ROWS = 7  # of each table
MOST_BYTES = 24  # of a token in them
TEXT, NEWEST, LENGTH, LONGEST = "text", "newest", "lengths", "longest"
LAYOUT: Json = {"stage": [TEXT], "columns": [[NEWEST], [LENGTH], [LONGEST]]}
ROW_NAMES = {
    "5_8": "5–8",
    "9_16": "9–16",
    "17": "17+",
}  # rows of `LENGTHS` by what stands there
BOUNDS = [first for first, _ in LENGTHS.values()]


def derivation_of_text(model: BPEModel, line: str) -> Derivation:
    """How a line text becomes tokens, in the order of the merges' ranks.

    subtle: within a pre-token an encoder makes merges in that order anyway, since none takes a
    token that only a later one makes; no merge reaches into another pre-token.
    """
    data, merged = "".join(encoded_pre_tokens(model, line)).encode(), [*_merged(model, line)]
    ranks = [node.rank for node in derive(model, data, merged).nodes]
    in_order = sorted(range(len(merged)), key=ranks.__getitem__)
    return derive(model, data, [merged[index] for index in in_order])


def _merged(model: BPEModel, line: str) -> Iterator[TokenMerged]:
    start = 0
    for part in encoded_pre_tokens(model, line):
        for event in encode_by_rank(model, part.encode()):
            if isinstance(event, TokenMerged):
                at, absorbed = start + event.position, start + event.absorbed
                yield replace(event, position=at, absorbed=absorbed)
        start += len(part.encode())


def word_board(model: BPEModel, word: str) -> Json:
    """A word that somebody looks up in a trained model: its tokens, when each was learned, and
    of which two; its tree.

    Where words have spaces between them, what stands inside a sentence is another token; that
    is said.
    """
    palette, derivation = Palette(model), derivation_of_text(model, word)
    sentences = [_answer(word, derivation, palette)]
    if east_asian_width(word[0]) not in "WF" and not word[0].isspace():
        ids = encode(model, f" {word}")
        sentences.append(text("workshop.word.spaced", own=palette.row_value(ids)))
    rows = [{"cells": _row(root, palette), "look": ""} for root in derivation.roots]
    columns = [
        {"kind": "text", "title": "workshop.growing.id"},
        {"kind": "token", "title": "workshop.growing.token"},
        {"kind": "pair", "title": "workshop.growing.made_of"},
        {"kind": "number", "title": "workshop.word.rank"},
    ]
    table = {"id": "parts", "kind": "table", "title": "workshop.word.tokens"}
    return still(
        {
            "note": {"lines": sentences},
            "tree": tree_at_rest(derivation, palette),
            "parts": {"rows": rows},
        },
        widgets=[
            {"id": "note", "kind": "note", "lines": len(sentences)},
            {
                **tree_widget(derivation, palette),
                "title": "workshop.word.tree",
            },
            {**table, "rows": len(rows), "columns": columns},
        ],
        layout={"stage": ["tree"], "beside": ["note", "parts"], "columns": []},
        tokens=palette.tokens,
        title="workshop.word.tree",
    )


def _answer(word: str, derivation: Derivation, palette: Palette) -> Text:
    """The word in one sentence."""
    piece, roots = {"token": palette.piece(word.encode())}, derivation.roots
    if len(roots) > 1:
        return text("workshop.word.many", word=piece, tokens=len(roots))
    [root] = roots
    number = str(root.token_id)
    if not isinstance(root, Node):
        return text("workshop.word.byte", word=piece, id=number)
    return text(
        "workshop.word.one",
        word=piece,
        id=number,
        rank=root.rank,
        done=root.rank + 1,
        merges=len(palette.model.merges),
        pair=palette.pair_value(root.pair),
    )


def _row(part: Part, palette: Palette) -> list[Json]:
    """Id and token; of one that was learned also the two that became it, and the rank."""
    drawn = [str(part.token_id), palette.token(part.token_id)]
    if not isinstance(part, Node):
        return drawn
    return [*drawn, palette.pair(part.pair), part.rank]


class Excerpt(NamedTuple):
    """Tokens that the lecture's slides show of their vocabulary, from the id ``first`` on."""

    name: str
    first: int
    tokens: tuple[str, ...]

    @property
    def ids(self) -> range:
        """Of the tokens, here as there."""
        return range(self.first, self.first + len(self.tokens))


EXCERPTS = (
    Excerpt("roots", 423, ("ive", " al", "'s", " su", "el")),
    Excerpt("words", 5569, (" turning", " Please", " Chief", " quant")),
    Excerpt("names", 9801, (" Elizabeth", "igate", "TR", " cognitive")),
)


def steps_of(merges: int, marked: Sequence[int] = ()) -> list[int]:
    """After how many of ``merges`` a step stands, ``marked`` ones among them.

    >>> steps_of(3), steps_of(20, [18])[-4:]
    ([0, 1, 2, 3], [17, 18, 19, 20])
    >>> len(steps_of(100_000)), steps_of(100_000)[-2:]
    (61, [81984, 100000])
    """
    later = STEPS - SINGLY
    rounds = (SINGLY * (merges / SINGLY) ** (k / later) for k in range(1, later + 1))
    stretches = {*map(round, rounds)} if merges > SINGLY else set()
    return sorted({*range(min(merges, SINGLY) + 1), *stretches, *marked})


def growing_walk(model: BPEModel, line: str) -> Json:
    """The recording of a trained ``model``'s merges; ``line`` is a short text to follow.

    As large for 100,000 tokens as for 1,000: each step has `ROWS` of them.
    """
    scene = _Growth(model, line, Palette(model, TokenTable(draw=_short)))
    recording, _ = record(
        scene.frames(),
        goals=(SubGoal.MERGE,),
        widgets=scene.widgets(),
        layout=LAYOUT,
        tokens=scene.palette.tokens,
        about=f"growing {hash(model.merges)}",
        unit=("stretch", 1),
        instead="workshop.instead",
        pace=PACE,
        ending=lambda _steps: text("workshop.growing.cap"),
    )
    return recording


def _short(token: bytes) -> list[DrawnPart]:
    if len(token) <= MOST_BYTES:
        return parts_of(token)
    return [*parts_of(beginning(token, MOST_BYTES)), ["name", CUT]]


@dataclass(frozen=True)  # no slots: some of it is computed once
class _Growth:
    """The vocabulary and ``line`` after so many merges, as frames."""

    model: BPEModel
    line: str
    palette: Palette

    @cached_property
    def ids(self) -> list[int]:
        """The tokens that merges make, in order."""
        return [merge.new_id for merge in self.model.merges]

    @cached_property
    def sizes(self) -> list[int]:
        """Their lengths in bytes."""
        vocabulary = self.model.vocabulary
        return [len(vocabulary[number]) for number in self.ids]

    @cached_property
    def kinds(self) -> NDArray[np.int64]:
        """The rows of `LENGTHS` that they are in."""
        return np.searchsorted(BOUNDS, self.sizes, "right") - 1

    @cached_property
    def pre_tokens(self) -> list[PreToken]:
        """Of the text, with their offsets."""
        parts = [part.encode() for part in encoded_pre_tokens(self.model, self.line)]
        starts = accumulate(map(len, parts), initial=0)
        return [PreToken(*part) for part in zip(parts, starts, strict=False)]

    @cached_property
    def derivation(self) -> Derivation:
        """How it becomes tokens, in the order of the merges."""
        return derivation_of_text(self.model, self.line)

    @cached_property
    def excerpts(self) -> dict[int, Excerpt]:
        """Those that this vocabulary reaches, by the merges that make the last of them."""
        number_of = {number: done for done, number in enumerate(self.ids, 1)}
        reached = ((number_of.get(each.ids[-1]), each) for each in EXCERPTS)
        return {done: each for done, each in reached if done is not None}

    @cached_property
    def first_whole(self) -> int:
        """After how many merges a character of several bytes is one token; 0: never."""
        vocabulary = self.model.vocabulary
        tokens = ((done, vocabulary[number]) for done, number in enumerate(self.ids, 1))
        return next((done for done, token in tokens if is_long_character(token)), 0)

    def widgets(self) -> list[Json]:
        """The text above; the newest tokens, how long all are, and the longest words."""
        drawn = ribbon_groups(self.pre_tokens, {}, self.palette.tokens, ())
        token = {"kind": "token", "title": "workshop.growing.token"}
        size = "workshop.growing.bytes"
        return [
            {"id": TEXT, "kind": "ribbon", "title": "workshop.growing.text", "groups": drawn},
            _table(
                NEWEST,
                {"kind": "text", "title": "workshop.growing.id"},
                token,
                {"kind": "pair", "title": "workshop.growing.made_of"},
            ),
            _table(
                LENGTH,
                {"kind": "text", "title": size},
                {"kind": "number", "title": "workshop.growing.tokens"},
                {"kind": "bar"},
            ),
            _table(LONGEST, {"kind": "number", "title": size}, token),
        ]

    def frames(self) -> Iterator[Frame]:
        """The bytes alone, then ever more merges; a group ends where there is a mark.

        subtle: tokens of the line are drawn last, so that another line leaves the indices of
        all others, and with them the sentences by which a player finds the same step in it.
        """
        steps = [0, *steps_of(len(self.ids), [*self.excerpts, self.first_whole])]
        without_line = [*self._frames_without_line(steps[1:])]
        for before, done, frame in zip(steps, steps[1:], without_line, strict=False):
            states = {TEXT: self._text(before, done), **frame.states}
            yield replace(frame, states=states)

    def _frames_without_line(self, steps: Sequence[int]) -> Iterator[Frame]:
        before, group, longest = 0, 0, list[int]()
        for done in steps:
            longest = self._longest(longest, range(before, done))
            marks = self._marks(done)
            yield Frame(
                SubGoal.MERGE,
                group,
                self._say(done, done - before),
                {
                    NEWEST: self._newest(done),
                    LENGTH: self._lengths(done),
                    LONGEST: self._longest_rows(longest, before),
                },
                marks=marks,
                where=text("workshop.growing.where", done=done, merges=len(self.ids)),
            )
            before, group = done, group + bool(marks)

    def _marks(self, done: int) -> tuple[str, ...]:
        whole = ("character",) if done and done == self.first_whole else ()
        return (*whole, "excerpt") if done in self.excerpts else whole

    def _say(self, done: int, merges: int) -> Text:
        """What has come; a vocabulary with special tokens says so at the start."""
        if not done:
            specials = len(self.model.special_tokens)
            key = "start_special" if specials else "start"
            return text(f"workshop.growing.{key}", specials=specials)
        if excerpt := self.excerpts.get(done):
            return self._compared(excerpt)
        last = self.model.merges[done - 1]
        token = self.palette.token_value(last.new_id)
        values: dict[str, Json] = {"done": done, "tokens": self._known(done), "token": token}
        if done == len(self.ids):
            return text("workshop.growing.end", **values)
        if merges == 1 or done == self.first_whole:
            key = "whole" if done == self.first_whole else "merged"
            pair = self.palette.pair_value((last.left, last.right))
            return text(f"workshop.growing.{key}", pair=pair, id=str(last.new_id), **values)
        return text("workshop.growing.after", merges=merges, **values)

    def _known(self, done: int) -> int:
        return len(self.model.vocabulary) - len(self.ids) + done

    def _compared(self, excerpt: Excerpt) -> Text:
        """An excerpt of the slides; the tokens with its ids here are lit among the newest."""
        tokens = [self.palette.piece(token.encode()) for token in excerpt.tokens]
        return text(
            f"workshop.growing.{excerpt.name}",
            first=str(excerpt.ids[0]),
            last=str(excerpt.ids[-1]),
            slides={"tokens": tokens, "join": " "},
        )

    def _text(self, before: int, done: int) -> Json:
        """The shown text as the first ``done`` merges leave it; what is new is lit."""
        slots: Json = {}
        nodes = self.derivation.nodes
        for part in self.derivation.until(sum(node.rank < done for node in nodes)).roots:
            is_new = isinstance(part, Node) and part.rank >= before
            token = self.palette.token(part.token_id)
            slots[str(part.at)] = [token, part.size, "merged" if is_new else ""]
        size = len(self.derivation.leaves)
        return {
            "slots": slots,
            "aside": text("workshop.growing.count", tokens=len(slots), bytes=size),
        }

    def _newest(self, done: int) -> Json:
        """The last tokens, the newest on top, as the slides list them: id, token."""
        excerpt = self.excerpts.get(done)
        lit = excerpt.ids if excerpt else range(0)
        return {
            "rows": [
                {
                    "cells": [
                        str(merge.new_id),
                        self.palette.token(merge.new_id),
                        self.palette.pair((merge.left, merge.right)),
                    ],
                    "look": "merged" if merge.new_id in lit else "",
                }
                for merge in self.model.merges[max(0, done - ROWS) : done][::-1]
            ]
        }

    def _lengths(self, done: int) -> Json:
        """How many tokens there are of each length, with a bar on the largest's scale."""
        rows = np.bincount(self.kinds[:done], minlength=len(LENGTHS))
        rows[0] += len(ALL_BYTES)
        most = int(rows.max())
        names = (ROW_NAMES.get(name, name) for name in LENGTHS)
        return {
            "rows": [
                {"cells": [name, int(count), round(int(count) / most, 3)], "look": ""}
                for name, count in zip(names, rows, strict=True)
            ]
        }

    def _longest(self, known: list[int], new: range) -> list[int]:
        """The merges of the longest words, of those ``known`` and the ``new``, in order.

        The longest tokens of all are lines of one sign, and rows of spaces.
        """
        words = [each for each in new if _is_word(self.model.vocabulary[self.ids[each]])]
        return sorted([*known, *words], key=lambda each: (-self.sizes[each], each))[:ROWS]

    def _longest_rows(self, longest: list[int], before: int) -> Json:
        return {
            "rows": [
                {
                    "cells": [self.sizes[each], self.palette.token(self.ids[each])],
                    "look": "merged" if each >= before else "",
                }
                for each in longest
            ]
        }


def _table(name: str, *columns: Json) -> Json:
    title = f"workshop.growing.{name}"
    return {
        "id": name,
        "kind": "table",
        "title": title,
        "rows": ROWS,
        "columns": list(columns),
    }


def _is_word(token: bytes) -> bool:
    """Letters alone, of whole characters, a space before them aside."""
    return is_whole(token) and token.decode().removeprefix(" ").isalpha()
