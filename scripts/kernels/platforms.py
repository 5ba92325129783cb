"""The platforms that wheels are built for, and clang's way from LLVM code to a library."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

LEVEL = Path(__file__).with_name("processor_level.c")


class Platform(NamedTuple):
    """``target`` is clang's name; ``tag`` the wheel's; ``processors`` clang's, by level."""

    target: str
    tag: str
    suffix: str
    processors: Mapping[int, str]


X86_64 = {2: "x86_64_v2", 3: "x86_64_v3", 4: "x86_64_v4"}
# By the name that `built.py` in the kernels' folder has for them; they need C's library alone.
PLATFORMS = {
    "linux-x86_64": Platform("x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64", "so", X86_64),
    "linux-aarch64": Platform(
        "aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64", "so", {0: "generic"}
    ),
    "darwin-aarch64": Platform("aarch64-macos", "macosx_11_0_arm64", "dylib", {0: "apple_m1"}),
    "windows-x86_64": Platform("x86_64-windows-gnu", "win_amd64", "dll", X86_64),
}


def link(code: Path, name: str, folder: Path) -> dict[str, str]:
    """Libraries for a platform; their file names by the level that each is for."""
    platform = PLATFORMS[name]
    files = {level: f"{cpu}.{platform.suffix}" for level, cpu in platform.processors.items()}
    with ThreadPoolExecutor() as pool:
        runs = [
            pool.submit(_link, code, platform, level, folder / file)
            for level, file in files.items()
        ]
    for run in runs:
        run.result()
    return {str(level): file for level, file in files.items()}


def _link(code: Path, platform: Platform, level: int, library: Path) -> None:
    """One library, as fast as clang can make it for these processors."""
    sources = [code, LEVEL] if platform.processors is X86_64 else [code]
    target = ["-target", platform.target, f"-mcpu={platform.processors[level]}"]
    options = ["-O3", "-shared", "-s", "-Wno-override-module", "-o", library]
    command = [sys.executable, "-m", "ziglang", "cc", *target, *options, *sources]
    subprocess.run([*map(str, command)], check=True)
