"""A model in a notebook as a card: its sizes, some tokens; neither script nor style sheet."""

from __future__ import annotations

import sys

from bpe_core.model import BPEModel
from bpe_core.runtime.text import visible
from bpe_lab.html_pages import language_here, page_words, template

MOST_TOKENS = 12  # of the first and of the last ones


def card(model: BPEModel, language: str | None = None) -> str:
    """HTML of a model; its first merges, its last ones.

    Raises ``UnknownNameError`` for a ``language`` without words; None is the process's own.
    """
    words = page_words(__package__, "words", language or language_here())
    new_ids = [merge.new_id for merge in model.merges]
    first = new_ids[:MOST_TOKENS]
    last = new_ids[max(len(first), len(new_ids) - MOST_TOKENS) :]
    tokens = model.vocabulary
    rows = [
        (words[name], [(token_id, tokens[token_id]) for token_id in ids])
        for name, ids in (("first", first), ("last", last))
        if ids
    ]
    return template(__package__, "card.html").render(
        words=words,
        size=len(tokens),
        merges=len(new_ids),
        special_tokens=[*model.special_tokens][:MOST_TOKENS],
        specials=len(model.special_tokens),
        pattern=model.pattern,
        rows=rows,
        visible=visible,
    )


def draw_models() -> None:
    """In a notebook, have a model as the last line of a cell draw its card."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        shell.display_formatter.formatters["text/html"].for_type(BPEModel, card)
