"""Fields of a draft's texts, one for each of its languages, and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import streamlit as st

from bpe_lab.html_pages import Language
from bpe_lab.lessons.draft import Draft
from bpe_lab.lessons.flaws import Flaw
from bpe_lab.lessons.keeping_drafts import MOST_GOALS
from bpe_lab.lessons.lesson_errors import (
    ListLengthError,
    LoneKeyError,
    MissingLanguageError,
    MissingLessonKeyError,
)
from bpe_lab.lessons.reading import MOST
from bpe_lab.text import LANGUAGES, language, t
from bpe_lab.text.messages import message, plain
from ui.drafting.writing import Writing

MOST_WORDS: Mapping[str, int] = {**MOST, "goals": MOST_GOALS}
NAMES = {"outcome": "goals", "step": "scenes", "at": "scenes", "link": "scenes"}
MOST_NAMED = 4  # flaws in the line that says what is lacking


def words_field(
    session: Writing,
    name: str,
    *,
    flaws: Iterable[Flaw],
    scene_id: str = "",
    lines: int = 1,
) -> None:
    """The text ``name`` of the lesson or of a scene; its flaws stand in its label."""
    languages, flaws = session.draft.languages, tuple(flaws)
    columns = st.columns(len(languages))
    for each, column in zip(languages, columns, strict=True):
        its = [f for f in flaws if f.name == name and f.language in ("", each)]
        with column:
            _field(session, name, each, scene_id, lines, its)


def _field(
    session: Writing,
    name: str,
    written_in: Language,
    scene_id: str,
    lines: int,
    its: list[Flaw],
) -> None:
    key = f"draft_{name}_{written_in}_{scene_id}"
    step = session.draft.step(scene_id) if scene_id else None
    wording = getattr(step or session.draft, name)

    def changed() -> None:
        text = st.session_state[key]
        session.change(session.draft.reworded(name, written_in, text, scene_id))

    st.session_state[key] = wording.by_language.get(written_in, "")
    label = t(f"draft.{_key(name, of_scene=bool(scene_id))}")
    if len(session.draft.languages) > 1:
        label = t("draft.field_in", field=label, language=LANGUAGES[written_in].name)
    words = (flaw_words(flaw, names_language=False) for flaw in its)
    label = " · ".join((label, *dict.fromkeys(words)))
    most = MOST_WORDS[name]
    if lines == 1:
        st.text_input(marked(label, its), key=key, max_chars=most, on_change=changed)
    else:
        height = 24 * lines + 20
        st.text_area(
            marked(label, its),
            key=key,
            max_chars=most,
            height=height,
            placeholder=t("draft.goals_hint") if name == "goals" else None,
            on_change=changed,
        )


def marked(label: str, its: Iterable[object]) -> str:
    """A label with the sign of a flaw, if there is one."""
    return f"⚠ {label}" if any(its) else label


def flaw_words(flaw: Flaw, *, names_language: bool = True) -> str:
    """What is wrong, without its line and key: the field says them."""
    match flaw.problem:
        case MissingLanguageError() if names_language:
            name = (
                LANGUAGES[flaw.language].name if flaw.language in LANGUAGES else flaw.language
            )
            return t("draft.flaw.missing_in", language=name)
        case MissingLessonKeyError() | LoneKeyError():
            return t("draft.flaw.no_answer")
        case ListLengthError() if flaw.name == "step":
            return t("draft.flaw.no_scene")
        case ListLengthError() | MissingLanguageError():
            return t("draft.flaw.missing")
        case problem:
            _, mark, words = message(problem).partition("：" if language() == "zh" else ": ")
            return words if mark else message(problem)


def flaw_line(draft: Draft, flaws: Iterable[Flaw]) -> str:
    """How it stands with the draft, in one line."""
    are_several = len(draft.languages) > 1
    wrong = dict.fromkeys(_of_field(flaw, names_language=are_several) for flaw in flaws)
    if not wrong:
        return t("draft.whole", count=len(draft.scenes))
    stop = "；" if language() == "zh" else "; "
    more = "…" if len(wrong) > MOST_NAMED else ""
    fields = stop.join([*wrong][:MOST_NAMED]) + more
    return t("draft.lacking", fields=plain(fields))


def _of_field(flaw: Flaw, *, names_language: bool) -> str:
    is_of_scene = flaw.index is not None
    field = t(f"draft.{_key(flaw.name or 'scenes', of_scene=is_of_scene)}")
    if flaw.index is not None:
        field = t("draft.flawed_scene", number=flaw.index + 1, field=field)
    return t(
        "draft.flawed",
        field=field,
        flaw=flaw_words(flaw, names_language=names_language).rstrip("。."),
    )


def _key(name: str, *, of_scene: bool) -> str:
    if name == "title" and of_scene:
        return "scene_title"
    return NAMES.get(name, name)
