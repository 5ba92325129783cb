"""A failed write leaves what was there, and what cannot be read back is not written."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

import bpe_core
from bpe_core.errors import FormatError, UnknownNameError
from bpe_core.formats.known_formats import detect
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.registry import FORMATS
from bpe_core.texts.corpus import sample
from tests.core.runtime.dying import dying, steps_of
from tests.for_each import for_each

NAMES = {"vocab.json", "merges.txt", "bpe-lab.json"}


@pytest.fixture
def old() -> BPEModel:
    return bpe_core.train("low low lower", vocab_size=258)


@pytest.fixture
def new() -> BPEModel:
    return bpe_core.train(sample("story_en").text, vocab_size=300)


def full_disk() -> OSError:
    return OSError(ENOSPC, "No space left on device")


def test_a_full_disk_leaves_the_old_model_whole(
    old: BPEModel, new: BPEModel, tmp_path: Path
) -> None:
    bpe_core.save(old, tmp_path)
    for at in writes_of(new, tmp_path / "counted"):
        with dying(at, error=full_disk()), pytest.raises(OSError, match="No space left"):
            bpe_core.save(new, tmp_path)
        shutil.rmtree(tmp_path / "counted", ignore_errors=True)
        assert {path.name for path in tmp_path.iterdir()} == NAMES
        assert bpe_core.load(tmp_path) == old
    bpe_core.save(new, tmp_path)
    assert bpe_core.load(tmp_path) == new


def test_a_full_disk_leaves_no_first_model(new: BPEModel, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    for at in writes_of(new, tmp_path / "counted"):
        with dying(at, error=full_disk()), pytest.raises(OSError, match="No space left"):
            bpe_core.save(new, folder)
        assert list(folder.iterdir()) == []
        folder.rmdir()


def writes_of(model: BPEModel, folder: Path) -> list[int]:
    """The steps of a first save that write: at the half and at the end of each file."""
    steps = steps_of(lambda: bpe_core.save(model, folder))
    writes = [at for at, name in enumerate(steps) if "write" in name]
    assert len(writes) == 2 * len(NAMES)
    return writes


def test_saving_makes_the_folder_and_leaves_three_files(old: BPEModel, tmp_path: Path) -> None:
    bpe_core.save(old, tmp_path / "a" / "b")
    bpe_core.save(old, str(tmp_path / "a" / "b"))
    assert {path.name for path in (tmp_path / "a" / "b").iterdir()} == NAMES


def test_a_file_in_the_folders_place_is_left_alone(old: BPEModel, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(FileExistsError):
        bpe_core.save(old, tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


@pytest.mark.parametrize("special", ["Ġ", "é", "Ġt"])
def test_a_special_token_that_would_read_as_bytes_is_not_written(
    special: str, tmp_path: Path
) -> None:
    # In GPT-2's files "Ġ" is the space and "Ġt" a token of a space and a t.
    model = bpe_core.train(" t t", vocab_size=258, special_tokens=[special])
    with pytest.raises(FormatError, match=f"vocab.json, key '{special}': ids .* written alike"):
        bpe_core.save(model, tmp_path / "model")
    assert not (tmp_path / "model").exists()


def odd(
    *tokens: bytes,
    merges: Sequence[tuple[bytes, bytes]] = (),
    special_tokens: Mapping[str, int] = {},
    **options: Any,
) -> BPEModel:
    """Tokens behind the bytes, whatever makes them; ``b""`` is an id without one."""
    vocabulary = Vocabulary.of_bytes(tokens)
    id_of = {token: token_id for token_id, token in enumerate(vocabulary)}
    of_ids = tuple(Merge(id_of[a], id_of[b], id_of[a + b]) for a, b in merges)
    return BPEModel(vocabulary, of_ids, special_tokens, **options)


AB, BC, VERSION = (b"a", b"b"), (b"b", b"c"), (b"#version", b"s")
MADE = [(b"#version"[:k], b"#version"[k : k + 1]) for k in range(1, 8)]
ODD: dict[str, BPEModel] = {
    "a token that only whole pre-tokens are": odd(b"ab", b"xyz", merges=[AB], whole_first=True),
    "all made, and whole first": odd(b"ab", merges=[AB], whole_first=True),
    "a token that nothing makes": odd(b"ab", b"xyz", merges=[AB]),
    "an id without a token": odd(b"ab", b"", b"bc", merges=[AB, BC]),
    "ids free before a special token": odd(
        *(b"ab", b"", b"", b"<|x|>"), merges=[AB], special_tokens={"<|x|>": 259}
    ),
    "a special token between others": odd(
        *(b"ab", b"<|x|>", b"bc"), merges=[AB, BC], special_tokens={"<|x|>": 257}
    ),
    "a special token called as bytes are written": odd("Ġ".encode(), special_tokens={"Ġ": 256}),
    "a special token called as two bytes are written": odd(
        *(b"ab", "Ġa".encode()), merges=[AB], special_tokens={"Ġa": 257}
    ),
    "two special tokens with one id": odd(
        *(b"ab", b"<|x|>"), merges=[AB], special_tokens={"<|x|>": 257, "<|y|>": 257}
    ),
    "a token before its parts": odd(b"abc", b"ab", merges=[AB, (b"ab", b"c")]),
    "a token of two merges": odd(
        *(b"ab", b"bc", b"abc"), merges=[AB, BC, (b"a", b"bc"), (b"ab", b"c")]
    ),
    "a merge twice": odd(b"ab", b"bc", merges=[AB, BC, AB]),
    "a merge that begins as a header does": odd(
        b"#versions", *(a + b for a, b in MADE), merges=[VERSION, *MADE]
    ),
    "ranks with gaps": odd(b"ab", b"bc", merges=[AB, BC], ranks=(3, 7)),
    "one rank for two merges": odd(
        *(b"ab", b"bc", b"abc"),
        merges=[AB, BC, (b"a", b"bc"), (b"ab", b"c")],
        ranks=(256, 257, 258, 258),
    ),
    "no merges": odd(),
    "a pattern by its text": odd(b"ab", merges=[AB], pattern=r"custom:\S+|\s+"),
    "composed": odd(b"ab", merges=[AB], normalization="NFC"),
    "pinned": odd(b"ab", merges=[AB], pattern="gpt2@16.0"),
}
TEXT = "abc xyz ab #versions abcbc<|x|> Ġa <|y|> e\u0301 \U00011db0!"


@for_each("form", FORMATS)
@for_each("what", ODD)
def test_what_is_written_is_read_again_or_refused(what: str, form: str) -> None:
    """As the same format, the same special tokens and ids of every text."""
    model = ODD[what]
    try:
        files = {name: text.encode() for name, text in FORMATS[form].write(model).items()}
    except FormatError:
        return
    assert detect(files) == form
    again = FORMATS[form].read(files)
    assert again.special_tokens == model.special_tokens
    assert again.vocabulary == model.vocabulary
    specials = tuple(model.special_tokens)
    assert bpe_core.encode(again, TEXT, allowed_special=specials) == (
        bpe_core.encode(model, TEXT, allowed_special=specials)
    )
    assert {bpe_core.encode(again, word) == bpe_core.encode(model, word) for word in WORDS} == {
        True
    }


WORDS = ["abc", "ab", "xyz", "bc", "abab", "#versions", "cab", "bcab"]


@for_each(
    "what, form",
    [
        ("a token that only whole pre-tokens are", "gpt2"),
        ("a token that only whole pre-tokens are", "huggingface"),
        ("all made, and whole first", "bbpe"),
        ("a token that nothing makes", "gpt2"),
        ("ids free before a special token", "gpt2"),
        ("ids free before a special token", "tiktoken"),
        ("a special token between others", "bbpe"),
        ("two special tokens with one id", "tiktoken"),
        ("a token of two merges", "huggingface"),
        ("ranks with gaps", "bbpe"),
        ("one rank for two merges", "tiktoken"),
        ("a pattern by its text", "huggingface"),
        ("composed", "gpt2"),
        ("pinned", "tiktoken"),
    ],
)
def test_what_a_format_can_hold_is_not_refused(what: str, form: str) -> None:
    assert FORMATS[form].write(ODD[what])


def test_an_unknown_format_is_refused(old: BPEModel, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="no format named 'zip'; known: gpt2"):
        bpe_core.save(old, tmp_path, format="zip")
    assert list(tmp_path.iterdir()) == []
