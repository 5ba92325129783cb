"""A vocabulary from the reader's files, kept for the session on every page."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core.errors import InputError, Notice
from bpe_core.formats.recognise import detect
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS, PRE_TOKENIZERS
from ui.by_name import SECONDS, is_offered, model_by_name
from ui.problems import escaped
from ui.store import vocabulary_store
from ui.text import t

LIMIT = 24  # MB a file; the largest tokenizer.json of byte-level BPE in use has 17
MOST_FILES = 3
AS_FILED = "as_filed"
SAYS_ALL = ("huggingface", "subword_nmt")  # formats that leave nothing open
SIDE = "bpe-lab"  # how the name of our side file begins, which says it for GPT-2's pair


class TooManyFilesError(InputError):
    message = "{count} files; a vocabulary has at most {limit}"


class SpecialTokenIdError(InputError):
    message = "{value!r} is no special token with its id"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A model and the names of the files that it came from."""

    model: BPEModel
    names: tuple[str, ...]


def loaded_model(notices: list[Notice]) -> BPEModel | None:
    """The model of the files or the name just given, else of those before, else None.

    Raises ``FormatError`` for files that are no vocabulary, and the errors of `by_name`.
    """
    for_files, for_name = st.columns([3, 2]) if is_offered() else (st.container(), None)
    with for_files:
        files = st.file_uploader(
            t("tokenizer_file.label", limit=LIMIT),
            key="vocabulary_files",
            accept_multiple_files=True,
            max_upload_size=LIMIT,
            help=t("tokenizer_file.help"),
        )
    if files:
        st.session_state["loaded"] = read_files(files)
    elif for_name is not None:
        with for_name:
            _by_name()
    loaded: Loaded | None = st.session_state.get("loaded")
    if loaded is None:
        st.info(t("tokenizer_file.wait"))
        return None
    if not files:
        names = ", ".join(loaded.names)
        st.caption(t("tokenizer_file.kept", names=names, size=len(loaded.model.vocabulary)))
    return loaded.model


def _by_name() -> None:
    """Fetch a tokenizer when the button is pressed, never by typing or by a link alone."""
    with st.form("by_name", border=False):
        name = st.text_input(
            t("tokenizer_file.name"),
            key="tokenizer_name",
            max_chars=200,
            placeholder="cl100k_base",
            help=t("tokenizer_file.name_help"),
        ).strip()
        pressed = st.form_submit_button(t("tokenizer_file.fetch"))
    if pressed and name:
        with st.spinner(t("tokenizer_file.fetching", name=escaped(name), seconds=SECONDS)):
            model = vocabulary_store().get(("named", name), lambda: model_by_name(name))
        st.session_state["loaded"] = Loaded(model, (name,))


def read_files(files: list[UploadedFile]) -> Loaded:
    """Recognise and read the files, with what the reader says about them.

    A class that gives the same files shares one model.
    """
    if len(files) > MOST_FILES:
        raise TooManyFilesError(count=len(files), limit=MOST_FILES)
    given = {file.name: file.getvalue() for file in files}
    digests = tuple((file, sha256(data).hexdigest()) for file, data in sorted(given.items()))
    store = vocabulary_store()
    name = store.get(("format", digests), lambda: detect(given))
    says_all = name in SAYS_ALL or any(file.startswith(SIDE) for file in given)
    pattern, specials = (None, None) if says_all else _said()

    def read() -> BPEModel:
        return FORMATS[name].read(given, pattern=pattern, special_tokens=specials)

    with st.spinner(t("tokenizer_file.reading")):
        said = (pattern, tuple(specials.items()) if specials else None)
        model: BPEModel = store.get(("loaded", digests, said), read)
    return Loaded(model, tuple(given))


def _said() -> tuple[str | None, dict[str, int] | None]:
    """Pattern and special tokens, where the files are silent; None leaves them as read."""
    with st.popover(t("tokenizer_file.open"), help=t("tokenizer_file.open_help")):
        names = {AS_FILED: t("tokenizer_file.as_filed")}
        names |= {each: t(f"pattern.{each}") for each in PRE_TOKENIZERS}
        pattern = st.selectbox(
            t("input.pattern"),
            list(names),
            format_func=names.__getitem__,
            key="file_pattern",
            filter_mode=None,
        )
        typed = st.text_input(
            t("input.special_tokens"),
            key="file_specials",
            max_chars=500,
            placeholder="<|endoftext|>=50256",
            help=t("tokenizer_file.specials_help"),
        )
    return None if pattern == AS_FILED else pattern, special_tokens_of(typed)


def special_tokens_of(typed: str) -> dict[str, int] | None:
    """``token=id`` parts separated by commas; None for an empty field.

    >>> special_tokens_of("<|a|>=300, <|b|>=301"), special_tokens_of(" ")
    ({'<|a|>': 300, '<|b|>': 301}, None)
    """
    if not typed.strip():
        return None
    found: dict[str, int] = {}
    for part in typed.split(","):
        token, _, number = part.strip().rpartition("=")
        if not (token and number.isascii() and number.isdecimal() and len(number) < 10):
            raise SpecialTokenIdError(value=part.strip())
        found[token] = int(number)
    return found
