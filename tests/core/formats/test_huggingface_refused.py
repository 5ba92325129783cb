"""What a ``tokenizer.json`` holds that would change ids is refused by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.huggingface import write_huggingface
from bpe_core.pretokenize.patterns import PATTERNS
from tests.core.formats.huggingface_files import (
    FILE,
    read,
    theirs,
)
from tests.for_each import for_each

Edit = Callable[[dict[str, Any]], object]


def put(path: str, value: Any) -> Edit:
    """Set the value at a dotted path."""

    def edit(file: dict[str, Any]) -> None:
        *parents, last = path.split(".")
        for parent in parents:
            file = file[parent]
        file[last] = value

    return edit


def added(**fields: Any) -> Edit:
    return lambda file: file["added_tokens"][0].update(fields)


BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}


def split(text: object, **fields: Any) -> Edit:
    first = {"type": "Split", "pattern": text, "behavior": "Isolated", "invert": False}
    parts = [{**first, **fields}, BYTE_LEVEL]
    return put("pre_tokenizer", {"type": "Sequence", "pretokenizers": parts})


REFUSED: dict[str, tuple[Edit, str]] = {
    "WordPiece": (put("model.type", "WordPiece"), "key 'model.type': one of BPE"),
    "no model": (put("model", None), "key 'model': a JSON object"),
    "no vocabulary": (put("model.vocab", None), "the file: a JSON object"),
    "no merges": (put("model.merges", None), "key 'model.merges': a JSON list"),
    "a normalizer": (put("normalizer", {"type": "NFKC"}), "key 'normalizer': 'NFKC' would"),
    "dropout": (put("model.dropout", 0.1), "key 'model.dropout': 0.1 would change ids"),
    "a prefix": (
        put("model.continuing_subword_prefix", "##"),
        "key 'model.continuing_subword_prefix': '##'",
    ),
    "a suffix": (put("model.end_of_word_suffix", "</w>"), "key 'model.end_of_word_suffix'"),
    "byte fallback": (put("model.byte_fallback", True), "key 'model.byte_fallback': True"),
    "a flag of another type": (put("model.ignore_merges", 2), "key 'model.ignore_merges'"),
    "another decoder": (put("decoder", {"type": "Metaspace"}), "key 'decoder': one of"),
    "no pre-tokenizer": (put("pre_tokenizer", None), "key 'pre_tokenizer': one of"),
    "Metaspace": (put("pre_tokenizer", {"type": "Metaspace"}), "not ['Metaspace']"),
    "Digits first": (
        put("pre_tokenizer", {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, {}]}),
        "not ['Digits', None]",
    ),
    "a space in front": (
        put("pre_tokenizer", {"type": "ByteLevel", "add_prefix_space": True}),
        "add_prefix_space would change ids",
    ),
    "split twice": (
        put(
            "pre_tokenizer",
            {
                "type": "Sequence",
                "pretokenizers": [{"type": "Split"}, {**BYTE_LEVEL, "use_regex": True}],
            },
        ),
        "Split + use_regex would change ids",
    ),
    "a split that merges": (
        split({"Regex": "a|."}, behavior="MergedWithNext"),
        "MergedWithNext, invert: False would",
    ),
    "a split at a text": (split({"String": " "}), "{'String': ' '} would change ids"),
    "a wrong pattern": (split({"Regex": "(a"}), "key 'pre_tokenizer': the pattern is wrong"),
    "a pattern that matches nothing": (split({"Regex": "a*"}), "matches the empty text"),
    "a line's end": (split({"Regex": "a+$|."}), "'$|.' would change ids"),
    "a possessive interval": (
        split({"Regex": str(PATTERNS["cl100k_tiktoken"])}),
        "'{1,3}+| ' would change ids",
    ),
    "words": (split({"Regex": r"\w+|\W"}), r"would change ids"),
    "added tokens of another type": (put("added_tokens", {"a": 1}), "a JSON list"),
    "an added token that is none": (put("added_tokens", [1]), "key 'added_tokens[0]'"),
    "an added token without text": (added(content=""), "a special token is text"),
    "an added token of another id": (added(id=3), "its id is 0, not 3"),
    "an added token of no id": (added(id=True), "ids are integers from 0 to"),
    "an added token twice": (added(content="<pad>", id=1), "'<pad>' stands twice"),
    "stripping": (added(lstrip=True), "key 'added_tokens[0]': lstrip would change ids"),
    "single words": (added(single_word=True), "single_word would change ids"),
    "a merge of three": (put("model.merges", [["a", "b", "c"]]), "key 'model.merges[0]': two"),
    "a merge of numbers": (put("model.merges", [[1, 2]]), "key 'model.merges[0]': two tokens"),
    "a merge that is none": (put("model.merges", [None]), "key 'model.merges[0]': two tokens"),
    "a merge of unknown parts": (
        put("model.merges", [["a", "###"]]),
        "key 'model.merges[0]': '###' is not in the vocabulary",
    ),
    "an added token behind a gap": (
        put("model.vocab.zzz", 9_000),
        "key 'added_tokens[2]': its id is 701, not 700",
    ),
    "a gap": (
        lambda file: (put("added_tokens", [])(file), put("model.vocab.zzz", 9_000)(file)),
        "the file: no token has the id 700",
    ),
    "a token that is no bytes": (
        lambda file: (put("added_tokens", [])(file), put("model.vocab.€", 700)(file)),
        "key '€': '€' stands for no byte",
    ),
}


@for_each("what", REFUSED)
def test_what_would_change_ids_is_refused_by_name(what: str) -> None:
    edit, message = REFUSED[what]
    file = theirs()
    edit(file)
    with pytest.raises(FormatError) as caught:
        read(json.dumps(file))
    assert str(caught.value).startswith(f"{FILE}, ")
    assert message in str(caught.value)


def harmless() -> Iterator[tuple[str, Any]]:
    yield (
        "post_processor",
        {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False},
    )
    yield "truncation", {"max_length": 512, "strategy": "LongestFirst", "stride": 0}
    yield "model.unk_token", "<|endoftext|>"
    yield "model.continuing_subword_prefix", ""
    yield "model.dropout", 0.0
    yield "decoder", None


@pytest.mark.parametrize(("path", "value"), list(harmless()))
def test_what_changes_no_ids_is_taken(path: str, value: Any) -> None:
    file = theirs()
    plain = read(json.dumps(file))
    put(path, value)(file)
    assert read(json.dumps(file)) == plain


@pytest.mark.parametrize("pattern", [r"\w+|\W", r"(?s:.)"])
def test_a_pattern_that_means_something_else_there_is_not_written(pattern: str) -> None:
    model = bpe_core.train("low low", vocab_size=257, pattern=f"custom:{pattern}")
    with pytest.raises(FormatError, match=r"'pre_tokenizer': .* would change ids"):
        write_huggingface(model)
