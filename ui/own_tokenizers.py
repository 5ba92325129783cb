"""The tokenizers of a reader's files: several at once, on every page until the session ends.

A file goes as soon as its tokenizer is there; only of files that leave something open the
content stays, so that the reader can say it.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from bpe_core.errors import BPELabError, FormatError, Notice
from bpe_core.formats.gpt2 import until_again
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import base_name, is_custom
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.tokenizers.tokenizer import Tokenizer
from bpe_lab.text import t
from ui.page.elements import as_code
from ui.page.problems import show
from ui.page.session import held, run_again
from ui.serving.app_errors import AppError
from ui.serving.belongings import belongings
from ui.serving.memory import Loaded, room
from ui.serving.static_files import window_part
from ui.serving.store import tried, unwrap, vocabulary_store
from ui.serving.uploads import taken_over
from ui.tokenizer_files import (
    AS_FILED,
    Files,
    ReadFiles,
    Settings,
    content_of,
    digests,
    grouped,
    once,
    read_files,
    special_tokens_of,
)

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

LIMIT = 36  # MB a file; the largest tokenizer.json in use has 32 (Gemma 4)
MOST_OWN = 6  # tokenizers that a session holds
SECOND = "second"  # the slot of another one, which a page sets beside the first
MOST_LETTERS, MOST_NAME = 10_000, 120  # characters that the browser tells, and of each name
AS_THEY_ARE = "as_filed"  # what the files say, or what is known of their kind


@dataclass(frozen=True, slots=True)
class OwnTokenizer:
    """A tokenizer of the reader's files; ``name`` is that of no other one of theirs.

    ``key`` is the same for the same files; ``settings`` are what the reader has said beside.
    """

    key: str
    name: str
    loaded: Loaded
    read: ReadFiles
    settings: Settings = AS_FILED

    @property
    def tokenizer(self) -> Tokenizer:
        return self.loaded.tokenizer

    @property
    def title(self) -> str:
        """Its name and what it is."""
        return t("tokenizer_is.named", name=self.name, what=described(self.tokenizer))


@dataclass(slots=True)
class Forgotten:
    """What the browser knows of sessions before this one: ``names`` of their files."""

    session: str = field(default_factory=lambda: token_hex(8))
    names: list[str] = field(default_factory=list)


class CutTokenizer(NamedTuple):
    """Files whose list of merges has one twice, up to there, and the error that is in them."""

    files: tuple[str, ...]
    problem: FormatError
    model: BPEModel


@dataclass(slots=True)
class _Shelf:
    """What the session holds, the oldest first; the key of the one chosen in each slot.

    ``inbox`` counts the fields whose files were all taken: the next one begins empty. ``cut``:
    what was refused just now, as far as its list of merges goes. ``typed``: the pattern and the
    special tokens that were given to one, as typed.
    """

    own: list[OwnTokenizer] = field(default_factory=list)
    chosen: dict[str, str] = field(default_factory=dict)
    inbox: int = 0
    cut: CutTokenizer | None = None
    typed: dict[str, tuple[str, str]] = field(default_factory=dict)


def _shelf() -> _Shelf:
    shelf: _Shelf = belongings().held.setdefault("own_tokenizers", _Shelf())
    return shelf


def own_tokenizers() -> list[OwnTokenizer]:
    """Those of this session, on every page until they are removed or the session ends."""
    shelf: _Shelf | None = belongings().held.get("own_tokenizers")
    return [*shelf.own] if shelf else []


def tokenizer_uploader(notices: list[Notice]) -> None:
    """The field for files, what it refuses, and a button to remove each tokenizer.

    Each appears at once among `own_tokenizers`.
    """
    for problem in take_uploads():
        show(problem)
    for own in own_tokenizers():
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(
                t("tokenizer_is.named", name=as_code(own.name), what=described(own.tokenizer))
            )
            remove_button(own)
    notices += [notice for own in own_tokenizers() for notice in own.read.notices]


def cut_tokenizer(slot: str = "") -> CutTokenizer | None:
    """What is compared in place of the chosen one's, or of what was just refused.

    For the page that compares alone: no other page has it.
    """
    shelf = _shelf()
    if shelf.cut is not None:
        return shelf.cut
    own = next((own for own in shelf.own if own.key == shelf.chosen.get(slot)), None)
    if own is None or own.read.until is None:
        return None
    return _cut(own.loaded.source, (own.name,), *own.read.until)


def _cut(
    source: Hashable, names: tuple[str, ...], files: Files, problem: FormatError
) -> CutTokenizer:
    model = _shared(("until again", source), files, AS_FILED).tokenizer.model
    assert model is not None, "what is cut the core reads"
    return CutTokenizer(names, problem, model)


def chosen_tokenizer(slot: str) -> OwnTokenizer | None:
    """The one chosen in the slot: the latest, or in the second one another."""
    shelf, by_key = _shelf(), {own.key: own for own in own_tokenizers()}
    others = [key for key in by_key if slot != SECOND or key != shelf.chosen.get("")]
    if not others:
        return None
    key = shelf.chosen.get(slot, "")
    if key not in by_key:
        key = shelf.chosen[slot] = others[-1]
    widget, titles = f"own_tokenizer_{slot}", {each: own.title for each, own in by_key.items()}
    st.session_state[widget] = key

    def choose() -> None:
        shelf.chosen[slot] = st.session_state[widget]

    st.selectbox(
        t("tokenizer_file.which"),
        list(by_key),
        format_func=titles.__getitem__,
        key=widget,
        on_change=choose,
        filter_mode=None,
    )
    return by_key[key]


def take_uploads() -> list[BPELabError]:
    """The field; its files are taken, or it keeps them and says why not."""
    shelf = _shelf()
    files = st.file_uploader(
        t("tokenizer_file.label", limit=LIMIT, most=MOST_OWN),
        key=f"vocabulary_files_{shelf.inbox}",
        accept_multiple_files=True,
        max_upload_size=LIMIT,
        help=t("tokenizer_file.help"),
    )
    problems: list[BPELabError] = []
    shelf.cut = None
    for group in grouped(files):
        try:
            _take(group)
        except BPELabError as error:
            problems.append(error)
    if files and not problems:
        shelf.inbox += 1
        taken_over(file.file_id for file in files)
        run_again()
    return problems


def tell_forgotten() -> None:
    """Say which files a reload has forgotten: the browser alone knows their names.

    subtle: never in a popover, of which the browser draws nothing until it is open.
    """
    forgotten, names = held(Forgotten), [own.name for own in own_tokenizers()]
    data = json.dumps({"session": forgotten.session, "names": names}).encode()
    with st.container(key="file_names"):
        mount = window_part("fileNames")
        answer = mount(key="names", data=data, on_forgotten_change=_nothing, height="content")
    if answer.forgotten:
        forgotten.names = read_names(str(answer.forgotten))
    if names:
        forgotten.names.clear()
    elif forgotten.names:
        listed = ", ".join(map(as_code, forgotten.names))
        st.info(t("tokenizer_file.gone", names=listed))


def read_names(sent: str) -> list[str]:
    """Names of files as the browser tells them, which may be anything.

    >>> read_names(r'["tokenizer.json", 1, "\\ud800"]'), read_names("[")
    (['tokenizer.json', '?'], [])
    """
    try:
        names = json.loads(sent) if len(sent) <= MOST_LETTERS else []
    except (ValueError, RecursionError):
        return []
    texts = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [name[:MOST_NAME].encode("utf-8", "replace").decode() for name in texts[:MOST_OWN]]


def _nothing() -> None:
    """Streamlit hands a value over only where somebody listens."""


def _take(files: Sequence[UploadedFile]) -> None:
    """Hold the tokenizer in the files; raises ``AppError("no_room")`` and what reading raises.

    A class that gives the same files shares one. What was refused is not read again.
    """
    shelf, source = _shelf(), digests(files)
    key = sha256(repr(source).encode()).hexdigest()[:12]
    if all(own.key != key for own in shelf.own):
        if len(shelf.own) >= MOST_OWN:
            raise AppError("too_many_tokenizers", limit=MOST_OWN)
        names = tuple(file.name for file in files)
        with st.spinner(t("tokenizer_file.reading")):
            outcome = once(files[0], f"read {source}", lambda: _read(files))
        if isinstance(outcome, FormatError):
            cut = until_again(content_of(files), outcome)
            shelf.cut = _cut(source, names, cut, outcome) if cut else None
        read = unwrap(outcome)
        content = {} if read.says_all else content_of(files)
        loaded = room().admit(Loaded(read.tokenizer, names, source, content))
        shelf.own.append(OwnTokenizer(key, _free_name(names), loaded, read))
    shelf.chosen[""] = key


def _read(files: Sequence[UploadedFile]) -> ReadFiles | FormatError:
    return tried(lambda: _shared(digests(files), content_of(files), AS_FILED))


def _shared(source: Hashable, content: Files, settings: Settings) -> ReadFiles:
    read: ReadFiles = vocabulary_store().get(
        ("own", source, settings), lambda: read_files(content, settings)
    )
    return read


def _free_name(files: Sequence[str]) -> str:
    """What the files are called, with a number where another tokenizer is called so."""
    name, taken = ", ".join(files), {own.name for own in own_tokenizers()}
    numbered = (f"{name} ({number})" for number in range(2, MOST_OWN + 1))
    return name if name not in taken else next(each for each in numbered if each not in taken)


def remove_button(own: OwnTokenizer) -> None:
    def remove() -> None:
        shelf = _shelf()
        shelf.own[:] = [each for each in shelf.own if each.key != own.key]

    about = t("tokenizer_file.remove", name=as_code(own.name))
    st.button("✕", key=f"remove_{own.key}", type="tertiary", help=about, on_click=remove)


def with_settings(own: OwnTokenizer) -> OwnTokenizer:
    """The same with what the reader says of pattern and special tokens, held from now on."""
    settings = _settings(own)
    if settings == own.settings:
        return own
    source = own.loaded.source
    with st.spinner(t("tokenizer_file.reading")):
        read = _shared(source, own.loaded.content, settings)
    loaded = Loaded(read.tokenizer, own.loaded.names, source, own.loaded.content)
    room().admit(loaded, instead_of=own.loaded)
    changed = replace(own, loaded=loaded, read=read, settings=settings)
    shelf = _shelf()
    shelf.own[:] = [changed if each is own else each for each in shelf.own]
    return changed


def _settings(own: OwnTokenizer) -> Settings:
    """Pattern and special tokens, where the files are silent."""
    keys = f"file_pattern_{own.key}", f"file_specials_{own.key}"
    typed_of = _shelf().typed
    # What a page before has drawn Streamlit forgets, or has and does not draw.
    st.session_state[keys[0]], st.session_state[keys[1]] = typed_of.get(
        own.key, (AS_THEY_ARE, "")
    )

    def note() -> None:
        typed_of[own.key] = st.session_state[keys[0]], st.session_state[keys[1]]

    with st.popover(t("tokenizer_file.open"), help=t("tokenizer_file.open_help")):
        names = {AS_THEY_ARE: t("tokenizer_file.as_filed")}
        names |= {each: t(f"pattern.{each}") for each in PRE_TOKENIZERS}
        pattern = st.selectbox(
            t("input.pattern"),
            list(names),
            format_func=names.__getitem__,
            key=keys[0],
            on_change=note,
            filter_mode=None,
        )
        typed = st.text_input(
            t("input.special_tokens"),
            key=keys[1],
            on_change=note,
            max_chars=500,
            placeholder="<|endoftext|>=50256",
            help=t("tokenizer_file.specials_help"),
        )
    return Settings(None if pattern == AS_THEY_ARE else pattern, special_tokens_of(typed))


def described(tokenizer: Tokenizer) -> str:
    """What a tokenizer is: byte-level BPE, 128,256 tokens, cl100k's pattern."""
    if tokenizer.library:
        how = t("tokenizer_is.by_owner", library=tokenizer.library)
    elif is_custom(tokenizer.pattern):
        how = t("tokenizer_is.own_pattern")
    else:
        how = t(f"pattern_short.{base_name(tokenizer.pattern)}")
    kind = t(f"tokenizer_is.kind.{tokenizer.kind}")
    return t("tokenizer_is.all", kind=kind, size=tokenizer.vocab_size, how=how)
