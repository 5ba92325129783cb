"""Files of Hugging Face tokenizers: written here, made there, with added tokens."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, trainers
from tokenizers.pre_tokenizers import ByteLevel, PreTokenizer, Sequence, Split

import bpe_core
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.texts.corpus import sample

FILE = "tokenizer.json"
SPECIALS = ("<|endoftext|>", "<|x|>", "<|x|><|x|>", "结束")
CUSTOM = r"custom:[A-Z]?[a-z]+|\p{Han}|\d{1,2}|(?i:'s)|[^\r\n]?[!-/]+|\s+|."
NAMES = (*PATTERNS, CUSTOM)
COMPOSING = "e\u0301n\u0303a\u0308\u1100\u1161가"  # letters, marks and Hangul that compose


def read(text: str, **options: Any) -> BPEModel:
    return read_huggingface({FILE: text.encode()}, **options)


@cache
def trained(pattern: str) -> BPEModel:
    text = sample("story_en").text + sample("story_zh").text
    return bpe_core.train(text, vocab_size=600, special_tokens=SPECIALS, pattern=pattern)


@cache
def written(pattern: str) -> Tokenizer:
    return Tokenizer.from_str(write_huggingface(trained(pattern))[FILE])


LLAMA = Regex(str(PATTERNS["cl100k"]))
PRE_TOKENIZERS: dict[str, tuple[PreTokenizer, str]] = {
    "ByteLevel": (ByteLevel(add_prefix_space=False), "gpt2"),
    "ByteLevel without a pattern": (ByteLevel(add_prefix_space=False, use_regex=False), "none"),
    "Split and ByteLevel": (
        Sequence([Split(LLAMA, "isolated"), ByteLevel(False, use_regex=False)]),
        "cl100k",
    ),
    "Split that keeps matches": (
        Sequence([Split(LLAMA, "removed", invert=True), ByteLevel(False, use_regex=False)]),
        "cl100k",
    ),
    "custom": (
        Sequence([Split(Regex(CUSTOM[7:]), "isolated"), ByteLevel(False, use_regex=False)]),
        CUSTOM,
    ),
}


@cache
def trained_there(kind: str) -> str:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = PRE_TOKENIZERS[kind][0]
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=700,
        special_tokens=["<|endoftext|>", "<pad>"],
        initial_alphabet=ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator([sample("story_en").text, sample("story_zh").text], trainer)
    tokenizer.add_special_tokens([AddedToken("<|late|>", special=True)])
    tokenizer.add_tokens([AddedToken("later", normalized=False)])
    file: str = tokenizer.to_str()
    return file


def theirs(kind: str = "ByteLevel", **model: Any) -> dict[str, Any]:
    """A file that their trainer made, with ``model`` changed."""
    file: dict[str, Any] = json.loads(trained_there(kind))
    file["model"].update(model)
    return file


def with_added(*contents: tuple[str, bool], **fields: Any) -> str:
    """A file whose only added tokens are ``contents``, each with its ``normalized`` flag."""
    file = {**theirs(), **fields}
    size = len(file["model"]["vocab"])
    file["added_tokens"] = [
        {
            **dict.fromkeys(("single_word", "lstrip", "rstrip", "special"), False),
            "id": size + k,
            "content": content,
            "normalized": normalized,
        }
        for k, (content, normalized) in enumerate(contents)
    ]
    return json.dumps(file)


NFC = {"type": "NFC"}
