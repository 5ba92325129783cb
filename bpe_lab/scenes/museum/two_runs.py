"""An exhibit's run and the right one as a walk: side by side, until they part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bpe_core.events import SubGoal
from bpe_lab.museum import Exhibit, WrongDecoder, WrongEncoder, WrongTrainer
from bpe_lab.museum.side_by_side import Moment, Side
from bpe_lab.museum.steps import Learned, Merged
from bpe_lab.scenes.museum.drawn_tokens import DrawnTokens
from bpe_lab.scenes.museum.step_sentences import StepSentences
from bpe_lab.scenes.recording import Frame, Json, Text, record, text

RUNS, MERGES = "runs", "merges"
ROWS = 6  # merges of trainers that are listed


def two_runs(exhibit: Exhibit, data: bytes, moments: Sequence[Moment]) -> Json:
    """The recording of ``moments``, two at least, on a text's bytes."""
    scene = _Scene(exhibit, data, moments, DrawnTokens(exhibit))
    recording, _ = record(
        scene.frames(),
        goals=(),
        widgets=scene.widgets(),
        layout={"stage": [RUNS], "columns": [[MERGES]] if scene.lists else []},
        tokens=scene.drawn.tokens,
        about=f"{exhibit.name} {data.hex()}",
        ending=lambda steps: text("museum.walk.cap", steps=len(steps) - 1),
    )
    return recording


@dataclass(frozen=True, slots=True)
class _Scene:
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
            if isinstance(side.step, Learned):
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
