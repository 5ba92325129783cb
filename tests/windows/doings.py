"""What people do with the lab, each doing in a folder of its own; what came of it is JSON.

python -m tests.windows.doings FOLDER NAME …
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from threading import Event
from typing import Any

from bpe_core import count_shards, decode, encode, encode_file, load, load_counts, save, train
from bpe_core.errors import FormatError
from bpe_core.formats.known_formats import FORMATS
from bpe_core.texts.corpus import sample
from bpe_core.train.trainers import TRAINERS
from bpe_lab.check.candidate import Subject, Submission
from bpe_lab.cli import main
from bpe_lab.measure.reasons import RunError
from tests.paths import ROOT
from tests.windows.as_on_windows import MISSING, MISSING_MODULES

TEXT = sample("story_zh").text
HOUSES = ("bpe_core", "bpe_lab", "ui")
STUDENT = """
import os, signal

def train(text, vocab_size):
    if vocab_size == 300:
        os.kill(os.getppid(), signal.SIGTERM)
    return [(b"a", b"b")]
"""


def digests(folder: Path) -> dict[str, str]:
    """The files in a folder by name, each by its digest."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in files}


def command(*words: str) -> object:
    """The exit code of a command of `bpe-lab`."""
    try:
        main(words)
    except SystemExit as ended:
        return ended.code


def seen(folder: Path) -> Any:
    """The names that are missing on Windows and can be seen here."""
    names = [(module, name) for module, words in MISSING.items() for name in words.split()]
    modules = {module: __import__(module, globals()) for module in MISSING}
    here = [f"{module}.{name}" for module, name in names if hasattr(modules[module], name)]
    return [*here, *filter(is_importable, MISSING_MODULES)]


def is_importable(name: str) -> bool:
    """Whether this module can import another one."""
    try:
        __import__(name, globals())
    except ModuleNotFoundError:
        return False
    return True


def trained(folder: Path) -> Any:
    """The merges of every trainer."""
    return {
        name: [
            [left.hex(), right.hex()]
            for left, right in train(TEXT, vocab_size=300, trainer=name).merges_as_bytes()
        ]
        for name in TRAINERS
    }


def saved(folder: Path) -> Any:
    """The files of every format, which are saved twice, and whether they are the model."""
    model = train(TEXT, vocab_size=300)
    results: dict[str, list[Any]] = {}
    for name in FORMATS:
        try:
            for _ in range(2):
                save(model, folder / name, format=name)
        except FormatError as error:  # these merges are none of this format
            results[name] = [str(error)]
        else:
            loaded = load(folder / name)
            results[name] = [
                digests(folder / name),
                encode(loaded, TEXT) == encode(model, TEXT),
            ]
    return results


def encoded(folder: Path) -> Any:
    """A text, and a file of it."""
    model = train(TEXT, vocab_size=300)
    ids = encode(model, TEXT)
    (folder / "text.txt").write_text(TEXT, "utf-8")
    encode_file(model, folder / "text.txt", folder / "ids.npy", threads=2)
    return [ids, decode(model, ids) == TEXT, digests(folder)]


def counted(folder: Path) -> Any:
    """Shards, and a vocabulary of their counts."""
    shards = [folder / f"{number}.txt" for number in range(3)]
    for shard in shards:
        shard.write_text(TEXT, "utf-8")
    count_shards(shards, folder / "counts.parquet", threads=2)
    return len(load_counts(folder / "counts.parquet").table.as_counts())


def commanded(folder: Path) -> Any:
    """The command line: its exit codes, and the files that it writes."""
    source, ids = folder / "text.txt", folder / "ids.txt"
    source.write_text(TEXT, "utf-8")
    codes = [
        command("train", str(source), "--vocab-size", "300", "--out", str(folder / "model")),
        command("encode", str(folder / "model"), str(source), "--out", str(ids)),
        command("decode", str(folder / "model"), str(ids), "--out", str(folder / "again.txt")),
    ]
    return [codes, digests(folder)]


def raced(folder: Path) -> Any:
    """Two lanes in processes of their own: 0 where both made the same."""
    words = ["--lane", "linked", "--lane", "naive", "--repeats", "1", "--warm-ups", "0"]
    return command("race", "--text", "low", "--merges", "5", "--no-count", *words)


def checked(folder: Path) -> Any:
    """A student's code: what it answers, and what is said of a signal to another process."""
    (folder / "student.py").write_text(STUDENT, "utf-8")
    (folder / "work").mkdir()
    source = Submission((str(folder / "student.py"),), seconds=60.0)
    request = {"do": "train", "text": "ab", "vocab_size": 257, "specials": []}
    with Subject(source, folder / "work", Event()) as subject:
        answer = subject.ask(request)
        try:
            subject.ask(request | {"vocab_size": 300})
        except RunError as error:
            return [answer["merges"], str(error).partition(" process ")[0]]
    return [answer["merges"], "nothing"]


def imported(folder: Path) -> Any:
    """Every module of the houses and the server, but for programs."""
    paths = (path for house in HOUSES for path in sorted((ROOT / house).rglob("*.py")))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    for name in (*names, "app"):
        if not name.endswith("__main__"):
            import_module(name.removesuffix(".__init__"))
    return len(names)


def opened(folder: Path) -> Any:
    """Every page of the app, and the errors that it shows."""
    from streamlit.components.v2 import manifest_scanner

    from bpe_lab.pages import PAGES
    from tests.ui.test_pages import open_page

    # Else each run looks through all installed packages.
    manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
    pages = {name: open_page(name) for name in PAGES}
    return {name: [each.value for each in at.exception] for name, at in pages.items()}


DOINGS: Mapping[str, Callable[[Path], Any]] = {
    each.__name__: each
    for each in (
        *(seen, trained, saved, encoded, counted, commanded, raced, checked),
        *(imported, opened),
    )
}


def do(name: str, folder: Path) -> Any:
    """What comes of it, as JSON has it."""
    own = folder / name
    own.mkdir()
    return json.loads(json.dumps(DOINGS[name](own)))


if __name__ == "__main__":
    place = Path(sys.argv[1])
    results = {name: do(name, place) for name in sys.argv[2:]}
    (place / "results.json").write_text(json.dumps(results), "utf-8")
