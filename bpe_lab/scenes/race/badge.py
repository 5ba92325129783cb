"""Whether all lanes of a walk made the same: said only of what was compared."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bpe_lab.race.plan import Work
from bpe_lab.race.standing import Standing
from bpe_lab.race.verdict import agreement
from bpe_lab.scenes.recording import Json, Text, text


@dataclass(frozen=True, slots=True)
class Badge:
    """The verdict on ``drawn`` lanes, of which ``compared`` were held against each other.

    ``parted`` says from which part on a lane differs, 0 where only the whole is known to;
    ``unsteady`` are those of them of which only the runs differ among each other.
    """

    work: Work
    drawn: int
    compared: int
    parted: Mapping[str, int]
    unsteady: Collection[str] = ()

    @classmethod
    def of(cls, standing: Standing, size: int, drawn: Collection[str]) -> Badge:
        """The verdict of a heat on the lanes that are drawn."""
        compared = [lane for lane in agreement(standing, size).compared if lane.lane in drawn]
        parted = {
            lane.lane: lane.differs_at or 0
            for lane in compared
            if lane.differs_at is not None or not lane.same
        }
        unsteady = {
            each.lane for each in compared if not each.steady and each.differs_at is None
        }
        return cls(standing.plan.work, len(drawn), len(compared), parted, unsteady)

    def differing(self, done: int) -> str | None:
        """The first lane that has parted from the others after ``done`` parts."""
        return next((lane for lane, at in self.parted.items() if at < done), None)

    def parting(self, lane: str, name: Text) -> Text:
        """The sentence on a lane that has parted."""
        kind = "unsteady" if lane in self.unsteady else f"{self.work}_differs"
        return text(f"race.say.{kind}", lane={"text": name}, number=self.parted[lane] + 1)

    def state(self, done: int) -> Json:
        """What stands under the result of part ``done - 1``."""
        if lane := self.differing(done):
            kind = "unsteady" if lane in self.unsteady else f"{self.work}_differs"
            say = text(f"race.badge.{kind}", number=self.parted[lane] + 1)
            return {"say": say, "look": "differs"}
        if self.compared < 2:
            return {"say": text("race.badge.alone"), "look": ""}
        values: dict[str, Json] = {"last": done}
        key = "one" if done == 1 else "same"
        if self.compared < self.drawn:
            key, values = "some", values | {"compared": self.compared, "lanes": self.drawn}
        return {"say": text(f"race.badge.{self.work}_{key}", **values), "look": "same"}
