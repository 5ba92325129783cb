"""Pure functions of the JavaScript: every ``*.unit.js`` beside its module, in one Node process.

node --test bpe_lab/player/core/mounted.unit.js    # one of them alone
"""

from __future__ import annotations

import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.ui.progress.node import node

# One process for all files: each of its own would take longer to start than to run.
OPTIONS = ("--test", "--test-isolation=none", "--test-reporter=junit")
LINE = re.compile(r"[\w.-]+\.unit\.js:\d+")


def units() -> list[Path]:
    return sorted(
        path for room in ("bpe_lab", "ui") for path in ROOT.glob(f"{room}/**/*.unit.js")
    )


def report_of(files: list[Path], report: Path) -> list[ElementTree.Element]:
    """The cases of these files, as Node has written them in JUnit's format to ``report``."""
    command = [node(), *OPTIONS, f"--test-reporter-destination={report}", *map(str, files)]
    environment = {**os.environ, "TZ": "UTC"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert report.exists(), f"Node reports nothing and says:\n{done.stdout}{done.stderr}"
    return [*ElementTree.parse(report).iter("testcase")]


def fault_of(case: ElementTree.Element) -> str:
    """What a failed case says, and the line of its file that says it; else nothing."""
    failure = case.find("failure")
    if failure is None:
        return ""
    place = LINE.search(failure.text or "")
    where = place[0] if place else Path(case.get("file", "")).name
    return f"{where}: {failure.get('message')}"


def test_the_pure_functions_do_as_their_units_say(
    subtests: pytest.Subtests, tmp_path: Path
) -> None:
    cases = report_of(units(), tmp_path / "report.xml")
    assert {case.get("file") for case in cases} == {str(path) for path in units()}
    for case in cases:
        with subtests.test(f"{Path(case.get('file', '')).name}: {case.get('name')}"):
            if fault := fault_of(case):
                pytest.fail(fault, pytrace=False)


FAILING = """
import assert from "node:assert/strict";
import { test } from "node:test";

test("it holds", () => assert.equal(1, 1));
test("it does not", () => {
  assert.equal(2, 3, "two are three");
});
"""


def test_a_failing_case_is_named_with_its_line(tmp_path: Path) -> None:
    failing, lost = tmp_path / "failing.unit.js", tmp_path / "lost.unit.js"
    failing.write_text(FAILING, "utf-8")
    lost.write_text('import "./nowhere.js";\n', "utf-8")
    held, failed, unread = map(fault_of, report_of([failing, lost], tmp_path / "report.xml"))
    assert held == ""
    assert re.search(r"^failing\.unit\.js:7: two are three\b", failed), failed
    assert re.search(r"^lost\.unit\.js:.*Cannot find module .*nowhere\.js", unread), unread
