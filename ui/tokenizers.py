"""Which tokenizer a page works with: built in, trained here or in the workshop, a file.

The choice, the training's settings and a loaded file belong to the session, so that what is
chosen on one page is there on every other.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.model import BPEModel
from bpe_core.train.pipeline import train_model
from bpe_core.vocabularies import WHOLE_TEXTS, built_in
from bpe_lab.fields import choice as choice_of
from bpe_lab.pages import FILE, LECTURE, TOKENIZER, TRAINED, WORKSHOP
from ui.page.fields import Inputs, choice, has_begun
from ui.page.session import held
from ui.page.text_inputs import Training, training_inputs
from ui.serving.store import shared_store
from ui.vocabulary.tokenizer_files import has_loaded, loaded_vocabulary
from ui.workshop.training_job import workshop_model

# The lecture's vocabulary has seven merges, for the lecture's word only.
FOR_WHOLE_TEXTS = choice_of(
    TOKENIZER.param, *sorted(TOKENIZER.options, key=lambda name: name != WHOLE_TEXTS)
)
SET_ASIDE = "lecture set aside"


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A model and the name of its source, an option of `TOKENIZER`.

    ``training`` says on what and how it was trained in the page's settings, ``files`` from
    which files of the reader's it came.
    """

    name: str
    model: BPEModel
    training: Training | None = None
    files: tuple[str, ...] = ()


def whole_tokenizer_choice(notices: list[Notice]) -> str:
    """The select box where a whole vocabulary is looked at: seven merges only if asked for.

    Pages of one word begin with the lecture's; nobody chose it who only comes from there.
    """
    arrived = st.session_state.get("tokenizer", LECTURE)
    last = held(Inputs).last.get("tokenizer", LECTURE)
    if "tokenizer" not in st.query_params and arrived == LECTURE == last:
        st.session_state["tokenizer"] = WHOLE_TEXTS
        st.session_state[SET_ASIDE] = True
    return choice(FOR_WHOLE_TEXTS, notices)


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
    return FILE if has_loaded() else WHOLE_TEXTS


def take_lecture_back() -> None:
    """Where the lecture's word is walked through: undo what another page set aside."""
    aside = st.session_state.pop(SET_ASIDE, False) and "tokenizer" not in st.query_params
    last = held(Inputs).last.get("tokenizer")
    if aside and st.session_state.get("tokenizer", last) == WHOLE_TEXTS:
        st.session_state["tokenizer"] = LECTURE


def tokenizer_of(name: str, notices: list[Notice], *, slot: str = "") -> Tokenizer | None:
    """The chosen tokenizer, with the fields that its source needs; None: still to come.

    A session holds one from a file in each ``slot`` (`ui/vocabulary/tokenizer_files.py`).
    """
    if name == TRAINED:
        return _trained(notices)
    if name == FILE:
        loaded = loaded_vocabulary(notices, slot)
        return Tokenizer(name, loaded.model, files=loaded.names) if loaded else None
    model = workshop_model(notices) if name == WORKSHOP else built_in(name)
    return Tokenizer(name, model) if model else None


def _trained(notices: list[Notice]) -> Tokenizer | None:
    """The tokenizer of the training page's settings."""
    training = training_inputs(notices, container_key="inputs_training")
    if training is None:
        return None
    model: BPEModel = shared_store().get(("model", training), lambda: trained_model(training))
    return Tokenizer(TRAINED, model, training)


def trained_model(training: Training) -> BPEModel:
    """Train on distinct pre-tokens, quickly."""
    return train_model(
        training.corpus.text, training.options, pattern=training.pattern, trainer="linked"
    )
