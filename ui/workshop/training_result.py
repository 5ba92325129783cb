"""A training that is over: its figures, what each phase took, the tokens, the merges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from bpe_lab.exercises.figure_questions import in_range
from bpe_lab.exercises.questions import Question
from bpe_lab.pages import WORKSHOP
from bpe_lab.text import t
from ui.charts.inventory_charts import inventory_of, lengths, scripts
from ui.charts.merge_tables import model_merges
from ui.charts.numbers import how_html, machine_sentence, time_text, whole_text
from ui.page.asking import asked_first, asking_switch
from ui.page.fields import preset
from ui.page.leading import lead_to
from ui.page.markup import Html, html_of, section_title
from ui.page.presenting import is_presenting
from ui.page.saving import saving
from ui.serving.courtesy import give_way
from ui.workshop.engine import encoded
from ui.workshop.growing import growth
from ui.workshop.phases import TIMED, figures_html, phase_table, rate_text, size_text, time_bar
from ui.workshop.training_job import Trained, is_drawn_first
from ui.workshop.trying import is_alone, try_it

VEILED = 30  # rem, of what is not drawn while a question is open
CARRIED = {  # page: what is chosen there
    "vocabulary": {"tokenizer": WORKSHOP},
    "encode": {"tokenizer": WORKSHOP},
    "race": {"race_work": "encode", "race_tokenizer": WORKSHOP},
}
TIMES = (8, 4, 2)  # as many tokens, the most that leave the smaller vocabulary its merges
LEAST = 32  # merges of the smaller vocabulary


def result_view(trained: Trained) -> None:
    """The figures first, then the vocabulary to try, to look through and to take away.

    When it is drawn first, most of it is made, and between its parts others get their turn.
    """
    pause: Callable[[], None] = give_way if is_drawn_first() else lambda: None
    if is_alone():
        try_it(trained)
        return
    pause()
    asking_switch()
    if not asked_first(
        "workshop",
        id(trained),
        lambda: workshop_questions(trained),
        workshop_word,
        height=VEILED,
    ):
        return
    st.html(_headline(trained) + time_bar(trained.spans))
    pause()
    growth(trained.model, trained.held_out, trained.file or trained.setup.text)
    st.html(phase_table(trained.spans, was_read=trained.was_read) + _footer(trained))
    pause()
    try_it(trained)
    if is_presenting():
        return
    pause()
    with st.container(key="after"):
        section_title("workshop.tokens")
        left, right = st.columns(2, gap="large")
        table = inventory_of(trained.model)
        with left:
            lengths(table)
        pause()
        with right:
            scripts(table)
        pause()
        model_merges(trained.model)
        pause()
        saving(trained.model)
        _elsewhere()


def _headline(trained: Trained) -> Html:
    """What was made, and four figures."""
    sentence = t(
        "workshop.made",
        tokens=len(trained.model.vocabulary),
        size=size_text(trained.size),
        name=trained.file or t(f"sample.{trained.setup.text}"),
    )
    return html_of("workshop", "headline", sentence, figures_html(figures(trained)))


def figures(trained: Trained) -> dict[str, str]:
    """The headline's figures by their names."""
    size, ids = len(trained.held_out), trained.held_out_ids
    rate = rate_text("count", trained.size / max(trained.seconds, 1e-9))
    none = t("race.figure.none")
    return {
        "seconds": time_text(trained.seconds),
        "rate": rate if trained.size >= TIMED else none,
        "merges": whole_text(len(trained.model.merges)),
        "bytes_per_token": f"{size / ids:.2f}" if ids else none,
    }


def _footer(trained: Trained) -> Html:
    """How it was measured."""
    sentences = [t("workshop.foot.memory")]
    if trained.size < TIMED:
        sentences.append(t("workshop.foot.no_rate", least=TIMED))
    if size := len(trained.held_out):
        characters = len(trained.held_out.decode("utf-8", "replace"))
        each = f"{size / characters:.2f}"
        ids = trained.held_out_ids
        sentences.append(t("workshop.foot.held_out", size=size, ids=ids, each=each))
    else:
        sentences.append(t("workshop.foot.none"))
    return how_html([*sentences, machine_sentence(trained.facts)])


def _elsewhere() -> None:
    """The way to the other pages, which take this vocabulary along."""
    section_title("workshop.elsewhere")
    st.caption(t("workshop.elsewhere_why"))
    with st.container(key="workshop_elsewhere", horizontal=True):
        for page, choices in CARRIED.items():
            if st.button(t(f"workshop.carry.{page}"), key=f"carry_{page}"):
                preset(choices)
                lead_to(page)


def workshop_questions(trained: Trained) -> list[Question | None]:
    """Bytes per token of the whole vocabulary, from those of its first part."""
    model, size = trained.model, len(trained.model.vocabulary)
    unmerged = size - len(model.merges)
    times = next((each for each in TIMES if size // each - unmerged >= LEAST), None)
    if times is None or not trained.held_out_ids:
        return [None]
    first = replace(model, merges=model.merges[: size // times - unmerged], ranks=None)
    ids = encoded(first, trained.held_out, lambda _progress: None)
    held_out = len(trained.held_out)
    question = in_range("bytes_per_token", held_out / len(ids), held_out / trained.held_out_ids)
    values = {**question.values, "small": size // times, "large": size, "times": times}
    return [replace(question, values=values)]


def workshop_word(name: str, value: object) -> object:
    """Figures as the page writes them; a range by its ends."""
    if name in ("choice", "answer") and isinstance(value, str):
        return value.replace("-", " – ")
    return f"{value:.2f}" if isinstance(value, float) else value
