"""A server for all races here."""

from collections.abc import Iterator

import pytest

from benchmarks.app_server import serving
from tests.browser.conftest import started
from tests.browser.race_page.visits import Server


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """One for all races here, so that they wait for no others."""
    with started() as app:
        yield Server(app.process, app.address)


@pytest.fixture
def remembering_server() -> Iterator[Server]:
    """One that remembers its readers for a minute, as a lecture's; the test may end it."""
    with serving() as app:
        yield Server(app.process, app.address)
