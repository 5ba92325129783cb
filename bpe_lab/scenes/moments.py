"""Moments of a recording: which step ``merge 2, choose`` is, and what a step is called.

The steps of a walk have kinds, marks and a sub-goal. A moment names one of these and, where a
group has several steps of it, which one. Several sentences can tell the same kind of step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bpe_core.errors import Notice
from bpe_lab.fields import Number
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.moment import Moment
from bpe_lab.scenes.recording import Json

BY_SECTION: Mapping[str, Mapping[str, str]] = {
    "train.say": {
        "begin": "scan_first scan_first_weighted",
        "scan": "scan scan_more",
        "count": "count recount count_first count_special",
        "choose": "choose choose_tie choose_only",
        "merge": "merge merge_overlap",
    },
    "train.end": {"end": "cap target_reached exercise no_pair_left below_min_count"},
    "linked.say": {
        "place": "placed placed_after_gap",
        "link": "linked linked_single",
        "see": "seen seen_first",
        "count": "counted",
        "enter": "entry",
        "order": "ordered",
        "pop": "popped popped_stale popped_gone",
        "choose": "chosen chosen_tie",
        "visit": "visited visited_absorbed visited_overlap visited_changed visited_other",
        "merge": "merged",
        "relink": "relinked relinked_end",
        "own": "count_own",
        "prev-down": "count_left_down",
        "prev-up": "count_left_up",
        "next-down": "count_right_down",
        "next-up": "count_right_up",
        "append": "appended",
        "push": "pushed pushed_again",
        "done": "done done_overlap",
    },
    "encode.say": {
        "begin": "start start_single",
        "rank": "ranked",
        "choose": "chosen only leftmost",
        "merge": "merged",
        "end": "end end_many end_single cap",
    },
    "encode.linear.say": {
        "begin": "start",
        "fit": "first fits",
        "refuse": "refused",
        "nowhere": "nowhere",
        "take": "taken",
        "drop": "dropped",
        "end": "end end_many cap",
    },
    "subword_nmt.say": {
        "place": "placed placed_long",
        "index": "indexed indexed_none",
        "count": "counted",
        "scan": "scanned scanned_none missed",
        "restore": "restored restored_none",
        "threshold": "threshold threshold_anew",
        "aside": "aside aside_none",
        "choose": "chosen chosen_tie",
        "rewrite": "rewritten",
        "own": "own",
        "prev-down": "prev_down",
        "prev-up": "prev_up",
        "next-down": "next_down",
        "next-up": "next_up",
        "both-down": "both_down",
        "both-up": "both_up",
        "done": "done",
    },
    "subword_nmt.end": {"end": "target_reached no_pair_left below_min_count"},
    "bytepiece.say": {
        "begin": "begin",
        "reach": "reached",
        "first": "first",
        "better": "better",
        "worse": "worse",
        "tie": "tie",
        "back": "back",
        "done": "done done_many",
        "values": "states_begin values",
        "scores": "begins inside inside_barred barred lost still_lost restarted",
        "cut": "cut words words_many",
        "end": "end states_end states_end_lost cap",
    },
    "race.say": {
        "setup": "setup setup_alike",
        "compare": (
            "train_same train_alike train_differs unsteady encode_same encode_alike"
            " encode_differs"
        ),
        "end": "cap",
    },
    "vocabulary.apart": {"begin": "start", "part": "say", "end": "cap"},
    "workshop.growing": {
        "begin": "start start_special",
        "merge": "merged whole",
        "stretch": "after",
        "excerpt": "roots words names",
        "end": "end cap",
    },
    "pretokenize.walk": {"begin": "start", "cut": "say", "end": "cap"},
}
KINDS: Mapping[str, str] = {
    f"{section}.{sentence}": kind
    for section, kinds in BY_SECTION.items()
    for kind, sentences in kinds.items()
    for sentence in sentences.split()
}


def kind_of(sentence: str) -> str:
    """The kind of the step that ``sentence``, a key of the catalogue, tells.

    >>> kind_of("linked.say.popped_stale"), kind_of("train.say.choose_tie")
    ('pop', 'choose')
    """
    return KINDS[sentence]


def step_of(recording: Json, moment: Moment) -> int:
    """The step of ``recording`` that is ``moment``; raises ``LabError("no_such_moment")``."""
    if moment.is_edge:
        return 0 if moment.unit == "start" else len(recording["steps"]) - 1
    unit, first = recording["unit"]
    steps = list(_candidates(recording, moment.number - first, moment.kind))
    if moment.unit != unit or len(steps) < moment.nth:
        raise LabError("no_such_moment", moment=str(moment))
    return steps[moment.nth - 1]


def numbered_step(recording: Json, asked: str) -> int | None:
    """The step that the counter calls ``asked``, maybe one beyond the end; None: no number.

    Those of a prelude come before 0.
    """
    prelude = recording.get("prelude", 0)
    number = Number("step", None, -prelude, 10**9).read(asked)
    return None if number is None else number + prelude


def linked_step(
    recording: Json, step: str | None, moment: str | None, name: object
) -> tuple[int | None, Notice | None]:
    """The step that a link's ``step`` or else ``moment`` names, and what is to be said of it.

    Of a number beyond the end it is the last one. ``name`` is what readers call a step.
    """
    if step is not None:
        return _numbered(recording, step, name)
    if moment is None:
        return None, None
    try:
        return step_of(recording, Moment.read(moment)), None
    except LabError:
        return None, Notice("no_such_moment", asked=moment)


def _numbered(recording: Json, asked: str, name: object) -> tuple[int | None, Notice | None]:
    step, last = numbered_step(recording, asked), len(recording["steps"]) - 1
    if step is None:
        return None, Notice("unknown_choice", name=name, value=asked)
    if step > last:
        prelude = recording.get("prelude", 0)
        return last, Notice("no_such_step", asked=step - prelude, last=last - prelude)
    return step, None


def moment_of(recording: Json, step: int) -> Moment:
    """What ``step`` is called; rather by a name that no earlier step of its group has."""
    if step in (0, len(recording["steps"]) - 1):
        return Moment("end" if step else "start")
    unit, first = recording["unit"]
    group = recording["steps"][step]["group"]
    counted = [
        (candidates.index(step) + 1, name)
        for name in _names(recording["steps"][step])
        if step in (candidates := list(_candidates(recording, group, name)))
    ]
    nth, name = min(counted, key=lambda each: each[0])
    return Moment(unit, group + first, name, nth)


def _candidates(recording: Json, group: int, name: str) -> Iterator[int]:
    """The steps of a group that are called ``name``, all of them without one.

    A kind goes before a mark, and a mark before a sub-goal: to choose is one step of several
    that the sub-goal Choose takes.
    """
    steps = [k for k, step in enumerate(recording["steps"]) if step["group"] == group]
    if not name:
        yield from steps
        return
    for names in (_kinds, _marks, _goals):
        called = [k for k in steps if name in names(recording["steps"][k])]
        if called:
            yield from called
            return


def _names(step: Json) -> tuple[str, ...]:
    return (*_kinds(step), *_marks(step), *_goals(step))


def _kinds(step: Json) -> tuple[str, ...]:
    return (kind_of(step["say"][0]),)


def _marks(step: Json) -> tuple[str, ...]:
    return tuple(step.get("marks", ()))


def _goals(step: Json) -> tuple[str, ...]:
    return (str(step["goal"]),)
