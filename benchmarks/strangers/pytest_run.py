"""Run test files by pytest in a process and a folder of their own, and count."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.measure import ROOT
from benchmarks.strangers.differential import LONGEST, MOST_TOLD
from benchmarks.strangers.encodings import CACHE
from benchmarks.strangers.outcome import Outcome

REPORT = "report.xml"
SECONDS = 900.0
ENDED = (0, 1)  # pytest's exit codes for a whole run: all passed, some failed


def run_pytest(folder: Path, tests: Sequence[str], *, seconds: float = SECONDS) -> Outcome:
    """Run ``tests``, paths in ``folder`` or other words of pytest's, from within it."""
    (folder / "pytest.ini").write_text("[pytest]\n")  # so that no folder above is asked
    words = ["-q", "-p", "no:cacheprovider", f"--junitxml={REPORT}", *tests]
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": str(ROOT),
                "TIKTOKEN_CACHE_DIR": str(folder / CACHE),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Outcome(0, 1, failures=(f"pytest: not done after {seconds:g} seconds",))
    report = folder / REPORT
    if run.returncode not in ENDED or not report.exists():
        last = run.stdout.decode(errors="replace")[-8 * LONGEST :]
        return Outcome(0, 1, failures=(f"pytest ended with {run.returncode}: {last}",))
    return outcome_of(report)


def outcome_of(report: Path) -> Outcome:
    """Count the tests in a report of JUnit's form, which pytest writes."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    skipped = sum(case.find("skipped") is not None for case in cases)
    failures = [text for case in cases if (text := failure(case))]
    passed = len(cases) - skipped - len(failures)
    return Outcome(passed, len(cases), skipped, tuple(failures[:MOST_TOLD]))


def failure(case: ElementTree.Element) -> str:
    """What went wrong in one test; nothing where it passed or was skipped."""
    for kind in ("failure", "error"):
        if (problem := case.find(kind)) is not None:
            message = problem.get("message", "").partition("\n")[0]
            return f"{case.get('name')}: {message}"[: 4 * LONGEST]
    return ""
