"""Under charts and tables of measurements: what was measured, where, and how to repeat it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_lab.text import joined, t
from ui.page.markup import Html, html_of


def how_html(sentences: Sequence[str]) -> Html:
    """The footer; its sentences are plain text."""
    return html_of("charts", "how", joined(sentences))


def repeat_html(sentence: str, command: str) -> Html:
    """The command that measures the same in a terminal."""
    return html_of("charts", "repeat", sentence, command)


def machine_names(facts: Mapping[str, str], libraries: Mapping[str, str]) -> list[str]:
    """Processor, cores and Python as far as they are known, then ``libraries`` by version."""
    names = [facts["processor"]] if facts.get("processor") else []
    names += [t("footer.cores", cores=int(facts["cores"]))] if facts.get("cores") else []
    names += [f"Python {facts['python']}"] if facts.get("python") else []
    return names + [f"{name} {version}" for name, version in libraries.items()]


def machine_sentence(facts: Mapping[str, str], libraries: Sequence[str] = ()) -> str:
    """The same as a sentence, with the versions of Python and ``libraries`` alone."""
    versions = {name: facts[name] for name in libraries if name in facts}
    python = {"python": facts["python"].split()[0]} if facts.get("python") else {}
    where = machine_names({**facts, **python}, versions)
    return t("workshop.foot.machine", where=t("footer.comma").join(where))
