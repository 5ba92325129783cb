"""Any page's present link and moment as a scene of the lesson that the reader writes, in words.

What was added lies in the browser (`window/drafts.js`): a page needs nothing of the draft.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

import streamlit as st

from bpe_core.runtime.text import unpack
from bpe_lab.lab_errors import LabError
from bpe_lab.lessons.draft import DraftScene, scene_value
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.links import OWN_TEXTS, is_self_contained, page_of, step_here
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.reading import MOST_LINK, MOST_STEPS
from bpe_lab.pages import PAGES, Page
from bpe_lab.text import LANGUAGES, catalogue, joined, language, section, spacing, t
from ui.drafting.drafts import new_id
from ui.page.session import held
from ui.page.visit import ask_for_moment, is_asked, shortened, take_moment
from ui.serving.static_files import window_part

PREPARED = ("merge", "part")  # whose number 0 is what comes before the first
EDGES = ("start", "end")
MOST_TEXT = 20_000  # characters of a text of the reader's own
SEPARATOR = " · "
WITHOUT = ("home", "lessons", "glossary")  # pages whose links are worth no scene
LONG_WALK = 60  # steps, from which on a scene may want a last moment
MOST_SENT = 8  # scenes; presses can be faster than answers
VIEW = {"view": "mine"}


def moment_words(moment: Moment) -> str:
    """A kind of step that nobody knows stands as it is."""
    if moment.is_edge:
        return t(f"draft.moment.{moment.unit}")
    unit = f"draft.moment.{moment.unit}"
    is_known = unit in catalogue(language())
    group = t(unit, number=moment.number) if is_known else str(moment)
    if moment.number == 0 and moment.unit in PREPARED:
        group = t("draft.moment.before")
    if not moment.kind or not is_known:
        return group
    nth = f" {moment.nth}" if moment.nth > 1 else ""
    return t("draft.moment.kind", group=group, kind=kind_words(moment.kind) + nth)


def kind_words(kind: str) -> str:
    """What a kind of step is called."""
    words = catalogue(language())
    keys = (f"draft.kind.{kind}", f"goal.{kind}", f"mark.{kind}")
    return next((words[key] for key in keys if key in words), kind)


def read_moment(typed: str, page: Page) -> Moment:
    """What ``typed`` names of this page's walks: as a lesson's file has it, or as
    ``moment_words`` says it, with any spaces and commas; raises ``LabError("moment")``.
    """
    try:
        return Moment.read(typed)
    except LabError:
        for moment in _with_the_numbers_of(typed, page):
            if _bare(moment_words(moment)) == _bare(typed):
                return moment
        raise


def _with_the_numbers_of(typed: str, page: Page) -> Iterator[Moment]:
    yield from map(Moment, EDGES)
    number, nth, *_ = [*map(int, re.findall(r"\d{1,6}", _bare(typed))), 0, 0]
    for unit in page.units:
        for kind in ("", *page.kinds):
            yield Moment(unit, number, kind, max(nth, 1))


def _bare(words: str) -> str:
    """Letters and digits alone, wide ones as narrow ones."""
    folded = unicodedata.normalize("NFKC", words).casefold()
    return "".join(character for character in folded if character.isalnum())


def scene_line(step: Step) -> str:
    """Plain text, never markup."""
    return SEPARATOR.join(_parts(step))


def _parts(step: Step) -> Iterator[str]:
    page = step.page if step.exercise else page_of(step.link)
    yield t(f"page.{page}") if page in PAGES else shortened(page)
    if step.exercise:
        yield t("draft.exercise", level=step.level, seed=step.seed)
        return
    query = dict(parse_qsl(urlsplit(step.link).query, keep_blank_values=True))
    if text := _text(query):
        yield text
    if step.at:
        yield moment_words(step.at)


def _text(query: Mapping[str, str]) -> str:
    """What the text is called that the link chooses."""
    for option, own in OWN_TEXTS.items():
        if query.get(option) == "own":
            return shortened(unpack(MOST_TEXT)(query.get(own, "")) or "")
        if option in query:
            name = query[option]
            return shortened(catalogue(language()).get(f"sample.{name}", name))
    return ""


@dataclass(slots=True)
class AddedScenes:
    """Scenes on their way to the browser; ``opens``: the lesson being written is to be seen."""

    rows: list[dict[str, object]] = field(default_factory=list)
    opens: bool = False


def add_scene_button(page: str) -> None:
    """The act, in the corner of every page that can be a scene."""
    if page in PAGES and page not in WITHOUT:
        st.button(
            t("draft.add"),
            key="add_scene",
            type="tertiary",
            help=t("draft.add_help"),
            on_click=ask_for_moment,
        )


def hand_over_scene(page: str) -> None:
    """After the page has run: what was asked for goes to the browser, which says so."""
    added = held(AddedScenes)
    if is_asked():
        (at, steps_left), query = take_moment(), st.query_params.to_dict()
        step = step_here(page, query, at)
        note = note_of(query, steps_left)
        if len(step.link) > MOST_LINK:
            added.rows.append({"id": new_id(), "refused": t("draft.long_link")})
        else:
            scene = scene_value(DraftScene(new_id(), step))
            line = scene_line(step)
            added.rows.append({"id": scene["id"], "scene": scene, "line": line, "note": note})
        del added.rows[:-MOST_SENT]
    if added.rows:
        with st.container(key="added_scene"):
            window_part("addedScene")(
                key="added", data=_data(added.rows), on_open_change=_open, height="content"
            )


def take_opening() -> dict[str, str] | None:
    """What the address of the lessons' page says, if it is to be opened in this run."""
    added = held(AddedScenes)
    opens, added.opens = added.opens, False
    return VIEW if opens else None


def note_of(query: Mapping[str, str], steps_left: int) -> str:
    """What its lecturer should know of a scene."""
    notes = []
    if not is_self_contained(query):
        notes.append(t("draft.not_in_link"))
    if steps_left >= LONG_WALK:
        notes.append(t("draft.long_walk", steps=steps_left))
    return joined(notes)


def _open() -> None:
    held(AddedScenes).opens = True


def _data(added: list[dict[str, object]]) -> bytes:
    text = {**section(language(), "draft"), **spacing(language())}
    named = ("draft.announced.", "player.spacing.")
    data = {
        "lang": LANGUAGES[language()].tag,
        "text": {key: words for key, words in text.items() if key.startswith(named)},
        "added": added,
        "most": MOST_STEPS,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
