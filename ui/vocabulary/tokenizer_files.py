"""A vocabulary from the reader's files, stored in the session for every page."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import sha256
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

import streamlit as st

from bpe_core.errors import FormatError, InputError, Notice
from bpe_core.formats.detect import detect
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.unicode_versions import recorded_unicode, unicode_notice
from bpe_core.formats.until_again import until_again
from bpe_core.model import BPEModel
from bpe_core.registry import FORMATS, PRE_TOKENIZERS
from bpe_lab.text import t
from ui.page.elements import as_code
from ui.serving.belongings import belongings
from ui.serving.memory import Loaded, room
from ui.serving.store import tried, unwrap, vocabulary_store
from ui.vocabulary.by_name import SECONDS, is_offered, model_by_name

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

LIMIT = 32  # MB a file; the largest tokenizer.json of byte-level BPE in use has 28 (gpt-oss)
MOST_FILES = 3
AS_FILED = "as_filed"
SECOND = "second"  # the slot of another vocabulary, which a page sets beside the first
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
    assumed: Notice | None  # unless the reader names a pattern


def loaded_vocabulary(notices: list[Notice], slot: str = "") -> Loaded | None:
    """The vocabulary of the files or the name just given, else of those before, else None.

    A session holds one in each ``slot``; that without a name is there on every page.

    Raises ``FormatError`` for files that are no vocabulary, and the errors of `by_name`.
    """
    for_files, for_name = st.columns([3, 2]) if is_offered() else (st.container(), None)
    with for_files:
        files = st.file_uploader(
            t("tokenizer_file.label", limit=LIMIT),
            key=_key("vocabulary_files", slot),
            accept_multiple_files=True,
            max_upload_size=LIMIT,
            help=t("tokenizer_file.help"),
        )
    if files:
        model, recognised = read_files(files, slot).model, looked_at(files, slot)
        chosen = st.session_state.get(_key("file_pattern", slot), AS_FILED)
        if recognised.assumed and chosen == AS_FILED:
            notices.append(recognised.assumed)
        if notice := unicode_notice(recognised.unicode, model):
            notices.append(notice)
    elif for_name is not None:
        with for_name:
            _by_name(slot)
    loaded: Loaded | None = belongings().held.get(_key("loaded", slot))
    if loaded is None:
        st.info(t("tokenizer_file.wait"))
        return None
    if not files:
        names = ", ".join(map(as_code, loaded.names))
        st.caption(t("tokenizer_file.kept", names=names, size=len(loaded.model.vocabulary)))
    return loaded


def has_loaded() -> bool:
    """Whether the session holds one that is there on every page."""
    return _key("loaded", "") in belongings().held


def _key(name: str, slot: str) -> str:
    """What the session holds of a slot.

    >>> _key("loaded", ""), _key("loaded", SECOND)
    ('loaded', 'loaded_second')
    """
    return f"{name}_{slot}" if slot else name


def _by_name(slot: str) -> None:
    """Fetch a tokenizer when the button is pressed, never by typing or by a link alone."""
    with st.form(_key("by_name", slot), border=False):
        name = st.text_input(
            t("tokenizer_file.name"),
            key=_key("tokenizer_name", slot),
            max_chars=200,
            placeholder="cl100k_base",
            help=t("tokenizer_file.name_help"),
        ).strip()
        pressed = st.form_submit_button(t("tokenizer_file.fetch"))
    if pressed and name:
        with st.spinner(t("tokenizer_file.fetching", name=as_code(name), seconds=SECONDS)):
            source = ("named", name)
            model = vocabulary_store().get(source, lambda: model_by_name(name))
        _hold(Loaded(model, (name,), source), slot)


def _hold(loaded: Loaded, slot: str) -> Loaded:
    """Store it in the session, replacing the one there; raises `NoRoomError`."""
    mine, key = belongings().held, _key("loaded", slot)
    mine[key] = room().admit(loaded, instead_of=mine.get(key))
    mine.pop("table", None)  # of the vocabulary before
    return loaded


def read_files(files: list[UploadedFile], slot: str) -> Loaded:
    """The vocabulary in the files, with the reader's settings, stored in the session.

    A class that gives the same files shares one model. As long as files and settings stay,
    nothing is read again, not even to be refused.
    """
    if len(files) > MOST_FILES:
        raise TooManyFilesError(count=len(files), limit=MOST_FILES)
    recognised = looked_at(files, slot)
    name = unwrap(recognised.format)
    settings: FileSettings = (None, None) if recognised.says_all else _settings(slot)
    source = ("loaded", recognised.digests, settings)
    loaded: Loaded | None = belongings().held.get(_key("loaded", slot))
    if loaded is not None and loaded.source == source:
        return loaded
    outcome: BPEModel | FormatError | None = _refused(source, slot)
    if outcome is None:
        outcome = tried(lambda: _read(source, name, files, settings))
    if isinstance(outcome, FormatError):
        st.session_state[_key("refused_files", slot)] = source, outcome
    return _hold(Loaded(unwrap(outcome), tuple(file.name for file in files), source), slot)


def read_until_again(slot: str, error: FormatError) -> Loaded | None:
    """What was just refused by ``error``, up to a merge that stands twice; None if none does.

    For the page that compares alone: it is not stored in the session, and no other page has it.
    """
    files: list[UploadedFile] = st.session_state[_key("vocabulary_files", slot)] or []
    cut = until_again(_content(files), error) if files else None
    if cut is None:
        return None
    recognised = looked_at(files, slot)
    source = ("until again", recognised.digests)
    name = unwrap(recognised.format)
    model = vocabulary_store().get(source, lambda: FORMATS[name].read(cut))
    return Loaded(model, tuple(file.name for file in files), source)


def _refused(source: Hashable, slot: str) -> FormatError | None:
    """The error of these files, if they had one."""
    before, error = st.session_state.get(_key("refused_files", slot), (None, None))
    return error if before == source else None


def looked_at(files: list[UploadedFile], slot: str) -> RecognisedFiles:
    """Digests and format, computed once for the same uploads."""
    uploads = tuple(file.file_id for file in files)
    before: RecognisedFiles | None = st.session_state.get(_key("given_files", slot))
    if before is not None and before.uploads == uploads:
        return before
    data = _content(files)
    digests = tuple((file, sha256(each).hexdigest()) for file, each in sorted(data.items()))
    name = tried(lambda: detect(data))
    says_all = isinstance(name, str) and FORMATS[name].says_all
    says_all = says_all or any(file.startswith(SIDE) for file in data)
    assumed = FORMATS[name].assumes(data) if isinstance(name, str) else None
    recognised = st.session_state[_key("given_files", slot)] = RecognisedFiles(
        uploads, digests, name, says_all, recorded_unicode(data), assumed
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
    """By their names; raises ``FormatError`` where two share one, or one would be left out."""
    content: dict[str, bytes] = {}
    for file in files:
        if file.name in content:
            raise broken(file.name, WHOLE, "is_named_twice")
        content[file.name] = file.getvalue()
    return content


def _settings(slot: str) -> FileSettings:
    """Pattern and special tokens, where the files are silent; None leaves them as read."""
    with st.popover(t("tokenizer_file.open"), help=t("tokenizer_file.open_help")):
        names = {AS_FILED: t("tokenizer_file.as_filed")}
        names |= {each: t(f"pattern.{each}") for each in PRE_TOKENIZERS}
        pattern = st.selectbox(
            t("input.pattern"),
            list(names),
            format_func=names.__getitem__,
            key=_key("file_pattern", slot),
            filter_mode=None,
        )
        typed = st.text_input(
            t("input.special_tokens"),
            key=_key("file_specials", slot),
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
