"""A cache folder on a disk without room: a kernel that is compiled now is stored nowhere."""

from __future__ import annotations

import os
from dataclasses import dataclass
from errno import ENOSPC
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, NoReturn

import numba.core.caching
import pytest

import bpe_core.systems.bytepiece.kernels
from bpe_core import warm
from bpe_core.kernels import kernel_cache

FULL = OSError(ENOSPC, os.strerror(ENOSPC))


def has_no_room(*arguments: Any, **options: Any) -> NoReturn:
    raise FULL


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own for the kernels that a test makes."""
    monkeypatch.setattr(kernel_cache.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "not_stored", [])
    monkeypatch.setattr(kernel_cache, "_folder_of", kernel_cache._folder_of.__wrapped__)
    return tmp_path


@dataclass(frozen=True)
class FullDisk:
    """A way to have a kernel compiled and not stored, although all are in memory."""

    monkeypatch: pytest.MonkeyPatch

    def forget(self, module: Any, name: str) -> None:
        """Have this kernel compiled when it is called next; a small one takes 0.2 s."""
        anew = kernel_cache.compiled(getattr(module, name).py_func)
        self.monkeypatch.setattr(module, name, anew)

    def is_met(self) -> bool:
        """Whether a kernel was compiled that could not be stored."""
        return bool(kernel_cache.not_stored)


@pytest.fixture(scope="session")
def all_kernels() -> None:
    """Every kernel knows the folder of its own before another one is set."""
    for package in (bpe_core.kernels, bpe_core.systems.bytepiece.kernels):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)


@pytest.fixture
def full_disk(all_kernels: None, folder: Path, monkeypatch: pytest.MonkeyPatch) -> FullDisk:
    """Nothing is marked as compiled there, and processes that compile leave nothing."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    monkeypatch.setattr(warm, "start", lambda shares=(): [])
    monkeypatch.setattr(numba.core.caching.IndexDataCacheFile, "save", has_no_room)
    return FullDisk(monkeypatch)
