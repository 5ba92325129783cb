"""Questions before a page's figures: asked first, the figures drawn once they are answered.

Without the switch a page costs what it costs: its questions are made when they are asked. What
came of them is on its way to the reader's own progress: the browser alone keeps it
(`ui/progress/panel.py`); here it lasts as long as the session.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import east_asian_width

import streamlit as st

from bpe_core.runtime.text import CUT, visible_whole
from bpe_lab.exercises.questions import Answer, Question, Remark
from bpe_lab.text import joined, t
from ui.page.fields import link
from ui.page.markup import Html, html_of
from ui.page.presenting import CLICKER, is_presenting
from ui.page.session import held
from ui.page.visit import page_here, scene_here

ASK = "ask"  # in the address
TRIES = 2  # a judgment has but two answers, so one try
HIGHEST = 1_000_000  # a number that can be typed
SIGNS = {"right": "✓", "wrong": "✗", "shown": "→"}
# Streamlit's boxes are read out as they appear.
BOXES = {"right": st.success, "wrong": st.warning, "shown": st.info}
MOST_READ = 400  # characters of a text that questions are about

# A value of a sentence, or a choice, in the reader's words (Markdown).
Word = Callable[[str, object], object]
MOST_ROWS = 50  # rows; the browser has those before
MOST_SECONDS = 86_400


@dataclass(slots=True)
class Round:
    """The questions about one set of inputs, and how far a reader has come.

    ``name`` is the page's for it, ``scene`` the lesson's scene that it is asked in, if any;
    where it ``checks`` a lesson one answer is shown without the figures that tell the others;
    ``tried``: whether any answer was given;
    ``state``: ``open``, ``wrong``, ``right`` or ``shown``.
    """

    basis: Hashable
    questions: Sequence[Question]
    name: str = ""
    scene: str = ""
    checks: bool = False
    index: int = 0
    tries: int = 0
    tried: bool = False
    state: str = "open"
    reason: Remark | None = None
    latest: Answer = None
    since: float = field(default_factory=time.monotonic)

    @property
    def question(self) -> Question:
        return self.questions[self.index]

    @property
    def is_settled(self) -> bool:
        return self.state in ("right", "shown")

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to ask, so that the figures may be drawn."""
        return not self.questions or (self.is_settled and self.index + 1 == len(self.questions))

    def answer(self, answer: Answer) -> None:
        """Mark an answer; the second wrong one is the last."""
        verdict = self.question.judge(answer)
        self.tries, self.tried, self.latest = self.tries + 1, True, answer
        self.reason = verdict.reason
        if verdict.is_right:
            self._settle("right")
        elif self.tries >= (1 if self.question.kind == "judge" else TRIES):
            self._settle("shown")
        else:
            self.state = "wrong"

    def go_on(self) -> None:
        """To the next question."""
        self.index, self.tries, self.state, self.reason = self.index + 1, 0, "open", None
        self.latest = None
        self.since = time.monotonic()

    def _settle(self, state: str) -> None:
        self.state = state
        note_answer(
            f"{self.name} {hash(self.basis)} {self.index}",
            step=self.index,
            kind=self.question.ask,
            tries=self.tries,
            is_right=state == "right",
            since=self.since,
        )
        if self.scene and self.is_over and self.tried:
            note_scene(self.scene)

    @property
    def shows_one(self) -> bool:
        """Whether an answer can be shown alone: others are still to be asked."""
        return self.checks and not self.is_settled and self.index + 1 < len(self.questions)

    def show(self) -> None:
        """Show the answer, and end it where the figures come with it."""
        shows_one = self.shows_one
        self._settle("shown")
        if not shows_one:
            self.leave_out()

    def leave_out(self) -> None:
        """To the figures, past what is left to ask."""
        self.index, self.state, self.reason = len(self.questions) - 1, "shown", None
        self.latest = None  # it was an answer to another question


@dataclass(slots=True)
class Asking:
    """Whether the reader wants to be asked; None before a scene or an address has said so.

    ``in_scenes`` is what was switched in a lesson, by the scene's name; ``rounds`` what the
    figures have asked, by their name.
    """

    is_on: bool | None = None
    in_scenes: dict[str, bool] = field(default_factory=dict)
    rounds: dict[str, Round] = field(default_factory=dict)


def is_asking() -> bool:
    """Whether the reader wants to be asked; the address says so once a visit.

    In a scene of a lesson it is as the reader has switched it there.
    """
    asking, scene = held(Asking), scene_here()
    if asking.is_on is None:
        asked = st.query_params.get(ASK) == "1"
        asking.is_on = asking.in_scenes.get(scene.name, asked) if scene else asked
    return asking.is_on


def asking_switch(*, has_key: bool = True) -> None:
    """The quiet switch; ``has_key``: the page has no walk, whose key Q is."""
    asking = is_asking()
    link(ASK, "1" if asking else None)
    quiet_switch(t("asking.off" if asking else "asking.on"), _switch, has_key=has_key)


def quiet_switch(label: str, switch: Callable[[], None], *, has_key: bool = True) -> None:
    """Beside what it switches, without room of its own."""
    with st.container(key="ask_switch", horizontal=True, horizontal_alignment="right"):
        st.button(
            label,
            key="ask_first",
            type="tertiary",
            shortcut="q" if has_key else None,
            on_click=switch,
        )


def _switch() -> None:
    asking = held(Asking)
    asking.is_on = not is_asking()
    if scene := scene_here():
        asking.in_scenes[scene.name] = asking.is_on
    asking.rounds.clear()


def asked_first(
    name: str,
    basis: Hashable,
    questions: Callable[[], Sequence[Question | None]],
    word: Word,
    *,
    height: int,
    text: str = "",
) -> bool:
    """Whether the figures may be drawn; until then a veil of their ``height`` (rem) stands.

    Asks what ``questions`` makes of ``basis``, anew when it changes; a lesson's scene asks the
    first alone, but for its last, which closes the lesson. ``word`` words values.
    ``text`` is what the questions are about, since the figures that show it come later.
    """
    if not is_asking():
        return True
    rounds, played = held(Asking).rounds, scene_here()
    scene = played.name if played else ""
    if name not in rounds or (rounds[name].basis, rounds[name].scene) != (basis, scene):
        asked = [question for question in questions() if question is not None]
        checks = played is not None and played.is_last
        most = len(asked) if played is None or checks else 1
        rounds[name] = Round(basis, asked[:most], name, scene, checks)
    here = rounds[name]
    if not here.questions:
        st.caption(t("asking.nothing"))
        return True
    if text and not here.is_over and not is_presenting():
        st.html(html_of("page", "asking_text", _beginning(text)))
    if here.is_over and is_presenting():
        _verdict_alone(name, here, word)
        return True
    with st.container(key=f"asking_{name}"):
        _panel(name, here, word)
    if not here.is_over:
        st.html(_veil(here, height, text if is_presenting() else ""))
    return here.is_over


def _veil(here: Round, height: int, text: str) -> Html:
    """What stands in place of the figures, and when they come.

    A hall reads there the ``text`` that it is asked about, as large as the window allows.
    """
    sign, words = "?", t("asking.veiled")
    if here.is_settled:
        sign = SIGNS[here.state]
        words = t("asking.one_more", answered=here.index + 1, count=len(here.questions))
    readable = _beginning(text) if text and not here.is_settled else ""
    width = max(map(_ems, readable.splitlines()), default=0.0)
    return html_of("page", "veil", sign, readable, width, words, height)


def _ems(line: str) -> float:
    """About how wide it is: a Chinese character is as wide as it is high."""
    return sum(1.0 if east_asian_width(each) in "WF" else 0.6 for each in line)


def _beginning(text: str) -> str:
    """So much of ``text`` as is read before an answer; what has no shape is named.

    One space has a shape between words; how many stand side by side is seen by their signs.
    """
    drawn = "".join(
        part if part in (" ", "\n") else visible_whole(part.encode("utf-8", "replace"))
        for part in re.split(r"((?<! ) (?! )|\n)", text[:MOST_READ])
    )
    return drawn + (CUT if len(text) > MOST_READ else "")


def _verdict_alone(name: str, here: Round, word: Word) -> None:
    """A hall has one screen for the figures: of an answer what was said stays above them."""
    if here.reason is not None or here.state == "right":
        with st.container(key=f"asking_verdict_{name}"):
            BOXES[here.state](_verdict(here, word, here.question))


def _panel(name: str, here: Round, word: Word) -> None:
    question = here.question
    with st.form(f"{name}_form", border=False, enter_to_submit=True):
        answer = _field(name, here, word)
        with st.container(horizontal=True, vertical_alignment="center", key=f"{name}_acts"):
            sent = st.form_submit_button(
                t("asking.check"), disabled=here.is_settled, key=f"{name}_check"
            )
            onward = st.form_submit_button(
                _onward(here),
                type="tertiary",
                disabled=here.is_over,
                key=f"{name}_onward",
                shortcut=CLICKER if is_presenting() else None,
            )
            enough = (here.is_settled and not here.is_over) and st.form_submit_button(
                t("asking.show"), type="tertiary", key=f"{name}_enough"
            )
    if enough:
        here.leave_out()
        st.rerun()
    if sent and answer is not None and not here.is_settled:
        here.answer(answer)
        st.rerun()
    if onward and here.is_settled:
        here.go_on()
        st.rerun()
    if onward and not here.is_settled:
        here.show()
        st.rerun()
    with st.container(key=f"asking_verdict_{name}"):
        if here.state in BOXES:
            BOXES[here.state](_verdict(here, word, question))
        elif sent:
            st.info(t("player.answer.empty"))
        else:
            st.space()  # an empty container would take no room


def _onward(here: Round) -> str:
    """What the button beside the check does."""
    if here.shows_one:
        return t("player.exercise.show")
    return t("asking.next" if here.is_settled and not here.is_over else "asking.show")


def _field(name: str, here: Round, word: Word) -> Answer:
    question = here.question
    label = sentence(f"asking.ask_{question.ask}", question.values, word)
    if len(here.questions) > 1:
        count = len(here.questions)
        label = t("asking.numbered", number=here.index + 1, count=count, question=label)
    key = f"{name}_answer_{here.index}_{hash(here.basis)}"
    if here.is_settled and here.latest is not None:
        # subtle: a field that is closed with its form goes back to the answer before the last.
        latest = here.latest
        st.session_state[key] = list(latest) if isinstance(latest, frozenset) else latest
    if question.kind == "number":
        number: int | None = st.number_input(
            label, 0, HIGHEST, value=None, step=1, key=key, disabled=here.is_settled
        )
        return number
    words = {str(each): str(word("choice", each)) for each in question.choices}
    if question.kind == "choices":
        several: list[str] = st.pills(
            label,
            list(words),
            selection_mode="multi",
            format_func=words.__getitem__,
            key=key,
            disabled=here.is_settled,
        )
        return frozenset(several) or None
    chosen: str | None = st.radio(
        label,
        list(words),
        index=None,
        format_func=words.__getitem__,
        key=key,
        disabled=here.is_settled,
        horizontal=is_presenting(),
    )
    return chosen


def _verdict(here: Round, word: Word, question: Question) -> str:
    """Sign and words of it; of the last wrong answer also what is right."""
    # subtle: bold that ends in 。 before a Chinese letter does not end for Markdown.
    parts = [f"**{SIGNS[here.state]}** {t(f'asking.{here.state}')}"]
    if here.reason is not None:
        parts.append(sentence(f"asking.{here.reason.key}", here.reason.values, word))
    if here.state == "right" and (because := question.because) is not None:
        parts.append(sentence(f"asking.{because.key}", because.values, word))
    if here.state == "shown" and (question.kind != "number" or len(question.right) == 1):
        parts.append(t("asking.is_right", answer=_right_words(question, word)))
    return joined(parts)


def _right_words(question: Question, word: Word) -> str:
    """What is right, in words: one choice, or several in the order of the offer."""
    (right, *_) = sorted(question.right, key=str)
    chosen = [
        each for each in question.choices if isinstance(right, frozenset) and each in right
    ]
    *others, listed = [str(word("choice", each)) for each in chosen or [right]]
    for other in reversed(others):
        listed = t("question.listed", first=other, rest=listed)
    return listed


def sentence(key: str, values: Mapping[str, object], word: Word) -> str:
    """A sentence of the catalogue with its values worded."""
    return t(key, **{name: word(name, value) for name, value in values.items()})


AnswerRow = dict[str, object]


@dataclass(slots=True)
class Answers:
    """The rows of this session, the oldest first, the questions that they are of, and the names
    of a lesson's scenes that are answered."""

    rows: list[AnswerRow] = field(default_factory=list)
    questions: set[str] = field(default_factory=set)
    scenes: list[str] = field(default_factory=list)


def note_answer(
    question: str, *, step: int, kind: str, tries: int, is_right: bool, since: float
) -> None:
    """Hold the row of a settled answer, of each ``question`` (its name) the first alone.

    ``step`` is its number among those of its figures, ``since`` when it was opened by
    ``time.monotonic()``.
    """
    answers = held(Answers)
    if question in answers.questions:
        return
    answers.questions.add(question)
    row: AnswerRow = {
        "exercise": f"predict.{page_here()}",
        "generator": 0,
        "seed": "",
        "level": 0,
        "script": "",
        "step": step,
        "kind": kind,
        "first_try": is_right and tries == 1,
        "tries": tries,
        "shown": not is_right,
        "seconds": min(round(time.monotonic() - since, 1), MOST_SECONDS),
        "at": round(time.time() * 1000),
    }
    answers.rows = [*answers.rows, row][-MOST_ROWS:]


def note_scene(scene: str) -> None:
    """The last question of ``scene`` (its name) is settled, even if it was noted before."""
    scenes = held(Answers).scenes
    if scene not in scenes:
        scenes.append(scene)


def answer_rows() -> dict[str, object]:
    """The rows of this session, the oldest first, and its answered scenes; empty before."""
    answers = held(Answers)
    return {"rows": answers.rows, "scenes": answers.scenes} if answers.rows else {}
