"""Every benchmark leaves nothing, as every race."""

from __future__ import annotations

import pytest

from benchmarks.bench.contenders import CONTENDERS
from benchmarks.bench.works import Kind
from tests.lab.measure.conftest import place as place
from tests.lab.measure.in_process import in_process as in_process


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch):
    """Let only these contenders take part in a kind of work."""

    def choose(kind: Kind, *names: str) -> None:
        chosen = {name: CONTENDERS[kind][name] for name in names}
        monkeypatch.setitem(CONTENDERS, kind, chosen)  # type: ignore[arg-type]  # a dict

    return choose
