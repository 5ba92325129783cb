"""The JavaScript: bundles that are up to date, and the widget of the guide."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from bpe_lab.player.parts import BUNDLES
from scripts import javascript
from tests.npm_tools import npm_tools
from tests.paths import ROOT


def test_the_widget_of_the_guide_passes(tmp_path: Path) -> None:
    npm_tools()
    shutil.copytree(ROOT / "bpe_lab" / "player", tmp_path / "player")
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    [widget] = re.findall(r"```js\n(.*?)```", guide, re.S)
    (tmp_path / "player" / "widgets" / "figure.js").write_text(widget, "utf-8")
    options = {"extends": str(ROOT / "tsconfig.json"), "include": ["player/widgets/figure.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(options), "utf-8")
    done = javascript.run("types", "--project", str(tmp_path))
    assert done.returncode == 0, done.stdout


def test_bundles_are_what_their_modules_make(tmp_path: Path) -> None:
    npm_tools()
    javascript.write_bundles(tmp_path)
    fresh, kept = (
        {path.name: path.read_text("utf-8") for path in folder.iterdir()}
        for folder in (tmp_path, BUNDLES)
    )
    assert fresh.keys() == kept.keys()
    old = [name for name, text in fresh.items() if kept[name] != text]
    assert not old, "not what their modules make: run `python -m scripts.javascript`"
