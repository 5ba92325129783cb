"""The walks that a notebook can show, each made by the generator that trains or encodes."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import copy_context

from bpe_core.encode.whole_text import encoded_pre_tokens
from bpe_core.errors import UnknownNameError
from bpe_core.model import BPEModel, check_model
from bpe_core.runtime.text import visible
from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_lab.html_pages import language_here
from bpe_lab.player.parts import file_name
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.show.frame import Frame
from bpe_lab.text import LANGUAGES, joined, speak, t
from bpe_lab.text.messages import message, plain

MOST_MERGES = 12
CAPTION = 60  # bytes of a text


def training(
    text: str,
    *,
    merges: int = MOST_MERGES,
    pattern: str = "gpt2",
    special_tokens: Sequence[str] = (),
    tie_break: TieBreak = "greatest",
    language: str | None = None,
) -> Frame:
    """Naive training of ``text``, merge by merge, as on the page Train.

    ``language`` is "en" or "zh", else that of the environment (``BPE_LAB_LANG``, ``LANG``).
    Raises what `train` raises, ``LabError("nothing_to_merge")`` where no pair occurs, and
    `UnknownNameError` for another language.
    """
    options = TrainOptions(
        num_merges=merges, special_tokens=special_tokens, tie_break=tie_break
    )
    walk = training_walk(Corpus(text), options, pattern=pattern)
    return _frame("train", walk, text, language)


def inside(
    text: str,
    *,
    merges: int = MOST_MERGES,
    pattern: str = "gpt2",
    special_tokens: Sequence[str] = (),
    tie_break: TieBreak = "greatest",
    language: str | None = None,
) -> Frame:
    """The linked trainer with its positions, links and heap, event by event.

    Arguments and errors are those of `training`.
    """
    options = TrainOptions(
        num_merges=merges, special_tokens=special_tokens, tie_break=tie_break
    )
    walk = linked_walk(Corpus(text), options, pattern=pattern)
    return _frame("linked", walk, text, language)


def encoding(model: BPEModel, word: str, *, language: str | None = None) -> Frame:
    """``word`` encoded by rank, round by round; of several pre-tokens the first.

    Raises ``InputError("empty_text")`` without a word, ``InputError("lone_surrogate")`` for
    what is no text, and `UnknownNameError` as `training` does.
    """
    check_model(model)
    text = Corpus(word).text
    first = next(encoded_pre_tokens(model, text), text)  # none if all are added tokens
    return _frame("encode", word_walk(model, first), first, language)


def _frame(page: str, walk: Walk, text: str, language: str | None) -> Frame:
    """A walk in the language asked for, which no other cell speaks for it."""
    if language is not None and language not in LANGUAGES:
        raise UnknownNameError.among("language", language, LANGUAGES)
    chosen = language or language_here()
    beginning = visible(text.encode()[:CAPTION])
    caption = copy_context().run(_caption, chosen, page, walk, beginning)
    return Frame(page, walk.recording, caption, chosen, file_name(page, beginning))


def _caption(language: str, page: str, walk: Walk, text: str) -> str:
    speak(language)
    notices = (plain(message(each)) for each in walk.notices)
    return joined([t(f"show.{page}", text=text), *notices])
