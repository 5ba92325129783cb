"""A text counted in each model: the table of figures, and the cost by a reader's prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import floor, isfinite, log10

import streamlit as st

from bpe_core.encode.offsets import Encoded
from bpe_core.errors import Notice
from bpe_core.tokenizers.tokenizer import Tokenizer
from bpe_lab.pages import PRICES
from bpe_lab.scenes.placed_tokens import drawn_part
from bpe_lab.text import number_text, t
from bpe_lab.text.messages import escaped
from ui.counting.models import Model
from ui.page.fields import begin, settle
from ui.page.markup import Cell, Column, Html, TableRow, html_of, table
from ui.serving.store import typed_store

MILLION = 1_000_000
HIGHEST = 1_000_000.0  # a price
NOTHING = "–"
Prices = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Counted:
    """A text in a model: how many tokens it has, and those of its beginning, which is drawn.

    ``special``: special tokens that stand in the text; ``always``: those that are tokens there
    whether or not it may hold special ones.
    """

    tokens: int
    encoded: Encoded
    special: tuple[str, ...] = ()
    always: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """What is counted; ``drawn`` is the beginning that is drawn, ``size`` all its bytes."""

    whole: str
    drawn: str
    size: int
    digest: str

    @classmethod
    def of(cls, whole: str) -> Text:
        """A text from a browser, which has no half of a surrogate pair."""
        data = whole.encode()
        return cls(whole, drawn_part(whole), len(data), sha256(data).hexdigest())


def counted(tokenizer: Tokenizer, text: Text, *, special: bool) -> Counted:
    """Counted once for all readers; ``special`` tokens count as such."""
    result: Counted = typed_store().value_of(
        tokenizer, ("counted", text.digest, special), lambda: _count(tokenizer, text, special)
    )
    return result


def _count(tokenizer: Tokenizer, text: Text, special: bool) -> Counted:
    allowed = "all" if special else ()
    encoded = tokenizer.encode_with_offsets(text.drawn, allowed_special=allowed)
    tokens = len(encoded.ids)
    if text.drawn != text.whole:
        tokens = tokenizer.count(text.whole, allowed_special=allowed)
    always = tokenizer.model.always if tokenizer.model else frozenset[str]()
    # Runs of white space that are tokens by themselves, as of GPT-NeoX, command nothing.
    held = [each for each in tokenizer.special_tokens if each in text.whole and each.strip()]
    by_switch = tuple(token for token in held if token not in always)
    return Counted(tokens, encoded, by_switch, tuple(filter(always.__contains__, held)))


def prices_field(models: Sequence[Model], notices: list[Notice]) -> Prices:
    """What a million tokens cost in each model, as the reader sets it."""
    notices += begin(PRICES, label=t("tokens.prices"))
    prices = read_prices(st.session_state[PRICES.param])
    with st.popover(t("tokens.prices"), width="stretch"):
        st.caption(t("tokens.prices_about"))
        for model in models:
            key = f"price_{model.name}"
            st.session_state.setdefault(key, prices.get(model.name))
            price = st.number_input(
                escaped(model.title), 0.0, HIGHEST, value=None, step=0.1, format="%g", key=key
            )
            prices = {**prices, model.name: price or 0.0}
    prices = {name: price for name, price in prices.items() if price}
    st.session_state[PRICES.param] = settle(PRICES, written_prices(prices))
    return prices


def read_prices(line: str) -> dict[str, float]:
    """The prices in a link, by names; what is none is passed by.

    >>> read_prices("gpt-4o:2.5,mistral:x,lab:-1,qwen-3:nan,t5:1e9")
    {'gpt-4o': 2.5}
    """
    prices = {}
    for part in line.split(","):
        name, _, written = part.partition(":")
        try:
            price = float(written)
        except ValueError:
            continue
        if isfinite(price) and 0 < price <= HIGHEST:
            prices[name] = price
    return prices


def written_prices(prices: Prices) -> str:
    """Those in a link.

    >>> written_prices({"gpt-4o": 2.5, "mistral": 0.4})
    'gpt-4o:2.5,mistral:0.4'
    """
    return ",".join(f"{name}:{price:g}" for name, price in prices.items())


def counts_table(text: Text, rows: Sequence[tuple[Model, Counted]], prices: Prices) -> Html:
    """A line for each model; the fewest tokens are what the others are measured by."""
    names = ("tokens", "more", "bytes_each", "characters_each", *(("cost",) if prices else ()))
    titles = ((name, t(f"tokens.column.{name}"), t(f"tokens.short.{name}")) for name in names)
    columns = [Column(""), *(Column(title, name, short) for name, title, short in titles)]
    counts = [each.tokens for _, each in rows]
    costs = [each.tokens * prices.get(model.name, 0) / MILLION for model, each in rows]
    return table(
        columns,
        [
            _row(text, *row, counts=counts, cost=cost if prices else None)
            for row, cost in zip(rows, cost_texts(costs), strict=True)
        ],
        name=t("tokens.counts"),
        kind="token-counts",
    )


def _row(
    text: Text, model: Model, each: Counted, *, counts: Sequence[int], cost: str | None
) -> TableRow:
    tokens, most = each.tokens, max(counts)
    head = html_of("counting", "model", model.title, model.about)
    share = tokens / most if most else 0
    cells = [
        Cell(html_of("counting", "count", tokens, share), "tokens"),
        Cell(more_than(tokens, min(counts)), "more"),
        Cell(number_text(text.size / tokens, 2) if tokens else NOTHING),
        Cell(number_text(len(text.whole) / tokens, 2) if tokens else NOTHING),
    ]
    if cost is not None:
        cells.append(Cell(cost, "cost"))
    return TableRow(cells, Cell(head))


def more_than(tokens: int, fewest: int) -> str:
    """How many more it has than the fewest.

    >>> more_than(12, 10), more_than(3, 3)
    ('+20 %', 'fewest')
    """
    if tokens == fewest or not fewest:
        return t("tokens.fewest")
    share = 100 * (tokens / fewest - 1)
    return t("tokens.more", percent=number_text(share, 1 if share < 10 else 0))


def cost_texts(costs: Sequence[float]) -> list[str]:
    """Amounts below each other: of the smallest three digits say something.

    >>> cost_texts([0.0001234, 12.345, 0]), cost_texts([12.5])
    (['0.000123', '12.345000', '–'], ['12.50'])
    """
    least = min((cost for cost in costs if cost), default=1.0)
    digits = min(12, max(2, 2 - floor(log10(least))))
    return [number_text(cost, digits) if cost else NOTHING for cost in costs]
