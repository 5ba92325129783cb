"""Notes beside the board of pre-tokens: where two patterns first differ, and a trap."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from bpe_core.runtime.glyphs import visible
from bpe_lab.scenes.pretokenize.pretokens_board import PreTokens, short_title_of
from bpe_lab.text import language, t

MOST_QUOTED = 6  # pre-tokens of a stretch where two patterns part
LONGEST_QUOTED = 40  # bytes of each
TRAP = "all_but_last"


def parting_note(drawn: PreTokens) -> None:
    """Where two patterns first cut a text differently."""
    names = [escape(t(short_title_of(split.pattern))) for split in drawn.splits]
    left, right = (f"<b>{name}</b>" for name in names)
    parting = drawn.parting
    if parting is None:
        _say(t("pretokenize.same", left=left, right=right))
        return
    one, other = _codes(parting.left), _codes(parting.right)
    at = parting.start
    _say(t("pretokenize.differ", at=at, left=left, right=right, one=one, other=other))


def trap_note(drawn: PreTokens) -> None:
    """A note on what is often misread in these patterns, if one has it."""
    for split in drawn.splits:
        for alternative in split.alternatives:
            if alternative.name == TRAP:
                code = f"<code>{escape(alternative.source)}</code>"
                cut = _codes((b"a", b"  ", b" b"))
                note = t("pretokenize.trap", code=code, text=_codes((b"a   b",)), cut=cut)
                _say(note, side="below")
                return


def _codes(pre_tokens: Sequence[bytes]) -> str:
    """Pieces as they are drawn, each in a box, the first few and of each the beginning."""
    boxes = [
        f"<code>{escape(_beginning(pre_token))}</code>"
        for pre_token in pre_tokens[:MOST_QUOTED]
    ]
    return f"<span>{' '.join(boxes)}{' …' if len(pre_tokens) > MOST_QUOTED else ''}</span>"


def _beginning(pre_token: bytes) -> str:
    if len(pre_token) <= LONGEST_QUOTED:
        return visible(pre_token)
    return visible(pre_token[:LONGEST_QUOTED].decode("utf-8", "ignore").encode()) + "…"


def _say(words: str, *, side: str = "above") -> None:
    """A sentence above or below the board.

    subtle: ``words`` hold marks of ours around values that are escaped.
    """
    st.html(f'<p class="told {side}" lang="{language()}">{words}</p>')
