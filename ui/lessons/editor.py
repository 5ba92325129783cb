"""The reader's own lesson: what it is, its scenes in their order, and the ways out of here.

Each way out takes the whole `Lesson`; what else a lesson can become stands in that row as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlencode

import streamlit as st

from bpe_lab.html_pages import LANGS, Lang
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.draft import MOST_GOALS, Draft, DraftScene, Flaw, flaws
from bpe_lab.lessons.lesson import MODES, MOST_LEVEL, MOST_MINUTES, Lesson, Step
from bpe_lab.lessons.lesson_errors import LessonError
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.reading import MOST, MOST_MOMENT, pack_lesson, write_lesson
from bpe_lab.pages import PAGES, Page
from bpe_lab.text import LANGUAGES, language, section, spacing, t
from bpe_lab.text.messages import escaped, message, plain
from ui.drafting.adding import kind_words, moment_words, read_moment, scene_line
from ui.drafting.drafts import Removed, Writing, blank, writing
from ui.lecture.running import LESSON, PACKED, begin, name_upload
from ui.lessons.cards import hand_out_button, hand_out_files, lesson_file
from ui.page.fields import relabel
from ui.page.markup import html_of
from ui.page.problems import show
from ui.page.session import held
from ui.serving.static_files import window_part

# The texts of a scene, and how many lines their fields have.
LINES = (("title", 1), ("text", 3), ("note", 3), ("ask", 2), ("answer", 2))
WALKS = ("train", "linked", "encode", "subword_nmt", "bytepiece")  # pages that always have one
MOST_WORDS: Mapping[str, int] = {**MOST, "goals": MOST_GOALS}
NAMES = {"outcome": "goals", "step": "scenes", "at": "scenes", "link": "scenes"}
MOST_NAMED = 4  # flaws in the line that says what is lacking
DRAFT = "draft"
NAMED = ("draft.copy_link", "player.copied", "player.copy_by_hand", "player.spacing.")


def editor() -> None:
    """All of it; every change is in the draft at once."""
    session = writing()
    wrong = flaws(session.draft)
    with st.container(key="draft_ways", horizontal=True, vertical_alignment="center"):
        ways_out(session.draft, is_whole=not wrong)
        _undo(session)
        st.button(
            t("draft.clear"),
            key="draft_clear",
            type="tertiary",
            help=t("draft.clear_help"),
            on_click=lambda: session.replace(blank()),
        )
    if not wrong:
        files(session.draft)
    st.html(html_of("lessons", "draft_state", flaw_line(session.draft, wrong)))
    with st.container(key="draft_about"):
        _about(session, wrong)
    with st.container(key="draft_scenes"):
        st.html(html_of("lessons", "draft_scenes"))
        if not session.draft.scenes:
            st.html(html_of("lessons", "draft_empty"))
        for index, scene in enumerate(session.draft.scenes):
            _scene(session, scene, index, wrong)


def _about(session: Writing, wrong: tuple[Flaw, ...]) -> None:
    """Title, level, minutes, languages, goals."""
    of_lesson = [flaw for flaw in wrong if flaw.index is None]
    words_field(session, "title", flaws=of_lesson)
    with st.container(key="draft_numbers", horizontal=True, vertical_alignment="bottom"):
        _level(session)
        _minutes(session)
        _languages(session)
    goals = [replace(flaw, name="goals") for flaw in of_lesson if flaw.name == "outcome"]
    words_field(session, "goals", flaws=goals, lines=3)


def _level(session: Writing) -> None:
    st.session_state["draft_level"] = session.draft.level
    st.segmented_control(
        t("draft.level"),
        range(1, MOST_LEVEL + 1),
        key="draft_level",
        required=True,
        on_change=lambda: session.change(
            replace(session.draft, level=st.session_state["draft_level"])
        ),
    )


def _minutes(session: Writing) -> None:
    def changed() -> None:
        minutes = st.session_state["draft_minutes"]
        session.change(replace(session.draft, minutes=minutes or session.draft.minutes))

    st.session_state["draft_minutes"] = session.draft.minutes
    st.number_input(
        t("draft.minutes"),
        1,
        MOST_MINUTES,
        step=1,
        key="draft_minutes",
        on_change=changed,
        width=144,
    )


def _languages(session: Writing) -> None:
    """At least one; what was written in another stays."""

    def changed() -> None:
        chosen = st.session_state["draft_languages"]
        languages = tuple(each for each in LANGS if each in chosen)
        if languages:
            session.change(replace(session.draft, languages=languages))

    st.session_state["draft_languages"] = list(session.draft.languages)
    st.segmented_control(
        t("draft.languages"),
        list(LANGS),
        selection_mode="multi",
        format_func=lambda each: LANGUAGES[each].name,
        key="draft_languages",
        on_change=changed,
    )


def _undo(session: Writing) -> None:
    last = session.undo[-1] if session.undo else None
    if isinstance(last, Removed):
        about = t("draft.undo_removed", scene=escaped(scene_line(last.scene.step)))
    elif last is not None:
        title = last.title.text(language()) or t("draft.untitled")
        about = t("draft.undo_replaced", title=escaped(title))
    else:
        about = t("draft.undo_nothing")
    st.button(
        t("draft.undo"),
        key="draft_undo",
        type="tertiary",
        disabled=last is None,
        help=about,
        on_click=session.take_back,
    )


def _scene(
    session: Writing, scene: DraftScene, index: int, all_wrong: tuple[Flaw, ...]
) -> None:
    """One row: what it is, which opens its fields, and what can be done with it."""
    number, is_open = index + 1, session.open_scene == scene.id
    wrong = [flaw for flaw in all_wrong if flaw.index == index]
    title = scene.step.title.text(language())
    line = " — ".join(filter(None, (title, scene_line(scene.step))))
    label = f"{'▾' if is_open else '▸'} {number}. {escaped(line)}"
    with st.container(key=f"draft_scene_{scene.id}", horizontal=True, gap="small"):
        st.button(
            marked(label, wrong),
            key=f"draft_open_{scene.id}",
            type="tertiary",
            on_click=_toggle,
            args=(session, scene.id),
        )
        for way, sign, by in (("up", "↑", -1), ("down", "↓", 1)):
            is_end = index == 0 if by < 0 else number == len(session.draft.scenes)
            st.button(
                sign,
                key=f"draft_{way}_{scene.id}",
                type="tertiary",
                disabled=is_end,
                help=t(f"draft.{way}", number=number),
                on_click=_move,
                args=(session, scene.id, by),
            )
        st.button(
            "✕",
            key=f"draft_remove_{scene.id}",
            type="tertiary",
            help=t("draft.remove", number=number),
            on_click=session.remove,
            args=(scene.id,),
        )
    if is_open:
        with st.container(key=f"draft_fields_{scene.id}"):
            scene_fields(session, scene, wrong, is_whole=not all_wrong)


def _toggle(session: Writing, scene_id: str) -> None:
    session.open_scene = "" if session.open_scene == scene_id else scene_id


def _move(session: Writing, scene_id: str, by: int) -> None:
    session.change(session.draft.moved(scene_id, by))


def scene_fields(
    session: Writing, scene: DraftScene, wrong: list[Flaw], *, is_whole: bool
) -> None:
    """Mode, end and texts; what is wrong with its link stands above them."""
    for flaw in wrong:
        if flaw.name not in (*dict(LINES), "until"):
            st.text(f"⚠ {plain(flaw_words(flaw))}")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _mode(session, scene)
        st.button(
            t("draft.play_here"),
            key=f"draft_play_{scene.id}",
            disabled=not is_whole,
            on_click=play,
            args=(session.draft.lesson, session.draft.index(scene.id)),
        )
    if scene.step.at or scene.step.until or _is_walk(scene.step):
        _until(session, scene, [flaw for flaw in wrong if flaw.name == "until"])
    for name, lines in LINES:
        words_field(session, name, flaws=wrong, scene_id=scene.id, lines=lines)


def _mode(session: Writing, scene: DraftScene) -> None:
    key = f"draft_mode_{scene.id}"

    def changed() -> None:
        session.change(session.draft.changed(scene.id, mode=st.session_state[key]))

    st.session_state[key] = scene.step.mode
    relabel(key)
    st.segmented_control(
        t("draft.mode"),
        MODES,
        format_func=lambda mode: t(f"draft.modes.{mode}"),
        key=key,
        required=True,
        on_change=changed,
    )


class RefusedMoments(dict[str, tuple[str, LabError]]):
    """What was typed as a scene's last moment and is none, by the field's key."""


def _is_walk(step: Step) -> bool:
    return step.page in WALKS and not step.exercise


def _until(session: Writing, scene: DraftScene, its: list[Flaw]) -> None:
    """The last moment of its walk; what is none stays in the field."""
    key, refused = f"draft_until_{scene.id}", held(RefusedMoments)
    page = PAGES.get(scene.step.page, PAGES["home"])  # which has no moments either

    def changed() -> None:
        typed = st.session_state[key].strip()
        refused.pop(key, None)
        try:
            moment = read_moment(typed, page) if typed else None
        except LabError as error:
            refused[key] = (typed, error)
            return
        session.change(session.draft.changed(scene.id, until=moment))

    until = scene.step.until
    typed, error = refused.get(key) or (moment_words(until) if until else "", None)
    st.session_state[key] = typed
    current = its if error is None else []  # others are of what stood there before
    label = " · ".join((t("draft.until"), *(flaw_words(flaw) for flaw in current)))
    st.text_input(
        marked(label, [*current, *([error] if error else [])]),
        key=key,
        max_chars=MOST_MOMENT,
        placeholder=t("draft.until_hint", moment=moment_words(scene.step.at or Moment("end"))),
        help=_how_to_say(page),
        on_change=changed,
    )
    if error is not None:
        show(error)


def _how_to_say(page: Page) -> str:
    """What a moment of this page's walks is written with."""
    return t(
        "draft.until_help",
        units=" / ".join(moment_words(Moment(unit, 2)) for unit in page.units),
        kinds=" / ".join(dict.fromkeys(map(kind_words, page.kinds))),
    )


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
    written_in: Lang,
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
    rule = flaw.problem.rule if isinstance(flaw.problem, LessonError) else None
    if rule == "missing_language" and names_language:
        name = LANGUAGES[flaw.language].name if flaw.language in LANGUAGES else flaw.language
        return t("draft.flaw.missing_in", language=name)
    if rule in ("missing_key", "lone_key"):
        return t("draft.flaw.no_answer")
    if rule == "list_length" and flaw.name == "step":
        return t("draft.flaw.no_scene")
    if rule in ("list_length", "missing_language"):
        return t("draft.flaw.missing")
    problem = message(flaw.problem)
    _, mark, words = problem.partition("：" if language() == "zh" else ": ")
    return words if mark else problem


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


def ways_out(draft: Draft, *, is_whole: bool) -> None:
    """The buttons in a row; they do nothing for a draft that lacks something."""
    lesson = draft.lesson
    st.button(
        t("draft.play"),
        key="draft_play",
        type="primary",
        disabled=not is_whole,
        on_click=play,
        args=(lesson,),
    )
    st.download_button(
        t("draft.download"),
        write_lesson(lesson).encode() if is_whole else b"",
        file_name=f"{lesson_file(lesson)}.toml",
        mime="application/toml",
        key="draft_download",
        on_click="ignore",
        disabled=not is_whole,
    )
    packed = pack_lesson(lesson) if is_whole else None
    with st.container(key="draft_link", width="content"):
        window_part("lessonLink")(
            key="draft_link_button", data=_data(packed), height="content", width="content"
        )
    if is_whole:
        hand_out_button(DRAFT, lesson)
    if is_whole and packed is None:
        st.caption(t("draft.too_long"))


def files(draft: Draft) -> None:
    """The hand-out, once it is asked for."""
    hand_out_files(DRAFT, draft.lesson)


def play(lesson: Lesson, scene: int = 0) -> None:
    """Have this run open a scene of ``lesson``, with the bar above it."""
    begin(name_upload(lesson), lesson, scene)


def _data(packed: str | None) -> bytes:
    text = {**section(language(), "draft", "player"), **spacing(language())}
    query = urlencode({LESSON: PACKED + packed, "lang": language()}) if packed else ""
    data = {
        "lang": LANGUAGES[language()].tag,
        "text": {key: words for key, words in text.items() if key.startswith(NAMED)},
        "query": query,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
