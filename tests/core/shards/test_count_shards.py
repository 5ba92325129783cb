"""Counts of many files: those of `train`, the same bytes by any route, whole or not at all."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bpe_core import count_shards, load_counts, train, train_from_counts
from bpe_core.errors import NotUTF8Error, OptionError, PackageMissingError, UnknownNameError
from bpe_core.pretokenize.plain_counting import count_blocks
from bpe_core.runtime.progress import Progress
from bpe_core.runtime.text import LFS_POINTER
from bpe_core.shards import counts_file
from bpe_core.shards.counts_file import ROW_BITS
from bpe_core.shards.shard_files import Shard
from bpe_core.texts.sources import blocks_of
from bpe_core.train.tie_break import TIE_BREAKS
from tests.raising import Expected, allowing, raises

END = "<|endoftext|>"
FEW = 4  # buckets
counting = sys.modules["bpe_core.shards.count_shards"]  # a function has its name
TEXTS = [
    "low lower newest widest" + END + "low low 哈哈 haha\n\n",
    "newer lowest " * 30 + END + " ab ab ba ba",
    "",
    "ba ba ab wide wider low" + END,
    "".join(f"w{number % 97} " for number in range(400)),
]


@pytest.fixture
def shards(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / f"{number}.txt" for number in range(len(TEXTS))]
    for path, text in zip(paths, TEXTS, strict=True):
        path.write_text(text, "utf-8")
    return paths


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "counts.parquet"


@pytest.fixture(autouse=True)
def few_buckets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four Parquet files a sum in place of 64, which take most of the time of small texts."""
    for module in (counts_file, counting):
        monkeypatch.setattr(module, "BUCKETS", FEW)


def test_the_pre_tokens_of_small_shards_are_dealt_to_all_buckets(
    shards: list[Path], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = counted(shards, out)
    monkeypatch.undo()
    assert counted(shards, out) != few
    with pq.ParquetFile(out) as file:
        assert file.num_row_groups == counts_file.BUCKETS > FEW
    assert list(load_counts(out).table.as_counts().items()) == list(
        plainly_counted(shards).items()
    )


def counted(shards: list[Path], out: Path, **options: object) -> bytes:
    count_shards(shards, out, special_tokens=[END], **options)  # type: ignore[arg-type]
    return out.read_bytes()


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
def test_training_on_counts_is_training_on_the_shards(
    tie_break: str, shards: list[Path], out: Path
) -> None:
    """Bytes that end a shard and bytes that begin the next one make no pair."""
    counted(shards, out)
    counts = load_counts(out)
    options = {"vocab_size": 330, "special_tokens": [END], "tie_break": tie_break}
    model = train(shards, **options)
    assert train_from_counts(counts.table, **options) == model
    assert list(counts.table.as_counts().items()) == list(plainly_counted(shards).items())
    assert (counts.pattern, counts.special_tokens, counts.shards) == ("gpt2", (END,), 5)
    assert counts.is_exact


def plainly_counted(texts: list[Path] | list[str]) -> dict[bytes, int]:
    """The counts by `regex` and a dict, in the order of first occurrence."""
    return count_blocks(blocks_of(texts, special_tokens=[END]))


def test_compiled_counting_gives_the_same_file(
    shards: list[Path], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = counted(shards, out)
    monkeypatch.setattr(counting, "SMALL", 0)
    assert counted(shards, out, threads=2) == plain


def test_parts_leave_the_same_file_as_the_whole(shards: list[Path], out: Path) -> None:
    whole = counted(shards, out)
    out.unlink()
    for number in (3, 1, 2):
        count_shards(shards, out, special_tokens=[END], part=(number, 3))
        assert not out.exists()
    work = out.with_name("counts.parquet.work")
    assert len(list(work.glob("shard-*"))) == len(TEXTS)
    assert counted(shards, out) == whole
    assert not work.exists()


def test_the_file_says_all_in_three_columns_and_a_row_group_per_bucket(
    shards: list[Path], out: Path
) -> None:
    counted(shards, out)
    with pq.ParquetFile(out) as file:
        assert file.num_row_groups == FEW
        assert json.loads(file.metadata.metadata[b"bpe-lab"])["special_tokens"] == [END]
        rows = {row.pop("pre_token"): row for row in file.read().to_pylist()}
    assert rows[b"low"] == {"count": 2, "first": 0}
    assert rows[b" ab"] == {"count": 3, "first": 1 << ROW_BITS | 4}


class EndedError(Exception):
    pass


def test_after_an_end_in_the_middle_the_same_call_goes_on(
    shards: list[Path], out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = counted(shards, tmp_path / "whole.parquet")
    reports: list[Progress] = []

    def end(progress: Progress) -> None:
        reports.append(progress)
        if progress.done:
            raise EndedError

    with pytest.raises(EndedError):
        counted(shards, out, threads=1, on_progress=end)
    assert not out.exists()
    left = sorted(path.name for path in out.with_name("counts.parquet.work").glob("s*"))
    assert 1 <= len(left) < len(TEXTS)
    runs: list[str] = []
    run = counting.CountShard.run
    monkeypatch.setattr(
        counting.CountShard,
        "run",
        lambda task, tell: (runs.append(task.target.name), run(task, tell)),
    )
    assert counted(shards, out) == whole
    assert sorted([*runs, *left]) == sorted({*runs, *left})
    assert len(runs) == len(TEXTS) - len(left)


def test_the_work_folder_may_be_an_address(
    shards: list[Path], out: Path, tmp_path: Path
) -> None:
    """As machines see it that share a store and no disk: a part first, then the whole."""
    whole = counted(shards, out)
    work, files = f"file://{tmp_path}/there", tmp_path / "there"
    count_shards(shards, out, special_tokens=[END], work=work, part=(1, 2))
    before = {path: path.stat().st_mtime_ns for path in files.iterdir()}
    assert len(before) == 3
    assert counted(shards, tmp_path / "other.parquet", work=work) == whole
    assert before.items() <= {path: path.stat().st_mtime_ns for path in files.iterdir()}.items()
    assert {path.name[:4] for path in files.iterdir()} == {"shar", "sum-"}, "nothing partial"


def test_many_shards_need_few_descriptors(tmp_path: Path, out: Path) -> None:
    resource = pytest.importorskip("resource", reason="no limit of descriptors on Windows")
    paths = [tmp_path / f"{number}.txt" for number in range(40)]
    for path in paths:
        path.write_text("low lower", "utf-8")
    here = len(list(Path("/proc/self/fd").iterdir()))
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (here + 25, hard))
    try:
        count_shards(paths, out, threads=1)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert load_counts(out).table.as_counts() == {b"low": 40, b" lower": 40}


def test_progress_is_in_bytes_of_finished_shards(shards: list[Path], out: Path) -> None:
    reports: list[Progress] = []
    counted(shards, out, on_progress=reports.append)
    sizes = [len(text.encode()) for text in TEXTS]
    counts = [report for report in reports if report.phase == "count"]
    assert counts[0].done == 0
    assert {report.total for report in counts} == {sum(sizes)}
    assert counts[-1].done == sum(sizes)
    assert reports[-1] == Progress("sum", FEW, FEW)


def test_a_shard_that_was_written_to_is_counted_anew(shards: list[Path], out: Path) -> None:
    before = counted(shards, out, work=out.parent / "work")
    shards[3].write_text("another", "utf-8")
    assert counted(shards, out, work=out.parent / "work") != before
    assert load_counts(out).table.as_counts() == plainly_counted(shards)


def test_options_are_part_of_what_is_counted(shards: list[Path], out: Path) -> None:
    counted(shards, out, work=out.parent / "work")
    count_shards(shards, out, pattern="cl100k", work=out.parent / "work")
    assert load_counts(out).pattern == "cl100k"
    assert b"endoftext" in load_counts(out).table.as_counts()


def write_forms(folder: Path) -> list[Path]:
    """The same texts as lines of JSON, as Parquet, and compressed."""
    lines = "".join(json.dumps({"id": 1, "body": text}) + "\n" for text in TEXTS).encode()
    (folder / "a.jsonl").write_bytes(lines + b"\n")
    (folder / "a.jsonl.gz").write_bytes(gzip.compress(lines[:50]) + gzip.compress(lines[50:]))
    compressed = [pa.compress(part, "zstd", asbytes=True) for part in (lines[:9], lines[9:])]
    (folder / "a.ndjson.zst").write_bytes(b"".join(compressed))
    table = pa.table({"id": range(len(TEXTS)), "body": TEXTS})
    pq.write_table(table, folder / "a.parquet", row_group_size=2)
    return list(folder.glob("a.*"))


def test_rows_are_texts_of_their_own_in_every_form(tmp_path: Path, out: Path) -> None:
    expected = list(plainly_counted(TEXTS).items())
    for path in write_forms(tmp_path):
        counted([path], out, text_field="body")
        assert list(load_counts(out).table.as_counts().items()) == expected, path.name


def test_a_compressed_text_is_one_text(shards: list[Path], tmp_path: Path, out: Path) -> None:
    whole = counted([shards[1]], out)
    path = tmp_path / "1.txt.gz"
    path.write_bytes(gzip.compress(shards[1].read_bytes()))
    assert counted([path], out) == whole


def test_globs_and_addresses_name_files(shards: list[Path], tmp_path: Path, out: Path) -> None:
    whole = counted(shards, out)
    assert counted([tmp_path / "*.txt"], out) == whole
    assert counted([f"file://{tmp_path}/[0-9].txt"], out) == whole


BAD = {
    "bad.txt": (b"low\xfflow", NotUTF8Error, "offset 3"),
    "bad.jsonl": (
        b'{"text": "a"}\n{"text": 7}\n',
        "ShardError.json_line",
        "line 2, at byte 14",
    ),
    "half.jsonl": (b'{"text": "a\\ud83d"}', "ShardError.json_line", "byte 0: .* U.D83D, .* 1;"),
    "marked.jsonl": (b'\xef\xbb\xbf{"text": "a"}', "ShardError.json_line", "a byte order mark"),
    "other.jsonl": (b'{"body": "a"}', "ShardError.json_line", "no field 'text' among body"),
    "list.jsonl": (b'["a"]', "ShardError.json_line", "no JSON object"),
    "cut.jsonl": (b'{"text"', "ShardError.json_line", "not JSON from column 8 on"),
    "utf16.ndjson": ('{"text": "a"}'.encode("utf-16"), NotUTF8Error, "it is UTF-16"),
    "pointer.jsonl": (LFS_POINTER, "ShardError.json_line", "a Git LFS pointer"),
    "pointer.parquet": (LFS_POINTER, "ShardError.damaged", "a Git LFS pointer"),
    "pointer.txt": (LFS_POINTER, "ShardError.damaged", "a Git LFS pointer"),
    "pointer.jsonl.gz": (LFS_POINTER, "ShardError.damaged", "a Git LFS pointer"),
    "utf16.txt": ("low".encode("utf-16"), NotUTF8Error, "it is UTF-16"),
    "utf.jsonl": (b'{"text": "a"}\n{"text": "\xff"}', NotUTF8Error, "offset 24"),
    "bad.txt.gz": (gzip.compress(b"low " * 999)[:-9], "ShardError.damaged", "byte"),
    "bad.txt.zst": (b"low", "ShardError.damaged", "byte"),
    "bad.parquet": (b"PAR1 low", "ShardError.damaged", "byte 0"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_shard_is_named_and_nothing_is_written(
    name: str, shards: list[Path], tmp_path: Path, out: Path
) -> None:
    data, kind, rule = BAD[name]
    (tmp_path / name).write_bytes(data)
    with raises(kind, match=rule) as raised:
        counted([*shards, tmp_path / name], out)
    assert raised.value.__notes__ == [str(tmp_path / name)]
    assert not out.exists()


def test_a_parquet_file_without_texts_is_refused(tmp_path: Path, out: Path) -> None:
    path = tmp_path / "a.parquet"
    for table, kind in (
        (pa.table({"text": [1, 2]}), "ShardError.no_text_column"),
        (pa.table({"id": ["a"], "body": ["b"]}), "ShardError.no_text_column"),
        (pa.table({"text": ["a", None]}), "ShardError.no_text_in_row"),
    ):
        pq.write_table(table, path)
        with raises(kind, match="text"):
            counted([path], out)


def test_a_shard_that_changes_while_it_is_counted_is_refused(
    shards: list[Path], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_unchanged = counting.is_unchanged

    def change(shard: Shard) -> bool:
        shards[0].write_text("other", "utf-8")
        return is_unchanged(shard)

    monkeypatch.setattr(counting, "is_unchanged", change)
    with raises("InputError.file_changed", match=r"0\.txt"):
        counted(shards[:1], out)
    assert not out.exists()


WRONG: dict[str, tuple[dict[str, object], Expected]] = {
    "engine": ({"engine": "spark"}, UnknownNameError),
    "address": ({"address": "auto"}, OptionError),
    "part": ({"part": (4, 3)}, OptionError),
    "sample": ({"sample": 1.5}, OptionError),
    "pattern": ({"pattern": "gpt9"}, UnknownNameError),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_options_are_named(name: str, shards: list[Path], out: Path) -> None:
    options, kind = WRONG[name]
    with raises(kind, match=name):
        counted(shards, out, **options)
    assert not out.with_name("counts.parquet.work").exists()


def test_what_is_no_shard_is_named(tmp_path: Path, out: Path) -> None:
    for shards, kind in (
        ([], "ShardError.no_shards"),
        ([tmp_path / "*.txt"], "ShardError.no_shards"),
        ([tmp_path], "InputError.is_a_folder"),
        ([tmp_path / "none.txt"], FileNotFoundError),
        (["no-such-protocol://a"], OptionError),
        ([f"file://{tmp_path}/*.txt"], "ShardError.no_shards"),
    ):
        with raises(kind):
            counted(shards, out)


def test_a_protocol_whose_package_is_missing_says_which(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    monkeypatch.setattr(sys.modules["fsspec.registry"], "registry", {})  # what was imported
    with pytest.raises(OptionError, match="Install s3fs"):
        counted(["s3://corpus/0.txt"], out)  # type: ignore[list-item]


@pytest.mark.parametrize(("package", "extra"), [("fsspec", "counts"), ("ray", "ray")])
def test_a_missing_extra_is_named(
    package: str, extra: str, shards: list[Path], out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [package, *(name for name in sys.modules if name.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    address = f"file://{shards[0]}" if package == "fsspec" else shards[0]
    engine = "local" if package == "fsspec" else "ray"
    with pytest.raises(PackageMissingError, match=rf"bpe-lab\[{extra}\]"):
        counted([address], out, engine=engine)  # type: ignore[list-item]


def test_other_files_are_no_counts(tmp_path: Path, out: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"text": ["a"]}), path)
    with raises("ShardError.not_counts", match="bpe-lab"):
        load_counts(path)
    path.write_bytes(b"PAR1")
    with raises("ShardError.not_counts"):
        load_counts(path)


@pytest.mark.parametrize("name", ["pyarrow", "pyarrow.parquet"])
def test_without_pyarrow_its_package_is_named(
    name: str, shards: list[Path], out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(shards, out)
    before = out.read_bytes()
    packed = tmp_path / "b.txt.gz"
    packed.write_bytes(gzip.compress(b"low"))
    monkeypatch.setitem(sys.modules, name, None)
    for call in (
        lambda: load_counts(out),
        lambda: count_shards(shards[:2], out),
        lambda: count_shards([packed], out),
        lambda: count_shards([out], tmp_path / "c.parquet"),
    ):
        with pytest.raises(PackageMissingError, match=r"pip install 'bpe-lab\[counts\]'"):
            call()
    assert out.read_bytes() == before


def column(name: str, values: list[Any], kind: Any) -> Callable[[pa.Table], pa.Table]:
    def changed(rows: pa.Table) -> pa.Table:
        place = rows.schema.names.index(name)
        return rows.set_column(place, name, pa.array(values, kind))

    return changed


def about(**changes: Any) -> Callable[[pa.Table], pa.Table]:
    def changed(rows: pa.Table) -> pa.Table:
        known = json.loads(rows.schema.metadata[b"bpe-lab"])
        text = json.dumps(
            {key: value for key, value in (known | changes).items() if value != GONE}
        )
        return rows.replace_schema_metadata({"bpe-lab": text})

    return changed


GONE = "gone"
NOT_COUNTS: dict[str, tuple[Callable[[pa.Table], pa.Table], str]] = {
    "32 bits": (column("first", [0, 1, 2], pa.int32()), "'first' has int32 for int64"),
    "unsigned": (column("count", [1, 2, 3], pa.uint64()), "'count' has uint64 for int64"),
    "floats": (column("count", [0.5, 2, 3], pa.float64()), "'count' has double for int64"),
    "texts": (column("pre_token", ["a", "b", "c"], pa.string()), "'pre_token' has string"),
    "no bytes": (column("pre_token", [b"a", b"", b"c"], pa.binary()), "one without a byte"),
    "a null": (column("pre_token", [b"a", None, b"c"], pa.binary()), "'pre_token' has a null"),
    "a null number": (column("count", [1, None, 3], pa.int64()), "'count' has a null"),
    "a null place": (column("first", [0, 1, None], pa.int64()), "'first' has a null"),
    "one twice": (column("pre_token", [b"a", b"b", b"a"], pa.binary()), "'pre_token' has one"),
    "a place twice": (column("first", [0, 1, 1], pa.int64()), "'first' has a number twice"),
    "a place below 0": (column("first", [0, -1, 1], pa.int64()), "'first' has a number"),
    "a count of 0": (column("count", [1, 0, 3], pa.int64()), "'count' has 0"),
    "a count below 0": (column("count", [1, 2, -3], pa.int64()), "'count' has -3"),
    "a column gone": (lambda rows: rows.drop_columns(["first"]), "no column 'first'"),
    "a column twice": (
        lambda rows: rows.append_column("count", rows["first"]),
        "has 2 columns 'count'",
    ),
    "another version": (about(version=2), "version 2"),
    "no pattern": (about(pattern=GONE), "it has no 'pattern'"),
    "a number as pattern": (about(pattern=5), "its 'pattern' cannot be 5"),
    "an unknown pattern": (about(pattern="gpt5"), "no pattern named 'gpt5'"),
    "one special token": (about(special_tokens="<x>"), "its 'special_tokens' cannot be"),
    "special numbers": (about(special_tokens=[5]), "every one a str"),
    "a sample of all": (about(sample=2), "between 0 and 1"),
    "shards of text": (about(shards="3"), "its 'shards' cannot be '3'"),
    "no JSON": (lambda rows: rows.replace_schema_metadata({"bpe-lab": b"{"}), "is no JSON"),
    "a list": (lambda rows: rows.replace_schema_metadata({"bpe-lab": b"[1]"}), "version"),
}


def test_what_columns_hold_is_looked_at(tmp_path: Path, out: Path) -> None:
    shard = tmp_path / "a.txt"
    shard.write_bytes(b"a b")
    path = tmp_path / "changed.parquet"
    counted([shard], out)
    metadata = pq.read_schema(out).metadata
    rows = pa.table({"pre_token": [b"a", b"b", b"c"], "count": [1, 2, 3], "first": [2, 0, 1]})
    sound = rows.replace_schema_metadata(metadata)
    pq.write_table(sound, path)
    assert list(load_counts(path).table.as_counts().items()) == [
        (b"b", 2),
        (b"c", 3),
        (b"a", 1),
    ]
    for name, (change, reason) in NOT_COUNTS.items():
        pq.write_table(change(sound), path)
        with raises("ShardError.not_counts") as caught:
            load_counts(path)
        assert reason in str(caught.value), name


def test_a_damaged_name_of_a_column_is_a_damaged_file(tmp_path: Path, out: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"a b")
    counted([tmp_path / "a.txt"], out)
    out.write_bytes(out.read_bytes().replace(b"pre_token", b"pre\xfftoken"))
    with raises("ShardError.not_counts"):
        load_counts(out)


def test_a_damaged_count_is_no_other_count(tmp_path: Path, out: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"low lower newest widest " * 9)
    counted([tmp_path / "a.txt"], out)
    right, data = load_counts(out).table.as_counts(), out.read_bytes()
    pages = data.index(b"newest"), data.rindex(b"widest") + 60
    for place in range(*pages):
        out.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with allowing("ShardError.not_counts"):
            assert load_counts(out).table.as_counts() == right


def test_what_tasks_have_left_is_looked_at_as_well(
    shards: list[Path], tmp_path: Path, out: Path
) -> None:
    work = tmp_path / "work"
    count_shards(shards, out, work=work, part=(1, 1))
    [part, *_] = work.glob("shard-*.parquet")
    rows = pq.read_table(part)
    for broken in (
        rows.cast(rows.schema.set(1, pa.field("count", pa.int32()))),
        rows.slice(0, 1),
    ):
        pq.write_table(broken, part)
        with raises("ShardError.not_counts", match=part.name):
            count_shards(shards, out, work=work)
    part.write_bytes(b"PAR1")
    with raises("ShardError.not_counts", match=part.name):
        count_shards(shards, out, work=work)
    assert not out.exists()


def test_a_file_named_twice_is_not_counted_twice(
    shards: list[Path], tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = shards[0]
    (tmp_path / "soft").symlink_to(first)
    (tmp_path / "hard").hardlink_to(first)
    others: list[str | Path] = [first, first.name, f"{tmp_path}/./{first.name}", "soft", "hard"]
    for again in [*others, "0.*", f"file://{first}"]:
        with pytest.raises(
            OptionError, match=r"^shards=.*the same file as .*name each file once"
        ):
            count_shards([first, shards[1], again], out)
    fsspec.filesystem("memory").pipe("/counted-twice", b"low")
    with pytest.raises(OptionError, match="name each file once"):
        count_shards(["memory://counted-twice", "memory:///counted-twice"], out)
    assert not out.exists()


@pytest.mark.parametrize("form", ["txt", "jsonl"])
def test_a_sample_has_whole_documents_and_says_so(
    form: str, tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents = [f"a{number}b c{number}d" for number in range(400)]
    path = tmp_path / f"shard.{form}"
    rows = (json.dumps({"text": each}) + "\n" for each in documents)
    path.write_text(END.join(documents) if form == "txt" else "".join(rows), "utf-8")
    monkeypatch.setattr(counting, "BLOCK", 700)  # documents go on in the next block
    whole = set(counts_of(path, out, sample=None))
    drawn = counts_of(path, out, sample=0.25, seed=3)
    counts = load_counts(out)
    assert (counts.sample, counts.seed, counts.is_exact) == (0.25, 3, False)
    numbers = {key for key in map(str.encode, map(str, range(400))) if key in drawn}
    assert 60 < sum(drawn[number] for number in numbers) / 2 < 140
    assert all(drawn[number] == 2 for number in numbers)
    assert set(drawn) < whole
    assert counts_of(path, out, sample=0.25, seed=3) == drawn
    assert counts_of(path, out, sample=0.25, seed=4) != drawn


def counts_of(path: Path, out: Path, **options: object) -> dict[bytes, int]:
    counted([path], out, **options)
    return load_counts(out).table.as_counts()
