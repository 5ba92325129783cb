"""What is said beside the board of pre-tokens: where two patterns part, and a trap."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from ui.scenes.glyphs import visible
from ui.scenes.pretokenize.pretokens_board import PreTokens, title_of
from ui.text import language, t

MOST_SHOWN = 6  # pieces of a place at which two patterns part
LONGEST_SHOWN = 40  # bytes of each
TRAP = "all_but_last"


def parting_told(drawn: PreTokens) -> None:
    """Where two patterns first cut a text differently."""
    names = [escape(t(title_of(split.pattern))) for split in drawn.splits]
    left, right = (f"<b>{name}</b>" for name in names)
    parting = drawn.parting
    if parting is None:
        _say(t("pretokenize.same", left=left, right=right))
        return
    one, other = _codes(parting.left), _codes(parting.right)
    at = parting.start
    _say(t("pretokenize.differ", at=at, left=left, right=right, one=one, other=other))


def trap_told(drawn: PreTokens) -> None:
    """What is often read wrongly in these patterns, where one has it."""
    for split in drawn.splits:
        for alternative in split.alternatives:
            if alternative.name == TRAP:
                code = f"<code>{escape(alternative.source)}</code>"
                cut = _codes((b"a", b"  ", b" b"))
                _say(t("pretokenize.trap", code=code, text=_codes((b"a   b",)), cut=cut))
                return


def _codes(pieces: Sequence[bytes]) -> str:
    """Pieces as they are drawn, each in a box, the first few and of each the beginning."""
    boxes = [f"<code>{escape(_beginning(piece))}</code>" for piece in pieces[:MOST_SHOWN]]
    return f"<span>{' '.join(boxes)}{' …' if len(pieces) > MOST_SHOWN else ''}</span>"


def _beginning(piece: bytes) -> str:
    if len(piece) <= LONGEST_SHOWN:
        return visible(piece)
    return visible(piece[:LONGEST_SHOWN].decode("utf-8", "ignore").encode()) + "…"


def _say(words: str) -> None:
    """subtle: ``words`` hold marks of ours around values that are escaped."""
    st.html(f'<p class="told" lang="{language()}">{words}</p>')
