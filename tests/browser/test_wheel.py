"""The wheel: the library, the command, and the app that runs from any folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from benchmarks.app_server import Server, free_port, wait_for
from bpe_lab.pages import PAGES
from tests.browser.conftest import PATIENCE, RUNNING
from tests.paths import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content in a folder of its own."""
    uv = shutil.which("uv")
    if uv is None:
        pytest.skip("the wheel is built with uv, which is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [uv, "build", "--wheel", "-q", "-o", folder, ROOT], check=True, capture_output=True
    )
    (built,) = folder.glob("*.whl")
    content = folder / "content"
    ZipFile(built).extractall(content)
    return content


def environment(wheel: Path) -> dict[str, str]:
    """The wheel's packages come before those of the checkout."""
    return {**os.environ, "PYTHONPATH": str(wheel)}


def python(wheel: Path, program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd="/",
        env=environment(wheel),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.visit
def test_nothing_lies_in_site_packages_but_the_two_packages(wheel: Path) -> None:
    names = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert names == {"bpe_core", "bpe_lab"}
    assert (wheel / "bpe_lab" / "app" / ".streamlit" / "config.toml").exists()
    assert not list((wheel / "bpe_lab").rglob("__pycache__"))


def test_the_library_needs_no_streamlit() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = " ".join(project["dependencies"])
    assert not any(name in needed for name in ("streamlit", "pandas", "altair", "pyarrow"))


@pytest.mark.visit
def test_library_and_walks_come_from_it(wheel: Path) -> None:
    said = python(
        wheel,
        "import sys, bpe_core; from bpe_lab import show; "
        "show.training('low lower')._repr_html_(); "
        "print(bpe_core.__file__, {'streamlit', 'numba'} & set(sys.modules))",
    )
    assert said == f"{wheel / 'bpe_core' / '__init__.py'} set()"


@contextmanager
def app(wheel: Path) -> Iterator[Server]:
    """``bpe-lab app``, run in a folder that has nothing to do with it."""
    port = free_port()
    program = "from bpe_lab.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "app", "--port", str(port)],
        cwd="/",
        env=environment(wheel),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            server = Server(port, process)
            wait_for(server)
            yield server
        finally:
            process.terminate()


def files(folder: Path) -> set[str]:
    """The paths of all files below it but what Python has compiled."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)) for path in paths if "__pycache__" not in path.parts}


@pytest.mark.visit
def test_the_app_lies_whole_in_it(wheel: Path) -> None:
    app_there = wheel / "bpe_lab" / "app"
    for name in ("pages", "ui", ".streamlit"):
        assert files(app_there / name) == files(ROOT / name), name


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(["home", "train"], marks=pytest.mark.visit, id="two"),
        pytest.param(list(PAGES), marks=pytest.mark.slow, id="all"),
    ],
)
def test_pages_open_from_it_as_they_look_here(
    wheel: Path, browser: Browser, names: list[str]
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(PATIENCE)
    with app(wheel) as server:
        page = context.new_page()
        for name in names:
            page.goto(f"{server.address}/{'' if name == 'home' else name}?lang=zh")
            page.locator("[data-testid=stMain] h1").first.wait_for(state="attached")
            page.locator(RUNNING).wait_for(state="detached")
            assert page.locator("[data-testid=stException]").count() == 0, name
            assert page.locator("[data-testid=stTopNavLink]").count() >= 7, "not on top"
        style = "getComputedStyle(document.querySelector('[data-testid=stApp]'))"
        assert page.evaluate(f"{style}.color") == "rgb(23, 32, 43)", "not the theme's"
    context.close()


@pytest.mark.slow
def test_a_hand_out_is_made_there_too(wheel: Path, tmp_path: Path) -> None:
    out = tmp_path / "ties.html"
    program = "from bpe_lab.cli import main; main()"
    subprocess.run(
        [sys.executable, "-c", program, "hand-out", "ties", "--out", str(out)],
        cwd="/",
        env=environment(wheel),
        check=True,
        timeout=300,
    )
    assert out.read_text("utf-8").count('class="scene"') >= 2
