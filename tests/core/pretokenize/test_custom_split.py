"""The time of a custom pattern is its own thread's; it is cut in batches as piece by piece."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter, thread_time
from typing import Any

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode_array, train
from bpe_core.errors import PatternError
from bpe_core.pretokenize import custom_split as module
from bpe_core.pretokenize.custom_split import Guard, guarded_split
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.pretokenize.scan import scan_custom
from bpe_core.pretokenize.text_parts import parts_of
from bpe_core.runtime import progress
from tests.core import text_strategies as strategies
from tests.examples import examples
from tests.raising import raises


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(?:a|aa)+b|c", "a" * 5_000 + "c"),
        (r"(?:a|aa)+\b!|c", "a" * 5_000 + "c"),
        (r"(?:(?:a|aa)+:)+|.", "a" * 5_000),
        (r"a(?=a*b)|a", "a" * 200_000),
    ],
)
def test_a_slow_pattern_is_stopped(pattern: str, text: str) -> None:
    guard = Guard(seconds=0.1)
    began = thread_time()
    with raises("PatternError.too_slow"):
        list(guarded_split(text, pattern, guard))
    assert guard.seconds <= 0
    assert thread_time() - began >= 0.1, "stopped before its time"


def test_the_parts_of_a_text_share_their_time() -> None:
    guard = Guard(seconds=0.2)
    list(guarded_split("ab " * 100, r"\w+|\s", guard))
    assert guard.seconds < 0.2 + 300e-6
    guard.seconds = -1.0
    with raises("PatternError.too_slow"):
        list(guarded_split("a" * 3_000 + "c", "(?:a|aa)+b|c", guard))


WORK = "(?:a|aa)+b|a+-"  # about a millisecond of trying before each match
WORKING = ("a" * 22 + "-") * 50


@pytest.fixture
def busy() -> Iterator[None]:
    """Four threads that use the processor and let others have Python."""
    done = threading.Event()

    def work() -> None:
        data = bytes(1_000_000)
        while not done.is_set():
            hashlib.sha256(data).digest()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    yield
    done.set()
    for thread in threads:
        thread.join()


@pytest.mark.usefixtures("busy")
def test_what_other_threads_use_is_not_charged() -> None:
    began = thread_time()
    expected = [m.group() for m in regex.finditer(WORK, WORKING, concurrent=True)]
    own = thread_time() - began
    guard = Guard(seconds=2.5 * own)  # with the others' it would be some five times
    assert [piece for piece, _ in guarded_split(WORKING, WORK, guard)] == expected


def test_a_pattern_goes_on_from_its_last_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own clock stands still, as if all time that passes were other threads'."""
    monkeypatch.setattr(module, "thread_time", lambda: 0.0)
    monkeypatch.setattr(module, "WAIT", 1_000_000)
    monkeypatch.setattr(module, "CROWD", 1)
    guard = Guard(seconds=0.02)
    found = [piece for piece, _ in guarded_split(WORKING, WORK, guard)]
    assert found == regex.findall(WORK, WORKING)


def test_a_pattern_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "thread_time", lambda: 0.0)
    began = perf_counter()
    with raises("PatternError.too_slow"):
        list(guarded_split("a" * 5_000 + "c", "(?:a|aa)+b|c", Guard(seconds=0.01)))
    assert perf_counter() - began >= module.WAIT * 0.01


PLACES = [
    *(r"^a|.", r"\Aa|.", r"(?m)^a|(?s).", r"(?<=a)b+|(?s).", r"(?<!a)b|(?s:.)", r"\ba+|\s|."),
    *(r"(?<=^a)b|.", r"a(?=b)|b|.|\n", r"\Bb|.|\n", r"(?<=\A.)b|.|\n", r"(?<!\w)a|\w|\W"),
    *(
        r"\Ga|.",
        r"(?<=\Ga)b|.",
        r"\ma|.\M|.",
        r"\X",
        r"b|(?=a)|a",
        r"a$|.|\n",
        r"\s+(?!\S)|\s|.",
    ),
]


@settings(max_examples=examples(2_000))
@given(pattern=st.sampled_from(PLACES), text=st.text("aab \n\u0301", max_size=12))
def test_a_search_that_begins_anew_finds_what_going_on_finds(pattern: str, text: str) -> None:
    """What ``_matches`` rests on: a match knows what stands before the place it starts from."""
    compiled = regex.compile(pattern)
    end = 0
    for match in compiled.finditer(text):
        again = next(compiled.finditer(text, pos=end))
        assert again.span() == match.span()
        end = match.end()
        if match.start() == end:
            break  # an empty match is an error and ends the splitting


PATTERNS = (r"\w+|\W", r"(?s:.)", r"[ab]+|(?s:.)", r"(?<=a)b+|(?s:.)", r"\w+| \w+", "a+", "x|b")


def scanned(
    text: str,
    pattern: str,
    specials: Sequence[str],
    most: int = 1000,
    size: int = 1000,
) -> list[tuple[int, bytes]]:
    """Every pre-token with its offset; special tokens are looked at, and left out."""
    data = text.encode()
    array = np.frombuffer(data, np.uint8)
    parts = parts_of(array, [token.encode() for token in specials])
    found, end = [], 0
    batches = scan_custom(array, parts, f"custom:{pattern}", most=most, size=size)
    for start, ends in batches:
        assert start == end
        assert 0 < len(ends) <= most
        assert ends.dtype == np.int64
        assert len(ends) == 1 or abs(int(ends[-1])) - start <= size
        for place in ends.tolist():
            piece = data[end : abs(place)]
            if place < 0:
                assert piece.decode() in specials
            else:
                found.append((end, piece))
            end = abs(place)
    assert end == len(data)
    return found


def expected(text: str, pattern: str, specials: Sequence[str]) -> list[tuple[int, bytes]]:
    pre_tokens = pre_tokenize(text, pattern=f"custom:{pattern}", special_tokens=specials)
    return [(start, data) for data, start, _ in pre_tokens]


def outcome(call: object, *given: object, **how: object) -> object:
    """What a call gives, or the error that it raises, with its values."""
    try:
        return call(*given, **how)  # type: ignore[operator]  # any of the two
    except PatternError as error:
        return error.name, error.values


@settings(max_examples=examples(300))
@given(
    strategies.texts,
    strategies.special_tokens,
    st.sampled_from(PATTERNS),
    st.integers(1, 8),
    st.integers(1, 30),
)
def test_batches_and_errors_are_those_of_pre_tokenize(
    text: str, specials: Sequence[str], pattern: str, most: int, size: int
) -> None:
    found = outcome(scanned, text, pattern, specials, most, size)
    assert found == outcome(expected, text, pattern, specials)


def test_the_parts_of_a_scanned_text_share_its_time() -> None:
    """Each takes a tenth of a second, and all of them have one second."""
    part = ("a" * 18 + "-") * 100
    pattern = "(?:a|aa)+b|a+-"
    assert scanned(part + "<|x|>" + part, pattern, ["<|x|>"])
    with raises("PatternError.too_slow"):
        scanned((part + "<|x|>") * 40, pattern, ["<|x|>"])


@pytest.mark.parametrize("work", ["train", "encode"])
def test_a_reader_can_cancel_before_all_is_cut(
    monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    monkeypatch.setattr(progress, "INTERVAL", 0)
    reports: list[progress.Progress] = []

    def cancel(report: progress.Progress) -> None:
        reports.append(report)
        if report.done:
            raise KeyboardInterrupt

    how: dict[str, Any] = {"pattern": "custom:.{1,99}", "special_tokens": ["<|x|>"]}
    model = train("to be or not", vocab_size=262, **how)
    text = ("a" * 999 + "<|x|>") * 1_200
    call = {
        "train": partial(train, text, vocab_size=300, trainer="compiled", **how),
        "encode": partial(encode_array, model, text, allowed_special=["<|x|>"]),
    }[work]
    with pytest.raises(KeyboardInterrupt):
        call(on_progress=cancel)
    assert 0 < reports[-1].done < len(text)
