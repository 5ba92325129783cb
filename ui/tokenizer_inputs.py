"""Which tokenizer a page works with: a model's, one of ours, trained here, or the reader's own.

The choice, the training's settings and the reader's own tokenizers belong to the session, so
that what is chosen on one page is there on every other. Walks need what the core reads; what
its owner's library serves has the page of tokens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import streamlit as st

from bpe_core.errors import BPELabError, Notice
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import Progress
from bpe_core.tokenizers.load_tokenizer import at_hand, file_at_hand, named_tokenizer
from bpe_core.tokenizers.names import TOKENIZERS, is_tokenizer_name, tokenizer_name
from bpe_core.tokenizers.tokenizer import Tokenizer
from bpe_core.train.pipeline import train_model
from bpe_core.vocabularies import WHOLE_TEXTS, built_in
from bpe_lab.fields import Choice
from bpe_lab.pages import FILE, LECTURE, TOKENIZER, TRAINED, WORKSHOP, Training
from bpe_lab.text import t
from ui.own_tokenizers import (
    SECOND,
    OwnTokenizer,
    chosen_tokenizer,
    own_tokenizers,
    remove_button,
    take_uploads,
    tell_forgotten,
    with_settings,
)
from ui.page.elements import ProgressBar, as_code
from ui.page.fields import Inputs, has_begun, select_box
from ui.page.problems import show
from ui.page.session import held, run_again
from ui.page.text_inputs import training_inputs
from ui.serving.app_errors import AppError
from ui.serving.memory import MB
from ui.serving.store import shared_store, vocabulary_store
from ui.workshop.training_job import workshop_model

# The lecture's vocabulary has seven merges, for the lecture's word only.
FOR_WHOLE_TEXTS = replace(TOKENIZER, default=WHOLE_TEXTS)
SET_ASIDE = "lecture set aside"


@dataclass(frozen=True, slots=True)
class NamedModel:
    """A model and the name of its source, an option of `TOKENIZER`.

    ``training`` says on what and how it was trained in the page's settings, ``files`` what it
    is called that came from files of the reader's.
    """

    name: str
    model: BPEModel
    training: Training | None = None
    files: tuple[str, ...] = ()


# Choosing one of all


def tokenizer_choice(
    asked: Choice[str], notices: list[Notice], *, names: str = "tokenizer"
) -> str:
    """The select box: models at hand first; of the others those that a link asks for."""
    return select_box(asked, notices, names=names, offers=_is_offered)


def _is_offered(name: str) -> bool:
    return name not in TOKENIZERS or (is_at_hand(name) and not TOKENIZERS[name].owner)


def whole_tokenizer_choice(notices: list[Notice]) -> str:
    """The select box where a whole vocabulary is looked at: seven merges only if asked for.

    Pages of one word begin with the lecture's; nobody chose it who only comes from there.
    """
    arrived = st.session_state.get("tokenizer", LECTURE)
    last = held(Inputs).last.get("tokenizer", LECTURE)
    if "tokenizer" not in st.query_params and arrived == LECTURE == last:
        st.session_state["tokenizer"] = WHOLE_TEXTS
        st.session_state[SET_ASIDE] = True
    return tokenizer_choice(FOR_WHOLE_TEXTS, notices)


def suit_own_text() -> None:
    """Where a page opens on a text of the reader's and nobody has chosen a vocabulary.

    Theirs, if they have loaded one, else one for whole texts: seven merges make nothing of it.
    """
    last = held(Inputs).last.get("tokenizer", LECTURE)
    arrives = "tokenizer" not in st.query_params and not has_begun("tokenizer")
    if arrives and st.session_state.get("tokenizer", last) == LECTURE:
        st.session_state["tokenizer"] = own_or_bilingual()


def own_or_bilingual() -> str:
    """The vocabulary that suits a text of the reader's."""
    return FILE if own_tokenizers() else WHOLE_TEXTS


def take_lecture_back() -> None:
    """Where the lecture's word is walked through: undo what another page set aside."""
    aside = st.session_state.pop(SET_ASIDE, False) and "tokenizer" not in st.query_params
    last = held(Inputs).last.get("tokenizer")
    if aside and st.session_state.get("tokenizer", last) == WHOLE_TEXTS:
        st.session_state["tokenizer"] = LECTURE


def tokenizer_of(
    name: str, notices: list[Notice], *, slot: str = "", asked: Choice[str] = TOKENIZER
) -> NamedModel | None:
    """The chosen tokenizer, with the fields that its source needs; None: still to come.

    ``asked``: the field that it was chosen in; a name that is looked up becomes its value.
    Raises ``AppError("served_by_owner")`` for what no walk can be made of.
    """
    if name == TRAINED:
        return _trained(notices)
    if name == FILE:
        own = file_tokenizer(notices, slot=slot, asked=asked)
        return _walked(name, own.tokenizer, own.name) if own else None
    if name in TOKENIZERS:
        tokenizer = model_tokenizer(name)
        return _walked(name, tokenizer) if tokenizer else None
    model = workshop_model(notices) if name == WORKSHOP else built_in(name)
    return NamedModel(name, model) if model else None


def _walked(name: str, tokenizer: Tokenizer, *files: str) -> NamedModel:
    if tokenizer.model is None:
        called = files[0] if files else t(f"tokenizer.{name}")
        raise AppError("served_by_owner", name=called, library=tokenizer.library)
    return NamedModel(name, tokenizer.model, files=files)


def _trained(notices: list[Notice]) -> NamedModel | None:
    """The tokenizer of the training page's settings."""
    training = training_inputs(notices, container_key="inputs_training")
    if training is None:
        return None
    model: BPEModel = shared_store().get(("model", training), lambda: trained_model(training))
    return NamedModel(TRAINED, model, training)


def trained_model(training: Training) -> BPEModel:
    """Train on distinct pre-tokens, quickly."""
    return train_model(
        training.corpus.text, training.options, pattern=training.pattern, trainer="linked"
    )


# Models by name


@cache
def is_at_hand(name: str) -> bool:
    """Whether this server opens the model without a network; looked up once."""
    return bool(at_hand(name))


def model_tokenizer(name: str) -> Tokenizer | None:
    """That of a model, for all readers; where it has to be fetched, the button for that.

    Nothing is fetched by a link or by typing. A change of any input ends a transfer, and the
    next one goes on where that ended. Raises what ``named_tokenizer`` does.
    """
    if not is_at_hand(name):
        entry, asked_for = TOKENIZERS[name], held(AskedFor)
        size, title = entry.size / MB, t(f"tokenizer.{name}")
        st.info(t("tokenizer_name.away", title=title, size=size, page=as_code(entry.page)))
        pressed = st.button(t("tokenizer_name.fetch", title=title), key=f"fetch_{name}")
        if not (pressed or asked_for.name == name):
            return None
        asked_for.name = ""
        _fetch(name)
        run_again()  # it stands among the models at hand
    key = ("model", name)
    if vocabulary_store().has(key):
        return of_model(name)
    with st.spinner(t("tokenizer_file.reading")):
        return of_model(name)


def of_model(name: str) -> Tokenizer:
    """That of a model at hand, opened once for all readers."""
    tokenizer: Tokenizer = vocabulary_store().get(
        ("model", name), lambda: named_tokenizer(name)
    )
    return tokenizer


def _fetch(name: str) -> None:
    progress = ProgressBar(
        lambda done: t(
            "tokenizer_name.fetching", done=done / MB, size=TOKENIZERS[name].size / MB
        ),
        total=TOKENIZERS[name].size,
    )

    def reached(state: Progress) -> None:
        progress.reached(state.done)

    try:
        file_at_hand(name, on_progress=reached)
    finally:
        progress.done()
    is_at_hand.cache_clear()


@dataclass(slots=True)
class AskedFor:
    """The model whose name was just looked up: that was a press already."""

    name: str = ""


def _look_up(asked: Choice[str]) -> None:
    """A model by its name: choose it, as if it were an option of the select box."""
    with st.form(f"by_name_{asked.param}", border=False):
        key = f"tokenizer_name_{asked.param}"
        st.text_input(
            t("tokenizer_name.label"),
            key=key,
            max_chars=100,
            placeholder="gpt-5",
            help=t("tokenizer_name.help", names=", ".join(TOKENIZERS)),
        )

        def look() -> None:
            typed = st.session_state[key].strip()
            if is_tokenizer_name(typed):
                name = tokenizer_name(typed)
                st.session_state[asked.param] = held(AskedFor).name = name

        pressed = st.form_submit_button(t("tokenizer_name.open"), on_click=look)
    if pressed and (typed := st.session_state[key].strip()):
        tokenizer_name(typed)  # raises for one that is none


def file_tokenizer(
    notices: list[Notice], *, slot: str = "", asked: Choice[str] = TOKENIZER
) -> OwnTokenizer | None:
    """The chosen one, with the field for files and that for a name; None while there is none.

    Raises what is wrong with the files, unless there are others.
    """
    has_names = any(name in TOKENIZERS for name in asked.options)
    problems: list[BPELabError] = []
    if slot != SECOND:
        for_files, for_name = st.columns([3, 2]) if has_names else (st.container(), None)
        with for_files:
            problems = take_uploads()
            tell_forgotten()
        if for_name is not None:
            with for_name:
                _look_up(asked)
    if problems and not own_tokenizers():
        raise problems[0]
    for problem in problems:
        show(problem)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        own = chosen_tokenizer(slot)
        if own and slot != SECOND:
            remove_button(own)
            own = own if own.read.says_all else with_settings(own)
    if own is None:
        st.info(t("tokenizer_file.wait"))
        return None
    notices += own.read.notices
    return own
