"""Texts come in strictly as UTF-8, bounded in size, with nothing changed in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_core import errors, train
from bpe_core.pretokenize.pre_tokens import count_pre_tokens, pre_tokenize
from bpe_core.texts import corpus
from tests.raising import raises


def test_a_file_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"\xff" * 100)  # not UTF-8, so the size is what speaks first
    with raises("InputError.text_too_large", match="100 bytes are more than the 99 allowed"):
        corpus.from_file(path, limit=99)
    with pytest.raises(errors.NotUTF8Error, match="byte 0xFF at offset 0"):
        corpus.from_file(path, limit=100)
    assert corpus.from_file(path, limit=100, errors="replace").text == "\ufffd" * 100


def test_line_ends_and_byte_order_marks_stay(tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert corpus.from_file(path).text == "\ufeffa\r\nb\rc\n"


@pytest.mark.parametrize("encoding", ["UTF-16-LE", "UTF-16-BE", "UTF-32-LE", "UTF-32-BE"])
def test_another_encoding_is_named_by_its_mark(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "text.txt"
    path.write_bytes("\ufefflow 哈".encode(encoding))
    for read in (corpus.from_file, lambda path: train(path, vocab_size=256)):
        with pytest.raises(errors.NotUTF8Error, match=f"it is {encoding[:6]}, by its first"):
            read(path)
    with pytest.raises(errors.NotUTF8Error, match="invalid start byte"):
        corpus.from_bytes(b"low" + path.read_bytes())


def test_nul_bytes_are_kept_and_said() -> None:
    text = corpus.from_bytes("é\0b\0".encode())
    assert text.text == "é\0b\0"
    (notice,) = text.notices()
    assert notice.values == {"count": 2, "position": 2}
    assert corpus.from_bytes(b"plain").notices() == []


@pytest.mark.parametrize(
    ("story", "words"),
    [
        ("ferry", ("过河", "的人", "过河的人", "灯亮着", "先擦灯罩", "小满")),
        ("weather", (" wind", " weather", " keeper", " evening", " ninety", " first")),
    ],
)
def test_from_the_lab_s_own_stories_whole_words_are_learned(
    story: str, words: tuple[str, ...]
) -> None:
    text = corpus.sample(story)
    assert 4000 < text.size < 6000
    model = train(text.text, vocab_size=512)
    assert {word.encode() for word in words} <= set(model.vocabulary)


def test_every_sample_is_a_text() -> None:
    for name in corpus.SAMPLES:
        found = corpus.sample(name)
        assert found.size == len(found.text.encode()) > 0
        assert list(pre_tokenize(found.text, special_tokens=found.special_tokens))
        assert count_pre_tokens(found.text, special_tokens=found.special_tokens)
