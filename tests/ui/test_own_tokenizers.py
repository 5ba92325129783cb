"""Tokenizers of readers' files: several at once, of every kind, each named by what it is."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import pytest

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.registry import FORMATS
from bpe_lab.text import catalogue
from tests.core.tokenizers.families import (
    BYTE_LEVEL,
    DEEPSEEK,
    OWNED,
    TEKKEN,
    byte_level,
    owned,
    sentencepiece,
    tekken,
)
from tests.ui.test_pages import ROOT, errors_of, open_page, said
from tests.ui.vocabulary.test_vocabulary_page import (
    PAIR,
    encoded,
    files_field,
    give,
    own_of,
    said_notices,
)
from ui.own_tokenizers import MOST_OWN, described
from ui.owner_bounds import backtracks, check_for_owner
from ui.tokenizer_files import read_files


def field(number: int, data: bytes) -> bytes:
    """A field of a protobuf."""
    size = len(data)
    return bytes([8 * number + 2, 0x80 | size & 0x7F, size >> 7]) + data


SENTENCEPIECE = sentencepiece("bpe")
KINDS = {
    "byte-level BPE, 600 tokens, a pattern of its own": {
        "tokenizer.json": byte_level("DeepSeek Coder").encode()
    },
    "byte-level BPE, 600 tokens, cl100k's pattern": {
        "tokenizer.json": byte_level("Llama 3").encode()
    },
    "BPE, 700 tokens, opened by tokenizers": {"tokenizer.json": owned("Gemma").encode()},
    "WordPiece, 542 tokens, opened by tokenizers": {"tokenizer.json": owned("BERT").encode()},
    "unigram, 390 tokens, opened by tokenizers": {"tokenizer.json": owned("T5").encode()},
    "BPE, 700 tokens, opened by sentencepiece": {"tokenizer.model": SENTENCEPIECE},
    "byte-level BPE, 262 tokens, GPT-2's pattern": encoded(PAIR),
}


@pytest.mark.parametrize("what", KINDS)
def test_each_is_named_by_what_it_is(what: str) -> None:
    assert described(read_files(KINDS[what]).tokenizer) == what


def test_tekken_is_read() -> None:
    tokenizer = read_files({"tekken.json": tekken()}).tokenizer
    assert described(tokenizer).startswith("byte-level BPE, ")


def test_no_pattern_that_people_use_counts_as_costly() -> None:
    patterns = [*filter(None, PATTERNS.values()), *DEEPSEEK, TEKKEN, r"[\r\n]", r" {2,}"]
    assert not [*filter(backtracks, patterns)]
    for family in (*BYTE_LEVEL, *OWNED):
        text = byte_level(family) if family in BYTE_LEVEL else owned(family)
        check_for_owner({"tokenizer.json": text.encode()})
    check_for_owner({"tokenizer.model": sentencepiece("unigram")})


@pytest.mark.parametrize(
    "pattern", ["(a*)*", "(?:a|b)+", "(?i:(x+)y?){2,}", "((a|b)c)*", r"(\w+\s?)+$"]
)
def test_repetitions_of_repetitions_do(pattern: str) -> None:
    assert backtracks(pattern)


def given(*files: tuple[str, bytes]) -> list[tuple[str, bytes, str]]:
    return [(name, data, "application/json") for name, data in files]


def test_several_come_at_once_and_are_told_apart(language: str) -> None:
    files = [("tokenizer.json", owned(family).encode()) for family in ("BERT", "T5")]
    files += [("tokenizer.json", byte_level("GPT-2").encode()), *encoded(PAIR).items()]
    at = open_page("vocabulary", language, tokenizer="file")
    at.file_uploader(key="vocabulary_files_0").set_value(given(*files)).run()
    own = own_of(at)
    names = ["tokenizer.json", "tokenizer.json (2)", "tokenizer.json (3)", ", ".join(PAIR)]
    assert [each.name for each in own] == names
    assert errors_of(at) == "", "the latest is shown, a pair"
    which = at.selectbox(key="own_tokenizer_")
    assert len({*which.options}) == 4
    which.select(own[2].key).run()
    assert errors_of(at) == ""
    at.selectbox(key="own_tokenizer_").select(own[0].key).run()
    assert said(language, "error.AppError.served_by_owner") in errors_of(at)
    assert "tokenizers" in errors_of(at)


def test_one_of_them_can_be_removed() -> None:
    at = give(open_page("vocabulary", tokenizer="file"), encoded(PAIR))
    give(at, {"tokenizer.json": byte_level("GPT-2").encode()})
    first, second = own_of(at)
    at.button(key=f"remove_{second.key}").click().run()
    assert own_of(at) == [first]
    assert errors_of(at) == ""
    at.button(key=f"remove_{first.key}").click().run()
    assert catalogue("en")["tokenizer_file.wait"] in said_notices(at)


def test_the_same_files_are_held_once() -> None:
    at = give(give(open_page("vocabulary", tokenizer="file"), encoded(PAIR)), encoded(PAIR))
    assert len(own_of(at)) == 1


def test_there_is_a_bound_on_how_many_a_reader_holds(language: str) -> None:
    at = open_page("vocabulary", language, tokenizer="file")
    texts = ["abcdefghi"[: 2 + k] * 9 for k in range(MOST_OWN + 1)]
    models = [bpe_core.train(text, vocab_size=260) for text in texts]
    files = [FORMATS["huggingface"].write(model)["tokenizer.json"] for model in models]
    for text in files:
        give(at, {"tokenizer.json": text.encode()})
    assert len(own_of(at)) == MOST_OWN
    assert said(language, "error.AppError.too_many_tokenizers") in errors_of(at)
    assert len(files_field(at).value) == 1, "it waits in its field"
    at.button(key=f"remove_{own_of(at)[-1].key}").click().run()
    assert len(own_of(at)) == MOST_OWN
    assert (errors_of(at), files_field(at).value) == ("", [])


def test_what_one_says_beside_its_files_stays_with_it_on_every_page() -> None:
    model = bpe_core.train("low lower lowest", vocab_size=260)
    ranks = encoded(FORMATS["tiktoken"].write(model))
    del ranks["bpe-lab.json"]
    at = give(open_page("vocabulary", tokenizer="file"), ranks)
    [own] = own_of(at)
    at.selectbox(key=f"file_pattern_{own.key}").select("o200k").run()
    at.switch_page(str(ROOT / "pages" / "encode.py")).run()
    [own] = own_of(at)
    assert own.tokenizer.pattern == "o200k"
    assert at.selectbox(key=f"file_pattern_{own.key}").value == "o200k"


def changed(family: str, **parts: Any) -> dict[str, bytes]:
    """A family's file with other parts."""
    return {"tokenizer.json": json.dumps(json.loads(owned(family)) | parts).encode()}


def replacing(pattern: dict[str, str], content: str) -> dict[str, Any]:
    step = {"type": "Replace", "pattern": pattern, "content": content}
    return {"type": "Sequence", "normalizers": [step]}


def charsmap(*texts: bytes) -> bytes:
    """SentencePiece's table of what characters become, without the trie that leads there."""
    return b"\0\0\0\0" + b"\0".join(texts)


COSTLY = {
    "type": "Split",
    "pattern": {"Regex": "(a+)+$"},
    "behavior": "Isolated",
    "invert": False,
}
TOO_MUCH = {
    "a pattern that tries for ever": changed("T5", pre_tokenizer=COSTLY),
    "a character that becomes many": changed("T5", normalizer=replacing({"String": "a"}, "aa")),
    "nothing that becomes something": changed("T5", normalizer=replacing({"Regex": "x*"}, "x")),
    "a place that becomes something": changed(
        "T5", normalizer=replacing({"Regex": "(?=a)"}, "x")
    ),
    "a long prefix": changed("T5", normalizer={"type": "Prepend", "prepend": "a" * 99}),
    "a table of long texts": changed(
        "T5",
        normalizer={
            "type": "Precompiled",
            "precompiled_charsmap": b64encode(charsmap(b"a", b"b" * 1000)).decode(),
        },
    ),
    "long pieces": changed(
        "T5", model={"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0], ["a" * 500, -1]]}
    ),
    "long words": changed(
        "BERT", model={**json.loads(owned("BERT"))["model"], "max_input_chars_per_word": 10**6}
    ),
    "SentencePiece with a long piece": {
        "tokenizer.model": SENTENCEPIECE + field(1, field(1, b"a" * 1000))
    },
    "SentencePiece with a table of long texts": {
        "tokenizer.model": SENTENCEPIECE + field(3, field(2, charsmap(b"b" * 1000)))
    },
    "SentencePiece with an endless number": {
        "tokenizer.model": SENTENCEPIECE + b"\x08" + b"\x80" * 10**6
    },
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_what_asks_too_much_of_an_owners_library_is_not_handed_over(what: str) -> None:
    with pytest.raises(FormatError):
        read_files(TOO_MUCH[what])


HOSTILE: dict[str, dict[str, bytes]] = {
    "deep": {"tokenizer.json": b'{"model": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"},
    "many": {"tokenizer.json": b'{"model": [' + b"0," * 5_000_000 + b"0]}"},
    "cut": {"tokenizer.json": owned("T5").encode()[:-100]},
    "no model": {"tokenizer.json": b'{"model": {"type": "Unigram", "vocab": 3}}'},
    "other ids": {
        "tokenizer.json": owned("T5").replace('"unk_id":0', '"unk_id":99999').encode()
    },
    "cut model": {"tokenizer.model": SENTENCEPIECE[:-500]},
    "pieces that are no text": {
        "tokenizer.model": SENTENCEPIECE.replace(b"\x96\x81", b"\xff\xfe")
    },
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_files_are_refused(what: str) -> None:
    with pytest.raises(FormatError):
        read_files(HOSTILE[what])


def test_a_refused_one_is_told_beside_those_that_are_taken(language: str) -> None:
    wrong, right = HOSTILE["cut model"], {"tokenizer.json": byte_level("GPT-2").encode()}
    at = give(open_page("vocabulary", language, tokenizer="file"), {**wrong, **right})
    assert "tokenizer\\.model" in errors_of(at)
    assert [own.name for own in own_of(at)] == ["tokenizer.json"]


def test_a_giant_id_takes_no_room(language: str) -> None:
    """Memory is weighed by the ids that there may be."""
    file: dict[str, Any] = json.loads(owned("BERT"))
    file["model"]["vocab"]["giant"] = 2**32 - 1
    at = open_page("vocabulary", language, tokenizer="file")
    give(at, {"tokenizer.json": json.dumps(file).encode()})
    assert said(language, "error.AppError.no_room") in errors_of(at)
    assert own_of(at) == []
