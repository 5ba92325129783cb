"""A wheel of a platform: the one for all, and the built kernels."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

PLACE = Path("bpe_core", "kernels", "built")
TAG = re.compile(r"^Tag: .*$", re.MULTILINE)


def pure_wheel(folder: Path) -> Path:
    """The wheel of the sources alone, which runs everywhere by numba."""
    subprocess.run(["uv", "build", "--wheel", "--quiet", "--out-dir", str(folder)], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def wheel_with(pure: Path, libraries: Path, tag: str, folder: Path) -> Path:
    """The wheel with the files of ``libraries``, for the platform of ``tag``."""
    unpacked = libraries.with_name(f"{libraries.name}-wheel")
    _wheel("unpack", str(pure), "--dest", str(unpacked))
    (root,) = unpacked.iterdir()
    left_by_the_linker = shutil.ignore_patterns("*.lib", "*.pdb")
    shutil.copytree(libraries, root / PLACE, ignore=left_by_the_linker)
    (about,) = root.glob("*.dist-info/WHEEL")
    text = TAG.sub(f"Tag: py3-none-{tag}", about.read_text("utf-8"))
    about.write_text(text.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false"), "utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    _wheel("pack", str(root), "--dest-dir", str(folder))
    return folder / pure.name.replace("none-any", f"none-{tag}")


def _wheel(*words: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "wheel", *words], check=True, stdout=subprocess.DEVNULL
    )
