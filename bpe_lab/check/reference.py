"""What is right, under the convention that a solution keeps to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, lay_out
from bpe_core.train.compare_merges import BytePair
from bpe_core.train.fold import fold_model
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak
from bpe_lab.check.uncounted import train_uncounted


@dataclass(frozen=True, slots=True)
class Convention:
    """How texts are cut, which of equal counts is merged, and whether overlaps are counted."""

    pattern: str = "gpt2"
    tie_break: TieBreak = "greatest"
    overlaps: bool = True


def right_merges(
    text: str, most: int, convention: Convention, specials: Sequence[str] = ()
) -> list[BytePair]:
    """The first ``most`` merges of a text, or as many as there are.

    >>> right_merges("aab", 9, Convention())
    [(b'a', b'b'), (b'a', b'ab')]
    >>> right_merges("aaab", 1, Convention(overlaps=True, tie_break="first_seen"))
    [(b'a', b'a')]
    """
    options = TrainOptions(
        num_merges=most, special_tokens=specials, tie_break=convention.tie_break
    )
    counts = count_pre_tokens(text, pattern=convention.pattern, special_tokens=specials)
    train = train_linked if convention.overlaps else train_uncounted
    return fold_model(
        train(lay_out(counts), options), options, pattern="none"
    ).merges_as_bytes()


def right_tokens(
    text: str, merges: Sequence[BytePair], convention: Convention, specials: Sequence[str] = ()
) -> list[bytes]:
    """The tokens that ``merges`` make of a text, special tokens taken as such.

    >>> right_tokens("abc", [(b"b", b"c"), (b"a", b"b")], Convention())
    [b'a', b'bc']
    """
    model = model_of(merges, convention.pattern, specials)
    ids = encode(model, text, allowed_special=specials)
    return [model.vocabulary[token_id] for token_id in ids]


def model_of(
    merges: Sequence[BytePair], pattern: str, specials: Sequence[str] = ()
) -> BPEModel:
    """A model of these merges; one of a token that is not there is left out."""
    words = [special.encode() for special in specials]
    joined = list(dict.fromkeys(left + right for left, right in merges))
    vocabulary = Vocabulary.of_bytes([*words, *joined])
    ids = {token: number for number, token in enumerate(vocabulary) if token not in words}
    listed = (
        Merge(ids[left], ids[right], ids[left + right])
        for left, right in merges
        if left in ids and right in ids
    )
    special_ids = {special: 256 + number for number, special in enumerate(specials)}
    return BPEModel(vocabulary, tuple(listed), special_ids, pattern)
