"""A server for the races of one module."""

from collections.abc import Iterator

import pytest

from benchmarks.app_server import serving
from tests.browser.race_page.visits import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all races of this module, so that they wait for no others."""
    with serving() as started:
        yield Server(started.process, started.address)
