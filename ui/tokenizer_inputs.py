"""Which tokenizer a page works with: a model's, one of ours, trained here, or the reader's own.

The choice, the training's settings and the reader's own tokenizers belong to the session, so
that what is chosen on one page is there on every other. Walks need what the core reads; what
its owner's library serves has the page of tokens.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from bpe_core.errors import BPELabError, FormatError, InputError, Notice
from bpe_core.formats.until_again import until_again
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import is_custom
from bpe_core.pretokenize.pinned import base_name
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.runtime.progress import Progress as Reached
from bpe_core.tokenizers.at_hand import at_hand, file_at_hand
from bpe_core.tokenizers.load_tokenizer import named_tokenizer
from bpe_core.tokenizers.names import TOKENIZERS, is_tokenizer_name, tokenizer_name
from bpe_core.tokenizers.tokenizer import Tokenizer as AnyTokenizer
from bpe_core.train.pipeline import train_model
from bpe_core.vocabularies import WHOLE_TEXTS, built_in
from bpe_lab.fields import Choice
from bpe_lab.pages import FILE, LECTURE, TOKENIZER, TRAINED, WORKSHOP
from bpe_lab.text import t
from ui.page.elements import Progress, as_code
from ui.page.fields import Inputs, choice, has_begun
from ui.page.problems import show
from ui.page.session import held, run_again
from ui.page.text_inputs import Training, training_inputs
from ui.serving.belongings import belongings
from ui.serving.memory import MB, Loaded, room
from ui.serving.store import shared_store, tried, unwrap, vocabulary_store
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
from ui.workshop.training_job import workshop_model

if TYPE_CHECKING:
    from streamlit.runtime.uploaded_file_manager import UploadedFile

LIMIT = 36  # MB a file; the largest tokenizer.json in use has 32 (Gemma 4)
MOST_OWN = 6  # tokenizers of files that a session holds
SECOND = "second"  # the slot of another one, which a page sets beside the first
# The lecture's vocabulary has seven merges, for the lecture's word only.
FOR_WHOLE_TEXTS = replace(TOKENIZER, default=WHOLE_TEXTS)
SET_ASIDE = "lecture set aside"
AS_THEY_ARE = "as_filed"  # what the files say, or what is known of their kind


class TooManyTokenizersError(InputError):
    message = "{limit} tokenizers of files are held already"


class ServedByOwnerError(InputError):
    """A page that shows merges needs a model of the core."""

    message = "{name} is served by {library}, which does not show its steps"


@dataclass(frozen=True, slots=True)
class Tokenizer:
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
    return choice(asked, notices, names=names, offers=_is_offered)


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
) -> Tokenizer | None:
    """The chosen tokenizer, with the fields that its source needs; None: still to come.

    ``asked``: the field that it was chosen in; a name that is looked up becomes its value.
    Raises ``ServedByOwnerError`` for what no walk can be made of.
    """
    if name == TRAINED:
        return _trained(notices)
    if name == FILE:
        own = own_tokenizer(notices, slot=slot, asked=asked)
        return _walked(name, own.tokenizer, own.name) if own else None
    if name in TOKENIZERS:
        tokenizer = model_tokenizer(name)
        return _walked(name, tokenizer) if tokenizer else None
    model = workshop_model(notices) if name == WORKSHOP else built_in(name)
    return Tokenizer(name, model) if model else None


def _walked(name: str, tokenizer: AnyTokenizer, *files: str) -> Tokenizer:
    if tokenizer.model is None:
        called = files[0] if files else t(f"tokenizer.{name}")
        raise ServedByOwnerError(name=called, library=tokenizer.library)
    return Tokenizer(name, tokenizer.model, files=files)


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


def described(tokenizer: AnyTokenizer) -> str:
    """What a tokenizer is: byte-level BPE, 128,256 tokens, cl100k's pattern."""
    if tokenizer.library:
        how = t("tokenizer_is.by_owner", library=tokenizer.library)
    elif is_custom(tokenizer.pattern):
        how = t("tokenizer_is.own_pattern")
    else:
        how = t(f"pattern_short.{base_name(tokenizer.pattern)}")
    kind = t(f"tokenizer_is.kind.{tokenizer.kind}")
    return t("tokenizer_is.all", kind=kind, size=tokenizer.vocab_size, how=how)


# Models by name


@cache
def is_at_hand(name: str) -> bool:
    """Whether this server opens the model without a network; looked up once."""
    return bool(at_hand(name))


def model_tokenizer(name: str) -> AnyTokenizer | None:
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
        return _of_model(name)
    with st.spinner(t("tokenizer_file.reading")):
        return _of_model(name)


def _of_model(name: str) -> AnyTokenizer:
    tokenizer: AnyTokenizer = vocabulary_store().get(
        ("model", name), lambda: named_tokenizer(name)
    )
    return tokenizer


def _fetch(name: str) -> None:
    progress = Progress(
        lambda done: t(
            "tokenizer_name.fetching", done=done / MB, size=TOKENIZERS[name].size / MB
        ),
        total=TOKENIZERS[name].size,
    )

    def reached(state: Reached) -> None:
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


# Those of the reader's files


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
    def tokenizer(self) -> AnyTokenizer:
        return self.loaded.tokenizer

    @property
    def title(self) -> str:
        """Its name and what it is."""
        return t("tokenizer_is.named", name=self.name, what=described(self.tokenizer))


class CutTokenizer(NamedTuple):
    """Files whose list of merges has one twice, up to there, and the error that is in them."""

    files: tuple[str, ...]
    problem: FormatError
    model: BPEModel


@dataclass(slots=True)
class _Shelf:
    """What the session holds, the oldest first; the key of the one chosen in each slot.

    ``inbox`` counts the fields whose files were all taken: the next one begins empty. ``cut``:
    what was refused just now, as far as its list of merges goes.
    """

    own: list[OwnTokenizer] = field(default_factory=list)
    chosen: dict[str, str] = field(default_factory=dict)
    inbox: int = 0
    cut: CutTokenizer | None = None


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
    for problem in _take_uploads():
        show(problem)
    notices += [notice for own in own_tokenizers() for notice in own.read.notices]


def own_tokenizer(
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
            problems = _take_uploads()
        if for_name is not None:
            with for_name:
                _look_up(asked)
    if problems and not own_tokenizers():
        raise problems[0]
    for problem in problems:
        show(problem)
    own = _which(slot)
    if own is None:
        st.info(t("tokenizer_file.wait"))
        return None
    if not own.read.says_all and slot != SECOND:
        own = _with_settings(own)
    notices += own.read.notices
    return own


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


def _which(slot: str) -> OwnTokenizer | None:
    """The one chosen in the slot: the latest, or in the second one another."""
    shelf, by_key = _shelf(), {own.key: own for own in own_tokenizers()}
    others = [key for key in by_key if slot != SECOND or key != shelf.chosen.get("")]
    if not others:
        return None
    key = shelf.chosen.get(slot, "")
    if key not in by_key:
        key = shelf.chosen[slot] = others[-1]
    if len(by_key) == 1:
        st.caption(t("tokenizer_file.kept", name=as_code(by_key[key].name)))
        return by_key[key]
    widget = f"own_tokenizer_{slot}"
    st.session_state[widget] = key

    def choose() -> None:
        shelf.chosen[slot] = st.session_state[widget]

    st.selectbox(
        t("tokenizer_file.which"),
        list(by_key),
        format_func=lambda each: by_key[each].title,
        key=widget,
        on_change=choose,
        filter_mode=None,
    )
    return by_key[key]


def _take_uploads() -> list[BPELabError]:
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
    with st.container(horizontal=True, gap="small", key="own_tokenizers"):
        for own in own_tokenizers():
            st.button(
                t(
                    "tokenizer_file.remove",
                    name=as_code(own.name),
                    what=described(own.tokenizer),
                ),
                key=f"remove_{own.key}",
                type="tertiary",
                on_click=_remove,
                args=(own.key,),
            )
    return problems


def _take(files: Sequence[UploadedFile]) -> None:
    """Hold the tokenizer in the files; raises `NoRoomError` and what reading raises.

    A class that gives the same files shares one. What was refused is not read again.
    """
    shelf, source = _shelf(), digests(files)
    key = sha256(repr(source).encode()).hexdigest()[:12]
    if all(own.key != key for own in shelf.own):
        if len(shelf.own) >= MOST_OWN:
            raise TooManyTokenizersError(limit=MOST_OWN)
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


def _remove(key: str) -> None:
    shelf = _shelf()
    shelf.own[:] = [own for own in shelf.own if own.key != key]


def _with_settings(own: OwnTokenizer) -> OwnTokenizer:
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
    pattern_key, specials_key = f"file_pattern_{own.key}", f"file_specials_{own.key}"
    if pattern_key not in st.session_state:
        ids = own.settings.special_tokens or ()
        st.session_state[pattern_key] = own.settings.pattern or AS_THEY_ARE
        st.session_state[specials_key] = ", ".join(f"{token}={number}" for token, number in ids)
    with st.popover(t("tokenizer_file.open"), help=t("tokenizer_file.open_help")):
        names = {AS_THEY_ARE: t("tokenizer_file.as_filed")}
        names |= {each: t(f"pattern.{each}") for each in PRE_TOKENIZERS}
        pattern = st.selectbox(
            t("input.pattern"),
            list(names),
            format_func=names.__getitem__,
            key=pattern_key,
            filter_mode=None,
        )
        typed = st.text_input(
            t("input.special_tokens"),
            key=specials_key,
            max_chars=500,
            placeholder="<|endoftext|>=50256",
            help=t("tokenizer_file.specials_help"),
        )
    return Settings(None if pattern == AS_THEY_ARE else pattern, special_tokens_of(typed))
