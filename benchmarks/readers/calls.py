"""How many calls a rerun of each page makes, beside a bare Streamlit page of as many elements.

    python -m benchmarks.readers.calls [--pages train encode]

Counted in the script's thread, calls of Python and of C alike, once nothing is made for the
first time any more. A count is the same on a busy machine, where `benchmarks.readers.reruns`
needs a quiet one; what the server does besides to send messages is in neither page's count.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner.script_cache import ScriptCache
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest

from benchmarks.measure import ROOT
from benchmarks.readers.bare_page import bare_page
from benchmarks.readers.reader import kind_of
from benchmarks.readers.reruns import PAGES, TARGET
from bpe_lab.cli.report import table
from ui.serving.jobs import Line, timing_line, workshop_line

RUNS = 3  # in which things are made for the first time
PATIENCE = 120  # seconds
HEAD = ("page", "elements", "calls", "bare", "ratio")


@dataclass(slots=True)
class Run:
    """What one run of a script drew, by kind, and the calls that it took."""

    elements: Counter[str] = field(default_factory=Counter)
    calls: int = 0

    def count(self, frame: object, event: str, argument: object) -> None:
        """What Python tells of each call and return in a thread."""
        self.calls += event in ("call", "c_call")


@dataclass(frozen=True, slots=True)
class Calls:
    """A rerun of a page beside one of its bare page."""

    own: Run
    bare: Run

    @property
    def ratio(self) -> float:
        """How many times the bare page's calls."""
        return self.own.calls / self.bare.calls


def calls(page: str, **query: str) -> Calls:
    """The calls of a page, by its address, empty for the first one."""
    app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=PATIENCE)
    if page:
        app.switch_page(str(ROOT / "pages" / f"{page}.py"))
    for name, value in {"lang": "en", **query}.items():
        app.query_params[name] = value
    own = rerun(app)
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / bare_page(Path(folder), own.elements)
        return Calls(own, rerun(AppTest.from_file(str(bare), default_timeout=PATIENCE)))


def rerun(app: AppTest) -> Run:
    """A rerun with nothing changed, when the page is at rest."""
    with one_code_for_all_runs():
        app.run()
        rest()
        for _ in range(RUNS):
            app.run()
        run = Run()
        with drawn(run.elements):
            app.run()
        threading.setprofile(run.count)  # of the threads to come, of which each run has one
        try:
            app.run()
        finally:
            threading.setprofile(None)
    assert not app.exception, app.exception
    return run


def rest() -> None:
    """Return when no race and no training that the page has begun is under way."""
    for line in (timing_line(), workshop_line()):
        with line.changed:
            assert line.changed.wait_for(partial(is_empty, line), PATIENCE)


def is_empty(line: Line) -> bool:
    """Whether nothing waits or works in it."""
    return not line.jobs


@contextmanager
def drawn(elements: Counter[str]) -> Iterator[None]:
    """Add what is drawn meanwhile to ``elements``, by kind."""
    send = ScriptRunContext.enqueue

    def note(self: Any, message: ForwardMsg) -> None:
        if kind := kind_of(message):
            elements[kind] += 1
        send(self, message)

    with patch.object(ScriptRunContext, "enqueue", note):
        yield


@contextmanager
def one_code_for_all_runs() -> Iterator[None]:
    """Compile a script once, as a server does; AppTest does so in every run."""
    codes = ScriptCache()
    with (
        patch("streamlit.testing.v1.local_script_runner.ScriptCache", lambda: codes),
        patch("streamlit.testing.v1.app_test.ScriptCache", lambda: codes),
    ):
        yield


def row(page: str, each: Calls) -> list[str]:
    """A page's line of the table."""
    own, bare = each.own, each.bare
    elements = str(own.elements.total())
    return [page or "home", elements, f"{own.calls:,}", f"{bare.calls:,}", f"{each.ratio:.2f}"]


def main(argv: Sequence[str] | None = None) -> None:
    """Count, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", nargs="*", default=PAGES, choices=PAGES)
    options = parser.parse_args(argv)
    print(table([*HEAD], [row(page, calls(page)) for page in options.pages]))
    print(f"the target is {TARGET:g}")


if __name__ == "__main__":
    main()
