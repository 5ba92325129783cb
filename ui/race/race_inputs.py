"""What the race page asks for: the work, the text, the lanes, how far and how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.fields import Several
from bpe_lab.pages import (
    BUDGET,
    OWN_RACE,
    PATTERN,
    RACE_FIELD,
    RACE_LANES,
    RACE_MERGES,
    RACE_TEXT,
    RACE_TOKENIZER,
    RACE_WORK,
    REPEATS,
    TIE_BREAK,
)
from bpe_lab.race.plan import LANES, RacePlan, Work, lanes_of
from bpe_lab.race.texts import LIBRARY, race_text
from bpe_lab.text import t
from ui.page.fields import Inputs, number, pills, select_box
from ui.page.session import held
from ui.page.text_inputs import chosen_text, special_tokens_field
from ui.race.race_job import Contest
from ui.serving.store import shared_store
from ui.tokenizer_inputs import tokenizer_of

UPLOAD_LIMIT = 5_000_000  # bytes
CHOSEN = "chosen"
DUELS: Mapping[Work, tuple[str, ...]] = {
    "train": ("naive", "linked"),
    "encode": ("merge_list", "rank_order_scan"),
}
GROWTH_STEPS = 5  # sizes, each twice the one before
GROWTH_REPEATS = 3  # of each size; more sizes tell more than more repeats
SMALLEST_HEAT = 40  # bytes


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
            work: Work = select_box(RACE_WORK, notices)
        with middle:
            name = select_box(RACE_TEXT, notices, names="sample")
        with right:
            lanes = _lanes(work, notices)
        with last, st.popover(t("input.options"), width="stretch"):
            options, pattern, source = TrainOptions(vocab_size=500), "gpt2", ""
            if work == "train":
                options, pattern = _options(name, notices)
            else:
                source = select_box(RACE_TOKENIZER, notices, names="tokenizer")
            repeats = int(select_box(REPEATS, notices))
            budget = float(select_box(BUDGET, notices))
        if st.session_state["race_field"] == CHOSEN:
            lanes = _picked(work, notices)
        corpus = _corpus(name, notices)
        tokenizer = tokenizer_of(source, notices, asked=RACE_TOKENIZER) if source else None
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
    merges = number(RACE_MERGES, notices)
    specials = special_tokens_field(name, notices)
    pattern = select_box(PATTERN, notices)
    tie_break = select_box(TIE_BREAK, notices)
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
    return fields(work).get(select_box(RACE_FIELD, notices), ())


def _picked(work: Work, notices: list[Notice]) -> tuple[str, ...]:
    """The reader's own lanes, in the ladder's order.

    Those in a link are for the work that the link opens with.
    """
    known = lanes_of(work)
    is_linked = held(Inputs).of_link.setdefault("lanes", work) == work
    picked = pills(
        Several(RACE_LANES.param if is_linked else "", DUELS[work], tuple(known)),
        f"lanes_{work}",
        notices,
        label=t("input.lanes"),
        title=lambda lane: t(f"lane.{lane}.title"),
    )
    if not picked:
        st.info(t("race.no_lanes"))
    return picked


def _corpus(name: str, notices: list[Notice]) -> Corpus | None:
    if name in LIBRARY:
        corpus: Corpus = shared_store().get(("library", name), lambda: race_text(name))
        return corpus
    return chosen_text(name, notices, own=OWN_RACE, limit=UPLOAD_LIMIT)
