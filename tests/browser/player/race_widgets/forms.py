"""Every form in which the widgets of a race are looked at, and what is read off them."""

from typing import Any

from tests.browser.conftest import Visit
from tests.browser.player.lab import Lab
from tests.browser.player.runners import mounted, race

Json = dict[str, Any]
TWO, THREE, SIX = race(2), race(3, glyphs=True), race(6, cut=True)
PHONE: Json = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
LAPTOP: Json = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PROJECTOR: Json = {"viewport": {"width": 1920, "height": 1080}, "reduced_motion": "reduce"}
DARK = {
    "--st-background-color": "#10151c",
    "--st-secondary-background-color": "#19202a",
    "--st-text-color": "#e8ecf1",
    "--st-border-color": "#2c3643",
    "--st-primary-color": "#d5dde7",
}
# By what is drawn: each in a window, on a projector and on a phone, and once in the dark.
LOOKED_AT = [
    *(("two", form) for form in ("light", "present", "phone")),
    *(("three", form) for form in ("light", "phone")),
    *(("six", form) for form in ("dark", "present-dark", "phone")),
]
RACES = {"two": TWO, "three": THREE, "six": SIX}
FORMS = {
    "light": (LAPTOP, False, False),
    "dark": (LAPTOP, True, False),
    "present": (PROJECTOR, False, True),
    "present-dark": (PROJECTOR, True, True),
    "phone": (PHONE, False, False),
}


def shown(lab: Lab, recording: Json, form: str = "light", **data: Any) -> Visit:
    """The race in one of its forms; theme and type size are set as the page sets them."""
    options, dark, present = FORMS[form]
    given = mounted(recording, present=present, **data)
    visited = lab(given, **options)
    page = visited.page
    if present:
        page.add_style_tag(content="html { font-size: 24px }")
    if dark:
        page.evaluate(
            """([theme, data]) => {
              const { style } = document.getElementById("host");
              for (const [name, value] of Object.entries(theme)) style.setProperty(name, value);
              window.remount(data);
            }""",
            [DARK, given],
        )
        page.locator(".player[data-theme=dark]").wait_for()
    return visited


def texts(visited: Visit, selector: str) -> list[str]:
    return [words.strip() for words in visited.page.locator(selector).all_inner_texts()]


def boxes(visited: Visit, selector: str) -> list[Json]:
    return list(
        visited.page.locator(selector).evaluate_all(
            """nodes => nodes.map((n) => n.getBoundingClientRect().toJSON())
              .filter((box) => box.width)"""
        )
    )
