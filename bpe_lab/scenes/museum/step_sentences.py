"""What both runs do in a step, or how they part, as sentences of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_lab.museum.side_by_side import Moment, Side
from bpe_lab.museum.steps import CutOff, Failure, Learned, Merged, TextShown, facts_of
from bpe_lab.scenes.museum.drawn_tokens import DrawnTokens
from bpe_lab.scenes.recording import Json, Text, text

# By whether the wrong run, and the right one, have cut off a special token.
CUTS = {
    (False, False): "cuts",
    (False, True): "unseen_special",
    (True, False): "seen_special",
    (True, True): "specials",
}


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
                return {"token": self.drawn.text(value)}
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
        case None, Learned():
            return "stop"
        case Learned(), None:
            return "go_on"
        case Learned(), Learned():
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
