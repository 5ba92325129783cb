"""A suffix means the same form of ids in Python and on the command line, to the byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_core import encode, encode_file, train
from bpe_core.encode import id_file
from bpe_core.errors import FileNameAsTextError
from bpe_core.vocabularies import built_in

TEXT = "low lower newest widest 日本 " * 50


@pytest.mark.parametrize("name", ["ids", "a.txt", "a.ids", "a.npy", "a.bin", "a.raw", "a.TXT"])
@pytest.mark.parametrize("piece", [1, 7, id_file.A_PIECE])
def test_a_suffix_means_the_same_in_python_and_on_the_command_line(
    name: str,
    piece: int,
    tmp_path: Path,
    bpe_lab: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(id_file, "A_PIECE", piece)
    (tmp_path / "text.md").write_text(TEXT, "utf-8")
    (tmp_path / "by_command").mkdir()
    command = tmp_path / "by_command" / name
    ours = encode_file(built_in("lab"), tmp_path / "text.md", tmp_path / name, block=100)
    code, _, _ = bpe_lab("encode", "lab", str(tmp_path / "text.md"), "--out", str(command))
    assert code == 0
    assert ours.path.read_bytes() == command.read_bytes()
    if name in ("ids", "a.txt", "a.ids"):
        lines = ours.path.read_text("ascii").splitlines()
        assert {len(line.split()) for line in lines[:-1]} == {20}
        assert list(map(int, " ".join(lines).split())) == encode(built_in("lab"), TEXT)


@pytest.mark.parametrize("name", ["text.md", "./text.md"])
def test_the_name_of_a_file_is_no_text(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.md").write_text(TEXT, "utf-8")
    for call in (
        lambda text: train(text, vocab_size=257),
        lambda text: encode_file(built_in("lab"), text, "ids.npy"),
    ):
        with pytest.raises(FileNameAsTextError, match=r"pass Path\(.*text.md"):
            call(name)
        call(name.encode())
        call("no-" + name)
        call(name + "\0")
