"""The models that a text is counted in: chosen, and opened."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.tokenizers.names import TOKENIZERS
from bpe_core.tokenizers.tokenizer import ByteLevelTokenizer, Tokenizer
from bpe_core.vocabularies import WHOLE_TEXTS
from bpe_lab.pages import MODELS
from bpe_lab.text import t
from ui.own_tokenizers import OwnTokenizer, described, own_tokenizers
from ui.page.fields import begin, has_begun, link, remember
from ui.page.session import held, tell
from ui.serving.store import vocabulary_store
from ui.tokenizer_inputs import is_at_hand, model_tokenizer, tokenizer_of

MOST = 6
# Those that are at hand stand there when one arrives; where it is one alone, ours beside it.
FIRST = ("gpt-4o", "llama-3", "qwen-3", "deepseek-v4", "mistral")
LIST = "counted_models"  # the widget
OF_A_FILE = "file-"  # and the key of a tokenizer of the reader's, which no link has


@dataclass(frozen=True, slots=True)
class Model:
    """One that is open: its name in a link, what people call it, what there is to say of it."""

    name: str
    title: str
    about: str
    tokenizer: Tokenizer


@dataclass(slots=True)
class Listed:
    """The reader's own tokenizers that were put into the list as they came."""

    names: set[str] = field(default_factory=set)


def models_field(notices: list[Notice]) -> tuple[str, ...]:
    """Up to six names, in the order of choosing; files of the reader's join by themselves."""
    label, own = t("input.models"), own_by_name()
    unknown = drop_unknown()
    notices += begin(MODELS, LIST, label=label, start=first_models()) or unknown
    listed = held(Listed).names
    picked = [*st.session_state[LIST], *(name for name in own if name not in listed)]
    listed.update(own)
    options = [*sorted(MODELS.options, key=_order), *own]
    titles = {name: own[name].name if name in own else whole_title(name) for name in options}
    st.session_state[LIST] = [name for name in dict.fromkeys(picked) if name in titles]
    picked = st.multiselect(
        label,
        options,
        format_func=titles.__getitem__,
        key=LIST,
        placeholder=t("tokens.choose"),
        help=t("input.models_help"),
        persist_state="session",
    )
    if len(picked) > MOST:
        notices.append(Notice("many_models", limit=MOST, left=len(picked) - MOST))
    remember(LIST, tuple(picked))
    link(MODELS.param, MODELS.write(tuple(name for name in picked if name not in own)))
    return tuple(picked[:MOST])


def drop_unknown() -> list[Notice]:
    """Of a link's names those that are none are told, and the others stay."""
    asked = st.query_params.get(MODELS.param, "").split(",")
    known = [name for name in asked if MODELS.read(name)]
    if has_begun(LIST) or not known or len(known) == len(asked):
        return []
    link(MODELS.param, ",".join(known))
    unknown = ", ".join(name for name in asked if name not in known)
    return tell(LIST, Notice("unknown_models", names=unknown))


def own_by_name() -> dict[str, OwnTokenizer]:
    """The reader's own, by what the list calls them."""
    return {OF_A_FILE + own.key: own for own in own_tokenizers()}


def first_models() -> tuple[str, ...]:
    """Those with which the page begins."""
    here = tuple(name for name in FIRST if is_at_hand(name))
    return here if len(here) > 1 else (*here, WHOLE_TEXTS)


def _order(name: str) -> tuple[int, int]:
    """Where it stands in the list: what is at hand, then ours, then what has to be fetched."""
    rank = 1 if name not in TOKENIZERS else 2 * is_away(name)
    return rank, MODELS.options.index(name)


def is_away(name: str) -> bool:
    """Whether it would have to be fetched."""
    return name in TOKENIZERS and not is_at_hand(name)


def whole_title(name: str) -> str:
    """What people call it, with all that is so called."""
    return t(f"tokenizer.{name}")


def opened(name: str, notices: list[Notice]) -> Model | None:
    """The model, with the fields that its source needs; None: it is still to come."""
    if own := own_by_name().get(name):
        return Model(name, own.name, described(own.tokenizer), own.tokenizer)
    tokenizer = model_tokenizer(name) if name in TOKENIZERS else _ours(name, notices)
    if tokenizer is None:
        return None
    owner = tokenizer.library
    size = t("tokens.size", tokens=tokenizer.vocab_size)
    by_owner = t("tokenizer_is.by_owner", library=owner) if owner else ""
    # Behind our own names stands the size, which every model's line says.
    title, *also = re.split(", |、", re.sub("[:：].*", "", whole_title(name)), maxsplit=1)
    return Model(name, title, " · ".join(filter(None, (*also, size, by_owner))), tokenizer)


def _ours(name: str, notices: list[Notice]) -> Tokenizer | None:
    """Of a model one face, so that what is counted with it is counted once."""
    chosen = tokenizer_of(name, notices)
    if chosen is None:
        return None
    model = chosen.model
    return vocabulary_store().value_of(model, "face", lambda: ByteLevelTokenizer(model, name))
