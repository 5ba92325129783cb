"""The command that repeats a race in a terminal."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from bpe_core.errors import OptionError
from bpe_lab.race.plan import RacePlan
from bpe_lab.race.texts import RACE_TEXTS, default_text

MERGES = 243  # the default, here and on the page
TEXT, MODEL = "TEXT", "MODEL"  # stand for files of the reader's
_DEFAULT = RacePlan(lanes=("linked",))


def command_of(plan: RacePlan, text_name: str, *, file: str = TEXT, model: str = "") -> str:
    """``bpe-lab race`` with what differs from its defaults, quoted for a shell.

    ``text_name`` is one of `RACE_TEXTS`; any other stands for ``file``. ``model`` is the
    folder of what encodes; empty for the built-in vocabulary. The lanes are always named,
    since without them all run that are installed. Raises ``OptionError`` for a plan that the
    command cannot express: one with ``min_count`` or without an end.

    >>> command_of(RacePlan(lanes=("cached",), work="encode"), "own")
    'bpe-lab race --work encode --lane cached TEXT'
    """
    words = ["bpe-lab", "race", *_options(plan)]
    if model and plan.work == "encode":
        words += ["--model", model]
    if text_name not in RACE_TEXTS:
        words += ["--", file] if file.startswith("-") else [file]
    elif text_name != default_text(plan.sizes):
        words += ["--text", text_name]
    return shlex.join(words)


def _options(plan: RacePlan) -> Iterator[str]:
    if plan.work != _DEFAULT.work:
        yield from ("--work", plan.work)
    for lane in plan.lanes:
        yield from ("--lane", lane)
    if plan.work == "train":
        yield from _training(plan)
    for size in plan.sizes:
        yield from ("--size", str(size))
    if plan.repeats != _DEFAULT.repeats:
        yield from ("--repeats", str(plan.repeats))
    if plan.warm_ups != _DEFAULT.warm_ups:
        yield from ("--warm-ups", str(plan.warm_ups))
    if plan.budget != _DEFAULT.budget:
        yield from ("--budget", repr(plan.budget).removesuffix(".0"))
    if not plan.counting:
        yield "--no-count"


def _training(plan: RacePlan) -> Iterator[str]:
    options = plan.options
    if options.min_count != 1:
        raise OptionError(name="min_count", value=options.min_count, rule="1 in a command")
    if options.merge_limit is None:
        raise OptionError(name="num_merges", value=None, rule="a number in a command")
    if options.vocab_size is not None:
        yield from ("--vocab-size", str(options.vocab_size))
    elif options.num_merges != MERGES:
        yield from ("--merges", str(options.num_merges))
    for token in options.special_tokens:
        yield from ("--special-token", token)
    if plan.pattern != _DEFAULT.pattern:
        yield from ("--pattern", plan.pattern)
    if options.tie_break != _DEFAULT.options.tie_break:
        yield from ("--tie-break", options.tie_break)
