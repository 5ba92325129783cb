"""The command line, run in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_lab.cli import main
from tests.lab.cli.training import TEXT
from tests.lab.measure.conftest import place as place
from tests.lab.measure.in_process import in_process as in_process


@pytest.fixture
def bpe_lab(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Exit code, stdout and stderr of a command."""

    def run(*argv: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(argv)
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run


@pytest.fixture
def corpus(tmp_path: Path) -> str:
    path = tmp_path / "low.txt"
    path.write_text(TEXT, "utf-8")
    return str(path)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "made" / "here"
