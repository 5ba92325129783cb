"""An exercise on a page: begun, varied and left; in the address as ``exercise=3-17F3``."""

from __future__ import annotations

import secrets

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.exercises.draw import LEVELS, Exercise, draw
from bpe_lab.exercises.seed import LENGTH, NUMBERS, Seed
from bpe_lab.pages import EXERCISE, EXERCISE_RULES, PAGES, SCRIPTS, ChosenExercise, level_key
from bpe_lab.text import t
from ui.page.elements import explained
from ui.page.fields import begin, has_begun, link, relabel, remember
from ui.page.markup import Html, html_of
from ui.page.visit import page_here
from ui.serving.store import shared_store


def exercise_inputs(kind: str, notices: list[Notice]) -> Exercise | None:
    """The row of inputs of the page's exercise of ``kind``; None where the reader does none.

    Raises ``LabError("seed")`` for a seed that was typed wrong.
    """
    _leave_if_elsewhere(kind)
    notices += begin(EXERCISE, kind, label=t("exercise.link"))
    chosen = _chosen(kind)
    if chosen is None:
        link(EXERCISE.param, None)
        return None
    remember(kind, chosen)  # so that a scene of a lesson that names none forgets it
    with st.container(key="inputs"):
        _row(kind, chosen)
        st.html(_rules(kind))
    number = Seed.read(chosen.seed)
    link(EXERCISE.param, EXERCISE.write(chosen._replace(seed=str(number))))
    exercise: Exercise = shared_store().get(
        (kind, chosen.level, number, chosen.script),
        lambda: draw(kind, chosen.level, number, chosen.script),
    )
    return exercise


def _rules(kind: str) -> Html:
    """What holds in every exercise of ``kind``: each rule by what it is about."""
    rules = {
        about: explained(f"exercise.rules.{kind}_{about}") for about in EXERCISE_RULES[kind]
    }
    return html_of("page", "exercise_rules", rules)


def offer_exercise(kind: str) -> None:
    """A button that begins one: the first level, and a text that nobody else has.

    Whoever has left one goes on with it, since the player keeps what came of it.
    """
    name = "exercise.resume" if _left_behind(kind) else "exercise.begin"
    st.button(t(name), key=f"{kind} begin", on_click=_begin, args=(kind,))


def another(kind: str) -> None:
    """The next text of the same level."""
    if chosen := _chosen(kind):
        _change(kind, chosen.following())


def next_level(kind: str) -> None:
    """The next level, with a text of its own; after the last one another text."""
    if chosen := _chosen(kind):
        _change(kind, chosen.following(min(chosen.level + 1, LEVELS[-1])))


def _leave_if_elsewhere(kind: str) -> None:
    """A link that says what the page is to show, and names no exercise, leads out of one."""
    if has_begun(kind) or EXERCISE.param in st.query_params:
        return
    if st.query_params.keys() & PAGES[page_here()].options.keys():
        _change(kind, None)


def _chosen(kind: str) -> ChosenExercise | None:
    chosen: ChosenExercise | None = st.session_state.get(kind)
    return chosen


def _change(kind: str, chosen: ChosenExercise | None) -> None:
    st.session_state[kind] = chosen
    remember(kind, chosen)


def _begin(kind: str) -> None:
    anew = ChosenExercise(LEVELS[0], str(Seed(secrets.randbelow(NUMBERS))))
    _change(kind, _left_behind(kind) or anew)


def _leave(kind: str) -> None:
    st.session_state[f"{kind} left"] = _chosen(kind)
    _change(kind, None)


def _left_behind(kind: str) -> ChosenExercise | None:
    left: ChosenExercise | None = st.session_state.get(f"{kind} left")
    return left


def _row(kind: str, chosen: ChosenExercise) -> None:
    """Level, script, seed, another one, leave; each field changes what is chosen."""
    columns = st.columns([4.6, 2.6, 2, 1.3, 1.2], vertical_alignment="bottom")
    level, script, typed = f"{kind} level", f"{kind} script", f"{kind} seed"
    st.session_state[level], st.session_state[script] = chosen.level, chosen.script
    st.session_state[typed] = chosen.seed
    for key in (level, script):
        relabel(key)

    def changed() -> None:
        state = st.session_state
        _change(kind, ChosenExercise(state[level], state[typed].strip(), state[script]))

    with columns[0]:
        st.segmented_control(
            t("exercise.level"),
            LEVELS,
            format_func=lambda level: t(level_key(kind, level)),
            key=level,
            required=True,
            help=t("exercise.level_help"),
            on_change=changed,
        )
    with columns[1]:
        st.segmented_control(
            t("exercise.script"),
            SCRIPTS,
            format_func=lambda name: t(f"exercise.script_{name}"),
            key=script,
            required=True,
            on_change=changed,
        )
    with columns[2]:
        st.text_input(
            t("exercise.seed"),
            key=typed,
            max_chars=2 * LENGTH,
            help=t("exercise.seed_help"),
            on_change=changed,
        )
    with columns[3]:
        st.button(t("exercise.another"), key=f"{kind} another", on_click=another, args=(kind,))
    with columns[4]:
        st.button(t("exercise.leave"), key=f"{kind} leave", on_click=_leave, args=(kind,))
