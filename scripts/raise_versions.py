"""Take today's versions of all packages, and run every check and proof with them.

    python -m scripts.raise_versions
    python -m scripts.raise_versions --keep  # no newer ones: a line for a new dependency

Two files say which versions were seen to work, without a word on where packages come from: in
``pyproject.toml`` the moment after which uv takes nothing (``exclude-newer``), and for pip the
versions of that moment (``constraints.txt``).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = ROOT / "pyproject.toml"
CONSTRAINTS = ROOT / "constraints.txt"
HEAD = "# Versions seen to work, written by `python -m scripts.raise_versions`.\n"
MOMENT = re.compile(r'^(exclude-newer = )".*"$', re.MULTILINE)
NOT_TESTED = ("bpe-lab", "ray")
NAME = re.compile(r"[\w.-]+")
# Locked, as requirements; a version that depends on Python's says for which it is.
EXPORT = ["uv", "export", "--no-default-groups", "--extra", "test"]
EXPORT += ["--no-emit-project", "--no-hashes", "--no-annotate", "--no-header"]


def direct_requirements() -> list[str]:
    """What the project, its pages and its tests ask for themselves."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(each for name in extras for each in extras[name])]
    return [each for each in wanted if _name(each) not in NOT_TESTED]


def write_constraints() -> None:
    """Write the locked version of each direct dependency; the others follow from these."""
    done = subprocess.run(EXPORT, cwd=ROOT, check=True, capture_output=True, encoding="utf-8")
    direct = {_name(each) for each in direct_requirements()}
    lines = [line for line in done.stdout.splitlines() if _name(line) in direct]
    CONSTRAINTS.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def raise_moment() -> None:
    """Let uv take all that there is today, at the beginning of the day."""
    today = f"{datetime.now(UTC):%Y-%m-%d}T00:00:00Z"
    project = MOMENT.sub(rf'\g<1>"{today}"', PROJECT.read_text("utf-8"))
    PROJECT.write_text(project, encoding="utf-8")
    subprocess.run(["uv", "lock", "--upgrade"], cwd=ROOT, check=True)


def _name(requirement: str) -> str:
    found = NAME.match(requirement)
    return found[0].lower() if found else ""


if __name__ == "__main__":
    if "--keep" in sys.argv[1:]:
        write_constraints()
        sys.exit()
    raise_moment()
    write_constraints()
    for command in (".ci/run", "scripts/prove"):
        subprocess.run([command], cwd=ROOT, check=True)
