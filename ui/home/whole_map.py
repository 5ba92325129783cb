"""The home page below its field: three ways in, and the pages as pictures.

Each a piece of HTML in each language, written once: every reader opens it first.
"""

from __future__ import annotations

from functools import cache

from bpe_lab.lessons.shelf import COURSE, course
from ui.home import examples
from ui.lecture.bar import lesson_states
from ui.page.markup import Html, html_of

LECTURE, PRACTICE = "lecture", "practice-token-costs"
FIRST_LESSON = "course-01-tokens"
Sections = tuple[tuple[str, tuple[str, ...]], ...]


@cache
def lead_html(language: str) -> Html:
    """What this is about."""
    return html_of("home", "lead")


@cache
def teach_html(language: str) -> Html:
    """For a hall."""
    lecture = course()[LECTURE]
    return html_of(
        *("home", "teach", LECTURE), minutes=lecture.minutes, scenes=len(lecture.steps)
    )


@cache
def study_html(language: str) -> Html:
    """For oneself."""
    lessons = [name for name in course() if name.startswith(COURSE)]
    states = lesson_states({FIRST_LESSON: course()[FIRST_LESSON]})
    return html_of("home", "study", states, FIRST_LESSON, examples.FIRST_TEXT, len(lessons))


@cache
def use_html(language: str) -> Html:
    """For whoever pays for tokens."""
    return html_of("home", "use", PRACTICE)


@cache
def pages_html(language: str, sections: Sections) -> Html:
    """The pages by the ``sections`` of the navigation."""
    return html_of("home", "pages", sections, examples)
