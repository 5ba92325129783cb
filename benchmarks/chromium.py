"""The Chromium of this machine, for tests, benchmarks and pictures."""

from __future__ import annotations

import shutil

# The headless shell is the same browser without windows, which cost a fifth of a visit.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def chromium_path(*, windows: bool = False) -> str | None:
    """The path of the first that is installed, or of one with windows; None where none is."""
    names = NAMES[1:] if windows else NAMES
    return next(filter(None, map(shutil.which, names)), None)
