"""Training from end to end: what it may be given, what it tells, how it ends."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import warm
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import OptionError
from bpe_core.pretokenize.pre_token_table import PreTokenTable
from bpe_core.runtime.progress import Progress
from bpe_core.systems.bytepiece import bytepiece_training as training
from bpe_core.systems.bytepiece.bytepiece_texts import text_blocks, training_texts
from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions, train_bytepiece
from bpe_core.systems.bytepiece.ngrams import (
    LONGEST_ORDER,
    LanguageModel,
    WindowCounter,
    Windows,
    count_windows,
    language_model_of,
    learn_language_model,
    merged,
    windows_of,
)
from bpe_core.systems.bytepiece.pruning import clean_up_taught, prune, shared_out
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, SINGLE_BYTES, UnigramModel
from tests.core import text_strategies as texts
from tests.core.systems import bytepiece_training_reference as reference
from tests.core.systems.bytepiece_reference import sentences
from tests.core.systems.bytepieces import FROZEN, bytes_of
from tests.for_each import for_each
from tests.raising import raises

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
    with raises("InputError.vocabulary_too_small", match="below 259: 256 and 3 special"):
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
    with raises("InputError.file_changed", match="text changed"):
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


@pytest.mark.slow
def test_real_text_does_not_depend_on_threads_and_blocks(
    shared: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = shared("data/chinese-held-out.txt")
    expected = train_bytepiece(path, max_vocab_size=4000, threads=1)
    monkeypatch.setattr(training, "text_blocks", partial(text_blocks, size=1000))
    assert train_bytepiece(path, max_vocab_size=4000, threads=2) == expected
    assert train_bytepiece(path.read_bytes(), max_vocab_size=4000, threads=3) == expected


# --- Pieces and counts are those of PyPI's `bytepiece`: frozen ones, and asked afresh


PYTHON = "BPE_LAB_BYTEPIECE_PYTHON"
TRAINED: dict[str, list[str]] = json.loads((FROZEN / "trained.json").read_text("utf-8"))


@cache
def cases() -> dict[str, Any]:
    words = json.loads((FROZEN / "texts.json").read_text("utf-8"))["words"]
    asked = reference.cases(words, sentences)
    return {name: reference.listed(case) for name, case in asked.items()}


def ours(question: dict[str, Any], **how: Any) -> list[str]:
    """The answer that the reference would give: largest vocabulary first."""
    options = dict(question["options"])
    given = options.pop("max_vocab_size", 10_000)
    sizes = sorted(given if isinstance(given, list) else [given], reverse=True)
    made = train_bytepiece(
        question["texts"], max_vocab_size=sizes, options=BytePieceOptions(**options), **how
    )
    for model, size in zip(made, sizes, strict=True):
        assert model.vocab_size <= size
    return [written(model) for model in made]


def written(model: UnigramModel) -> str:
    told = reference.written(dict(zip(model.pieces, model.counts, strict=True)))
    assert isinstance(told, str)
    return told


@for_each("name", TRAINED)
def test_what_is_learned_is_what_the_original_learned(name: str) -> None:
    assert ours(cases()[name]) == TRAINED[name]


def test_every_frozen_case_is_still_asked() -> None:
    assert list(cases()) == list(TRAINED)


@pytest.fixture(scope="module")
def python() -> str:
    path = os.environ.get(PYTHON)
    if not path:
        pytest.skip(f"{PYTHON} names no interpreter with the original bytepiece")
    return path


def asked_afresh(python: str, questions: list[dict[str, Any]]) -> list[list[str]]:
    done = subprocess.run(
        [python, str(Path(reference.__file__))],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers: list[list[str]] = json.loads(done.stdout)
    return answers


def test_the_original_still_learns_what_is_frozen(python: str) -> None:
    assert asked_afresh(python, list(cases().values())) == list(TRAINED.values())


@pytest.mark.slow
def test_made_up_texts_and_options_learn_the_same(python: str) -> None:
    chance = random.Random(11)
    questions = [made_up(chance) for _ in range(150)]
    for question, theirs in zip(questions, asked_afresh(python, questions), strict=True):
        assert ours(question, threads=chance.choice([1, 2])) == theirs, question


def made_up(chance: random.Random) -> dict[str, Any]:
    letters = chance.choice(["ab", "ab \n", "é中1٣a\n", "\x00中国人\n\u0301e", "😀 \r\nx9"])
    words = ["".join(chance.choices(letters, k=chance.randrange(1, 6))) for _ in range(9)]
    texts = [
        "".join(chance.choices(words, k=chance.randrange(1, 300)))
        for _ in range(chance.randrange(1, 6))
    ]
    return reference.asked(  # type: ignore[no-any-return]
        texts,
        order=chance.choice([6, 6, 1, 2, 3, 4, 5, 7]),
        min_count=chance.choice([1, 2, 3, 8]),
        max_piece_length=chance.choice([36, 36, 5, 1]),
        max_vocab_size=chance.choice([10_000, [300, 265], 260]),
        isolate_digits=chance.random() < 0.4,
        ensure_unicode=chance.random() < 0.6,
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["corpus.en", "chinese-held-out.txt"])
@pytest.mark.parametrize("options", [{}, {"min_count": 8, "isolate_digits": True}])
def test_real_texts_learn_the_same(
    python: str, shared: Any, name: str, options: dict[str, Any]
) -> None:
    text = shared(f"data/{name}").read_bytes().decode()
    question = reference.asked([text], max_vocab_size=[2000, 1000], **options)
    assert ours(question) == asked_afresh(python, [question])[0]


# --- Pruning in compiled code leaves what a dictionary and the taught rounds leave


words = st.dictionaries(bytes_of(b"abc", 8).filter(bool), st.integers(1, 40), max_size=40)


def cleaned(counts: dict[bytes, int]) -> dict[bytes, int]:
    before = -1
    while len(counts) != before:
        before = len(counts)
        counts = result_of(clean_up_taught(counts))
    return counts


def taught(
    counts: Mapping[bytes, int], sizes: list[int], min_count: int, longest: int
) -> dict[int, dict[bytes, int]]:
    """Step by step as the article has it."""
    kept = dict.fromkeys(SINGLE_BYTES, 1)
    kept |= {
        word: count
        for word, count in counts.items()
        if len(word) == 1 or (len(word) <= longest and count >= min_count)
    }
    dropped = {word: count for word, count in counts.items() if word not in kept}
    pieces = cleaned(shared_out(kept, dropped))
    made = {}
    for size in sorted(sizes, reverse=True):
        if len(pieces) > size - 3:
            order = sorted(pieces, key=lambda p: (len(p) > 1, -pieces[p], -len(p), p))
            stay = {piece: pieces[piece] for piece in order[: size - 3]}
            go = {piece: pieces[piece] for piece in order[size - 3 :]}
            pieces = cleaned(shared_out(stay, go))
        made[size] = pieces
    return made


@given(
    words,
    st.lists(st.integers(259, 290), min_size=1, max_size=3),
    st.integers(1, 10),
    st.integers(1, 8),
)
def test_models_are_those_of_the_taught_steps(
    counts: dict[bytes, int], sizes: list[int], min_count: int, longest: int
) -> None:
    found = prune(
        PreTokenTable.from_counts(counts),
        vocab_sizes=sizes,
        min_count=min_count,
        max_piece_length=longest,
    )
    expected = taught(counts, sizes, min_count, longest)
    assert {size: dict(zip(m.pieces, m.counts, strict=True)) for size, m in found.items()} == (
        expected
    )


@given(words)
def test_no_byte_of_the_words_is_lost(counts: dict[bytes, int]) -> None:
    (model,) = prune(PreTokenTable.from_counts(counts), vocab_sizes=[270]).values()
    total = sum(len(piece) * n for piece, n in zip(model.pieces, model.counts, strict=True))
    missing = sum(byte not in counts for byte in SINGLE_BYTES)
    assert total == sum(len(word) * count for word, count in counts.items()) + missing


@pytest.mark.parametrize(
    ("counts", "stays"),
    [
        ({b"ab": 8, b"cd": 9}, b"cd"),  # more frequent
        ({b"ab": 8, b"cde": 8}, b"cde"),  # as frequent, longer
        ({b"cd": 8, b"ab": 8}, b"ab"),  # as long, first
    ],
)
def test_of_several_one_stays(counts: dict[bytes, int], stays: bytes) -> None:
    found = prune(PreTokenTable.from_counts(counts), vocab_sizes=[260, 261])
    assert found[260].pieces[256:] == (stays,)
    assert set(found[261].pieces[256:]) == set(counts)


def test_without_words_all_bytes_are_left() -> None:
    expected = UnigramModel(SINGLE_BYTES, (1,) * 256)
    assert prune(PreTokenTable.from_counts({}), vocab_sizes=[300]) == {300: expected}


# --- n-grams are counted, and their values taken, as a dictionary of all of them would


orders = st.integers(1, LONGEST_ORDER)
# Zeros and the highest byte: those that packed numbers could mistake for others.
data = st.lists(
    st.lists(st.sampled_from(b"\x00\x01ab\xff"), max_size=20).map(bytes), max_size=6
)


def grams_of(source: Iterable[bytes], order: int) -> Counter[bytes]:
    """Every n-gram of every size, one by one."""
    return Counter(
        text[i:end]
        for text in source
        for i in range(len(text))
        for end in range(i + 1, min(i + order, len(text)) + 1)
    )


def as_counts(windows: Windows, order: int, least: int = 1) -> dict[bytes, int]:
    return {
        int(gram).to_bytes(size, "big"): int(count)
        for size in range(1, order + 1)
        for gram, count in zip(*windows.grams(size, least), strict=True)
    }


@given(data, orders, st.integers(1, 4))
def test_windows_of_one_size_count_those_of_all(
    source: list[bytes], order: int, least: int
) -> None:
    expected = {g: n for g, n in grams_of(source, order).items() if n >= least}
    assert as_counts(windows_of(source, order), order, least) == expected


@given(st.lists(texts.texts, max_size=3), orders, st.integers(1, 3), st.booleans())
def test_compiled_counting_gives_the_same_windows(
    source: list[str], order: int, threads: int, isolate_digits: bool
) -> None:
    blocks = text_blocks(source, isolate_digits=isolate_digits, size=30)
    found = count_windows(blocks, order=order, threads=threads)
    taught = [t for s in source for t in training_texts(s, isolate_digits=isolate_digits)]
    expected = windows_of(taught, order)
    np.testing.assert_array_equal(found.distinct, expected.distinct)
    np.testing.assert_array_equal(found.counts, expected.counts)


@given(data, data)
def test_runs_merge_into_that_of_all(a: list[bytes], b: list[bytes]) -> None:
    both = merged(windows_of(a, 6), windows_of(b, 6))
    assert as_counts(both, 6) == grams_of(a + b, 6)
    assert (np.diff(both.distinct.astype(object)) > 0).all()


def test_a_counter_keeps_few_runs() -> None:
    counter = WindowCounter(6)
    for k in range(100):
        counter.add(windows_of([bytes([k, 255 - k])], 6))
        sizes = [len(run.distinct) for run in counter.runs]
        assert all(2 * b <= a for a, b in pairwise(sizes))
    assert int(counter.total().counts.sum()) == 200


def plain_value(counts: Counter[bytes], gram: bytes, min_count: int) -> float:
    """By logarithms of single numbers, as the original takes them."""
    if len(gram) > 1 and counts[gram] < min_count:
        return -inf
    total = sum(counts[byte] for byte in SINGLE_BYTES)
    before = counts[gram[:-1]] if len(gram) > 1 else total
    return float(np.log(counts[gram]) - np.log(before))


@given(data, st.integers(1, 6), st.integers(1, 4))
def test_values_are_those_of_single_logarithms_to_the_last_bit(
    source: list[bytes], order: int, min_count: int
) -> None:
    counts = grams_of(source, order)
    seen = set(counts)
    counts.update(byte for byte in SINGLE_BYTES if byte not in counts)
    model = language_model_of(source, order=order, min_count=min_count)
    assert model.order == order
    for gram in {*counts, *seen, b"zz", b"\x00\x00"}:
        if len(gram) <= order:
            assert model.value(gram) == plain_value(counts, gram, min_count), gram
    assert model.value(b"") == model.value(bytes(order + 1)) == -inf


def test_logarithms_of_arrays_are_those_of_numbers() -> None:
    counts = np.concatenate(
        [np.arange(1, 5000), np.random.default_rng(1).integers(1, 2**53, 5000)]
    )
    assert np.log(counts).tolist() == [float(np.log(count)) for count in counts.tolist()]


def test_all_bytes_have_a_value_without_any_text() -> None:
    windows = count_windows([])
    model: LanguageModel = learn_language_model(windows, order=6, min_count=2)
    assert {model.value(byte) for byte in SINGLE_BYTES} == {float(np.log(1) - np.log(256))}
    assert [len(grams) for grams in model.grams] == [256, 0, 0, 0, 0, 0]


def test_progress_is_told_and_ends_the_count() -> None:
    told: list[Progress] = []
    count_windows(text_blocks(["to be\n"] * 9, size=6), on_progress=told.append)
    assert [told[0], told[-1]] == [Progress("ngrams", 0, None), Progress("ngrams", 54, None)]

    def stop(progress: Progress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_windows(text_blocks(["to be\n"] * 9), on_progress=stop)


# --- BytePiece's kernels are compiled ahead, on demand, with one type for each, by numba


# After warming, work of every kind: numba is not even imported.
WORK = """
import sys
from pathlib import Path

from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions, train_bytepiece
from bpe_core.systems.bytepiece.tokenizer import decode, encode
from bpe_core.warm import warm

warm(["texts", "bytepiece"])
path = Path(sys.argv[1])
text = path.read_text("utf-8") * 400
options = BytePieceOptions(order=3, isolate_digits=True, robust=True, ensure_unicode=False)
for source in (path, text, text.encode(), [text, path]):
    for threads in (1, 2):
        for how in (BytePieceOptions(), options):
            model, _ = train_bytepiece(
                source, max_vocab_size=[400, 300], options=how, threads=threads
            )
        for alpha in (None, 0.5):
            ids = encode(model, text, alpha=alpha, threads=threads if alpha is None else None)
            assert decode(model, ids) == text
assert "numba" not in sys.modules
"""


def test_after_warming_nothing_is_compiled() -> None:
    sample = Path(warm.__file__).parent / "texts" / "samples" / "story.zh.txt"
    subprocess.run([sys.executable, "-c", WORK, str(sample)], check=True)
