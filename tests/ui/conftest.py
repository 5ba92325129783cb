"""What all tests of pages share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner


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
