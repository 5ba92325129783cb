"""What all tests of pages share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit import config
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext

from bpe_lab.text import DEFAULT, LANGUAGES, speak
from ui.serving.message_sizes import bound_messages


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


@pytest.fixture(scope="session", autouse=True)
def every_message_is_small() -> Iterator[None]:
    """Bound all messages of all pages that are tested, as the server does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ScriptRunContext, "enqueue", ScriptRunContext.enqueue)  # to be restored
        bound_messages()
        yield
