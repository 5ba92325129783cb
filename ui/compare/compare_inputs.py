"""What the table asks for: corpora, vocabulary sizes, systems, and how long a run may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from bpe_core.errors import InputError, Notice
from bpe_core.registry import SYSTEMS
from bpe_lab.compare.plan import SMALLEST, ComparePlan
from bpe_lab.text import t
from ui.charts.numbers import whole_text
from ui.compare.compare_corpora import CORPORA, HELP, UPLOADS
from ui.compare.compare_job import Setup
from ui.page.fields import choice, pills, relabel
from ui.page.links import keep, remember, seed
from ui.page.long_uploads import UPLOAD_LIMIT, UploadedText, one_file
from ui.page.training_limits import LARGEST

SIZES = ("1000", "8000", "32000")
FIRST_CORPORA = ("library_1m", HELP)
FIRST_SIZES = ("1000", "8000")
BUDGETS = ("60", "15", "300", "1200")  # seconds a run
MOST = 4  # corpora, and sizes: a table that is done while one watches


class NothingChosenError(InputError):
    message = "nothing is chosen of {field}"


class TooManyChosenError(InputError):
    message = "{count} of {field} are chosen; {limit} are allowed"


def installed() -> tuple[str, ...]:
    """The systems that can be trained here, in the registry's order."""
    return tuple(name for name, system in SYSTEMS.items() if system.is_installed)


def compare_setup(notices: list[Notice]) -> Setup | None:
    """The inputs; None while a file is still to come. Raises the errors of `bpe_core`."""
    with st.container(key="inputs_compare"):
        left, middle, right = st.columns([6, 4, 2], vertical_alignment="bottom")
        with left:
            corpora = some_of("corpora", CORPORA, FIRST_CORPORA, notices)
        with middle:
            sizes = several("sizes", SIZES, FIRST_SIZES, notices, named=_size_name, read=_size)
        with right, st.popover(t("input.options"), width="stretch"):
            budget = choice("compare_budget", BUDGETS, notices)
        systems = several("systems", tuple(SYSTEMS), installed(), notices, named=_system_name)
        files = {
            name: one_file(f"compare_{name}", UPLOAD_LIMIT, notices)
            for name in UPLOADS
            if name in corpora
        }
    uploads = tuple((name, file) for name, file in files.items() if file)
    if len(uploads) < len(files):
        return None
    plan = ComparePlan(
        corpora=checked("corpora", corpora, MOST),
        vocab_sizes=tuple(map(int, checked("sizes", sizes, MOST))),
        systems=checked("systems", systems, len(SYSTEMS)),
        budget=float(budget),
    )
    return Setup(plan, uploads)


def several(
    key: str,
    options: tuple[str, ...],
    default: Sequence[str],
    notices: list[Notice],
    *,
    named: Callable[[str], str],
    read: Callable[[str], str | None] | None = None,
) -> tuple[str, ...]:
    """Some of ``options``, in their order; those of a link stand in it with commas.

    ``read`` lets a link ask for what is no option, such as another size.
    """
    field, label = f"compare_{key}", t(f"input.compare_{key}")
    known = read or (lambda asked: asked if asked in options else None)

    def parted(asked: str) -> list[str] | None:
        parts = [known(part) for part in asked.split(",")]
        return None if None in parts else [part for part in parts if part]

    notices += seed(field, list(default), param=key, label=label, read=parted)
    extra = [each for each in st.session_state[field] if each not in options]
    offered = sorted([*options, *extra], key=int) if extra else list(options)
    picked = pills(field, offered, label=label, title=named)
    chosen = tuple(each for each in offered if each in picked)
    keep(key, ",".join(chosen) if chosen != tuple(default) and chosen else None)
    return chosen


def some_of(
    key: str, options: tuple[str, ...], default: Sequence[str], notices: list[Notice]
) -> tuple[str, ...]:
    """The same as a list that opens, for many options; in the order of choosing."""
    field, label = f"compare_{key}", t(f"input.compare_{key}")

    def parted(asked: str) -> list[str] | None:
        parts, distinct = asked.split(","), set(asked.split(","))
        return parts if distinct <= set(options) and len(distinct) == len(parts) else None

    notices += seed(field, list(default), param=key, label=label, read=parted)
    relabel(field)
    titles = {option: _corpus_name(option) for option in options}
    picked: list[str] = st.multiselect(
        label,
        options,
        format_func=titles.__getitem__,
        key=field,
        placeholder=t("compare.choose"),
        persist_state="session",
    )
    keep(key, ",".join(picked) if picked and picked != list(default) else None)
    remember(field, list(picked))
    return tuple(picked)


def checked(field: str, chosen: tuple[str, ...], most: int) -> tuple[str, ...]:
    """At least one and at most so many."""
    if not chosen:
        raise NothingChosenError(field=t(f"input.compare_{field}"))
    if len(chosen) > most:
        label = t(f"input.compare_{field}")
        raise TooManyChosenError(field=label, count=len(chosen), limit=most)
    return chosen


def _size(asked: str) -> str | None:
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 6):
        return None
    return str(int(asked)) if SMALLEST <= int(asked) <= LARGEST else None


def _size_name(size: str) -> str:
    return whole_text(int(size))


def _corpus_name(name: str) -> str:
    return t(f"corpus.{name}")


def _system_name(name: str) -> str:
    title = t(f"system.{name}")
    return title if SYSTEMS[name].is_installed else t("compare.absent_option", system=title)


def named_file(uploads: tuple[tuple[str, UploadedText], ...], name: str) -> str:
    """A corpus as people call it: a reader's file by the file's name."""
    files = {corpus: file.name for corpus, file in uploads}
    return files.get(name) or t(f"corpus.{name}")
