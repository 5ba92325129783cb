"""The JavaScript: bundles that are up to date, and the widget of the guide."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from scripts import javascript
from tests.paths import ROOT

pytestmark = pytest.mark.skipif(
    javascript.NODE_FOLDER is None, reason=javascript.HOW_TO_GET_NODE
)


def test_the_widget_of_the_guide_passes(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "bpe_lab" / "player", tmp_path / "player")
    guide = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    [widget] = re.findall(r"```js\n(.*?)```", guide, re.S)
    (tmp_path / "player" / "widgets" / "figure.js").write_text(widget, "utf-8")
    options = {"extends": str(ROOT / "tsconfig.json"), "include": ["player/widgets/figure.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(options), "utf-8")
    done = javascript.run("types", "--project", str(tmp_path))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("script", javascript.BUNDLES)
def test_a_bundle_is_what_its_modules_make(script: str) -> None:
    fresh = javascript.run(script)
    assert fresh.returncode == 0, fresh.stderr
    assert fresh.stdout == javascript.BUNDLES[script].read_text("utf-8"), (
        "a bundle is not what its modules make: run `python -m scripts.javascript`"
    )
