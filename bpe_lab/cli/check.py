"""``bpe-lab check``: a student's own code, up to the first text on which it is wrong.

The command, then its report: the rungs, then the fault, on the smallest text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from bpe_core.errors import OptionError
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.train.compare_merges import MergeDifference
from bpe_core.train.tie_break import TieBreak
from bpe_lab.check.candidate import MB, MEMORY, SECONDS, Submission
from bpe_lab.check.climb import Reached, check_code, has_shrinker
from bpe_lab.check.faults import STATE, TIE_RULES, Alike, Fault, exhibit_words, pair_words
from bpe_lab.check.pages import fault_page
from bpe_lab.check.report import LAB, Report, junit_of, link_to, record_of, reproduction
from bpe_lab.cli.pipes import check_outs, write_file, write_json
from bpe_lab.cli.report import Part, Table, draw
from bpe_lab.cli.terminal import Stop, console, exit_stopped, refuse, say, stoppable
from bpe_lab.measure.reasons import RunError, StoppedError

MOST_SECONDS, MOST_MEMORY = 600.0, 64 * 1024
LONGEST = 200  # characters of a text that is printed
MOST_MERGES = 12  # before the one that differs
WITHOUT_SHRINKER = (
    "The text is not made smaller, since hypothesis is not installed: "
    "pip install 'bpe-lab[check]'"
)


def check_command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="Your files of Python: trainer, tokenizer, or both in one."),
    ] = None,
    command: Annotated[
        str,
        typer.Option(help="In place of files: reads {text}, writes {merges} merges to {out}."),
    ] = "",
    name: Annotated[
        str, typer.Option(help="The class to check, where there are several.")
    ] = "",
    tie_break: Annotated[
        TieBreak | None,
        typer.Option(help="Hold it to this rule; without it, its own is recognized."),
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(help=f"How it cuts texts: {', '.join(PATTERNS)}; else it is recognized."),
    ] = None,
    all_rungs: Annotated[
        bool, typer.Option("--all", help="Go on behind the first check that fails.")
    ] = False,
    seconds: Annotated[float, typer.Option(help="That each answer may take.")] = SECONDS,
    memory: Annotated[int, typer.Option(help="MB that it may take.")] = MEMORY,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the result here.")
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(help="Write a test for each rung here, as JUnit does.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(help="Write a page here that shows what is wrong, beside what is right."),
    ] = None,
    lab: Annotated[str, typer.Option(help="The address of the lab, for the link.")] = LAB,
) -> None:
    """Check your own BPE code, in a process of its own with limits.

    CS336's run_train_bpe and Tokenizer, minbpe's classes, functions train, encode and decode,
    or any command that writes merges.txt. It is your own machine that runs it, without a
    prison around it. Exits with 1 where a check fails.
    """
    submission = submission_of(files or [], command, name, seconds, memory)
    check_outs([json_file, junit, html], files or [])
    with stoppable() as stop:
        report = run(submission, tie_break, pattern, stop, go_on=all_rungs)
        if json_file:
            write_json(json_file, record_of(report, lab), ensure_ascii=False)
        if junit:
            write_file(junit, junit_of(report))
        if html and (page := fault_page(report, lab)):
            write_file(html, page)
        elif html:
            say(f"nothing is wrong, so nothing is written to {html}")
        draw(console(), sections(report, lab))
    if report.fault:
        raise typer.Exit(1)


def submission_of(
    files: list[Path], command: str, name: str, seconds: float, memory: int
) -> Submission:
    """Files or a command, checked, with their limits."""
    if bool(files) == bool(command):
        raise typer.BadParameter("give files of Python, or a --command")
    for file in files:
        file.stat()
        if not file.is_file():
            raise OptionError(name="file", value=str(file), rule="a file of Python")
    if command and "{text}" not in command:
        raise OptionError(name="command", value=command, rule="with {text} and {out} in it")
    if not 0 < seconds <= MOST_SECONDS:
        raise OptionError(
            name="seconds", value=seconds, rule=f"above 0, at most {MOST_SECONDS}"
        )
    if not 1 <= memory <= MOST_MEMORY:
        raise OptionError(name="memory", value=memory, rule=f"1 to {MOST_MEMORY} MB")
    paths = tuple(str(file.absolute()) for file in files)
    return Submission(paths, command, name, seconds, memory * MB)


def run(
    submission: Submission,
    tie_break: TieBreak | None,
    pattern: str | None,
    stop: Stop,
    *,
    go_on: bool,
) -> Report:
    """Climb, with the rung under way on stderr where that is a terminal."""
    events = check_code(
        submission, tie_break=tie_break, pattern=pattern, stop=stop.event, go_on=go_on
    )
    stop.heeded = True
    try:
        with console(stderr=True).status("loading") as status:
            for event in events:
                if isinstance(event, Reached):
                    status.update(event.rung)
    except StoppedError:
        exit_stopped(stop)
    except RunError as error:
        names = " ".join(Path(file).name for file in submission.files)
        refuse(f"{names or submission.command}: {error}")
    finally:
        stop.heeded = False
    assert isinstance(event, Report), "it comes last"
    return event


def sections(report: Report, lab: str) -> Iterator[Part]:
    """A table of rungs and sentences, in order."""
    yield f"{report.names}: {report.title}. {convention_words(report)}"
    yield Table(["check", ""], [[rung.name, rung.state] for rung in report.rungs])
    yield from (f"{rung.name}: {note}" for rung in report.rungs for note in rung.notes)
    yield f"{report.held} of {report.public} public checks hold."
    if fault := report.fault:
        yield from fault_parts(fault, report.alike)
        if not has_shrinker():
            yield WITHOUT_SHRINKER
        if link := link_to(report, lab):
            yield f"The lab's walk up to there: {link}"
    others = [rung for rung in report.rungs if rung.fault and rung.fault is not report.fault]
    for rung in others:
        assert rung.fault, "only these were taken"
        yield f"And {rung.name}:"
        yield from fault_parts(rung.fault, rung.alike)


def fault_parts(fault: Fault, alike: Sequence[Alike]) -> Iterator[Part]:
    """What is wrong on which text, what else does that, and how to try it."""
    yield f"On {text_words(fault.text)}, {fault.sentence}."
    if fault.difference:
        yield runs_table(fault.difference, fault.output)
    if fault.state:
        yield STATE
    if alike:
        yield f"Same output as the museum's {exhibit_words(alike)}: evidence, not proof."
    if fault.request:
        yield f"To try it: {reproduction(fault)}"


def convention_words(report: Report) -> str:
    """The convention that it keeps to; what is not ours is named as that.

    It is what all is held against.
    """
    convention = report.convention
    rule = TIE_RULES[convention.tie_break]
    words = f"Its convention: texts cut by {convention.pattern}; of equal counts {rule}"
    words = f"{words.removesuffix(',')} is merged"
    if not convention.overlaps:
        words += "; overlaps not counted, a + a once in aaa"
    if convention.tie_break != "greatest":
        words += " (CS336 wants the greatest: --tie-break greatest holds it to that)"
    return f"{words}."


def runs_table(difference: MergeDifference, output: Sequence[Any]) -> Table:
    """Both runs up to the first merge that differs, with the two counts there."""
    start = max(0, difference.number - MOST_MERGES)
    same = [
        [str(number + 1), pair_words(pair), pair_words(pair), ""]
        for number, pair in enumerate(output[start : difference.number], start)
    ]
    right, theirs = (
        pair and pair_words(pair) for pair in (difference.first, difference.second)
    )
    right_count, their_count = difference.counts or ("", "")
    counts = f"yours {their_count}, right {right_count}"
    last = [str(difference.number + 1), theirs or "none", right or "none", counts]
    return Table(["merge", "yours", "right", "stands there"], [*same, last])


def text_words(text: str) -> str:
    """A text between quotation marks, its beginning where it is long.

    >>> text_words("aab")
    "the text 'aab'"
    """
    if len(text) <= LONGEST:
        return f"the text {text!r}"
    return f"a text of {len(text):,} characters that begins {text[:40]!r}"
