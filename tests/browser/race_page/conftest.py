"""A server for the races of one module."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import started
from tests.browser.race_page.visits import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all races of this module, so that they wait for no others."""
    with started() as app:
        yield Server(app.process, app.address)
