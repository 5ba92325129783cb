"""What pages say in HTML of work to come and of work under way: steps in a list, a bar."""

from __future__ import annotations

from collections.abc import Iterable

from ui.page.markup import Html, html_of


def plan_html(page: str, title: str, aside: str, steps: Iterable[str], *, tag: str) -> Html:
    """What will be run, before it is; ``tag`` is the list of its steps."""
    return html_of("page", "plan", page, title, aside, [*steps], tag)


def step_html(title: str, text: str, *, mark: str = "", is_now: bool = False) -> Html:
    """A step with its explanation or its state."""
    return html_of("page", "step", title, text, mark, is_now)


def bar_html(sentence: str, share: float) -> Html:
    """A bar that is filled from 0 to 1; ``sentence`` is what it measures."""
    return html_of("page", "bar", sentence, share)
