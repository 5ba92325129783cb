"""A vocabulary from the reader's files, stored in the session for every page."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import sha256
from threading import BoundedSemaphore

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core.errors import FormatError, InputError, Notice
from bpe_core.formats.detect import detect
from bpe_core.formats.unicode_versions import recorded_unicode, unicode_notice
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS, PRE_TOKENIZERS
from ui.page.plain import as_code
from ui.serving.reader_room import Loaded, room
from ui.serving.refusals import tried, unwrap
from ui.serving.store import vocabulary_store
from ui.text import t
from ui.vocabulary.by_name import SECONDS, is_offered, model_by_name

LIMIT = 24  # MB a file; the largest tokenizer.json of byte-level BPE in use has 17
MOST_FILES = 3
AS_FILED = "as_filed"
SIDE = "bpe-lab"  # how the name of our side file begins, which identifies GPT-2's pair
_reading = BoundedSemaphore(2)  # large files at once, for all readers


class TooManyFilesError(InputError):
    message = "{count} files; a vocabulary has at most {limit}"


class SpecialTokenIdError(InputError):
    message = "{value!r} is no special token with its id"


FileSettings = tuple[
    str | None, tuple[tuple[str, int], ...] | None
]  # pattern and special tokens


@dataclass(frozen=True, slots=True)
class RecognisedFiles:
    """Format and digests of uploaded files; their content stays with Streamlit."""

    uploads: tuple[str, ...]
    digests: Hashable
    format: str | FormatError
    says_all: bool
    unicode: str


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
        model = read_files(files).model
        if notice := unicode_notice(looked_at(files).unicode, model):
            notices.append(notice)
    elif for_name is not None:
        with for_name:
            _by_name()
    loaded: Loaded | None = st.session_state.get("loaded")
    if loaded is None:
        st.info(t("tokenizer_file.wait"))
        return None
    if not files:
        names = ", ".join(map(as_code, loaded.names))
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
        with st.spinner(t("tokenizer_file.fetching", name=as_code(name), seconds=SECONDS)):
            source = ("named", name)
            model = vocabulary_store().get(source, lambda: model_by_name(name))
        _hold(Loaded(model, (name,), source))


def _hold(loaded: Loaded) -> Loaded:
    """Store it in the session, replacing the one there; raises `NoRoomError`."""
    before = st.session_state.get("loaded")
    st.session_state["loaded"] = room().admit(loaded, instead_of=before)
    st.session_state.pop("table", None)  # of the vocabulary before
    return loaded


def read_files(files: list[UploadedFile]) -> Loaded:
    """The vocabulary in the files, with the reader's settings, stored in the session.

    A class that gives the same files shares one model. As long as files and settings stay,
    nothing is read again, not even to be refused.
    """
    if len(files) > MOST_FILES:
        raise TooManyFilesError(count=len(files), limit=MOST_FILES)
    recognised = looked_at(files)
    name = unwrap(recognised.format)
    settings: FileSettings = (None, None) if recognised.says_all else _settings()
    source = ("loaded", recognised.digests, settings)
    loaded: Loaded | None = st.session_state.get("loaded")
    if loaded is not None and loaded.source == source:
        return loaded
    outcome: BPEModel | FormatError | None = _refused(source)
    if outcome is None:
        outcome = tried(lambda: _read(source, name, files, settings))
    if isinstance(outcome, FormatError):
        st.session_state["refused_files"] = source, outcome
    return _hold(Loaded(unwrap(outcome), tuple(file.name for file in files), source))


def _refused(source: Hashable) -> FormatError | None:
    """The error of these files, if they had one."""
    before, error = st.session_state.get("refused_files", (None, None))
    return error if before == source else None


def looked_at(files: list[UploadedFile]) -> RecognisedFiles:
    """Digests and format, computed once for the same uploads."""
    uploads = tuple(file.file_id for file in files)
    before: RecognisedFiles | None = st.session_state.get("given_files")
    if before is not None and before.uploads == uploads:
        return before
    data = _content(files)
    digests = tuple((file, sha256(each).hexdigest()) for file, each in sorted(data.items()))
    name = tried(lambda: detect(data))
    says_all = isinstance(name, str) and FORMATS[name].says_all
    says_all = says_all or any(file.startswith(SIDE) for file in data)
    recognised = st.session_state["given_files"] = RecognisedFiles(
        uploads, digests, name, says_all, recorded_unicode(data)
    )
    return recognised


def _read(
    source: Hashable, name: str, files: list[UploadedFile], settings: FileSettings
) -> BPEModel:
    pattern, specials = settings

    def read() -> BPEModel:
        with _reading:
            return FORMATS[name].read(
                _content(files),
                pattern=pattern,
                special_tokens=None if specials is None else dict(specials),
            )

    with st.spinner(t("tokenizer_file.reading")):
        model: BPEModel = vocabulary_store().get(source, read)
    return model


def _content(files: list[UploadedFile]) -> dict[str, bytes]:
    return {file.name: file.getvalue() for file in files}


def _settings() -> FileSettings:
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
    specials = special_tokens_of(typed)
    ids = None if specials is None else tuple(specials.items())
    return None if pattern == AS_FILED else pattern, ids


def special_tokens_of(typed: str) -> dict[str, int] | None:
    """``token=id`` parts separated by commas; None for an empty field.

    >>> special_tokens_of("<|a|>=300, <|b|>=301"), special_tokens_of(" ")
    ({'<|a|>': 300, '<|b|>': 301}, None)
    """
    if not typed.strip():
        return None
    ids: dict[str, int] = {}
    for part in typed.split(","):
        token, _, number = part.strip().rpartition("=")
        if not (token and number.isascii() and number.isdecimal() and len(number) < 10):
            raise SpecialTokenIdError(value=part.strip())
        ids[token] = int(number)
    return ids
