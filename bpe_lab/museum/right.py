"""The right results, by the lab's own trainer, encoder and decoder, with bytes for ids."""

from __future__ import annotations

from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence

from bpe_core.encode.rank_order import encode_by_rank
from bpe_core.encode.whole_text import encode, encoded_parts
from bpe_core.events import TokenMerged
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.pre_tokens import pre_tokenize, split_pattern
from bpe_core.train.compare_merges import BytePair
from bpe_core.train.fold import fold_model
from bpe_core.train.naive import train_naive
from bpe_core.train.options import TrainOptions
from bpe_lab.museum.parts import CutOff, Merged, Step, TextShown, TokensGiven


def right_train(text: str, merges: int) -> list[BytePair]:
    """The naive trainer's merges: GPT-2's pattern, of equal counts the greatest pair.

    >>> right_train("aab", 2)
    [(b'a', b'b'), (b'a', b'ab')]
    """
    options = TrainOptions(num_merges=merges)
    return fold_model(train_naive(pre_tokenize(text), options), options).merges_as_bytes()


def right_encode(
    text: str,
    merges: Sequence[BytePair],
    special_tokens: Sequence[str] = (),
    *,
    pattern: str = "gpt2",
) -> list[bytes]:
    """The tokens of ``text``, special ones included.

    >>> right_encode("abc", [(b"b", b"c"), (b"a", b"b")])
    [b'a', b'bc']
    """
    model = model_of(merges, special_tokens, pattern)
    return [
        model.vocabulary[token_id] for token_id in encode(model, text, allowed_special="all")
    ]


def right_encoding(
    text: str,
    merges: Sequence[BytePair],
    special_tokens: Sequence[str] = (),
    *,
    pattern: str = "gpt2",
) -> Iterator[Step]:
    """The same step by step, from the events of the lab's encoder.

    >>> for step in right_encoding("abc", [(b"b", b"c"), (b"a", b"b")]):
    ...     print(step)
    CutOff(data=b'abc', is_special=False)
    Merged(pair=(b'b', b'c'), at=(1,))
    TokensGiven(tokens=(b'a', b'bc'))
    """
    model = model_of(merges, special_tokens, pattern)
    for part, is_special in encoded_parts(model, text, allowed_special=special_tokens):
        for piece in [part] if is_special else split_pattern(part, pattern):
            yield CutOff(piece.encode(), is_special)
            if not is_special:
                yield from _merges(model, piece.encode())
    yield TokensGiven(tuple(right_encode(text, merges, special_tokens, pattern=pattern)))


def _merges(model: BPEModel, pre_token: bytes) -> Iterator[Merged]:
    for event in encode_by_rank(model, pre_token):
        if isinstance(event, TokenMerged):
            start, middle = event.position, event.absorbed
            end = start + len(model.vocabulary[event.new_id])
            yield Merged((pre_token[start:middle], pre_token[middle:end]), (start,))


def model_of(
    merges: Sequence[BytePair], special_tokens: Sequence[str], pattern: str
) -> BPEModel:
    """A model of merges in any order; one of a token that none of them makes is left out."""
    specials = [token.encode() for token in special_tokens]
    joined = dict.fromkeys(left + right for left, right in merges)
    vocabulary = Vocabulary.of_bytes([*specials, *joined])
    ids = {token: number for number, token in enumerate(vocabulary) if token not in specials}
    known = [(left, right) for left, right in merges if left in ids and right in ids]
    return BPEModel(
        vocabulary,
        tuple(Merge(ids[left], ids[right], ids[left + right]) for left, right in known),
        {token: 256 + k for k, token in enumerate(special_tokens)},
        pattern,
    )


def right_decode(tokens: Sequence[bytes]) -> str:
    """The text of tokens: first all bytes, then the characters.

    >>> right_decode([bytes([value]) for value in "你".encode()])
    '你'
    """
    return b"".join(tokens).decode("utf-8", errors="replace")


def right_stream(tokens: Sequence[bytes]) -> Iterator[TextShown]:
    r"""The same token by token; of an unfinished character nothing is shown.

    >>> [shown.text for shown in right_stream([b"a", b"\xc3", b"\xa9"])]
    ['a', '', 'é']
    """
    decoder = getincrementaldecoder("utf-8")("replace")
    for number, token in enumerate(tokens, 1):
        yield TextShown(decoder.decode(token, final=number == len(tokens)))
