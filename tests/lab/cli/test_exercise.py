"""``bpe-lab exercise``: a text by its seed, with the answers where they are asked for."""

from __future__ import annotations

import json
from pathlib import Path

from bpe_core import train


def test_the_text_comes_without_its_answers(bpe_lab) -> None:
    code, told, _ = bpe_lab("exercise", "trace.naive", "--level", "3", "--seed", "17f3")
    assert code == 0
    assert told.splitlines() == ["trace.naive, level 3, seed 17F3: 3 merges", "stla erer erst"]


def test_the_answers_are_those_of_training(bpe_lab) -> None:
    code, told, _ = bpe_lab("exercise", "--level", "4", "--script", "chinese", "--json")
    assert code == 0
    exercise = json.loads(told)
    model = train(exercise["text"], vocab_size=256 + len(exercise["answers"]), pattern="gpt2")
    learned = [[merge.left, merge.right] for merge in model.merges]
    assert [answer["pair"] for answer in exercise["answers"]] == learned


def test_the_key_names_every_merge(bpe_lab) -> None:
    _, told, _ = bpe_lab("exercise", "--seed", "17F3", "--key")
    assert [line.split(" | ")[0] for line in told.splitlines()[4:]] == ["| 1", "| 2", "| 3"]


def test_a_word_comes_with_the_merges_that_encode_it(bpe_lab) -> None:
    arguments = ("exercise", "trace.encode", "--level", "4", "--seed", "17F3")
    code, told, _ = bpe_lab(*arguments)
    assert code == 0
    lines = told.splitlines()
    assert lines[0].startswith("trace.encode, level 4, seed 17F3: encode ")
    assert len(lines) == 3 + 8, "8 merges under two lines of heads"
    _, with_key, _ = bpe_lab(*arguments, "--key")
    exercise = json.loads(bpe_lab(*arguments, "--json")[1])
    assert with_key.startswith(told)
    for answer in exercise["answers"]:
        assert exercise["merges"][answer["rank"]] == answer["pair"]
        assert answer["pair"] in with_key
    assert exercise["word"] in lines[0]
    assert len(exercise["word"]) - len(exercise["answers"]) == len(exercise["ids"])


def test_a_key_names_the_merges_that_refuse_a_match_without_a_heap(bpe_lab) -> None:
    arguments = ("exercise", "trace.encode", "--level", "4", "--seed", "1E04")
    exercise = json.loads(bpe_lab(*arguments, "--json")[1])
    refused = {"position": 4, "pair": "rain + inin", "across": "in + in", "rank": 3}
    assert exercise["refused"][0] == refused
    assert "| 4 | rain + inin | in + in | 3 |" in bpe_lab(*arguments, "--key")[1]
    assert "rain + inin" not in bpe_lab(*arguments)[1]


def test_what_cannot_be_drawn_is_refused(bpe_lab) -> None:
    for wrong in (("--seed", "27F3"), ("--level", "9"), ("--script", "greek"), ("trace",)):
        code, told, err = bpe_lab("exercise", *wrong)
        assert (bool(code), told) == (True, ""), wrong
        assert err.startswith("bpe-lab: ")


# --- `bpe-lab sheet`: two files, in the language that was asked for


def test_sheets_and_keys_are_written(bpe_lab, tmp_path: Path) -> None:
    arguments = ("--kind", "trace.linked", "--level", "3", "--seed", "17f3", "--copies", "3")
    code, told, _ = bpe_lab(
        "sheet", *arguments, "--language", "zh", "--out", str(tmp_path / "o")
    )
    assert code == 0
    files = [tmp_path / "o" / name for name in ("sheets.html", "keys.html")]
    assert told.splitlines() == list(map(str, files))
    for file in files:
        page = file.read_text("utf-8")
        for seed in ("17F3", "17F4", "17F5"):
            assert f"题号 {seed}" in page
        assert page.count("<article") == 3


def test_what_cannot_be_made_leaves_no_file(bpe_lab, tmp_path: Path) -> None:
    for wrong in (("--kind", "x"), ("--level", "9"), ("--copies", "201"), ("--seed", "27F3")):
        code, told, err = bpe_lab("sheet", *wrong, "--out", str(tmp_path / "o"))
        assert (code, told) == (1, ""), wrong
        assert err.startswith("bpe-lab: ")
        assert not (tmp_path / "o").exists()
