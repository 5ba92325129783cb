"""What is told of an exhibit: the idea at first, why it is wrong once its line is known."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import streamlit as st

from bpe_lab.museum import Exhibit
from bpe_lab.museum.besides import BESIDES
from bpe_lab.museum.exhibit import Source
from bpe_lab.text import language, t


def title_of(exhibit: Exhibit) -> str:
    """Its number and name in the reader's language."""
    return f"{exhibit.number} · {t(f'museum.exhibit.{exhibit.name}.title')}"


def idea(exhibit: Exhibit) -> None:
    """What it is and what its author thought; nothing of the line at fault."""
    thought = t(f"museum.exhibit.{exhibit.name}.thought")
    kind = t(f"museum.kind_{exhibit.kind}")
    convention = f"<p>{escape(t('museum.convention'))}</p>" if exhibit.convention else ""
    _block(
        f"<h2>{escape(title_of(exhibit))} <small>{escape(kind)}</small></h2>"
        f"<p>{escape(t('museum.thought', thought=thought))}</p>{convention}"
    )


def why_wrong(exhibit: Exhibit) -> None:
    """Why it is wrong, and where it was seen."""
    why = escape(t(f"museum.exhibit.{exhibit.name}.why"))
    seen = (
        f"{escape(t('museum.sources'))}: {_links(exhibit.sources)}"
        if exhibit.sources
        else escape(t("museum.mutant"))
    )
    _block(f"<p>{why}</p><p class='sources'>{seen}</p>")


def besides() -> None:
    """What hangs there without code."""
    items = "".join(
        f"<h3>{escape(t(f'museum.besides_text.{name}.title'))}</h3>"
        f"<p>{escape(t(f'museum.besides_text.{name}.told'))} "
        f"<span class='sources'>{_links(sources)}</span></p>"
        for name, sources in BESIDES.items()
    )
    _block(f"<h2>{escape(t('museum.besides'))}</h2>{items}")


def _links(sources: Iterable[Source]) -> str:
    return ", ".join(
        f'<a href="{escape(source.link)}" target="_blank" rel="noopener">'
        f"{escape(source.title)}</a>{_state(source.fixed)}"
        for source in sources
    )


def _state(fixed: bool | None) -> str:
    if fixed is None:
        return ""
    return f" ({escape(t('museum.fixed' if fixed else 'museum.open'))})"


def _block(html: str) -> None:
    st.html(f'<div class="museum-story" lang="{language()}">{html}</div>')
