"""Custom patterns, cut in batches and in processes, cut as ``pre_tokenize`` does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode_array, train
from bpe_core.errors import (
    PatternError,
    PatternMatchesNothingError,
    PatternSkipsTextError,
    PatternTooSlowError,
)
from bpe_core.pretokenize import custom_processes
from bpe_core.pretokenize import custom_scan as module
from bpe_core.pretokenize.custom_scan import scan_custom
from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.pretokenize.text_parts import parts_of
from bpe_core.runtime import progress
from tests.core import text_strategies as strategies
from tests.examples import examples

PLAIN = r"\w+|\W"
PATTERNS = (r"\w+|\W", r"(?s:.)", r"[ab]+|(?s:.)", r"(?<=a)b+|(?s:.)", r"\w+| \w+", "a+", "x|b")


def scanned(
    text: str,
    pattern: str,
    specials: Sequence[str],
    most: int = 1000,
    size: int = 1000,
    **how: int,
) -> list[tuple[int, bytes]]:
    """Every pre-token with its offset; special tokens are looked at, and left out."""
    data = text.encode()
    array = np.frombuffer(data, np.uint8)
    parts = parts_of(array, [token.encode() for token in specials])
    found, end = [], 0
    batches = scan_custom(array, parts, f"custom:{pattern}", most=most, size=size, **how)
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
        return type(error), error.values


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
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "TASK", size)
        found = outcome(scanned, text, pattern, specials, most, size)
    assert found == outcome(expected, text, pattern, specials)


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every text counts as long, and has many tasks."""
    monkeypatch.setattr(module, "LARGE", 0)
    monkeypatch.setattr(module, "TASK", 20)


TEXT = "To be, or not<|x|> to be: 哈哈 是不是<|x|>" * 20


def children() -> set[int]:
    """The processes that this one has started and not yet waited for.

    Those of earlier tests are among them and may end at any time: compare by what is new.
    """
    told = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    if not told.exists():
        pytest.skip("this system does not list the children of a process")
    every = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(number) for task in every for number in task.read_text().split()}


@pytest.mark.usefixtures("large")
def test_processes_cut_as_one_process_does() -> None:
    before = children()
    assert scanned(TEXT, r"\w+|\W", ["<|x|>"], processes=2) == expected(
        TEXT, r"\w+|\W", ["<|x|>"]
    )
    assert not children() - before


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (TEXT + "!", PatternSkipsTextError),
        ("!" + TEXT, PatternMatchesNothingError),
        ("<|x|>!" + TEXT, PatternMatchesNothingError),
        ("<|x|>" * 30 + "To!" + TEXT, PatternSkipsTextError),
    ],
)
def test_an_error_in_a_process_is_the_same_and_ends_all(text: str, kind: type) -> None:
    before = children()
    pattern = r"\w+|[^\w!]"
    found = outcome(scanned, text, pattern, ["<|x|>"], processes=2)
    assert found == outcome(expected, text, pattern, ["<|x|>"])
    assert isinstance(found, tuple)
    assert found[0] is kind
    assert not children() - before


@pytest.mark.usefixtures("large")
def test_a_scan_that_is_left_leaves_no_process() -> None:
    array = np.frombuffer(TEXT.encode(), np.uint8)
    parts, before = parts_of(array, [b"<|x|>"]), children()
    batches = scan_custom(array, parts, r"custom:\w+|\W", most=9, size=9, processes=2)
    with closing(batches):
        next(batches)
        assert len(children() - before) == 2
    assert not children() - before


@pytest.mark.usefixtures("large")
def test_what_a_dead_process_had_to_do_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        custom_processes, "COMMAND", ("-c", "import sys; sys.stdin.buffer.read(9)")
    )
    assert scanned(TEXT, r"\w+|\W", ["<|x|>"], processes=2) == expected(
        TEXT, r"\w+|\W", ["<|x|>"]
    )


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("why", ["frozen", "no program"])
def test_without_processes_the_work_is_done_here(
    monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    if why == "frozen":
        monkeypatch.setattr(sys, "frozen", True, raising=False)
    else:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
    before = children()
    assert scanned(TEXT, r"\w+|\W", ["<|x|>"], processes=2) == expected(
        TEXT, r"\w+|\W", ["<|x|>"]
    )
    assert not children() - before


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("work", ["train", "encode"])
def test_cancelling_ends_the_processes(monkeypatch: pytest.MonkeyPatch, work: str) -> None:
    """Also where the error is kept, and with it all that was under way."""
    monkeypatch.setattr(progress, "INTERVAL", 0)
    seen: list[int] = []
    before = children()

    def cancel(told: progress.Progress) -> None:
        if told.done:
            seen.append(len(children() - before))
            raise KeyboardInterrupt

    pattern = f"custom:{PLAIN}"
    model = train("to be or not", vocab_size=262, pattern=pattern, special_tokens=["<|x|>"])
    how: dict[str, Any] = {"pattern": pattern, "special_tokens": ["<|x|>"]}
    call = {
        "train": partial(train, TEXT, vocab_size=300, trainer="compiled", **how),
        "encode": partial(encode_array, model, TEXT, allowed_special=["<|x|>"]),
    }[work]
    with pytest.raises(KeyboardInterrupt):
        call(on_progress=cancel)
    assert seen[0] > 0
    assert not children() - before


def test_short_texts_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom_processes, "Splitter", None)
    assert scanned(TEXT, r"\w+|\W", ["<|x|>"], processes=2)


def test_a_script_is_not_run_once_more(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import numpy as np\n"
        "from bpe_core.pretokenize import custom_scan as module\n"
        "from bpe_core.pretokenize.text_parts import parts_of\n"
        "print('here')\n"
        "module.LARGE = 0\n"
        "text = np.frombuffer(b'to be<|x|>or not', np.uint8)\n"
        "parts = parts_of(text, [b'<|x|>'])\n"
        "batches = module.scan_custom(text, parts, 'custom:.', most=9, size=9, processes=2)\n"
        "print(sum(len(ends) for _, ends in batches))\n"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=True, env=env
    )
    assert done.stdout.split() == ["here", "12"]
    assert not done.stderr


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("processes", [1, 2])
def test_the_tasks_of_a_text_share_its_time(processes: int) -> None:
    """Each takes a tenth of a second, and all of them have one second."""
    part = ("a" * 18 + "-") * 100
    pattern = "(?:a|aa)+b|a+-"
    assert scanned(part + "<|x|>" + part, pattern, ["<|x|>"], processes=processes)
    with pytest.raises(PatternTooSlowError):
        scanned((part + "<|x|>") * 40, pattern, ["<|x|>"], processes=processes)
