"""Python in a browser makes the recordings that the server makes, of all samples."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bpe_lab.site.in_browser import answer
from scripts.javascript import MODULES, NPM
from scripts.static_site import CHOICES, PYTHON, compile_python, write_python
from tests.npm_tools import npm_tools

IN_NODE = Path(__file__).parent / "in_node.mjs"
OWN = "你好，你好世界 hello hello world"


def requests() -> list[dict[str, Any]]:
    """What each page opens with, of every text, and what else its fields can ask for."""
    asked = [
        {"page": page, "query": {choice.param: name}}
        for page, choice in CHOICES.items()
        for name in choice.options
        if name not in ("own", "upload")
    ]
    for page in ("train", "linked", "encode"):
        asked += [
            {"page": page, "query": {"exercise": f"{k}-17F3-chinese"}} for k in range(1, 6)
        ]
    own = {"own": OWN}
    asked += [
        {"page": "train", "query": {"text": "own", "pattern": pattern}, "typed": own}
        for pattern in ("cl100k", "cl100k_tiktoken", "o200k", "qwen2", "whitespace", "none")
    ]
    split = {"passage": "own", "split": "custom", "custom": r"\w+|\p{P}|\s"}
    return [
        *asked,
        {"page": "encode", "query": {"tokenizer": "trained", "text": "own"}, "typed": own},
        {"page": "home", "query": {}, "start": OWN},
        {"page": "pretokenize", "query": split, "typed": {"own_passage": OWN}},
        {"page": "pretokenize", "query": {**split, "custom": "(a"}},
        {"page": "pretokenize", "query": {"cut_view": "stretches", "step": "2"}},
    ]


def answers_in_node(archive: Path, asked: list[str]) -> list[str]:
    """The answers of Python in Node."""
    npm_tools()
    done = subprocess.run(
        [NPM[0], str(IN_NODE), str(MODULES / "pyodide"), str(archive)],
        input=json.dumps(asked),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers: list[str] = json.loads(done.stdout)
    return answers


@pytest.mark.slow
def test_every_answer_is_the_servers(tmp_path: Path) -> None:
    """Value by value: recordings with their lit lines of code, fields, notices and errors.

    Members of an object come in the order of sets, which is another one in each process.
    """
    archive = tmp_path / PYTHON
    write_python(archive)
    compile_python(archive)
    asked = [json.dumps(each) for each in requests()]
    differing = [
        request
        for request, there in zip(asked, answers_in_node(archive, asked), strict=True)
        if json.loads(there) != json.loads(answer(request))
    ]
    assert not differing, differing
