"""What a lane gets: the pre-tokens of the text as its view of it has them."""

from __future__ import annotations

from bpe_core.encode.whole_text import encoded_pre_tokens
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_lab.race.ladder import View
from bpe_lab.race.plan import RacePlan


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
