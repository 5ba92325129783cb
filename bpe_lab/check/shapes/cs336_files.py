"""Vocabulary and merges as files, in the forms that solutions of CS336 write them.

The assignment leaves the form open: "the same format that your BPE training code output".
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from bpe_core.runtime.text import written
from bpe_lab.check.shapes.solution import BytePair

Vocabulary: TypeAlias = Mapping[int, bytes]
Contents: TypeAlias = Callable[[Vocabulary, Sequence[BytePair]], tuple[bytes, bytes]]


def write_files(
    form: str, vocabulary: Vocabulary, merges: Sequence[BytePair]
) -> tuple[str, str]:
    """Write both files where the code runs; their paths."""
    paths = Path("vocab.file").absolute(), Path("merges.file").absolute()
    for path, content in zip(paths, FORMS[form](vocabulary, merges), strict=True):
        path.write_bytes(content)
    return str(paths[0]), str(paths[1])


def pickles(vocabulary: Vocabulary, merges: Sequence[BytePair]) -> tuple[bytes, bytes]:
    """Both values as Python keeps them."""
    return pickle.dumps(dict(vocabulary)), pickle.dumps(list(merges))


def gpt2_files(vocabulary: Vocabulary, merges: Sequence[BytePair]) -> tuple[bytes, bytes]:
    """GPT-2's characters: a JSON object of tokens with ids, and one merge per line.

    >>> gpt2_files({0: b" "}, [(b" ", b"a")])[1].decode()
    'Ġ a\\n'
    """
    lines = "".join(f"{written(left)} {written(right)}\n" for left, right in merges)
    ids = {written(token): number for number, token in vocabulary.items()}
    return _json(ids), lines.encode()


def gpt2_files_with_version(
    vocabulary: Vocabulary, merges: Sequence[BytePair]
) -> tuple[bytes, bytes]:
    """The same with the first line that GPT-2's own file has, for who skips it."""
    ids, lines = gpt2_files(vocabulary, merges)
    return ids, b"#version: 0.2\n" + lines


def hex_json(vocabulary: Vocabulary, merges: Sequence[BytePair]) -> tuple[bytes, bytes]:
    """Bytes in hex: a JSON object of ids with tokens, and a JSON list of pairs."""
    tokens = {str(number): token.hex() for number, token in vocabulary.items()}
    return _json(tokens), _json([[left.hex(), right.hex()] for left, right in merges])


FORMS: Mapping[str, Contents] = {
    "pickles": pickles,
    "GPT-2's vocab.json and merges.txt": gpt2_files,
    "GPT-2's two files, with #version": gpt2_files_with_version,
    "JSON in hex": hex_json,
}


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
