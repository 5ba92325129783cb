"""Two vocabularies side by side: where their merges part, what they share, what texts cost."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from bpe_core import encode
from bpe_core.errors import BPELabError, FormatError, Notice
from bpe_core.train.compare_merges import MergeDifference
from bpe_core.train.tie_break import TieBreak
from bpe_lab.pages import BESIDE_OWN, BESIDE_TEXT
from bpe_lab.scenes.drawn_tokens import token_board
from bpe_lab.scenes.recording import step_of_merge
from bpe_lab.scenes.vocabulary.vocabulary_tables import Parting, Sizes, parting, rule_of, sizes
from bpe_lab.text import t
from ui.page.elements import own_code
from ui.page.fields import choice
from ui.page.problems import show
from ui.page.text_inputs import Training, chosen_text, training_in_link
from ui.player.player import board
from ui.serving.store import shared_store, tried, vocabulary_store
from ui.tokenizers import Tokenizer
from ui.vocabulary.beside_table import costs_table, merges_table, verdict_html

HALVES = (6, 5)
TRAIN_PAGE = Path(__file__).parents[2] / "pages" / "train.py"


def beside(first: Tokenizer, second: Tokenizer, notices: list[Notice]) -> None:
    """The first merge that differs, both in numbers, then a text in both."""
    training = first.training or second.training
    with st.spinner(t("vocabulary.beside.comparing")):
        outcome = _parting(first, second, training)
        where = None if isinstance(outcome, FormatError) else outcome
        rule = _rule(first, second, where) if where else None
        counted = _sizes(first, second)
    if where is None:
        st.info(t("vocabulary.beside.no_list"))
    else:
        st.html(verdict_html(where, first, second, rule))
        if training and where.difference:
            _link_to_walk(where.difference, trained_first=first.training is not None)
    left, right = st.columns(HALVES, gap="large")
    with left:
        st.html(merges_table(where, counted, first, second))
    with right:
        _costs(first, second, notices)
    own_code()


def _parting(
    first: Tokenizer, second: Tokenizer, training: Training | None
) -> Parting | FormatError:
    """Computed once for all readers who have the same two."""
    models = first.model, second.model

    def make() -> Parting:
        if training is None:
            return parting(*models)
        return parting(
            *models,
            training.corpus.text,
            pattern=training.pattern,
            special_tokens=training.options.special_tokens,
        )

    where: Parting | FormatError
    key = ("parting", *map(id, models), training)
    where, _ = shared_store().get(key, lambda: (tried(make), models))
    return where


def _rule(first: Tokenizer, second: Tokenizer, where: Parting) -> TieBreak | None:
    """The tie rule that gives all merges of the one that was not trained here."""
    training, other = (
        (first.training, second.model) if first.training else (second.training, first.model)
    )
    if training is None or where.difference is None or where.difference.decided != "tie":
        return None
    rule: TieBreak | None
    rule, _ = shared_store().get(
        ("tie rule of", id(other), training),
        lambda: (
            rule_of(other, training.corpus.text, training.options, pattern=training.pattern),
            other,
        ),
    )
    return rule


def _sizes(first: Tokenizer, second: Tokenizer) -> Sizes:
    models = first.model, second.model
    counted: Sizes
    counted, _ = vocabulary_store().get(
        ("sizes", *map(id, models)), lambda: (sizes(*models), models)
    )
    return counted


def _link_to_walk(difference: MergeDifference, *, trained_first: bool) -> None:
    """To the Train page with the same settings, at the merge that differs, or at the end."""
    number = difference.number
    pair = difference.first if trained_first else difference.second
    step = step_of_merge(number, chosen=pair is not None)
    st.page_link(
        TRAIN_PAGE,
        label=t("vocabulary.beside.walk", number=number + 1),
        icon=":material/arrow_forward:",
        query_params={**training_in_link(), "step": str(step)},
    )


def _costs(first: Tokenizer, second: Tokenizer, notices: list[Notice]) -> None:
    """A text in both: how many tokens, and which."""
    try:
        with st.container(key="beside_costs", gap="xxsmall"):
            st.html(f'<h2 class="section">{t("vocabulary.beside.costs")}</h2>')
            name = choice(BESIDE_TEXT, notices, names="sample")
            corpus = chosen_text(name, notices, own=BESIDE_OWN)
        assert corpus is not None, "nothing is uploaded here"
        ids = [_ids(tokenizer, corpus.text) for tokenizer in (first, second)]
    except BPELabError as error:  # an empty text, or one that a pattern does not take
        show(error)
        return
    st.html(costs_table(corpus.size, (len(ids[0]), len(ids[1])), first, second))
    for part, tokenizer in enumerate((first, second)):
        title = f"tokenizer.{tokenizer.name}"
        board(
            token_board(tokenizer.model, ids[part], styles=("text",), title=title),
            key=f"beside_tokens_{part}",
            texts=("encode", "tokenizer"),
            name=t(title),
        )


def _ids(tokenizer: Tokenizer, text: str) -> list[int]:
    return shared_store().value_of(
        tokenizer.model, ("ids", text), lambda: encode(tokenizer.model, text)
    )
