"""Tokenizers by name: what the child says is checked, and its failures are told."""

import base64
import json
import os
import signal
import subprocess
import sys
import tempfile
import tracemalloc
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from bpe_core import decode, encode
from bpe_core.errors import FormatError
from bpe_core.registry import FORMATS
from bpe_core.runtime.leftovers import temporary_folder
from bpe_core.vocabularies import built_in
from tests.paths import ROOT
from ui.vocabulary import by_name, by_name_child
from ui.vocabulary.by_name import (
    NAME,
    Cause,
    FetchError,
    FetchTimeoutError,
    TokenizerNameError,
    model_by_name,
)

PATIENCE = 120  # seconds; a busy machine starts an interpreter slowly


def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put ``script`` in the child's place, so that no test asks a network."""
    child = tmp_path / "child.py"
    child.write_text(script, encoding="utf-8")
    monkeypatch.setattr(by_name, "CHILD", child)


def printing(said: object) -> str:
    return f"import sys; sys.stdout.write({json.dumps(said)!r})"


def test_a_repository_is_read_as_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = built_in("lab")
    files = FORMATS["huggingface"].write(model)
    said = {"files": files, "pattern": None, "special_tokens": None}
    (tmp_path / "said.json").write_text(json.dumps(said), encoding="utf-8")
    path = str(tmp_path / "said.json")
    answer(tmp_path, monkeypatch, f"import sys; sys.stdout.write(open({path!r}).read())")
    assert model_by_name("owner/name", seconds=PATIENCE).vocabulary == model.vocabulary


def test_ranks_come_with_their_pattern_and_special_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"{base64.b64encode(bytes([b])).decode()} {b}\n" for b in range(256)]
    pattern = "|".join(
        ["'(?:[sdmt]|ll|ve|re)", r" ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"]
    )
    said = {
        "files": {"mine.tiktoken": "".join(lines)},
        "pattern": pattern,
        "special_tokens": {"<|x|>": 300},
    }
    answer(tmp_path, monkeypatch, printing(said))
    model = model_by_name("mine", seconds=PATIENCE)
    assert model.pattern == "gpt2"
    assert model.special_tokens == {"<|x|>": 300}


def test_o200k_harmony_is_what_tiktoken_has_by_this_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the child itself, but with few ranks, since its own would be downloaded."""
    tiktoken = pytest.importorskip("tiktoken")
    public = import_module("tiktoken_ext.openai_public")
    ranks = {bytes([value]): value for value in range(256)} | {b"lo": 256, b"low": 257}
    lines = [
        "import runpy",
        "from tiktoken_ext import openai_public",
        f"openai_public.load_tiktoken_bpe = lambda *_, **__: {ranks!r}",
        f"runpy.run_path({by_name_child.__file__!r}, run_name='__main__')",
    ]
    answer(tmp_path, monkeypatch, "\n".join(lines))
    model = model_by_name("o200k_harmony", seconds=PATIENCE)
    monkeypatch.setattr(public, "load_tiktoken_bpe", lambda *_, **__: ranks)
    theirs = tiktoken.Encoding(**public.o200k_harmony())
    assert (model.pattern, len(model.vocabulary)) == ("o200k", theirs.n_vocab)
    assert model.special_tokens == theirs._special_tokens
    text = "<|start|>low Lower<|message|>1234 哈<|endofprompt|><|reserved_200018|><|end|>"
    expected = theirs.encode(text, allowed_special="all")
    assert encode(model, text, allowed_special="all") == expected
    assert decode(model, expected) == theirs.decode(expected)


@pytest.mark.parametrize("name", ["gpt-5-nano", "nonsense-7b"])
def test_a_model_s_name_is_that_of_its_encoding_and_others_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """By the child itself, with few ranks; a library that goes to the network fails it."""
    pytest.importorskip("tiktoken")
    ranks = {bytes([value]): value for value in range(256)}
    lines = [
        "import runpy, sys",
        "sys.modules['tokenizers'] = None",
        "from tiktoken_ext import openai_public",
        f"openai_public.load_tiktoken_bpe = lambda *_, **__: {ranks!r}",
        f"runpy.run_path({by_name_child.__file__!r}, run_name='__main__')",
    ]
    answer(tmp_path, monkeypatch, "\n".join(lines))
    if name == "nonsense-7b":
        with pytest.raises(TokenizerNameError, match=name):
            model_by_name(name, seconds=PATIENCE)
    else:
        assert model_by_name(name, seconds=PATIENCE).pattern == "o200k"


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (printing({"failed": "no network"}), FetchError),
        ("print('not JSON')", FetchError),
        ("print([1])", FetchError),
        ("print({'files': 1})", FetchError),
        ("raise SystemExit(3)", FetchError),
        ("import os; os.abort()", FetchError),
        (printing({"files": {}}), FetchError),
        (printing({"files": {"a": 1}, "pattern": None, "special_tokens": None}), FetchError),
        (printing({"files": {}, "pattern": 3, "special_tokens": []}), FetchError),
        (
            printing(
                {"files": {"tokenizer.json": "{}"}, "pattern": None, "special_tokens": None}
            ),
            FormatError,
        ),
    ],
)
def test_a_child_that_fails_ends_in_a_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, error: type[Exception]
) -> None:
    answer(tmp_path, monkeypatch, script)
    with pytest.raises(error):
        model_by_name("gpt2", seconds=PATIENCE)


def test_a_child_that_takes_too_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what it has started, which keeps its output open."""
    sleeping = "[sys.executable, '-c', 'import time; time.sleep(600)']"
    answer(tmp_path, monkeypatch, f"import subprocess, sys; subprocess.run({sleeping})")
    with pytest.raises(FetchTimeoutError):
        model_by_name("gpt2", seconds=2)


@pytest.mark.skipif(find_spec("fcntl") is None, reason="this system has no locks")
def test_a_server_that_was_killed_leaves_no_folder_of_the_child_s_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one that needs a folder deletes it."""
    killing, temporary = tmp_path / "child.py", tmp_path / "temporary"
    killing.write_text("import os, signal; os.kill(os.getppid(), signal.SIGKILL)")
    temporary.mkdir()
    script = "import sys; from pathlib import Path; from ui.vocabulary import by_name"
    script += "\nby_name.CHILD = Path(sys.argv[1])\nby_name.fetch('gpt2', seconds=600)"
    ended = subprocess.run(
        [sys.executable, "-c", script, str(killing)],
        env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL
    (orphan,) = temporary.iterdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with temporary_folder():
        assert not orphan.exists()


def test_an_endless_answer_is_refused_within_bounded_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is ended as soon as it has said too much, long before its time."""
    most = 2**20
    monkeypatch.setattr(by_name, "MOST_BYTES", most)
    answer(tmp_path, monkeypatch, "import sys\nwhile True: sys.stdout.write('x' * 2**16)")
    tracemalloc.start()
    try:
        with pytest.raises(FetchError):
            model_by_name("gpt2", seconds=600)
        assert tracemalloc.get_traced_memory()[1] < 4 * most
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(find_spec("resource") is None, reason="this system bounds no memory")
def test_the_child_s_memory_is_bounded() -> None:
    script = "import by_name_child as c; c.bounded(2**30)\ntry: bytearray(2**31)"
    script += "\nexcept MemoryError: print('bounded')"
    folder = str(Path(by_name_child.__file__).parent)
    path = f"import sys; sys.path.append({folder!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", path + script], capture_output=True, check=True
    )
    assert done.stdout.strip() == b"bounded"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "-c",
        "../etc/passwd",
        "/etc/passwd",
        "a/b/c",
        "http://x.y/z",
        "a b",
        "a\n",
        "é",
        "a" * 97,
    ],
)
def test_what_is_no_name_asks_nobody(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_name, "CHILD", Path("/does/not/exist"))
    with pytest.raises(TokenizerNameError):
        model_by_name(name)


def test_names_of_both_libraries_are_names() -> None:
    names = ("gpt2", "cl100k_base", "Qwen/Qwen2-0.5B", "meta-llama/Llama-3.1-8B")
    assert all(NAME.fullmatch(name) for name in names)


def test_the_child_says_why_there_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(name: str) -> None:
        raise BaseException("first line\nlast line")

    monkeypatch.setattr(by_name_child, "from_tiktoken", panic)
    assert by_name_child.child("gpt2") == {"failed": "last line", "cause": ""}


CAUSE_OF = {
    "huggingface_hub.errors.GatedRepoError": "gated",
    "huggingface_hub.errors.RepositoryNotFoundError": "unknown",
    "huggingface_hub.errors.LocalEntryNotFoundError": "offline",
    "huggingface_hub.errors.RemoteEntryNotFoundError": "no_file",
    "huggingface_hub.errors.OfflineModeIsEnabled": "offline",
    "requests.exceptions.ConnectionError": "offline",
    "requests.exceptions.ReadTimeout": "offline",
    "builtins.ValueError": "library",
}


@pytest.mark.parametrize("raised", CAUSE_OF)
def test_a_failure_names_the_one_cause_that_the_exception_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: str
) -> None:
    module, _, name = raised.rpartition(".")
    error = getattr(pytest.importorskip(module), name)

    def fail(_: str) -> None:
        raise error.__new__(error, "it is so")

    monkeypatch.setattr(by_name_child, "from_tiktoken", fail)
    answer(tmp_path, monkeypatch, printing(by_name_child.child("gpt2")))
    with pytest.raises(FetchError) as caught:
        model_by_name("gpt2", seconds=PATIENCE)
    cause = caught.value.values["cause"]
    assert isinstance(cause, Cause)
    assert cause.key == CAUSE_OF[raised]


def test_the_child_knows_nothing_of_the_owner_s_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for its environment, it knows the network's part of it and homes of its own."""
    for owners in ("HF_SOMETHING", "HUGGING_FACE_HUB_TOKEN", "DATABASE_URL", "ANY_API_KEY"):
        monkeypatch.setenv(owners, "secret")
    monkeypatch.setenv("https_proxy", "http://proxy:1")
    monkeypatch.setenv("SSL_CERT_FILE", "/certificates")
    failed = "json.dumps({'failed': json.dumps(dict(os.environ))})"
    answer(tmp_path, monkeypatch, f"import json, os; print({failed})")
    with pytest.raises(FetchError) as caught:
        model_by_name("gpt2", seconds=PATIENCE)
    known = json.loads(str(caught.value.values["reason"]))
    assert "secret" not in known.values()
    assert known["https_proxy"] == "http://proxy:1"
    assert known["SSL_CERT_FILE"] == "/certificates"
    assert known["HOME"] == known["HF_HOME"] == known["TIKTOKEN_CACHE_DIR"] != str(Path.home())
