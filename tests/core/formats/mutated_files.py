"""Files of small models, changed at random: read, and used where they are still a model.

python -m tests.core.formats.mutated_files COUNT SEED [FORMAT …]

So many of each format, in a process of its own whose kernels check every access
(`tests/core/kernels/bounds.py`); prints how many of each were read, as JSON. What is no error
of ours ends it, with the files.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, NamedTuple

import bpe_core
from bpe_core import BPEModel, Vocabulary
from bpe_core.errors import BPELabError
from bpe_core.formats.known_formats import FORMATS, detect
from bpe_core.formats.recognize import Role
from bpe_core.formats.subword_nmt_codes import read_subword_nmt
from bpe_core.systems import bytepiece
from bpe_core.systems.bytepiece.unigram_model import (
    SINGLE_BYTES,
    UnigramModel,
    read_bytepiece,
    write_bytepiece,
)
from tests.core.kernels.bounds import check_bounds

Files = dict[str, bytes]

SPECIALS = ["<|x|>", "<|x|><|y|>", "结束"]
TEXT = "low lower lowest low é哈 哈哈 aaaa"
TEXTS = (
    TEXT,
    "",
    "a" * 300,
    "low" * 90,
    "é<|x|>哈<|x|><|y|> \n\n 结束 12345",
    "".join(map(chr, range(400))),
)
INTEGERS = (
    -1,
    0,
    1,
    97,
    255,
    256,
    257,
    258,
    300,
    2**16,
    2**20,
    2**31,
    2**32 - 3,
    2**63,
    2**64,
    10**30,
)
BITS = (
    b"",
    b"\n",
    b" ",
    b'"',
    b",",
    b"1e3",
    b"true",
    b"null",
    b"\xff",
    b"\x00",
    b"</w>",
    b"\\u0120",
)
NUMBER = re.compile(rb"-?\d+")


class Form(NamedTuple):
    """How small models of a format are written, and how files are read and used."""

    files: Callable[[], list[Files]]
    read: Callable[[Files], Any]
    use: Callable[[Any, Random], None]


def outcomes(name: str, count: int, seed: int) -> int:
    """How many of ``count`` changed files of a format are read; raises what is no refusal."""
    form, read = FORMS[name], 0
    originals = form.files()
    for number in range(count):
        random = Random(f"{name}/{seed}/{number}")
        files = mutated(random.choice(originals), random)
        try:
            try:
                model = form.read(files)
            except BPELabError:
                continue
            form.use(model, random)
        except Exception as error:
            error.add_note(f"{name}, seed {seed}, number {number}: {files!r}")
            raise
        read += 1
    return read


def mutated(original: Files, random: Random) -> Files:
    """The same files with one change or more; most are behind the single bytes."""
    files = dict(original)
    if random.random() < 0.5:
        files.pop(Role.SIDE.value, None)  # whose checksum would refuse the others first
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        name = random.choice(sorted(files))
        files[name] = random.choice(CHANGES)(files[name], random)
    if len(files) > 1 and random.random() < 0.05:
        files.pop(random.choice(sorted(files)))
    return files


def position(data: bytes, random: Random) -> int:
    return int(len(data) * (1 - random.random() ** random.choice([1, 8])))


def other_bytes(data: bytes, random: Random) -> bytes:
    start = position(data, random)
    end = min(len(data), start + random.choice([0, 0, 1, 1, 2, 9]))
    put = random.choice([random.choice(BITS), data[start:end] * 2, random.randbytes(1)])
    return data[:start] + put + data[end:]


def other_number(data: bytes, random: Random) -> bytes:
    """One of its numbers is another one, its own or an odd one."""
    numbers = [*NUMBER.finditer(data)]
    if not numbers:
        return other_bytes(data, random)
    match = numbers[position(data, random) * len(numbers) // (len(data) + 1)]
    other = random.choice([str(random.choice(INTEGERS)).encode(), random.choice(numbers)[0]])
    return data[: match.start()] + other + data[match.end() :]


def other_order(data: bytes, random: Random) -> bytes:
    """Two lines, or what commas part, change places; or one is there twice, or gone."""
    mark = b"\n" if data.count(b"\n") > 2 else b","
    parts = data.split(mark)
    one, other = (position(data, random) * len(parts) // (len(data) + 1) for _ in range(2))
    change = random.randrange(3)
    if change == 0:
        parts[one], parts[other] = parts[other], parts[one]
    elif change == 1:
        parts.insert(one, parts[other])
    else:
        parts.pop(one)
    return mark.join(parts)


def other_value(data: bytes, random: Random) -> bytes:
    """A value of a JSON file is another one of the file, or is gone."""
    try:
        whole = json.loads(data)
    except ValueError:
        return other_number(data, random)
    holders = [*containers(whole)]
    if not holders:
        return data
    holder, source = random.choice(holders), random.choice(holders)
    keys = [*holder] if isinstance(holder, dict) else [*range(len(holder))]
    values = [*source.values()] if isinstance(source, dict) else [*source]
    key, value = (
        random.choice(keys[-40:]),
        random.choice([*values[-40:], None, True, 1.5, "", -1, [], {}]),
    )
    holder[key] = json.loads(json.dumps(value))  # nothing holds itself
    return json.dumps(whole, ensure_ascii=random.random() < 0.5).encode(
        "utf-8", "surrogatepass"
    )


def containers(value: Any) -> list[Any]:
    """All lists and objects in a JSON value that hold something, itself included."""
    inner = (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    )
    below = [each for item in inner for each in containers(item)]
    return ([value] if isinstance(value, dict | list) and value else []) + below


CHANGES = (other_bytes, other_number, other_number, other_order, other_value)


def bpe_files(name: str) -> Callable[[], list[Files]]:
    @cache
    def files() -> list[Files]:
        return [
            {file: text.encode() for file, text in FORMATS[name].write(model).items()}
            for model in originals(name)
        ]

    return files


def originals(name: str) -> list[BPEModel]:
    if name == "subword_nmt":
        codes = ("#version: 0.2\nl o\nlo w</w>\né l\nlo w\n", "#version: 0.1\na a\naa a\n")
        return [read_subword_nmt({"codes": text.encode()}) for text in codes]
    if name == "tiktoken":
        return [bpe_core.train(TEXT, vocab_size=size) for size in (258, 264)]
    return [
        bpe_core.train(TEXT, vocab_size=265, special_tokens=SPECIALS, pattern=pattern)
        for pattern in ("gpt2", "cl100k")
        if name != "bbpe" or pattern == "gpt2"
    ]


def read_bpe(name: str) -> Callable[[Files], BPEModel]:
    def read(files: Files) -> BPEModel:
        with suppress(BPELabError):
            FORMATS[detect(files)].read(files)
        return FORMATS[name].read(files)

    return read


def use_bpe(model: BPEModel, random: Random) -> None:
    """It is one that the constructor takes; all ways to encode and decode agree."""
    again = BPEModel(
        Vocabulary((*model.vocabulary.tokens,), model.vocabulary.byte_ids),
        [*model.merges],  # no tuple that somebody has vouched for
        **{name: getattr(model, name) for name in KEPT},
    )
    assert again == model
    tokens = [token for token in model.vocabulary.tokens if token]
    joined = b"".join(random.choices(tokens, k=40)).decode("utf-8", "replace")
    for text in (*random.sample(TEXTS, 2), joined):
        for allowed in ((), "all"):
            try:
                ids = bpe_core.encode(model, text, allowed_special=allowed)
            except BPELabError:
                assert model.pattern.startswith("custom:")
                continue
            array = bpe_core.encode_array(model, text, allowed_special=allowed)
            assert array.tolist() == ids
            assert bpe_core.decode_array(model, array) == bpe_core.decode_bytes(model, ids)
            if not model.normalization and not model.strips:
                assert bpe_core.decode(model, array) == text


KEPT = (
    "special_tokens",
    "pattern",
    "tie_break",
    "ranks",
    "whole_first",
    "normalization",
    "always",
    "strips",
)


@cache
def bytepiece_files() -> list[Files]:
    counts = {**dict.fromkeys(SINGLE_BYTES, 1), b"lo": 5, b"low": 9, "哈".encode(): 3, b"aa": 2}
    written: Mapping[str, str] = write_bytepiece(UnigramModel.of_counts(counts))
    return [{name: text.encode() for name, text in written.items()}]


def use_bytepiece(model: UnigramModel, random: Random) -> None:
    assert UnigramModel((*model.pieces,), (*model.counts,)) == model
    text = random.choice(TEXTS) + b"".join(random.choices(model.pieces, k=20)).decode(
        "utf-8", "replace"
    )
    ids = bytepiece.encode(model, text)
    assert bytepiece.decode(model, ids, errors="strict") == bytepiece.normalized(text)
    assert bytepiece.decode_bytes(model, ids.tolist()) == bytepiece.decode_bytes(model, ids)
    drawn = bytepiece.encode(model, text, alpha=0.1, seed=1)
    assert bytepiece.decode_bytes(model, drawn) == bytepiece.decode_bytes(model, ids)


FORMS = {
    **{name: Form(bpe_files(name), read_bpe(name), use_bpe) for name in FORMATS},
    "bytepiece": Form(bytepiece_files, read_bytepiece, use_bytepiece),
}


def main(count: str, seed: str, *names: str) -> None:
    check_bounds()
    read = {name: outcomes(name, int(count), int(seed)) for name in names or FORMS}
    json.dump(read, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
