"""The Chromium of this machine, for tests, benchmarks and pictures."""

from __future__ import annotations

import shutil

# The headless shell is the same browser without windows, which cost a fifth of a visit.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def chromium_path() -> str | None:
    """The path of the first that is installed; None where none is."""
    return next(filter(None, map(shutil.which, NAMES)), None)
