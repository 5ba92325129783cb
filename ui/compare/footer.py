"""How a table was measured, and the command that repeats it."""

from __future__ import annotations

import shlex
from html import escape

import streamlit as st

from bpe_core.compare.plan import ComparePlan
from bpe_core.registry import SYSTEMS
from ui.compare.corpora import LIBRARY, STORIES, UPLOADS
from ui.compare.inputs import named_file
from ui.compare.job import Comparing, libraries_of
from ui.text import joined, language, t


def footer(comparing: Comparing, corpus: str) -> None:
    """Under the table: sentences and the command."""
    spaces = any(SYSTEMS[name].spaces_are_free for name in comparing.setup.plan.systems)
    told = [t("compare.foot.columns"), *([t("compare.foot.spaces")] if spaces else [])]
    said = joined([*told, *footer_text(comparing, corpus)])
    known = {*LIBRARY, *STORIES}
    repeat = "repeat" if known.issuperset(comparing.setup.plan.corpora) else "repeat_files"
    command = command_of(comparing.setup.plan, comparing.setup.files)
    st.html(
        f'<p class="measured-how" lang="{language()}">{escape(said)}</p>'
        f'<p class="repeat-how" lang="{language()}">{escape(t(f"compare.{repeat}"))} '
        f"<code>{escape(command)}</code></p>"
    )


def footer_text(comparing: Comparing, corpus: str) -> list[str]:
    """What was measured, where and with which libraries."""
    standing, facts = comparing.standing(), comparing.facts
    sizes = standing.texts.get(corpus)
    told = []
    if sizes:
        name = named_file(comparing.setup.given, corpus)
        told.append(
            t("compare.foot.corpus", name=name, size=sizes.training, held_out=sizes.held_out)
        )
    where = [facts.get("processor", ""), t("footer.cores", cores=int(facts.get("cores") or 1))]
    where.append(f"Python {facts.get('python', '').split(' ')[0]}")
    where += [f"{name} {facts[name]}" for name in libraries_of(standing.plan) if name in facts]
    told.append(t("workshop.foot.machine", where=t("footer.comma").join(filter(None, where))))
    if standing.others is not None and standing.others > 0.25:
        told.append(t("compare.foot.others", cores=f"{standing.others:.1f}"))
    return told


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
