"""Files written here give the same ids in Hugging Face tokenizers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tokenizers import AddedToken, Tokenizer
from tokenizers.decoders import ByteLevel as ByteLevelDecoder
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel

import bpe_core
from bpe_core.model import BPEModel
from bpe_core.texts.corpus import sample

SPECIAL = "<|endoftext|>"


def hugging_face(folder: Path, *, specials: bool = False) -> Tokenizer:
    """Byte-level BPE as Hugging Face reads it from the pair of files."""
    tokenizer = Tokenizer(BPE.from_file(str(folder / "vocab.json"), str(folder / "merges.txt")))
    tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=False)
    tokenizer.decoder = ByteLevelDecoder()
    if specials:
        tokenizer.add_special_tokens([AddedToken(SPECIAL, special=True)])
    return tokenizer


@pytest.fixture(scope="module")
def text(shared: Callable[[str], Path]) -> str:
    return shared("data/corpus.en").read_bytes().decode()


@pytest.fixture(scope="module")
def model(text: str) -> BPEModel:
    return bpe_core.train(text, vocab_size=1000, special_tokens=[SPECIAL])


def test_our_files_give_our_ids(model: BPEModel, text: str, tmp_path: Path) -> None:
    bpe_core.save(model, tmp_path)
    ids = hugging_face(tmp_path).encode(text).ids
    assert ids == bpe_core.encode(model, text)
    assert max(ids) > 900


def test_our_special_token_keeps_its_id(model: BPEModel, text: str, tmp_path: Path) -> None:
    bpe_core.save(model, tmp_path)
    peer = hugging_face(tmp_path, specials=True)
    joined = f"{text[:5000]}{SPECIAL}{SPECIAL} {text[5000:9000]}"
    ids = peer.encode(joined).ids
    assert ids == bpe_core.encode(model, joined, allowed_special=[SPECIAL])
    assert ids.count(256) == 2


def test_a_model_of_chinese_text(tmp_path: Path) -> None:
    story = sample("story_zh").text
    model = bpe_core.train(story, vocab_size=500)
    bpe_core.save(model, tmp_path)
    peer = hugging_face(tmp_path)
    assert peer.encode(story).ids == bpe_core.encode(model, story)
    assert peer.decode(peer.encode(story).ids) == story


def test_gpt2_saved_here_gives_gpt2s_ids(gpt2: BPEModel, text: str, tmp_path: Path) -> None:
    bpe_core.save(gpt2, tmp_path)
    assert hugging_face(tmp_path).encode(text).ids == bpe_core.encode(gpt2, text)
