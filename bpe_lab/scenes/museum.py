"""An exhibit's run and the right one as a walk: side by side, until they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bpe_core.events import SubGoal
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum import Exhibit, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_lab.museum.parts import CutOff, Failure, Merged, MergeLearned, TextShown, facts_of
from bpe_lab.museum.run import Moment, Row, Side
from bpe_lab.scenes.recording import Frame, Json, Text, TokenTable, record, text

BYTES = 256
# By whether the wrong run, and the right one, have cut off a special token.
CUTS = {
    (False, False): "cuts",
    (False, True): "unseen_special",
    (True, False): "seen_special",
    (True, True): "specials",
}
RUNS, MERGES = "runs", "merges"
ROWS = 6  # merges of trainers that are listed


def two_runs(exhibit: Exhibit, data: bytes, moments: Sequence[Moment]) -> Json:
    """The recording of ``moments``, two at least, on a text's bytes."""
    drawing = _ExhibitFrames(exhibit, data, moments, DrawnTokens(exhibit))
    recording, _ = record(
        drawing.frames(),
        goals=(),
        widgets=drawing.widgets(),
        layout={"stage": [RUNS], "columns": [[MERGES]] if drawing.lists else []},
        tokens=drawing.drawn.tokens,
        about=f"{exhibit.name} {data.hex()}",
        ending=lambda steps: text("museum.walk.cap", steps=len(steps) - 1),
    )
    return recording


@dataclass(frozen=True, slots=True)
class DrawnTokens:
    """Ids are bytes, then an encoder's merges, then tokens as they are first drawn."""

    exhibit: Exhibit
    tokens: TokenTable = field(default_factory=TokenTable)
    ids: dict[bytes, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.exhibit, WrongEncoder):
            for left, right in self.exhibit.merges:
                self._id(left + right)

    def token(self, data: bytes) -> int:
        """The index of a token; what an encoder gives that is none is drawn as text."""
        if isinstance(self.exhibit, WrongEncoder):
            if data.decode("utf-8", "replace") in self.exhibit.special_tokens:
                return self.tokens.index(self._id(data), data, kind="special")
            if len(data) > 1 and data not in self.ids:
                return self.tokens.piece(data)
        return self.tokens.index(self._id(data), data)

    def pair(self, pair: BytePair) -> list[int]:
        """The indices of a pair's tokens."""
        return [self.token(token) for token in pair]

    def slots(self, row: Row, look: str) -> Json:
        """What stands in a row; what is new there has ``look``."""
        return {
            str(at): [
                self.tokens.piece(slot.data) if slot.is_text else self.token(slot.data),
                slot.size,
                look if at in row.new else "",
            ]
            for at, slot in row.slots.items()
        }

    def _id(self, data: bytes) -> int:
        return data[0] if len(data) == 1 else self.ids.setdefault(data, BYTES + len(self.ids))


@dataclass(frozen=True, slots=True)
class StepSentences:
    """Words steps; ``drawn`` names their tokens."""

    drawn: DrawnTokens

    def say(self, moment: Moment) -> Text:
        """What a moment's step was in both runs, or how they part and what decided."""
        wrong, right = moment.wrong, moment.right
        if not moment.parts:
            return text(f"museum.walk.both_{_name(right)}", **self._values("", right))
        values = {**self._values("wrong_", wrong), **self._values("right_", right)}
        return text(f"museum.walk.part_{_how(wrong, right)}", **values)

    def lane(self, side: Side) -> Text:
        """What one run did, in a few words."""
        if side.step is None:
            return text("museum.walk.nothing")
        return text(f"museum.walk.one_{_name(side)}", **self._values("", side))

    def _values(self, prefix: str, side: Side) -> dict[str, Json]:
        """The values of a step as a recording has them, their names behind ``prefix``."""
        if side.step is None:
            return {}
        _, facts = facts_of(side.step, side.figure)
        return {f"{prefix}{name}": self._worded(value) for name, value in facts.items()}

    def _worded(self, value: object) -> Json:
        match value:
            case bytes():
                return {"token": self.drawn.tokens.piece(value)}
            case (bytes() as left, bytes() as right):
                return {"pair": self.drawn.pair((left, right))}
        return value


def _name(side: Side) -> str:
    assert side.step is not None, "a run that has ended takes no step"
    name, _ = facts_of(side.step)
    return name


def _how(wrong: Side, right: Side) -> str:
    """The last word of the key that says how two runs part."""
    match wrong.step, right.step:
        case Failure(), _:
            return "failure"
        case None, MergeLearned():
            return "stop"
        case MergeLearned(), None:
            return "go_on"
        case MergeLearned(), MergeLearned():
            return "tie" if wrong.figure == right.figure else "count"
        case CutOff(), CutOff():
            return CUTS[wrong.step.is_special, right.step.is_special]
        case Merged(one, at), Merged(other, right_at) if one == other:
            return "places" if len(at) > len(right_at) else "elsewhere"
        case Merged(), Merged():
            return "rank"
        case _, Merged():
            return "unmerged"
        case Merged(), _:
            return "merged_on"
        case TextShown(), TextShown(text=""):
            return "too_early"
    return "otherwise"


@dataclass(frozen=True, slots=True)
class _ExhibitFrames:
    exhibit: Exhibit
    data: bytes
    moments: Sequence[Moment]
    drawn: DrawnTokens

    @property
    def lists(self) -> bool:
        """Whether there are merges to list."""
        if isinstance(self.exhibit, WrongEncoder):
            return bool(self.exhibit.merges)
        return isinstance(self.exhibit, WrongTrainer)

    def widgets(self) -> list[Json]:
        """Two lanes over the bytes, and the merges learned or used."""
        lanes = [
            {"id": side, "title": f"museum.walk.{side}_run"} for side in ("wrong", "right")
        ]
        runs = {"id": RUNS, "kind": "lanes", "size": len(self.data), "lanes": lanes}
        return [runs, self._list()] if self.lists else [runs]

    def frames(self) -> Iterator[Frame]:
        """The bytes, then one frame per step."""
        for moment in self.moments:
            states = {RUNS: self._lanes(moment)}
            if self.lists:
                states[MERGES] = self._listed(moment)
            yield Frame(
                SubGoal.MERGE,
                moment.number,
                self._say(moment),
                states,
                where=self._where(moment),
            )

    def _say(self, moment: Moment) -> Text:
        if moment.number == 0:
            return text(f"museum.walk.start_{self.exhibit.kind}")
        return StepSentences(self.drawn).say(moment)

    def _where(self, moment: Moment) -> Text:
        if moment.number == 0:
            return text("museum.walk.where_start")
        key = "parted" if moment.parts else "together"
        return text(f"museum.walk.where_{key}_{self.exhibit.kind}", number=moment.number)

    def _lanes(self, moment: Moment) -> Json:
        wrong = self._lane(moment, moment.wrong, "differs")
        right = self._lane(moment, moment.right, "done")
        return {"lanes": {"wrong": wrong, "right": right}}

    def _lane(self, moment: Moment, side: Side, look: str) -> Json:
        is_wrong = moment.parts and side is moment.wrong
        state: Json = {
            "slots": self.drawn.slots(side.row, "differs" if is_wrong else "merged"),
            "ends": self._ends(side),
            "look": look if moment.parts else "",
        }
        if moment.number:
            state["say"] = StepSentences(self.drawn).lane(side)
        return state

    def _ends(self, side: Side) -> list[int]:
        """Where pre-tokens end; of a decoder how far its tokens have come."""
        ends = side.row.ends
        return list(ends[-1:] if isinstance(self.exhibit, WrongDecoder) else ends)

    def _list(self) -> Json:
        """A table of what both trainers learn, or of the encoder's merges."""
        number = {"kind": "number", "title": "museum.walk.merge"}
        if isinstance(self.exhibit, WrongTrainer):
            columns = [number]
            for side in ("wrong", "right"):
                columns.append({"kind": "pair", "title": f"museum.walk.{side}_run"})
                columns.append({"kind": "number", "title": "museum.walk.count"})
            rows = min(ROWS, len(self.moments) - 1)
        else:
            columns = [
                {"kind": "number", "title": "museum.walk.rank"},
                {"kind": "pair", "title": "museum.walk.pair"},
            ]
            rows = len(self.exhibit.merges) if isinstance(self.exhibit, WrongEncoder) else 0
        return {"id": MERGES, "kind": "table", "rows": rows, "columns": columns}

    def _listed(self, moment: Moment) -> Json:
        if isinstance(self.exhibit, WrongEncoder):
            return {"rows": self._merges_used(self.exhibit, moment)}
        latest = self.moments[1 : moment.number + 1][-ROWS:]
        return {"rows": [self._learned(each) for each in latest]}

    def _learned(self, moment: Moment) -> Json:
        cells: list[Json] = [moment.number]
        for side in (moment.wrong, moment.right):
            if isinstance(side.step, MergeLearned):
                cells += [self.drawn.pair(side.step.pair), side.figure]
            else:
                cells += ["", ""]
        return {"cells": cells, "look": "changed" if moment.parts else ""}

    def _merges_used(self, exhibit: WrongEncoder, moment: Moment) -> list[Json]:
        """All merges by rank; the right one of this step has won."""
        looks = {
            side.step.pair: look
            for side, look in ((moment.wrong, "changed"), (moment.right, "chosen"))
            if isinstance(side.step, Merged)
        }
        return [
            {"cells": [rank, self.drawn.pair(pair)], "look": looks.get(pair, "")}
            for rank, pair in enumerate(exhibit.merges)
        ]
