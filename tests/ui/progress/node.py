"""Modules of the player, of the progress panel and of the hall run by Node, in a time zone."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from scripts.javascript import ENVIRONMENT, NPM
from tests.paths import ROOT

NODE = NPM[0]
IMPORTS = {
    "schedule": "ui/progress/panel/schedule.js",
    "kinds": "ui/progress/panel/kinds.js",
    "links": "ui/progress/panel/links.js",
    "files": "ui/progress/panel/files.js",
    "rows": "bpe_lab/player/core/progress-rows.js",
    "store": "bpe_lab/player/core/progress-store.js",
    "hall_keys": "bpe_lab/player/chrome/hall-keys.js",
    "hall_link": "ui/hall/window/link.js",
    "hall_code": "ui/hall/window/drawing.js",
    "answering": "bpe_lab/player/chrome/answering.js",
    "packed": "bpe_lab/player/core/packed.js",
}


def evaluate(module: str, script: str, *values: object, zone: str = "UTC") -> Any:
    """What ``script`` returns: ``it`` has the module's exports, ``args`` the values."""
    source = f"""
      import * as it from {json.dumps((ROOT / IMPORTS[module]).as_uri())};
      const args = JSON.parse({json.dumps(json.dumps(values))});
      const result = (() => {{ {script} }})();
      process.stdout.write(JSON.stringify(result ?? null));
    """
    command = [NODE, "--input-type=module", "-"]  # the values may be too long for a command
    environment = {**ENVIRONMENT, "TZ": zone}
    done = subprocess.run(
        command,
        env=environment,
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
    return {
        "exercise": "trace.naive",
        "generator": 1,
        "seed": "17F3",
        "level": 3,
        "script": "latin",
        "step": 4,
        "kind": "next_pair",
        "first_try": True,
        "tries": 1,
        "shown": False,
        "seconds": 2.5,
        "at": 1_700_000_000_000,
        **members,
    }
