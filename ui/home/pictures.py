"""Small still pictures of what each page shows, drawn in HTML with the values of `examples`.

They are hidden from screen readers: the words below each say what its page shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape

from bpe_core.runtime.glyphs import visible
from bpe_lab.text import LANGUAGES, catalogue, number_text, t
from ui.home import examples as of

LEARNED = 256  # the first id of a learned token


def picture(page: str) -> str:
    """What the page shows, as it is drawn on its tile."""
    return f'<span class="picture of-{page}" aria-hidden="true">{PICTURES[page]()}</span>'


def chip(text: str, id_: int = 0, *, state: str = "") -> str:
    """A token, tinted by its id where it was learned."""
    hue = (id_ * 5 + 8) % 12 * 30 + 15
    kind = "chip learned" if id_ >= LEARNED else "chip"
    style = f' style="--hue:{hue}"' if id_ >= LEARNED else ""
    return f'<b class="{kind} {state}"{style}>{escape(visible(text.encode()))}</b>'


def bar(share: float, look: str = "") -> str:
    """A bar of a share of the room."""
    return f'<i class="bar {look}" style="--share:{share:.3f}"></i>'


def _rows(rows: Iterable[Iterable[str]], look: str = "") -> str:
    cells = ("".join(f"<span>{cell}</span>" for cell in row) for row in rows)
    return "".join(f'<span class="row {look}">{row}</span>' for row in cells)


def _pair(left: str, right: str) -> str:
    return chip(left) + chip(right)


def _why() -> str:
    most = max(of.LENGTHS.values())
    return _rows(
        (t(f"why.{name}.name"), bar(count / most), number_text(count))
        for name, count in of.LENGTHS.items()
    )


def _pretokenize() -> str:
    return "<u></u>".join(chip(piece) for piece in of.CUT)


def _train() -> str:
    most = of.FIRST_COUNTS[0][2]
    return _rows(
        (_pair(left, right), bar(count / most, "best" if count == most else ""), str(count))
        for left, right, count in of.FIRST_COUNTS
    )


def _linked() -> str:
    top, *below = (f"<span>{_pair(a, b)}<em>{count}</em></span>" for a, b, count in of.HEAP)
    return f'<span class="top">{top}</span><span class="below">{"".join(below)}</span>'


def _encode() -> str:
    return "".join(
        f'<span class="with-id">{chip(token.text, token.id)}<small>{token.id}</small></span>'
        for token in of.ENCODED
    )


def _race() -> str:
    most = max(of.WORK.values())
    return _rows(
        (t(f"lane.{lane}.title"), bar(count / most, lane), number_text(count))
        for lane, count in of.WORK.items()
    )


def _vocabulary() -> str:
    whole, left, right = of.BUILT
    below = chip(left, LEARNED + 1) + chip(right, LEARNED + 3)
    return f"<span>{chip(whole.text, whole.id)}</span><span>{below}</span>"


def _workshop() -> str:
    most = of.SHORTER[-1][1]
    return "".join(
        f'<span class="column"><small>{number_text(each, 1)}</small>{bar(each / most)}'
        f"<small>{number_text(merges)}</small></span>"
        for merges, each in of.SHORTER
    )


def _subword_nmt() -> str:
    left, right, count = of.PAPER_FIRST
    words = "".join(f"<span>{word} <em>{number}</em></span>" for word, number in of.PAPER)
    return (
        f'<span class="words">{words}</span><span>{_pair(left, right)}<em>{count}</em></span>'
    )


def _bytepiece() -> str:
    return "".join(f'<span class="arc">{escape(piece)}</span>' for piece in of.BEST_PATH)


def _compare() -> str:
    return "".join(
        f'<span class="row">{"".join(chip(token, LEARNED + 4) for token in tokens)}</span>'
        for _, tokens in of.SIDE_BY_SIDE
    )


def _lessons() -> str:
    return "<i></i>" * 11


def _museum() -> str:
    wrong = "".join(
        f"<s>{merge}</s>" if merge not in of.RIGHT else f"<span>{merge}</span>"
        for merge in of.WRONG
    )
    right = "".join(f"<span>{merge}</span>" for merge in of.RIGHT)
    return (
        f'<span class="row"><em>✗</em>{wrong}</span><span class="row"><em>✓</em>{right}</span>'
    )


def _sheets() -> str:
    letters = "".join(chip(letter) for letter in "abab")
    return f'<span class="row">{letters}</span><span class="row">{"<i></i>" * 4}</span>'


def _glossary() -> str:
    return "".join(
        f'<span lang="{LANGUAGES[each].tag}">{catalogue(each)["term.stale.name"]}</span>'
        for each in LANGUAGES
    )


PICTURES: Mapping[str, Callable[[], str]] = {
    "why": _why,
    "pretokenize": _pretokenize,
    "train": _train,
    "linked": _linked,
    "encode": _encode,
    "race": _race,
    "vocabulary": _vocabulary,
    "workshop": _workshop,
    "subword_nmt": _subword_nmt,
    "bytepiece": _bytepiece,
    "compare": _compare,
    "lessons": _lessons,
    "museum": _museum,
    "sheets": _sheets,
    "glossary": _glossary,
}
