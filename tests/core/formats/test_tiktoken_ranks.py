"""A ``.tiktoken`` file means the same here and in tiktoken, whoever wrote it."""

from __future__ import annotations

import base64
import hashlib
import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tiktoken
from hypothesis import given, settings
from tiktoken.load import data_gym_to_mergeable_bpe_ranks, load_tiktoken_bpe
from tiktoken_ext import openai_public
from tiktoken_ext.openai_public import ENCODING_CONSTRUCTORS

import bpe_core
from bpe_core.errors import FormatError, TokenIdError
from bpe_core.formats import tiktoken as module
from bpe_core.formats.known_ranks import KNOWN, KnownRanks
from bpe_core.formats.tiktoken import (
    assumed_of_ranks,
    last_merges,
    merge_list,
    read_tiktoken,
    write_tiktoken,
)
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.pretokenize.patterns import PATTERNS, pattern_name
from bpe_core.texts.corpus import sample
from bpe_core.train.tie_break import TIE_BREAKS
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each
from tests.lab.cli.conftest import bpe_lab as bpe_lab

FILE = "vocabulary.tiktoken"
SPECIALS = ["<|endoftext|>", "<|x|>"]


def read(text: str | bytes, name: str = FILE, **options: Any) -> BPEModel:
    return read_tiktoken({name: text.encode() if isinstance(text, str) else text}, **options)


def peer_of(model: BPEModel, path: Path) -> tiktoken.Encoding:
    """tiktoken with the file that we write, read by its own loader."""
    (path / FILE).write_text(write_tiktoken(model)[FILE], "ascii")
    return tiktoken.Encoding(
        name="ours",
        pat_str=PATTERNS[model.pattern] or "(?s:.+)",
        mergeable_ranks=load_tiktoken_bpe(str(path / FILE)),
        special_tokens=dict(model.special_tokens),
        explicit_n_vocab=len(model.vocabulary),
    )


@pytest.mark.parametrize("pattern", ["gpt2", "cl100k", "o200k", "whitespace"])
def test_our_file_gives_our_ids_there(pattern: str, tmp_path: Path) -> None:
    text = sample("story_en").text + sample("story_zh").text
    model = bpe_core.train(text, vocab_size=700, special_tokens=SPECIALS, pattern=pattern)
    peer = peer_of(model, tmp_path)
    text += "<|x|> and <|endoftext|>"
    assert peer.encode_ordinary(text) == bpe_core.encode(model, text)
    with_special = bpe_core.encode(model, text, allowed_special=SPECIALS)
    assert peer.encode(text, allowed_special="all") == with_special
    assert peer.decode(with_special) == text


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_what_is_read_back_gives_the_same_ids(tie_break: Any) -> None:
    text = sample("story_en").text
    model = bpe_core.train(text, vocab_size=600, special_tokens=SPECIALS, tie_break=tie_break)
    loaded = read(write_tiktoken(model)[FILE], special_tokens=SPECIALS)
    assert loaded.vocabulary == model.vocabulary
    assert loaded.special_tokens == model.special_tokens
    assert bpe_core.encode(loaded, text) == bpe_core.encode(model, text)
    assert last_merges(FILE, loaded) == model.merges_as_bytes()
    assert merge_list(FILE, loaded, 7) == model.merges_as_bytes()[:7]
    assert write_tiktoken(loaded)[FILE] == write_tiktoken(model)[FILE]


@pytest.fixture(scope="module")
def gpt2_file(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """GPT-2's ranks as tiktoken's own loader reads them, written as its ``dump`` does."""
    folder = tmp_path_factory.mktemp("ranks")
    merges = shared("data/gpt2_merges.txt").read_text("utf-8").removeprefix("#version: 0.2\n")
    # subtle: their reader drops the first line and what follows the last line end.
    (folder / "vocab.bpe").write_text(f"#version: 0.2\n{merges.rstrip()}\n", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIKTOKEN_CACHE_DIR", "")
        ranks = data_gym_to_mergeable_bpe_ranks(
            str(folder / "vocab.bpe"), str(shared("data/gpt2_vocab.json"))
        )
    return lines(dict(sorted(ranks.items(), key=lambda item: item[1]))).encode()


@pytest.fixture(scope="module")
def ranked_gpt2(gpt2_file: bytes) -> BPEModel:
    return read(gpt2_file, "r50k_base.tiktoken")


@pytest.fixture(scope="module")
def peer(gpt2_file: bytes, tmp_path_factory: pytest.TempPathFactory) -> tiktoken.Encoding:
    path = tmp_path_factory.mktemp("peer") / "gpt2.tiktoken"
    path.write_bytes(gpt2_file)
    return tiktoken.Encoding(
        name="theirs",
        pat_str=str(PATTERNS["gpt2"]),
        mergeable_ranks=load_tiktoken_bpe(str(path)),
        special_tokens={"<|endoftext|>": 50256},
    )


@pytest.mark.parametrize("name", ["corpus.en", "german.txt"])
def test_their_file_gives_their_ids_here(
    name: str, ranked_gpt2: BPEModel, peer: tiktoken.Encoding, shared: Callable[[str], Path]
) -> None:
    text = shared(f"data/{name}").read_text("utf-8") + "<|endoftext|>"
    assert bpe_core.encode(ranked_gpt2, text) == peer.encode_ordinary(text)
    with_special = bpe_core.encode(ranked_gpt2, text, allowed_special=["<|endoftext|>"])
    assert with_special == peer.encode(text, allowed_special="all")


@settings(max_examples=examples(400))
@given(text=texts.texts)
def test_any_text(text: str, ranked_gpt2: BPEModel, peer: tiktoken.Encoding) -> None:
    assert bpe_core.encode(ranked_gpt2, text) == peer.encode_ordinary(text)


def test_ranks_are_the_merge_list(ranked_gpt2: BPEModel, gpt2: BPEModel) -> None:
    assert ranked_gpt2.vocabulary == gpt2.vocabulary
    assert not ranked_gpt2.has_merge_list
    assert last_merges(FILE, ranked_gpt2) == gpt2.merges_as_bytes()


def test_gpt2_is_written_as_theirs(gpt2: BPEModel, gpt2_file: bytes) -> None:
    assert write_tiktoken(gpt2)[FILE].encode() == gpt2_file


def test_ranks_survive_our_own_files(ranked_gpt2: BPEModel, tmp_path: Path) -> None:
    bpe_core.save(ranked_gpt2, tmp_path)
    assert bpe_core.load(tmp_path) == ranked_gpt2


@settings(max_examples=examples(60))
@given(
    ids=texts.st.permutations([b"ab", b"ba", b"aa", b"aab", b"abab", b"bab", b"aaa", b"baa"])
)
def test_ranks_in_any_order_give_their_ids(ids: list[bytes]) -> None:
    """Also where a token ranks before its parts, and a list of merges would not do."""
    ranks = {bytes([value]): value for value in range(256)} | {
        token: 256 + k for k, token in enumerate(ids)
    }
    peer = tiktoken.Encoding(
        name="any", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={}
    )
    model = read(lines(ranks), pattern="whitespace")
    for number in range(2**8):
        text = bin(number)[2:].replace("0", "a").replace("1", "b")
        assert bpe_core.encode(model, text) == peer.encode(text)


def lines(ranks: dict[bytes, int]) -> str:
    encoded = ((base64.b64encode(token).decode(), rank) for token, rank in ranks.items())
    return "".join(f"{token} {rank}\n" for token, rank in encoded)


BYTES = {bytes([value]): value for value in range(256)}


def test_a_known_name_tells_pattern_and_special_tokens() -> None:
    size = 100_256
    tokens = {value.to_bytes(3, "big"): value for value in range(256, size)}
    model = read(lines(BYTES | tokens), "cl100k_base (1).tiktoken")
    assert model.pattern == "cl100k_tiktoken"
    assert model.special_tokens == KNOWN["cl100k_base"].special_tokens
    assert len(model.vocabulary) == 100_277
    free = [k for k, token in enumerate(model.vocabulary) if not token]
    assert free == [100_256, *range(100_261, 100_276)]
    assert b"" not in model.ordinary_ids
    assert bpe_core.decode(model, [100_257, 100_276]) == "<|endoftext|><|endofprompt|>"
    with pytest.raises(TokenIdError, match="token id 100256 at position 1"):
        bpe_core.decode(model, [97, 100_256])
    assert read(write_tiktoken(model)[FILE], "cl100k_base.tiktoken") == model


@pytest.mark.parametrize("name", [name for name in KNOWN if name in ENCODING_CONSTRUCTORS])
def test_a_known_name_is_tiktokens(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything but the ranks, which would be downloaded; of them the digest."""
    digests = []

    def without_ranks(*_: object, expected_hash: str = "", **__: object) -> dict[bytes, int]:
        digests.append(expected_hash)
        return {}

    for loader in ("load_tiktoken_bpe", "data_gym_to_mergeable_bpe_ranks"):
        monkeypatch.setattr(openai_public, loader, without_ranks)
    theirs = ENCODING_CONSTRUCTORS[name]()
    assert KNOWN[name].special_tokens == theirs["special_tokens"]
    assert pattern_name(theirs["pat_str"]) == KNOWN[name].pattern
    assert digests == [KNOWN[name].digest if name != "gpt2" else ""]


@for_each(
    "name, last, first, special_tokens",
    [
        ("llama3", 128_255, "<|begin_of_text|>", {"<|eot_id|>": 128_009}),
        ("llama3", 128_255, "<|begin_of_text|>", {"<|reserved_special_token_245|>": 128_255}),
        ("llama4", 202_047, "<|begin_of_text|>", {"<|image_start|>": 200_080}),
        ("llama4", 202_047, "<|begin_of_text|>", {"<|reasoning_thinking_end|>": 201_143}),
        ("llama4", 202_047, "<|begin_of_text|>", {"<|reserved_special_token_903|>": 202_047}),
        ("qwen", 151_850, "<|endoftext|>", {"<|im_start|>": 151_644, "<|extra_0|>": 151_646}),
    ],
)
def test_special_tokens_follow_the_table(
    name: str, last: int, first: str, special_tokens: dict[str, int]
) -> None:
    known = KNOWN[name]
    assert [*known.special_tokens.values()] == [*range(known.size, last + 1)]
    assert {first: known.size, **special_tokens}.items() <= known.special_tokens.items()


def test_a_published_table_is_known_whatever_its_file_is_called(gpt2_file: bytes) -> None:
    """By its content: in any order, with any ends of lines, but not with one token changed."""
    by_rank = gpt2_file.splitlines()
    for file in (gpt2_file, b"\r\n".join(by_rank), b"\n".join(reversed(by_rank)) + b"\n\n"):
        files = {"tokenizer.model": file}
        assert assumed_of_ranks(files) is None
        assert read(file, "tokenizer.model").special_tokens == {"<|endoftext|>": 50_256}
    other = gpt2_file.replace(b"IGFuY2llbnQ= ", b"IGFuY2llbnR+ ")
    assert other != gpt2_file
    assert not read(other, "tokenizer.model").special_tokens
    assert assumed_of_ranks({"tokenizer.model": other})


TABLE = lines({bytes([value]): value for value in range(256)} | {b"ab": 256})


@pytest.fixture
def small_table(monkeypatch: pytest.MonkeyPatch) -> KnownRanks:
    """A published table of 257 tokens."""
    digest = hashlib.sha256(TABLE.encode()).hexdigest()
    known = KnownRanks(257, "qwen2", {"<|x|>": 300}, digest, "NFC")
    monkeypatch.setitem(KNOWN, "small", known)
    monkeypatch.setitem(KNOWN, "chat", known._replace(special_tokens={"<|y|>": 257}))
    return known


def test_a_table_brings_pattern_special_tokens_and_normalization(
    small_table: KnownRanks,
) -> None:
    model = read(TABLE, "any")
    assert (model.pattern, model.normalization) == ("qwen2", "NFC")
    assert model.special_tokens == {"<|x|>": 300}
    assert read(TABLE, "chat (1).tiktoken").special_tokens == {"<|y|>": 257}
    assert read(TABLE, "any", pattern="gpt2", special_tokens=["<|z|>"]).special_tokens == {
        "<|z|>": 257
    }


def test_a_pattern_that_nothing_tells_is_said(
    small_table: KnownRanks, tmp_path: Path, bpe_lab
) -> None:
    """In the library, and on the command line; not where somebody tells it."""
    specials = ["<|x|>"]
    model = bpe_core.train("low", vocab_size=258, pattern="cl100k", special_tokens=specials)
    bpe_core.save(model, tmp_path / "ours", format="tiktoken")
    other, text = TABLE.replace("YWI=", "YWM="), tmp_path / "text.txt"
    text.write_text("97")
    cases = {"bare.tiktoken": (other, "gpt2"), "known.model": (TABLE, ""), "ours": ("", "")}
    for name, (data, pattern) in {**cases, "small.model": (other, "qwen2")}.items():
        path = tmp_path / name
        if data:
            path.write_text(data)
        said = f"{name} does not say how texts are cut; the pattern {pattern} is assumed"
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            bpe_core.load(path, pattern="o200k")
            assert not caught
            bpe_core.load(path)
        assert [said in str(one.message) for one in caught] == [True] * bool(pattern)
        code, _, err = bpe_lab("encode", str(path), str(text))
        assert (code, err.count("\n"), said in err) == (0, bool(pattern), bool(pattern))
        assert bpe_lab("encode", str(path), str(text), "--pattern", "gpt2")[2] == ""
        assert bpe_lab("decode", str(path), str(text)) == (0, "a", ""), "it cuts nothing"


def test_a_file_that_only_bears_the_name_is_like_any_other() -> None:
    model = read(lines(BYTES), "cl100k_base.tiktoken")
    assert (model.pattern, dict(model.special_tokens)) == ("gpt2", {})


def test_a_special_token_of_a_known_name_keeps_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOWN, "small", KnownRanks(256, "gpt2", {"<a>": 256, "<b>": 258}))
    model = read(lines(BYTES), "small.tiktoken", special_tokens=["<c>", "<b>"])
    assert dict(model.special_tokens) == {"<c>": 257, "<b>": 258}


def test_special_tokens_of_the_caller_fill_gaps_first() -> None:
    file = lines(BYTES | {b"ab": 257})
    assert dict(read(file, special_tokens=["<a>", "<b>"]).special_tokens) == {
        "<a>": 256,
        "<b>": 258,
    }
    given = read(file, special_tokens={"<a>": 256, "<b>": 260}, pattern="o200k")
    assert (given.pattern, given.vocabulary[258:]) == ("o200k", (b"", b"", b"<b>"))


def test_a_token_of_no_bytes_at_the_end_takes_its_id() -> None:
    """So Whisper's tables end, and tiktoken reads them."""
    ranks = BYTES | {b"ab": 256, b"": 257}
    file = lines(BYTES | {b"ab": 256}) + "= 257\n"
    ours = read(file, special_tokens=["<a>"])
    assert dict(ours.special_tokens) == {"<a>": 258}
    peer = tiktoken.Encoding(
        "x", pat_str=r"[^<]+|<", mergeable_ranks=ranks, special_tokens={"<a>": 258}
    )
    for text in ("abab", "a b<a>"):
        ids = peer.encode(text, allowed_special="all")
        assert bpe_core.encode(ours, text, allowed_special="all") == ids
    with pytest.raises(FormatError, match=r"id 257 belongs to b'' already"):
        read(file, special_tokens={"<a>": 257})
    with pytest.raises(FormatError, match="id 256: a token has at least one byte"):
        read(lines(BYTES) + f"= 256\n{AB} 257\n")


AB = base64.b64encode(b"ab").decode()
BROKEN: dict[str, tuple[str, str]] = {
    "no base64": ("a.b= 256", "line 257: a token in base64, a space and its rank"),
    "base64 of a wrong length": ("YWI 256", "line 257: a token in base64"),
    "base64 with a letter beyond ASCII": ("YWé= 256", "line 257: a token in base64"),
    "an empty token": (" 256", "line 257: a token in base64"),
    "no rank": (AB, "line 257: a token in base64"),
    "a float": (f"{AB} 256.0", "line 257: a token in base64"),
    "a negative rank": (f"{AB} -1", "line 257: a token in base64"),
    "digits that are not ASCII": (f"{AB} ٢٥٦", "line 257: a token in base64"),
    "a huge rank": (f"{AB} {'9' * 5000}", "line 257: a token in base64"),
    "a rank of a milliard": (
        f"{AB} 1000000000",
        "line 257: ids are integers from 0 to 1048575, not 1000000000",
    ),
    "a large rank": (
        f"{AB} 9999999",
        "line 257: ids are integers from 0 to 1048575, not 9999999",
    ),
    "a rank twice": (f"{AB} 97", "line 257: id 97 belongs to b'a' already"),
    "a token twice": ("YQ== 256", "line 257: b'a' stands twice"),
    "a gap": (f"{AB} 300", "the file: no token has the rank 256; name the special token"),
    "three parts": (f"{AB} 256 1", "line 257: a token in base64"),
}


@for_each("what", BROKEN)
def test_a_broken_line_is_named(what: str) -> None:
    line, message = BROKEN[what]
    with pytest.raises(FormatError) as caught:
        read(lines(BYTES) + line + "\n")
    assert str(caught.value).startswith(f"{FILE}, {message}")


@pytest.mark.parametrize(
    ("special_tokens", "message"),
    [
        ({"<a>": 97}, "key '<a>': id 97 belongs to b'a' already"),
        ({"<a>": -1}, "key '<a>': ids are integers from 0"),
        ({"<a>": 2**30}, "key '<a>': ids are integers from 0"),
        ({"<a>": True}, "key '<a>': ids are integers from 0"),
        ({"": 256}, "key '': a special token is text"),
        (["\ud800"], "key '\\ud800': a special token is text"),
        (["a"], "key 'a': an ordinary token has the same bytes"),
    ],
)
def test_a_wrong_special_token_is_named(special_tokens: Any, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(lines(BYTES), special_tokens=special_tokens)
    assert message in str(caught.value)


def test_a_missing_byte_is_named() -> None:
    file = lines({token: rank for token, rank in BYTES.items() if rank != 255})
    with pytest.raises(FormatError, match="the file: byte 0xFF has no id"):
        read(file)


def test_long_tokens_and_many_are_refused_before_they_are_split() -> None:
    with pytest.raises(FormatError, match="id 256: at most 1024 bytes, not 1025"):
        read(lines(BYTES | {b"a" * 1025: 256}))
    many = {value.to_bytes(1024, "big"): value for value in range(256, 4400)}
    with pytest.raises(FormatError, match="at most 4194304 entries"):
        read(lines(BYTES | many))


def test_a_small_file_of_many_merges_is_refused_before_it_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every cut of a run of one letter is a merge: 5 MB of such runs made 4 million."""
    monkeypatch.setattr(module, "MAX_SPLIT_MERGES", 30_000)
    runs = [bytes([letter]) * size for letter in b"abcd" for size in range(2, 150)]
    ranks = {run: 256 + k for k, run in enumerate(runs)}
    with pytest.raises(FormatError, match="at most 30000 merges by splitting tokens in two"):
        read(lines(BYTES | ranks))
    few = dict(list(ranks.items())[:200])
    assert len(read(lines(BYTES | few)).merges) == sum(len(token) - 1 for token in few)


def numbered(*merges: tuple[str, str]) -> BPEModel:
    """A model of a list of merges that was not learned."""
    tokens = list(dict.fromkeys((a + b).encode() for a, b in merges))
    vocabulary = Vocabulary.of_bytes(tokens)
    id_of = {token: token_id for token_id, token in enumerate(vocabulary)}
    ids = [(id_of[a.encode()], id_of[b.encode()], id_of[(a + b).encode()]) for a, b in merges]
    return BPEModel(vocabulary, tuple(Merge(*merge) for merge in ids))


def test_a_list_that_ranks_alone_do_not_say_is_not_written() -> None:
    # By ranks "abc" is made of "a" and "bc"; by this list it is never made.
    with pytest.raises(FormatError, match="token b'abc': by ranks alone it would not be made"):
        write_tiktoken(numbered(("b", "c"), ("a", "b"), ("ab", "c")))
    # No pair of tokens makes "abc" once "bc" and "cd" are there.
    with pytest.raises(FormatError, match="token b'abcd': lower ranks do not leave two tokens"):
        write_tiktoken(numbered(("b", "c"), ("a", "b"), ("c", "d"), ("ab", "cd")))


def test_ids_that_do_not_follow_the_merges_are_not_written(tmp_path: Path) -> None:
    model = bpe_core.train("low low lower", vocab_size=259)
    bpe_core.save(model, tmp_path, format="bbpe")
    ids = json.loads((tmp_path / "vocab.json").read_text("utf-8"))
    ids["ow"], ids["low"] = ids["low"], ids["ow"]
    (tmp_path / "vocab.json").write_text(json.dumps(ids), "utf-8")
    with pytest.raises(FormatError, match="token b'low': ids do not follow the order"):
        bpe_core.save(bpe_core.load(tmp_path), tmp_path, format="tiktoken")
