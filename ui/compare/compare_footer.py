"""How a table was measured, and the command that repeats it."""

from __future__ import annotations

import shlex

import streamlit as st

from bpe_core.registry import SYSTEMS
from bpe_lab.compare.plan import ComparePlan
from bpe_lab.text import t
from ui.charts.measured_how import how_html, machine_sentence, repeat_html
from ui.compare.compare_corpora import LIBRARY, STORIES, UPLOADS
from ui.compare.compare_inputs import named_file
from ui.compare.compare_job import Comparing, libraries_of


def footer(comparing: Comparing, corpus: str) -> None:
    """Under the table: sentences and the command."""
    spaces = any(SYSTEMS[name].spaces_are_free for name in comparing.setup.plan.systems)
    columns = [t("compare.foot.columns"), *([t("compare.foot.spaces")] if spaces else [])]
    named = {*LIBRARY, *STORIES}
    repeat = "repeat" if named.issuperset(comparing.setup.plan.corpora) else "repeat_files"
    command = command_of(comparing.setup.plan, comparing.setup.files)
    how = how_html([*columns, *footer_text(comparing, corpus)])
    st.html(how + repeat_html(t(f"compare.{repeat}"), command))


def footer_text(comparing: Comparing, corpus: str) -> list[str]:
    """What was measured, where and with which libraries."""
    standing, facts = comparing.standing(), comparing.facts
    sizes = standing.texts.get(corpus)
    sentences = []
    if sizes:
        name = named_file(comparing.setup.uploads, corpus)
        sentences.append(
            t("compare.foot.corpus", name=name, size=sizes.training, held_out=sizes.held_out)
        )
    sentences.append(machine_sentence(facts, libraries_of(standing.plan)))
    if standing.others is not None and standing.others > 0.25:
        sentences.append(t("compare.foot.others", cores=f"{standing.others:.1f}"))
    return sentences


def command_of(plan: ComparePlan, files: dict[str, str]) -> str:
    """``bpe-lab compare`` for this plan, quoted for a shell.

    >>> plan = ComparePlan(corpora=("library_1m", "help"), systems=("bpe",))
    >>> command_of(plan, {})
    'bpe-lab compare library_1m help.txt --vocab-size 8000 --system bpe --budget 300'
    """
    words = ["bpe-lab", "compare"]
    words += [_argument(name, files) for name in plan.corpora]
    for size in plan.vocab_sizes:
        words += ["--vocab-size", str(size)]
    for system in plan.systems:
        words += ["--system", system]
    return shlex.join([*words, "--budget", f"{plan.budget:g}"])


def _argument(name: str, files: dict[str, str]) -> str:
    """What the command calls a corpus: by a name that it knows, or by a file."""
    if name in LIBRARY:
        return name
    if name in STORIES:
        return f"sample:{name}"
    file = files.get(name, name) if name in UPLOADS else f"{name}.txt"
    return f"./{file}" if file.startswith("-") else file
