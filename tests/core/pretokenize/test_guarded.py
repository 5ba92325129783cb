"""Compiled code reads no byte that is not the text's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.core.pretokenize.guarded import guarded_page


def test_nothing_is_read_beside_texts_and_whoever_does_is_ended() -> None:
    try:
        guarded_page()
    except (AttributeError, OSError, TypeError) as error:
        pytest.skip(f"no page can be protected: {error}")
    done = subprocess.run(
        [sys.executable, "-m", "tests.core.pretokenize.guarded"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout == "nothing beside a text was read\n", done.stderr
    assert done.returncode in (-signal.SIGSEGV, -signal.SIGBUS)
