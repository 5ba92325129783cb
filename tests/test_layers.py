"""Imports point only to the right (docs/architecture.md), and the walker sees when not."""

from __future__ import annotations

from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.layers import OF_ONE_PAGE, RANK_OF, RANKS, sources, violations
from tests.paths import ROOT


def test_no_import_breaks_a_wall() -> None:
    assert violations(ROOT) == []


def test_the_walk_sees_all_places() -> None:
    seen = {path.relative_to(ROOT).parts[0] for path in sources(ROOT)}
    assert {"bpe_core", "bpe_lab", "ui"} <= seen
    assert len(list(sources(ROOT))) > 30


def plant(root: Path, files: dict[str, str]) -> list[str]:
    for name, source in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(source, "utf-8")
    return violations(root)


PLANTED = {
    "streamlit in the core": (
        {"bpe_core/state.py": "import streamlit as st\n"},
        "bpe_core/state.py:1 imports streamlit: bpe_core never imports streamlit",
    ),
    "pandas, submodule": (
        {"bpe_core/model.py": "from pandas.api import types\n"},
        "bpe_core/model.py:1 imports pandas.api: bpe_core never imports pandas",
    ),
    "altair inside a function": (
        {"bpe_core/files.py": "def draw():\n    import altair\n"},
        "bpe_core/files.py:2 imports altair: bpe_core never imports altair",
    ),
    "ui in the core": (
        {"bpe_core/events.py": "from ui.page import links\n"},
        "bpe_core/events.py:1 imports ui.page: bpe_core never imports ui",
    ),
    "drawing in the core": (
        {"bpe_core/events.py": "from bpe_lab.text import t\n"},
        "bpe_core/events.py:1 imports bpe_lab.text: bpe_core never imports bpe_lab",
    ),
    "import by name": (
        {"bpe_lab/cli.py": "import importlib\nimportlib.import_module('pages.train')\n"},
        "bpe_lab/cli.py:2 imports pages.train: bpe_lab never imports pages",
    ),
    "print": (
        {"bpe_core/train/naive.py": "print('merge')\n"},
        "bpe_core/train/naive.py:1 calls print: bpe_core never prints",
    ),
    "print handed on": (
        {"bpe_lab/cli.py": "def run(say=print): ...\n"},
        "bpe_lab/cli.py:1 calls print: bpe_lab never prints",
    ),
    "left inside the core": (
        {"bpe_core/model.py": "from bpe_core.pretokenize import PreToken\n"},
        "bpe_core/model.py:1 imports bpe_core.pretokenize: pretokenize stands left of model",
    ),
    "left, relative": (
        {
            "bpe_core/registry.py": "",
            "bpe_core/train/__init__.py": "",
            "bpe_core/train/naive.py": "from .. import registry\n",
        },
        "bpe_core/train/naive.py:1 imports bpe_core.registry: registry stands left of train",
    ),
    "left, the public face": (
        {
            "bpe_core/__init__.py": "",
            "bpe_core/texts/corpus.py": "from bpe_core import train\n",
        },
        "bpe_core/texts/corpus.py:1 imports bpe_core: __init__ stands left of texts",
    ),
    "teaching in the library": (
        {"bpe_core/model.py": "def draw():\n    from bpe_lab.show import card\n"},
        "bpe_core/model.py:2 imports bpe_lab.show: bpe_core never imports bpe_lab",
    ),
    "templates in the library": (
        {"bpe_core/runtime/pages.py": "from jinja2 import Template\n"},
        "bpe_core/runtime/pages.py:1 imports jinja2: bpe_core never imports jinja2",
    ),
    "a race in a lesson": (
        {
            "bpe_lab/race/plan.py": "",
            "bpe_lab/lessons/lesson.py": "from bpe_lab.race.plan import RacePlan\n",
        },
        "bpe_lab/lessons/lesson.py:1 imports bpe_lab.race.plan: "
        "bpe_lab.race stands left of bpe_lab.lessons",
    ),
    "the race in the comparison": (
        {
            "bpe_lab/race/run.py": "",
            "bpe_lab/compare/runs.py": "from bpe_lab.race.run import race\n",
        },
        "bpe_lab/compare/runs.py:1 imports bpe_lab.race.run: "
        "bpe_lab.compare never imports bpe_lab.race",
    ),
    "a benchmark in the laboratory": (
        {"bpe_lab/race/lane.py": "import benchmarks.peers.command\n"},
        "bpe_lab/race/lane.py:1 imports benchmarks.peers.command: "
        "bpe_lab never imports benchmarks",
    ),
    "a room of the laboratory that nobody placed": (
        {"bpe_lab/misc.py": "x = 1\n"},
        "bpe_lab/misc.py has no rank in tests/layers.py",
    ),
    "a module that nobody placed": (
        {"bpe_core/misc.py": "x = 1\n"},
        "bpe_core/misc.py has no rank in tests/layers.py",
    ),
    "streamlit in a scene": (
        {"bpe_lab/scenes/heap.py": "x = 1\nimport streamlit\n"},
        "bpe_lab/scenes/heap.py:2 imports streamlit: bpe_lab never imports streamlit",
    ),
    "words in a scene": (
        {"bpe_lab/scenes/heap.py": "from bpe_lab.text import t\n"},
        "bpe_lab/scenes/heap.py:1 imports bpe_lab.text: "
        "bpe_lab.scenes never imports bpe_lab.text",
    ),
    "a page in ui": (
        {"ui/shell.py": "import pages.home\n"},
        "ui/shell.py:1 imports pages.home: ui never imports pages",
    ),
    "a page's own part in another's": (
        {"ui/race/job.py": "", "ui/compare/job.py": "from ui.race.job import run\n"},
        "ui/compare/job.py:1 imports ui.race.job: ui.race belongs to one page",
    ),
    "a page's own part in what pages share": (
        {"ui/race/job.py": "", "ui/shell.py": "from ui.race import job\n"},
        "ui/shell.py:1 imports ui.race.job: ui.race belongs to one page",
    ),
    "a scene of another page": (
        {
            "bpe_lab/scenes/race/clock.py": "",
            "bpe_lab/scenes/linked/lens.py": "from bpe_lab.scenes.race import clock\n",
        },
        "bpe_lab/scenes/linked/lens.py:1 imports bpe_lab.scenes.race.clock: "
        "bpe_lab.scenes.race belongs to one page",
    ),
    "left inside what pages share": (
        {
            "ui/charts/axes.py": "",
            "ui/serving/store.py": "from ui.charts.axes import decades\n",
        },
        "ui/serving/store.py:1 imports ui.charts.axes: ui.charts stands left of ui.serving",
    ),
    "a page in a page": (
        {"pages/home.py": "", "pages/train.py": "from pages import home\n"},
        "pages/train.py:1 imports pages.home: pages never imports pages",
    ),
    "a page in the server": (
        {"app.py": "import pages.home\n"},
        "app.py:1 imports pages.home: app never imports pages",
    ),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_planted_violation_is_named_with_file_and_import(what: str, tmp_path: Path) -> None:
    files, message = PLANTED[what]
    assert plant(tmp_path, files) == [message]


def test_a_circle_of_equals_is_named(tmp_path: Path) -> None:
    files = {
        "bpe_core/train/naive.py": "from bpe_core.train import linked\n",
        "bpe_core/train/linked.py": "from bpe_core.train.naive import train_naive\n",
    }
    (found,) = plant(tmp_path, files)
    assert found.startswith("imports run in a circle: bpe_core.train.")


def test_what_points_to_the_right_is_fine(tmp_path: Path) -> None:
    files = {
        "bpe_core/files.py": "from bpe_core import registry\nimport numba\n",
        "bpe_core/registry.py": "from bpe_core.train.naive import run\n",
        "bpe_core/train/naive.py": "from ..events import Event\nfrom .options import Options\n",
        "bpe_core/train/options.py": "from bpe_core.errors import OptionError\n",
        "bpe_core/events.py": "from bpe_core.model import Pair\n",
        "bpe_core/model.py": "",
        "bpe_core/errors.py": "",
        "bpe_lab/scenes/heap.py": "from bpe_core import events\nfrom . import glyphs\n",
        "bpe_lab/scenes/glyphs.py": "footprint = 1\n",
        "ui/shell.py": "import streamlit\nfrom bpe_lab.scenes import heap\nprint('hello')\n",
        "pages/train.py": "from bpe_core import train\nfrom ui.shell import page\n",
        "pages/race.py": "from ui.race.job import run\n",
        "ui/race/job.py": "from ui.race import plan\nfrom bpe_lab.scenes.heap import draw\n",
        "ui/race/plan.py": "",
    }
    assert plant(tmp_path, files) == []


def test_a_folder_without_a_rank_is_a_page_s() -> None:
    houses = (ROOT / "ui", ROOT / "bpe_lab" / "scenes")
    folders = {path.parent.name for house in houses for path in house.glob("*/__init__.py")}
    assert {"race", "train"} <= folders - RANK_OF["ui"].keys() <= set(OF_ONE_PAGE)


def test_no_room_has_two_ranks() -> None:
    for ranks in RANKS.values():
        names = [name for rank in ranks for name in rank]
        assert len(names) == len(set(names))


def test_no_loose_module_of_the_app_hides_a_package() -> None:
    """Streamlit puts the folder of the main script on Python's path, before all packages."""
    loose = {path.stem for path in (ROOT / "ui").glob("*.py")}
    others = {name for name, of in packages_distributions().items() if "bpe-lab" not in of}
    assert "tokenizers" in others
    assert not loose & others
