"""The sources of kernels, as one fingerprint: what was compiled of others is of no use."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

OWN = Path(__file__).parent
# Kernels that call those.
BYTEPIECE = OWN.parent / "systems" / "bytepiece" / "kernels"


def digest_of(packages: Iterable[Path]) -> _Hash:
    """A digest of the sources in these folders, to which more may be added."""
    digest = hashlib.sha256()
    for package in packages:
        for source in sorted(package.rglob("*.py")):
            digest.update(f"{source.name}\0{source.stat().st_size}\0".encode())
            digest.update(source.read_bytes())
    return digest
