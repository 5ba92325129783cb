"""Every benchmark leaves nothing, as every race."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.peers.__main__ import COMMANDS, PROGRAM
from benchmarks.peers.works import CONTENDERS, Kind
from bpe_lab.cli import main
from tests.lab.cli.conftest import corpus as corpus
from tests.lab.measure.conftest import place as place
from tests.lab.measure.in_process import in_process as in_process


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch):
    """Let only these contenders take part in a kind of work."""

    def choose(kind: Kind, *names: str) -> None:
        chosen = {name: CONTENDERS[kind][name] for name in names}
        monkeypatch.setitem(CONTENDERS, kind, chosen)  # type: ignore[arg-type]  # a dict

    return choose


@pytest.fixture
def peers(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Exit code, stdout and stderr of the command."""

    def run(*argv: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(argv, commands=COMMANDS, name=PROGRAM)
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return run
