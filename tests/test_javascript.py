"""The player's JavaScript: types, lint and a bundle that is up to date, in the one command."""

from __future__ import annotations

import pytest

from scripts import javascript
from ui.player.parts import bundle


@pytest.mark.parametrize("script", ["types", "lint"])
def test_the_modules_pass(script: str) -> None:
    done = javascript.run(script)
    assert done.returncode == 0, f"npm run {script} says:\n{done.stdout}{done.stderr}"


def test_the_bundle_is_what_the_modules_make() -> None:
    fresh = javascript.run("bundle")
    assert fresh.returncode == 0, fresh.stderr
    assert fresh.stdout == bundle(), (
        "ui/player/bundle.js is not what its modules make: run `python -m scripts.javascript`"
    )
