"""See `__init__.py`."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bpe_core.kernels.built import FOLDER, MANIFEST, fingerprint, here
from scripts.kernels.llvm_code import CODE, TABLE
from scripts.kernels.platforms import PLATFORMS, link
from scripts.kernels.wheels import pure_wheel, wheel_with


def main(argv: Sequence[str] | None = None) -> None:
    """Build what is asked for; prints each file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--wheels", type=Path, metavar="FOLDER")
    parser.add_argument("--into", type=Path, metavar="FOLDER", default=FOLDER)
    parser.add_argument("--platforms", nargs="*", choices=PLATFORMS, default=[*PLATFORMS])
    options = parser.parse_args(argv)
    wheels: Path | None = options.wheels
    with tempfile.TemporaryDirectory() as scratch:
        code = Path(scratch)
        command = [sys.executable, "-m", "scripts.kernels.llvm_code", scratch]
        subprocess.run(command, check=True)
        if wheels is None:
            build(code, here(), options.into)
            print(options.into)
            return
        pure = pure_wheel(code)
        for name in options.platforms:
            libraries = code / name
            build(code, name, libraries)
            print(wheel_with(pure, libraries, PLATFORMS[name].tag, wheels))


def build(code: Path, platform: str, folder: Path) -> None:
    """The libraries for a platform and what is told of them, in a folder of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    table: Mapping[str, Any] = json.loads((code / TABLE).read_text("utf-8"))
    manifest = {
        "platform": platform,
        "sources": fingerprint(),
        "files": link(code / CODE, platform, folder),
        "kernels": table,
    }
    (folder / MANIFEST).write_text(json.dumps(manifest), "utf-8")


if __name__ == "__main__":
    main()
