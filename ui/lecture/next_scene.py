"""The next scene's page is made ready while the present one is shown."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_lab.text import language
from ui.lecture.running import Running, query_of_step
from ui.page.arrival import here
from ui.page.asking import ASK
from ui.page.presenting import PRESENT, is_presenting
from ui.serving.visits_ahead import VISITS

BEGIN_BY_THEMSELVES = ("race",)  # pages that would race for nobody


@dataclass(slots=True)
class NextScene:
    """Whether the next scene's page was asked for on this visit."""

    is_wanted: bool = False


def make_ready(lesson: Running) -> None:
    """Have the next scene's page visited ahead, once for each scene that a reader opens.

    Without its questions, which stand before what takes its time.
    """
    step, next_scene = lesson.following, here(NextScene)
    if step is None or step.page in BEGIN_BY_THEMSELVES or next_scene.is_wanted:
        return
    next_scene.is_wanted = True
    query = {**query_of_step(step), "lang": language()}
    query.pop(ASK, None)
    if is_presenting():
        query["mode"] = PRESENT
    VISITS.want(step.page, query)
