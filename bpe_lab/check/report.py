"""What a check gave, for people, for programs, and for the tools that read tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import urlencode
from xml.etree import ElementTree

from bpe_core.runtime.text import pack
from bpe_core.train.compare_merges import BytePair
from bpe_lab.check.faults import Alike, Fault
from bpe_lab.check.reference import Convention
from bpe_lab.check.shapes.solution import LACKS_SPECIALS, REVERSED

State: TypeAlias = Literal["holds", "fails", "open", "not asked"]
LONGEST_LITERAL = 1500
LAB = "http://localhost:8501"  # where ``streamlit run app.py`` serves it


@dataclass(frozen=True, slots=True)
class RungResult:
    """``open``: not tried, since an earlier one fails. ``not asked``: nothing to ask it of.

    Where it ``fails``, its fault, and the exhibits of the museum with the same output there.
    """

    name: str
    state: State
    notes: tuple[str, ...] = ()
    fault: Fault | None = None
    alike: tuple[Alike, ...] = ()


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
    def names(self) -> str:
        """The files that were checked, without the folders that they lie in."""
        return ", ".join(Path(source).name for source in self.sources)

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


def reproduction(fault: Fault) -> str:
    """What the code was asked, as a line of Python: text, size, special tokens, merges, result.

    >>> fault = Fault("ids", "ab", "", right=(b"ab",), request={"do": "encode", "specials": [],
    ...     "merges": [["61", "62"]], "source": "merges"})
    >>> names: dict[str, object] = {}
    >>> exec(reproduction(fault), names)
    >>> names["text"], names["special_tokens"], names["merges"], names["vocab"][256]
    ('ab', None, [(b'a', b'b')], b'ab')
    """
    request = fault.request
    values: dict[str, object] = {"text": fault.text}
    specials = list(request.get("specials", ()))
    if request.get("do") == "train":
        values |= {"vocab_size": request["vocab_size"], "special_tokens": specials}
    elif request.get("source") == "merges":
        merges = [tuple(map(bytes.fromhex, pair)) for pair in request["merges"]]
        values |= {"special_tokens": specials or None, "merges": merges}
    elif "merges" in request:
        learned = {"lesson": request["lesson"], "vocab_size": 256 + len(request["merges"])}
        values |= learned | ({"special_tokens": specials} if specials else {})
    lines = [f"{name} = {_literal(value)}" for name, value in values.items()]
    if "merges" in values:
        lines.append(_vocabulary_line(specials, str(request.get("vocabulary", ""))))
    right = _right_result(fault)
    return "; ".join([*lines, *([f"right = {_literal(right)}"] if right is not None else [])])


def _vocabulary_line(specials: Sequence[str], vocabulary: str) -> str:
    """The vocabulary that a tokenizer is made with, as a line of Python."""
    named = [] if vocabulary == LACKS_SPECIALS else [token.encode() for token in specials]
    tokens = f"[*(bytes([b]) for b in range(256)), *{named}, *(a + b for a, b in merges)]"
    order = "[::-1]" if vocabulary == REVERSED else ""
    return f"vocab = dict(enumerate({tokens}{order}))"


def _right_result(fault: Fault) -> object:
    """What should have come; None where that is no value."""
    if fault.difference:
        first = fault.difference.first
        return [*fault.output[: fault.difference.number], *([first] if first else [])]
    if fault.kind == "text":
        return fault.text
    return list(fault.right) if fault.kind in ("ids", "pieces") else None


def _literal(value: object) -> str:
    """A value as Python has it; one that is too long to be pasted is left to the file."""
    literal = repr(value)
    if len(literal) <= LONGEST_LITERAL:
        return literal
    return f"...  # {len(literal):,} characters"


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
            | ({"text": rung.fault.text, "sentence": rung.fault.sentence} if rung.fault else {})
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
        if rung.fault:
            failure = ElementTree.SubElement(case, "failure", message=rung.fault.sentence)
            failure.text = f"on {rung.fault.text!r}: {rung.fault.sentence}"
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
        "in_a_fresh_process": "holds" if fault.state else "fails",
        "to_try": reproduction(fault),
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
