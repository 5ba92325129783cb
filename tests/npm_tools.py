"""The tools of ``package-lock.json`` for a test that needs them."""

from __future__ import annotations

import os
from functools import cache

import pytest

from scripts.javascript import MissingPackagesError, install


def npm_tools() -> None:
    """Install them; where that cannot be, the test fails in CI and is skipped elsewhere."""
    reason = _missing()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)


@cache
def _missing() -> str:
    """Why they are not there: asked once, since npm tries for seconds."""
    try:
        install()
    except MissingPackagesError as error:
        return str(error)
    return ""
