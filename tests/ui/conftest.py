"""What all tests of pages share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from unittest import mock

import pytest
from streamlit import config
from streamlit.components.v2 import manifest_scanner

from bpe_lab.text import DEFAULT, LANGUAGES, speak
from ui.serving.jobs import Line, SessionJobs
from ui.serving.memory import Memory


@pytest.fixture(scope="session", autouse=True)
def components_are_looked_for_once() -> Iterator[None]:
    """Look through the installed packages for components once per process.

    Seen with Streamlit 1.67: every AppTest reads the metadata of all installed packages before
    its first run, which takes several times as long as the run. A server does so once.
    """
    with pytest.MonkeyPatch.context() as patch:
        scan = manifest_scanner.scan_component_manifests
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(scan))
        yield


@pytest.fixture(scope="session", autouse=True)
def errors_have_their_details() -> Iterator[None]:
    """Let a test that fails say why; readers see none of it."""
    before = config.get_option("client.showErrorDetails")
    config.set_option("client.showErrorDetails", "full")
    yield
    config.set_option("client.showErrorDetails", before)


@pytest.fixture(autouse=True)
def a_test_speaks_english() -> None:
    """Settle the language outside of script runs, whose threads have their own, for each test.

    The session that is not there would be asked for it at each text, and warn.
    """
    speak(DEFAULT)


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Every language in turn: what a page says, its mistakes too, is proved in all of them."""
    return str(request.param)


@pytest.fixture
def alone() -> Iterator[None]:
    """No training of another test, which AppTest takes for the same session; memory enough."""
    jobs, memory = SessionJobs(Line(at_once=2)), Memory(lambda: None)
    with ExitStack() as stack:
        stack.enter_context(
            mock.patch("ui.workshop.training_job.training_memory", return_value=memory)
        )
        for place in ("training_job", "trying"):
            stack.enter_context(
                mock.patch(f"ui.workshop.{place}.session_trainings", return_value=jobs)
            )
        yield
        jobs.line.stop_all()
