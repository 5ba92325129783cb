"""What is saved is what is loaded, and GPT-2's own files mean here what they mean elsewhere."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public

import bpe_core
from bpe_core.errors import FormatError, UnknownNameError
from bpe_core.formats.gpt2 import OWN_DIGEST
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_core.vocabularies import built_in
from tests.core import text_strategies as texts
from tests.core.running import learn
from tests.examples import examples

ODD_SPECIALS = (
    "<|endoftext|>",
    "end of text",
    "结束",
    '"quoted"',
    "\\u0041",
    "\n\n",
    "#version: 9",
)


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("specials", [(), ODD_SPECIALS], ids=["plain", "odd specials"])
def test_a_trained_model_comes_back_equal(
    pattern: str, tie_break: TieBreak, specials: tuple[str, ...], tmp_path: Path
) -> None:
    model = bpe_core.train(
        sample("story_zh").text,
        vocab_size=400,
        special_tokens=specials,
        pattern=pattern,
        tie_break=tie_break,
    )
    bpe_core.save(model, tmp_path)
    loaded = bpe_core.load(tmp_path)
    assert loaded == model
    assert list(loaded.special_tokens.items()) == list(model.special_tokens.items())
    assert loaded.merge_ranks == model.merge_ranks


@settings(max_examples=examples(60))
@given(counts=texts.counts, specials=st.sets(st.sampled_from(ODD_SPECIALS)))
def test_any_learned_model_comes_back_equal(
    counts: dict[bytes, int], specials: set[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("model")
    options = TrainOptions(special_tokens=sorted(specials))
    model = learn(bpe_core.pretokenize.pre_tokens.lay_out(counts), options, pattern="none")
    bpe_core.save(model, folder, format="gpt2")
    assert bpe_core.load(folder) == model
    shutil.rmtree(folder)


def test_a_loaded_model_is_saved_to_the_same_bytes(gpt2: BPEModel, tmp_path: Path) -> None:
    bpe_core.save(gpt2, tmp_path / "one")
    bpe_core.save(bpe_core.load(tmp_path / "one"), tmp_path / "two")
    for name in ("vocab.json", "merges.txt", "bpe-lab.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_gpt2s_own_files(gpt2: BPEModel, gpt2_folder: Path) -> None:
    assert len(gpt2.vocabulary) == 50257
    assert dict(gpt2.special_tokens) == {"<|endoftext|>": 50256}
    assert len(gpt2.merges) == 50000
    assert all(merge.new_id == 256 + rank for rank, merge in enumerate(gpt2.merges))
    # Single bytes are numbered in the order of their characters, not by value.
    assert gpt2.vocabulary.byte_ids[ord("!")] == 0
    assert sorted(gpt2.vocabulary.byte_ids) == list(range(256))
    assert gpt2.merges_as_bytes()[:2] == [(b" ", b"t"), (b" ", b"a")]
    assert not (gpt2_folder / "bpe-lab.json").exists()


def test_gpt2_saved_here_keeps_its_files(
    gpt2: BPEModel, gpt2_folder: Path, tmp_path: Path
) -> None:
    bpe_core.save(gpt2, tmp_path)
    merges = (gpt2_folder / "merges.txt").read_text("utf-8").removeprefix("#version: 0.2\n")
    assert (tmp_path / "merges.txt").read_text("utf-8") == "#version: 0.2\n" + merges
    ours = json.loads((tmp_path / "vocab.json").read_text("utf-8"))
    assert ours == json.loads((gpt2_folder / "vocab.json").read_text("utf-8"))


def test_special_tokens_are_found_without_the_side_file(tmp_path: Path) -> None:
    specials = ["<|endoftext|>", "结束"]
    model = bpe_core.train("low low lower", vocab_size=261, special_tokens=specials)
    bpe_core.save(model, tmp_path)
    (tmp_path / "bpe-lab.json").unlink()
    assert bpe_core.load(tmp_path, pattern="gpt2") == model


def test_a_pair_that_is_not_gpt2s_says_that_its_pattern_is_assumed(
    gpt2_folder: Path, tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """GPT-2's own is known by its merges, however their lines end; a BBPE pair by its form."""
    shutil.copy(gpt2_folder / "vocab.json", tmp_path)
    lines = (gpt2_folder / "merges.txt").read_bytes().removeprefix(b"#version: 0.2\n").strip()
    for merges in (lines, b"#version: 0.2\n" + lines + b"\n", lines.replace(b"\n", b"\r\n")):
        (tmp_path / "merges.txt").write_bytes(merges)
        assert bpe_core.load(tmp_path).pattern == "gpt2"
    model = bpe_core.train("low low lower", vocab_size=261, pattern="cl100k")
    bpe_core.save(model, tmp_path)
    bpe_core.load(tmp_path)
    (tmp_path / "bpe-lab.json").unlink()
    bpe_core.load(tmp_path, pattern="cl100k")
    bpe_core.save(bpe_core.train("low low", vocab_size=258), tmp_path / "b", format="bbpe")
    bpe_core.load(tmp_path / "b")
    assert not recwarn.list
    with pytest.warns(UserWarning, match=r"merges\.txt does not say how texts are cut"):
        assert bpe_core.load(tmp_path).pattern == "gpt2"


def test_the_digest_of_gpt2s_merges_is_tiktokens(monkeypatch: pytest.MonkeyPatch) -> None:
    published: dict[str, str] = {}
    loader = "data_gym_to_mergeable_bpe_ranks"
    monkeypatch.setattr(openai_public, loader, lambda **given: published.update(given))
    openai_public.gpt2()
    assert published["vocab_bpe_hash"] == OWN_DIGEST


def test_the_caller_overrules_pattern_and_special_tokens(tmp_path: Path) -> None:
    model = bpe_core.train("low low", vocab_size=260, special_tokens=["<|x|>"])
    bpe_core.save(model, tmp_path)
    loaded = bpe_core.load(tmp_path, pattern="whitespace", special_tokens=[])
    assert (loaded.pattern, dict(loaded.special_tokens)) == ("whitespace", {})
    with pytest.raises(UnknownNameError, match="no pattern named 'gpt5'"):
        bpe_core.load(tmp_path, pattern="gpt5")
    with pytest.raises(FormatError, match="a special token needs an id"):
        bpe_core.load(tmp_path, special_tokens=["<|y|>"])


def test_merges_may_end_lines_as_windows_does(tmp_path: Path) -> None:
    model = bpe_core.train("low low lower", vocab_size=260)
    bpe_core.save(model, tmp_path)
    (tmp_path / "bpe-lab.json").unlink()
    merges = tmp_path / "merges.txt"
    merges.write_bytes(merges.read_bytes().replace(b"\n", b"\r\n"))
    assert bpe_core.load(tmp_path, pattern="gpt2") == model


def test_the_last_merge_counts_without_a_final_line_end(tmp_path: Path) -> None:
    model = bpe_core.train("low low lower", vocab_size=260)
    bpe_core.save(model, tmp_path)
    (tmp_path / "bpe-lab.json").unlink()
    merges = tmp_path / "merges.txt"
    merges.write_bytes(merges.read_bytes().removeprefix(b"#version: 0.2\n").rstrip(b"\n"))
    assert bpe_core.load(tmp_path, pattern="gpt2") == model


def test_ranks_that_are_no_places_come_back(tmp_path: Path) -> None:
    lecture = built_in("lecture")
    assert lecture.ranks == (0, 98, 287, 465, 505, 2614, 5739)
    bpe_core.save(lecture, tmp_path)
    assert bpe_core.load(tmp_path) == lecture
    side = tmp_path / "bpe-lab.json"
    fields = json.loads(side.read_text("utf-8"))
    for ranks, rule in (
        ([0, 1], "7 merges need as many ranks, not 2"),
        ([0] * 7, "a list of ascending integers"),
        ("all", "a list of ascending integers"),
        ([0, 1, 2, 3, 4, 5, True], "a list of ascending integers"),
    ):
        side.write_text(json.dumps({**fields, "ranks": ranks}), "utf-8")
        with pytest.raises(FormatError, match=f"bpe-lab.json, key 'ranks': {rule}"):
            bpe_core.load(tmp_path)


def test_the_side_file_says_what_the_pair_cannot(tmp_path: Path) -> None:
    model = bpe_core.train(
        "low", vocab_size=258, special_tokens=["<|x|>"], pattern="none", tie_break="first_seen"
    )
    bpe_core.save(model, tmp_path)
    side = json.loads((tmp_path / "bpe-lab.json").read_text("utf-8"))
    assert side["pattern"] == "none"
    assert side["tie_break"] == "first_seen"
    assert side["special_tokens"] == {"<|x|>": 256}
    assert re.fullmatch(r"\d+\.\d+\.\d+", side["unicode"])
    assert re.fullmatch(r"[0-9a-f]{64}", side["checksum"])
