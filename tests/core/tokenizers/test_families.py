"""Every family of tokenizers: ids, offsets and texts are its owner's, whoever does the work."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer as Theirs

import bpe_core
from bpe_core import StreamDecoder, Tokenizer, count_tokens, encode_with_offsets, load_tokenizer
from bpe_core.errors import FormatError, OptionError, PackageMissingError, TokenIdError
from bpe_core.tokenizers import owners
from bpe_core.tokenizers.load_tokenizer import tokenizer_of
from tests.core import text_strategies as texts
from tests.core.tokenizers.families import (
    BYTE_LEVEL,
    FILE,
    HARD,
    OWNED,
    SPECIALS,
    TEKKEN,
    byte_level,
    owned,
    sentencepiece,
    tekken,
)
from tests.examples import examples
from tests.raising import raises

FAMILIES = (*BYTE_LEVEL, *OWNED)
COMPOSING = st.text("e\u0301q\u0323\u0307\u1e0b\u0958\u1112\u1161\u11ab한\u212b a", max_size=12)
MARKED = st.lists(
    st.sampled_from([*SPECIALS, "<mask>", " ", "  ", "\n", "a", "1", "é", "."]), max_size=9
).map("".join)
ANY = st.one_of(texts.texts, COMPOSING, MARKED)


@cache
def file_of(family: str) -> str:
    return byte_level(family) if family in BYTE_LEVEL else owned(family)


@cache
def ours(family: str) -> Tokenizer:
    return tokenizer_of({FILE: file_of(family).encode()}, name=family)


@cache
def theirs(family: str, *, special: bool) -> Any:
    owner = Theirs.from_str(file_of(family))
    owner.encode_special_tokens = not special
    return owner


@pytest.mark.parametrize("family", FAMILIES)
def test_hard_texts_have_the_owners_ids_offsets_and_decoding(family: str) -> None:
    for text in (*HARD, "\n".join(HARD)):
        check(family, text)


@pytest.mark.parametrize("family", FAMILIES)
@settings(max_examples=examples(60))
@given(text=ANY)
def test_any_text_has_the_owners_ids_offsets_and_decoding(family: str, text: str) -> None:
    check(family, text)


def check(family: str, text: str) -> None:
    tokenizer = ours(family)
    for special in (False, True):
        wanted = theirs(family, special=special).encode(text, add_special_tokens=False)
        allowed = "all" if special else ()
        encoded = encode_with_offsets(tokenizer, text, allowed_special=allowed)
        assert encoded.ids == wanted.ids, (family, text)
        assert encoded.spans == wanted.offsets, (family, text)
        assert tokenizer.encode(text, allowed_special=allowed) == wanted.ids
        assert tokenizer.count(text, allowed_special=allowed) == len(wanted.ids)
        in_bytes = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in wanted.offsets]
        assert encoded.byte_spans == in_bytes
        owner = theirs(family, special=True)
        for skip in (False, True):
            decoded = tokenizer.decode(encoded.ids, skip_special_tokens=skip)
            assert decoded == owner.decode(encoded.ids, skip_special_tokens=skip), text
        if family != "BERT":  # whose decoder may join a word to the one before
            check_stream(tokenizer, encoded.ids)


def check_stream(tokenizer: Tokenizer, ids: list[int]) -> None:
    for skip in (False, True):
        stream = StreamDecoder(tokenizer, skip_special_tokens=skip)
        pieces = [stream.push(token_id) for token_id in ids]
        text = "".join(pieces) + stream.finish()
        assert text == tokenizer.decode(ids, skip_special_tokens=skip)


@pytest.mark.parametrize("family", BYTE_LEVEL)
def test_the_core_reads_byte_level_families_and_its_engines_agree(
    family: str, tmp_path: Path
) -> None:
    model = ours(family).model
    assert model is not None
    text = "\n".join(HARD) * 3
    for allowed in ((), "all"):
        ids = bpe_core.encode(model, text, allowed_special=allowed)
        array = bpe_core.encode_array(model, text, allowed_special=allowed)
        assert array.tolist() == ids
        if model.strips and allowed:
            with pytest.raises(OptionError, match="take white space along"):
                bpe_core.encode_iterable(model, [text], allowed_special=allowed)
            continue
        pieces = [text[k : k + 50] for k in range(0, len(text), 50)]
        assert [*bpe_core.encode_iterable(model, pieces, allowed_special=allowed)] == ids
    (tmp_path / FILE).write_text(file_of(family), "utf-8")
    assert bpe_core.load(tmp_path) == model
    for name in ("huggingface", "gpt2"):
        bpe_core.save(model, tmp_path / name, format=name)
        assert bpe_core.load(tmp_path / name) == model
    again = Theirs.from_file(str(tmp_path / "huggingface" / FILE))
    wanted = theirs(family, special=True).encode(text, add_special_tokens=False).ids
    assert again.encode(text, add_special_tokens=False).ids == wanted


@pytest.mark.parametrize("family", OWNED)
def test_other_families_are_served_by_their_owner(family: str) -> None:
    tokenizer = ours(family)
    assert (tokenizer.kind, tokenizer.library) == (OWNED[family][1], "tokenizers")
    assert (tokenizer.model, tokenizer.pattern, tokenizer.name) == (None, "", family)
    assert tokenizer.reason
    specials = {*SPECIALS} & {*tokenizer.special_tokens}
    assert specials == {*SPECIALS}
    with pytest.raises(OptionError, match="does not tell them apart"):
        tokenizer.encode("x", allowed_special=[SPECIALS[0]])
    with pytest.raises(TokenIdError):
        tokenizer.decode([tokenizer.vocab_size])


@pytest.mark.parametrize("family", [*BYTE_LEVEL, "Gemma", "Llama 2", "Falcon"])
def test_a_tree_of_merges_ends_in_the_token(family: str) -> None:
    tokenizer = ours(family)
    ids = {*tokenizer.encode("\n".join(HARD))}
    trees = [tree for tree in map(tokenizer.merge_tree, ids) if tree and tree.parts]
    assert len(trees) > 20
    for tree in trees:
        left, right = tree.parts
        assert tree.rank is not None
        if family in OWNED:
            assert left.written + right.written == tree.written == "".join(tree.leaves())
        assert all(part.rank is None or part.rank < tree.rank for part in tree.parts)


@pytest.mark.parametrize("family", ["BERT", "T5"])
def test_nothing_is_merged_elsewhere(family: str) -> None:
    tokenizer = ours(family)
    assert [*map(tokenizer.merge_tree, tokenizer.encode("hello world"))].count(None) > 1


@pytest.mark.parametrize("specials", [("<unk>", "<s>", "[INST]"), None])
def test_tekken_gives_tiktokens_ids(specials: tuple[str, ...] | None, tmp_path: Path) -> None:
    import tiktoken

    data = tekken(specials)
    (tmp_path / "tekken.json").write_bytes(data)
    tokenizer = load_tokenizer(tmp_path)
    file = json.loads(data)
    size, first = file["config"]["default_vocab_size"], 30
    ranks = {
        base64.b64decode(entry["token_bytes"]): entry["rank"]
        for entry in file["vocab"][: size - first]
    }
    owner = tiktoken.Encoding("x", pat_str=TEKKEN, mergeable_ranks=ranks, special_tokens={})
    assert tokenizer.model == bpe_core.load(tmp_path / "tekken.json")
    assert tokenizer.vocab_size == size
    for text in HARD:
        ids = [first + rank for rank in owner.encode_ordinary(text)]
        assert tokenizer.encode(text) == ids
        assert tokenizer.decode(ids) == text
    assert tokenizer.special_tokens["[INST]"] == (2 if specials else 3)
    assert tokenizer.special_tokens["<SPECIAL_29>"] == 29


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"config": []}, "'config': a JSON object"),
        ({"vocab": []}, "'vocab': a JSON list"),
        ({"special_tokens": [{"rank": 30, "token_str": "x"}]}, "integers from 0 to 29, not 30"),
        ({"special_tokens": [{"rank": 1, "token_str": ""}]}, "a special token is text"),
        ({"vocab": [{"rank": 0, "token_bytes": "!"}] * 600}, "written in base64"),
        ({"vocab": [{"rank": 0, "token_bytes": "AA=="}] * 600}, r"vocab\[1\]'"),
    ],
)
def test_a_wrong_tekken_is_refused_by_its_part(edit: dict[str, Any], message: str) -> None:
    file = {**json.loads(tekken()), **edit, "token_bytes": "so it is recognized"}
    with pytest.raises(FormatError, match=message):
        tokenizer_of({"tekken.json": json.dumps(file).encode()})


@pytest.mark.parametrize("model_type", ["bpe", "unigram", "char", "word"])
def test_a_model_of_sentencepiece_is_its_librarys(model_type: str, tmp_path: Path) -> None:
    from sentencepiece import SentencePieceProcessor

    data = sentencepiece(model_type)
    (tmp_path / "tokenizer.model").write_bytes(data)
    tokenizer = load_tokenizer(tmp_path / "tokenizer.model")
    owner = SentencePieceProcessor(model_proto=data)
    assert (tokenizer.kind, tokenizer.library) == (model_type, "sentencepiece")
    for text in HARD:
        encoded = tokenizer.encode_with_offsets(text)
        assert encoded.ids == tokenizer.encode(text) == owner.encode(text)
        assert tokenizer.decode(encoded.ids) == owner.decode(encoded.ids)
        starts = [start for start, _ in encoded.spans]
        assert starts == sorted(starts)
        assert all(0 <= start <= end <= len(text) for start, end in encoded.spans)
        check_stream(tokenizer, encoded.ids)
    if model_type == "bpe":
        ids = {*tokenizer.encode(HARD[1])}
        assert any(tree and tree.parts for tree in map(tokenizer.merge_tree, ids))


def test_what_no_library_owns_is_refused_as_the_core_refuses_it() -> None:
    with pytest.raises(FormatError, match="no known format"):
        tokenizer_of({"vocab.txt": b"hello"})
    broken = json.dumps({**json.loads(owned("BERT")), "pre_tokenizer": {"type": "None"}})
    with pytest.raises(FormatError, match=r"tokenizer\.json.*not opened by tokenizers"):
        tokenizer_of({FILE: broken.encode()})


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(owners, "import_module", missing)
    for files in ({FILE: owned("BERT").encode()}, {"a.model": sentencepiece("bpe")}):
        with pytest.raises(PackageMissingError, match=r"pip install 'bpe-lab\[peers\]'"):
            tokenizer_of(files)


def test_long_texts_are_counted_and_placed_by_compiled_code() -> None:
    text = "one two three 1234 你好 e\u0301 <|end|>\n" * 3_000
    for family in ("GPT-2", "Qwen", "DeepSeek-V3"):
        tokenizer = ours(family)
        encoded = encode_with_offsets(tokenizer, text, allowed_special="all")
        wanted = theirs(family, special=True).encode(text, add_special_tokens=False)
        assert (encoded.ids, encoded.spans) == (wanted.ids, wanted.offsets)
        assert count_tokens(tokenizer, text, allowed_special="all") == len(wanted.ids)


def test_a_merge_that_is_listed_twice_is_the_owners() -> None:
    """Which rank is meant nobody can say but the owner; the core names the place."""
    file = json.loads(byte_level("GPT-2"))
    file["model"]["merges"].append(file["model"]["merges"][0])
    text = json.dumps(file)
    tokenizer = tokenizer_of({FILE: text.encode()})
    assert (tokenizer.library, "again" in tokenizer.reason) == ("tokenizers", True)
    owner = Theirs.from_str(text)
    for each in HARD:
        assert tokenizer.encode(each, allowed_special="all") == owner.encode(each).ids


def test_where_an_owner_panics_its_library_is_named() -> None:
    file = json.loads(owned("T5"))
    costly = {"type": "Split", "pattern": {"Regex": "(a+)+$"}, "invert": False}
    file["pre_tokenizer"] = {**costly, "behavior": "Isolated"}
    tokenizer = tokenizer_of({FILE: json.dumps(file).encode()})
    for encode in (tokenizer.count, tokenizer.encode_with_offsets):
        with raises("InputError.owner_failed", match="tokenizers failed at this text"):
            encode("a" * 40 + "b")
    assert tokenizer.count("b") > 0, "and it goes on"
