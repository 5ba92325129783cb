"""The trainers that a user would pick instead, each behind the same three arguments.

A peer is made ready before the clock starts; what it returns is timed; and what that returns
says, after the clock has stopped, what was learned. All split at special tokens, then by the
pattern, and learn byte-level merges up to the same number; SentencePiece splits and counts its
own way. A peer that lacks an option that is asked for raises ``OptionError``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import NamedTuple, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.formats.huggingface_splits import pre_tokenizer_of
from bpe_core.formats.tiktoken import last_merges, splits
from bpe_core.model import BPEModel, Vocabulary
from bpe_core.pretokenize.patterns import pattern_text
from bpe_core.pretokenize.pre_tokens import split_special
from bpe_core.runtime.text import read_back
from bpe_core.train.options import TrainOptions

ANYTHING = r"[\s\S]+"  # one pre-token
LONGEST_TOKEN = 128  # bytes; bpeasy wants a bound
LONGEST_LINE = 2**30  # bytes; SentencePiece leaves out longer ones, and takes no higher bound
META_PIECES = 3  # SentencePiece's own: unknown, start and end

Pair: TypeAlias = tuple[bytes, bytes]  # the two tokens of a merge


class Learned(NamedTuple):
    """The new tokens in the order of their merges, and the merges where the peer tells them."""

    tokens: tuple[bytes, ...]
    pairs: tuple[Pair, ...] = ()


Tells: TypeAlias = Callable[[], Learned]
Trains: TypeAlias = Callable[[], Tells]
Text: TypeAlias = str | Sequence[str]
Peer: TypeAlias = Callable[[Text, TrainOptions, str], Trains]  # text, options, pattern's name


def tokenizers(text: Text, options: TrainOptions, pattern: str) -> Trains:
    """Hugging Face tokenizers."""
    from tokenizers import Tokenizer
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer

    model = {"type": "BPE", "vocab": {}, "merges": []}
    splitter = pre_tokenizer_of("tokenizer.json", pattern)
    tokenizer = Tokenizer.from_str(json.dumps({"pre_tokenizer": splitter, "model": model}))
    trainer = BpeTrainer(
        vocab_size=most_tokens(text, options),
        min_frequency=options.min_count,
        initial_alphabet=ByteLevel.alphabet(),
        special_tokens=list(options.special_tokens),
        show_progress=False,
    )

    def learned() -> Learned:
        merges = json.loads(tokenizer.to_str())["model"]["merges"]
        return of_pairs((read_back(left), read_back(right)) for left, right in merges)

    def train() -> Tells:
        tokenizer.train_from_iterator(ordinary_parts(text, options), trainer)
        return learned

    return train


def rustbpe(text: Text, options: TrainOptions, pattern: str) -> Trains:
    """rustbpe knows no special tokens, so it gets fewer ids."""
    import rustbpe

    refuse_min_count("rustbpe", options)
    tokenizer = rustbpe.Tokenizer()
    regex = pattern_text(pattern) or ANYTHING
    size = most_tokens(text, options) - len(options.special_tokens)

    def train() -> Tells:
        tokenizer.train_from_iterator(ordinary_parts(text, options), size, pattern=regex)
        return lambda: of_ranks({bytes(t): rank for t, rank in tokenizer.get_mergeable_ranks()})

    return train


# gigatoken's names of the rules that it shares with us; ours that it lacks get its first.
GIGATOKEN_TIES: Mapping[str, str] = {
    "lowest_ids": "raw_token_ids",
    "lowest_gpt2_ids": "huggingface",
}
# None would be gigatoken's own <|endoftext|>; no UTF-8 text holds this.
NOWHERE = b"\xff"


def gigatoken(text: Text, options: TrainOptions, pattern: str) -> Trains:
    """gigatoken takes bytes, splits by GPT-2's pattern and at one separator itself."""
    specials = options.special_tokens
    learn = gigatoken_from_bytes(options, pattern, most_tokens(text, options))

    def train() -> Tells:
        several = specials[1:]
        parts = ordinary_parts(text, options) if several else documents(text)
        return learn((specials[0] if several else "").join(parts).encode())

    return train


def gigatoken_from_bytes(
    options: TrainOptions, pattern: str, size: int
) -> Callable[[bytes], Tells]:
    """Its trainer up to ``size`` tokens; the bytes hold one special token at the most."""
    import gigatoken

    refuse_min_count("gigatoken", options)
    if pattern != "gpt2":
        raise OptionError(name="pattern", value=pattern, rule="gpt2, all that gigatoken has")
    specials = list(options.special_tokens)
    tie_breaking = GIGATOKEN_TIES.get(options.tie_break, "raw_token_ids")

    def learn(data: bytes) -> Tells:
        _, pairs = gigatoken.train_bpe(
            data,
            size,
            specials,
            separator=specials[0].encode() if specials else NOWHERE,
            tie_breaking=tie_breaking,
        )
        return lambda: of_pairs(pairs)

    return learn


def bpeasy(text: Text, options: TrainOptions, pattern: str) -> Trains:
    """bpeasy knows no special tokens either, and tokens of at most 128 bytes."""
    import bpeasy

    refuse_min_count("bpeasy", options)
    regex = pattern_text(pattern) or ANYTHING
    size = most_tokens(text, options) - len(options.special_tokens)

    def train() -> Tells:
        ranks = bpeasy.train_bpe(ordinary_parts(text, options), regex, LONGEST_TOKEN, size)
        return lambda: Learned(tuple(sorted(ranks, key=ranks.__getitem__))[256:])

    return train


def sentencepiece(text: Text, options: TrainOptions, pattern: str) -> Trains:
    """SentencePiece splits lines at spaces, whatever the pattern, and merges characters.

    Its vocabulary holds the text's characters beside as many merges as the others make.
    """
    import sentencepiece

    refuse_min_count("sentencepiece", options)
    merges = most_tokens(text, options) - options.first_id
    characters = set[str]().union(*ordinary_parts(text, options)) - {"\n"} | {" "}
    size = META_PIECES + len(characters) + merges

    def train() -> Tells:
        saved = BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=lines(ordinary_parts(text, options)),
            model_writer=saved,
            model_type="bpe",
            vocab_size=size,
            hard_vocab_limit=False,
            character_coverage=1.0,
            normalization_rule_name="identity",
            max_sentence_length=LONGEST_LINE,
            minloglevel=2,
        )
        return lambda: of_pieces(saved.getvalue())

    def of_pieces(model: bytes) -> Learned:
        loaded = sentencepiece.SentencePieceProcessor(model_proto=model)
        ids = range(META_PIECES, loaded.get_piece_size())
        pieces = (loaded.id_to_piece(piece_id) for piece_id in ids)
        return Learned(tuple(piece.encode() for piece in pieces if len(piece) > 1))

    return train


# By the name of the package.
PEERS: Mapping[str, Peer] = {
    "tokenizers": tokenizers,
    "rustbpe": rustbpe,
    "gigatoken": gigatoken,
    "bpeasy": bpeasy,
    "sentencepiece": sentencepiece,
}


def refuse_min_count(peer: str, options: TrainOptions) -> None:
    """For those that go on to the end whatever the counts are."""
    if options.min_count > 1:
        rule = f"1, since {peer} knows none"
        raise OptionError(name="min_count", value=options.min_count, rule=rule)


def most_tokens(text: Text, options: TrainOptions) -> int:
    """Size of the vocabulary at the most, where no limit is set all that the text can give."""
    if options.merge_limit is not None:
        return options.first_id + options.merge_limit
    return options.first_id + sum(len(part.encode()) for part in documents(text))


def documents(text: Text) -> Sequence[str]:
    return [text] if isinstance(text, str) else text


def ordinary_parts(text: Text, options: TrainOptions) -> Iterator[str]:
    """What lies between special tokens."""
    for document in documents(text):
        for part, is_special in split_special(document, options.special_tokens):
            if not is_special:
                yield part


def lines(parts: Iterable[str]) -> Iterator[str]:
    """The lines of all parts, without their ends."""
    for part in parts:
        yield from part.split("\n")


def of_pairs(pairs: Iterable[Pair]) -> Learned:
    """What was learned by these merges.

    >>> of_pairs([(b"l", b"o")]).tokens
    (b'lo',)
    """
    merges = tuple(pairs)
    return Learned(tuple(left + right for left, right in merges), merges)


def of_ranks(ranks: Mapping[bytes, int]) -> Learned:
    """The merges of a vocabulary: the bytes, then the tokens in the order of learning.

    >>> alphabet = {bytes([value]): value for value in range(256)}
    >>> of_ranks(alphabet | {b"lo": 256, b"low": 257}).pairs
    ((b'l', b'o'), (b'lo', b'w'))
    """
    tokens = tuple(sorted(ranks, key=ranks.__getitem__))
    byte_ids = tuple(ranks[bytes([value])] for value in range(256))
    merges, merge_ranks = splits("ranks", ranks)
    model = BPEModel(Vocabulary(tokens, byte_ids), merges, ranks=merge_ranks)
    return of_pairs(last_merges("ranks", model))
