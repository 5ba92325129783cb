"""The commands beside `pytest`: which proofs `scripts/prove` runs, which versions pip takes."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from packaging.requirements import Requirement

from scripts.raise_versions import CONSTRAINTS, direct_requirements
from tests.paths import ROOT

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")


def prove(*words: str, uv: str = "false") -> subprocess.CompletedProcess[str]:
    """`scripts/prove` with a command of ours in the place of uv."""
    script = f'uv() {{ {uv}; }}; export -f uv; exec scripts/prove "$@"'
    command = ["bash", "-c", script, "prove", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@needs_bash
def test_a_room_that_is_not_there_is_answered_with_those_that_are() -> None:
    done = prove("encode", "bathroom")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "no room bathroom" in done.stderr
    assert set(prove("--rooms").stdout.split()) <= set(re.findall(r"\w+", done.stderr))


@needs_bash
def test_a_room_is_proved_wherever_its_tests_are() -> None:
    done = prove("race", "browser", uv="echo EXAMPLES=$EXAMPLES SAMPLES=$SAMPLES $*")
    assert done.returncode == 0, done.stderr
    words = set(done.stdout.split())
    folders = {"tests/lab/race", "tests/ui/race_page", "tests/ui/race_charts", "tests/browser"}
    assert words >= {"EXAMPLES=all", "SAMPLES=all", *folders}
    assert "--ignore=tests/browser/player" in words
    assert "tests/core/encode" not in words


@needs_bash
@pytest.mark.parametrize(("words", "code"), [(["glossary"], 0), ([], 5)])
def test_a_room_without_long_proofs_is_no_failure(words: list[str], code: int) -> None:
    assert prove(*words, uv="return 5").returncode == code
    assert prove(*words, uv="return 1").returncode == 1


def test_pip_has_a_version_that_fits_of_every_direct_dependency() -> None:
    wanted = [Requirement(each) for each in direct_requirements()]
    pins = [Requirement(line) for line in CONSTRAINTS.read_text("utf-8").splitlines()[1:]]
    assert {each.name for each in pins} == {each.name for each in wanted}, (
        "run `python -m scripts.raise_versions --keep`"
    )
    for pin in pins:
        version = str(pin.specifier).removeprefix("==")
        ranges = [each for each in wanted if each.name == pin.name]
        assert all(each.specifier.contains(version) for each in ranges), pin
