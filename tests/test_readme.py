"""The Python in the README and the documents runs as it stands."""

import re
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


def test_both_ways_to_start_are_told() -> None:
    for command in ("uv run streamlit run app.py", "uv run pytest", "pip install -e '.[test]'"):
        assert command in README
