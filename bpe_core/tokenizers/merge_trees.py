"""How merges make a token: a tree whose leaves are bytes or characters.

Drawn from the core's model, or from the merges in a file that its owner's library serves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from bpe_core.encode.derivation import Leaf, Part, derive
from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.model import BPEModel
from bpe_core.systems.pieces import readable


class MergeTree(NamedTuple):
    """A token, the rank of the merge that makes it of its two ``parts``; a leaf has neither.

    ``written`` is as the tokenizer writes tokens; ``token_id`` is None where a part of a token
    is none itself.
    """

    written: str
    token_id: int | None
    rank: int | None = None
    parts: tuple[MergeTree, ...] = ()

    def leaves(self) -> Iterator[str]:
        """What it is made of, from left to right."""
        if not self.parts:
            yield self.written
        for part in self.parts:
            yield from part.leaves()


def tree_of_token(model: BPEModel, token_id: int) -> MergeTree | None:
    """How rank order makes the token's bytes one; None for a token that no merges make.

    That is a special token, or one that only whole pre-tokens have.

    >>> from bpe_core import train
    >>> tree = tree_of_token(train("low low", vocab_size=258), 257)
    >>> tree.written, tree.rank, [part.written for part in tree.parts], [*tree.leaves()]
    ('low', 1, ['l', 'ow'], ['l', 'o', 'w'])
    """
    token = model.vocabulary[token_id]
    roots = derive(model, token, encode_by_rank(model, token)).roots
    if len(roots) != 1 or roots[0].token_id != token_id:
        return None
    return _tree(model, roots[0])


def _tree(model: BPEModel, part: Part) -> MergeTree:
    written = readable(model.vocabulary[part.token_id])
    if isinstance(part, Leaf):
        return MergeTree(written, part.token_id)
    parts = _tree(model, part.left), _tree(model, part.right)
    return MergeTree(written, part.token_id, part.rank, parts)


def tree_by_merges(
    symbols: Sequence[str],
    rank_of: Callable[[str, str], int | None],
    ids: Mapping[str, int],
) -> MergeTree | None:
    """The tree of ``symbols`` when the pair of lowest rank merges first; None if some stay.

    >>> ranks = {("l", "o"): 0, ("lo", "w"): 1}
    >>> tree = tree_by_merges("low", lambda *pair: ranks.get(pair), {"low": 7, "lo": 6})
    >>> tree.token_id, tree.parts[0].token_id, tree.parts[1].token_id
    (7, 6, None)
    """
    trees = [MergeTree(symbol, ids.get(symbol)) for symbol in symbols]
    while len(trees) > 1:
        pairs = [(left.written, right.written) for left, right in pairwise(trees)]
        ranks = [rank_of(*pair) for pair in pairs]
        ranked = [(rank, k) for k, rank in enumerate(ranks) if rank is not None]
        if not ranked:
            return None
        rank, k = min(ranked)
        whole = "".join(pairs[k])
        trees[k : k + 2] = [MergeTree(whole, ids.get(whole), rank, (trees[k], trees[k + 1]))]
    return trees[0] if trees else None
