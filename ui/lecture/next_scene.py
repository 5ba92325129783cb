"""The next scene's page is made ready while the present one is shown."""

from __future__ import annotations

from bpe_lab.text import language
from ui.lecture.running import Running, query_of_step
from ui.page.arrival import VISIT
from ui.page.asking import ASK
from ui.page.one_entry import in_one_entry
from ui.page.presenting import PRESENT, is_presenting
from ui.serving.visits_ahead import VISITS

WANTED = "next scene made ready"
BEGIN_BY_THEMSELVES = ("race",)  # pages that would race for nobody


def make_ready(lesson: Running) -> None:
    """Have the next scene's page visited ahead, once for each scene that a reader opens.

    Without its questions, which stand before what takes its time.
    """
    step, here = lesson.following, in_one_entry(VISIT)
    if step is None or step.page in BEGIN_BY_THEMSELVES or WANTED in here:
        return
    here[WANTED] = True
    query = {**query_of_step(step), "lang": language()}
    query.pop(ASK, None)
    if is_presenting():
        query["mode"] = PRESENT
    VISITS.want(step.page, query)
