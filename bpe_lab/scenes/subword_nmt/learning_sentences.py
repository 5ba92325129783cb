"""The sentence for every moment: a catalogue key and its values."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    CountsBuilt,
    MergeDone,
    PairChosen,
    PairsRestored,
    PairsSetAside,
    PreTokenIndexed,
    PreTokenPlaced,
    PreTokenRewritten,
    Stopped,
    ThresholdSet,
)
from bpe_core.model import Pair
from bpe_core.train.state import TrainState
from bpe_lab.scenes.brush import Brush, ties
from bpe_lab.scenes.recording import Json, Text, text
from bpe_lab.scenes.subword_nmt.moments import Moment
from bpe_lab.scenes.subword_nmt.word_rows import Words

MOST_SYMBOLS = 14  # symbols of a word in a sentence
# The keys for a count that falls, and one that rises, by the pair's side of the merge.
CHANGES = {
    "own": ("own", "own"),
    "prev": ("prev_down", "prev_up"),
    "next": ("next_down", "next_up"),
    "both": ("both_down", "both_up"),
    "some": ("some", "some"),
}


@dataclass(slots=True)
class Sentences:
    """Tells moments, each after ``state`` has taken it in."""

    brush: Brush
    state: TrainState
    words: Words

    def of(self, moment: Moment) -> Text:
        """The sentence."""
        state = self.state
        match moment.first:
            case PreTokenPlaced(start=start, weight=weight):
                return self._placed(start, weight)
            case PreTokenIndexed(start=start, pairs=pairs):
                key = "indexed" if pairs else "indexed_none"
                values = {"pairs": pairs, "times": state.weight_at[start]}
                return _say(key, word=self._word(start), **values)
            case CountsBuilt(distinct=distinct):
                return _say("counted", pairs=distinct, words=len(state.starts))
            case CandidatesScanned(pairs=pairs):
                return self._scanned(moment, pairs)
            case PairsRestored(pairs=pairs):
                key = "restored" if pairs else "restored_none"
                return _say(key, pairs=pairs, count=max(state.pair_counter.values(), default=0))
            case ThresholdSet(threshold=threshold):
                return self._threshold(threshold)
            case PairChosen():
                return self._chosen(moment.first)
            case PreTokenRewritten(start=start):
                return self._rewritten(start)
            case CountChanged():
                return self._changed(moment.first)
            case MergeDone(number=number, pair=pair):
                line = {"tokens": self.brush.pair(pair), "join": " "}
                return _say("done", merge=number + 1, number=number + 2, line=line)
            case Stopped(reason=reason):
                return text(f"subword_nmt.end.{reason}", merges=len(state.merges))
        raise TypeError(f"no moment begins with {type(moment.first).__name__}")

    def _placed(self, start: int, weight: int) -> Text:
        tokens = [self.brush.token(token_id) for _, token_id in self.state.tokens_of(start)]
        values = {"word": self._word(start), "times": weight}
        if len(tokens) > MOST_SYMBOLS:
            return _say("placed_long", symbols=len(tokens), **values)
        return _say("placed", symbols={"tokens": tokens, "join": " "}, **values)

    def _scanned(self, moment: Moment, pairs: int) -> Text:
        state = self.state
        if isinstance(moment.last, PairsSetAside):
            aside = moment.last.pairs
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
            pair=self._pair(event.pair),
            count=event.count,
            ties=tied,
            token={"token": self.brush.token(event.new_id)},
        )

    def _rewritten(self, start: int) -> Text:
        assert self.words.pair is not None, "a word is rewritten in a merge"
        left, right = self.brush.pair(self.words.pair)
        return _say(
            "rewritten",
            word=self._word(start),
            left={"token": left},
            right={"token": right},
            token={"token": self.brush.token(self.words.new_id)},
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
        new_id = {"token": self.brush.token(self.words.new_id)}
        return _say(key, pair=self._pair(event.pair), count=event.count, token=new_id, **values)

    def _pair(self, pair: Pair) -> Json:
        return {"pair": self.brush.pair(pair)}

    def _word(self, start: int) -> int:
        return self.words.number_of[start]


def _say(key: str, **values: Json) -> Text:
    return text(f"subword_nmt.say.{key}", **values)
