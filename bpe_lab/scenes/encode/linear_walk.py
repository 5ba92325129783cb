"""Encoding from left to right: the last token of each prefix, and whether the next one fits.

A token that is taken ends the encoding of a prefix, and no prefix is ended twice: so the strip
of prefixes fills up once, however often the walk goes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain

from bpe_core.encode.linear import BORDERS, NONE, encode_linear
from bpe_core.encoder_events import BorderAsked, Event, PrefixTried, TokenDropped, TokenTaken
from bpe_core.events import SubGoal
from bpe_core.model import BPEModel
from bpe_lab.scenes.code_panel import (
    CodePanel,
    Lines,
    PseudoLine,
    Source,
    code_widget,
    source_of,
    with_lines,
)
from bpe_lab.scenes.drawn_tokens import Palette, characters_of
from bpe_lab.scenes.encode.encoding_walk import MOST_LISTED, drawn_bytes
from bpe_lab.scenes.recording import Frame, Json, Text, Walk, record, text

CHOOSE, MERGE, REPAIR = SubGoal.CHOOSE, SubGoal.MERGE, SubGoal.REPAIR
PSEUDO: tuple[PseudoLine, ...] = (
    ("longest", CHOOSE, None, False),
    ("nowhere", CHOOSE, None, False),
    ("ask", CHOOSE, None, False),
    ("take", MERGE, "ids.append(token); start += size", False),
    ("shorter", CHOOSE, "token = shorter[token]", False),
    ("drop", REPAIR, None, False),
)
STRIP, CANDIDATES = "strip", "candidates"
LAYOUT: Json = {"stage": [STRIP], "columns": [[CANDIDATES], ["code"]]}
LANES = ("text", "last", "standing", "across")
PITCH = (30, 80)  # units of 1/16 rem that a byte takes
ROOM, LEGIBLE = 720, 44  # of the strip; of a byte, if that has to scroll
GLYPH, EDGES = 9, 16  # a column of a token; what is around it


def linear_walk(model: BPEModel, word: str) -> Walk:
    """Every candidate of ``word``, a pre-token; of a long one the beginning.

    Raises ``InputError`` for a model that is not encoded from left to right.
    """
    pre_token, notices = drawn_bytes(model, word)
    scene = FromLeft.of(model, pre_token)
    recording, _ = record(
        scene.frames(),
        goals=(CHOOSE, MERGE, REPAIR),
        widgets=scene.widgets(),
        layout=LAYOUT,
        tokens=scene.palette.tokens,
        about=f"encode linear {word}",
        unit=("place", 1),
        instead="encode.linear.instead",
        ending=lambda _steps: text("encode.linear.say.cap"),
    )
    return Walk(recording, tuple(notices))


@dataclass(slots=True)
class Tried:
    """A token that the bytes have at a place: what is said of it, and how its row looks."""

    say: Text
    look: str


@dataclass(slots=True)
class FromLeft:
    """Events into frames, each of which has one candidate, taken or not, or one step back."""

    palette: Palette
    pre_token: bytes
    steps: list[tuple[Event, Lines]]
    rest: Lines
    source: Source
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))
    start: int = 0
    ids: list[int] = field(default_factory=list)
    last: dict[int, int] = field(default_factory=dict)  # the last token of a prefix, by its end
    nowhere: set[int] = field(default_factory=set)
    tried: dict[int, dict[int, Tried]] = field(default_factory=dict)  # by place and token
    group: int = 0  # a place that is come to, up to what is taken or dropped there
    look_ups: int = 0

    @classmethod
    def of(cls, model: BPEModel, pre_token: bytes) -> FromLeft:
        """Run the encoder once, with all its events."""
        steps, rest = with_lines(encode_linear(model, pre_token, detail=True))
        return cls(Palette(model), pre_token, steps, rest, source_of(encode_linear))

    @property
    def size(self) -> int:
        return len(self.pre_token)

    def widgets(self) -> list[Json]:
        """All that is drawn, in the room that the whole walk takes."""
        starts = {event.position for event, _ in self.steps if isinstance(event, PrefixTried)}
        chains = [self._chain(start) for start in starts]
        drawn = [self.palette.tokens.tokens[self._token(token)] for token in chain(*chains)]
        pitch = int(max(token["width"] for token in drawn) * GLYPH + EDGES)
        pitch = min(pitch, max(LEGIBLE, ROOM // self.size))
        return [
            {
                "id": STRIP,
                "kind": "lanes",
                "title": "encode.linear.title",
                "size": self.size,
                "pitch": max(PITCH[0], min(PITCH[1], pitch)),
                "lanes": [{"id": lane, "title": f"encode.linear.{lane}"} for lane in LANES],
            },
            {
                "id": CANDIDATES,
                "kind": "table",
                "title": "encode.linear.candidates",
                "rows": max(map(len, chains)),
                "columns": [
                    {"kind": "token", "title": "encode.linear.token"},
                    {"kind": "say", "title": "encode.linear.verdict"},
                ],
            },
            code_widget(PSEUDO, self.source, notes="encode.linear.code"),
        ]

    def frames(self) -> Iterator[Frame]:
        """The start, the candidates and what became of them, the end."""
        yield self._frame(CHOOSE, text("encode.linear.say.start", **self._begins()), (), ())
        lines: Lines = ()
        for at, (event, executed) in enumerate(self.steps):
            lines += executed
            after = self.steps[at + 1][0] if at + 1 < len(self.steps) else None
            match event:
                case PrefixTried(position=start, token_id=int() as token):
                    if isinstance(after, BorderAsked):
                        continue  # what it is asked is told with the answer
                    yield self._try(start, token, not isinstance(after, TokenTaken), lines)
                case BorderAsked():
                    yield self._ask(event, lines)
                case TokenTaken():
                    yield self._take(event, lines)
                case TokenDropped():
                    yield self._drop(event, lines)
            lines = ()
        yield self._end()

    def _begins(self) -> dict[str, Json]:
        return {"bytes": self.size, "word": {"token": self.palette.piece(self.pre_token)}}

    def _try(self, start: int, token: int, leads_nowhere: bool, lines: Lines) -> Frame:
        """A candidate with nothing to be asked."""
        drawn = self.palette.token_value(token)
        if not leads_nowhere:
            names: tuple[str, ...] = (self._came(start), "nowhere", "ask")
            self._judge(start, token, text("encode.linear.first"), "chosen")
            return self._tried(
                text("encode.linear.say.first", token=drawn), names, lines, token
            )
        names = (self._came(start), "nowhere")
        self._judge(start, token, text("encode.linear.nowhere"), "aside")
        end = start + len(self.palette.bytes_of(token))
        say = text("encode.linear.say.nowhere", token=drawn, end=end)
        return self._tried(say, names, lines, token, barred=True)

    def _ask(self, event: BorderAsked, lines: Lines) -> Frame:
        """A candidate that is asked whether it fits behind the token before it."""
        left, token = event.pair
        self.look_ups += event.look_ups
        names = (self._came(event.position), "nowhere", "ask")
        values = {
            "token": self.palette.token_value(token),
            "left": self.palette.token_value(left),
        }
        ask = text("encode.linear.ask", **values)
        if event.across is None:
            self._judge(event.position, token, text("encode.linear.fits"), "chosen")
            say = text("encode.linear.say.fits", **values, look_ups=event.look_ups)
            return self._tried(say, names, lines, token, ask=ask)
        across = {"pair": self.palette.pair_value(event.across), "rank": event.rank}
        self._judge(event.position, token, text("encode.linear.refused", **across), "aside")
        say = text("encode.linear.say.refused", **values, **across)
        return self._tried(say, names, lines, token, barred=True, across=event, ask=ask)

    def _take(self, event: TokenTaken, lines: Lines) -> Frame:
        end = event.position + event.size
        self.ids.append(event.token_id)
        self.last[end] = event.token_id
        say = text(
            "encode.linear.say.taken", token=self.palette.token_value(event.token_id), end=end
        )
        frame = self._frame(MERGE, say, ("take",), lines, fresh=True)
        self.start = end
        self.group += 1
        return frame

    def _drop(self, event: TokenDropped, lines: Lines) -> Frame:
        self.ids.pop()
        end = event.position + event.size
        self.nowhere.add(end)
        self.start = event.position
        self._judge(event.position, event.token_id, text("encode.linear.dropped"), "aside")
        say = text(
            "encode.linear.say.dropped",
            token=self.palette.token_value(event.token_id),
            end=end,
        )
        self.group += 1
        return self._frame(REPAIR, say, ("drop",), lines)

    def _end(self) -> Frame:
        tried = sum(map(len, self.tried.values()))
        values = {"tokens": len(self.ids), "tried": tried, "look_ups": self.look_ups}
        if len(self.ids) > MOST_LISTED:
            say = text("encode.linear.say.end_many", **values)
        else:
            say = text(
                "encode.linear.say.end", **values, result=self.palette.row_value(self.ids)
            )
        return self._frame(CHOOSE, say, (), self.rest, ended=True)

    def _came(self, start: int) -> str:
        """The line of the pseudo-code that a candidate came from."""
        return "shorter" if self.tried.get(start) else "longest"

    def _judge(self, start: int, token: int, say: Text, look: str) -> None:
        self.tried.setdefault(start, {})[token] = Tried(say, look)

    def _tried(
        self,
        say: Text,
        names: tuple[str, ...],
        lines: Lines,
        token: int,
        *,
        barred: bool = False,
        across: BorderAsked | None = None,
        ask: Text | None = None,
    ) -> Frame:
        look = "differs" if barred else "forming"
        return self._frame(
            CHOOSE, say, names, lines, candidate=(token, look), across=across, ask=ask
        )

    def _frame(
        self,
        goal: SubGoal,
        say: Text,
        names: tuple[str, ...],
        lines: Lines,
        *,
        candidate: tuple[int, str] | None = None,
        across: BorderAsked | None = None,
        fresh: bool = False,
        ended: bool = False,
        ask: Text | None = None,
    ) -> Frame:
        self.panel.light(names, self.source.lit(lines) if lines else [])
        states = {
            STRIP: self._strip(candidate, across, fresh=fresh, ended=ended),
            CANDIDATES: self._candidates(ended=ended),
            "code": self.panel.draw(),
        }
        where = text("encode.linear.where", at=self.start, bytes=self.size)
        group = self.group - ended
        return Frame(goal, group, say, states, where=where, ask=ask)

    def _strip(
        self,
        candidate: tuple[int, str] | None,
        across: BorderAsked | None,
        *,
        fresh: bool,
        ended: bool,
    ) -> Json:
        """The bytes, the tokens that stand, what comes first across a border, the prefixes."""
        characters = {
            str(at): [self.palette.piece(data), len(data), ""]
            for at, data in characters_of(self.pre_token)
        }
        at, standing = 0, {}
        for token in self.ids:
            standing[str(at)] = self._slot(token, "")
            at += standing[str(at)][1]
        if fresh:
            standing[str(self.start)][2] = "merged"
        if candidate:
            standing[str(self.start)] = self._slot(*candidate)
        first: dict[str, Json] = {}
        if across and across.across:
            left, right = across.across
            before = len(self.palette.bytes_of(left))
            first[str(self.start - before)] = self._slot(left, "differs")
            first[str(self.start)] = self._slot(right, "differs")
        prefixes = {
            str(end - 1): [
                self._token(token),
                1,
                "barred" if end in self.nowhere else "",
            ]
            for end, token in self.last.items()
        }
        if fresh:
            prefixes[str(at - 1)][2] = "merged"
        ends = [] if ended else [self.start]
        known = text("encode.linear.known", known=len(self.last), prefixes=self.size)
        looked = text("encode.lanes.look_ups", look_ups=self.look_ups)
        drawn: dict[str, Json] = {
            "text": {"slots": characters, "ends": ends},
            "standing": {
                "slots": standing,
                "ends": ends,
                "say": text("encode.lanes.first", tokens=len(self.ids)),
                "look": "done" if ended else "",
            },
            "across": {"slots": first, "ends": ends, "aside": looked},
            "last": {"slots": prefixes, "ends": ends, "say": known},
        }
        if across:
            drawn["across"]["say"] = text("encode.linear.rank", rank=across.rank)
        return {"lanes": drawn}

    def _candidates(self, *, ended: bool) -> Json:
        """The tokens at this place from the longest on, each with what is known of it."""
        if ended:
            return {"rows": []}
        tried = self.tried.get(self.start, {})
        rows = []
        for token in self._chain(self.start):
            known = tried.get(token)
            look = known.look if known else "quiet"
            rows.append(
                {"cells": [self._token(token), known.say if known else ""], "look": look}
            )
        return {"rows": rows}

    def _chain(self, start: int) -> list[int]:
        """The tokens that the bytes have from ``start`` on, the longest first."""
        borders, tokens = BORDERS.of(self.palette.model), []
        token = borders.longest(self.pre_token, start)
        while token != NONE:
            tokens.append(token)
            token = borders.shorter[token]
        return tokens

    def _token(self, token_id: int | None) -> int:
        assert token_id is not None
        return self.palette.token(token_id)

    def _slot(self, token_id: int, look: str) -> list[Json]:
        return [self._token(token_id), len(self.palette.bytes_of(token_id)), look]
