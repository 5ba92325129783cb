"""The time of a custom pattern is its own thread's, and stopping changes no piece."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from time import perf_counter, thread_time

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import PatternTooSlowError
from bpe_core.pretokenize import guarded_split as module
from bpe_core.pretokenize.guarded_split import Guard, guarded_split
from tests.examples import examples


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
    with pytest.raises(PatternTooSlowError):
        list(guarded_split(text, pattern, guard))
    assert guard.seconds <= 0
    assert thread_time() - began >= 0.1, "stopped before its time"


def test_the_parts_of_a_text_share_their_time() -> None:
    guard = Guard(seconds=0.2)
    list(guarded_split("ab " * 100, r"\w+|\s", guard))
    assert guard.seconds < 0.2 + 300e-6
    guard.seconds = -1.0
    with pytest.raises(PatternTooSlowError):
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
    with pytest.raises(PatternTooSlowError):
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
