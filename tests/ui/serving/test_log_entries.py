"""No entry of the log is long, whatever is in it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from streamlit.logger import get_logger

from ui.serving.bounds import LONGEST, LONGEST_LINE, bound_log

LONG = "x" * 100_000


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    before = logging.getLogRecordFactory()
    bound_log()
    bound_log()  # a server's second start in one process
    yield
    logging.setLogRecordFactory(before)


def fail(depth: int) -> None:
    if depth:
        fail(depth - 1)
    raise KeyError(LONG)


@pytest.mark.parametrize("name", ["ui.page", "streamlit.runtime.state", "asyncio"])
def test_messages_values_and_tracebacks_are_bounded(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    logger = get_logger(name)  # Streamlit's, which hands nothing on
    logger.addHandler(caplog.handler)
    try:
        logger.error(LONG)
        logger.error("widget %s of %d", LONG, 7)
        logger.error("widget %(id)s", {"id": LONG}, stack_info=True)
        try:
            fail(900)
        except KeyError:
            logger.exception("failure %s", 12345678)
        logger.error("short %s", ["kept"])
    finally:
        logger.removeHandler(caplog.handler)
    entries = [logging.Formatter().format(record) for record in caplog.records]
    assert all(len(entry) <= LONGEST + LONGEST_LINE + 20 for entry in entries)
    assert (
        max(len(line) for entry in entries for line in entry.split("\n")) <= LONGEST_LINE + 20
    )
    assert entries[1].endswith("x of 7")
    assert entries[3].startswith("failure 12345678\nTraceback")
    assert "KeyError" in entries[3]
    assert entries[4] == "short ['kept']"
