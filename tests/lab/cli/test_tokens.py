"""``bpe-lab tokens``: counts by model and text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bpe_core import encode, encode_array, save, train
from bpe_core.encode.whole_text import SHORT
from bpe_core.kernels import TO_ENCODE
from bpe_core.vocabularies import built_in, o200k
from bpe_lab.cli import tokens
from bpe_lab.cli.tokens import models_in
from tests.lab.cli.running import streams

TEXT = "Hello world, 你好世界!\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "hello.txt"
    path.write_bytes(TEXT.encode())
    return path


def wordpiece(path: Path) -> Path:
    """A tokenizer that is its owner's."""
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.WordPiece({"hello": 0, "[UNK]": 1}, unk_token="[UNK]")
    owned = tokenizers.Tokenizer(model)
    owned.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    owned.save(str(path))
    return path


def test_a_line_per_model_and_text_and_a_total(bpe_lab, text: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.txt"
    again.write_bytes(TEXT.encode() * 2)
    code, out, err = bpe_lab("tokens", "gpt-4o,lab", str(text), str(again))
    assert (code, err) == (0, "")
    size = len(TEXT.encode())
    for name, model in (("gpt-4o", o200k()), ("lab", built_in("lab"))):
        one, two = len(encode(model, TEXT)), len(encode(model, TEXT * 2))
        assert f"| {name} | {text} | {size} | {one} | {size / one:.3g} |" in out
        assert f"| {name} | total | {3 * size} | {one + two} |" in out


def test_json_has_the_same(bpe_lab, text: Path) -> None:
    code, out, _ = bpe_lab("tokens", "gpt-4o", str(text), "--json")
    (model,) = json.loads(out)["models"]
    count, size = len(encode(o200k(), TEXT)), len(TEXT.encode())
    assert code == 0
    assert (model["model"], model["library"]) == ("gpt-4o", "bpe_core")
    assert (model["tokens"], model["bytes"]) == (count, size)
    assert model["bytes_per_token"] == pytest.approx(size / count)
    assert [each["tokens"] for each in model["files"]] == [count]


def test_a_pipe_is_counted(bpe_lab, text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with streams(text):
        code, _, err = bpe_lab("tokens", "gpt-4o")
    assert (code, err) == (0, "")
    code, _, err = bpe_lab("tokens", "gpt-4o", "-", "-")
    assert (code, "read once" in err) == (1, True)


def test_a_long_text_is_counted_in_blocks_exactly(
    bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.txt"
    long = (TEXT + "x" * 40 + " \n \n" + " " * 30) * (2 * SHORT // 60)
    path.write_bytes(long.encode())
    code, out, _ = bpe_lab("tokens", "gpt-4o,bilingual", str(path), "--json")
    assert code == 0
    for each, model in zip(
        json.loads(out)["models"], (o200k(), built_in("bilingual")), strict=True
    ):
        assert each["tokens"] == len(encode_array(model, long))


def test_python_counts_where_compiling_would_take_longer(
    bpe_lab, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[tuple[str, ...]] = []
    monkeypatch.setattr(tokens, "is_warm", lambda parts: False)
    monkeypatch.setattr(tokens, "compile_first", lambda meter, *parts: compiled.append(parts))
    path = tmp_path / "long.txt"
    path.write_bytes(TEXT.encode() * 2_000)
    size = path.stat().st_size
    counts = []
    for patient in (size, size - 1):
        monkeypatch.setattr(tokens, "PATIENT", patient)
        code, out, _ = bpe_lab("tokens", "gpt-4o", str(path), "--json")
        assert code == 0
        counts.append((json.loads(out)["models"][0]["tokens"], [*compiled]))
    expected = len(encode_array(o200k(), TEXT * 2_000))
    assert counts == [(expected, []), (expected, [TO_ENCODE])]


def test_what_another_library_serves_is_counted_up_to_a_bound(
    bpe_lab, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = wordpiece(tmp_path / "tokenizer.json")
    code, out, _ = bpe_lab("tokens", str(file), str(text), "--json")
    (model,) = json.loads(out)["models"]
    assert (code, model["library"], model["kind"]) == (0, "tokenizers", "wordpiece")
    monkeypatch.setattr(tokens, "OWNED", 10)
    code, _, err = bpe_lab("tokens", str(file), str(text))
    assert (code, "takes texts whole: 10 at most" in err) == (1, True)


def test_bare_ranks_take_a_pattern(bpe_lab, text: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ranks"
    save(train(TEXT * 4, vocab_size=300, pattern="none"), folder, format="tiktoken")
    (folder / "bpe-lab.json").unlink()
    code, out, err = bpe_lab("tokens", str(folder), str(text))
    assert (code, "pattern gpt2 is assumed" in err) == (0, True)
    code, other, err = bpe_lab("tokens", str(folder), str(text), "--pattern", "none")
    assert (code, err) == (0, "")
    assert other != out


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("gpt-9",), "no file or vocabulary named 'gpt-9'; known: lecture"),
        (("gpt-4o,gpt 9",), "named 'gpt 9'"),
        ((",",), "named ','"),
        (("gpt-4o", "--pattern", "gpt2"), "itself says what it is"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(bpe_lab, asked, told: str, text: Path) -> None:
    code, out, err = bpe_lab("tokens", asked[0], str(text), *asked[1:])
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert told in err


def test_files_that_are_not_there_or_no_text(bpe_lab, tmp_path: Path) -> None:
    code, _, err = bpe_lab("tokens", "gpt-4o", str(tmp_path / "no.txt"))
    assert (code, "no.txt" in err) == (1, True)
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"a\xff")
    code, _, err = bpe_lab("tokens", "gpt-4o", str(bad))
    assert (code, "bad.txt" in err, err.count("\n")) == (1, True, 1)


def test_a_file_with_commas_is_one_model(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a,b").touch()
    assert models_in("a,b") == ["a,b"]


def test_other_commands_take_names_of_models(bpe_lab, text: Path) -> None:
    code, out, err = bpe_lab("encode", "gpt-4o", str(text))
    assert (code, err) == (0, "")
    assert list(map(int, out.split())) == encode(o200k(), TEXT)
