"""The JavaScript: types, lint and bundles that are up to date, in the one command."""

from __future__ import annotations

import pytest

from scripts import javascript


@pytest.mark.parametrize("script", ["types", "lint"])
def test_the_modules_pass(script: str) -> None:
    done = javascript.run(script)
    assert done.returncode == 0, f"npm run {script} says:\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("script", javascript.BUNDLES)
def test_a_bundle_is_what_its_modules_make(script: str) -> None:
    fresh = javascript.run(script)
    assert fresh.returncode == 0, fresh.stderr
    assert fresh.stdout == javascript.BUNDLES[script].read_text("utf-8"), (
        "a bundle is not what its modules make: run `python -m scripts.javascript`"
    )
