"""What a check gave, for people, for programs, and for the tools that read tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode
from xml.etree import ElementTree

from bpe_core.check.evidence import Alike
from bpe_core.check.faults import Fault
from bpe_core.check.reference import Convention
from bpe_core.runtime.packed_text import pack
from bpe_core.train.compare_merges import BytePair

State: TypeAlias = Literal["holds", "fails", "open", "not asked"]
LAB = "http://localhost:8501"  # where ``streamlit run app.py`` serves it


@dataclass(frozen=True, slots=True)
class RungResult:
    """``open``: not tried, since an earlier one fails. ``not asked``: nothing to ask it of."""

    name: str
    state: State
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """``fault`` is that of the first rung that fails, on the smallest text; None: none does.

    ``alike`` are the exhibits of the museum with the same output there.
    """

    sources: tuple[str, ...]
    title: str
    convention: Convention
    rungs: tuple[RungResult, ...]
    fault: Fault | None
    alike: tuple[Alike, ...] = ()

    @property
    def held(self) -> int:
        """How many rungs hold."""
        return sum(rung.state == "holds" for rung in self.rungs)

    @property
    def public(self) -> int:
        """How many could be asked of this code."""
        return sum(rung.state != "not asked" for rung in self.rungs)


def link_to(report: Report, lab: str = LAB) -> str | None:
    """Where the lab makes the right merges up to the one that differs; None: there is none.

    The lab counts overlaps, and takes short texts in a link.
    """
    fault = report.fault
    if fault is None or fault.difference is None or not report.convention.overlaps:
        return None
    packed = pack(fault.text)
    if packed is None:
        return None
    convention, number = report.convention, fault.difference.number + 1
    parameters = {"text": "own", "own": packed, "merges": str(number)}
    if convention.pattern != "gpt2":
        parameters["pattern"] = convention.pattern
    if convention.tie_break != "greatest":
        parameters["tie_break"] = convention.tie_break
    if fault.specials:
        parameters["special"] = ",".join(fault.specials)
    return f"{lab.rstrip('/')}/train?{urlencode(parameters)}"


def record_of(report: Report, lab: str = LAB) -> dict[str, Any]:
    """The report as JSON has it; bytes are written in hex."""
    convention = report.convention
    return {
        "sources": list(report.sources),
        "shape": report.title,
        "convention": {
            "pattern": convention.pattern,
            "tie_break": convention.tie_break,
            "overlaps": "counted" if convention.overlaps else "not counted",
        },
        "public_checks": {"held": report.held, "of": report.public},
        "rungs": [
            {"name": rung.name, "state": rung.state, "notes": list(rung.notes)}
            for rung in report.rungs
        ],
        "fault": _fault_record(report, lab),
    }


def junit_of(report: Report) -> str:
    """A test for each rung, as JUnit's readers take it."""
    suite = ElementTree.Element("testsuite", name="bpe-lab check", tests=str(len(report.rungs)))
    suite.set("failures", str(sum(rung.state == "fails" for rung in report.rungs)))
    suite.set("skipped", str(sum(rung.state in ("open", "not asked") for rung in report.rungs)))
    for rung in report.rungs:
        case = ElementTree.SubElement(suite, "testcase", classname="check", name=rung.name)
        if rung.state == "fails" and report.fault:
            failure = ElementTree.SubElement(case, "failure", message=report.fault.sentence)
            failure.text = f"on {report.fault.text!r}: {report.fault.sentence}"
        elif rung.state != "holds":
            ElementTree.SubElement(case, "skipped", message=rung.state)
    return ElementTree.tostring(suite, "unicode") + "\n"


def _fault_record(report: Report, lab: str) -> dict[str, Any] | None:
    fault = report.fault
    if fault is None:
        return None
    record: dict[str, Any] = {
        "kind": fault.kind,
        "text": fault.text,
        "special_tokens": list(fault.specials),
        "sentence": fault.sentence,
        "output": _output_record(fault),
        "same_output_as": [exhibit.name for exhibit in report.alike],
    }
    if difference := fault.difference:
        record |= {
            "merge": difference.number + 1,
            "right": _hex(difference.first),
            "theirs": _hex(difference.second),
            "counts": difference.counts,
            "decided": difference.decided,
            "link": link_to(report, lab),
        }
    return record


def _output_record(fault: Fault) -> object:
    """Merges and tokens in hex, a text as it is."""
    if isinstance(fault.output, str):
        return fault.output
    return [
        each.hex() if isinstance(each, bytes) else each and _hex(each) for each in fault.output
    ]


def _hex(pair: BytePair | None) -> Sequence[str] | None:
    return None if pair is None else [token.hex() for token in pair]
