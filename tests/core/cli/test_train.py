"""``bpe-lab train``: the files that it writes, and what it says."""

from __future__ import annotations

import json
from pathlib import Path

from bpe_core import load, train
from bpe_core.texts.corpus import INTJ
from tests.core.cli.training import FILES, TEXT, to


def test_all_files_are_written_and_hold_the_model(bpe_lab, corpus: str, out: Path) -> None:
    code, told, err = bpe_lab("train", corpus, *to(out, 262))
    assert (code, err) == (0, "")
    model = train(TEXT, vocab_size=262)
    assert {path.name for path in out.iterdir()} == FILES
    assert load(out) == model
    assert load(out / "tokenizer.json") == model
    assert f"| {out} |  |" in told
    assert "| bytes of text | 960 |" in told
    assert "| merges | 6 |" in told
    assert "| counting pre-tokens, s | " in told
    assert "| in all, s | " in told


def test_figures_as_json_are_for_programs(bpe_lab, corpus: str, out: Path) -> None:
    code, told, err = bpe_lab("train", corpus, *to(out, 262), "--json")
    assert (code, err) == (0, "")
    figures = json.loads(told)
    assert (figures["bytes"], figures["vocab_size"], figures["merges"]) == (960, 262, 6)
    seconds = figures["seconds"]
    assert {"count", "merge", "write", "total"} <= seconds.keys()
    assert 0 < sum(seconds.values()) - seconds["total"] <= seconds["total"]
    assert figures["peak_memory"] == 0 or figures["peak_memory"] > 10_000_000
    assert {Path(name) for name in figures["files"]} == {out / name for name in FILES}


def test_options_reach_the_trainer(bpe_lab, tmp_path: Path, out: Path) -> None:
    path = tmp_path / "intj.txt"
    path.write_text(INTJ, "utf-8")
    argv = ("--special-token", "<|endoftext|>", "--pattern", "o200k", "--min-count", "2")
    rule = ("--tie-break", "first_seen", "--trainer", "naive", "--threads", "2")
    code, _, err = bpe_lab("train", str(path), *to(out, 300), *argv, *rule)
    assert code == 0
    model = load(out)
    assert model == train(
        INTJ,
        vocab_size=300,
        special_tokens=["<|endoftext|>"],
        pattern="o200k",
        min_count=2,
        tie_break="first_seen",
    )
    said = f"bpe-lab: no pair is left to merge at {len(model.vocabulary)} tokens\n"
    assert err == said


def test_what_a_format_cannot_hold_is_said_and_the_other_is_written(
    bpe_lab, corpus: str, out: Path
) -> None:
    code, _, err = bpe_lab("train", corpus, *to(out, 262), "--pattern", r"custom:\w+|\W+")
    assert code == 0
    assert err.startswith("bpe-lab: tokenizer.json")
    assert err.endswith("; the file is left out\n")
    assert err.count("\n") == 1
    assert {path.name for path in out.iterdir()} == FILES - {"tokenizer.json"}


def test_a_file_that_is_left_out_is_not_that_of_an_earlier_run(
    bpe_lab, corpus: str, out: Path
) -> None:
    bpe_lab("train", "sample:intj", *to(out))
    assert bpe_lab("train", corpus, *to(out, 262), "--pattern", r"custom:\w+|\W+")[0] == 0
    assert {path.name for path in out.iterdir()} == FILES - {"tokenizer.json"}


def test_an_older_vocabulary_there_is_replaced(bpe_lab, corpus: str, out: Path) -> None:
    bpe_lab("train", "sample:intj", *to(out))
    assert bpe_lab("train", corpus, *to(out))[0] == 0
    assert load(out) == train(TEXT, vocab_size=270)
