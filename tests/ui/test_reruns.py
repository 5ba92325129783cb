"""What a rerun costs: the calls of a page, counted, beside those of a bare one."""

from __future__ import annotations

import pytest

from benchmarks.readers.calls import calls
from benchmarks.readers.reruns import TARGET

# Those that made most anew. The race by size waits to be asked for, so that none is run.
PAGES = (
    *(("race", {"view": "growth"}), ("bytepiece", {}), ("compare", {}), ("why", {})),
    *(("museum", {}), ("museum", {"museum_text": " a aaa"}), ("sheets", {})),
)


@pytest.mark.parametrize(("page", "query"), PAGES)
def test_a_rerun_makes_little_anew(page: str, query: dict[str, str]) -> None:
    counted = calls(page, **query)
    assert counted.ratio <= TARGET, f"{counted.own.calls} calls, bare {counted.bare.calls}"
