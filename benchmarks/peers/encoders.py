"""Every encoder of the benchmark: ready before the clock, one timed call, then its ids.

Ready: its tables are made from the vocabulary, and it has seen no text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from benchmarks.peers.calls import IDS, Call, call_of
from benchmarks.peers.inputs import BenchInputs, documents, shares, tiktoken_encoding
from benchmarks.peers.trails import Trail, of_ids
from bpe_core.encode.encode_array import encode_array

SMALL = 2048  # characters: what Hugging Face is fastest with
O200K = 199_998  # tokens: rs-bpe has this vocabulary and cl100k's, and takes no other
SEVERAL = 64  # documents: enough for gigatoken to use all cores from the start


def ours(inputs: BenchInputs) -> Call:
    """One call, bytes in, an array out."""
    model, data = inputs.model(), inputs.data()
    # One pre-token as long as all tokens, so that the tables for long ones are made, too.
    encode_array(model, b"!" * sum(map(len, model.vocabulary)))
    return call_of(lambda: encode_array(model, data, threads=inputs.threads), IDS, of_ids)


def tiktoken(inputs: BenchInputs) -> Call:
    """One str in, a list out, on one thread.

    Its own call for an array is slower: another path through its code.
    """
    encoding, text = tiktoken_encoding(inputs), inputs.text()
    return call_of(lambda: encoding.encode_ordinary(text), IDS, of_ids)


def tiktoken_threads(inputs: BenchInputs) -> Call:
    """As many documents as threads in, as many lists out."""
    encoding, texts = tiktoken_encoding(inputs), shares(inputs.text(), inputs.threads)
    return call_of(
        lambda: encoding.encode_ordinary_batch(texts, num_threads=inputs.threads), IDS, of_lists
    )


def tokenizers(inputs: BenchInputs) -> Call:
    """Hugging Face: documents of 2 KB in, a list each out."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_str(inputs.hugging_face())
    texts = list(documents(inputs.text(), SMALL))

    def encode() -> list[list[int]]:
        encodings = tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return [encoding.ids for encoding in encodings]

    return call_of(encode, IDS, of_lists)


def gigatoken(inputs: BenchInputs) -> Call:
    """One call, bytes in, an array out, on one thread."""
    from gigatoken import Tokenizer

    tokenizer, data = Tokenizer.from_json(inputs.hugging_face()), inputs.data()
    return call_of(lambda: tokenizer.encode(data), IDS, of_ids)


def gigatoken_documents(inputs: BenchInputs) -> Call:
    """Documents in, one array of all their ids out, on all threads.

    Its first call for several documents loads another library, which is no part of its work.
    """
    from gigatoken import Tokenizer

    Tokenizer.from_json(inputs.hugging_face()).encode_batch([b"a", b"b"])
    tokenizer = Tokenizer.from_json(inputs.hugging_face())
    texts = [text.encode() for text in shares(inputs.text(), SEVERAL)]
    return call_of(
        lambda: np.asarray(tokenizer.encode_batch(texts).layout.content.data), IDS, of_ids
    )


def rs_bpe(inputs: BenchInputs) -> Call:
    """One str in, a list out, with o200k's vocabulary if it is measured, else with cl100k's.

    o200k's own pattern cuts at capitals, where GPT-2's does not: a text that has some goes to
    its encoder of single pre-tokens.
    """
    from rs_bpe.bpe import openai

    text = inputs.text()
    if len(inputs.ranks()) != O200K:
        tokenizer = openai.cl100k_base()
        return call_of(lambda: tokenizer.encode(text), "", lambda ids: Trail(len(ids), ()))
    tokenizer = openai.o200k_base()
    if text == text.lower():
        return call_of(lambda: tokenizer.encode(text), IDS, of_ids)
    encoder, data = tokenizer.bpe(), inputs.data()
    return call_of(lambda: encoder.encode_via_backtracking(data), IDS, of_ids)


def of_lists(lists: Iterable[Sequence[int]]) -> Trail:
    """What lists of ids are together."""
    return of_ids(list(chain.from_iterable(lists)))
