"""A student's code in this process: its requests and answers go through JSON as ever."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bpe_lab.check.candidate import Submission, open_candidate
from bpe_lab.check.climb import climb, with_convention
from bpe_lab.check.report import Report
from bpe_lab.check.student_process import Tasks, error_line
from bpe_lab.measure.reasons import RunError

STUDENTS = Path(__file__).parent / "students"


class LocalSubject:
    """What `Subject` is, without a process and its limits."""

    def __init__(self, submission: Submission) -> None:
        self.submission, self._tasks = submission, Tasks(submission)
        self.request: Mapping[str, Any] = {}

    def load(self) -> Mapping[str, Any]:
        return self._ask({"do": "load"})

    def ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        self.request = request
        return self._ask(request)

    def _ask(self, request: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            return json.loads(json.dumps(self._tasks.do(json.loads(json.dumps(request)))))
        except Exception as error:
            raise RunError(error_line(error, 0)) from error


def report_of(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: str,
    *replaced: str,
    go_on: bool = False,
    **options: Any,
) -> Report:
    """The report on a solution; ``replaced`` are parts of it, each with its replacement."""
    source = (STUDENTS / f"{name}.py").read_text("utf-8")
    for part, other in zip(replaced[::2], replaced[1::2], strict=True):
        assert part in source, f"{part!r} is not in {name}"
        source = source.replace(part, other)
    path = tmp_path / f"{name}.py"
    path.write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", list(sys.path))
    monkeypatch.setattr("sys.modules", dict(sys.modules))
    wanted = Submission((str(path),))
    candidate = with_convention(open_candidate(LocalSubject(wanted)), **options)  # type: ignore[arg-type]  # answers alike
    *_, report = climb(candidate, wanted, go_on=go_on)
    assert isinstance(report, Report)
    return report
