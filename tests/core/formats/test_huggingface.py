"""A ``tokenizer.json`` means the same here and in Hugging Face tokenizers, whoever wrote it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

import bpe_core
from bpe_core.errors import FormatError
from bpe_core.formats.huggingface import write_huggingface
from bpe_core.formats.huggingface_splits import takes_everything
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.registry import FORMATS
from bpe_core.texts.corpus import sample
from tests.core import text_strategies as texts
from tests.core.formats.huggingface_files import (
    CUSTOM,
    FILE,
    NAMES,
    NFC,
    PRE_TOKENIZERS,
    SPECIALS,
    read,
    theirs,
    trained,
    with_added,
    written,
)
from tests.examples import examples
from tests.for_each import for_each


@for_each("pattern", NAMES)
def test_a_written_file_is_read_back_equal(pattern: str) -> None:
    assert read(write_huggingface(trained(pattern))[FILE]) == trained(pattern)


@pytest.mark.parametrize("pattern", NAMES)
def test_a_written_file_gives_our_ids_there(pattern: str, shared: Callable[[str], Any]) -> None:
    if pattern == CUSTOM:
        text = sample("story_en").text
    else:
        text = shared("data/corpus.en").read_text("utf-8")[:20_000]
    text = f"{text}<|x|><|x|><|x|>结束{sample('story_zh').text}<|endoftext|>"
    model, peer = trained(pattern), written(pattern)
    ids = peer.encode(text).ids
    assert ids == bpe_core.encode(model, text, allowed_special=SPECIALS)
    assert peer.decode(ids, skip_special_tokens=False) == text
    assert {peer.token_to_id(token) for token in SPECIALS} == {256, 257, 258, 259}


@settings(max_examples=examples(400))
@given(pattern=st.sampled_from(tuple(PATTERNS)), text=texts.texts)
def test_any_text_has_our_ids_there(pattern: str, text: str) -> None:
    ids = written(pattern).encode(text).ids
    assert ids == bpe_core.encode(trained(pattern), text, allowed_special=SPECIALS)


def test_gpt2_written_here(gpt2: BPEModel, shared: Callable[[str], Any]) -> None:
    text = shared("data/corpus.en").read_text("utf-8")
    file = write_huggingface(gpt2)[FILE]
    assert Tokenizer.from_str(file).encode(text).ids == bpe_core.encode(gpt2, text)
    assert read(file) == gpt2


@settings(max_examples=examples(200))
@given(
    text=st.one_of(
        texts.adversarial, st.text("e\u0301n\u0303a\u0308\u1100\u1161가", max_size=20)
    )
)
def test_a_file_that_composes_characters_gives_their_ids(text: str) -> None:
    file = {**theirs(), "normalizer": {"type": "NFC"}}
    peer, model = Tokenizer.from_str(json.dumps(file)), read(json.dumps(file))
    assert model.normalization == "NFC"
    assert bpe_core.encode(model, text) == peer.encode(text).ids
    again = write_huggingface(model)[FILE]
    assert read(again) == model
    assert Tokenizer.from_str(again).encode(text).ids == peer.encode(text).ids


def test_only_some_formats_can_say_that_characters_are_composed() -> None:
    model = read(json.dumps({**theirs(), "normalizer": {"type": "NFC"}}))
    gpt2 = FORMATS["gpt2"]
    files = {name: text.encode() for name, text in gpt2.write(model).items()}
    assert gpt2.read(files) == model
    for name in ("bbpe", "tiktoken", "subword_nmt"):
        with pytest.raises(FormatError):
            FORMATS[name].write(model)


@for_each("kind", PRE_TOKENIZERS)
@for_each("ignore_merges", [False, True])
def test_their_file_gives_their_ids_here(kind: str, ignore_merges: bool) -> None:
    pattern = PRE_TOKENIZERS[kind][1]
    file = theirs(kind, ignore_merges=ignore_merges)
    peer, model = Tokenizer.from_str(json.dumps(file)), read(json.dumps(file))
    text = sample("story_en").text + "<|endoftext|> sooner or later <|late|><pad>"
    assert bpe_core.encode(model, text, allowed_special=model.special_tokens) == (
        peer.encode(text).ids
    )
    assert (model.pattern, model.whole_first) == (pattern, ignore_merges)
    specials = ("<|endoftext|>", "<pad>", "<|late|>", "later")
    assert dict(model.special_tokens) == {token: peer.token_to_id(token) for token in specials}


def test_whole_pre_tokens_come_before_merges() -> None:
    file = theirs(ignore_merges=True)
    made = [written[0] + written[1] for written in file["model"]["merges"]]
    word = next(token for token in made if token.isalpha() and len(token) > 3)
    pairs = zip(made, file["model"]["merges"], strict=True)
    file["model"]["merges"] = [pair for token, pair in pairs if token != word]
    peer, model = Tokenizer.from_str(json.dumps(file)), read(json.dumps(file))
    for text in (word, f"{word}s", f"a {word} {word}"):
        assert bpe_core.encode(model, text) == peer.encode(text).ids
    whole = bpe_core.encode(model, word.replace("Ġ", " "))
    assert whole == [file["model"]["vocab"][word]]
    assert read(write_huggingface(model)[FILE]) == model


def test_merges_of_older_files() -> None:
    file = theirs()
    new = read(json.dumps(file))
    file["model"]["merges"] = [" ".join(pair) for pair in file["model"]["merges"]]
    del file["model"]["type"]
    assert read(json.dumps(file)) == new


def test_the_caller_overrules_pattern_and_special_tokens() -> None:
    file = json.dumps(theirs())
    model = read(file, pattern="whitespace", special_tokens=["<pad>", "<|late|>", "later"])
    assert model.pattern == "whitespace"
    assert list(model.special_tokens) == ["<pad>", "<|late|>", "later"]
    assert model.vocabulary[0] == b"<|endoftext|>"


Edit = Callable[[dict[str, Any]], object]


# --- Added tokens of a `tokenizer.json`: found as there, or refused


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (
            with_added(("x>b", False), ("<x>", True)),
            "key 'added_tokens[1]': '<x>' is sought behind 'x>b'",
        ),
        (with_added(("<xx>", True), ("xx", False)), "'<xx>' is sought behind 'xx'"),
        (with_added(("<x>", True), ("y" * 300, False)), "at most 200 bytes, not 300"),
        (with_added(("<x>", True), normalizer=NFC), "'<x>' is sought behind NFC"),
        (with_added(("[K]", True), normalizer=NFC), "'[K]' is sought behind NFC"),
    ],
)
def test_added_tokens_that_two_searches_find_elsewhere_are_refused(
    file: str, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        read(file)
    assert message in str(caught.value)


def test_more_tokens_of_both_kinds_than_are_compared_are_refused() -> None:
    many = ((f"<{k}>", k % 2 == 0) for k in range(2_001))
    with pytest.raises(FormatError, match="at most 2000 entries, not 2001"):
        read(with_added(*many))


@settings(max_examples=examples(150))
@given(data=st.data(), normalizer=st.sampled_from([None, NFC]))
def test_added_tokens_that_are_taken_are_found_as_there(
    data: st.DataObject, normalizer: dict[str, str] | None
) -> None:
    """Whatever the flags say: the ids are theirs, or the file is refused."""
    signs = "<>xb]K\u0338e\u0301é;"
    content = st.text(signs, min_size=2, max_size=3) | st.text("[]x|", min_size=2, max_size=3)
    contents = data.draw(st.lists(content, max_size=4))
    flags = [(text, data.draw(st.booleans())) for text in dict.fromkeys(contents)]
    file = with_added(*flags, normalizer=normalizer)
    try:
        model = read(file)
    except FormatError:
        return
    peer = Tokenizer.from_str(file)
    for _ in range(5):
        parts = st.sampled_from([*contents, *signs, "\u212a", "\u0301"])
        text = "".join(data.draw(st.lists(parts, max_size=8)))
        ids = bpe_core.encode(model, text, allowed_special=model.special_tokens)
        assert ids == peer.encode(text).ids, (flags, text)


# --- What a `tokenizer.json` holds that would change ids is refused by name


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
    "digits alone": (
        put("pre_tokenizer", {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, {}]}),
        "not ['Digits', None]",
    ),
    "a space in front": (
        put("pre_tokenizer", {"type": "ByteLevel", "add_prefix_space": True}),
        "add_prefix_space would change ids",
    ),
    "words": (split({"Regex": r"\w+|\W"}), r"would change ids"),
    "added tokens of another type": (put("added_tokens", {"a": 1}), "a JSON list"),
    "an added token that is none": (put("added_tokens", [1]), "key 'added_tokens[0]'"),
    "an added token without text": (added(content=""), "a special token is text"),
    "an added token of another id": (added(id=3), "its id is 0, not 3"),
    "an added token of no id": (added(id=True), "ids are integers from 0 to"),
    "an added token twice": (added(content="<pad>", id=1), "'<pad>' stands twice"),
    "an added token behind a gap": (
        put("model.vocab.zzz", 9_000),
        "key 'added_tokens[2]': its id is 701, not 700",
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
    yield "decoder", {"type": "Sequence", "decoders": [{"type": "ByteLevel"}]}
    yield "normalizer", {"type": "Sequence", "normalizers": []}


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


# --- Patterns that leave text, and classes within classes: as there, or refused

SPLITS = (
    r"\p{L}+| ?\p{N}",
    r"\s+(?!\S)|ab|b",
    r" ?[^(\s|[.,!?…])]+",
    r"[\p{Ll}\p{M}&&[^b\p{Han}]]+|(?i:ab)",
    r"[[a-z]\p{N}&&[^1]&&[^\s]]|[^b]+|b",
    r"\s|[^\s\p{L}]|\p{L}+",
    r"ab|.{2}",
)


@settings(max_examples=examples(150))
@example(pattern=r"ab|.{2}", fields={}, text="ab1\n")
@given(
    pattern=st.sampled_from(SPLITS),
    fields=st.sampled_from([{}, {"invert": True}, {"behavior": "Removed", "invert": True}]),
    text=st.text("abB1 \n(.é字", max_size=12),
)
def test_any_split_gives_their_ids_or_is_refused(
    pattern: str, fields: dict[str, Any], text: str
) -> None:
    file = theirs()
    split({"Regex": pattern}, **fields)(file)
    file["pre_tokenizer"]["pretokenizers"][1] = {**BYTE_LEVEL, "trim_offsets": False}
    if "behavior" in fields and not takes_everything(pattern):
        with pytest.raises(FormatError, match="Removed drops"):
            read(json.dumps(file))
        return
    model = read(json.dumps(file))
    ids = Tokenizer.from_str(json.dumps(file)).encode(text).ids
    assert bpe_core.encode(model, text) == ids
    again = write_huggingface(model)[FILE]
    assert read(again) == model
    assert Tokenizer.from_str(again).encode(text).ids == ids


@pytest.mark.parametrize("part", ["[a&&]", "[a--b]", "(?i:[^[^b]])", "[[:alpha:]]"])
def test_a_class_that_means_something_else_there_is_refused(part: str) -> None:
    file = theirs()
    split({"Regex": f"{part}|."})(file)
    with pytest.raises(FormatError, match="pre_tokenizer"):
        read(json.dumps(file))
