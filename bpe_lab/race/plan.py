"""What is raced: the plan, the ladder of lanes, its heats, and the command that repeats it.

On the ladder each rung leaves out work of the one before it. A new lane is a row of `OURS` or
`PEERS`.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from bpe_core.encode.whole_text import encoded_pre_tokens
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import ENCODERS, TRAINERS, EncoderRow, TrainerRow
from bpe_core.runtime.machine import is_importable
from bpe_core.runtime.text import as_text
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.measure.frame import MOST_REPEATS, border, check_budget, check_number
from bpe_lab.race.texts import RACE_TEXTS, default_text

Work: TypeAlias = Literal["train", "encode"]

MOST_LANES = 12
MOST_BUDGET = 3600.0  # seconds a run
MOST_SIZES = 16
WARM_UP = 1.0  # seconds: by then caches and tables are warm


@dataclass(frozen=True, slots=True, kw_only=True)
class RacePlan:
    """Which lanes run, how often, and when a run is cut.

    ``lanes`` are names of `LANES`, all of one kind of work. Of a text only the first
    ``sizes`` bytes are taken, one heat a size, at a border of characters; none: the whole text
    in one heat. ``budget`` are the seconds that a run may take before it is cut;
    ``warm_ups`` are runs that are not kept, in a lane of ours of ``WARM_UP`` seconds at most.
    With ``counting`` every lane that has fine events runs once more a heat, untimed, for its
    operation counts.

    Raises ``OptionError``.
    """

    lanes: tuple[str, ...]
    work: Work = "train"
    options: TrainOptions = field(default_factory=lambda: TrainOptions(vocab_size=500))
    pattern: str = "gpt2"
    sizes: tuple[int, ...] = ()
    repeats: int = 7
    warm_ups: int = 1
    budget: float = 10.0
    counting: bool = True

    def __post_init__(self) -> None:
        if not 1 <= len(self.lanes) <= MOST_LANES or len(set(self.lanes)) < len(self.lanes):
            rule = f"1 to {MOST_LANES} lanes, none twice"
            raise OptionError(name="lanes", value=", ".join(self.lanes), rule=rule)
        check_number("repeats", self.repeats, 1, MOST_REPEATS)
        check_number("warm_ups", self.warm_ups, 0, MOST_REPEATS)
        check_budget(self.budget, MOST_BUDGET)
        ascending = all(a < b for a, b in zip(self.sizes, self.sizes[1:], strict=False))
        if len(self.sizes) > MOST_SIZES or not ascending or any(s < 1 for s in self.sizes):
            rule = f"at most {MOST_SIZES} ascending numbers of bytes"
            raise OptionError(name="sizes", value=self.sizes, rule=rule)


View: TypeAlias = Literal["", "every", "distinct"]
Row: TypeAlias = TrainerRow | EncoderRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One algorithm as it races.

    ``algorithm`` is its name in the registry (``TRAINERS`` or ``ENCODERS``), empty for a
    peer, which needs ``library``. ``view`` says which pre-tokens it gets: ``every``
    occurrence, or the ``distinct`` ones with their counts. Its merges are held equal to the
    others' under the ``tie_breaks`` that it shares with them; none: it has a rule of its own,
    or, with ``own_splits``, it does not even split the text as they do. ``races_libraries``:
    it belongs to the field of the libraries, as they do themselves.
    """

    work: Work = "train"
    algorithm: str = ""
    library: str = ""
    view: View = ""
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    own_splits: bool = False
    races_libraries: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.library or is_importable(self.library)

    @property
    def fine(self) -> bool:
        """Whether it has fine events, so that its operations can be counted."""
        rows: Mapping[str, Row] = TRAINERS if self.work == "train" else ENCODERS
        return bool(self.algorithm) and rows[self.algorithm].taught


OURS: Mapping[str, Lane] = {
    "naive_every": Lane(algorithm="naive", view="every"),
    "naive": Lane(algorithm="naive", view="distinct"),
    "indexed": Lane(algorithm="indexed", view="distinct"),
    "linked": Lane(algorithm="linked", view="distinct", races_libraries=True),
    "compiled": Lane(algorithm="compiled", view="distinct", races_libraries=True),
    "merge_list": Lane(work="encode", algorithm="merge_list", view="every"),
    "rank_order_scan": Lane(work="encode", algorithm="rank_order_scan", view="every"),
    "rank_order_heap": Lane(work="encode", algorithm="rank_order_heap", view="every"),
    "linear": Lane(work="encode", algorithm="linear", view="every"),
    # With the distinct pre-tokens it encodes none twice.
    "cached": Lane(
        work="encode", algorithm="rank_order", view="distinct", races_libraries=True
    ),
    "compiled_encode": Lane(
        work="encode", algorithm="compiled", view="distinct", races_libraries=True
    ),
}

PEERS: Mapping[str, Lane] = {
    "huggingface": Lane(library="tokenizers", tie_breaks=("lowest_gpt2_ids",)),
    "rustbpe": Lane(library="rustbpe", tie_breaks=("lowest_ids",)),
    "gigatoken": Lane(library="gigatoken", tie_breaks=("lowest_ids", "lowest_gpt2_ids")),
    # Characters and splits of its own.
    "sentencepiece": Lane(library="sentencepiece", tie_breaks=(), own_splits=True),
    "tiktoken": Lane(work="encode", library="tiktoken"),
}


LANES: Mapping[str, Lane] = {**OURS, **PEERS}


def lanes_of(work: Work) -> list[str]:
    """Names of the lanes for this work, slowest rung first.

    >>> lanes_of("encode")[:2]
    ['merge_list', 'rank_order_scan']
    """
    return [name for name, lane in LANES.items() if lane.work == work]


def pre_tokens_of(text: str, plan: RacePlan, view: View) -> list[PreToken]:
    """Every occurrence at its offset, or the distinct ones end to end with their counts.

    >>> plan = RacePlan(lanes=("linked",))
    >>> [tuple(p) for p in pre_tokens_of("a a a", plan, "distinct")]
    [(b'a', 0, 1), (b' a', 1, 2)]
    """
    specials = plan.options.special_tokens
    if view == "every":
        return list(pre_tokenize(text, pattern=plan.pattern, special_tokens=specials))
    return list(lay_out(count_pre_tokens(text, pattern=plan.pattern, special_tokens=specials)))


def pieces_of(text: str, model: BPEModel) -> list[bytes]:
    """Every occurrence of a pre-token, as ``encode`` splits a text; no special token is one.

    >>> from bpe_core.model import Vocabulary
    >>> pieces_of("a a<|endoftext|>", BPEModel(Vocabulary.of_bytes(), ()))
    [b'a', b' a', b'<|', b'endoftext', b'|>']
    """
    return [piece.encode() for piece in encoded_pre_tokens(model, text)]


def heats(plan: RacePlan, text: str | bytes) -> tuple[int, ...]:
    """The sizes of the heats in bytes: those of the plan, at borders of characters.

    Sizes beyond the text become one, the whole text; a size within the first character takes
    that character. Raises ``NotUTF8Error``, ``InputError("lone_surrogate")``.

    >>> heats(RacePlan(lanes=("linked",), sizes=(2, 4, 100, 200)), "héllo")
    (1, 4, 6)
    """
    data = text if isinstance(text, bytes) else as_text(text).encode()
    return tuple(sorted({border(data, size) for size in plan.sizes or (len(data),)}))


def planned_runs(plan: RacePlan, text: str | bytes) -> int:
    """Runs in all, at the most: timed, counted and warm-ups of the lanes that are installed.

    >>> planned_runs(RacePlan(lanes=("naive", "linked"), repeats=2), "low")
    8
    """
    lanes = _installed(plan)
    timed = len(lanes) * (plan.warm_ups + plan.repeats)
    return len(heats(plan, text)) * (timed + _counted(plan, lanes))


def longest(plan: RacePlan, text: str | bytes) -> float:
    """Seconds that all planned runs take at the most: their budgets, and short warm-ups.

    >>> longest(RacePlan(lanes=("naive_every", "linked"), repeats=1, counting=False), "low")
    22.0
    """
    lanes = _installed(plan)
    short = min(plan.budget, WARM_UP)
    warm_ups = sum(short if lane.algorithm else plan.budget for lane in lanes)
    runs = len(lanes) * plan.repeats + _counted(plan, lanes)
    return len(heats(plan, text)) * (plan.warm_ups * warm_ups + runs * plan.budget)


def _installed(plan: RacePlan) -> list[Lane]:
    return [LANES[name] for name in plan.lanes if LANES[name].is_installed]


def _counted(plan: RacePlan, lanes: Sequence[Lane]) -> int:
    """Counted runs of a heat."""
    return sum(lane.fine for lane in lanes) if plan.counting else 0


# --- The command that repeats a race in a terminal

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
