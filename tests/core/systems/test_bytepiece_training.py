"""Training from end to end: what it may be given, what it tells, how it ends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bpe_core.errors import FileChangedError, OptionError, VocabularyTooSmallError
from bpe_core.runtime.progress import Progress
from bpe_core.systems.bytepiece import bytepiece_training as training
from bpe_core.systems.bytepiece.bytepiece_options import BytePieceOptions
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece
from bpe_core.systems.bytepiece.training_blocks import text_blocks
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID

WORDS = ["low", "lower", "newer", "wider", "哈哈", "你好", "2024", "13"]
LINES = [f"{WORDS[k * k % 8]} {WORDS[k % 7]}\n" for k in range(300)]
TEXT = "".join(LINES)


def test_the_same_texts_give_the_same_pieces_however_they_come(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(TEXT.encode())
    expected = train_bytepiece(TEXT, max_vocab_size=300)
    assert len(expected.pieces) > 260
    for source in (TEXT.encode(), path, LINES, LINES[::-1], [path], tuple(LINES)):
        for threads in (1, 2):
            found = train_bytepiece(source, max_vocab_size=300, threads=threads)
            assert found == expected


def test_several_sizes_give_models_in_their_order() -> None:
    small, large, again = train_bytepiece(TEXT, max_vocab_size=[262, 300, 262])
    assert small == again
    assert small.vocab_size <= 262 < large.vocab_size
    assert train_bytepiece(TEXT, max_vocab_size=300) == large


def test_isolated_digits_share_no_piece() -> None:
    def with_digits(isolate: bool) -> list[bytes]:
        options = BytePieceOptions(isolate_digits=isolate)
        model = train_bytepiece(TEXT, max_vocab_size=400, options=options)
        found = [piece for piece in model.pieces if any(b in piece for b in b"0123456789")]
        return [piece for piece in found if len(piece) > 1]

    assert with_digits(False)
    assert not with_digits(True)


def test_robust_keeps_the_words_behind_a_character_that_is_too_rare() -> None:
    """One such character in each line; without it, each line is in single bytes from there."""
    text = "".join(f"{chr(0x4E00 + k)}{line}" for k, line in enumerate(LINES))

    def bytes_in_words(robust: bool) -> int:
        options = BytePieceOptions(robust=robust, min_count=4)
        model = train_bytepiece(text, max_vocab_size=400, options=options)
        counted = zip(model.pieces, model.counts, strict=True)
        return sum(len(piece) * count for piece, count in counted if len(piece) > 2)

    assert bytes_in_words(False) == 0
    assert bytes_in_words(True) > 2000


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"order": 0}, "order=0"),
        ({"order": 8}, "order=8: at most 7"),
        ({"min_count": 0}, "min_count=0"),
        ({"max_piece_length": "36"}, "max_piece_length='36'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(OptionError, match=told):
        BytePieceOptions(**options)


@pytest.mark.parametrize("size", [258, [300, 0], -1])
def test_a_vocabulary_holds_all_bytes(size: Any) -> None:
    with pytest.raises(VocabularyTooSmallError, match="below 259: 256 and 3 special"):
        train_bytepiece(TEXT, max_vocab_size=size)


@pytest.mark.parametrize("size", [[], ["300"], 300.0, "300"])
def test_other_sizes_are_none(size: Any) -> None:
    with pytest.raises(OptionError, match="max_vocab_size"):
        train_bytepiece(TEXT, max_vocab_size=size)


def test_texts_that_come_once_are_refused() -> None:
    with pytest.raises(OptionError, match="twice"):
        train_bytepiece(iter(LINES), max_vocab_size=300)


def test_a_file_that_changes_between_the_two_times_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "text"
    path.write_text(TEXT)
    learn = training.learn_language_model

    def slowly(*given: Any, **options: Any) -> Any:
        path.write_text(TEXT + "more")
        return learn(*given, **options)

    monkeypatch.setattr(training, "learn_language_model", slowly)
    with pytest.raises(FileChangedError, match="text changed"):
        train_bytepiece(path, max_vocab_size=300)


def test_progress_is_told_phase_by_phase() -> None:
    told: list[Progress] = []
    train_bytepiece(TEXT, max_vocab_size=300, on_progress=told.append)
    size = len(TEXT.encode())
    assert list(dict.fromkeys(progress.phase for progress in told)) == [
        *("ngrams", "pieces", "prune")
    ]
    for phase in ("ngrams", "pieces"):
        reports = [progress for progress in told if progress.phase == phase]
        assert (reports[0].done, reports[-1].done) == (0, size)
        assert {progress.total for progress in reports} == {size}


@pytest.mark.parametrize("phase", ["ngrams", "pieces", "prune"])
def test_what_a_callback_raises_ends_the_training(phase: str) -> None:
    def stop(progress: Progress) -> None:
        if progress.phase == phase:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        train_bytepiece(TEXT, max_vocab_size=300, on_progress=stop)


def test_no_text_gives_all_bytes() -> None:
    for source in ("", [], [""]):
        assert train_bytepiece(source, max_vocab_size=300).vocab_size == 256 + FIRST_ID


def test_importing_the_trainer_loads_no_compiler() -> None:
    code = (
        "import sys\nimport bpe_core.systems.bytepiece.bytepiece_training\n"
        "assert not {'numba', 'llvmlite'} & sys.modules.keys()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_real_text_does_not_depend_on_threads_and_blocks(
    shared: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shared("data/chinese-held-out.txt")
    expected = train_bytepiece(path, max_vocab_size=4000, threads=1)
    monkeypatch.setattr(training, "text_blocks", partial(text_blocks, size=1000))
    assert train_bytepiece(path, max_vocab_size=4000, threads=2) == expected
    assert train_bytepiece(path.read_bytes(), max_vocab_size=4000, threads=3) == expected
