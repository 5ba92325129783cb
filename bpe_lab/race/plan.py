"""What is raced and how: checked once at the door."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Literal, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.limits import MOST_REPEATS, check_budget, check_number

Work: TypeAlias = Literal["train", "encode"]

MOST_LANES = 12
MOST_BUDGET = 3600.0  # seconds a run
MOST_SIZES = 16
WARM_UP = 1.0  # seconds: by then caches and tables are warm


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePlan:
    """Which lanes run, how often, and when a run is cut.

    ``lanes`` are names of `ladder.LANES`, all of one kind of work. Of a text only the first
    ``sizes`` bytes are taken, one heat a size, at a border of characters; none: the whole text
    in one heat. ``budget`` are the seconds that a run may take before it is cut;
    ``warm_ups`` are runs that are not kept, in a lane of ours of ``WARM_UP`` seconds at most.
    With ``counting`` every lane that has fine events runs once more a heat, untimed, for its
    operation counts.

    Raises ``OptionError``.
    """

    lanes: tuple[str, ...]
    work: Work = "train"
    options: TrainOptions = field(default_factory=lambda: TrainOptions(vocab_size=500))
    pattern: str = "gpt2"
    sizes: tuple[int, ...] = ()
    repeats: int = 7
    warm_ups: int = 1
    budget: float = 10.0
    counting: bool = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.lanes) <= MOST_LANES or len(set(self.lanes)) < len(self.lanes):
            rule = f"1 to {MOST_LANES} lanes, none twice"
            raise OptionError(name="lanes", value=", ".join(self.lanes), rule=rule)
        check_number("repeats", self.repeats, 1, MOST_REPEATS)
        check_number("warm_ups", self.warm_ups, 0, MOST_REPEATS)
        check_budget(self.budget, MOST_BUDGET)
        ascending = all(a < b for a, b in zip(self.sizes, self.sizes[1:], strict=False))
        if len(self.sizes) > MOST_SIZES or not ascending or any(s < 1 for s in self.sizes):
            rule = f"at most {MOST_SIZES} ascending numbers of bytes"
            raise OptionError(name="sizes", value=self.sizes, rule=rule)


def plan_to_json(plan: RacePlan) -> str:
    """A plan for another process; `plan_from_json` gives an equal one.

    >>> plan = RacePlan(lanes=("naive", "linked"), sizes=(100, 200))
    >>> plan_from_json(plan_to_json(plan)) == plan
    True
    """
    return json.dumps(asdict(plan))


def plan_from_json(text: str) -> RacePlan:
    """The plan that `plan_to_json` wrote, checked as any other."""
    fields = json.loads(text)
    fields["options"] = TrainOptions(**fields["options"])
    for name in ("lanes", "sizes"):
        fields[name] = tuple(fields[name])
    return RacePlan(**fields)
