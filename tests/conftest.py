"""What all tests share: the real data beside the project, and how hypothesis runs."""

from __future__ import annotations

import gc
import json
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import bpe_core
from bpe_core import BPEModel, warm
from tests.bytecode import keep_bytecode
from tests.examples import MOST_BY_DEFAULT, examples
from tests.paths import DATA, SHARED

keep_bytecode()
# Derandomized in CI, so that a red run can be run again; elsewhere every run looks anew.
drawn = examples(MOST_BY_DEFAULT)
settings.register_profile("explore", deadline=None, max_examples=drawn)
settings.register_profile("ci", deadline=None, max_examples=drawn, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "explore")


# Seen with Streamlit 1.67: it warns of each look at its session where no script runs, which a
# test does for every text it asks for. The warnings were most of what drawing a chart took.
NO_SCRIPT_RUNS = "streamlit.runtime.scriptrunner_utils.script_run_context"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--case", default="", help="of the player's tests, those so named")
    parser.addoption("--headed", action="store_true", help="show the browser, and slowly")


def pytest_configure(config: pytest.Config) -> None:
    """Have the kernels compiled once, before workers start that would each do it."""
    logging.getLogger(NO_SCRIPT_RUNS).disabled = True
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        for process in warm.start():
            process.wait()


@pytest.fixture(scope="module", autouse=True)
def what_stays_is_no_garbage_to_look_for() -> None:
    """Take what is loaded by now out of the collector's sight, a million objects and more.

    Streamlit collects after every run of a page, a benchmark before every lane.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The path of a file in the data folder beside the project; skips where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"needs shared/{name} beside the project")
        return path

    return find


@pytest.fixture(scope="session")
def lecture() -> dict[str, Any]:
    """The lecture's worked examples."""
    return json.loads((DATA / "lecture.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def gpt2_folder(
    shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with GPT-2's released files under their usual names."""
    folder = tmp_path_factory.mktemp("gpt2")
    shutil.copy(shared("data/gpt2_vocab.json"), folder / "vocab.json")
    shutil.copy(shared("data/gpt2_merges.txt"), folder / "merges.txt")
    return folder


@pytest.fixture(scope="session")
def gpt2(gpt2_folder: Path) -> BPEModel:
    """GPT-2's released vocabulary."""
    return bpe_core.load(gpt2_folder)
