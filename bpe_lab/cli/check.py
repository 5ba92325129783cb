"""``bpe-lab check``: a student's own code, up to the first text on which it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bpe_core.errors import OptionError
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.train.tie_break import TieBreak
from bpe_lab.check.climb import Reached, check_code
from bpe_lab.check.pages import fault_page
from bpe_lab.check.report import LAB, Report, junit_of, record_of
from bpe_lab.check.source import MB, MEMORY, SECONDS, Source
from bpe_lab.cli.check_report import report_parts
from bpe_lab.cli.measuring import check_outs, exit_stopped, write_file, write_json
from bpe_lab.cli.report_parts import draw
from bpe_lab.cli.saying import refuse, say
from bpe_lab.cli.stopping import Stop, stoppable
from bpe_lab.measure.reasons import RunError, StoppedError

MOST_SECONDS, MOST_MEMORY = 600.0, 64 * 1024


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
        typer.Option(help="Hold it to this rule; without it, its own is recognised."),
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option(help=f"How it cuts texts: {', '.join(PATTERNS)}; else it is recognised."),
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
    source = source_of(files or [], command, name, seconds, memory)
    check_outs([json_file, junit, html], files or [])
    with stoppable() as stop:
        report = run(source, tie_break, pattern, stop, go_on=all_rungs)
        if json_file:
            write_json(json_file, record_of(report, lab), ensure_ascii=False)
        if junit:
            write_file(junit, junit_of(report))
        if html and (page := fault_page(report, lab)):
            write_file(html, page)
        elif html:
            say(f"nothing is wrong, so nothing is written to {html}")
        draw(Console(), report_parts(report, lab))
    if report.fault:
        raise typer.Exit(1)


def source_of(
    files: list[Path], command: str, name: str, seconds: float, memory: int
) -> Source:
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
    return Source(paths, command, name, seconds, memory * MB)


def run(
    source: Source, tie_break: TieBreak | None, pattern: str | None, stop: Stop, *, go_on: bool
) -> Report:
    """Climb, with the rung under way on stderr where that is a terminal."""
    console = Console(stderr=True)
    events = check_code(
        source, tie_break=tie_break, pattern=pattern, stop=stop.event, go_on=go_on
    )
    stop.heeded = True
    try:
        with console.status("loading") as status:
            for event in events:
                if isinstance(event, Reached):
                    status.update(event.rung)
    except StoppedError:
        exit_stopped(stop)
    except RunError as error:
        names = " ".join(Path(file).name for file in source.files)
        refuse(f"{names or source.command}: {error}")
    finally:
        stop.heeded = False
    assert isinstance(event, Report), "it comes last"
    return event
