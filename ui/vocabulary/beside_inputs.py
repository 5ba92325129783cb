"""Which two vocabularies are set side by side."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bpe_core.errors import BPELabError, FormatError, Notice
from bpe_lab.pages import BESIDE, FILE
from bpe_lab.text import t
from bpe_lab.text.messages import message
from ui.page.fields import choice
from ui.page.problems import show
from ui.tokenizers import (
    Tokenizer,
    tokenizer_of,
    whole_tokenizer_choice,
)
from ui.vocabulary.tokenizer_files import SECOND, read_until_again


def two_vocabularies(
    first_column: st.delta_generator.DeltaGenerator,
    second_column: st.delta_generator.DeltaGenerator,
    notices: list[Notice],
) -> tuple[Tokenizer, Tokenizer] | None:
    """Both, with the fields that their sources need; None while one is still to come.

    Two files have a slot each; else equal names are one vocabulary.
    """
    with first_column:
        first = whole_tokenizer_choice(notices)
    with second_column:
        second = choice(BESIDE, notices, names="tokenizer")
    if first == second and first != FILE:
        st.info(t("vocabulary.beside.one"))
        return None
    one = _tokenizer(first, notices)
    other = _tokenizer(second, notices, slot=SECOND if first == second else "")
    return with_numbers(one, other) if one and other else None


def with_numbers(one: Tokenizer, other: Tokenizer) -> tuple[Tokenizer, Tokenizer]:
    """Both, numbered where their files have the same names: most are a ``tokenizer.json``."""
    if not one.files or one.files != other.files:
        return one, other
    return _numbered(one, 1), _numbered(other, 2)


def _numbered(tokenizer: Tokenizer, number: int) -> Tokenizer:
    return replace(tokenizer, files=tuple(f"{file} ({number})" for file in tokenizer.files))


def _tokenizer(name: str, notices: list[Notice], *, slot: str = "") -> Tokenizer | None:
    """One of both; its error is shown, and the other's fields stay.

    A file whose merge list has a merge twice is taken up to there.
    """
    try:
        return tokenizer_of(name, notices, slot=slot)
    except FormatError as error:
        return _until_again(slot, error)
    except BPELabError as error:
        show(error)
        return None


def _until_again(slot: str, error: FormatError) -> Tokenizer | None:
    try:
        loaded = read_until_again(slot, error)
    except FormatError:  # something else is wrong as well
        loaded = None
    if loaded is None:
        show(error)
        return None
    again = t(
        "vocabulary.beside.again", problem=message(error), merges=len(loaded.model.merges)
    )
    st.warning(again)
    return Tokenizer(FILE, loaded.model, files=loaded.names)
