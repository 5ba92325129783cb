"""Compile the kernels ahead of the first long call: in processes of their own, once.

    python -m bpe_core.warm [count] [train] [encode] [bytepiece]

Compiling takes some ten to twenty seconds and holds the interpreter's lock, so a server has
other processes do it and later loads their results. Kernels are compiled by real calls on
artificial input: everything between Python and a kernel is as in later calls.
"""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep

from bpe_core.runtime.user_cache import user_cache

KERNELS = Path(__file__).with_name("kernels")
# Kernels that call those; few users need them, so they are compiled on demand.
MORE_KERNELS = {"bytepiece": KERNELS.parent / "systems" / "bytepiece" / "kernels"}
# What each of two processes compiles; counting and encoding share the scanners.
SHARES = (("count", "encode"), ("train",))
AT_START = ("count", "train", "encode")
LOOK = 0.05  # seconds


def warm(parts: Iterable[str] = AT_START) -> None:
    """Get the kernels of ``parts`` into memory: compiled, or loaded from disk.

    What could not be stored is not marked as being there. Built ones need none of it.
    """
    from bpe_core.kernels.ways import can_run

    if has_nothing_to_compile() or not can_run():
        return
    from bpe_core.kernels.kernel_cache import cache_folder, not_stored

    for part in parts:
        PARTS[part]()
        folder = cache_folder()
        if folder is not None and not not_stored:
            with suppress(OSError):
                (folder / mark(part)).touch()


def is_warm(parts: Collection[str] = AT_START) -> bool:
    """Whether the kernels of ``parts`` are compiled on disk; does not import numba.

    A folder from another processor counts as well; then they are compiled again.
    """
    if has_nothing_to_compile():
        return True
    folders = list((cache_home() / "bpe-lab").glob("kernels-*"))
    return any(all((folder / mark(part)).exists() for part in parts) for folder in folders)


def has_nothing_to_compile() -> bool:
    """Whether a library of all kernels came with the wheel, or no numba is installed.

    Of one that cannot be imported `warm` finds that out: to ask takes 0.3 s.
    """
    from bpe_core.kernels.ways import might_compile  # which imports numpy

    return not might_compile()


def cache_home() -> Path:
    """Where `kernels/kernel_cache.py` has its folders, without numba."""
    configured = os.environ.get("NUMBA_CACHE_DIR")
    return Path(configured) if configured else user_cache()


def mark(part: str) -> str:
    """The name of an empty file that records that a part is compiled, for these sources.

    subtle: equal sources under another path count as different, since numba's cache goes by
    path and would compile again.
    """
    from importlib.metadata import version  # 50 ms, where a wheel has nothing to compile

    digest = hashlib.sha256(repr((version("numba"), sys.version, platform.machine())).encode())
    folders = [KERNELS, *filter(None, [MORE_KERNELS.get(part)])]
    for source in (path for folder in folders for path in sorted(folder.rglob("*.py"))):
        digest.update(f"{source}\0".encode() + source.read_bytes())
    return f"warm-{part}-{digest.hexdigest()[:16]}"


def start(shares: Sequence[Collection[str]] = SHARES) -> list[subprocess.Popen[bytes]]:
    """Processes that compile a share each, none if all is done; they end with this one."""
    if is_warm([part for share in shares for part in share]):
        return []
    command = [sys.executable, "-m", "bpe_core.warm", "--with", str(os.getpid())]
    root = str(Path(__file__).parents[1])
    path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    return [
        subprocess.Popen(
            [*command, *share],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        for share in shares
    ]


def _count() -> None:
    """A text of enough distinct pre-tokens for two threads and for tables that grow."""
    import numpy as np

    from bpe_core.count.counting import count_table
    from bpe_core.pretokenize.text_parts import Block, parts_of

    words = "".join(f"{'x' * (k % 24)} {k}" for k in range(60_000)).encode()
    text = np.frombuffer(words, np.uint8)
    count_table([Block(text, parts_of(text))] * 2, threads=2)


def _train() -> None:
    from bpe_core.count.pre_token_table import PreTokenTable
    from bpe_core.train.compiled import train_slices

    list(train_slices(PreTokenTable.from_counts({b"abab": 2**20, b"ba": 1})))


def _encode() -> None:
    from bpe_core.encode.compiled_decoding import decode_array
    from bpe_core.encode.compiled_encoding import encode_array
    from bpe_core.model import BPEModel, Merge, Vocabulary

    model = BPEModel(Vocabulary.of_bytes([b"ab"]), (Merge(97, 98, 256),))
    text = "".join(f" {'ab' * (k % 99)} {k}" for k in range(20_000)) + "ab" * 2000
    decode_array(model, encode_array(model, text.encode(), threads=2), threads=2)


def _bytepiece() -> None:
    """Texts for two threads, and words that let tables grow."""
    from bpe_core.systems.bytepiece.bytepiece_training import BytePieceOptions, train_bytepiece
    from bpe_core.systems.bytepiece.tokenizer import decode, encode

    text = "".join(f"{'x' * (k % 24)} {k}\n" for k in range(20_000))
    options = BytePieceOptions(isolate_digits=True)
    model = train_bytepiece(text, max_vocab_size=270, options=options, threads=2)
    model = train_bytepiece(text, max_vocab_size=1000, threads=2)
    decode(model, encode(model, text, threads=2))
    encode(model, text, alpha=0.1)


PARTS: Mapping[str, Callable[[], None]] = {
    "count": _count,
    "train": _train,
    "encode": _encode,
    "bytepiece": _bytepiece,
}


def _end_with(parent: int) -> None:
    """End this process soon after the one that started it."""
    from threading import Thread

    def watch() -> None:
        while os.getppid() == parent:
            sleep(LOOK)
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def main(words: list[str]) -> None:
    """Compile what is named, or what a server needs."""
    if words[:1] == ["--with"]:
        _end_with(int(words[1]))
        words = words[2:]
    warm(words or AT_START)


if __name__ == "__main__":
    main(sys.argv[1:])
