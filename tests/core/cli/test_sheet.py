"""``bpe-lab sheet``: two files, in the language that was asked for."""

from __future__ import annotations

from pathlib import Path


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
