"""The Python in the README and the documents runs as it stands."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/**/*.md"))]
BLOCKS = [
    pytest.param(path.name, block, id=f"{path.stem}: {block.splitlines()[0]}")
    for path in DOCUMENTS
    for block in re.findall(r"```python\n(.*?)```", path.read_text("utf-8"), re.DOTALL)
]


@pytest.mark.parametrize(("name", "block"), BLOCKS)
def test_python_block_runs(
    name: str,
    block: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(block, name, "exec"), {})
    assert capsys.readouterr().out, "each example shows something"


def test_no_block_is_lost() -> None:
    assert len(BLOCKS) >= 6, "README.md and docs/python.md hold these"


@pytest.mark.parametrize("prefixes", [("uv run ", "uv run --group test "), ("", "")])
def test_both_ways_to_start_are_told(prefixes: tuple[str, str]) -> None:
    app, tests = prefixes
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    [lines] = [each.splitlines() for each in blocks if f"\n{app}streamlit" in f"\n{each}"]
    assert lines[-2:] == [f"{app}streamlit run app.py", f"{tests}pytest"]
    assert lines[:-2] == ([] if app else ["pip install -c constraints.txt -e '.[test]'"])
    assert "<http://localhost:8501>" in README


def commands() -> list[str]:
    """What documents and scripts have uv run, as one line each."""
    files = [*DOCUMENTS, *ROOT.glob("scripts/*"), ROOT / ".ci" / "run"]
    text = "\n".join(path.read_text("utf-8") for path in files if path.is_file())
    return re.findall(r"uv (?:run|sync|export)\b[^`#\n]*", text)


def test_every_group_and_extra_that_a_command_names_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    named = [re.findall(r"--(group|extra) (\S+)", each) for each in commands()]
    groups = {name for each in named for kind, name in each if kind == "group"}
    extras = {name for each in named for kind, name in each if kind == "extra"}
    assert {"test", "lint"} <= groups <= project["dependency-groups"].keys()
    assert extras <= project["project"]["optional-dependencies"].keys()
