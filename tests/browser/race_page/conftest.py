"""A server for all races here."""

from collections.abc import Iterator

import pytest

from tests.browser.conftest import started
from tests.browser.race_page.visits import Server


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """One for all races here, so that they wait for no others."""
    with started() as app:
        yield Server(app.process, app.address)
