"""Compiled code reads no byte that is not the text's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.core.pretokenize.guarded import guarded_page

READ_ON = (
    "from tests.core.pretokenize.guarded import *; page = guarded_page(); page.base[2 * PAGE]"
)


def ended(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.fixture(autouse=True)
def protected_pages() -> None:
    try:
        guarded_page()
    except (AttributeError, OSError, TypeError) as error:
        pytest.skip(f"no page can be protected: {error}")


def test_the_page_behind_ends_who_reads_it() -> None:
    assert ended("-c", READ_ON).returncode in (-signal.SIGSEGV, -signal.SIGBUS)


def test_nothing_is_read_beside_texts() -> None:
    done = ended("-m", "tests.core.pretokenize.guarded")
    assert done.returncode == 0, done.stderr
