"""OpenAI's ranks, which some suites hold us to: for tiktoken's cache and for our own reader."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import NamedTuple

WEB = "https://openaipublic.blob.core.windows.net"
FOLDER = "encodings"  # below the user's folder, and where tests run
CACHE = "tiktoken-cache"  # where tests run: tiktoken looks there before it asks the web


class Pin(NamedTuple):
    """Size in bytes and SHA-256 of a file."""

    size: int
    sha256: str


# Checksums as tiktoken's own module `tiktoken_ext.openai_public` states them.
GPT2 = {
    "gpt-2/encodings/main/encoder.json": Pin(
        1_042_301, "196139668be63f3b5d6574427317ae82f612a97c5d1cdaf36ed2256dbf636783"
    ),
    "gpt-2/encodings/main/vocab.bpe": Pin(
        456_318, "1ce1664773c50f3e0cc8842619a93edc4624525b728b188a9e0be33b7726adc5"
    ),
}
CL100K = {
    "encodings/cl100k_base.tiktoken": Pin(
        1_681_126, "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7"
    )
}
RANKS = {
    "encodings/r50k_base.tiktoken": Pin(
        835_554, "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930"
    ),
    "encodings/p50k_base.tiktoken": Pin(
        836_186, "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069"
    ),
    **CL100K,
    "encodings/o200k_base.tiktoken": Pin(
        3_613_922, "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
    ),
}


def local_path(path: str) -> str:
    """Where the file of an address lies here."""
    return f"{FOLDER}/{Path(path).name}"


def fill_cache(folder: Path) -> None:
    """Copy what is in ``folder`` to where tiktoken looks: by the SHA-1 of the address."""
    cache = folder / CACHE
    cache.mkdir(exist_ok=True)
    for path in {**GPT2, **RANKS}:
        if (file := folder / local_path(path)).exists():
            key = hashlib.sha1(f"{WEB}/{path}".encode(), usedforsecurity=False).hexdigest()
            shutil.copyfile(file, cache / key)
