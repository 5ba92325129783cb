"""Two vocabularies side by side: the first merge that differs, and what they share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bpe_core.formats.token_ranks import merge_list
from bpe_core.model import BPEModel
from bpe_core.train.compare_merges import BytePair, MergeDifference, compare_merges
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak

MOST_BEFORE = 3  # merges that are drawn before the first that differs
MOST_TRAINED = 2000  # merges that are learned anew by every other tie rule


@dataclass(frozen=True, slots=True)
class Parting:
    """The first merge that differs (None: none does), and the ``same`` ones before it.

    ``before`` are the last of these, with their numbers from 0.
    """

    same: int
    difference: MergeDifference | None
    before: tuple[tuple[int, BytePair], ...] = ()


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many merges and tokens each of two vocabularies has, and how many tokens both."""

    merges: tuple[int, int]
    tokens: tuple[int, int]
    shared: int


def parting(
    first: BPEModel,
    second: BPEModel,
    text: str | None = None,
    *,
    pattern: str = "gpt2",
    special_tokens: Iterable[str] = (),
) -> Parting:
    """Where the merges part; both pairs are counted in ``text``, cut as training cuts it.

    Raises ``FormatError`` for a vocabulary of ranked tokens that no merge list can make.
    """
    most = min(_merges(first), _merges(second)) + 1
    merges = merge_list("first", first, most)
    others = merge_list("second", second, most)
    difference = compare_merges(
        merges, others, text, pattern=pattern, special_tokens=special_tokens
    )
    if difference is None:
        return Parting(len(merges), None)
    same = difference.number
    start = max(0, same - MOST_BEFORE)
    return Parting(same, difference, tuple(enumerate(merges[start:same], start)))


def rule_of(
    model: BPEModel, text: str, options: TrainOptions, *, pattern: str = "gpt2"
) -> TieBreak | None:
    """The tie rule, other than that of ``options``, by which ``text`` gives all its merges.

    None where no rule does, or there are more than ``MOST_TRAINED``; raises as `parting` does.

    >>> from bpe_core import train
    >>> first_seen = train("ab cd", vocab_size=258, tie_break="first_seen")
    >>> rule_of(first_seen, "ab cd", TrainOptions(num_merges=2))
    'first_seen'
    """
    if _merges(model) > MOST_TRAINED:
        return None
    merges = merge_list("other", model)
    asked = replace(options, num_merges=len(merges), vocab_size=None)
    for rule in TIE_BREAKS:
        if rule != options.tie_break:
            by_rule = replace(asked, tie_break=rule)
            trained = train_model(text, by_rule, pattern=pattern, trainer="linked")
            if trained.merges_as_bytes() == merges:
                return rule
    return None


def sizes(first: BPEModel, second: BPEModel) -> Sizes:
    """Both counted, special tokens included, ids without a token not.

    >>> from bpe_core import train
    >>> sizes(train("ab ab", vocab_size=257), train("cd cd abc", vocab_size=257))
    Sizes(merges=(1, 1), tokens=(257, 257), shared=256)
    """
    one, other = ({token for token in model.vocabulary if token} for model in (first, second))
    merges = _merges(first), _merges(second)
    return Sizes(merges, (len(one), len(other)), len(one & other))


def _merges(model: BPEModel) -> int:
    """How many merges; of ranked tokens one per token."""
    if model.has_merge_list:
        return len(model.merges)
    return sum(len(token) > 1 for token in model.ordinary_ids)
