"""What every step of subword-nmt's learner says: its sentence, and the code that is at work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    Event,
    IndexChanged,
    MergeDone,
    PairChosen,
    PairForgotten,
    PairsRestored,
    PairsSetAside,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenPlaced,
    PreTokenRewritten,
    Stopped,
    SubGoal,
    ThresholdSet,
    TokenNamed,
)
from bpe_core.state import TrainState
from bpe_lab.scenes.code_panel import CodePanel, Lines, PseudoLine, Source, executed
from bpe_lab.scenes.recording import Json, Text, text
from bpe_lab.scenes.subword_nmt.learning_panels import Words
from bpe_lab.scenes.why_this_pair import Brush, ties

# The events that belong to the report begun by an event.
FOLLOWERS: Mapping[type[Event], tuple[type[Event], ...]] = {
    PreTokenPlaced: (TokenNamed, PreTokenCut),
    PairsRestored: (CandidatesScanned,),
    CandidatesScanned: (PairsSetAside,),
    CountChanged: (IndexChanged, PairForgotten),
}
MOST_SYMBOLS = 14  # symbols of a word in a sentence
# The keys for a count that falls, and one that rises, by the pair's side of the merge.
CHANGES = {
    "own": ("own", "own"),
    "prev": ("prev_down", "prev_up"),
    "next": ("next_down", "next_up"),
    "both": ("both_down", "both_up"),
    "some": ("some", "some"),
}
COUNT, CHOOSE, MERGE, REPAIR = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE, SubGoal.REPAIR
PSEUDO: tuple[PseudoLine, ...] = (
    ("word", COUNT, "for word, n in words:", True),
    ("index", COUNT, "  pair_counter[pair] += n; index[pair] += word", False),
    ("best", CHOOSE, None, False),
    ("refill", CHOOSE, None, False),
    ("threshold", CHOOSE, None, False),
    ("aside", CHOOSE, None, False),
    ("stop", CHOOSE, None, False),
    ("choose", CHOOSE, None, False),
    ("merge", MERGE, None, False),
    ("down", REPAIR, None, False),
    ("up", REPAIR, None, False),
    ("write", MERGE, None, False),
)
OF_MERGE = ("best", "refill", "threshold", "aside", "choose", "merge", "down", "up", "write")
FILE_ROWS = 9
_PSEUDO_OF: Mapping[type[Event], tuple[str, ...]] = {
    PreTokenPlaced: ("word",),
    PreTokenIndexed: ("index",),
    CountsBuilt: ("index",),
    PairsRestored: ("refill",),
    ThresholdSet: ("threshold",),
    PairChosen: ("choose",),
    PreTokenRewritten: ("merge",),
    MergeDone: ("write",),
    Stopped: ("stop",),
}


@dataclass(frozen=True, slots=True)
class Report:
    """Events in their order, with the lines of the module that were executed up to the last."""

    events: tuple[Event, ...]
    lines: Lines

    @property
    def first(self) -> Event:
        """The event by which the report is known."""
        return self.events[0]

    @property
    def last(self) -> Event:
        """The event that ends it."""
        return self.events[-1]


def reports(run: Iterator[Event]) -> Iterator[Report]:
    """All of a run."""
    events: list[Event] = []
    lines: list[int] = []
    for event, executed_lines in executed(run):
        if events and not isinstance(event, FOLLOWERS.get(type(events[0]), ())):
            yield Report(tuple(events), tuple(lines))
            events, lines = [], []
        events.append(event)
        lines += executed_lines
    if events:
        yield Report(tuple(events), tuple(lines))


@dataclass(slots=True)
class Sentences:
    """Words reports, each after ``state`` has taken it in."""

    brush: Brush
    state: TrainState
    words: Words

    def of(self, report: Report) -> Text:
        """The sentence."""
        state = self.state
        match report.first:
            case PreTokenPlaced(start=start, weight=weight):
                return self._placed(start, weight)
            case PreTokenIndexed(start=start, pairs=pairs):
                key = "indexed" if pairs else "indexed_none"
                values = {"pairs": pairs, "times": state.weight_at[start]}
                return _say(key, word=self._word(start), **values)
            case CountsBuilt(distinct=distinct):
                return _say("counted", pairs=distinct, words=len(state.starts))
            case CandidatesScanned(pairs=pairs):
                return self._scanned(report, pairs)
            case PairsRestored(pairs=pairs):
                key = "restored" if pairs else "restored_none"
                return _say(key, pairs=pairs, count=max(state.pair_counter.values(), default=0))
            case ThresholdSet(threshold=threshold):
                return self._threshold(threshold)
            case PairChosen():
                return self._chosen(report.first)
            case PreTokenRewritten(start=start):
                return self._rewritten(start)
            case CountChanged():
                return self._changed(report.first)
            case MergeDone(number=number, pair=pair):
                line = self.brush.row_value(pair)
                return _say("done", merge=number + 1, number=number + 2, line=line)
            case Stopped(reason=reason):
                return text(f"subword_nmt.end.{reason}", merges=len(state.merges))
        raise TypeError(f"no report begins with {type(report.first).__name__}")

    def _placed(self, start: int, weight: int) -> Text:
        symbols = self.brush.row_value([each for _, each in self.state.tokens_of(start)])
        values = {"word": self._word(start), "times": weight}
        if (number := len(symbols["tokens"])) > MOST_SYMBOLS:
            return _say("placed_long", symbols=number, **values)
        return _say("placed", symbols=symbols, **values)

    def _scanned(self, report: Report, pairs: int) -> Text:
        state = self.state
        if isinstance(report.last, PairsSetAside):
            aside = report.last.pairs
            key = "aside" if aside else "aside_none"
            return _say(
                key, pairs=aside, left=len(state.pair_counter), threshold=state.threshold
            )
        best = max(state.pair_counter.values(), default=0)
        if state.set_aside and best < state.threshold:
            return _say("missed", count=best, threshold=state.threshold, pairs=pairs)
        return _say("scanned" if pairs else "scanned_none", pairs=pairs)

    def _threshold(self, threshold: int) -> Text:
        best = max(self.state.pair_counter.values())
        merges = len(self.state.merges)
        key = "threshold_anew" if merges else "threshold"
        return _say(key, threshold=threshold, count=best, merges=merges)

    def _chosen(self, event: PairChosen) -> Text:
        tied = len(ties(self.state.pair_counter))
        return _say(
            "chosen_tie" if tied > 1 else "chosen",
            pair=self.brush.pair_value(event.pair),
            count=event.count,
            ties=tied,
            token=self.brush.token_value(event.new_id),
        )

    def _rewritten(self, start: int) -> Text:
        assert self.words.pair is not None, "a word is rewritten in a merge"
        left, right = self.brush.pair(self.words.pair)
        return _say(
            "rewritten",
            word=self._word(start),
            left={"token": left},
            right={"token": right},
            token=self.brush.token_value(self.words.new_id),
            times=self.state.weight_at[start],
        )

    def _changed(self, event: CountChanged) -> Text:
        assert self.words.focus is not None, "counts change in a word"
        key = CHANGES[self.words.side(event.pair)][event.delta > 0]
        values = {
            "word": self._word(self.words.focus),
            "times": abs(event.delta),
            "delta": event.delta,
        }
        new_id = self.brush.token_value(self.words.new_id)
        return _say(
            key,
            pair=self.brush.pair_value(event.pair),
            count=event.count,
            token=new_id,
            **values,
        )

    def _word(self, start: int) -> int:
        return self.words.number_of[start]


def _say(key: str, **values: Json) -> Text:
    return text(f"subword_nmt.say.{key}", **values)


def file_widget(lines: Sequence[str]) -> Json:
    """The codes file, which grows: its lines are known from the start, shown as they come."""
    tab = {"title": "subword_nmt.file.title", "lines": [{"code": line} for line in lines]}
    title = "subword_nmt.file.title"
    return {"id": "file", "kind": "code", "title": title, "rows": FILE_ROWS, "tabs": [tab]}


@dataclass(slots=True)
class Code:
    """Follows a run: the line that is at work, and the values that lines left behind."""

    brush: Brush
    state: TrainState
    source: Source
    panel: CodePanel = field(default_factory=lambda: CodePanel(PSEUDO))

    def follow(self, report: Report) -> None:
        """Light what belongs to ``report``."""
        self.panel.light(_pseudo_names(report), self.source.lit(report.lines))
        first = report.first
        if isinstance(first, CandidatesScanned) and len(report.events) == 1:
            self.panel.forget(OF_MERGE)
        if isinstance(first, PreTokenRewritten):
            self.panel.forget(("down", "up"))
        for event in report.events:
            self._value(event)

    def _value(self, event: Event) -> None:
        match event:
            case ThresholdSet(threshold=threshold):
                self.panel.leave("threshold", [threshold])
            case PairsRestored(pairs=pairs):
                self.panel.leave("refill", [f"+{pairs}"])
            case PairChosen(pair=pair, count=count):
                self.panel.leave("best", [self.brush.pair_value(pair), count])
                self.panel.leave("choose", [self.brush.token_value(event.new_id)])
            case CountChanged(pair=pair, delta=delta, count=count):
                name = "down" if delta < 0 else "up"
                self.panel.leave(name, [self.brush.pair_value(pair), count - delta, "→", count])
            case MergeDone(pair=pair):
                self.panel.leave("write", [self.brush.pair_value(pair)])


def _pseudo_names(report: Report) -> tuple[str, ...]:
    match report.first:
        case CandidatesScanned():
            return ("aside",) if len(report.events) > 1 else ("best",)
        case CountChanged(delta=delta):
            return ("down",) if delta < 0 else ("up",)
        case first:
            return _PSEUDO_OF[type(first)]
