"""The models that a text is counted in: chosen, opened, fetched where a press asks for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.runtime.progress import Progress
from bpe_core.tokenizers.at_hand import at_hand, file_at_hand
from bpe_core.tokenizers.load_tokenizer import named_tokenizer
from bpe_core.tokenizers.names import TOKENIZERS
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_core.vocabularies import WHOLE_TEXTS
from bpe_lab.pages import MODELS
from bpe_lab.text import number_text, t
from ui.page.fields import begin, settle
from ui.page.problems import show
from ui.serving.store import vocabulary_store
from ui.tokenizers import tokenizer_of

MOST = 6
# Those that are at hand stand there when one arrives; where it is one alone, ours beside it.
FIRST = ("gpt-4o", "llama-3", "qwen-3", "deepseek-v4", "mistral")
MB = 1_000_000
LIST = "counted_models"  # the widget


class ManyModelsNotice(Notice):
    """More models are chosen than stand beside each other."""

    message = "{limit} models stand beside each other; {left} more are left out"


@dataclass(frozen=True, slots=True)
class Model:
    """One that is open: its name in a link, what people call it, and what else is so called."""

    name: str
    title: str
    also: str
    tokenizer: Tokenizer


def models_field(notices: list[Notice]) -> tuple[str, ...]:
    """Up to six names, in the order of choosing."""
    label = t("input.models")
    notices += begin(MODELS, LIST, label=label, start=first_models())
    st.session_state[LIST] = list(st.session_state[LIST])
    titles = {name: whole_title(name) for name in MODELS.options}
    picked = st.multiselect(
        label,
        sorted(MODELS.options, key=order_of),
        format_func=titles.__getitem__,
        key=LIST,
        placeholder=t("tokens.choose"),
        help=t("input.models_help"),
        persist_state="session",
    )
    if len(picked) > MOST:
        notices.append(ManyModelsNotice(limit=MOST, left=len(picked) - MOST))
    return settle(MODELS, tuple(picked), LIST)[:MOST]


def first_models() -> tuple[str, ...]:
    """Those with which the page begins."""
    here = tuple(name for name in FIRST if is_at_hand(name))
    return here if len(here) > 1 else (*here, WHOLE_TEXTS)


def order_of(name: str) -> tuple[int, int]:
    """Where it stands in the list: what is at hand, then ours, then what has to be fetched."""
    rank = (0 if is_at_hand(name) else 2) if name in TOKENIZERS else 1
    return rank, MODELS.options.index(name)


def is_at_hand(name: str) -> bool:
    """Whether it is opened without a network; that it is, is looked up once."""
    if name not in TOKENIZERS:
        return True
    store, key = vocabulary_store(), ("at hand", name)
    return store.has(key) or bool(at_hand(name) and store.get(key, lambda: True))


def whole_title(name: str) -> str:
    """What people call it, with all that is so called."""
    return TOKENIZERS[name].title if name in TOKENIZERS else t(f"tokenizer.{name}")


def opened(name: str, notices: list[Notice]) -> Model | None:
    """The model, with the fields that its source needs; None: it is still to come."""
    tokenizer = _tokenizer(name, notices) if is_at_hand(name) else None
    if tokenizer is None:
        return None
    if name in TOKENIZERS:
        title, _, also = whole_title(name).partition(", ")
        return Model(name, title, also, tokenizer)
    # What follows is the size, which every model's line says.
    return Model(name, re.split("[:：]", whole_title(name))[0], "", tokenizer)


def _tokenizer(name: str, notices: list[Notice]) -> Tokenizer | None:
    if name in TOKENIZERS:
        return named(name)
    chosen = tokenizer_of(name, notices)
    if chosen is None:
        return None
    # Equal models are one tokenizer, so that what is counted with it is found again.
    store = vocabulary_store()
    return store.value_of(chosen.model, "face", lambda: ByteLevelTokenizer(chosen.model, name))


def named(name: str) -> Tokenizer:
    """Opened once for all readers."""
    store, key = vocabulary_store(), ("named tokenizer", name)
    tokenizer: Tokenizer
    tokenizer, _ = store.get(key, lambda: _weighed(named_tokenizer(name)))
    return tokenizer


def _weighed(tokenizer: Tokenizer) -> tuple[Tokenizer, object]:
    """With what weighs in it."""
    return tokenizer, tokenizer.model


def offer_to_fetch(name: str) -> None:
    """A model that is not here: a press fetches it once, for all readers."""
    entry = TOKENIZERS[name]
    values = {"name": whole_title(name), "size": number_text(entry.size / MB, 1)}
    with st.container(key=f"fetch_{name}", horizontal=True, vertical_alignment="center"):
        st.caption(
            t("tokens.not_here", host=urlsplit(entry.url).hostname, **values), width="stretch"
        )
        wants = st.button(t("tokens.fetch", **values), key=f"do_fetch_{name}")
    if not wants:
        return
    try:
        _fetch(name)
    except BPELabError as error:
        show(error)
        return
    st.rerun()


def _fetch(name: str) -> None:
    bar = st.progress(0.0, t("tokens.fetching", name=whole_title(name)))

    def advance(progress: Progress) -> None:
        if progress.total:
            bar.progress(min(1.0, progress.done / progress.total))

    file_at_hand(name, on_progress=advance)
    bar.empty()
