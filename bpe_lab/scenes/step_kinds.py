"""What kind of step tells a sentence: several sentences can tell the same kind.

Links and lessons name the kinds (`bpe_lab/pages.py`), so these stay as they are when
sentences are renamed.
"""

from __future__ import annotations

from collections.abc import Mapping

BY_SECTION: Mapping[str, Mapping[str, str]] = {
    "train.say": {
        "begin": "scan_first",
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
