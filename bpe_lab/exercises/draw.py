"""Draw an exercise's text, until it shows what its level wants."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.train.options import TrainOptions
from bpe_lab.exercises.draws import Draws
from bpe_lab.exercises.encoded_word import DRAWN, WantedWord, fits
from bpe_lab.exercises.kinds import KINDS, LEVELS, Wanted
from bpe_lab.exercises.marks import marks_of
from bpe_lab.exercises.material import MATERIAL, Script
from bpe_lab.exercises.seed import Seed

FIRST_SCRIPT = next(iter(MATERIAL))  # which names of exercises leave out
TRIES = 10_000  # the rarest text that is wanted comes once in some 60


@dataclass(frozen=True, slots=True)
class Exercise:
    """A text to be trained on by hand, ``options.num_merges`` merges.

    Of an exercise in encoding these merges are given, and ``word`` is to be encoded.
    """

    kind: str
    level: int
    script: Script
    seed: Seed
    text: str
    options: TrainOptions
    word: str = ""


def draw(kind: str, level: int, seed: Seed, script: Script = "latin") -> Exercise:
    """The exercise that ``seed`` names.

    Raises ``UnknownNameError`` for no kind or script of ours, ``OptionError`` for no level.

    >>> draw("trace.naive", 3, Seed.read("17F3")).text
    'stla erer erst'
    """
    if kind not in KINDS:
        raise UnknownNameError.among("kind of exercise", kind, KINDS)
    check_drawn(level, script)
    wanted = KINDS[kind].wanted[script][level - 1]
    draws = Draws(f"{kind} {level} {script} {seed}")
    for _ in range(TRIES):
        if drawn := _drawn(draws, script, wanted):
            return Exercise(kind, level, script, seed, *drawn)
    raise AssertionError(f"no text in {TRIES} fits {kind}, level {level}, {script}, {seed}")


def exercise_name(level: int, seed: str, script: str = "latin") -> str:
    """What a link calls an exercise of its page's kind.

    >>> exercise_name(3, "17F3"), exercise_name(3, "17F3", "chinese")
    ('3-17F3', '3-17F3-chinese')
    """
    return f"{level}-{seed}" + (f"-{script}" if script != FIRST_SCRIPT else "")


def check_drawn(level: int, script: str) -> None:
    """Raise ``UnknownNameError`` for no script of ours, ``OptionError`` for no level."""
    if script not in MATERIAL:
        raise UnknownNameError.among("script", script, MATERIAL)
    if level not in LEVELS:
        raise OptionError(name="level", value=level, rule=f"1 to {LEVELS[-1]}")


def _drawn(
    draws: Draws, script: Script, wanted: Wanted | WantedWord
) -> tuple[str, TrainOptions, str] | None:
    """A text, how it is trained on and the word to encode, if they show what is wanted."""
    if isinstance(wanted, WantedWord):
        options = TrainOptions(num_merges=wanted.merges, min_count=2)
        drawn = DRAWN[script](draws)
        return (drawn.text, options, drawn.word) if fits(drawn, wanted, options) else None
    options = TrainOptions(num_merges=wanted.merges)
    text = MATERIAL[script](draws)
    if len(text.encode()) > wanted.most_bytes or not wanted.fits(marks_of(text, options)):
        return None
    return text, options, ""
