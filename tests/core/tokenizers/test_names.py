"""Tokenizers by the names of models: that come along, lie in a package, or are fetched once."""

from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import perf_counter

import pytest

from bpe_core import load_tokenizer, save, train
from bpe_core.errors import FormatError, OptionError, UnknownNameError
from bpe_core.formats.known_ranks import KNOWN, known_by_name
from bpe_core.tokenizers import load_tokenizer as loading
from bpe_core.tokenizers import names
from bpe_core.tokenizers.load_tokenizer import at_hand, file_at_hand, path_of
from bpe_core.tokenizers.names import TOKENIZERS, NamedTokenizer
from bpe_core.vocabularies import BUILT_IN
from tests.core.texts.text_server import Server
from tests.for_each import for_each
from tests.raising import raises


@pytest.fixture
def file(tmp_path: Path) -> bytes:
    """A tokenizer's file, as a publisher has it."""
    save(train("to be or not to be", vocab_size=260), tmp_path / "x", format="huggingface")
    return (tmp_path / "x" / "tokenizer.json").read_bytes()


@pytest.fixture
def server(file: bytes) -> Iterator[Server]:
    serving = Server(lambda handler: handler.give(file))
    Thread(target=serving.serve_forever, args=(0.01,), daemon=True).start()
    yield serving
    serving.shutdown()
    serving.server_close()


def entry(url: str, data: bytes, package: tuple[str, str] | None = None) -> NamedTokenizer:
    return NamedTokenizer(
        title="Tiny",
        license="MIT",
        page=url,
        file="tokenizer.json",
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        package=package,
        url=url,
    )


@pytest.fixture
def tiny(
    server: Server, file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Server:
    """A name that leads to the server, and an empty cache."""
    monkeypatch.setitem(names.TOKENIZERS, "tiny", entry(server.url, file))
    monkeypatch.setattr(loading, "user_cache", lambda: tmp_path / "cache")
    monkeypatch.chdir(tmp_path)
    return server


def test_a_name_is_fetched_once_and_kept(tiny: Server, file: bytes) -> None:
    assert at_hand("tiny") == ""
    assert load_tokenizer("tiny").count("to be") == 2
    assert at_hand("tiny") == "fetched"
    tiny.shutdown()
    tiny.server_close()
    tokenizer = load_tokenizer("Tiny")
    assert (tokenizer.name, tokenizer.count("to be")) == ("Tiny", 2)
    assert len(tiny.ranges) == 1, "asked once"
    assert path_of("tiny").read_bytes() == file
    assert [*path_of("tiny").parent.iterdir()] == [path_of("tiny")]


def test_another_file_is_refused_and_not_kept(tiny: Server, file: bytes) -> None:
    tiny.how = lambda handler: handler.give(file[:-1] + b" ")
    with raises("DownloadError.checksum", match="another file"):
        load_tokenizer("tiny")
    tiny.how = lambda handler: handler.give(file * 2)
    with raises("DownloadError.other_size"):
        load_tokenizer("tiny")
    assert at_hand("tiny") == ""
    tiny.how = lambda handler: handler.give(file)
    assert load_tokenizer("tiny").vocab_size == 260


def test_without_a_network_a_sentence_says_what_to_do(tiny: Server) -> None:
    tiny.shutdown()
    tiny.server_close()
    with raises(
        "DownloadError.not_at_hand", match=r"tiny is not on this machine.*extra `models`"
    ):
        load_tokenizer("tiny")


@for_each("lost", ["connection", "name"])
def test_a_server_that_does_not_answer_is_given_up_soon(
    lost: str, tiny: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking a name up may take a minute, and a firewall may drop what is sent."""
    busy = socket.create_server(("127.0.0.1", 0), backlog=0)
    full = [socket.socket() for _ in range(4)]
    for each in full:  # the queue is full: what comes then waits
        each.setblocking(False)
        each.connect_ex(busy.getsockname())
    host = "127.0.0.1" if lost == "connection" else "lost.invalid"
    url = f"http://{host}:{busy.getsockname()[1]}/"
    if lost == "name":
        waiting = socket.socket.accept
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: waiting(busy) and [])
        monkeypatch.setattr(loading, "PATIENCE", 0.2)
    monkeypatch.setitem(names.TOKENIZERS, "tiny", entry(url, b"x"))
    started = perf_counter()
    with raises("DownloadError.not_at_hand"):
        load_tokenizer("tiny")
    assert perf_counter() - started < 20, "not a minute; two seconds on a machine at rest"
    for each in (*full, busy):
        each.close()


def test_a_file_of_that_name_comes_first(tiny: Server, tmp_path: Path) -> None:
    save(train("low low", vocab_size=258), tmp_path / "tiny", format="huggingface")
    assert load_tokenizer("tiny").vocab_size == load_tokenizer("./tiny").vocab_size == 258
    assert tiny.ranges == []
    for file in ("./gpt-4o", Path("gpt-4o")):
        with pytest.raises(FormatError, match="gpt-4o, the file: cannot be read"):
            load_tokenizer(file)


def test_a_package_that_is_installed_has_the_file(
    tiny: Server, file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is found by its metadata, and would fail if it were imported."""
    site = tmp_path / "site"
    for name, text in {
        "tiny_models/__init__.py": "raise RuntimeError",
        "tiny_models-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny-models\n"
        "Version: 1\n",
    }.items():
        (site / name).parent.mkdir(parents=True)
        (site / name).write_text(text)
    where = site / "tiny_models" / "tokenizer.json"
    where.write_bytes(file)
    package = ("tiny-models", "tiny_models/tokenizer.json")
    monkeypatch.setitem(names.TOKENIZERS, "tiny", entry(tiny.url, file, package))
    monkeypatch.syspath_prepend(site)
    assert at_hand("tiny") == "package"
    assert file_at_hand("tiny") == where
    where.write_bytes(file[:-1] + b" ")
    assert at_hand("tiny") == "", "another version's file is not used"
    assert load_tokenizer("tiny").vocab_size == 260
    assert tiny.ranges == [None]


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(
        UnknownNameError, match=r"no file or tokenizer named 'gpt-9'; known: gpt-4o, "
    ):
        load_tokenizer("gpt-9")


def test_a_name_takes_no_options() -> None:
    with pytest.raises(OptionError, match="a model's name says what it is"):
        load_tokenizer("gpt-4o", pattern="gpt2")


def test_names_and_aliases_are_each_one_tokenizer() -> None:
    every = [*TOKENIZERS, *BUILT_IN]
    every += [alias for each in TOKENIZERS.values() for alias in each.aliases]
    assert len(every) == len({*every})
    assert all(name == name.lower() for name in every)


@for_each("name", TOKENIZERS)
def test_every_name_says_all_that_it_needs(name: str) -> None:
    each = TOKENIZERS[name]
    assert each.title
    assert each.license
    assert each.page.startswith("https://")
    if each.comes_along:
        assert not each.url
        assert not each.package
        return
    assert each.url.startswith("https://")
    assert len(bytes.fromhex(each.sha256)) == 32
    assert 100_000 < each.size < 36_000_000
    assert "/" not in each.file


@for_each("name", TOKENIZERS)
def test_those_on_this_machine_open(name: str) -> None:
    if not at_hand(name):
        pytest.skip("neither in a package nor fetched")
    tokenizer = load_tokenizer(name)
    assert (tokenizer.name, tokenizer.library) == (name, TOKENIZERS[name].owner)
    assert tokenizer.count("hello world") == 2
    assert tokenizer.decode(tokenizer.encode("hello world")) == "hello world"


def test_one_table_of_ranks_is_told_apart_by_its_name() -> None:
    """Qwen 3 has the ranks of the first Qwen, and added tokens of its own."""
    assert known_by_name("qwen3 (1).tiktoken", KNOWN) is KNOWN["qwen3"]
    assert known_by_name("qwen.tiktoken", KNOWN) is KNOWN["qwen"]
    assert KNOWN["qwen3"].digest == KNOWN["qwen"].digest == TOKENIZERS["qwen-3"].sha256
    assert KNOWN["qwen3"].special_tokens["</think>"] == 151_668
    assert "</think>" in KNOWN["qwen3"].always
