"""What the race page asks for: the work, the text, the lanes, how far and how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS
from bpe_core.vocabularies import WHOLE_TEXTS
from bpe_lab.race.command import MERGES
from bpe_lab.race.ladder import LANES, lanes_of
from bpe_lab.race.plan import RacePlan, Work
from bpe_lab.race.texts import LIBRARY, race_text
from bpe_lab.text import t
from ui.page.fields import choice, number, pills
from ui.page.links import OF_THE_LINK, keep, seed
from ui.page.one_entry import in_one_entry
from ui.page.text_inputs import chosen_text, special_tokens_field, text_choice
from ui.race.race_job import Contest
from ui.serving.store import shared_store
from ui.tokenizers import TRAINED, WORKSHOP, tokenizer_of

WORKS: tuple[Work, ...] = ("train", "encode")
TEXTS = (*LIBRARY, "intj", "story_en", "story_zh", "code")
UPLOAD_LIMIT = 5_000_000  # bytes
MOST_MERGES = 2000
CHOSEN = "chosen"
DUELS: Mapping[Work, tuple[str, ...]] = {
    "train": ("naive", "linked"),
    "encode": ("merge_list", "rank_order_scan"),
}
REPEATS = ("7", "1", "3", "5", "11", "21")
BUDGETS = ("10", "2", "5", "30", "60")  # seconds a run
GROWTH_STEPS = 5  # sizes, each twice the one before
GROWTH_REPEATS = 3  # of each size; more sizes tell more than more repeats
SMALLEST_HEAT = 40  # bytes
ENCODERS_OF = ("lab", WHOLE_TEXTS, TRAINED, WORKSHOP, "file")


@dataclass(frozen=True, slots=True)
class Setup:
    """A contest as it is set, and the same as a growth measurement."""

    contest: Contest
    growth: Contest


def race_setup(notices: list[Notice]) -> Setup | None:
    """The row of inputs; None while something is still to come.

    Raises the errors of `bpe_core` for what the reader has set wrong.
    """
    with st.container(key="inputs_race"):
        left, middle, right, last = st.columns([2, 4, 3, 2], vertical_alignment="bottom")
        with left:
            work = choice("race_work", WORKS, notices)
        with middle:
            name = text_choice("race_text", TEXTS, notices)
        with right:
            lanes = _lanes(work, notices)
        with last, st.popover(t("input.options"), width="stretch"):
            options, pattern, source = TrainOptions(vocab_size=500), "gpt2", ""
            if work == "train":
                options, pattern = _options(name, notices)
            else:
                source = choice("race_tokenizer", ENCODERS_OF, notices, names="tokenizer")
            repeats = int(choice("repeats", REPEATS, notices))
            budget = float(choice("budget", BUDGETS, notices))
        if st.session_state["race_field"] == CHOSEN:
            lanes = _picked(work, notices)
        corpus = _corpus(name, notices)
        tokenizer = tokenizer_of(source, notices) if source else None
    if corpus is None or not lanes or (source and tokenizer is None):
        return None
    model = tokenizer.model if tokenizer else None
    notices += corpus.notices()
    plan = RacePlan(
        lanes=lanes,
        work=work,
        options=options,
        pattern=model.pattern if model else pattern,
        repeats=repeats,
        budget=budget,
    )
    return Setup(
        Contest(plan, corpus, name, model),
        Contest(_growing(plan, corpus.size), corpus, name, model),
    )


def _growing(plan: RacePlan, size: int) -> RacePlan:
    """The plan over a row of sizes, each twice the one before, up to the whole text."""
    halves = [size >> k for k in range(GROWTH_STEPS)]
    sizes = sorted({half for half in halves if half >= SMALLEST_HEAT} or {size})
    return replace(plan, sizes=tuple(sizes), repeats=min(plan.repeats, GROWTH_REPEATS))


def _options(name: str, notices: list[Notice]) -> tuple[TrainOptions, str]:
    merges = number("race_merges", MERGES, 1, MOST_MERGES, notices)
    specials = special_tokens_field(name)
    pattern = choice("pattern", tuple(PRE_TOKENIZERS), notices)
    tie_break = choice("tie_break", TIE_BREAKS, notices)
    return (
        TrainOptions(num_merges=merges, special_tokens=specials, tie_break=tie_break),
        pattern,
    )


def fields(work: Work) -> dict[str, tuple[str, ...]]:
    """The contests with a name: what the lanes' rows say of them, and a pair for a start.

    >>> fields("encode")["fast"]
    ('cached', 'compiled_encode', 'tiktoken')
    """
    lanes = {name: LANES[name] for name in lanes_of(work)}
    return {
        "duel": tuple(name for name in DUELS[work] if name in lanes),
        "ours": tuple(name for name, lane in lanes.items() if lane.algorithm),
        "fast": tuple(n for n, lane in lanes.items() if lane.library or lane.races_libraries),
    }


def _lanes(work: Work, notices: list[Notice]) -> tuple[str, ...]:
    """Which lanes: a contest with a name."""
    field = choice("race_field", (*fields(work), CHOSEN), notices)
    return fields(work).get(field, ())


def _picked(work: Work, notices: list[Notice]) -> tuple[str, ...]:
    """The reader's own lanes, in the ladder's order.

    Those in a link are for the work that the link opens with.
    """
    key, known = f"lanes_{work}", lanes_of(work)
    linked = in_one_entry(OF_THE_LINK).setdefault("lanes", work) == work

    def read(asked: str) -> list[str] | None:
        names = asked.split(",")
        return names if set(names) <= set(known) else None

    label = t("input.lanes")
    default = list(DUELS[work])
    notices += seed(key, default, param="lanes" if linked else "", label=label, read=read)
    picked = pills(key, known, label=label, title=lambda lane: t(f"lane.{lane}.title"))
    keep("lanes", ",".join(picked) or None)
    if not picked:
        st.info(t("race.no_lanes"))
    return tuple(lane for lane in known if lane in picked)


def _corpus(name: str, notices: list[Notice]) -> Corpus | None:
    if name in LIBRARY:
        corpus: Corpus = shared_store().get(("library", name), lambda: race_text(name))
        return corpus
    return chosen_text(name, notices, own="own_race", limit=UPLOAD_LIMIT)
